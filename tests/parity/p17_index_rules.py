# SPDX-License-Identifier: Apache-2.0
"""What may stand in brackets and right of them: bools, ranges, empty lists, masks among integers; and the words for what may not."""
import torch
from show import *

cube = here([[[float(12 * i + 4 * j + k) for k in range(4)] for j in range(3)] for i in range(2)])
table, point = cube[0].clone(), here(5.0)
true, false = here(True), here(False)
row = here([True, False, True, True])


def named(text, **names):
    return dict(globals(), **names)


KEYS = ("True", "False", "None", "...", ":", ":, :", "..., None", "True, 0", "0, True", "True, True", "False, True", "True, [0, -1]",
        "[0, -1], True", "true", "false", "true, 1", "here(1, dtype=torch.uint8)", "[]", "[], 0", ":, []", "range(2)", "range(0)",
        "(0, 1)", "(0, 1), -1", "(0, 1), -9", "[[0, 1], [1, 0]]", "here([[0, 1], [1, 0]])", "here([0, 1], dtype=torch.int8)",
        "here([0, 1], dtype=torch.int16)", "here([0, 1], dtype=torch.int32)", "here(1, dtype=torch.int8)", "here(1.0)", "[1.5]",
        "[True, False]", "[True, False, True]", "[True, 1]", "x > 5", "x > 5, True", "True, x > 5", "None, x > 5", "x[0] > 1",
        "0, x[0] > 1", ":, x[0] > 5", "5", "-9", "0, 9", "None, 7", "..., -7", "2**70", "'a'", "b'a'", "1.5", "0, 1.5",
        "None, None", "0, 0, 0, 0", "[0, 1], [0, 1, 2]", "[9]", "[0], [9]", ":, [9]", "slice(None, None, -1)", "::2", "2:1", "()", "[[]]",
        "(), 0", "[], []", "[0], None, [1]", "[0], :, [1]", "[None, 0]", "[slice(0, 1), 0]")
for name in ("cube", "table", "point"):
    for key in KEYS:
        text = f"{name}[{key}]".replace("x", name)
        try:
            found = eval(text, dict(globals(), x=globals()[name]))
            show(text, found.shape, found.stride(), found)
        except Exception as error:
            print(f"{text}: {type(error).__name__}: {str(error).splitlines()[0]}")
empty = torch.empty(0, 3, device=DEVICE)
for key in ("[0, 1]", "0", "[]", "[], [0]", "here([], dtype=torch.bool)"):
    try:
        show(f"empty[{key}]", eval(f"empty[{key}]").shape)
    except Exception as error:
        print(f"empty[{key}]: {type(error).__name__}: {str(error).splitlines()[0]}")

PLACES = ("-1", "0, 1", "...", ":", "None", "True", "False", "[]", "[0, 2]", "x > 5", "[True, False, True]", "true", "false", "0, x[0] > 1",
          "[0, 1], [0, 1]", "1:", "1:1", "True, 0", "range(2)", "x > 99", "[[0, 1], [1, 0]]", "9", "[9]", "'a'", "0, None")
VALUES = ("5", "1.5", "True", "torch.tensor(9)", "torch.tensor([5.0])", "torch.tensor([True])", "here([[[5.0]]])", "here([1.0, 2.0, 3.0, 4.0])",
          "here([[1.0, 2.0, 3.0, 4.0]])", "here([1.0, 2.0])", "'a'", "None", "[1, 2]", "2**70")
GPU_SAYS_OTHERWISE = ("torch.tensor([5.0])", "torch.tensor([True])")  # where it is no masked fill
for place in PLACES:
    for value in VALUES:
        if value in GPU_SAYS_OTHERWISE and "[0" in place or value == "torch.tensor(9)" and place in ("[0, 2]", "[0, 1], [0, 1]", "range(2)"):
            continue
        x = table.clone()
        text = f"x[{place}] = {value}"
        try:
            exec(text)
            show(text, x.tolist(), x._version)
        except Exception as error:
            print(f"{text}: {type(error).__name__}: {str(error).splitlines()[0].replace('torch.cuda.', 'torch.')}")
for dtype in (torch.int64, torch.uint8, torch.bool):
    for value in ("1.5", "300", "-1", "float('nan')", "here(1.5)", "here(300)", "here([2])"):
        for place in ("0", "[0]", "[True, False, True]", "..."):
            if "here" in value and place == "[True, False, True]":
                continue  # only a number of the CPU is put through a mask
            if dtype == torch.bool or value not in ("here(1.5)", "here(300)", "here([2])", "float('nan')") or place == "[0]":
                x = table.to(dtype)
                try:
                    exec(f"x[{place}] = {value}")
                    show(f"{dtype} x[{place}] = {value}", x.tolist())
                except Exception as error:
                    print(f"{dtype} x[{place}] = {value}: {type(error).__name__}: {str(error).splitlines()[0]}")


def write(text, x):
    exec(text)


for text in ("x[[0, 1]] = x[1:]", "x[[0, 1]] = x[:2]", "x[x > 5] = x", "x[[0, 1, 2]] = x"):
    fails(text, lambda: write(text, table.clone()))
for text in ("x[[0, 1]] = 1", "x[x > 5] = 1", "x[0] = 7", "x[:, [0, 0]] = here([2.0, 3.0])", "x[[2, 0], [1, 2]] = here([8.0, 9.0])", "x[...] = 1", "x[[5]] = 1"):
    x = table[:1].clone().expand(3, 4)  # one row of memory
    try:
        exec(text)
        show(text, x)
    except Exception as error:
        print(f"{text} on a stretched one: {type(error).__name__}: {str(error).splitlines()[0]}")
moved = cube.permute(2, 0, 1)
for key in ("True", "[0]", "[0, 2, 1]", ":, [1, 0]", "..., [0]", "[0], [1]", "[True, False, True, False]", "False"):
    show(f"moved[{key}]", eval(f"moved[{key}]").shape, eval(f"moved[{key}]").stride())
    show(f"turned[{key}]", eval(f"moved[0].t()[{key}]").stride() if key not in ("[0, 2, 1]", "[True, False, True, False]") else "")
fails("an index that is written to", lambda: write("x[x] = 1", here([0, 1, 2])))

# The history of what was read and written.
W = [[1.0, 2.0], [3.0, 4.0]]
for key in ("...", ":", ":, :", "0", "True", "None", "[0, 1]", "[[0, 1], [1, 0]]", "w > 1", "1:", "True, 0", "[0], [1]"):
    w = here(W).requires_grad_()
    out = eval(f"(w * 1)[{key}]")
    show(key, out)
    show(key, *grads(out, w))
for text in ("x[...] = w", "x[:] = w", "x[0] = w[0]", "x[...] = w.sum().cpu()", "x[None] = w", "x[[1, 0]] = w", "x[x < 1] = w[0]", "x[x > 9] = w[:0, 0]",
             "x[[True, False]] = w[:1]", "x.fill_(w.sum())", "x[...] = 5", "x[:] = 5.0", "x[0] = 5"):
    for start in ("here([[0.0, 5.0], [0.0, 6.0]])", "w * 2"):
        w = here(W).requires_grad_()
        x = eval(start)
        try:
            exec(text)
            (x * x).sum().backward() if x.requires_grad else None
            show(f"{start}; {text}", x)
            show(f"{start}; {text}", w.grad, x._version)
        except Exception as error:
            print(f"{start}; {text}: {type(error).__name__}: {str(error).splitlines()[0]}")
w = here([1.0, 2.0]).requires_grad_()
show("masked_select", *grads(torch.masked_select(w, here([[True, True], [False, True]])), w))
show("masked_select", torch.masked_select(w, here([[True], [False]])), torch.masked_select(table, row), table.masked_select(table > 9))
fails("a mask of numbers", lambda: table.masked_select(table))
fails("a mask that does not fit", lambda: table.masked_select(row[:3]))
