# Every task of the project. `make` alone prints what there is.

PYTHON ?= python3
VENV := python/.venv
MODULES := typescript/node_modules

.DEFAULT_GOAL := help
.PHONY: help setup test parity harness mutants mutants-harness mutants-servers fuzz stateless coverage bless record show lint faults clean python-tools node-tools

help: ## print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

parity: $(MODULES)/.set-up ## replay the golden transcripts against both servers; ONLY=<id or area>, SHARD=<i/n>, REPORT=<folder>
	@$(PYTHON) parity-tests/run.py run $(if $(SHARD),--shard $(SHARD)) $(if $(REPORT),--reports $(REPORT)) $(ONLY)

test: setup ## run all tests of both languages and of the runner
	@echo "== the TypeScript port"
	@cd typescript && npm run --silent check
	@cd typescript && npm run --silent test
	@echo "== the Python port and the harness"
	@cd python && .venv/bin/python -m pytest -q
	@echo "== the parity runner, the twin rule, the fixtures"
	@cd parity-tests && ../$(VENV)/bin/python -m pytest -q

harness: $(MODULES)/.set-up ## a tour of the client: what each server is, merged tools, a collision, a call, a change
	@PYTHONPATH=parity-tests $(PYTHON) -c 'import build; build.build()'
	@PYTHONPATH=python $(PYTHON) -m harness.cli.tour

mutants: mutants-harness mutants-servers ## show that each fault put into harness or servers is caught; mutants-harness, mutants-servers for one, ONLY=<word>

mutants-harness: python-tools
	@$(PYTHON) python/tests/harness/mutants.py $(ONLY)

mutants-servers: $(MODULES)/.set-up
	@$(PYTHON) parity-tests/run.py mutants $(ONLY)

fuzz: setup ## the same generated conversations to both servers; N=<requests>, SEED=<number>
	@cd parity-tests && ../$(VENV)/bin/python -m fuzz $(if $(N),--requests $(N)) $(if $(SEED),--seed $(SEED))

stateless: $(MODULES)/.set-up ## show that what was served before changes no answer; SEED=<number>, ONLY=<id or area>
	@$(PYTHON) parity-tests/run.py stateless $(if $(SEED),--seed $(SEED)) $(ONLY)

coverage: python-tools ## put the table of what is proven, by area and level, into the README
	@$(PYTHON) parity-tests/run.py coverage --write

bless: $(MODULES)/.set-up ## take what both servers say into the goldens named, ONLY="<id> ..."; never in CI, never on a dirty tree
	@$(PYTHON) parity-tests/run.py bless $(ONLY)

record: $(MODULES)/.set-up ## write a live exchange down as a draft: NAME=<id> CMD="<command>"
	@$(PYTHON) parity-tests/run.py record $(NAME) -- $(CMD)

show: python-tools ## print a transcript, ONLY=<id>
	@$(PYTHON) parity-tests/run.py show $(ONLY)

lint: python-tools ## check the fixtures and which requirements they prove
	@$(PYTHON) parity-tests/run.py lint

faults: python-tools ## show that each transcript catches a fault that no other of its area catches
	@$(PYTHON) parity-tests/faults.py

setup: $(VENV)/.set-up $(MODULES)/.set-up ## install what the tests need; done by the other targets, again only if a lock file changes

clean: ## remove everything that the targets above have made
	rm -rf $(VENV) $(MODULES) typescript/build outputs node_modules .pytest_cache */.pytest_cache */.hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/.set-up: python/requirements.txt | python-tools
	@echo "installing the Python test tools into $(VENV)"
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV) || { echo "python3 cannot make a virtual environment; install its venv module (on Debian: python3-venv)" >&2; exit 1; }
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --requirement python/requirements.txt
	@touch $@

$(MODULES)/.set-up: typescript/package-lock.json | python-tools node-tools
	@echo "installing the TypeScript tools into $(MODULES)"
	@cd typescript && npm ci --no-audit --no-fund --loglevel=error
	@ln -sfn typescript/node_modules node_modules
	@touch $@

python-tools:
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) is missing; install Python 3.10 or newer" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { echo "$(PYTHON) is too old; install Python 3.10 or newer, or name one: make PYTHON=python3.12" >&2; exit 1; }

node-tools:
	@command -v node >/dev/null || { echo "node is missing; install Node.js 20 or newer" >&2; exit 1; }
	@node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' || { echo "node is too old; install Node.js 20 or newer" >&2; exit 1; }
	@command -v npm >/dev/null || { echo "npm is missing; it comes with Node.js 20 or newer" >&2; exit 1; }
