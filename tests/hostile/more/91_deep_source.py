"""Hostile: source text that no parser likes: chains of 5,000 signs, 5,000 brackets, NUL bytes, thousands of semicolons; the functions are right."""
from _common import *
KIND, DESERVED = "hostile", 8
CELLS = dict(GOOD)
def mutate(nb, tool):
    texts = ["(" * 5000, "x = 1\x00", "a;" * 4_000, "sinusoidal_pe = " + "-" * 5000 + "1", "raise " + "f(" * 150 + ")" * 150,
             "sinusoidal_pe = " + "+".join(["1"] * 900) + "; del sinusoidal_pe"]
    more = [{"cell_type": "code", "id": f"s{n}", "metadata": {}, "outputs": [], "execution_count": None, "source": text}
            for n, text in enumerate(texts)]
    nb["cells"] = more + nb["cells"]
