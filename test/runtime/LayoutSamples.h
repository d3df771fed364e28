//===- LayoutSamples.h - rows that layouts are made of -------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_RUNTIME_LAYOUTSAMPLES_H
#define LACUNA_TEST_RUNTIME_LAYOUTSAMPLES_H

#include "LayoutChecks.h"
#include <random>

inline std::mt19937 Random(1);
inline int64_t below(int64_t N) { return int64_t(Random() % uint64_t(N)); }

inline void put(std::vector<char> &To, int64_t Value, int32_t Bytes) {
  const char *From = reinterpret_cast<const char *>(&Value);
  To.insert(To.end(), From, From + std::abs(Bytes));
}

/// Arrays that nobody needs any more. What comes to lie where they lay would be
/// taken for a change of theirs.
inline std::vector<std::vector<char>> &graves() {
  static std::vector<std::vector<char>> All;
  return All;
}

/// Rows of random entries, in arrays of their own.
struct Matrix {
  std::vector<char> Positions;
  std::vector<std::vector<char>> Arrays;
  std::vector<lacuna_entries> Entries;
  lacuna_level Level{};

  /// Positions begin with \p First; coordinates and values of \p Widths bytes,
  /// negative where signed.
  Matrix(const std::vector<int64_t> &Lengths, int32_t PositionBytes,
         const std::vector<int32_t> &Widths, int64_t First = 0,
         int64_t Coordinates = 100) {
    int64_t At = First;
    put(Positions, At, PositionBytes);
    for (int64_t N : Lengths)
      put(Positions, At += N, PositionBytes);
    for (int32_t Bytes : Widths) {
      Arrays.emplace_back();
      Arrays.back().reserve(1); // it is somewhere, if it is empty
      for (int64_t I = First; I < At; ++I)
        for (int32_t Left = std::abs(Bytes); Left > 0; Left -= 8)
          put(Arrays.back(), below(Coordinates), std::min(Left, 8));
      Entries.push_back(
          {Arrays.back().data() - First * std::abs(Bytes), std::abs(Bytes)});
    }
    Level.coordinates = Widths.empty() ? -1 : 0;
    Level.coordinate_bytes = Widths.empty() ? 0 : Widths[0];
    Level.position_bytes = PositionBytes;
    Level.positions = Positions.data();
    Level.rows = int64_t(Lengths.size());
    Level.entries = Entries.data();
    Level.entry_arrays = int64_t(Entries.size());
    Level.name = "A";
    Level.where = "test.cpp:1";
  }

  Matrix(const Matrix &) = delete;
  ~Matrix() {
    graves().push_back(std::move(Positions));
    for (auto &A : Arrays)
      graves().push_back(std::move(A));
  }

  lacuna_level sell(int32_t Lanes, int64_t Window, bool Masks = true) const {
    lacuna_level L = Level;
    L.kind = LACUNA_SELL;
    L.lanes = Lanes;
    L.window = Window;
    L.masks = Masks ? 1 : 0;
    return L;
  }
  lacuna_level blocks(int32_t R, int64_t C) const {
    lacuna_level L = Level;
    L.kind = LACUNA_BSR;
    L.lanes = R;
    L.window = C;
    return L;
  }
  lacuna_level dia(int64_t T) const {
    lacuna_level L = Level;
    L.kind = LACUNA_DIA;
    L.window = T;
    return L;
  }
  /// Gives row \p Row the coordinates \p All, of 4 bytes.
  void setCoordinates(int64_t Row, const std::vector<int64_t> &All) {
    int32_t At;
    std::memcpy(&At, Positions.data() + Row * 4, 4);
    for (int64_t C : All) {
      const auto To = int32_t(C);
      std::memcpy(Arrays[0].data() + size_t(At++) * 4, &To, 4);
    }
  }
  lacuna_level csc() const {
    lacuna_level L = Level;
    L.kind = LACUNA_CSC;
    return L;
  }
};

/// What is wrong with the layout of \p Of; "none" where there is none.
inline std::string check(const lacuna_level &Of) {
  const lacuna_layout *L = lacuna_layout_use(&Of);
  const std::string Found = L ? LayoutCheck(Of, *L).problem() : "none";
  lacuna_layout_end(L);
  return Found;
}

inline std::vector<int64_t> lengths(int64_t Rows, int64_t Most) {
  std::vector<int64_t> All;
  for (int64_t R = 0; R < Rows; ++R)
    All.push_back(below(6) == 0 ? 0 : below(8) == 0 ? below(Most) : below(4));
  return All;
}

#endif // LACUNA_TEST_RUNTIME_LAYOUTSAMPLES_H
