// SPDX-License-Identifier: Apache-2.0
#include "../cuda/load.h"
#include "contract.h"

/// The CPU and every real GPU that this process may see. Skipped where there is none.
int main(int argc, char** argv) {
  if (!todevice::testing::choose_gpu(1, argv)) return todevice::testing::kSkipped;
  todevice::registry::cuda_init();
  todevice::testing::Contract contract;
  return QTest::qExec(&contract, argc, argv);
}
