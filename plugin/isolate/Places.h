//===- Places.h - memory as iterations get at it ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_ISOLATE_PLACES_H
#define LACUNA_PLUGIN_ISOLATE_PLACES_H

#include "isolate/IsolatedLoop.h"
#include "llvm/ADT/SmallVector.h"

namespace lacuna::plugin {

/// Where something lies, for an iteration.
struct Place {
  enum Kind {
    Own,      ///< in what the iteration made: its variables, and what they own
    Object,   ///< an object that all iterations know, or the first of its
              ///< elements, where a pointer or an iterator leads there
    OwnPart,  ///< in the element with the iteration's own number, or what that
              ///< owns
    AnyPart,  ///< in an element, or in what one owns
    Pointee,  ///< where a pointer leads that all iterations know
    Anywhere, ///< somewhere
  };
  Kind At;
  NamedObject Of = {}; ///< unless Own or Anywhere; of a Pointee the pointer

  bool operator==(const Place &) const = default;
};

/// The places of which it is one.
class PlaceSet {
public:
  PlaceSet() = default;
  PlaceSet(Place P) : Places({std::move(P)}) {}

  bool empty() const { return Places.empty(); }
  size_t size() const { return Places.size(); }
  auto begin() const { return Places.begin(); }
  auto end() const { return Places.end(); }

  /// Whether any was new.
  bool add(const PlaceSet &Others) {
    bool Grows = false;
    for (const Place &P : Others)
      if (!llvm::is_contained(Places, P)) {
        Places.push_back(P);
        Grows = true;
      }
    return Grows;
  }

private:
  llvm::SmallVector<Place, 2> Places;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_ISOLATE_PLACES_H
