# SPDX-License-Identifier: Apache-2.0
"""What the subset lacks says so, and names the nearest thing that it has, where there is one."""
import torch


# What does in another way, or in part, what PyTorch has a name for that is missing here: {what is here: what is missing}.
_INSTEAD = {name: here for here, missing in {
    # torch and Tensor
    "matmul": "einsum tensordot inner vdot chain_matmul", "addmm": "addmv addr addbmm baddbmm", "outer": "kron ger cartesian_prod",
    "norm": "linalg dist cdist", "eye": "diag diagonal diag_embed diagflat trace", "broadcast_tensors": "meshgrid",
    "sort": "unique unique_consecutive median nanmedian quantile kthvalue msort", "arange": "range", "linspace": "logspace",
    "cat": "concatenate pad block_diag constant_pad_nd ZeroPad2d ConstantPad2d", "vstack": "row_stack", "stack": "dstack column_stack",
    "chunk": "tensor_split hsplit vsplit dsplit", "flip": "fliplr flipud rot90", "swapaxes": "swapdims", "movedim": "moveaxis",
    "flatten": "ravel", "reshape": "unflatten atleast_1d atleast_2d atleast_3d", "view": "as_strided",
    "gather": "take take_along_dim", "nonzero": "argwhere", "where": "nan_to_num", "cumsum": "cumprod cummax cummin logcumsumexp",
    "sum": "nansum", "mean": "nanmean", "std": "std_mean", "var": "var_mean", "maximum": "fmax", "minimum": "fmin", "exp": "exp2",
    "erf": "erfinv erfc", "sign": "sgn copysign", "logsumexp": "logaddexp", "log1p": "softplus", "sqrt": "hypot",
    "add": "lerp addcmul addcdiv", "masked_fill_": "index_fill_", "torch.nn.functional.one_hot": "bincount histc",
    "repeat_interleave": "interpolate upsample", "promote_types": "can_cast", "as_tensor": "from_numpy asarray frombuffer",
    "tensor": "LongTensor IntTensor DoubleTensor HalfTensor ByteTensor BoolTensor", "float16": "amp autocast float8_e4m3fn float8_e5m2",
    "float32": "complex64", "float64": "complex128", "int8": "int4", "int32": "uint16", "int64": "uint32 uint64",
    "is_floating_point": "is_complex", "save": "save_model onnx", "torch.cuda.graph": "compile", "cuda": "gpu",
    "torch.nn.parallel.DataParallel": "distributed", "memory_stats": "memory_snapshot",
    # torch.nn and torch.nn.functional
    "Linear": "LSTM GRU RNN LSTMCell GRUCell RNNCell LazyLinear Bilinear", "Conv2d": "Conv1d Conv3d ConvTranspose1d ConvTranspose2d",
    "MaxPool2d": "MaxPool1d AvgPool1d AvgPool2d AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveMaxPool2d", "LeakyReLU": "ELU PReLU CELU SELU",
    "ReLU": "Softplus ReLU6 Hardtanh Hardswish Threshold", "SiLU": "Mish", "Tanh": "Softsign", "Embedding": "EmbeddingBag",
    "L1Loss": "SmoothL1Loss HuberLoss", "CrossEntropyLoss": "KLDivLoss", "MSELoss": "TripletMarginLoss CosineEmbeddingLoss",
    "LayerNorm": "GroupNorm RMSNorm InstanceNorm1d InstanceNorm2d LocalResponseNorm", "ModuleList": "ParameterList",
    "ModuleDict": "ParameterDict", "torch.nn.functional.normalize": "CosineSimilarity", "DataParallel": "DistributedDataParallel",
    "normalize": "cosine_similarity", "softmax": "scaled_dot_product_attention gumbel_softmax softmin",
    "leaky_relu": "elu prelu celu selu", "clamp": "hardtanh relu6", "l1_loss": "smooth_l1_loss huber_loss", "cross_entropy": "kl_div",
    "max_pool2d": "max_pool1d avg_pool1d avg_pool2d adaptive_avg_pool1d adaptive_avg_pool2d adaptive_max_pool2d",
    "layer_norm": "group_norm instance_norm rms_norm local_response_norm", "conv2d": "conv1d conv3d conv_transpose2d",
    "clip_grad_norm_": "clip_grad_norm",
    # torch.optim
    "StepLR": "ExponentialLR MultiStepLR ReduceLROnPlateau LambdaLR LinearLR ConstantLR",
    "CosineAnnealingLR": "CosineAnnealingWarmRestarts OneCycleLR CyclicLR", "Adagrad": "Adadelta", "Adam": "Adamax NAdam RAdam LBFGS",
}.items() for name in missing.split()}


def _instead(name, known):
    here = _INSTEAD.get(name, "")
    if here in known or here.startswith("torch."):
        return here
    return "torch." + here if here in vars(torch) else None


def _nearest(name, known):
    """The name meant, where one is close: only what could be a slip of the pen, or what does the same in another way."""
    if there := _instead(name, known):
        return there
    same = [n for n in known if n.lower() == name.lower() or sorted(n) == sorted(name)]
    near = same or difflib.get_close_matches(name, known, 1, 0.8)
    return near[0] if near else None


def _no_such(where, names):
    """What the subset lacks: an AttributeError that says so and names the nearest thing it has."""

    def missing(name):
        if name.startswith("__"):
            raise AttributeError(f"{where} has no attribute {name!r}")
        near = _nearest(name, [n for n in names() if not n.startswith("_")])
        hint = f"; the nearest it has is {near!r}" if near else ""
        raise AttributeError(f"{where} has no attribute {name!r} here: ToDevice has a part of PyTorch{hint}")

    return missing


def _tensor_missing(self, name):
    _no_such("a Tensor", lambda: dir(torch.Tensor))(name)
