// SPDX-License-Identifier: Apache-2.0
// Every operation of the GPU's kernels against the host's, over dtypes and layouts. `gpu_check --simulate`
// checks itself on a simulated GPU; without a GPU it is skipped. Needs no Qt, so that it runs on a bare GPU
// machine.
#include <algorithm>
#include <array>

#include "core/errors.h"
#include "load.h"
#include "memory.h"

using namespace todevice;
using namespace todevice::testing;

namespace {

Score score;
std::mt19937 dice(7);

constexpr std::array kFloats{DType::float16, DType::bfloat16, DType::float32, DType::float64};
constexpr std::array kAll{DType::boolean, DType::uint8,   DType::int8,     DType::int16,   DType::int32,
                          DType::int64,   DType::float16, DType::bfloat16, DType::float32, DType::float64};

double number(DType dtype, double low = -3, double high = 3) {
  if (dtype == DType::boolean) return static_cast<double>(dice() % 2);
  if (!is_floating_point(dtype)) return 1 + static_cast<double>(dice() % 6);
  return std::uniform_real_distribution<double>(low, high)(dice);
}

struct Layout {
  const char* name;
  Shape shape;
  Strides strides;
  std::int64_t offset, elements;
};
std::vector<Layout> layouts() {
  return {{"dense", {7, 37}, {37, 1}, 0, 259},
          {"large", {33000}, {1}, 0, 33000},
          {"turned", {37, 7}, {1, 37}, 0, 259},
          {"odd start", {5, 9}, {9, 1}, 3, 48},
          {"every second", {6, 8}, {32, 2}, 1, 200},
          {"row repeated", {6, 10}, {0, 1}, 0, 10},
          {"column repeated", {6, 10}, {1, 0}, 0, 6},
          {"3-d", {3, 4, 5}, {5, 15, 1}, 0, 60},
          {"one", {}, {}, 0, 1}};
}
std::string word(const char* what, int op, DType dtype, const Layout& layout) {
  return std::string(what) + " " + std::to_string(op) + " " + std::string(dtype_name(dtype)) + " " +
         layout.name;
}

/// Runs `act` on both sides; both must refuse or both agree.
template <class Act>
void both(const std::string& what, Twin& out, DType dtype, const Act& act) {
  bool host_refuses = false, gpu_refuses = false;
  try {
    act(host_kernels(), false);
  } catch (const Error&) {
    host_refuses = true;
  }
  try {
    act(gpu_kernels(), true);
  } catch (const NotImplementedError&) {
    gpu_refuses = true;
  }
  score.expect(host_refuses == gpu_refuses, what + ": one side refuses");
  if (!host_refuses && !gpu_refuses) score.near(out.gpu(), out.host(), tolerance_of(dtype), what);
}

bool is_test(UnaryOp op) {
  return op == UnaryOp::logical_not || op == UnaryOp::isnan || op == UnaryOp::isinf ||
         op == UnaryOp::isfinite;
}

void check_unary() {
  for (const DType dtype : kAll) {
    for (int i = 0; i <= static_cast<int>(UnaryOp::isfinite); ++i) {
      const auto op = static_cast<UnaryOp>(i);
      if (dtype == DType::boolean && !is_test(op) && op != UnaryOp::bitwise_not) continue;
      for (const Layout& l : layouts()) {
        Twin in(dtype, l.elements), out(is_test(op) ? DType::boolean : dtype, numel(l.shape));
        const bool positive = (op >= UnaryOp::log && op <= UnaryOp::rsqrt) || op == UnaryOp::reciprocal;
        const bool unit = op == UnaryOp::asin || op == UnaryOp::acos;
        in.set([&](std::size_t) { return number(dtype, positive ? 0.1 : unit ? -1 : -3, unit ? 1 : 3); });
        const Strides dense = contiguous_strides(l.shape);
        both(word("unary", i, dtype, l), out, dtype, [&](Kernels& k, bool gpu) {
          k.unary(
              op, gpu ? out.gpu_view(l.shape, dense) : out.host_view(l.shape, dense),
              gpu ? in.gpu_view(l.shape, l.strides, l.offset) : in.host_view(l.shape, l.strides, l.offset));
        });
      }
    }
  }
}

void check_binary() {
  for (const DType dtype : kAll) {
    for (int i = 0; i <= static_cast<int>(BinaryOp::gelu_grad); ++i) {
      const auto op = static_cast<BinaryOp>(i);
      const bool compare = op >= BinaryOp::eq && op <= BinaryOp::logical_xor;
      if (dtype == DType::boolean && !compare && (op < BinaryOp::bitwise_and || op > BinaryOp::bitwise_xor))
        continue;
      for (const Layout& l : layouts()) {
        for (const int numbers : {0, 1, 2}) {  // none, the first, the second operand is a plain number
          Twin a(dtype, l.elements), b(dtype, numel(l.shape)),
              out(compare ? DType::boolean : dtype, numel(l.shape));
          a.set([&](std::size_t) { return number(dtype, op == BinaryOp::pow ? 0.1 : -3); });
          b.set([&](std::size_t) { return number(dtype, 0.5, 3); });
          const Strides dense = contiguous_strides(l.shape);
          const Scalar plain = is_floating_point(dtype) ? Scalar(1.5) : Scalar(1);
          // rounding decides a quotient's floor: whole steps may differ by the dtype's own grain
          both(word("binary", i, dtype, l) + " " + std::to_string(numbers), out, dtype,
               [&](Kernels& k, bool gpu) {
                 const Operand x = numbers == 1 ? Operand(plain)
                                                : Operand(gpu ? a.gpu_view(l.shape, l.strides, l.offset)
                                                              : a.host_view(l.shape, l.strides, l.offset));
                 const Operand y =
                     numbers == 2 ? Operand(plain)
                                  : Operand(gpu ? b.gpu_view(l.shape, dense) : b.host_view(l.shape, dense));
                 k.binary(op, gpu ? out.gpu_view(l.shape, dense) : out.host_view(l.shape, dense), x, y);
               });
        }
      }
    }
  }
}

void check_copies() {
  for (const DType from : kAll) {
    for (const DType to : kAll) {
      for (const Layout& l : layouts()) {
        Twin in(from, l.elements), out(to, numel(l.shape));
        in.set([&](std::size_t) { return number(from, 0, 9); });
        const Strides dense = contiguous_strides(l.shape);
        both(word("copy", static_cast<int>(to), from, l), out, to, [&](Kernels& k, bool gpu) {
          k.copy(
              gpu ? out.gpu_view(l.shape, dense) : out.host_view(l.shape, dense),
              gpu ? in.gpu_view(l.shape, l.strides, l.offset) : in.host_view(l.shape, l.strides, l.offset));
        });
      }
    }
  }
  for (const DType dtype : kAll) {
    Twin out(dtype, 1000);
    const Layout l{"dense", {1000}, {1}, 0, 1000};
    both(word("fill", 0, dtype, l), out, dtype, [&](Kernels& k, bool gpu) {
      k.fill(gpu ? out.gpu_view(l.shape, l.strides) : out.host_view(l.shape, l.strides), 1);
    });
    if (dtype == DType::boolean || dtype == DType::uint8 || dtype == DType::int8) continue;
    both(word("arange", 0, dtype, l), out, dtype, [&](Kernels& k, bool gpu) {
      k.arange(gpu ? out.gpu_view(l.shape, l.strides) : out.host_view(l.shape, l.strides), 3, 2);
    });
  }
}

void check_reductions() {
  struct Case {
    Shape shape;
    Strides strides;
    std::uint32_t dims;
  };
  const std::vector<Case> cases{
      {{300, 40}, {40, 1}, 1u},    {{300, 40}, {40, 1}, 2u}, {{40, 300}, {1, 40}, 2u},
      {{5, 6, 7}, {42, 7, 1}, 5u}, {{200000}, {1}, 1u},      {{3, 50000}, {50000, 1}, 2u},
      {{50000, 3}, {3, 1}, 1u},    {{4, 4}, {4, 1}, 3u},     {{128, 256}, {256, 1}, 1u}};
  for (const DType dtype : kAll) {
    for (int i = 0; i <= static_cast<int>(ReduceOp::argmin); ++i) {
      const auto op = static_cast<ReduceOp>(i);
      const bool truth = op == ReduceOp::all || op == ReduceOp::any;
      const bool where = op == ReduceOp::argmax || op == ReduceOp::argmin;
      if (truth != (dtype == DType::boolean)) continue;
      if (op == ReduceOp::mean && !is_floating_point(dtype)) continue;
      for (const Case& c : cases) {
        Shape kept = c.shape;
        for (int d = 0; d < kept.count(); ++d) {
          if (c.dims >> d & 1u) kept[d] = 1;
        }
        Twin in(dtype, numel(c.shape)), out(where ? DType::int64 : dtype, numel(kept));
        in.set([&](std::size_t) { return op == ReduceOp::prod ? 1 : number(dtype, 0, 1); });
        const Strides dense = contiguous_strides(kept);
        const std::string what = "reduce " + std::to_string(i) + " " + std::string(dtype_name(dtype)) + " " +
                                 to_string(c.shape) + " dims " + std::to_string(c.dims);
        const DType exact = where ? DType::int64 : dtype;
        both(what, out, exact, [&](Kernels& k, bool gpu) {
          k.reduce(op, gpu ? out.gpu_view(kept, dense) : out.host_view(kept, dense),
                   gpu ? in.gpu_view(c.shape, c.strides) : in.host_view(c.shape, c.strides), c.dims);
        });
      }
    }
  }
}

void check_products() {
  struct Size {
    std::int64_t batch, n, k, m;
  };
  for (const DType dtype : kFloats) {
    for (const Size s : {Size{1, 2, 3, 4}, Size{1, 128, 784, 256}, Size{1, 64, 2, 16}, Size{3, 5, 7, 6},
                         Size{1, 1, 9, 1}, Size{1, 33, 65, 17}}) {
      for (int turned = 0; turned < 8; ++turned) {
        const auto strides = [&](bool turn, std::int64_t r, std::int64_t c) {
          return turn ? Strides{r * c, 1, r} : Strides{r * c, c, 1};
        };
        const Strides as = strides(turned & 1, s.n, s.k), bs = strides(turned & 2, s.k, s.m),
                      os = strides(turned & 4, s.n, s.m);
        Twin a(dtype, s.batch * s.n * s.k), b(dtype, s.batch * s.k * s.m), out(dtype, s.batch * s.n * s.m);
        const double scale = 1 / std::sqrt(static_cast<double>(s.k));
        a.set([&](std::size_t) { return number(dtype, -1, 1) * scale; });
        b.set([&](std::size_t) { return number(dtype, -1, 1); });
        out.set([&](std::size_t) { return number(dtype, -1, 1); });
        const double beta = turned % 3 == 0 ? 0.5 : 0;
        both("matmul " + std::string(dtype_name(dtype)) + " " + std::to_string(s.n) + "x" +
                 std::to_string(s.k) + "x" + std::to_string(s.m) + " turned " + std::to_string(turned),
             out, dtype, [&](Kernels& k, bool gpu) {
               const Shape x{s.batch, s.n, s.k}, y{s.batch, s.k, s.m}, z{s.batch, s.n, s.m};
               k.matmul(gpu ? out.gpu_view(z, os) : out.host_view(z, os),
                        gpu ? a.gpu_view(x, as) : a.host_view(x, as),
                        gpu ? b.gpu_view(y, bs) : b.host_view(y, bs), 1.25, beta);
             });
      }
      if (s.batch > 1) continue;
      Twin a(dtype, s.n * s.k), b(dtype, s.k * s.m), bias(dtype, s.m), out(dtype, s.n * s.m);
      for (Twin* t : {&a, &b, &bias})
        t->set([&](std::size_t) { return number(dtype, -1, 1) / std::sqrt(static_cast<double>(s.k)); });
      both("matmul_plus " + std::string(dtype_name(dtype)) + " " + std::to_string(s.n), out, dtype,
           [&](Kernels& k, bool gpu) {
             const auto view = [&](Twin& t, const Shape& shape, const Strides& strides) {
               return gpu ? t.gpu_view(shape, strides) : t.host_view(shape, strides);
             };
             k.matmul_plus(view(out, {s.n, s.m}, {s.m, 1}), view(bias, {s.n, s.m}, {0, 1}),
                           view(a, {s.n, s.k}, {s.k, 1}), view(b, {s.k, s.m}, {1, s.k}));
           });
    }
  }
}

void check_rows() {
  for (const DType dtype : kFloats) {
    for (const std::int64_t width : {1, 10, 257, 3000}) {
      for (const bool log : {false, true}) {
        const std::int64_t rows = 33;
        const Shape shape{rows, width};
        const Strides dense{width, 1};
        Twin in(dtype, rows * width), out(dtype, rows * width), grad(dtype, rows * width),
            target(DType::int64, rows), loss(dtype, rows);
        in.set([&](std::size_t) { return number(dtype); });
        grad.set([&](std::size_t) { return number(dtype, -1, 1) / static_cast<double>(width); });
        target.set([&](std::size_t i) {
          return i % 7 == 3 ? -100.0 : static_cast<double>(i % static_cast<std::size_t>(width));
        });
        const std::string what = std::string(log ? "log_softmax " : "softmax ") +
                                 std::string(dtype_name(dtype)) + " " + std::to_string(width);
        const auto view = [&](Twin& t, bool gpu) {
          return gpu ? t.gpu_view(shape, dense) : t.host_view(shape, dense);
        };
        both(what, out, dtype, [&](Kernels& k, bool gpu) { k.softmax(view(out, gpu), view(in, gpu), log); });
        out.send();
        both("nll of " + what, loss, dtype, [&](Kernels& k, bool gpu) {
          k.nll(gpu ? loss.gpu_view({rows}, {1}) : loss.host_view({rows}, {1}), view(out, gpu),
                gpu ? target.gpu_view({rows}, {1}) : target.host_view({rows}, {1}), -100);
        });
        Twin whole(dtype, 1), count(dtype, 1);
        for (const bool mean : {false, true}) {
          both("reduced nll of " + what, whole, dtype, [&](Kernels& k, bool gpu) {
            const View labels = gpu ? target.gpu_view({rows}, {1}) : target.host_view({rows}, {1});
            const View sum = gpu ? whole.gpu_view({}, {}) : whole.host_view({}, {});
            const View number_of = gpu ? count.gpu_view({}, {}) : count.host_view({}, {});
            if (k.nll_reduced(sum, number_of, view(out, gpu), labels, mean, -100)) return;
            Twin each(dtype, rows);
            k.nll(each.host_view({rows}, {1}), view(out, gpu), labels, -100);
            k.reduce(ReduceOp::sum, {sum.data, dtype, {1}, {1}}, each.host_view({rows}, {1}), 1);
            const double counted = static_cast<double>(rows) - 5;
            if (mean) k.binary(BinaryOp::div, sum, sum, Scalar(counted));
          });
        }
        both("grad of " + what, in, dtype, [&](Kernels& k, bool gpu) {
          k.softmax_grad(view(in, gpu), view(grad, gpu), view(out, gpu), log);
        });
        loss.set([&](std::size_t) { return number(dtype); });
        both("nll grad of " + what, in, dtype, [&](Kernels& k, bool gpu) {
          k.fill(view(in, gpu), 0);
          k.nll_grad(view(in, gpu), gpu ? target.gpu_view({rows}, {1}) : target.host_view({rows}, {1}),
                     gpu ? loss.gpu_view({rows}, {1}) : loss.host_view({rows}, {1}), -100);
        });
      }
    }
  }
}

void check_choosing() {
  for (const DType dtype : kAll) {
    Twin a(dtype, 600), b(dtype, 600), out(dtype, 600), yes(DType::boolean, 600), rows(DType::int64, 12);
    for (Twin* t : {&a, &b}) t->set([&](std::size_t) { return number(dtype); });
    yes.set([&](std::size_t) { return number(DType::boolean); });
    rows.set([&](std::size_t i) { return static_cast<double>(i * 5 % 9) - (i % 2 ? 20 : 0); });
    const Shape shape{20, 30};
    const Strides dense{30, 1};
    const std::string name(dtype_name(dtype));
    const auto view = [&](Twin& t, bool gpu) {
      return gpu ? t.gpu_view(shape, dense) : t.host_view(shape, dense);
    };
    const auto first = [&](Twin& t, bool gpu) {
      return gpu ? t.gpu_view({12, 30}, dense) : t.host_view({12, 30}, dense);
    };
    const auto index = [&](bool gpu) { return gpu ? rows.gpu_view({12}, {1}) : rows.host_view({12}, {1}); };
    both("where " + name, out, dtype,
         [&](Kernels& k, bool gpu) { k.where(view(out, gpu), view(yes, gpu), view(a, gpu), Scalar(1)); });
    both("clamp " + name, out, dtype, [&](Kernels& k, bool gpu) {
      k.clamp(view(out, gpu), view(a, gpu), is_floating_point(dtype) ? Scalar(-0.5) : Scalar(0), Scalar(1));
    });
    both("index_select " + name, out, dtype, [&](Kernels& k, bool gpu) {
      k.index_select(first(out, gpu), view(a, gpu), index(gpu), Counted::either_end);
    });
    if (dtype == DType::boolean) continue;
    both("index_add " + name, out, dtype, [&](Kernels& k, bool gpu) {
      k.fill(view(out, gpu), 0);
      k.index_add(view(out, gpu), first(a, gpu), index(gpu));
    });
  }
}

void check_optimisers() {
  for (const DType dtype : {DType::float32, DType::float64}) {
    for (int way = 0; way < 6; ++way) {
      std::vector<std::unique_ptr<Twin>> twins;
      std::array<std::vector<View>, 4> host, gpu;
      for (int t = 0; t < 70; ++t) {
        const std::int64_t n = 1 + t * 37;
        for (std::size_t k = 0; k < 4; ++k) {
          twins.push_back(std::make_unique<Twin>(dtype, n));
          twins.back()->set([&](std::size_t) { return number(dtype, k == 3 ? 0.1 : -1, 1); });
          host[k].push_back(twins.back()->host_view({n}, {1}));
          gpu[k].push_back(twins.back()->gpu_view({n}, {1}));
        }
      }
      const std::string what = "optimiser " + std::to_string(way) + " " + std::string(dtype_name(dtype));
      for (const bool on_gpu : {false, true}) {
        const auto& v = on_gpu ? gpu : host;
        Kernels& k = on_gpu ? gpu_kernels() : host_kernels();
        if (way < 4) {
          const Kernels::SgdStep how{
              0.1, way == 0 ? 0 : 0.9, way == 2 ? 0.2 : 0, way == 2 ? 0.01 : 0, way == 3, way == 1, way == 1};
          k.sgd_step(v[0], v[1], way == 0 ? std::span<const View>() : std::span<const View>(v[2]), how);
        } else {
          k.adam_step(v[0], v[1], v[2], v[3], {0.01, 0.9, 0.999, 1e-8, 0.1, way == 4, way == 5, 3});
        }
      }
      for (const auto& twin : twins) score.near(twin->gpu(), twin->host(), tolerance_of(dtype), what);
    }
  }
}

void check_random() {
  // seed 0: what PyTorch 2.11 draws on a GPU
  const std::vector<double> uniform{0.39904648065567017, 0.5166791677474976, 0.024930385872721672,
                                    0.940079391002655, 0.945854127407074};
  const std::vector<double> normal{-0.9246624112129211, -0.42534422874450684, -2.643845796585083,
                                   0.14518386125564575, -0.12086640298366547};
  Twin out(DType::float32, 5);
  gpu_kernels().manual_seed(0);
  gpu_kernels().uniform(out.gpu_view({5}, {1}), 0, 1);
  score.near(out.gpu(), uniform, 0, "uniform of seed 0");
  gpu_kernels().manual_seed(0);
  gpu_kernels().normal(out.gpu_view({5}, {1}), 0, 1);
  score.near(out.gpu(), normal, registry::cuda()->name() == "sim" ? 1e-6 : 0, "normal of seed 0");
}

/// Has the driver a context on the GPU, which costs hundreds of megabytes?
bool is_started() {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (!driver) return false;
  const auto state =
      reinterpret_cast<int (*)(int, unsigned*, int*)>(dlsym(driver, "cuDevicePrimaryCtxGetState"));
  unsigned flags = 0;
  int active = 0;
  if (state) state(0, &flags, &active);
  dlclose(driver);
  return active != 0;
}

/// What is asked of every GPU that is visible starts none of them. Must come first.
void check_untouched() {
  Backend& gpu = registry::of(kGpu);
  Kernels& kernels = gpu.kernels(0);
  kernels.manual_seed(11);
  score.expect(kernels.initial_seed() == 11 && kernels.random_state().size() == 16, "a seed before any use");
  const MemoryStats stats = gpu.memory_stats(0);
  score.expect(stats.allocated == 0 && stats.reserved == 0, "nothing is held before any use");
  score.expect(stats.device_total == gpu.properties(0).total_memory && stats.device_free > 0 &&
                   stats.device_free <= stats.device_total,
               "a card's memory is known before any use");
  gpu.reset_peaks(0);
  gpu.empty_cache(0);
  gpu.synchronize(0);
  score.expect(!is_started(), "seeds and memory figures start no GPU");
  void* const data = gpu.allocate(0, 512);
  score.expect(gpu.memory_stats(0).allocated == 512, "the first 512 bytes");
  gpu.deallocate(0, data, 512);
  score.expect(is_started() == (gpu.name() == "cuda"), "a context is told where there is one");
}

void check_memory() {
  Backend& gpu = registry::of(kGpu);
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{4096}, std::size_t{300000},
                                  std::size_t{5000001}, std::size_t{80000003}}) {
    std::vector<unsigned char> sent(bytes), back(bytes);
    for (std::size_t i = 0; i < bytes; ++i) sent[i] = static_cast<unsigned char>(i * 2654435761u >> 13);
    void* data = gpu.allocate(0, bytes);
    void* twin = gpu.allocate(0, bytes);
    gpu.copy(kGpu, data, kCpu, sent.data(), bytes, true);
    gpu.copy(kGpu, twin, kGpu, data, bytes, true);
    gpu.copy(kCpu, back.data(), kGpu, twin, bytes, true);
    score.expect(sent == back, "copy of " + std::to_string(bytes) + " bytes there and back");
    score.expect(reinterpret_cast<std::uintptr_t>(data) % 512 == 0, "512-byte alignment");
    gpu.deallocate(0, data, bytes);
    gpu.deallocate(0, twin, bytes);
  }
  const MemoryStats before = gpu.memory_stats(0);
  std::string said = "nothing";
  try {
    gpu.allocate(0, std::size_t{1} << 50);
  } catch (const OutOfMemoryError& error) {
    said = error.what();
  }
  score.expect(said.starts_with("CUDA out of memory. Tried to allocate "), "out of memory says " + said);
  score.expect(gpu.memory_stats(0).allocated == before.allocated,
               "a refused request leaves the figures alone");
  void* small = gpu.allocate(0, 4);
  score.expect(gpu.memory_stats(0).allocated == before.allocated + 512, "4 bytes cost 512");
  gpu.deallocate(0, small, 4);
  gpu.synchronize(0);
}

}  // namespace

int main(int argc, char** argv) {
  if (!choose_gpu(argc, argv)) return kSkipped;
  try {
    using Check = std::pair<const char*, void (*)()>;
    for (const auto& [name, check] :
         {Check{"untouched", check_untouched}, Check{"memory", check_memory}, Check{"unary", check_unary},
          Check{"binary", check_binary}, Check{"copies", check_copies}, Check{"reductions", check_reductions},
          Check{"products", check_products}, Check{"rows", check_rows}, Check{"choosing", check_choosing},
          Check{"optimisers", check_optimisers}, Check{"random", check_random}}) {
      const Score before = score;
      check();
      std::printf("%-12s %5d checked, %d failed\n", name, score.checked - before.checked,
                  score.failed - before.failed);
      std::fflush(stdout);
    }
  } catch (const std::exception& error) {
    std::printf("FAIL stopped: %s\n", error.what());
    ++score.failed;
  }
  std::printf("gpu_check: %d checked, %d failed\n", score.checked, score.failed);
  return score.failed == 0 ? 0 : 1;
}
