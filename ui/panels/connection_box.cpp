// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/connection_box.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>

#include "widgets/basics.h"

namespace todevice {

ConnectionBox::ConnectionBox(const Connection& last, QWidget* parent)
    : QDialog(parent),
      m_kind(new QComboBox),
      m_target(new QLineEdit(last.target)),
      m_program(new QLineEdit(last.program)),
      m_hint(makeLabel({}, "small")),
      m_command(makeLabel({}, "code")) {
  setWindowTitle(tr("Another computer"));
  m_kind->addItems(
      {tr("This computer"), tr("Over ssh"), tr("A Slurm cluster (srun)"), tr("A command of your own")});
  m_kind->setCurrentIndex(int(last.kind));
  m_target->setObjectName(QStringLiteral("target"));
  m_program->setPlaceholderText(QStringLiteral("todevice-worker"));
  m_hint->setWordWrap(true);
  m_command->setWordWrap(true);
  m_command->setFont(Look::get().mono());
  auto* form = new QFormLayout(this);
  form->addRow(tr("Run the lesson on"), m_kind);
  form->addRow(tr("Where"), m_target);
  form->addRow(QString(), m_hint);
  form->addRow(tr("The worker there"), m_program);
  form->addRow(tr("Comes to"), m_command);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  m_connect = buttons->addButton(tr("Connect"), QDialogButtonBox::AcceptRole);
  form->addRow(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    emit chosen(connection());
    accept();
  });
  connect(m_kind, &QComboBox::currentIndexChanged, this, &ConnectionBox::follow);
  connect(m_target, &QLineEdit::textChanged, this, &ConnectionBox::follow);
  connect(m_program, &QLineEdit::textChanged, this, &ConnectionBox::follow);
  follow();
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
                          : workerCommand(settings).join(QLatin1Char(' ')));
  m_connect->setEnabled(here || now.kind == Connection::Kind::Slurm || !now.target.isEmpty());
}

}  // namespace todevice
