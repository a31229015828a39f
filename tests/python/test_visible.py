# SPDX-License-Identifier: Apache-2.0
"""How many GPUs the variable leaves of three: the argument says."""
import os
import sys

import torch
from check import raises, same

expected = int(sys.argv[1])
same(torch.cuda.is_available(), expected > 0)
if expected:
    same(str(torch.ones(1).to("cuda").device), "cuda:0")
    same(torch.cuda.device_count(), expected)  # CUDA has started: the driver's count
    same(str(torch.ones(1).to(f"cuda:{expected - 1}").device), f"cuda:{expected - 1}")
    raises(torch.AcceleratorError, "CUDA error: invalid device ordinal", lambda: torch.ones(1).to(f"cuda:{expected}"))
    os.environ["CUDA_VISIBLE_DEVICES"] = ""
    same(str(torch.ones(1).to("cuda").device), "cuda:0")  # it is read once
else:
    raises(RuntimeError, "No CUDA GPUs are available", lambda: torch.ones(1).to("cuda"))
