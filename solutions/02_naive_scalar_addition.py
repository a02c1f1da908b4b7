# %% [markdown]
# # 2 · Naive scalar addition
#
# Notebook 01 ended with the simplest way to tell a word its place: add the number of the place to
# the word's vector. This notebook tries it in earnest, finds out precisely what breaks and what
# does not, and comes out with a list of wishes.
#
# **You will be able to**
# - say where a word drowns next to a large number, and where it does not,
# - predict which Transformers can see an added number at all, and which delete it,
# - prove that such a number can never make attention look “two words before”,
# - write positions as bits, and say what is still wrong with them.
#
# **Time:** about 60 minutes, 28 of them for the four exercises. **Builds on:**
# [notebook 01](01_permutation_invariance.ipynb).
#
# **Terms and symbols:** [glossary](../docs/glossary.md), [notation](../docs/notation.md).

# %% id="setup"
import numpy as np
import torch
from torch import nn

from course_utils import check, hint, lecture, plots, predict, show, show_progress
from course_utils.attention import softmax
from course_utils.explorers.merge import MergingWords

# %% [markdown] tags=["teacher"]
# **Class plan (45 minutes, planned).** Add it, predict 02.A and the cosine 7 · number formats,
# predict 02.B, the explorer together 10 · LayerNorm typed live, predict 02.C, the table 12 ·
# the line in j on the board, the search 8 · wishes and bits 8. The lengths section is homework.
#
# *Ask first:* “Why not simply add the number?” Collect the reasons on the board and keep them:
# most classes name the size of the numbers, hardly any that one number is too little. By the end
# each reason has been confirmed, sharpened or struck out.

# %% [markdown]
# ## Add the number of the place
#
# Document A gives two words as vectors with 768 entries and prints seven of them: the first six
# and the last. It counts places from 1, as one counts words; our code counts from 0.

# %%
cat, dog = lecture.CAT_768, lecture.DOG_768  # (7,) each: entries 1 to 6, and 768

print("cat      ", cat)
print("dog      ", dog)
print("cat + 1  ", cat + 1)
print("cat + 500", cat + 500)
as_printed = np.allclose([cat + 1, cat + 500], [lecture.CAT_AT_1, lecture.CAT_AT_500])
print("the lecture prints the same sums:", as_printed)

# %% [markdown]
# Whatever tells cat from dog sits in the second decimal, and 500 sits on top of it. Will it be
# lost? Commit yourself.

# %% id="predict-a"
predict("02.A")

# %% [markdown]
# Settle it without any rounding: in whole hundredths, where Python's integers are exact.

# %%
cat_hundredths, dog_hundredths = (np.round(100 * word).astype(int) for word in (cat, dog))

for place in (0, 1, 500, 1_000_000):
    difference = (cat_hundredths + 100 * place) - (dog_hundredths + 100 * place)
    print(f"place {place:9,}: cat - dog in hundredths", difference)

# %% [markdown]
# The difference does not care. Something else does: the *direction*. Two vectors point the same
# way when the cosine of the angle between them is 1.


# %% tags=["live"]
def cosine(first, second):
    """Return the cosine of the angle between two vectors."""
    return first @ second / np.sqrt((first @ first) * (second @ second))


for place in (0, 1, 10, 100, 500):
    print(f"place {place:3}: 1 - cosine = {1 - cosine(cat + place, dog + place):.1e}")

# %% [markdown]
# At 500 the cosine is 1 − 4·10⁻⁹. From place 10 to 100, ten times as far, the distance from 1 fell
# to a hundredth: it goes with the *square* of the place. Why? Let $\delta$ be cat − dog with its
# mean taken off, and $d$ the number of entries. The common part $p\,(1, \dots, 1)$ has length
# $p\sqrt d$, across it the two words lie $\delta$ apart, so the angle between them is about
# $\alpha = \lVert\delta\rVert / (p\sqrt d)$. And a small angle has cosine $1 - \alpha^2/2$:
#
# $$1 - \cos \approx \frac{\lVert\delta\rVert^2}{2\,d\,p^2}$$

# %%
place = np.unique(np.geomspace(1, 1000, 40).round())
delta = (cat - dog) - (cat - dog).mean()
measured = [1 - cosine(cat + p, dog + p) for p in place]

fig, ax = plots.new_figure(width=7, height=3)
ax.loglog(place, measured, "o", color=plots.BLUE, markersize=4, label="cat + p and dog + p")
formula = delta @ delta / (2 * len(delta) * place**2)
ax.loglog(place, formula, color=plots.ORANGE, label="‖δ‖² / (2 d p²)")
ax.set(xlabel="place p", ylabel="1 − cosine", title="Two words turn into one direction")
ax.legend()
show(
    fig,
    alt="1 minus the cosine of cat + p and dog + p falls as one over p squared, from 0.0008 at "
    "p = 1 to 1e-9 at p = 1000, along the formula's line from p = 10 on.",
)

# %% [markdown]
# And yet a cosine near 1 loses nothing by itself. Attention takes no cosines, it takes dot products
# with a query $q$, and $q\cdot(\text{cat} + p) - q\cdot(\text{dog} + p) = q\cdot(\text{cat} -
# \text{dog})$: the difference arrives unharmed, in exact arithmetic. Computers have no exact
# arithmetic.

# %% [markdown]
# ## To the last bit
#
# A floating-point format keeps a fixed number $s$ of significant bits. Between $2^n$ and $2^{n+1}$
# its numbers therefore lie $2^{n+1-s}$ apart: the larger the number, the coarser the grid.

# %%
for dtype in (torch.float64, torch.float32, torch.float16, torch.bfloat16):
    step = torch.finfo(dtype).eps  # from 1 to the next larger number
    significant = 1 - int(np.log2(step))
    print(
        f"{str(dtype)[6:]:8} {significant:2} significant bits, between 256 and 512 in steps of "
        f"{256 * step:.2g}"
    )

# %% [markdown]
# Large models are trained and run in bfloat16 and float16, two ways to spend 16 bits. cat and dog
# differ by 0.03 to 0.06.

# %% id="predict-b"
predict("02.B")

# %% [markdown]
# ### Exercise 02.1 · where two words become one
# *Difficulty ●●○ · 10 minutes*
#
# Find the first position from which on `first + position` and `second + position` are the same, in
# every entry and to the last bit, when words, positions and sums are all held in `dtype`. Try the
# positions 0 to `n_positions − 1`; return `n_positions` if the words still differ at the last.
#
# PyTorch holds the formats: `torch.tensor(first).to(dtype)`, `torch.arange(n_positions).to(dtype)`.
# Mind “from which on”: words can meet and part again.


# %% exercise="02.1"
def merges_from(first, second, dtype, n_positions=4096):
    """Return the first position from which on two words (d_model,) are the same in `dtype`."""
    ### BEGIN SOLUTION
    position = torch.arange(n_positions).to(dtype)[:, None]  # (n_positions, 1)
    one = torch.tensor(first).to(dtype) + position  # (n_positions, d_model)
    other = torch.tensor(second).to(dtype) + position  # (n_positions, d_model)
    apart = (one != other).any(dim=1)  # (n_positions,)
    return int(apart.nonzero().max()) + 1 if apart.any() else 0
    ### END SOLUTION


# %% check="02.1"
merges_from = check("02.1", merges_from)

# %% [markdown] tags=["teacher"]
# *Where classes go wrong:* they forget to cast the words, so the sum is quietly done in float64,
# and they take the first agreement for the answer. [0.9] and [1.4] in bfloat16 agree at 128 and part
# at 256: ask why, before anybody runs it (at 256 the grid is 2 wide, and 257 lies between them).

# %%
for dtype in (torch.bfloat16, torch.float16, torch.float32):
    found = merges_from(cat, dog, dtype)
    print(f"{str(dtype)[6:]:8}", f"the same from {found}" if found < 4096 else "still two at 4095")

# %% [markdown]
# Both times it is where the grid becomes 1 wide: 128 = $2^7$ with 8 significant bits, 1024 =
# $2^{10}$ with 11. What made them cat and dog lies behind the point, and nothing behind the point
# is left.
#
# Two entries on either side of a half, such as 0.47 and 0.52, stay apart for longer, as they round
# to different whole numbers. Among the seven there is no such pair. And among the other 761?
# The lecture does not give them, so we **invent** some, of the same size and as far apart as the
# seven given ones, from a fixed seed. What follows about 768 entries is counted for this invented
# pair and no other.

# %%
rng = np.random.default_rng(4)
cat_invented = rng.normal(0, 0.45, 761).round(4)
dog_invented = (cat_invented + rng.normal(0, 0.047, 761)).round(4)

cat_768 = np.concatenate([cat[:6], cat_invented, cat[6:]])  # (768,)
dog_768 = np.concatenate([dog[:6], dog_invented, dog[6:]])


def entries_alike(position, dtype):
    """Count the entries of the 768 that are the same in both words at one position."""
    one, other = (torch.tensor(word).to(dtype) for word in (cat_768, dog_768))
    return int((one + position == other + position).sum())


# %%
for dtype, position in ((torch.bfloat16, 128), (torch.float16, 1024)):
    name, last = str(dtype)[6:], merges_from(cat_768, dog_768, dtype, 8192)
    print(
        f"{name:8} at {position:4}: {entries_alike(position, dtype)} of 768 alike; "
        f"all 768 from {last} on"
    )

# %%
corners = 2 ** np.arange(14)  # at each power of two and just before it
places = np.unique([*np.geomspace(1, 8192, 80).astype(int), *corners, *(corners[1:] - 1)])

fig, ax = plots.new_figure(width=8, height=3.2)
for dtype, colour in ((torch.bfloat16, plots.VERMILION), (torch.float16, plots.BLUE)):
    alike = [entries_alike(int(place), dtype) for place in places]
    ax.semilogx(places, alike, color=colour, label=str(dtype)[6:])
    ax.axvline(merges_from(cat, dog, dtype), color=colour, linestyle=":", linewidth=1.2)
ax.set_xticks([1, 8, 64, 128, 1024, 8192], ["1", "8", "64", "128", "1024", "8192"])
ax.set(xlabel="place", ylabel="entries alike, of 768", ylim=(0, 800))
ax.legend(loc="lower right", title="dotted: the seven given")
show(
    fig,
    alt="Entries of cat + place and dog + place that coincide, against the place. In bfloat16 728 "
    "of 768 coincide at 128, in float16 728 at 1024; all soon after 512 and 4096.",
)

# %% [markdown]
# > **Check the lecture.** Next to 500, A says, what makes a cat a cat becomes a rounding error.
# > Three answers. In exact arithmetic: no, cat − dog stays what it was at every place. As a
# > direction: nearly, the cosine of the two is 1 − 4·10⁻⁹ at 500. In the number formats that
# > large models use: literally. The seven given entries are the same numbers from 128 on in
# > bfloat16, long before 500, and from 1024 on in float16. Of a whole pair most entries coincide
# > there, not all.

# %% [markdown]
# The place drowns as well. In bfloat16 the grid is 2 wide from 256 on, 4 wide from 512 on, and
# neighbouring places become one place:

# %%
for first, second in ((255, 256), (256, 257), (513, 514)):
    place = torch.tensor([first, second]).to(torch.bfloat16)
    print(f"{first} and {second} in bfloat16: {place[0]:.0f} and {place[1]:.0f}")

# %% [markdown]
# ### Play
#
# Drag the place, or move it with the arrow keys, and choose a format. Each pair of strips holds
# the bits of one entry, cat above dog: sign, exponent, and the fraction behind the leading 1. Bits
# that differ are marked. Below stand all 768 entries, 761 of them invented. Find 128 in bfloat16,
# then see how far float64 carries.

# %% id="explorer-merge" tags=["hide-input"]
MergingWords(
    {"cat": cat_768, "dog": dog_768},
    shown=[0, 1, 2, 3, 4, 5, 767],
    position=20,
)

# %% [markdown]
# ## Divide by the length?
#
# If large numbers are the trouble, divide by the largest: let place $p$ of a text with $N$ words
# be $p/N$, which never exceeds 1.

# %%
for n_words in (5, 50, 500, 5000):
    print(
        f"text of {n_words:4} words: place 3 is {3 / n_words:<6}  neighbours {1 / n_words:<6} apart"
    )

# %% [markdown]
# The same word at the same place has a different vector in each text, and “the next word” is a
# step of 0.2 here and 0.0002 there. Whatever a model learns about steps in short texts is wrong in
# long ones. When it *writes* a text it is worse: $N$ is not known until the end, or it grows with
# each word, and every earlier place moves.
#
# Nor does dividing buy room. With 5000 places between 0 and 1, the grid is too coarse again:

# %%
n_words = 5000
share = torch.arange(n_words).double() / n_words
print("places in a text of 5000 words:", n_words)
print("different p/N in bfloat16:     ", len(torch.unique(share.to(torch.bfloat16))))
print("different cat[0] + p/N:        ", len(torch.unique((cat[0] + share).to(torch.bfloat16))))

# %% [markdown]
# ## The layer that deletes it
#
# So far we looked at vectors. A Transformer does not hand them to attention as they are: somewhere
# it *normalises* them. LayerNorm (Ba et al. 2016) takes each token by itself, subtracts the mean of
# its entries, and divides by their standard deviation:
#
# $$\operatorname{LN}(x) = \frac{x - \bar x}{\sqrt{\operatorname{var}(x) + \varepsilon}}$$
#
# (A learned gain and offset for each entry follow. They come after, and change nothing below.)

# %% [markdown]
# ### Exercise 02.2 · layer normalisation
# *Difficulty ●○○ · 5 minutes*
#
# Write it for arrays of any shape whose last axis holds a token's entries.


# %% exercise="02.2"
def layer_norm(x, epsilon=1e-5):
    """Normalise each token, x (..., d_model): mean 0 and variance 1 over its own entries."""
    ### BEGIN SOLUTION
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + epsilon)
    ### END SOLUTION


# %% check="02.2"
layer_norm = check("02.2", layer_norm)

# %% tags=["live"]
print("LN(cat)      ", layer_norm(cat).round(4))
print("LN(cat + 1)  ", layer_norm(cat + 1).round(4))
print("LN(cat + 500)", layer_norm(cat + 500).round(4))

# %% [markdown]
# Adding $p$ to every entry adds $p$ to their mean and nothing to their spread. LayerNorm takes the
# mean off, and the place with it: $\operatorname{LN}(x + p) = \operatorname{LN}(x)$, exactly.
#
# What does that do to a whole Transformer? It depends on where its norms stand. Let
# $f$ be one of its sublayers, attention or the feed-forward network. The common ways:
#
# - **post-LN**: $x \to \operatorname{LN}(x + f(x))$, as in 2017; BERT puts one more LayerNorm
#   on the sum of its embeddings, before the first layer;
# - **pre-LN**: $x \to x + f(\operatorname{LN}(x))$; GPT-2 puts one more LayerNorm at the end.

# %% id="predict-c"
predict("02.C")

# %% [markdown]
# Build them all from PyTorch's own parts: three layers and random weights, also in the gains and
# offsets of the norms. Nothing is trained: what training could not change shows already.


# %%
def transformer(norm, norm_first, at_start=False, at_end=False):
    """Build an encoder with norms before (or after) its sublayers, at its start, at its end."""
    torch.manual_seed(0)
    shape = {"d_model": 32, "nhead": 4, "dim_feedforward": 64, "dropout": 0.0}
    layer = nn.TransformerEncoderLayer(**shape, batch_first=True, norm_first=norm_first)
    layer.norm1, layer.norm2 = norm(32), norm(32)
    last = norm(32) if at_end else None
    encoder = nn.TransformerEncoder(layer, 3, norm=last, enable_nested_tensor=False)
    model = nn.Sequential(norm(32), encoder) if at_start else encoder
    for weight in model.parameters():
        weight.data += 0.1 * torch.randn_like(weight)
    return model


# %%
models = {
    "pre-LN, LayerNorm at the end (GPT-2)": transformer(nn.LayerNorm, True, at_end=True),
    "pre-LN, none at the end": transformer(nn.LayerNorm, True),
    "post-LN, LayerNorm at the start (BERT)": transformer(nn.LayerNorm, False, at_start=True),
    "post-LN, none at the start (2017)": transformer(nn.LayerNorm, False),
    "pre-RMSNorm, RMSNorm at the end (Llama)": transformer(nn.RMSNorm, True, at_end=True),
}

# %% [markdown]
# (The names in brackets say where such a norm stands, not that these models add numbers: none of
# them does.) Ten tokens at places from 0 to 500; does the output change, and how?


# %%
def effect(model, x, place):
    """Say what adding the places (n_positions, 1) to x (1, n_positions, d_model) does."""
    with torch.no_grad():
        change = model(x + place) - model(x)  # (1, n_positions, d_model)
    tolerance = 1e-3 if x.dtype == torch.float32 else 1e-10
    if change.abs().max() < tolerance:
        return "blind"
    if (change - place).abs().max() < tolerance:
        return "shifted by the place"
    return "sees it"


# %%
rng = np.random.default_rng(4)
x = torch.tensor(rng.normal(size=(1, 10, 32)))
place = torch.tensor([0, 1, 2, 3, 10, 50, 100, 200, 300, 500])[:, None]

for name, model in models.items():
    exact = effect(model.double(), x, place.double())
    single = effect(model.float(), x.float(), place.float())
    print(f"{name:41} float64: {exact:22} float32: {single}")

# %% [markdown]
# Read it from the top. The first three lines hold for any weights, as the algebra says; that the
# last two see the place holds for nearly all.
#
# - **Pre-LN.** Each sublayer reads $\operatorname{LN}(x + p) = \operatorname{LN}(x)$, so it adds what
#   it would have added without the place, and $p$ travels beside it untouched. At the end the
#   output is shifted by exactly $p$; a last LayerNorm deletes even that.
# - **Post-LN.** A LayerNorm on the embeddings deletes the place before anybody has read it. Without
#   one, the first attention reads $x + p$ raw, and sees it.
# - **RMSNorm** (Zhang and Sennrich 2019) divides by the root of the mean square and does not take
#   the mean off. It sees the place. What it sees of the word is another matter:


# %% tags=["live"]
def rms_norm(x):
    """Divide each token by the root of its mean square, without touching its mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True))


for word, place in (("cat", 1), ("cat", 500), ("cat", 501), ("dog", 500)):
    vector = {"cat": cat, "dog": dog}[word] + place
    print(f"RMSNorm({word} + {place:3})", rms_norm(vector).round(4))

# %% [markdown]
# For large $p$, $\operatorname{RMSNorm}(x + p) \approx 1 + (x - \bar x)/p$: the word shrinks as the
# place grows, and 500 and 501 cannot be told apart in four digits.
#
# > **Check the lecture.** Adding a scalar blows the values up, A says. Before the first norm it
# > does. A LayerNorm right after deletes it instead: exactly on paper, and in float32 up to
# > rounding. So a pre-LN Transformer with a LayerNorm at its end, and a post-LN one with a LayerNorm
# > on its embeddings, answer as if nobody had told them any place: by notebook 01 they are
# > permutation equivariant again. Two conditions: the number is the *same* for every entry of a
# > token, and between it and the LayerNorm there are sums only. (Dropout on the sum sets some
# > entries to zero, place and all. Then the rest of the place comes through, as noise.)

# %%
word = rng.normal(size=(1, 768)).astype(np.float32)
for place in (1, 500):
    change = np.abs(layer_norm(word + np.float32(place)) - layer_norm(word)).max()
    print(f"float32, place {place:3}: changed: {change > 0}, by less than 1e-3: {change < 1e-3}")

# %% [markdown]
# ## Two words before
#
# Suppose a model does see the number. Can it use it, say to look at the word two places before?
# A's second objection is that a single number is too little for that. It can be proved.
#
# Take the part of the score that comes from places alone. A query at place $i$ reads its number
# through some weight and offset, $a\,i + b$, a key at place $j$ likewise, $c\,j + e$, and the score
# multiplies them:
#
# $$s_{ij} = (a\,i + b)(c\,j + e)$$
#
# For a given query this is a straight line in $j$, with slope $(a\,i + b)\,c$. A straight line has
# its largest value at an end: at the *last* key where the slope is positive, at the *first* where
# it is negative, and nowhere in particular where it is zero. The softmax keeps the order, so its
# weights peak there too. A head (one attention) may have more channels, entries of its query
# and key: then it adds several such lines, and a sum of lines is a line.
#
# Do not believe it; look for a counter-example.

# %% [markdown]
# ### Exercise 02.3 · does every query look back?
# *Difficulty ●●○ · 8 minutes*
#
# `scores` (n_queries, n_keys) holds a score for each query and key. Return True if *every* query
# `i ≥ lag` gives key `i − lag` a larger score than any other key. A tie does not count as looking
# there. The first `lag` queries have no such key and are left out.


# %% exercise="02.3"
def looks_back(scores, lag):
    """Tell whether each query i >= lag scores key i - lag above all other keys."""
    ### BEGIN SOLUTION
    for i in range(lag, len(scores)):
        others = np.delete(scores[i], i - lag)
        if scores[i, i - lag] <= others.max():
            return False
    return True
    ### END SOLUTION


# %% check="02.3"
looks_back = check("02.3", looks_back)

# %% [markdown] tags=["teacher"]
# *Where classes go wrong:* a negative index for the first queries, which NumPy takes for a place at
# the end. Let somebody say what `scores[0, -2]` is before they run it.

# %% [markdown]
# Now search. Ten thousand random heads with one channel and as many with eight; each channel has
# its own $a$, $b$, $c$, $e$.

# %%
rng = np.random.default_rng(5)
place = np.arange(12)[:, None]  # (n_positions, 1)

for n_channels in (1, 8):
    found = inside = 0
    heads = rng.normal(size=(10_000, 4, n_channels)) * [[1], [5], [1], [5]]
    for a, b, c, e in heads:
        scores = (a * place + b) @ (c * place + e).T  # (n_positions, n_positions)
        ends = np.maximum(scores[:, 0], scores[:, -1])
        found += looks_back(scores, lag=2)
        inside += (scores.max(axis=1) > ends + 1e-9).sum()
    print(f"channels: {n_channels}, heads that look two back: {found}, peaks inside: {inside}")

# %% [markdown]
# None, as proved: not one query of 240,000 has its peak inside the sentence. Now give each place
# *two* numbers instead of one, the sine and the cosine of an angle that grows with it, and let the
# query turn its angle two steps back. One try:

# %%
angle = 0.3 * place
key = np.hstack([np.sin(angle), np.cos(angle)])  # (n_positions, 2)
query = np.hstack([np.sin(angle - 0.6), np.cos(angle - 0.6)])
pair_scores = query @ key.T  # (n_positions, n_positions)
print("looks two back:", looks_back(pair_scores, lag=2))

# %% [markdown]
# Where that pair comes from is the subject of the next notebook, why it works that of
# [notebook 05](05_rotation_identities.ipynb). Here is what the two make of the softmax:

# %%
line_scores = (place - 5.5) @ (0.15 * place).T

fig, axes = plots.new_figure(2, width=8.5, height=4)
titles = ("one number: (i − 5.5) · 0.15 j", "one sine–cosine pair")
for ax, title, scores in zip(axes, titles, (line_scores, 20 * pair_scores)):
    weights = softmax(scores)
    style = {"rows": range(12), "columns": range(12), "limits": (0, 0.6), "decimals": None}
    plots.draw_matrix(ax, weights, title=title, **style)
    ax.plot(weights.argmax(axis=1), place[:, 0], "o", color=plots.VERMILION, markersize=5)
    ax.set(xlabel="key j", ylabel="query i", aspect="equal")
show(
    fig,
    alt="Softmax weights of 12 queries on 12 keys, a dot at each row's largest. With one number "
    "the dots stand in the first column for queries 0 to 5 and in the last for 6 to 11; with a "
    "sine-cosine pair they run two beside the diagonal.",
)

# %% [markdown]
# Two limits of what was proved:
#
# - It is about the positions' *part* of the score. Words add theirs, and the sum may peak anywhere.
#   But of the four terms in notebook 01, the two that know the key's place, word–place and
#   place–place, are both straight lines in $j$ for a given query. So a query can prefer a *word*,
#   wherever it stands, or an end of the sentence; never a place between.
# - With a causal mask, the last key that a query sees is itself, so a rising line says “the nearer,
#   the better”. That is worth something: ALiBi (notebook 06) works so. “Two before” it is not.
#
# The first in numbers, with whole scores, words and all: put one word at all twelve keys, and
# every row is a straight line. Put twelve words there, and it bends.

# %%
rng = np.random.default_rng(6)
words, W = rng.normal(size=(12, 8)), rng.normal(size=(8, 8))
one_word = np.repeat(words[:1], 12, axis=0)  # (n_positions, d_model)

for name, keys in (("one word everywhere", one_word), ("twelve words", words)):
    score = (words + place) @ W @ (keys + place).T  # (n_positions, n_positions)
    bend = np.abs(np.diff(score, n=2, axis=1)).max()
    print(f"{name:20} straight lines in j: {bend < 1e-9}")

# %% [markdown]
# ## By hand
#
# So one number is too little, and A tries two, by hand, for the places 1, 2 and 3. Look at them.

# %%
pairs = lecture.HAND_PICKED_PAIRS  # (3, 2)
print("pairs:", *pairs.tolist())
print("x + y:", pairs.sum(axis=1))
print("steps from one to the next:", np.diff(pairs, axis=0).round(2).tolist())

# %% [markdown]
# All three lie on the line $x + y = 1$, and each is one equal step from the last: the pair is
# $(0.2\,p,\ 1 - 0.2\,p)$. Two columns, and still one number in them. A LayerNorm no longer deletes
# it, since the entries differ; but scores stay straight lines in $j$. And place 4857?

# %% tags=["live"]
for place in (4, 5, 6, 4857):
    print(f"place {place:4}: [{0.2 * place:.1f}, {1 - 0.2 * place:.1f}]")

# %% [markdown]
# > **Check the lecture.** A calls the pairs arbitrary and asks for place 4.857. That is the German
# > way to write 4857 (the Russian text writes 4 857): the point sets thousands apart, and no place
# > lies between 4 and 5. There is a rule behind the three pairs, as you have just seen, and it is
# > no help: it is the scalar again, and blows up as the scalar does. Without a rule somebody has
# > to fill a table, one row for every place that anybody will ever need. (Such tables exist, learned
# > instead of hand-picked; notebook 06 meets them.)

# %% [markdown]
# ## Three wishes
#
# What we are looking for is a function, from a whole number to a few numbers:
#
# 1. a **rule**, which gives every position numbers of its own, position 4857 too, whatever the
#    length of the text;
# 2. numbers that **stay small**, however large the position;
# 3. **near positions, near numbers**: a small step in the text is a small step in the numbers.
#
# One number cannot do it for long. If it stays small and takes a new value at every place, its
# values crowd, and the grid of the format ends it. Take $p/(p + 10)$, always below 1:

# %%
place = torch.arange(4096).double()
squeezed = (place / (place + 10)).to(torch.bfloat16)
print("4096 places, different values in bfloat16:", len(torch.unique(squeezed)))

# %% [markdown]
# So it takes several numbers. How do *we* write 4857 with small numbers? In digits: four columns,
# none of them above 9. A computer takes two digits, and some more columns.

# %% [markdown]
# ### Exercise 02.4 · the bits of a position
# *Difficulty ●○○ · 5 minutes*
#
# Write each position as a binary number with `n_bits` digits, one digit a column, the highest
# first, as numbers are written.


# %% exercise="02.4"
def bits(position, n_bits):
    """Turn positions (n_positions,) into their binary digits (n_positions, n_bits)."""
    ### BEGIN SOLUTION
    place_value = 2 ** np.arange(n_bits)[::-1]  # (n_bits,)
    return position[:, None] // place_value % 2
    ### END SOLUTION


# %% check="02.4"
bits = check("02.4", bits)

# %%
print("7:   ", bits(np.array([7]), 4)[0], "  8:", bits(np.array([8]), 4)[0])
print("4857:", bits(np.array([4857]), 13)[0])

# %%
position = np.arange(16)
table = bits(position, 4)  # (n_positions, 4)
names = ["8", "4", "2", "1"]  # what each bit is worth

# %%
fig, axes = plots.new_figure(2, width=9.4, height=4, width_ratios=(1, 2.2))
plots.draw_matrix(axes[0], table, rows=position, columns=names, colours="Greys", decimals=0)
axes[0].set(xlabel="bit, by its worth", ylabel="position", title="Bits of 0 to 15")
for column in range(4):
    axes[1].step(position, 0.7 * table[:, column] - column, where="mid", color=plots.BLUE)
axes[1].set(yticks=[0.35 - column for column in range(4)], yticklabels=names, xlabel="position")
axes[1].set(title="Each column is a square clock", ylabel="bit, by its worth", xticks=position)
axes[1].axvspan(7, 8, color=plots.ORANGE, alpha=0.3, linewidth=0)
fig.get_layout_engine().set(wspace=0.06)
show(
    fig,
    alt="The four bits of the positions 0 to 15, and each bit's column drawn as a wave of zeros "
    "and ones that repeats every 16, 8, 4 and 2 positions. All four flip between 7 and 8.",
)

# %% [markdown]
# There is a rule, for every position and every length. The numbers are 0 and 1 (their count grows,
# slowly: 13 columns carry beyond 8000, and $d$ columns carry $2^d$ positions). And each column by
# itself is a simple thing: a clock that comes round every 2, 4, 8, 16 positions and knows two times.
#
# The third wish they break. Measure how far each position is from position 8:

# %%
distance = np.linalg.norm(table - table[8], axis=1)
for position in (7, 0, 9, 15):
    print(f"from 8 to {position:2}: {distance[position]:.2f}")

# %% [markdown]
# Position 7 differs from 8 in all four bits; of all sixteen it is the *farthest* from it, farther
# than position 0. Bits only jump: from 7 to 8 there is no half-way.
#
# (There are codes in which neighbours differ in one bit only, the Gray codes. They mend this jump
# and not the fault: each step still flips a whole bit, and 0 and 15 are as near as 0 and 1.)

# %%
position = np.arange(16)
gray = bits(position ^ (position >> 1), 4)  # (n_positions, 4)
print("bits that flip from each to the next:", (gray[1:] != gray[:-1]).sum(axis=1))
print("bits that differ between 0 and 15:   ", (gray[0] != gray[15]).sum())

# %% [markdown]
# Keep the columns, keep that they come round at different paces, and round off the corners: a clock
# that moves instead of jumping. What moves without a jump and comes round? A point on a circle.

# %% [markdown]
# ## What you have now
#
# - Adding $p$ to every entry leaves cat − dog as it was and turns both into one direction,
#   $1 - \cos \approx \lVert\delta\rVert^2 / (2 d p^2)$.
# - In a format with $s$ significant bits the grid is 1 wide from $2^{s-1}$ on: 128 in bfloat16, 1024
#   in float16. There the seven given entries of cat and dog become the same numbers.
# - $\operatorname{LN}(x + p) = \operatorname{LN}(x)$. Where a LayerNorm stands decides whether a
#   Transformer is blind to the number, shifted by it, or sees it.
# - $(a\,i + b)(c\,j + e)$ is a straight line in $j$: its softmax peaks at an end of the sentence.
# - Three wishes: a rule, small numbers, near positions near. Bits grant two of them.
#
# **Next.** The third wish, granted by one point on a circle:
# [notebook 03](03_single_clock.ipynb).
#
# Your progress stays on this computer.

# %% id="progress" tags=["nbval-ignore-output"]
show_progress("02")

# %% [markdown] id="references"
# **References.** Vaswani et al. 2017, *Attention is all you need*, arXiv 1706.03762 (post-LN). Ba, Kiros, Hinton 2016, *Layer normalization*, arXiv 1607.06450. Zhang, Sennrich
# 2019, *Root mean square layer normalization*, arXiv 1910.07467. Xiong et al. 2020, *On layer
# normalization in the Transformer architecture*, arXiv 2002.04745 (pre-LN and post-LN). Devlin et
# al. 2018, *BERT*, arXiv 1810.04805. Radford et al. 2019, *Language models are unsupervised
# multitask learners* (GPT-2). Touvron et al. 2023, *LLaMA*, arXiv 2302.13971. Kalamkar et al. 2019, *A study of bfloat16 for deep learning
# training*, arXiv 1905.12322. Press, Smith, Lewis 2021, *Train short, test long* (ALiBi),
# arXiv 2108.12409.
