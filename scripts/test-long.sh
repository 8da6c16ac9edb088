#!/usr/bin/env bash
# What is too long for every change: 10 000 random shops, 500 kills of the server, and each parser against made-up input
# for FUZZ (1m), and looks at the binaries of a release. Hours on a small machine. MUTATE=1 counts the mutants that the tests
# notice, too: days.
set -euo pipefail
cd "$(dirname "$0")/.."
FUZZ=${FUZZ:-1m}

# The properties of shops run five times, so 2 000 checks are 10 000 shops.
scripts/timed.sh "random shops" go test ./solver ./solver/calendar -count 1 -timeout 6h -rapid.checks 2000
scripts/timed.sh "random workbooks and numbers" go test ./internal/production/workbook ./internal/platform/quantity \
  -count 1 -timeout 1h -rapid.checks 10000
MOULDWORKS_KILLS=500 scripts/timed.sh "kills while clients write" scripts/memory.sh scripts/postgres.sh \
  go test ./cmd/mouldworks -run 'TestNoAcknowledgedWriteIsLost' -count 1 -timeout 6h

for package in $(grep -rl --include='*_test.go' '^func Fuzz' internal solver | xargs -n 1 dirname | sort -u); do
  for target in $(grep -rho --include='*_test.go' '^func Fuzz[A-Za-z0-9]*' "$package" | cut -d ' ' -f 2); do
    scripts/timed.sh "$target" go test "./$package" -run '^$' -fuzz "^$target\$" -fuzztime "$FUZZ"
  done
done

make --no-print-directory release
MOULDWORKS_DIST=$PWD/dist scripts/timed.sh "the binaries of a release" go test ./cmd/mouldworks -run 'TestTheRelease' -count 1

if [[ ${MUTATE:-} ]]; then scripts/mutate.sh; fi
