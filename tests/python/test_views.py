# SPDX-License-Identifier: Apache-2.0
"""Views share memory; shapes and strides are PyTorch's."""
import torch
from check import DEVICES, raises, same

for device in DEVICES:
    base = torch.arange(6.0, device=device).reshape(2, 3)
    start = base.data_ptr()
    for view in (base[0], base[:, 0], base.view(6), base.t(), base.unsqueeze(0), base.flatten(), base.detach()):
        assert view.data_ptr() == start and view is not base
    for copy in (base.clone(), base.t().contiguous(), base + 0, base[[0]], base[base >= 0]):
        assert copy.data_ptr() != start
    same((base.t().stride(), base.t().is_contiguous(), base[1].storage_offset()), ((1, 3), False, 3))
    same(base.view(-1, 2).tolist(), [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
    same(base.permute(1, 0).shape, torch.Size([3, 2]))
    same(base[:1].expand(2, -1).tolist(), [[0.0, 1.0, 2.0]] * 2)
    same(base.T.tolist(), base.transpose(0, 1).tolist())
    same(base.unsqueeze(1).squeeze(1).shape, base.shape)
    same(torch.cat([base, base]).shape, torch.Size([4, 3]))
    same(torch.stack([base, base]).shape, torch.Size([2, 2, 3]))
    flat = base.view(-1)
    flat[0] = -5
    base[1] += 10
    same(flat.tolist(), [-5.0, 1.0, 2.0, 13.0, 14.0, 15.0])

t = torch.arange(6)
raises(RuntimeError, "shape '[4, 2]' is invalid for input of size 6", lambda: t.view(4, 2))
raises(RuntimeError, "view size is not compatible with input tensor's size and stride",
       lambda: t.view(2, 3).t().view(6))
raises(IndexError, "Dimension out of range (expected to be in range of [-2, 1], but got 5)",
       lambda: t.view(2, 3).transpose(0, 5))
same(torch.Size([2, 3]) + (4,), (2, 3, 4))
same((torch.Size([2, 3]) == (2, 3), torch.Size([2, 3]).numel(), repr(torch.Size([]))), (True, 6, "torch.Size([])"))
