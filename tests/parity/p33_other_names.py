# SPDX-License-Identifier: Apache-2.0
"""Functions under a second name are told under that name."""
import torch
from show import DEVICE, fails, show

x = torch.ones(2, device=DEVICE)
WRONG = ((), (1, 2, 3), ("a",), ([1], [2]), (x, "a"), (x, x, x, x), (x, None))
NAMED = ({"other": "a"}, {"input": x, "other": "a"}, {"foo": 1}, {"min": "a"}, {"dim": "a"})
for name in ("clip", "subtract", "multiply", "divide", "true_divide", "negative", "absolute", "concat"):
    function = getattr(torch, name)
    print(name, function.__name__, function is not torch.mul, function is getattr(torch, name))
    for args in {"subtract": WRONG[2:], "concat": WRONG[:3]}.get(name, WRONG):
        fails(f"torch.{name}{tuple(map(type, args))}", lambda: function(*args))
    for named in NAMED:
        fails(f"torch.{name}({', '.join(named)})", lambda: function(**named))
fails("method", lambda: x.clip("a"))
fails("method", lambda: x.clip(max="a"))
fails("method", lambda: x.subtract("a"))
fails("method", lambda: x.multiply(1, 2))
fails("method", lambda: x.divide([1]))
fails("method", lambda: x.true_divide())
fails("method", lambda: x.negative(1))
fails("method", lambda: x.absolute(dim=1))
show("right", torch.clip(x, 0, 0.5), torch.subtract(x, 2, alpha=3), torch.multiply(x, 2), torch.divide(x, 2, rounding_mode="floor"), torch.true_divide(x, 4),
     torch.negative(x), torch.absolute(-x), torch.concat((x, x)), x.clip(max=0.5), x.subtract(other=1), x.multiply(x), x.divide(2), x.true_divide(2))
for args in (("a", x), (x, "a"), (), (x,), (x, x, x), (None, x)):
    fails(f"result_type{tuple(map(type, args))}", lambda: torch.result_type(*args))
print(torch.result_type(1, 2), torch.result_type(x, 1.5), torch.result_type(1, x.int()), torch.result_type(True, 2.0))
for call in (lambda: torch.sub(input=x, other="a"), lambda: torch.pow(x, exponent="a"), lambda: torch.pow(input=x, exponent="a"), lambda: torch.eq(input=x, other="a")):
    try:
        call()
    except TypeError as error:
        print(error)
