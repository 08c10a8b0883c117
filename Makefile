# Everything runs in an environment of its own, .venv, which is made when it is first needed.
# Nothing has to be there but Python 3.11 or newer:  make play   make test

PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14 python; do \
  $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV ?= .venv
BIN := $(VENV)/bin
GAME ?= berlin
ARGS ?=
JOBS ?= auto

.DEFAULT_GOAL := help
.PHONY: help play test test-long test-nightly test-sanitizers test-lowest test-peers lint format docs bench bench-peers clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(VENV)/.made:
	@$(if $(PYTHON),$(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	  || { echo 'Regelwerk needs Python 3.11 or newer; name one: make PYTHON=/path/to/python3.11' >&2; exit 2; }
	@echo 'Making the environment $(VENV) ...' >&2
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.play: $(VENV)/.made pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.play
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

play: $(VENV)/.play  ## play a game: make play GAME=berlin ARGS='--seat anna=human --seat ben=greedy'
	@$(BIN)/regelwerk play $(GAME) $(ARGS)

test: $(VENV)/.dev  ## the tests, with coverage (less than five minutes)
	$(BIN)/python -m pytest -n $(JOBS) --cov --cov-report=term:skip-covered $(ARGS)

test-long: $(VENV)/.dev  ## all tests, those that take long too
	$(BIN)/python -m pytest -n $(JOBS) -m 'long or not long' $(ARGS)

GAMES ?= 10000
INTERPRETED ?= 20
ONLY ?= test
test-nightly: $(VENV)/.dev  ## many random games in lockstep on all engines, with every option (hours): ONLY=berlin GAMES=10000 INTERPRETED=20
	REGELWERK_GAMES=$(GAMES) REGELWERK_INTERPRETED=$(INTERPRETED) \
	  $(BIN)/python -m pytest -n $(JOBS) -m long tests/engines/test_bundled.py -k 'test_all_three_long and $(ONLY)' $(ARGS)

test-sanitizers: $(VENV)/.dev  ## the C of every bundled game with the address and undefined-behaviour sanitizers
	$(BIN)/python -m pytest -n $(JOBS) -m 'long or not long' tests/engines/test_sanitizers.py $(ARGS)

test-lowest:  ## the tests with the oldest versions of the libraries that pyproject.toml allows
	$(PYTHON) -m venv $(VENV)-lowest
	sed -n 's/^  "\([A-Za-z_-]*\)[^>]*>=\([0-9.]*\)",$$/\1==\2/p' pyproject.toml > $(VENV)-lowest/lowest.txt
	$(VENV)-lowest/bin/python -m pip install --quiet --disable-pip-version-check -r $(VENV)-lowest/lowest.txt --editable '.[test]'
	$(VENV)-lowest/bin/python -m pytest -n $(JOBS) $(ARGS)

$(VENV)/.peers: $(VENV)/.dev
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[peers]'
	@touch $@

test-peers: $(VENV)/.peers  ## our games in OpenSpiel and PettingZoo, beside their own (needs their packages)
	$(BIN)/python -m pytest -n $(JOBS) -W ignore tests/adapters tests/classics $(ARGS)

lint: $(VENV)/.dev  ## ruff (lint and format), mypy strict, and the rules themselves
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/regelwerk check
	$(BIN)/regelwerk fmt --check rulespecs seeds

format: $(VENV)/.dev  ## lay out the source and the rules
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/regelwerk fmt rulespecs seeds

docs: $(VENV)/.dev  ## the pages that are made from the code: docs/diagnostics/
	$(BIN)/python -m regelwerk_compiler.explain.pages docs/diagnostics

bench: $(VENV)/.play  ## playouts and decisions per second, on every engine
	@$(BIN)/regelwerk bench $(GAME) --engine all $(ARGS)

bench-peers: $(VENV)/.peers  ## beside OpenSpiel and hand-written programs, a table in benchmarks/results (two minutes)
	@$(BIN)/python benchmarks/peers.py --out benchmarks/results $(ARGS)

clean:  ## throw away the environment and what the tools left
	rm -rf $(VENV) $(VENV)-lowest build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage
