// SPDX-License-Identifier: Apache-2.0
#include "visibility/why.h"

#include <algorithm>

#include "visibility/entry.h"

namespace todevice::visibility {

namespace {

std::string count_words(std::size_t count) {
  return count == 1 ? "this machine has 1 GPU" : "this machine has " + std::to_string(count) + " GPUs";
}

std::string remark_words(const Token& token) {
  switch (token.remark) {
    case Remark::none:
      return {};
    case Remark::trailing_text:
      return token.index
                 ? " (read as " + std::to_string(*token.index) + ": what follows the digits is ignored)"
                 : " (what follows the UUID is ignored)";
    case Remark::cut_to_32_bits:
      return " (too large for 32 bits, and so read as " + std::to_string(token.index.value_or(0)) + ")";
  }
  return {};
}

std::string out_of_range_words(const Token& token, std::size_t count) {
  const auto reading = read_index(token.text);
  if (reading && reading->negative) return "a negative number ends the list here";
  return "no GPU " + std::to_string(token.index.value_or(0)) + remark_words(token) + " (" +
         count_words(count) + "): the list ends here";
}

std::string ambiguous_words(const Token& token, const std::vector<PhysicalGpu>& gpus) {
  return std::to_string(read_name(token.text, gpus).count) +
         " GPUs have a UUID that begins so: the list ends here";
}

std::string words(const Token& token, const Result& result, bool order_refused,
                  const std::vector<PhysicalGpu>& gpus) {
  const std::string gpu = "GPU " + std::to_string(token.physical.value_or(-1));
  switch (token.verdict) {
    case Verdict::visible: {
      const auto at = std::find(result.logical.begin(), result.logical.end(), token.physical.value_or(-1));
      const std::string what = result.uuids[static_cast<std::size_t>(at - result.logical.begin())];
      const std::string slice = what.starts_with("MIG-") ? "'s instance " + what : "";
      return gpu + slice + " becomes cuda:" + std::to_string(at - result.logical.begin()) +
             remark_words(token);
    }
    case Verdict::duplicate:
      return gpu + " is named twice: CUDA refuses the whole list";
    case Verdict::out_of_range:
      return out_of_range_words(token, gpus.size());
    case Verdict::not_an_index:
      return token.text.empty() ? "nothing stands here: the list ends here"
                                : "neither an index nor a UUID: the list ends here";
    case Verdict::unknown_uuid:
      return "no GPU has this UUID: the list ends here";
    case Verdict::ambiguous_uuid:
      return ambiguous_words(token, gpus);
    case Verdict::other_kind:
      return is_name(token.text) ? "the list began with an index, and this is a UUID: the list ends here"
                                 : "the list began with a UUID, and this is none: the list ends here";
    case Verdict::after_end:
      return "stands behind the end of the list and is not read";
    case Verdict::refused:
      return gpu + (order_refused ? ", but CUDA refuses CUDA_DEVICE_ORDER, and with it every GPU"
                                  : ", but CUDA refuses the whole list");
    case Verdict::beside_mig:
      return gpu + ", but CUDA shows one MIG instance and nothing beside it";
  }
  return {};
}

}  // namespace

void say_why(Result& result, const std::optional<std::string>& order, const std::vector<PhysicalGpu>& gpus) {
  const bool order_refused = !enumeration(order, gpus);
  for (Token& token : result.tokens) token.why = words(token, result, order_refused, gpus);
}

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::visible:
      return "visible";
    case Verdict::duplicate:
      return "duplicate";
    case Verdict::out_of_range:
      return "out_of_range";
    case Verdict::not_an_index:
      return "not_an_index";
    case Verdict::unknown_uuid:
      return "unknown_uuid";
    case Verdict::ambiguous_uuid:
      return "ambiguous_uuid";
    case Verdict::other_kind:
      return "other_kind";
    case Verdict::after_end:
      return "after_end";
    case Verdict::refused:
      return "refused";
    case Verdict::beside_mig:
      return "beside_mig";
  }
  return "";
}

std::string_view error_name(DriverError error) {
  switch (error) {
    case DriverError::none:
      return "";
    case DriverError::invalid_device:
      return "cudaErrorInvalidDevice";
    case DriverError::no_device:
      return "cudaErrorNoDevice";
  }
  return "";
}

}  // namespace todevice::visibility
