"""Exercises 07.4 and 07.5: loss by position, and a difference with its uncertainty."""

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
        case("logits in the thousands", 1000 * small[0], small[1]),
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


def mean_difference(losses: np.ndarray, others: np.ndarray) -> tuple:
    difference = np.asarray(losses) - np.asarray(others)  # (n_seeds,)
    spread = difference.std(ddof=1)
    return difference.mean(), spread / np.sqrt(len(difference))


def _difference_cases() -> tuple[Case, ...]:
    rng = np.random.default_rng(75)
    losses = 2.4 + 0.02 * rng.normal(size=5)
    return (
        case("five seeds", losses, losses + 0.05 + 0.01 * rng.normal(size=5)),
        case("three seeds", np.array([2.38, 2.36, 2.39]), np.array([2.41, 2.40, 2.39])),
        case("a constant difference", losses, losses - 0.1),
    )


MEAN_DIFFERENCE = exercise(
    "07.5",
    "a difference and its uncertainty",
    mean_difference,
    minutes=6,
    cases=_difference_cases,
    parts=("difference", "standard_error"),
    hints=(
        "Both models of a seed saw the same batches, so subtract seed by seed first.",
        "The standard error of a mean of n numbers is their standard deviation (of the sample, "
        "`ddof=1`) divided by √n.",
        "`d = losses - others`, then return `d.mean(), d.std(ddof=1) / np.sqrt(len(d))`.",
    ),
    also_right=(
        right(
            "from the sum of squares",
            (
                "difference.std(ddof=1)",
                "np.sqrt(((difference - difference.mean()) ** 2).sum() / (len(difference) - 1))",
            ),
        ),
        right(
            "a list of both",
            ("return difference", "return [difference"),
            ("(len(difference))", "(len(difference))]"),
        ),
    ),
    wrong=(
        wrong(
            "no-root-of-n",
            "This is the standard deviation of one seed's difference. The mean of n seeds is "
            "√n times as sure.",
            ("spread / np.sqrt(len(difference))", "spread"),
        ),
        wrong(
            "divided-by-n",
            "The spread is divided by n. It is the variance of a mean that falls as 1/n; the "
            "standard error falls as 1/√n.",
            ("np.sqrt(len(difference))", "len(difference)"),
        ),
        wrong(
            "ddof-0",
            "The standard deviation divides by n here. Around a mean taken from the same few "
            "numbers that is too small: divide by n − 1, `ddof=1`.",
            ("difference.std(ddof=1)", "difference.std()"),
        ),
        wrong(
            "turned-round",
            "The difference has the wrong sign: it should be negative when the first is lower.",
            ("difference.mean(),", "-difference.mean(),"),
        ),
        wrong(
            "not-paired",
            "The seeds were treated as if the two models had nothing in common. They saw the same "
            "batches: subtract seed by seed, then take the spread of the differences.",
            (
                "spread = difference.std(ddof=1)",
                "spread = np.hypot(np.std(losses, ddof=1), np.std(others, ddof=1))",
            ),
        ),
        wrong(
            "spread-of-the-first",
            "This is the spread of the first model's losses. What matters is the spread of the "
            "differences.",
            ("difference.std(ddof=1)", "np.std(losses, ddof=1)"),
        ),
        wrong(
            "variance",
            "That is a variance. Take its square root, the standard deviation.",
            ("difference.std(ddof=1)", "difference.var(ddof=1)"),
        ),
        wrong(
            "size-only",
            "The absolute values lose which of the two is better. Keep the sign.",
            ("difference.mean(),", "np.abs(difference).mean(),"),
        ),
        wrong(
            "median",
            "The first number is the median of the differences. The standard error belongs to "
            "their mean.",
            ("difference.mean(),", "np.median(difference),"),
        ),
    ),
)
