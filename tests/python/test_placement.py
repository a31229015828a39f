# SPDX-License-Identifier: Apache-2.0
"""The rule of .to(): the same object when there is nothing to do, a new one otherwise."""
import torch
from check import DEVICES, raises, same

x = torch.tensor([0.25, -1.75, 2.5])
for device in DEVICES:
    here = x.to(device)
    same(str(here.device), device)
    same((here.is_cuda, here.tolist()), (device != "cpu", x.tolist()))
    assert (here is x) == (device == "cpu")
    assert here.to(device) is here and here.to(here.device) is here and here.to(here) is here
    assert here.to(torch.float32) is here and here.float() is here and here.contiguous() is here
    wide = here.to(torch.float64)
    assert wide is not here and id(wide) != id(here) and wide.data_ptr() != here.data_ptr()
    same((wide.dtype, wide.device), (torch.float64, here.device))
    copied = here.to(device, copy=True)
    assert copied is not here and copied.data_ptr() != here.data_ptr() and torch.equal(copied, here)
    same(here.to("cpu", torch.int64).tolist(), [0, -1, 2])
    same((here.to(dtype=torch.int32).dtype, here.half().dtype, here.long().dtype, here.bool().dtype),
         (torch.int32, torch.float16, torch.int64, torch.bool))
    assert here.detach() is not here and here.detach().data_ptr() == here.data_ptr()
    assert here.clone().data_ptr() != here.data_ptr()

if "cuda:0" in DEVICES:
    gpu = x.cuda()
    same((gpu.device, x.to("cuda").device, x.to(0).device), (torch.device("cuda:0"),) * 3)
    assert x.device == torch.device("cpu") and gpu.cpu() is not x and gpu.cuda() is gpu
    back = gpu.cpu()
    assert torch.equal(back, x) and back.data_ptr() != x.data_ptr()
    if "cuda:1" in DEVICES:
        far = gpu.to("cuda:1")
        same((str(far.device), far.tolist()), ("cuda:1", x.tolist()))
        torch.cuda.set_device(1)
        same(str(x.cuda().device), "cuda:1")
        torch.cuda.set_device(0)
else:
    raises(RuntimeError, "", lambda: x.cuda())
raises(RuntimeError, "Expected one of cpu, cuda", lambda: x.to("banana"))
raises(TypeError, "to() received an invalid combination of arguments - got (dict)", lambda: x.to({}))
