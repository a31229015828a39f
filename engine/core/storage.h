// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/device.h"

namespace todevice {

class Backend;

/// One address range on one device, shared by every tensor that views it; given back when the last one lets
/// go.
class Storage {
 public:
  /// Uninitialised memory on `device` (an index is filled in: "cuda" becomes the current one). 0 bytes give a
  /// null address. Throws OutOfMemoryError, or AcceleratorError when there is no such device.
  static std::shared_ptr<Storage> allocate(Device device, std::size_t bytes);

  /// The same, from a backend that is not the device's usual one (page-locked memory of the CPU).
  static std::shared_ptr<Storage> allocate_from(Backend& backend, Device device, std::size_t bytes);

  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  ~Storage();

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  Device device() const { return device_; }
  Backend& backend() const { return *backend_; }
  /// A number never used twice in this process: addresses are reused, serials are not.
  std::uint64_t serial() const { return serial_; }
  /// Counts in-place writes; autograd compares it to notice that a saved tensor was changed. See
  /// Tensor::version.
  std::uint64_t version() const { return version_; }
  void bump_version() {
    ++version_;
    ++writes_;
  }
  /// Every in-place write, those through tensors that count for themselves too: did the bytes change?
  std::uint64_t writes() const { return writes_; }
  void count_write() { ++writes_; }

  /// Use `allocate`.
  Storage(Backend& backend, Device device, void* data, std::size_t bytes, std::uint64_t serial);

 private:
  Backend* backend_;
  void* data_;
  std::size_t bytes_;
  std::uint64_t serial_;
  std::uint64_t version_ = 0;
  std::uint64_t writes_ = 0;
  Device device_;
};

}  // namespace todevice
