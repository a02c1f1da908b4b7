"""The homework's data: who bites whom, and the two mirror tasks on symbols."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from course_utils.experiments.training import IGNORED, Batch

AGENT, PATIENT = 0, 1
NOUNS, VERBS, FILLERS = (
    words.split()
    for words in (
        "dog man cat mouse child wolf horse bird fox bear cow goat hen pig duck owl",
        "bites sees hunts finds hears follows calls wakes",
        "yesterday suddenly there perhaps often again today then",
    )
)
WORDS = ["the", *NOUNS, *VERBS, *FILLERS]


@dataclass(frozen=True)
class WhoBitesWhom:
    """Sentences "the N V the N" with fillers in front; say of each noun: agent or patient.

    Parameters
    ----------
    batch
        Sentences a batch, even: each comes with its mirror image, "the dog bites the man" with
        "the man bites the dog", so that whoever cannot tell orders apart is right in half.
    """

    batch: int = 64

    def sentences(self, n_fillers: int, dice: torch.Generator) -> Batch:
        """Draw tokens (batch, n_fillers + 5) and targets: AGENT, PATIENT, elsewhere IGNORED."""
        half, first_verb = self.batch // 2, 1 + len(NOUNS)
        nouns = 1 + torch.rand(half, len(NOUNS), generator=dice).argsort(-1)[:, :2]
        verbs = torch.randint(first_verb, first_verb + len(VERBS), (half,), generator=dice)
        first_filler = first_verb + len(VERBS)
        tokens = torch.zeros(self.batch, n_fillers + 5, dtype=torch.long)
        fillers = torch.randint(first_filler, len(WORDS), (half, n_fillers), generator=dice)
        tokens[:, :n_fillers] = fillers.repeat(2, 1)
        tokens[:, n_fillers + 1] = torch.cat([nouns[:, 0], nouns[:, 1]])
        tokens[:, n_fillers + 2] = verbs.repeat(2)
        tokens[:, n_fillers + 4] = torch.cat([nouns[:, 1], nouns[:, 0]])
        targets = torch.full_like(tokens, IGNORED)
        targets[:, n_fillers + 1], targets[:, n_fillers + 4] = AGENT, PATIENT
        return tokens, targets

    def batches(self, most_fillers: int, dice: torch.Generator) -> Batch:
        """Draw a batch whose sentences have the same number of fillers, 0 to `most_fillers`."""
        n_fillers = int(torch.randint(most_fillers + 1, (1,), generator=dice))
        return self.sentences(n_fillers, dice)


def encode(sentence: str) -> Tensor:
    """Return the tokens (1, n) of a sentence.

    Raises
    ------
    ValueError
        When a word is unknown.

    Examples
    --------
    >>> encode("the dog bites the man").tolist()
    [[0, 1, 17, 0, 2]]
    """
    unknown = [word for word in sentence.split() if word not in WORDS]
    if unknown:
        raise ValueError(f"unknown words {unknown}; known are {' '.join(WORDS)}")
    return torch.tensor([[WORDS.index(word) for word in sentence.split()]])


@dataclass(frozen=True)
class Symbols:
    """Random symbols, and at every position the symbol of another one to name.

    Parameters
    ----------
    back
        Name the symbol `back` positions earlier, y_i = x_(i - back): a relative task. The first
        `back` positions have nothing to name.
    place
        If given, name the symbol at this position instead, y_i = x_place: an absolute task.

    Examples
    --------
    >>> dice = torch.Generator().manual_seed(0)
    >>> tokens, targets = Symbols(back=3, batch=1).sentences(8, dice)
    >>> bool((targets[0, 3:] == tokens[0, :5]).all()), targets[0, :3].tolist()
    (True, [-100, -100, -100])
    """

    back: int = 3
    place: int | None = None
    n_symbols: int = 16
    batch: int = 32

    def sentences(self, length: int, dice: torch.Generator) -> Batch:
        """Draw tokens and targets, each (batch, length).

        Raises
        ------
        ValueError
            When the sentence does not hold the position that is asked for.
        """
        if length <= (self.back if self.place is None else self.place):
            raise ValueError(f"{self} needs more than {length} positions")
        tokens = torch.randint(self.n_symbols, (self.batch, length), generator=dice)
        if self.place is not None:
            return tokens, tokens[:, self.place, None].expand_as(tokens)
        targets = tokens.roll(self.back, -1)
        targets[:, : self.back] = IGNORED
        return tokens, targets
