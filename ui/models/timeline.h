// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "protocol/messages.h"
#include "state.h"

namespace todevice {

/// All records of the lesson so far, and the cursor in them. Every panel is a view of `stateAt(cursor())`.
/// cursor() is the number of records that lie behind it: 0 before the first line, count() at the newest.
class Timeline : public QObject {
  Q_OBJECT
 public:
  explicit Timeline(QObject* parent = nullptr);
  ~Timeline() override;

  int count() const;
  int cursor() const;
  /// The earliest cursor. Memory is bounded: beyond kMostRecords records (or kMostBytes bytes of them, with
  /// what they changed) the oldest are dropped, while numbers go on counting them; what they added up to
  /// stays.
  int first() const;
  static constexpr int kMostRecords = 20'000;
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20;
  bool atEnd() const { return cursor() == count(); }
  const protocol::Record& record(int index) const;  ///< an empty one for a record that was dropped
  /// The record just before the cursor (what the panels mark), or null at the start.
  const protocol::Record* current() const;
  /// Keyframes make any jump cheap, and a step either way costs what its record changed. The reference holds
  /// until the next call that changes the timeline.
  const State& state() const;
  State stateAt(int cursor) const;
  const State& before() const;  ///< stateAt(cursor() - 1): what current() started from; empty at the start
  /// Where a step from the cursor leads: past a line with the functions that it went into (over), to the next
  /// record (into), or to the line that called (out).
  int cursorAfter(protocol::Reach reach) const;
  /// Index of the record at which CUDA read the variables, or -1.
  int variablesReadAt() const;

 public slots:
  void append(const todevice::protocol::Record& record);  ///< moves the cursor along when it was at the end
  void appendAll(std::vector<todevice::protocol::Record> records);  ///< the same with one set of signals
  void setCursor(int cursor);                                       ///< cut to 0...count()
  void clear();
  /// All records at once, the cursor after the last: a replay has caught up.
  void replace(std::vector<todevice::protocol::Record> records);

 signals:
  /// Of each record as it comes, with the state after it: whoever needs every state needs none of its own.
  /// The cursor and the other signals follow when all that came at once have been taken.
  void recordTaken(int number, const todevice::protocol::Record& record, const todevice::State& after);
  void recordsAppended(int first, int last);
  void recordsDropped(int first);  ///< first() has grown; comes before recordsAppended of what made it grow
  void cursorChanged(int cursor);
  void cleared();

 private:
  void take(std::vector<protocol::Record> records);
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace todevice
