// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace todevice::cuda {

/// The name that a function has in CUDA's manual: "cudaLaunchKernel_v7000" is cudaLaunchKernel.
std::string call_name(std::string_view symbol);
/// "void todevice::cuda::(anonymous namespace)::fill_kernel<float>(float*, long)" of "_ZN8todevice...".
std::string full_name(const char* mangled);
/// "fill_kernel": without what it returns, where it stands, and its template and call arguments.
std::string short_name(std::string_view full);

}  // namespace todevice::cuda
