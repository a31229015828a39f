#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The call record on a real GPU: speaks to the worker as the window does, steps a few lines, and checks which calls came
back on which line.   tests/gpu_calls.py WORKER
Ends with 77 where there is no real GPU. Prints what each line called, and last what a stepped line costs."""
import json
import os
import statistics
import subprocess
import sys
import time


class Worker:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ids = 0
        self.ready = self.wait_for("ready")

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit("the worker ended")
        return json.loads(line)

    def wait_for(self, method):
        while True:
            message = self.read()
            if message.get("method") == method:
                return message["params"]
            if "error" in message:
                sys.exit(f"refused: {message['error']}")

    def request(self, method, **params):
        self.ids += 1
        message = {"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def run(self, code, mode="record"):
        """The records of all lines."""
        self.request("run", run=f"r{self.ids}", code=code, mode=mode)
        records = []
        while True:
            message = self.read()
            if message.get("method") == "record":
                records.append(message["params"])
                if "error" in records[-1]:
                    sys.exit(records[-1]["error"]["traceback"])
            elif message.get("method") == "stopped":
                return records
            elif "error" in message:
                sys.exit(f"refused: {message['error']}")

    def step_times(self, code):
        """Milliseconds that each step takes, seen from outside."""
        run = f"r{self.ids}"
        self.request("run", run=run, code=code, mode="step")
        times = []
        while self.wait_for("stopped")["reason"] == "line":
            begin = time.perf_counter()
            self.request("step", run=run)
            self.wait_for("record")
            times.append((time.perf_counter() - begin) * 1000)
        return times


failed = 0


def check(fine, what):
    global failed
    print(("ok    " if fine else "FAIL  ") + what)
    failed += not fine


def show(record):
    print(f"line {record['line']}: {record['source'].strip()}")
    for call in record.get("calls", []):
        where = f"{call['device']} stream {call['stream']}" if call["device"] else "cpu"
        print(f"    {call['begin']:10.1f} us  {call['microseconds']:9.2f} us  {call['kind']:6}  {where:16}"
              f"  {call['bytes'] or '':>9}  {call['name']}")
    if record.get("calls_note"):
        print("    " + record["calls_note"])


def of_kind(record, kind):
    return [call for call in record.get("calls", []) if call["kind"] == kind]


def main(program):
    worker = Worker(program)
    if worker.ready["backend"] != "cuda":
        print(f"no real GPU: {worker.ready.get('note', '')}")
        sys.exit(77)
    lines = worker.run("import torch\nx = torch.ones(3, 3).to('cuda')\ny = x + x\nn = 1\nw = y.to('cpu')\n"
                       "big = torch.ones(1024, 1024, device='cuda')\np = big @ big\n"
                       "s = torch.cuda.Stream()\nwith torch.cuda.stream(s):\n    q = big * 2\n")
    for record in lines:
        show(record)
    by_line = {record["line"]: record for record in lines}
    moved, added, nothing, back, product, aside = (by_line[i] for i in (2, 3, 4, 5, 7, 10))

    check(not any(r.get("calls_note") for r in lines), "CUPTI was found and serves")
    copies = of_kind(moved, "copy")
    check(len(copies) == 1 and copies[0]["bytes"] == 36, "line 2: one copy of 36 bytes")
    check(all(c["microseconds"] > 0 and c["measured"] for c in copies), "line 2: its time was measured")
    check(all(c["device"] == "cuda:0" and c["stream"] == 0 for c in copies), "line 2: on cuda:0, the default stream")
    callers = [c for c in of_kind(moved, "api") if copies and c["correlation"] == copies[0]["correlation"]]
    check(len(callers) == 1 and "emcpy" in callers[0]["name"], "line 2: the call that caused it stands there too")
    check(not of_kind(moved, "kernel"), "line 2: no kernel")

    kernels = of_kind(added, "kernel")
    check(len(kernels) == 1 and kernels[0]["microseconds"] > 0, "line 3: one kernel, its time measured")
    check(bool(kernels) and kernels[0]["name"].isidentifier(), "line 3: a short name")
    check(not of_kind(added, "copy"), "line 3: no copy (looking at values is left out)")
    check(not nothing.get("calls"), "line 4: nothing was called")
    check([c["bytes"] for c in of_kind(back, "copy")] == [36], "line 5: 36 bytes came back")
    check(len(of_kind(product, "kernel")) >= 1, "line 7: the product is a kernel of cuBLAS")
    streams = {c["stream"] for c in of_kind(aside, "kernel")}
    check(streams == {1}, f"line 10: on the lesson's own stream, the first one made ({streams})")
    for record in lines:
        for call in record.get("calls", []):
            if call["kind"] != "api":
                caller = [c for c in of_kind(record, "api") if c["correlation"] == call["correlation"]]
                if not caller or caller[0]["begin"] > call["begin"] + 1:
                    check(False, f"line {record['line']}: {call['name']} begins after the call that caused it")

    graph = worker.run("g = torch.cuda.CUDAGraph()\nwith torch.cuda.graph(g):\n    r = big * 3\ng.replay()\n"
                       "ok = r[0, 0].item()\n")
    for record in graph:
        show(record)
    replay = next(r for r in graph if "replay" in r["source"])
    check(len(of_kind(replay, "kernel")) == 1, "a replayed graph shows its kernel")

    whole = worker.run("for i in range(100): y = x + x", "whole")
    check(not whole[-1].get("calls"), "a block run whole records no calls")
    many = worker.run("l = [x.add_(1) for _ in range(5000)]")[-1]
    check(len(many["calls"]) == 512 and many["calls_left_out"] > 4000, "a long line is bounded and says so")

    nothing_ms = statistics.median(worker.step_times("n = 1\n" * 200))
    add_ms = statistics.median(worker.step_times("y = x + x\n" * 200))
    check(add_ms <= 1, "a stepped line with its calls takes at most 1 ms")
    print(f"{'FAILED' if failed else 'all checks hold'}; median of a stepped line: n = 1 {nothing_ms:.3f} ms, "
          f"y = x + x {add_ms:.3f} ms")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    os.environ.pop("CUDA_VISIBLE_DEVICES", None)
    main(sys.argv[1])
