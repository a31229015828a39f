// SPDX-License-Identifier: Apache-2.0
#include "objects.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <tuple>
#include <utility>

#include "autograd/autograd.h"
#include "backend/registry.h"
#include "backend/streams.h"
#include "core/errors.h"
#include "core/format.h"
#include "held.h"
#include "protocol/summaries.h"
#include "torch_bridge.h"
#include "value_text.h"

namespace todevice::worker {

namespace py = pybind11;
using protocol::Address;

namespace {

Address id_of(PyObject* object) {
  return reinterpret_cast<Address>(object);
}

std::vector<std::int64_t> list_of(const Dims& dims) {
  return {dims.begin(), dims.end()};
}

bool is_view(const Tensor& tensor) {
  const auto& meta = tensor.impl().meta;
  return (meta && meta->base.defined()) || tensor.nbytes() != tensor.storage()->bytes();
}

/// Is what is done there now only written down, for a graph?
bool is_recording(Device device) {
  StreamControl* const streams = device.is_cuda() ? registry::cuda()->streams() : nullptr;
  return streams != nullptr && streams->is_capturing(device.index());
}

std::string kind_of(PyObject* object) {
  if (bridge::is_optimizer(object)) return "optimizer";
  if (bridge::is_device(object)) return "device";
  if (PyFunction_Check(object) || PyCFunction_Check(object) || PyMethod_Check(object)) return "function";
  return "value";
}

/// What a name can be bound to again in a way that the learner should see.
bool lives_somewhere(const protocol::Object& object) {
  return object.tensor.has_value() || object.kind == "module";
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool mentions(std::string_view source, std::string_view name) {
  for (auto at = source.find(name); at != std::string_view::npos; at = source.find(name, at + 1)) {
    const auto end = at + name.size();
    if ((at == 0 || !is_word(source[at - 1])) && (end == source.size() || !is_word(source[end]))) return true;
  }
  return false;
}

/// Numbers and short texts: what they say stays for as long as they are held.
bool is_lasting(PyObject* value) {
  constexpr Py_ssize_t kShort = 1000;
  if (PyUnicode_CheckExact(value)) return PyUnicode_GET_LENGTH(value) <= kShort;
  return value == Py_None || PyBool_Check(value) || PyFloat_CheckExact(value) ||
         PyComplex_CheckExact(value) || (PyLong_CheckExact(value) && std::abs(Py_SIZE(value)) <= kShort);
}

/// No finaliser may run in the middle of a look and change what is looked at.
class NoGarbageCollection {
 public:
  NoGarbageCollection() : was_on_(PyGC_Disable() != 0) {}
  ~NoGarbageCollection() {
    if (was_on_) PyGC_Enable();
  }
  NoGarbageCollection(const NoGarbageCollection&) = delete;
  NoGarbageCollection& operator=(const NoGarbageCollection&) = delete;

 private:
  bool was_on_;
};

TensorMark mark_of(const Tensor& tensor, PyObject* wrapper) {
  const auto& impl = tensor.impl();
  const auto& storage = *impl.storage;
  TensorMark mark;
  mark.serial = storage.serial();
  mark.version = storage.writes();
  mark.replays = storage.device().is_cuda() ? graph_replays.load() : 0;
  mark.data = storage.data();
  mark.type = Py_TYPE(wrapper);
  mark.shape = impl.shape;
  mark.strides = impl.strides;
  mark.offset = impl.offset;
  mark.dtype = impl.dtype;
  mark.requires_grad = impl.requires_grad;
  if (impl.meta) {
    mark.grad_fn = impl.meta->grad_fn.get();
    mark.has_base = impl.meta->base.defined();
    if (impl.meta->grad.defined()) mark.grad = &impl.meta->grad.impl();
  }
  return mark;
}

/// The places at which the parts are others than they were.
std::vector<std::int64_t> differing(const std::vector<protocol::Object::Part>& before,
                                    const std::vector<protocol::Object::Part>& now) {
  std::vector<std::int64_t> places;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (i >= before.size() || before[i] != now[i]) places.push_back(static_cast<std::int64_t>(i));
  }
  return places;
}

/// Many parts of which few changed are told by those few.
protocol::Object told_in_short(const protocol::Object& before, const protocol::Object& now) {
  constexpr std::size_t kMany = 16;
  if (now.parts.size() < kMany || before.parts.empty() || before.id == 0) return now;
  auto places = differing(before.parts, now.parts);
  if (places.size() > now.parts.size() / 2) return now;
  // None: another text, or the last ones have gone. No place at all would mean all of them.
  if (places.empty()) places.push_back(static_cast<std::int64_t>(now.parts.size()) - 1);
  protocol::Object told;
  told.id = now.id;
  told.kind = now.kind;
  told.type = now.type;
  told.summary = now.summary;
  told.tensor = now.tensor;
  told.parts_cut = now.parts_cut;
  told.parts_at = places;
  told.parts_count = static_cast<std::int64_t>(now.parts.size());
  for (const auto place : places) told.parts.push_back(now.parts[static_cast<std::size_t>(place)]);
  return told;
}

void keep(KnownObject& known, protocol::Object object, protocol::Record& record) {
  if (known.object == object) return;
  record.objects.push_back(told_in_short(known.object, object));
  known.object = std::move(object);
}

/// As a key: other texts have other bytes, also those that have no UTF-8.
std::string bytes_of(PyObject* text) {
  const auto bytes =
      py::reinterpret_steal<py::object>(PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass"));
  if (!bytes) throw py::error_already_set();
  return {PyBytes_AS_STRING(bytes.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr()))};
}

bool is_own_name(const std::string& name) {
  return !(name.size() > 4 && name.starts_with("__") && name.ends_with("__"));
}

}  // namespace

protocol::TensorInfo tensor_info(const Tensor& tensor) {
  protocol::TensorInfo info;
  const auto& storage = *tensor.storage();
  info.address = reinterpret_cast<Address>(tensor.data_ptr());
  info.storage = reinterpret_cast<Address>(storage.data());
  info.storage_serial = storage.serial();
  info.storage_bytes = static_cast<std::int64_t>(storage.bytes());
  info.device = storage.device().str();
  info.dtype = "torch." + std::string(dtype_name(tensor.dtype()));
  info.shape = list_of(tensor.shape());
  info.stride = list_of(tensor.strides());
  info.offset = tensor.storage_offset();
  info.bytes = static_cast<std::int64_t>(tensor.nbytes());
  info.requires_grad = tensor.requires_grad();
  info.is_view = is_view(tensor);
  if (const auto* meta = tensor.impl().meta.get(); meta && meta->grad_fn) {  // as it stands: asking may throw
    info.grad_fn = std::string(meta->grad_fn->name());
  }
  return info;
}

std::unordered_map<Address, std::string> Objects::names_of(const std::unordered_set<Address>& ids,
                                                           std::string_view source) const {
  std::unordered_map<Address, std::string> names;
  std::unordered_map<Address, bool> written;  // in the source
  const auto offer = [&](Address id, const std::string& name, std::string_view root, bool held) {
    if (!ids.contains(id)) return;
    const bool in_source = mentions(source, root);
    const auto [at, fresh] = names.try_emplace(id, name);
    const bool better = !fresh && !held && in_source && !written[id];
    if (better) at->second = name;
    if (fresh || better) written[id] = in_source;
  };
  for (const auto& [scope, slots] : scopes_) {
    std::vector<const Slot*> sorted;
    for (const auto& slot : slots) {
      if (!slot.name.empty() && ids.contains(slot.id)) sorted.push_back(&slot);
    }
    std::sort(sorted.begin(), sorted.end(), [](const Slot* a, const Slot* b) { return a->name < b->name; });
    for (const Slot* slot : sorted) offer(slot->id, slot->name, slot->name, false);
  }
  for (const auto& [scope, slots] : scopes_) {
    for (const auto& slot : slots) {
      if (slot.name.empty()) continue;
      for (const auto& part : slot.known->object.parts) {
        if (part.is_held() && ids.contains(part.id)) offer(part.id, slot.name + part.name, slot.name, true);
      }
    }
  }
  return names;
}

void Objects::look(const std::vector<Scope>& scopes, const std::vector<std::string>& assigned,
                   protocol::Record& record) {
  const NoGarbageCollection quiet;
  ++look_;
  seen_ = 0;
  for (const auto& scope : scopes) look_at(scope, assigned, record);
  forget_scopes(scopes, record);
  const auto by_name = [](const protocol::Binding& a, const protocol::Binding& b) {
    return std::tie(a.scope, a.name) < std::tie(b.scope, b.name);
  };
  std::sort(record.bound.begin(), record.bound.end(), by_name);
  std::sort(record.unbound.begin(), record.unbound.end(), by_name);
  forget_unseen(record);
}

/// The names of a dict keep their order: what differs from the look before begins where the first differs.
void Objects::look_at(const Scope& scope, const std::vector<std::string>& assigned,
                      protocol::Record& record) {
  auto& slots = scopes_[scope.name];
  std::unordered_map<std::string, Slot> others;  // by name, those after the first that differs
  // Looking at values may let go of what runs code that changes the names: first all names, then the values.
  std::vector<std::pair<std::size_t, py::object>> values;
  bool as_before = true;
  std::size_t count = 0;
  PyObject *key = nullptr, *value = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(scope.names, &at, &key, &value) != 0) {
    if (!PyUnicode_CheckExact(key)) continue;
    if (as_before && (count == slots.size() || slots[count].key.ptr() != key)) {
      as_before = false;
      for (auto i = count; i < slots.size(); ++i) {
        auto name = bytes_of(slots[i].key.ptr());
        others.emplace(std::move(name), std::move(slots[i]));
      }
      slots.resize(count);
    }
    if (!as_before) {
      Slot slot;
      if (const auto found = others.find(bytes_of(key)); found != others.end()) {
        slot = std::move(found->second);
        others.erase(found);
      } else if (auto name = utf8_of(key); is_own_name(name)) {
        slot.name = std::move(name);
      }
      slot.key = py::reinterpret_borrow<py::object>(key);
      slots.push_back(std::move(slot));
    }
    const auto& slot = slots[count++];
    const bool lasts = slot.lasting && slot.lasting.ptr() == value;
    if (!slot.name.empty() && !lasts)
      values.emplace_back(count - 1, py::reinterpret_borrow<py::object>(value));
  }
  for (auto i = count; i < slots.size(); ++i)
    others.emplace(bytes_of(slots[i].key.ptr()), std::move(slots[i]));
  slots.resize(count);
  for (auto& [name, slot] : others) {
    if (!slot.name.empty()) record.unbound.push_back({slot.name, slot.id, scope.name});
    let_go(slot);
  }
  for (const auto& [place, object] : values)
    look_at(slots[place], object.ptr(), scope.name, assigned, record);
}

void Objects::look_at(Slot& slot, PyObject* value, const std::string& scope,
                      const std::vector<std::string>& assigned, protocol::Record& record) {
  const bool other = slot.known == nullptr || slot.id != id_of(value);
  if (!other && is_as_it_was(*slot.known, value)) {
    saw(*slot.known);
  } else {
    auto& known = look_at(value, record);
    let_go(slot);
    slot.known = &known;
    slot.id = id_of(value);
    hold(slot, value);
  }
  const bool again = !other && scope == record.function &&
                     std::find(assigned.begin(), assigned.end(), slot.name) != assigned.end() &&
                     lives_somewhere(slot.known->object);
  if (other || again) record.bound.push_back({slot.name, slot.id, scope});
}

/// A tensor of which nothing changed that a row shows; that holds a gradient has to be looked at.
bool Objects::is_as_it_was(const KnownObject& known, PyObject* value) {
  if (!known.object.tensor || known.tensor.grad != nullptr) return false;
  const Tensor tensor = bridge::tensor_of(value);
  if (!tensor.defined()) return false;
  const bool other = known.identity.owner_before(tensor.ptr()) || tensor.ptr().owner_before(known.identity);
  return !other && mark_of(tensor, value) == known.tensor;
}

void Objects::hold(Slot& slot, PyObject* value) {
  if (!is_lasting(value)) return;
  slot.lasting = py::reinterpret_borrow<py::object>(value);
  if (slot.known->lasting++ > 0) return;
  ++lasting_;
  if (slot.known->look == look_) --seen_;
}

void Objects::let_go(Slot& slot) {
  if (!std::exchange(slot.lasting, {})) return;
  if (--slot.known->lasting > 0) return;
  --lasting_;
  if (slot.known->look == look_) ++seen_;
}

void Objects::forget_scopes(const std::vector<Scope>& scopes, protocol::Record& record) {
  for (auto it = scopes_.begin(); it != scopes_.end();) {
    auto& [name, slots] = *it;
    const bool is_there = std::any_of(scopes.begin(), scopes.end(),
                                      [&name = name](const Scope& scope) { return scope.name == name; });
    if (is_there) {
      ++it;
      continue;
    }
    for (auto& slot : slots) {
      if (!slot.name.empty()) record.unbound.push_back({slot.name, slot.id, name});
      let_go(slot);
    }
    it = scopes_.erase(it);
  }
}

/// False when this look has been there already.
bool Objects::saw(KnownObject& known) {
  if (known.look == look_) return false;
  known.look = look_;
  if (known.lasting == 0) ++seen_;
  return true;
}

/// A work list: objects may be chained deeper than the stack is.
KnownObject& Objects::look_at(PyObject* object, protocol::Record& record) {
  auto& first = look_at_one(object, record);
  while (!waiting_.empty()) {
    const auto next = std::move(waiting_.back());
    waiting_.pop_back();
    look_at_one(next.ptr(), record);
  }
  return first;
}

KnownObject& Objects::look_at_one(PyObject* object, protocol::Record& record) {
  auto& known = known_[id_of(object)];
  if (!saw(known)) return known;
  if (const Tensor tensor = bridge::tensor_of(object); tensor.defined()) {
    look_at_tensor(known, tensor, object, record);
    return known;
  }
  protocol::Object told;
  told.id = id_of(object);
  told.type = type_name(object);
  if (nn::Module* const module = bridge::module_of(object)) {
    look_at_module(known, *module, std::move(told), record);
  } else {
    look_at_value(known, object, std::move(told), record);
  }
  return known;
}

void Objects::look_at_tensor(KnownObject& known, const Tensor& tensor, PyObject* wrapper,
                             protocol::Record& record) {
  identify(known, id_of(wrapper), tensor.ptr(), record);
  const auto mark = mark_of(tensor, wrapper);
  const auto grad = mark.grad != nullptr ? bridge::wrap(tensor.grad()) : py::object();
  if (known.object.id == 0 || mark != known.tensor) {
    protocol::Object told;
    told.id = id_of(wrapper);
    told.type = type_name(wrapper);
    told.kind = bridge::is_parameter(wrapper) ? "parameter" : "tensor";
    told.tensor = tensor_info(tensor);
    if (grad) told.parts.push_back({".grad", id_of(grad.ptr()), false});
    const bool same = known.tensor.serial == mark.serial && known.tensor.version == mark.version &&
                      known.tensor.replays == mark.replays && known.object.tensor == told.tensor;
    try {
      told.summary = same ? known.object.summary : summary(tensor);
    } catch (const Error& error) {  // a GPU that stopped, or one that is recording a graph: say so and go on
      const std::string_view text = error.what();
      told.summary =
          is_recording(tensor.device()) ? protocol::kRecordedOnly : text.substr(0, text.find('\n'));
    }
    known.tensor = mark;
    keep(known, std::move(told), record);
  }
  if (grad) waiting_.push_back(grad);
}

void Objects::look_at_module(KnownObject& known, nn::Module& module, protocol::Object told,
                             protocol::Record& record) {
  identify(known, told.id, module.weak_from_this().lock(), record);
  auto* const wrapper = reinterpret_cast<PyObject*>(told.id);
  Held held(false);
  held.walk_module(module, wrapper);
  if (known.object.id == 0 || known.parts != held.mark) {
    Held named(true);
    named.walk_module(module, wrapper);
    told.kind = "module";
    told.parts_cut = named.cut;
    std::int64_t numbers = 0;
    for (std::size_t i = 0; i < named.found.size(); ++i) {
      PyObject* const part = named.found[i].ptr();
      told.parts.push_back({named.names[i], id_of(part), named.is_buffer[i]});
      if (i < named.registered) numbers += bridge::tensor_of(part).numel();
    }
    told.summary = named.registered == 0 ? "no parameters"
                                         : std::to_string(named.registered) +
                                               (named.registered == 1 ? " tensor, " : " tensors, ") +
                                               std::to_string(numbers) + " numbers";
    known.parts = held.mark;
    keep(known, std::move(told), record);
  }
  waiting_.insert(waiting_.end(), held.found.rbegin(), held.found.rend());
}

void Objects::look_at_value(KnownObject& known, PyObject* object, protocol::Object told,
                            protocol::Record& record) {
  identify(known, told.id, nullptr, record);
  told.kind = kind_of(object);
  told.summary = value_text(object);
  Held held(false);
  held.walk(object);
  const auto& before = known.object;
  const bool same_parts = before.id != 0 && known.parts == held.mark && before.parts_cut == held.cut;
  if (!same_parts || before.kind != told.kind || before.type != told.type || before.summary != told.summary) {
    told.parts_cut = held.cut;
    if (!held.found.empty()) {
      Held named(true);
      named.walk(object);
      for (std::size_t i = 0; i < named.found.size(); ++i)
        told.parts.push_back({named.names[i], id_of(named.found[i].ptr()), false});
    }
    known.parts = held.mark;
    keep(known, std::move(told), record);
  }
  waiting_.insert(waiting_.end(), held.found.rbegin(), held.found.rend());
}

/// Ids are given out again: an object that has the id of one that is gone is another object.
void Objects::identify(KnownObject& known, Address id, const std::shared_ptr<void>& identity,
                       protocol::Record& record) {
  const bool other = known.identity.owner_before(identity) || identity.owner_before(known.identity);
  if (known.object.id != 0 && other) {
    record.dead.push_back(id);
    known = {};
    known.look = look_;
  }
  if (known.object.id == 0) known.identity = identity;
}

void Objects::forget_unseen(protocol::Record& record) {
  if (seen_ + lasting_ == known_.size()) return;
  for (auto it = known_.begin(); it != known_.end();) {
    if (it->second.look == look_ || it->second.lasting > 0) {
      ++it;
      continue;
    }
    record.dead.push_back(it->first);
    it = known_.erase(it);
  }
}

}  // namespace todevice::worker
