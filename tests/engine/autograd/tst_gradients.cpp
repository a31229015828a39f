// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <functional>

#include "../support/tensors.h"
#include "autograd/autograd.h"

using namespace todevice;
using namespace todevice::testing;

namespace {

using Inputs = std::vector<Tensor>;
using Function = std::function<Tensor(const Inputs&)>;

/// A differentiable function of float64 tensors of these shapes, with values between low and high.
struct Case {
  const char* name;
  std::vector<Shape> shapes;
  Function function;
  double low = -2, high = 2;
};

Case unary_case(const char* name, UnaryOp op, double low = -2, double high = 2) {
  return {name, {{2, 3}}, [op](const Inputs& in) { return ops::unary(op, in[0]); }, low, high};
}

Case binary_case(const char* name, BinaryOp op, std::vector<Shape> shapes, double low = 0.3,
                 double high = 2) {
  return {name, std::move(shapes), [op](const Inputs& in) { return ops::binary(op, in[0], in[1]); }, low,
          high};
}

std::vector<Case> unary_cases() {
  return {
      unary_case("neg", UnaryOp::neg),
      unary_case("abs", UnaryOp::abs),
      unary_case("exp", UnaryOp::exp),
      unary_case("expm1", UnaryOp::expm1),
      unary_case("log", UnaryOp::log, 0.2),
      unary_case("log1p", UnaryOp::log1p, -0.5),
      unary_case("log2", UnaryOp::log2, 0.2),
      unary_case("log10", UnaryOp::log10, 0.2),
      unary_case("sqrt", UnaryOp::sqrt, 0.2),
      unary_case("rsqrt", UnaryOp::rsqrt, 0.2),
      unary_case("square", UnaryOp::square),
      unary_case("reciprocal", UnaryOp::reciprocal, 0.3),
      unary_case("sin", UnaryOp::sin),
      unary_case("cos", UnaryOp::cos),
      unary_case("tan", UnaryOp::tan, -1, 1),
      unary_case("asin", UnaryOp::asin, -0.8, 0.8),
      unary_case("acos", UnaryOp::acos, -0.8, 0.8),
      unary_case("atan", UnaryOp::atan),
      unary_case("sinh", UnaryOp::sinh),
      unary_case("cosh", UnaryOp::cosh),
      unary_case("tanh", UnaryOp::tanh),
      unary_case("erf", UnaryOp::erf),
      unary_case("sigmoid", UnaryOp::sigmoid),
      unary_case("relu", UnaryOp::relu),
      unary_case("gelu", UnaryOp::gelu),
      unary_case("silu", UnaryOp::silu),
      unary_case("sign", UnaryOp::sign),
      unary_case("floor", UnaryOp::floor, 0.1, 0.9),
      unary_case("frac", UnaryOp::frac, 0.1, 0.9),
  };
}

std::vector<Case> binary_cases() {
  const std::vector<Shape> same{{2, 3}, {2, 3}}, stretched{{2, 1}, {3}}, zero_dim{{2, 3}, {}};
  return {
      binary_case("add", BinaryOp::add, stretched),
      binary_case("sub", BinaryOp::sub, stretched),
      binary_case("mul", BinaryOp::mul, stretched),
      binary_case("mul 0-dim", BinaryOp::mul, zero_dim),
      binary_case("div", BinaryOp::div, stretched),
      binary_case("pow", BinaryOp::pow, same),
      binary_case("pow stretched", BinaryOp::pow, stretched),
      binary_case("atan2", BinaryOp::atan2, same),
      binary_case("maximum", BinaryOp::maximum, same),
      binary_case("minimum", BinaryOp::minimum, stretched),
      binary_case("remainder", BinaryOp::remainder, {{1}, {1}}, 0.4, 0.45),
      binary_case("fmod", BinaryOp::fmod, {{1}, {1}}, 0.4, 0.45),
      {"number - x", {{3}}, [](const Inputs& in) { return ops::sub(2, in[0]); }},
      {"number / x", {{3}}, [](const Inputs& in) { return ops::div(2, in[0]); }, 0.4},
      {"number ** x", {{3}}, [](const Inputs& in) { return ops::pow(2, in[0]); }},
      {"x ** 3", {{3}}, [](const Inputs& in) { return ops::pow(in[0], 3); }},
      {"x % 2", {{3}}, [](const Inputs& in) { return ops::binary(BinaryOp::remainder, in[0], 2); }, 0.1, 1.9},
      {"used twice", {{3}}, [](const Inputs& in) { return ops::mul(ops::mul(in[0], in[0]), in[0]); }},
      {"clamp", {{6}}, [](const Inputs& in) { return ops::clamp(in[0], -0.5, 0.7); }},
      {"where",
       {{3}, {3}},
       [](const Inputs& in) { return ops::where(ops::binary(BinaryOp::gt, in[0], 0), in[0], in[1]); }},
  };
}

std::vector<Case> reduction_cases() {
  static const std::int64_t first[] = {0}, last[] = {-1}, ends[] = {0, 2};
  return {
      {"sum", {{2, 3}}, [](const Inputs& in) { return ops::sum(in[0]); }},
      {"sum dim", {{2, 3}}, [](const Inputs& in) { return ops::sum(in[0], first); }},
      {"sum keepdim", {{2, 3}}, [](const Inputs& in) { return ops::sum(in[0], last, true); }},
      {"mean", {{2, 3}}, [](const Inputs& in) { return ops::mean(in[0]); }},
      {"mean dim", {{2, 3}}, [](const Inputs& in) { return ops::mean(in[0], last); }},
      {"prod", {{2, 2}}, [](const Inputs& in) { return ops::prod(in[0]); }},
      {"amax", {{2, 3}}, [](const Inputs& in) { return ops::amax(in[0]); }},
      {"amin", {{2, 3}}, [](const Inputs& in) { return ops::amin(in[0]); }},
      {"max dim", {{2, 3}}, [](const Inputs& in) { return ops::max(in[0], 0).values; }},
      {"min keepdim", {{2, 3}}, [](const Inputs& in) { return ops::min(in[0], 1, true).values; }},
      {"var", {{5}}, [](const Inputs& in) { return ops::var(in[0]); }},
      {"std", {{5}}, [](const Inputs& in) { return ops::std(in[0], 0); }},
      {"norm", {{2, 3}}, [](const Inputs& in) { return ops::norm(in[0]); }},
      {"var dims", {{2, 3, 2}}, [](const Inputs& in) { return ops::var(in[0], 1, ends, true); }},
      {"std dim", {{2, 3}}, [](const Inputs& in) { return ops::std(in[0], 1, last); }},
      {"norm dim", {{2, 3}}, [](const Inputs& in) { return ops::norm(in[0], 2, last); }},
      {"norm 1", {{2, 3}}, [](const Inputs& in) { return ops::norm(in[0], 1, first, true); }},
      {"norm 3", {{2, 3}}, [](const Inputs& in) { return ops::norm(in[0], 3); }, 0.3},
      {"norm inf", {{2, 3}}, [](const Inputs& in) { return ops::norm(in[0], INFINITY, first); }},
      {"prod dim", {{2, 3}}, [](const Inputs& in) { return ops::prod(in[0], 0, true); }},
      {"amax dims", {{2, 3, 2}}, [](const Inputs& in) { return ops::amax(in[0], ends); }},
      {"logsumexp", {{2, 3}}, [](const Inputs& in) { return ops::logsumexp(in[0], last); }},
      {"cumsum", {{2, 3}}, [](const Inputs& in) { return ops::cumsum(in[0], 0); }},
      {"sort", {{2, 3}}, [](const Inputs& in) { return ops::sort(in[0], 1, true).values; }},
      {"topk", {{4, 2}}, [](const Inputs& in) { return ops::topk(in[0], 2, 0).values; }},
      {"softmax", {{2, 3}}, [](const Inputs& in) { return ops::softmax(in[0], 1); }},
      {"softmax dim 0", {{2, 3, 2}}, [](const Inputs& in) { return ops::softmax(in[0], 0); }},
      {"log_softmax", {{2, 3}}, [](const Inputs& in) { return ops::log_softmax(in[0], -1); }},
  };
}

/// Zeros and ones, as losses of yes and no want them.
Tensor answers(const Tensor& like) {
  return ops::binary(BinaryOp::gt, ops::mul(like.detach(), 1000).to({.dtype = DType::int64}), 500)
      .to({.dtype = DType::float64});
}

std::vector<Case> layer_cases() {
  const auto numbers = [](std::vector<std::int64_t> values, const Tensor& like) {
    const auto count = static_cast<std::int64_t>(values.size());
    return ops::from_host(values.data(), {count}, {DType::int64, like.device()});
  };
  return {
      {"leaky_relu", {{2, 3}}, [](const Inputs& in) { return ops::leaky_relu(in[0], 0.2); }},
      {"gelu tanh", {{2, 3}}, [](const Inputs& in) { return ops::gelu_tanh(in[0]); }},
      {"layer_norm",
       {{2, 3}, {3}, {3}},
       [](const Inputs& in) { return ops::layer_norm(in[0], {3}, in[1], in[2], 1e-5); }},
      {"batch_norm",
       {{4, 3}, {3}, {3}},
       [](const Inputs& in) { return ops::batch_norm(in[0], {}, {}, in[1], in[2], true, 0.1, 1e-5); }},
      {"batch_norm in evaluation",
       {{4, 3, 2}, {3}, {3}},
       [](const Inputs& in) {
         const Tensor mean = ops::full({3}, 0.5, {DType::float64, in[0].device()});
         return ops::batch_norm(in[0], mean, mean, in[1], in[2], false, 0.1, 1e-5);
       }},
      {"embedding",
       {{4, 2}},
       [=](const Inputs& in) {
         return ops::embedding(in[0], numbers({3, 0, 3, 1}, in[0]), 2);
       }},
      {"gather",
       {{4}},
       [=](const Inputs& in) {
         return ops::gather(in[0], 0, numbers({1, 1, 3}, in[0]));
       }},
      {"index_many",
       {{3, 4}},
       [=](const Inputs& in) {
         const Tensor both[] = {numbers({0, 2, 2}, in[0]), numbers({1, -1, 3}, in[0])};
         return ops::index_many(in[0], both);
       }},
      {"index_put_",
       {{4}, {2}},
       [=](const Inputs& in) {
         const Tensor out = ops::mul(in[0], 2);
         const Tensor places[] = {numbers({3, 0}, in[0])};
         ops::index_put_(out, places, in[1]);
         return out;
       }},
      {"conv2d",
       {{2, 2, 4, 4}, {2, 2, 3, 3}, {2}},
       [](const Inputs& in) {
         return ops::conv2d(in[0], in[1], in[2], {.stride = {2, 1}, .padding = {1, 0}, .dilation = {1, 1}});
       }},
      {"conv2d of groups",
       {{1, 4, 3, 3}, {4, 2, 2, 2}},
       [](const Inputs& in) {
         return ops::conv2d(in[0], in[1], {}, {.dilation = {1, 2}}, 2);
       }},
      {"max_pool2d",
       {{1, 2, 5, 5}},
       [](const Inputs& in) {
         return ops::max_pool2d(in[0], {3, 2}, {.stride = {2, 2}, .padding = {1, 1}}, true);
       }},
      {"binary_cross_entropy",
       {{6}},
       [](const Inputs& in) { return ops::binary_cross_entropy(in[0], answers(in[0])); },
       0.1,
       0.9},
      {"binary_cross_entropy for the target",
       {{6}, {6}},
       [](const Inputs& in) { return ops::binary_cross_entropy(in[0], in[1]); },
       0.1,
       0.9},
      {"binary_cross_entropy_with_logits",
       {{2, 3}, {2, 3}},
       [](const Inputs& in) {
         const Tensor two = ops::full({3}, 2, {DType::float64, in[0].device()});
         return ops::binary_cross_entropy_with_logits(in[0], in[1], two, two, ops::Reduction::sum);
       }},
  };
}

std::vector<Case> view_cases() {
  static const std::int64_t order[] = {2, 0, 1};
  return {
      {"view",
       {{2, 3}},
       [](const Inputs& in) {
         return ops::view(in[0], {3, 2});
       }},
      {"reshape of t", {{2, 3}}, [](const Inputs& in) { return ops::reshape(ops::t(in[0]), {6}); }},
      {"flatten", {{2, 3}}, [](const Inputs& in) { return ops::flatten(in[0]); }},
      {"squeeze", {{2, 1, 3}}, [](const Inputs& in) { return ops::squeeze(in[0]); }},
      {"unsqueeze", {{2}}, [](const Inputs& in) { return ops::unsqueeze(in[0], 1); }},
      {"expand",
       {{1, 3}},
       [](const Inputs& in) {
         return ops::expand(in[0], {2, 2, 3});
       }},
      {"permute", {{1, 2, 3}}, [](const Inputs& in) { return ops::permute(in[0], order); }},
      {"transpose", {{2, 3}}, [](const Inputs& in) { return ops::transpose(in[0], 0, 1); }},
      {"select", {{2, 3}}, [](const Inputs& in) { return ops::select(in[0], 1, -1); }},
      {"slice", {{5}}, [](const Inputs& in) { return ops::slice(in[0], 0, 1, 5, 2); }},
      {"cat", {{2, 2}, {1, 2}}, [](const Inputs& in) { return ops::cat(in); }},
      {"stack", {{2}, {2}}, [](const Inputs& in) { return ops::stack(in, 1); }},
      {"split", {{5}}, [](const Inputs& in) { return ops::split(in[0], 2)[1]; }},
      {"clone", {{3}}, [](const Inputs& in) { return ops::clone(in[0]); }},
      {"contiguous", {{2, 3}}, [](const Inputs& in) { return ops::contiguous(ops::t(in[0])); }},
      {"index twice",
       {{3, 2}},
       [](const Inputs& in) {
         return ops::index(in[0], 0, row({0, 2, 0}, kCpu, DType::int64));
       }},
      {"mask",
       {{4}},
       [](const Inputs& in) {
         return ops::masked_select(in[0], ops::binary(BinaryOp::gt, in[0].detach(), 0));
       }},
      {"to cpu and back", {{3}}, [](const Inputs& in) { return in[0].to(on(kCpu)).to(on(in[0].device())); }},
  };
}

std::vector<Case> product_cases() {
  return {
      {"mm", {{2, 3}, {3, 2}}, [](const Inputs& in) { return ops::matmul(in[0], in[1]); }},
      {"mm of t", {{2, 3}, {4, 3}}, [](const Inputs& in) { return ops::mm(in[0], ops::t(in[1])); }},
      {"t of mm", {{3, 2}, {3, 4}}, [](const Inputs& in) { return ops::mm(ops::t(in[0]), in[1]); }},
      {"mv", {{2, 3}, {3}}, [](const Inputs& in) { return ops::matmul(in[0], in[1]); }},
      {"vector mm", {{2}, {2, 3}}, [](const Inputs& in) { return ops::matmul(in[0], in[1]); }},
      {"dot", {{3}, {3}}, [](const Inputs& in) { return ops::matmul(in[0], in[1]); }},
      {"bmm", {{2, 2, 3}, {2, 3, 2}}, [](const Inputs& in) { return ops::bmm(in[0], in[1]); }},
      {"batches", {{2, 1, 2, 3}, {3, 3, 2}}, [](const Inputs& in) { return ops::matmul(in[0], in[1]); }},
      {"linear", {{2, 3}, {4, 3}, {4}}, [](const Inputs& in) { return ops::linear(in[0], in[1], in[2]); }},
      {"linear 3-d",
       {{2, 2, 3}, {4, 3}, {4}},
       [](const Inputs& in) { return ops::linear(in[0], in[1], in[2]); }},
      {"linear no bias", {{2, 2, 3}, {4, 3}}, [](const Inputs& in) { return ops::linear(in[0], in[1], {}); }},
      {"mse", {{3}, {3}}, [](const Inputs& in) { return ops::mse_loss(in[0], in[1]); }},
      {"mse none",
       {{3}, {3}},
       [](const Inputs& in) { return ops::mse_loss(in[0], in[1], ops::Reduction::none); }},
      {"l1", {{3}, {3}}, [](const Inputs& in) { return ops::l1_loss(in[0], in[1], ops::Reduction::sum); }},
  };
}

Tensor labels(const Device device) {
  return row({2, -100, 0}, device, DType::int64);
}

std::vector<Case> loss_cases() {
  std::vector<Case> cases;
  cases.push_back({"cross_entropy", {{3, 3}}, [](const Inputs& in) {
                     return ops::cross_entropy(in[0], labels(in[0].device()));
                   }});
  cases.push_back({"cross_entropy sum", {{3, 3}}, [](const Inputs& in) {
                     return ops::cross_entropy(in[0], labels(in[0].device()), ops::Reduction::sum);
                   }});
  cases.push_back({"cross_entropy none", {{3, 3}}, [](const Inputs& in) {
                     return ops::cross_entropy(in[0], labels(in[0].device()), ops::Reduction::none);
                   }});
  for (const ops::Reduction reduction : {ops::Reduction::mean, ops::Reduction::none}) {
    cases.push_back({"cross_entropy weighted", {{3, 3}}, [reduction](const Inputs& in) {
                       const Tensor weight = row({1, 2, 3}, in[0].device(), DType::float64);
                       return ops::cross_entropy(in[0], labels(in[0].device()), reduction, -100, weight);
                     }});
  }
  cases.push_back({"cross_entropy one row", {{3}}, [](const Inputs& in) {
                     return ops::cross_entropy(in[0], make({1}, {}, in[0].device(), DType::int64));
                   }});
  return cases;
}

std::vector<Case> in_place_cases() {
  return {
      {"x.mul_(y)",
       {{3}, {3}},
       [](const Inputs& in) {
         const Tensor t = ops::mul(in[0], 1);
         ops::binary_(BinaryOp::mul, t, in[1]);
         return t;
       }},
      {"exp_",
       {{3}},
       [](const Inputs& in) {
         const Tensor t = ops::mul(in[0], 2);
         ops::unary_(UnaryOp::exp, t);
         return t;
       }},
      {"log_",
       {{3}},
       [](const Inputs& in) {
         const Tensor t = ops::mul(in[0], 2);
         ops::unary_(UnaryOp::log, t);
         return t;
       },
       0.3},
      {"write into a row",
       {{2, 3}, {3}},
       [](const Inputs& in) {
         const Tensor t = ops::mul(in[0], 2);
         ops::copy_into(ops::select(t, 0, 1), in[1]);
         return ops::mul(t, t);
       }},
      {"write into zeros",
       {{2}},
       [](const Inputs& in) {
         const Tensor t = ops::zeros({3}, {DType::float64, in[0].device()});
         ops::copy_into(ops::slice(t, 0, 1, 3, 1), in[0]);
         return ops::mul(t, 3);
       }},
      {"scale a column",
       {{2, 2}, {2}},
       [](const Inputs& in) {
         const Tensor t = ops::mul(in[0], 1);
         const Tensor column = ops::select(t, 1, 0);
         ops::binary_(BinaryOp::mul, column, in[1]);
         return ops::add(ops::sum(column), t);
       }},
      {"a view made before",
       {{4}},
       [](const Inputs& in) {
         const Tensor t = ops::mul(in[0], 1);
         const Tensor seen = ops::view(t, {2, 2});
         ops::binary_(BinaryOp::mul, t, 3);
         return ops::mul(seen, 2);
       }},
      {"fill a part",
       {{4}},
       [](const Inputs& in) {
         const Tensor t = ops::mul(in[0], 2);
         ops::fill_(ops::slice(t, 0, 0, 2, 1), 5);
         return ops::mul(t, t);
       }},
  };
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (auto list : {unary_cases(), binary_cases(), reduction_cases(), view_cases(), product_cases(),
                    loss_cases(), layer_cases(), in_place_cases()}) {
    cases.insert(cases.end(), list.begin(), list.end());
  }
  return cases;
}

/// Numbers between low and high, spread unevenly, no two alike.
Numbers spread(std::int64_t count, double low, double high, int salt) {
  Numbers out;
  for (std::int64_t i = 0; i < count; ++i) {
    const double place = std::fmod(0.137 + 0.618034 * static_cast<double>(i + 1) + 0.271 * salt, 1.0);
    out.push_back(low + (high - low) * place);
  }
  return out;
}

/// One number from the function's result: each element with a weight of its own.
Tensor weighed(const Tensor& result) {
  const Tensor weights =
      make(spread(result.numel(), 0.5, 1.5, 7), result.shape(), result.device(), DType::float64);
  return ops::sum(ops::mul(result, weights));
}

/// The same by finite differences: how the number changes with each element of one input.
Numbers differences(const Case& c, const std::vector<Numbers>& start, std::size_t which, Device device) {
  const auto value = [&](std::size_t element, double step) {
    const autograd::NoGradGuard guard;
    Inputs in;
    for (std::size_t k = 0; k < start.size(); ++k) {
      Numbers moved = start[k];
      if (k == which) moved[element] += step;
      in.push_back(make(moved, c.shapes[k], device, DType::float64));
    }
    return weighed(c.function(in)).item<double>();
  };
  constexpr double kStep = 1e-6;
  Numbers out;
  for (std::size_t i = 0; i < start[which].size(); ++i) {
    out.push_back((value(i, kStep) - value(i, -kStep)) / (2 * kStep));
  }
  return out;
}

}  // namespace

/// The gradient of every differentiable operation against finite differences, on the CPU and on a simulated
/// GPU.
class TestGradients : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { simulate(2); }
  void agrees_data();
  void agrees();
};

void TestGradients::agrees_data() {
  QTest::addColumn<int>("number");
  QTest::addColumn<Device>("device");
  const std::vector<Case> cases = all_cases();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    for (const Device device : {kCpu, kGpu1}) {
      QTest::addRow("%s on %s", cases[i].name, device.str().c_str()) << static_cast<int>(i) << device;
    }
  }
}

void TestGradients::agrees() {
  QFETCH(int, number);
  QFETCH(Device, device);
  const Case c = all_cases()[static_cast<std::size_t>(number)];
  std::vector<Numbers> start;
  Inputs in;
  for (std::size_t k = 0; k < c.shapes.size(); ++k) {
    start.push_back(spread(numel(c.shapes[k]), c.low, c.high, static_cast<int>(k)));
    in.push_back(leaf(start[k], c.shapes[k], device, DType::float64));
  }
  autograd::backward(weighed(c.function(in)));
  for (std::size_t k = 0; k < in.size(); ++k) {
    QVERIFY(in[k].grad().defined());
    QCOMPARE(in[k].grad().shape(), in[k].shape());
    QCOMPARE(in[k].grad().device(), device);
    const Numbers expected = differences(c, start, k, device), got = values(in[k].grad());
    for (std::size_t i = 0; i < got.size(); ++i) {
      QVERIFY2(std::abs(got[i] - expected[i]) < 1e-6 * (1 + std::abs(expected[i])),
               qPrintable(QString("input %1, element %2: %3, by differences %4")
                              .arg(k)
                              .arg(i)
                              .arg(got[i])
                              .arg(expected[i])));
    }
  }
}

QTEST_GUILESS_MAIN(TestGradients)
#include "tst_gradients.moc"
