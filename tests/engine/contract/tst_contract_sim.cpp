// SPDX-License-Identifier: Apache-2.0
#include "backend/registry.h"
#include "backend/sim/sim.h"
#include "contract.h"

/// The CPU and three simulated GPUs.
int main(int argc, char** argv) {
  qunsetenv("CUDA_VISIBLE_DEVICES");
  qunsetenv("CUDA_DEVICE_ORDER");
  todevice::registry::set_cuda(todevice::sim::make_backend(todevice::sim::machine(3)));
  todevice::registry::cuda_init();
  todevice::testing::Contract contract;
  return QTest::qExec(&contract, argc, argv);
}
