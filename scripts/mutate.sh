#!/usr/bin/env bash
# Breaks the product by one small change after another and counts how many of these mutants the tests notice; lists those
# that they do not. Works on a copy and one mutant at a time, at the lowest priority.
#
#   scripts/mutate.sh                 every package of rules, each held against its share; takes days on two cores
#   scripts/mutate.sh PACKAGE         a Go package without its sub-packages (internal/basedata), or "web"
#   scripts/mutate.sh FILE            one file of either
#
# EVERY    one mutant in so many only, for a figure of a large package in an hour (1)
# TESTS    further Go packages whose tests hold the rules (internal/app)
# RUN      only Go tests whose names fit this pattern
# MINIMUM  fails below this share of killed mutants, in per cent
# WORKERS  mutants at a time (1)
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
  hold 85 internal/production internal/app # its rules are proved by imports and calls of the whole server
  hold 85 internal/aps internal/app
  for package in solver solver/{calendar,check,explain,figures,retime}; do hold 75 "$package"; done
  hold 75 web
  if [[ $low ]]; then echo "too many mutants live in:$low"; exit 1; fi
  exit
fi
if [[ $target == web || $target == web/* ]]; then exec scripts/mutate-web.sh "$target"; fi

GREMLINS=v0.6.0
gremlins=$root/bin/gremlins-$GREMLINS
if [[ ! -x $gremlins ]]; then
  GOBIN=$root/bin/install go install "github.com/go-gremlins/gremlins/cmd/gremlins@$GREMLINS"
  mv bin/install/gremlins "$gremlins" && rmdir bin/install
fi

package=$target; only=
if [[ $target == *.go ]]; then package=$(dirname "$target"); only=$(basename "$target"); fi
if [[ ! -e $target ]]; then echo "there is no $target" >&2; exit 2; fi

work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
mkdir "$work/tree" "$work/tmp" "$work/bin"
# Without node_modules, which gremlins would copy once more.
git ls-files -z --cached --others --exclude-standard -- ':!docs' ':!web/src' ':!web/e2e' |
  while IFS= read -r -d '' file; do if [[ -e $file ]]; then printf '%s\0' "$file"; fi; done |
  tar --null -cf - -T - | tar -xf - -C "$work/tree"
ln -s "$root/scripts/mutate-go.sh" "$work/bin/go"

exclude=(-E /) # sub-packages have a run of their own
if [[ $only ]]; then
  for file in "$package"/*.go; do
    name=$(basename "$file")
    if [[ $name != "$only" ]]; then exclude+=(-E "^${name//./\\.}\$"); fi
  done
fi

export MUTATE_GO MUTATE_PACKAGE=./$package MUTATE_TESTS="./$package" MUTATE_RUN=${RUN:-} MUTATE_EVERY=${EVERY:-1} MUTATE_WORK=$work
MUTATE_GO=$(command -v go)
for tests in ${TESTS:-}; do MUTATE_TESTS+=" ./${tests#./}"; done
unset MOULDWORKS_TEST_POSTGRES # a rule that is broken is broken on both engines
cd "$work/tree"
# Builds everything first: the time of the next run is what the limit of a mutant is made of.
go test -vet=off -count 1 -run '^$' $MUTATE_TESTS >/dev/null
PATH=$work/bin:$PATH TMPDIR=$work/tmp nice -n 19 "$gremlins" unleash "$work/tree/$package" \
  --invert-logical --invert-loopctrl --workers "${WORKERS:-1}" --timeout-coefficient 4 "${exclude[@]}" |
  tee "$work/log" | grep --line-buffered -E '^ *(LIVED|TIMED OUT|NOT COVERED) |done in' || true

passed=0; if [[ -e $work/passed ]]; then passed=$(wc -l <"$work/passed"); fi
awk -v minimum="${MINIMUM:-0}" -v target="$target" -v every="$MUTATE_EVERY" -v passed="$passed" '
  /^ *KILLED /      { killed++ }
  /^ *TIMED OUT /   { late++ }
  /^ *LIVED /       { lived++ }
  /^ *NOT COVERED / { bare++ }
  /^ *NOT VIABLE /  { broken++ }
  END {
    bare = int(bare / every + 0.5)
    all = killed + late + lived + bare
    if (!all) { print "no mutant of " target; exit 2 }
    share = 100 * (killed + late) / all
    printf "%s: %.1f %% of %d mutants killed (%d failed a test, %d ran too long, %d lived, %d in code without a test; %d that do not compile are left out)\n",
      target, share, all, killed, late, lived, bare, broken - passed
    if (every > 1) printf "one mutant in %d was tried\n", every
    if (share < minimum) { printf "below %s %%\n", minimum; exit 1 }
  }' "$work/log"
