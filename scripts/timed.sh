#!/usr/bin/env bash
# Runs a part of the tests under a title and notes how long it took. Usage: scripts/timed.sh TITLE COMMAND [ARGUMENT ...]
set -uo pipefail
title=$1; shift
printf '\n== %s\n' "$title"
started=$SECONDS
"$@"
code=$?
[[ -n ${MOULDWORKS_TIMES:-} ]] && printf '%5d s  %s\n' $((SECONDS - started)) "$title" >>"$MOULDWORKS_TIMES"
[[ $code == 0 ]] || printf 'FAILED: %s\n' "$title" >&2
exit $code
