# SPDX-License-Identifier: Apache-2.0
"""The same elements in another order, or several times: movedim, flip, roll, repeat and their kin."""
import torch


def _said_type(value):
    return type(value).__name__


def _ints_of_method(function, argument, given, named):
    """Several ints as a sequence, one by one, or by name."""
    if named is not None and not given:
        return torch._ints(function, argument, named, 1)
    return torch._ints_given(function, argument, *given)


def _wrapped(dim, count):
    low, high = -max(count, 1), max(count, 1) - 1
    if not low <= dim <= high:
        raise IndexError(f"Dimension out of range (expected to be in range of [{low}, {high}], but got {dim})")
    return dim % max(count, 1)


def movedim(input, source, destination) -> torch.Tensor:
    if not (torch._is_whole(source) and torch._is_whole(destination)
            or isinstance(source, (tuple, list)) and isinstance(destination, (tuple, list))):
        raise TypeError(f"movedim() received an invalid combination of arguments - got ({_said_type(source)}, "
                        f"{_said_type(destination)}), but expected one of:\n * (int source, int destination)\n"
                        " * (tuple of ints source, tuple of ints destination)\n")
    sources, destinations = torch._ints("movedim", "source", source, 1), torch._ints("movedim", "destination", destination, 1)
    if len(sources) != len(destinations):
        raise RuntimeError(f"movedim: Invalid source or destination dims: source ({sources} dims) should contain the same number "
                           f"of dims as destination ({destinations} dims)")
    n = input.dim()
    plain = [[_wrapped(d, n) for d in dims] for dims in (sources, destinations)]
    for name, dims, given in zip(("source", "destination"), plain, (sources, destinations)):
        if len(set(dims)) < len(dims):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({given})")
    if n == 0:
        return input[...]
    order = [None] * n
    for a, b in zip(*plain):
        order[b] = a
    rest = iter(d for d in range(n) if d not in plain[0])
    return input.permute([next(rest) if d is None else d for d in order])


def _backwards(tensor, dims):
    for d in dims:
        tensor = tensor.index_select(d, torch.arange(tensor.size(d) - 1, -1, -1, device=tensor.device))
    return tensor


def _flipped(input, given):
    dims = [_wrapped(d, input.dim()) for d in given]
    for at, d in enumerate(dims):
        if d in dims[:at]:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
    dims = dims if input.dim() else []
    out = torch.empty_like(input)
    out.data.copy_(_quietly(lambda: _backwards(input, dims)))
    return torch._record(out, "FlipBackward0", [input], lambda grad: (_backwards(grad, dims),))


def flip(input, dims) -> torch.Tensor:
    if torch._is_whole(dims):
        raise TypeError(f"flip(): argument 'dims' (position 2) must be tuple of ints, not {_said_type(dims)}")
    return _flipped(input, torch._ints("flip", "dims", dims, 2))


def _flip(self, *args, dims=None) -> torch.Tensor:
    return _flipped(self, _ints_of_method("flip", "dims", args, dims))


def _rolled(tensor, shifts, dims):
    if not dims:
        return _rolled(tensor.reshape(-1), shifts, [0]).reshape(tuple(tensor.shape))
    for shift, d in zip(shifts, dims):
        n = tensor.size(d)
        if n:
            tensor = tensor.index_select(d, (torch.arange(n, device=tensor.device) - shift) % n)
    return tensor


def _roll_by(input, shifts, dims):
    if not shifts:
        raise RuntimeError("`shifts` required")
    if len(dims) != len(shifts) and (dims or len(shifts) > 1):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    out = _quietly(lambda: _rolled(input, shifts, dims) if input.numel() else input.clone())
    return torch._record(out, "RollBackward0", [input], lambda grad: (_rolled(grad, [-s for s in shifts], dims),))


def roll(input, shifts, dims=None) -> torch.Tensor:
    return _roll_by(input, torch._ints("roll", "shifts", shifts, 2), [] if dims is None else torch._ints("roll", "dims", dims, 3))


def _roll(self, shifts, dims=None) -> torch.Tensor:
    return _roll_by(self, torch._ints("roll", "shifts", shifts, 1), [] if dims is None else torch._ints("roll", "dims", dims, 2))


def _rows(tensor):
    """A copy that lies row by row."""
    return tensor.clone() if tensor.is_contiguous() else tensor.contiguous()


def _repeat_by(input, sizes):
    if len(sizes) < input.dim():
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    shape = [1] * (len(sizes) - input.dim()) + list(input.shape)
    wanted = [r * s for r, s in zip(sizes, shape)]
    if min(sizes, default=0) < 0:
        return torch.empty(wanted)  # says so
    grid = [n for pair in zip(sizes, shape) for n in pair]

    def forward():
        wide = input.reshape([n for size in shape for n in (1, size)]).expand(grid)
        return _rows(wide).reshape(wanted)

    def back(grad):
        return (grad.reshape(grid).sum(list(range(0, 2 * len(sizes), 2))).reshape(tuple(input.shape)),)

    return torch._record(_quietly(forward), "RepeatBackward0", [input], back)


def _repeat(self, *args, repeats=None) -> torch.Tensor:
    return _repeat_by(self, _ints_of_method("repeat", "repeats", args, repeats))


def tile(input, *dims) -> torch.Tensor:
    dims = _ints_of_method("tile", "dims", dims, None)
    return _repeat_by(input, [1] * (input.dim() - len(dims)) + dims)


def _places(repeats, output_size):
    """0 as often as the first number says, then 1, ..."""
    if repeats.dim() != 1:
        raise RuntimeError("repeat_interleave only accept 1D vector as repeat")
    if repeats.dtype not in (torch.int64, torch.int32):
        kind = repeats.type().rpartition(".")[2][:-6]
        raise NotImplementedError(f'"repeat_interleave_{repeats.device.type}" not implemented for \'{kind}\'')
    counts = repeats.tolist()
    if min(counts, default=0) < 0:
        raise RuntimeError("repeats can not be negative")
    if output_size is not None and output_size != sum(counts):
        raise RuntimeError(f"allocated size does not match required size: {output_size} and {sum(counts)}")
    places = [i for i, count in enumerate(counts) for _ in range(count)]
    return torch.tensor(places, dtype=repeats.dtype, device=repeats.device)


def repeat_interleave(input, repeats=None, dim=None, *, output_size=None) -> torch.Tensor:
    if repeats is None and isinstance(input, torch.Tensor):
        return _places(input, output_size)
    by_tensor = isinstance(repeats, torch.Tensor)
    if not by_tensor and not torch._is_whole(repeats):
        raise TypeError(f"repeat_interleave() received an invalid combination of arguments - got ({_said_type(input)}, "
                        f"{_said_type(repeats)}), but expected one of:\n * (Tensor repeats, int dim = None, *, int output_size = None)"
                        "\n * (int repeats, int dim = None, *, int output_size = None)\n")
    flat = input.flatten() if dim is None else input
    at = _wrapped(0 if dim is None else dim, flat.dim())
    if by_tensor:
        if repeats.dim() > 1:
            raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
        if repeats.numel() == 1:
            repeats = repeats.reshape(1).expand(flat.size(at))
        elif repeats.size(0) != flat.size(at):
            raise RuntimeError(f"repeats must have the same size as input along dim, but got repeats.size(0) = {repeats.size(0)} and "
                               f"input.size({at}) = {flat.size(at)}")
        return flat.index_select(at, _places(repeats, output_size).to(input.device))
    if repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    wide = flat.unsqueeze(at + 1)
    shape = list(flat.shape)
    if output_size is not None and output_size != repeats * shape[at]:
        raise RuntimeError(f"repeat_interleave: Invalid output_size, expected {repeats * shape[at]} but got {output_size}")
    wide = _rows(wide.expand(shape[: at + 1] + [int(repeats)] + shape[at + 1 :]))
    return wide.view(shape[:at] + [shape[at] * repeats] + shape[at + 1 :])


def _add_arranging():
    tensor = torch.Tensor
    for item, named in ((movedim, movedim), (tile, tile), (repeat_interleave, _takes_axis(repeat_interleave))):
        item.__module__ = named.__module__ = "torch"
        setattr(torch, item.__name__, named)
        setattr(tensor, item.__name__, named)
    for item in (flip, roll):
        item.__module__ = "torch"
        setattr(torch, item.__name__, item)
    for item in (_flip, _roll, _repeat):
        item.__name__ = item.__qualname__ = item.__name__[1:]
        setattr(tensor, item.__name__, item)


_add_arranging()
