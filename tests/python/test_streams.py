# SPDX-License-Identifier: Apache-2.0
"""torch.cuda's streams, events and graphs, and page-locked memory, as PyTorch 2.11 has them."""
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
