// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <cstddef>
#include <iterator>
#include <memory>

#include "held_tensors.h"
#include "protocol/messages.h"

namespace todevice {

/// Objects by their ids, read like a QHash. Copies share the objects: thousands of them are copied for the
/// price of their pointers. What is shared never changes.
class ObjectMap {
 public:
  using Pointer = std::shared_ptr<const protocol::Object>;

  class const_iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = protocol::Object;
    using difference_type = std::ptrdiff_t;
    using pointer = const protocol::Object*;
    using reference = const protocol::Object&;

    explicit const_iterator(QHash<protocol::Address, Pointer>::const_iterator at) : m_at(at) {}
    reference operator*() const { return *m_at.value(); }
    pointer operator->() const { return m_at.value().get(); }
    reference value() const { return *m_at.value(); }
    protocol::Address key() const { return m_at.key(); }
    const_iterator& operator++() {
      ++m_at;
      return *this;
    }
    bool operator==(const const_iterator& other) const { return m_at == other.m_at; }
    bool operator!=(const const_iterator& other) const { return m_at != other.m_at; }

   private:
    QHash<protocol::Address, Pointer>::const_iterator m_at;
  };

  const_iterator begin() const { return const_iterator(m_objects.cbegin()); }
  const_iterator end() const { return const_iterator(m_objects.cend()); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  const_iterator constEnd() const { return end(); }
  const_iterator constFind(protocol::Address id) const { return const_iterator(m_objects.constFind(id)); }
  bool contains(protocol::Address id) const { return m_objects.contains(id); }
  qsizetype size() const { return m_objects.size(); }
  QList<protocol::Address> keys() const { return m_objects.keys(); }
  protocol::Object value(protocol::Address id) const {
    const auto found = constFind(id);
    return found == end() ? protocol::Object() : *found;
  }

  /// Null: no object has this id.
  Pointer pointer(protocol::Address id) const { return m_objects.value(id); }
  /// Of all objects together.
  std::size_t partsCount() const { return m_partsCount; }
  const HeldTensors& held() const { return m_held; }

  /// Null takes the object away. Objects are made as `protocol::Object`, not as const.
  void set(protocol::Address id, Pointer object) {
    if (const auto former = constFind(id); former != end()) forget(*former);
    if (object) {
      count(*object);
      m_objects.insert(id, std::move(object));
    } else {
      m_objects.remove(id);
    }
  }
  /// Calls `change` with the object to change in place: the very one where this map alone has it, else a
  /// copy.
  template <class Change>
  void change(protocol::Address id, Change change) {
    const auto found =
        m_objects.find(id);  // where the hash is shared, it holds each object twice from here on
    if (found == m_objects.end()) return;
    if (found->use_count() > 1) *found = std::make_shared<protocol::Object>(**found);
    const auto object = std::const_pointer_cast<protocol::Object>(*found);
    forget(*object);
    change(*object);
    count(*object);
  }

 private:
  void count(const protocol::Object& object) {
    m_partsCount += object.parts.size();
    if (object.tensor) m_held.add(*object.tensor);
  }
  void forget(const protocol::Object& object) {
    m_partsCount -= object.parts.size();
    if (object.tensor) m_held.remove(*object.tensor);
  }

  QHash<protocol::Address, Pointer> m_objects;
  std::size_t m_partsCount = 0;
  HeldTensors m_held;
};

}  // namespace todevice
