# SPDX-License-Identifier: Apache-2.0
"""One batch on several GPUs."""
import warnings

import torch
import torch.cuda
import torch.nn


def replicate(network, devices, detach=False):
    """The network once on each device. A replica's parameters are copies whose gradients add up in the network's own."""
    devices = [torch.device("cuda", d) if isinstance(d, int) else torch.device(d) for d in devices]
    return [_replica(network, device, detach, {}) for device in devices]


def _replica(module, device, detach, made):
    if module in made:
        return made[module]
    replica = made[module] = _blank_copy(module)
    _plain(replica).update(_plain(module))
    parameters, buffers, children = _all_parts(module)
    for name, parameter in parameters:
        if parameter is not None:
            parameter = torch.nn._broadcast(parameter.detach() if detach else parameter, device)
        _register_parameter(replica, name, parameter)  # a copy with history, no Parameter
    for name, buffer, persistent in buffers:
        replica.register_buffer(name, None if buffer is None else buffer.to(device), persistent)
    for name, child in children:
        replica.add_module(name, None if child is None else _replica(child, device, detach, made))
    replica._set_hooked(any(_plain(replica).get(name) for name in _HOOKS))
    return replica


def scatter(inputs, target_gpus, dim=0):
    """Tensors cut along `dim`, a piece for each GPU; anything else is given to all."""
    if isinstance(inputs, torch.Tensor):
        return tuple(torch.nn._scatter(inputs, target_gpus, dim))
    if isinstance(inputs, tuple) and hasattr(inputs, "_fields"):
        return [type(inputs)(*parts) for parts in zip(*(scatter(i, target_gpus, dim) for i in inputs))]
    if isinstance(inputs, tuple) and inputs:
        return list(zip(*(scatter(i, target_gpus, dim) for i in inputs)))
    if isinstance(inputs, list) and inputs:
        return [list(parts) for parts in zip(*(scatter(i, target_gpus, dim) for i in inputs))]
    if isinstance(inputs, dict) and inputs:
        return [type(inputs)(parts) for parts in zip(*(scatter(i, target_gpus, dim) for i in inputs.items()))]
    return [inputs for _ in target_gpus]


def gather(outputs, target_device, dim=0):
    """What the replicas gave, joined along `dim` on one device."""
    first = outputs[0]
    if isinstance(first, torch.Tensor):
        if all(o.dim() == 0 for o in outputs) and dim == 0:
            warnings.warn("Was asked to gather along dimension 0, but all input tensors were scalars; will instead unsqueeze and "
                          "return a vector.", stacklevel=4)
        return torch.nn._gather(list(outputs), target_device, dim)
    if first is None:
        return None
    if isinstance(first, dict):
        if not all(len(first) == len(o) for o in outputs):
            raise ValueError("All dicts must have the same number of keys")
        return type(first)((k, gather([o[k] for o in outputs], target_device, dim)) for k in first)
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(gather(parts, target_device, dim) for parts in zip(*outputs)))
    return type(first)(gather(parts, target_device, dim) for parts in zip(*outputs))


def parallel_apply(modules, inputs, kwargs_tup=None, devices=None):
    """Calls each module with its own inputs. The calls are made one after another: a GPU works on while the next one is given
    its work, and printed lines never mix."""
    outputs = []
    for i, (module, given) in enumerate(zip(modules, inputs)):
        device = devices[i] if devices else None
        if not isinstance(given, (list, tuple)):
            given = (given,)
        kwargs = kwargs_tup[i] if kwargs_tup else {}
        try:
            with torch.cuda.device(device if device is not None else torch.cuda.current_device()):
                outputs.append(module(*given, **kwargs))
        except Exception as error:
            name = type(error).__name__
            message = f"Caught {name} in replica {i} on device {device}.\nOriginal {traceback.format_exc()}"
            try:
                told = type(error)(message)
            except Exception:
                told = RuntimeError(message)
            raise told from None
    return outputs


def _warn_of_unlike_gpus(ids):
    cards = [(i, torch.cuda.get_device_properties(i)) for i in ids]
    for number, what in (("total_memory", "memory"), ("multi_processor_count", "multiprocessors")):
        least = min(cards, key=lambda card: getattr(card[1], number))
        most = max(cards, key=lambda card: getattr(card[1], number))
        if getattr(least[1], number) < 0.75 * getattr(most[1], number):
            warnings.warn(
                f"GPU {least[0]} has less than 75% of the {what} of GPU {most[0]}, and each gets as much of a batch: the smaller one "
                "holds the others up. device_ids or CUDA_VISIBLE_DEVICES can leave it out.", stacklevel=3)
            return


class DataParallel(torch.nn.Module):
    """Each batch is cut and shared out among GPUs; every one runs a replica of the module, which stands behind the name
    `module`; what they give is joined on the first."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        if not torch.cuda.is_available():
            self.module = module
            self.device_ids = []
            return
        if device_ids is None:
            device_ids = list(range(torch.cuda.device_count()))
        if not device_ids:
            raise RuntimeError("no available devices were found")
        self.dim = dim
        self.module = module
        self.device_ids = [_numbered(i) for i in device_ids]
        self.output_device = _numbered(device_ids[0] if output_device is None else output_device)
        self.src_device_obj = torch.device("cuda", self.device_ids[0])
        _warn_of_unlike_gpus(self.device_ids)
        if len(self.device_ids) == 1:
            self.module.to(self.src_device_obj)

    def forward(self, *inputs, **kwargs):
        if not self.device_ids:
            return self.module(*inputs, **kwargs)
        for tensor in (*self.module.parameters(), *self.module.buffers()):
            if tensor.device != self.src_device_obj:
                raise RuntimeError(
                    f"module must have its parameters and buffers on device {self.src_device_obj} (device_ids[0]) but found "
                    f"one of them on device: {tensor.device}")
        pieces, named = self.scatter(inputs, kwargs, self.device_ids)
        if not pieces and not named:
            pieces, named = ((),), ({},)
        if len(self.device_ids) == 1:
            return self.module(*pieces[0], **named[0])
        replicas = self.replicate(self.module, self.device_ids[:len(pieces)])
        return self.gather(self.parallel_apply(replicas, pieces, named), self.output_device)

    def replicate(self, module, device_ids):
        return replicate(module, device_ids, not torch.is_grad_enabled())

    def scatter(self, inputs, kwargs, device_ids):
        pieces = list(scatter(inputs, device_ids, self.dim)) if inputs else []
        named = list(scatter(kwargs, device_ids, self.dim)) if kwargs else []
        pieces += [()] * (len(named) - len(pieces))
        named += [{} for _ in range(len(pieces) - len(named))]
        return tuple(pieces), tuple(named)

    def parallel_apply(self, replicas, inputs, kwargs):
        return parallel_apply(replicas, inputs, kwargs, self.device_ids[:len(replicas)])

    def gather(self, outputs, output_device):
        return gather(outputs, output_device, self.dim)


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    """DataParallel for one call."""
    inputs = inputs if isinstance(inputs, tuple) else (inputs,)
    return DataParallel(module, device_ids, output_device, dim)(*inputs, **(module_kwargs or {}))
