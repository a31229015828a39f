// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>
#include <QStringDecoder>

#include "loader/reader.h"

namespace todevice {

using reader::Problems;

void reader::Problems::add(int line, const QString& message) {
  m_list.push_back({m_path, line, message});
}

namespace {

constexpr qint64 kMaxBytes = 1 << 20;
constexpr int kMaxLine = 4000;

LessonResult failed(const QString& path, int line, const QString& message) {
  return {std::nullopt, {{path, line, message}}};
}

/// "03-train-on-gpu": 3 and "train-on-gpu". A folder with another name gives 0 and says nothing of the id.
struct FolderName {
  int number = 0;
  QString id;
};
FolderName folderName(const QString& path) {
  static const QRegularExpression pattern(QStringLiteral("^([0-9]{1,4})-(.+)$"));
  const auto match = pattern.match(QFileInfo(path).dir().dirName());
  return match.hasMatch() ? FolderName{match.captured(1).toInt(), match.captured(2)} : FolderName{};
}

QString languageOf(const QString& path) {
  const QString name = QFileInfo(path).completeBaseName();
  return name == QLatin1String("zh_CN") ? name : QStringLiteral("en");
}

/// What is wrong with the first line that is no text of UTF-8. A line break never stands inside a letter.
std::optional<LessonResult> checkText(const QByteArray& bytes, const QString& path) {
  int number = 0;
  for (const QByteArray& line : bytes.split('\n')) {
    ++number;
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder.decode(line);
    if (decoder.hasError())
      return failed(path, number,
                    Problems::tr("this line is not UTF-8 text: save the file as UTF-8 in your editor"));
    if (text.contains(QChar::Null))
      return failed(path, number, Problems::tr("this line has a NUL character"));
  }
  return {};
}

/// Very long lines are a damaged file, and can make Markdown slow.
void checkLengths(const QStringList& lines, Problems& problems) {
  for (qsizetype i = 0; i < lines.size(); ++i)
    if (lines[i].size() > kMaxLine)
      problems.add(static_cast<int>(i) + 1,
                   Problems::tr("this line is longer than %1 letters").arg(kMaxLine));
}

}  // namespace

LessonResult parseLesson(const QString& text, const QString& path) {
  QString all = text;
  if (all.startsWith(QChar::ByteOrderMark)) all.remove(0, 1);
  all.replace(QLatin1String("\r\n"), QLatin1String("\n"));
  all.replace('\r', '\n');  // as very old editors end lines, and Python
  const QStringList lines = all.split('\n');

  Problems problems(path);
  checkLengths(lines, problems);
  Lesson lesson;
  lesson.path = path;
  lesson.language = languageOf(path);
  const FolderName folder = folderName(path);
  lesson.number = folder.number;

  const int first = reader::readHead(lines, lesson, problems);
  if (!folder.id.isEmpty() && reader::isId(lesson.id) && folder.id != lesson.id)
    problems.add(lesson.lineOf(QStringLiteral("id")),
                 Problems::tr("id \"%1\" differs from the folder's name, which says \"%2\"")
                     .arg(lesson.id, folder.id));
  if (first >= 0) {
    const std::size_t before = problems.count();
    const auto blocks = reader::readBlocks(lines, first, problems);
    // What a block that is not closed swallows is not what its author wrote.
    if (problems.count() == before) reader::readSteps(blocks, lesson, problems);
  }

  LessonResult result;
  if (problems.isEmpty()) result.lesson = std::move(lesson);
  result.problems = problems.take();
  return result;
}

LessonResult loadLesson(const QString& path) {
  const auto unread = [&path](const QString& why) {
    return failed(path, 0, Problems::tr("this file cannot be read: %1").arg(why));
  };
  const QFileInfo info(path);
  if (info.isDir()) return unread(Problems::tr("it is a folder"));
  if (info.exists() && !info.isFile()) return unread(Problems::tr("it is a pipe or a device"));
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return unread(file.errorString());
  const QByteArray bytes = file.read(kMaxBytes + 1);
  if (bytes.size() > kMaxBytes)
    return failed(path, 0, Problems::tr("this file is larger than 1 MiB: make several lessons of it"));
  if (const auto wrong = checkText(bytes, path)) return *wrong;
  return parseLesson(QString::fromUtf8(bytes), path);
}

QString lessonFile(const QString& path, const QString& language) {
  if (QFileInfo(path).isFile()) return path;
  for (const QString& name : {language, QStringLiteral("en"), QStringLiteral("zh_CN")})
    if (const QString file = QDir(path).filePath(name + QStringLiteral(".md")); QFileInfo(file).isFile())
      return file;
  return {};
}

LessonList loadLessons(const QString& language, const QString& folder) {
  static const QRegularExpression numbered(QStringLiteral("^[0-9]{1,4}-"));
  LessonList list;
  QHash<QString, QString> pathOfId;
  const QDir root(folder);
  if (!root.exists()) list.problems.push_back({folder, 0, Problems::tr("there is no such folder")});
  for (const QString& name : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name).filter(numbered)) {
    const QString own = root.filePath(name + '/' + language + QLatin1String(".md"));
    const QString path = QFile::exists(own) ? own : root.filePath(name + QLatin1String("/en.md"));
    LessonResult result = loadLesson(path);
    list.problems.insert(list.problems.end(), result.problems.begin(), result.problems.end());
    if (!result.lesson) continue;
    const QString id = result.lesson->id;
    if (const QString other = pathOfId.value(id); !other.isEmpty()) {
      list.problems.push_back({path, 1, Problems::tr("id \"%1\" is taken: %2 has it too").arg(id, other)});
      continue;
    }
    pathOfId.insert(id, path);
    list.lessons.push_back(std::move(*result.lesson));
  }
  return list;
}

}  // namespace todevice
