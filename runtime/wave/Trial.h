//===- Trial.h - which runs of a loop use a plan -------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results are the same with and without a plan, so that nothing but time is at
// stake, and what was measured decides:
//
//   timed, one after the other, until finding out about the loop costs no more
//     -> inspected, once
//     -> each plan that promises to pay a few times
//     -> the fastest of these and of the loop as it was written
//
// Where that turns out to be slower than the loop was, as on a machine that
// others use, too, the loop rests a while and plans are tried anew.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_WAVE_TRIAL_H
#define LACUNA_RUNTIME_WAVE_TRIAL_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

namespace lacuna::rt {

/// How a run goes.
struct RunKind {
  enum How {
    AsWritten, ///< nothing is to be learnt from it
    Timed,     ///< on one thread
    Inspected, ///< the plans are to be made first
    Planned    ///< in the order of plan `Number`
  } Is = AsWritten;
  size_t Number = 0;
};

/// The runs of one loop over one set of data. May be used from several threads,
/// in children of `fork` and in handlers of signals: nobody waits for others.
/// Where these are at it a run is as written, and what it took is not noted.
class Trial {
public:
  /// So many runs on one thread cost about what an inspection does.
  static constexpr int64_t RunsInFront = 12;
  static constexpr int64_t RunsOfPlan = 5;
  /// A plan is so many times as fast as the loop as it was written: that gets
  /// faster while it is repeated, and other code is slower behind a plan.
  static constexpr double LeastGain = 1.05;
  /// Where no plan was faster the loop runs so often before they are tried
  /// anew.
  static constexpr int64_t RunsAtRest = 1000;
  /// So many runs in a row, each with less than so much of the speed that the
  /// loop had, end a plan. What disturbs them may be over soon: the loop then
  /// runs a few times, and four times as often where the plan did not last.
  static constexpr int64_t SlowRuns = 3, RunsAfterSlow = 30, LastingRuns = 200;
  static constexpr double SlowSpeed = 0.95;
  /// Where others use the processors a run in parallel may take a hundred times
  /// as long. What is tried, or slow in a row, takes no longer than so many
  /// runs on one thread, and the run in which that is found.
  static constexpr double MostOfTrial = 8;

  Trial() : Trial(RunsInFront) {}
  /// Where it \p IsPaired, runs of plans take turns with others in a
  /// comparison, so that what else the machine does hits both, and as many of
  /// each count.
  explicit Trial(int64_t InFront, bool IsPaired = false)
      : InFront(InFront), IsPaired(IsPaired) {}

  /// How the run that begins is to go.
  RunKind next();
  /// There are \p Plans plans now; none: the loop stays as it was written.
  void inspected(size_t Plans);
  /// What the plans were made of has changed.
  void changed();
  /// A run took \p Nanoseconds. Whether that decided between plans, or ended
  /// one.
  bool ran(RunKind Run, double Nanoseconds);

  /// Least times of runs, in ns: on one thread, then of each plan; nothing
  /// where others are at it.
  std::vector<double> times() const;
  /// How often plan \p Number was run to be compared.
  int64_t runsOf(size_t Number) const;
  /// Whether a plan is run from now on, not the loop as it was written.
  bool isPlanned() const;

private:
  static constexpr double Never = std::numeric_limits<double>::infinity();

  enum class Phase { InFront, Inspection, Comparison, Decided, AtRest, Over };

  void compare(size_t Plans);
  /// What plans have to be faster than.
  double usual() const { return Beside < Never ? Beside : OnOne; }
  void decide();
  bool settle(double Nanoseconds);
  bool isEnough(double Nanoseconds, int64_t MostRuns);
  void rest(int64_t For);

  const int64_t InFront; ///< runs before plans are made
  const bool IsPaired;
  /// What was inspected while others were at it; -1: nothing.
  std::atomic<int64_t> Late{-1};
  mutable std::mutex Lock;
  Phase Now = Phase::InFront;
  int64_t Runs = 0; ///< in front; of one plan in a comparison; slow ones in a
                    ///< row; at rest, those that are left
  double Spent = 0; ///< ns, in these runs
  bool IsWarm = false; ///< threads have run, and caches hold what is not new
  int64_t RunsOfBest = 0, NextRest = RunsAfterSlow;
  size_t Best = 0;       ///< the plan that is run, or is being compared
  double OnOne = Never;  ///< least time on one thread
  double Beside = Never; ///< the same, of runs in turn with plans
  bool IsPlansTurn = false;
  std::vector<double> OfPlans;
  std::vector<int64_t> Compared; ///< runs of each
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_WAVE_TRIAL_H
