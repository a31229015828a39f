// SPDX-License-Identifier: Apache-2.0
#include "objects.h"

#include <algorithm>
#include <cctype>

#include "autograd/autograd.h"
#include "backend/registry.h"
#include "backend/streams.h"
#include "core/errors.h"
#include "core/format.h"
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
  if (const auto& node = tensor.grad_fn()) info.grad_fn = std::string(node->name());
  return info;
}

std::string Objects::name_of(Address id, std::string_view source) const {
  std::string found;
  for (const auto& [key, named] : names_) {
    const auto& name = key.second;
    if (named != id) continue;
    if (mentions(source, name)) return name;
    if (found.empty()) found = name;
  }
  return found;
}

void Objects::look(const std::vector<Scope>& scopes, const std::vector<std::string>& assigned,
                   protocol::Record& record) {
  for (auto& [id, known] : known_) known.seen = false;
  Names now;
  for (const auto& scope : scopes) look_at(scope, now, record);
  for (const auto& [name, id] : now) {
    const auto before = names_.find(name);
    const bool other = before == names_.end() || before->second != id;
    if (other || is_bound_again(name, id, assigned, record))
      record.bound.push_back({name.second, id, name.first});
  }
  for (const auto& [name, id] : names_) {
    if (!now.contains(name)) record.unbound.push_back({name.second, id, name.first});
  }
  names_ = std::move(now);
  forget_unseen(record);
}

void Objects::look_at(const Scope& scope, Names& now, protocol::Record& record) {
  // A copy, since looking may let a finaliser run that changes the names.
  const auto names = py::reinterpret_steal<py::object>(PyDict_Copy(scope.names));
  PyObject *key = nullptr, *value = nullptr;
  Py_ssize_t at = 0;
  while (names && PyDict_Next(names.ptr(), &at, &key, &value) != 0) {
    if (!PyUnicode_CheckExact(key)) continue;
    auto name = utf8_of(key);
    if (!is_own_name(name)) continue;
    look_at(value, record);
    now.emplace(Name(scope.name, std::move(name)), id_of(value));
  }
}

bool Objects::is_bound_again(const Name& name, Address id, const std::vector<std::string>& assigned,
                             const protocol::Record& record) {
  return name.first == record.function && lives_somewhere(known_[id].object) &&
         std::find(assigned.begin(), assigned.end(), name.second) != assigned.end();
}

void Objects::look_at(PyObject* object, protocol::Record& record) {
  if (const auto found = known_.find(id_of(object)); found != known_.end() && found->second.seen) return;
  protocol::Object told;
  told.id = id_of(object);
  told.type = type_name(object);
  if (const Tensor tensor = bridge::tensor_of(object); tensor.defined()) {
    return look_at_tensor(tensor, object, std::move(told), record);
  }
  if (nn::Module* const module = bridge::module_of(object)) return look_at_module(*module, told, record);
  told.kind = kind_of(object);
  told.summary = value_text(object);
  auto& known = known_as(told.id, nullptr, record);
  keep(known, std::move(told), record);
}

void Objects::look_at_tensor(const Tensor& tensor, PyObject* wrapper, protocol::Object told,
                             protocol::Record& record) {
  told.kind = wrapper != nullptr && bridge::is_parameter(wrapper) ? "parameter" : "tensor";
  told.tensor = tensor_info(tensor);
  const auto serial = tensor.storage()->serial();
  const auto version = tensor.storage()->version();
  auto& known = known_as(told.id, tensor.ptr(), record);
  const std::uint64_t replays = tensor.device().is_cuda() ? graph_replays.load() : 0;
  const bool same = known.serial == serial && known.version == version && known.replays == replays &&
                    known.object.tensor == told.tensor;
  try {
    told.summary = same ? known.object.summary : summary(tensor);
  } catch (const Error& error) {  // a GPU that stopped, or one that is recording a graph: say so and go on
    const std::string_view text = error.what();
    told.summary = is_recording(tensor.device()) ? protocol::kRecordedOnly : text.substr(0, text.find('\n'));
  }
  known.serial = serial;
  known.replays = replays;
  known.version = version;
  keep(known, std::move(told), record);
}

void Objects::look_at_module(nn::Module& module, protocol::Object& told, protocol::Record& record) {
  told.kind = "module";
  std::int64_t numbers = 0;
  const auto add = [&](const nn::Named<Tensor>& tensors, bool buffers) {
    for (const auto& [name, tensor] : tensors) {
      const auto wrapper = bridge::wrap(tensor);
      told.parts.push_back({name, id_of(wrapper.ptr()), buffers});
      numbers += tensor.numel();
      look_at(wrapper.ptr(), record);
    }
  };
  add(module.named_parameters(), false);
  add(module.named_buffers(), true);
  told.summary = told.parts.empty() ? "no parameters"
                                    : std::to_string(told.parts.size()) +
                                          (told.parts.size() == 1 ? " tensor, " : " tensors, ") +
                                          std::to_string(numbers) + " numbers";
  auto& known = known_as(told.id, module.weak_from_this().lock(), record);
  keep(known, std::move(told), record);
}

/// Ids are given out again: an object that has the id of one that is gone is another object.
KnownObject& Objects::known_as(Address id, const std::shared_ptr<void>& identity, protocol::Record& record) {
  auto& known = known_[id];
  const bool other = known.identity.owner_before(identity) || identity.owner_before(known.identity);
  if (known.object.id != 0 && other) {
    record.dead.push_back(id);
    known = {};
  }
  known.identity = identity;
  return known;
}

void Objects::keep(KnownObject& known, protocol::Object object, protocol::Record& record) {
  known.seen = true;
  if (known.object == object) return;
  record.objects.push_back(object);
  known.object = std::move(object);
}

void Objects::forget_unseen(protocol::Record& record) {
  for (auto it = known_.begin(); it != known_.end();) {
    if (it->second.seen) {
      ++it;
      continue;
    }
    record.dead.push_back(it->first);
    it = known_.erase(it);
  }
}

}  // namespace todevice::worker
