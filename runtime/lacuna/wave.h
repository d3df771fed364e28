//===- wave.h - what generated code calls for wavefronts -------- -*- C -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wavefront is a loop whose iterations run on threads, each whole and behind
// all earlier ones with which it shares an element, so that results are those
// of the sequential loop to the last bit:
//
//   lacuna_wave *w = lacuna_wave_find(&loop);
//   if (w) {
//     for (step = 0; step <= found; ++step)
//       if (lacuna_wave_unknown(w, step))
//         on a team: lacuna_wave_compare(w, step, thread, team);
//     w = lacuna_wave_current(w);
//   }
//   if (!w) {
//     lacuna_trace *t = lacuna_trace_begin(loop.trips, arrays);
//     if (t) {
//       // Iteration by iteration what the loop accesses.
//       lacuna_trace_read(t, i, 0, crd[p]);
//       lacuna_trace_write(t, i, 0, i);
//       w = lacuna_wave_plan(t, &loop);
//     }
//   }
//   if (w && lacuna_wave_pays(w)) {
//     on a team: {
//       lacuna_wave_share(w, thread, team, &task, &end, &done);
//       for (; task != end; ++task) {
//         for (wait = task->waits; wait != task->waits_end; ++wait)
//           for (spins = 0; acquire(done[16 * wait->thread]) < wait->count;
//           ++spins)
//             lacuna_wave_pause(spins);
//         // iterations [task->first, task->last)
//         if (task->count != 0)
//           release(done[16 * task->thread] = task->count);
//       }
//     }
//   } // else the loop as it was written
//   lacuna_wave_end(w);
//
// In front of other loops, a walk finds how far arrays are accessed. What it
// has found is kept in the same way:
//
//   lacuna_wave *w = lacuna_wave_find(&loop);
//   // is compared, as above
//   results = w ? lacuna_walk_results(w) : null;
//   if (!w) {
//     lacuna_trace *t = lacuna_trace_begin(1, 0);
//     if (t) {
//       // The walk, with lacuna_trace_pages and lacuna_trace_source.
//       lacuna_walk_keep(t, &loop, results, count);
//     }
//   }
//
// Or a walk stores what searches find, one number for each iteration, and later
// runs read that:
//
//   lacuna_wave *w = lacuna_wave_find(&loop);
//   // is compared, as above
//   if (!w) {
//     lacuna_trace *t = lacuna_values_begin(&loop, sizeof(int));
//     if (t) {
//       // The walk, which stores to lacuna_values_room(t).
//       w = lacuna_values_keep(t, &loop);
//     }
//   }
//   const int *values = lacuna_values_of(w);
//   // The loop, or, if that is null, the loop as it was written.
//   lacuna_values_end(&w);
//
// Plans are kept, and used again where all that the walk read is as it was: the
// kernel tells, or it is compared with a copy, byte by byte. They are never
// changed; any number of runs, of any threads, may use one. No function waits
// for another thread.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_WAVE_H
#define LACUNA_WAVE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

/// Bytes that the walk reads.
typedef struct lacuna_source {
  const void *begin;
  size_t size;
} lacuna_source;

enum {
  LACUNA_WAVE_ANY = 0,  ///< whichever is predicted to be faster, if that pays
  LACUNA_WAVE_LIST = 1, ///< in the user's order, each where it can start first
  LACUNA_WAVE_LEVELS = 2, ///< those behind equally long chains together
  LACUNA_WAVE_AUTO = 3,   ///< whichever runs show to be the fastest, or none
  LACUNA_WAVE_WALK = 4,   ///< none: results of a walk are kept
  LACUNA_WAVE_VALUES = 5  ///< none: what a walk stores is kept
};

enum {
  LACUNA_WAVE_ON_GPU = 0 ///< in place of a number of threads; units are given
};

/// A loop, and all that the accesses of its iterations depend on.
typedef struct lacuna_loop {
  uint64_t site[2]; ///< which walk it is, elements' types included
  int64_t trips;
  int64_t threads; ///< of the team that will run it, or LACUNA_WAVE_ON_GPU
  int64_t unit;    ///< iterations that run together; 0: to be chosen
  int64_t order;   ///< LACUNA_WAVE_…
  const int64_t *values; ///< scalars and the places of arrays
  size_t value_count;
  const lacuna_source *sources;
  size_t source_count;
  const char *name; ///< of the loop's variable, for messages
} lacuna_loop;

/// Before it runs, thread `thread` has to have set its counter to `count`.
typedef struct lacuna_wait {
  int32_t thread, count;
} lacuna_wait;

/// Iterations [first, last), from 0. Behind them the counter of `thread` is set
/// to `count`, unless that is 0.
typedef struct lacuna_task {
  int64_t first, last;
  const lacuna_wait *waits, *waits_end;
  int32_t count, thread;
} lacuna_task;

typedef struct lacuna_wave lacuna_wave;   ///< one run of a plan
typedef struct lacuna_trace lacuna_trace; ///< what iterations access
struct lacuna_region;                     ///< as in rt.h

/// A run of the plan that was made for an equal loop, or null: one is to be
/// made. Of its sources nothing is known yet.
lacuna_wave *lacuna_wave_find(const lacuna_loop *loop);

/// Whether sources have to be compared to find out whether they are as they
/// were: those of the loop in step 0, then one of the further sources a step,
/// which is read only where all before are as they were.
int lacuna_wave_unknown(lacuna_wave *run, int32_t step);

/// Compares a part of these with what they were. Each thread of a team has one
/// of `parts` parts; a step begins when all are done with the one before.
void lacuna_wave_compare(lacuna_wave *run, int32_t step, int32_t part,
                         int32_t parts);

/// \p run, if all sources are as they were; else the plan is forgotten, the run
/// is over, and the result null. With LACUNA_WAVE_AUTO the run then goes on
/// without a plan.
lacuna_wave *lacuna_wave_current(lacuna_wave *run);

/// Null where there is no memory, or no loop to speak of.
lacuna_trace *lacuna_trace_begin(int64_t trips, int32_t arrays);

/// 0 where \p trace is of no use any more, as what takes far longer than a plan
/// could gain: the walk may be left. Else 1.
int lacuna_trace_goes_on(const lacuna_trace *trace);

/// Iteration \p iteration accesses element \p index of array \p array.
/// Iterations never descend from call to call.
void lacuna_trace_read(lacuna_trace *trace, int64_t iteration, int32_t array,
                       int64_t index);
void lacuna_trace_write(lacuna_trace *trace, int64_t iteration, int32_t array,
                        int64_t index);

/// The same of each element that one of \p count integers chooses, of \p bytes
/// bytes each, signed where that is negative.
void lacuna_trace_read_each(lacuna_trace *trace, int64_t iteration,
                            int32_t array, const void *indices, int64_t count,
                            int32_t bytes);
void lacuna_trace_write_each(lacuna_trace *trace, int64_t iteration,
                             int32_t array, const void *indices, int64_t count,
                             int32_t bytes);

/// The same of elements of which some are accessed, \p first up to \p end, if
/// there are any.
void lacuna_trace_read_some(lacuna_trace *trace, int64_t iteration,
                            int32_t array, int64_t first, int64_t end);
void lacuna_trace_write_some(lacuna_trace *trace, int64_t iteration,
                             int32_t array, int64_t first, int64_t end);

/// The walk has read memory, which step \p step compares: from 1 on in the
/// order in which one decides what is read in the next. Of pages all counts
/// that lies between the first and the last byte of a step.
void lacuna_trace_source(lacuna_trace *trace, int32_t step, const void *begin,
                         size_t size);
void lacuna_trace_pages(lacuna_trace *trace, int32_t step, const void *begin,
                        size_t size);

/// Makes and keeps a plan; the trace is no longer to be used. Null where there
/// is none.
lacuna_wave *lacuna_wave_plan(lacuna_trace *trace, const lacuna_loop *loop);

/// Keeps \p count results of a walk that stores nothing, made for a loop of one
/// trip with WALK; the trace, of sources alone, is no longer to be used.
void lacuna_walk_keep(lacuna_trace *trace, const lacuna_loop *loop,
                      const int64_t *results, int32_t count);

/// What was kept of a current run, until it ends; null where the walk is to be
/// made without being kept.
const int64_t *lacuna_walk_results(const lacuna_wave *run);

/// Room for `trips` values of \p bytes each, which a walk stores, and for what
/// it notes; null where there is no memory.
lacuna_trace *lacuna_values_begin(const lacuna_loop *loop, size_t bytes);
void *lacuna_values_room(lacuna_trace *trace);

/// Keeps the values, made for a loop with VALUES; the trace is no longer to be
/// used. Null where there is no memory.
lacuna_wave *lacuna_values_keep(lacuna_trace *trace, const lacuna_loop *loop);

/// What was kept of a current run, until it ends; null where there is nothing.
const void *lacuna_values_of(const lacuna_wave *run);

/// Ends the run that stands in a variable at \p variable.
void lacuna_values_end(void *variable);

/// Whether the tasks are to be run; else the loop runs as it was written.
int lacuna_wave_pays(const lacuna_wave *run);

/// The tasks of thread \p thread of a team of \p team, one after the other, and
/// the counters, 16 apart. A team of another size than the plan's does all on
/// its first thread: others would wait for ever.
void lacuna_wave_share(lacuna_wave *run, int32_t thread, int32_t team,
                       const lacuna_task **begin, const lacuna_task **end,
                       int32_t **done);

/// Adds the launches of a plan that was made for a GPU to \p region, in which
/// \p kernel has blocks of \p threads threads. What \p args point to includes
/// `*order`, which becomes the address of the plan on the device, and both
/// numbers `levels[0]` and `levels[1]`: each launch runs the levels from the
/// first up to the second. Element l of the plan, an int32_t, is the index at
/// which the units of level l stand in it, behind those of the level before.
/// The run ends behind the region.
void lacuna_wave_launch(lacuna_wave *run, struct lacuna_region *region,
                        const char *kernel, uint32_t threads, void *const *args,
                        void **order, int64_t *levels);

/// What a thread does that has waited \p spins times already.
void lacuna_wave_pause(int32_t spins);

/// Gives the run back, which ends here for what is measured. Null is none.
void lacuna_wave_end(lacuna_wave *run);

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif // LACUNA_WAVE_H
