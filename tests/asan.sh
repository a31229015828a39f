#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The engine's, protocol's, models' and lessons' tests, built with the address and undefined-behaviour sanitizers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cmake --preset asan
cmake --build --preset asan
ASAN_OPTIONS=detect_leaks=0 tests/ctest.sh build/asan -E 'bench|tst_lesson_content|window'
