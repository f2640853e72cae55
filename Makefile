# The two commands are `make play` and `make test`; `make help` lists the rest.
# Each target sets up what it needs, into .venv and nowhere else.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: help setup play test check bench clean

help: ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/'

setup: .venv/ready ## install everything into .venv

.venv/ready: pyproject.toml constraints.txt examples/connect_four/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Ludothek needs Python 3.11 or newer; name one with: make PYTHON=python3.11"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || { echo "Python's venv is missing; on Debian: apt-get install python3-venv"; exit 1; }
	@echo "Setting up .venv (the first time takes a minute) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]' -e examples/connect_four
	@touch $@

play: setup ## play a game
	@$(BIN)/ludothek play

test: check ## everything that must hold
	$(BIN)/pytest

check: setup ## style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: setup ## decisions per second of every game, and beside OpenSpiel
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	$(BIN)/python bench/games.py
	$(BIN)/python bench/referee.py

clean: ## remove what setup and tests made
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
