"""Hostile: a hundred thousand empty cells, which the file's size does not betray; both functions are right."""
from _common import *
KIND, DESERVED = "hostile", 8
CELLS = dict(GOOD)
def mutate(nb, tool):
    nb["cells"] = [{}] * 300_000 + [{"cell_type": "code"}] * 100_000 + nb["cells"]
