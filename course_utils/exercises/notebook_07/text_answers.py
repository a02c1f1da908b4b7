"""Exercise 07.4: loss by position."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong


def loss_by_position(logits: np.ndarray, targets: np.ndarray) -> np.ndarray:
    shifted = logits - logits.max(axis=-1, keepdims=True)
    total = np.exp(shifted).sum(axis=-1, keepdims=True)
    log_probability = shifted - np.log(total)  # (n_windows, n_positions, n_characters)
    wanted = np.take_along_axis(log_probability, targets[..., None], axis=-1)[..., 0]
    return -wanted.mean(axis=0)


def _loss_cases() -> tuple[Case, ...]:
    rng = np.random.default_rng(74)
    small = rng.normal(size=(4, 6, 5)), rng.integers(5, size=(4, 6))
    square = rng.normal(size=(3, 3, 3)), rng.integers(3, size=(3, 3))
    return (
        case("four windows of six characters, five in the alphabet", *small),
        case("three windows of three, three in the alphabet", *square),
        case("one window", small[0][:1], small[1][:1]),
        case("logits around 1000", 1000 + small[0], small[1]),
        case("logits so far apart that probabilities round to 0", 1000 * small[0], small[1]),
    )


LOSS_BY_POSITION = exercise(
    "07.4",
    "loss by position",
    loss_by_position,
    minutes=10,
    cases=_loss_cases,
    hints=(
        "Turn the logits into probabilities along the last axis, take the probability of the "
        "character that really came, and then its logarithm.",
        "The logarithm of a softmax is `shifted - np.log(np.exp(shifted).sum(axis=-1, "
        "keepdims=True))`, where `shifted` has each row's maximum subtracted.",
        "`np.take_along_axis(log_probability, targets[..., None], axis=-1)[..., 0]` picks the "
        "right characters, (n_windows, n_positions). Minus its mean over the windows.",
    ),
    also_right=(
        right(
            "picking by index",
            (
                "np.take_along_axis(log_probability, targets[..., None], axis=-1)[..., 0]",
                "log_probability[(*np.indices(targets.shape), targets)]",
            ),
        ),
        right(
            "the logarithm of the sum, minus the logit",
            (
                "wanted = np.take_along_axis(log_probability, targets[..., None], axis=-1)[..., 0]",
                "hot = np.arange(logits.shape[-1]) == targets[..., None]\n"
                "    wanted = (hot * shifted).sum(axis=-1) - np.log(total)[..., 0]",
            ),
        ),
        right(
            "a list",
            ("-wanted.mean(axis=0)", "(-wanted.mean(axis=0)).tolist()"),
        ),
    ),
    wrong=(
        wrong(
            "one-number",
            "All positions are averaged into one number, which is what most training logs show; "
            "it hides what happens beyond the trained length. Average over the windows only.",
            ("wanted.mean(axis=0)", "wanted.mean()"),
        ),
        wrong(
            "by-window",
            "This is one loss a window. Asked for is one a position: the windows lie along axis 0.",
            ("wanted.mean(axis=0)", "wanted.mean(axis=1)"),
        ),
        wrong(
            "sign-missing",
            "The logarithm of a probability is negative. A loss is its negative, so that less is "
            "better.",
            ("-wanted.mean", "wanted.mean"),
        ),
        wrong(
            "overflow",
            "Right for small logits, but e^1000 is inf. Subtract each row's maximum first.",
            ("logits - logits.max(axis=-1, keepdims=True)", "logits"),
        ),
        wrong(
            "overflow-in-the-softmax",
            "Right for small logits, but e^1000 is inf, and inf / inf is no number. Subtract each "
            "row's maximum, and take the logarithm of the sum, not of the quotient.",
            ("logits - logits.max(axis=-1, keepdims=True)", "logits"),
            ("shifted - np.log(total)", "np.log(np.exp(shifted) / total)"),
        ),
        wrong(
            "logarithm-of-zero",
            "The softmax is stable, but a small probability becomes 0 in it, and the logarithm of "
            "0 is −inf. Never leave the logarithms: `shifted - np.log(total)`.",
            ("shifted - np.log(total)", "np.log(np.exp(shifted) / total)"),
        ),
        wrong(
            "one-maximum-for-all",
            "One maximum was subtracted everywhere, and rows far below it have exponentials of 0 "
            "alone. Each row needs its own: `axis=-1, keepdims=True`.",
            ("logits.max(axis=-1, keepdims=True)", "logits.max()"),
        ),
        wrong(
            "maximum-in-the-sum-only",
            "The maximum was subtracted in the sum alone. Subtract it from the logit, too, or add "
            "it to the logarithm again.",
            ("shifted - np.log(total)", "logits - np.log(total)"),
        ),
        wrong(
            "every-target-everywhere",
            "`log_probability[:, :, targets]` takes at each place the characters of all places. "
            "One is wanted: `np.take_along_axis`.",
            (
                "np.take_along_axis(log_probability, targets[..., None], axis=-1)[..., 0]",
                "log_probability[:, :, targets]",
            ),
        ),
        wrong(
            "shifted-once-more",
            "`targets` already holds the character that came next, at each place. Nothing is to be "
            "shifted, and no place is lost.",
            (
                "np.take_along_axis(log_probability, targets[..., None]",
                "np.take_along_axis(log_probability[:, :-1], targets[:, 1:, None]",
            ),
        ),
        wrong(
            "bits",
            "This is the loss in bits. In nats, the unit of this course's tables, the logarithm "
            "is the natural one, `np.log`.",
            ("-wanted.mean(axis=0)", "-wanted.mean(axis=0) / np.log(2)"),
        ),
        wrong(
            "best-guess",
            "This takes the probability of the model's own favourite. The loss asks for the "
            "character that really came: `targets`.",
            ("targets[..., None]", "logits.argmax(axis=-1)[..., None]"),
        ),
        wrong(
            "probability",
            "This averages 1 minus the probability. Cross-entropy averages minus its logarithm.",
            ("-wanted.mean(axis=0)", "1 - np.exp(wanted).mean(axis=0)"),
        ),
        wrong(
            "logarithm-of-the-mean",
            "The probabilities were averaged over the windows and then the logarithm was taken. "
            "Take the logarithm of each first.",
            ("-wanted.mean(axis=0)", "-np.log(np.exp(wanted).mean(axis=0))"),
        ),
        wrong(
            "softmax-over-positions",
            "The softmax runs over the positions. The alternatives are the characters, along the "
            "last axis.",
            ("logits.max(axis=-1, keepdims=True)", "logits.max(axis=1, keepdims=True)"),
            ("np.exp(shifted).sum(axis=-1,", "np.exp(shifted).sum(axis=1,"),
        ),
        wrong(
            "logits-not-normalised",
            "These are the logits themselves. Subtract the logarithm of the sum of their "
            "exponentials.",
            ("shifted - np.log(total)", "logits"),
        ),
        wrong(
            "summed",
            "The losses of all windows are added up, so more windows mean more loss. "
            "Take their mean.",
            ("wanted.mean(axis=0)", "wanted.sum(axis=0)"),
        ),
    ),
)
