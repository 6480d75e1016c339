# `make` lists the commands. Everything that is installed goes into .venv and .venv-oldest.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

# The first of these that is Python 3.11 or newer and can make virtual environments.
CANDIDATES := python3 python3.11 python3.12 python3.13 python3.14 python
USABLE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(firstword $(foreach python,$(CANDIDATES),\
	$(shell $(python) -c "$(USABLE)" 2>/dev/null && echo $(python))))

VENV := .venv
OLDEST := .venv-oldest
# Check and format the scripts; in a folder of their versions, so that others are installed.
TYPESCRIPT := 7.0.2
PRETTIER_VERSION := 3.9.10
TYPESCRIPT_FOLDER := $(VENV)/typescript-$(TYPESCRIPT)-prettier-$(PRETTIER_VERSION)
TSC := $(TYPESCRIPT_FOLDER)/node_modules/.bin/tsc
PRETTIER := $(TYPESCRIPT_FOLDER)/node_modules/.bin/prettier
SCRIPTS := "sphinx_sitejson/**/*.js" "example_project/**/*.js" "tests/scripts/*.{mjs,cjs}"

# The first pip that knows dependency groups.
PIP := pip>=25.1
# Python compiles what is imported; compiling all that is installed takes longer.
PIP_INSTALL := -m pip --disable-pip-version-check --quiet install --no-compile

# 8000, or the next port that nobody listens on.
PORT ?= $(shell $(VENV)/bin/python -c "from socket import socket; \
	print(next(p for p in range(8000, 8100) if socket().connect_ex(('127.0.0.1', p))))")

# How long `make fuzz` runs; FUZZ_DOCUMENTS may name a folder of further OpenAPI documents.
FUZZ_MINUTES ?= 10

# The tests start hundreds of processes: what Python compiles is kept, whatever the machine's usual way is.
export PYTHONDONTWRITEBYTECODE :=

# Further arguments for pytest: make test ARGS=tests/navigation
ARGS ?=

.PHONY: help dist example test test-all test-newest test-oldest test-scripts fuzz check check-style check-types check-scripts install format coverage schema bundles labels formats bench pictures projects clean

help: ## List the commands
	@awk -F ':.* ## ' '/^[a-z-]+:.* ## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

example: $(VENV)/.installed ## Build the example project, serve it and rebuild on change (PORT=8000)
	$(VENV)/bin/sitejson preview example_project --out build/example --port $(PORT) --mock

test: NARROW := -m "not wide"
test: test-newest test-scripts ## Run the tests of everything that readers and authors rely on, once (ARGS=tests/openapi)

test-all: test-newest test-oldest test-scripts ## Run all tests: all sizes, modes and formats, and the oldest Sphinx, too

test-newest: $(VENV)/.developing ## Run all tests with the newest Sphinx, browser tests included
	$(VENV)/bin/python tests/support/chromium.py
	$(VENV)/bin/python -m pytest --numprocesses auto --dist worksteal $(NARROW) $(ARGS)

# Only their files are named: looking for tests in all files takes longer than running these.
test-oldest: $(OLDEST)/.installed ## Run the tests marked `oldest` with the oldest Sphinx and dependencies
	$(OLDEST)/bin/python -m pytest -m oldest --numprocesses auto --override-ini testpaths="$$(grep \
		--recursive --files-with-matches --include='test_*.py' 'mark\.oldest' tests)" $(ARGS)

test-scripts: ## Run the tests of the browser scripts, where Node.js is installed
	@tests=$$(find tests/scripts -name '*.test.*js' 2>/dev/null || true); \
	if [ -z "$$tests" ]; then echo "There are no tests of scripts yet."; \
	elif ! command -v node >/dev/null; then echo "Node.js is not installed: the tests of scripts did not run."; \
	else node --test $$tests; fi

fuzz: $(VENV)/.developing ## Try new damaged input for some minutes (FUZZ_MINUTES=10 ARGS="mdx document")
	PYTHONPATH=tests $(VENV)/bin/python -m fuzz.run --minutes $(FUZZ_MINUTES) $(ARGS)

check: check-style check-types check-scripts ## Check style, formatting, spelling, types and the direction of imports

check-style: $(VENV)/.developing
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/codespell *.md NOTICE Makefile pyproject.toml benchmarks example_project sphinx_sitejson
	@# All tests are read, so that they are compiled once before several processes run them.
	$(VENV)/bin/python -m pytest --quiet -k test_imports

check-types: $(VENV)/.developing
	$(VENV)/bin/mypy

# Installs both tools, or says why the scripts are not looked at; then runs the commands after it.
define with_script_tools
	@if ! command -v npm >/dev/null; then \
		echo "Node.js with npm is not installed: the scripts were not looked at."; \
	elif ! { $(TSC) --version && $(PRETTIER) --version; } &>/dev/null && ! { mkdir -p $(TYPESCRIPT_FOLDER) && npm install --silent \
			--prefix $(TYPESCRIPT_FOLDER) --no-save --no-package-lock --no-audit --no-fund --engine-strict \
			--fetch-retries 1 --fetch-timeout 60000 typescript@$(TYPESCRIPT) prettier@$(PRETTIER_VERSION) \
			&& { $(TSC) --version && $(PRETTIER) --version; } >/dev/null; }; then \
		echo "TypeScript and Prettier could not be installed: the scripts were not looked at."; \
	else $(1); fi
endef

check-scripts: | $(VENV)/bin/python ## Check types and format of the browser scripts, where Node.js is installed
	$(call with_script_tools,$(PRETTIER) --config tests/scripts/prettier.json --log-level warn --check $(SCRIPTS) \
		&& for program in theme playground services; do $(TSC) --project tests/scripts/types/$$program.json || exit 1; done)

format: $(VENV)/.developing ## Format the code and repair what can be repaired
	$(VENV)/bin/ruff check --fix-only .
	$(VENV)/bin/ruff format .
	$(call with_script_tools,$(PRETTIER) --config tests/scripts/prettier.json --log-level warn --write $(SCRIPTS))

dist: $(VENV)/.developing ## Build wheel and sdist; the same sources give the same bytes
	rm -rf dist
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct 2>/dev/null || echo 1577836800) $(VENV)/bin/python -m build --no-isolation --outdir dist .
	sha256sum dist/* 2>/dev/null || shasum -a 256 dist/*

coverage: $(VENV)/.developing ## Run the tests and show which lines they miss
	$(VENV)/bin/coverage run -m pytest $(ARGS)
	$(VENV)/bin/coverage report

schema: $(VENV)/.developing ## Write the JSON Schema of site.json from the settings classes
	$(VENV)/bin/python tests/support/settings_schema.py

bundles: | $(VENV)/bin/python ## Bundle the JavaScript libraries that the build runs, from the npm registry
	$(VENV)/bin/python tests/support/bundles.py

labels: $(VENV)/.developing ## Bring the catalogs of labels up to date and say what is missing in them
	$(VENV)/bin/python tests/support/labels.py

formats: $(VENV)/.developing ## Judge every format by its own judge (INSTALL=yes installs the judges first)
	$(VENV)/bin/python tests/support/formats.py $(if $(INSTALL),--install)

pictures: $(VENV)/.developing ## Take the pictures of the documentation from the documentation itself (ARGS="keys motion")
	$(VENV)/bin/python benchmarks/pictures.py $(ARGS)

bench: $(VENV)/.benching ## Run the benchmarks beside their peers (ARGS="reading --documents FOLDER")
	$(VENV)/bin/python benchmarks/run.py $(ARGS)

projects: $(VENV)/.developing ## Build real projects without us, with their theme and with ours (FOLDER=checkouts ARGS="flask attrs")
	@command -v uv >/dev/null || { echo "uv is needed; see https://docs.astral.sh/uv/" >&2; exit 1; }
	$(VENV)/bin/python benchmarks/existing_projects.py $(FOLDER) $(ARGS)

clean: ## Remove everything that was built or installed here
	rm -rf build dist $(VENV) $(OLDEST) .coverage .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

install: $(VENV)/.developing $(OLDEST)/.installed ## Install everything that checks and tests need

# The stamps below are renewed only when pyproject.toml changes.

$(VENV)/bin/python $(OLDEST)/bin/python:
	@if [ -z "$(PYTHON)" ]; then \
		echo "Python 3.11 or newer with its venv module is needed; install it or name it: make PYTHON=..." >&2; exit 1; fi
	$(PYTHON) -m venv $(patsubst %/bin/python,%,$@)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(VENV)/bin/python $(PIP_INSTALL) --editable .
	@touch $@

$(VENV)/.developing: pyproject.toml | $(VENV)/bin/python
	$(VENV)/bin/python $(PIP_INSTALL) '$(PIP)'
	$(VENV)/bin/python $(PIP_INSTALL) --editable '.[cards,mcp,mermaid,proxy]' --group test --group check
	@touch $@ $(VENV)/.installed

$(VENV)/.benching: $(VENV)/.developing
	$(VENV)/bin/python $(PIP_INSTALL) --group bench
	@touch $@

$(OLDEST)/.installed: pyproject.toml tests/support/lowest_versions.py | $(OLDEST)/bin/python
	$(OLDEST)/bin/python tests/support/lowest_versions.py > $(OLDEST)/lowest.txt
	$(OLDEST)/bin/python $(PIP_INSTALL) --editable . --constraint $(OLDEST)/lowest.txt pytest pytest-xdist beautifulsoup4 hypothesis
	@touch $@
