#!/bin/sh
# Find a Python that is new enough, and let it do the set-up: tools/set_up.py says what.
# `set_up.sh stale` prints "stale" when .venv cannot be used as it is: its folder was moved, or the
# Python it was made with is gone.
cd "$(dirname "$0")/.." || exit 1
here=$(pwd -P)

if [ "$1" = stale ]; then
    [ -e .venv/pyvenv.cfg ] || exit 0
    grep -qF "$here/.venv" .venv/pyvenv.cfg && .venv/bin/python -c '' 2>/dev/null || echo stale
    exit 0
fi

for python in python3 python3.13 python3.12 python3.11 python3.14 python; do
    # Asked, not only looked for: a version manager's stand-in may be there without its Python.
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        exec "$python" tools/set_up.py "$@"
    fi
done
echo "This course needs Python 3.11 or newer, and found none (looked for python3 and python3.11" \
    "to python3.14). Install one from https://www.python.org/downloads/ or with your system's" \
    "package manager." >&2
exit 1
