// SPDX-License-Identifier: Apache-2.0
#include "moves.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "torch_bridge.h"

namespace todevice::worker {

using protocol::Address;
using protocol::Move;
using protocol::Object;

namespace {

class Grouping {
 public:
  Grouping(std::vector<MovedEvent>&& events, const Objects& objects, std::string_view source)
      : events_(std::move(events)), objects_(objects), source_(source), used_(events_.size()) {
    for (std::size_t i = 0; i < events_.size(); ++i) ending_at_[events_[i].after_serial].push_back(i);
  }

  std::vector<Move> group() {
    const auto all = modules();
    for (const Object* module : all)
      if (const auto one = engine_module(*module)) known_modules_.insert(one.get());
    // Again: behind a wrapper's own move there may be one of what it wraps, and before that.
    for (int time = 0; time < 2; ++time)
      for (const Object* module : all) take_module(*module);
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (used_[i]) continue;
      if (auto move = tensor_move(events_[i])) found_.push_back({i, std::move(*move)});
    }
    std::sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
    std::vector<Move> moves;
    for (auto& one : found_) moves.push_back(std::move(one.move));
    return moves;
  }

 private:
  struct Found {
    std::size_t at;  ///< the event that ended it
    Move move;
  };

  /// Those with the most parts first, so that a part of a module does not speak for the whole.
  std::vector<const Object*> modules() const {
    std::vector<const Object*> all;
    for (const auto& [id, known] : objects_.known()) {
      if (known.object.kind == "module" && !known.object.parts.empty()) all.push_back(&known.object);
    }
    std::stable_sort(all.begin(), all.end(), [](const Object* a, const Object* b) {
      return a->parts.size() != b->parts.size() ? a->parts.size() > b->parts.size() : a->id < b->id;
    });
    return all;
  }

  const protocol::TensorInfo* info(Address part) const {
    const auto found = objects_.known().find(part);
    return found == objects_.known().end() || !found->second.object.tensor ? nullptr
                                                                           : &*found->second.object.tensor;
  }

  /// Of a part that Python's code need not have in its hands.
  Tensor tensor_of(Address part) const {
    if (info(part) == nullptr) return {};
    return Tensor(std::static_pointer_cast<TensorImpl>(objects_.known().at(part).identity.lock()));
  }

  /// The last event, not taken yet, that left memory `serial` behind.
  std::optional<std::size_t> event_ending_at(std::uint64_t serial, const std::vector<bool>& taken) const {
    const auto found = ending_at_.find(serial);
    if (found == ending_at_.end()) return std::nullopt;
    const auto last = std::find_if(found->second.rbegin(), found->second.rend(),
                                   [&](std::size_t event) { return !taken[event]; });
    return last == found->second.rend() ? std::nullopt : std::optional(*last);
  }

  /// A line may move a module several times: from its present places back to the first.
  void take_module(const Object& module) {
    std::vector<std::uint64_t> serials;
    for (const auto& part : module.parts) {
      const auto* const place = part.is_held() ? nullptr : info(part.id);
      serials.push_back(place == nullptr ? 0 : place->storage_serial);
    }
    take_gradients(module);
    while (take_once(module, serials)) {
    }
  }

  bool take_once(const Object& module, std::vector<std::uint64_t>& serials) {
    auto taken = used_;
    std::vector<std::optional<std::size_t>> which;
    for (std::size_t i = 0; i < module.parts.size(); ++i) {
      which.push_back(module.parts[i].is_held() ? std::nullopt : event_ending_at(serials[i], taken));
      if (which.back()) taken[*which.back()] = true;
      // A buffer of whole numbers takes no part in a change of dtype.
      const bool may_stay = module.parts[i].is_buffer || module.parts[i].is_held();
      if (!which.back() && !may_stay) return false;
    }
    if (is_of_another(module, which)) return false;
    Move move = start_of(module);
    std::size_t last = 0;
    for (std::size_t i = 0; i < module.parts.size(); ++i) {
      if (!which[i]) continue;
      move.parts.push_back(part_move(module.parts[i], events_[*which[i]]));
      serials[i] = events_[*which[i]].before_serial;
      last = std::max(last, *which[i]);
    }
    if (move.parts.empty()) return false;
    name_moved(move, module, events_[last]);
    used_ = std::move(taken);
    sum_up(move);
    found_.push_back({last, std::move(move)});
    return true;
  }

  std::shared_ptr<nn::Module> engine_module(const Object& module) const {
    return std::static_pointer_cast<nn::Module>(objects_.known().at(module.id).identity.lock());
  }

  /// The .to() was called on another module that the learner has in hand, one that holds the same parts.
  bool is_of_another(const Object& module, const std::vector<std::optional<std::size_t>>& which) const {
    const auto first =
        std::find_if(which.begin(), which.end(), [](const auto& event) { return event.has_value(); });
    if (first == which.end()) return false;
    const auto moved = events_[**first].module.lock();
    return moved && moved != engine_module(module) && known_modules_.contains(moved.get());
  }

  /// A module takes its gradients along: they are no moves of their own.
  void take_gradients(const Object& module) {
    for (const auto& part : module.parts) {
      if (part.is_held()) continue;
      const Tensor tensor = tensor_of(part.id);
      if (!tensor.defined() || !tensor.grad().defined()) continue;
      while (const auto event = event_ending_at(tensor.grad().storage()->serial(), used_))
        used_[*event] = true;
    }
  }

  /// Asked for all at once, and only when one is needed.
  std::string name_of(Address id) {
    if (names_.empty()) {
      std::unordered_set<Address> wanted;
      for (const auto& event : events_) wanted.insert(event.move.before_id);
      for (const Object* module : modules()) wanted.insert(module->id);
      names_ = objects_.names_of(wanted, source_);
      names_.try_emplace(0);
    }
    const auto found = names_.find(id);
    return found == names_.end() ? std::string() : found->second;
  }

  Move start_of(const Object& module) {
    Move move;
    move.what = "module";
    move.name = name_of(module.id);
    move.same_object = true;
    move.before_id = move.after_id = module.id;
    return move;
  }

  /// What holds all of a module's parts was not moved itself where its .to() was not called: a wrapper may
  /// not even have been there.
  void name_moved(Move& move, const Object& holder, const MovedEvent& event) const {
    const auto moved = std::static_pointer_cast<const nn::Module>(event.module.lock());
    const auto whole = engine_module(holder);
    const std::string path = moved && whole ? path_to(*whole, moved.get()) : std::string();
    if (path.empty()) return;
    move.before_id = move.after_id = bridge::id_of(*moved);
    move.name = move.name.empty() ? path : move.name + '.' + path;
    for (Move& part : move.parts)
      if (part.name.starts_with(path + '.')) part.name.erase(0, path.size() + 1);
  }

  /// "module" of a DataParallel: the names by which `whole` holds the module `part`; empty: not at all.
  static std::string path_to(const nn::Module& whole, const nn::Module* part, int depth = 0) {
    constexpr int kDeepest = 1000;
    if (depth == kDeepest) return {};
    for (const auto& [name, child] : whole.children()) {
      if (!child) continue;
      if (child.get() == part) return name;
      if (const std::string more = path_to(*child, part, depth + 1); !more.empty()) return name + '.' + more;
    }
    return {};
  }

  static Move part_move(const Object::Part& part, const MovedEvent& event) {
    Move move = event.move;
    move.name = part.name;
    move.same_object = true;
    move.before_id = move.after_id = part.id;
    return move;
  }

  static void sum_up(Move& move) {
    const auto& first = move.parts.front();
    move.same_storage = true;
    for (const auto& part : move.parts) {
      move.same_storage = move.same_storage && part.same_storage;
      move.bytes += part.bytes;
    }
    move.before_device = first.before_device;
    move.after_device = first.after_device;
    move.before_dtype = first.before_dtype;
    move.after_dtype = first.after_dtype;
    move.before_address = first.before_address;
    move.after_address = first.after_address;
  }

  /// None where neither end was ever in the learner's hands.
  std::optional<Move> tensor_move(const MovedEvent& event) {
    Move move = event.move;
    if (const auto result = event.result.lock(); result && move.after_id == 0)
      move.after_id = bridge::id_of(Tensor(result));
    if (move.before_id == 0 && move.after_id == 0) return std::nullopt;
    if (move.name.empty()) move.name = name_of(move.before_id);
    return move;
  }

  std::vector<MovedEvent> events_;
  const Objects& objects_;
  std::string_view source_;
  std::vector<bool> used_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> ending_at_;  ///< by the serial left behind
  std::vector<Found> found_;
  std::unordered_set<const void*> known_modules_;  ///< of the engine
  std::unordered_map<Address, std::string> names_;
};

}  // namespace

void name_sources(std::vector<MovedEvent>& events, const Objects& objects, std::string_view source) {
  if (events.empty()) return;  // most lines move nothing
  std::unordered_set<Address> wanted;
  for (const auto& event : events) wanted.insert(event.move.before_id);
  const auto names = objects.names_of(wanted, source);
  for (auto& event : events) {
    const auto found = names.find(event.move.before_id);
    if (found != names.end()) event.move.name = found->second;
  }
}

std::vector<Move> moves_of(std::vector<MovedEvent> events, const Objects& objects, std::string_view source) {
  if (events.empty()) return {};
  return Grouping(std::move(events), objects, source).group();
}

}  // namespace todevice::worker
