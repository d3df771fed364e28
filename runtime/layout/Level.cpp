//===- Level.cpp - rows of positions, and their entries -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Level.h"
#include <algorithm>
#include <cstdlib>
#include <new>

using namespace lacuna::rt;

bool LevelKey::isOf(const lacuna_level &Other) const {
  return Of.positions == Other.positions && Of.kind == Other.kind &&
         Of.lanes == Other.lanes && Of.window == Other.window &&
         Of.masks == Other.masks && Of.coordinates == Other.coordinates &&
         Of.coordinate_bytes == Other.coordinate_bytes &&
         Of.position_bytes == Other.position_bytes && Of.rows == Other.rows &&
         std::equal(Arrays.begin(), Arrays.end(), Other.entries,
                    Other.entries + Other.entry_arrays,
                    [](const lacuna_entries &A, const lacuna_entries &B) {
                      return A.begin == B.begin && A.bytes == B.bytes;
                    });
}

Integer lacuna::rt::integerOf(int32_t Bytes) {
  switch (Bytes) {
  case -1:
    return int8_t();
  case 1:
    return uint8_t();
  case -2:
    return int16_t();
  case 2:
    return uint16_t();
  case -4:
    return int32_t();
  case 4:
    return uint32_t();
  default:
    return int64_t();
  }
}

static bool isWidth(int32_t Bytes) {
  const int32_t Size = std::abs(Bytes);
  return Size == 1 || Size == 2 || Size == 4 || Size == 8;
}

static constexpr size_t Most = size_t(1) << 31;

static bool areLanesFit(const lacuna_level &Of) {
  return Of.lanes >= 1 && size_t(Of.lanes) <= MostLanes && Of.window >= 0 &&
         Of.window % Of.lanes == 0;
}

static bool areBlocksFit(const lacuna_level &Of) {
  constexpr int32_t MostSize = 8;
  return Of.lanes >= 1 && Of.lanes <= MostSize && Of.window >= 1 &&
         Of.window <= MostSize;
}

static bool areCoordinatesFit(const lacuna_level &Of) {
  return Of.coordinates >= 0 && Of.coordinates < Of.entry_arrays &&
         isWidth(Of.coordinate_bytes) &&
         Of.entries[Of.coordinates].bytes == std::abs(Of.coordinate_bytes);
}

static bool isKindFit(const lacuna_level &Of) {
  switch (Of.kind) {
  case LACUNA_SELL:
    return areLanesFit(Of);
  case LACUNA_CSC:
    return areCoordinatesFit(Of);
  case LACUNA_BSR:
    return areCoordinatesFit(Of) && areBlocksFit(Of);
  case LACUNA_DIA:
    return areCoordinatesFit(Of) && Of.window >= 0;
  default:
    return false;
  }
}

const char *lacuna::rt::whyNot(const lacuna_level &Of) {
  if (size_t(Of.rows) >= Most)
    return "there are too many rows";
  const bool IsKnown = isKindFit(Of);
  const bool AreWide =
      std::all_of(Of.entries, Of.entries + Of.entry_arrays,
                  [](const lacuna_entries &E) { return E.bytes > 0; });
  return IsKnown && AreWide && isWidth(Of.position_bytes)
             ? nullptr
             : "the runtime knows no such layout";
}

/// Takes the \p Size bytes at \p Begin as they are now. To compare many of them
/// in each call would take as long as the loop.
const char *Level::copy(const void *Begin, size_t Size) {
  if (const char *Why = Source::whyNotTracked(Begin, Size))
    return Why;
  Sources.push_back(Source::of(Begin, Size));
  return Sources.back() ? nullptr : throw std::bad_alloc();
}

size_t Level::memoryOfPositions(const lacuna_level &Of) {
  const auto Size = size_t(std::abs(Of.position_bytes));
  return (size_t(Of.rows) + 1) * Size;
}

template <typename Int> const char *Level::readPositions(const Int *P) {
  for (size_t R = 0; R < rows(); ++R)
    if (P[R] > P[R + 1])
      return "its positions do not ascend";
  First = +P[0];
  if (First < 0 && Of.position_bytes > 0)
    return "there are too many entries";
  const uint64_t Count = uint64_t(P[rows()]) - uint64_t(P[0]);
  if (Count == 0)
    return "it is empty";
  if (Count >= Most)
    return "there are too many entries";
  Begin.resize(rows() + 1);
  for (size_t R = 0; R <= rows(); ++R)
    Begin[R] = uint32_t(uint64_t(P[R]) - uint64_t(P[0]));
  return nullptr;
}

const char *Level::copyPositions() {
  if (const char *Why = copy(Of.positions, memoryOfPositions(Of)))
    return Why;
  auto Read = [this](auto Type) {
    return readPositions(
        reinterpret_cast<const decltype(Type) *>(Sources[0]->copy()));
  };
  return std::visit(Read, integerOf(Of.position_bytes));
}

size_t Level::memoryOfEntries() const {
  size_t Bytes = 0;
  for (size_t A = 0; A < arrays(); ++A)
    Bytes += bytes(A);
  return Bytes * entries();
}

const char *Level::copyEntries() {
  for (size_t A = 0; A < arrays(); ++A) {
    const lacuna_entries &From = Of.entries[A];
    const char *const Begin = From.begin + First * int64_t(From.bytes);
    if (const char *Why = copy(Begin, entries() * bytes(A)))
      return Why;
  }
  return nullptr;
}

Positions lacuna::rt::entriesOf(const lacuna_level &Of) {
  auto Read = [&](auto Type) {
    const auto *const P = static_cast<const decltype(Type) *>(Of.positions);
    const int64_t First = +P[0], Last = +P[Of.rows];
    return Positions{First, First > Last ? 0 : distance(First, Last)};
  };
  return std::visit(Read, integerOf(Of.position_bytes));
}

std::string lacuna::rt::kindOf(const lacuna_level &Of) {
  const std::string Window = std::to_string(Of.window);
  const std::string Lanes = std::to_string(Of.lanes);
  switch (Of.kind) {
  case LACUNA_SELL:
    return "sell(" + Lanes + ", " + (Of.window == 0 ? "all" : Window) + ")";
  case LACUNA_CSC:
    return "csc";
  case LACUNA_BSR:
    return "bsr(" + Lanes + ", " + Window + ")";
  default:
    return "dia";
  }
}

std::string lacuna::rt::nameOf(const lacuna_level &Of) {
  return std::string(Of.where) + ": '" + Of.name + "'";
}
