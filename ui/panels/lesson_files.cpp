// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/lesson_files.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>
#include <utility>

#include "widgets/basics.h"

namespace todevice {

namespace {

/// Editors write a file in several goes, or put another in its place.
constexpr int kSettleMs = 150;
constexpr int kMostRemembered = 200;
constexpr qint64 kMostBytes = 2 << 20;  ///< no lesson is as large: see loadLesson()
const QString kAllowed = QStringLiteral("lessons/allowed");

/// Whatever of the lesson can come to run.
QString allCode(const Lesson& lesson) {
  QString all;
  const auto add = [&all](const QString& what, QString code) {
    if (code.isEmpty()) return;
    if (!code.endsWith(QLatin1Char('\n'))) code += QLatin1Char('\n');
    all += QStringLiteral("# %1\n").arg(what) + code;
  };
  for (const LessonStep& step : lesson.steps) {
    add(step.title, step.code);
    if (step.prediction) add(QStringLiteral("answer"), step.prediction->answer);
    if (step.change) {
      add(QStringLiteral("check"), step.change->check);
      add(QStringLiteral("solution"), step.change->solution);
    }
    all += QLatin1Char('\n');
  }
  return all;
}

QByteArray fingerprint(const Lesson& lesson) {
  return QCryptographicHash::hash(allCode(lesson).toUtf8(), QCryptographicHash::Sha256).toHex();
}

/// What is drawn as nothing, or turns the letters around it about, is written as Python writes it: code looks
/// like what it does.
QString allSeen(const QString& code) {
  QString out;
  for (const char32_t letter : code.toUcs4()) {
    const auto kind = QChar::category(letter);
    const bool odd = kind == QChar::Other_Format || kind == QChar::Other_Control ||
                     kind == QChar::Separator_Line || kind == QChar::Separator_Paragraph;
    if (!odd || letter == U'\n' || letter == U'\t')
      out += QString::fromUcs4(&letter, 1);
    else if (letter < 0x10000)
      out += QStringLiteral("\\u%1").arg(uint(letter), 4, 16, QLatin1Char('0'));
    else
      out += QStringLiteral("\\U%1").arg(uint(letter), 8, 16, QLatin1Char('0'));
  }
  return out;
}

/// Of a regular file: to open a pipe would be to wait for who writes into it.
QByteArray textOf(const QString& path) {
  QFile file(path);
  const bool opens = QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly);
  return opens ? file.read(kMostBytes) : QByteArray();
}

/// The file, or while there is none the nearest folder in which it may come again. Of a link its folder too:
/// it may be made to lead elsewhere.
void watch(QFileSystemWatcher& watcher, const QString& path) {
  if (!watcher.directories().isEmpty()) watcher.removePaths(watcher.directories());
  QString at = QFileInfo(path).absoluteFilePath();
  if (QFileInfo(at).isSymLink()) watcher.addPath(QFileInfo(at).path());
  while (!QFileInfo::exists(at) && at != QFileInfo(at).path()) at = QFileInfo(at).path();
  watcher.addPath(at);
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
            .arg(markdownToWords(lesson.title)));
    words->setWordWrap(true);
    auto* place = makeLabel(lesson.path, "small");
    place->setWordWrap(true);
    auto* code = new QPlainTextEdit(allSeen(allCode(lesson)));
    code->setReadOnly(true);
    code->setFont(Look::get().mono());
    code->setAccessibleName(tr("The lesson's code"));
    m_author = new QCheckBox(tr("I am writing this lesson: do not ask again while it is open"));
    auto* buttons = new QDialogButtonBox;
    auto* yes = buttons->addButton(tr("Open it and let it run"), QDialogButtonBox::AcceptRole);
    auto* no = buttons->addButton(tr("Do not open"), QDialogButtonBox::RejectRole);
    yes->setAutoDefault(false);
    no->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(8);
    for (QWidget* widget :
         {static_cast<QWidget*>(words), static_cast<QWidget*>(place), static_cast<QWidget*>(code),
          static_cast<QWidget*>(m_author), static_cast<QWidget*>(buttons)})
      column->addWidget(widget);
    resize(Look::get().px(640), Look::get().px(520));
  }

  Consent answer() {
    if (exec() != QDialog::Accepted) return Consent::Refused;
    return m_author->isChecked() ? Consent::GivenToAuthor : Consent::Given;
  }

 private:
  QCheckBox* m_author;
};

}  // namespace

Consent askBeforeFirstRun(const Lesson& lesson, QWidget* parent) {
  return CodeQuestion(lesson, parent).answer();
}

LessonFiles::LessonFiles(bool remember, QObject* parent) : QObject(parent), m_remember(remember) {
  m_settle.setSingleShot(true);
  m_settle.setInterval(kSettleMs);
  connect(&m_settle, &QTimer::timeout, this, &LessonFiles::read);
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_settle, qOverload<>(&QTimer::start));
  // Others may write into the folder all the time.
  connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] {
    if (!m_settle.isActive()) m_settle.start();
  });
}

bool LessonFiles::isAllowed(const Lesson& lesson) {
  const QByteArray print = fingerprint(lesson);
  QStringList known;
  if (m_remember) known = QSettings().value(kAllowed).toStringList();
  if (m_allowed.contains(print) || known.contains(QString::fromLatin1(print))) return true;
  m_asking = true;
  const Consent consent = ask ? ask(lesson) : Consent::Refused;
  m_asking = false;
  if (consent == Consent::Refused) return false;
  m_author = consent == Consent::GivenToAuthor;
  m_allowed << print;
  if (!m_remember) return true;
  known.prepend(QString::fromLatin1(print));
  QSettings().setValue(kAllowed, QStringList(known.mid(0, kMostRemembered)));
  return true;
}

std::vector<LessonProblem> LessonFiles::open(const QString& path) {
  if (m_asking) return {};
  const QByteArray text = textOf(path);
  const LessonResult result = loadLesson(path);
  if (!result.lesson) {
    emit failed(path, result.problems);
    return result.problems;
  }
  const bool author = std::exchange(m_author, false);
  if (!isAllowed(*result.lesson)) {
    m_author = author;
    read();  // of the open one, a change may have come meanwhile
    return {};
  }
  close();
  m_path = path;
  m_text = text;
  emit opened(*result.lesson);
  read();
  return {};
}

void LessonFiles::close() {
  const QStringList watched = m_watcher.files() + m_watcher.directories();
  if (!watched.isEmpty()) m_watcher.removePaths(watched);
  m_path.clear();
}

bool LessonFiles::hasChanged() const {
  const QByteArray text = textOf(m_path);
  return !text.isEmpty() && text != m_text;
}

void LessonFiles::read() {
  if (m_path.isEmpty() || m_asking) return;  // it is read once more when the question has its answer
  watch(m_watcher, m_path);                  // a file put in its place is another one
  if (!hasChanged()) return;
  m_text = textOf(m_path);
  const LessonResult result = loadLesson(m_path);
  if (!result.lesson) return emit failed(m_path, result.problems);
  if (m_author) m_allowed << fingerprint(*result.lesson);
  // Somebody else may have written to a folder that is shared.
  const bool allowed = isAllowed(*result.lesson);
  if (hasChanged()) return read();  // what was asked about is no longer on the disk
  if (!allowed) return refused();
  emit mended();
  emit revised(*result.lesson);
}

void LessonFiles::refused() {
  LessonProblem problem;
  problem.path = m_path;
  problem.line = 1;
  problem.message = tr("its code has changed and was not allowed to run: the lesson stays as it was");
  emit failed(m_path, {problem});
}

}  // namespace todevice
