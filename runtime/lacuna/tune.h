//===- tune.h - what tuned loops call -------------------------- -*- C -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that is tuned (-fplugin-arg-sparse-tune) is
//
//   static lacuna_tune_loop loop = {...};
//   {
//     lacuna_tune_run run = {0};      // lacuna_tune_leave at the block's end
//     // guards; where they hold:
//     switch (lacuna_tune_enter(&run, &loop, trips, work, threads)) {...}
//   }
//
// Runs may be nested, recursive, and in several threads at once; whatever is
// chosen, a run computes what the loop does. With LACUNA_TUNE=FILE what was
// learnt is read when the first run begins, and written at exit and, at most
// every two seconds, when something has been decided. Processes that share the
// file add to it. If it cannot be read or written, one line on standard error
// says so. errno stays as it is.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TUNE_H
#define LACUNA_TUNE_H

#include <stdint.h>

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

enum { LACUNA_TUNE_ABI = 3, LACUNA_TUNE_MOST = 8, LACUNA_TUNE_FORMATS = 8 };

/// A loop in the code of a program or library. What it points to needs to last
/// as long as the library is loaded; the runtime has copies. Loops whose texts
/// are all the same are tuned as one.
typedef struct lacuna_tune_loop {
  uint32_t abi;               ///< LACUNA_TUNE_ABI; else candidate 0 runs
  uint32_t candidates;        ///< 1 at least; without formats, at most
                              ///< LACUNA_TUNE_MOST
  const char *where;          ///< "file:line"
  const char *function;       ///< qualified name
  const char *const *clauses; ///< of each candidate; first, what is usual
  uint32_t alone;             ///< bit k: candidate k runs on one thread
  uint32_t formats;           ///< the last ones, at most LACUNA_TUNE_FORMATS,
                              ///< are no schedules, but levels of
                              ///< lacuna_layout_tried
  void *record;               ///< the runtime's; null to begin with
} lacuna_tune_loop;

/// One run of a loop, on the stack; all zero to begin with.
typedef struct lacuna_tune_run {
  void *record;
  uint64_t start;  ///< nanoseconds; 0 if it is not timed
  uint64_t number; ///< of the candidate
  /// How many bytes the run moves at least where each element of an array is
  /// moved once; set behind lacuna_tune_enter, 0 if that is not known. Less:
  /// the candidate could not run, as on a device that has too little memory for
  /// it, and something else did. It is out then.
  int64_t bytes;
  /// Set by lacuna_tune_enter, for lacuna_layout_tried: 0 where the run is over
  /// no format, as while it is timed.
  int64_t formats;
} lacuna_tune_run;

/// Begins a run of \p loop, in which the schedule is to run whose number is
/// returned, unless it is over a format. \p trips iterations of the outermost
/// loop, \p work of the innermost ones, and \p threads, 0 on a GPU, tell data
/// apart.
int64_t lacuna_tune_enter(lacuna_tune_run *run, lacuna_tune_loop *loop,
                          int64_t trips, int64_t work, int64_t threads);

/// Ends a run, whether or not lacuna_tune_enter has begun it.
void lacuna_tune_leave(lacuna_tune_run *run);

#ifdef __cplusplus
} // extern "C"
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif // LACUNA_TUNE_H
