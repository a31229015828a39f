# SPDX-License-Identifier: Apache-2.0
"""An epoch told to a scheduler, and a reduction that is none: taken where they are given, judged where they are used."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from show import *

lr_scheduler = torch.optim.lr_scheduler


def scheduled(make):
    optimizer = torch.optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1)
    scheduler = make(optimizer)
    optimizer.step()
    return scheduler


for make in (lambda o: lr_scheduler.StepLR(o, 2), lambda o: lr_scheduler.StepLR(o, 3, gamma=0.5),
             lambda o: lr_scheduler.CosineAnnealingLR(o, 10), lambda o: lr_scheduler.CosineAnnealingLR(o, 4, eta_min=0.01)):
    scheduler = scheduled(make)
    warns("told", lambda: scheduler.step(5))
    print(scheduler.last_epoch, scheduler.get_last_lr(), scheduler.optimizer.param_groups[0]["lr"])
    for epoch in (None, None, 0, None, 2.5, 11, None):
        scheduler.step(epoch)
        print(epoch, scheduler.last_epoch, scheduler.get_last_lr())
    scheduler.step(epoch=3)
    print(scheduler.state_dict())
fails("no number", lambda: scheduled(lambda o: lr_scheduler.StepLR(o, 2)).step("a"))


class Halved(lr_scheduler.LRScheduler):
    """It has no closed form."""

    def get_lr(self):
        return [base / (1 + self.last_epoch) for base in self.base_lrs]


scheduler = scheduled(Halved)
scheduler.step(3)
print(scheduler.get_last_lr(), scheduler.last_epoch)

x, y, t = here([[0.2, 0.8], [0.5, 0.5]]), here([[0.0, 1.0], [1.0, 0.0]]), here([0, 1])
for kind in (nn.MSELoss, nn.L1Loss, nn.BCELoss, nn.BCEWithLogitsLoss, nn.CrossEntropyLoss, nn.NLLLoss):
    target = t if kind in (nn.CrossEntropyLoss, nn.NLLLoss) else y
    for word in ("bad", None, 3, "Mean"):
        loss = kind(reduction=word)
        print(kind.__name__, loss)
        fails("called", lambda: loss(x, target))
    loss = kind(reduction="elementwise_mean")
    print(loss.reduction)
    warns("called", lambda: show("value", loss(x, target)))
    loss.reduction = "worse"
    print(loss.reduction)
    fails("set", lambda: loss(x, target))
    loss.reduction = "sum"
    show("sum", loss(x, target))
for call in (F.mse_loss, F.l1_loss, F.binary_cross_entropy, F.binary_cross_entropy_with_logits):
    fails(call.__name__, lambda: call(x, y, reduction="bad"))
for call, target in ((F.cross_entropy, t), (F.cross_entropy, y), (F.nll_loss, t)):
    fails(call.__name__, lambda: call(x, target, reduction="bad"))
