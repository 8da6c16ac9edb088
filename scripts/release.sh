#!/usr/bin/env bash
# Builds the binaries of a release into a folder, with their checksums: static, stripped, without a path of this machine.
# Usage: scripts/release.sh [FOLDER], with TARGETS="linux/amd64 ..." for some of them. The front end has to be built before.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-dist}
targets=${TARGETS:-linux/amd64 linux/arm64 windows/amd64 darwin/arm64}
if [[ ! -f web/dist/app/index.html ]]; then
  echo "The front end is not built: make build" >&2
  exit 1
fi
mkdir -p "$out"
rm -f "$out"/mouldworks-* "$out"/SHA256SUMS
for target in $targets; do
  name=mouldworks-${target/\//-}
  [[ $target == windows/* ]] && name=$name.exe
  CGO_ENABLED=0 GOOS=${target%/*} GOARCH=${target#*/} go build -trimpath -buildvcs=auto -ldflags '-s -w' -o "$out/$name" ./cmd/mouldworks
  echo "$name"
done
cd "$out"
sha256sum mouldworks-* >SHA256SUMS
