// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "object_map.h"

namespace todevice {

/// What a record changes in one object, for both ways. Of an object with many parts only the parts that
/// changed are kept: a list that grows by one each line costs each line the same, however long it is.
class ObjectChange {
 public:
  /// Puts an object that a record tells into `objects`. Of one with many parts the record may have told only
  /// those that changed; the others are as `objects` has them.
  ObjectChange(ObjectMap& objects, const protocol::Object& told);
  /// Takes an object that died away.
  ObjectChange(ObjectMap& objects, protocol::Address dead);

  void redo(ObjectMap& objects) const;
  void undo(ObjectMap& objects) const;
  /// What a redo or an undo costs: 1, and 1 for each part that it changes.
  std::size_t size() const;
  /// Roughly, of what is kept. An object that was there before was kept by the change that put it there: of
  /// it the parts alone count.
  std::size_t bytes() const;

 private:
  struct ChangedPart {
    std::size_t place = 0;
    protocol::Object::Part before, after;  ///< without a name beyond the end of the parts
  };
  struct Parts {
    std::size_t countBefore = 0, countAfter = 0;
    std::vector<ChangedPart> changed;
  };

  static std::unique_ptr<const Parts> difference(const std::vector<protocol::Object::Part>& before,
                                                 const protocol::Object& told);
  void apply(ObjectMap& objects, bool forward) const;

  protocol::Address m_id = 0;
  ObjectMap::Pointer m_before, m_after;  ///< null: there is none; with m_parts: all but their parts
  std::unique_ptr<const Parts> m_parts;  ///< null: the objects are whole
};

}  // namespace todevice
