"""Notebook 07's answers in words: questions, rubrics, and models at full, half and no points."""

from __future__ import annotations

from course_utils.grading.key import Written

_WORDS_1 = Written(
    "written-07-w1",
    "Answer in words 1: why 50 %, why less than 50 %, and what follows",
    4,
    (
        "1.5: proof of 50 %: the mirror image is a permutation (0.5), so each noun gets the same "
        "output and label in both (0.5), of which exactly one is right (0.5). “It can only guess” "
        "is no proof: 0.",
        "1: names the rule: a place decides the role, and the first noun now stands where patients "
        "stood in training.",
        "1: names the transplanted row as the evidence for a cause, and says what was held fixed. "
        "Only the curve or only the table: 0.5.",
        "0.5: a high score does not tell which rule was learned; test where the rules disagree.",
    ),
    (
        """FULL (4 of 4)

(a) Take a sentence and its mirror image. They hold the same tokens, so one is a permutation of
the other, and without positions an encoder is equivariant: each noun gets the same output vector
in both, and therefore the same label. It is the agent in one of the two and the patient in the
other, so of its two labels exactly one is right. This holds for every noun of every pair,
whatever the weights: 50 %.

(b) They have learned which role nouns have at which place: agents stood at places 1 to 3,
patients at 4 to 6. With 4 words in front the agent stands at 5 and is called a patient. The cause
is shown by the transplanted row: with the same sentence, exchanging only the position row of that
one noun turns its label. The curve over the number of fillers alone would be a correlation.

(c) A score on data like the training data does not say what was learned: a rule by places and
a rule by order agree there. One has to test where the rules that could have been learned
disagree, here with shifted sentences.""",
        """HALF (2 of 4: 0.5 for equivariance without the count; 1 for the rule; 0.5 for the curve)

(a) Without positions the encoder gives a noun the same output wherever it stands, so it cannot
know who bites and has to guess, which is right in half of the cases.

(b) The model has learned that nouns at places 4 to 6 are patients. In the longer sentences the
first noun stands there. One sees it in the curve, which falls to zero at 3, 4 and 5 words.

(c) One should train for longer.""",
        """NONE (0 of 4)

(a) It has no information, so the accuracy is 50 %. (b) The sentences are longer than in training
and the model is overfitted, so it makes mistakes. (c) More data are needed.""",
    ),
    shows=("ask-table", "for-row-in-range-1"),
)

_WORDS_2 = Written(
    "written-07-w2",
    "Answer in words 2: sinusoidal against learned, short against long",
    4,
    (
        "1.5: within L: the order of the three from the student's own run, with differences and "
        "standard errors (1), and a comparison with the lecture's claim (0.5). Judge it by the "
        "numbers shown, not by ours.",
        "1: beyond L: the rule goes on, but the layers never met those vectors; separates the "
        "table from the model.",
        "0.5: Shaw with a small clip and ALiBi stay level, and why (distances only, far ones "
        "treated alike or faded).",
        "1: the first scale: slower within L when small (0.5); untouched rows beyond L, silent or "
        "loud (0.5).",
    ),
    (
        """FULL (4 of 4)

(a) The sinusoidal encoding has the lowest loss within L. In my run the table that starts at 0.7 is
behind by 0.04 ± 0.01 nats and the one that starts at 0.02 by 0.17 ± 0.01: several standard errors
each. So “learned is often better inside” is not what I find. The stored runs say that it depends:
trained longer on the same text, the table that starts at 0.7 draws level, and with nine times
the text the sinusoidal encoding leads both by 0.1. I can only claim what holds for one recipe.

(b) The first layers were trained on the vectors of positions 0 to L − 1 only. Row L + 5 has a
formula, but a word plus that row is an input that no layer has met. Shaw with a clip below L, and
ALiBi, stay level: they use distances only, and every distance beyond the clip (or far down the
slope) is treated like distances that were trained.

(c) Within L a table that starts near zero must first grow differences between positions before
the heads can use them, so it is slower. Beyond L its rows are untouched: near zero with 0.02,
which amounts to no positions, and loud noise with 0.7, which costs more; setting them to zero
takes part of the rise away.""",
        """HALF (2 of 4: 0.5 for the order without uncertainty; 1 for (b)'s cause; 0.5 for (c))

(a) Sinusoidal was best, then the table with 0.7, then the one with 0.02.

(b) The model has never seen those position vectors in training, so it does not know what to do
with them although the formula gives them.

(c) The rows that were not trained stay random, and with 0.7 they are larger, which
disturbs more.""",
        """NONE (0 of 4)

(a) Learned embeddings are better because they adapt to the data. (b) Sinusoidal encodings
generalise to longer sequences because sine and cosine are defined everywhere. (c) The scale does
not matter, since it is trained.""",
    ),
    shows=("plot-text", "compare", "silence"),
)

_WORDS_3 = Written(
    "written-07-w3",
    "Answer in words 3: Shaw's term, and which tasks want which",
    4,
    (
        "1.5: the vector of the clipped distance is added to the key (0.5), which multiplied out "
        "gives q·a/√d as a second term (0.5); it depends on the query, a bias b does not (0.5).",
        "1.5: mirror tasks: one distance at every place, so also at new ones (0.75); the fixed "
        "place is another distance from each i, and beyond the clip all share one vector, so it "
        "cannot be expressed (0.75).",
        "1: a real task each, with a reason that speaks of distance or place (0.5 each).",
    ),
    (
        """FULL (4 of 4)

(a) The key that i sees at j is k_j + a_ij, where a_ij is a learned vector for the clipped
distance j − i. Multiplied out, the logit is the old one plus q_i·a_ij/√d_k. A bias b_{j−i} is the
same number for every word; here the query decides, so a verb may look two back while an article
looks one ahead, with the same vectors.

(b) Three back is the same distance at every place, so one vector (row k − 3) serves all places,
also those beyond the trained length. “At place 12” is another distance from every i; beyond the
clip all distances share one vector, and away from the ends a relative model does the same at i
and at i + 1. It cannot express the answer, so training longer does not help. An index marks the
one key that all queries must find, and that key's row was trained.

(c) Distances: agreement and word order in language, where a phrase means the same wherever it
stands in a text; also music or audio. Places: fields of fixed-format records, such as a date in
columns 5 to 12, or the special first token from which a classifier reads its answer.""",
        """HALF (2 of 4: 1 for the term without the comparison; 0.5 for the first task; 0.5 for one
example)

(a) In the logits q_i·(k_j + a_ij)/√d_k the relative vector is part of the key, which gives an
additional term q_i·a_ij/√d_k.

(b) The relative method works for three back because three back is a relative distance, which is
the same everywhere. In the other task it has not been trained long enough.

(c) Language wants distances, because a sentence can stand anywhere in a text.""",
        """NONE (0 of 4)

(a) The model learns a bias for each pair of positions. (b) Relative is better in the first task
because it generalises, and absolute is better in the second. (c) Translation wants both.""",
    ),
    shows=("train-mirror", "look"),
)

WRITTEN = (_WORDS_1, _WORDS_2, _WORDS_3)
