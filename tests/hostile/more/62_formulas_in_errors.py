"""Hostile: errors and a file name that a spreadsheet would run, for each sign between entries and in wide letters; shift is right."""
from _common import *
KIND, DESERVED = "hostile", 4
FILENAME = "\uff1d1+1;=2+2;\"@SUM(1)\".ipynb"
CELLS = {"pe": BAD_PE + "raise ValueError('x;=HYPERLINK(1);\"=1+1\";\\u200b+1;\\t@SUM(1)\\n-2+3\\r\\n=4|\\uff1d5')\n", "shift": GOOD_SHIFT}
