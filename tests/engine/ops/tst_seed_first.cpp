// SPDX-License-Identifier: Apache-2.0
#include "../support/tensors.h"

using namespace todevice;
using namespace todevice::testing;

/// A program of its own, because CUDA starts once: seeds given before it starts.
class TestSeedFirst : public QObject {
  Q_OBJECT
 private slots:
  void waitsForCuda();
};

void TestSeedFirst::waitsForCuda() {
  simulate(2);
  ops::manual_seed(1);
  ops::manual_seed(0);
  QVERIFY(!registry::cuda_initialized());
  // torch.manual_seed(0); torch.rand(3, device="cuda:1")
  const Tensor drawn = ops::rand({3}, {DType::float32, kGpu1});
  QVERIFY(registry::cuda_initialized());
  QCOMPARE(values(drawn), (Numbers{0.39904648065567017, 0.5166791677474976, 0.024930385872721672}));
}

QTEST_GUILESS_MAIN(TestSeedFirst)
#include "tst_seed_first.moc"
