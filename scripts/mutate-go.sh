#!/usr/bin/env bash
# Stands for the go command while gremlins runs (scripts/mutate.sh). gremlins takes what does not compile for a failed test
# and knows only the tests of the package itself: this tells the two apart, and runs the packages that MUTATE_TESTS names.
set -euo pipefail
if [[ ${1:-} != test ]]; then exec "$MUTATE_GO" "$@"; fi
profile= timeout=10m
arguments=("$@")
for ((i = 0; i < $#; i++)); do
  case ${arguments[i]} in
    -coverprofile) profile=${arguments[i + 1]} ;;
    -timeout) timeout=${arguments[i + 1]} ;;
  esac
done
run=(-count 1 -vet=off)
if [[ $MUTATE_RUN ]]; then run+=(-run "$MUTATE_RUN"); fi

if [[ $profile ]]; then
  "$MUTATE_GO" test "${run[@]}" -coverpkg "$MUTATE_PACKAGE" -coverprofile "$profile" $MUTATE_TESTS
  # The conditions of a switch's cases and the values of constants lie between the blocks of a profile, so that gremlins
  # would try none of them: the gaps count as covered.
  tail -n +2 "$profile" | sed -E 's/:([0-9]+)\.([0-9]+),([0-9]+)\.([0-9]+) / \1 \2 \3 \4 /' | sort -k1,1 -k2,2n -k3,3n |
    awk 'function gap(toLine, toColumn) { printf "%s:%d.%d,%d.%d 1 1\n", file, line, column, toLine, toColumn }
      BEGIN { print "mode: set" }
      $1 != file { if (file) gap(999999, 1); file = $1; line = 1; column = 1 }
      $2 > line || $2 == line && $3 > column { gap($2, $3) }
      { printf "%s:%d.%d,%d.%d %d %d\n", $1, $2, $3, $4, $5, $6, $7 }
      $4 > line || $4 == line && $5 > column { line = $4; column = $5 }
      END { if (file) gap(999999, 1) }' >"$profile.gaps"
  mv "$profile.gaps" "$profile"
  # The limit of a mutant is four times what this took, and a mutant is compiled and linked too: at least a minute.
  if ((SECONDS < 15)); then sleep $((15 - SECONDS)); fi
  exit
fi

# 2 tells gremlins that there is nothing to try.
echo >>"$MUTATE_WORK/asked"
if (($(wc -l <"$MUTATE_WORK/asked") % MUTATE_EVERY)); then echo >>"$MUTATE_WORK/passed"; exit 2; fi
while [[ ! -e go.mod ]]; do cd ..; done # gremlins stands in the folder of the package
"$MUTATE_GO" build "$MUTATE_PACKAGE" 2>/dev/null || exit 2
for package in $MUTATE_TESTS; do # the package's own tests first: they are the quickest
  "$MUTATE_GO" test "${run[@]}" -failfast -timeout "$timeout" "$package" || exit 1
done
