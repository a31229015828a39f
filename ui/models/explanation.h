// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <optional>

#include "code_fix.h"
#include "device_info.h"
#include "timeline.h"

namespace todevice {

/// What stands at a line of the code that has to do with what went wrong.
struct LineNote {
  int line = 0;
  QString words;  ///< "x was made here, on the CPU"
};

/// What went wrong, in the learner's words, with the learner's names and lines, in the window's language.
struct Explanation {
  enum Kind { Mismatch, Ordinal, NoGpu, Numpy, NonLeaf, Prefix, OutOfMemory, Pinned, NotKept, Own };
  Kind kind = Mismatch;
  int line = 0;      ///< where it went wrong
  QString headline;  ///< "Two devices in one operation"
  QString text;      ///< sentences; `code` stands between grave accents
  std::vector<LineNote> notes;
  std::vector<CodeFix> fixes;
  bool isRemark = false;  ///< nothing failed: something looks like a mistake
};

/// All that an explanation is made from.
struct Scene {
  const protocol::Record& record;  ///< the one that failed, or that a remark is about
  const State& state;              ///< after it
  const Timeline& timeline;        ///< the cursor is behind the record
  QString code;                    ///< as it ran, with all lines of the lesson
  DeviceDirectory devices;
  std::optional<protocol::Ready> ready;

  const protocol::Error& error() const { return *record.error; }
  QString message() const { return QString::fromStdString(error().message); }
  /// The innermost call of the lesson's own code; null where the worker did not tell.
  const protocol::ErrorFrame* inner() const;
  const protocol::ErrorFrame* outer() const;
  /// First line of the block's statement that failed.
  int outerLine() const;
};

/// For the translations: all sentences of explanations are this class's.
class Explain {
  Q_DECLARE_TR_FUNCTIONS(todevice::Explain)
};

/// None for errors that speak for themselves, and for lines that did well. The remark of a line that ended
/// well is that the result of a `.to()` was not kept.
std::optional<Explanation> explain(const Scene& scene);

// The kinds, one file each; none when the error is not of the kind.
std::optional<Explanation> explainMismatch(const Scene& scene);
std::optional<Explanation> explainOrdinal(const Scene& scene);
Explanation explainNoGpu(const Scene& scene);  ///< of an error that is known to be of that kind
std::optional<Explanation> explainNumpy(const Scene& scene);
std::optional<Explanation> explainNonLeaf(const Scene& scene);
std::optional<Explanation> explainPrefix(const Scene& scene);
std::optional<Explanation> explainMemory(const Scene& scene);
std::optional<Explanation> explainComputer(const Scene& scene);
std::optional<Explanation> explainPinned(const Scene& scene);
std::optional<Explanation> explainOwn(const Scene& scene);
std::optional<Explanation> remarkNotKept(const Scene& scene);

/// The last record before the scene's in which a `.to()` of the thing to `device` was not kept; null: none.
const protocol::Record* lostMove(const Scene& scene, const protocol::Named& named, const QString& device);
/// `x = x.to(device)` in place of `x.to(device)`.
std::optional<CodeFix> keepResult(const Scene& scene, const protocol::Record& record);

// Words that several of them use.

/// "the CPU", "cuda:0".
QString deviceName(const QString& device);
/// "`x` was made on the CPU at line 3 and never moved", "`net` moved to cuda:0 at line 7".
QString story(const protocol::Named& named, const protocol::Origin& origin);
/// The places in a story, for the margins of the code.
void addNotes(std::vector<LineNote>& notes, const protocol::Named& named, const protocol::Origin& origin);
/// How the learner's code would write a device at a line: a name of theirs that means it and is known there,
/// else "cuda:0" in quotes.
QString deviceCode(const Scene& scene, const QString& device, int line);
/// Whether it can stand on the left of "=".
bool isAssignable(const QString& name);
/// Whether the name may be given a copy of its tensor: a module takes none in a parameter's place, and what
/// training changes is the tensor that gradients were asked for, not a copy.
bool mayBeReplaced(const Scene& scene, protocol::Address id);
/// "`CUDA_VISIBLE_DEVICES=1`"; empty where it is not set.
QString settingWords(const Scene& scene);

}  // namespace todevice
