// SPDX-License-Identifier: Apache-2.0
// CUDA_VISIBLE_DEVICES, and CUDA_DEVICE_ORDER behind a zero byte, with any bytes in them.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "target.h"
#include "visibility/visibility.h"

using namespace todevice::visibility;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

std::vector<PhysicalGpu> machine(bool slices) {
  std::vector<PhysicalGpu> gpus(4);
  const char* const uuids[] = {
      "GPU-9942a0b1-77c3-4d10-8a5e-0c1d2e3f4a50", "GPU-9e8d4c2f-1b6a-4f07-9d31-5566778899aa",
      "GPU-e42977aa-0d2e-4b8c-a6f1-102030405060", "GPU-ee10c3d4-5e6f-4a7b-8c9d-a1b2c3d4e5f6"};
  for (int i = 0; i < 4; ++i) {
    auto& gpu = gpus[static_cast<std::size_t>(i)];
    gpu.index = i;
    gpu.uuid = uuids[i];
    gpu.speed_class = i % 3;
  }
  if (slices)
    gpus[1].mig = {{"MIG-89c850dc-0000-4000-8000-000000000001", 1, 0, "1g", 1},
                   {"MIG-77aa0000-0000-4000-8000-000000000002", 9, 1, "1g", 1}};
  return gpus;
}

void check(const Result& result, const std::vector<PhysicalGpu>& gpus, bool slices) {
  require(result.uuids.size() == result.logical.size(), "a UUID for each device");
  require((result.error == DriverError::none) == !result.logical.empty(), "devices, or an error");
  require(result.torch_device_count <= 4 && result.torch_device_count >= -1, "PyTorch's count");
  require((result.torch_device_count < 0) == !result.torch_error.empty(), "PyTorch's error");
  require(std::set<int>(result.logical.begin(), result.logical.end()).size() == result.logical.size(),
          "no device twice");
  for (const int physical : result.logical)
    require(physical >= 0 && physical < static_cast<int>(gpus.size()), "a GPU that is there");
  const auto visible = std::count_if(result.tokens.begin(), result.tokens.end(),
                                     [](const Token& token) { return token.verdict == Verdict::visible; });
  require(result.tokens.empty() || visible == static_cast<std::ptrdiff_t>(result.logical.size()),
          "an entry for each device");
  for (const Token& token : result.tokens) require(!token.why.empty(), "a reason for each entry");
  const bool has_slice = std::any_of(result.uuids.begin(), result.uuids.end(),
                                     [](const std::string& uuid) { return uuid.starts_with("MIG-"); });
  require(!has_slice || (slices && result.logical.size() == 1), "an instance stands alone");
}

}  // namespace

std::vector<std::string> seeds() {
  return {"",
          "0",
          "2,9,1",
          "0, 1, 2, -1, 3",
          "0x1,+1,-0,4294967297",
          "GPU-9e8d4c2f-1b6a-4f07-9d31-5566778899aa,GPU-e4",
          "GPU-9,GPU-99",
          "MIG-89c850dc-0000-4000-8000-000000000001,MIG-77",
          "MIG-GPU-9e8d4c2f-1b6a-4f07-9d31-5566778899aa/9/1",
          "\xC2\xB2,\xD9\xA2,\xEF\xBC\x91,\xF0\x9D\x9F\x9A",
          std::string("1,0\0PCI_BUS_ID", 14),
          std::string("0\0FASTEST_FIRST", 15),
          " \t\r1gpu,2ampere,"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<PhysicalGpu> whole = machine(false), cut = machine(true);
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto zero = text.find('\0');
  const std::string variable = text.substr(0, zero);
  std::optional<std::string> order;
  if (zero != std::string::npos) order = text.substr(zero + 1);
  check(resolve(variable, order, whole), whole, false);
  check(resolve(variable, order, cut), cut, true);
  return 0;
}
