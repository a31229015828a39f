# SPDX-License-Identifier: Apache-2.0
"""A script may set a locale in which numbers have commas: what torch says keeps its points. The locale is made here, as glibc
keeps it, since few machines have one."""
import locale
import os
import struct
import tempfile

import torch
from check import DEVICES, raises, same


def set_commas(folder):
    items = [b",\0", b".\0", b"\3\3\0", struct.pack("=I", ord(",")), struct.pack("=I", ord(".")), b"UTF-8\0"]
    head = 8 + 4 * len(items)
    places, body = [], b""
    for item in items:
        body += b"\0" * (-len(body) % 4)
        places.append(head + len(body))
        body += item
    os.mkdir(os.path.join(folder, "commas"))
    with open(os.path.join(folder, "commas", "LC_NUMERIC"), "wb") as file:
        file.write(struct.pack(f"={2 + len(items)}I", 0x20031115 ^ 1, len(items), *places) + body)
    os.environ["LOCPATH"] = folder
    locale.setlocale(locale.LC_NUMERIC, "commas")


with tempfile.TemporaryDirectory() as folder:
    set_commas(folder)
same(locale.str(1.5), "1,5")

same(str(torch.tensor([1.5, 2.25])), "tensor([1.5000, 2.2500])")
same(str(torch.tensor([1e-6, 2e6])), "tensor([1.0000e-06, 2.0000e+06])")
same(str(torch.tensor([1.0, -3e7])), "tensor([ 1.0000e+00, -3.0000e+07])")
same((repr(torch.tensor(0.5)), f"{torch.tensor(0.5):.2f}"), ("tensor(0.5000)", "0.50"))
x = torch.zeros(2)
raises(RuntimeError, "uniform_ expects to return a [from, to) range, but found from=0.5 > to=0.25", lambda: x.uniform_(0.5, 0.25))
raises(RuntimeError, "uniform_ expects to return a [from, to) range, but found from=1e-07 > to=-1e-09", lambda: x.uniform_(1e-7, -1e-9))
raises(RuntimeError, "uniform_ expects to return a [from, to) range, but found from=1e+20 > to=-1e+30", lambda: x.uniform_(1e20, -1e30))
raises(RuntimeError, "normal expects std >= 0.0, but found std -1e-07", lambda: x.normal_(0, -1e-7))
raises(RuntimeError, "normal expects std >= 0.0, but found std -0.333333", lambda: x.normal_(0, -1 / 3))
torch.set_printoptions(precision=70, sci_mode=False)
same(str(torch.tensor([1e300], dtype=torch.float64)), f"tensor([{1e300:.0f}.],\n       dtype=torch.float64)")
same(str(torch.tensor([0.1], dtype=torch.float64)), f"tensor([{0.1:.70f}], dtype=torch.float64)".replace("], d", "],\n       d"))
torch.set_printoptions(profile="default")
for device in DEVICES[1:]:
    raises(torch.OutOfMemoryError, "CUDA out of memory. Tried to allocate 4096.00 GiB. GPU", lambda: torch.empty(1 << 40, device=device))
