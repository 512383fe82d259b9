# The front door. Everything with logic in it is `cargo xtask` or the `terrace` command.
#
#   make setup   install what a fresh Debian 12 lacks
#   make demo    the main job on real input
#   make demo-uav | demo-cochlear | demo-turbine | demo-falls   one case study
#   make test    everything that CI runs
#   make bench   every benchmark beside its rival
#   make bench-rt    the real-time ones; plots as SVG in target/bench
#   make check   format, lints, licences, generated files
#   make fuzz    each fuzz target for 60 s (FUZZ_SECONDS=...)
#   make book    the book as HTML in target/book

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup build demo demo-uav demo-cochlear demo-turbine demo-falls test bench bench-rt check fuzz book

FUZZ_SECONDS ?= 60
export CARGO_TERM_COLOR ?= auto

help:
	@sed -n 's/^#   //p' Makefile

setup:
	@scripts/setup.sh

build: setup
	@scripts/build.sh

demo: setup
	@scripts/demo.sh

demo-uav demo-cochlear demo-turbine demo-falls: setup
	@scripts/demo-case.sh $(@:demo-%=%)

test: setup
	@scripts/test.sh

bench: setup
	@scripts/bench.sh

bench-rt: setup
	@BENCH="jitter events looper alarms deadlines" scripts/bench.sh

check: setup
	@scripts/check.sh

fuzz: setup
	@FUZZ_SECONDS=$(FUZZ_SECONDS) scripts/fuzz.sh

book: setup
	@scripts/book.sh
