# %% [markdown]
# # 5 · Rotation identities
#
# The Transformer's table writes each clock down twice, as a sine and a cosine. This notebook asks
# what the pair is good for. The answer is one identity, and it carries far: a step in the sentence
# is a rotation, the same from everywhere.
#
# **You will be able to**
# - move any row of the table by Δ positions with one matrix, and prove that sines alone cannot,
# - say how alike two positions are from their distance alone, and where “near means alike” fails,
# - write down an attention head that looks exactly Δ tokens back, and say when words disturb it,
# - rotate queries and keys as RoPE does, and build the table far faster than by its formula.
#
# **Time:** about 90 minutes, 48 of them for the six exercises. **Builds on:**
# [notebook 04](04_multi_clock_formula.ipynb), and attention from
# [notebook 01](01_permutation_invariance.ipynb).
#
# **Terms and symbols:** [glossary](../docs/glossary.md), [notation](../docs/notation.md).

# %% id="setup"
import math
import time

import numpy as np
import torch

from course_utils import check, hint, lecture, plots, predict, show, show_progress
from course_utils.attention import softmax
from course_utils.explorers.rotate import RotateClocks
from course_utils.positions import angular_frequencies, sinusoidal_encoding
from course_utils.racing import measure

# %% [markdown] tags=["teacher"]
# **Class plan (45 minutes, planned).** Theorems to matrix, on the board 7 · all clocks, predict
# 05.A 7 · only the distance counts, predict 05.B 8 · explorer together 4 · the head by hand, typed
# live 8 · predict 05.C and the four terms 6 · RoPE 5. The race is the reward for the homework.
#
# *Ask first:* “You are given row 1000 of the table and not the number 1000. Can you write down row
# 1003?” Most say no, one must first find out where one is. One need not.

# %% [markdown]
# ## A row that moves on
#
# Notebook 04 ended with the table: row $p$ holds, for each clock of angular frequency $\omega_k$,
# the pair $(\sin \omega_k p,\ \cos \omega_k p)$. And it ended with a promise: that a step turns
# every clock by a fixed angle, whatever the position. Here is the table for document C's six
# columns. Suppose somebody hands you the row of position 2, without saying that it is 2. Can you
# turn it into the row of position 3?

# %% tags=["live"]
table = sinusoidal_encoding(4, 6, dtype=np.float64)  # (n_positions, d_model)
print(table.round(3))

# %% [markdown]
# One clock at a time. Let $x$ be, for now, the angle of its hand, and let it move on by an *angle*
# $\Delta$. The two *addition theorems*, which document A quotes, say where the tip arrives:
#
# $$\sin(x + \Delta) = \sin x \cos \Delta + \cos x \sin \Delta$$
# $$\cos(x + \Delta) = \cos x \cos \Delta - \sin x \sin \Delta$$
#
# Look at what they need: the old sine, the old cosine, and $\Delta$. The angle $x$ itself is not
# asked for. And both are *linear* in the old pair, so they are a matrix.

# %% [markdown]
# ### Exercise 05.1 · one pair turns
# *Difficulty ●○○ · 5 minutes*
#
# Write the matrix that takes the column $(\sin x, \cos x)$ to $(\sin(x + \Delta), \cos(x + \Delta))$
# for every $x$. `angle` is $\Delta$, in radians.


# %% exercise="05.1"
def rotation(angle):
    """Return the matrix (2, 2) that turns every pair (sine, cosine) on by `angle` radians."""
    ### BEGIN SOLUTION
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([[cosine, sine], [-sine, cosine]])
    ### END SOLUTION


# %% check="05.1"
rotation = check("05.1", rotation)

# %%
first_clock = table[:, :2]  # 1 radian a position, (n_positions, 2)
print("position 2:              ", first_clock[2].round(3))
print("turned on by one radian: ", (rotation(1.0) @ first_clock[2]).round(3))
print("position 3 in the table: ", first_clock[3].round(3))

# %% [markdown]
# ## Which way round?
#
# Schoolbooks write the other matrix, $\begin{pmatrix} \cos\Delta & -\sin\Delta \\ \sin\Delta & \cos\Delta \end{pmatrix}$,
# with the minus sign above. Nobody is wrong: theirs is for pairs $(\cos x, \sin x)$. Draw the first
# number to the right and the second upwards, and see which way each kind of pair goes round.

# %%
angle = np.arange(7) * 0.5
pairs = {"(sine, cosine), our table": [np.sin, np.cos], "(cosine, sine), RoPE": [np.cos, np.sin]}
fig, axes = plots.new_figure(2, width=8, height=3.7)
for ax, (title, (first, second)) in zip(axes, pairs.items()):
    ax.plot(first(angle), second(angle), "o-", linewidth=1)
    for p, x in enumerate(angle):
        ax.text(1.18 * first(x), 1.18 * second(x), str(p), ha="center", va="center")
    ax.set(xlim=(-1.4, 1.4), ylim=(-1.4, 1.4), xticks=(-1, 0, 1), yticks=(-1, 0, 1))
    ax.set(title=title, xlabel="first number", ylabel="second number", aspect="equal")
show(
    fig,
    alt="Positions 0 to 6 of a clock of 0.5 radians a position. As (sine, cosine) they start at "
    "the top and go clockwise; as (cosine, sine) they start at the right and go the other way.",
)

# %% [markdown]
# > **Check the lecture.** Document A writes the circle as $(\cos\theta, \sin\theta)$ and a few lines
# > later position 17 as $(\sin 17, \cos 17)$; C calls $[\sin i\omega, \cos i\omega]$ a rotation by
# > the angle $i\omega$. It is one, but *clockwise*, from the top. The sign of
# > $a_1 b_2 - a_2 b_1$ tells which way the turn from $a$ to $b$ goes: positive is counter-clockwise.
#
# **The course's convention.** The table has the sine first and turns clockwise; `rotation` does as
# the table does. Only RoPE, near the end, has the cosine's coordinate first and turns
# counter-clockwise, and it says so there. Mirrored, everything stays true.

# %%
for order, (first, second) in pairs.items():
    here, next_one = ((first(x), second(x)) for x in (0.3, 0.3 + 0.2))
    turn = here[0] * next_one[1] - here[1] * next_one[0]
    print(f"{order:26} {'counter-clockwise' if turn > 0 else 'clockwise'}")

# %% [markdown]
# ## All clocks at once
#
# A row $p_i$ has $d/2$ clocks, each with its own angular frequency $\omega_k = 10000^{-2k/d}$. From
# here on $\Delta$ counts positions again: when the position moves on by $\Delta$, clock $k$ turns
# by the angle $\omega_k \Delta$. So a whole row moves on by a matrix that has one little rotation
# for each clock along its diagonal, and zeros elsewhere:
#
# $$R(\Delta)\, p_i = p_{i+\Delta} \qquad \text{for every position } i.$$
#
# ### Exercise 05.2 · all clocks turn
# *Difficulty ●●○ · 8 minutes*
#
# Write it. Pair $k$ stands in columns $2k$ and $2k + 1$.


# %% exercise="05.2"
def shift_matrix(delta, d_model):
    """Return R (d_model, d_model): R @ row of position p is the row of p + delta, for every p."""
    ### BEGIN SOLUTION
    matrix = np.zeros((d_model, d_model))
    for pair in range(d_model // 2):
        block = slice(2 * pair, 2 * pair + 2)
        angular_frequency = 10000.0 ** (-2 * pair / d_model)
        matrix[block, block] = rotation(delta * angular_frequency)
    return matrix
    ### END SOLUTION


# %% check="05.2"
shift_matrix = check("05.2", shift_matrix)

# %% [markdown] tags=["teacher"]
# *Where classes go wrong:* `pair / d_model` without the 2, and the transpose. For the second, let
# them apply it to row 0: (0, 1) must become (sin Δω, cos Δω), with a positive sine.

# %%
d_model, delta = 8, 3
fig, ax = plots.new_figure(width=6.4, height=3.9)
columns = [f"{wave} {k}" for k in range(d_model // 2) for wave in ("sin", "cos")]
R = shift_matrix(delta, d_model)
style = {"colours": "PuOr_r", "limits": (-1, 1), "decimals": 3}
plots.draw_matrix(ax, R, rows=columns, columns=columns, **style)
ax.set(xlabel="column of the old row", ylabel="column of the new row")
ax.set_title(f"R({delta}) for {d_model} columns")
show(
    fig,
    alt="The 8 by 8 matrix R(3): four 2 by 2 blocks on the diagonal, zeros elsewhere. The fast "
    "clock's block is far from the identity, with cosine −0.99; the slowest clock's is 1.00.",
)

# %% [markdown]
# Does *one* matrix really serve every position? Try 5000 of them, and some far out. (NumPy keeps
# positions in rows, so the matrix goes to the right, transposed: `table @ R.T`.)

# %%
d_model, delta = 64, 7
R = shift_matrix(delta, d_model)
for start in (0, 1_000_000):
    table = sinusoidal_encoding(5000 + delta, d_model, start=start, dtype=np.float64)
    moved = table[:-delta] @ R.T  # (5000, d_model)
    print(f"from position {start}: all moved:", np.abs(moved - table[delta:]).max() < 1e-6)

# %% [markdown]
# That is document A's claim: a shift is a fixed linear map that depends on $\Delta$ and not on the
# place. The little rotations also say how shifts combine, because angles add up:
#
# $$R(a)\,R(b) = R(a + b), \qquad R(-\Delta) = R(\Delta)^{-1} = R(\Delta)^\top.$$

# %%
one, three, four, back = (shift_matrix(step, 64) for step in (1, 3, 4, -7))
claims = {
    "3 on, then 4 on, is 7 on": (three @ four, R),
    "1 on, seven times, is 7 on": (np.linalg.matrix_power(one, 7), R),
    "7 back undoes it": (back @ R, np.eye(64)),
    "and is the transpose": (back, R.T),
}
for claim, (left, right) in claims.items():
    print(f"{claim}: {np.allclose(left, right, atol=1e-6)}")

# %% [markdown]
# ## Would the sines do?
#
# Half of the table would be cheaper. Keep the sines, drop the cosines.

# %% id="predict-a"
predict("05.A")

# %% [markdown]
# **Proof in one line.** At position 0 all sines are 0, and every matrix takes a row of zeros to a
# row of zeros. But the sines of position $\Delta$ are not zero. ∎
#
# And it is not position 0 alone. Leave it out, take positions 1 to $N$, and let least squares find
# the best matrix there is for three positions on, from the sines and from whole pairs:


# %%
def shift_error(rows, delta, n_positions):
    """Fit the best matrix for a shift, and return its root mean square error."""
    here, there = rows[:n_positions], rows[delta : n_positions + delta]
    best = np.linalg.lstsq(here, there, rcond=None)[0]
    return np.sqrt(np.mean((here @ best - there) ** 2))


table = sinusoidal_encoding(2003, 16, start=1, dtype=np.float64)  # positions 1 to 2003
sines = table[:, 0::2]  # (2003, 8)
sizes = np.array([9, 12, 16, 24, 32, 64, 128, 256, 512, 1024, 2000])
from_sines = np.array([shift_error(sines, 3, n) for n in sizes])
from_pairs = np.array([shift_error(table, 3, n) for n in sizes])

# %%
fig, ax = plots.new_figure(width=8, height=3.3)
ax.semilogx(sizes, from_sines, "o-", color=plots.VERMILION, label="8 sines")
ax.semilogx(sizes, from_pairs, "o-", color=plots.BLUE, label="8 sines and 8 cosines")
ax.axhline(np.std(sines), color=plots.GREY, linestyle="--", linewidth=1)
ax.text(9, np.std(sines) + 0.02, "spread of the sines themselves", color=plots.GREY)
ax.set(xlabel="number of positions N", ylabel="error (root mean square)", ylim=(-0.03, 0.85))
ax.set_title("The best matrix for “three positions on”, d = 16")
ax.legend(loc="center left")
show(
    fig,
    alt=f"Error of the fitted matrix against the number of positions. With pairs it is zero. With "
    f"sines alone it is {from_sines[0]:.2f} for 9 positions and {from_sines[-1]:.2f} for 2000.",
)

# %% [markdown]
# Up to 8 positions can be fitted by some matrix: each of its columns has 8 free entries. As soon as
# there are more positions than sines, the fit is off, and it gets worse the more there are. (For
# few positions float64 misses the very best matrix, because over a short stretch the slow sines are
# the same up to rounding: with 150 digits, 9 positions leave 0.013. From 128 on both agree.) The
# pairs do not mind: their matrix is the rotation, for any number of positions. Document A is right
# that both halves of the pair are needed.

# %% [markdown]
# ## Only the distance counts
#
# Attention compares by dot products. What is the dot product of two rows? Clock by clock it is the
# second addition theorem once more, with $-\omega j$ for $\Delta$:
#
# $$\sin \omega i\,\sin \omega j + \cos \omega i\,\cos \omega j = \cos\big(\omega (i - j)\big),
# \qquad\text{so}\qquad p_i \cdot p_j = \sum_{k} \cos\big((i - j)\,\omega_k\big).$$
#
# The places $i$ and $j$ are gone; their difference is left. Document C gives an example: (3, 7) and
# (13, 17) are different places, but both are 4 apart.

# %% tags=["live"]
for d_model in (6, 64, 512):
    table = sinusoidal_encoding(20, d_model, dtype=np.float64)
    products = [table[i] @ table[j] for i, j in lecture.EQUAL_LAGS]
    equal = abs(products[0] - products[1]) < 1e-12
    print(f"d = {d_model:3}: {products[0]:8.4f}, {products[1]:8.4f}; equal to 1e-12: {equal}")

# %% [markdown]
# ### Exercise 05.3 · how alike two positions are
# *Difficulty ●●○ · 6 minutes*
#
# Cosine similarity is the dot product divided by the lengths of both vectors: 1 for the same
# direction, 0 for a right angle. Write it for two positions that are `lag` apart, without building
# the table. How long is a row?


# %% exercise="05.3"
def similarity(lag, d_model):
    """Return the cosine similarity (...) of any two positions that are lag (...) apart."""
    ### BEGIN SOLUTION
    angle = np.asarray(lag)[..., None] * angular_frequencies(d_model)
    return np.cos(angle).mean(axis=-1)
    ### END SOLUTION


# %% check="05.3"
similarity = check("05.3", similarity)

# %% tags=["live"]
d_model, n_positions = 128, 64
table = sinusoidal_encoding(n_positions, d_model, dtype=np.float64)
gram = table @ table.T / (d_model / 2)  # (n_positions, n_positions)
lags = np.arange(-60, 61)

# %%
fig, (left, right) = plots.new_figure(2, width=9, height=3.6, width_ratios=(1, 1.45))
image = plots.draw_matrix(left, gram, decimals=None, limits=(0.4, 1), title="All pairs")
left.set(xlabel="position j", ylabel="position i", aspect="equal")
for axis in (left.xaxis, left.yaxis):
    axis.set_ticks(range(0, 64, 20), range(0, 64, 20))
fig.colorbar(image, ax=left, label="cosine similarity", shrink=0.85)
right.plot(lags, similarity(lags, d_model), ".-", markersize=4, linewidth=1)
right.set(xlabel="lag i − j (positions)", ylabel="cosine similarity", ylim=(0.4, 1.04))
right.set_title("One row of it is all of it")
show(
    fig,
    alt="Left, the similarity of all pairs of 64 positions, d = 128, constant along diagonals. "
    "Right, the same by lag: 1 at lag 0, 0.97 at 1, 0.66 at 11, rippled, alike on both sides.",
)

# %% [markdown]
# A matrix that is constant along its diagonals is called a *Toeplitz matrix*. One row holds all of
# it. Two things in these pictures deserve a second look: they are symmetric, and the curve ripples.

# %% id="predict-b"
predict("05.B")

# %%
position = np.arange(2000)
table = sinusoidal_encoding(2012, 128, dtype=np.float64)
for lag in (1, 10, 11, 12):
    products = np.sum(table[position] * table[position + lag], axis=1) / 64
    everywhere = np.ptp(products) < 1e-12
    print(f"lag {lag:2}: {similarity(lag, 128):.4f}; the same from 2000 positions: {everywhere}")

print("back is like on:", np.allclose(similarity(-position, 128), similarity(position, 128)))

# %% [markdown]
# > **Check the lecture.** Document A asks that neighbouring positions lie close together, and C
# > praises that the distance shows in the dot product. Both hold, with two reservations. First,
# > *nearer* is not always *more alike*: with 128 columns position 112 resembles position 100 more
# > than 111 does. The first such step comes earlier the fewer clocks there are. Second, cosine is
# > an even function: $p_i \cdot p_j$ knows how far, but not in which direction.

# %%
for d_model in (8, 32, 64, 128, 512):
    alike = similarity(np.arange(200), d_model)
    first_rise = np.flatnonzero(np.diff(alike) > 0)[0]
    print(f"d = {d_model:3}: similarity first rises from lag {first_rise} to {first_rise + 1}")

# %% [markdown]
# ### How fast does it fall?
#
# The similarity is a mean over clocks. At lag $\Delta$ a clock with $\omega_k \Delta \ll 1$ has
# hardly moved and gives nearly 1. Clocks with $\omega_k \Delta \gg 1$ have turned many times, point
# anywhere, and average out to 0. So the similarity is roughly *the share of clocks that have not
# turned yet*. The frequencies run from 1 down to 1/10000 in equal steps of their logarithm, so that
# share is $\ln(10000/\Delta) / \ln 10000$. Done exactly, with an integral for the mean, it is less
# by Euler's constant $\gamma = 0.5772\ldots$ in the numerator:
#
# $$\text{similarity} \approx 1 - \frac{\ln \Delta + \gamma}{\ln 10000}
# \qquad (1 \ll \Delta \ll 10000).$$
#
# <details>
# <summary>The integral</summary>
#
# With $u = \omega \Delta$ the mean over $\ln\omega$ becomes
# $\frac{1}{\ln 10000}\int_{\Delta/10000}^{\Delta} \frac{\cos u}{u}\,du
# = \frac{\operatorname{Ci}(\Delta) - \operatorname{Ci}(\Delta/10000)}{\ln 10000}$, where
# $\operatorname{Ci}$ is the cosine integral. It is near 0 for large arguments, and
# $\gamma + \ln u$ for small ones.
#
# </details>

# %%
lags = np.unique(np.geomspace(1, 5000, 400).round().astype(int))
law = 1 - (np.log(lags) + np.euler_gamma) / np.log(10000)

# %%
fig, ax = plots.new_figure(width=8, height=3.4)
for d_model, colour in ((64, plots.SKY), (512, plots.BLUE)):
    ax.semilogx(
        lags, similarity(lags, d_model), color=colour, label=f"d = {d_model}", linewidth=1.2
    )
ax.semilogx(lags, law, color=plots.VERMILION, linestyle="--", label="logarithmic law")
ax.set(xlabel="lag (positions)", ylabel="cosine similarity", ylim=(-0.35, 1.05))
ax.set_title("Similarity falls with the logarithm of the lag")
ax.legend(loc="lower left")
show(
    fig,
    alt="Cosine similarity against the lag, on a logarithmic axis. For 512 columns it follows a "
    "straight line, falling from 1 to about 0 at lag 5000; for 64 columns it ripples around it.",
)

# %%
lags = np.arange(10, 1001)
law = 1 - (np.log(lags) + np.euler_gamma) / np.log(10000)
off = np.abs(similarity(lags, 512) - law).max()
print("off by less than 0.06 from lag 10 to 1000, d = 512:", off < 0.06)
print(f"each doubling of the lag costs {np.log(2) / np.log(10000):.3f}")

# %% [markdown]
# A doubling of the distance always costs the same, whether from 10 to 20 or from 500 to 1000. Seen
# from one word, the third and the fourth after it are easy to tell apart; the 1003rd and the 1004th
# look much the same, given enough clocks. For words that is not a bad rule.

# %% [markdown]
# ## Play
#
# The thin hands show a row of the table, the green rings the row Δ positions on. “Show the turn” lets
# every clock turn by its own angle: all hands land in their rings. Then drag the lag, on its slider
# or on the curve; and drag the position, and see which picture does not move at all. Keyboard: focus
# a slider or the curve, and use the arrow keys.

# %% id="explorer-rotate" tags=["hide-input"]
RotateClocks(d_model=32, n_positions=64, position=20, delta=6)

# %% [markdown]
# ## A head, written by hand
#
# The bare dot product cannot tell “three back” from “three ahead”. But attention does not use bare
# dot products: it puts a matrix $W = W_Q W_K^\top$ between them. Let the query first *turn back* by
# $\Delta$. Then query $i$ is the row of position $i - \Delta$, and the key most like it stands
# exactly there:
#
# $$q_i = R(-\Delta)\,p_i = p_{i-\Delta}, \qquad k_j = p_j, \qquad
# q_i \cdot k_j = \sum_k \cos\big((i - \Delta - j)\,\omega_k\big),$$
#
# which is largest at $j = i - \Delta$. (The $k$ under the sum counts clocks, $k_j$ is a key.) One
# pair of matrices, for every $i$. Document A calls this “look Δ tokens back” as one reusable
# operation, and says that attention can *learn* it. Whoever can write it down need not train.
#
# ### Exercise 05.4 · a query that looks back
# *Difficulty ●●○ · 8 minutes*
#
# The keys stay as they are, $W_K = I$. Write $W_Q$, to be used as `table @ w_query`. Multiply it by
# `sharpness`, so that the softmax can be made to choose more or less sharply.


# %% exercise="05.4"
def look_back(delta, d_model, sharpness):
    """Return w_query (d_model, d_model): row i of table @ w_query asks for row i - delta."""
    ### BEGIN SOLUTION
    return sharpness * shift_matrix(-delta, d_model).T
    ### END SOLUTION


# %% check="05.4"
look_back = check("05.4", look_back)

# %% [markdown] tags=["teacher"]
# *Where classes go wrong:* the transpose, so that the head looks ahead. Let it happen and let them
# read it off the picture below: the stripe lies on the other side of the diagonal. `shift_matrix(delta,
# d_model)` is the same matrix; whoever sees why has understood the section before.


# %%
def look(rows, w_query, w_key):
    """Return the attention weights (n_positions, n_positions) of a head."""
    scores = (rows @ w_query) @ (rows @ w_key).T  # (n_positions, n_positions)
    return softmax(scores / np.sqrt(w_query.shape[1]))


d_model, delta, n_positions = 128, 3, 24
table = sinusoidal_encoding(n_positions, d_model, dtype=np.float64)
w_key = np.eye(d_model)

# %%
fig, axes = plots.new_figure(3, width=9.5, height=3.3)
for ax, sharpness in zip(axes, (1, 5, 25)):
    weights = look(table, look_back(delta, d_model, sharpness), w_key)
    title = f"sharpness {sharpness}"
    image = plots.draw_matrix(ax, weights, decimals=None, limits=(0, 1), title=title)
    ax.set(xlabel="key position j", aspect="equal")
    ax.set_xticks(range(0, 24, 5), range(0, 24, 5))
    ax.set_yticks(range(0, 24, 5), range(0, 24, 5))
axes[0].set_ylabel("query position i")
fig.colorbar(image, ax=axes, label="attention weight", shrink=0.8)
show(
    fig,
    alt="Attention weights of the head for sharpness 1, 5 and 25. A stripe lies three positions "
    "below the diagonal: broad and faint at 1, and nearly all the weight at 25.",
)

# %% [markdown]
# (The first three rows have nobody three places before them, and take the nearest they can get.)
# The head has never been trained and knows no length, so it should work from position 1,000,000
# just as well:

# %%
w_query = look_back(delta, d_model, sharpness=25)
for start in (0, 1000, 1_000_000):
    table = sinusoidal_encoding(300, d_model, start=start, dtype=np.float64)
    weights = look(table, w_query, w_key)
    i = np.arange(delta, 300)
    exact = (weights.argmax(axis=1)[delta:] == i - delta).all()
    print(f"from {start:7}: three back: {exact}; least weight {weights[i, i - delta].min():.3f}")

# %% [markdown]
# ### How sharp?
#
# The target wins by a little only, because position $i - \Delta$ and its neighbours are alike: at
# $d = 128$ the similarity is 1 against 0.97. What decides is the gap *in the scores*,
# $\text{sharpness} \cdot \sqrt{d}\,/\,2 \cdot (1 - 0.97)$. So both help: more columns, and longer
# queries. Take 256 positions, and see what share of its weight a query puts on the right one.

# %%
widths, gains = [8, 16, 32, 64, 128, 256, 512, 1024], (1, 4, 16, 64)
share = np.zeros((len(gains), len(widths)))
for column, d_model in enumerate(widths):
    table = sinusoidal_encoding(256, d_model, dtype=np.float64)
    for row, sharpness in enumerate(gains):
        query = table[128] @ look_back(delta, d_model, sharpness)
        share[row, column] = softmax(query @ table.T / np.sqrt(d_model))[128 - delta]

# %%
fig, ax = plots.new_figure(width=8, height=3.5)
for row, sharpness in enumerate(gains):
    ax.semilogx(widths, share[row], "o-", base=2, label=f"sharpness {sharpness}")
ax.set_xticks(widths, [str(width) for width in widths])
ax.set(xlabel="columns d", ylabel="weight on the position three back", ylim=(-0.03, 1.05))
ax.set_title("How sharply the head looks, among 256 positions")
ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))
show(
    fig,
    alt=f"Weight on the right position against the number of columns. At 512 columns it is "
    f"{share[0, 6]:.2f} for sharpness 1, {share[1, 6]:.2f} for 4 and {share[2, 6]:.2f} for 16.",
)

# %% [markdown]
# Dividing the sharpness by a number and multiplying the softmax's *temperature* by it are the same
# thing. At sharpness 1, plain rotations and 512 columns, four fifths of the weight go elsewhere:
# a head that is to look back sharply needs large $W_Q$ and $W_K$.

# %% [markdown]
# ## Words come in
#
# So far rows were positions only. In a Transformer each row is a word plus its position, and
# notebook 01 multiplied out what that does to a score, with $W = W_Q W_K^\top$:
#
# $$(x_i + p_i)^\top W (x_j + p_j) = x_i^\top W x_j + x_i^\top W p_j + p_i^\top W x_j + p_i^\top W p_j.$$
#
# Only the last term is the head's own. How large are the others?

# %% id="predict-c"
predict("05.C")

# %%
d_model, n_positions, delta = 512, 256, 3
rng = np.random.default_rng(5)
p = sinusoidal_encoding(n_positions, d_model, dtype=np.float64)
x = rng.normal(size=(n_positions, d_model))  # one random word a position
W = look_back(delta, d_model, sharpness=1) / np.sqrt(d_model)  # W_K is the identity
parts = {"word": x, "place": p}
terms = {f"{a}–{b}": parts[a] @ W @ parts[b].T for a in parts for b in parts}

# %%
i = np.arange(delta, n_positions)
print("                three back    itself    all others")
for name, term in terms.items():
    others = term[i].copy()
    others[i - delta, i] = others[i - delta, i - delta] = np.nan
    means = term[i, i - delta].mean(), term[i, i].mean(), np.nanmean(others)
    target, itself, rest = (round(mean, 1) + 0.0 for mean in means)  # + 0.0: no minus zero
    print(f"{name:12} {target:12.1f} {itself:10.1f} {rest:8.1f} ± {np.nanstd(others):.1f}")

# %% [markdown]
# The place–place term is as it was: 11.3 at the target. But look at *itself*. A random word has
# nothing to do with other words, so three of the terms are noise around zero. Yet it has much to do
# with itself: $x_i^\top W x_i$ is large, because $W$ turns the slow clocks' columns by next to
# nothing and is, for them, the identity. The word's own score outshines the target.
#
# (And if nobody might look at itself? Then the noise remains, 1.4 for the three terms together. The
# target leads its neighbours by 0.3 only.)

# %%
scores = (x + p) @ W @ (x + p).T
np.fill_diagonal(scores, -np.inf)
miss = np.abs(scores.argmax(axis=1)[i] - (i - delta))
print(f"exactly three back: {(miss == 0).mean():.0%}, within two of it: {(miss <= 2).mean():.0%}")

# %% [markdown]
# How long may word vectors be, then? Models begin their embeddings with entries of standard
# deviation 0.02 (BERT, GPT-2) up to 1 (PyTorch's default; also the original Transformer, in which
# $1/\sqrt{d}$ is multiplied by $\sqrt{d}$).


# %%
def where_it_looks(x):
    """Return the shares of queries whose largest score is three back, and at itself."""
    looks_at = ((x + p) @ W @ (x + p).T).argmax(axis=1)[i]
    return (looks_at == i - delta).mean(), (looks_at == i).mean()


word_sizes = np.array([0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.7, 1.0])
shares = np.array([where_it_looks(size * x) for size in word_sizes])  # (n_sizes, 2)

# %%
fig, ax = plots.new_figure(width=8, height=3.3)
ax.semilogx(word_sizes, shares[:, 0], "o-", label="three back, as it should")
ax.semilogx(word_sizes, shares[:, 1], "o-", color=plots.VERMILION, label="at itself")
ticks = (0.02, 0.05, 0.1, 0.2, 0.5, 1)
ax.set_xticks(ticks, [str(tick) for tick in ticks])
ax.minorticks_off()
ax.set(xlabel="standard deviation of the words' entries", ylabel="share of 253 queries")
ax.set_title("Where the head looks when words are added (random words, d = 512)")
ax.legend(loc="center left")
show(
    fig,
    alt="Share of queries that look three back, and at themselves, against the size of the words. "
    "Up to 0.1 nearly all look three back; from 0.5 on none does, and all look at themselves.",
)

# %% [markdown]
# Short word vectors leave the head alone; long ones break it. There is a way out that does not need
# short ones: a head is free to look at some columns only. Suppose that the words leave the 64
# columns of the fastest clocks to the positions, and let the head read just those. This costs 32
# clocks of 256, and a head of width 64 could not read more anyway.

# %%
fast = np.arange(d_model) < 64  # the 32 fastest clocks
words_elsewhere = np.where(fast, 0.0, x)
W[~fast] = 0.0  # read nothing of the other columns
back, itself = where_it_looks(words_elsewhere)
print(f"three back: {back:.2f}, at itself: {itself:.2f}")

# %% [markdown]
# All of them, with words of full size. So “attention can learn to look Δ back” asks for two things
# at once: matrices near a rotation, and words that keep out of the columns (in general: of the
# subspace) in which positions speak. Notebook 04 measured on trained embeddings how far that is so.

# %% [markdown]
# ## From adding to rotating
#
# Here is another way out. If a step is a rotation, why add positions and then hope for a matrix
# that rotates? *Rotate the queries and keys themselves*, by their positions, and add nothing. That
# is RoPE, the rotary position embedding; Llama, PaLM and GPT-NeoX use it (document E). With $R_i$
# for the rotation by position $i$, a query $q$ and a key $k$:
#
# $$(R_i\, q) \cdot (R_j\, k) = q^\top R_i^\top R_j\, k = q^\top R_{j-i}\, k.$$
#
# Words and distance are in it, the places themselves are not. No word–place terms, no length that
# changes, and the values stay free of positions.
#
# ### Exercise 05.5 · RoPE
# *Difficulty ●●○ · 9 minutes*
#
# **Here the convention changes.** Columns $2k$ and $2k+1$ of a query are the two coordinates of a
# point, first to the right, second upwards, and RoPE turns it *counter-clockwise*: by the
# schoolbook's matrix. Row $i$ of `x` turns by the angles `position[i]` $\cdot\,\omega_k$.


# %% exercise="05.5"
def rotate(x, position):
    """Turn row i of x (n_positions, d_head) counter-clockwise, by the angles of position[i]."""
    ### BEGIN SOLUTION
    angle = position[:, None] * angular_frequencies(x.shape[1])  # (n_positions, d_head / 2)
    cosine, sine = np.cos(angle), np.sin(angle)
    first, second = x[:, 0::2], x[:, 1::2]  # each (n_positions, d_head / 2)
    turned = np.empty_like(x)
    turned[:, 0::2] = first * cosine - second * sine
    turned[:, 1::2] = first * sine + second * cosine
    return turned
    ### END SOLUTION


# %% check="05.5"
rotate = check("05.5", rotate)

# %% [markdown] tags=["teacher"]
# *Where classes go wrong:* the second line computed from the first one's result. And many have seen
# Hugging Face's Llama, which pairs column k with k + d/2: right there, since the weights were
# permuted to fit (Meta's own code pairs neighbours), and the check says so.


# %%
def rope_score(query, key, i, j):
    """Return the scores (n,) of one query at positions i (n,) and one key at positions j (n,)."""
    queries, keys = (np.tile(vector, (len(i), 1)) for vector in (query, key))
    return np.sum(rotate(queries, i) * rotate(keys, j), axis=1)


rng = np.random.default_rng(0)
query, key = rng.normal(size=(2, 64))
j = np.array([0, 1, 10, 1000, 100_000])
for distance in (5, -5, 0):
    scores = rope_score(query, key, j + distance, j)
    same = np.ptp(scores) < 1e-9
    print(f"distance {distance:2}: score {scores[0]:8.4f}, the same at all five places: {same}")

# %% [markdown]
# Five places, one score; and five back is not five ahead, since $q$ and $k$ are different vectors.
# The direction of turning is a mere convention: turn both the other way round, and the scores of
# distance 5 and −5 change places.
#
# To look back by hand is even simpler here. Take any key, and as the query the same vector, turned
# back by $\Delta$ (clockwise): their score is largest where $j = i - \Delta$.

# %%
alone = rng.normal(size=(1, 64))
turned_back = rotate(alone, np.array([-3]))
j = np.arange(2000)
scores = rope_score(turned_back[0], alone[0], np.full(2000, 1000), j)  # the query stands at 1000
print("position 1000 looks at position", scores.argmax())

# %% [markdown]
# Our table, by the way, is RoPE applied to one fixed row, $p_0 = (0, 1, 0, 1,
# \ldots)$, clockwise:

# %%
table = sinusoidal_encoding(50, 64, dtype=np.float64)
start_row = np.tile(table[0], (50, 1))
print("rotating p_0 makes the table:", np.allclose(rotate(start_row, -np.arange(50)), table))

# %% [markdown]
# ### And in bfloat16?
#
# Most models are trained in bfloat16 (8 significant bits, notebook 02). It matters *what* is
# rounded. Round the rotated vectors only, and the score trembles a little. Round the *positions*
# too, as happens when a whole model is cast at once, and this comes of it:


# %%
def to_bfloat16(numbers):
    """Round to the nearest bfloat16; given back as float64."""
    return torch.as_tensor(numbers).to(torch.bfloat16).to(torch.float64).numpy()


j = np.arange(1200)
exact = rope_score(query, key, j + 5, j)
rows = (np.tile(vector, (len(j), 1)) for vector in (query, key))
rotated = [to_bfloat16(rotate(x, place)) for x, place in zip(rows, (j + 5, j))]
vectors_rounded = np.sum(rotated[0] * rotated[1], axis=1)
positions_rounded = rope_score(query, key, to_bfloat16(j + 5), to_bfloat16(j))

# %%
fig, ax = plots.new_figure(width=8, height=3.5)
ax.plot(j, positions_rounded, ".", color=plots.VERMILION, markersize=3, label="positions rounded")
ax.plot(j, vectors_rounded, ".", color=plots.SKY, markersize=3, label="rotated vectors rounded")
ax.plot(j, exact, color="black", linewidth=1, label="float64")
ax.set(xlabel="position of the key", ylabel="score (no unit)")
ax.set_title("RoPE's score at distance 5, which should be one number")
ax.legend(markerscale=3, loc="center left", bbox_to_anchor=(1, 0.5))
show(
    fig,
    alt="RoPE's score at distance 5 against the key's position. In float64 a constant line at "
    "−9.99. With positions rounded to bfloat16 it is right up to 250 and jumps between a few "
    "other values beyond, a new set of them from 512 and from 1024 on.",
)

# %%
print("rotated vectors rounded: off by less than 0.2:", np.abs(vectors_rounded - exact).max() < 0.2)
for first, last in ((0, 250), (256, 506), (512, 1018), (1024, 1194)):
    places = np.arange(first, last + 1)
    distances = np.unique(to_bfloat16(places + 5) - to_bfloat16(places)).astype(int)
    print(f"positions {first:4} to {last:4}: the distance 5 has become", *distances)

# %% [markdown]
# The second table explains the first picture completely. Between 256 and 512 bfloat16 has even
# numbers only, so a distance of 5 becomes 4 or 6, and the score is right, for the wrong distance.
# Hence the rule for RoPE: *positions and angles in float32 or better, and round the result*. Wang
# et al. 2024 measure what bfloat16 does to RoPE in training with long contexts.

# %% [markdown]
# ## The identity as an algorithm
#
# To finish, let the identity do some work. Building the table by its formula takes one sine or
# cosine for each entry, and those are slow. But rows follow from each other by rotation, and a
# rotation takes a few multiplications. Write a pair as *one complex number*, sine as real part and
# cosine as imaginary part:
#
# $$z = \sin\theta + \mathrm{i}\cos\theta = \mathrm{i}\,e^{-\mathrm{i}\theta}.$$
#
# The clockwise turn by an angle $\varphi$ is the factor $e^{-\mathrm{i}\varphi}$. Now split the
# position, $p = a\,m + b$ with $0 \le b < m$:
#
# $$z_p = \underbrace{\mathrm{i}\,e^{-\mathrm{i}\,\omega\, a m}}_{\text{coarse}[a]} \cdot
# \underbrace{e^{-\mathrm{i}\,\omega\, b}}_{\text{fine}[b]}.$$
#
# With $m \approx \sqrt{N}$ there are two small tables of $\sqrt{N}$ rows each, and one product
# gives all $N$ rows. For 4096 positions: 128 rows of sines and cosines instead of 4096.
#
# ### Exercise 05.6 · the table by rotation
# *Difficulty ●●● · 12 minutes*
#
# Build it. Keep angles in float64 and turn the two small tables into `complex64` before the large
# product. In memory, a `complex64` is two `float32`, real part first: `.view(np.float32)` makes
# pairs of columns out of complex numbers, and they are interleaved already.


# %% exercise="05.6"
def table_by_rotation(n_positions, d_model):
    """Return the table (n_positions, d_model) in float32, as a product of two small tables."""
    n_rows = math.isqrt(n_positions - 1) + 1  # n_rows · n_rows rows are enough
    angle = np.arange(n_rows)[:, None] * angular_frequencies(d_model)  # (n_rows, d_model / 2)
    ### BEGIN SOLUTION: return ...  # your code here, and then what it gives
    fine = np.exp(-1j * angle).astype(np.complex64)
    coarse = (1j * np.exp(-1j * n_rows * angle)).astype(np.complex64)
    table = coarse[:, None] * fine[None, :]  # (n_rows, n_rows, d_model / 2)
    rows = table.reshape(-1, d_model // 2)[:n_positions]
    return rows.view(np.float32)  # each complex number is a pair
    ### END SOLUTION


# %% check="05.6"
table_by_rotation = check("05.6", table_by_rotation)

# %% [markdown]
# Its rivals: the formula as it stands, in float64; and the same with angles in float32, as
# many published codes have it.


# %%
def table_by_formula(n_positions, d_model, dtype=np.float64):
    """Return the table (n_positions, d_model) in float32; `dtype` is that of the angles."""
    frequency = angular_frequencies(d_model).astype(dtype)
    angle = np.arange(n_positions, dtype=dtype)[:, None] * frequency
    table = np.empty((n_positions, d_model), dtype=np.float32)
    table[:, 0::2], table[:, 1::2] = np.sin(angle), np.cos(angle)
    return table


def table_in_float32(n_positions, d_model):
    """Return the table with its angles in float32."""
    return table_by_formula(n_positions, d_model, np.float32)


# %% [markdown]
# First, are they right? The course's tests hold its float64 table against 40-digit arithmetic; so
# compare with that.

# %%
n_positions, d_model = 65_536, 64
exact = sinusoidal_encoding(n_positions, d_model, dtype=np.float64)
for build, bound in ((table_by_formula, 1e-7), (table_by_rotation, 2e-7), (table_in_float32, 1e-3)):
    off = np.abs(build(n_positions, d_model) - exact).max()
    print(f"{build.__name__:18} {'below' if off < bound else 'above'} {bound:.0e}")

# %% [markdown]
# Now the race: fifteen runs of each, the methods taking turns. In the stored copy of this notebook
# the times are those of one two-core machine; run the cell and they are yours.

# %% id="race" tags=["nbval-ignore-output"]
builders = {
    "formula, float64 angles": table_by_formula,
    "formula, float32 angles": table_in_float32,
    "by rotation": table_by_rotation,
}
sizes = [(512, 512), (2048, 512), (4096, 1024)]  # (n_positions, d_model)
seconds = measure(builders, sizes)  # (n_builders, n_sizes, n_runs)
middle = np.median(seconds, axis=2)
low, high = np.quantile(seconds, (0.1, 0.9), axis=2)

# %% id="race-picture" tags=["nbval-ignore-output"]
fig, ax = plots.new_figure(width=8, height=3.4)
for row, name in enumerate(builders):
    place = np.arange(len(sizes)) + 0.26 * (row - 1)
    reach = 1e3 * np.array([middle[row] - low[row], high[row] - middle[row]])
    ax.bar(place, 1e3 * middle[row], 0.24, yerr=reach, capsize=3, label=name)
ax.set_xticks(range(len(sizes)), [f"{n} positions, d = {d}" for n, d in sizes])
ax.set(yscale="log", ylim=(0.1, 500), ylabel="time (milliseconds)", title="Building the table")
ax.legend(loc="upper left")
show(
    fig,
    alt="Time to build the table in three ways, for three sizes, on a logarithmic axis. The table "
    "by rotation takes the least time everywhere. Bars reach from the 10th to the 90th percentile.",
)

# %% [markdown]
# Times differ from machine to machine, so no number stands in this text. What must hold on all of
# them, with room to spare:


# %%
def best_time(build, n_positions, d_model):
    """Return the shortest of five runs, in seconds."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        build(n_positions, d_model)
        times.append(time.perf_counter() - start)
    return min(times)


ratio = best_time(table_by_formula, 4096, 1024) / best_time(table_by_rotation, 4096, 1024)
print("at least three times as fast as the formula:", ratio > 3)

# %% [markdown]
# And more exact than with float32 angles, which are off by more than 0.001 before position 65,536.
# (If your cell says False, your table may be built by the formula: right, and slow.) The
# course's own `sinusoidal_encoding`, which you have used all along, is made this way.

# %% [markdown]
# ## What you have now
#
# - `rotation`, `shift_matrix`: $R(\Delta)\,p_i = p_{i+\Delta}$, one matrix for every position;
#   clockwise, because the sine comes first.
# - Sines alone cannot be shifted by any matrix: at position 0 they all vanish.
# - `similarity`: $p_i \cdot p_j = \sum_k \cos((i - j)\,\omega_k)$. It knows the distance and not the
#   direction, falls with the logarithm of the lag, and not monotonically.
# - `look_back`: $W_Q W_K^\top \propto R(\Delta)$ looks exactly $\Delta$ back from everywhere, until long
#   word vectors talk into the same columns.
# - `rotate`: RoPE turns queries and keys, so that scores depend on words and distance. Keep its
#   positions in float32 or better.
# - `table_by_rotation`: the same identity, as a fast algorithm.
#
# **Next.** Nothing in the table was learned. Should it be? And why not give attention the distance
# itself? [Notebook 06](06_learned_vs_relative.ipynb) compares.
#
# Your progress stays on this computer.

# %% id="progress" tags=["nbval-ignore-output"]
show_progress("05")

# %% [markdown] id="references"
# **References.** Vaswani et al. 2017, *Attention is all you need*, arXiv 1706.03762 (section 3.5:
# “$PE_{pos+k}$ can be represented as a linear function of $PE_{pos}$”). Su et al. 2021, *RoFormer*,
# arXiv 2104.09864 (RoPE; equations 14 to 16 and 34). Wang et al. 2024, *When precision meets
# position*, arXiv 2411.13476 (RoPE in bfloat16). *NIST Digital Library of Mathematical Functions*,
# section 6.2 (the cosine integral).
