# SPDX-License-Identifier: Apache-2.0
"""Generators of one's own, states, and what draws from them. The numbers are PyTorch 2.11's."""
import hashlib

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
# On a GPU, bernoulli with a share of each element takes the four numbers of a thread for four neighbours. torch.rand tells all
# four of each thread where it fills the whole GPU; a number may be as large as its share.
if torch.cuda.is_available():
    about = torch.cuda.get_device_properties(0)
    held = {(7, 5): 1024, (8, 6): 1536, (8, 9): 1536, (12, 0): 1536}.get((about.major, about.minor), 2048)  # threads, by a multiprocessor
    threads = about.multi_processor_count * held
    torch.manual_seed(3)
    numbers = torch.rand(4 * threads, device="cuda").reshape(4, threads).t().reshape(-1)
    after = torch.cuda.get_rng_state()

    def ones_of(make, seed=3):
        torch.manual_seed(seed)
        return make()

    for n in (1, 5, 1000, 5000):
        share = torch.linspace(0, 1, n, device="cuda")
        for dtype in (torch.float32, torch.float64, torch.float16):
            same(torch.equal(ones_of(lambda: torch.bernoulli(share.to(dtype))), (numbers[:n] <= share.to(dtype).to(torch.float64)).to(dtype)),
                 True)
        same(torch.equal(ones_of(lambda: torch.zeros(n, dtype=torch.int64, device="cuda").bernoulli_(share.cpu())), (numbers[:n] <= share).long()),
             True)
    share = numbers[:6].reshape(2, 3)  # equal to what is drawn: 1 each
    same(ones_of(lambda: torch.bernoulli(share)).tolist(), [[1.0] * 3] * 2)
    same(ones_of(lambda: torch.bernoulli(share - 1e-6)).tolist(), [[0.0] * 3] * 2)
    # Both by columns: the numbers go by columns; one of them alone: by rows.
    columns = numbers[:6].reshape(3, 2).t()
    same(ones_of(lambda: torch.empty_like(columns).bernoulli_(columns)).tolist(), [[1.0] * 3] * 2)
    same(ones_of(lambda: torch.zeros(2, 3, device="cuda").bernoulli_(share.t().contiguous().t())).tolist(), [[1.0] * 3] * 2)
    same(ones_of(lambda: torch.bernoulli(share.t().contiguous().t())).tolist(), [[1.0] * 3] * 2)
    same(ones_of(lambda: torch.zeros(2, 4, device="cuda")[:, ::2].bernoulli_(numbers[:4].reshape(2, 2))).tolist(), [[1.0] * 2] * 2)
    row = numbers[[0, 1, 4]]
    same(ones_of(lambda: torch.zeros(2, 3, device="cuda").bernoulli_(row)).tolist(), (numbers[:6].reshape(2, 3) <= row).float().tolist())
    # What is left for later: 12 numbers a thread, of however many elements.
    for n in (0, 7, 5000):
        torch.manual_seed(3)
        torch.bernoulli(torch.ones(n, device="cuda"))
        same(int.from_bytes(bytes(torch.cuda.get_rng_state().tolist()[8:]), "little"), 12)
    # One share for all: as uniform numbers are dealt out, in doubles for doubles.
    torch.manual_seed(3)
    wide = torch.rand(100, dtype=torch.float64, device="cuda")
    for dtype, drawn in ((torch.float32, numbers), (torch.float64, wide), (torch.int32, numbers), (torch.bfloat16, numbers)):
        torch.manual_seed(3)
        first = torch.rand(100, dtype=torch.float64 if dtype == torch.float64 else torch.float32, device="cuda")
        got = ones_of(lambda: torch.zeros(100, dtype=dtype, device="cuda").bernoulli_(0.3))
        same(torch.equal(got, (first < 0.3).to(dtype)), True)
    raises(RuntimeError, "expected probabilities tensor to have floating type, got Long", lambda: torch.bernoulli(torch.ones(2, dtype=torch.int64, device="cuda")))
    if "Simulated" in torch.cuda.get_device_name(0):
        raises(RuntimeError, "Expected p_in >= 0 && p_in <= 1 to be true, but got false.", lambda: torch.bernoulli(torch.tensor([2.0], device="cuda")))
    g = torch.cuda.CUDAGraph()
    share = torch.full((100,), 0.5, device="cuda")
    with torch.cuda.graph(g):
        drawn = torch.bernoulli(share)
    torch.cuda.manual_seed(3)
    g.replay()
    same(torch.equal(drawn, (numbers[:100] <= 0.5).float()), True)
raises(ValueError, "dropout probability has to be between 0 and 1, but got 1.5", lambda: nn.Dropout(1.5))

torch.manual_seed(5)
w = torch.empty(2, 3)
assert nn.init.uniform_(w, -1, 1) is w and w.abs().max() <= 1
nn.init.normal_(w, 1.0, 0.5), nn.init.xavier_normal_(w), nn.init.kaiming_normal_(w)
assert nn.init.xavier_uniform_(w).abs().max() <= (6 / 5) ** 0.5 and nn.init.kaiming_uniform_(w).abs().max() <= 1 + 2
same((nn.init.eye_(w).tolist(), nn.init.constant_(w, 2).sum().item()), ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], 12.0))
# PyTorch 2.11's numbers on a GPU: the first, the last but one and the last of each.
if torch.cuda.is_available():
    def ends(*tensors):
        return [x.item() for t in tensors for x in (t.detach().flatten()[0], t.detach().flatten()[-2], t.detach().flatten()[-1])]

    def layer(make, dtype=torch.float32):
        torch.manual_seed(7)
        made = make(device="cuda", dtype=dtype)
        return ends(*made.parameters())

    def filled(fill, *shape, dtype=torch.float32, seed=7):
        torch.manual_seed(seed)
        return ends(fill(torch.empty(*shape, device="cuda", dtype=dtype)))

    assert layer(lambda **how: nn.Linear(5, 3, **how), torch.float32) == [
        0.40660402178764343, -0.06335293501615524, -0.020710252225399017,
        -0.08321715146303177, 0.34645333886146545, 0.3845016658306122]
    assert layer(lambda **how: nn.Linear(5, 3, **how), torch.float16) == [
        0.40673828125, -0.0633544921875, -0.0207061767578125,
        -0.083251953125, 0.346435546875, 0.384521484375]
    assert layer(lambda **how: nn.Linear(5, 3, **how), torch.float64) == [
        0.22374319633520465, -0.2912287234487157, -0.11405505898855463,
        0.26411024513108455, 0.31290494792788714, -0.24830209566805342]
    assert layer(lambda **how: nn.Conv2d(2, 3, 3, **how)) == [
        0.21429914236068726, 0.08391238003969193, 0.0834563821554184,
        -0.04385928809642792, 0.18259695172309875, 0.20265017449855804]
    assert layer(lambda **how: nn.Embedding(4, 3, **how)) == [-0.30484700202941895, 0.4071083068847656, 0.7822999358177185]
    assert filled(nn.init.xavier_normal_, 5, 3) == [-0.15242350101470947, 0.5783400535583496, 0.4370311498641968]
    assert filled(nn.init.kaiming_normal_, 5, 3) == [-0.24890653789043427, 0.9444254040718079, 0.7136688828468323]
    assert filled(lambda t: t.uniform_(-.3, .7), 1000, dtype=torch.float64, seed=0) == [
        0.5805202684009383, -0.09225742038473639, -0.0744663640715919]
    assert filled(lambda t: t.normal_(.3, .7), 1000, dtype=torch.float64, seed=0) == [
        0.08272298479973644, -0.7889660996671852, 0.813985305496855]
    assert filled(lambda t: t.uniform_(-.3, .7), 1000, dtype=torch.float16, seed=0) == [
        0.0989990234375, 0.07220458984375, -0.228515625]
    assert filled(lambda t: t.normal_(.3, .7), 1000, dtype=torch.float16, seed=0) == [
        -0.34716796875, 1.25, 1.888671875]
    assert filled(lambda t: t.uniform_(-.3, .7), 1000, dtype=torch.bfloat16, seed=0) == [
        0.09814453125, 0.0712890625, -0.2294921875]
    assert filled(lambda t: t.normal_(.3, .7), 1000, dtype=torch.bfloat16, seed=0) == [
        -0.34765625, 1.25, 1.890625]
    assert filled(lambda t: t.uniform_(-.3, .7), 1000, dtype=torch.float32, seed=0) == [
        0.09904646873474121, 0.07228231430053711, -0.228486105799675]
    assert filled(lambda t: t.normal_(.3, .7), 1000, dtype=torch.float32, seed=0) == [
        -0.3472636640071869, 1.2495605945587158, 1.8888658285140991]

    # A permutation uses numbers up for keys that happen to be equal, whether there are any or not.
    torch.manual_seed(7)
    torch.randint(0, 100, (8,), device="cuda"), torch.randint(-2**40, 2**40, (5,), device="cuda")
    assert torch.randperm(10, device="cuda").tolist() == [5, 9, 3, 7, 6, 2, 4, 8, 0, 1]
    assert torch.randperm(5, device="cuda").tolist() == [1, 0, 3, 2, 4]
    every = hashlib.sha256()  # one in ten has equal keys
    for seed in range(60):
        torch.manual_seed(seed)
        for n in (1, 2, 3, 5, 8, 10, 17, 40, 100, 1000, 5000):
            order, after = torch.randperm(n, device="cuda").tolist(), torch.rand(2, device="cuda").tolist()
            every.update(repr((seed, n, order, after)).encode())
    assert every.hexdigest() == "056887cca776c4f9f149ccc4488daba0a29bfccea910c78aa2d969d3eb3a5d3d"
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
