// SPDX-License-Identifier: Apache-2.0
// Stands in for a library of NVIDIA's that is only looked for.
extern "C" int todevice_stand_in() {
  return 0;
}
