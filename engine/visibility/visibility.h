// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace todevice::visibility {

/// A GPU that is in the machine, whether this process may see it or not.
struct PhysicalGpu {
  int index = 0;  ///< position in PCI bus order: what NVML and nvidia-smi count
  std::string name;
  std::string uuid;        ///< "GPU-xxxxxxxx-xxxx-..."
  std::string pci_bus_id;  ///< "0000:01:00.0"
  std::size_t total_memory = 0;
  int speed_class = 0;  ///< higher is faster: decides FASTEST_FIRST; equal cards keep PCI order
};

enum class Verdict {
  visible,         ///< becomes the next logical device
  duplicate,       ///< names a GPU named before: the whole list is an error
  out_of_range,    ///< no such index: the list ends here
  not_an_index,    ///< neither a number nor a UUID: the list ends here
  unknown_uuid,    ///< no GPU has this UUID: the list ends here
  ambiguous_uuid,  ///< several GPUs begin so: the list ends here
  other_kind,      ///< a UUID among indices or the reverse: the list ends here
  after_end        ///< stands behind the end and is not read
};

struct Token {
  std::string text;
  Verdict verdict = Verdict::visible;
  std::optional<int> physical;  ///< which GPU it names, when it names one
  std::string why;  ///< one English sentence for a person; the window words it in its own language
};

enum class DriverError { none, invalid_device, no_device };

/// What a process started with these settings would see.
struct Result {
  std::vector<int> logical;  ///< physical index of logical 0, 1, 2, ...
  DriverError error = DriverError::none;
  std::vector<Token> tokens;
  /// What torch.cuda.device_count() says before CUDA is initialised (PyTorch's own parser); negative when it
  /// raises ValueError, whose text is then in `torch_error`.
  int torch_device_count = 0;
  std::string torch_error;
};

/// The rules of the CUDA driver as measured. `variable`: CUDA_VISIBLE_DEVICES, absent for unset; `order`:
/// CUDA_DEVICE_ORDER, absent for unset.
Result resolve(const std::optional<std::string>& variable, const std::optional<std::string>& order,
               const std::vector<PhysicalGpu>& gpus);

/// "visible", "duplicate", ...: the words of `--explain --json`.
std::string_view verdict_name(Verdict verdict);

}  // namespace todevice::visibility
