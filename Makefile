# Build, run and test tagmate. `make help` lists what there is.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory

# For `make run`: where to listen, and other flags of `tagmate serve`.
ADDR ?= 127.0.0.1:8080
ARGS ?=
# For `make fuzz`: how long each target runs.
FUZZTIME ?= 10s

BINARY := bin/tagmate
CLIENT := internal/server/web/dist/index.html
NPM := web/node_modules/.package-lock.json
RESULTS := bin/test
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
# Developers' tools have a module file of their own: who imports tagmate as a
# library does not see them.
TOOL := go tool -modfile=go.tool.mod
# The packages where more than one goroutine is at work. What -short leaves out
# of them is searches of one thread, which the race detector makes ten times slower.
RACE := ./cmd/... ./engine/... ./internal/...

# What the binary is made of. A file that is newer than the binary has it built
# again, so that a start with nothing new does not even ask the compiler.
GO_SOURCES := go.mod go.sum $(shell find . \( -name testdata -o -name '.[a-z]*' -o -path ./web -o -path ./bin \
	-o -path ./docs -o -path ./internal/server/web/dist \) -prune -o -type f \
	\( -name '*.go' ! -name '*_test.go' -o -path './variant/games/*' -o -path './internal/*' \) -print)
WEB_SOURCES := $(shell find web internal/art internal/i18n \( -name node_modules -o -name e2e \) -prune -o -type f ! -name '*.go' -print)

GO_FILES = $(shell find . \( -name node_modules -o -name '.[a-z]*' -o -path ./bin \) -prune -o -name '*.go' -print)

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

.PHONY: run
run: $(BINARY) ## build what is not up to date and serve the games on 127.0.0.1:8080
	@exec $(BINARY) serve --addr "$(ADDR)" $(ARGS)

.PHONY: build
build: $(BINARY) ## build bin/tagmate, client and all

.PHONY: client
client: $(CLIENT) ## build the client only

$(BINARY): $(GO_SOURCES) $(CLIENT)
	@scripts/need.sh go
	@echo "building $@" >&2
	@CGO_ENABLED=0 go build -trimpath -ldflags '-s -w -X main.buildVersion=$(VERSION)' -o $@ ./cmd/tagmate

$(CLIENT): $(WEB_SOURCES) $(NPM)
	@echo "building the client" >&2
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

$(NPM): web/package.json web/package-lock.json
	@scripts/need.sh node
	@echo "installing the client's packages into web/node_modules" >&2
	@cd web && npm ci --no-progress --loglevel error
	@touch $@

.PHONY: test
test: lint test-go test-web test-browser test-clients ## everything: linters, types, Go, client, browser and XBoard tests

.PHONY: check
check: $(NPM) ## the quick part of it, for every commit
	@$(MAKE) lint-go lint-web
	@scripts/gotest.sh check -short ./...
	@cd web && npm run --silent test

.PHONY: lint
lint: lint-go lint-web ## formatting, vet, staticcheck, client lint and types

.PHONY: lint-go
lint-go:
	@scripts/need.sh go
	@echo "Go: gofumpt, vet, staticcheck"
	@bad=$$($(TOOL) gofumpt -l $(GO_FILES)); \
		if [ -n "$$bad" ]; then echo "not formatted (make format):" $$bad >&2; exit 1; fi
	@go mod verify >/dev/null
	@go vet ./... && go vet -tags clients ./internal/clients
	@$(TOOL) staticcheck ./... && $(TOOL) staticcheck -tags clients ./internal/clients

.PHONY: lint-web
lint-web: $(NPM)
	@echo "client: types, lint"
	@cd web && npm run --silent types && npm run --silent lint

.PHONY: format
format: $(NPM) ## format Go and client
	@$(TOOL) gofumpt -w $(GO_FILES)
	@cd web && npm run --silent format

# The client is built first: one test reads what is embedded.
.PHONY: test-go
test-go: $(CLIENT) ## Go tests, with the race detector where goroutines are
	@scripts/need.sh go
	@scripts/gotest.sh go -shuffle=on ./...
	@scripts/need.sh cc
	@scripts/gotest.sh go-race -race -short -shuffle=on $(RACE)

.PHONY: generate
generate: ## write the stores' typed queries anew, after a change of their SQL
	@scripts/generate.sh

.PHONY: test-web
test-web: $(NPM) ## the client's unit tests
	@scripts/nodetest.sh web npm run --silent test

.PHONY: test-browser
test-browser: $(BINARY) $(NPM) ## browser tests, in Debian's Chromium
	@scripts/need.sh chromium
	@NODE_OPTIONS=--test-reporter=spec scripts/nodetest.sh browser npm run --silent e2e

# Games of real programs with ours: XBoard, which has a window on a screen that is not there, and Polyglot.
CLIENTS = -count 1 -tags clients ./internal/clients -args -tagmate "$(CURDIR)/$(BINARY)"

.PHONY: test-clients
test-clients: $(BINARY) ## short games through Debian's XBoard and Polyglot
	@scripts/need.sh xboard Xvfb polyglot
	@scripts/gotest.sh clients $(CLIENTS)

.PHONY: clients
clients: $(BINARY) ## longer ones, and with Fairy-Max; pictures in bin/clients
	@scripts/need.sh xboard Xvfb polyglot fairymax import
	@go test -v $(CLIENTS) -long

.PHONY: summary
summary: ## what the last test run counted
	@scripts/summary.sh

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME (10s)
	@scripts/need.sh go
	@scripts/fuzz.sh $(FUZZTIME)

.PHONY: chaos
chaos: ## kill the server 200 times under play, play over a bad line, send a million inputs
	@go test ./internal/server/trial -v -timeout 60m -run 'Kills|Lossy|Nonsense' -kills 200 -lossy 2m -inputs 1000000

.PHONY: load
load: ## 1,000 games with 4,000 sockets at once, then more until it breaks
	@go test ./internal/server/trial -v -timeout 60m -run Load -load 1000

.PHONY: bench
bench: ## benchmarks of the rules, the engine and the tables
	@go test -run '^$$' -bench . -benchmem ./position ./engine ./tablebase

.PHONY: vuln
vuln: ## look for known vulnerabilities (needs the network)
	@go run golang.org/x/vuln/cmd/govulncheck@latest ./...
	@cd web && npm audit --omit dev

.PHONY: clean
clean: ## remove everything that was built
	@rm -rf bin internal/server/web/dist web/node_modules
