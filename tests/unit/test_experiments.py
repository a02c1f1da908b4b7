"""The homework's machinery: exact controls, bit-identical reruns, interruptions, stored results."""

from dataclasses import dataclass

import pytest
import torch

from course_utils.experiments import (
    GermanText,
    NameSymbol,
    NextCharacter,
    Recipe,
    Results,
    Roles,
    Symbols,
    WhoBitesWhom,
    encode,
    run,
    train,
)
from course_utils.experiments.progress import CellLine
from course_utils.experiments.reference import REFERENCE, run_reference
from course_utils.experiments.results import plain
from course_utils.experiments.running import empty_results
from course_utils.experiments.tasks import AGENT, PATIENT, WORDS
from course_utils.experiments.text import alphabet, encoded, german_text
from course_utils.experiments.training import IGNORED
from course_utils.models import Transformer
from course_utils.positions.methods import Sizes

BRIEF = Roles(Recipe(steps=3))


def dice(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_sentences_come_with_their_mirror_images():
    tokens, targets = WhoBitesWhom(batch=8).sentences(2, dice())
    for one, other in zip(tokens[:4], tokens[4:], strict=True):
        words, mirrored = ([WORDS[i] for i in row] for row in (one, other))
        assert words[2::3] == mirrored[2::3] == ["the", "the"]
        assert (words[3], words[6]) == (mirrored[6], mirrored[3])
        assert words[3] != words[6]
    assert targets[:, [3, 6]].tolist() == [[AGENT, PATIENT]] * 8
    assert (targets == IGNORED).sum() == 8 * 5


def test_without_positions_exactly_half_is_right():
    results = run(BRIEF, ["none"], seeds=2, progress=False)
    assert results.numbers("none").tolist() == [[0.5] * 4] * 2


def test_without_positions_attention_maps_are_the_same_up_to_the_order():
    model = BRIEF.trained("none")
    order = [3, 4, 2, 0, 1]
    one, other = encode("the dog bites the man"), encode("the man bites the dog")
    assert torch.equal(one[:, order], other)
    for mine, moved in zip(
        model.attention_weights(one), model.attention_weights(other), strict=True
    ):
        torch.testing.assert_close(mine[:, :, order][..., order], moved, atol=1e-6, rtol=0)


def test_who_bites_whom_is_learned_and_an_absolute_table_inverts_it():
    roles = Roles.quick()
    model = roles.trained("learned")
    assert roles.accuracy(model, 1) > 0.98
    assert roles.accuracy(model, 4) < 0.45
    first, _ = roles.called_agent(model, 4)
    assert first < 0.4  # position 5 held nothing but patients in training


def test_unknown_words_are_named():
    with pytest.raises(ValueError, match="unknown words \\['eats'\\]"):
        encode("the dog eats the man")


def test_symbols_are_asked_for_where_they_stand():
    tokens, targets = Symbols(place=2, batch=4).sentences(6, dice())
    assert (targets == tokens[:, 2:3]).all()
    with pytest.raises(ValueError, match="needs more than 12"):
        Symbols(place=12).sentences(12, dice())


def test_the_text_is_german_and_split_without_overlap():
    assert len(german_text()) > 300_000
    assert set("äöüß") <= set(alphabet())
    text, n_training = GermanText(batch=64), len(encoded()) * 9 // 10
    tokens, following = text.training(10, dice())
    assert torch.equal(tokens[:, 1:], following[:, :-1])
    tested, _ = text.validation(20, 30)
    assert torch.equal(tested[0], encoded()[n_training : n_training + 20])
    with pytest.raises(ValueError, match="limit must be between 1"):
        GermanText(limit=len(encoded()))


def test_reruns_agree_bit_by_bit_whatever_the_threads():
    before, numbers = torch.get_num_threads(), []
    for threads in (1, 2):
        torch.set_num_threads(threads)
        torch.manual_seed(threads)  # what went on before must not matter either
        model = BRIEF.trained("Shaw", seed=5)
        numbers.append(torch.cat([one.flatten() for one in model.parameters()]))
        assert torch.get_num_threads() == threads
    torch.set_num_threads(before)
    assert torch.equal(*numbers)


def test_training_leaves_the_learners_random_numbers_alone():
    torch.manual_seed(1)
    expected = torch.rand(3)
    torch.manual_seed(1)
    BRIEF.trained("none")
    assert torch.equal(torch.rand(3), expected)


def test_the_rate_warms_up_and_falls_to_a_tenth():
    recipe = Recipe(steps=1000, learning_rate=2.0, warm_up=100)
    rates = [recipe.rate(step) for step in range(1000)]
    assert rates[0] == pytest.approx(0.02)
    assert max(rates) == pytest.approx(2.0, rel=0.05)
    assert rates[-1] == pytest.approx(0.2)
    with pytest.raises(ValueError, match="positive"):
        Recipe(steps=0)


def test_rows_that_no_sentence_reaches_stay_where_they_were():
    experiment = NextCharacter(Recipe(steps=4), GermanText(batch=2), length=8, n_windows=2)
    torch.manual_seed(0)
    model = experiment.build("learned")
    first = model.position.table.detach().clone()
    losses = train(model, experiment.batches, experiment.recipe)
    moved = (model.position.table != first).any(-1)
    assert moved.tolist() == [True] * 8 + [False] * 56
    assert len(losses) == 4
    assert experiment.loss_by_position(model).shape == (64,)


@dataclass(frozen=True)
class Impatient(Roles):
    """Somebody presses the button while seed 1 of the second method is measured."""

    def scores(self, model: Transformer) -> list[float]:
        calls.append(1)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return [0.0] * 4


calls: list[int] = []


def test_an_interruption_keeps_what_was_finished(tmp_path):
    calls.clear()
    file = tmp_path / "kept.json"
    names = ["none", "learned"]
    results = run(Impatient(Recipe(2)), names, keep=lambda table: table.save(file), progress=False)
    assert {name: list(seeds) for name, seeds in results.runs.items()} == {
        "none": [0, 1],
        "learned": [0],
    }
    assert Results.load(file).runs == results.runs
    assert "none" in str(results)


def test_errors_are_not_swallowed_with_interruptions():
    def broken(sizes: Sizes) -> None:
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        run(BRIEF, {"broken": (broken, {})}, progress=False)


def test_a_method_without_a_name_in_the_experiment_has_its_own():
    assert "ALiBi symmetric" not in BRIEF.methods
    assert BRIEF.variant("ALiBi symmetric") == ("ALiBi symmetric", {})


def test_an_unknown_method_is_named_before_anything_is_trained():
    with pytest.raises(ValueError, match=r"no method is called 'Rope'; there are 'none'.*'RoPE'"):
        run(BRIEF, ["none", "Rope"], progress=False)


def test_results_survive_json(tmp_path):
    results = run(BRIEF, ["none", "Shaw"], seeds=2, progress=False)
    results.save(tmp_path / "one.json")
    again = Results.load(tmp_path / "one.json")
    assert str(again) == str(results)
    assert list(again.runs["Shaw"]) == [0, 1]
    assert {"date", "python", "torch", "numpy"} <= set(again.made)
    assert again.settings["recipe"]["steps"] == 3
    again.save(tmp_path / "two.json")
    assert (tmp_path / "two.json").read_bytes() == (tmp_path / "one.json").read_bytes()


def test_results_refuse_what_does_not_fit():
    table = Results("Demo", "accuracy", "length", ["1x"])
    with pytest.raises(ValueError, match="one number for each"):
        table.add("mine", 0, [1.0, 2.0])
    with pytest.raises(ValueError, match="no run of 'mine'"):
        table.mean("mine")
    with pytest.raises(ValueError, match="no results at 'nowhere'; stored are"):
        Results.load("nowhere")


def test_results_draw_themselves(monkeypatch):
    shown = []
    monkeypatch.setattr(
        "course_utils.experiments.pictures.show", lambda figure, alt: shown.append((figure, alt))
    )
    table = Results("Demo", "accuracy", "length", ["1x", "2x"], chance=0.5)
    for seed in range(3):
        table.add("mine", seed, [1.0, 0.5 + seed / 10])
    table.plot()
    figure, alt = shown[0]
    assert "accuracy by length (1x; 2x) for mine" in alt
    heights = figure.axes[0].containers[0].lines[0].get_ydata()
    assert heights.tolist() == pytest.approx([1.0, 0.6])


def test_the_bar_clears_its_line(monkeypatch):
    updates = []

    class Handle:
        def update(self, data: dict[str, str], raw: bool) -> None:
            updates.append(data)

    monkeypatch.setattr("IPython.display.display", lambda *_, **__: Handle())
    line = CellLine()
    line.write("\rtraining: 10 %")
    line.write("\r              \r")
    assert updates == [{"text/plain": "training: 10 %"}, {}]


def test_an_unknown_reference_run_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"no reference run \['rolls'\]; there are roles"):
        run_reference(["rolls"], into=tmp_path)


@pytest.mark.parametrize("name", list(REFERENCE))
def test_stored_runs_belong_to_todays_designs(name):
    make, methods = REFERENCE[name]
    stored, experiment = Results.load(name), make()
    assert stored.conditions == experiment.conditions
    assert list(stored.runs) == list(methods or experiment.methods)
    assert len({tuple(seeds) for seeds in stored.runs.values()}) == 1
    assert plain(stored.settings) == plain(empty_results(experiment).settings)


def test_symbol_designs_test_at_new_positions_only():
    experiment = NameSymbol(Recipe(1), Symbols(back=3), length=5, n_tests=4)

    class Knows(torch.nn.Module):
        def forward(self, tokens: torch.Tensor) -> torch.Tensor:
            answer = torch.nn.functional.one_hot(tokens.roll(3, -1), 16).float()
            answer[:, :5] = 0.0
            return answer

    assert experiment.measured(Knows())[1:] == [1.0, 1.0]


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path):
    file = tmp_path / "some.json"
    whole = run(BRIEF, ["none", "RoPE"], seeds=2, progress=False)
    run(BRIEF, ["none", "RoPE"], seeds=1, progress=False).save(file)
    resumed = run(BRIEF, ["none", "RoPE"], seeds=2, so_far=Results.load(file), progress=False)
    assert str(resumed) == str(whole)
    with pytest.raises(ValueError, match="so_far was made with"):
        run(Roles(Recipe(steps=4)), ["none"], so_far=resumed, progress=False)
