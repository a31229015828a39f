# SPDX-License-Identifier: Apache-2.0
"""Small cases that people ran into, with the outcome that PyTorch gives: `cases.py C24`. CMakeLists.txt says with how many GPUs and
which CUDA_VISIBLE_DEVICES each one runs; `cases.py all C01 C03 ...` tells which of them is missing."""
import os
import sys
import tempfile
import warnings
import zipfile

import torch
import torch.nn as nn
from check import raises, same

DIFFERENT = "Expected all tensors to be on the same device"


def gist(kind, words, act):
    """`act` raises a `kind` that says `words` somewhere."""
    try:
        act()
    except kind as error:
        assert words in str(error), f"said {error}"
        return
    raise AssertionError(f"nothing was raised instead of {kind.__name__}: {words}")


def names():
    return [torch.cuda.get_device_name(i).removeprefix("Simulated ") for i in range(torch.cuda.device_count())]


def C01():
    same(torch.cuda.device_count(), 2)
    torch.cuda.set_device(0)
    same(torch.cuda.current_device(), 0)


def C03():
    torch.zeros(1, device="cuda")
    same(torch.cuda.device_count(), 4)  # PyTorch 2.11 keeps the first answer after the start
    os.environ["CUDA_VISIBLE_DEVICES"] = "2"
    same(torch.cuda.device_count(), 4)
    same([str(torch.zeros(1, device=d).device) for d in ("cuda", "cuda:3")], ["cuda:0", "cuda:3"])


def C05():
    before = torch.cuda.device_count()
    os.environ["CUDA_VISIBLE_DEVICES"] = "1,2"
    same((before, torch.cuda.device_count(), str(torch.zeros(1, device="cuda").device)), (4, 2, "cuda:0"))
    same(torch.cuda.device_count(), 2)
    os.environ["CUDA_VISIBLE_DEVICES"] = "0"
    same(torch.cuda.device_count(), 2)


def C07():
    same((torch.cuda.is_available(), torch.cuda.device_count()), (False, 0))
    gist(RuntimeError, "No CUDA GPUs are available", lambda: torch.zeros(1).cuda())


def C09():
    same(torch.cuda.device_count(), 4)


def C11():
    same(torch.cuda.device_count(), 1)
    raises(torch.AcceleratorError, "CUDA error: invalid device ordinal", lambda: torch.randn(1).cuda(1))


def C13():
    same(torch.cuda.device_count(), 2)


def C15():
    x = torch.zeros(1, device="cuda")
    same((str(x.device), x.get_device(), torch.cuda.current_device()), ("cuda:0", 0, 0))


def C17():
    same(names(), ["Slow", "Fast"] if os.environ.get("CUDA_DEVICE_ORDER") == "PCI_BUS_ID" else ["Fast", "Slow"])


def C19():
    # Without the order the list counts from the fastest: X X V A A T T.
    same(names(), ["X", "A"] if os.environ.get("CUDA_DEVICE_ORDER") == "PCI_BUS_ID" else ["A", "X"])


def C21():
    assert torch.cuda.get_device_name(1)
    raises(AssertionError, "Invalid device id", lambda: torch.cuda.get_device_name(2))


def C22():
    seen = []
    torch.cuda.device(1)
    seen.append(torch.cuda.current_device())
    torch.cuda.set_device(1)
    seen.append(torch.cuda.current_device())
    with torch.cuda.device(2):
        seen.append(torch.cuda.current_device())
    seen.append(torch.cuda.current_device())
    same(seen, [0, 1, 2, 1])


def C24():
    dev = torch.device("cuda")
    p = torch.zeros(1, device=dev)
    torch.cuda.set_device(1)
    same((str(p.device), str(torch.zeros(1, device=dev).device), str(dev)), ("cuda:0", "cuda:1", "cuda"))


def C26():
    d = torch.device("cpu")
    same((d == "cpu", d.type == "cpu", str(d) == "cpu"), (False, True, True))


def C28():
    torch.cuda.set_device(1)
    torch.cuda.set_device(-1)
    same(torch.cuda.current_device(), 1)
    gist(RuntimeError, "device", lambda: torch.device("cuda:-1"))


def C30():
    m = nn.Linear(2, 2).cuda(2)
    gist(RuntimeError, DIFFERENT, lambda: m(torch.ones(1, 2).cuda()))


def C32():
    t = torch.ones(2)
    t.to("cuda")
    same(str(t.device), "cpu")
    same(str(t.to("cuda").device), "cuda:0")


def C34():
    sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "stand_in"))  # numpy's own comes first
    a = torch.zeros(3)
    n = a.cpu().numpy()
    n[0] = 7
    g = torch.zeros(3, device="cuda")
    h = g.cpu().numpy()
    h[0] = 7
    same((a[0].item(), g[0].item(), a.cpu() is a), (7.0, 0.0, True))
    part = torch.arange(6.0).reshape(2, 3).t()[1:].numpy()  # offset and strides
    same([[part[i, j] for j in range(2)] for i in range(2)], [[1.0, 4.0], [2.0, 5.0]])
    raises(TypeError, "can't convert cuda:0 device type tensor to numpy.", g.numpy)
    forced = (g + torch.ones(3, device="cuda", requires_grad=True)).numpy(force=True)
    same([forced[i] for i in range(3)], [1.0] * 3)
    found, sys.modules["numpy"] = sys.modules["numpy"], None
    raises(RuntimeError, "Numpy is not available", a.numpy)
    sys.modules["numpy"] = found
    raises(RuntimeError, "Can't call numpy() on Tensor that requires grad.", torch.ones(1, requires_grad=True).numpy)


def C36():
    x = torch.ones(4)
    i, p = id(x), x.data_ptr()
    y = x.to("cuda")
    same((id(y) == i, y.data_ptr() == p, x.data_ptr() == p), (False, False, True))


def C38():
    for device in ("cuda", "cpu"):
        x = torch.zeros(6, device=device)
        v, s = x.view(2, 3), x[1:]
        same((v is x, v.data_ptr() == x.data_ptr(), s.data_ptr() - x.data_ptr()), (False, True, 4))


def C40():
    w = torch.ones(2, requires_grad=True).cuda()
    w.sum().backward()
    same((w.is_leaf, w.grad), (False, None))
    raises(ValueError, "can't optimize a non-leaf Tensor", lambda: torch.optim.SGD([w], lr=0.1))
    torch.optim.SGD([torch.ones(2, device="cuda", requires_grad=True)], lr=0.1)


def C42():
    x = torch.ones(2, 3, device="cuda")
    same([str(t.device) for t in (torch.zeros(x.shape), torch.zeros_like(x), x.new_zeros(4))], ["cpu", "cuda:0", "cuda:0"])


def C43():
    m = nn.Linear(4, 4)
    ids, ptrs = [id(p) for p in m.parameters()], [p.data_ptr() for p in m.parameters()]
    r = m.to("cuda")
    same((r is m, ids == [id(p) for p in m.parameters()], ptrs == [p.data_ptr() for p in m.parameters()]), (True, True, False))
    same(str(next(m.parameters()).device), "cuda:0")


def C45():
    class F(nn.Module):
        def __init__(self):
            super().__init__()
            self.keep = {"a": torch.ones(1)}
            self.register_buffer("buf", self.keep["a"])

    m = F()
    assert m.keep["a"] is m.buf
    m.cuda()
    same((m.keep["a"] is m.buf, str(m.keep["a"].device), str(m.buf.device)), (False, "cpu", "cuda:0"))


def C47():
    class F(nn.Module):
        def __init__(self):
            super().__init__()
            self.scale = torch.ones(2)
            self.register_buffer("shift", torch.ones(2))

        def forward(self, x):
            return x * self.scale + self.shift

    m = F().cuda()
    same((str(m.scale.device), str(m.shift.device), list(m.state_dict())), ("cpu", "cuda:0", ["shift"]))
    gist(RuntimeError, DIFFERENT, lambda: m(torch.ones(2, device="cuda")))


def C49():
    raises(RuntimeError, ".to() does not accept copy argument", lambda: nn.Linear(1, 1).to("cpu", copy=True))


def C51():
    m = nn.BatchNorm1d(2).double()
    same((m.weight.dtype, m.running_mean.dtype, m.num_batches_tracked.dtype), (torch.float64, torch.float64, torch.int64))


def C53():
    m = nn.Linear(1, 1)
    m(torch.ones(1, 1)).sum().backward()
    g = m.weight.grad
    m.cuda()
    same((str(m.weight.grad.device), m.weight.grad is g), ("cuda:0", True))


def C55():
    m = nn.Linear(1, 1)
    sd = m.state_dict()
    assert sd["weight"].data_ptr() == m.weight.data_ptr()
    m.cuda()
    same((str(sd["weight"].device), str(m.weight.device)), ("cpu", "cuda:0"))


def C57():
    x = torch.ones(2)
    y = x.to("cuda", torch.float64)
    same([(str(t.device), t.dtype) for t in (y, x.to(y), x)],
         [("cuda:0", torch.float64), ("cuda:0", torch.float64), ("cpu", torch.float32)])


def C59():
    x = torch.ones(2, device="cuda")
    same((x.float() is x, str(x.float().device), str(x.double().device)), (True, "cuda:0", "cuda:0"))


def C60():
    said = DIFFERENT + ", but found at least two devices, cuda:0 and cpu!"
    raises(RuntimeError, said, lambda: torch.ones(2, device="cuda") + torch.ones(2))
    raises(RuntimeError, said, lambda: torch.ones(2) + torch.ones(2, device="cuda"))


def C62():
    a, b = torch.tensor(2.0), torch.tensor(2.0, device="cuda")
    b += a
    same(repr(b), "tensor(4., device='cuda:0')")
    gist(RuntimeError, "device", lambda: a.add_(b))


def C64():
    d, i = torch.arange(4.0), torch.tensor([0, 2])
    same(str(d.cuda()[i].device), "cuda:0")
    raises(RuntimeError, "indices should be either on cpu or on the same device as the indexed tensor (cpu)", lambda: d[i.cuda()])
    gist(RuntimeError, DIFFERENT, lambda: d.index_select(0, i.cuda()))
    gist(RuntimeError, DIFFERENT, lambda: d.gather(0, i.cuda()))
    gist(RuntimeError, DIFFERENT, lambda: nn.functional.embedding(i.cuda(), torch.ones(3, 2)))


def C66():
    src, dst = torch.full((3,), 5.0, device="cuda:1"), torch.zeros(3)
    p = dst.data_ptr()
    dst.copy_(src)
    same((repr(dst), str(dst.device), dst.data_ptr() == p), ("tensor([5., 5., 5.])", "cpu", True))
    same(torch.zeros(3, device="cuda:0").copy_(src).tolist(), [5.0] * 3)


def C68():
    # The subset has no LSTM, and says so; what it has tells of two devices.
    gist(AttributeError, "ToDevice has a part of PyTorch", lambda: nn.LSTM(2, 3))
    layer, h = nn.Linear(3, 3).cuda(), torch.zeros(1, 3)
    gist(RuntimeError, "cuda:0", lambda: layer(h))
    gist(RuntimeError, DIFFERENT, lambda: layer(h.cuda()) + h)


def C70():
    sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "stand_in"))
    import numpy as np

    out = np.log(2) + torch.zeros(2, device="cuda")
    same((str(out.device), out.dtype, repr(out.cpu())), ("cuda:0", torch.float32, "tensor([0.6931, 0.6931])"))
    same(str((torch.zeros(2, device="cuda") * np.log(2)).device), "cuda:0")


def C72():
    gist(RuntimeError, DIFFERENT, lambda: nn.Linear(2, 2)(torch.ones(1, 2).cuda()))
    gist(RuntimeError, DIFFERENT, lambda: nn.Linear(2, 2).cuda()(torch.ones(1, 2)))


def C74():
    m = nn.Linear(3, 3)
    o = torch.optim.SGD(m.parameters(), lr=0.1)
    m.cuda()
    same((o.param_groups[0]["params"][0] is m.weight, str(o.param_groups[0]["params"][0].device)), (True, "cuda:0"))
    before = m.weight.tolist()
    m(torch.ones(1, 3, device="cuda")).sum().backward()
    o.step()
    assert m.weight.tolist() != before


def C76():
    m = nn.Linear(2, 2)
    o = torch.optim.Adam(m.parameters())
    m(torch.ones(1, 2)).sum().backward()
    o.step()
    o.zero_grad()
    m.cuda()
    same((str(o.state[m.weight]["exp_avg"].device), str(m.weight.device)), ("cpu", "cuda:0"))
    m(torch.ones(1, 2, device="cuda")).sum().backward()
    gist(RuntimeError, "device", o.step)


def C78():
    d = nn.DataParallel(nn.Linear(2, 2))
    same((list(d.state_dict()), list(d.module.state_dict())), (["module.weight", "module.bias"], ["weight", "bias"]))


def C80():
    d = nn.DataParallel(nn.Linear(2, 2))
    raises(RuntimeError, "module must have its parameters and buffers on device cuda:0 (device_ids[0]) but found one of them on "
           "device: cpu", lambda: d(torch.ones(4, 2)))
    d.cuda()
    same(str(d(torch.ones(4, 2)).device), "cuda:0")


def C82():
    d = nn.DataParallel(nn.Linear(2, 3).cuda(1))
    said = "module must have its parameters and buffers on device cuda:0 (device_ids[0]) but found one of them on device: cuda:1"
    raises(RuntimeError, said, lambda: d(torch.rand(2, 2)))
    torch.cuda.set_device(1)
    raises(RuntimeError, said, lambda: d(torch.rand(2, 2)))
    same(str(nn.DataParallel(d.module, device_ids=[1, 0])(torch.rand(2, 2)).device), "cuda:1")


def C84():
    cut = {n: [t.shape[0] for t in nn.parallel.scatter(torch.empty(n, 2).cuda(), [0, 1, 2, 3])] for n in (32, 10, 9, 4, 3, 1)}
    same(cut, {32: [8, 8, 8, 8], 10: [3, 3, 3, 1], 9: [3, 3, 3], 4: [1, 1, 1, 1], 3: [1, 1, 1], 1: [1]})


def C86():
    d = nn.DataParallel(nn.Linear(2, 3))
    same(d.module.in_features, 2)
    raises(AttributeError, "'DataParallel' object has no attribute 'in_features'", lambda: d.in_features)


def C88():
    class L(nn.Module):
        def __init__(self):
            super().__init__()
            self.f = nn.Linear(2, 1)

        def forward(self, x):
            return self.f(x).mean()

    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        out = nn.DataParallel(L().cuda())(torch.ones(4, 2, device="cuda"))
    same([str(w.message) for w in seen], ["Was asked to gather along dimension 0, but all input tensors were scalars; will instead "
                                          "unsqueeze and return a vector."])
    same((out.shape, str(out.device)), (torch.Size([2]), "cuda:0"))
    raises(RuntimeError, "grad can be implicitly created only for scalar outputs", out.backward)
    out.mean().backward()


def C90():
    m = nn.Linear(2, 2).cuda(0)
    same([str(nn.DataParallel(m, output_device=o)(torch.ones(4, 2)).device) for o in (None, 1)], ["cuda:0", "cuda:1"])


def stored(value):
    path = os.path.join(tempfile.mkdtemp(), "t.pt")
    torch.save(value, path)
    return path


def C95():
    path = stored(torch.ones(1, device="cuda:0"))
    with torch.cuda.device(1):
        same(str(torch.load(path).device), "cuda:0")
    same(str(torch.load(stored(torch.ones(1, device="cuda:1"))).device), "cuda:1")
    same(str(torch.load(path, map_location="cpu").device), "cpu")


def edited(path, device):
    """The file as if it had been saved from another device."""
    with zipfile.ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    parts["todevice.json"] = parts["todevice.json"].replace(b'"device": "cpu"', b'"device": "%s"' % device.encode())
    with zipfile.ZipFile(path, "w") as file:
        for name, data in parts.items():
            file.writestr(name, data)
    return path


def C91():
    path = edited(stored(torch.ones(1)), "cuda:0")
    raises(RuntimeError, "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False.",
           lambda: torch.load(path))
    same(torch.load(path, map_location="cpu").tolist(), [1.0])


def C93():
    path = edited(stored(torch.ones(1)), "cuda:3")
    raises(RuntimeError, "Attempting to deserialize object on CUDA device 3 but torch.cuda.device_count() is 2.",
           lambda: torch.load(path))
    same(str(torch.load(path, map_location={"cuda:3": "cuda:1"}).device), "cuda:1")


def C97():
    path = edited(stored(torch.ones(1)), "cuda:1")
    if torch.cuda.device_count() > 1:
        same(str(torch.load(path).device), "cuda:1")
    else:
        raises(RuntimeError, "Attempting to deserialize object on CUDA device 1", lambda: torch.load(path))


def C98():
    torch.manual_seed(10)
    same(repr(torch.randn(3)), "tensor([-0.6014, -1.0122, -0.3023])")
    torch.manual_seed(10)
    same(repr(torch.randn(3, device="cuda").cpu()), "tensor([-0.1029,  1.6810, -0.2708])")


def C100():
    torch.manual_seed(3)
    a, b = torch.rand(4, device="cuda:0"), torch.rand(4, device="cuda:1")
    torch.manual_seed(3)
    same((torch.equal(a, torch.rand(4, device="cuda:0")), torch.equal(a.cpu(), b.cpu())), (True, True))


def C102():
    torch.cuda.manual_seed_all(1234)
    a = torch.rand(2).cuda()
    torch.cuda.manual_seed_all(1234)
    same(torch.equal(a, torch.rand(2).cuda()), False)


def C104():
    same((torch.cuda.manual_seed(1), torch.cuda.manual_seed_all(1), type(torch.manual_seed(1)).__name__), (None, None, "Generator"))


def C106():
    g = torch.Generator(device="cuda").manual_seed(0)
    same(str(torch.rand(2, device="cuda", generator=g).device), "cuda:0")
    raises(RuntimeError, "Expected a 'cpu' device type for generator but found 'cuda'", lambda: torch.randperm(5, generator=g))


def C108():
    t = torch.randn([1, 64, 2048], generator=torch.Generator(device="cuda").manual_seed(42), device="cuda")
    same(repr(t[0, 0, :3].cpu()), "tensor([ 0.1940,  2.1614, -0.1721])")


def held():
    return torch.cuda.memory_allocated(), torch.cuda.memory_reserved()


def C109():
    x = torch.ones(4000, 4000, device="cuda")
    seen = [held()]
    del x
    seen.append(held())
    torch.cuda.empty_cache()
    # Less than 1 MiB would be left over, so the segment of 31 x 2 MiB is not split: all of it counts as allocated.
    same(seen + [held()], [(65011712, 65011712), (0, 65011712), (0, 0)])


def C111():
    kept, seen = [], []
    for n in (1, 128, 129):
        kept.append(torch.ones(n, device="cuda"))
        seen.append(held()[0])
    same((seen, held()[1]), ([512, 1024, 2048], 2097152))


def C113():
    x = torch.ones(1024, device="cuda")
    keep, v = [x], x[:10]
    del x
    seen = [held()[0]]
    keep.clear()
    seen.append(held()[0])
    del v
    same(seen + [held()[0]], [4096, 4096, 0])


def C115():
    raises(RuntimeError, "cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned",
           lambda: torch.ones(2, device="cuda").pin_memory())
    raises(RuntimeError, "cannot pin 'torch.cuda.LongTensor' only dense CPU tensors can be pinned",
           lambda: torch.ones(2, dtype=torch.int64, device="cuda").pin_memory())


def C117():
    x = torch.ones(1 << 20, device="cuda") * 2
    y = x.to("cpu", non_blocking=True)
    torch.cuda.synchronize()
    same(y.sum().item(), 2.0 * (1 << 20))


def C119():
    raises(RuntimeError, "Found no NVIDIA driver on your system.", lambda: torch.tensor([1.0], pin_memory=True))


def C121():
    torch.zeros(1, device="cuda")
    sys.stdout.flush()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            torch.zeros(1, device="cuda")
        except Exception as error:
            os.write(writer, f"{type(error).__name__}: {error}".encode())
            os._exit(1)
        os._exit(0)
    os.close(writer)
    same(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 1)
    same(os.read(reader, 1000).decode(), "RuntimeError: Cannot re-initialize CUDA in forked subprocess. To use CUDA with "
         "multiprocessing, you must use the 'spawn' start method")
    same(torch.zeros(1, device="cuda").device.index, 0)  # nothing changed here


if sys.argv[1] == "all":
    same([case for case in sys.argv[2:] if not callable(globals().get(case))], [])
else:
    globals()[sys.argv[1]]()
