#!/usr/bin/env bash
# Fails when the contract or the types made of it differ from what the sources say.
set -euo pipefail
cd "$(dirname "$0")/.."
fresh=$(mktemp -d); trap 'rm -rf "$fresh"' EXIT
bin/mouldworks openapi >"$fresh/openapi.json"
(cd web && npx --no-install openapi-typescript "$fresh/openapi.json" -o "$fresh/schema.gen.ts" >/dev/null)
for pair in "api/openapi.json openapi.json" "web/src/api/schema.gen.ts schema.gen.ts"; do
  read -r kept made <<<"$pair"
  if ! diff -q "$kept" "$fresh/$made" >/dev/null; then
    echo "$kept is stale: run 'make gen' and commit the result." >&2
    exit 1
  fi
done
