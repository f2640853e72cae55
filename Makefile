# The two commands are `make play` and `make test`; `make help` lists the rest.
# Each target sets up what it needs, into .venv and nowhere else.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: help setup web players archive site play test quick check style pages units coverage docs peers bench release screenshots clean

help: ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/'

setup: .venv/ready ## install everything into .venv

.venv/ready: pyproject.toml constraints.txt examples/connect_four/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Ludothek needs Python 3.11 or newer; name one with: make PYTHON=python3.11"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || { echo "Python's venv is missing; on Debian: apt-get install python3-venv"; exit 1; }
	@echo "Setting up .venv (the first time takes a minute) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]' -e examples/connect_four
	@touch $@

web: src/ludothek/server/static/index.html ## build the pages, and the boards of the examples

src/ludothek/server/static/index.html: .venv/ready $(shell find web examples/*/board \( -path web/node_modules -o -path web/outside \) -prune -o -type f ! -name shape.ts -print)
	@echo "Building the pages …"
	@$(BIN)/python tools/build_web.py build
	@for board in examples/*/board; do $(BIN)/ludothek board $$(basename $$(dirname $$board)) >/dev/null || exit 1; done
	@touch $@

site: archive ## a folder of files for any web server, with tables on the device itself: dist/site
	@$(BIN)/ludothek site dist/site

players: .venv/ready ## build the players of every game as WebAssembly, where they are missing or older than the rules
	@$(BIN)/python tools/build_players.py

archive: setup web players # all the Python of tables on a device, compiled
	@$(BIN)/python tools/build_archive.py

play: archive ## start the tables and open them in a browser (at a terminal: .venv/bin/ludothek play)
	@$(BIN)/ludothek serve --open

# Servers wait more than they compute: three at a time keep two cores busy. A browser is busy itself.
test: setup ## everything that must hold
	@$(MAKE) --no-print-directory -j 2 check archive .venv/system
	$(BIN)/pytest -n 2 --dist worksteal --ignore tests/server --ignore tests/e2e --ignore tests/browsers --ignore tests/peers
	$(BIN)/pytest -n 3 --dist loadfile tests/server
	$(BIN)/pytest -n 2 --dist worksteal tests/e2e
	$(BIN)/pytest -n 2 --dist loadgroup -m 'not long' tests/browsers

browsers: archive .venv/system ## all tests in Chromium, Firefox and WebKit; writes the table in docs/browsers.md
	BROWSERS_TABLE=1 $(BIN)/pytest -n 2 --dist loadgroup tests/browsers

quick: setup ## format, lint, types and unit tests, in about a minute
	@$(MAKE) --no-print-directory -j 2 check units

coverage: setup archive ## the share of lines and branches that the tests execute in this process (without servers and browsers)
	$(BIN)/pytest -n 2 --dist worksteal --cov --cov-report=term:skip-covered --ignore tests/server --ignore tests/e2e --ignore tests/browsers --ignore tests/peers

.venv/system: .venv/ready tools/system_packages.sh
	@sh tools/system_packages.sh
	@touch $@

check: style pages ## style, types, and unit tests of the pages

style: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

pages: web
	@$(BIN)/python tools/build_web.py check

units: setup
	$(BIN)/pytest -n 2 tests/core tests/rules tests/printing tests/test_layers.py

docs: archive ## this documentation as a site, with Ludothek itself to be tried, into build/docs
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[docs]'
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "build/docs/index.html (to play there it needs a web server: python -m http.server --directory build/docs)"

peers: setup ## the tests of PettingZoo, Gymnasium and OpenSpiel, of all our games; a cluster, and a player that learns
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[peers,cluster,train]'
	$(BIN)/pytest tests/adapters tests/peers

bench: setup ## decisions per second of every game, and beside OpenSpiel
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	$(BIN)/python bench/games.py
	$(BIN)/python -m bench.machines --peers
	$(BIN)/python -m bench.search
	$(BIN)/python bench/clear_board.py
	$(BIN)/python bench/referee.py

release: archive ## wheel, sdist, SBOM, checksums and notes into dist
	@$(BIN)/python tools/release.py

screenshots: setup web .venv/system ## pictures of every page and board into build/screenshots, a few of them for the docs
	$(BIN)/python -m tools.screenshots

clean: ## remove what setup and tests made
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
