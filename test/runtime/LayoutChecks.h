//===- LayoutChecks.h - whether a layout is what layout.h says - -*- C++
//-*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_RUNTIME_LAYOUTCHECKS_H
#define LACUNA_TEST_RUNTIME_LAYOUTCHECKS_H

#include "lacuna/layout.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <tuple>
#include <vector>

/// Reads layouts, and the user's arrays as they are now, entry by entry.
class LayoutCheck {
public:
  LayoutCheck(const lacuna_level &Of, const lacuna_layout &L) : Of(Of), L(L) {}

  /// What is wrong; empty if nothing is.
  std::string problem() {
    if (Of.kind == LACUNA_SELL)
      sell();
    else
      transpose();
    return Problem;
  }

private:
  static int64_t integer(const void *From, int64_t At, int32_t Bytes) {
    const char *P = static_cast<const char *>(From) + At * std::abs(Bytes);
    auto Read = [&](auto Value) {
      std::memcpy(&Value, P, sizeof(Value));
      return int64_t(Value);
    };
    switch (Bytes) {
    case -1:
      return Read(int8_t());
    case 1:
      return Read(uint8_t());
    case -2:
      return Read(int16_t());
    case 2:
      return Read(uint16_t());
    case -4:
      return Read(int32_t());
    case 4:
      return Read(uint32_t());
    }
    return Read(int64_t());
  }
  int64_t position(int64_t Row) const {
    return integer(Of.positions, Row, Of.position_bytes);
  }
  int64_t length(int64_t Row) const {
    return position(Row + 1) - position(Row);
  }

  void expect(bool IsTrue, const char *What, int64_t Where) {
    if (!IsTrue && Problem.empty())
      Problem = std::string(What) + " at " + std::to_string(Where);
  }
  /// Whether a slot holds the bytes of the entry at \p Position.
  bool holds(int64_t Slot, int64_t Position) const {
    for (int64_t A = 0; A < Of.entry_arrays; ++A) {
      const int32_t Bytes = Of.entries[A].bytes;
      if (std::memcmp(static_cast<const char *>(L.slots[A]) + Slot * Bytes,
                      Of.entries[A].begin + Position * Bytes,
                      size_t(Bytes)) != 0)
        return false;
    }
    return true;
  }

  void sell() {
    const int64_t C = Of.lanes;
    expect(L.rows == Of.rows, "number of rows", L.rows);
    expect(L.groups == Of.rows / C, "number of groups", L.groups);
    expect(!L.coordinate && L.start[0] == 0 && L.work[0] == 0, "begin", 0);
    order();
    if (!Problem.empty())
      return;
    for (int64_t G = 0; G < L.groups; ++G)
      group(G, C);
  }
  /// Rows are in the order that is asked for.
  void order() {
    const int64_t Window = Of.window == 0 ? Of.rows : Of.window;
    std::vector<int64_t> Rows(static_cast<size_t>(Of.rows));
    for (size_t R = 0; R < Rows.size(); ++R)
      Rows[R] = int64_t(R);
    std::sort(Rows.begin(), Rows.end(), [&](int64_t A, int64_t B) {
      return std::tuple(A / Window, -length(A), A) <
             std::tuple(B / Window, -length(B), B);
    });
    for (size_t R = 0; R < Rows.size(); ++R)
      expect(L.row[R] == Rows[R], "row", int64_t(R));
  }
  void group(int64_t G, int64_t C) {
    const int64_t *Row = L.row + G * C;
    const int64_t Full = L.width[2 * G], All = L.width[2 * G + 1];
    int64_t Work = 0, Least = INT64_MAX;
    std::vector<int64_t> Lengths;
    for (int64_t I = 0; I < C; ++I) {
      Lengths.push_back(length(Row[I]));
      Work += Lengths.back();
      Least = std::min(Least, Lengths.back());
    }
    auto Have = [&](int64_t K) {
      return std::count_if(Lengths.begin(), Lengths.end(),
                           [&](int64_t N) { return N > K; });
    };
    expect(Full == Least, "full columns of group", G);
    expect(All >= Full && (Of.masks || All == Full), "columns of group", G);
    const int64_t Most = std::max<int64_t>(1, C / 2);
    expect(!Of.masks || Have(All) < Most, "one more column of group", G);
    expect(All == Full || Have(All - 1) >= Most, "thin column of group", G);
    expect(L.start[G + 1] == L.start[G] + All * C, "slots of group", G);
    expect(L.work[G + 1] == L.work[G] + Work, "work of group", G);
    for (int64_t K = 0; K < All && Problem.empty(); ++K)
      for (int64_t I = 0; I < C; ++I) {
        const int64_t Slot = L.start[G] + K * C + I;
        bool IsFound =
            K < Lengths[size_t(I)] ? holds(Slot, position(Row[I]) + K) : false;
        for (int64_t O = 0; O < C && K >= Lengths[size_t(I)]; ++O)
          IsFound = IsFound || (K < Lengths[size_t(O)] &&
                                holds(Slot, position(Row[O]) + K));
        expect(IsFound, "slot", Slot);
      }
  }

  void transpose() {
    std::map<int64_t, std::vector<std::pair<int64_t, int64_t>>> All;
    for (int64_t R = 0; R < Of.rows; ++R)
      for (int64_t P = position(R); P < position(R + 1); ++P)
        All[integer(Of.entries[Of.coordinates].begin, P, Of.coordinate_bytes)]
            .emplace_back(R, P);
    expect(L.groups == int64_t(All.size()), "number of groups", L.groups);
    expect(L.start[0] == 0 && !L.width, "begin", 0);
    int64_t G = 0, Slot = 0;
    for (const auto &[Coordinate, Entries] : All) {
      if (!Problem.empty())
        return;
      expect(L.coordinate[G] == Coordinate, "coordinate of group", G);
      for (const auto &[Row, Position] : Entries) {
        expect(L.row[Slot] == Row, "row of slot", Slot);
        expect(holds(Slot, Position), "slot", Slot);
        ++Slot;
      }
      ++G;
      expect(L.start[G] == Slot && L.work[G] == Slot, "end of group", G);
    }
  }

  const lacuna_level &Of;
  const lacuna_layout &L;
  std::string Problem;
};

#endif // LACUNA_TEST_RUNTIME_LAYOUTCHECKS_H
