# SPDX-License-Identifier: Apache-2.0
"""DataParallel: how a batch is shared out among GPUs, and that the sum of it is what one GPU would have done."""
import torch
from check import GPUS, raises, same
from torch import nn
from torch.nn.parallel import gather, parallel_apply, replicate, scatter


class Watched(nn.Module):
    """Notes what each replica is given, and where."""

    seen = []

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(5, 2)
        self.register_buffer("offset", torch.ones(1))

    def forward(self, x, scale=None):
        Watched.seen.append((len(x), str(x.device), str(self.fc.weight.device), str(self.offset.device)))
        self.note = "lost"
        return self.fc(x) + self.offset if scale is None else self.fc(x) * scale


def pieces(rows, gpus):
    size = -(-rows // gpus)
    return [min(size, rows - at) for at in range(0, rows, size)]


def shares_out():
    net = nn.DataParallel(Watched().cuda())
    same(net.device_ids, list(range(GPUS)))
    for rows in (1, 2, 7, 30):
        Watched.seen.clear()
        out = net(torch.randn(rows, 5))
        same((out.shape, str(out.device)), ((rows, 2), "cuda:0"))
        same(Watched.seen, [(n, f"cuda:{i}", f"cuda:{i}", f"cuda:{i}") for i, n in enumerate(pieces(rows, GPUS))])
    same(hasattr(net.module, "note"), GPUS == 1)
    same([name for name, _ in net.named_parameters()], ["module.fc.weight", "module.fc.bias"])


def gradients_add_up():
    torch.manual_seed(1)
    alone = Watched().cuda()
    x, y = torch.randn(10, 5), torch.randint(0, 2, (10,)).cuda()
    for net in (alone, nn.DataParallel(alone)):
        alone.zero_grad()
        loss = nn.functional.cross_entropy(net(x.cuda()), y)
        loss.backward()
        found = [p.grad.clone() for p in alone.parameters()]
        same([str(g.device) for g in found], ["cuda:0"] * 2)
        if net is not alone:
            assert all(torch.allclose(a, b, atol=1e-6) for a, b in zip(expected, found)), (expected, found)
        expected = found


def losses_agree():
    """A whole training on all GPUs and on one: the same curve."""
    def curve(wrap):
        torch.manual_seed(2)
        net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 3)).cuda()
        run = wrap(net)
        x = torch.randn(64, 5).cuda()
        y = (x.sum(1) > 0).long() + (x[:, 0] > 1).long()
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
        losses = []
        for _ in range(20):
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(run(x), y)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        return losses

    one, many = curve(lambda net: net), curve(nn.DataParallel)
    assert one[-1] < one[0] * 0.8
    assert all(abs(a - b) < 1e-4 for a, b in zip(one, many)), (one, many)


def refuses():
    raises(RuntimeError, "module must have its parameters and buffers on device cuda:0 (device_ids[0]) but found one of them on device: cpu",
           lambda: nn.DataParallel(nn.Linear(2, 2), device_ids=list(range(GPUS)))(torch.ones(2, 2)))

    class Fails(nn.Module):
        def forward(self, x):
            raise ValueError("on purpose")

    raises(ValueError, "Caught ValueError in replica 0 on device 0.", lambda: nn.DataParallel(Fails())(torch.ones(GPUS, 2)))
    raises(RuntimeError, "Gather function not implemented for CPU tensors", lambda: gather([torch.ones(1)] * 2, 0))


def parts():
    cut = scatter({"x": torch.arange(2 * GPUS), "k": [torch.ones(2 * GPUS), "word"]}, list(range(GPUS)))
    same(cut[0]["x"].tolist(), list(range(2)))
    same([c["k"][1] for c in cut], ["word"] * GPUS)
    same([str(c["x"].device) for c in cut], [f"cuda:{i}" for i in range(GPUS)])
    copies = replicate(nn.Linear(2, 2).cuda(), list(range(GPUS)))
    same([str(c.weight.device) for c in copies], [f"cuda:{i}" for i in range(GPUS)])
    results = parallel_apply(copies, scatter(torch.ones(GPUS, 2), list(range(GPUS))), devices=list(range(GPUS)))
    joined = gather(results, 0)
    same((joined.shape, str(joined.device), joined.grad_fn.name()), ((GPUS, 2), "cuda:0", "GatherBackward"))
    turned = nn.DataParallel(Watched().cuda(1), device_ids=[1, 0], output_device=0)
    same((turned.device_ids, str(turned(torch.randn(4, 5)).device)), ([1, 0], "cuda:0"))


if GPUS == 0:
    net = nn.DataParallel(Watched())
    same((net.device_ids, net(torch.ones(3, 5)).shape), ([], (3, 2)))
else:
    shares_out()
    gradients_add_up()
    losses_agree()
if GPUS > 1:
    refuses()
    parts()
