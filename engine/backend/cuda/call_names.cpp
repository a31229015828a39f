// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/call_names.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace todevice::cuda {

namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::string call_name(std::string_view symbol) {
  for (const std::string_view ending : {"_ptsz", "_ptds"}) {
    if (symbol.ends_with(ending)) symbol.remove_suffix(ending.size());
  }
  const auto version = symbol.rfind("_v");
  if (version != std::string_view::npos && is_number(symbol.substr(version + 2)))
    symbol = symbol.substr(0, version);
  return std::string(symbol);
}

std::string full_name(const char* mangled) {
  if (mangled == nullptr) return "kernel";
  constexpr std::size_t kLongest = 600;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(mangled, nullptr, nullptr, &status),
                                                    std::free);
  std::string name = status == 0 && text ? text.get() : mangled;
  if (name.size() > kLongest) name.resize(kLongest);
  return name;
}

std::string short_name(std::string_view full) {
  // Outside all brackets: the last word before the arguments, behind the last "::".
  std::string name;
  int depth = 0;
  for (std::size_t i = 0; i < full.size(); ++i) {
    const char c = full[i];
    constexpr std::string_view kNameless = "(anonymous namespace)";
    if (depth == 0 && full.substr(i).starts_with(kNameless)) {
      i += kNameless.size() - 1;
    } else if (c == '<' || c == '{') {
      ++depth;
    } else if (c == '>' || c == '}') {
      --depth;
    } else if (depth > 0) {
      continue;
    } else if (c == '(') {
      break;
    } else if (c == ' ' || c == ':') {
      name.clear();
    } else {
      name += c;
    }
  }
  return name.empty() ? std::string(full) : name;
}

}  // namespace todevice::cuda
