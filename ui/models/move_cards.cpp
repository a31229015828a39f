// SPDX-License-Identifier: GPL-3.0-or-later
#include "move_cards.h"

namespace todevice {

namespace {

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

QString resultName(const protocol::Move& move, const protocol::Record& record) {
  for (const auto& binding : record.bound) {
    if (binding.id == move.after_id && move.after_id != 0) return text(binding.name);
  }
  // The name belongs to what was moved; a new tensor that no name was given to must not borrow it.
  const bool anotherTensor = move.what == "tensor" && !move.same_object;
  if (!move.name.empty())
    return anotherTensor ? MoveModel::tr("a copy of %1").arg(text(move.name)) : text(move.name);
  if (move.what == "module") return MoveModel::tr("a module");
  // Only a parameter keeps its object while its numbers move: its module is gone, or has no name.
  return move.same_object && !move.same_storage ? MoveModel::tr("a parameter") : MoveModel::tr("a tensor");
}

QString tensorSentence(const MoveCard& card) {
  if (card.afterId == 0)
    return MoveModel::tr("%1 was made on %2, and nothing kept it").arg(card.name, card.afterDevice);
  const bool converted = card.beforeDType != card.afterDType;
  if (card.sameObject && card.sameStorage) {
    return MoveModel::tr("%1 is the same object: it was already there, nothing was copied").arg(card.name);
  }
  if (card.sameObject)
    return MoveModel::tr("%1 is the same object, now on %2 at a different address")
        .arg(card.name, card.afterDevice);
  if (converted && card.beforeDevice == card.afterDevice) {
    return MoveModel::tr("%1 is a new tensor of type %2 on %3, different address")
        .arg(card.name, card.afterDType, card.afterDevice);
  }
  return MoveModel::tr("%1 is a new tensor on %2, different address").arg(card.name, card.afterDevice);
}

QString moduleSentence(const MoveCard& card) {
  int moved = 0;
  for (const auto& part : card.parts) moved += part.sameStorage ? 0 : 1;
  if (moved == 0)
    return MoveModel::tr("%1 is the same module: it was already there, nothing was copied").arg(card.name);
  return MoveModel::tr("%1 is the same module, now on %2: %n parameter(s) and buffers at new addresses",
                       nullptr, moved)
      .arg(card.name, card.afterDevice);
}

MoveCard cardOf(const protocol::Move& move, const QString& name) {
  MoveCard card;
  card.name = name;
  card.isModule = move.what == "module";
  card.sameObject = move.same_object;
  card.sameStorage = move.same_storage;
  card.beforeId = move.before_id;
  card.afterId = move.after_id;
  card.beforeDevice = text(move.before_device);
  card.afterDevice = text(move.after_device);
  card.beforeDType = text(move.before_dtype);
  card.afterDType = text(move.after_dtype);
  card.bytes = move.bytes;
  card.address = compareAddresses(move.before_address, move.after_address);
  for (const auto& part : move.parts) card.parts.push_back(cardOf(part, text(part.name)));
  return card;
}

/// A module has no address of its own: its first part stands for it.
void takeFromParts(MoveCard& card) {
  if (!card.isModule || card.parts.empty()) return;
  const auto& first = card.parts.front();
  card.address = first.address;
  card.sameStorage = true;
  qint64 bytes = 0;
  for (const auto& part : card.parts) {
    card.sameStorage = card.sameStorage && part.sameStorage;
    bytes += part.bytes;
  }
  if (card.bytes == 0) card.bytes = bytes;
  if (card.beforeDevice.isEmpty()) card.beforeDevice = first.beforeDevice;
  if (card.afterDevice.isEmpty()) card.afterDevice = first.afterDevice;
  if (card.beforeDType.isEmpty()) card.beforeDType = first.beforeDType;
  if (card.afterDType.isEmpty()) card.afterDType = first.afterDType;
}

/// Chinese sets a space about a name in Latin letters, and none between two of its own words ("a tensor").
QString withoutSpaceInChinese(QString words) {
  const auto isChinese = [&words](qsizetype at) { return words[at].script() == QChar::Script_Han; };
  for (qsizetype at = words.size() - 2; at > 0; --at)
    if (words[at] == QLatin1Char(' ') && isChinese(at - 1) && isChinese(at + 1)) words.remove(at, 1);
  return words;
}

void word(MoveCard& card) {
  card.objectWords = card.sameObject     ? MoveModel::tr("same object")
                     : card.afterId == 0 ? MoveModel::tr("not kept")
                                         : MoveModel::tr("new object");
  card.addressWords = addressWords(card.address.same);
  card.sentence = withoutSpaceInChinese(card.isModule ? moduleSentence(card) : tensorSentence(card));
  for (auto& part : card.parts) word(part);
}

}  // namespace

std::vector<MoveCard> moveCards(const protocol::Record& record) {
  std::vector<MoveCard> cards;
  for (const auto& move : record.moves) {
    MoveCard card = cardOf(move, resultName(move, record));
    takeFromParts(card);
    word(card);
    cards.push_back(std::move(card));
  }
  return cards;
}

}  // namespace todevice
