//===- Loops.h - the annotated loops of a project ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_REPORT_LOOPS_H
#define LACUNA_PLUGIN_LACUNA_REPORT_LOOPS_H

#include "lacuna-roofline/Kept.h"
#include "support/Trials.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <array>
#include <map>
#include <string>
#include <vector>

namespace lacuna::report {

/// What the compiler said of a loop.
struct Compiled {
  std::string Source, Code;
  bool IsRewritten = false;
  bool IsInside = false;        ///< of a loop with the directive
  bool DrivesRewritten = false; ///< whether one inside is rewritten
  /// Nests in their textual form: as they were lifted, and those of Schedules;
  /// empty where there is none.
  std::string Written;
  std::vector<std::string> Graphs;
  std::vector<std::string> Schedules, RunsAs, Reasons, Cures, Warnings, Guards;
};

/// Runs that took one path.
struct Path {
  std::string Text;
  uint64_t Calls = 0, Time = 0, Bytes = 0, BytesTime = 0;
};

/// What was measured of a loop, in nanoseconds and bytes; a sum over all
/// processes. Runs in which threads of OpenMP started count as long as the
/// others of their path are on average.
struct Measured {
  std::string On; ///< cpu, gpu, as-written or unmarked
  uint64_t Calls = 0, Time = 0, Self = 0, Bytes = 0, BytesTime = 0;
  uint64_t Min = UINT64_MAX, Max = 0, Threads = 0, Processes = 0;
  uint64_t Start = 0;      ///< what these runs took longer
  uint64_t OnlyStarts = 0; ///< such runs on paths that had no others
  uint64_t Cold = 0;       ///< what first runs took longer than others
  std::string Found;       ///< about plans of wavefronts
  std::map<uint64_t, uint64_t> Histogram;
  /// How many rows of at least a length, and less than twice that, were seen.
  std::map<uint64_t, uint64_t> Rows;
  std::vector<Path> Versions, Guards;

  uint64_t median() const;
  /// In GB/s, of what is known to be moved; 0 if nothing is.
  double bandwidth() const {
    return BytesTime == 0 ? 0 : double(Bytes) / double(BytesTime);
  }
  uint64_t failedGuards() const;
};

/// Whether the bytes that are known to be moved in \p M say nothing about its
/// time, under a roof of \p Roof GB/s: it computes, or moves others.
inline bool isFarFromRoof(const Measured &M, double Roof) {
  return M.bandwidth() < 0.05 * Roof;
}

/// A loop as it was written beside what it runs as.
struct Gain {
  uint64_t CallsBefore, Before, Calls, Now; ///< times of all runs
  uint64_t ProcessesBefore, Processes;

  /// How many times as fast a run is, on average; 0 if that is not known.
  double factor() const;
  /// Whether a process ran it about as often, so that runs are alike.
  bool isOfLikeRuns() const;
  bool isOfEqualRuns() const { return CallsBefore == Calls; }
};

/// A loop of one function: an instance of a template has its own.
struct Loop {
  std::string Where, Function;
  std::string Name; ///< its place without the folder that all have in common
  std::vector<Compiled> Records; ///< none where only runs are known; else one
  std::vector<Measured> Runs;    ///< for each place that it ran on
  /// Runs as written, of another build; at most one.
  std::vector<Measured> Before;
  std::vector<plugin::Trials> Tried; ///< by classes of data

  const Compiled *record() const {
    return Records.empty() ? nullptr : &Records.back();
  }
  /// Whether measured loops ran inside as written that are part of this one
  /// now: their time, and that of measuring them, was not its own then.
  bool tookOthersIn() const;
  /// Whether, the other way round, loops are measured inside that were not
  /// where it ran as written, which takes its share of the time.
  bool hasMoreInside() const;
  /// Whether a run as written took no time in which its work can be done: who
  /// compiled that has removed it.
  bool wasRemoved() const;
  /// Whether runs started threads of OpenMP, and no others say what they would
  /// have taken without.
  bool onlyStarted() const;
  uint64_t calls() const;
  uint64_t time() const;
  uint64_t self() const;
  /// That with the most time; null where there is none.
  const Measured *mainRuns() const;
  /// As which most of the time was spent, or as what it will run.
  std::string schedule() const;
  /// What being rewritten gained, where both were measured.
  std::optional<Gain> gain() const;
  /// Those over whose data it was for longest; null if there are none.
  const plugin::Trials *mainTrials() const;
  bool isRewritten() const;
  /// Whether it is rewritten, and the user's loop ran each time.
  bool neverRan() const;
  /// rewritten, fallback (where generated code never ran), left, unmarked, or
  /// unknown.
  llvm::StringRef state() const;
};

/// A process that was measured.
struct Process {
  std::string Program, Host;
  int64_t Pid = 0;
  std::optional<int64_t> Rank;
  uint64_t Elapsed = 0, Self = 0;
  uint64_t Measuring = 0; ///< what it took to measure, about
  uint64_t OpenMP = 0;    ///< what OpenMP took to begin, without its threads
  bool IsFinished = false;
};

class Project {
public:
  /// Adds a file of `record=`.
  llvm::Error addCompiled(llvm::StringRef Json);
  /// Adds a file of LACUNA_PROFILE.
  llvm::Error addProfile(llvm::StringRef Json);
  /// Adds one of a program whose loops are as they were written.
  llvm::Error addBaseline(llvm::StringRef Json);
  /// Adds a file of LACUNA_TUNE.
  llvm::Error addTrials(llvm::StringRef Json);

  /// Gives loops their names, once all files are added.
  void nameLoops();
  /// Those with the most time first.
  std::vector<const Loop *> loops() const;
  llvm::ArrayRef<Process> processes() const { return Processes; }
  uint64_t self() const;
  /// How long a process ran on average, from its first measured loop on, and
  /// how much of that it took to measure, about; 0 where that is not known.
  struct Whole {
    uint64_t Elapsed = 0, Measuring = 0;
  };
  Whole before() const { return averageOf(ProcessesBefore); }
  Whole now() const { return averageOf(Processes); }
  /// What the start of OpenMP took in all processes, which is in no loop's
  /// time.
  uint64_t startOfOpenMP() const;
  /// How often in a second of work others took a processor away, in what was
  /// measured and in the baseline; 0 if that is not known.
  double preemptionRate() const;
  /// Has the bandwidth of memory be known, by hosts.
  void setRoofs(roofline::Hosts All) { Roofs = std::move(All); }
  /// The least bandwidth of the hosts of all processes, in GB/s; 0 if that of
  /// one is not known.
  double roof() const;
  /// The same of one thread.
  double roofOfOneThread() const;

  /// Whether loops without a directive were measured in one of the two builds
  /// only that are compared.
  bool areModesMixed() const;

private:
  template <class Function> double leastRoof(Function RoofOf) const;
  static Whole averageOf(llvm::ArrayRef<Process> Of);
  Loop &loopFor(const llvm::json::Object &Of);
  void addProcessors(const llvm::json::Object &Of);

  std::map<std::pair<std::string, std::string>, Loop> Loops;
  std::vector<Process> Processes, ProcessesBefore; ///< those of the baseline
  bool HasBaseline = false, MeasuredAll = false, BaselineMeasuredAll = false;
  uint64_t Busy = 0, Preempted = 0;
  roofline::Hosts Roofs;
};

} // namespace lacuna::report

#endif // LACUNA_PLUGIN_LACUNA_REPORT_LOOPS_H
