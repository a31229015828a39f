// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <memory>
#include <optional>
#include <vector>

#include "device_info.h"
#include "variable_code.h"
#include "variable_story.h"
#include "visibility/visibility.h"

namespace todevice {

struct WorkerSettings;

/// One entry of the variable's text with what the rules make of it, in the window's language.
struct TokenVerdict {
  QString text;
  visibility::Verdict verdict = visibility::Verdict::visible;
  int physical = -1;  ///< the card it names, when it names one
  bool odd = false;   ///< read otherwise than it looks: "0x1" as 0
  QString why;        ///< "GPU 2 becomes cuda:0", "the list ends here: no GPU 7"
};

/// The physical cards with their boxes, the variable's text, and what the rules make of both. Boxes, order
/// and text are three views of one setting: whichever is edited, the others follow at once, and
/// `settingsEdited` asks for a worker that has it.
///
/// Rows are cards. They stand in the machine's order until moved; moving a card changes which logical device
/// it is. A card's row number is not its index: use PhysicalRole.
class GpuMapModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role {
    PhysicalRole = Qt::UserRole + 1,  ///< index in PCI order: the NVML index
    CudaIndexRole,   ///< the number that the variable would name it by, under the present device order
    LogicalRole,     ///< N of cuda:N, -1 when hidden
    WordsRole,       ///< "visible as cuda:1" or "hidden"
    LetterRole,      ///< "A"
    ColorIndexRole,  ///< 1 to 8
    NameRole,
    UuidRole,
    PciRole,
    TotalMemoryRole,  ///< bytes
    UsedMemoryRole,   ///< by all programs
    FreeMemoryRole,
    OwnMemoryRole,  ///< this program's share; -1: not told
    LoadWordsRole,  ///< "load 40 % · 51 °C · 123 W"; empty where the card tells nothing
    MigWordsRole,   ///< "MIG: 3g.40gb, 2g.20gb"; empty for a whole card
    BusyRole,       ///< marked busy for practice
    HistoryRole,    ///< QVariantList of used bytes, oldest first
    SimulatedRole,
    SentenceRole  ///< all of it in one sentence, for a screen reader
  };

  explicit GpuMapModel(QObject* parent = nullptr);
  ~GpuMapModel() override;

  // ---- what the worker said
  void setReady(const protocol::Ready& ready);
  void forgetMachine();  ///< no cards: those of the machine that was asked for are not known
  void setStats(const protocol::DeviceStats& stats);
  /// Logical to physical as the process itself reported, once CUDA is initialised; empty: not yet.
  void setReported(const std::vector<std::string>& uuids);
  /// What the code itself wrote to the variables and what CUDA then read: while it overrules the setting, the
  /// lines show what holds for the process at the cursor, and the boxes what it started with.
  void setProcess(const VariableStory& story);
  bool isOverruled() const;  ///< by the code, as above

  // ---- the setting
  std::optional<QString> variable() const;  ///< CUDA_VISIBLE_DEVICES; absent: unset
  std::optional<QString> deviceOrder() const;
  /// From outside (a lesson, the command line): no settingsEdited.
  void setSettings(const std::optional<QString>& variable, const std::optional<QString>& deviceOrder);
  void applyTo(WorkerSettings& settings) const;

  // ---- edits by the learner: each emits settingsEdited
  void editVariable(const std::optional<QString>& text, bool typing = false);
  void editDeviceOrder(const std::optional<QString>& order);
  void setVisible(int row, bool visible);
  void moveCard(int from, int to);  ///< rows; `to` is the row it has afterwards
  bool moveUp(int row) { return row > 0 && (moveCard(row, row - 1), true); }
  bool moveDown(int row) { return row + 1 < rowCount() && (moveCard(row, row + 1), true); }

  /// All cards, the one with the most free memory first: what freeMemoryCode() does. They are counted in PCI
  /// order, as nvidia-smi counts, so the device order is set too.
  void orderByFreeMemory();
  /// Simulated cards: marked as held by another program, for practice. Each emits settingsEdited.
  void setBusy(int row, bool busy);
  const std::vector<int>& busy() const;  ///< physical indices
  void forgetBusy();                     ///< another machine takes over: no settingsEdited
  /// The text that was being typed is one step of undo; what is typed next is another.
  void endTyping();
  bool canUndo() const;
  bool canRedo() const;
  void undo();
  void redo();

  // ---- what the rules make of it
  std::vector<TokenVerdict> tokens() const;
  const std::vector<int>& logical() const;  ///< physical index of cuda:0, cuda:1, ... in the process
  int rowOfPhysical(int physical) const;
  QString errorWords() const;  ///< empty, or why there is no GPU to be seen
  int torchDeviceCount() const;
  /// Empty while prediction and report agree or nothing is reported yet; else what differs, in words.
  QString mismatch() const;
  VariableSetting setting() const { return {variable(), deviceOrder()}; }
  /// How driver and PyTorch differ under this setting, in words; empty while they agree.
  QString torchWords() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;  ///< Qt::CheckStateRole
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool moveRows(const QModelIndex& from, int row, int count, const QModelIndex& to, int child) override;

 signals:
  void settingsEdited(const std::optional<QString>& visibleDevices,
                      const std::optional<QString>& deviceOrder);
  void settingsChanged();  ///< by anyone: text, verdicts and logical list have new values
  void mismatchChanged(const QString& words);

 private:
  void edit(const std::optional<QString>& variable, const std::optional<QString>& order, bool typing = false);
  void remember(bool goesOn);
  void restore(bool forward);
  void resolve();
  void checkReport();
  std::vector<int> withCardPlaced(int physical, bool visible) const;
  QString textFor(const std::vector<int>& physical) const;
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace todevice
