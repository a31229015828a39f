// SPDX-License-Identifier: Apache-2.0
#include "backend/registry.h"

#include "../support/tensors.h"
#include "child.h"

using namespace todevice;
using namespace todevice::testing;

namespace {

/// A simulated machine under CUDA_VISIBLE_DEVICES (null: unset), in a child.
template <class Call>
std::string with(const char* visible, int count, Call call) {
  return in_child([&] {
    simulate(count);
    if (visible) qputenv("CUDA_VISIBLE_DEVICES", visible);
    return call();
  });
}

std::string use_cuda() {
  return Tensor::empty({1}, {DType::float32, Device(DeviceType::cuda)}).device().str();
}

std::string uuids() {
  std::string text;
  for (int i = 0; i < registry::cuda()->device_count(); ++i)
    text += (i ? " " : "") + registry::cuda()->properties(i).uuid;
  return text;
}

const char* const kBadOrdinal =
    "accelerator error: CUDA error: invalid device ordinal\nGPU device may be out of range, do you have "
    "enough GPUs?\nCUDA kernel errors might be asynchronously reported at some other API call, so the "
    "stacktrace below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1\nCompile "
    "with `TORCH_USE_CUDA_DSA` to enable device-side assertions.\n";

}  // namespace

class TestRegistry : public QObject {
  Q_OBJECT
 private slots:
  void hostNeedsNothing();
  void startsAtFirstUse();
  void noBackend();
  void noVisibleGpu();
  void duplicate();
  void badOrder();
  void beyondTheEnd();
  void variableIsReadOnce();
  void mapsLogicalToPhysical();
  void currentDevice();
  void guard();
  void backendIsFixedOnceUsed();
  void asksAtStart();
};

void TestRegistry::hostNeedsNothing() {
  QCOMPARE(registry::host().name(), std::string_view("host"));
  QCOMPARE(registry::host().device_count(), 1);
  QVERIFY(registry::resolve(Device(DeviceType::cpu, 0)) == kCpu);
  QVERIFY(!registry::cuda_initialized());
}

void TestRegistry::startsAtFirstUse() {
  QCOMPARE(with(nullptr, 2,
                [] {
                  std::string text = registry::cuda_initialized() ? "started " : "not started ";
                  text += use_cuda();
                  return text + (registry::cuda_initialized() ? " started" : " not started");
                }),
           std::string("not started cuda:0 started"));
}

void TestRegistry::noBackend() {
  QCOMPARE(in_child(use_cuda), std::string("error: Found no NVIDIA driver on your system. Please check that "
                                           "you have an NVIDIA GPU and installed a driver from "
                                           "http://www.nvidia.com/Download/index.aspx"));
}

void TestRegistry::noVisibleGpu() {
  for (const char* hidden : {"", "-1", "7", "none"})
    QCOMPARE(with(hidden, 2, use_cuda), std::string("error: No CUDA GPUs are available"));
}

void TestRegistry::duplicate() {
  QCOMPARE(with("0,0", 2, use_cuda),
           std::string("error: Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions "
                       "before calling NumCudaDevices() that might have already set an error? Error 101: "
                       "invalid device ordinal"));
  QCOMPARE(with("0,0", 2, [] { return std::to_string(registry::cuda()->device_count()); }), std::string("0"));
}

void TestRegistry::badOrder() {
  QVERIFY(with("0", 2, [] {
            qputenv("CUDA_DEVICE_ORDER", "bogus");
            return use_cuda();
          }).starts_with("error: Unexpected error from cudaGetDeviceCount()."));
}

void TestRegistry::beyondTheEnd() {
  QCOMPARE(with("1,0", 4,
                [] {
                  return Tensor::empty({1}, {DType::float32, Device(DeviceType::cuda, 2)}).device().str();
                }),
           std::string(kBadOrdinal));
  QCOMPARE(with(nullptr, 4,
                [] {
                  registry::set_current_device(5);
                  return std::string("no error");
                }),
           std::string(kBadOrdinal));
}

void TestRegistry::variableIsReadOnce() {
  QCOMPARE(with("0", 4,
                [] {
                  use_cuda();
                  qputenv("CUDA_VISIBLE_DEVICES", "0,1,2,3");
                  return std::to_string(registry::cuda()->device_count());
                }),
           std::string("1"));
}

void TestRegistry::mapsLogicalToPhysical() {
  const auto machine = sim::machine(4);
  QCOMPARE(with("2,0", 4, uuids), machine[2].uuid + " " + machine[0].uuid);
  QCOMPARE(with(machine[3].uuid.c_str(), 4, uuids), machine[3].uuid);
  QCOMPARE(with("1", 4, [] { return std::to_string(registry::cuda()->physical_gpus().size()); }),
           std::string("4"));
}

void TestRegistry::currentDevice() {
  QCOMPARE(with(nullptr, 3,
                [] {
                  std::string text = std::to_string(registry::current_device());
                  registry::set_current_device(2);
                  registry::set_current_device(-1);  // no effect
                  return text + std::to_string(registry::current_device()) + use_cuda();
                }),
           std::string("02cuda:2"));
}

void TestRegistry::guard() {
  QCOMPARE(with(nullptr, 3,
                [] {
                  std::string text;
                  {
                    const DeviceGuard outer(kGpu1);
                    {
                      const DeviceGuard none(kCpu);
                      text += use_cuda();
                    }
                    try {
                      const DeviceGuard bad(Device(DeviceType::cuda, 9));
                    } catch (const AcceleratorError&) {
                      text += " refused ";
                    }
                    text += use_cuda();
                  }
                  return text + " " + use_cuda();
                }),
           std::string("cuda:1 refused cuda:1 cuda:0"));
}

void TestRegistry::backendIsFixedOnceUsed() {
  QCOMPARE(with(nullptr, 1,
                [] {
                  registry::set_cuda(sim::make_backend(sim::machine(2)));  // not used yet: allowed
                  use_cuda();
                  registry::set_cuda(sim::make_backend(sim::machine(3)));
                  return std::string("no error");
                }),
           std::string("error: CUDA is in use already; its backend cannot change"));
}

void TestRegistry::asksAtStart() {
  QCOMPARE(
      with(nullptr, 1,
           [] {
             std::string text;
             registry::at_cuda_start([&](Backend& backend) { text += std::string(backend.name()) + " "; });
             text += "before ";
             use_cuda();
             registry::at_cuda_start([&](Backend&) { text += "at once"; });
             return text;
           }),
      std::string("before sim at once"));
}

QTEST_GUILESS_MAIN(TestRegistry)
#include "tst_registry.moc"
