"""Hostile: the answers' marks moved to check cells, headings and raw cells, all cell ids the same; the functions, in cells without a mark, are right."""
from _common import *
KIND, DESERVED = "hostile", 8
CELLS = dict(GOOD)
def mutate(nb, tool):
    for c in nb["cells"]:
        mark = c["metadata"].get("nbgrader", {})
        if mark.get("grade_id") in ("pe", "shift"):
            c["metadata"] = {}
        elif str(mark.get("grade_id")).endswith("_hidden"):
            mark["grade_id"] = mark["grade_id"].removesuffix("_hidden")
        c["id"] = "same"
    for kind in ("markdown", "raw", "code"):
        nb["cells"].insert(0, {"cell_type": kind, "id": "pe", "metadata": {"nbgrader": {"grade_id": "pe", "solution": True}}, "source": "# stub\n"})
