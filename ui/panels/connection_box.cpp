// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/connection_box.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "widgets/basics.h"
#include "widgets/breakable.h"

namespace todevice {

ConnectionBox::ConnectionBox(const QList<Connection>& saved, QWidget* parent)
    : QDialog(parent),
      m_saved(saved),
      m_form(new QFormLayout(this)),
      m_before(new QComboBox),
      m_forget(new QPushButton),
      m_beforeRow(new QWidget),
      m_kind(new QComboBox),
      m_target(new QLineEdit),
      m_program(new QLineEdit),
      m_hint(makeLabel({}, "small")),
      m_command(makeLabel({}, "code")) {
  setObjectName(QStringLiteral("connectionBox"));
  m_before->setObjectName(QStringLiteral("before"));
  m_forget->setObjectName(QStringLiteral("forget"));
  m_forget->setAutoDefault(false);
  m_kind->addItems({{}, {}, {}, {}});
  m_target->setObjectName(QStringLiteral("target"));
  m_target->setMinimumWidth(Look::get().px(300));
  m_program->setPlaceholderText(QStringLiteral("todevice-worker"));
  m_hint->setWordWrap(true);
  m_command->setWordWrap(true);
  m_command->setObjectName(QStringLiteral("command"));
  m_command->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_command->setFont(Look::get().mono());
  auto* before = new QHBoxLayout(m_beforeRow);
  before->setContentsMargins(0, 0, 0, 0);
  before->addWidget(m_before, 1);
  before->addWidget(m_forget);
  m_form->addRow(new QLabel, m_beforeRow);
  m_form->addRow(new QLabel, m_kind);
  m_form->addRow(new QLabel, m_target);
  m_form->addRow(QString(), m_hint);
  m_form->addRow(new QLabel, m_program);
  m_form->addRow(new QLabel, m_command);
  auto* buttons = new QDialogButtonBox;
  m_connect = buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
  m_cancel = buttons->addButton(QString(), QDialogButtonBox::RejectRole);
  m_form->addRow(buttons);
  retranslate();
  for (const Connection& one : std::as_const(m_saved)) m_before->addItem(one.name());
  take(m_saved.isEmpty() ? -1 : 0);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    emit chosen(connection());
    accept();
  });
  connect(m_before, &QComboBox::activated, this, &ConnectionBox::take);
  connect(m_forget, &QPushButton::clicked, this, &ConnectionBox::forget);
  connect(m_kind, &QComboBox::currentIndexChanged, this, &ConnectionBox::follow);
  connect(m_target, &QLineEdit::textChanged, this, &ConnectionBox::follow);
  connect(m_program, &QLineEdit::textChanged, this, &ConnectionBox::follow);
  follow();
}

void ConnectionBox::retranslate() {
  setWindowTitle(tr("Another computer"));
  const QString kinds[] = {tr("This computer"), tr("Over ssh"), tr("A Slurm cluster (srun)"),
                           tr("A command of your own")};
  for (int i = 0; i < m_kind->count(); ++i) m_kind->setItemText(i, kinds[i]);
  const std::pair<QWidget*, QString> fields[] = {{m_beforeRow, tr("Used before")},
                                                 {m_kind, tr("Run the lesson on")},
                                                 {m_target, tr("Where")},
                                                 {m_program, tr("The worker there")},
                                                 {m_command, tr("Comes to")}};
  for (const auto& [field, words] : fields) {
    qobject_cast<QLabel*>(m_form->labelForField(field))->setText(words);
    field->setAccessibleName(words);
  }
  m_before->setAccessibleName(tr("Used before"));
  m_forget->setText(tr("Forget"));
  m_forget->setToolTip(tr("Takes this connection out of the list"));
  m_connect->setText(tr("Connect"));
  m_cancel->setText(tr("Cancel"));
}

void ConnectionBox::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
    follow();
  }
  QDialog::changeEvent(event);
}

void ConnectionBox::resizeEvent(QResizeEvent* event) {
  QDialog::resizeEvent(event);
  fit();
}

void ConnectionBox::fit() {
  for (QLabel* label : {m_hint, m_command}) label->setMinimumHeight(label->heightForWidth(label->width()));
}

void ConnectionBox::take(int saved) {
  m_beforeRow->setVisible(!m_saved.isEmpty());
  m_form->labelForField(m_beforeRow)->setVisible(!m_saved.isEmpty());
  const Connection one = saved >= 0 && saved < m_saved.size()
                             ? m_saved[saved]
                             : Connection{Connection::Kind::Ssh, QString(), QString()};
  m_kind->setCurrentIndex(int(one.kind));
  m_target->setText(one.target);
  m_program->setText(one.program);
  m_target->setCursorPosition(0);
}

void ConnectionBox::forget() {
  const int index = m_before->currentIndex();
  if (index < 0 || index >= m_saved.size()) return;
  emit forgotten(m_saved[index]);
  m_saved.removeAt(index);
  m_before->removeItem(index);
  take(m_before->currentIndex());
}

Connection ConnectionBox::connection() const {
  Connection connection;
  connection.kind = Connection::Kind(m_kind->currentIndex());
  if (connection.kind == Connection::Kind::Here) return connection;
  connection.target = m_target->text().trimmed();
  connection.program = m_program->text().trimmed();
  return connection;
}

void ConnectionBox::follow() {
  const Connection now = connection();
  const bool here = now.kind == Connection::Kind::Here;
  const QString hints[] = {tr("The GPUs of this computer, or simulated ones."),
                           tr("user@host. ToDevice's worker must be installed there, and your key known "
                              "there: no password can be typed."),
                           tr("What srun is to ask for, for example --gres=gpu:2 --time=1:00:00."),
                           tr("Any command that runs the words behind it, for example docker exec -i lab.")};
  m_hint->setText(hints[int(now.kind)]);
  m_target->setEnabled(!here);
  m_program->setEnabled(!here);
  m_target->setPlaceholderText(now.kind == Connection::Kind::Ssh ? QStringLiteral("user@host") : QString());
  WorkerSettings settings;
  now.applyTo(settings);
  m_command->setText(here ? QStringLiteral("todevice-worker")
                          : breakable(workerCommand(settings).join(QLatin1Char(' '))));
  m_command->setAccessibleDescription(m_command->text().remove(QChar(0x200b)));
  fit();
  m_connect->setEnabled(here || now.kind == Connection::Kind::Slurm || !now.target.isEmpty());
}

}  // namespace todevice
