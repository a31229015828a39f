# SPDX-License-Identifier: Apache-2.0
"""state_dict and what reads it back."""
import collections
import collections.abc


class IncompatibleKeys(collections.namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    def __repr__(self):
        return super().__repr__() if self.missing_keys or self.unexpected_keys else "<All keys matched successfully>"

    __str__ = __repr__


def _all_names(module):
    """Every parameter and lasting buffer under each of its names, in PyTorch's order."""

    def walk(part, prefix):
        for name, tensor in part._own_state():
            yield prefix + name, tensor
        for name, child in part.named_children():
            yield from walk(child, prefix + name + ".")

    return walk(module, "")


def _state_dict(self, *, destination=None, prefix="", keep_vars=False):
    found = collections.OrderedDict() if destination is None else destination
    for name, tensor in _all_names(self):
        found[prefix + name] = tensor if keep_vars else tensor.detach()
    return found


def _load_state_dict(self, state_dict, strict=True, assign=False):
    if not isinstance(state_dict, collections.abc.Mapping):
        raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
    if assign:
        raise NotImplementedError("ToDevice's load_state_dict copies; leave assign out")
    own = dict(_all_names(self))
    missing = [name for name in own if name not in state_dict]
    unexpected = [name for name in state_dict if name not in own]
    errors = []
    if strict:
        if unexpected:
            errors.append("Unexpected key(s) in state_dict: {}. ".format(", ".join(f'"{k}"' for k in unexpected)))
        if missing:
            errors.insert(0, "Missing key(s) in state_dict: {}. ".format(", ".join(f'"{k}"' for k in missing)))
    for name, tensor in own.items():
        if name not in state_dict:
            continue
        given = state_dict[name]
        if given.shape != tensor.shape:
            errors.append(f"size mismatch for {name}: copying a param with shape {given.shape} from checkpoint, the shape in "
                          f"current model is {tensor.shape}.")
            continue
        with no_grad():
            tensor.copy_(given)
    if errors:
        raise RuntimeError("Error(s) in loading state_dict for {}:\n\t{}".format(type(self).__name__, "\n\t".join(errors)))
    return IncompatibleKeys(missing, unexpected)


def _apply(self, function):
    for child in self.children():
        child.apply(function)
    function(self)
    return self
