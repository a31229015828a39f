# SPDX-License-Identifier: Apache-2.0
import torch
import torch.nn as nn
import torch.nn.functional as F
from show import *

p = here([[0.2, 0.9], [0.5, 1.0]], requires_grad=True)
z = here([[-2.0, 0.5], [30.0, -0.1]], requires_grad=True)
y = here([[0.0, 1.0], [1.0, 0.3]])
w = here([[1.0, 2.0]])
for reduction in ("mean", "sum", "none"):
    for label, loss, x in (("BCE", nn.BCELoss(reduction=reduction), p), ("BCE w", nn.BCELoss(w, reduction=reduction), p),
                           ("logits", nn.BCEWithLogitsLoss(reduction=reduction), z),
                           ("logits w", nn.BCEWithLogitsLoss(w, pos_weight=here([3.0, 1.0]), reduction=reduction), z),
                           ("L1", nn.L1Loss(reduction=reduction), z), ("MSE", nn.MSELoss(reduction=reduction), z)):
        x.grad = None
        out = loss.to(DEVICE)(x, y)
        show(f"{label} {reduction}", out, *grads(out, x))
    logits = here([[1.0, 2.0, 0.5], [0.1, 0.2, 3.0]], requires_grad=True)
    target = here([1, 2])
    for label, act in (("NLL", lambda: nn.NLLLoss(reduction=reduction)(F.log_softmax(logits, 1), target)),
                       ("NLL w", lambda: nn.NLLLoss(here([1.0, 2.0, 3.0]), reduction=reduction)(logits, target)),
                       ("NLL ignore", lambda: nn.NLLLoss(ignore_index=2, reduction=reduction)(logits, target)),
                       ("CE", lambda: nn.CrossEntropyLoss(reduction=reduction)(logits, target))):
        logits.grad = None
        out = act()
        show(f"{label} {reduction}", out, *grads(out, logits))
y2 = here([0.3, 0.6], requires_grad=True)
out = F.binary_cross_entropy(here([0.5, 0.25]), y2)
show("target grad", *grads(out, y2))
print(nn.L1Loss(), nn.NLLLoss(), nn.BCELoss(), nn.BCEWithLogitsLoss(), nn.MSELoss(), nn.CrossEntropyLoss())
print(list(nn.BCEWithLogitsLoss(pos_weight=torch.ones(2)).state_dict()))
fails("range", lambda: F.binary_cross_entropy(torch.tensor([1.5]), torch.tensor([1.0])))
fails("size", lambda: nn.BCELoss()(torch.ones(2), torch.ones(3)))
fails("logits size", lambda: nn.BCEWithLogitsLoss()(torch.ones(2), torch.ones(3)))
fails("dtype", lambda: nn.BCELoss()(torch.ones(2), torch.ones(2, dtype=torch.int64)))
fails("reduction", lambda: nn.L1Loss(reduction="max")(torch.ones(2), torch.ones(2)))
warns("mse", lambda: F.mse_loss(torch.ones(2, 1), torch.ones(2)))
warns("l1", lambda: nn.L1Loss()(torch.ones(2, 1), torch.ones(2)))
warns("MSELoss", lambda: nn.MSELoss()(torch.ones(2, 1), torch.ones(2)))
