"""What pytest leaves alone when it is called by hand."""

# The notebooks' sources hold no doctests, and `--doctest-modules` would run each in full.
collect_ignore_glob = ["solutions/*.py"]
