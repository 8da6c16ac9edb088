#!/usr/bin/env bash
# Runs the browser journeys against the real binary, in Chromium; installs it with apt when it is missing and that is
# allowed. The one without windows needs half the time of the whole.
set -euo pipefail
cd "$(dirname "$0")/.."
find_chromium() { command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome || true; }
CHROMIUM=$(find_chromium)
if [[ -z $CHROMIUM ]] && command -v apt-get >/dev/null && [[ $(id -u) == 0 ]]; then
  echo "Chromium is missing: installing it" >&2
  add() { DEBIAN_FRONTEND=noninteractive apt-get install -y "$@" fonts-noto-cjk; }
  { apt-get update && { add chromium-headless-shell || add chromium; }; } >/dev/null
  CHROMIUM=$(find_chromium)
fi
if [[ -z $CHROMIUM ]]; then
  echo "Chromium was not found and could not be installed. Install it, or leave the browser out: make test SKIP=browser" >&2
  exit 1
fi
export CHROMIUM
cd web
exec npx --no-install playwright test "$@"
