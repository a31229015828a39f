#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Plays every lesson without a window and looks at what came of it. Usage: play.sh BUILD-FOLDER LANGUAGE [MACHINE]
# MACHINE: what --simulate takes; 4 GPUs by default.
set -uo pipefail
build=$1 language=$2 machine=${3:-4}
report=$build/results/play-$language-$machine
rm -rf "$report"
"$build/bin/todevice" --lang "$language" --simulate "$machine" --play all --report "$report"
status=$?
handouts=$(find "$report" -name handout.pdf -size +20k | wc -l)
pictures=$(find "$report" -name '*.png' -size +1k | wc -l)
records=$(find "$report" -name records.json -size +1k | wc -l)
lessons=$(find "$(dirname "${BASH_SOURCE[0]}")/../lessons" -name "$language.md" | wc -l)
echo "exit code $status, $pictures pictures, $handouts handouts, $records records.json, $lessons lessons"
[ $status -eq 0 ] && [ "$pictures" -ge "$lessons" ] && [ "$records" -ge 1 ] && [ "$handouts" -eq "$lessons" ]
