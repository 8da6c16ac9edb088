#!/usr/bin/env bash
# Runs a command with its temporary files in memory, where there is plenty of it: thousands of small databases come and
# go in the tests, and disks make them wait. Usage: scripts/memory.sh COMMAND [ARGUMENT ...]
set -euo pipefail

room=$((4 * 1024 * 1024)) # KiB
roomy() {
  local free available
  free=$(df --output=avail /dev/shm 2>/dev/null | tail -n 1) || return 1
  available=$(awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo 2>/dev/null) || return 1
  ((${free:-0} >= room && ${available:-0} >= 2 * room))
}
roomy || exec "$@"

dir=$(mktemp -d /dev/shm/mouldworks.XXXXXX) || exec "$@"
trap 'rm -rf "$dir"' EXIT
chmod 755 "$dir" # PostgreSQL's server is another user
printf '#!/bin/sh\n' >"$dir/runs" && chmod +x "$dir/runs"
if "$dir/runs" 2>/dev/null; then # tests build and start programs there
  export TMPDIR=$dir
fi
"$@"
