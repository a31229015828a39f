// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/lesson_files.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

#include "widgets/basics.h"

namespace todevice {

namespace {

/// Editors write a file in several goes, or put another in its place.
constexpr int kSettleMs = 150;
constexpr int kMostRemembered = 200;
const QString kAllowed = QStringLiteral("lessons/allowed");

QString allCode(const Lesson& lesson) {
  QString all;
  for (const LessonStep& step : lesson.steps) {
    if (step.code.isEmpty()) continue;
    all += QStringLiteral("# %1\n").arg(step.title) + step.code;
    if (step.prediction) all += QStringLiteral("# ? ") + step.prediction->answer + QLatin1Char('\n');
    if (step.change) all += QStringLiteral("# ? ") + step.change->check + QLatin1Char('\n');
    all += QLatin1Char('\n');
  }
  return all;
}

QByteArray fingerprint(const Lesson& lesson) {
  return QCryptographicHash::hash(allCode(lesson).toUtf8(), QCryptographicHash::Sha256).toHex();
}

QByteArray textOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

class CodeQuestion : public QDialog {
  Q_DECLARE_TR_FUNCTIONS(todevice::CodeQuestion)

 public:
  CodeQuestion(const Lesson& lesson, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("codeQuestion"));
    setWindowTitle(tr("A lesson from elsewhere"));
    auto* words = makeLabel(
        tr("\"%1\" did not come with ToDevice. Its code runs as you, and may read and change your files. "
           "Look at it first: this is all of it.")
            .arg(lesson.title));
    words->setWordWrap(true);
    auto* place = makeLabel(lesson.path, "small");
    place->setWordWrap(true);
    auto* code = new QPlainTextEdit(allCode(lesson));
    code->setReadOnly(true);
    code->setLineWrapMode(QPlainTextEdit::NoWrap);
    code->setFont(Look::get().mono());
    code->setAccessibleName(tr("The lesson's code"));
    auto* buttons = new QDialogButtonBox;
    auto* yes = buttons->addButton(tr("Open and run it"), QDialogButtonBox::AcceptRole);
    auto* no = buttons->addButton(tr("Do not open"), QDialogButtonBox::RejectRole);
    yes->setAutoDefault(false);
    no->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(8);
    for (QWidget* widget : {static_cast<QWidget*>(words), static_cast<QWidget*>(place),
                            static_cast<QWidget*>(code), static_cast<QWidget*>(buttons)})
      column->addWidget(widget);
    resize(Look::get().px(640), Look::get().px(520));
  }
};

}  // namespace

bool askBeforeFirstRun(const Lesson& lesson, QWidget* parent) {
  return CodeQuestion(lesson, parent).exec() == QDialog::Accepted;
}

LessonFiles::LessonFiles(bool remember, QObject* parent) : QObject(parent), m_remember(remember) {
  m_settle.setSingleShot(true);
  m_settle.setInterval(kSettleMs);
  connect(&m_settle, &QTimer::timeout, this, &LessonFiles::read);
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_settle, qOverload<>(&QTimer::start));
}

bool LessonFiles::isAllowed(const Lesson& lesson) {
  const QByteArray print = fingerprint(lesson);
  QStringList known;
  if (m_remember) known = QSettings().value(kAllowed).toStringList();
  if (m_allowed.contains(print) || known.contains(QString::fromLatin1(print))) return true;
  if (!ask || !ask(lesson)) return false;
  m_allowed << print;
  if (!m_remember) return true;
  known.prepend(QString::fromLatin1(print));
  QSettings().setValue(kAllowed, QStringList(known.mid(0, kMostRemembered)));
  return true;
}

void LessonFiles::open(const QString& path) {
  const LessonResult result = loadLesson(path);
  if (!result.lesson) return emit failed(path, result.problems);
  if (!isAllowed(*result.lesson)) return;
  close();
  m_path = path;
  m_text = textOf(path);
  m_watcher.addPath(path);
  emit opened(*result.lesson);
}

void LessonFiles::close() {
  if (!m_watcher.files().isEmpty()) m_watcher.removePaths(m_watcher.files());
  m_path.clear();
}

void LessonFiles::read() {
  if (m_path.isEmpty()) return;
  if (QFile::exists(m_path)) m_watcher.addPath(m_path);  // a file put in its place is another one
  const QByteArray text = textOf(m_path);
  if (text.isEmpty() || text == m_text) return;
  m_text = text;
  const LessonResult result = loadLesson(m_path);
  if (!result.lesson) return emit failed(m_path, result.problems);
  emit mended();
  // Who allowed this file is writing it now: new code in it is theirs.
  m_allowed << fingerprint(*result.lesson);
  emit revised(*result.lesson);
}

}  // namespace todevice
