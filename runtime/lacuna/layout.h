//===- layout.h - what generated code calls for storage formats - -*- C -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout holds copies of the arrays of a compressed level in an order that
// suits the processor. It has the same entries and no others:
//
//   const lacuna_layout *l = lacuna_layout_use(&level);
//   if (l) {
//     // the loops over what the layout says
//   } // else the loops over the user's arrays
//   lacuna_layout_end(l);
//
// Layouts are kept, and used again where every byte that they were made of is
// known to be as it was: the kernel tells, or small arrays are compared. No
// function waits for another thread, and none fails.
//
// sell(C, sigma) (SELL-C-sigma): of each `sigma` rows in turn, those with more
// entries come first (equal ones in the user's order). C rows side by side are
// a group; rows that fill no group, fewer than C, stand behind all groups. Of
// group g, column k (0 up to width[3 * g + 1]) has the k-th entries of the
// group's rows, slot start[g] + k * C + lane. Up to width[3 * g] each row of
// the group has such an entry; in columns behind that at least C / 2 rows have
// one, and the slots of the others repeat the bytes of an entry of the same
// column. Entries behind width[3 * g + 1], and those of rows in no group, stand
// in the user's arrays alone; no row of the group has more than width[3 * g +
// 2] of them all. row[g * C + lane] is the row of a lane.
//
// csc: the transpose of rows. A group is a coordinate that some entry has, in
// ascending order: coordinate[g]. Its entries are slots start[g] up to
// start[g + 1], in the user's order; row[slot] is the row of each.
//
// bsr(R, C): R rows side by side are a group, from row 0 on; rows behind the
// last whole group, fewer than R, are in none. A block is R * C entries of a
// group: each of its rows has one at each coordinate from coordinate[b] on, and
// in front of these nothing but entries of blocks. Group g has blocks start[g]
// up to start[g + 1]. Of block b, the entry of row r of the group and
// coordinate coordinate[b] + c is slot b * R * C + c * R + r. The entries of
// row i that are in no block are slots rest[i] up to rest[i + 1], in the user's
// order. There are no slots of coordinates of blocks: what is there
// has no meaning. Where a row does not strictly ascend, its group has no
// blocks. Who visits blocks, then the rest, visits each row in the user's
// order.
//
// dia(T): T rows side by side are a group, the last one perhaps fewer. A run is
// entries of one diagonal in rows one below the other: run u begins in row
// row[u], has slots first[u] up to first[u + 1], and in row i the coordinate
// i + coordinate[u]. Group g has runs start[g] up to start[g + 1], in such an
// order that each row is visited in the user's order. Rows strictly ascend.
// There are no slots of coordinates: their array is null.
//
// Of the bytes behind the last slot of an array, 64 may be read.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LAYOUT_H
#define LACUNA_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

enum { LACUNA_SELL = 1, LACUNA_CSC = 2, LACUNA_BSR = 3, LACUNA_DIA = 4 };

/// An array with one element for each stored position: that of position p lies
/// at `begin + p * bytes`.
typedef struct lacuna_entries {
  const char *begin;
  int32_t bytes;
} lacuna_entries;

/// Rows of positions, and what is asked of their layout.
typedef struct lacuna_level {
  int32_t kind;             ///< LACUNA_SELL, …
  int32_t lanes;            ///< sell: C, at most 64
  int64_t window;           ///< sell: sigma, a multiple of C; 0: all rows
  int32_t masks;            ///< sell: whether columns may have repeated entries
  int32_t coordinates;      ///< which of `entries` holds coordinates; or -1
  int32_t coordinate_bytes; ///< of each, negative where they are signed
  int32_t position_bytes;   ///< of each, negative where they are signed
  const void *positions;    ///< row r has positions [positions[r],
                            ///< positions[r + 1])
  int64_t rows;             ///< nothing is read where there is none
  const lacuna_entries *entries;
  int64_t entry_arrays;
  const char *name;  ///< of the tensor, for messages
  const char *where; ///< "file.cpp:12"
} lacuna_level;

/// See above; what a kind does not have is null.
typedef struct lacuna_layout {
  int64_t groups;
  int64_t rows;         ///< sell: those in no group begin at row[groups * C]
  const int64_t *start; ///< groups + 1
  const int64_t *work;  ///< entries in front of each group, groups + 1: to
                        ///< share out groups evenly
  const int32_t *width;
  const int32_t *row;
  const int64_t *coordinate;
  const void *const *slots; ///< one array for each of `entries`
  const int64_t *rest;
  const int64_t *first;
} lacuna_layout;

/// The layout of \p level, made if there is none; null where the loops have to
/// run over the user's arrays.
const lacuna_layout *lacuna_layout_use(const lacuna_level *level);

/// Gives it back. Null is none.
void lacuna_layout_end(const lacuna_layout *layout);

/// A run of loops of which it is to be found out whether they are faster over a
/// layout.
typedef struct lacuna_layout_run {
  const lacuna_layout *layout; ///< that it runs over; or null
  int64_t level;               ///< whose it is
} lacuna_layout_run;

/// The run that begins. It runs over the user's arrays, and is measured, so
/// often that making a layout may pay; then over the layout of one of \p
/// levels, which differ in their kinds alone, as long as that is faster. A
/// sample of the entries chooses it; levels come first that are faster where
/// they are chosen. Null where nothing is measured, over the user's arrays.
/// So many \p threads share the loops; 0: the run is null, and nothing is
/// counted. \p reassociates: those over the user's
/// arrays add up in another order than those over layouts. Where there is a run
/// they must not: nothing but time may depend on what was measured.
lacuna_layout_run *lacuna_layout_begin(const lacuna_level *levels,
                                       int64_t count, int64_t threads,
                                       int32_t reassociates);

/// The same in a run of a tuned loop (lacuna/tune.h), where trials of schedules
/// have ended: \p tried is what lacuna_tune_enter has left in `formats`. What
/// comes of it is kept with what they have shown. Results may depend on what
/// was measured, as they do on schedules.
lacuna_layout_run *lacuna_layout_tried(const lacuna_level *levels,
                                       int64_t count, int64_t tried);

/// The run ends. Null is none.
void lacuna_layout_finish(lacuna_layout_run *run);

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif // LACUNA_LAYOUT_H
