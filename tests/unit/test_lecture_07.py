"""Notebook 07: its key and constants, the rows of the lecture's check (14, 15), its proofs."""

import importlib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import torch

from course_utils import homework, lecture
from course_utils.editions import read_source
from course_utils.exercises import get_exercise
from course_utils.exercises.notebook_07 import looking_answers, place_answers, shaw_answers
from course_utils.exercises.notebook_07.map_answers import map_change
from course_utils.exercises.notebook_07.order_answers import word_order
from course_utils.exercises.notebook_07.seed_answers import mean_difference
from course_utils.exercises.notebook_07.text_answers import loss_by_position
from course_utils.experiments import Recipe, Results, Roles, WhoBitesWhom, reproducible
from course_utils.experiments.text import encoded
from course_utils.grading.keys.notebook_07 import KEY
from course_utils.positions.methods import Sizes, method

ROOT = Path(__file__).parents[2]
SOURCE = read_source(next(ROOT.glob("solutions/07_*.py")))
POINTS = {f"exercise-{c.check.replace('.', '-')}": c.points for c in SOURCE.cells if c.check}
WRITTEN = {cell.id: cell for cell in SOURCE.cells if cell.written}


def stored(name):
    try:
        return Results.load(name)
    except ValueError:
        pytest.skip(f"the reference run {name} is not stored yet")


# --- The key and the source say the same ---------------------------------------------------------


def test_points_in_the_source_are_the_keys_and_make_thirty():
    assert {task.cell: task.points for task in KEY.tasks} == POINTS
    assert {one.cell: one.points for one in KEY.written} == {
        name: cell.points for name, cell in WRITTEN.items()
    }
    assert (KEY.points, sum(one.points for one in KEY.written)) == (18, 12)


def test_model_answers_are_full_half_and_none_and_the_full_one_stands_in_the_notebook():
    for one in KEY.written:
        full, half, none = one.model_answers
        assert [text.split()[0] for text in (full, half, none)] == ["FULL", "HALF", "NONE"]
        assert full.split("\n\n", 1)[1].split() == WRITTEN[one.cell].text.split()


def test_rubrics_add_up_to_the_points():
    for one in KEY.written:
        assert sum(float(line.split(":")[0]) for line in one.rubric) == one.points


def test_cells_that_the_reader_is_shown_exist():
    assert {name for one in KEY.written for name in one.shows} <= {c.id for c in SOURCE.cells}


def test_the_key_judges_its_own_references():
    KEY.rehearse()


# --- Constants -----------------------------------------------------------------------------------


def test_constants_as_shipped_are_the_lectures():
    assert lecture.SENTENCE_PAIRS["D"] == homework.SENTENCES
    one, other = (Counter(text.split()) for text in homework.SENTENCES)
    assert one == other
    assert 0 < homework.BACK < homework.CLIP
    assert homework.MORE_FILLERS in place_answers.only_patients(homework.MOST_FILLERS)


def test_changed_constants_change_what_is_right(monkeypatch):
    old = looking_answers.looking_back(np.ones(4), 5.0)
    monkeypatch.setattr(looking_answers, "CLIP", 6)
    monkeypatch.setattr(looking_answers, "BACK", 2)
    new = looking_answers.looking_back(np.ones(4), 5.0)
    assert new.shape != old.shape
    assert new[4].any()
    monkeypatch.setattr(homework, "MOST_FILLERS", 3)
    module = importlib.reload(place_answers)
    assert module.INVERSIONS.reference == [4, 5, 6]
    monkeypatch.undo()
    importlib.reload(place_answers)


# --- Part 1 --------------------------------------------------------------------------------------


def test_without_positions_each_pair_of_mirror_images_is_half_right():
    roles = Roles(Recipe(steps=1), 2, (4,))
    for seed in range(3):
        with reproducible(seed):
            model = roles.build("none")
        tokens, targets = WhoBitesWhom(batch=64).sentences(2, torch.Generator().manual_seed(seed))
        with torch.no_grad():
            right = (model(tokens).argmax(-1) == targets).float()
        assert right[:, [3, 6]].sum(1).view(2, 32).sum(0).eq(2).all()


def test_the_map_without_positions_only_moves_and_with_positions_it_does_not():
    rng = np.random.default_rng(0)
    order = word_order(*homework.SENTENCES)
    x, p = rng.normal(size=(2, 5, 16))

    w = rng.normal(size=(16, 16)) / 8

    def weights(rows):
        scores = np.exp(rows @ w @ rows.T)
        return scores / scores.sum(axis=-1, keepdims=True)

    assert map_change(weights(x), weights(x[order]), order) < 1e-12
    assert map_change(weights(x + p), weights(x[order] + p), order) > 0.05


def test_stored_roles_turn_round_where_only_patients_stood():
    for name, column, most in (("roles", 1, 2), ("roles_more_fillers", 1, 8)):
        table = stored(name)
        assert int(table.conditions[column]) in place_answers.only_patients(most)
        assert np.abs(table.numbers("none") - 0.5).max() < 0.01
        for absolute in ("sinusoidal", "learned", "random fixed"):
            assert table.mean(absolute)[0] > 0.99
            assert table.mean(absolute)[column] < 0.45
        assert table.mean("Shaw, keys only")[column] > 0.99


# --- Part 2, rows 14 and 15 ----------------------------------------------------------------------


def test_row_14_the_sinusoidal_table_goes_on_and_the_model_does_not():
    table = stored("next_character")
    rise = {name: table.mean(name)[4] - table.mean(name)[1] for name in table.runs}
    for collapses in ("sinusoidal", "learned, sd 0.02", "learned, sd 0.7", "RoPE"):
        assert rise[collapses] > 0.8
    for level in ("ALiBi", "Shaw, k=16", "Shaw, k=16, keys only"):
        assert rise[level] < 0.15


def behind(name, learned):
    """Return by how much a table's loss within L exceeds the sinusoidal one, and the error."""
    table = stored(name)
    losses = table.numbers(learned)[:, 0]
    return mean_difference(losses, table.numbers("sinusoidal")[: len(losses), 0])


def test_row_15_with_much_data_learned_tables_are_behind_whatever_their_first_scale():
    for learned in ("learned, sd 0.02", "learned, sd 0.7"):
        difference, error = behind("next_character", learned)
        assert difference > max(0.05, 2 * error)


def test_row_15_with_little_data_the_first_scale_decides():
    quiet, loud = (
        behind("next_character_little_data", learned)
        for learned in ("learned, sd 0.02", "learned, sd 0.7")
    )
    assert quiet[0] > max(0.02, 2 * quiet[1])
    assert -0.1 < loud[0] < 0.02


def test_how_much_text_there_is():
    assert len(encoded()) == pytest.approx(320_000, abs=500)


def test_loss_by_position_is_pytorchs():
    logits, targets = torch.randn(5, 7, 9), torch.randint(9, (5, 7))
    loss = torch.nn.functional.cross_entropy(logits.transpose(1, 2), targets, reduction="none")
    ours = loss_by_position(logits.numpy(), targets.numpy())
    np.testing.assert_allclose(ours, loss.mean(0), rtol=1e-5)


# --- Part 3 --------------------------------------------------------------------------------------


def test_the_relative_term_is_the_librarys_and_the_gradient_arrives():
    shaw = method("Shaw", Sizes(d_model=12, n_heads=3), clip=4, value_term=False)
    query = torch.randn(2, 3, 9, 4)
    ours = shaw_answers.relative_term(query, shaw.key_vectors)
    torch.testing.assert_close(ours, shaw.bias(query))
    assert get_exercise("07.6").tensors
    ours.sum().backward()
    assert shaw.key_vectors.grad.abs().sum() > 0


@pytest.mark.parametrize("n", [24, 192])
def test_a_head_made_by_hand_gives_the_weight_of_the_formula(n):
    query = np.random.default_rng(0).normal(size=8)
    vectors = looking_answers.looking_back(query, 5.0)
    scores = shaw_answers.relative_term(np.tile(query, (n, 1)), vectors).numpy()
    weights = np.exp(scores[-1]) / np.exp(scores[-1]).sum()
    assert weights[n - 1 - homework.BACK] == pytest.approx(np.exp(5) / (np.exp(5) + n - 1))


def test_a_relative_model_does_the_same_one_place_further_on():
    # Far from both ends, a shifted neighbourhood gives the same scores between the same tokens.
    vectors = torch.randn(9, 4, dtype=torch.float64)
    query = torch.randn(20, 4, dtype=torch.float64)
    one = shaw_answers.relative_term(query, vectors)
    other = shaw_answers.relative_term(query.roll(1, 0), vectors)
    torch.testing.assert_close(one[:-1, :-1], other[1:, 1:])


def test_stored_mirror_tasks():
    back, place = stored("symbol_back"), stored("symbol_place")
    assert (back.mean("Shaw, keys only") > 0.99).all()
    assert back.mean("sinusoidal")[0] > 0.99
    assert (back.mean("sinusoidal")[1:] < 0.15).all()
    assert (place.mean("Shaw, keys only") < 0.3).all()
    assert place.mean("sinusoidal")[0] > 0.99
    assert (place.mean("learned, sd 0.7") > 0.9).all()
