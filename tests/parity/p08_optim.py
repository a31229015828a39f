# SPDX-License-Identifier: Apache-2.0
import torch
import torch.nn as nn
from show import *


def run(label, kind, steps=4, **how):
    w = here([1.0, -2.0, 0.5], requires_grad=True)
    opt = kind([w], **how)
    for _ in range(steps):
        opt.zero_grad()
        (w * w * here([1.0, 2.0, 3.0])).sum().backward()
        opt.step()
    show(label, w)
    state = opt.state.get(w, {})
    print(list(state), [plain(v) for v in state.values()])
    return opt, w


for how in ({}, {"lr": 0.5, "lr_decay": 0.1}, {"weight_decay": 0.1, "initial_accumulator_value": 1.0}, {"maximize": True, "eps": 0.1}):
    run(f"Adagrad {how}", torch.optim.Adagrad, **how)
for how in ({}, {"lr": 0.1, "alpha": 0.5}, {"momentum": 0.9}, {"centered": True}, {"momentum": 0.5, "centered": True, "weight_decay": 0.1},
            {"maximize": True}):
    run(f"RMSprop {how}", torch.optim.RMSprop, **how)
for kind in (torch.optim.Adagrad, torch.optim.RMSprop, torch.optim.Adam, torch.optim.SGD, torch.optim.AdamW):
    opt, w = run(kind.__name__, kind, lr=0.1)
    print(opt)
    saved = opt.state_dict()
    print(sorted(saved["param_groups"][0]), list(saved["state"]))
    twin = w.detach().clone().requires_grad_()
    other = kind([twin], lr=9.0)
    other.load_state_dict(saved)
    for o, p in ((opt, w), (other, twin)):
        o.zero_grad()
        (p * p).sum().backward()
        o.step()
    show("resumed", w, twin)
fails("lr", lambda: torch.optim.Adagrad([torch.ones(1)], lr=-1.0))
fails("alpha", lambda: torch.optim.RMSprop([torch.ones(1)], alpha=-1.0))
fails("momentum", lambda: torch.optim.RMSprop([torch.ones(1)], momentum=-0.5))
for make in (lambda o: torch.optim.lr_scheduler.StepLR(o, 2, 0.5), lambda o: torch.optim.lr_scheduler.CosineAnnealingLR(o, 4, 0.01)):
    opt = torch.optim.SGD([{"params": [torch.ones(1, requires_grad=True)]}, {"params": [torch.ones(1, requires_grad=True)], "lr": 1.0}], lr=0.1)
    sched = make(opt)
    rates = []
    for _ in range(10):
        opt.step()
        sched.step()
        rates.append([round(r, 6) for r in sched.get_last_lr()])
    print(type(sched).__name__, rates, sched.last_epoch, sched.base_lrs)
    print(opt.param_groups[0]["initial_lr"], opt.param_groups[1]["lr"] == sched.get_last_lr()[1])
opt = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
sched = torch.optim.lr_scheduler.StepLR(opt, 1)
warns("too early", sched.step)
fails("no optimizer", lambda: torch.optim.lr_scheduler.StepLR(3, 1))
for norm in (2.0, 1.0, float("inf")):
    ps = [here([3.0, 4.0], requires_grad=True), here([12.0], requires_grad=True)]
    for p in ps:
        p.grad = p.detach().clone()
    show(f"clip {norm}", nn.utils.clip_grad_norm_(ps, 6.5, norm_type=norm), *(p.grad for p in ps))
ps[0].grad = here([float("nan"), 1.0])
fails("non-finite", lambda: nn.utils.clip_grad_norm_(ps, 1.0, error_if_nonfinite=True))
nn.utils.clip_grad_value_(ps[1], 0.5)
show("clip value", ps[1].grad, nn.utils.clip_grad_norm_([], 1.0))
