#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs into a folder of its own and runs the programs from there. Usage: installed.sh BUILD-FOLDER
set -uo pipefail
build=$1
prefix=$(mktemp -d "${TMPDIR:-/tmp}/todevice installed XXXXXX")
trap 'rm -rf "$prefix"' EXIT
failed=0
expect() { # WHAT COMMAND...
  local what=$1 text
  shift
  if text=$("$@" 2>&1); then echo "PASS: $what"; else echo "FAIL: $what: ${text//$'\n'/ }"; failed=1; fi
}
has() { compgen -G "$prefix/$1" >/dev/null; }
digits() {
  printf 'import todevice\nprint(len(todevice.data.digits()))\n' >"$prefix/digits.py"
  [ "$("$prefix/bin/todevice-worker" --simulate 1 "$prefix/digits.py")" = 4 ]
}

expect "cmake --install" cmake --install "$build" --prefix "$prefix"
expect "the installed window tells its version" "$prefix/bin/todevice" --version
expect "the installed worker tells its version" "$prefix/bin/todevice-worker" --version
expect "the installed worker finds the data" digits
for file in share/applications/todevice.desktop share/icons/hicolor/scalable/apps/todevice.svg 'share/doc/*/licenses/GPL-3.0.txt' \
  'share/todevice/lessons/01-*/en.md' share/todevice/stubs/torch/__init__.pyi share/todevice/stubs/torch/nn/functional.pyi; do
  expect "$file is installed" has "$file"
done
engine_library() { has 'lib*/todevice/libtodevice_engine.so' || has 'lib/*/todevice/libtodevice_engine.so'; }
expect "the engine's library is installed" engine_library
exit $failed
