// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "protocol/codec.h"

/// Messages with every field set to something that is not its default.
namespace todevice::protocol::samples {

inline const std::string kOddText = "π \"quoted\" \\ \n\t \xE4\xB8\xAD\xE6\x96\x87";

inline TensorInfo tensor() {
  return {0x7f00deadbeef0000,
          0xffffffffffffffff,
          7,
          36,
          "cuda:1",
          "torch.float32",
          {3, 3},
          {1, 3},
          4,
          20,
          true,
          true,
          "AddBackward0"};
}

inline Move move() {
  Move part{"tensor",        "0.weight",      true, true, 1,  2, "cpu", "cuda:0",
            "torch.float32", "torch.float64", 0x10, 0x20, 36, {}};
  Move whole = part;
  whole.what = "module";
  whole.name = "net";
  whole.parts = {part, part};
  return whole;
}

inline Record record() {
  Record r;
  r.run = "run-1";
  r.index = 12;
  r.file = "lesson";
  r.line = 3;
  r.depth = 1;
  r.function = "forward";
  r.entered = "helper";
  r.entry = 2;
  r.raised = "ValueError: no";
  r.source = kOddText;
  r.microseconds = 12.5;
  r.bound = {{"x", 0x11, ""}, {"y", 0x12, "forward"}};
  r.unbound = {{"z", 0x13, ""}};
  r.objects = {{0x11, "tensor", "Tensor", "1. 2. 3.", tensor(), {}, false, {}, 0},
               {0x12,
                "module",
                "Linear",
                "2 tensors",
                std::nullopt,
                {{"weight", 0x11, false}, {"mean", 0x14, true}},
                true,
                {0, 3},
                7}};
  r.dead = {0x20, 0xffffffffffffffff};
  r.allocations = {{true, "cuda:0", 0x30, 512, 9}};
  r.copies = {{"cpu", "cuda:0", 0x40, 0x50, 36, 1.5}};
  r.copies_left_out = 144;
  r.copies_left_out_bytes = 576;
  r.moves = {move()};
  r.moves_left_out = 145;
  r.memory = {{"cuda:0", 1, 2, 3, 4}};
  r.output = kOddText;
  const Origin origin{"0.weight", "cuda:0", "cpu", 2, 4, 36};
  const Named named{"self.fc", 0x12, "module", "Linear", "cuda:3", false, true, {origin}};
  r.error = Error{"RuntimeError", "message", "Traceback\n", 3, {{3, "forward", "self.fc(x)", {named}}}};
  r.cuda_uuids = {"GPU-1", "GPU-2"};
  r.variables = {{"CUDA_VISIBLE_DEVICES", "set", std::nullopt, "2,0", true}};
  r.variables_read = VariableReading{"0", std::nullopt};
  r.current_device = 1;
  r.calls = {{"cudaMemcpyAsync", "", "api", "", -1, 36, 1.5, 4.25, 7, true},
             {"binary_kernel", kOddText, "kernel", "cuda:1", 2, 0, 3.5, 1.25, 8, true}};
  r.calls_left_out = 9;
  r.calls_note = "no CUPTI";
  r.merged = 5;
  r.time = 6;
  return r;
}

inline PhysicalDevice device() {
  PhysicalDevice device;
  device.index = 2;
  device.name = "Simulated GPU";
  device.uuid = "GPU-2";
  device.pci_bus_id = "0000:03:00.0";
  device.total_memory = std::int64_t{8} << 30;
  device.used_memory = 1024;
  device.simulated = true;
  device.speed_class = 7;
  device.mig = {{"MIG-1", "1g.10gb", 3, 0, 512}};
  device.own_memory = 512;
  device.load = 40;
  device.temperature = 51;
  device.power = 123.5;
  return device;
}

inline Ready ready() {
  return {42,         "sim", "no driver",  "library_missing", "libx.so",
          {device()}, "2,0", "PCI_BUS_ID", {"GPU-2"},         "invalid_device"};
}

}  // namespace todevice::protocol::samples
