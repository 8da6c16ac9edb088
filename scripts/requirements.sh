#!/usr/bin/env bash
# Lists the rows of docs/requirements.md that no test names, by block.
set -euo pipefail
cd "$(dirname "$0")/.."
all=$(grep -oE '^[A-Z][A-Z0-9-]*-[0-9]+ \|' docs/requirements.md | sed 's/ |//' | sort -u)
named=$(git ls-files --cached --others --exclude-standard '*_test.go' '*.test.ts' '*.test.tsx' '*.spec.ts' | tr '\n' '\0' |
  xargs -0 grep -ohE '\b[A-Z][A-Z0-9-]*-[0-9]+\b' | sort -u)
open=$(comm -23 <(echo "$all") <(echo "$named"))
echo "$open"
echo "$(($(wc -l <<<"$all") - $(grep -c . <<<"$open"))) of $(wc -l <<<"$all") rows have a test"
