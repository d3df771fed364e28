//===- schedules.h - the schedules that run tests go through -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_RUN_SCHEDULES_H
#define LACUNA_TEST_RUN_SCHEDULES_H

// clang-format off

/// X(name, clauses): the order of each row's sum is kept, so every bit agrees.
#define ROW_SCHEDULES_EXACT(X) \
  X(threads, parallelize(i, cpu_thread, no_races)) \
  X(dynamic, parallelize(i, cpu_thread, no_races, schedule(dynamic, 4))) \
  X(split, split(i, i0, i1, 32)) \
  X(split_threads, split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races)) \
  X(split_order_threads, split(i, i0, i1, 32) order(i0, i1, p) parallelize(i0, cpu_thread, no_races)) \
  X(split_by_one, split(i, i0, i1, 1) parallelize(i0, cpu_thread, no_races)) \
  X(split_by_seven, split(i, i0, i1, 7)) \
  X(split_beyond, split(i, i0, i1, 1000000)) \
  X(split_inner_threads, split(i, i0, i1, 32) parallelize(i1, cpu_thread, no_races)) \
  X(split_swapped, split(i, i0, i1, 7) reorder(i0, i1)) \
  X(split_swapped_threads, split(i, i0, i1, 7) order(i1, i0, p) parallelize(i1, cpu_thread, no_races)) \
  X(split_twice, split(i, i0, i1, 16) split(i0, i00, i01, 4) parallelize(i00, cpu_thread, no_races)) \
  X(split_twice_inner, split(i, i0, i1, 16) split(i1, i10, i11, 5)) \
  X(split_unrolled, split(i, i0, i1, 4) unroll(i1)) \
  X(divide, divide(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)) \
  X(divide_beyond, divide(i, i0, i1, 1000)) \
  X(divide_split, divide(i, t, r, 3) split(r, r0, r1, 8) parallelize(t, cpu_thread, no_races)) \
  X(positions_split, split(p, p0, p1, 4)) \
  X(positions_divided, divide(p, p0, p1, 3)) \
  X(positions_unrolled, unroll(p, 4)) \
  X(positions_blocks_unrolled, split(p, p0, p1, 8) unroll(p1)) \
  X(both_split, split(i, i0, i1, 8) split(p, p0, p1, 8) order(i0, i1, p0, p1) parallelize(i0, cpu_thread, no_races)) \
  X(strict, fp(strict) split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races))

/// X(name, clauses): rows are summed in another order.
#define ROW_SCHEDULES_REASSOCIATED(X) \
  X(simd, parallelize(p, cpu_vector, parallel_reduction)) \
  X(split_simd, split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races) parallelize(p, cpu_vector, parallel_reduction)) \
  X(narrow_simd, parallelize(p, cpu_vector, parallel_reduction, width(4))) \
  X(wide_simd, split(i, i0, i1, 256) parallelize(i0, cpu_thread, no_races) parallelize(p, cpu_vector, parallel_reduction, width(8))) \
  X(blocks_simd, split(p, p0, p1, 8) parallelize(p1, cpu_vector, parallel_reduction))

/// X(name, clauses): a team of threads for each row, summed in chunks.
#define ROW_SCHEDULES_PER_ROW_TEAM(X) \
  X(row_threads, parallelize(p, cpu_thread, parallel_reduction)) \
  X(row_chunks_threads, split(p, p0, p1, 16) parallelize(p0, cpu_thread, parallel_reduction))

// clang-format on

#define PRAGMA_TEXT(...) _Pragma(#__VA_ARGS__)
/// `#pragma sparse` in a macro.
#define SPARSE(...) PRAGMA_TEXT(sparse __VA_ARGS__)

#endif // LACUNA_TEST_RUN_SCHEDULES_H
