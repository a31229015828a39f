# SPDX-License-Identifier: Apache-2.0
"""What the cases beside share."""

DIFFERENT = "Expected all tensors to be on the same device"


def gist(kind, words, act):
    """`act` raises a `kind` that says `words` somewhere."""
    try:
        act()
    except kind as error:
        assert words in str(error), f"said {error}"
        return
    raise AssertionError(f"nothing was raised instead of {kind.__name__}: {words}")
