// SPDX-License-Identifier: GPL-3.0-or-later
// Errors that PyTorch does not have: what ToDevice lacks, or what a program in a window cannot do.
#include "explanation.h"

namespace todevice {

namespace {

struct Own {
  const char* sign;  ///< in the error's message
  const char* headline;
  const char* text;
};

// One that names more stands before one that would fit as well.
constexpr Own kOwn[] = {
    {"There is no keyboard here", QT_TRANSLATE_NOOP("todevice::Explain", "There is no keyboard here"),
     QT_TRANSLATE_NOOP("todevice::Explain",
                       "The code runs in a program of its own that nobody can type into, so `input()` would "
                       "wait for ever. Write the value into the code instead, as in `n = 3`.")},
    {"this stream has no file descriptor",
     QT_TRANSLATE_NOOP("todevice::Explain", "Printed text goes to the window"),
     QT_TRANSLATE_NOOP("todevice::Explain",
                       "`sys.stdout`, `sys.stderr` and `sys.stdin` are no files here, so they have no file "
                       "descriptor. `print()` and `write()` work as always.")},
    {"ToDevice starts no new Python", QT_TRANSLATE_NOOP("todevice::Explain", "No new Python is started here"),
     QT_TRANSLATE_NOOP("todevice::Explain",
                       "`multiprocessing` can make copies of this program (`fork`), but starts no new Python "
                       "(`spawn`, `forkserver`) and has no shared memory here. Ask for "
                       "`multiprocessing.get_context(\"fork\")`, or use threads.")},
    {"could run any code. ToDevice reads only",
     QT_TRANSLATE_NOOP("todevice::Explain", "ToDevice reads only what ToDevice saved"),
     QT_TRANSLATE_NOOP("todevice::Explain",
                       "PyTorch writes a pickle, and a pickle can run any code while it is read. Files that "
                       "`torch.save` wrote here are of another kind and hold numbers alone.")},
    {"ToDevice's torch.save takes", QT_TRANSLATE_NOOP("todevice::Explain", "torch.save keeps less here"),
     QT_TRANSLATE_NOOP("todevice::Explain",
                       "`torch.save` takes tensors, numbers, texts and lists, tuples, sets and dicts of them "
                       "here, such as a `state_dict()`.")},
    {"ToDevice saves no whole", QT_TRANSLATE_NOOP("todevice::Explain", "torch.save keeps less here"),
     QT_TRANSLATE_NOOP("todevice::Explain",
                       "Save what the object knows, its `state_dict()`, and load that into a new object that "
                       "the code makes.")},
    {"ToDevice", QT_TRANSLATE_NOOP("todevice::Explain", "ToDevice does not have this"),
     QT_TRANSLATE_NOOP("todevice::Explain",
                       "Your code is not wrong by this: ToDevice's `torch` is a part of PyTorch, and what is "
                       "asked for here is not in it. Where something else does the same, the message names "
                       "it.")},
};

}  // namespace

std::optional<Explanation> explainOwn(const Scene& scene) {
  const QString message = scene.message();
  for (const Own& own : kOwn) {
    if (!message.contains(QLatin1String(own.sign))) continue;
    Explanation result;
    result.kind = Explanation::Own;
    result.headline = Explain::tr(own.headline);
    result.text = Explain::tr(own.text);
    return result;
  }
  return std::nullopt;
}

}  // namespace todevice
