# %% [markdown]
# # 1 · Permutation invariance
#
# A Transformer reads all words of a sentence at once. This notebook asks what it knows about
# their order, and the answer is a theorem: nothing, until somebody tells it.
#
# **You will be able to**
# - write attention in NumPy from nothing,
# - say exactly in which sense attention does not see order, and prove it in three lines,
# - point a test of your own at any model and learn whether it sees order.
#
# **Time:** about 60 minutes, 31 of them for the four exercises. **Builds on:** matrix products
# and NumPy's indexing. The lecture that this course retells is quoted as documents A, C, D and E.
#
# **Terms and symbols:** [glossary](../docs/glossary.md), [notation](../docs/notation.md).

# %% id="setup"
import itertools
from collections import Counter

import numpy as np

from course_utils import check, hint, lecture, plots, predict, show, show_progress
from course_utils.explorers.reorder import ReorderTokens

# %% [markdown] tags=["teacher"]
# **Class plan (45 minutes, planned).** Same words 4 · softmax and attention 12, type both live ·
# predict 01.A and run it 5 · proof on the board 8 · encoder and pooling 5 · who bites whom 4 ·
# causal mask 4 · the test 3, the rest of it is homework.
#
# *Ask first:* “I shuffle the words. Which numbers inside the model change?” Most classes say
# “the attention weights”. They move; none of them changes.

# %% [markdown]
# ## Same words, another story
#
# The lecture opens with pairs of sentences: a cat eats a mouse and the reverse, a dog bites a man
# and the reverse. Document D adds a picture: a box of coloured marbles, one colour a word. Who
# looks into the box sees which colours are there and how many, not in which order they went in.
#
# A box in which only counts matter is a *multiset*, and Python has one: `Counter`.

# %%
for document, (first, second) in lecture.SENTENCE_PAIRS.items():
    same_box = Counter(first.split()) == Counter(second.split())
    print(f"{document:10}  {first} / {second}:  same box of words: {same_box}")

# %% [markdown]
# > **Check the lecture.** Document A exists in German and in Russian. The Russian pair is meant to
# > show the same three words in two orders. Your computer disagrees, and it is right: Russian
# > marks the object by its ending, so *кот* (who eats) becomes *кота* (who is eaten), another
# > token. That pair is no permutation, and shows nothing about order. German nouns like *Katze*
# > and *Maus* look the same in both roles, and D's *der Hund* / *den Hund* changes the article;
# > yet both of D's sentences hold the same five tokens.

# %%
russian_first, russian_second = (set(text.split()) for text in lecture.SENTENCE_PAIRS["A, Russian"])
print("only in the first:", *russian_first - russian_second)
print("only in the second:", *sorted(russian_second - russian_first))

# %% [markdown]
# ## Attention from nothing
#
# Each word enters as a vector. Attention lets every word ask a question (its *query*), compares
# it with what every word offers (its *key*), and takes a weighted mean of what they have to say
# (their *values*):
#
# $$\text{output} = \underbrace{\operatorname{softmax}\Big(\frac{Q K^\top}{\sqrt{d_k}}\Big)}_{\text{weights } A}\; V$$
#
# Start with the softmax. It turns each row of scores into weights that are positive and sum to 1:
#
# $$\operatorname{softmax}(s)_j = \frac{e^{s_j}}{\sum_m e^{s_m}}$$

# %% [markdown]
# ### Exercise 01.1 · a stable softmax
# *Difficulty ●○○ · 6 minutes*
#
# Write `softmax(scores)` for arrays of any shape; each row lies along the last axis. It must
# survive scores like 1000, though $e^{1000}$ is too large for any float64, and scores of $-\infty$,
# which forbid a key: its weight is 0.
#
# Run the cell below, then the check under it. Both run as they are: until you have solved it, the
# check lends you a working softmax, and the notebook goes on.


# %% exercise="01.1"
def softmax(scores):
    """Turn scores (..., n_keys) into weights (..., n_keys) whose rows sum to 1."""
    ### BEGIN SOLUTION
    shifted = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(shifted)
    return weights / weights.sum(axis=-1, keepdims=True)
    ### END SOLUTION


# %% check="01.1"
softmax = check("01.1", softmax)

# %% [markdown] tags=["teacher"]
# *Where classes go wrong:* `axis=0`, or no `keepdims`. The second is the instructive one: on a
# square table it runs without an error and is wrong. Let them see the rows' sums.

# %% tags=["live"]
print(softmax(np.array([0.0, np.log(3.0)])))
print(softmax(np.array([1000.0, 1001.0])).round(3))

# %% [markdown]
# ### Exercise 01.2 · scaled dot-product attention
# *Difficulty ●●○ · 8 minutes*
#
# Write the formula above. Return two things: the outputs, and the weights, since we want to look
# at them. Why $\sqrt{d_k}$: a dot product of $d_k$ independent entries of variance 1 has standard
# deviation $\sqrt{d_k}$, and scores that large would make the softmax choose a single word.


# %% exercise="01.2"
def attention(query, key, value):
    """Return outputs (n_queries, d_value) and weights (n_queries, n_keys)."""
    ### BEGIN SOLUTION
    d_k = query.shape[-1]
    scores = query @ key.T / np.sqrt(d_k)  # (n_queries, n_keys)
    weights = softmax(scores)  # (n_queries, n_keys)
    return weights @ value, weights
    ### END SOLUTION


# %% check="01.2"
attention = check("01.2", attention)

# %% [markdown]
# Is the reason for $\sqrt{d_k}$ true? Draw many pairs of random vectors and measure.

# %%
rng = np.random.default_rng(1)
for d_k in (16, 64, 256):
    query, key = rng.normal(size=(2, 20_000, d_k))
    spread = (query * key).sum(axis=-1).std()
    print(f"d_k = {d_k:3}: standard deviation {spread:5.1f}, square root of d_k {d_k**0.5:4.1f}")

# %% [markdown]
# ## The cat, the mouse, and the same three vectors
#
# Give every word a vector, and the layer its three matrices. They are random: nothing below
# depends on what is in them, so it holds for trained ones too.

# %%
d_model, d_k = 8, 8
rng = np.random.default_rng(7)
word_vector = {word: 2 * rng.normal(size=d_model) for word in ("Katze", "frisst", "Maus")}
w_query, w_key, w_value = rng.normal(size=(3, d_model, d_k)) / np.sqrt(d_model)


def embed(sentence):
    """Stack the vectors of a sentence's words, (n_positions, d_model)."""
    return np.stack([word_vector[word] for word in sentence.split()])


def self_attention(x):
    """Let the words of one sentence attend to each other; x is (n_positions, d_model)."""
    return attention(x @ w_query, x @ w_key, x @ w_value)


# %% id="predict-a"
predict("01.A")

# %%
first, second = lecture.SENTENCE_PAIRS["A"]
output_first, weights_first = self_attention(embed(first))
output_second, weights_second = self_attention(embed(second))

for sentence, output in ((first, output_first), (second, output_second)):
    for word, vector in zip(sentence.split(), output):
        print(f"{word:7}", vector[:5].round(3))
    print()

# %% [markdown]
# Every word has the same output in both sentences, to the last printed digit. The rows changed
# places, and that is all. The weights tell the same story.

# %%
fig, axes = plots.new_figure(2, width=8, height=3.3)
for ax, sentence, weights in zip(axes, (first, second), (weights_first, weights_second)):
    words = sentence.split()
    plots.draw_matrix(ax, weights, rows=words, columns=words, title=sentence, limits=(0, 1))
    ax.set(xlabel="key (the word looked at)", ylabel="query (the word that looks)")
own = weights_first[0, 0]
show(
    fig,
    alt=f"Attention weights of both sentences. The same nine numbers stand in both, moved: "
    f"Katze gives itself {own:.2f}, at the top left in one and at the bottom right in the other.",
)

# %% [markdown]
# ### Exercise 01.3 · the weights of a reordered sentence
# *Difficulty ●○○ · 5 minutes*
#
# Suppose the tokens are reordered so that place `i` now holds the old token `order[i]`; in NumPy,
# `x[order]`. You know the old weights. Write down the new ones *without running attention again*.


# %% exercise="01.3"
def permuted_weights(weights, order):
    """Return the weights (n_positions, n_positions) of the sentence x[order]."""
    ### BEGIN SOLUTION
    return weights[order][:, order]
    ### END SOLUTION


# %% check="01.3"
permuted_weights = check("01.3", permuted_weights)

# %% tags=["live"]
order = np.array([2, 1, 0])  # Maus frisst Katze
print("predicted the weights:", np.allclose(permuted_weights(weights_first, order), weights_second))

# %% [markdown]
# ## Equivariance, exactly
#
# Write the new order as a *permutation matrix* $P$: one 1 in each row and each column, so that
# $PX$ holds the rows of $X$ in the new order, and $P^\top P = I$. For self-attention $f$ and every
# $P$,
#
# $$f(PX) = P\,f(X).$$
#
# **Proof.** Let $Q, K, V$ and the scores $S = QK^\top/\sqrt{d_k}$ belong to $X$.
#
# 1. Each row is projected by itself, so $PX$ has queries $PQ$, keys $PK$, values $PV$, and scores
#    $PQ\,(PK)^\top/\sqrt{d_k} = P S P^\top$.
# 2. The softmax works on each row by itself and does not care in which order a row's entries
#    stand: $\operatorname{softmax}(P S P^\top) = P A P^\top$.
# 3. The outputs are $P A P^\top\, P V = P\, A V = P\,f(X)$, because $P^\top P = I$. ∎
#
# Such a map is called *permutation equivariant*: the outputs travel with their inputs. A thousand
# random sentences and orders agree:

# %%
rng = np.random.default_rng(3)
largest_difference = 0.0
for _ in range(1000):
    n_positions = rng.integers(2, 12)
    x = rng.normal(size=(n_positions, d_model))
    P = np.eye(n_positions)[rng.permutation(n_positions)]  # (n_positions, n_positions)
    output, weights = self_attention(x)
    output_moved, weights_moved = self_attention(P @ x)
    in_output = np.abs(output_moved - P @ output).max()
    in_weights = np.abs(weights_moved - P @ weights @ P.T).max()
    largest_difference = max(largest_difference, in_output, in_weights)

print("largest difference below 1e-12:", largest_difference < 1e-12)

# %% [markdown]
# And as a picture, for six tokens: $A$, the permutation $P$, and $P A P^\top$, which is what
# attention computes for the reordered sentence.

# %%
rng = np.random.default_rng(4)
A = self_attention(2 * rng.normal(size=(6, d_model)))[1]
order = np.array([3, 5, 0, 4, 1, 2])
P = np.eye(6)[order]
old = np.array(list("abcdef"))
new = old[order]

# %%
fig, axes = plots.new_figure(3, width=9, height=3.2)
for ax, title, matrix, rows in ((axes[0], "A", A, old), (axes[2], "P A Pᵀ", P @ A @ P.T, new)):
    plots.draw_matrix(ax, matrix, rows=rows, columns=rows, title=title, decimals=None)
    ax.set(xlabel="key", ylabel="query", aspect="equal")
plots.draw_matrix(axes[1], P, rows=new, columns=old, title="P", colours="Greys", decimals=None)
axes[1].set(xlabel="old order", ylabel="new order", aspect="equal")
show(
    fig,
    alt="Three 6 by 6 matrices: weights A, the permutation P, and P A Pᵀ. The third holds the "
    "36 weights of the first, with rows and columns both in the order d, f, a, e, b, c.",
)

# %% [markdown]
# ## What is invariant, then?
#
# Documents A and D say that attention is *invariant* to the order; C says *equivariant*. The
# words are close, the claims are not: an invariant map gives the **same** result, an equivariant
# one gives the result **moved**. Test both claims, and a third: average the outputs over all
# tokens, as many sentence classifiers do, and see whether that *pooled* vector moves.

# %% tags=["live"]
x = embed(first)
order = np.array([2, 1, 0])
output, output_moved = self_attention(x)[0], self_attention(x[order])[0]

pooled, pooled_moved = output.mean(axis=0), output_moved.mean(axis=0)  # (d_model,)

print("invariant,   f(PX) = f(X):      ", np.allclose(output_moved, output))
print("equivariant, f(PX) = P f(X):    ", np.allclose(output_moved, output[order]))
print("pooled, mean f(PX) = mean f(X): ", np.allclose(pooled_moved, pooled))

# %% [markdown]
# > **Check the lecture.** C is right. Attention by itself is equivariant; *invariance* comes with
# > pooling. For a task that labels whole sentences the two amount to the same blindness. For a task
# > that labels words they do not: an equivariant model may well give each word its own label, but
# > the label cannot depend on where the word stands. And below you will meet a case in which
# > neither word is true.

# %% [markdown]
# ## The whole encoder
#
# A Transformer has more than attention: LayerNorm (notebook 02 looks into it), a feed-forward
# network, residual sums. All of them treat each token by itself, with the same weights at every
# place. Whoever treats each row by itself does not mind in which order the rows come, and a chain
# of equivariant steps is equivariant. So the theorem should hold for a complete encoder. Ask
# PyTorch's own, with three layers, and without dropout, the random zeros of training:

# %%
import torch

torch.manual_seed(0)
layer = torch.nn.TransformerEncoderLayer(
    d_model, nhead=2, dim_feedforward=32, dropout=0.0, batch_first=True, dtype=torch.float64
)
encoder = torch.nn.TransformerEncoder(layer, num_layers=3, enable_nested_tensor=False)


def encode(x):
    """Send sentences (batch, n_positions, d_model) through PyTorch's encoder."""
    with torch.no_grad():
        return encoder(torch.from_numpy(x)).numpy()


# %%
rng = np.random.default_rng(5)
x = rng.normal(size=(1, 10, d_model))
order = rng.permutation(10)
difference = np.abs(encode(x[:, order]) - encode(x)[:, order]).max()
print("largest difference below 1e-12:", difference < 1e-12)

# %% [markdown]
# ## Who bites whom
#
# So what does it cost? Let a model read “Hund beißt Mann” and “Mann beißt Hund” and decide for
# each noun: does it bite, or is it bitten?

# %% id="predict-b"
predict("01.B")

# %% [markdown]
# Count. Without positions the model computes the same vector for *Hund* in both sentences, so
# whatever rule sits on top gives *Hund* one label, and *Mann* one. There are four such rules.

# %%
truth = [{"Hund": "bites", "Mann": "is bitten"}, {"Hund": "is bitten", "Mann": "bites"}]
for hund, mann in itertools.product(("bites", "is bitten"), repeat=2):
    right = sum((labels["Hund"] == hund) + (labels["Mann"] == mann) for labels in truth)
    print(f"rule: Hund {hund:9}, Mann {mann:9}  ->  {right} of 4 labels right")

# %% [markdown]
# Half, for every rule: better training, more layers or more data do not change it. With more
# nouns the same count holds for every pair of them. So where both orders are equally frequent,
# 50 % is the ceiling for any encoder without positions. Notebook 07 trains models that run into it.

# %% [markdown]
# ## A mask that looks only back
#
# Decoders such as GPT hide the future: word $i$ may attend to words $0 \dots i$ only. That mask is
# tied to places, not to words. Does the theorem survive?

# %% id="predict-c"
predict("01.C")


# %% tags=["live"]
def causal_attention(x):
    """Let each word attend to itself and to what came before; (n_positions, d_model)."""
    query, key, value = x @ w_query, x @ w_key, x @ w_value
    scores = query @ key.T / np.sqrt(d_k)
    past_only = np.tri(len(x), dtype=bool)  # (n_positions, n_positions)
    return softmax(np.where(past_only, scores, -np.inf)) @ value


# %%
x = embed("Katze frisst Maus")
swapped = embed("frisst Katze Maus")  # the last word stays
one_layer = np.allclose(causal_attention(x)[-1], causal_attention(swapped)[-1])
two_layers = np.allclose(
    causal_attention(causal_attention(x))[-1], causal_attention(causal_attention(swapped))[-1]
)
print("last word unchanged after one layer:", one_layer)
print("last word unchanged after two layers:", two_layers)

# %% [markdown]
# One causal layer gives the last word a mean over the same set as before. But the *first two*
# words have seen different pasts, and the second layer reads their outputs. A causal model is
# neither invariant nor equivariant: the mask itself says where the beginning is.
#
# > **Check the lecture.** “Attention knows nothing of order” is therefore true of encoders. A
# > decoder without any positional encoding can infer order, and trained ones do: Haviv et al. 2022
# > found language models without positions competitive, and Kazemnejad et al. 2023 found them
# > to generalise to longer inputs better than several methods with.

# %% [markdown]
# ## A test for any model
#
# “Does it see order?” is a question that comes back: notebook 06 puts it to six methods. So build
# the test once and build it well. A published course shipped a model whose positions were added
# along the wrong axis: every word of a sentence received the *same* vector, chosen by the
# sentence's row in the batch. Its authors' check compared means over tokens and noticed nothing.
#
# ### Exercise 01.4 · a test for order
# *Difficulty ●●● · 12 minutes*
#
# `model` maps an array (batch, n_positions, d_model), several sentences at once, to one of the same
# shape. Return True if some reordering of the tokens changes more than the places of the outputs,
# else False. Mind that floating-point sums taken in another order differ by rounding.


# %% exercise="01.4"
def is_order_sensitive(model, x):
    """Tell whether `model` sees the order of the tokens in x (batch, n_positions, d_model)."""
    ### BEGIN SOLUTION
    rng = np.random.default_rng(0)
    before = model(x)  # (batch, n_positions, d_model)
    for _ in range(20):
        order = rng.permutation(x.shape[1])
        after = model(x[:, order])
        if np.abs(after - before[:, order]).max() > 1e-5:
            return True
    return False
    ### END SOLUTION


# %% check="01.4"
is_order_sensitive = check("01.4", is_order_sensitive)

# %% [markdown] tags=["teacher"]
# *Where classes go wrong:* they compare place by place (everything looks sensitive), or they
# compare means (nothing that only adds positions is noticed). Let two learners test each other's
# tests on the models below before they run the check.

# %% [markdown]
# Now use it. `position_vectors` are random here; what good ones look like is the subject of the
# next four notebooks. The third model has the fault from that published course.

# %%
rng = np.random.default_rng(6)
x = rng.normal(size=(4, 4, d_model))  # four sentences of four tokens
position_vectors = rng.normal(size=(4, d_model))  # (n_positions, d_model)


def faulty(x):
    """Add the position vectors along the batch axis, as a published course did."""
    return encode(x + position_vectors[: x.shape[0], None, :])


print("encoder alone:           ", is_order_sensitive(encode, x))
print("encoder with positions:  ", is_order_sensitive(lambda x: encode(x + position_vectors), x))
print("encoder with that fault: ", is_order_sensitive(faulty, x))

# %% [markdown]
# How could a mean over tokens hide it? Two ways, and each is one of the wrong answers that the
# check above knows by name. Put both orders into one batch and they get different vectors, so the
# fault passes for a sense of order; and the mean of $x + p$, the words plus their position vectors,
# does not depend on the order at all, so even a right model may look blind.

# %%
both_orders = np.concatenate([x[:1], x[:1, ::-1]])  # the same sentence twice, (2, 4, d_model)
means = faulty(both_orders).mean(axis=1)
print("the faulty model's means differ:", not np.allclose(means[0], means[1]))

mean_before = (x + position_vectors).mean(axis=1)
mean_after = (x[:, ::-1] + position_vectors).mean(axis=1)
print("means of x + p differ:          ", not np.allclose(mean_before, mean_after))

# %% [markdown]
# ## Play
#
# Drag the words, or focus one and use the arrow keys. Watch the weights and the outputs travel,
# and the number beside them stay at zero. Then switch on position vectors, or the causal mask.

# %% id="explorer-reorder" tags=["hide-input"]
sentence = "Der Hund beißt den Mann".split()
rng = np.random.default_rng(8)
ReorderTokens(
    sentence,
    x=rng.normal(size=(len(sentence), d_model)),
    w_query=w_query,
    w_key=w_key,
    w_value=w_value,
    position_vectors=rng.normal(size=(len(sentence), d_model)),
)

# %% [markdown]
# ## Where can position enter?
#
# Document A says the position has to be put in before the first attention layer. Document D writes
# the weights with room for it:
#
# $$\omega_{ij} = \operatorname{softmax}_j\Big(\frac{q_i \cdot k_j}{\sqrt{d_k}} + b_{ij}\Big)$$
#
# Adding a vector $p_i$ to each word, as the original Transformer does, has no visible $b_{ij}$. D says
# it is implicit. Multiply out what the dot product $q_i \cdot k_j$ becomes, with $W = W_Q W_K^\top$:
#
# $$(x_i + p_i)^\top W (x_j + p_j) = \underbrace{x_i^\top W x_j}_{\text{word–word}} + \underbrace{x_i^\top W p_j}_{\text{word–place}} + \underbrace{p_i^\top W x_j}_{\text{place–word}} + \underbrace{p_i^\top W p_j}_{\text{place–place}}$$

# %%
x = embed(first)
p = np.random.default_rng(9).normal(size=x.shape)  # one vector a place
W = w_query @ w_key.T  # (d_model, d_model)
terms = {
    "word–word": x @ W @ x.T,
    "word–place": x @ W @ p.T,
    "place–word": p @ W @ x.T,
    "place–place": p @ W @ p.T,
}
score = ((x + p) @ w_query) @ ((x + p) @ w_key).T
print("the four terms add up to the dot products:", np.allclose(sum(terms.values()), score))

# %%
words = first.split()
fig, axes = plots.new_figure(4, width=10.5, height=2.8, sharey=True)
reach = max(np.abs(term).max() for term in terms.values())
style = {"colours": "PuOr_r", "limits": (-reach, reach), "decimals": 1}
for ax, (title, term) in zip(axes, terms.items()):
    plots.draw_matrix(ax, term, rows=words, columns=words, title=title, **style)
    ax.set_xlabel("key")
axes[0].set_ylabel("query")
show(
    fig,
    alt="The four terms of the dot products for Katze frisst Maus, 3 by 3 each. Only the first "
    "would be there without positions; the others know the place of the query, the key, or both.",
)

# %% [markdown]
# > **Check the lecture.** D is right that the term is implicit, and the sum above says how: of the
# > four terms, three know a place. Only *place–place* is a $b_{ij}$ that depends on $i$ and $j$ alone;
# > the two mixed terms depend on the words as well. And A's “before the first layer” is one way,
# > not the only one: methods that you will meet in notebook 06 put the position *into* each
# > layer's scores, and the causal mask above did it without a position vector anywhere.

# %% [markdown]
# ## What you have now
#
# - $f(PX) = P f(X)$: attention, and every encoder built of it, is permutation **equivariant**. Its
#   weights become $P A P^\top$.
# - Invariance comes with pooling. Without positions, “who bites whom” stays at 50 %.
# - A causal mask breaks the symmetry, from the second layer on even for the last word.
# - `is_order_sensitive(model, x)`, your test for order; notebook 06 needs it again.
#
# **Next.** The place must get into the numbers. The simplest idea there is: add the number of the
# place to the word's vector. [Notebook 02](02_naive_scalar_addition.ipynb) tries it.
#
# Your progress stays on this computer.

# %% id="progress" tags=["nbval-ignore-output"]
show_progress("01")

# %% [markdown] id="references"
# **References.** Vaswani et al. 2017, *Attention is all you need*, arXiv 1706.03762 (equation 1 and
# section 3.5). Haviv et al. 2022, arXiv 2203.16634. Kazemnejad et al. 2023, arXiv 2305.19466.
