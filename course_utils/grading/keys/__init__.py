"""Example keys: copy one, and keep the copy where students do not look."""
