# SPDX-License-Identifier: Apache-2.0
"""Is NAMES.md what the bindings give, and do the stubs parse and have every name?"""
import ast
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "engine" / "python" / "names"))
import inventory
from page import page
from stubs import stubs

written = (TOP / "engine" / "python" / "NAMES.md").read_text(encoding="utf-8")
assert written == page(), "NAMES.md is not up to date: todevice-worker engine/python/names/write.py page engine/python/NAMES.md"


def told(path, body):
    """The names that a stub's statements define, those of its classes too."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield f"{path}.{node.name}"
        elif isinstance(node, ast.ClassDef):
            yield f"{path}.{node.name}"
            yield from told(f"{path}.{node.name}", node.body)
        elif isinstance(node, ast.AnnAssign):
            yield f"{path}.{node.target.id}"
        elif isinstance(node, ast.Assign):
            yield f"{path}.{node.targets[0].id}"


found = set()
for name, text in stubs().items():
    path = name.removesuffix(".pyi").removesuffix("/__init__").replace("/", ".")
    tree = ast.parse(text, name, type_comments=True)
    if name.endswith(".pyi"):
        found |= set(told(path, tree.body))
    for node in ast.walk(tree):  # every type is a name that a stub can see
        for given in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if given is not None:
                kind = ast.unparse(given)
                assert kind == "None" or kind.split(".")[0] in ("builtins", "typing", "torch"), f"{name}: {kind}"
left = sorted(inventory.every_name() - found)
assert not left, f"the stubs lack {left}"
print(f"{len(found)} names in the stubs")
