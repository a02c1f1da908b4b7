"""Hostile: a thousand cells marked as the same answer, a different guess in each; the last one is wrong."""
from _common import *
import copy
KIND, DESERVED = "hostile", 0
CELLS = dict(BAD)
def mutate(nb, tool):
    answer = next(c for c in nb["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") == "pe")
    place = nb["cells"].index(answer)
    copies = []
    for n in range(300):
        one = copy.deepcopy(answer)
        one["id"], one["source"] = f"guess{n}", GOOD_PE.replace("10000.0", f"{9850.0 + n}") if n != 150 else GOOD_PE
        copies.append(one)
    nb["cells"][place:place] = copies
