//===- profile.h - what measured loops call --------------------- -*- C -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that is measured (-fplugin-arg-sparse-profile) is
//
//   static lacuna_profile_loop loop = {...};
//   {
//     lacuna_profile_run run;         // lacuna_profile_leave at the block's
//     end lacuna_profile_enter(&run, &loop);
//     // guards
//     run.guard = ...; run.version = ...; run.bytes = ...;
//     // the loop, on one of its paths
//   }
//
// Runs may be nested, recursive, and in several threads at once. A run that a
// longjmp ends is not counted. What has been measured is written
//
//   - without LACUNA_PROFILE: at exit, as a table, to standard error;
//   - with LACUNA_PROFILE=DIR/NAME.json: to DIR/NAME.PID.json, or, where a
//     variable of MPI's or Slurm's tells a rank R, to DIR/NAME.rR.PID.json: at
//     exit, and about every two seconds at the end of a run. The file is whole
//     at any time. If it cannot be written, one line on standard error says so.
//
// A child of fork begins at zero, in a file of its own. errno stays as it is.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PROFILE_H
#define LACUNA_PROFILE_H

#include <stdint.h>

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

enum {
  LACUNA_PROFILE_ABI = 2,
  LACUNA_PROFILE_CPU = 0,        ///< generated code for the CPU
  LACUNA_PROFILE_GPU = 1,        ///< generated code for a GPU
  LACUNA_PROFILE_AS_WRITTEN = 2, ///< the loop was not rewritten
  LACUNA_PROFILE_UNMARKED = 3    ///< nor has it a directive
};

/// A loop in the code of a program or library. What it points to needs to last
/// as long as the library is loaded; the runtime has copies. Loops whose texts
/// are all the same are measured as one.
typedef struct lacuna_profile_loop {
  uint32_t abi;                ///< LACUNA_PROFILE_ABI; else nothing is measured
  uint32_t on;                 ///< LACUNA_PROFILE_...
  const char *where;           ///< "file:line"
  const char *function;        ///< qualified name
  const char *const *versions; ///< what each runs as; null if there is none
  const char *const *reasons;  ///< what guards find, by number; null if none
  uint32_t version_count, reason_count;
  void *record; ///< the runtime's; null to begin with
} lacuna_profile_loop;

/// One run of a loop, on the stack.
typedef struct lacuna_profile_run {
  void *record;
  uint64_t start, inner; ///< nanoseconds
  /// Which version ran, from 1 on; 1 unless it is set.
  int64_t version;
  /// How many bytes the loop moves at least where each element of an array is
  /// moved once; 0, if it is not set, says that nothing is known.
  int64_t bytes;
  /// The number of the guard because of which the user's loop ran, from 1 on;
  /// 0, if it is not set: a version ran.
  int64_t guard;
  void *outer;     ///< the record of the run around this one
  int64_t threads; ///< that OpenMP had when the run began
} lacuna_profile_run;

/// Begins a run of \p loop and sets all of \p run. To be followed by
/// lacuna_profile_leave in the same thread.
void lacuna_profile_enter(lacuna_profile_run *run, lacuna_profile_loop *loop);

/// Ends a run that lacuna_profile_enter began, and counts it.
void lacuna_profile_leave(lacuna_profile_run *run);

/// Whether the lengths of rows are to be told in this run: if not 0, each of
/// them by lacuna_profile_row, and then the number that is returned by
/// lacuna_profile_sampled. The time in between is none of the run's.
uint64_t lacuna_profile_samples(lacuna_profile_run *run);
void lacuna_profile_row(lacuna_profile_run *run, int64_t length);
void lacuna_profile_sampled(lacuna_profile_run *run, uint64_t since);

#ifdef __cplusplus
} // extern "C"
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif // LACUNA_PROFILE_H
