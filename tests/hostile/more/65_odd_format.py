"""Hostile: format numbers that are words, cells that are numbers, lists and null, sources and outputs of wrong kinds, one key twice; both functions are right."""
from _common import *
KIND, DESERVED = "hostile", 8
CELLS = dict(GOOD)
def mutate(nb, tool):
    nb["nbformat"], nb["nbformat_minor"] = "four", -1e308
    odd = [None, 7, [], "cell", {"cell_type": ["code"], "source": {"a": 1}}, {"cell_type": "code", "source": [1, None, "x = 1", ["y"]], "outputs": {}}]
    odd += [{"cell_type": "code", "source": "z = 1", "outputs": [None, 1, {"data": [], "text": {}}], "metadata": {"nbgrader": [], "tags": {}, "course": 3}}]
    nb["cells"] = odd + nb["cells"]
def raw(data):
    return b"\xef\xbb\xbf" + data.replace(b'{"cells"', b'{"cells": 3, "cells"', 1)
