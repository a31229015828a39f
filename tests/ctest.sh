#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs every test program and prints a PASS, FAIL or SKIP line for each test function. Usage: ctest.sh BUILD-FOLDER [CTEST-OPTION...]
set -uo pipefail
build=$1
shift
log=$build/results/ctest.log
mkdir -p "$build/results"
ctest --test-dir "$build" --no-tests=error -j "$(nproc)" --verbose "$@" >"$log" 2>&1
status=$?
# Qt Test writes "PASS   : Class::function(row)"; ctest puts the test's number before it, and closes with a line for each program.
awk '
  function report(result, what) { print result ": " what; if (result == "FAIL") bad = 1 }
  match($0, /^[0-9]+: (PASS   |FAIL!  |SKIP   |XPASS  ) ?: /) {
    split($0, number, ":")
    line = substr($0, RLENGTH + 1)
    if (line ~ /::(initTestCase|cleanupTestCase)\(\)/ && $0 !~ /FAIL!/) next
    word = $2
    result = word ~ /^PASS/ ? "PASS" : word ~ /^SKIP/ ? "SKIP" : "FAIL"
    report(result, line)
    seen[number[1]]++
    if (result == "FAIL") failed[number[1]]++
    next
  }
  match($0, /Test +#[0-9]+: /) && /sec *$/ {
    n = substr($0, RSTART); sub(/^Test +#/, "", n); sub(/:.*/, "", n)
    name = $0; sub(/.*Test +#[0-9]+: /, "", name); sub(/ [.* ].*/, "", name)
    programs++
    if ($0 ~ / Passed /) { if (!seen[n]) report("PASS", name) }
    else if ($0 ~ /Skipped/) report("SKIP", name)
    else if (!failed[n]) { how = $0; sub(/.*\*\*\*/, "", how); report("FAIL", name " (" how ")") }
  }
  END { if (!programs) report("FAIL", "no test program ran"); exit bad }
' "$log"
counted=$?
if [ $status -ne 0 ] || [ $counted -ne 0 ]; then
  grep -E -A 6 '^[0-9]+: (FAIL!|XPASS|QFATAL)|ERROR: |runtime error|tests failed' "$log" | tail -n 150
  exit 1
fi
