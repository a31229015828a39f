# SPDX-License-Identifier: Apache-2.0
"""Modules that need no kernel of their own."""
import torch
import torch.cuda
import torch.nn
import torch.nn.functional


class Identity(torch.nn.Module):
    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


class Softmax(torch.nn.Module):
    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return torch.nn.functional.softmax(input, self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"


class ModuleList(torch.nn.Module):
    """Modules that .to() and parameters() see, in a list."""

    def __init__(self, modules=None):
        super().__init__()
        for module in modules or ():
            self.append(module)

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules):
        for module in modules:
            self.append(module)
        return self

    def __len__(self):
        return sum(1 for _ in self.named_children())

    def __iter__(self):
        return iter([module for _, module in self.named_children()])

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(list(self)[index])
        n = len(self)
        if not -n <= index < n:
            raise IndexError(f"index {index} is out of range")
        return list(self)[index]


    def __repr__(self):
        # Neighbours that look alike are shown once.
        runs = []
        for i, text in enumerate(map(repr, self)):
            if runs and runs[-1][2] == text:
                runs[-1][1] = i
            else:
                runs.append([i, i, text])
        if not runs:
            return f"{type(self).__name__}()"
        lines = [(f"({first}): " if first == last else f"({first}-{last}): {last - first + 1} x ") + text.replace("\n", "\n  ")
                 for first, last, text in runs]
        return f"{type(self).__name__}(\n  " + "\n  ".join(lines) + "\n)"


class ModuleDict(torch.nn.Module):
    """Modules by name, which .to() and parameters() see."""

    def __init__(self, modules=None):
        super().__init__()
        for name, module in (modules or {}).items():
            self.add_module(name, module)

    def __getitem__(self, name):
        return dict(self.named_children())[name]

    def __setitem__(self, name, module):
        self.add_module(name, module)

    def __len__(self):
        return sum(1 for _ in self.named_children())

    def __iter__(self):
        return iter(self.keys())

    def __contains__(self, name):
        return name in self.keys()

    def keys(self):
        return dict(self.named_children()).keys()

    def values(self):
        return dict(self.named_children()).values()

    def items(self):
        return dict(self.named_children()).items()


class Dropout(torch.nn.Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if p < 0.0 or p > 1.0:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return torch.nn.functional.dropout(input, self.p, self.training, self.inplace)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class LeakyReLU(torch.nn.Module):
    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__()
        self.negative_slope, self.inplace = negative_slope, inplace

    def forward(self, input):
        return torch.nn.functional.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self):
        return f"negative_slope={self.negative_slope}" + (", inplace=True" if self.inplace else "")
