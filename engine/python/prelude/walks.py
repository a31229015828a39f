# SPDX-License-Identifier: Apache-2.0
"""The walks over a module's parts are generators, as PyTorch's are: a slip that takes one for a list is told in the same words."""
import torch


def _named_modules(self, memo=None, prefix="", remove_duplicate=True):
    memo = set() if memo is None else memo
    if self in memo:
        return
    if remove_duplicate:
        memo.add(self)
    yield prefix, self
    for name, child in _parts_listed(self, 2):
        if child is not None:
            yield from child.named_modules(memo, prefix + ("." if prefix else "") + name, remove_duplicate)


def _named_tensors(self, which, prefix, recurse, remove_duplicate):
    seen = set()
    for path, module in self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]:
        for name, tensor, *_ in _parts_listed(module, which):
            if tensor is not None and id(tensor) not in seen:
                if remove_duplicate:
                    seen.add(id(tensor))
                yield path + ("." if path else "") + name, tensor


def _show_walks():
    module = torch.nn.Module
    parameters, buffers, modules, children, named_children = (  # what the engine lists
        getattr(module, name) for name in "parameters buffers modules children named_children".split())

    class Module:
        named_modules = _named_modules

        def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
            yield from _named_tensors(self, 0, prefix, recurse, remove_duplicate)

        def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
            yield from _named_tensors(self, 1, prefix, recurse, remove_duplicate)

        def parameters(self, recurse=True):
            yield from parameters(self, recurse)

        def buffers(self, recurse=True):
            yield from buffers(self, recurse)

        def modules(self):
            yield from modules(self)

        def named_children(self):
            yield from named_children(self)

        def children(self):
            yield from children(self)

    for name, walk in vars(Module).items():
        if not name.startswith("_"):
            walk.__name__, walk.__qualname__ = name, f"Module.{name}"
            setattr(module, name, walk)


_show_walks()
