#!/usr/bin/env bash
# Runs the browser journeys ROUNDS times (3) with every core kept busy by other work and no second try: a journey that
# fails here waits for time instead of for what people see. Arguments go to the journeys: scripts/stress.sh tabs.spec.ts
set -euo pipefail
cd "$(dirname "$0")/.."
busy=()
trap 'kill "${busy[@]}"' EXIT
for _ in $(seq "$(nproc)"); do
  while :; do :; done &
  busy+=($!)
done
for round in $(seq "${ROUNDS:-3}"); do
  scripts/timed.sh "journeys beside other work, round $round" scripts/postgres.sh scripts/browser.sh --retries=0 "$@"
done
