// SPDX-License-Identifier: Apache-2.0
#include "explain.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include <nlohmann/json.hpp>

#include "backend/cuda/inventory.h"
#include "core/decimal_text.h"
#include "devices.h"
#include "visibility/visibility.h"

namespace todevice::worker {

namespace {

using visibility::PhysicalGpu;
using visibility::Result;
using Rows = std::vector<std::vector<std::string>>;

std::vector<PhysicalGpu> gpus_of(const Options& options) {
  if (options.simulate || !options.machine_file.empty()) return simulated_gpus(options);
  std::vector<PhysicalGpu> gpus;
  const auto found = cuda::inventory();
  if (!found.problem.empty()) std::fprintf(stderr, "todevice-worker: %s\n", found.problem.c_str());
  for (const auto& reading : found.gpus) gpus.push_back(reading.gpu);
  return gpus;
}

std::string as_json(const Result& result) {
  nlohmann::json json{{"logical", result.logical},
                      {"error", nullptr},
                      {"torch_device_count", result.torch_device_count},
                      {"tokens", nlohmann::json::array()}};
  if (const auto name = visibility::error_name(result.error); !name.empty()) json["error"] = name;
  if (!result.torch_error.empty()) json["torch_error"] = result.torch_error;
  for (const auto& token : result.tokens) {
    json["tokens"].push_back(
        {{"text", token.text}, {"verdict", visibility::verdict_name(token.verdict)}, {"why", token.why}});
  }
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::size_t width(const std::string& text) {
  // Letters, not bytes, so that columns stay straight.
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

std::string table(const Rows& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += ' ' + row[i];
      if (i + 1 < row.size()) line += std::string(widths[i] - width(row[i]) + 1, ' ');
    }
    text += line + '\n';
  }
  return text;
}

/// Bytes of the character at `at`, as UTF-8 (RFC 3629) has it; 0 for what is none.
std::size_t character_at(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned first = byte(at);
  if (first < 0x80) return 1;
  const std::size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  for (std::size_t i = 1; i < length; ++i) {
    unsigned least = 0x80, most = 0xBF;
    if (i == 1 && first == 0xE0) least = 0xA0;  // else too long a form
    if (i == 1 && first == 0xED) most = 0x9F;   // surrogates
    if (i == 1 && first == 0xF0) least = 0x90;
    if (i == 1 && first == 0xF4) most = 0x8F;  // beyond U+10FFFF
    if (byte(at + i) < least || byte(at + i) > most) return 0;
  }
  return length;
}

/// A control character, or what is no text, would spoil the line.
std::string shown(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto code = static_cast<unsigned char>(text[at]);
    const std::size_t length = character_at(text, at);
    if (length > 0 && code >= 0x20 && code != 0x7F) {
      out += text.substr(at, length);
      at += length;
      continue;
    }
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned>(code));
    out += escape;
    ++at;
  }
  return out;
}

std::string setting(const char* name, const std::optional<std::string>& value) {
  return value ? std::string(name) + "='" + shown(*value) + "'" : std::string(name) + " is unset";
}

std::string memory_words(std::size_t bytes) {
  return decimal::fixed(static_cast<double>(bytes) / (1ull << 30), 1) + " GiB";
}

std::string devices_table(const Result& result, const std::vector<PhysicalGpu>& gpus) {
  Rows rows;
  for (std::size_t i = 0; i < result.logical.size(); ++i) {
    const auto& gpu = gpus[static_cast<std::size_t>(result.logical[i])];
    std::string name = gpu.name;
    std::size_t memory = gpu.total_memory;
    for (const auto& mig : gpu.mig) {
      if (mig.uuid != result.uuids[i]) continue;
      name += " MIG " + mig.name;
      memory = mig.total_memory;
    }
    rows.push_back({"cuda:" + std::to_string(i), "GPU " + std::to_string(gpu.index), name,
                    memory_words(memory), gpu.pci_bus_id, result.uuids[i]});
  }
  return table(rows);
}

std::string torch_words(const Result& result) {
  if (!result.torch_error.empty()) return "raises ValueError: " + result.torch_error;
  return std::to_string(result.torch_device_count);
}

std::string as_table(const Options& options, const Result& result, const std::vector<PhysicalGpu>& gpus) {
  std::string text = setting("CUDA_VISIBLE_DEVICES", options.visible_devices) + ", " +
                     setting("CUDA_DEVICE_ORDER", options.device_order) + "\n";
  Rows rows;
  for (const auto& token : result.tokens)
    rows.push_back(
        {"'" + shown(token.text) + "'", std::string(visibility::verdict_name(token.verdict)), token.why});
  if (!rows.empty()) text += "\nEntries:\n" + table(rows);
  const auto count = result.logical.size();
  text += "\nThe program sees " +
          (count == 0 ? std::string("no GPU") : std::to_string(count) + (count == 1 ? " GPU" : " GPUs")) +
          " of " + std::to_string(gpus.size());
  if (const auto error = visibility::error_name(result.error); !error.empty())
    text += " (" + std::string(error) + ")";
  text += ".\n" + devices_table(result, gpus);
  return text + "\ntorch.cuda.device_count() before CUDA is initialised: " + torch_words(result) + "\n";
}

}  // namespace

std::string explain(const Options& options) {
  const auto gpus = gpus_of(options);
  const auto result = visibility::resolve(options.visible_devices, options.device_order, gpus);
  return options.json ? as_json(result) : as_table(options, result, gpus);
}

}  // namespace todevice::worker
