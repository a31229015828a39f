# SPDX-License-Identifier: Apache-2.0
"""Modules of Python's library that few programs need: importing them all would take a third of the worker's start."""


class _Later:
    """The module of this name, imported at its first use."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        return getattr(__import__(self._name), name)


difflib, json, re, traceback, zipfile = map(_Later, ("difflib", "json", "re", "traceback", "zipfile"))
