// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "visibility/visibility.h"

namespace todevice::worker {

/// Reads a simulated machine. The file is JSON:
///
///     {"gpus": [
///       {"name": "Simulated RTX 4090", "memory": "24 GiB", "speed": 2, "busy": "20 GiB",
///        "pci": "0000:01:00.0", "uuid": "GPU-..."},
///       {"memory": "80 GiB", "mig": [{"name": "1g.10gb", "memory": "9.5 GiB", "gpu_instance": 1,
///                                     "compute_instance": 0, "uuid": "MIG-..."}]}]}
///
/// Only `memory` must be there; sizes are "24 GiB", "512 MiB", "1.5 GiB" or a number of bytes. `speed`: a
/// greater one is faster, which FASTEST_FIRST goes by. `busy`: what other programs hold. UUIDs and PCI
/// places that are not given are made from the card's number. Cards count in the order of their PCI places.
///
/// Throws std::runtime_error, "FILE:LINE: reason", or why the file cannot be read.
std::vector<visibility::PhysicalGpu> read_machine(const std::string& path);
/// The same from a text; `name` stands for FILE.
std::vector<visibility::PhysicalGpu> read_machine_text(const std::string& text, const std::string& name);

/// The file behind a name that was given for one: itself, or one of the ready machines ("laptop"); empty when
/// there is none.
std::string find_machine(const std::string& name);
/// The ready machines' names.
std::vector<std::string> ready_machines();

}  // namespace todevice::worker
