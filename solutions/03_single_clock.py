# %% [markdown]
# # 3 · A single clock
#
# Put a point on a circle and let it move on by the same angle at every position. This notebook
# asks how far that carries: what such a clock says about a position, and what it cannot say.
#
# **You will be able to**
# - write a position as a point on a circle, and say how fast it turns,
# - compute how far apart any two positions stand, from their distance in the sentence alone,
# - explain with three fractions when a clock comes back to where it was,
# - show that one clock buys range only with resolution.
#
# **Time:** about 60 minutes, 23 of them for the four exercises. **Builds on:**
# [notebook 02](02_naive_scalar_addition.ipynb), and sine and cosine from school.
#
# **Terms and symbols:** [glossary](../docs/glossary.md), [notation](../docs/notation.md).

# %% id="setup"
import math

import numpy as np
import torch

from course_utils import check, hint, plots, plots_clock, predict, show, show_progress
from course_utils.explorers.clock import SingleClock

# %% [markdown] tags=["teacher"]
# **Class plan (45 minutes, planned).** Bits to circle 5 · clock and wavelength, typed live 8 · run
# the explorer together 5 · sine alone 4 · predict 03.A, the two boxes 6 · chord on the board 6 ·
# predict 03.B, near misses and fractions 6 · fast or slow, predict 03.C 5. Homework: exercise
# 03.4, whose check hands on a working function until then, and the pigeonhole proof.
#
# *Ask first:* “The clock turns once in about six tokens. How many of 500 tokens share a point?”
# Most say eighty or so. None do: the whole notebook hangs on why, and on how little that helps.

# %% [markdown]
# ## From bits to a circle
#
# Notebook 02 ended with wishes. A position should become a few numbers by a *rule*, so that
# position 4857 needs no table. The numbers should stay small however long the text is. And
# positions near each other should get numbers near each other. The bits of a binary counter grant
# the first two wishes. The third they break, worst of all between 7 and 8:

# %%
position = np.arange(16)
bits = position[:, None] >> np.array([3, 2, 1, 0]) & 1  # (n_positions, 4)
print("bits of 7:", bits[7], " bits of 8:", bits[8])
print("bits flipped from each position to the next:", (bits[1:] != bits[:-1]).sum(axis=1))

# %% [markdown]
# Each bit is a clock of a kind: the last one comes round every 2 positions, the one before every
# 4. But it is a clock that knows two times only, and jumps between them. Make it smooth: let a
# point run round a circle at constant speed. It never leaves the circle, equal steps move it
# equally far, and there is a rule for every position.
#
# Let the hand start at the top and turn by the angle $\omega$ (in radians, the *angular frequency*)
# at each position. At position $p$ it has turned by $\omega p$, and its tip is at
#
# $$(\sin \omega p,\ \cos \omega p).$$
#
# **A convention for the whole course.** We write the sine first, as the lecture does in
# $(\sin 17, \cos 17)$ and as the Transformer's formula does. Draw the first number to the right
# and the second upwards: then position 0 is at the top, and a step forward turns *clockwise*, as
# the hands of a clock do. School mathematics writes $(\cos\theta, \sin\theta)$ and turns the other
# way (document A has both in one paragraph). It is the same circle, mirrored; notebook 05 says
# where the difference matters. Document C writes our pair as
# $r_i(\omega) = [\sin i\omega, \cos i\omega]$ and calls it what it is: a rotation by $i\omega$.

# %% [markdown]
# ### Exercise 03.1 · the clock
# *Difficulty ●○○ · 5 minutes*
#
# Write `clock(position, angular_frequency)`. `position` is an array of any shape; each position
# becomes its pair, sine first, along a new last axis.


# %% exercise="03.1"
def clock(position, angular_frequency):
    """Turn positions (...) into points on the circle (..., 2): sine, then cosine."""
    ### BEGIN SOLUTION
    angle = angular_frequency * np.asarray(position)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1)
    ### END SOLUTION


# %% check="03.1"
clock = check("03.1", clock)

# %% [markdown] tags=["teacher"]
# *Where classes go wrong:* cosine first, and `axis=0` or `np.concatenate`, which give all sines
# and then all cosines. Keep the second in mind: in notebook 04 that layout becomes a real trap.

# %% tags=["live"]
print(clock([0, 1, 17, 4857], 1.0).round(4))

# %% [markdown]
# All numbers lie between −1 and 1, at position 4857 too. Here are the first positions on two
# clocks; the arrow shows which way they turn.

# %%
fig, axes = plots.new_figure(2, width=8, height=4)
for ax, angular_frequency in zip(axes, (1.0, 0.1)):
    points = clock(np.arange(7), angular_frequency)  # (7, 2)
    plots_clock.draw_dial(ax, points, range(7), title=f"{angular_frequency} rad a position")
show(
    fig,
    alt="Positions 0 to 6 on two clocks, clockwise from the top. At 1 radian a position they go "
    "nearly once round; at 0.1 they cover a tenth of the circle, 0.6 radians.",
)

# %% [markdown]
# ### Exercise 03.2 · the wavelength
# *Difficulty ●○○ · 3 minutes*
#
# After how many positions has the hand come round once? That number is the clock's *wavelength*,
# and it need not be whole.


# %% exercise="03.2"
def wavelength_of(angular_frequency):
    """Return the number of positions that one turn takes; any shape in, the same shape out."""
    ### BEGIN SOLUTION
    return 2 * np.pi / angular_frequency
    ### END SOLUTION


# %% check="03.2"
wavelength_of = check("03.2", wavelength_of)

# %% tags=["live"]
for angular_frequency in (1.0, 0.1, 0.01, 0.0001):
    wavelength = wavelength_of(angular_frequency)
    print(f"{angular_frequency:6} rad a position: one turn in {wavelength:9.2f} positions")

# %% [markdown]
# ## Let it run
#
# Press Play, or drag the hand, or the waves; with the keyboard, focus the waves and use the arrow
# keys. The blue side of the triangle is the sine, the orange one the cosine. Beside the dial both
# are unrolled: the dots on the waves are all that a model ever gets to see. The green ring marks
# the position most like this one. Make the clock fast, then slow, and watch where the ring goes.

# %% id="explorer-clock" tags=["hide-input"]
SingleClock(n_positions=61, wavelength=24, position=5)

# %% [markdown]
# ## Why not the sine alone?
#
# One number would be cheaper than two. Take a clock that turns once in 24 positions, like the
# hours of a day, and look at positions 2 and 10:

# %% tags=["live"]
angular_frequency = 2 * np.pi / 24
for position in (2, 10):
    sine, cosine = clock(position, angular_frequency)
    print(f"position {position:2}: sine {sine:.3f}, cosine {cosine:+.3f}")

# %%
points = clock(np.arange(25), angular_frequency)  # (25, 2)
fig, (left, right) = plots.new_figure(2, width=9, height=3.4, width_ratios=(1.9, 1))
plots_clock.draw_wave(left, points[:, 0], plots.BLUE, "sine", wavelength=24)
plots_clock.draw_wave(left, points[:, 1], plots.ORANGE, "cosine", wavelength=24)
left.axhline(0.5, color=plots.GREY, linestyle="--", linewidth=1)
left.set(title="Both waves of one clock", xticks=range(0, 25, 2), ylabel="value (no unit)")
left.legend(loc="lower left")
plots_clock.draw_dial(right, points[[2, 10]], (2, 10), title="Positions 2 and 10")
right.plot([0.5, 0.5], points[[2, 10], 1], color=plots.GREY, linestyle="--", linewidth=1)
show(
    fig,
    alt="Sine and cosine over 24 positions. The sine is 0.5 at positions 2 and 10, rising and "
    "falling; on the dial these stand one above the other. The cosine tells them apart.",
)

# %% [markdown]
# A sine passes every value between −1 and 1 twice a turn, once rising and once falling. The cosine
# knows which: it is positive while the sine rises and negative while it falls. Both together name
# one point of the circle. (Notebook 05 finds a stronger reason for keeping both.)

# %% [markdown]
# ## Are 17 and 18 near?

# %% id="predict-a"
predict("03.A")

# %% tags=["live"]
first, second = clock([17, 18], 1.0)
print("position 17:", first.round(4))
print("position 18:", second.round(4))
print("distance:", np.linalg.norm(second - first).round(4), "on a circle of diameter 2")

# %% [markdown]
# > **Check the lecture.** Document A says that positions 17 and 18 look almost the same on the
# > clock $(\sin 17, \cos 17)$. They do not: at 1 radian a position they are 0.9589 apart, nearly
# > half of the diameter. The sentence is true of a *slow* clock. Try a few:

# %%
for wavelength in (2 * np.pi, 10, 100, 1000):
    first, second = clock([17, 18], 2 * np.pi / wavelength)
    print(f"one turn in {wavelength:7.2f} positions: {np.linalg.norm(second - first):.4f} apart")

# %% [markdown]
# > **Check the lecture.** And a fast clock may be slower than it looks. In its worked example A
# > gives the same 1 rad clock's sine at positions 1, 2 and 3 as 0.84, 0.91, 0.14, and says that it
# > makes nearly a whole turn in two ticks. Two ticks are two radians: less than a third of a turn.

# %%
print("sines at positions 1, 2, 3:", clock([1, 2, 3], 1.0)[:, 0].round(2))
print("two ticks:", round(2 / wavelength_of(1.0), 3), "of a turn")

# %% [markdown]
# ### Exercise 03.3 · the chord
# *Difficulty ●●○ · 7 minutes*
#
# Measure it for any two positions. Let them be `delta` positions apart: this is their *lag*. Give
# the straight-line distance of their points (a *chord* of the circle) without computing the points.
#
# *A picture helps:* the two points and the centre make a triangle with two sides of length 1.


# %% exercise="03.3"
def chord(delta, angular_frequency):
    """Return the distance (...) of two points whose positions are delta (...) apart."""
    ### BEGIN SOLUTION
    return 2 * np.abs(np.sin(angular_frequency * np.asarray(delta) / 2))
    ### END SOLUTION


# %% check="03.3"
chord = check("03.3", chord)

# %% [markdown] tags=["teacher"]
# *Where classes go wrong:* they forget to halve the angle, or return the way along the rim. The
# derivation with $2 - 2\cos\omega\Delta$ is as good; whoever has it can prove that both are equal.

# %% [markdown]
# <details>
# <summary>Why it is so (open it when you have an answer)</summary>
#
# Cut the triangle in half. Each half has a right angle, the hypotenuse 1, and the angle
# $\omega\Delta/2$ at the centre, so the side across from it is $\sin(\omega\Delta/2)$; the chord
# is two of them. Or multiply out: the squared distance is
# $2 - 2\cos\omega\Delta = 4\sin^2(\omega\Delta/2)$.
#
# </details>

# %% [markdown]
# The positions themselves appear nowhere, only their difference does. That is worth a moment: in
# binary, 7 and 8 were far apart and 8 and 9 near. On the clock each step is as long as any other.

# %%
position = np.arange(5000)
for delta in (1, 3, 44):
    points, later = clock(position, 1.0), clock(position + delta, 1.0)
    measured = np.linalg.norm(later - points, axis=-1)  # (5000,)
    agree = np.allclose(measured, chord(delta, 1.0), atol=1e-9)
    print(f"lag {delta:2}: {chord(delta, 1.0):.4f} from every one of 5000 positions: {agree}")

# %% [markdown]
# ## Does it come home?
#
# A lag of 44 is *far* in a sentence, and the two points almost coincide. Does the clock ever land
# on a point twice, exactly?

# %% id="predict-b"
predict("03.B")

# %% [markdown]
# Suppose that positions $\Delta$ apart share a point. Then $\Delta$ steps are a whole number $n$ of
# turns, $\Delta = 2\pi n$, so $\pi = \Delta/(2n)$ would be a fraction. Lambert proved in 1761 that
# it is none. So no two positions of the 1 rad clock coincide, ever.
#
# They come close, though. How close?
#
# ### Exercise 03.4 · the nearest miss
# *Difficulty ●●○ · 8 minutes*
#
# Find the lag from 1 up to and including `largest_lag` at which two positions stand closest.


# %% exercise="03.4"
def closest_lag(angular_frequency, largest_lag):
    """Return the lag, 1 to largest_lag, with the smallest chord."""
    ### BEGIN SOLUTION
    lags = np.arange(1, largest_lag + 1)
    return lags[np.argmin(chord(lags, angular_frequency))]
    ### END SOLUTION


# %% check="03.4"
closest_lag = check("03.4", closest_lag)

# %% [markdown]
# A lag that beats all smaller ones is a record. A thousand positions hold seven:

# %% tags=["live"]
records = [lag for lag in range(1, 1001) if closest_lag(1.0, lag) == lag]
for lag in records:
    turns = lag / wavelength_of(1.0)
    print(f"lag {lag:3}: {turns:10.5f} turns, distance {chord(lag, 1.0):.5f}")

# %%
lags = np.arange(1, 1001)
fig, ax = plots.new_figure(width=8, height=3.2)
ax.semilogy(lags, chord(lags, 1.0), ".", color=plots.SKY, markersize=4)
ax.semilogy(records, chord(records, 1.0), "o", color=plots.VERMILION)
for lag in (44, 333, 710):
    ax.annotate(f"{lag}", (lag, chord(lag, 1.0)), xytext=(8, -12), textcoords="offset points")
ax.set(xlabel="lag (positions)", ylabel="distance (diameter: 2)", ylim=(1e-5, 4))
ax.set_title("How near the 1 rad clock comes to where it was; its records in red")
show(
    fig,
    alt="Distance of two positions of the 1 rad clock by their lag, up to 1000, on a logarithmic "
    "axis. Records: 0.0177 at lag 44, 0.0088 at lag 333, and 0.00006 at lag 710.",
)

# %% [markdown]
# Where do 44, 333 and 710 come from? A near miss needs a lag close to $2\pi n$: a fraction lag /
# turns close to $2\pi$. The best fractions for a number are the *convergents* of its continued
# fraction: take the whole part off, turn the rest over, and repeat.


# %%
def convergents(number, n_terms):
    """Return the first convergents of a number as pairs: numerator, denominator."""
    found, (p, q), (p_before, q_before) = [], (1, 0), (0, 1)
    for _ in range(n_terms):
        whole = math.floor(number)
        p, p_before = whole * p + p_before, p
        q, q_before = whole * q + q_before, q
        found.append((p, q))
        number = 1 / (number - whole)
    return found


print("for 2π:", *(f"{p}/{q}" for p, q in convergents(2 * math.pi, 6)))
print("for π: ", *(f"{p}/{q}" for p, q in convergents(math.pi, 4)))

# %%
lags = [p for p, q in convergents(2 * math.pi, 6)]
print("after lag 1, the records are these numerators:", records[1:] == lags)

# %% [markdown]
# The search has found number theory. By a theorem of Lagrange's, the records of
# $|\Delta - 2\pi n|$ are the convergents, and nothing else. In terms of $\pi$ they are old
# friends. $44/7$ is twice $22/7$, the schoolbook's $\pi$. $333/53$ is twice $333/106$. And
# $710/113$ is twice $355/113$, known in China since the fifth century: it misses $\pi$ by less
# than 0.0000003, which is why 710 steps miss 113 turns by only 0.00006 radians.
#
# (Why not lag 22 or 355? They are 3½ and 56½ turns: the hand points the opposite way.)

# %% [markdown]
# > **Check the lecture.** A says that position 1 and position 1 + 2π look the same, and that with
# > a period of about 6, a sentence of 500 tokens has collisions everywhere. But 1 + 2π ≈ 7.28 is no
# > position, 7 and 8 are. Exactly the same point: never. Nearly: at lags 44, 333 and 710, and
# > among 500 tokens never nearer than 0.0088. In the rounded numbers that a computer stores, some
# > points do coincide; the next section counts how many. For A's 500 tokens the count is still
# > none, in bfloat16.


# %%
def bfloat16_points(angular_frequency, n_positions):
    """Round the clock's points (n_positions, 2) to bfloat16; given back as float32."""
    points = torch.as_tensor(clock(np.arange(n_positions), angular_frequency))
    return points.to(torch.bfloat16).to(torch.float32).numpy()


for n_positions in (500, 1000):
    kept = len(np.unique(bfloat16_points(1.0, n_positions), axis=0))
    print(f"1 rad clock, {n_positions:4} positions: {kept} different points in bfloat16")

# %% [markdown]
# A clock with another angular frequency may collide exactly: one that turns once in 10 positions,
# as in the lecture's next paragraph, comes home every 10. The Transformer's clocks never do. Their
# angular frequencies are $10000^{-2k/d}$ with whole numbers $k$ and $d$ (notebook 04 says which),
# and such numbers are *algebraic*: they solve an equation with whole coefficients,
# $10000^{2k}\,\omega^d = 1$. So $\omega\Delta = 2\pi n$ would make $\pi$ algebraic, and Lindemann
# proved in 1882 that it is not.

# %% [markdown]
# ## Fast or slow?
#
# A slow clock does not come round for long, so let us just take a slow one. Look at position 100
# from all others, on three of the lecture's clocks.

# %%
position = np.arange(201)
fig, axes = plots.new_figure(1, 3, width=8, height=4.4, sharex=True, sharey=True)
for ax, wavelength in zip(axes, (10, 100, 1000)):
    distance = chord(position - 100, 2 * np.pi / wavelength)
    ax.plot(position, distance, ".-", linewidth=0.8, markersize=3)
    ax.plot(100, 0, "o", color=plots.VERMILION)
    ax.set_title(f"one turn in {wavelength} positions", fontsize=10)
    ax.set(ylim=(-0.15, 2.15), yticks=(0, 1, 2))
fig.supylabel("distance from position 100 (diameter: 2)", fontsize=10)
axes[2].set_xlabel("position")
show(
    fig,
    alt="Distance from position 100 on three clocks. One turn in 10: back to zero at every tenth "
    "position. In 100: zero at 0, 100 and 200. In 1000: a wide V, 0.006 for the next position.",
)

# %% [markdown]
# The fast clock tells neighbours apart and takes far positions for the same. The slow one orders
# far positions well and hardly tells neighbours apart: 0.006 on a circle of diameter 2. That is to
# be added to word vectors, and the entries of the lecture's cat have sizes from 0.05 to 0.82. A
# computer's rounded numbers make it literal.

# %% id="predict-c"
predict("03.C")

# %%
n_positions = 4096
print("rad a position   points kept   same as the next   nearest lag that coincides")
for angular_frequency in (1.0, 0.1, 0.01, 0.001, 0.0001):
    points = bfloat16_points(angular_frequency, n_positions)
    kept = len(np.unique(points, axis=0))
    same = [(points[lag:] == points[:-lag]).all(axis=1).sum() for lag in range(1, 1000)]
    nearest = np.flatnonzero(same)[0] + 1
    print(f"{angular_frequency:14} {kept:13} {same[0]:18} {nearest:28}")

# %% [markdown]
# Read the table from both ends. The fastest clock never mixes up near positions: the first that
# coincide are 710 apart. The slowest gives more than three thousand positions the
# very point of their neighbour, and keeps 765 points in all. It is hardly better than the scalar of
# notebook 02: while the angle is small, $\sin \omega p \approx \omega p$, the position itself.

# %%
numbers = torch.arange(n_positions).to(torch.bfloat16)
print("the bare numbers 0 to 4095 keep", len(torch.unique(numbers)), "values in bfloat16")

# %% [markdown]
# ## What one clock cannot do
#
# Is there a best speed between? Take $N$ positions and look at the *worst* pair, the two that
# stand closest. Whatever the speed, the $N$ points cut the rim into $N$ pieces with $2\pi$ in all,
# so some piece is at most $2\pi/N$ long, and its ends at most
#
# $$2 \sin(\pi/N)$$
#
# apart. More range is paid with resolution, on every clock. For $N = 500$, at each of 1500 speeds:

# %%
n_positions = 500
limit = 2 * np.sin(np.pi / n_positions)
wavelengths = np.geomspace(2 * np.pi, 20_000, 1500)
lags = np.arange(1, n_positions)
worst = chord(lags[:, None], 2 * np.pi / wavelengths).min(axis=0)  # (1500,)

print(f"no clock can do better than {limit:.4f}")
print("and none did:", (worst <= limit + 1e-12).all())
print(f"one turn in 500 positions: {chord(lags, 2 * np.pi / 500).min():.4f}")

# %%
fig, ax = plots.new_figure(width=8, height=3.4)
ax.loglog(wavelengths, worst, ".", color=plots.BLUE, markersize=3)
ax.axhline(limit, color=plots.VERMILION, label="limit for any clock, 2 sin(π/500)")
ax.axvline(n_positions, color=plots.GREY, linestyle="--", linewidth=1)
ax.text(540, 2.5e-5, "500 positions", color=plots.GREY)
ax.set(xlabel="wavelength (positions)", ylabel="distance of the closest pair", ylim=(1e-5, 0.1))
ax.set_title("The worst pair of 500 positions, at every speed")
ax.legend(loc="upper right")
show(
    fig,
    alt="Distance of the closest pair among 500 positions against the wavelength. It never exceeds "
    "0.0126. Clocks faster than one turn in 500 scatter below it; slower ones fall steadily.",
)

# %% [markdown]
# Left of 500 the clock comes round, and the worst pair lies whole turns apart; on the right it is
# a pair of neighbours, and their distance falls as $2\pi$ / wavelength. At best, the worst pair of
# 500 positions is 0.0126 apart: less than a hundredth of the diameter.
#
# The bits knew a way out. No single bit tells 16 positions apart, and none has to: the slow bits
# tell far positions apart, the fast ones neighbours. So let several clocks run at once.

# %% [markdown]
# ## What you have now
#
# - `clock`: position $p$ becomes $(\sin\omega p, \cos\omega p)$, a point on a circle that turns
#   clockwise from the top, once in $2\pi/\omega$ positions.
# - `chord`: two positions $\Delta$ apart stand $2\,|\sin(\omega\Delta/2)|$ apart, wherever they
#   are.
# - The sine alone is ambiguous: it takes each value twice a turn.
# - Whole positions of the 1 rad clock never coincide, and nearly do at lags 44, 333, 710: $22/7$,
#   $333/106$, $355/113$.
# - Of $N$ positions on one clock, the closest two are at most $2\sin(\pi/N)$ apart. Fast clocks
#   confuse far positions, slow clocks near ones.
#
# **Next.** Several clocks at different speeds, and how to choose the speeds: the formula of the
# Transformer, in [notebook 04](04_multi_clock_formula.ipynb).
#
# Your progress stays on this computer.

# %% id="progress" tags=["nbval-ignore-output"]
show_progress("03")

# %% [markdown] id="references"
# **References.** Vaswani et al. 2017, *Attention is all you need*, arXiv 1706.03762 (section 3.5:
# the pair, and the wavelengths). Lambert 1761, printed 1768, *Mémoire sur quelques propriétés
# remarquables des quantités transcendentes circulaires et logarithmiques* (π is irrational).
# Lindemann 1882, *Ueber die Zahl π* (π is transcendental). Khinchin 1964, *Continued Fractions*,
# chapter 2 (best approximations: theorems 16 and 17).
