// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace todevice::visibility {

/// A slice of a GPU that is in MIG mode: a GPU instance and the compute instance in it.
struct MigInstance {
  std::string uuid;  ///< "MIG-xxxxxxxx-xxxx-..."
  int gpu_instance = 0;
  int compute_instance = 0;
  std::string name;  ///< "1g.10gb"
  std::size_t total_memory = 0;
};

/// A GPU that is in the machine, whether this process may see it or not.
struct PhysicalGpu {
  int index = 0;  ///< position in PCI bus order: what NVML and nvidia-smi count
  std::string name;
  std::string uuid;        ///< "GPU-xxxxxxxx-xxxx-..."
  std::string pci_bus_id;  ///< "0000:01:00.0"
  std::size_t total_memory = 0;
  int speed_class = 0;           ///< higher is faster: decides FASTEST_FIRST; equal cards keep PCI order
  std::size_t busy_memory = 0;   ///< of total_memory, held by other programs
  std::vector<MigInstance> mig;  ///< not empty: the card is in MIG mode
};

enum class Verdict {
  visible,         ///< becomes the next logical device
  duplicate,       ///< names a GPU named before: the whole list is an error
  out_of_range,    ///< no such index: the list ends here
  not_an_index,    ///< neither a number nor a UUID: the list ends here
  unknown_uuid,    ///< no GPU has this UUID: the list ends here
  ambiguous_uuid,  ///< several GPUs begin so: the list ends here
  other_kind,      ///< a UUID among indices or the reverse: the list ends here
  after_end,       ///< stands behind the end and is not read
  refused,         ///< names a GPU, but the whole list is an error, or CUDA_DEVICE_ORDER is
  beside_mig       ///< names a GPU, but CUDA shows one MIG instance and nothing beside it
};

/// What is odd about how an entry that names a GPU was read.
enum class Remark {
  none,
  trailing_text,  ///< "0x1", "1gpu": what follows the digits is ignored
  cut_to_32_bits  ///< "4294967297" is 1
};

struct Token {
  std::string text;
  Verdict verdict = Verdict::visible;
  std::optional<int> physical;         ///< which GPU it names, when it names one
  std::string why;                     ///< one English sentence; the window words it in its own language
  std::optional<std::uint32_t> index;  ///< the number that it was read as, when it is read as one
  Remark remark = Remark::none;
};

enum class DriverError { none, invalid_device, no_device };

/// What a process started with these settings would see.
struct Result {
  std::vector<int> logical;        ///< physical index of logical 0, 1, 2, ...
  std::vector<std::string> uuids;  ///< of the same: a GPU's, or its MIG instance's
  DriverError error = DriverError::none;
  std::vector<Token> tokens;
  /// What torch.cuda.device_count() says before CUDA is initialised (PyTorch's own parser); negative when it
  /// raises ValueError, whose text is then in `torch_error`.
  int torch_device_count = 0;
  std::string torch_error;
};

/// The rules of the CUDA driver as measured. `variable`: CUDA_VISIBLE_DEVICES, absent for unset; `order`:
/// CUDA_DEVICE_ORDER, absent for unset. `gpus` in PCI order, gpus[i].index == i. Any bytes are taken.
///
/// MIG (NVIDIA's Multi-Instance GPU User Guide, not measured here): a process sees one compute instance at
/// most, the first that is named, and no whole GPU beside it.
Result resolve(const std::optional<std::string>& variable, const std::optional<std::string>& order,
               const std::vector<PhysicalGpu>& gpus);

/// Physical indices in the order in which CUDA counts them; absent for an order that CUDA refuses.
std::optional<std::vector<int>> enumeration(const std::optional<std::string>& order,
                                            const std::vector<PhysicalGpu>& gpus);

/// "visible", "duplicate", ...: the words of `--explain --json`.
std::string_view verdict_name(Verdict verdict);
/// CUDA's own name, "cudaErrorNoDevice"; empty for none.
std::string_view error_name(DriverError error);

}  // namespace todevice::visibility
