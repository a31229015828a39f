#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every C++ file is laid out as .clang-format says.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mapfile -t files < <(find app engine ui lessons resources tests -name '*.cpp' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh' | sort)
[ ${#files[@]} -gt 0 ] || { echo "FAIL: no files found"; exit 1; }
if printf '%s\0' "${files[@]}" | xargs -0 -n 40 clang-format --dry-run -Werror; then
  echo "PASS: ${#files[@]} files are formatted"
else
  echo "FAIL: not formatted; mend it with: clang-format -i FILE"
  exit 1
fi
