#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy over the sources of app, engine, ui and lessons. A source is looked at again only when it, a header or the checks have changed. Usage: tidy.sh BUILD-FOLDER
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$(realpath "$1")
stamps=$build/tidy
mkdir -p "$stamps"
headers=$(find app engine ui lessons -name '*.h' | sort | xargs cat .clang-tidy | sha256sum | cut -d' ' -f1)
look() {
  local file=$1 key
  key=$(sha256sum <"$file" | cut -d' ' -f1)
  [ -e "$stamps/$headers-$key" ] && return 0
  clang-tidy --quiet -p "$build" --extra-arg=-Wno-unknown-warning-option "$file" 2>/dev/null || { echo "FAIL: $file"; return 1; }
  touch "$stamps/$headers-$key"
}
export -f look
export build stamps headers
# What this machine does not build (the CUDA plug-in without the toolkit) has no compile command, so nothing to look at it with.
mapfile -t files < <(find app engine ui lessons -name '*.cpp' | sort | while read -r file; do
  grep -qF "\"file\": \"$PWD/$file\"" "$build/compile_commands.json" && echo "$file"
done)
[ ${#files[@]} -gt 0 ] || { echo "FAIL: no sources found"; exit 1; }
if printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'look "$1"' look; then
  echo "PASS: ${#files[@]} sources are tidy"
else
  exit 1
fi
