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
    switch (Of.kind) {
    case LACUNA_SELL:
      sell();
      break;
    case LACUNA_CSC:
      transpose();
      break;
    case LACUNA_BSR:
      blocks();
      break;
    default:
      diagonals();
    }
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
      const bool IsInBlock = Of.kind == LACUNA_BSR && Slot < L.rest[0];
      if ((Of.kind == LACUNA_DIA || IsInBlock) && A == Of.coordinates)
        continue;
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
    const int32_t *Row = L.row + G * C;
    const int64_t Full = L.width[3 * G], All = L.width[3 * G + 1];
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

  int64_t coordinate(int64_t Position) const {
    return integer(Of.entries[Of.coordinates].begin, Position,
                   Of.coordinate_bytes);
  }
  bool ascends(int64_t Row) const {
    for (int64_t P = position(Row) + 1; P < position(Row + 1); ++P)
      if (coordinate(P - 1) >= coordinate(P))
        return false;
    return true;
  }
  /// The position of a row's entry at a coordinate, or -1.
  int64_t find(int64_t Row, int64_t Coordinate) const {
    for (int64_t P = position(Row); P < position(Row + 1); ++P)
      if (coordinate(P) == Coordinate)
        return P;
    return -1;
  }

  void blocks() {
    const int64_t R = Of.lanes, C = Of.window, Groups = Of.rows / R;
    expect(L.rows == Of.rows && L.groups == Groups, "number of groups", Groups);
    int64_t B = 0;
    std::map<int64_t, bool> IsInBlock;
    for (int64_t G = 0; G < Groups && Problem.empty(); ++G) {
      expect(L.start[G] == B, "blocks of group", G);
      expect(L.work[G] == position(G * R) - position(0), "work of group", G);
      bool Ascend = true;
      for (int64_t I = G * R; I < (G + 1) * R; ++I)
        Ascend = Ascend && ascends(I);
      for (int64_t Taken = 0; Ascend && Problem.empty(); Taken += C) {
        const int64_t P = position(G * R) + Taken;
        if (P >= position(G * R + 1) || !isFull(G, coordinate(P), Taken))
          break;
        const int64_t First = coordinate(P);
        expect(B < L.start[G + 1] && L.coordinate[B] == First, "block", B);
        for (int64_t I = 0; I < R && Problem.empty(); ++I)
          for (int64_t J = 0; J < C; ++J) {
            const int64_t Position = find(G * R + I, First + J);
            IsInBlock[Position] = true;
            expect(holds(B * R * C + J * R + I, Position), "entry of block", B);
          }
        ++B;
      }
    }
    expect(L.start[Groups] == B && L.rest[0] == B * R * C, "blocks", B);
    for (int64_t I = 0; I < Of.rows && Problem.empty(); ++I) {
      int64_t Slot = L.rest[I];
      for (int64_t P = position(I); P < position(I + 1); ++P) {
        if (IsInBlock[P])
          continue;
        expect(holds(Slot++, P), "rest of row", I);
      }
      expect(L.rest[I + 1] == Slot, "end of the rest of row", I);
    }
  }
  /// Whether each row has such entries, \p Taken behind its first.
  bool isFull(int64_t Group, int64_t First, int64_t Taken) const {
    for (int64_t I = 0; I < Of.lanes; ++I)
      for (int64_t J = 0; J < Of.window; ++J)
        if (find(Group * Of.lanes + I, First + J) !=
            position(Group * Of.lanes + I) + Taken + J)
          return false;
    return true;
  }

  void diagonals() {
    const int64_t T = Of.window == 0 ? 1024 : Of.window;
    const int64_t Groups = (Of.rows - 1) / T + 1;
    expect(L.rows == Of.rows && L.groups == Groups, "number of groups", Groups);
    expect(!L.slots[Of.coordinates] && L.start[0] == 0, "begin", 0);
    for (int64_t G = 0; G < Groups && Problem.empty(); ++G) {
      const int64_t First = G * T, Last = First + std::min(T, Of.rows - First);
      std::vector<int64_t> Next;
      for (int64_t I = First; I < Last; ++I)
        Next.push_back(position(I));
      expect(L.work[G] == position(First) - position(0), "work of group", G);
      for (int64_t U = L.start[G]; U < L.start[G + 1] && Problem.empty(); ++U)
        for (int64_t S = L.first[U]; S < L.first[U + 1]; ++S) {
          const int64_t I = L.row[U] + (S - L.first[U]);
          expect(I >= First && I < Last, "row of run", U);
          if (!Problem.empty())
            return;
          const int64_t P = Next[size_t(I - First)]++;
          expect(P < position(I + 1) && coordinate(P) == I + L.coordinate[U] &&
                     holds(S, P),
                 "entry of run", U);
        }
      for (int64_t I = First; I < Last; ++I)
        expect(Next[size_t(I - First)] == position(I + 1), "end of row", I);
    }
    expect(L.first[L.start[Groups]] == position(Of.rows) - position(0) &&
               L.work[Groups] == position(Of.rows) - position(0),
           "end", Groups);
  }

  const lacuna_level &Of;
  const lacuna_layout &L;
  std::string Problem;
};

#endif // LACUNA_TEST_RUNTIME_LAYOUTCHECKS_H
