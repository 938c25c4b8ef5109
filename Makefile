# Everything that a working copy needs. `make run` and `make test` set themselves up.
# Takes the first Python 3.11 to 3.13 that works; `make PYTHON=/path/to/python …` names one.

SHELL := /bin/sh
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input
RUNTIME := .venv/.installed-runtime
DEVELOPMENT := .venv/.installed-development
COMPILE_LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header $(LOCK_FLAGS) pyproject.toml --group build

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup run test reliability check coverage-rules bench format lock clean

help:  ## List what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 16

setup: $(RUNTIME)  ## Install what the service needs into .venv

run: $(RUNTIME)  ## Serve on 127.0.0.1:8000 until Ctrl-C
	@$(BIN)/estoc serve --demo

test: $(DEVELOPMENT)  ## Run every test
	@$(BIN)/python -m pytest --numprocesses auto $(TESTS)

reliability: $(DEVELOPMENT)  ## Try the service's promises hard: cuts, undo, redo; takes minutes
	@$(BIN)/python -m tests.reliability
	@ESTOC_TEST_ENCOUNTERS=1000 $(BIN)/python -m pytest tests/services/test_random_undo.py

check: $(DEVELOPMENT)  ## Format, lint, types, import contracts, container files
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/hadolint Dockerfile
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec docker-compose.yml
	@if docker compose version >/dev/null 2>&1; then \
		ESTOC_ADMIN_TOKEN=x POSTGRES_PASSWORD=x docker compose config --quiet; \
	else \
		echo "docker compose is not on this machine: docker-compose.yml was checked against its schema only"; \
	fi

coverage-rules: $(DEVELOPMENT)  ## List each rule with the tests and scenarios that cite it
	@$(BIN)/python -m tests.coverage_rules

bench: $(DEVELOPMENT)  ## Measure, and print the figures beside their peers'
	@$(BIN)/python -m benchmarks

format: $(DEVELOPMENT)  ## Put the code into its format and apply the linter's safe corrections
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: $(DEVELOPMENT)  ## Write both locks again; LOCK_FLAGS=--upgrade takes the newest versions
	$(COMPILE_LOCK) --output-file requirements.lock
	$(COMPILE_LOCK) --group dev --constraint requirements.lock --output-file requirements-dev.lock

clean:  ## Remove what was installed and cached; the data folder stays
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The development lock holds the runtime lock whole, so neither target takes away what the other installed.
$(RUNTIME): requirements.lock pyproject.toml $(BIN)/python
	@echo "Installing what the service needs into .venv (the first time takes a minute) …"
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(DEVELOPMENT): requirements-dev.lock $(RUNTIME)
	@echo "Installing what the tests need into .venv (the first time takes a minute) …"
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

# Each name is tried along the whole PATH and run, since a version switcher's shim may be there and not work.
$(BIN)/python:
	@set -f; IFS=:; no_venv=; \
	for name in $(or $(PYTHON),python3 python3.13 python3.12 python3.11 python); do \
		for folder in $$PATH; do \
			case $$name in */*) python=$$name ;; *) python=$$folder/$$name ;; esac; \
			[ -x "$$python" ] || continue; \
			"$$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null || continue; \
			if "$$python" -c 'import venv, ensurepip' 2>/dev/null; then \
				echo "Making .venv with $$python"; \
				rm -rf .venv && exec "$$python" -m venv .venv; \
			fi; \
			no_venv=$$python; \
		done; \
	done; \
	if [ -n "$$no_venv" ]; then \
		echo "$$no_venv cannot make a virtual environment: its venv or ensurepip module is not installed" \
			"(Debian, Ubuntu: apt install python3-venv)." >&2; \
	elif [ -n "$(PYTHON)" ]; then \
		echo "$(PYTHON) is not a working Python 3.11, 3.12 or 3.13." >&2; \
	else \
		echo "No working Python 3.11, 3.12 or 3.13 was found on PATH; name one: make PYTHON=/path/to/python" >&2; \
	fi; \
	exit 1
