# Mouldworks. Only Go and Node with npm are assumed; every other step installs what it needs.
# `make run` starts the product, `make test` proves it.

GO      ?= go
BIN     := bin/mouldworks
LISTEN  ?= localhost:8080
DATA    ?= ./data
SKIP    ?=
TIMED   := scripts/timed.sh
# Not ./...: node_modules holds Go files of others.
PACKAGES := ./cmd/... ./internal/... ./scripts/... ./solver/... ./web

.PHONY: run dev release build test test-long lint test-go test-web e2e bench bench-engine bench-web mutate gen requirements clean

run: build
	$(BIN) serve --demo --data $(DATA) --listen $(LISTEN)

# For whoever changes it: the server restarts on changes of Go files, Vite brings changes of the page. Ctrl-C stops both.
dev: web/node_modules/.package-lock.json
	@$(GO) build -o bin/dev ./scripts/dev
	@exec bin/dev -listen $(LISTEN) -data $(DATA)

build: web/dist/app/index.html
	$(GO) build -o $(BIN) ./cmd/mouldworks

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-fund --no-audit
	@touch $@

web/dist/app/index.html: web/node_modules/.package-lock.json web/index.html web/vite.config.ts $(shell find web/src web/public -type f 2>/dev/null)
	cd web && npm run build

# Everything that must hold, the cheapest first. SKIP=postgres,browser is for people in a hurry, and says so.
test:
	@SKIP="$(SKIP)" scripts/test.sh

# Hours of it: many more random shops, kills and made-up files than every change needs.
test-long:
	@scripts/test-long.sh

lint: web/node_modules/.package-lock.json
	@$(TIMED) "go vet and golangci-lint" scripts/golangci-lint.sh run $(PACKAGES)
	@$(TIMED) "eslint and prettier" npm --prefix web run --silent lint

# Three packages at once even on two cores: each waits half of its time for queues, locks and clocks.
test-go:
	@$(TIMED) "go test, SQLite and PostgreSQL" scripts/memory.sh scripts/postgres.sh $(GO) test -p 3 -timeout 60m $(PACKAGES)

test-web: web/node_modules/.package-lock.json
	@$(TIMED) "web unit tests" npm --prefix web test --silent

e2e: build
	@$(TIMED) "browser journeys" scripts/memory.sh scripts/postgres.sh scripts/browser.sh

# Static binaries of every system and their checksums, in dist.
release: web/dist/app/index.html
	@scripts/release.sh dist

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./solver/... ./internal/...

# The engine against public instances with best known values; INSTANCES is their folder.
INSTANCES ?= instances
bench-engine: build
	$(BIN) bench --instances $(INSTANCES) --seconds 10 --out bin/benchmarks.md

# The Gantt with 50 000 bars and the table with 20 000 rows, in Chromium.
bench-web: web/node_modules/.package-lock.json
	cd web && npm run bench

# How many small changes the tests notice: make mutate PACKAGE=internal/tenancy, or one file, or web; without it all, for days.
mutate:
	@scripts/mutate.sh $(PACKAGE)

# The contract and the types made of it; `make test` fails when they are stale.
gen: web/node_modules/.package-lock.json
	$(GO) run ./cmd/mouldworks openapi > api/openapi.json
	cd web && npm run gen

requirements:
	@scripts/requirements.sh

clean:
	rm -rf bin dist web/dist/app web/node_modules
