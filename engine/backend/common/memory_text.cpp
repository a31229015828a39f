// SPDX-License-Identifier: Apache-2.0
#include "backend/common/memory_text.h"

#include <array>

#include "core/decimal_text.h"

namespace todevice {

std::string format_bytes(std::size_t bytes) {
  if (bytes <= 1024) return std::to_string(bytes) + " bytes";
  static constexpr std::array<const char*, 3> kUnits{"KiB", "MiB", "GiB"};
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (std::size_t limit = std::size_t{1} << 20; unit < 2 && bytes > limit; limit <<= 10, ++unit)
    value /= 1024;
  return decimal::fixed(value, 2) + " " + kUnits[unit];
}

std::string out_of_memory_text(int index, std::size_t tried, const MemoryStats& stats,
                               std::optional<std::size_t> process) {
  std::string text = "CUDA out of memory. Tried to allocate " + format_bytes(tried) + ". GPU " +
                     std::to_string(index) + " has a total capacity of " + format_bytes(stats.device_total) +
                     " of which " + format_bytes(stats.device_free) + " is free. ";
  if (process) {
    text += "Including non-PyTorch memory, this process has " + format_bytes(*process) + " memory in use. ";
  }
  text += "Of the allocated memory " + format_bytes(stats.allocated) + " is allocated by PyTorch, and " +
          format_bytes(stats.reserved - stats.allocated) + " is reserved by PyTorch but unallocated.";
  return text +
         " If reserved but unallocated memory is large try setting "
         "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.  See documentation for "
         "Memory Management  "
         "(https://docs.pytorch.org/docs/stable/notes/"
         "cuda.html#optimizing-memory-usage-with-pytorch-cuda-alloc-conf)";
}

}  // namespace todevice
