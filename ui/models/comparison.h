// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>

#include "aligned_lines.h"
#include "session.h"

namespace todevice {

/// The same code under two settings of CUDA_VISIBLE_DEVICES, in two workers that go line by line together. A
/// row is a line as both ran it, the same time of a loop on both sides; what they did differently is marked,
/// a line that one of them did not run too. Of a side that was stopped, or whose records are no longer kept
/// (Timeline::kMostRecords), or that ran a line without a record (Record::merged), nothing is said to differ.
/// Rows of which a record was dropped go.
class Comparison : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Side { Left, Right };
  enum Column { Line, Code, LeftDid, RightDid, Mark, ColumnCount };
  enum Role { DiffersRole = Qt::UserRole + 1, AtCursorRole, NotRunRole };

  explicit Comparison(QObject* parent = nullptr);
  ~Comparison() override;

  /// Two new workers; both stop before the first line.
  void start(const WorkerSettings& base, const std::optional<QString>& left,
             const std::optional<QString>& right, const QString& code);
  bool canStep() const;  ///< both wait before a line (or one has ended), or the cursor is behind the last row
  void step();
  void stepBack();
  void runOn();
  bool canStop() const;  ///< one of them runs
  void stop();
  int cursor() const;  ///< rows that lie behind it
  void setCursor(int cursor);

  Session* session(Side side) const;
  bool differs(int row) const;
  /// One side has not come to this line, and still may: nothing can be said yet.
  bool isOpen(int row) const;
  int differences() const;    ///< of all rows there were
  int notCompared() const;    ///< of all rows there were: nothing can be said of them
  int forgotten() const;      ///< rows that are no longer kept
  int lineOf(int row) const;  ///< in the code; 0 for a row that there is not
  /// "cuda:0 is GPU 2, cuda:1 is GPU 0": what this side's process has, at the cursor.
  QString mappingWords(Side side) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  void changed();
  void problem(const QString& message);

 private:
  void follow();
  int take(const std::vector<AlignedRow>& news);
  void judgeFrom(int from, int news);
  void forgetOldRows();
  enum class Length { Short, Whole };  ///< of the values: as fits in a cell, or all that is known
  QString cell(Side side, int row, Length length) const;
  QStringList valueWords(Side side, int row, Length length) const;
  QString cardWords(Side side, const QString& device) const;
  bool judge(int row) const;
  QVariant lineWords(int row, bool inWords) const;
  QString sourceOf(int row) const;
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace todevice
