# %% [markdown]
# # 7 · Homework experiments
#
# Six notebooks of formulas. Do they matter once a model is trained? The lecture ends with three
# tasks, and this notebook turns each into an experiment: a prediction, code of yours, a training
# run on your own computer, and an answer in words.
#
# **You will be able to**
# - show what an encoder without positions cannot learn, and what a position table learns instead,
# - measure how a model behaves beyond its trained length, with seeds and an uncertainty,
# - put Shaw's relative term into the logits of a working Transformer,
# - say which tasks want distances, which want places, and why.
#
# **Time:** about three hours, 56 minutes of them for the seven exercises. **Builds on:** all
# notebooks, above all [06](06_learned_vs_relative.ipynb).
#
# **To be handed in.** 30 points: 18 for code, 12 for three answers in words.
#
# | part | code | words |
# |---|---|---|
# | 1 · Same tokens, two orders | 07.1 (2), 07.2 (3), 07.3 (1) | 4 |
# | 2 · Sinusoidal against learned, short against long | 07.4 (4), 07.5 (2) | 4 |
# | 3 · A relative term, and two mirror tasks | 07.6 (4), 07.7 (2) | 4 |
#
# The green “right” under an exercise is no mark: whoever grades uses further, fresh inputs.
#
# **Terms and symbols:** [glossary](../docs/glossary.md), [notation](../docs/notation.md).

# %% id="setup"
import numpy as np
import torch
from torch import nn

from course_utils import check, hint, plots, plots_homework, predict, show, show_progress
from course_utils import experiments as lab
from course_utils.attention import softmax
from course_utils.experiments.progress import Bar
from course_utils.experiments.running import empty_results
from course_utils.homework import BACK, BASE, CLIP, MORE_FILLERS, MOST_FILLERS, PLACE, SENTENCES
from course_utils.positions import sinusoidal_encoding
from course_utils.positions.methods import PositionMethod

torch.set_num_threads(1)  # sums in another order round differently

# %% [markdown]
# The homework's constants stand in one file, `course_utils/homework.py`, and your teacher may have
# changed them. Write your code with their names, not with their numbers.

# %%
print(f"sentences: {SENTENCES[0]} / {SENTENCES[1]}")
print(f"BASE = {BASE:g}, MOST_FILLERS = {MOST_FILLERS}, MORE_FILLERS = {MORE_FILLERS}")
print(f"CLIP = {CLIP}, BACK = {BACK}, PLACE = {PLACE}")

# %% [markdown]
# All trainings below together take a minute or two. `FULL = True` gives the thorough runs (longer
# trainings, five seeds: some ten minutes). Press ■ to stop a training; what is finished is kept.
# Beside your quick run you see a stored one, thorough and with all methods: `make experiments`
# made it, with the constants as shipped.

# %%
FULL = False

# %% [markdown] tags=["teacher"]
# **Class plan (45 minutes, planned), a week before hand-in.** Run part 1's maps together 8 ·
# predict 07.A, then train and let the class find the cause 12 · loss by position, exercise 07.4 on
# the board 8 · the derivation of part 3 10 · who hands in what, and how it is graded 7.
#
# *Ask first:* “Your model is at 100 %. What has it learned?” Come back to the question after the
# table with more fillers.
#
# *To change the homework,* edit `course_utils/homework.py`, then `make build`. Grading:
# `course grade SUBMISSIONS --out MARKS`, and `course read MARKS` for the answers in words.

# %% [markdown]
# ## Part 1 · Same tokens, two orders
#
# The lecture's task: take two sentences with identical tokens in different orders, and look at an
# encoder's attention weights with positional encodings, without, and with random ones.
#
# Der Hund beißt den Mann, or der Mann beißt den Hund. German articles mark the roles, and still
# both sentences hold the same five tokens: *which* noun the *den* belongs to is again a matter of
# order. First find out which word went where.
#
# ### Exercise 07.1 · which word went where
# *2 points · difficulty ●○○ · 6 minutes*
#
# Write `word_order(first, second)`: for each word of the second sentence, its place in the first,
# such that `x[order]` turns the first sentence's rows into the second's. Words are what `split()`
# gives, upper and lower case differ, and equal words keep their order.


# %% exercise="07.1"
def word_order(first, second):
    """Return the places (n_words,) in `first` from which the words of `second` come."""
    ### BEGIN SOLUTION
    words, order = first.split(), []
    for word in second.split():
        places = [k for k, one in enumerate(words) if one == word and k not in order]
        order.append(places[0])
    return np.array(order)
    ### END SOLUTION


# %% check="07.1" points=2
word_order = check("07.1", word_order)

# %% tags=["live"]
first, second = SENTENCES
order = word_order(first, second)
print("order:", order)
print("it makes the second sentence:", " ".join(np.array(first.split())[order]) == second)

# %% [markdown]
# ### Exercise 07.2 · how much of the attention changed
# *3 points · difficulty ●●○ · 8 minutes*
#
# If only the words had moved, the second map would be the first with rows and columns reordered.
# So reorder the first map (`weights`), compare it with the second (`other`), and return what share
# of its attention a query gives to other words than before: for one row, half the sum of the
# absolute differences; then the mean over all rows of all heads. 0 says that nothing but the
# places changed, 1 that no query looks at anything that it looked at before.


# %% exercise="07.2"
def map_change(weights, other, order):
    """Return the mean share of attention moved; weights and other are (..., n, n)."""
    ### BEGIN SOLUTION
    moved = weights[..., order, :][..., order]
    gone_elsewhere = np.abs(other - moved).sum(axis=-1) / 2  # (..., n_queries)
    return gone_elsewhere.mean()
    ### END SOLUTION


# %% check="07.2" points=3
map_change = check("07.2", map_change)

# %% [markdown] tags=["teacher"]
# *Where classes go wrong:* 07.1 the other way round (fine for two swapped words, since that order
# is its own inverse: let them try a cycle of three); 07.2 rows without columns.

# %% [markdown]
# Now the block: random word vectors, four heads, nothing trained. What is exactly zero here is zero
# for every model.

# %%
rng = np.random.default_rng(7)
n_words, d_model, d_head = len(first.split()), 32, 8
word_vector = {word: rng.normal(size=d_model) for word in first.split()}
w_query, w_key = rng.normal(size=(2, 4, d_model, d_head)) / np.sqrt(d_model)


def encoder_weights(sentence, positions):
    """Return the attention weights (n_heads, n, n) of a sentence's words plus positions (n, d)."""
    x = np.stack([word_vector[word] for word in sentence.split()]) + positions
    query, key = x @ w_query, x @ w_key  # (n_heads, n_words, d_head)
    return softmax(query @ key.swapaxes(-1, -2) / np.sqrt(d_head))


# %%
positions = {
    "no positions": np.zeros((n_words, d_model)),
    "sinusoidal": sinusoidal_encoding(n_words, d_model, base=BASE),
    "random": np.sqrt(0.5) * rng.normal(size=(n_words, d_model)),
}
maps = {
    name: [encoder_weights(sentence, added) for sentence in SENTENCES]
    for name, added in positions.items()
}
for name, (weights, other) in maps.items():
    print(f"{name:13} share of the attention that changed: {map_change(weights, other, order):.3f}")

# %%
fig = plots_homework.draw_maps(
    {name: [m[0] for m in pair] for name, pair in maps.items()}, SENTENCES
)
show(
    fig,
    alt="Attention of one head for both sentences, without positions, with sinusoidal and with "
    "random ones. Without, the second map holds the 25 numbers of the first, moved; with either "
    "kind of positions, other numbers.",
)

# %% [markdown]
# Without positions the share is exactly zero: the map moved with its words, as notebook 01 proved.
# With positions it is not, and *random vectors do as well as sines and cosines*. To see order at
# all, it is enough that the places differ. What structure is good for must show elsewhere.

# %% [markdown]
# ### Train it: who bites whom
#
# An encoder (2 layers, 4 heads, 32 dimensions) reads sentences like “the dog bites the man”, with
# up to `MOST_FILLERS` random words in front, and says of both nouns whether they are agent or
# patient. Every sentence comes with its mirror image. Then it reads sentences with more words in
# front than it ever saw in training.

# %%
dice = torch.Generator().manual_seed(1)
tokens, targets = lab.WhoBitesWhom(batch=4).sentences(n_fillers=1, dice=dice)
plots_homework.print_sentences(tokens, targets)

# %% [markdown]
# Two functions for all trainings of this notebook: every method with every seed, then a table of
# what was measured. A seed decides the first weights and the batches; its number is kept, so that
# seed 0 of one method can be compared with seed 0 of another.


# %%
def train_all(experiment, variants, n_seeds):
    """Train every method with every seed; return the models by (name, seed)."""
    models = {}
    with Bar(n_seeds * len(variants) * experiment.recipe.steps) as bar:
        for seed in range(n_seeds):
            for name, variant in variants.items():
                bar.says(f"{name}, seed {seed}")
                models[name, seed] = experiment.trained(variant, seed, bar.tick)
    return models


def measure(experiment, models):
    """Return a table of what each model scores."""
    table = empty_results(experiment)
    for (name, seed), model in models.items():
        table.add(name, seed, experiment.measured(model))
    return table


# %% id="predict-a"
predict("07.A")

# %% id="train-roles" tags=["nbval-ignore-output"]
roles = lab.Roles(lab.Recipe(steps=400 if FULL else 200), MOST_FILLERS, (MORE_FILLERS, 8, 32))
names = ["none", "sinusoidal", "learned", "random fixed", "Shaw, keys only"]
readers = train_all(roles, {name: roles.variant(name) for name in names}, 5 if FULL else 2)
role_results = measure(roles, readers)
print(role_results)

# %% [markdown]
# Trained numbers differ a little from machine to machine, so the text relies only on what must
# hold everywhere, and says it in a cell of its own:

# %%
trained = {name: role_results.mean(name)[0] for name in names}
more = {name: role_results.mean(name)[1] for name in names}

assert np.allclose(role_results.numbers("none"), 0.5, atol=0.01)
assert min(trained[name] for name in names[1:]) > 0.95
assert max(more["learned"], more["random fixed"]) < 0.6
assert more["Shaw, keys only"] > 0.9
print("without positions 50 %; with any, above 95 % where trained; with more fillers only")
print("the relative method stays above 90 %, and the tables fall below 60 %")

# %% [markdown]
# The stored run, with all methods (mean ± standard deviation over the seeds):

# %%
lab.Results.load("roles")

# %% [markdown]
# ### Why exactly 50 %
#
# Not “about”: look at the row without positions. Its spread is zero. You have all you need to prove
# it (notebook 01's theorem, and the fact that each sentence comes with its mirror image); the proof
# is part of your first answer in words.
#
# ### Why less than 50 %
#
# With `MORE_FILLERS` words in front, models with a table at their input do *worse* than a coin.
# Whoever guesses gets half. To be wrong more often than that, one must know something. What?
#
# Write down where the nouns stood in training. With $n$ words in front, “the N V the N” begins at
# place $n$: the first noun, the agent, stands at place $n + 1$, the second, the patient, at $n + 4$
# (places count from 0).
#
# ### Exercise 07.3 · where roles must turn round
# *1 point · difficulty ●●○ · 6 minutes*
#
# Suppose the model goes by places: a noun is what nouns at that place were in training. For which
# numbers of words in front does the first noun then stand at a place where in training only
# patients stood? Write them down as a list, before you run on.

# %% exercise="07.3"
### BEGIN SOLUTION: inversions = ...
inversions = [3, 4, 5]
### END SOLUTION

# %% check="07.3" points=1
inversions = check("07.3", inversions)

# %% [markdown]
# Now ask a trained model, for every number of words in front: how often is the first noun called
# the agent, and how often the second?

# %% id="ask-table" tags=["nbval-ignore-output"]
with_table = readers["learned", 0]
called = np.array([roles.called_agent(with_table, n) for n in range(10)])  # (n_fillers, noun)
fig = plots_homework.draw_called_agent(called, MOST_FILLERS, inversions)
show(
    fig,
    alt="Share of sentences in which the first and the second noun are called the agent, by the "
    "number of words in front. Shaded: the trained numbers. Dotted: the ones you expected to turn.",
)

# %%
print("trained: first noun agent, second not:", (called[: MOST_FILLERS + 1] @ [1, -1] > 0.95).all())
print("expected to turn: first noun never agent:", (called[inversions, 0] < 0.05).all())

# %% [markdown]
# For the numbers that the places predict, the first noun turns round in nearly every sentence.
# (With more still, it stands at places never seen, and the theory says nothing.) About the second
# noun the theory says nothing even for these numbers, because it stands where no noun has ever
# stood; each seed does something else with it. That is why the accuracy with `MORE_FILLERS` words
# in front lies somewhere between 0 and 50 %.
#
# A correlation is no cause. To test a cause, change it and nothing else. Leave the sentence as it
# is, and give the first noun the table row of *another place*:


# %%
def agent_share_at(row, n_fillers=MORE_FILLERS):
    """Return how often the first noun is called agent when it wears another place's row."""
    tokens, _ = lab.WhoBitesWhom(batch=256).sentences(n_fillers, torch.Generator().manual_seed(9))
    table = with_table.position.table
    with torch.no_grad():
        x = with_table.embedding(tokens)  # (batch, n_positions, d_model)
        x[:, n_fillers + 1] += table[row] - table[n_fillers + 1]
        logits, _ = with_table.read(x)
    return (logits[:, n_fillers + 1].argmax(-1) == 0).double().mean().item()


# %%
for row in range(1, 2 * MOST_FILLERS + 3):
    share = agent_share_at(row)
    called_what = {True: "agent", False: "patient"}[share > 0.5]
    sure = min(share, 1 - share) < 0.05
    print(f"row of place {row}: {called_what} {'in nearly every sentence' if sure else ''}")

# %% [markdown]
# One row of the table decides. The words around the noun did not change, the order of the two
# nouns did not change, and the answer did.
#
# Would more variety in training help? The stored run below was trained with 0 to 8 words in front.
# Now places 4 to 9 have held agents *and* patients, so a rule by places cannot get them right; the
# model must have learned something that looks at both nouns. Places 10 to 12, though, have held
# only patients.

# %%
lab.Results.load("roles_more_fillers")

# %% [markdown]
# At 10 words in front the first noun stands at place 11. The tables are wrong in nearly every
# sentence, about both nouns: the rule by places survived at the edge, and the second noun now gets
# the role that is left over. Beyond, at 14 and 32, both nouns stand at places never seen.
#
# One more line is worth a look. Shaw's method *with* its value vectors $a^V$ loses its way far
# beyond what was trained (first table, last columns), and without them it does not. A likely
# reason, open to your own test: the value term adds up vectors of clipped distances over all keys.
# So it can count how many keys lie beyond the clip on each side, and such a count tells how far
# away the beginning is. “Relative” is what a method offers; what a model makes of it is another
# question.

# %% [markdown] id="question-w1"
# ### Answer in words 1
# *4 points · about 150 words*
#
# (a) Prove that an encoder without positions is right in exactly 50 % here, whatever its weights.
# (b) With more words in front than in training, the models with a table are worse than a coin. Say
# what they have learned instead of order, and which of the experiments above shows that it is the
# cause. (c) The model was at 100 % on sentences like those it was trained on. What follows for
# somebody who tests a model?
#
# Double-click the empty cell below and write.

# %% [markdown] written="07.w1" points=4
# (a) Take a sentence and its mirror image. They hold the same tokens, so one is a permutation of
# the other, and without positions an encoder is equivariant: each noun gets the same output vector
# in both, and therefore the same label. It is the agent in one of the two and the patient in the
# other, so of its two labels exactly one is right. This holds for every noun of every pair,
# whatever the weights: 50 %.
#
# (b) They have learned which role nouns have at which place: agents stood at places 1 to 3,
# patients at 4 to 6. With 4 words in front the agent stands at 5 and is called a patient. The cause
# is shown by the transplanted row: with the same sentence, exchanging only the position row of that
# one noun turns its label. The curve over the number of fillers alone would be a correlation.
#
# (c) A score on data like the training data does not say what was learned: a rule by places and
# a rule by order agree there. One has to test where the rules that could have been learned
# disagree, here with shifted sentences.

# %% [markdown]
# ## Part 2 · Sinusoidal against learned, short against long
#
# The lecture's task: replace the sinusoidal encoding by learned position vectors in a small
# Transformer, train both on limited data, and compare the validation error, and the behaviour on
# inputs longer than in training.
#
# The data are real: about 320,000 characters of the German Debian Administrator's Handbook (CC BY-SA),
# of which we allow 30,000 for training. A causal model (2 layers, 64 dimensions) reads windows of
# $L = 32$ characters and predicts, at each place, the next one. It is tested on text that it has
# never seen, in windows of $8L$.

# %%
text = lab.GermanText(batch=32 if FULL else 16, limit=30_000)
recipe = lab.Recipe(steps=800) if FULL else lab.Recipe(steps=300, learning_rate=0.01)
reading = lab.NextCharacter(recipe, text, n_windows=128 if FULL else 96)
L = reading.length
print("trained on", L, "characters, tested on", 8 * L)

# %% [markdown]
# ### Exercise 07.4 · loss by position
# *4 points · difficulty ●●○ · 10 minutes*
#
# One mean loss would hide what we want to see. Write `loss_by_position(logits, targets)` in NumPy:
# at each position the mean over the windows of $-\ln p$(the character that came), in nats. It must
# survive logits of any size.


# %% exercise="07.4"
def loss_by_position(logits, targets):
    """Return the loss (n_positions,) in nats.

    logits are (n_windows, n_positions, n_characters), targets (n_windows, n_positions) integers.
    """
    ### BEGIN SOLUTION
    shifted = logits - logits.max(axis=-1, keepdims=True)
    total = np.exp(shifted).sum(axis=-1, keepdims=True)
    log_probability = shifted - np.log(total)  # (n_windows, n_positions, n_characters)
    wanted = np.take_along_axis(log_probability, targets[..., None], axis=-1)[..., 0]
    return -wanted.mean(axis=0)
    ### END SOLUTION


# %% check="07.4" points=4
loss_by_position = check("07.4", loss_by_position)

# %% [markdown]
# Three contestants: the sinusoidal encoding, and a learned table twice. BERT fills its table with
# random numbers of standard deviation 0.02 before training. That is a choice, so we try
# another one beside it: 0.7, the size of a sine's entries (the root mean square of a sine is
# $\sqrt{1/2} \approx 0.7$).

# %% id="predict-b"
predict("07.B")

# %% id="train-text" tags=["nbval-ignore-output"]
tables = ["sinusoidal", "learned, sd 0.02", "learned, sd 0.7"]
n_seeds = 5 if FULL else 3
models = train_all(reading, {tables[0]: reading.variant(tables[0])}, n_seeds)

# %% id="train-text-quiet" tags=["nbval-ignore-output"]
models |= train_all(reading, {tables[1]: reading.variant(tables[1])}, n_seeds)

# %% id="train-text-loud" tags=["nbval-ignore-output"]
models |= train_all(reading, {tables[2]: reading.variant(tables[2])}, n_seeds)

# %%
val_tokens, val_targets = text.validation(8 * L, reading.n_windows)


def validation_loss(model):
    """Return a model's loss by position (8 L,) on the validation text."""
    with torch.no_grad():
        logits = torch.cat([model(part) for part in val_tokens.split(16)])
    return np.asarray(loss_by_position(logits.numpy(), val_targets.numpy()))


curves = {
    name: np.stack([validation_loss(models[name, seed]) for seed in range(n_seeds)])
    for name in tables
}  # each (n_seeds, 8 L)

# %% id="plot-text" tags=["nbval-ignore-output"]
fig = plots_homework.draw_loss_curves(curves, L)
show(
    fig,
    alt="Validation loss in nats by position in the window, from 0 to 8 L, for the sinusoidal "
    "encoding and two learned tables. Thin: the mean over the seeds. Points: means over 8 "
    "positions with the spread over the seeds. A dashed line marks the trained length L.",
)

# %% [markdown]
# The zigzag of the thin lines is the text: the same letters stand at a position for all models, some
# easier to guess than others. Therefore the points, each a mean over 8 positions. The step at $L$
# is no letter's fault.
#
# ### Within the trained length
#
# The lecture says that learned embeddings are often better inside the trained lengths. Is the
# difference that you see more than chance? Another seed would have given other numbers. How much
# other ones?
#
# ### Exercise 07.5 · a difference and its uncertainty
# *2 points · difficulty ●●○ · 6 minutes*
#
# `losses` and `others` hold one number a seed. With the same seed both models saw the same batches,
# so compare seed by seed. Return the mean difference and its standard error (the standard
# deviation of the differences, divided by $\sqrt n$).


# %% exercise="07.5"
def mean_difference(losses, others):
    """Return the mean of losses - others (n_seeds,), and its standard error."""
    ### BEGIN SOLUTION
    difference = np.asarray(losses) - np.asarray(others)  # (n_seeds,)
    spread = difference.std(ddof=1)
    return difference.mean(), spread / np.sqrt(len(difference))
    ### END SOLUTION


# %% check="07.5" points=2
mean_difference = check("07.5", mean_difference)

# %% id="compare" tags=["nbval-ignore-output"]
within = {name: curves[name][:, :L].mean(axis=1) for name in tables}  # (n_seeds,)
beyond = {name: curves[name][:, L:].mean(axis=1) for name in tables}
for name in tables[1:]:
    difference, error = mean_difference(within[name], within["sinusoidal"])
    print(f"{name} minus sinusoidal, within L: {difference:+.3f} ± {error:.3f} nats")
for name in tables:
    difference, error = mean_difference(beyond[name], within[name])
    print(f"{name}: beyond L minus within L: {difference:+.3f} ± {error:.3f} nats")

# %%
gap = {name: mean_difference(within[name], within["sinusoidal"])[0] for name in tables[1:]}
rise = {name: mean_difference(beyond[name], within[name])[0] for name in tables}

assert gap["learned, sd 0.02"] > gap["learned, sd 0.7"] + 0.03
assert gap["learned, sd 0.7"] > -0.05
assert min(rise["sinusoidal"], rise["learned, sd 0.7"]) > 0.2
assert rise["learned, sd 0.02"] < rise["learned, sd 0.7"] - 0.1
print("within L: a table that starts at 0.02 is behind the one that starts at 0.7, and after so")
print("short a training neither is ahead of the sinusoidal encoding by more than 0.05 nats")
print("beyond L: the sinusoidal model gets worse, too")

# %% [markdown]
# The stored runs: first with the 30,000 characters of this experiment, then with all of the
# training part and with all methods.

# %%
lab.Results.load("next_character_little_data")

# %%
stored = lab.Results.load("next_character")
stored.plot()
print(stored)

# %% [markdown]
# > **Check the lecture.** Documents A, D and E say that sinusoidal encodings generalise to longer
# > sequences. The *table* does: its formula has a row for every position. The *model* on top of it
# > does not, in your run as in the stored one: what comes in beyond $L$ are vectors that it has
# > never seen, and its loss rises at once. The hope of 2017 that notebook 06 quoted is not borne
# > out, as Press et al. 2021 had measured. What does extrapolate: methods that see only distances,
# > and among them those that treat all far distances alike (Shaw with a small clip) or fade with
# > distance (ALiBi).

# %%
names = ("sinusoidal", "learned, sd 0.7", "RoPE", "ALiBi", "Shaw, k=16")
for name in names:
    _, end, *longer = stored.mean(name)  # ½–1 L, then 1–2 L, 2–4 L, 4–8 L
    print(f"{name:15}  loss at 4–8 L minus loss at ½–1 L: {longer[-1] - end:+.2f} nats")

# %% [markdown]
# > **Check the lecture.** Document D says that learned embeddings are often better inside the
# > trained lengths; Vaswani et al. 2017 (Table 3, row E) found nearly identical results. Here
# > neither is a rule. With all the data the sinusoidal encoding is ahead of both tables by about a
# > tenth of a nat. With 30,000 characters and a long training the table that began at 0.7 is a
# > little ahead, and the one that began at 0.02 behind. In your short run the sinusoidal encoding
# > leads. How a table begins, a number that the lecture does not mention, can decide who wins.

# %%
little = lab.Results.load("next_character_little_data")
for data, table in (("30,000 characters", little), ("nearly ten times as many", stored)):
    rule = table.numbers("sinusoidal")[:, 0]  # 0–1 L, a number a seed
    for name in tables[1:]:
        learned = table.numbers(name)[:, 0]
        difference, error = mean_difference(learned, rule[: len(learned)])
        print(f"{data}, {name} minus sinusoidal: {difference:+.3f} ± {error:.3f} nats")

# %% [markdown]
# ### What the first scale does
#
# Look into the tables. How long is each row before and after training?

# %% id="plot-rows" tags=["nbval-ignore-output"]
lengths = {name: models[name, 0].position.table.detach().norm(dim=1).numpy() for name in tables[1:]}
fig = plots_homework.draw_row_lengths(lengths, L)
show(
    fig,
    alt="Length of each row of two learned tables after training, by position, on a logarithmic "
    "axis. A dashed line marks the trained length L; beyond it rows have their first lengths.",
)


# %%
def fresh_table(name, seed=0):
    """Return the table (8 L, d_model) as it was before training with that seed."""
    kind, options = reading.variant(name)
    with lab.reproducible(seed):
        return reading.build(kind, **options).position.table.detach()


for name in tables[1:]:
    table, fresh = models[name, 0].position.table.detach(), fresh_table(name)
    print(f"{name}: rows beyond L unchanged: {torch.equal(table[L:], fresh[L:])}")
    print(f"{name}: some row within L unchanged: {(table[:L] == fresh[:L]).all(1).any().item()}")

# %% [markdown]
# The rows that no window reached are bit for bit what they were. With standard deviation 0.02 they
# are nearly zero: beyond $L$ that model reads text *without* positions, which is bad but not
# nonsense. With 0.7 they are loud noise of the same size as the real rows. Is that the cause of the
# difference? Again, change it and nothing else: set the rows beyond $L$ to zero.

# %% id="silence" tags=["nbval-ignore-output"]
silenced = {name: [] for name in tables[1:]}
for (name, _), model in models.items():
    if name in silenced:
        kept = model.position.table.detach().clone()
        with torch.no_grad():
            model.position.table[L:] = 0
            silenced[name].append(validation_loss(model)[L:].mean())
            model.position.table.copy_(kept)
for name, losses in silenced.items():
    print(f"{name}: beyond L {beyond[name].mean():.2f}, silenced {np.mean(losses):.2f} nats")

# %%
gained = {name: beyond[name].mean() - np.mean(losses) for name, losses in silenced.items()}
assert gained["learned, sd 0.7"] > 0.05
assert abs(gained["learned, sd 0.02"]) < 0.02
print("silencing helps the table that started loud, and changes nothing for the other")

# %% [markdown] id="question-w2"
# ### Answer in words 2
# *4 points · about 150 words*
#
# (a) Within the trained length: which of the three is ahead in your run, and is the difference more
# than chance? Give numbers with their uncertainty. Say where you agree with the lecture and where
# not. (b) Beyond the trained length: why does the sinusoidal *model* get worse although the table
# goes on? Which methods of the stored table do not, and what do they have in common? (c) What does
# the first scale of a learned table have to do with both?

# %% [markdown] written="07.w2" points=4
# (a) The sinusoidal encoding has the lowest loss within L. In my run the table that starts at 0.7 is
# behind by 0.04 ± 0.01 nats and the one that starts at 0.02 by 0.17 ± 0.01: several standard errors
# each. So “learned is often better inside” is not what I find. The stored runs say that it depends:
# trained longer on the same text, the table that starts at 0.7 draws level, and with nine times
# the text the sinusoidal encoding leads both by 0.1. I can only claim what holds for one recipe.
#
# (b) The first layers were trained on the vectors of positions 0 to L − 1 only. Row L + 5 has a
# formula, but a word plus that row is an input that no layer has met. Shaw with a clip below L, and
# ALiBi, stay level: they use distances only, and every distance beyond the clip (or far down the
# slope) is treated like distances that were trained.
#
# (c) Within L a table that starts near zero must first grow differences between positions before
# the heads can use them, so it is slower. Beyond L its rows are untouched: near zero with 0.02,
# which amounts to no positions, and loud noise with 0.7, which costs more; setting them to zero
# takes part of the rise away.

# %% [markdown]
# ## Part 3 · A relative term, and two mirror tasks
#
# The lecture's task: read Shaw et al. 2018, explain how an explicit relative term gets into the
# attention logits, and consider for which tasks distances make more sense than indices.
#
# ### The derivation
#
# Add positions at the input, $x_i + p_i$, and the score $(x_i + p_i)^\top W (x_j + p_j)$ with
# $W = W_Q W_K^\top$ has four terms, three of them with positions, none of which is a function of
# $j - i$ unless training makes it one. Shaw et al. put the relation there by hand. Give the edge
# from $i$ to $j$ a vector $a^K_{ij}$, and let it be part of the key that $i$ sees when it looks at
# $j$ (their equation 4 and section 3.2; $k$ is the distance at which they clip):
#
# $$e_{ij} = \frac{q_i \cdot (k_j + a^K_{ij})}{\sqrt{d_k}}, \qquad a^K_{ij} =
# w^K_{\operatorname{clip}(j - i,\,-k,\,k)}.$$
#
# Multiply out (equation 5), and the logits are the old ones plus a *relative term*:
#
# $$e_{ij} = \frac{q_i \cdot k_j}{\sqrt{d_k}} + \frac{q_i \cdot a^K_{ij}}{\sqrt{d_k}}.$$
#
# The lecture writes the second term as a number $b_{ij}$. It is one for each pair, but it depends on
# the query: each head and each word may care about distances in its own way.
#
# ### Exercise 07.6 · Shaw's term for all heads
# *4 points · difficulty ●●● · 12 minutes*
#
# In notebook 06 you wrote the logits for one head. Now write the second term for all heads of a
# batch in PyTorch, so that it can be trained. `query` is (..., n, d_head), `key_vectors` is
# (2k + 1, d_head) with the vector of distance −k in row 0; the result is (..., n, n). The grader
# sends arrays, so begin with
#
# `query, key_vectors = torch.as_tensor(query), torch.as_tensor(key_vectors)`
#
# and stay with tensors from there: by way of NumPy no gradient comes back.


# %% exercise="07.6"
def relative_term(query, key_vectors):
    """Return q_i · a_ij / sqrt(d_head), (..., n, n), for query (..., n, d_head)."""
    ### BEGIN SOLUTION
    query, key_vectors = torch.as_tensor(query), torch.as_tensor(key_vectors)
    n_positions, d_head = query.shape[-2:]
    clip = len(key_vectors) // 2
    place = torch.arange(n_positions)
    distance = (place[None, :] - place[:, None]).clamp(-clip, clip)  # j - i
    met = query @ key_vectors.T / d_head**0.5  # (..., n_positions, 2 clip + 1)
    return met[..., place[:, None], distance + clip]
    ### END SOLUTION


# %% check="07.6" points=4
relative_term = check("07.6", relative_term)

# %% [markdown] tags=["teacher"]
# *Where classes go wrong:* i − j, and the table of all pairs. The table is right, and at n = 1024
# it costs about four times the time and three times the memory; worth showing on the board.

# %% [markdown]
# Plug it in. A position method of this course is a class that says where it acts; this one adds to
# the scores. `nn.Parameter` makes its vectors part of what is trained.


# %%
class MyShaw(PositionMethod):
    """Shaw's relative term in the logits, without the paper's value vectors."""

    one_per_layer = True

    def __init__(self, sizes, *, clip):
        super().__init__(sizes)
        first_values = torch.randn(2 * clip + 1, sizes.d_head) / sizes.d_head**0.5
        self.key_vectors = nn.Parameter(first_values)

    def bias(self, query):  # (batch, n_heads, n, d_head) -> (batch, n_heads, n, n)
        return relative_term(query, self.key_vectors)


# %% [markdown]
# ### Two mirror tasks
#
# Sentences of 24 random symbols out of 16; at each place one of them is to be named. In the first
# task it is the symbol `BACK` places earlier, $y_i = x_{i-b}$. In the second it is the symbol at
# one fixed place, $y_i = x_p$ with `PLACE` for $p$. One asks for a distance, the other for an
# index. Afterwards the sentences are 2 and 8 times as long, and only the new places count.

# %% id="train-mirror" tags=["nbval-ignore-output"]
recipe, n_tests = lab.Recipe(steps=500 if FULL else 200), 256 if FULL else 96
contestants = {"sinusoidal": ("sinusoidal", {}), "my Shaw": (MyShaw, {"clip": CLIP})}
tasks = {f"{BACK} back": lab.Symbols(back=BACK), f"at place {PLACE}": lab.Symbols(place=PLACE)}
mirror, namers = {}, {}
for says, task in tasks.items():
    naming = lab.NameSymbol(recipe, task, n_tests=n_tests)
    namers[says] = train_all(naming, contestants, 5 if FULL else 1)
    mirror[says] = measure(naming, namers[says])
    print(f"the symbol {says}", mirror[says], sep="\n", end="\n\n")

# %%
back, place = mirror.values()
assert (back.mean("my Shaw") > 0.95).all()
assert back.mean("sinusoidal")[0] > 0.95
assert (back.mean("sinusoidal")[1:] < 0.3).all()
assert (place.mean("my Shaw") < 0.4).all()
assert place.mean("sinusoidal")[0] > 0.95
print("so many back: your relative term is right at every length, sinusoidal only where trained")
print("at one place: your relative term cannot do it at any length, sinusoidal can")

# %% [markdown]
# The stored runs, with all methods; chance is 1/16 ≈ 0.06.

# %%
lab.Results.load("symbol_back")

# %%
lab.Results.load("symbol_place")

# %% [markdown]
# The learned tables name the symbol at the fixed place even among places whose rows were never
# trained. Is that a contradiction to part 2? No: every query asks for the same place, so only that
# place's row has to be right, and training has seen it. Strange rows elsewhere do no harm as long
# as nobody needs them.
#
# ### What a relative head does
#
# Does the trained model really look `BACK` places back? Take the mean weight that each head of
# each layer gives to each distance.

# %% id="look" tags=["nbval-ignore-output"]
looker = namers[f"{BACK} back"]["my Shaw", 0]
tokens, _ = lab.Symbols(batch=16).sentences(48, torch.Generator().manual_seed(2))
with torch.no_grad():
    layers = torch.stack(looker.attention_weights(tokens)).mean(dim=1)  # (2, n_heads, n, n)
by_distance = {
    delta: layers.diagonal(delta, -2, -1).mean(-1).flatten().numpy()  # all heads of both layers
    for delta in range(-CLIP - 2, CLIP + 3)
}
fig = plots_homework.draw_by_distance(by_distance)
show(
    fig,
    alt="Mean attention weight by distance j − i, from two beyond the clip on the left to two "
    "beyond it on the right; one row for each head of both layers of the trained model.",
)

# %%
mean_weight = {delta: weights.mean() for delta, weights in by_distance.items()}
favourite = max(mean_weight, key=mean_weight.get)
assert mean_weight.pop(favourite) > 3 * max(mean_weight.values())
print("the heads look most, by far, at distance", favourite)

# %% [markdown]
# Such a head can be written down without any training.
#
# ### Exercise 07.7 · vectors that look back
# *2 points · difficulty ●●○ · 8 minutes*
#
# All tokens have the same query $q$ (say, from a bias), and content does not matter. Write
# `looking_back(query, sharpness)`: the $2k+1$ vectors, with $k$ = `CLIP`, for which the relative
# term is `sharpness` at distance $j - i = -b$, with $b$ = `BACK`, and 0 at every other. Make the
# one vector that is not zero a multiple of the query.


# %% exercise="07.7"
def looking_back(query, sharpness):
    """Return key vectors (2 CLIP + 1, d_head) for a query (d_head,)."""
    ### BEGIN SOLUTION
    n_rows, d_head = 2 * CLIP + 1, len(query)
    key_vectors = np.zeros((n_rows, d_head))
    row = CLIP - BACK
    key_vectors[row] = sharpness * np.sqrt(d_head) * query / (query @ query)
    return key_vectors
    ### END SOLUTION


# %% check="07.7" points=2
looking_back = check("07.7", looking_back)

# %% id="predict-c"
predict("07.C")

# %%
query = np.random.default_rng(3).normal(size=16)
for sharpness in (5, 10):
    vectors = looking_back(query, sharpness)
    for n in (24, 192):
        scores = np.asarray(relative_term(np.tile(query, (n, 1)), vectors))  # (n, n)
        weight = softmax(scores)[n - 1, n - 1 - BACK]
        print(f"sharpness {sharpness:2}, {n:3} tokens: weight {weight:.3f} on the right one")

# %% [markdown]
# The scores know distances only, but the softmax knows how many keys there are: the weight is
# $e^s / (e^s + n - 1)$. To look at one token among $n$, a score must stand above the rest by more
# than $\ln n$, so even a relative method has a length beyond which it drowns. The step from 24 to
# 192 asks for only $\ln 8 \approx 2.1$ more, and training left a margin.
#
# For $y_i = x_p$ no such vectors exist. Query $i$ would have to single out distance $p - i$,
# another one for every $i$, and beyond the clip all distances share one vector. Whatever a head
# with relative terms does, far from both ends it does the same one place further on. The place
# where one counts from must come from somewhere else: from the sentence's ends, or from an index.

# %% [markdown] id="question-w3"
# ### Answer in words 3
# *4 points · about 150 words*
#
# (a) Explain in your own words how Shaw's relative term gets into the logits, and in what it
# differs from a number $b_{j-i}$ that is added to every score (T5, ALiBi). (b) Explain the results
# of both mirror tasks. Why is one right at eight times the trained length, and why can more
# training not help in the other? (c) Name one real task that wants distances and one that wants
# places, and say why.

# %% [markdown] written="07.w3" points=4
# (a) The key that i sees at j is k_j + a_ij, where a_ij is a learned vector for the clipped
# distance j − i. Multiplied out, the logit is the old one plus q_i·a_ij/√d_k. A bias b_{j−i} is the
# same number for every word; here the query decides, so a verb may look two back while an article
# looks one ahead, with the same vectors.
#
# (b) Three back is the same distance at every place, so one vector (row k − 3) serves all places,
# also those beyond the trained length. “At place 12” is another distance from every i; beyond the
# clip all distances share one vector, and away from the ends a relative model does the same at i
# and at i + 1. It cannot express the answer, so training longer does not help. An index marks the
# one key that all queries must find, and that key's row was trained.
#
# (c) Distances: agreement and word order in language, where a phrase means the same wherever it
# stands in a text; also music or audio. Places: fields of fixed-format records, such as a date in
# columns 5 to 12, or the special first token from which a classifier reads its answer.

# %% [markdown]
# ## Hand it in
#
# Restart the kernel, run everything, save. Then let the course look at your file as the grader
# will: `course validate notebooks/07_homework_experiments.ipynb` says which tasks run and which
# cells are empty. It claims no points.
#
# ## What you have now
#
# - Without positions, an encoder is at exactly 50 % where each sentence comes with its mirror
#   image. Random vectors are enough to see order.
# - A position table may learn “who stands where” in place of “who stands before whom”; shifted by a
#   few words, it then turns roles round. Transplanting a single row shows the cause.
# - Within the trained length sinusoidal and learned positions differ little, and which of them is
#   ahead depends on the data and on the table's first scale. Beyond that length both models
#   collapse; those that see clipped or fading distances do not.
# - Shaw's term is $q_i \cdot a^K_{\operatorname{clip}(j-i)} / \sqrt{d_k}$ in the logits. It solves
#   “three back” at every length and “at place 12” at none.
#
# **Next.** This was the last notebook. The experiments take any position method that you can write
# as a class, as you did with `MyShaw`; whatever you think positions should be, try it.
#
# Your progress stays on this computer.

# %% id="progress" tags=["nbval-ignore-output"]
show_progress("07")

# %% [markdown] id="references"
# **References.** Shaw, Uszkoreit and Vaswani 2018, *Self-attention with relative position
# representations*, arXiv 1803.02155 (equations 2 to 5, section 3.2). Vaswani et al. 2017,
# *Attention is all you need*, arXiv 1706.03762 (section 3.5; Table 3, row E). Press, Smith and
# Lewis 2021, *Train short, test long*, arXiv 2108.12409 (ALiBi; figure 1: the sinusoidal model
# beyond its trained length). Devlin et al. 2018, *BERT*, arXiv 1810.04805. Raffel et al. 2020
# (T5), arXiv 1910.10683. The text is from Hertzog and Mas, *Das Debian Administrationshandbuch*,
# CC BY-SA 3.0; see `course_utils/data/german.LICENSE.txt`.
