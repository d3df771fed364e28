//===- Sample.cpp - some bytes of a level ---------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sample.h"
#include "Level.h"
#include <cstring>

using namespace lacuna::rt;

static constexpr int64_t Rows = 64;

static void mix(uint64_t &Hash, uint64_t Value) {
  Hash = (Hash ^ Value) * 0x9e3779b97f4a7c15;
  Hash ^= Hash >> 29;
}

static void mixEntry(uint64_t &Hash, const lacuna_entries &Of, int64_t At) {
  const char *From = Of.begin + At * int64_t(Of.bytes);
  for (int32_t I = 0; I < Of.bytes; I += 8) {
    uint64_t Value = 0;
    std::memcpy(&Value, From + I, size_t(std::min(8, Of.bytes - I)));
    mix(Hash, Value);
  }
}

template <typename Int>
static uint64_t sample(const lacuna_level &Of, const Int *Positions) {
  uint64_t Hash = 0;
  for (int64_t I = 0; I < std::min(Rows, Of.rows); ++I) {
    const int64_t Row = Of.rows <= Rows ? I : Of.rows / Rows * I;
    const int64_t Begin = +Positions[Row], End = +Positions[Row + 1];
    mix(Hash, uint64_t(Begin));
    mix(Hash, uint64_t(End));
    if (Begin < End && (Begin >= 0 || Of.position_bytes < 0))
      for (int64_t A = 0; A < Of.entry_arrays; ++A)
        mixEntry(Hash, Of.entries[A], Begin + (End - Begin) / 2);
  }
  return Hash;
}

uint64_t lacuna::rt::sampleOf(const lacuna_level &Of) {
  if (whyNot(Of))
    return 0;
  auto Take = [&](auto Type) {
    return sample(Of, static_cast<const decltype(Type) *>(Of.positions));
  };
  return std::visit(Take, integerOf(Of.position_bytes));
}
