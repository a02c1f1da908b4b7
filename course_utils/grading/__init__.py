"""Grading: notebooks from strangers, marks that mean something.

Four files are security-critical and small: box.py, syscalls.py, channel.py, checker.py. The rest
finds submissions, reads notebooks, keeps results and writes pages. See SECURITY.md.
"""
