// SPDX-License-Identifier: Apache-2.0
// A static library needs a source of its own; the resources are compiled beside it and linked into the
// program.
