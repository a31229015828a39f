// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "visibility/entry.h"
#include "visibility/torch_parser.h"
#include "visibility/visibility.h"
#include "visibility/why.h"

namespace todevice::visibility {

namespace {

/// An entry that names something, and what: the card, or one instance of it.
struct Named {
  std::size_t token = 0;
  int physical = -1;
  int mig = -1;
  bool operator==(const Named& other) const { return physical == other.physical && mig == other.mig; }
};

class List {
 public:
  List(const std::vector<PhysicalGpu>& gpus, const std::vector<int>& order, Result& result)
      : gpus_(gpus), order_(order), result_(result) {}

  /// Every entry by itself and up to the end of the list, into the result's tokens.
  void read(const std::string& text) {
    if (text.empty()) return;
    by_name_ = is_name(text);
    bool ended = false;
    for (const std::string& part : split_entries(text)) {
      Token token{part, Verdict::after_end, {}, {}, {}, Remark::none};
      if (!ended) {
        Named named{result_.tokens.size(), -1, -1};
        token.verdict = by_name_ ? name(token, named) : index(token, named);
        if (token.verdict == Verdict::visible) take(token, named);
        ended = token.verdict != Verdict::visible;
      }
      result_.tokens.push_back(std::move(token));
    }
  }

  /// Every GPU, as when the variable is unset.
  void take_all() {
    for (const int physical : order_) taken_.push_back({0, physical, -1});
  }

  /// What was taken becomes the logical devices.
  void give_out() {
    if (result_.error == DriverError::invalid_device) return;
    const auto slice = std::find_if(taken_.begin(), taken_.end(), [this](const Named& named) {
      return named.mig >= 0 || !gpu(named.physical).mig.empty();
    });
    const bool only_slice = slice != taken_.end();
    for (auto it = taken_.begin(); it != taken_.end(); ++it) {
      if (only_slice && it != slice) {
        if (!result_.tokens.empty()) result_.tokens[it->token].verdict = Verdict::beside_mig;
        continue;
      }
      const PhysicalGpu& card = gpu(it->physical);
      result_.logical.push_back(it->physical);
      // Of a card in MIG mode that is named as a whole, its first instance is taken.
      result_.uuids.push_back(
          card.mig.empty() ? card.uuid : card.mig[static_cast<std::size_t>(std::max(0, it->mig))].uuid);
    }
  }

 private:
  const PhysicalGpu& gpu(int physical) const { return gpus_[static_cast<std::size_t>(physical)]; }

  Verdict index(Token& token, Named& named) const {
    if (is_name(token.text)) return Verdict::other_kind;
    const auto reading = read_index(token.text);
    if (!reading) return Verdict::not_an_index;
    token.index = reading->value;
    token.remark = reading->remark;
    if (reading->value >= gpus_.size()) return Verdict::out_of_range;
    named.physical = order_[reading->value];
    return Verdict::visible;
  }

  Verdict name(Token& token, Named& named) const {
    if (!is_name(token.text)) return Verdict::other_kind;
    const NameReading reading = read_name(token.text, gpus_);
    if (reading.count == 0) return Verdict::unknown_uuid;
    if (reading.count > 1) return Verdict::ambiguous_uuid;
    token.remark = reading.remark;
    named.physical = reading.physical;
    named.mig = reading.mig;
    return Verdict::visible;
  }

  void take(Token& token, const Named& named) {
    token.physical = named.physical;
    if (std::find(taken_.begin(), taken_.end(), named) == taken_.end()) {
      taken_.push_back(named);
      return;
    }
    token.verdict = Verdict::duplicate;
    result_.error = DriverError::invalid_device;
  }

  const std::vector<PhysicalGpu>& gpus_;
  const std::vector<int>& order_;
  Result& result_;
  std::vector<Named> taken_;
  bool by_name_ = false;
};

/// An error leaves nothing of the list: what seemed visible is not.
void refuse(Result& result) {
  for (Token& token : result.tokens) {
    if (token.verdict == Verdict::visible) token.verdict = Verdict::refused;
  }
}

}  // namespace

std::optional<std::vector<int>> enumeration(const std::optional<std::string>& order,
                                            const std::vector<PhysicalGpu>& gpus) {
  std::vector<int> indices(gpus.size());
  std::iota(indices.begin(), indices.end(), 0);
  if (order && *order == "PCI_BUS_ID") return indices;
  if (order && *order != "FASTEST_FIRST") return std::nullopt;
  std::stable_sort(indices.begin(), indices.end(), [&](int a, int b) {
    return gpus[static_cast<std::size_t>(a)].speed_class > gpus[static_cast<std::size_t>(b)].speed_class;
  });
  return indices;
}

Result resolve(const std::optional<std::string>& variable, const std::optional<std::string>& order,
               const std::vector<PhysicalGpu>& gpus) {
  Result result;
  const auto counted = enumeration(order, gpus);
  const std::vector<int> indices = counted.value_or(*enumeration("PCI_BUS_ID", gpus));
  List list(gpus, indices, result);
  if (variable)
    list.read(*variable);
  else
    list.take_all();
  if (!counted) result.error = DriverError::invalid_device;
  list.give_out();
  if (result.error == DriverError::invalid_device)
    refuse(result);
  else if (result.logical.empty())
    result.error = DriverError::no_device;
  say_why(result, order, gpus);
  count_as_torch(variable, gpus, result);
  return result;
}

}  // namespace todevice::visibility
