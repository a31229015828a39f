#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Who may link what, and what stands at the top. Usage: borders.sh BUILD-FOLDER
set -uo pipefail
build=$1
failed=0
pass() { echo "PASS: $1"; }
miss() { echo "FAIL: $1: ${2//$'\n'/ }"; failed=1; }

# links_no FILE WHAT PATTERN: no library whose name fits is loaded with it, directly or through another.
links_no() {
  local libraries found
  libraries=$(ldd "$build/$1" 2>&1) || { miss "$1 links no $2" "$libraries"; return; }
  [ "$(wc -l <<<"$libraries")" -gt 2 ] || { miss "$1 links no $2" "ldd says too little: $libraries"; return; }
  found=$(awk '{print $1}' <<<"$libraries" | grep -iE "$3")
  if [ -z "$found" ]; then pass "$1 links no $2"; else miss "$1 links no $2" "$found"; fi
}

# uses_no ARCHIVE WHAT PATTERN: no such name is called in the archive.
uses_no() {
  local names found
  names=$(nm -C --undefined-only "$build/$1" 2>/dev/null) || { miss "$1 uses no $2" "cannot be read"; return; }
  [ -n "$names" ] || { miss "$1 uses no $2" "it calls nothing"; return; }
  found=$(grep -E "$3" <<<"$names" | sort -u | head -n 3)
  if [ -z "$found" ]; then pass "$1 uses no $2"; else miss "$1 uses no $2" "$found"; fi
}

worker=bin/todevice-worker window=bin/todevice engine=lib/todevice/libtodevice_engine.so
links_no $worker Qt '^libqt[0-9]'
links_no $worker "CUDA library" '^lib(cuda|cudart|cublas|nvidia)'
links_no $window CUDA '^lib(cuda|cudart|cublas|nvidia)'
links_no $window Python '^libpython'
links_no $window engine '^libtodevice_engine'
links_no $engine Qt '^libqt[0-9]'
links_no $engine Python '^libpython'
uses_no $engine Python '\bPy[A-Z_][A-Za-z]*_'
uses_no "$(cd "$build" && find . -name libtodevice_models.a -printf '%P\n' | head -n 1)" widget '\bQ(Widget|Dialog|MainWindow|AbstractItemView|Application)::'
uses_no "$(cd "$build" && find . -name libtodevice_lessons.a -printf '%P\n' | head -n 1)" "window system" '\bQ(Widget|GuiApplication|Application|Window|Painter)::'

# Everything at the top of the sources, but for names with a dot and what git ignores, has its room.
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
rooms='CMakeLists.txt|CMakePresets.json|README.md|app|engine|ui|lessons|resources|tests'
if ! strange=$(cd "$top" && git ls-files --cached --others --exclude-standard 2>/dev/null); then strange=$(ls "$top" | grep -vx build); fi
strange=$(cut -d/ -f1 <<<"$strange" | sort -u | grep -vE "^\..*|^($rooms)$")
if [ -z "$strange" ]; then pass "the top level holds what belongs there"; else miss "the top level holds what belongs there" "$strange"; fi
exit $failed
