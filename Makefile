# werkrevisor: run `make help` for the targets.
SHELL := /bin/bash
GO ?= go
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
FUZZTIME ?= 20s

.PHONY: help build test lint race fuzz golden bench demo rootfs pages proof clean

help: ## show the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  \1\t\2/' | expand -t 14

build: ## build the static binary ./werkrevisor
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags "-s -w -X main.version=$(VERSION)" -o werkrevisor ./cmd/werkrevisor

test: ## prove the project: vet and every test; needs only Go and git
	$(GO) vet ./...
	@unformatted=$$(gofmt -l cmd internal tools); test -z "$$unformatted" || { echo "gofmt would change: $$unformatted"; exit 1; }
	$(GO) test ./...

lint: ## staticcheck; fetches its module
	$(GO) tool -modfile=tools/tools.mod staticcheck ./...

race: ## every test under the race detector; needs a C compiler
	$(GO) test -race ./...

fuzz: ## every fuzz target for FUZZTIME (default 20s)
	tools/fuzz $(FUZZTIME)

demo: ## the whole gate on a few pull requests, one per verdict, offline
	$(GO) run ./tools/demo

rootfs: ## the archive for hosts without Docker, and a review inside of it; needs zstd, and Debian's busybox-static or BUSYBOX
	archive=$$(VERSION=$(VERSION) tools/build-rootfs | head -n 1) && $(GO) run ./tools/rootfs check "$$archive"

pages: ## open the HTML pages in a headless Chromium and check them; needs chromium, screenshots go to build/pages
	$(GO) run ./tools/pages

proof: ## the numbers that a gate owes its users, found anew and written into docs/proof.md, offline
	$(GO) test -count=1 -p 1 -timeout 40m -run '^TestProof|^TestEveryFaultOfEveryEndpoint|^TestAfterASignalAtAnyMoment' ./internal/rules ./internal/cli -update

golden: ## rewrite the golden files and the generated documents, then look at the diff
	$(GO) test -p 1 ./internal/... -update

bench: ## time and memory of parsing, checking and whole runs; needs python3
	tools/bench

clean: ## remove what the targets made
	rm -rf werkrevisor build
