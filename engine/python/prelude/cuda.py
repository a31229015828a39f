# SPDX-License-Identifier: Apache-2.0
"""torch.cuda: with blocks."""
import torch
import torch.cuda


class _DeviceContext:
    """`with torch.cuda.device(i)`: another current GPU for a block."""

    def __init__(self, device):
        self._index = device if device is None or isinstance(device, int) else torch.device(device).index

    def __enter__(self):
        self._changes = self._index is not None and self._index >= 0  # no GPU is meant, and none needed, where it does not
        if self._changes:
            self._before = torch.cuda.current_device()
            torch.cuda.set_device(self._index)

    def __exit__(self, *error):
        if self._changes:
            torch.cuda.set_device(self._before)


class _DeviceOf(_DeviceContext):
    """`with torch.cuda.device_of(x)`: the GPU of x, where it is on one."""

    def __init__(self, tensor):
        self._index = tensor.get_device() if tensor.is_cuda else None


def _numbered(device):
    """The logical number of "cuda", "cuda:1", 1 or a torch.device."""
    index = device if isinstance(device, int) else torch.device(device).index
    return torch.cuda.current_device() if index is None else index


def _cuda_get_rng_state(device="cuda"):
    torch.cuda.init()
    return torch._cuda_rng_state(_numbered(device))


def _cuda_set_rng_state(new_state, device="cuda"):
    torch.cuda.init()
    torch._set_cuda_rng_state(new_state, _numbered(device))


def _cuda_get_rng_state_all():
    return [_cuda_get_rng_state(i) for i in range(torch.cuda.device_count())]


def _cuda_set_rng_state_all(new_states):
    for i, state in enumerate(new_states):
        _cuda_set_rng_state(state, i)


def _cuda_seed():
    torch.cuda.manual_seed(torch.Generator().seed())


def _cuda_seed_all():
    torch.cuda.manual_seed_all(torch.Generator().seed())


class _Matmul:
    """torch.backends.cuda.matmul: whether float32 products may run on the tensor cores, with 10 bits of mantissa."""

    @property
    def allow_tf32(self):
        return torch.cuda._allow_tf32()

    @allow_tf32.setter
    def allow_tf32(self, value):
        torch.cuda._set_allow_tf32(value)


def get_float32_matmul_precision():
    return "high" if torch.cuda._allow_tf32() else "highest"


def set_float32_matmul_precision(precision):
    if precision not in ("highest", "high", "medium"):
        raise RuntimeError(f"float32 matmul precision is one of 'highest', 'high' and 'medium', not {precision!r}")
    torch.cuda._set_allow_tf32(precision != "highest")
