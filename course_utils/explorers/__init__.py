"""Interactive figures: drawn in the browser, at work without a kernel.

Drawn here, computed from what Python ships once. Each explorer is a class in a module of its own
with its JavaScript beside it.
"""
