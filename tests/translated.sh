#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every text that the window and the command line show has its Chinese words. Usage: translated.sh BUILD-FOLDER
set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# The Qt that the program is built with: "lupdate" alone may be another one's.
tools=$(sed -n 's/^Qt6LinguistTools_DIR:PATH=\(.*\)\/lib\/.*/\1/p' "$build/CMakeCache.txt")
lupdate=$(find "$tools/lib/qt6/bin" "$tools/bin" -name 'lupdate*' 2>/dev/null | head -1)
[ -n "$lupdate" ] || { echo "FAIL: no lupdate beside Qt in $tools"; exit 1; }
copy=$(mktemp --suffix=.ts)
trap 'rm -f "$copy"' EXIT
cp resources/translations/todevice_zh_CN.ts "$copy"
found=$("$lupdate" ui app/todevice lessons -locations none -no-obsolete -ts "$copy" | grep -o 'Found [0-9]*') ||
  { echo "FAIL: lupdate found no texts"; exit 1; }
missing=$(grep -B2 'type="unfinished"' "$copy" | sed -n 's/.*<source>\(.*\)<\/source>.*/\1/p') || true
if grep -q 'type="unfinished"' "$copy"; then
  echo "FAIL: without a translation in resources/translations/todevice_zh_CN.ts:"
  sed 's/^ */  /' <<<"$missing"
  exit 1
fi
# Markdown ends no stress behind a sign and before a letter, as Chinese has it: the asterisks would be seen.
stray=$(perl -CSD -ne 's/\(\*\.[^)]*\)//g; s/(\*+)(?=[^\s*])[^*]*?(?:[^\s*\p{P}]\1|[^\s*]\1(?=[\s\p{P}<]|$))//g;
  print "$ARGV:$.: $_" if /\*/; close ARGV if eof' resources/translations/*.ts)
if [ -n "$stray" ]; then
  echo "FAIL: stress that does not begin or end:"
  printf '%s\n' "$stray"
  exit 1
fi
echo "PASS: ${found#Found } texts are translated"
