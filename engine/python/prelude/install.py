# SPDX-License-Identifier: Apache-2.0
"""Puts all of it where PyTorch has it."""
import sys
import types

import torch
import torch.cuda
import torch.nn


def _module(name, **attributes):
    module = types.ModuleType(name)
    module.__dict__.update(attributes)
    sys.modules[name] = module
    parent, _, last = name.rpartition(".")
    setattr(sys.modules[parent], last, module)
    return module


# type(x) is printed with the module that a class is written in.
_WRITTEN_IN = {
    "nn.modules.activation": "ReLU LeakyReLU GELU SiLU Sigmoid Tanh Softmax LogSoftmax", "nn.modules.linear": "Linear Identity",
    "nn.modules.container": "Sequential ModuleList ModuleDict", "nn.modules.module": "Module", "nn.modules.flatten": "Flatten",
    "nn.modules.loss": "MSELoss L1Loss CrossEntropyLoss NLLLoss BCELoss BCEWithLogitsLoss", "nn.modules.sparse": "Embedding",
    "nn.modules.conv": "Conv2d", "nn.modules.pooling": "MaxPool2d", "nn.modules.batchnorm": "BatchNorm1d BatchNorm2d",
    "nn.modules.normalization": "LayerNorm", "nn.modules.dropout": "Dropout", "nn.parallel.data_parallel": "DataParallel",
    "optim.sgd": "SGD", "optim.adam": "Adam", "optim.adamw": "AdamW", "optim.adagrad": "Adagrad", "optim.rmsprop": "RMSprop",
    "optim.optimizer": "Optimizer", "optim.lr_scheduler": "LRScheduler StepLR CosineAnnealingLR", "cuda.streams": "Stream Event",
    "cuda.graphs": "CUDAGraph graph", "cuda": "device device_of StreamContext", "storage": "UntypedStorage", "_C": "Generator",
    "autograd.grad_mode": "no_grad enable_grad inference_mode set_grad_enabled", "utils.hooks": "RemovableHandle",
    "utils.data.dataset": "Dataset IterableDataset TensorDataset ConcatDataset Subset", "utils.data.dataloader": "DataLoader",
    "utils.data.sampler": "Sampler SequentialSampler RandomSampler BatchSampler"}


def _name_as_written():
    homes = (torch.optim.lr_scheduler, torch.utils.hooks, torch.utils.data, torch.nn, torch.optim, torch.cuda, torch)
    for module, names in _WRITTEN_IN.items():
        home = next(home for home in homes if f"torch.{module}".startswith(home.__name__))
        for name in names.split():
            kind = getattr(home, name)
            kind.__module__, kind.__name__, kind.__qualname__ = "torch." + module, name, name
    for name, function in vars(torch.nn.Module).items():
        if isinstance(function, types.FunctionType):
            function.__name__, function.__qualname__ = name, "Module." + name


def _install():
    for item in (Size, no_grad, enable_grad, inference_mode, set_grad_enabled, isclose, allclose, outer, addmm,
                 broadcast_shapes, broadcast_tensors, normal, bernoulli, finfo, iinfo, save, load):
        item.__module__ = "torch"
        setattr(torch, item.__name__, item)
    _module("torch.return_types", **{name: _named_pair(name) for name in ("max", "min", "sort", "topk")})
    for item in (Optimizer, SGD, Adam, AdamW, Adagrad, RMSprop):
        item.__module__ = "torch.optim"
        setattr(torch.optim, item.__name__, item)
    for item in (Identity, Softmax, ModuleList, ModuleDict, DataParallel, Dropout, LeakyReLU, GELU, SiLU, LogSoftmax, BatchNorm1d,
                 BatchNorm2d, LayerNorm, Embedding, Conv2d, MaxPool2d, L1Loss, NLLLoss, BCELoss, BCEWithLogitsLoss):
        item.__module__ = "torch.nn"
        setattr(torch.nn, item.__name__, item)
    for name in ("zeros", "ones", "empty", "full", "tensor"):
        setattr(torch.Tensor, "new_" + name, _new(getattr(torch, name)))
    torch.Tensor.__array_priority__ = 1000  # NumPy's own numbers leave `number + tensor` to the tensor
    torch.cuda.device_of = _DeviceOf
    for item in (_cuda_get_rng_state, _cuda_set_rng_state, _cuda_get_rng_state_all, _cuda_set_rng_state_all, _cuda_seed,
                 _cuda_seed_all):
        setattr(torch.cuda, item.__name__.removeprefix("_cuda_"), item)
    torch.Tensor.bernoulli_ = _bernoulli_
    inits = (_init_uniform_, _init_normal_, _init_constant_, _init_ones_, _init_zeros_, _init_eye_, _init_calculate_gain,
             _init_xavier_uniform_, _init_xavier_normal_, _init_kaiming_uniform_, _init_kaiming_normal_, _init_trunc_normal_, _init_orthogonal_, _init_sparse_,
             _init_dirac_)
    for item in inits:  # as they are named in errors and prints
        item.__name__ = item.__qualname__ = item.__name__.removeprefix("_init_")
    _module("torch.nn.init", **{item.__name__: item for item in inits})
    _module("torch.autograd", grad=_grad)
    _module("torch.nn.utils", clip_grad_norm_=clip_grad_norm_, clip_grad_value_=clip_grad_value_, get_total_norm=get_total_norm)
    _module("torch.optim.lr_scheduler", LRScheduler=LRScheduler, StepLR=StepLR, CosineAnnealingLR=CosineAnnealingLR)
    _module("torch.utils")
    _module("torch.utils.hooks", RemovableHandle=RemovableHandle)
    torch.nn.Module._version = 1
    torch.nn.Module.state_dict = _state_dict
    torch.nn.Module.load_state_dict = _load_state_dict
    torch.nn.Module.apply = _apply
    for item in (_register_state_dict_pre_hook, _register_state_dict_post_hook, _register_load_state_dict_pre_hook,
                 _register_load_state_dict_post_hook, _get_extra_state, _set_extra_state, _to_empty, _set_submodule):
        setattr(torch.nn.Module, item.__name__[1:], item)
    _module("torch.nn.parallel", DataParallel=DataParallel, data_parallel=data_parallel, replicate=replicate, scatter=scatter,
            gather=gather, parallel_apply=parallel_apply)
    torch.cuda.device = _DeviceContext
    torch.cuda.stream = _cuda_stream
    torch.cuda.StreamContext = StreamContext
    torch.cuda.graph = _Graph
    torch.cuda.Stream.__enter__, torch.cuda.Stream.__exit__ = _enter_stream, _exit_stream
    for item in (get_float32_matmul_precision, set_float32_matmul_precision):
        item.__module__ = "torch"
        setattr(torch, item.__name__, item)
    _module("torch.backends")
    _module("torch.backends.cuda", matmul=_Matmul(), is_built=lambda: True)
    torch.cuda.OutOfMemoryError = torch.OutOfMemoryError
    torch.FloatTensor = torch.Tensor
    _module("torch.nn.parameter", Parameter=torch.nn.Parameter)
    _module("torch.utils.data", **{c.__name__: c for c in (
        Dataset, IterableDataset, TensorDataset, ConcatDataset, Subset, Sampler, SequentialSampler, RandomSampler, BatchSampler,
        DataLoader, random_split, default_collate, default_convert)})
    for module in (torch, torch.nn, torch.nn.functional, torch.optim, torch.cuda, torch.utils, torch.utils.data, torch.nn.init,
                   torch.nn.utils, torch.nn.parallel, torch.optim.lr_scheduler, torch.autograd, torch.backends):
        module.__getattr__ = _no_such(f"module {module.__name__!r}", lambda module=module: dir(module))
    torch.Tensor.__getattr__ = _tensor_missing
    torch.Tensor.allclose = allclose
    torch.Tensor.__name__ = "Tensor"  # errors of operators tell the bare name
    torch.Tensor.__array_priority__ = 1000  # a numpy number leaves a sum with a tensor to the tensor
    torch._split_at_commas = _split_at_commas
    _tell_python_functions()
    _name_as_written()


_install()
