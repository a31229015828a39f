# SPDX-License-Identifier: Apache-2.0
"""NAMES.md: every name, with how it is called. Types are left out, as they read differently from one pybind11 to the next."""
import textwrap

import signatures
from inventory import CLASSES, contents, members, modules

HEAD = """# What ToDevice's `torch` has

Written from the bindings by `engine/python/names/write.py`; a test compares it with them and fails for a name that no line of
`tests/names` calls or reads. Each of those lines prints what PyTorch 2.11 prints. What is not here raises an AttributeError that
says so and, where there is one, names the nearest thing that is."""


def _calls(name, found):
    return [f"`{name}{signature.shown()}`" for signature in found] or [f"`{name}`"]


def _wrapped(text):
    return textwrap.fill(text, 130, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _list(label, names):
    return [_wrapped(f"{label}: " + ", ".join(f"`{name}`" for name in names)), ""] if names else []


def _raw(kind, name):
    for base in kind.__mro__:
        if name in vars(base):
            return vars(base)[name]
    return None


def _class(path, kind):
    lines = [f"### {path}", ""]
    parent = next((CLASSES[base] for base in kind.__mro__[1:] if base in CLASSES), None)
    lines += ["- " + call for call in _calls(path.rpartition(".")[2], signatures.of_class(kind))]
    if parent:
        lines.append(f"- what `{parent}` has")
    plain, special, methods = [], [], []
    for name in members(kind):
        value = _raw(kind, name)
        if name.startswith("__"):
            special.append(name)
        elif value is None or isinstance(value, property) or not callable(value) and not hasattr(value, "__func__"):
            plain.append(name)
        else:
            methods += _calls(name, signatures.of(value, True))
    lines += ["- " + call for call in methods] + [""]
    return lines + _list("attributes", plain) + _list("operators and protocols", special)


def page():
    lines = [HEAD, ""]
    for path, module in modules().items():
        functions, constants, classes = [], [], []
        for name, value in contents(module):
            if isinstance(value, type):
                classes.append((f"{path}.{name}", value))
            elif callable(value):
                functions += _calls(name, signatures.of(value))
            else:
                constants.append(name)
        if not functions and not constants and not classes:
            continue
        lines += [f"## {path}", ""] + ["- " + call for call in functions] + [""] * bool(functions) + _list("values", constants)
        for name, value in classes:
            other = CLASSES[value]
            lines += _class(name, value) if other == name else [f"### {name}", "", f"The same as `{other}`.", ""]
    return "\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n"
