#!/usr/bin/env bash
# Runs golangci-lint in the version that tools/go.mod pins, built once into bin/.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
if [[ ! -x $root/bin/golangci-lint || $root/tools/go.sum -nt $root/bin/golangci-lint ]]; then
  (cd "$root/tools" && go build -o "$root/bin/golangci-lint" github.com/golangci/golangci-lint/v2/cmd/golangci-lint)
fi
cd "$root"
if [[ ${1-} == run ]]; then # another one on this machine may be at work: an editor, a second checkout
  set -- run --allow-serial-runners "${@:2}"
fi
exec bin/golangci-lint "$@"
