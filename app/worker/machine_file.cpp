// SPDX-License-Identifier: Apache-2.0
#include "machine_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string_view>

#include "backend/sim/sim.h"
#include "lined_json.h"
#include "options.h"

namespace todevice::worker {

namespace {

using visibility::MigInstance;
using visibility::PhysicalGpu;

constexpr std::size_t kMostBytes = std::size_t{1} << 40;  // what an address range has room for
constexpr std::size_t kLeastBytes = std::size_t{32} << 20;
constexpr std::size_t kMostInstances = 7;
constexpr std::size_t kLongestName = 100;
constexpr std::uintmax_t kLargestFile = std::uintmax_t{1} << 20;
constexpr int kFastest = 1'000'000;

[[noreturn]] void refuse(const LinedJson& where, std::string reason) {
  throw FileError{where.line, std::move(reason)};
}

/// An object with these fields and no others: a misspelt one would be passed over in silence.
void check_fields(const LinedJson& object, const char* what, const std::vector<std::string>& known) {
  if (object.kind != LinedJson::Kind::object) refuse(object, std::string(what) + " is an object {...}");
  for (const auto& [name, value] : object.members) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::string all;
    for (const auto& one : known) all += (all.empty() ? "" : ", ") + one;
    refuse(value, std::string(what) + " has no field \"" + name + "\"; there are " + all);
  }
}

std::string text_of(const LinedJson& value, const char* field) {
  if (value.kind != LinedJson::Kind::scalar || !value.scalar.is_string())
    refuse(value, std::string("\"") + field + "\" is a text");
  return value.scalar.get<std::string>();
}

int number_of(const LinedJson& value, const char* field, int most) {
  const bool fits = value.kind == LinedJson::Kind::scalar && value.scalar.is_number_unsigned() &&
                    value.scalar.get<std::uint64_t>() <= static_cast<std::uint64_t>(most);
  if (!fits)
    refuse(value, std::string("\"") + field + "\" is a whole number from 0 to " + std::to_string(most));
  return value.scalar.get<int>();
}

/// "1.5 GiB"; -1 for what is no size.
double bytes_of(std::string_view text) {
  constexpr std::string_view kBlank = " \t\n\r";
  text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
  text = text.substr(0, text.find_last_not_of(kBlank) + 1);
  const auto digits = text.substr(0, text.find_first_not_of("0123456789."));
  const auto point = std::min(digits.find('.'), digits.size());
  const auto fraction = digits.substr(std::min(point + 1, digits.size()));
  const bool number = point >= 1 && point <= 9 && fraction.size() <= 6 &&
                      (point == digits.size() || !fraction.empty()) &&
                      fraction.find('.') == std::string_view::npos;
  const auto rest = text.substr(digits.size());
  const auto unit = rest.substr(std::min(rest.find_first_not_of(kBlank), rest.size()));
  static constexpr std::array<std::string_view, 4> kUnits{"KiB", "MiB", "GiB", "TiB"};
  const auto known = std::find(kUnits.begin(), kUnits.end(), unit);
  if (!number || known == kUnits.end()) return -1;
  double value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return std::ldexp(value, 10 * static_cast<int>(1 + (known - kUnits.begin())));
}

/// Each "x" of the form is a lower-case hex digit, all else itself.
bool has_form(std::string_view text, std::string_view form) {
  return std::equal(text.begin(), text.end(), form.begin(), form.end(), [](char given, char wanted) {
    const bool hex = (given >= '0' && given <= '9') || (given >= 'a' && given <= 'f');
    return wanted == 'x' ? hex : given == wanted;
  });
}

std::size_t size_of(const LinedJson& value, const char* field, std::size_t least) {
  double bytes = -1;
  if (value.kind == LinedJson::Kind::scalar && value.scalar.is_number()) {
    bytes = value.scalar.get<double>();
  } else if (value.kind == LinedJson::Kind::scalar && value.scalar.is_string()) {
    bytes = bytes_of(value.scalar.get<std::string>());
  }
  if (!(bytes >= 0))
    refuse(value, std::string("\"") + field + "\" is a size such as \"24 GiB\" or a number of bytes");
  if (bytes < static_cast<double>(least) || bytes > static_cast<double>(kMostBytes)) {
    refuse(value,
           std::string("\"") + field + "\" goes from " + std::to_string(least >> 20) + " MiB to 1 TiB");
  }
  return static_cast<std::size_t>(bytes);
}

std::string uuid_of(const LinedJson& value, const std::string& prefix) {
  const std::string text = text_of(value, "uuid");
  if (!has_form(text, prefix + "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")) {
    refuse(value, "\"uuid\" is \"" + prefix +
                      "\" and 32 lower-case hex digits in groups of 8, 4, 4, 4 and 12, not \"" + text + "\"");
  }
  return text;
}

std::string pci_of(const LinedJson& value) {
  const std::string text = text_of(value, "pci");
  if (!has_form(text, "xxxx:xx:xx.x") || text.back() > '7')
    refuse(value, "\"pci\" is a place such as \"0000:01:00.0\", not \"" + text + "\"");
  return text;
}

std::string name_of(const LinedJson& value) {
  const std::string text = text_of(value, "name");
  if (text.empty() || text.size() > kLongestName) refuse(value, "\"name\" has from 1 to 100 bytes");
  return text;
}

MigInstance read_instance(const LinedJson& object, std::size_t number, const PhysicalGpu& gpu) {
  check_fields(object, "a MIG instance", {"name", "memory", "uuid", "gpu_instance", "compute_instance"});
  MigInstance mig;
  mig.gpu_instance = static_cast<int>(number) + 1;
  mig.name = "1g";
  // A UUID of its own that is the same every time: the card's, with the first digits counted up.
  static constexpr char kHex[] = "0123456789abcdef";
  mig.uuid = "MIG-" + gpu.uuid.substr(4);
  mig.uuid[4] = kHex[(number + 1) % 16];
  mig.uuid[5] = 'a';
  for (const auto& [field, value] : object.members) {
    if (field == "name") mig.name = name_of(value);
    if (field == "memory") mig.total_memory = size_of(value, "memory", kLeastBytes);
    if (field == "uuid") mig.uuid = uuid_of(value, "MIG-");
    if (field == "gpu_instance") mig.gpu_instance = number_of(value, "gpu_instance", 99);
    if (field == "compute_instance") mig.compute_instance = number_of(value, "compute_instance", 99);
  }
  if (mig.total_memory == 0) refuse(object, "a MIG instance needs \"memory\", such as \"10 GiB\"");
  return mig;
}

void read_instances(const LinedJson& list, PhysicalGpu& gpu) {
  if (list.kind != LinedJson::Kind::list || list.items.size() > kMostInstances)
    refuse(list, "\"mig\" is a list of 7 instances at most");
  std::size_t together = 0;
  for (const LinedJson& item : list.items) {
    MigInstance mig = read_instance(item, gpu.mig.size(), gpu);
    together += mig.total_memory;
    if (together > gpu.total_memory) refuse(item, "the instances together have more memory than their GPU");
    for (const MigInstance& other : gpu.mig) {
      if (other.gpu_instance == mig.gpu_instance && other.compute_instance == mig.compute_instance)
        refuse(item, "two instances are number " + std::to_string(mig.gpu_instance) + "/" +
                         std::to_string(mig.compute_instance));
    }
    gpu.mig.push_back(std::move(mig));
  }
}

PhysicalGpu read_gpu(const LinedJson& object, const PhysicalGpu& made) {
  check_fields(object, "a GPU", {"name", "memory", "speed", "busy", "pci", "uuid", "mig"});
  PhysicalGpu gpu = made;
  gpu.total_memory = 0;
  for (const auto& [field, value] : object.members) {
    if (field == "name") gpu.name = name_of(value);
    if (field == "memory") gpu.total_memory = size_of(value, "memory", kLeastBytes);
    if (field == "speed") gpu.speed_class = number_of(value, "speed", kFastest);
    if (field == "pci") gpu.pci_bus_id = pci_of(value);
    if (field == "uuid") gpu.uuid = uuid_of(value, "GPU-");
  }
  // A card that is not there must not pass for one that is.
  if (gpu.name.find("imulated") == std::string::npos) gpu.name = "Simulated " + gpu.name;
  if (gpu.total_memory == 0) refuse(object, "a GPU needs \"memory\", such as \"24 GiB\"");
  if (const auto* busy = object.find("busy")) {
    gpu.busy_memory = size_of(*busy, "busy", 0);
    if (gpu.busy_memory > gpu.total_memory) refuse(*busy, "\"busy\" is more than the GPU's \"memory\"");
  }
  if (const auto* mig = object.find("mig")) read_instances(*mig, gpu);
  return gpu;
}

std::vector<PhysicalGpu> read_gpus(const LinedJson& root) {
  check_fields(root, "a machine", {"name", "gpus"});
  const auto* list = root.find("gpus");
  if (list == nullptr) refuse(root, "a machine needs \"gpus\": [...]");
  if (list->kind != LinedJson::Kind::list || list->items.empty() ||
      list->items.size() > static_cast<std::size_t>(kMostSimulated)) {
    refuse(*list, "\"gpus\" is a list of 1 to " + std::to_string(kMostSimulated) + " GPUs");
  }
  const auto made = sim::machine(static_cast<int>(list->items.size()));
  std::vector<PhysicalGpu> gpus;
  std::set<std::string> taken;
  for (const LinedJson& item : list->items) {
    PhysicalGpu gpu = read_gpu(item, made[gpus.size()]);
    std::vector<std::string> names{gpu.uuid, gpu.pci_bus_id};
    for (const auto& mig : gpu.mig) names.push_back(mig.uuid);
    for (const auto& name : names) {
      if (!taken.insert(name).second) refuse(item, "two GPUs or instances are " + name);
    }
    gpus.push_back(std::move(gpu));
  }
  std::sort(gpus.begin(), gpus.end(),
            [](const auto& a, const auto& b) { return a.pci_bus_id < b.pci_bus_id; });
  for (std::size_t i = 0; i < gpus.size(); ++i) gpus[i].index = static_cast<int>(i);
  return gpus;
}

std::filesystem::path ready_folder() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  return program / "../share/todevice/machines";
}

std::string contents(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw std::runtime_error(path + " is a folder");
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
    throw std::runtime_error(path + " is no file that can be read to its end");
  const auto size = std::filesystem::file_size(path, error);
  if (!error && size > kLargestFile) throw std::runtime_error(path + " is too large for a machine's file");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + " cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::vector<PhysicalGpu> read_machine_text(const std::string& text, const std::string& name) {
  try {
    return read_gpus(read_lined_json(text));
  } catch (const FileError& error) {
    throw std::runtime_error(name + ":" + std::to_string(error.line) + ": " + error.reason);
  }
}

std::vector<PhysicalGpu> read_machine(const std::string& path) {
  return read_machine_text(contents(path), path);
}

std::string find_machine(const std::string& name) {
  std::error_code error;
  if (std::filesystem::exists(name, error)) return name;
  if (name.empty() || name.find('/') != std::string::npos) return {};
  const auto ready = ready_folder() / (name + ".json");
  return std::filesystem::exists(ready, error) ? ready.string() : std::string();
}

std::vector<std::string> ready_machines() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(ready_folder(), error)) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace todevice::worker
