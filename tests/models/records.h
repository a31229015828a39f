// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/messages.h"

namespace todevice::records {

// Hand-made records of what a worker reports.

inline protocol::Object tensor(protocol::Address id, const std::string& device, protocol::Address address,
                               std::uint64_t serial, std::int64_t bytes = 36) {
  protocol::Object object;
  object.id = id;
  object.kind = "tensor";
  object.type = "Tensor";
  object.summary = "tensor(...)";
  protocol::TensorInfo info;
  info.address = info.storage = address;
  info.storage_serial = serial;
  info.storage_bytes = info.bytes = bytes;
  info.device = device;
  info.dtype = "torch.float32";
  info.shape = {3, 3};
  object.tensor = info;
  return object;
}

inline protocol::Object value(protocol::Address id, const std::string& summary) {
  protocol::Object object;
  object.id = id;
  object.kind = "value";
  object.type = "int";
  object.summary = summary;
  return object;
}

inline protocol::Object linear(protocol::Address id, protocol::Address weight, protocol::Address bias) {
  protocol::Object object;
  object.id = id;
  object.kind = "module";
  object.type = "Linear";
  object.summary = "Linear(in_features=3, out_features=3, bias=True)";
  object.parts = {{"weight", weight, false}, {"bias", bias, false}};
  return object;
}

inline protocol::Record line(int number) {
  protocol::Record record;
  record.line = number;
  record.source = "line " + std::to_string(number);
  return record;
}

inline protocol::Record bind(int number, const std::string& name, const protocol::Object& object) {
  protocol::Record record = line(number);
  record.bound = {{name, object.id, ""}};
  record.objects = {object};
  if (object.tensor) {
    const auto& info = *object.tensor;
    record.allocations = {{false, info.device, info.storage, info.storage_bytes, info.storage_serial}};
  }
  return record;
}

/// x_cpu = ones on the CPU; x_gpu = x_cpu.to("cuda:0"), which initialises CUDA.
inline protocol::Record makeOnCpu() {
  return bind(1, "x_cpu", tensor(0x100, "cpu", 0x5000, 1));
}
inline protocol::Record moveToGpu() {
  protocol::Record record = bind(2, "x_gpu", tensor(0x200, "cuda:0", 0x7f1893e00600, 2));
  record.cuda_uuids = {"GPU-a"};
  record.current_device = 0;
  record.copies = {{"cpu", "cuda:0", 0x5000, 0x7f1893e00600, 36, 4.0}};
  protocol::Move move;
  move.what = "tensor";
  move.name = "x_cpu";
  move.before_id = 0x100;
  move.after_id = 0x200;
  move.before_device = "cpu";
  move.after_device = "cuda:0";
  move.before_dtype = move.after_dtype = "torch.float32";
  move.before_address = 0x5000;
  move.after_address = 0x7f1893e00600;
  move.bytes = 36;
  record.moves = {move};
  return record;
}

/// net = nn.Linear(3, 3), and net.to("cuda:0"): the same objects at new addresses.
inline protocol::Record makeModule() {
  protocol::Record record = bind(3, "net", linear(0x300, 0x310, 0x320));
  record.objects.push_back(tensor(0x310, "cpu", 0x6000, 3));
  record.objects.push_back(tensor(0x320, "cpu", 0x7000, 4, 12));
  for (auto& object : record.objects) {
    if (object.tensor) object.kind = "parameter";
  }
  record.allocations = {{false, "cpu", 0x6000, 36, 3}, {false, "cpu", 0x7000, 12, 4}};
  return record;
}
inline protocol::Record moveModule() {
  protocol::Record record = line(4);
  record.bound = {{"net", 0x300, ""}};
  record.objects = {tensor(0x310, "cuda:0", 0x7f1893e00800, 5),
                    tensor(0x320, "cuda:0", 0x7f1893e00a00, 6, 12)};
  record.allocations = {{false, "cuda:0", 0x7f1893e00800, 36, 5},
                        {true, "cpu", 0x6000, 36, 3},
                        {false, "cuda:0", 0x7f1893e00a00, 12, 6},
                        {true, "cpu", 0x7000, 12, 4}};
  protocol::Move move;
  move.what = "module";
  move.name = "net";
  move.same_object = true;
  move.before_id = move.after_id = 0x300;
  for (const auto& [name, id, from, to] : {std::tuple("weight", 0x310ULL, 0x6000ULL, 0x7f1893e00800ULL),
                                           std::tuple("bias", 0x320ULL, 0x7000ULL, 0x7f1893e00a00ULL)}) {
    protocol::Move part;
    part.what = "tensor";
    part.name = name;
    part.same_object = true;
    part.before_id = part.after_id = id;
    part.before_device = "cpu";
    part.after_device = "cuda:0";
    part.before_dtype = part.after_dtype = "torch.float32";
    part.before_address = from;
    part.after_address = to;
    part.bytes = 36;
    move.parts.push_back(part);
  }
  record.moves = {move};
  return record;
}

inline std::vector<protocol::Record> story() {
  return {makeOnCpu(), moveToGpu(), makeModule(), moveModule()};
}

}  // namespace todevice::records
