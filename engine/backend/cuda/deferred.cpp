// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/deferred.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "backend/cuda/capture.h"
#include "backend/cuda/check.h"

namespace todevice::cuda {

namespace {

bool meet(const Ranges& some, const Ranges& others) {
  return std::ranges::any_of(some, [&](const Range& one) {
    return std::ranges::any_of(others, [&](const Range& other) { return one.meets(other); });
  });
}

/// Neighbours that are queued together: one operation, or several small ones.
using Unit = std::span<const Deferred>;

bool clash(Unit a, Unit b) {
  return std::ranges::any_of(a, [&](const Deferred& one) {
    return std::ranges::any_of(b, [&](const Deferred& other) { return one.clashes_with(other); });
  });
}

std::vector<Unit> units_of(std::span<const Deferred> operations) {
  std::vector<Unit> units;
  for (std::size_t first = 0; first < operations.size();) {
    std::size_t count = 1;
    if (operations[first].small) {
      while (first + count < operations.size() && operations[first + count].small && count < small::kMost)
        ++count;
    }
    units.push_back(operations.subspan(first, count));
    first += count;
  }
  return units;
}

void queue_unit(Gpu& gpu, Capture& capture, Unit unit) {
  if (unit.size() == 1) return unit[0].queue(gpu);
  std::vector<small::Part> parts;
  std::size_t waited = 0;  // the first part since the last wait
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const bool waits = clash(unit.subspan(waited, i - waited), unit.subspan(i, 1));
    if (waits) waited = i;
    parts.push_back({unit[i].small.get(), waits});
  }
  small::run(gpu, capture, parts);
}

using Nodes = std::vector<cudaGraphNode_t>;

void wait_for(cudaStream_t stream, Nodes nodes) {
  check(cudaStreamUpdateCaptureDependencies(stream, nodes.data(), nullptr, nodes.size(),
                                            cudaStreamSetCaptureDependencies));
}

/// Which units each unit must wait for. What they wait for in turn is left out.
class Order {
 public:
  explicit Order(std::size_t count) : before_(count), needed_(count) {}

  /// Unit `later` comes after `earlier` (and everything before that). True when that is news.
  bool put(std::size_t earlier, std::size_t later) {
    auto& before = before_[later];
    before.resize(later);
    if (before[earlier]) return false;
    before[earlier] = true;
    for (std::size_t i = 0; i < before_[earlier].size(); ++i) before[i] = before[i] || before_[earlier][i];
    needed_[earlier] = true;
    return true;
  }
  /// Does anything wait for this unit?
  bool needed(std::size_t unit) const { return needed_[unit]; }
  bool comes_after(std::size_t later, std::size_t earlier) const {
    return earlier < before_[later].size() && before_[later][earlier];
  }

 private:
  std::vector<std::vector<bool>> before_;
  std::vector<bool> needed_;
};

/// The workspace for a unit: one whose last user it comes after in any case, or else the other.
class Workspaces {
 public:
  /// The unit to wait for, or none.
  std::optional<std::size_t> take(Gpu& gpu, const Order& order, std::size_t unit) {
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < last_.size(); ++i) {
      if (!last_[i] || order.comes_after(unit, *last_[i])) {
        chosen = i;
        break;
      }
      if (i > 0 && *last_[i] < *last_[chosen]) chosen = i;
    }
    gpu.choose_workspace(chosen);
    return std::exchange(last_[chosen], unit);
  }

 private:
  std::array<std::optional<std::size_t>, kWorkspaces> last_;
};

}  // namespace

bool Deferred::clashes_with(const Deferred& other) const {
  return meet(writes, other.writes) || meet(writes, other.reads) || meet(reads, other.writes);
}

void DeferredList::add(Deferred operation) {
  operations_.push_back(std::move(operation));
}

void DeferredList::queue(Gpu& gpu, Capture& capture) {
  const std::vector<Deferred> operations = std::exchange(operations_, {});
  if (operations.empty()) return;
  const cudaStream_t stream = gpu.queue();
  const Nodes start = waited_for(stream);
  const std::vector<Unit> units = units_of(operations);
  std::vector<Nodes> ends(units.size());
  Order order(units.size());
  Workspaces workspaces;
  std::optional<std::size_t> last_full;
  for (std::size_t k = 0; k < units.size(); ++k) {
    Nodes nodes;
    const auto after = [&](std::size_t earlier) {
      if (order.put(earlier, k)) nodes.insert(nodes.end(), ends[earlier].begin(), ends[earlier].end());
    };
    for (std::size_t earlier = k; earlier-- > 0;) {
      if (!order.comes_after(k, earlier) && clash(units[k], units[earlier])) after(earlier);
    }
    if (units[k][0].uses_workspace) {
      if (const auto user = workspaces.take(gpu, order, k)) after(*user);
    }
    if (units[k][0].fills_gpu) {
      if (const auto full = std::exchange(last_full, k)) after(*full);
    }
    wait_for(stream, nodes.empty() ? start : nodes);
    queue_unit(gpu, capture, units[k]);
    ends[k] = waited_for(stream);
  }
  gpu.choose_workspace(0);
  Nodes last;
  for (std::size_t k = 0; k < units.size(); ++k) {
    if (!order.needed(k)) last.insert(last.end(), ends[k].begin(), ends[k].end());
  }
  wait_for(stream, last);
}

}  // namespace todevice::cuda
