"""Grading: notebooks from strangers, marks that mean something.

Security-critical and small: box.py, walls.py, syscalls.py, watch.py, channel.py, checker.py. The
rest finds submissions, reads notebooks, keeps results and writes pages. See SECURITY.md.
"""
