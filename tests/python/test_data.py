# SPDX-License-Identifier: Apache-2.0
"""torch.utils.data: what is read in which order, and how it is put together."""
import collections

import torch
from check import raises, same
from torch.utils.data import (BatchSampler, ConcatDataset, DataLoader, Dataset, IterableDataset, RandomSampler,
                              SequentialSampler, Subset, TensorDataset, default_collate, default_convert, random_split)

xs, ys = torch.arange(10.0).reshape(10, 1), torch.arange(10) * 10
data = TensorDataset(xs, ys)


def order(loader):
    return [batch[1].tolist() for batch in loader]


same((len(data), data[3][1].item()), (10, 30))
same(order(DataLoader(data, batch_size=4)), [[0, 10, 20, 30], [40, 50, 60, 70], [80, 90]])
same([len(DataLoader(data, batch_size=4, drop_last=last)) for last in (False, True)], [3, 2])
g = torch.Generator().manual_seed(7)
loader = DataLoader(data, batch_size=5, shuffle=True, generator=g)
first, second = order(loader), order(loader)
same((sorted(sum(first, [])), first != second), (ys.tolist(), True))
g.manual_seed(7)
same(order(loader), first)
torch.manual_seed(3)
again = order(DataLoader(data, batch_size=10, shuffle=True))
torch.manual_seed(3)
same(order(DataLoader(data, batch_size=10, shuffle=True)), again)

parts = random_split(data, [0.5, 0.25, 0.25], generator=torch.Generator().manual_seed(0))
same(([len(p) for p in parts], sorted(i for p in parts for i in p.indices)), ([6, 2, 2], list(range(10))))
raises(ValueError, "Sum of input lengths does not equal the length of the input dataset!", lambda: random_split(data, [4, 4]))
same(Subset(data, [9, 0])[0][1].item(), 90)
both = ConcatDataset([data, Subset(data, [1])])
same((len(both), both[10][1].item(), both[-1][1].item(), len(data + data)), (11, 10, 10, 20))


class Counting(IterableDataset):
    def __iter__(self):
        return iter(range(5))


same([b.tolist() for b in DataLoader(Counting(), batch_size=2)], [[0, 1], [2, 3], [4]])
raises(NotImplementedError, "", lambda: Dataset()[0])
same(list(SequentialSampler(data)), list(range(10)))
same(list(BatchSampler(SequentialSampler(range(5)), 2, True)), [[0, 1], [2, 3]])
same((len(RandomSampler(data)), len(list(RandomSampler(data, replacement=True, num_samples=40)))), (10, 40))
raises(ValueError, "batch_size should be a positive integer value, but got batch_size=0", lambda: DataLoader(data, batch_size=0))

Row = collections.namedtuple("Row", "x name")
row = default_collate([Row(torch.ones(2), "a"), Row(torch.zeros(2), "b")])
same((type(row).__name__, row.x.tolist(), list(row.name)), ("Row", [[1.0, 1.0], [0.0, 0.0]], ["a", "b"]))
same((default_collate([1.5, 2.5]).dtype, default_collate([{"n": 1}, {"n": 2}])["n"].tolist()), (torch.float64, [1, 2]))
same(default_convert([5]), [5])
raises(TypeError, "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found", lambda: default_collate([None]))
