# SPDX-License-Identifier: Apache-2.0
"""torch.cuda: `with torch.cuda.stream(s)` and `with torch.cuda.graph(g)`."""
import torch
import torch.cuda


class StreamContext:
    """What is queued inside goes to a stream; its GPU is the current one meanwhile."""

    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        if self.stream is None:
            return
        self._device = torch.cuda.current_device()
        self._here = torch.cuda.current_stream()
        self._there = torch.cuda.current_stream(self.stream.device)
        torch.cuda.set_stream(self.stream)

    def __exit__(self, *error):
        if self.stream is None:
            return
        torch.cuda.set_stream(self._there)
        torch.cuda.set_stream(self._here)
        torch.cuda.set_device(self._device)


def _cuda_stream(stream):
    return StreamContext(stream)


class _Graph:
    """Records what is queued inside into a torch.cuda.CUDAGraph; nothing of it is computed yet."""

    default_capture_stream = None  # the last one
    _capture_streams = {}  # one a GPU: a stream of another records nothing

    def __init__(self, cuda_graph, pool=None, stream=None, capture_error_mode="global"):
        if stream is None:
            gpu = torch.cuda.current_device()
            if gpu not in _Graph._capture_streams:
                _Graph._capture_streams[gpu] = torch.cuda.Stream()
            stream = _Graph.default_capture_stream = _Graph._capture_streams[gpu]
        self.pool = () if pool is None else (pool,)
        self.capture_stream = stream
        self.stream_ctx = StreamContext(stream)
        self.cuda_graph = cuda_graph
        self.capture_error_mode = capture_error_mode

    def __enter__(self):
        torch.cuda.synchronize()
        torch.cuda.empty_cache()
        self.stream_ctx.__enter__()
        try:
            self.cuda_graph.capture_begin(*self.pool, capture_error_mode=self.capture_error_mode)
        except BaseException:
            self.stream_ctx.__exit__()
            raise

    def __exit__(self, *error):
        try:
            self.cuda_graph.capture_end()
        finally:
            self.stream_ctx.__exit__()


_Graph.__name__ = _Graph.__qualname__ = "graph"


def _enter_stream(self):
    self.__dict__.setdefault("_contexts", []).append(StreamContext(self))
    self._contexts[-1].__enter__()
    return self


def _exit_stream(self, *error):
    self._contexts.pop().__exit__()
