// SPDX-License-Identifier: Apache-2.0
// The description of a simulated machine, with any bytes in it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <stdexcept>

#include "machine_file.h"
#include "target.h"

using namespace todevice;

namespace {

constexpr std::size_t kMost = std::size_t{1} << 40;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void check_card(const visibility::PhysicalGpu& gpu, std::set<std::string>& uuids) {
  require(gpu.total_memory > 0 && gpu.total_memory <= kMost, "a size that a card can have");
  require(gpu.busy_memory <= gpu.total_memory, "no more is busy than there is");
  require(gpu.name.find("imulated") != std::string::npos, "a name that says what it is");
  require(uuids.insert(gpu.uuid).second, "a UUID of its own");
  std::size_t slices = 0;
  for (const auto& mig : gpu.mig) {
    require(uuids.insert(mig.uuid).second, "a UUID for each instance");
    slices += mig.total_memory;
  }
  require(slices <= gpu.total_memory, "instances that fit into their card");
}

/// Refused with the line, which the text has.
void check_refusal(const std::string& reason, const std::string& text) {
  require(reason.starts_with("lab.json:"), "the file's name first");
  const int line = std::atoi(reason.c_str() + sizeof "lab.json:" - 1);
  require(line >= 1 && line <= 1 + std::count(text.begin(), text.end(), '\n'), "a line that is there");
  require(reason.find(": ", 9) != std::string::npos, "a reason");
}

}  // namespace

std::vector<std::string> seeds() {
  return {
      R"({"gpus": [{"memory": "24 GiB"}]})",
      R"({"name": "lab", "gpus": [{"name": "Simulated A", "memory": "24 GiB", "speed": 2, "busy": "20 GiB",
 "pci": "0000:01:00.0", "uuid": "GPU-9e8d4c2f-1b6a-4f07-9d31-5566778899aa"}, {"memory": 1073741824}]})",
      R"({"gpus": [{"memory": "80 GiB", "mig": [{"name": "1g.10gb", "memory": "9.5 GiB", "gpu_instance": 1,
 "compute_instance": 0, "uuid": "MIG-89c850dc-0000-4000-8000-000000000001"}, {"memory": "20 GiB"}]}]})",
      R"({"gpus": [{"memory": "1e3 GiB"}, {"memory": -1}, {"memory": 1e300}, {"memory": null}]})",
      "{\n\"gpus\":\n[\n{\"memory\": \"1.5 TiB\", \"memory\": 3}]}",
      "[[[[[[[[[[[[[[[[[[{\"a\":[\"\\ud800\\u0000\"]}",
      "\xEF\xBB\xBF{\"gpus\": []}"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const auto gpus = worker::read_machine_text(text, "lab.json");
    require(!gpus.empty(), "a machine has a card");
    std::set<std::string> uuids;
    for (std::size_t i = 0; i < gpus.size(); ++i) {
      require(gpus[i].index == static_cast<int>(i), "cards count from 0");
      require(i == 0 || gpus[i - 1].pci_bus_id < gpus[i].pci_bus_id, "in the order of their places");
      check_card(gpus[i], uuids);
    }
  } catch (const std::runtime_error& refusal) {
    check_refusal(refusal.what(), text);
  }
  return 0;
}
