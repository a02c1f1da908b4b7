# Clocks for Words. `make` alone lists what there is.
# The set-up leaves a stamp in .venv when it is complete; a stamp older than what it was made from,
# or made in another folder, is made again.

ARGS ?=
PYTHON = .venv/bin/python
WANTED = pyproject.toml constraints.txt tools/set_up.sh tools/set_up.py
STALE := $(shell sh tools/set_up.sh stale)

.DEFAULT_GOAL := help
.PHONY: help lab live experiments test build check format bench constraints clean stale

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' Makefile

lab: .venv/.lab ## open the course in JupyterLab (the first time: install it into .venv)
	.venv/bin/course lab $(ARGS)

test: .venv/.test ## run all tests (the first time: install what they need)
	$(PYTHON) -m pytest -rs $(ARGS)

build: .venv/.test ## make both editions of the notebooks from solutions/NN_name.py
	.venv/bin/course build $(ARGS)

live: .venv/.build ## make the notebooks to teach from, in live/: code blank, notes folded
	.venv/bin/course live $(ARGS)

# Examples, wrong answers and notebooks take seconds together, so they come before the unit tests.
FAST = course_utils tests/mutations tests/notebooks/test_build_check.py tests/unit

check: .venv/.test ## check format, lint, types and notebooks, and run the fast tests
	$(PYTHON) -m ruff format --check . || (echo "To put the format right: make format"; exit 1)
	$(PYTHON) -m ruff check .
	$(PYTHON) -m mypy
	$(PYTHON) -m pytest -q -rs $(FAST) $(ARGS)

format: .venv/.test ## put format and imports right
	$(PYTHON) -m ruff check --select I --fix .
	$(PYTHON) -m ruff format .

experiments: .venv/.test ## train the homework's stored results again (long)
	$(PYTHON) -m course_utils.experiments --reference $(ARGS)

bench: .venv/.test ## measure how fast things are
	$(PYTHON) -m pytest -q -s tests/benchmarks $(ARGS)

constraints: ## take the newest versions of everything into constraints.txt (Python 3.11)
	@sh tools/set_up.sh pin

clean: ## delete .venv, caches and whatever else can be made again (notebooks stay)
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.lab: $(WANTED) $(STALE)
	@sh tools/set_up.sh lab

# What turns sources into notebooks, without the tests' tools: a teacher needs no more.
.venv/.build: .venv/.lab
	@sh tools/set_up.sh build

.venv/.test: .venv/.lab
	@sh tools/set_up.sh test
