#!/usr/bin/env bash
# The part of scripts/mutate.sh for the front end: Stryker, in a folder of its own, so that nothing else installs it.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:-web}
make --no-print-directory web/node_modules/.package-lock.json
cd web
if [[ mutation/package-lock.json -nt mutation/node_modules/.package-lock.json ]]; then
  (cd mutation && npm ci --no-fund --no-audit)
  touch mutation/node_modules/.package-lock.json
fi
if [[ ${NEAR:-} ]]; then exec nice -n 19 npx vitest run --config mutation/near.config.mjs; fi
files=()
if [[ $target != web ]]; then files=(--mutate "${target#web/}"); fi
exec nice -n 19 mutation/node_modules/.bin/stryker run mutation/stryker.config.mjs "${files[@]}"
