#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What the worker says where there is no GPU: no driver; a driver but no plug-in; a driver and a plug-in but not the
# toolkit's libraries. Each time one sentence that says what is missing, exit code 0, and simulated GPUs that work.
#   run.sh WORKER ENGINE STAND-INS     STAND-INS: a folder with driver/libcuda.so.1 and plugin/libtodevice_cuda.so
set -uo pipefail
worker=$1 engine=$2 stand_ins=$3
place=$(mktemp -d "${TMPDIR:-/tmp}/todevice-no-gpu.XXXXXX")
trap 'rm -rf "$place"' EXIT
mkdir -p "$place/bin" "$place/lib/todevice"
cp "$worker" "$place/bin/"
cp "$engine" "$place/lib/todevice/"
printf 'import torch\nprint(torch.cuda.device_count(), torch.ones(2, device="cuda").device)\n' >"$place/simulated.py"
failed=0

# says WHAT SENTENCE LIBRARY-PATH
says() {
  local text status=0
  text=$(LD_LIBRARY_PATH=$3 "$place/bin/todevice-worker" --inventory) || status=$?
  if [ "$status" -ne 0 ]; then echo "FAIL: $1: exit code $status"; failed=1; return; fi
  if ! grep -qF "\"note\": \"$2\"" <<<"$text"; then echo "FAIL: $1: said $text"; failed=1; return; fi
  text=$(LD_LIBRARY_PATH=$3 "$place/bin/todevice-worker" --simulate 4 "$place/simulated.py") || status=$?
  if [ "$status" -ne 0 ] || [ "$text" != "4 cuda:0" ]; then echo "FAIL: $1: simulated: $text"; failed=1; return; fi
  echo "PASS: $1"
}

if ldconfig -p | grep -q 'libcuda\.so\.1'; then
  echo "There is a driver here: \"no driver\" cannot be tried."
else
  cp "$stand_ins/plugin/libtodevice_cuda.so" "$place/lib/todevice/"
  says "no driver" "There is no NVIDIA driver on this machine (libcuda.so.1 cannot be loaded); real GPUs need NVIDIA's driver." ""
  rm "$place/lib/todevice/libtodevice_cuda.so"
fi
says "no plug-in" "There is an NVIDIA driver, but this ToDevice has no CUDA part (libtodevice_cuda.so is missing): install the CUDA toolkit and build ToDevice again." "$stand_ins/driver"
cp "$stand_ins/plugin/libtodevice_cuda.so" "$place/lib/todevice/"
says "no toolkit" "There is an NVIDIA driver, but ToDevice's CUDA part needs libsome_toolkit.so.13, which is missing: install the CUDA toolkit's libraries." "$stand_ins/driver"
exit $failed
