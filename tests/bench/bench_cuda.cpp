// SPDX-License-Identifier: Apache-2.0
// The GPU's figures: copies, what a small operation costs, matrix products, a training step (eager and as a
// graph). Without a GPU it prints why there are none.
#include <memory>
#include <vector>

#include "../engine/cuda/load.h"
#include "autograd/autograd.h"
#include "backend/streams.h"
#include "figure.h"
#include "nn/layers.h"
#include "ops/ops.h"
#include "optim/optimizer.h"

using namespace todevice;
using Clock = std::chrono::steady_clock;

namespace {

constexpr Device kGpu{DeviceType::cuda, 0};

void wait() {
  registry::of(kGpu).synchronize(0);
}

/// Median microseconds of `act`, whose queued work is waited for after every `batch` calls.
template <class Act>
double microseconds(Act act, int batch, int rounds = 9) {
  for (int i = 0; i < 3; ++i) act();
  wait();
  std::vector<double> each;
  for (int r = 0; r < rounds; ++r) {
    const auto begin = Clock::now();
    for (int i = 0; i < batch; ++i) act();
    wait();
    each.push_back(bench::milliseconds_since(begin) * 1000 / batch);
  }
  return bench::median(each);
}

void copies() {
  constexpr std::int64_t kCount = 64 << 20;  // 256 MB of float32
  const Tensor host = ops::ones({kCount});
  const Tensor gpu = host.to({kGpu, {}});
  const double bytes = 4.0 * kCount;
  bench::figure("GPU: .to('cuda') of 256 MB ordinary memory",
                bytes /
                    microseconds(
                        [&] {
                          host.to({kGpu, {}});
                        },
                        1) /
                    1e3,
                "GB/s", ">= 25");
  bench::figure("GPU: .to('cpu') of 256 MB, new target",
                bytes /
                    microseconds(
                        [&] {
                          gpu.to({kCpu, {}});
                        },
                        1) /
                    1e3,
                "GB/s", ">= 10");
  StreamControl& streams = *registry::cuda()->streams();
  const std::size_t size = std::size_t{1} << 28;
  void* pinned = streams.allocate_pinned(size);
  Backend& backend = registry::of(kGpu);
  bench::figure(
      "GPU: pinned 256 MB to the GPU",
      bytes / microseconds([&] { backend.copy(kGpu, gpu.data_ptr(), kCpu, pinned, size, false); }, 1) / 1e3,
      "GB/s", "");
  streams.deallocate_pinned(pinned);
}

void small_operations() {
  const Tensor a = ops::ones({3, 3}, {DType::float32, kGpu});
  const Tensor host = ops::ones({3, 3});
  bench::figure("GPU: add of two 3x3 tensors, from C++", microseconds([&] { ops::add(a, a); }, 2000), "us",
                "<= 6");
  bench::figure("GPU: .to('cuda') of a 3x3 tensor, from C++",
                microseconds(
                    [&] {
                      host.to({kGpu, {}});
                    },
                    500),
                "us", "<= 12");
  bench::figure("GPU: .to('cpu') of a 3x3 tensor, from C++",
                microseconds(
                    [&] {
                      a.to({kCpu, {}});
                    },
                    500),
                "us", "");
  const Tensor large = ops::ones({64 << 20}, {DType::float32, kGpu});
  const double us = microseconds([&] { ops::add(large, large); }, 20);
  bench::figure("GPU: add of 256 MB tensors, bytes read and written", 2 * 4.0 * (64 << 20) / us / 1e3, "GB/s",
                "");
}

void products() {
  for (const std::int64_t n : {1024, 4096}) {
    const Tensor a = ops::randn({n, n}, {DType::float32, kGpu}),
                 b = ops::randn({n, n}, {DType::float32, kGpu});
    for (const bool tf32 : {false, true}) {
      registry::cuda()->set_allow_tf32(tf32);
      const double us = microseconds([&] { ops::matmul(a, b); }, 10);
      const std::string what = "GPU: product " + std::to_string(n) + "^3 " + (tf32 ? "TF32" : "fp32");
      bench::figure(what.c_str(), 2.0 * static_cast<double>(n * n * n) / us / 1e6, "TFLOP/s", "");
    }
    registry::cuda()->set_allow_tf32(false);
  }
}

struct Training {
  std::shared_ptr<nn::Sequential> model;
  std::unique_ptr<optim::SGD> sgd;
  Tensor x, y;

  Training(const std::vector<std::int64_t>& sizes, std::int64_t batch) {
    std::vector<std::shared_ptr<nn::Module>> layers;
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
      layers.push_back(
          std::make_shared<nn::Linear>(sizes[i], sizes[i + 1], true, TensorOptions{DType::float32, kGpu}));
      if (i + 2 < sizes.size()) layers.push_back(std::make_shared<nn::ReLU>());
    }
    model = std::make_shared<nn::Sequential>(layers);
    optim::SgdOptions options;
    options.lr = 0.01;
    options.momentum = 0.9;
    sgd = std::make_unique<optim::SGD>(model->parameters(), options);
    x = ops::randn({batch, sizes.front()}, {DType::float32, kGpu});
    y = ops::randint(0, sizes.back(), {batch}, {DType::int64, kGpu});
  }
  void step() {
    sgd->zero_grad();
    autograd::backward(ops::cross_entropy(model->forward(x), y));
    sgd->step();
  }
};

void training(const std::string& name, const std::vector<std::int64_t>& sizes, std::int64_t batch, bool tf32,
              const char* eager_target, const char* graph_target) {
  registry::cuda()->set_allow_tf32(tf32);
  Training training(sizes, batch);
  const int many = sizes.front() > 2000 ? 10 : 200;
  const std::string eager = "GPU: SGD step " + name + ", eager, from C++";
  bench::figure(eager.c_str(), microseconds([&] { training.step(); }, many), "us", eager_target);
  StreamControl& streams = *registry::cuda()->streams();
  streams.set_current_stream(0, streams.create_stream(0, 0));  // the default one cannot be recorded
  const auto graph = streams.begin_capture(0);
  training.step();
  graph->end_capture();
  streams.set_current_stream(0, 0);
  const std::string replayed = "GPU: SGD step " + name + ", graph";
  bench::figure(replayed.c_str(), microseconds([&] { graph->replay(); }, many), "us", graph_target);
  registry::cuda()->set_allow_tf32(false);
}

}  // namespace

int main(int argc, char** argv) {
  const auto begin = Clock::now();
  if (!testing::choose_gpu(argc, argv) || !registry::cuda()->streams()) return 0;
  ops::ones({3, 3}).to({kGpu, {}});
  wait();
  bench::figure("GPU: program start to first result on the GPU", bench::milliseconds_since(begin), "ms",
                "<= 600");
  bench::figure("GPU: memory of the program then", bench::resident_mb(), "MB", "<= 300");
  small_operations();
  copies();
  products();
  training("2-16-16-2 b64 fp32", {2, 16, 16, 2}, 64, false, "", "<= 20");
  training("784-256-10 b128 fp32", {784, 256, 10}, 128, false, "<= 200", "<= 45");
  training("784-1024-1024-10 b1024 fp32", {784, 1024, 1024, 10}, 1024, false, "", "<= 350");
  training("784-1024-1024-10 b1024 TF32", {784, 1024, 1024, 10}, 1024, true, "", "<= 150");
  training("4096x4 b8192 TF32", {4096, 4096, 4096, 4096, 4096}, 8192, true, "<= 8700", "");
}
