# SPDX-License-Identifier: Apache-2.0
"""Generators of one's own, states, and what draws from them. The numbers are PyTorch 2.11's."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from check import DEVICES, raises, same

g = torch.Generator().manual_seed(5)
torch.manual_seed(5)
expected = [torch.rand(3), torch.randn(20), torch.randint(0, 9, (4,)), torch.randperm(6), torch.empty(2).uniform_(1, 2)]
torch.manual_seed(99)
before = torch.get_rng_state()
got = [torch.rand(3, generator=g), torch.randn(20, generator=g), torch.randint(0, 9, (4,), generator=g),
       torch.randperm(6, generator=g), torch.empty(2).uniform_(1, 2, generator=g)]
assert all(torch.equal(a, b) for a, b in zip(expected, got))
assert torch.equal(torch.get_rng_state(), before)  # a generator of one's own leaves the others alone
same((g.initial_seed(), str(g.device), torch.Generator().initial_seed()), (5, "cpu", 67280421310721))
state = g.get_state()
same((state.dtype, tuple(state.shape)), (torch.uint8, (5056,)))
one = torch.rand(2, generator=g)
g.set_state(state)
assert torch.equal(torch.rand(2, generator=g), one)
raises(TypeError, "", lambda: g.set_state(torch.ones(3)))
assert torch.default_generator is torch.manual_seed(1) and isinstance(torch.seed(), int)
same(torch.initial_seed() == g.seed(), False)

torch.manual_seed(5)
same(torch.empty(6, dtype=torch.int64).random_(10).tolist(), [1, 4, 7, 5, 6, 0])
same(torch.empty((), dtype=torch.int64).random_().item() >= 0, True)
torch.manual_seed(5)
p = torch.tensor([0.0, 1.0, 0.5, 0.5])
same((torch.bernoulli(p)[:2].tolist(), torch.empty(4).bernoulli_(1.0).tolist()), ([0.0, 1.0], [1.0] * 4))
raises(RuntimeError, "bernoulli_ expects p to be in [0, 1], but got p=2", lambda: torch.empty(1).bernoulli_(2))

for device in DEVICES:
    torch.manual_seed(0)
    x = torch.ones(1000, device=device, requires_grad=True)
    y = F.dropout(x, 0.25)
    y.sum().backward()
    kept = (y != 0).sum().item()
    assert 650 < kept < 850 and torch.equal(x.grad, y.detach()) and abs(y.max().item() - 4 / 3) < 1e-6, (device, kept)
    assert F.dropout(x, 0.25, training=False) is x
drop = nn.Dropout(0.5)
same((repr(drop), drop.eval()(x) is x), ("Dropout(p=0.5, inplace=False)", True))
# PyTorch 2.11 on a GPU after manual_seed(0): which of n ones stay, as bits. Its kernel gives each thread as many neighbours
# as 16 bytes hold and n divides by.
if torch.cuda.is_available():
    KEPT = [(3, "float32", .5, "5"), (5, "float32", .5, "14"), (20, "float32", .5, "82b43"), (21, "float32", .5, "14576c"),
            (22, "float32", .5, "224222"), (24, "float32", .5, "82b433"), (64, "float32", .5, "82b43383a2bfc2dd"),
            (100, "float32", .5, "82b43383a2bfc2dd0ee6380ad"), (20, "float16", .3, "9bb47"), (22, "float16", .3, "2a5766"),
            (32, "float16", .3, "97b3bd48"), (32, "bfloat16", .3, "97b3bd48"), (20, "float64", .3, "a95d9"),
            (21, "float64", .3, "1c576e"), (32, "float64", .3, "a95d9bcf")]

    def kept(x, p):
        return f"{int(''.join(str(int(b)) for b in (F.dropout(x, p) != 0).reshape(-1).tolist()), 2):x}"

    for n, dtype, p, bits in KEPT:
        torch.manual_seed(0)
        assert kept(torch.ones(n, device="cuda", dtype=getattr(torch, dtype)), p) == bits, (n, dtype)
    torch.manual_seed(0)
    assert kept(torch.ones(4, 6, device="cuda").t(), .5) == "d34055"
    torch.manual_seed(0)
    x = torch.ones(24, device="cuda")
    assert [kept(x, .1) for _ in range(3)][2] == "ffdffb"  # as much is drawn each time
    w = torch.ones(24, device="cuda", requires_grad=True)
    torch.manual_seed(0)
    y = F.dropout(w, .5)
    y.sum().backward()
    assert torch.equal(w.grad, y.detach())
raises(ValueError, "dropout probability has to be between 0 and 1, but got 1.5", lambda: nn.Dropout(1.5))

torch.manual_seed(5)
w = torch.empty(2, 3)
assert nn.init.uniform_(w, -1, 1) is w and w.abs().max() <= 1
nn.init.normal_(w, 1.0, 0.5), nn.init.xavier_normal_(w), nn.init.kaiming_normal_(w)
assert nn.init.xavier_uniform_(w).abs().max() <= (6 / 5) ** 0.5 and nn.init.kaiming_uniform_(w).abs().max() <= 1 + 2
same((nn.init.eye_(w).tolist(), nn.init.constant_(w, 2).sum().item()), ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], 12.0))
same((nn.init.ones_(w).sum().item(), nn.init.zeros_(w).sum().item(), nn.init.calculate_gain("tanh")), (6.0, 0.0, 5 / 3))

if len(DEVICES) > 1:
    torch.cuda.manual_seed(4)
    kept = torch.cuda.get_rng_state()
    same((kept.dtype, tuple(kept.shape), str(kept.device)), (torch.uint8, (16,), "cpu"))
    a = torch.rand(3, device="cuda")
    torch.cuda.set_rng_state(kept)
    assert torch.equal(torch.rand(3, device="cuda"), a)
    own = torch.Generator(device="cuda").manual_seed(4)
    assert torch.equal(torch.rand(3, device="cuda", generator=own), a)
    raises(RuntimeError, "Expected a 'cpu' device type for generator but found 'cuda'", lambda: torch.rand(3, generator=own))
    torch.cuda.seed(), torch.cuda.seed_all()
    torch.cuda.set_rng_state_all(torch.cuda.get_rng_state_all())

# Numbers are dealt out in the order of memory: what lies turned around gets those of the tensor that it is a view of.
for device in DEVICES:
    model = torch.ones(7, 40, device=device).t()
    for like, make in ((torch.rand_like, torch.rand), (lambda t: torch.randint_like(t, 9), lambda *s, **k: torch.randint(9, s, **k).float())):
        torch.manual_seed(3)
        drawn = like(model)
        torch.manual_seed(3)
        assert torch.equal(drawn.t(), make(7, 40, device=device)) and drawn.stride() == model.stride()
    torch.manual_seed(3)
    turned = torch.empty(5, 3, device=device).t().normal_()  # fewer than 16, or on a GPU: no blocks
    torch.manual_seed(3)
    assert torch.equal(turned, torch.randn(5, 3, device=device).t())
