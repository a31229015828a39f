// SPDX-License-Identifier: GPL-3.0-or-later
#include "object_change.h"

#include <algorithm>
#include <utility>

namespace todevice {

namespace {

using Part = protocol::Object::Part;

/// An object with fewer is kept whole: that is as small, and shared with the states.
constexpr std::size_t kManyParts = 16;

std::size_t partsAfter(const protocol::Object& told) {
  return told.parts_at.empty() ? told.parts.size() : std::size_t(std::max<std::int64_t>(0, told.parts_count));
}

/// All of an object that was told but its parts.
std::shared_ptr<protocol::Object> withoutParts(const protocol::Object& told) {
  auto object = std::make_shared<protocol::Object>(told);
  object->parts = std::vector<Part>();
  object->parts_at = std::vector<std::int64_t>();
  object->parts_count = 0;
  return object;
}

/// `known`: the parts as they were.
ObjectMap::Pointer wholeObject(const std::vector<Part>& known, const protocol::Object& told) {
  if (told.parts_at.empty()) return std::make_shared<protocol::Object>(told);
  auto whole = withoutParts(told);
  whole->parts = known;
  whole->parts.resize(partsAfter(told));
  for (std::size_t i = 0; i < std::min(told.parts_at.size(), told.parts.size()); ++i) {
    const auto place = std::size_t(told.parts_at[i]);
    if (place < whole->parts.size()) whole->parts[place] = told.parts[i];
  }
  return whole;
}

std::size_t bytesOf(const Part& part) {
  return sizeof(Part) + part.name.size();
}

std::size_t bytesOfParts(const protocol::Object& object) {
  std::size_t bytes = 0;
  for (const auto& part : object.parts) bytes += bytesOf(part);
  return bytes;
}

std::size_t bytesOfRest(const protocol::Object& object) {
  return sizeof(protocol::Object) + object.summary.size();
}

}  // namespace

ObjectChange::ObjectChange(ObjectMap& objects, const protocol::Object& told)
    : m_id(told.id), m_before(objects.pointer(told.id)) {
  const auto before = m_before ? m_before->parts.size() : 0;
  if (!m_before || std::max(before, partsAfter(told)) < kManyParts) {
    m_after = wholeObject(m_before ? m_before->parts : std::vector<Part>(), told);
    objects.set(m_id, m_after);
    return;
  }
  m_parts = difference(m_before->parts, told);
  m_after = withoutParts(told);
  // Let go of first: the map copies what is held elsewhere, too.
  m_before.reset();
  objects.change(m_id, [this](protocol::Object& object) {
    auto parts = std::exchange(object.parts, {});
    m_before = std::make_shared<protocol::Object>(object);
    object.parts = std::move(parts);
  });
  apply(objects, true);
}

ObjectChange::ObjectChange(ObjectMap& objects, protocol::Address dead)
    : m_id(dead), m_before(objects.pointer(dead)) {
  objects.set(dead, nullptr);
}

std::unique_ptr<const ObjectChange::Parts> ObjectChange::difference(const std::vector<Part>& before,
                                                                    const protocol::Object& told) {
  auto parts = std::make_unique<Parts>();
  parts->countBefore = before.size();
  parts->countAfter = partsAfter(told);
  const auto formerly = [&before](std::size_t place) {
    return place < before.size() ? before[place] : Part();
  };
  if (told.parts_at.empty()) {
    for (std::size_t i = 0; i < told.parts.size(); ++i) {
      if (i >= before.size() || before[i] != told.parts[i])
        parts->changed.push_back({i, formerly(i), told.parts[i]});
    }
  } else {
    for (std::size_t i = 0; i < std::min(told.parts_at.size(), told.parts.size()); ++i) {
      const auto place = std::size_t(told.parts_at[i]);
      if (place < parts->countAfter) parts->changed.push_back({place, formerly(place), told.parts[i]});
    }
  }
  for (std::size_t i = parts->countAfter; i < before.size(); ++i)
    parts->changed.push_back({i, before[i], Part()});
  parts->changed.shrink_to_fit();
  return parts;
}

void ObjectChange::apply(ObjectMap& objects, bool forward) const {
  const auto& becomes = forward ? m_after : m_before;
  if (!m_parts) return objects.set(m_id, becomes);
  objects.change(m_id, [&](protocol::Object& object) {
    auto parts = std::exchange(object.parts, {});
    object = *becomes;
    parts.resize(forward ? m_parts->countAfter : m_parts->countBefore);
    for (const auto& part : m_parts->changed) {
      if (part.place < parts.size()) parts[part.place] = forward ? part.after : part.before;
    }
    object.parts = std::move(parts);
  });
}

void ObjectChange::redo(ObjectMap& objects) const {
  apply(objects, true);
}

void ObjectChange::undo(ObjectMap& objects) const {
  apply(objects, false);
}

std::size_t ObjectChange::size() const {
  return 1 + (m_parts ? m_parts->changed.size() : 0);
}

std::size_t ObjectChange::bytes() const {
  std::size_t bytes = sizeof(ObjectChange);
  if (m_before) bytes += bytesOfParts(*m_before);
  if (m_after) bytes += bytesOfRest(*m_after) + bytesOfParts(*m_after);
  if (!m_parts) return bytes;
  bytes += sizeof(Parts) + bytesOfRest(*m_before);
  for (const auto& part : m_parts->changed)
    bytes += sizeof(ChangedPart) + part.before.name.size() + part.after.name.size();
  return bytes;
}

}  // namespace todevice
