#!/usr/bin/env bash
# Breaks the product by one small change after another and counts how many of these mutants the tests notice; lists those
# that they do not, at the lowest priority. Go: all changes of a package in one test binary (scripts/mutants); web: Stryker.
#
#   scripts/mutate.sh                 every package of rules, each held against its share; takes a day or more on two cores
#   scripts/mutate.sh PACKAGE         a Go package without its sub-packages (internal/basedata), or "web"
#   scripts/mutate.sh FILE            one file of either; of a Go package also several, with commas between them
#
# EVERY    one mutant in so many only, for a figure of a large package in an hour (1)
# TESTS    further Go packages whose tests hold the rules (internal/app)
# RUN      only Go tests whose names fit this pattern
# MOST     of the Go tests that come by a mutant so many only, the quickest (0: all)
# AGAIN    only the Go mutants that live in this report of an earlier run of the same code
# NEAR     with "web": only mutants and tests of these folders below web/src, all in one process; seconds where Stryker takes hours
# TESTS    with "web": patterns of the tests that Stryker runs for a mutant, instead of all
# MINIMUM  fails below this share of killed mutants, in per cent
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
target=${1:-}; target=${target#./}; target=${target%/}

if [[ -z $target ]]; then
  low=
  hold() { # SHARE PACKAGE [TESTS]
    MINIMUM=$1 TESTS=${3:-} scripts/timed.sh "mutants of $2" "$0" "$2" || low+=" $2"
  }
  hold 85 internal/tenancy
  hold 85 internal/basedata
  hold 85 internal/identity
  hold 85 internal/production/workbook
  hold 85 internal/production
  for room in setting model solving result compare entity plan run explaining; do hold 85 "internal/aps/$room" internal/aps; done
  hold 85 internal/aps internal/app
  for package in solver solver/{calendar,check,explain,figures,retime}; do hold 75 "$package"; done
  hold 75 web
  if [[ $low ]]; then echo "too many mutants live in:$low"; exit 1; fi
  exit
fi
if [[ $target == web || $target == web/* ]]; then exec scripts/mutate-web.sh "$target"; fi

if [[ ! -e ${target%%,*} ]]; then echo "there is no $target" >&2; exit 2; fi
package=$target; only=
if [[ $target == *.go ]]; then package=$(dirname "$target"); only=$(basename "$target"); fi
exec nice -n 19 go run ./scripts/mutants -file "$only" -tests "${TESTS:-}" -run "${RUN:-}" -every "${EVERY:-1}" \
  -most "${MOST:-0}" -again "${AGAIN:-}" -minimum "${MINIMUM:-0}" "$package"
