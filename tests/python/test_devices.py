# SPDX-License-Identifier: Apache-2.0
"""torch.cuda, with and without GPUs."""
import torch

count = torch.cuda.device_count()
assert torch.cuda.is_initialized() is False
assert torch.cuda.is_available() is (count > 0)
device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
assert str(device) == ("cuda:0" if count else "cpu")

from check import raises, same  # noqa: E402  (it would count the GPUs before)

same((torch.device("cuda:1").type, torch.device("cuda:1").index, torch.device("cpu").index), ("cuda", 1, None))
assert torch.device("cuda:0") == torch.device("cuda", 0) != torch.device("cuda")
assert len({torch.device("cpu"), torch.device("cpu")}) == 1
if count:
    x = torch.ones(2, device="cuda")
    assert torch.cuda.is_initialized()
    same((str(x.device), torch.cuda.current_device(), torch.cuda.device_count()), ("cuda:0", 0, count))
    assert torch.cuda.get_device_name() and len(torch.cuda.get_device_capability(0)) == 2
    assert torch.cuda.get_device_properties(0).total_memory > 2**30
    raises(AssertionError, "Invalid device id", lambda: torch.cuda.get_device_name(9))
    raises(torch.AcceleratorError, "CUDA error: invalid device ordinal", lambda: torch.cuda.set_device(9))
    same(torch.cuda.set_device(-1), None)
    last = count - 1
    with torch.cuda.device(last):
        same((torch.cuda.current_device(), str(torch.ones(1, device="cuda").device)), (last, f"cuda:{last}"))
    same(torch.cuda.current_device(), 0)
    torch.cuda.set_device(last)
    same(str(torch.ones(1).cuda().device), f"cuda:{last}")
    torch.cuda.set_device(0)
    before = torch.cuda.memory_allocated()
    held = torch.ones(1, device="cuda")
    same(torch.cuda.memory_allocated() - before, 512)
    del held
    same(torch.cuda.memory_allocated(), before)
    free, total = torch.cuda.mem_get_info()
    assert 0 < free < total
    same((torch.cuda.synchronize(), torch.cuda.empty_cache()), (None, None))
else:
    same(torch.cuda.memory_allocated(), 0)
    raises(RuntimeError, "", lambda: torch.ones(1, device="cuda"))
    same(torch.ones(1).to("cpu").tolist(), [1.0])
