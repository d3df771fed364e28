//===- Race.h - which of several candidates is the fastest ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All candidates compute the same, so that nothing but time is at stake. They
// run in turn, a round of all that are left after the other, and are compared
// within rounds, since others use the machine, too: what counts is the median
// of the ratios to the usual candidate, number 0. Who is too slow is out for
// good, the sooner the slower:
//
//   round 1: the slowest, as long as a second round would take too long
//   round 2: whoever took more than 1.5 times as long as the leader, in the
//            better one of two rounds: what disturbs one run is over in another
//   then:    more than 1.2 times, in the median of all rounds
//   round 5: whoever was slower than the leader in each round. That happens to
//            one that is as fast in 3 of 100 races
//   round 7: the least median wins
//
// The usual candidate stays unless another one is clearly faster. Where trials
// have taken much longer than as many runs of the usual one, the leader alone
// goes on.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_TUNE_RACE_H
#define LACUNA_RUNTIME_TUNE_RACE_H

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace lacuna::rt {

/// The race between candidates for one class of data. May be used from several
/// threads, in children of `fork` and in handlers of signals: nobody waits for
/// others. Where these are at it the usual candidate runs, and what it took is
/// not noted.
class Race {
public:
  static constexpr size_t Most = 8, MostRounds = 7;
  /// Another candidate is so many times as fast as the usual one.
  static constexpr double LeastGain = 1.02;
  /// What trials may take in all beyond runs of the usual candidate, as a
  /// number of its runs.
  static constexpr double MostExcess = 14, MostExcessOfTwoRounds = 10;
  /// What one disturbed run may tell is no more than this.
  static constexpr double MostRatio = 4;
  /// With more threads, one alone is not worth a trial.
  static constexpr int64_t FewThreads = 4;

  struct Turn {
    size_t Number; ///< the candidate that runs
    bool IsTimed;
  };

  /// Candidates [0, \p All) take part but for those of the bits \p Out.
  void begin(size_t All, uint32_t Out);
  /// \p Number has won an earlier race.
  void settle(size_t Number);

  /// How the run that begins is to go.
  Turn next();
  /// A run that was timed took \p Nanoseconds. Whether that ended the race.
  bool ran(size_t Number, double Nanoseconds);

  /// \p Number cannot run. The usual candidate stays all the same.
  void fail(size_t Number);

  /// Who has won; -1 while nobody has.
  int winner() const { return Winner.load(std::memory_order_acquire); }

  /// No further run will be: what is known by then decides, if all who are left
  /// have run three times.
  void conclude();

  /// What is known of a candidate.
  struct Result {
    size_t Runs;
    double Median; ///< ns; 0 without runs
  };
  /// Of the candidate \p Number, once somebody has won.
  Result resultOf(size_t Number) const;

private:
  struct Runner {
    std::array<double, MostRounds> Times;
    size_t Runs = 0;
    bool IsOut = true;
  };

  double ratio(size_t Number) const;
  double excess() const;
  size_t leader() const;
  void drop(double Factor);
  void dropSlowest();
  void dropLosers();
  void judge(size_t Round);
  void advance();
  void end();

  std::mutex Lock;
  std::atomic<int> Winner{0};
  std::array<Runner, Most> Runners;
  size_t Count = 0, Rounds = 0;
  bool IsWarm = false; ///< threads have run, and caches hold what is not new
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_TUNE_RACE_H
