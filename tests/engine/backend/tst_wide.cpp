// SPDX-License-Identifier: Apache-2.0
// What the host computes several numbers at a time has the bits that one at a time would have.
#include <QTest>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "backend/host/mersenne.h"
#include "backend/registry.h"
#include "ops/ops.h"
#include "optim/optimizer.h"

using namespace todevice;

namespace {

std::vector<float> values(const Tensor& t) {
  const std::vector<std::byte> bytes = ops::to_host(t);
  std::vector<float> out(bytes.size() / sizeof(float));
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

/// No multiplication fused with the addition, whatever this file is compiled with.
float product_of(float a, float b) {
  const volatile float rounded = a * b;
  return rounded;
}

std::vector<float> plain_product(const std::vector<float>& a, const std::vector<float>& b, std::int64_t n,
                                 std::int64_t m, std::int64_t k) {
  std::vector<float> out;
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < m; ++j) {
      float total = 0;
      for (std::int64_t l = 0; l < k; ++l)
        total += product_of(a[static_cast<std::size_t>(i * k + l)], b[static_cast<std::size_t>(l * m + j)]);
      out.push_back(total);
    }
  }
  return out;
}

/// The same matrix, its columns one behind the other in memory.
Tensor turned(const Tensor& t) {
  return ops::transpose(ops::contiguous(ops::transpose(t, 0, 1)), 0, 1);
}

}  // namespace

class TestWide : public QObject {
  Q_OBJECT

 private slots:
  void mersenneIsTheStandardOne() {
    for (const std::uint32_t seed : {0u, 1u, 4294967295u}) {
      std::mt19937 standard(seed);
      host::Mersenne ours(seed);
      for (int i = 0; i < 100; ++i) QCOMPARE(ours.next(), static_cast<std::uint32_t>(standard()));
      for (std::size_t most = 1; most < 2000; most += 7) {
        const auto some = ours.next_some(most);
        QVERIFY(!some.empty() && some.size() <= most);
        for (const std::uint32_t number : some) QCOMPARE(number, static_cast<std::uint32_t>(standard()));
      }
    }
  }

  void aStateOfAnyBytesIsHarmless() {
    Kernels& kernels = registry::host().kernels(0);
    const std::vector<std::byte> before = kernels.random_state();
    kernels.set_random_state(std::vector<std::byte>(before.size(), std::byte{0xff}));
    const Tensor drawn = ops::rand({2000});
    kernels.set_random_state(before);
    for (const float value : values(drawn)) QVERIFY(value >= 0 && value < 1);
  }

  void tinyProductsAddInOrder() {
    for (const std::int64_t n : {1, 3, 16, 64}) {
      for (const std::int64_t m : {1, 2, 4, 5, 8, 15, 16, 17, 33}) {
        for (const std::int64_t k : {1, 2, 7, 16}) {
          if (n * m * k > 2048) continue;
          const Tensor a = ops::randn({n, k}), b = ops::randn({k, m});
          const std::vector<float> expected = plain_product(values(a), values(b), n, m, k);
          QCOMPARE(values(ops::mm(a, b)), expected);
          QCOMPARE(values(ops::mm(turned(a), b)), expected);
          QCOMPARE(values(ops::mm(a, turned(b))), expected);
          QCOMPARE(values(ops::mm(turned(a), turned(b))), expected);
          const Tensor bias = ops::randn({m});
          std::vector<float> shifted = expected;
          for (std::size_t i = 0; i < shifted.size(); ++i)
            shifted[i] += values(bias)[i % static_cast<std::size_t>(m)];
          QCOMPARE(values(ops::addmm(bias, a, turned(b))), shifted);
        }
      }
    }
  }

  /// In another order than one column alone, as in PyTorch (the parity scripts compare both to the bit).
  void columnsAddToWhatOneColumnAddsTo() {
    for (const std::int64_t n : {1, 2, 7, 128, 129, 300, 1000}) {
      const Tensor x = ops::randn({n, 40});
      const std::int64_t down[] = {0};
      const std::vector<float> together = values(ops::sum(x, down));
      for (std::int64_t c = 0; c < 40; ++c) {
        const Tensor column = x.as_strided({n}, {40}, c);
        const double alone = values(ops::sum(column))[0],
                     size = values(ops::sum(ops::unary(UnaryOp::abs, column)))[0];
        QVERIFY(std::fabs(alone - together[static_cast<std::size_t>(c)]) <= size * 1e-6);
      }
    }
  }

  void aProductWithRowSumsIsBothApart() {
    const auto view_of = [](const Tensor& t) {
      return View{t.data_ptr(), t.dtype(), t.shape(), t.strides()};
    };
    const Tensor grad = ops::transpose(ops::randn({64, 20}), 0, 1), x = ops::randn({64, 9});
    const Tensor product = Tensor::empty({20, 9}), sums = Tensor::empty({20});
    QVERIFY(registry::host().kernels(0).matmul_row_sums(view_of(product), view_of(sums), view_of(grad),
                                                        view_of(x)));
    const std::int64_t along[] = {1};
    QCOMPARE(values(product), values(ops::mm(grad, x)));
    QCOMPARE(values(sums), values(ops::sum(grad, along)));
  }

  void sgdStepsOneByOne_data() {
    QTest::addColumn<double>("momentum");
    QTest::addColumn<double>("decay");
    QTest::addColumn<bool>("nesterov");
    QTest::addColumn<bool>("maximize");
    QTest::newRow("plain") << 0.0 << 0.0 << false << false;
    QTest::newRow("uphill") << 0.0 << 0.0 << false << true;
    QTest::newRow("decay") << 0.0 << 0.1 << false << false;
    QTest::newRow("momentum") << 0.9 << 0.0 << false << false;
    QTest::newRow("nesterov, decay, uphill") << 0.9 << 0.1 << true << true;
  }
  void sgdStepsOneByOne() {
    QFETCH(double, momentum);
    QFETCH(double, decay);
    QFETCH(bool, nesterov);
    QFETCH(bool, maximize);
    Tensor param = ops::randn({37});
    std::vector<float> p = values(param), m(p.size());
    param.set_requires_grad(true);
    optim::SGD sgd(
        {param},
        {.lr = 0.3, .momentum = momentum, .weight_decay = decay, .nesterov = nesterov, .maximize = maximize});
    for (int step = 0; step < 3; ++step) {
      const Tensor grad = ops::randn({37});
      param.set_grad(grad);
      sgd.step();
      const std::vector<float> g = values(grad);
      for (std::size_t i = 0; i < p.size(); ++i) {
        float d = maximize ? -g[i] : g[i];
        if (decay != 0) d += product_of(static_cast<float>(decay), p[i]);
        if (momentum != 0) {
          m[i] = step == 0 ? d : product_of(static_cast<float>(momentum), m[i]) + d;
          d = nesterov ? d + product_of(static_cast<float>(momentum), m[i]) : m[i];
        }
        p[i] -= product_of(0.3f, d);
      }
      QCOMPARE(values(param.detach()), p);
    }
  }
};

QTEST_APPLESS_MAIN(TestWide)
#include "tst_wide.moc"
