#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a real GPU refuses while it works, each in a process of its own, since its assertion ends CUDA for the process:
tests/gpu_asserts.py WORKER
Ends with 77 where there is no real GPU."""
import subprocess
import sys
import tempfile
from pathlib import Path

BEGIN = """
import torch
if not torch.cuda.is_available() or "Simulated" in torch.cuda.get_device_name(0):
    print("no real GPU")
    raise SystemExit(77)
x = torch.arange(12.0, device="cuda").reshape(3, 4)
def on_gpu(*numbers): return torch.tensor(numbers, device="cuda")
"""
REFUSED = {  # of most, the places of all indices together lie within x
    "a column too far right": "y = x[on_gpu(0), on_gpu(5)]",
    "a column too far left": "y = x[on_gpu(1), on_gpu(-5)]",
    "a row too far down": "y = x[on_gpu(3), on_gpu(-4)]",
    "one row too far up": "y = x[on_gpu(-4)]",
    "one row, more than twice": "y = x[on_gpu(-6)]",
    "a row of index_select from the end": "y = x.index_select(0, on_gpu(-1))",
    "a column of index_select from the end": "y = x.index_select(1, on_gpu(0, -1))",
    "a row of index_select too far down": "y = x.index_select(0, on_gpu(3))",
    "a place of gather from the end": "y = x.gather(1, on_gpu(0, -1, 1).reshape(3, 1))",
    "a place of gather in the next row": "y = x.gather(1, on_gpu(4).reshape(1, 1))",
    "an embedding from the end": "y = torch.nn.functional.embedding(on_gpu(1, -1), x)",
    "an embedding too far down": "y = torch.nn.functional.embedding(on_gpu(3), x)",
    "a module's embedding from the end": "y = torch.nn.Embedding(3, 4, device='cuda')(on_gpu(-2))",
    "a class from the end": "y = torch.nn.functional.cross_entropy(x, on_gpu(0, -1, 1))",
    "a weighted class from the end": "y = torch.nn.functional.cross_entropy(x, on_gpu(0, -1, 1), weight=torch.ones(4, device='cuda'))",
    "a class from the end, one by one": "y = torch.nn.functional.nll_loss(x, on_gpu(0, 4, 1), reduction='none')",
    "gather while a graph is played": "g = torch.cuda.CUDAGraph()\ni = on_gpu(-1).reshape(1, 1)\nwith torch.cuda.graph(g):\n"
                                      "    y = x.gather(1, i)\ng.replay()",
    "a share above 1": "y = torch.bernoulli(on_gpu(2).float())",
    "while a graph is played": "g = torch.cuda.CUDAGraph()\ni, j = on_gpu(0), on_gpu(5)\nwith torch.cuda.graph(g):\n    y = x[i, j]\n"
                               "g.replay()",
}
TAKEN = "assert x.gather(1, on_gpu(3, 0).reshape(2, 1)).tolist() == [[3.0], [4.0]] and x.index_select(1, on_gpu(3)).shape == (3, 1)\n" \
        "assert torch.nn.functional.embedding(on_gpu(2, 0), x).tolist() == x[[2, 0]].tolist()\n" \
        "same = (x[on_gpu(0, -3), on_gpu(3, -4)].tolist(), x[on_gpu(-1)].tolist()) == ([3.0, 0.0], [[8.0, 9.0, 10.0, 11.0]])\n" \
        "print('taken' if same else 'wrong numbers')"


def said(worker, code):
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script.py"
        script.write_text(BEGIN + code, encoding="utf-8")
        done = subprocess.run([worker, script], capture_output=True, text=True, errors="replace", timeout=60)
    if done.returncode == 77:
        print("no real GPU")
        sys.exit(77)
    return done.stdout, done.stderr


def main(worker):
    failed = 0 if said(worker, TAKEN)[0].strip() == "taken" else 1
    print("right places are taken" if not failed else "FAILED: right places are not taken")
    for name, code in REFUSED.items():
        printed, error = said(worker, code + "\nprint('silently', y.tolist())")
        refused = "device-side assert triggered" in error and not printed
        failed += not refused
        print(f"{'refused' if refused else 'FAILED'}: {name}")
        if not refused:
            print(printed + error)
    print("FAILED" if failed else f"all {len(REFUSED)} are refused")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
