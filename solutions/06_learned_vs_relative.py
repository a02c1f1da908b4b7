# %% [markdown]
# # 6 · Learned vs relative
#
# Sinusoidal positions are a rule, and RoPE turns by a rule. What if the model learns its
# positions instead? And what else can one do with the *distance* of two words than turn by it?
# This notebook looks at six methods in use, and into the table of a model that learned its own.
#
# **You will be able to**
# - say which numbers a training step moves, and why some rows of a table never move,
# - write the position part of BERT, of Shaw et al., of T5 and of ALiBi from their formulas,
# - say for each method what it adds to a score, and when “a bias $b_{ij}$” is the wrong name,
# - find clocks in the table of a pre-trained model, and say what in it is no clock.
#
# **Time:** about 80 minutes, 34 of them for the five exercises. **Builds on:**
# [notebook 05](05_rotation_identities.ipynb), and notebook 01's test for order.
#
# **Terms and symbols:** [glossary](../docs/glossary.md), [notation](../docs/notation.md).

# %% id="setup"
import itertools
from collections import Counter

import numpy as np
import torch

from course_utils import check, hint, lecture, plots, plots_methods, predict, show, show_progress
from course_utils.experiments import Recipe, Results, Symbols, train
from course_utils.explorers.contributions import Contributions
from course_utils.models import Transformer
from course_utils.positions import sinusoidal_encoding
from course_utils.positions.methods import Sizes, method
from course_utils.positions.pretrained import minilm_positions

torch.set_num_threads(1)

# %% [markdown] tags=["teacher"]
# **Class plan (45 minutes, planned).** The 5 in y = x + 5, predict 06.A 4 · the table's gradient on
# the board, exercise 06.2 live 9 · watch the rows, predict 06.B 5 · MiniLM's table, predict 06.C,
# the circle and the seams 10 · Shaw on the board 6 · T5 and ALiBi 4 · explorer: change the words
# 4 · predict 06.D and the mirror 3. Exercises 06.1, 06.4, 06.5 and the cost table are homework.
#
# *Ask first:* “A table has 512 rows. You train on sentences of 128. What is in row 300?” Some say
# zeros, some say nonsense; the exact answer, its first random values, names the whole problem.

# %% [markdown]
# ## Nothing to update
#
# Notebook 05 left us with two ways to use a rule: add $p_i$ to the word's vector, or turn queries
# and keys. Training changes neither. Document A compares it with the question whether the 5 in
# $y = x + 5$ is trained. Take the question seriously, and look at the gradients.

# %% id="predict-a"
predict("06.A")

# %%
torch.manual_seed(0)
word_vectors = torch.randn(3, 4, requires_grad=True)  # (n_positions, d_model)
positions = torch.from_numpy(sinusoidal_encoding(3, 4))  # numbers, not parameters
positions.requires_grad_()  # only to look; no optimiser will be told of them
readout = torch.randn(4)

loss = torch.tanh((word_vectors + positions) @ readout).sum()
loss.backward()
print("same gradient at the words and at the positions:", word_vectors.grad.equal(positions.grad))
print("and it is not zero:", bool(word_vectors.grad.abs().sum() > 0.1))

# %% [markdown]
# A sum hands its gradient on to both sides unchanged: the loss does not know which summand the
# number came from. So the gradient is there, at the positions as well as at the words. What is
# missing is somebody who listens: a rule has no number to change. The course's own sinusoidal
# method has no parameter at all, and asks nobody for a gradient.

# %%
sizes = Sizes(d_model=32, n_heads=4, n_positions=32)
for name in ("sinusoidal", "RoPE", "learned"):
    shapes = [tuple(p.shape) for p in method(name, sizes).parameters()]
    print(f"{name:10}  parameters: {shapes or 'none'}")

# %% [markdown]
# ## A table that learns
#
# The other way is older than the Transformer (Gehring et al. 2017): keep one free vector for each
# position and let training decide what stands in it. Document C writes it as a parameter
# $P \in \mathbb{R}^{N_{\max} \times d}$, and the vector of token $i$ is still $x_i + p_i$. Then
# there are two tables, one of words and one of positions, and the input is two look-ups:
#
# $$\text{input}_i = \text{words}[\text{token}_i] + \text{positions}[i].$$
#
# ### Exercise 06.1 · a learned table, forward
# *Difficulty ●○○ · 4 minutes*
#
# `words` has one row a word, (n_words, d_model), and `positions` one row a place, (N_max, d_model).
# `tokens` says which word stands at each place of each sentence; all sentences are equally long.


# %% exercise="06.1"
def embed(tokens, words, positions):
    """Turn tokens (batch, n_positions) into vectors (batch, n_positions, d_model)."""
    ### BEGIN SOLUTION
    return words[tokens] + positions[: tokens.shape[1]]
    ### END SOLUTION


# %% check="06.1"
embed = check("06.1", embed)

# %% [markdown]
# Now the way back. The *upstream* gradient tells how the loss changes with each entry of the
# output. How does it change with the table's rows?
#
# ### Exercise 06.2 · the gradient of a table
# *Difficulty ●●○ · 7 minutes*
#
# One function for both tables: `rows` (batch, n_positions) says which row each place took. For the
# words, that is the token; for the positions, the place.


# %% exercise="06.2"
def table_gradient(upstream, rows, n_rows):
    """Return the table's gradient (n_rows, d_model) from upstream (batch, n_positions, d_model)."""
    ### BEGIN SOLUTION
    gradient = np.zeros((n_rows, upstream.shape[-1]))
    np.add.at(gradient, rows, upstream)
    return gradient
    ### END SOLUTION


# %% check="06.2"
table_gradient = check("06.2", table_gradient)

# %% [markdown] tags=["teacher"]
# *Where classes go wrong:* `gradient[rows] += upstream`. It runs, and it loses every repetition:
# a batch in which *the* occurs forty times trains it once. Let them find it with a sentence such as
# “the dog bites the man”.

# %% [markdown]
# Let four sentences of six tokens pass, from a vocabulary of ten words and a table of twelve
# positions, and see which rows get a gradient.

# %%
rng = np.random.default_rng(1)
tokens = rng.choice([0, 1, 2, 3, 5, 8], size=(4, 6))
places = np.tile(np.arange(6), (4, 1))  # row i for place i, in every sentence
upstream = rng.normal(size=(4, 6, 3))

for name, rows, n_rows in (("word", tokens, 10), ("position", places, 12)):
    gradient = table_gradient(upstream, rows, n_rows)
    print(f"{name} rows with a gradient:", np.flatnonzero(np.abs(gradient).sum(axis=1)))

# %%
words, positions = (torch.randn(n, 3, dtype=torch.float64, requires_grad=True) for n in (10, 12))
output = words[tokens] + positions[places]
output.backward(torch.from_numpy(upstream))
print(
    "PyTorch agrees for the words:    ",
    np.allclose(words.grad, table_gradient(upstream, tokens, 10)),
)
print(
    "PyTorch agrees for the positions:",
    np.allclose(positions.grad, table_gradient(upstream, places, 12)),
)

# %% [markdown]
# A word's row moves only when the word is in the batch; a position's row moves only when a
# sentence is long enough to reach it. Document A says the first of the word table; the second is
# the same sentence about the other table.

# %% [markdown]
# ## Watch the rows
#
# Now train. The model of this course gets a table of 32 positions and of 20 words. Its task is to
# name the word three places back. For the first half of the training all sentences have 8 words,
# then 16. Words 16 to 19 never occur.

# %% id="predict-b"
predict("06.B")

# %%
torch.manual_seed(0)
model = Transformer(20, 16, sizes, "learned", d_ff=64)
task, history = Symbols(back=3, n_symbols=16, batch=32), []


def keep_tables():
    """Remember both tables as they are after a step."""
    tables = (model.position.table, model.embedding.weight)
    history.append([table.detach().clone() for table in tables])


keep_tables()
train(
    model,
    lambda dice: task.sentences(8 if len(history) <= 75 else 16, dice),
    Recipe(steps=150),
    tick=keep_tables,
)
positions_then, words_then = (torch.stack(tables).numpy() for tables in zip(*history))

# %% id="watch-the-rows" tags=["nbval-ignore-output"]
moved = [np.linalg.norm(then - then[0], axis=-1).T for then in (positions_then, words_then)]
fig, axes = plots.new_figure(2, width=9, height=3.6)
for ax, name, distance in zip(axes, ("position", "word"), moved):
    plots_methods.draw_moves(ax, distance, f"Rows of the {name} table")
    ax.set(xlabel="training step", ylabel=f"row ({name})")
show(
    fig,
    alt="How far each row has moved from its first values, step by step. Positions 0 to 7 move "
    "from the start, 8 to 15 from step 75 on, 16 to 31 never. Words 0 to 15 move, 16 to 19 never.",
)

# %% tags=["live"]
never = [slice(16, 32), slice(16, 20)]
print("rows beyond were moved by:", *(float(d[rows].max()) for d, rows in zip(moved, never)))
print("positions 8 to 15 before step 75:", float(moved[0][8:16, 75].max()))
print(
    "all others have moved:", bool(moved[0][:16, -1].min() > 0), bool(moved[1][:16, -1].min() > 0)
)

# %% [markdown]
# Not by a little: by exactly nothing. Whoever feeds this model a sentence of 20 words adds, at
# places 16 to 19, the random numbers of the first day. If those were small, the model meets words
# without a position; if they were large, words with a position that it has never seen. Notebook 07
# measures both.
#
# One footnote, because *moves only when its row was in the batch* is a statement about the
# gradient, and an optimiser may add motions of its own. Let six rows take a step in which rows 0
# to 3 take part, then one with rows 0 and 1 alone:


# %%
def rows_moved_last(optimiser, **options):
    """Step with rows 0 to 3, then with rows 0 and 1; return which rows the second step moved."""
    table = torch.nn.Parameter(torch.ones(6, 2))
    steps = optimiser([table], lr=0.1, **options)
    for n_rows in (4, 2):
        before = table.detach().clone()
        steps.zero_grad()
        table[:n_rows].square().sum().backward()
        steps.step()
    return (table != before).any(dim=1).nonzero().flatten().tolist()


print("gradient descent:        ", rows_moved_last(torch.optim.SGD))
print("Adam:                    ", rows_moved_last(torch.optim.Adam))
print("AdamW with weight decay: ", rows_moved_last(torch.optim.AdamW, weight_decay=0.1))

# %% [markdown]
# Adam lets rows that once had a gradient glide on for a while; weight decay shrinks *all* rows,
# which erases the random first values but teaches them nothing. (The training above decays the
# linear layers only, so its zeros are exact.)
#
# > **Check the lecture.** A says that a learned table cannot be stretched to longer texts as the
# > formula can, D that sinusoids can extrapolate better, E that the formula makes longer
# > sequences possible. Two things need to be told apart. The **table** extends: that much is a
# > computation. Whether the **model** can use rows that it never met in training is another
# > question: nothing in the training has prepared it. Vaswani et al. 2017 chose the sinusoids
# > because they hoped for it (“may allow”); Press et al. 2021 measured that it degrades soon after
# > the trained length. Notebook 07 measures it again.

# %%
longer = sinusoidal_encoding(4096, 32)
step = np.linalg.norm(np.diff(longer, axis=0), axis=1)
print("sinusoidal rows: as many as you like; all steps equally long:", np.ptp(step) < 1e-5)
try:
    model(torch.zeros(1, 33, dtype=torch.long))
except ValueError as error:
    print("learned:", error)

# %% [markdown]
# ## The table that a real model learned
#
# What does training write into such a table when it has all the text it wants? Here is one: the
# position table of *all-MiniLM-L6-v2*, an encoder of the BERT family that turns English sentences
# into vectors (its words served notebook 04). 512 rows of 384 numbers; source and licence stand
# beside the file.

# %%
minilm = minilm_positions().astype(np.float64)  # (512, 384)
sinusoidal = sinusoidal_encoding(512, 384, dtype=np.float64)
length = np.linalg.norm(minilm, axis=1)
print("shape:", minilm.shape)
print("length of row 0:", length[0].round(1), " median of all rows:", np.median(length).round(1))

# %% [markdown]
# > **Check the lecture.** Document D cites the BERT paper for the claim that learned tables do well
# > within the trained lengths and worse on longer texts, and says that Vaswani et al. 2017 propose
# > learned tables as one of two main variants. The BERT paper measures nothing beyond its table:
# > there are 512 rows, and a text of 513 tokens has no vector. And the 2017 paper *uses* sinusoids
# > and compares a learned table once (Table 3, row E), with nearly identical results: perplexity
# > 4.92 for both, BLEU 25.8 and 25.7.

# %%
print("rows of the table:", len(minilm))
try:
    embed(np.zeros((1, 513), dtype=int), words=np.zeros((1, 384)), positions=minilm)
except ValueError:
    print("513 tokens: there is no row for the last one")

# %% id="predict-c"
predict("06.C")


# %%
def cosines(table):
    """Return the cosine similarity of every two rows, (n_rows, n_rows)."""
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    return unit @ unit.T


fig, axes = plots.new_figure(2, width=8, height=3.6)
for ax, table, name in zip(axes, (sinusoidal, minilm), ("by the formula", "learned by MiniLM")):
    image = plots_methods.draw_cosines(ax, cosines(table), name)
fig.colorbar(image, ax=axes, label="cosine similarity")
show(
    fig,
    alt="Cosine similarity of pairs of the 512 rows, every second one drawn. By the formula: bands "
    "parallel to the diagonal. MiniLM: stripes along the diagonal too, many, bent and uneven.",
)

# %% [markdown]
# Nobody told this model about waves. Stripes along the diagonal mean that similarity comes and
# goes with the *lag*, over and over. So look for waves, in the way one looks for them anywhere: take
# each of the 384 columns as a signal along the positions, and sum the power of their Fourier
# transforms. Row 0 is left out, and each column's mean.
#
# Two controls stand beside it. One is a table of random walks: they, too, are smooth along the
# positions, and smooth signals look wavy to the eye. The other is the formula.


# %%
def power_by_cycles(table):
    """Return the share of power at 0, 1, 2, … cycles over the whole table, summed over columns."""
    centred = table - table.mean(axis=0)
    power = (np.abs(np.fft.rfft(centred, axis=0)) ** 2).sum(axis=1)
    return power / power.sum()


walks = np.random.default_rng(2).normal(size=(511, 384)).cumsum(axis=0)
tables = {"learned by MiniLM": minilm[1:], "random walks": walks, "by the formula": sinusoidal[1:]}
power = {name: power_by_cycles(table) for name, table in tables.items()}

# %%
fig, ax = plots.new_figure(width=8, height=3.6)
cycles = np.arange(1, 256)
for (name, share), colour in zip(power.items(), (plots.VERMILION, plots.GREY, plots.SKY)):
    ax.loglog(511 / cycles, share[1:], color=colour, label=name, linewidth=1.4)
for wavelength in (511, 170, 52, 17.5, 5.9):
    ax.annotate(f"{wavelength:g}", (wavelength, 0.32), ha="center", fontsize=9)
ax.set(xlabel="wavelength (positions)", ylabel="share of the power", ylim=(1e-5, 0.9))
ax.legend(loc="lower right")
show(
    fig,
    alt="Power by wavelength, both axes logarithmic. MiniLM has five peaks, near 511, 170, 52, 17 "
    "and 6 positions. Random walks fall steadily to short wavelengths, without a peak.",
)

# %% [markdown]
# Five peaks, and little between them. Cut the axis in the gaps and see what each holds:

# %%
edges = [1, 2, 5, 16, 50, 130, 256]  # cycles over the table
share = power["learned by MiniLM"]
for first, end in itertools.pairwise(edges):
    cycles = np.arange(first, end)
    middle = (cycles * share[first:end]).sum() / share[first:end].sum()
    held = f"{share[first:end].sum():4.0%} of the power"
    print(
        f"{first:3} to {end - 1:3} cycles: {held}, on average {511 / middle:5.1f} positions a turn"
    )

# %% [markdown]
# From peak to peak the wavelength falls by a factor of about three: 511, 171, 54, 17, 6. The
# Transformer's formula has such a ladder too, of 192 clocks with steps of 5 %; this model made do
# with five, and shares its power about evenly among them. (One turn in 511 is the longest wave that
# 511 rows can show whole.)
#
# Are they clocks, sine *and* cosine, or just waves? A wave may stand in one direction of the 384
# alone. A clock needs two directions, equally strong, a quarter of a turn apart: then the rows run
# round a ring. So keep the waves of one peak only, and take the *principal components*, the
# directions in which the rows spread most.


# %%
def clock_in(table, first, end):
    """Keep waves of first to end − 1 cycles; return the rows along two directions, and shares."""
    waves = np.fft.rfft(table - table.mean(axis=0), axis=0)
    waves[:first] = waves[end:] = 0
    kept = np.fft.irfft(waves, n=len(table), axis=0)
    left, strength, _ = np.linalg.svd(kept, full_matrices=False)
    return left[:, :2] * strength[:2], strength[:2] ** 2 / (strength**2).sum()


def angles(ring):
    """Return how far each row (n_rows, 2) has gone round the ring, in radians."""
    return np.unwrap(np.arctan2(ring[:, 1], ring[:, 0]))


# %%
rings = {}
print("    cycles   two directions hold   turns   steps onwards   (in random walks)")
for first, end in itertools.pairwise(edges[:-1]):
    rings[first], (one, two) = clock_in(minilm[1:], first, end)
    turned = angles(rings[first])
    whole_way = turned[-1] - turned[0]
    onwards = np.mean(np.diff(turned) * whole_way > 0)
    walk_one, walk_two = clock_in(walks, first, end)[1]
    print(
        f"{first:3} to {end - 1:3} {one:12.0%} + {two:.0%} {abs(whole_way) / (2 * np.pi):12.0f}"
        f"{onwards:15.1%} {walk_one:14.0%} + {walk_two:.0%}"
    )

# %%
fig, axes = plots.new_figure(5, width=10.5, height=2.6)
for ax, (first, ring) in zip(axes, rings.items()):
    turned = angles(ring)
    turns = abs(turned[-1] - turned[0]) / (2 * np.pi)
    plots_methods.draw_ring(ax, ring, f"{turns:.0f} turn{'s' * (first > 1)}")
axes[0].set_ylabel("second direction")
show(
    fig,
    alt="MiniLM’s rows 1 to 511 along the two main directions of each of the five peaks: five "
    "rings, run through 1, 3, 10, 30 and 87 times. Red: rows 200 to 212.",
)

# %% [markdown]
# Five rings, each run through in one direction, at 1, 3, 10, 30 and 87 turns in 511 positions.
# (That the first ring, a single frequency, needs no more than two directions is no surprise; that
# both are about equally strong is. In the broader bands even that two nearly suffice is a surprise:
# in random walks the second holds little.) **It has found clocks by itself**: not the formula's
# 192, but five, the fastest of which turns once in 5.9 positions where the formula's does in 6.28.
# The whole table without any filter says the same:

# %%
centred = minilm[1:] - minilm[1:].mean(axis=0)
left, strength, _ = np.linalg.svd(centred, full_matrices=False)
component = left * strength  # (511, 384): the rows, seen along the principal directions
held = (strength**2 / (strength**2).sum()).cumsum()
print("components that hold 90 % of the variance:", int(np.searchsorted(held, 0.9)) + 1, "of 384")

# %%
fig, ax = plots.new_figure(width=8, height=3.4)
for index in range(10):
    ax.plot(np.arange(1, 512), component[:, index] - 0.7 * index, linewidth=0.8)
ax.set(xlabel="position", yticks=-0.7 * np.arange(10), yticklabels=range(1, 11))
ax.set(ylabel="principal component", title="Ten components hold 90 % of the table")
show(
    fig,
    alt="The rows along the first ten principal components, by position: waves of five speeds. The "
    "first two are the fastest clock, and become stronger at position 128.",
)

# %% [markdown]
# Ten numbers hold 90 % of what the table says, as many as five clocks have. The two ideas of this
# course, the lecture's formula and a table without any idea, meet here. (Do not take this one
# for all: Wang and Chen 2020 compared the tables of several pre-trained models, and those of
# encoders, such as BERT's, differ from the decoder GPT-2's.)

# %% [markdown]
# ### What does not fit
#
# Now the exceptions. First, neighbours: how far is it from each row to the next?
# And how wide is the fastest clock's ring, the first two components, at each position?

# %%
steps = np.linalg.norm(np.diff(minilm, axis=0), axis=1)  # from row p to row p + 1
radius = np.hypot(component[:, 0], component[:, 1])  # of rows 1 to 511
print("the largest steps lead from rows", *sorted(np.argsort(steps)[-7:].tolist()))
print("ring, rows 1 to 126:  ", radius[:126].mean().round(2))
print("ring, rows 128 to 254:", radius[127:254].mean().round(2))

# %%
fig, (top, bottom) = plots.new_figure(1, 2, width=8, height=4.4, sharex=True)
top.semilogy(np.arange(511), steps, ".", markersize=3)
top.set_yticks((0.2, 0.5, 1, 2), ("0.2", "0.5", "1", "2"), minor=False)
top.set_yticks((), minor=True)
top.set(ylabel="step to the next row", title="Seams in the table")
bottom.plot(np.arange(1, 512), radius, ".", markersize=3, color=plots.VERMILION)
bottom.set(xlabel="position", ylabel="fastest clock’s radius", ylim=(0, 0.32))
for ax in (top, bottom):
    ax.axvline(127.5, color=plots.GREY, linestyle="--", linewidth=1)
show(
    fig,
    alt="Distance of each row to the next: 0.2 up to row 125, 0.26 from 128 on, 2.3 after row 0, "
    "0.6 around row 127, up to 0.9 at the end. The clock’s radius jumps at row 128.",
)

# %% [markdown]
# - **Row 0** is five times as long as the others and points elsewhere. In every text this model
#   reads, place 0 holds the special token `[CLS]`, and `[CLS]` stands nowhere else. Your function
#   says what follows: both rows always get the same gradient, so only their *sum* is ever
#   trained, and what stands in row 0 alone means nothing.
# - **Row 127** is off, and at 128 the ring becomes wider. The model's own page says that in the
#   last training its texts were cut at 128 tokens. Then rows 0 to 127 were moved once more, and
#   the others never; and in each text that was cut, place 127 held the closing token `[SEP]`. The
#   last rows look the same way, where an earlier training with 512 tokens ended. The seams are
#   where the first half of this notebook says they must be. (We have not seen the table before
#   that last training: the likely cause, not a proven one.)

# %%
always_first = np.array([[9, 4, 4, 1], [9, 3, 1, 4]])  # word 9 stands at place 0, nowhere else
places = np.broadcast_to(np.arange(4), always_first.shape)
upstream = np.random.default_rng(3).normal(size=(2, 4, 3))
of_word = table_gradient(upstream, always_first, 10)[9]
of_place = table_gradient(upstream, places, 12)[0]
print("[CLS] and place 0 get the same gradient:", np.allclose(of_word, of_place))

# %% [markdown]
# - **The stripes bend.** Were cosine similarity a function of the lag alone, as it is for the
#   formula, a curve over the lag would explain all of it. How much does it explain, among pairs up
#   to a given lag?


# %%
def explained_by_lag(table, largest_lag):
    """Return R²: the share of the cosines' variance that their mean at each lag explains."""
    similarity = cosines(table)
    diagonals = [np.diag(similarity, lag) for lag in range(1, largest_lag + 1)]
    everything = np.concatenate(diagonals)
    unexplained = sum(((one - one.mean()) ** 2).sum() for one in diagonals)
    return 1 - unexplained / ((everything - everything.mean()) ** 2).sum()


random_table = np.random.default_rng(4).normal(size=(511, 384))
print("lags up to    formula   MiniLM   random")
for largest_lag in (2, 8, 32, 128, 510):
    r2 = [explained_by_lag(t, largest_lag) for t in (sinusoidal[1:], minilm[1:], random_table)]
    print(f"{largest_lag:10} {r2[0]:10.2f} {r2[1]:8.2f} {r2[2]:8.2f}")

# %% [markdown]
# Near by, nearly everything; over the whole table, half. One reason is on the ring: the fastest
# clock does not run evenly. Somewhere past the middle it is slow.

# %%
speed = np.abs(np.diff(angles(component[:, :2])))  # radians a position
for first in range(0, 500, 100):
    here = speed[first : first + 100].mean()
    print(f"rows {first + 1:3} to {first + 100:3}: one turn in {2 * np.pi / here:.1f} positions")

# %% [markdown]
# ### What the table is worth
#
# Does the model use it? Take the whole encoder, frozen as it is, and let it read sentences of
# notebook 01's kind, *the dog bites the man*, in both orders. A linear probe looks at a noun's vector
# after each layer and has to say whether it bites or is bitten; it is tested on nouns that it has
# never seen. Then exchange the table: for zeros, for its own rows in another order, for Gaussian
# noise of the same size. (These are stored results: the model has 23 million numbers and does not
# come with the course. `course_utils/experiments/pretrained.py` says how to get it and run it.)

# %%
probed = Results.load("pretrained_roles")
print(probed)

# %%
probed.plot()

# %%
zeroed = probed.numbers("zeroed")  # (n_seeds, n_stages)
print("zeroed, every seed, every layer: exactly one half:", bool((zeroed == 0.5).all()))

# %% [markdown]
# With zeros the theorem of notebook 01 holds for a real model as it held for a toy: 50 %, exactly,
# at every layer.
#
# And the high numbers at the very beginning, with noise as good as with the real table? They need
# no layer. Agents stand at places 2 to 5 here (`[CLS]` is place 0, and up to three other words
# stand in front), patients at places 5 to 8, and a vector with *any* table tells its place. Count
# how far that carries: only at place 5 it leaves one guessing.

# %%
agents, patients = (Counter(first + place for place in range(4)) for first in (2, 5))
right = sum(max(agents[place], patients[place]) for place in range(2, 9))
by_place_alone = right / 8
print("the best that places alone allow:", by_place_alone)

middle = slice(3, 6)  # layers 3 to 5
for name in ("intact", "shuffled", "Gaussian"):
    beyond = probed.mean(name)[middle].min() > by_place_alone + 0.05
    print(f"{name:9} clearly beyond that in layers 3 to 5: {beyond}")

# %% [markdown]
# Only with its own table the model does better than a look at the place, and its middle layers are
# nearly perfect: they have worked out who stands *before* whom. With other tables they stay about where
# the place alone had brought them, or fall below: the weights were trained with these rows and no
# others.

# %% [markdown]
# ## The distance itself
#
# A table gives each position a vector and leaves it to the layers to make distances of them. The
# third family of methods starts from the distance $j - i$ of query $i$ and key $j$. Document D
# writes all of them into the formula that you know from notebook 01 (with two indices, $\omega$ is
# an attention weight, not a frequency):
#
# $$\omega_{ij} = \operatorname{softmax}_j\Big(\frac{q_i \cdot k_j}{\sqrt{d_k}} + b_{ij}\Big).$$
#
# We take the three best known one by one, then ask how far that common view carries.
#
# ### Shaw, Uszkoreit and Vaswani 2018
#
# A learned vector $a^K$ for each distance, as long as a key and added to it. All distances beyond
# $k$ share the outermost vector, so there are $2k + 1$ of them, and no longest sentence. ($k$ is
# the paper's letter, here no pair.)
#
# $$e_{ij} = \frac{q_i \cdot \big(k_j + a^K_{\operatorname{clip}(j - i,\,-k,\,k)}\big)}{\sqrt{d_k}}$$
#
# ### Exercise 06.3 · Shaw's logits
# *Difficulty ●●● · 10 minutes*
#
# `key_vectors[0]` belongs to distance −k, `key_vectors[k]` to 0, `key_vectors[2 * k]` to k. In this
# notebook `n` is short for `n_positions`.


# %% exercise="06.3"
def shaw_logits(query, key, key_vectors):
    """Return e (n, n) from query and key (n, d_k) and the vectors (2k + 1, d_k) of −k … k."""
    ### BEGIN SOLUTION
    n_positions, d_k = query.shape
    clip = len(key_vectors) // 2
    position = np.arange(n_positions)
    distance = np.clip(position[None, :] - position[:, None], -clip, clip)
    a = key_vectors[distance + clip]  # (n_positions, n_positions, d_k)
    return (query @ key.T + np.einsum("id,ijd->ij", query, a)) / np.sqrt(d_k)
    ### END SOLUTION


# %% check="06.3"
shaw_logits = check("06.3", shaw_logits)

# %% [markdown] tags=["teacher"]
# *Where classes go wrong:* $i - j$ for $j - i$, and the vector outside the scale. The wrong answer
# to discuss is `a.sum(axis=-1)`: it is what a reader of document D alone would write.

# %% [markdown]
# > **Check the lecture.** D writes Shaw's term as a number $b_{ij}$ that stands beside the scaled
# > score. In the paper it is a dot product of the query with a *vector*, inside the scale. The
# > difference shows as soon as a word changes: give query 4 another vector, and its “bias” changes
# > with it, which no number for the pair of places $(i, j)$ does.

# %%
rng = np.random.default_rng(5)
query, key = rng.normal(size=(2, 10, 8))
key_vectors = rng.normal(size=(7, 8))
term = shaw_logits(query, 0 * key, key_vectors)  # keys of 0 leave Shaw's term alone
other = query.copy()
other[4] = rng.normal(size=8)
changed = np.abs(shaw_logits(other, 0 * key, key_vectors) - term) > 1e-9
print("rows of the term that changed with word 4:", np.flatnonzero(changed.any(axis=1)))

# %% [markdown]
# And there is a second half that D's formula has no room for. Shaw et al. learn another vector a
# distance, $a^V$, and add it to the *values*: $z_i = \sum_j \omega_{ij}\,(v_j + a^V_{ij})$. It says
# how far away the words were that one has just looked at. No $b_{ij}$ can do that, whatever it is:
# the weights may be the same and the output is another.
#
# **At what price?** The formula asks for an $(n, n, d_k)$ table. But it holds only $2k + 1$
# different vectors, so let each query meet each of them once, then look the number up:

# %%
clip = 3
position = np.arange(10)
distance = np.clip(position[None, :] - position[:, None], -clip, clip)
met = query @ key_vectors.T  # (n, 2k + 1), instead of (n, n, d_k)
looked_up = np.take_along_axis(met, distance + clip, axis=1) / np.sqrt(8)
print("the same numbers:", np.allclose(looked_up, term))

n, d_k, n_heads, clip = 1024, 32, 4, 16
print(f"a table of vectors:  {n * n * d_k * 4 / 1e6:6.1f} MB in float32")
print(f"queries met once:    {n_heads * n * (2 * clip + 1) * 4 / 1e6:6.1f} MB")

# %% [markdown]
# ### T5
#
# Raffel et al. 2020 reduce the vector to a number: $b$ depends on the head and on the *bucket* of
# the distance. There are 32 buckets. In the encoder, sixteen serve keys that come before (or at)
# the query, and the upper sixteen those after it (16 itself stays empty: it would be distance 0).
# Within a direction, distances 0 to 7 have a bucket each; from 8 on, buckets widen with the
# logarithm up to distance 128, and whatever is farther shares the last one (which begins at 91):
#
# $$\text{bucket} = 8 + \Big\lfloor 8\,\frac{\log(|j - i|/8)}{\log(128/8)} \Big\rfloor = 8 + \big\lfloor 2 \log_2(|j - i|/8) \big\rfloor, \quad \text{at most } 15.$$
#
# Two buckets for each doubling of the distance, then. (Take `np.log2`: it is exact at 16, 32, …)
#
# The number is learned, the same in all layers. And it is added to $q_i \cdot k_j$ *without* the
# division by $\sqrt{d_k}$: T5's code draws the first weights of its queries smaller instead.
#
# ### Exercise 06.4 · T5's buckets
# *Difficulty ●●○ · 9 minutes*


# %% exercise="06.4"
def bucket_of(distance):
    """Return the buckets (...) of distances j − i (...), whole numbers of any shape."""
    ### BEGIN SOLUTION
    away = np.abs(distance)
    far = 8 + np.floor(2 * np.log2(np.maximum(away, 1) / 8))  # two buckets a doubling
    bucket = np.where(away < 8, away, np.minimum(far, 15))
    return (bucket + 16 * (distance > 0)).astype(int)
    ### END SOLUTION


# %% check="06.4"
bucket_of = check("06.4", bucket_of)

# %% tags=["live"]
for bucket in (0, 1, 7, 8, 9, 10, 15, 17, 31):
    members = np.flatnonzero(bucket_of(np.arange(-1000, 1001)) == bucket) - 1000
    print(f"bucket {bucket:2}: distances {members[0]:5} to {members[-1]:4}")

# %% [markdown]
# Near words are told apart one by one, far ones in groups: the same idea as fast and slow clocks,
# in one table of $32 \times$ heads numbers.

# %% [markdown]
# ### ALiBi
#
# Press, Smith and Lewis 2021 learn nothing. Each head subtracts a fixed penalty, its slope $m$
# times the distance. With eight heads the slopes are $\tfrac12, \tfrac14, \dots, \tfrac1{256}$; with
# another power of two of heads they again run to $2^{-8}$, one equal factor a head.
#
# ### Exercise 06.5 · ALiBi's slopes
# *Difficulty ●○○ · 4 minutes*


# %% exercise="06.5"
def slopes(n_heads):
    """Return the slopes (n_heads,) of the heads, from steep to flat."""
    ### BEGIN SOLUTION
    return 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)
    ### END SOLUTION


# %% check="06.5"
slopes = check("06.5", slopes)

# %% [markdown]
# In the softmax a penalty is a factor: $e^{s - m\,|i-j|} = e^{s} \cdot e^{-m\,|i-j|}$. So each head
# sees its neighbourhood through a window that halves every $\ln 2 / m$ positions:

# %% tags=["live"]
half_width = np.log(2) / slopes(8)
print("positions in which the weight halves:", *half_width.round(1))

# %%
fig, (left, right) = plots.new_figure(2, width=9, height=3.4)
distance = np.arange(-40, 41)
left.step(distance, bucket_of(distance), where="mid")
left.set(xlabel="distance j − i (positions)", ylabel="bucket", title="T5: which number is added")
for m in slopes(8)[::2]:
    right.plot(distance, -m * np.abs(distance), label=f"slope {m:g}")
right.set(xlabel="distance j − i (positions)", ylabel="added to the score", ylim=(-10.5, 0.5))
right.set_title("ALiBi (symmetric): what is added")
right.legend(loc="lower center", fontsize=8)
show(
    fig,
    alt="Left: T5’s bucket by distance, one a step up to 7 and wider steps beyond, later keys from "
    "bucket 17 on. Right: ALiBi’s penalties for slopes 0.5, 0.125, 0.03125 and 0.0078125, tents.",
)

# %% [markdown]
# The paper has the causal form: the query looks back only, and the penalty is $m\,(i - j)$. For an
# encoder there are several forms in use; the plainest takes $|i - j|$. This course calls it
# *symmetric*, and below it pays for that.

# %% [markdown]
# ## One formula for all?
#
# Now put the six methods into the same attention and ask each what it adds to the scores. A method
# of this course may act at four places before the softmax, and this function has them all:

# %%
d_model, d_head = sizes.d_model, sizes.d_head
torch.manual_seed(1)
w_query, w_key = torch.randn(2, d_model, d_model, dtype=torch.float64) / d_model**0.5


def queries_and_keys(x):
    """Project x (n, d_model) to queries and keys, each (n_heads, n, d_head)."""
    return [(x @ w).unflatten(-1, (4, d_head)).transpose(0, 1) for w in (w_query, w_key)]


def contribution(position, x):
    """Return what a method adds to the scores (n_heads, n, n) of word vectors x (n, d_model)."""
    scale = d_head**-0.5 if position.divides_by_root else 1.0
    query, key = queries_and_keys(x)
    plain = query @ key.mT * scale
    query, key = position.rotate(*queries_and_keys(position.add(x)))
    bias = position.bias(query)
    return query @ key.mT * scale + (0.0 if bias is None else bias) - plain


# %%
torch.manual_seed(2)
options = {"learned": {"scale": 0.7}, "Shaw": {"clip": 4}}
names = ("sinusoidal", "learned", "RoPE", "Shaw", "T5", "ALiBi symmetric")
methods = {name: method(name, sizes, **options.get(name, {})).double() for name in names}
torch.nn.init.normal_(methods["T5"].table)  # untrained its numbers are small
torch.nn.init.normal_(methods["Shaw"].key_vectors)

one_sentence, another = torch.randn(2, 20, d_model, dtype=torch.float64)
with torch.no_grad():
    added = {
        name: torch.stack([contribution(m, x) for x in (one_sentence, another)]).numpy()
        for name, m in methods.items()
    }  # name -> (2 sentences, n_heads, n, n)

# %%
fig, axes = plots.new_figure(6, 2, width=10.5, height=3.7, sharex=True, sharey=True)
style = {"colours": "PuOr_r", "limits": (-3, 3), "decimals": None}
for column, (name, both) in zip(axes.T, added.items()):
    for ax, sentence, title in zip(column, both, (name, "")):
        image = plots.draw_matrix(ax, sentence[0], title=title, **style)
        ax.set(aspect="equal", xticks=(), yticks=())
    column[1].set_xlabel("key, 0 to 19")
axes[0, 0].set_ylabel("one sentence\nquery, 0 to 19")
axes[1, 0].set_ylabel("another\nquery, 0 to 19")
fig.colorbar(image, ax=axes, label="added to the score", shrink=0.8, extend="both")
show(
    fig,
    alt="What six methods add to the scores of head 0, for two sentences of 20 words. T5 and ALiBi "
    "add the same to both; Shaw, RoPE, sinusoidal and learned add something else to each.",
)

# %% [markdown]
# The upper and the lower row have other words at the same places. A true $b_{ij}$, a number that
# depends on the two places and nothing else, would be the same in both. Two of the six are. Let the
# computer say it exactly: replace the word at place 5, and see where the contribution changes. And
# give all places the *same* word, and see whether only the distance counts.


# %%
def what_changes(position):
    """Say which entries change when the word at place 5 is replaced."""
    x = one_sentence.clone()
    x[5] = another[5]
    change = (contribution(position, x) - contribution(position, one_sentence)).abs() > 1e-9
    change = change.any(dim=0)  # (n, n), over the heads
    change[5, 5] = False
    lines = {"row 5": change[5], "column 5": change[:, 5]}
    return " and ".join(name for name, line in lines.items() if line.any()) or "nothing"


# %%
same_word = one_sentence[:1].expand(20, -1)
print("method            word 5 changes       same words: distance alone?   enters the values?")
for name, position in methods.items():
    b = contribution(position, same_word)
    relative = torch.allclose(b[:, 1:, 1:], b[:, :-1, :-1], atol=1e-9)
    in_values = position.changes_values or not torch.equal(position.add(same_word), same_word)
    print(f"{name:17} {what_changes(position):20} {relative!s:28} {in_values}")

# %% [markdown]
# So this is how far the common view carries:
#
# | method | added to the score of query $i$ and key $j$ | what it keeps | is it a $b_{ij}$? |
# |---|---|---|---|
# | sinusoidal | $(x_i^\top W p_j + p_i^\top W x_j + p_i^\top W p_j)/\sqrt{d_k}$ | a *vector* a position, fixed | the last of three terms is |
# | learned | the same | a *vector* a position, learned | the last of three terms is |
# | RoPE | $q_i^\top (R_{j-i} - I)\,k_j/\sqrt{d_k}$ | an *angle* a pair of channels, fixed | no: it turns, and both words decide |
# | Shaw | $q_i^\top a^K_{\operatorname{clip}(j-i)}/\sqrt{d_k}$ | a *vector* a clipped distance and layer, learned; a second one, $a^V$, for the values | no: the query decides |
# | T5 | $b_{h,\operatorname{bucket}(j-i)}$, and no $1/\sqrt{d_k}$ before the words' part | a *number* a head and bucket, learned | yes |
# | ALiBi | $-m_h\,\lvert i-j\rvert$ | a *number* a head, fixed | yes |
#
# ($W = W_Q W_K^\top$ as in notebook 01; $h$ is the head.) If $b_{ij}$ may depend on the words too,
# the formula covers what every one of them does to the scores, and says nothing. As a number that
# belongs to two places it is T5 and ALiBi, exactly.

# %% [markdown]
# ## Play
#
# Choose a method, drag the length and the head (ALiBi's slope hangs on the head). Then switch to
# other words, and see what stays. Drag across the rows, or focus the map and use the arrow keys, to
# see one query's contribution as a curve over the distance.

# %% id="explorer-contributions" tags=["hide-input"]
Contributions(added)

# %% [markdown]
# ## Who sees order?
#
# Notebook 01 built a test for any model. Here it is again, pointed at an encoder of two layers
# with each method in turn. T5's table gets larger random numbers first than it starts with; were
# it all zeros, it would be blind until it is trained.


# %%
def is_order_sensitive(model, x):
    """Tell whether `model` sees the order of the tokens in x (batch, n_positions, d_model)."""
    rng = np.random.default_rng(0)
    before = model(x)
    for _ in range(20):
        order = rng.permutation(x.shape[1])
        if np.abs(model(x[:, order]) - before[:, order]).max() > 1e-5:
            return True
    return False


# %%
def encoder_with(name):
    """Build an untrained encoder with a method; it maps (batch, n, d_model) to (batch, n, 8)."""
    torch.manual_seed(0)
    encoder = Transformer(20, 8, sizes, name, d_ff=64).double().eval()
    if name == "T5":
        torch.nn.init.normal_(encoder.position.table)
    return lambda x: encoder.read(torch.from_numpy(x))[0].detach().numpy()


# %%
x = np.random.default_rng(6).normal(size=(2, 5, d_model))
encoders = {name: encoder_with(name) for name in ("none", "random fixed", *names)}
for name, encoder in encoders.items():
    print(f"{name:16} sees order: {is_order_sensitive(encoder, x)}")

# %% id="predict-d"
predict("06.D")

# %% [markdown]
# “Sees order” only says that *some* reordering is noticed. Five words have 120 orders. To how many
# of them is each encoder blind, so that its outputs just travel along?


# %%
def blind_orders(model, x):
    """Return the orders of one sentence x (n_positions, d_model) to which a model is blind."""
    orders = np.array(list(itertools.permutations(range(len(x)))))  # (n_orders, n_positions)
    after = model(x[orders])  # (n_orders, n_positions, n_outputs)
    moved_along = model(x[None])[0][orders]
    return orders[np.abs(after - moved_along).max(axis=(1, 2)) < 1e-9]


for name, encoder in encoders.items():
    blind = blind_orders(encoder, x[0])
    shown = ", ".join(str(order.tolist()) for order in blind) if len(blind) < 4 else "all"
    print(f"{name:16} {len(blind):4} of 120: {shown}")

# %% [markdown]
# Everybody is blind to the order that changes nothing. *Symmetric ALiBi is blind to exactly one
# more: the mirror image.* It cannot tell “dog bites man” from “man bites dog”.
#
# **Why exactly the mirror.** Let place $i$ of the new order hold the word of the old place $o_i$.
#
# 1. *The mirror is not seen.* If $|o_i - o_j| = |i - j|$ for all pairs, each pair of words keeps its
#    penalty. Scores, weights and outputs then travel with the words, through one layer and so
#    through all of them, as in notebook 01. The mirror $o_i = n - 1 - i$ keeps all distances.
# 2. *No other order keeps them.* Only the two ends are $n - 1$ apart, so they must stay the ends, in
#    place or swapped. Every other place is then known by its distance to one end.
# 3. *An order that changes a distance can be seen.* Take a head with $W_Q = 0$. Its weights depend
#    on the distances alone, and the ratio $\omega_{ij}/\omega_{ii} = e^{-m|i-j|}$ gives the distance
#    away. If some distance changes, some weight does, and suitable values show it. (That the
#    random encoder above sees all 118 others is no proof, but it is a strong hint.) ∎
#
# A causal mask looks one way only, so ALiBi in its own, causal form has no such blind spot. T5's
# buckets and Shaw's vectors keep the sign of $j - i$, and RoPE turns the other way for it.

# %% [markdown]
# ## What each of them costs
#
# In a model of BERT's size: 12 layers of 12 heads, $d = 768$, 512 tokens. First the parameters, as
# the course's own modules count them.

# %%
bert = Sizes(d_model=768, n_heads=12, n_positions=512)
n_layers, parameters = 12, {}
for name in names:
    position = method(name, bert)
    copies = n_layers if position.one_per_layer else 1
    parameters[name] = copies * sum(table.numel() for table in position.parameters())

# %% [markdown]
# Then the arithmetic for one sentence, and the numbers that must be kept at hand for it (one layer's
# at a time) beside the parameters. Shaw's are those of the look-up, with $k = 16$, for keys and
# values.

# %%
n, d, h, k = 512, 768, 12, 16
met = h * n * (2 * k + 1)  # each query of each head with each of Shaw's vectors
costs = {  # multiply-adds, numbers at hand
    "sinusoidal": (n * d, n * d),
    "learned": (n * d, 0),
    "RoPE": (n_layers * 4 * n * d, 2 * n * d + n * d // h),
    "Shaw": (n_layers * 2 * (met * d // h + h * n * n), 2 * met + h * n * n),
    "T5": (n_layers * h * n * n, h * n * n),
    "ALiBi symmetric": (n_layers * h * n * n, h * n * n),
}
attention_itself = n_layers * 2 * n * n * d

# %%
print(f"{'':17}parameters   arithmetic, % of attention   MB at hand   longest text")
for name, (multiply_adds, numbers) in costs.items():
    share = multiply_adds / attention_itself
    longest = "512" if name == "learned" else "any"
    held = numbers * 4 / 1e6  # float32
    print(f"{name:16}{parameters[name]:11,}{share:24.2%}{held:19.1f}{longest:>15}")

# %% [markdown]
# Attention itself is here $QK^\top$ and the mean of the values; beside it none of them costs much
# (an addition counts as a multiply-add). The learned table is the only one with an end;
# it is also the only one that needs parameters worth mentioning, 0.4 of BERT's 110 million. What
# Shaw, T5 and ALiBi pay is memory that grows with $n^2$, unless it is computed on the fly.

# %% [markdown]
# ## Who uses what
#
# Document E has a list. Documents A and E do not agree, so count.
#
# > **Check the lecture.** A says near its end that most modern models use a learned table. That was
# > true of BERT and GPT-2, in 2018 and 2019. E's own list has it the other way round, and the
# > reports of later models agree with E: Llama 3, Qwen and Gemma all name RoPE.

# %%
uses = Counter({name: len(models) for name, models in lecture.WHO_USES_WHAT.items()})
for name, count in uses.most_common():
    print(f"{name:8} {count} of E's models: {', '.join(lecture.WHO_USES_WHAT[name])}")

# %% [markdown]
# | method | model | rows, or note | where it says so |
# |---|---|---|---|
# | sinusoidal | Transformer (2017) | any | arXiv 1706.03762 |
# | learned | BERT (2018) | 512 | arXiv 1810.04805 |
# | learned | GPT-2 (2019) | 1024 | Radford et al. 2018 (learned), 2019 (1024) |
# | T5's buckets | T5 (2019) | 32 buckets, to distance 128 | arXiv 1910.10683 |
# | RoPE | GPT-NeoX-20B (2022) | on a quarter of each head's channels | arXiv 2204.06745 |
# | RoPE | PaLM (2022) | | arXiv 2204.02311 |
# | RoPE | Llama (2023), Llama 3 (2024) | base 500,000 in Llama 3 | arXiv 2302.13971, 2407.21783 |
# | RoPE | Qwen (2023), Gemma (2024) | | arXiv 2309.16609, 2403.08295 |
# | ALiBi | BLOOM (2022) | | arXiv 2211.05100 |
# | ALiBi | MPT-7B (2023) | | MosaicML's announcement, May 2023 |
#
# ## What is open
#
# Document D closes with limits and open questions. Three of them, and what this notebook can say:
#
# - *There is no one best method.* A task decides. Naming the word three places back asks for a
#   distance, naming the word at place 12 asks for a place: notebook 07 trains both, and the winners
#   change places.
# - *Relative methods make the code more complicated.* Shaw's does, and pays back with the look-up
#   above. T5's is a table and a formula, ALiBi's is one line.
# - *Very long texts are unsolved.* RoPE models are trained on short texts and stretched afterwards,
#   by slowing their clocks down (Chen et al. 2023, Peng et al. 2023); others train with random
#   gaps between positions (Ruoss et al. 2023). Kazemnejad et al. 2023 found causal models without any
#   positions among the best at greater lengths. None of these is the last word.

# %% [markdown]
# ## What you have now
#
# - A sum passes its gradient to both sides; a rule has nothing to update. A row of a table moves
#   only when it took part: rows beyond the trained length keep their first values, exactly.
# - MiniLM's learned table: five clocks, from 1 to 87 turns, each about three times as fast as the
#   one before; ten numbers for 90 % of it; and seams where trainings ended.
# - Shaw: $q_i \cdot a^K_{\operatorname{clip}(j-i)}$ inside the scale, $a^V$ in the values. T5: a
#   learned number a bucket. ALiBi: a fixed slope. RoPE turns.
# - $b_{ij}$ as a number for two places is T5 and ALiBi, nothing else.
# - In an encoder, symmetric ALiBi is blind to the mirror image, and to nothing more.
#
# **Next.** Measurements: who bites whom, longer texts than in training, and which task wants which
# method. [Notebook 07](07_homework_experiments.ipynb) is the homework.
#
# Your progress stays on this computer.

# %% id="progress" tags=["nbval-ignore-output"]
show_progress("06")

# %% [markdown] id="references"
# **References.** Vaswani et al. 2017, *Attention is all you need*, arXiv 1706.03762 (section 3.5;
# Table 3, row E). Gehring et al. 2017, *Convolutional sequence to sequence learning*, arXiv
# 1705.03122 (section 3.1). Shaw, Uszkoreit and Vaswani 2018, arXiv 1803.02155 (equations 3 to 5). Devlin et
# al. 2018 (BERT), arXiv 1810.04805. Radford et al. 2018 (GPT), *Improving language understanding by
# generative pre-training*. Radford et al. 2019 (GPT-2), *Language models are unsupervised
# multitask learners*. Raffel et al. 2020 (T5), arXiv 1910.10683 (section 2.1). Su et al. 2021
# (RoPE), arXiv 2104.09864. Press, Smith and Lewis 2021 (ALiBi), arXiv 2108.12409. Wang et al. 2020
# (MiniLM), arXiv 2002.10957. Reimers and Gurevych 2019 (Sentence-BERT), arXiv 1908.10084. Wang and
# Chen 2020, *What do position embeddings learn?*, arXiv 2010.04903. Black et al. 2022
# (GPT-NeoX-20B), arXiv 2204.06745. Chowdhery et al. 2022 (PaLM), arXiv 2204.02311. Touvron et al.
# 2023 (Llama), arXiv 2302.13971. BigScience 2022 (BLOOM), arXiv 2211.05100. MosaicML 2023,
# *Introducing MPT-7B*. Bai et al. 2023 (Qwen), arXiv 2309.16609. Gemma Team 2024, arXiv 2403.08295.
# Grattafiori et al. 2024 (Llama 3), arXiv 2407.21783. Chen et al. 2023 (position interpolation),
# arXiv 2306.15595. Peng et al. 2023 (YaRN), arXiv 2309.00071. Ruoss et al. 2023, arXiv 2305.16843.
# Kazemnejad et al. 2023, arXiv 2305.19466.
