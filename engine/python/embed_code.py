# SPDX-License-Identifier: Apache-2.0
"""python3 embed_code.py OUTPUT.cpp A.py B.py ...: Python files, compiled, as bytes in a C++ file, in this order.

Compiling the files at every start would take longer than all the rest of the start. The bytes are those of one minor
version of Python: the library that the program links with has the same.
"""
import importlib.util
import marshal
import pathlib
import sys


def bytes_of(path):
    # dont_inherit: this file's own future statements are not theirs
    code = compile(path.read_text(encoding="utf-8"), f"torch/_prelude/{path.name}", "exec", dont_inherit=True)
    return marshal.dumps(code)


def array(data):
    rows = (", ".join(map(str, data[at:at + 32])) for at in range(0, len(data), 32))
    return ",\n".join(rows)


def main(output, *paths):
    files = [pathlib.Path(path) for path in paths]
    magic = int.from_bytes(importlib.util.MAGIC_NUMBER, "little")
    text = ['#include "python/prelude.h"\n', "namespace todevice::python {\n", "namespace {\n"]
    for i, file in enumerate(files):
        text.append(f"const unsigned char part_{i}[] = {{ // {file.name}\n{array(bytes_of(file))}}};\n")
    text.append("} // namespace\n")
    text.append(f"long prelude_magic() {{ return {magic}; }}\n")
    text.append("const std::vector<PreludePart>& prelude() {\n  static const std::vector<PreludePart> parts{\n")
    text += [f'    {{"{file.name}", part_{i}}},\n' for i, file in enumerate(files)]
    text.append("  };\n  return parts;\n}\n} // namespace todevice::python\n")
    pathlib.Path(output).write_text("".join(text), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
