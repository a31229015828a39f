# SPDX-License-Identifier: Apache-2.0
"""torch.cuda's streams, events and graphs, and page-locked memory, as PyTorch 2.11 has them."""
import warnings

import torch
from check import GPUS, raises, same
from torch import nn


def streams():
    default = torch.cuda.default_stream()
    same(repr(default), "<torch.cuda.Stream device=cuda:0 cuda_stream=0x0>")
    same(torch.cuda.current_stream() == default, True)
    side = torch.cuda.Stream()
    same(side == default, False)
    same((side.device, side.device_index), (torch.device("cuda:0"), 0))
    same(repr(side), f"<torch.cuda.Stream device=cuda:0 cuda_stream={side.cuda_stream:#x}>")
    same(side.cuda_stream != 0, True)
    same(len({side, torch.cuda.Stream(), default, torch.cuda.default_stream()}), 3)
    x = torch.arange(1000.0, device="cuda")
    side.wait_stream(default)
    with torch.cuda.stream(side):
        same(torch.cuda.current_stream() == side, True)
        y = x * 2
        x.record_stream(side)
    same(torch.cuda.current_stream() == default, True)
    default.wait_stream(side)
    y.record_stream(default)
    same((y + 1).sum().item(), 1000.0 * 999 + 1000)
    side.synchronize()
    same(side.query(), True)
    with side:
        same(torch.cuda.current_stream() == side, True)
    with torch.cuda.stream(None):
        same(torch.cuda.current_stream() == default, True)
    torch.cuda.set_stream(side)
    same(torch.cuda.current_stream() == side, True)
    torch.cuda.set_stream(default)
    # memory freed while another stream still reads it
    kept = []
    for i in range(50):
        big = torch.full((1 << 18,), float(i), device="cuda")
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            kept.append(big.sum())
        big.record_stream(side)
        del big
    torch.cuda.synchronize()
    same([k.item() for k in kept], [float(i << 18) for i in range(50)])
    raises(ValueError, "Expected a cuda device, but got: cpu", lambda: torch.cuda.Stream("cpu"))
    raises(RuntimeError, "record_stream", lambda: torch.ones(1).record_stream(side))


def events():
    never = torch.cuda.Event()
    same(repr(never), "<torch.cuda.Event uninitialized>")
    same(never.query(), True)
    never.synchronize()
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    raises(ValueError, "Both events must be recorded before calculating elapsed time.", lambda: begin.elapsed_time(end))
    raises(ValueError, "Both events must be created with argument 'enable_timing=True'.", lambda: begin.elapsed_time(never))
    begin.record()
    x = torch.ones(200, 200, device="cuda")
    for _ in range(10):
        x = x @ x / 200
    end.record()
    end.synchronize()
    same(end.query(), True)
    same(begin.elapsed_time(end) > 0, True)
    same(repr(begin).startswith("<torch.cuda.Event 0x"), True)
    side = torch.cuda.Stream()
    event = torch.cuda.current_stream().record_event()
    side.wait_event(event)
    event.wait(side)
    same(isinstance(event, torch.cuda.Event), True)
    given = torch.cuda.Event()
    same(side.record_event(given) is given, True)


def pinned():
    x = torch.arange(6.0)
    same(x.is_pinned(), False)
    p = x.pin_memory()
    same((p.is_pinned(), p.device.type, p.tolist()), (True, "cpu", x.tolist()))
    same(p.pin_memory() is p, True)
    same(p[2:].is_pinned(), True)
    same(p.data_ptr() != x.data_ptr(), True)
    same(torch.empty(3, pin_memory=True).is_pinned(), True)
    same(torch.zeros(2, 2, pin_memory=True).tolist(), [[0.0, 0.0], [0.0, 0.0]])
    same(torch.randn(3, pin_memory=True).is_pinned(), True)
    same(torch.tensor([1, 2], pin_memory=True).is_pinned(), True)
    same(torch.full((2,), 7, pin_memory=True).tolist(), [7, 7])
    same(torch.ones(3, pin_memory=False).is_pinned(), False)
    g = p.to("cuda", non_blocking=True)
    back = torch.empty(6, pin_memory=True)
    back.copy_(g, non_blocking=True)
    home = g.to("cpu", non_blocking=True)
    torch.cuda.synchronize()
    same((back.tolist(), home.tolist()), (x.tolist(), x.tolist()))
    same(home.is_pinned(), True)
    same(g.cpu().is_pinned(), False)
    raises(RuntimeError, "cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned", lambda: g.pin_memory())
    raises(RuntimeError, "Only dense CPU tensors can be pinned", lambda: torch.empty(3, device="cuda", pin_memory=True))
    loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.arange(4.0), torch.arange(4)), 2, pin_memory=True)
    same([(a.is_pinned(), b.is_pinned()) for a, b in loader], [(True, True)] * 2)


def graph_of_arithmetic():
    x = torch.zeros(4, device="cuda")
    g = torch.cuda.CUDAGraph()
    same(torch.cuda.is_current_stream_capturing(), False)
    with torch.cuda.graph(g):
        same(torch.cuda.is_current_stream_capturing(), True)
        y = x * 2 + 1
    same(torch.cuda.is_current_stream_capturing(), False)
    for start in (1.0, 10.0):
        x.fill_(start)
        g.replay()
        same(y.tolist(), [2 * start + 1] * 4)
    # memory of the graph is its own: what is made between replays lies elsewhere
    others = [torch.full((4,), 5.0, device="cuda") for _ in range(100)]
    g.replay()
    same(all(o.tolist() == [5.0] * 4 for o in others), True)
    h = torch.cuda.CUDAGraph()
    with torch.cuda.graph(h, pool=g.pool()):
        z = y - 1
    g.replay()
    h.replay()
    same(z.tolist(), [20.0] * 4)
    raises(RuntimeError, "Called CUDAGraph::replay without a preceding successful capture.",
           lambda: torch.cuda.CUDAGraph().replay())
    raises(RuntimeError, "CUDA graphs must be captured on a non-default stream.", lambda: torch.cuda.CUDAGraph().capture_begin())
    raises(RuntimeError, "This CUDAGraph instance already owns a captured graph.", lambda: _captured_again(g))
    g.reset()
    raises(RuntimeError, "Called CUDAGraph::replay without a preceding successful capture.", g.replay)
    same(torch.cuda.graph_pool_handle() != torch.cuda.graph_pool_handle(), True)


def _captured_again(g):
    with torch.cuda.graph(g):
        pass


def graph_of_random_numbers():
    torch.cuda.manual_seed(3)
    g = torch.cuda.CUDAGraph()
    with torch.cuda.graph(g):
        r = torch.rand(5, device="cuda")
    g.replay()
    first = r.tolist()
    g.replay()
    same(first != r.tolist(), True)
    torch.cuda.manual_seed(3)
    same(torch.rand(5, device="cuda").tolist(), first)


def graph_refuses_waiting():
    x = torch.ones(3, device="cuda")

    def wait():
        with torch.cuda.graph(torch.cuda.CUDAGraph()):
            x.sum().item()

    raises(torch.AcceleratorError, "CUDA error: operation not permitted when stream is capturing", wait)
    same((x + 1).tolist(), [2.0] * 3)


def train(step_of, steps):
    """Losses of a small network, its step made by `step_of(step)`."""
    torch.manual_seed(0)
    torch.cuda.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3)).to("cuda")
    x, y = torch.randn(16, 4).cuda(), torch.randint(0, 3, (16,)).cuda()
    losses = {}
    for name, make in (("sgd", lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9)),
                       ("adam", lambda p: torch.optim.Adam(p, lr=0.05, capturable=True))):
        optimizer = make(net.parameters())
        loss = torch.zeros((), device="cuda")

        def step():
            optimizer.zero_grad(set_to_none=True)
            out = nn.functional.cross_entropy(net(x), y)
            out.backward()
            optimizer.step()
            loss.copy_(out.detach())

        run = step_of(step)
        values = []
        for _ in range(steps):
            run()
            values.append(round(loss.item(), 5))
        losses[name] = values
    return losses


def graph_of_training():
    def eager(step):
        for _ in range(3):
            step()
        return step

    def graphed(step):
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                step()
        torch.cuda.current_stream().wait_stream(side)
        g = torch.cuda.CUDAGraph()
        with torch.cuda.graph(g):
            step()
        return g.replay

    same(train(graphed, 6), train(eager, 6))


def graph_with_a_side_stream():
    side, g = torch.cuda.Stream(), torch.cuda.CUDAGraph()
    x = torch.ones(1 << 18, device="cuda")
    with torch.cuda.graph(g):
        main = torch.cuda.current_stream()
        side.wait_stream(main)
        with torch.cuda.stream(side):
            same(torch.cuda.is_current_stream_capturing(), True)
            t = x * 3
            u = t + 1
            del t
        main.wait_stream(side)
        out = u + 0
    same(torch.cuda.is_current_stream_capturing(), False)
    with torch.cuda.stream(side):
        same(torch.cuda.is_current_stream_capturing(), False)
        eager = [torch.full((1 << 18,), 7.0, device="cuda") for _ in range(4)]
    side.synchronize()
    x.fill_(5.0)
    g.replay()
    torch.cuda.synchronize()
    same((out[0].item(), [e[0].item() for e in eager]), (16.0, [7.0] * 4))


def graph_ends_where_it_began():
    side, g = torch.cuda.Stream(), torch.cuda.CUDAGraph()
    x = torch.ones(2, device="cuda")
    with torch.cuda.stream(side):
        g.capture_begin()
        y = x * 2
    raises(RuntimeError, "Capture must end on the same stream it began on.", g.capture_end)
    with torch.cuda.stream(side):
        g.capture_end()
    g.replay()
    torch.cuda.synchronize()
    same(y.tolist(), [2.0, 2.0])
    g = torch.cuda.CUDAGraph()
    with torch.cuda.stream(side):
        g.capture_begin()
        y = x * 2
    del g
    with torch.cuda.stream(side):
        same(torch.cuda.is_current_stream_capturing(), False)
        same((x + 5).tolist(), [6.0, 6.0])
    del y
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        with torch.cuda.graph(torch.cuda.CUDAGraph()):
            pass
    same([(w.category, str(w.message)) for w in seen],
         [(UserWarning, "The CUDA Graph is empty. This usually means that the graph was attempted to be captured on wrong device "
                        "or stream.")])


def graph_refuses_a_place_outside():
    """An index out of its own dimension, though the places of both together lie within x: seen when the graph is played."""
    if "Simulated" not in torch.cuda.get_device_name(0):
        return  # tests/gpu_asserts: an assertion of a real GPU ends CUDA for this process
    x = torch.arange(12.0, device="cuda").reshape(3, 4)
    rows, columns = torch.tensor([0, -1], device="cuda"), torch.tensor([1, -4], device="cuda")
    g = torch.cuda.CUDAGraph()
    with torch.cuda.graph(g):
        picked = x[rows, columns]
    g.replay()
    same(picked.tolist(), [1.0, 8.0])
    for far in (5, -5):
        columns[0] = far
        raises(IndexError, f"index {far} is out of bounds", g.replay)
    columns[0] = 2
    g.replay()
    same(picked.tolist(), [2.0, 8.0])


def graph_takes_a_new_seed():
    g = torch.cuda.CUDAGraph()
    with torch.cuda.graph(g):
        r = torch.rand(3, device="cuda")
    for seed in (5, 123):
        torch.manual_seed(seed)
        g.replay()
        replayed = r.tolist()
        torch.manual_seed(seed)
        same(replayed, torch.rand(3, device="cuda").tolist())


def graph_on_each_gpu():
    for order in ((1, 0), (0, 1)):
        for index in order:
            with torch.cuda.device(index):
                g, x = torch.cuda.CUDAGraph(), torch.ones(2, device=f"cuda:{index}")
                with torch.cuda.graph(g):
                    y = x * 2
                x.fill_(7)
                g.replay()
                same(y.tolist(), [14.0, 14.0])


def backward_follows_forward():
    """Each step back runs on the stream of its forward; the caller goes on after all of it."""
    side = torch.cuda.Stream()
    x = torch.full((1 << 16,), 2.0, device="cuda", requires_grad=True)
    seen = []

    def note(name):
        return lambda grad: seen.append((name, torch.cuda.current_stream() == side)) or None

    a = x * 3
    a.register_hook(note("a"))
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        b = a * a
        b.register_hook(note("b"))
        loss = b.sum()
    default = torch.cuda.current_stream()
    loss.backward()  # waits for nothing: the pass itself does
    same(seen, [("b", True), ("a", False)])
    same(torch.cuda.current_stream() == default, True)
    same((x.grad.min().item(), x.grad.max().item()), (36.0, 36.0))
    # from inside another stream, twice, with an error on the way
    with torch.cuda.stream(side):
        c = (x * 2).sum()
        grads = torch.autograd.grad(c, x)
        same(torch.cuda.current_stream() == side, True)
    same((grads[0][0].item(), grads[0][-1].item()), (2.0, 2.0))
    with torch.cuda.stream(side):
        d = x * 2
        d.register_hook(lambda grad: 1 / 0)
        e = d.sum()
    raises(ZeroDivisionError, "division by zero", e.backward)
    same(torch.cuda.current_stream() == default, True)


def adam_counts_replays():
    def trained(graphed):
        torch.manual_seed(0)
        p = nn.Parameter(torch.ones(3, device="cuda"))
        late = nn.Parameter(torch.ones(2, device="cuda"))
        optimizer = torch.optim.Adam([p, late], lr=0.1, capturable=True)
        slope = torch.tensor([0.5, -1.0, 2.0], device="cuda")
        p.grad = slope
        optimizer.step()
        late.grad = torch.ones(2, device="cuda")
        optimizer.step()
        if graphed:
            g = torch.cuda.CUDAGraph()
            with torch.cuda.graph(g):
                optimizer.step()
        for _ in range(2):
            for _ in range(5):
                g.replay() if graphed else optimizer.step()
            slope.mul_(0.5)
            optimizer.step()
        state = optimizer.state_dict()["state"]
        return p.tolist(), late.tolist(), [state[i]["step"].item() for i in (0, 1)]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plain, graphed = trained(False), trained(True)
    same(graphed[2], [14.0, 13.0])
    same(plain[2], graphed[2])
    for a, b in zip(plain[0] + plain[1], graphed[0] + graphed[1], strict=True):
        assert abs(a - b) < 1e-5, (a, b)


def adam_is_asked_first():
    x = torch.ones(2, device="cuda", requires_grad=True)
    x.grad = torch.ones(2, device="cuda")
    for make, name in ((torch.optim.Adam, "Adam"), (torch.optim.AdamW, "AdamW"), (torch.optim.RMSprop, "RMSprop")):
        optimizer = make([x])

        def capture():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that the graph is empty
                with torch.cuda.graph(torch.cuda.CUDAGraph()):
                    optimizer.step()

        raises(RuntimeError, f"Attempting CUDA graph capture of step() for an instance of {name} but param_groups' capturable is "
                             "False.", capture)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        optimizer = torch.optim.Adam([x], capturable=True)
        optimizer.step()
        optimizer.step()
    same(len(seen), 1)
    same(str(seen[0].message).startswith("This instance was constructed with capturable=True"), True)


def other_gpus():
    x = torch.ones(2, device="cuda:0")
    raises(RuntimeError, "record_stream of a tensor on cuda:0 takes a stream of that GPU, not of cuda:1",
           lambda: x.record_stream(torch.cuda.default_stream(1)))
    raises(RuntimeError, "record_stream of a tensor on cuda:0 takes a stream of that GPU, not of cuda:1",
           lambda: x.record_stream(torch.cuda.Stream(1)))
    mine, other = torch.Generator(device="cuda:0"), torch.Generator(device="cuda:1")
    for act in (lambda: torch.rand(2, device="cuda:1", generator=mine), lambda: torch.randn(2, device="cuda:1", generator=mine),
                lambda: torch.randint(3, (2,), device="cuda:1", generator=mine)):
        raises(RuntimeError, "Expected a 'cuda:1' generator device but found 'cuda:0'", act)
    raises(RuntimeError, "Expected a 'cuda:0' generator device but found 'cuda:1'", lambda: x.uniform_(generator=other))
    same(torch.rand(2, device="cuda:1", generator=other).device.index, 1)
    same(torch.rand(2, device="cuda", generator=mine).device.index, 0)


if not GPUS:
    for name in ("Stream", "current_stream"):
        raises(RuntimeError, "", getattr(torch.cuda, name))
    same(torch.cuda.Event().query(), True)
    same(torch.ones(1).is_pinned(), False)
    raises(RuntimeError, "", torch.ones(1).pin_memory)
else:
    streams()
    events()
    pinned()
    graph_of_arithmetic()
    graph_of_random_numbers()
    graph_refuses_waiting()
    graph_of_training()
    graph_with_a_side_stream()
    graph_ends_where_it_began()
    graph_takes_a_new_seed()
    graph_refuses_a_place_outside()
    backward_follows_forward()
    adam_counts_replays()
    adam_is_asked_first()
if GPUS > 1:
    graph_on_each_gpu()
    other_gpus()

same((torch.backends.cuda.matmul.allow_tf32, torch.get_float32_matmul_precision()), (False, "highest"))
torch.backends.cuda.matmul.allow_tf32 = True
same((torch.backends.cuda.matmul.allow_tf32, torch.get_float32_matmul_precision()), (True, "high"))
torch.set_float32_matmul_precision("highest")
same(torch.backends.cuda.matmul.allow_tf32, False)
if GPUS:
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.max_memory_allocated()
    block = torch.empty(1 << 20, device="cuda")
    del block
    assert torch.cuda.max_memory_allocated() >= before + (4 << 20)
    torch.cuda.reset_peak_memory_stats()
    same(torch.cuda.max_memory_allocated(), torch.cuda.memory_allocated())
