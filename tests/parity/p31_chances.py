# SPDX-License-Identifier: Apache-2.0
"""bernoulli and bernoulli_: what they take, what they give back, which numbers the CPU draws."""
import torch
from show import DEVICE, fails, here, show

p = here([0.0, 1.0, 1.0], requires_grad=True)
show("shares", torch.bernoulli(p), p.bernoulli(), torch.bernoulli(p, 0), torch.bernoulli(p, torch.tensor(1)), torch.bernoulli(p, p=0.0))
for x in (torch.zeros(2, 3, device=DEVICE), torch.zeros(2, 3, dtype=torch.int64, device=DEVICE), torch.ones(2, 3, dtype=torch.bool, device=DEVICE),
          torch.zeros(2, 3, dtype=torch.float64, device=DEVICE)):
    show("over", x.bernoulli_(p.detach()), x.bernoulli_(0.0), x.bernoulli_(torch.tensor([[1.0], [0.0]], dtype=torch.float64)))
q = torch.zeros(3, device=DEVICE, requires_grad=True)
y = q.clone().bernoulli_(p)
show("history", y)
y.sum().backward()
torch.bernoulli(p).sum().backward()
show("zeros go back", q.grad, p.grad)
show("layout", torch.bernoulli(torch.ones(2, 3, device=DEVICE).t()).stride(), torch.ones(2, 3, device=DEVICE).t().bernoulli_(here(1.0)).stride())
fails("no derivative", lambda: torch.bernoulli(p, 0.5).sum().backward())
fails("two", lambda: torch.bernoulli(p, 2))
fails("two and a half", lambda: torch.bernoulli(p, 2.5))
fails("a tensor", lambda: torch.bernoulli(p, p.detach()))
fails("a tensor with history", lambda: torch.bernoulli(p, here(0.5, requires_grad=True)))
fails("a method with a tensor", lambda: p.bernoulli(p.detach()))
fails("a word", lambda: torch.bernoulli(p, "a"))
fails("too few", lambda: torch.zeros(3, device=DEVICE).bernoulli_(torch.ones(2, device=DEVICE)))
torch.manual_seed(4)
for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
    half = torch.full((3, 4), 0.4, dtype=dtype)
    show("drawn on the CPU", torch.bernoulli(half), torch.zeros(4, 3).t().bernoulli_(half), torch.zeros(3, 4, dtype=torch.int32).bernoulli_(half.t().contiguous().t()))
