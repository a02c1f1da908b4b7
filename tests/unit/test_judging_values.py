"""Values that are asked for, and what comes with a result: its order, its kind, its gradient."""

import numpy as np
import pytest

from course_utils.exercises import get_exercise, judge, shown
from course_utils.exercises.advice import advice

INVERSIONS = get_exercise("07.3").reference


@pytest.fixture
def published(monkeypatch, tmp_path):
    """Collect what is shown, as plain text."""
    texts = []
    monkeypatch.setenv("COURSE_PROGRESS", str(tmp_path / "progress.json"))
    monkeypatch.setattr(shown, "_last_verdict", {})
    monkeypatch.setattr(
        "IPython.display.display", lambda bundle, raw: texts.append(bundle["text/plain"])
    )
    return texts


@pytest.mark.parametrize("order", [slice(None), slice(None, None, -1)])
@pytest.mark.parametrize("kind", [list, tuple, np.array, lambda n: [float(one) for one in n]])
def test_numbers_that_may_stand_in_any_order_flow_on_as_the_reference(kind, order, published):
    handed_on = shown.check("07.3", kind(INVERSIONS[order]))
    assert published[-1].endswith(": right.")
    assert handed_on == INVERSIONS
    assert all(type(one) is int for one in handed_on)


def test_another_value_is_quoted_and_another_kind_is_named():
    assert judge("07.3", [7, 1]).message == "`inversions` is not [7, 1]."
    assert judge("07.3", list(range(100))).message == "`inversions` is not this."
    for odd, named in (("3, 4", "the text '3, 4'"), (4, "the number 4"), ({3}, "(`set`)")):
        message = judge("07.3", odd).message
        assert message.startswith("`inversions` should be a list of numbers; ")
        assert named in message


def test_reference_handed_out_in_place_of_a_list_is_no_answer(published):
    handed_out = shown.check("07.3", ...)
    assert shown.check("07.3", handed_out) is handed_out
    assert all("not attempted" in text for text in published)


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_floats_for_places_flow_on_as_indices(library, published):
    array = pytest.importorskip(library).asarray
    reference = get_exercise("07.1").reference
    # A hair below the whole number, as 3 * (1 / 3 + 1e-17) may be: it is rounded, not cut off.
    handed_on = shown.check("07.1", lambda one, two: array(reference(one, two) - 1e-12))
    assert "from here on they are whole numbers" in published[-1]
    assert np.array(["a", "b", "c"])[handed_on("a b c", "c a b")].tolist() == ["c", "a", "b"]


def test_whole_tensor_flows_on_as_indices(published):
    torch = pytest.importorskip("torch")
    reference = get_exercise("07.1").reference
    handed_on = shown.check("07.1", lambda one, two: torch.tensor(reference(one, two)))
    assert handed_on("a b", "b a").dtype.kind == "i"


def test_two_results_of_different_shapes_flow_on_as_they_are(published):
    reference = get_exercise("01.2").reference

    def attention(query, key, value):
        return reference(query, key, value)

    handed_on = shown.check("01.2", attention)
    assert published[-1].rstrip().endswith("right.")
    outputs, weights = handed_on(np.ones((2, 3)), np.ones((4, 3)), np.ones((4, 5)))
    assert (outputs.shape, weights.shape) == ((2, 5), (2, 4))


def test_missing_return_is_asked_after_where_two_results_are_wanted():
    assert "is a `return` missing?" in judge("07.5", lambda losses, others: print(losses)).message


@pytest.mark.parametrize("cut", [(True, False), (False, True), (True, True)])
def test_gradient_that_is_lost_on_either_side_is_named(cut):
    torch = pytest.importorskip("torch")
    reference = get_exercise("07.6").reference

    def answer(*given):
        given = [torch.as_tensor(one) for one in given]
        return reference(*(one.detach() if c else one for one, c in zip(given, cut, strict=True)))

    verdict = judge("07.6", answer)
    assert (verdict.passed, verdict.misconception) == (False, "loses-gradient")
    assert "the numbers are right, but no gradient comes back" in verdict.message


@pytest.mark.parametrize(
    ("mistake", "word"),
    [
        (lambda: np.arange(3)[np.array(1 / 1)], "`//`"),
        (lambda: 2.0 ^ np.arange(3.0), "`**`"),
        (lambda: 2.0 ^ 3, "`**`"),
        (lambda: -8 * range(3) / 2, "`np.arange`"),
        (lambda: [n for batch, n in [np.zeros((2, 3, 4)).shape]], "`.shape[-2:]`"),
    ],
)
def test_frequent_complaint_is_explained(mistake, word):
    with pytest.raises((TypeError, IndexError, ValueError)) as caught:
        mistake()
    assert word in advice(str(caught.value))
