# SPDX-License-Identifier: Apache-2.0
"""The CPU's speed from Python, beside a real PyTorch where one is installed (TODEVICE_TORCH_PYTHON names its Python): both
programs run short rounds in turns, so that what else the machine does meets both; the least of each counts.
    TODEVICE_WORKER=... [TODEVICE_TORCH_PYTHON=...] python3 tests/bench/cpu_speed.py [NAME...]"""
import os
import pathlib
import subprocess
import sys

SCRIPT = str(pathlib.Path(__file__).with_name("cpu_steps.py"))
# name: (what it says, rounds, runs a round, target)
FIGURES = {
    "add": ("add of two 3x3 tensors", 20, 100, "<= 1"),
    "calls": ("the calls of a step, of empty functions", 20, 100, ""),
    "small": ("SGD step 2-16-16-2 b64", 20, 10, "<= 60"),
    "small_forward": ("its forward and loss", 20, 10, ""),
    "small_backward": ("these and backward", 20, 10, ""),
    "large": ("SGD step 784-256-10 b128", 150, 1, ""),
    "large_forward": ("its forward and loss", 150, 1, ""),
    "large_backward": ("these and backward", 150, 1, ""),
    "modules": ("5,000 modules in three containers, looked up and taken out", 3, 1, ""),
    "randn": ("randn of a million", 5, 1, ""),
}
TURNS = 12


class Side:
    def __init__(self, command, threads):
        names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, **dict.fromkeys(names, str(threads))})

    def run(self, name, rounds, count):
        self.process.stdin.write(f"{name} {rounds} {count}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def measure(names, threads):
    ours = Side([os.environ["TODEVICE_WORKER"], SCRIPT], threads)
    theirs = os.environ.get("TODEVICE_TORCH_PYTHON")
    sides = [ours] + ([Side([theirs, SCRIPT], threads)] if theirs else [])
    suffix = f", {threads} thread{'s'[:threads != 1]}"
    for name in names:
        what, rounds, count, target = FIGURES[name]
        least = [min(turn) for turn in zip(*([side.run(name, rounds, count) for side in sides] for _ in range(TURNS)))]
        print(f"FIGURE\tCPU: {what}{suffix}\t{least[0]:.6g}\tus\t{target}", flush=True)
        if len(least) > 1:
            print(f"FIGURE\tCPU: PyTorch's{suffix}\t{least[1]:.6g}\tus\t", flush=True)
            aim = "<= 1" if name.startswith(("add", "small", "large")) else ""
            print(f"FIGURE\tCPU: ours by PyTorch's{suffix}\t{least[0] / least[1]:.3g}\t\t{aim}", flush=True)
    for side in sides:
        side.end()


for threads in range(1, (os.cpu_count() or 1) + 1)[:2]:
    measure(sys.argv[1:] or FIGURES, threads)
