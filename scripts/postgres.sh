#!/usr/bin/env bash
# Starts a throw-away PostgreSQL cluster on a free port as a user that is not root, runs the given command with
# MOULDWORKS_TEST_POSTGRES set to its URL, and removes it. Installs the server with apt when it is missing and that
# is allowed. Usage: scripts/postgres.sh COMMAND [ARGUMENT ...]
set -euo pipefail

find_server() {
  local found
  found=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1 || true)
  if [[ -n $found && -x $found/initdb ]]; then echo "$found"; return; fi
  found=$(command -v initdb || true)
  [[ -n $found ]] && dirname "$(readlink -f "$found")"
}

bin=$(find_server || true)
if [[ -z $bin ]] && command -v apt-get >/dev/null && [[ $(id -u) == 0 ]]; then
  echo "PostgreSQL is missing: installing it" >&2
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y postgresql; } >/dev/null
  bin=$(find_server || true)
fi
if [[ -z $bin ]]; then
  echo "PostgreSQL's server programs (initdb, postgres) were not found, and they could not be installed." >&2
  echo "Install them, or leave the PostgreSQL part out: make test SKIP=postgres" >&2
  exit 1
fi

dir=$(mktemp -d "${TMPDIR:-/tmp}/mouldworks-postgres.XXXXXX")
as() { "$@"; }
if [[ $(id -u) == 0 ]]; then # the server refuses to run as root
  id mouldworks-test >/dev/null 2>&1 || useradd --system --no-create-home --shell /usr/sbin/nologin mouldworks-test
  chown mouldworks-test "$dir"
  as() { setpriv --reuid=mouldworks-test --regid="$(id -g mouldworks-test)" --clear-groups env HOME="$dir" "$@"; }
fi
stop() {
  as "$bin/pg_ctl" -D "$dir/db" -m immediate -s stop >/dev/null 2>&1 || true
  rm -rf "$dir"
}
trap stop EXIT

cd "$dir"
as "$bin/initdb" -D "$dir/db" -U mouldworks -A trust -E UTF8 --locale=C >"$dir/initdb.log" 2>&1 || { cat "$dir/initdb.log" >&2; exit 1; }
for _ in 1 2 3 4 5; do
  port=$((20000 + RANDOM % 20000))
  if as "$bin/pg_ctl" -D "$dir/db" -s -w -l "$dir/server.log" \
    -o "-p $port -k $dir -c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=300" start >/dev/null 2>&1; then
    export MOULDWORKS_TEST_POSTGRES="postgres://mouldworks@127.0.0.1:$port/postgres?sslmode=disable"
    export PATH="$PATH:$bin" # createdb, for the browser journeys
    cd "$OLDPWD"
    "$@"
    exit $?
  fi
done
cat "$dir/server.log" >&2
exit 1
