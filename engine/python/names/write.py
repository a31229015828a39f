# SPDX-License-Identifier: Apache-2.0
"""Writes down what the bindings offer. Run by the worker, which knows:

    todevice-worker write.py page FILE       the page of names, NAMES.md
    todevice-worker write.py stubs FOLDER    the package `torch` as .pyi files, for editors
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from page import page
from stubs import stubs


def main(what, where):
    if what == "page":
        Path(where).write_text(page(), encoding="utf-8")
        return
    for name, text in stubs().items():
        file = Path(where) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


if len(sys.argv) != 3 or sys.argv[1] not in ("page", "stubs"):
    sys.exit(__doc__)
main(sys.argv[1], sys.argv[2])
