//===- HostRange.h - addresses of the host's memory -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_HOSTRANGE_H
#define LACUNA_RUNTIME_HOSTRANGE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lacuna::rt {

/// The addresses [Begin, End).
struct HostRange {
  std::uintptr_t Begin = 0, End = 0;

  static HostRange of(const void *Host, std::size_t Bytes) {
    auto Begin = reinterpret_cast<std::uintptr_t>(Host);
    return {Begin, Begin + Bytes};
  }
  bool isEmpty() const { return End <= Begin; }
  std::size_t size() const { return End - Begin; }
  void *data() const { return reinterpret_cast<void *>(Begin); }
  bool contains(HostRange R) const { return Begin <= R.Begin && R.End <= End; }
  bool overlaps(HostRange R) const { return Begin < R.End && R.Begin < End; }
  /// What both have.
  HostRange operator&(HostRange R) const {
    return {std::max(Begin, R.Begin), std::min(End, R.End)};
  }
  friend bool operator==(HostRange, HostRange) = default;
};

/// A set of addresses.
class HostRangeSet {
public:
  void add(HostRange R);
  void remove(HostRange R);
  /// What of \p R is in the set, and what is not, in order.
  std::vector<HostRange> common(HostRange R) const;
  std::vector<HostRange> missing(HostRange R) const;

private:
  std::vector<HostRange> Ranges; // in order; none is empty, no two touch
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_HOSTRANGE_H
