# SPDX-License-Identifier: Apache-2.0
import torch
import torch.nn as nn
import torch.nn.functional as F
from show import *

torch.manual_seed(0)
x = torch.randn(4, 3).to(DEVICE).requires_grad_()
for layer in (nn.BatchNorm1d(3), nn.LayerNorm(3), nn.BatchNorm1d(3, affine=False, momentum=None), nn.LayerNorm(3, bias=False),
              nn.BatchNorm1d(3, track_running_stats=False), nn.LayerNorm((4, 3), elementwise_affine=False)):
    layer.to(DEVICE)
    x.grad = None
    print(layer, list(layer.state_dict()))
    out = layer(x)
    show("train", out, *grads(out, x, *layer.parameters()))
    show("buffers", *layer.buffers())
    layer.eval()
    x.grad = None
    out = layer(x)
    show("eval", out, *grads(out, x))
bn = nn.BatchNorm1d(2).to(DEVICE)
show("3-d", bn(torch.randn(2, 2, 3).to(DEVICE)).detach(), bn.running_mean, bn.running_var, bn.num_batches_tracked)
bn2 = nn.BatchNorm2d(2).to(DEVICE)
print(bn2)
show("4-d", bn2(torch.randn(2, 2, 2, 2).to(DEVICE)).detach(), bn2.running_var)
torch.manual_seed(1)
e = nn.Embedding(5, 3, padding_idx=-2).to(DEVICE)
print(e)
out = e(here([[0, 3], [4, 0]]))
show("embedding", e.weight, out, *grads(out, e.weight))
print(nn.Embedding(2, 2), nn.Embedding.from_pretrained(torch.ones(2, 2)).weight.requires_grad)
fails("batch of one", lambda: nn.BatchNorm1d(3)(torch.ones(1, 3)))
fails("4D", lambda: nn.BatchNorm1d(3)(torch.ones(1, 3, 1, 1)))
fails("2D", lambda: nn.BatchNorm2d(3)(torch.ones(2, 3)))
fails("channels", lambda: nn.BatchNorm1d(3)(torch.ones(2, 4)))
fails("layer norm", lambda: nn.LayerNorm(3)(torch.ones(2, 4)))
fails("embedding range", lambda: nn.Embedding(2, 2)(torch.tensor([2])))
fails("embedding dtype", lambda: nn.Embedding(2, 2)(torch.tensor([0.5])))
fails("padding", lambda: nn.Embedding(2, 2, padding_idx=2))
for act in (nn.GELU(), nn.GELU("tanh"), nn.SiLU(), nn.LeakyReLU(0.2), nn.Softmax(1), nn.LogSoftmax(1), nn.Tanh(), nn.Sigmoid(),
            nn.ReLU()):
    x.grad = None
    out = act(x)
    print(act)
    show("value", out, *grads(out, x))
warns("softmax", lambda: F.softmax(torch.ones(2, 2)))
show("normalize", F.normalize(x), F.normalize(x, p=1, dim=0), F.relu(x), F.leaky_relu(x, 0.3), F.gelu(x))
print(F.one_hot(torch.tensor([0, 2])), nn.Flatten(), nn.Dropout(0.3), nn.Identity())
