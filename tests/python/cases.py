# SPDX-License-Identifier: Apache-2.0
"""Small cases that people ran into, with the outcome that PyTorch gives: `cases.py C24`. They stand in the files case_*.py beside, one
for each idea. CMakeLists.txt says with how many GPUs and which CUDA_VISIBLE_DEVICES each one runs; `cases.py all C01 C03 ...` tells
which of them is missing."""
import sys

import case_files
import case_memory
import case_modules
import case_parallel
import case_random
import case_tensors
import case_visible
from check import same

CASES = {}
for group in (case_visible, case_tensors, case_modules, case_parallel, case_files, case_random, case_memory):
    CASES |= {name: case for name, case in vars(group).items() if name[0] == "C" and name[1:].isdigit()}

if sys.argv[1] == "all":
    same([case for case in sys.argv[2:] if case not in CASES], [])
else:
    CASES[sys.argv[1]]()
