"""Hostile: two thousand extra cells that each stay just below every limit."""
from _common import *
KIND, DESERVED = "hostile", 0
CELLS = BAD
def mutate(nb, tool):
    more = [{"cell_type": "code", "id": f"s{n}", "metadata": {}, "outputs": [], "execution_count": None,
             "source": "import time\ntime.sleep(1)"} for n in range(2000)]
    nb["cells"] = more + nb["cells"]
