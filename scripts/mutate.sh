#!/usr/bin/env bash
# Breaks product code by one small change after another and counts how many the tests notice; names those they do not.
#
#   scripts/mutate.sh PACKAGE      a Go package (internal/basedata), one Go file, "web" or one file of web/src
#
# TESTS    further Go packages whose tests are run too, for rules that are proved from outside (internal/app)
# RUN      only Go tests whose name fits this pattern
# MINIMUM  fails below this share of killed mutants in per cent
# WORKERS  mutants at a time (1)
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
target=${1:?name a package or a file}; target=${target#./}; target=${target%/}
WORKERS=${WORKERS:-1}

if [[ $target == web || $target == web/* ]]; then
  exec scripts/mutate-web.sh "$target"
fi

GREMLINS=v0.6.0
gremlins=$root/bin/gremlins-$GREMLINS
if [[ ! -x $gremlins ]]; then
  GOBIN=$root/bin/install go install "github.com/go-gremlins/gremlins/cmd/gremlins@$GREMLINS"
  mv bin/install/gremlins "$gremlins"
fi

package=$target; only=
if [[ $target == *.go ]]; then package=$(dirname "$target"); only=$(basename "$target"); fi
[[ -d $package ]] || { echo "no package $package" >&2; exit 2; }

work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
# A copy, so that the tree of whoever works on is never broken, and without node_modules, which gremlins would copy too.
mkdir "$work/tree" "$work/tmp" "$work/bin"
git ls-files -z --cached --others --exclude-standard -- ':!docs' ':!web/src' ':!web/e2e' |
  while IFS= read -r -d '' file; do if [[ -e $file ]]; then printf '%s\0' "$file"; fi; done |
  tar --null -cf - -T - | tar -xf - -C "$work/tree"
ln -s "$root/scripts/mutate-go.sh" "$work/bin/go"

# Sub-packages have a run of their own.
exclude=(-E /)
if [[ $only ]]; then
  for file in "$package"/*.go; do
    name=$(basename "$file")
    if [[ $name != "$only" ]]; then exclude+=(-E "^${name//./\\.}\$"); fi
  done
fi

export MUTATE_GO MUTATE_PACKAGE=./$package MUTATE_TESTS="./$package" MUTATE_RUN=${RUN:-}
MUTATE_GO=$(command -v go)
for tests in ${TESTS:-}; do MUTATE_TESTS+=" ./${tests#./}"; done
unset MOULDWORKS_TEST_POSTGRES # a rule is broken on both engines; one is enough to notice
cd "$work/tree"
# Once outside of the clock: the time of the first run is what the limit per mutant is made of.
go test -vet=off -count 1 -run '^$' $MUTATE_TESTS >/dev/null
PATH=$work/bin:$PATH TMPDIR=$work/tmp nice -n 19 "$gremlins" unleash "$work/tree/$package" \
  --invert-logical --invert-loopctrl --workers "$WORKERS" --timeout-coefficient 4 "${exclude[@]}" |
  tee "$work/log" | grep --line-buffered -E '^ *(LIVED|TIMED OUT|NOT COVERED|NOT VIABLE|ERROR)|done in' || true

awk -v minimum="${MINIMUM:-0}" -v target="$target" '
  /^ *KILLED /      { killed++ }
  /^ *TIMED OUT /   { late++ }
  /^ *LIVED /       { lived++ }
  /^ *NOT COVERED / { bare++ }
  /^ *NOT VIABLE /  { broken++ }
  END {
    all = killed + late + lived + bare
    if (!all) { print "no mutant of " target; exit 2 }
    share = 100 * (killed + late) / all
    printf "%s: %.1f %% of %d mutants killed (%d failed a test, %d ran too long, %d lived, %d in code without a test; %d that do not compile left out)\n",
      target, share, all, killed, late, lived, bare, broken
    if (share < minimum) { printf "below %s %%\n", minimum; exit 1 }
  }' "$work/log"
