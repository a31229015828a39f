// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace todevice {

enum class DeviceType : std::uint8_t { cpu, cuda };

/// Where a tensor lives, as a value: `cpu`, `cuda` (whichever GPU is current) or `cuda:N`.
///
/// N is a *logical* number: a position in the list that CUDA_VISIBLE_DEVICES leaves. A Device says nothing
/// about whether such a GPU exists; that is asked when it is used.
class Device {
 public:
  constexpr Device() = default;
  constexpr explicit Device(DeviceType type, int index = -1) : type_(type), index_(index) {}

  /// Reads "cpu", "cuda", "cuda:1" as PyTorch does. Throws Error (Python: RuntimeError) with PyTorch's text.
  static Device parse(std::string_view text);

  constexpr DeviceType type() const { return type_; }
  /// The logical index, or -1 where none was given ("cpu", "cuda").
  constexpr int index() const { return index_; }
  constexpr bool has_index() const { return index_ >= 0; }
  constexpr bool is_cpu() const { return type_ == DeviceType::cpu; }
  constexpr bool is_cuda() const { return type_ == DeviceType::cuda; }

  /// "cpu", "cuda", "cuda:1".
  std::string str() const;

  friend constexpr bool operator==(Device, Device) = default;

 private:
  DeviceType type_ = DeviceType::cpu;
  int index_ = -1;
};

inline constexpr Device kCpu{DeviceType::cpu};

/// "cpu" or "cuda".
std::string_view device_type_name(DeviceType type);

}  // namespace todevice

template <>
struct std::hash<todevice::Device> {
  std::size_t operator()(todevice::Device d) const noexcept {
    return static_cast<std::size_t>(d.type()) * 1024 + static_cast<std::size_t>(d.index() + 1);
  }
};
