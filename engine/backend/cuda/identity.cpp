// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/identity.h"

#include <array>
#include <cstdio>

#include "backend/cuda/check.h"

namespace todevice::cuda {

std::string uuid_text(const cudaUUID_t& uuid) {
  std::string text = "GPU";
  for (int i = 0; i < 16; ++i) {
    std::array<char, 4> hex{};
    std::snprintf(hex.data(), hex.size(), "%02x", static_cast<unsigned char>(uuid.bytes[i]));
    if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += hex.data();
  }
  return text;
}

std::string uuid_of(int index) {
  cudaDeviceProp prop{};
  check(cudaGetDeviceProperties(&prop, index));
  return uuid_text(prop.uuid);
}

}  // namespace todevice::cuda
