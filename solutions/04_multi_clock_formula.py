# %% [markdown]
# # 4 · The multi-clock formula
#
# One clock could not have both, range and resolution. Many clocks can. This notebook chooses their
# speeds, writes the formula of the Transformer in four lines, and then doubts it: what is a
# position's vector good for, how far does it reach, and what happens to the word it is added to?
#
# **You will be able to**
# - write the sinusoidal encoding from nothing, in both notations that are in use,
# - recompute a published worked example and find where it went wrong,
# - read the heat map, and say which of its stripes mean something,
# - measure how far apart the two most alike positions stand, for any width,
# - say what adding does to a word vector, and check it on trained ones.
#
# **Time:** about 100 minutes, 30 of them for the four exercises. **Builds on:**
# [notebook 03](03_single_clock.ipynb): the clock $(\sin\omega p, \cos\omega p)$, the wavelength
# $2\pi/\omega$ and the chord $2\,|\sin(\omega\Delta/2)|$.
#
# **Terms and symbols:** [glossary](../docs/glossary.md), [notation](../docs/notation.md).

# %% id="setup"
import numpy as np
import torch

from course_utils import check, hint, lecture, plots, plots_encoding, predict, show, show_progress
from course_utils.explorers.fingerprint import Fingerprint
from course_utils.explorers.heatmap import HeatMap
from course_utils.trained_words import trained_positions, trained_words

# %% [markdown] tags=["teacher"]
# **Class plan (45 minutes, planned).** Four clocks and the odometer 4 · frequencies and encoding,
# typed live 10 · cat and dog, in pairs, before anybody runs the cell 8 · predict 04.A, heat map,
# stripes 9 · fingerprint, predict 04.B 7 · predict 04.C, adding and the √d 7. A second lesson, or
# homework: what the probe reads, other bases, float32, layouts.
#
# *Ask first:* “On a wall clock, which hand tells you the time?” Some say the hour hand, some the
# minute hand. It is the pair: the slow one says roughly when, the fast one says exactly, and
# neither will do alone.

# %% [markdown]
# ## Several clocks at once
#
# Document A lets four clocks run together, which turn once in 10, 100, 1,000 and 10,000 positions.
# Where do their hands stand at position 4857? Read each to a tenth of a turn.

# %%
wavelength = lecture.TURNS_ONCE_IN  # (4,)
tenth = 10 * 4857 // wavelength % 10
for clock in range(4):
    turned = 4857 / wavelength[clock] % 1
    print(f"turns once in {wavelength[clock]:6}: at {turned:.4f} of a turn, tenth {tenth[clock]}")

# %% [markdown]
# The tenths are the digits of 4857, from the last to the first: clocks like these are an
# odometer. The fast clock knows the last digit and nothing else; the slow clock knows that we are
# somewhere between 4000 and 5000. How many of 10,000 positions remain, once each clock has spoken?

# %%
position = np.arange(10_000)
tenths = 10 * position[:, None] // wavelength % 10  # (n_positions, 4)
possible = np.ones(len(position), dtype=bool)
for clock in range(4):
    possible &= tenths[:, clock] == tenths[4857, clock]
    rest = position[possible]
    print(f"clocks read: {clock + 1}, positions left: {len(rest):4}, such as", *rest[:4])

# %% [markdown]
# A compares this with GPS, and the comparison holds: one satellite leaves a whole sphere of places
# where you may be, the next cuts it down, and a few together leave a single spot. No satellite
# knows where you are. No clock knows the position. (And read the hands more finely than to a
# tenth, and fewer clocks will do: notebook 03 was about the price of that.)

# %% [markdown]
# ## The speeds
#
# The Transformer uses $d_\text{model}/2$ clocks, two columns each. Its speeds fall by the same
# *factor* from clock to clock, as in an odometer, but at the usual widths by a much smaller one.
# For $d = d_\text{model}$ and the pairs $k = 0, 1, \dots, d/2 - 1$ the angular frequencies are
#
# $$\omega_k = \frac{1}{10000^{\,2k/d}} \quad\text{radians a position.}$$
#
# Pair 0 runs at 1 radian a position, the clock of notebook 03. Vaswani et al. chose 10000 and do
# not say why; it is a design value, so we keep it as an argument `base`.

# %% [markdown]
# ### Exercise 04.1 · the frequencies
# *Difficulty ●○○ · 5 minutes*
#
# Return the angular frequencies of all clocks, the fastest first. `d_model` is even.


# %% exercise="04.1"
def angular_frequencies(d_model, base=10000):
    """Return how far each clock turns a position, in radians, (d_model / 2,)."""
    ### BEGIN SOLUTION
    pair = np.arange(d_model // 2)
    return base ** (-2 * pair / d_model)
    ### END SOLUTION


# %% check="04.1"
angular_frequencies = check("04.1", angular_frequencies)

# %% [markdown] tags=["teacher"]
# *Where classes go wrong:* they lose the 2 (they count pairs and write the exponent for columns, or
# the reverse), so the slowest clock ends near 1/√base. Ask for the last frequency at
# d_model = 512: it must be close to 0.0001.

# %%
for d_model in (8, 64, 512):
    wavelength = 2 * np.pi / angular_frequencies(d_model)  # (d_model / 2,)
    text = ", ".join(f"{one:,.1f}" for one in wavelength[:4])
    factor = wavelength[1] / wavelength[0]
    print(f"d = {d_model:3}: {text} … {wavelength[-1]:8,.0f} positions; factor {factor:.3f}")

# %% [markdown]
# > **Check the lecture.** A's wavelengths 10, 100, 1,000, 10,000 are an illustration, as its
# > “perhaps” admits. The formula's are $\lambda_k = 2\pi \cdot 10000^{2k/d}$ (document C has them):
# > they begin at $2\pi \approx 6.28$, and at $d = 8$ they do grow tenfold from clock to clock. But
# > at $d = 512$ neighbouring clocks differ by 3.7 %, and the slowest never reaches
# > $2\pi\cdot 10000 \approx 62{,}832$: with $k = d/2 - 1$ it stops one factor short.

# %%
fig, ax = plots.new_figure(width=8, height=3.2)
for d_model, colour in ((512, plots.SKY), (64, plots.BLUE), (8, plots.VERMILION)):
    wavelength = 2 * np.pi / angular_frequencies(d_model)
    plots_encoding.draw_wavelengths(ax, wavelength, colour, label=f"d = {d_model}")
ax.text(0, 75_000, "2π · 10000 is not reached", color=plots.GREY)
ax.set(xlabel="2k / d, from the fastest clock on", ylabel="wavelength (positions)", ylim=(4, 2e5))
ax.legend(loc="lower right")
show(
    fig,
    alt="Wavelengths on a logarithmic axis, for d = 8, 64 and 512: all lie on one straight line "
    "from 6.28 positions up. The last clock stays below 62,832: 6,283 at d = 8, 60,611 at d = 512.",
)

# %% [markdown]
# ## The whole formula
#
# Write the hands of all clocks side by side, sine and cosine in turn. In the notation of the paper,
# which A, D and E follow,
#
# $$PE(pos, 2i) = \sin\Big(\frac{pos}{10000^{2i/d}}\Big), \qquad
#   PE(pos, 2i{+}1) = \cos\Big(\frac{pos}{10000^{2i/d}}\Big),$$
#
# where $i$ counts pairs (our $k$). That is all of it: nothing is learned, nothing depends on the
# word or on the length of the text.

# %% [markdown]
# ### Exercise 04.2 · the whole encoding
# *Difficulty ●●○ · 10 minutes*
#
# `position` may be a number or an array of any shape; every position becomes a row of `d_model`
# numbers along a new last axis. Positions between tokens, such as 2.5, are welcome.


# %% exercise="04.2"
def positional_encoding(position, d_model, base=10000):
    """Turn positions (...) into rows (..., d_model): sine in even columns, cosine in odd ones."""
    ### BEGIN SOLUTION
    angle = np.multiply.outer(position, angular_frequencies(d_model, base))  # (..., d_model / 2)
    encoding = np.empty((*np.shape(position), d_model))
    encoding[..., 0::2] = np.sin(angle)
    encoding[..., 1::2] = np.cos(angle)
    return encoding
    ### END SOLUTION


# %% check="04.2"
positional_encoding = check("04.2", positional_encoding)

# %% [markdown] tags=["teacher"]
# *Where classes go wrong:* all sines first and then all cosines. Do not call it wrong outright: it
# is another layout, and the last section of this notebook is about it. The other frequent one gives
# sines to even *positions*: let them print row 0.

# %% [markdown]
# Document C's smallest example has $d = 6$: three clocks, and the row of position 0 is
# $[0, 1, 0, 1, 0, 1]$, because all hands begin at the top.

# %% tags=["live"]
print(positional_encoding(np.arange(4), d_model=6).round(4))

# %% [markdown]
# $N$ tokens have their positions' rows stacked into $P$ of shape $[N, d]$ (a table now, not
# notebook 01's permutation). It is the shape of the word vectors $X$, so that they can be added:
# $[N, d] + [N, d] \to [N, d]$. The sum goes where $X$ alone would have gone, and nothing behind it
# needs to know.

# %%
rng = np.random.default_rng(0)
X = rng.normal(size=(5, 6))  # five tokens, (n_positions, d_model)
P = positional_encoding(np.arange(5), d_model=6)
print(X.shape, "+", P.shape, "->", (X + P).shape)

# %% [markdown]
# ### Exercise 04.3 · one entry, in the other notation
# *Difficulty ●○○ · 6 minutes*
#
# C writes the same table entry by entry. There $i$ is the *position* and $j$ the *column*:
#
# $$p_{i,j} = \begin{cases} \sin\left(i \cdot 10000^{-j/d}\right) & j \text{ even} \\
#   \cos\left(i \cdot 10000^{-(j-1)/d}\right) & j \text{ odd.} \end{cases}$$
#
# Write it down for one entry, then see below whether both notations mean the same.


# %% exercise="04.3"
def entry(i, j, d):
    """Return p_{i,j}: the number that position i has in column j of d."""
    ### BEGIN SOLUTION
    if j % 2 == 0:
        return np.sin(i * 10000 ** (-j / d))
    return np.cos(i * 10000 ** (-(j - 1) / d))
    ### END SOLUTION


# %% check="04.3"
entry = check("04.3", entry)

# %%
n_positions, d_model = 40, 12
by_entry = np.array([[entry(i, j, d_model) for j in range(d_model)] for i in range(n_positions)])
by_row = positional_encoding(np.arange(n_positions), d_model)
print("both notations give the same table:", np.allclose(by_entry, by_row, rtol=0, atol=1e-14))
print("p_4857,501 at d = 512:", round(float(entry(4857, 501, 512)), 4))

# %% [markdown]
# > **Check the lecture.** The documents count differently. A and D give the first word position 1,
# > C and E give it 0; A counts pairs from 1, and E lets $i$ run from 0 *to* $d/2$, one pair too
# > many. In this course the code counts positions from 0 to $N-1$ and pairs from 0 to $d/2-1$, and
# > every place that follows A's counting says so. D lets $i$ run “over the components” of the
# > vector; taken at its word, $2i$ would run to $2d - 2$. And $d$ is even: an odd column left over
# > would be a sine without its cosine.

# %%
d_model = 512
for words, pairs in (
    ("from 0 to d/2 - 1", np.arange(d_model // 2)),
    ("from 0 to d/2, as E has it", np.arange(d_model // 2 + 1)),
    ("over the components, as D has it", np.arange(d_model)),
):
    print(f"i {words}: {2 * len(pairs)} columns for a vector of {d_model}")

# %% [markdown]
# ## Cat and dog, computed
#
# A works out the phrase “cat and dog” at $d = 12$: cat at position 1, and at 2, dog at 3. It counts
# from 1 here, and so do we in this section. First its six denominators $10000^{2i/12}$:

# %% tags=["live"]
exponent = np.arange(0, 12, 2) / 12  # 0/12, 2/12, … 10/12
computed = 10000.0**exponent
for pair in range(6):
    printed = lecture.DENOMINATORS_12[pair]
    print(
        f"pair {pair + 1}: 10000^({2 * pair:2}/12) = {computed[pair]:8.2f}, A prints {printed:8.2f}"
    )

# %% [markdown]
# Only the first agrees. Before you read on: where might the other five come from? Solve
# $10000^{m/12} = \text{denominator}$ for $m$.

# %%
exponents_used = 12 * np.log(lecture.DENOMINATORS_12) / np.log(10000)
print("A's exponents, in twelfths:", exponents_used.round(2))
print("its labels:                ", np.arange(0, 12, 2.0))

# %% [markdown]
# > **Check the lecture.** A labels its denominators 0/12, 2/12, 4/12 … 10/12, and the labels are
# > right. The numbers beside them are powers of 10000 to 0, 4, 8, 9, 10 and 11 twelfths. Right are
# > 1, 4.6416, 21.5443, 100, 464.1589 and 2154.4347. So A's clocks from pair 2 on run too slowly,
# > pair 3 more than twenty times.
#
# Now its sums. If the denominators are to blame, A's final vectors must follow from them:


# %%
def encode_with(denominators, position):
    """Return one row (d_model,) whose pairs turn by position / denominator."""
    angle = position / denominators
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).ravel()


for name, word, position, printed in (
    ("cat", lecture.CAT_12, 1, lecture.CAT_FINAL),
    ("dog", lecture.DOG_12, 3, lecture.DOG_FINAL),
):
    with_its_own = np.abs(word + encode_with(lecture.DENOMINATORS_12, position) - printed).max()
    with_the_formula = np.abs(word + positional_encoding(position, 12) - printed).max()
    print(f"{name}: A is off by {with_the_formula:.4f} from the formula,", end=" ")
    print("and matches its own denominators to 4 digits:", with_its_own < 0.5001e-4)

# %%
cat_final = lecture.CAT_12 + positional_encoding(1, 12)
dog_final = lecture.DOG_12 + positional_encoding(3, 12)
np.set_printoptions(linewidth=100, suppress=True)
print("cat + PE(1)\n", cat_final.round(4))
print("dog + PE(3)\n", dog_final.round(4))
print("dimension 2 (counted from 1):", cat_final[1].round(2), "against", dog_final[1].round(2))

# %% [markdown]
# > **Check the lecture.** A's cat_final is wrong in seven of its twelve numbers, dog_final in eight,
# > by up to 0.46; above are the right ones. Its conclusion stands: in dimension 2 cat and dog were 0.70
# > and 0.68 and become 1.24 and −0.31. That number comes from pair 1, whose denominator is right.

# %%
for name, right, printed in (
    ("cat", cat_final, lecture.CAT_FINAL),
    ("dog", dog_final, lecture.DOG_FINAL),
):
    wrong = np.abs(right - printed) > 1e-4
    print(f"{name}: {wrong.sum()} of 12 differ; columns from 0:", np.flatnonzero(wrong))
print("largest difference:", np.abs(dog_final - lecture.DOG_FINAL).max().round(2))

# %% [markdown]
# Two remarks in A read the table of positions 1, 2 and 3, in which each word is a column:

# %%
table = positional_encoding([1, 2, 3], 12).T  # (d_model, n_positions), as A shows it
print("row 1, the sine of pair 1:   ", table[0].round(2))
print("row 6, the cosine of pair 3: ", table[5].round(4))
print("the same with A's denominator:", np.cos(np.array([1, 2, 3]) / 464.16).round(4))
print("row 12, the cosine of pair 6:", table[11].round(4))
print("row 11, the sine of pair 6:  ", table[10].round(4))
print("two ticks of pair 1:", round(2 / (2 * np.pi), 3), "of a turn")

# %% [markdown]
# > **Check the lecture.** *Row 6 shows 1.0000 three times and belongs to the slow clock.* If a word
# > is a column, the rows are its 12 numbers, and row 6 is the cosine of pair 3: right are 0.9989,
# > 0.9957, 0.9903. The three 1.0000 come from 464.16 standing in for 21.54. If “row 6” means pair 6,
# > its cosine does read 1.0000 three times, but its sine moves: 0.0005, 0.0009, 0.0014. (The table
# > itself was a picture, and is lost.)
# >
# > *Row 1 nearly makes a turn in two ticks.* It is 0.318 of a turn, as notebook 03 found.

# %% [markdown] tags=["teacher"]
# Let pairs of learners find the exponents by themselves before the second cell runs; somebody will
# notice that 21.54 and 464.16 *are* in the right list, only too early. That is how such slips are
# found in published tables, too. Good question to end with: which of A's conclusions survive?

# %% [markdown]
# ## The heat map
#
# Document E draws the whole table: a row a position, a column a dimension, 64 positions and 256
# dimensions to begin with.

# %% id="predict-a"
predict("04.A")

# %% tags=["live"]
turning = (2 * np.pi / angular_frequencies(256) <= 64).sum()
print(f"{turning} of 128 clocks have a wavelength of at most 64 positions")

# %%
table = positional_encoding(np.arange(64), 256)  # (n_positions, d_model)
fig, axes = plots.new_figure(1, 2, width=8, height=6.4)
for ax, colours, words in (
    (axes[0], plots_encoding.LECTURE_COLOURS, "the lecture's colours"),
    (axes[1], plots_encoding.SAFE_COLOURS, "safe for colour-blind readers"),
):
    image = plots_encoding.draw_heat_map(ax, table, title=words, colours=colours)
    fig.colorbar(image, ax=ax, ticks=(-1, 0, 1), label="value (no unit)", pad=0.02)
show(
    fig,
    alt="The encoding of 64 positions in 256 columns, in two colour scales. Left of column 66 "
    "waves run down the picture, ever slower. Towards the right edge columns alternate, near 0 and "
    "near 1.",
)

# %% [markdown]
# Play with it. Point at cells, or focus the map and use the arrow keys; change the base; show the
# clocks of a row and move down, position by position.

# %% id="explorer-heatmap" tags=["hide-input"]
HeatMap(n_positions=64, d_model=256)

# %% [markdown]
# **Which way do the stripes run?** E reads the picture like this: *vertical stripes* show that sine
# and cosine are periodic, narrow on the left and wide on the right; *horizontal* variation shows
# how the encoding changes over positions. Count what is there. Go down a column, and along a row,
# and count how often the number passes the middle of what it takes on.


# %%
def crossings(values):
    """Count how often values (n,) pass the mean of their largest and smallest."""
    above = values > (values.max() + values.min()) / 2
    return (above[1:] != above[:-1]).sum()


for column in (0, 16, 32, 64):
    print(f"down column {column:2}, a sine:", crossings(table[:, column]))
print("along row 10, columns 192 to 255:", crossings(table[10, 192:]))
print("along row 10, the sines of these:", crossings(table[10, 192::2]))

# %% [markdown]
# > **Check the lecture.** Periodicity in the position runs *down* the picture, since positions are
# > rows: on the left the bands are short, about 3 positions high, and further right they grow
# > beyond the picture. The vertical stripes on the right are something else. There is one a column:
# > they are as narrow as stripes can be, not wide, and have nothing to do with any frequency. They
# > come from the interleaving of sines (still near 0) with cosines (still near 1). Put all
# > sines first, and they vanish:

# %%
halves = np.concatenate([table[:, 0::2], table[:, 1::2]], axis=1)  # sines, then cosines
fig, axes = plots.new_figure(1, 2, width=8, height=5.6)
titles = ("sine and cosine in turn", "all sines, then all cosines")
for ax, one, words in zip(axes, (table, halves), titles):
    image = plots_encoding.draw_heat_map(ax, one, title=words)
    fig.colorbar(image, ax=ax, ticks=(-1, 0, 1), label="value (no unit)", pad=0.02)
show(
    fig,
    alt="The same numbers in two column orders. In turn: vertical stripes, one column wide, on the "
    "right. All sines first: no such stripes; each half is smooth, yellow and dark red at its end.",
)

# %% [markdown]
# ## The fingerprint
#
# A likens the reading of all clocks to a barcode. Here are three: a row of the table each, a bar a
# column.

# %%
places = (17, 18, 4857)
rows = positional_encoding(np.array(places), 64)  # (3, d_model)
fig, axes = plots.new_figure(1, 3, width=8, height=2.4)
plots_encoding.draw_barcodes(axes, rows, [f"position {place}" for place in places])
axes[0].set_title("Three positions as barcodes, d = 64 (dark −1, light +1)")
show(
    fig,
    alt="Barcodes of positions 17, 18 and 4857 in 64 columns. 17 and 18 differ in the left third, "
    "among the fast clocks, and agree on the right; 4857 differs from both nearly everywhere.",
)

# %% [markdown]
# Two positions may agree on one clock, A says, but never on all of them. For whole positions that
# is exactly true, and already of the fastest clock alone: notebook 03 proved that the 1 rad clock
# never comes home. What a computer needs is more than “not equal”: it needs a *margin*.

# %% [markdown]
# ### Exercise 04.4 · the fingerprint's margin
# *Difficulty ●●● · 9 minutes*
#
# Positions that are a lag $\Delta$ apart stand $2\,|\sin(\Delta\omega_k/2)|$ apart on clock $k$.
# Find the lag from 1 to `largest_lag` at which they stand closest on all clocks together, as
# vectors, and return that distance and the lag.


# %% exercise="04.4"
def fingerprint_margin(d_model, largest_lag):
    """Return the least distance of two rows that are 1 to largest_lag positions apart; its lag."""
    ### BEGIN SOLUTION
    lags = np.arange(1, largest_lag + 1)
    chord = 2 * np.sin(np.multiply.outer(lags, angular_frequencies(d_model)) / 2)
    distance = np.sqrt((chord**2).sum(axis=-1))  # (largest_lag,)
    nearest = np.argmin(distance)
    return distance[nearest], lags[nearest]
    ### END SOLUTION


# %% check="04.4"
fingerprint_margin = check("04.4", fingerprint_margin)

# %% [markdown] tags=["teacher"]
# *Where classes go wrong:* they add the chords instead of their squares, or keep lag 0. Both are
# worth a look at $d = 2$, where the sum does no harm: a wrong formula that passes the smallest case.

# %% tags=["live"]
for d_model in (2, 4, 8, 12, 64, 512):
    margin, lag = fingerprint_margin(d_model, 4999)
    print(f"d = {d_model:3}: closest at lag {lag:4}, distance {margin:.5f}")

# %% [markdown]
# > **Check the lecture.** A's fingerprint is real, and its quality depends on $d$. Among 5000
# > positions one clock leaves two of them 0.00006 apart (lag 710, as in notebook 03), two clocks
# > 0.0444, four clocks 0.645. From $d = 12$ on the most alike positions are *neighbours*: nothing
# > far away is ever confused with here. And more clocks push the neighbours apart as well, from
# > 0.98 to 3.7.

# %%
lags = np.arange(1, 2001)
fig, ax = plots.new_figure(width=8, height=3.4)
for d_model, colour in ((2, plots.ORANGE), (8, plots.GREEN), (64, plots.BLUE)):
    chord = 2 * np.sin(np.multiply.outer(lags, angular_frequencies(d_model)) / 2)
    distance = np.sqrt((chord**2).sum(axis=-1) / d_model)  # comparable across widths
    ax.semilogy(lags, distance, ".", color=colour, markersize=3, label=f"d = {d_model}")
ax.set(xlabel="lag (positions)", ylabel="distance / √d", ylim=(2e-5, 12))
ax.legend(loc="upper right", ncols=3, markerscale=3)
show(
    fig,
    alt="Distance of two rows, divided by the root of d, by lag up to 2000, logarithmic. d = 2 "
    "dips down to 0.00004 at lag 710. d = 8 stays above 0.2, d = 64 above 0.18, lowest at lag 1.",
)

# %% [markdown]
# Look for the worst pair yourself. The button finds the position most alike to the first one.

# %% id="explorer-fingerprint" tags=["hide-input"]
Fingerprint(first=17, second=61, d_model=12)

# %% [markdown]
# ## Is there an end after 62,832 positions?

# %% id="predict-b"
predict("04.B")

# %%
start, neighbour, far = positional_encoding([0, 1, 62_832], 512)
print(f"neighbours are {np.linalg.norm(neighbour - start):.1f} apart")
print(f"0 and 62,832 are {np.linalg.norm(far - start):.1f} apart")
print(f"two rows that have nothing to do with each other: about {np.sqrt(512):.1f}")

# %% [markdown]
# One reads that the encoding serves 62,832 positions only and then repeats. It does not. One clock
# would have to be home for one pair of columns to repeat; for the row, all of them at once. With
# few clocks there is something to it, by an accident of round numbers: at $d = 8$ the wavelengths
# are $2\pi$ times 1, 10, 100 and 1000, so after $2\pi\cdot 10000$ positions every clock has made a
# whole number of turns, and 62,832 misses that by only 0.15 positions.

# %%
for d_model in (4, 8, 12, 64):
    start, neighbour, far = positional_encoding([0, 1, 62_832], d_model)
    near, repeat = np.linalg.norm(neighbour - start), np.linalg.norm(far - start)
    print(f"d = {d_model:2}: neighbours {near:.2f} apart, 0 and 62,832 {repeat:.2f} apart")

# %% [markdown]
# ## What adding does to a word
#
# Document C adds the same word at two positions, $x_\text{dog} + p_1$ and $x_\text{dog} + p_{10}$:
# two inputs for one word. Is the word still to be found in them? Take real vectors, the word table
# of a trained encoder with $d = 384$ (a sentence encoder called MiniLM; 500 of its words are here).

# %%
words, vectors = trained_words()  # vectors (500, 384)
d_model = vectors.shape[1]
p = positional_encoding(np.arange(512), d_model)  # (n_positions, d_model)
word_length = np.linalg.norm(vectors, axis=1)
print(f"a word vector is {word_length.min():.1f} to {word_length.max():.1f} long")
print(f"a position vector: {np.linalg.norm(p, axis=1).min():.4f}", end=" ")
print(f"to {np.linalg.norm(p, axis=1).max():.4f}")

# %% [markdown]
# Every position vector is equally long: each pair contributes $\sin^2 + \cos^2 = 1$, so the
# length is $\sqrt{d/2}$, here 13.8564. That is about ten times as long as these words. If we just
# added, the position would drown the *word*: notebook 02's accident again. So Vaswani et al. multiply
# the word vectors by $\sqrt d$ first (the last sentence of their section 3.4, and easily overlooked).
# Does that help?

# %% id="predict-c"
predict("04.C")


# %%
def cosine(a, b):
    """Return the cosine of the angle between two vectors."""
    return a @ b / np.linalg.norm(a) / np.linalg.norm(b)


dog, cat = (vectors[words.index(word)] for word in ("dog", "cat"))
print("cosine of the bare words dog and cat:", cosine(dog, cat).round(2))
for name, scale in (("as they are", 1), ("times √d", np.sqrt(d_model))):
    same_word = cosine(scale * dog + p[1], scale * dog + p[10])
    same_place = cosine(scale * dog + p[1], scale * cat + p[1])
    print(f"{name:11}: dog at 1, dog at 10 {same_word:.2f};  dog at 1, cat at 1 {same_place:.2f}")

# %% [markdown]
# Without the factor, dog and cat at one place are as good as the same vector, more alike than dog
# at two places. With it the word weighs more, and both signals are there. (Models with a learned
# table need no such factor: training makes the positions as short as it likes.)
#
# ### Can the two be told apart again?
#
# Adding mixes word and position in the same columns. Concatenating would keep them apart, at a
# price: vectors twice as long, and all matrices behind them. And it would buy little. A layer's
# matrix sees $W_x x + W_p p$ after concatenation and $W(x + p) = Wx + Wp$ after addition. One $W$
# does as well as two if it can treat words and positions differently, and it can when they live in
# different *directions*. Do they? The same encoder has a position table that was trained together
# with its words. Compare the ten main directions of both.


# %%
def main_directions(rows, n_directions):
    """Return the directions (n_directions, d_model) along which rows (n, d_model) vary most."""
    return np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)[2][:n_directions]


def angles_between(first, second):
    """Return the principal angles between two sets of directions, in degrees."""
    cosines = np.linalg.svd(first @ second.T, compute_uv=False)
    return np.degrees(np.arccos(np.clip(cosines, -1, 1)))


# %%
learned = trained_positions()  # positions 1 to 511, (511, 384)
rng = np.random.default_rng(2)
random = np.linalg.qr(rng.normal(size=(2, d_model, 10)))[0].swapaxes(1, 2)  # (2, 10, d_model)
of_words, of_learned = main_directions(vectors, 10), main_directions(learned, 10)
for name, first, second in (
    ("trained words and their trained positions", of_words, of_learned),
    ("trained words and the formula", of_words, main_directions(p, 10)),
    ("random and random", *random),
):
    angles = angles_between(first, second)
    print(f"{name:41}: smallest {angles.min():.0f}°, median {np.median(angles):.0f}°")
print(f"a trained position is {np.linalg.norm(learned, axis=1).mean():.2f} long on average")

# %%
centred = vectors - vectors.mean(axis=0)
for name, rows in (("trained positions", learned), ("the formula", p)):
    directions = main_directions(rows, 10)
    inside = ((centred @ directions.T) ** 2).sum() / (centred**2).sum()
    print(f"share of the words' variance along the main directions of {name:17}: {inside:.2%}")
print(f"share expected by chance: {10 / d_model:.2%}")

# %% [markdown]
# Random directions in 384 dimensions are nearly perpendicular already. But the trained pair goes
# beyond that: its smallest angle is 84°, and the words keep out of the positions' main directions
# more than twenty times better than chance. Training has cleared the room. The formula meets these
# words by chance only, as it should: this model was never trained with it. So adding costs little
# where there is room, and a model can make the room. With $d = 12$ there would be none to make.

# %% [markdown]
# ## Does the model know where it is?
#
# A says: no number in $PE(1)$ says “1”, nothing decodes it, and the model never needs the position
# itself. It compares the vector with a face embedding: 512 numbers, none of them carries
# the person's name, and all of them together are that person. Test both halves.
#
# **No single number?** Look at the last sine of the bare table, divided by its frequency.

# %%
slowest = angular_frequencies(d_model)[-1]
for position in (1, 17, 511):
    print(f"position {position:3}: last sine / its frequency = {p[position, -2] / slowest:.2f}")

# %% [markdown]
# > **Check the lecture.** Of the bare table A's sentence is too strong. The slowest clock has hardly
# > left the top after 511 positions, where $\sin\omega p \approx \omega p$: one column *is* the
# > position, in small print. But the model never gets the bare table. It gets word + position.
#
# Can anything read the position there? Train a *linear probe*: the weights $w$ for which $x \cdot w$
# comes nearest to the position. To be fair, test it on positions and words it never saw.

# %%
rng = np.random.default_rng(3)
all_positions, all_words = rng.permutation(512), rng.permutation(len(words))


def draw_sums(positions, chosen_words, n_sums):
    """Draw word + position at random: the sums (n_sums, d_model) and their positions (n_sums,)."""
    position, word = rng.choice(positions, n_sums), rng.choice(chosen_words, n_sums)
    return np.sqrt(d_model) * vectors[word] + p[position], position


seen, seen_position = draw_sums(all_positions[128:], all_words[125:], 8000)
new, new_position = draw_sums(all_positions[:128], all_words[:125], 4000)


# %%
def probe(columns):
    """Fit a linear probe to some columns; give its R² and mean error on new positions."""
    design = np.c_[seen[:, columns], np.ones(len(seen))]
    weights = np.linalg.lstsq(design, seen_position, rcond=None)[0]
    error = np.c_[new[:, columns], np.ones(len(new))] @ weights - new_position
    return 1 - (error**2).mean() / new_position.var(), np.abs(error).mean()


single = [probe([column]) for column in range(d_model)]
best = int(np.argmax([explained for explained, error in single]))
for name, columns in (("the best single column", [best]), ("all columns", list(range(d_model)))):
    explained, error = probe(columns)
    print(f"{name:22}: explains {explained:.0%} of the variance, off by {error:.0f} positions")
print(f"guessing the middle   : off by {np.abs(new_position - 255.5).mean():.0f} positions")
print("best column:", best, " the last sine explains anything:", single[d_model - 2][0] > 0.01)

# %% [markdown]
# The column that was the position in the bare table is worthless now: it never exceeds 0.054, and
# the word's number added to it is some twenty times larger. The best single column explains less
# than a third. (It is the cosine of a clock that makes just half a turn in 512 positions, falling
# from 1 to −1 all the way.) All columns together explain almost four fifths, for positions and
# words the probe never saw. So far A and its faces are right: the position is in the whole, and in
# no part.
#
# Still, an error of 52 positions is a poor reading. Is more to be had? Ask another question: which
# row of the table does the sum resemble most, once the mean word is taken off? That needs no
# training at all.

# %%
resemblance = (new - np.sqrt(d_model) * vectors.mean(axis=0)) @ p.T  # (n_sums, n_positions)
read = resemblance.argmax(axis=1)
print(f"exactly the right one of 512 positions: {(read == new_position).mean():.0%}")
print(f"off by at most one position:            {(abs(read - new_position) <= 1).mean():.1%}")

# %% [markdown]
# > **Check the lecture.** “Nothing decodes it” describes what attention is *for*, and there A is
# > right: no part of the model computes this. It is not for want of information. 512 products and a
# > maximum read the position off, nearly always to within one; and products with a table and a soft
# > maximum are what attention consists of.

# %% [markdown]
# ## Other bases
#
# What would another base change? It sets the slowest clock, and so how the others are spread. Here
# is how far apart two rows stand at several lags, in units of $\sqrt{d}$, about the distance of two
# rows that have nothing to do with each other. $d = 64$:

# %%
lags = np.array([1, 10, 100, 500])
for base in (2, 100, 10_000, 1_000_000):
    frequency = angular_frequencies(64, base)
    chord = 2 * np.sin(np.multiply.outer(lags, frequency) / 2)
    distance = np.sqrt((chord**2).sum(axis=-1) / 64)  # (4,)
    turning = (2 * np.pi / frequency <= 512).sum()
    print(f"base {base:9,}: {turning:2} of 32 clocks turn in 512 positions; lags", end=" ")
    print("   ".join(f"{lag}: {one:.2f}" for lag, one in zip(lags, distance)))

# %% [markdown]
# A small base makes all clocks fast. Neighbours stand far apart, and beyond some ten positions
# everything is equally far: a fingerprint that knows no near and far. A large base slows clocks
# down: neighbours differ less, and the distance goes on growing for longer. So the base decides
# how far “near” reaches. 10000 is one choice; rotary models, which notebook 05 comes to, raise it
# for long texts (Llama 3 to 500,000).

# %% [markdown]
# ## What a computer keeps of it
#
# The formula is exact. The way of computing it need not be. Popular code computes the angle
# $pos\cdot\omega_k$ in float32, which keeps 24 bits. Near 1,000,000 its values are 1/16 apart, and
# at position 1,000,000 the angles of fast clocks are as large as that.

# %%
frequency32 = angular_frequencies(512).astype(np.float32)
for last in (100, 10_000, 1_000_000):
    position = np.arange(last - 100, last)
    angle32 = np.multiply.outer(position.astype(np.float32), frequency32)  # (100, 256)
    exact = positional_encoding(position, 512)
    error = max(
        np.abs(np.sin(angle32.astype(np.float64)) - exact[:, 0::2]).max(),
        np.abs(np.cos(angle32.astype(np.float64)) - exact[:, 1::2]).max(),
    )
    print(f"positions up to {last:9,}: largest error {error:.0e}")

# %% [markdown]
# > **Check the lecture.** All documents write the angle $pos\cdot\omega_k$, and say nothing of
# > precision. In float32, as the Annotated Transformer, d2l and many rotary codes compute it, a value
# > near position 1,000,000 is off by up to 0.06, where neighbours on the fastest clock are 0.96 apart.
# > The remedy is simple: compute the angle in float64 and round the *result*. (Notebook 05 finds a
# > way that is faster, and as good up to the last bits.)

# %%
position = np.arange(999_900, 1_000_000)
exact = positional_encoding(position, 512)  # angles in float64
rounded = exact.astype(np.float32)
print("rounding the result costs less than 1e-7:", np.abs(rounded - exact).max() < 1e-7)

# %% [markdown]
# And bfloat16? Notebook 02 found that its whole numbers end at 256: beyond, positions stored in it
# begin to coincide, long before a text is long.

# %%
position = torch.arange(8192)
kept = position.to(torch.bfloat16).to(torch.int64)
print("first position that bfloat16 cannot write:", int(position[kept != position][0]))
print("different positions left of 8192:", len(torch.unique(kept)))

# %% [markdown]
# ## Two layouts, one bug
#
# We interleave: sine, cosine, sine, cosine. Much code stores all sines first and then all cosines.
# C's remark that neighbouring channels share a frequency is true of the first layout only. Both hold
# the same numbers, so it does not matter which you take:

# %%
table = positional_encoding(np.arange(64), 32)
order = np.r_[0:32:2, 1:32:2]  # columns 0, 2, 4, …, then 1, 3, 5, …
halves = table[:, order]
print("products of rows are the same:", np.allclose(table @ table.T, halves @ halves.T))
print("and the way back is a permutation:", np.array_equal(halves[:, np.argsort(order)], table))

# %% [markdown]
# It matters that everybody takes the *same*. Load weights that were trained with one layout into
# code that builds the other, and every number is a legal one, nothing crashes, and the clocks are
# scrambled. Let queries use one and keys the other, and ask for the products by lag:

# %%
rows, columns = np.indices((64, 64))
for name, products in (("one layout", table @ table.T), ("two layouts, mixed", table @ halves.T)):
    at_lag_3 = products[columns - rows == 3]  # the 61 pairs (i, i + 3)
    print(f"{name:18}: products at lag 3 from {at_lag_3.min():6.2f} to {at_lag_3.max():6.2f}")

# %% [markdown]
# With one layout the product depends on the lag alone (notebook 05 shows why). Mixed, it is
# anything.
#
# > **Check the lecture.** C writes the interleaved layout as if it were the only one. Many
# > implementations, tensor2tensor's and many rotary codes among them, store halves. That is a fixed
# > permutation of columns. tensor2tensor also divides the exponent by $d/2 - 1$ instead of $d/2$, so
# > that its slowest clock reaches $2\pi\cdot 10000$ (which the paper's text promises and its formula
# > does not keep): other frequencies, and no permutation of ours.

# %%
pair = np.arange(16)
tensor2tensor = 10000.0 ** (-pair / (16 - 1))
print("last wavelength, ours:         ", round(2 * np.pi / angular_frequencies(32)[-1]))
print("last wavelength, tensor2tensor:", round(2 * np.pi / tensor2tensor[-1]))
shared = np.isclose(tensor2tensor[:, None], angular_frequencies(32)[None, :]).any(axis=1).sum()
print("frequencies in common:", shared, "of 16")

# %% [markdown]
# From here on you may use the course's own library. It does what your functions do, and refuses what
# makes no sense:

# %%
from course_utils.positions import interleaved_to_halves, sinusoidal_encoding

ours = positional_encoding(np.arange(512), 64)
theirs = sinusoidal_encoding(512, 64, dtype=np.float64)
print("your encoding and the library's agree:", np.allclose(ours, theirs, rtol=0, atol=1e-12))
print("and so does the layout:", np.array_equal(interleaved_to_halves(32), order))
try:
    sinusoidal_encoding(512, 63)
except ValueError as error:
    print(error)

# %% [markdown]
# ## What you have now
#
# - $\omega_k = 10000^{-2k/d}$: clocks from 1 radian a position down, each slower by the same factor;
#   wavelengths $2\pi \cdot 10000^{2k/d}$, from $2\pi$ towards 62,832, never reaching it.
# - $PE(pos, 2k) = \sin(pos\,\omega_k)$, $PE(pos, 2k{+}1) = \cos(pos\,\omega_k)$, and $p_{i,j}$ says the
#   same. Every row has length $\sqrt{d/2}$.
# - A margin for the fingerprint: from $d = 12$ on, among 5000 positions, none is more alike than the
#   neighbours. Nothing ends at 62,832.
# - Words are scaled by $\sqrt d$ before adding. In a trained model words and positions keep out of
#   each other's way.
# - The position can be read from the sum, from the whole and from no single column. Nobody needs to.
# - Angles belong in float64, and a layout is a promise.
#
# **Next.** Why sine *and* cosine, once more: a step of Δ positions turns every clock by a fixed
# angle, whatever the position. That single fact gives products that depend on the lag alone, an
# attention head that looks exactly Δ tokens back, and a table built without computing a sine for
# every entry: [notebook 05](05_rotation_identities.ipynb).
#
# Your progress stays on this computer.

# %% id="progress" tags=["nbval-ignore-output"]
show_progress("04")

# %% [markdown] id="references"
# **References.** Vaswani et al. 2017, *Attention is all you need*, arXiv 1706.03762 (section 3.5: the
# formula; section 3.4: the factor √d; tensor2tensor is its code). Rush 2018, *The Annotated
# Transformer*. Zhang et al., *Dive into Deep Learning* (d2l), arXiv 2106.11342. Wang et al. 2020,
# *MiniLM*, arXiv 2002.10957, and Reimers and Gurevych 2019, *Sentence-BERT*, arXiv 1908.10084: the
# family of the trained encoder, all-MiniLM-L6-v2. Grattafiori et al. 2024, *The Llama 3 Herd of
# Models*, arXiv 2407.21783 (its base).
