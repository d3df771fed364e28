//===- RaceJudge.h - one conflict of a parallel loop ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_RACEJUDGE_H
#define LACUNA_LOWERING_SCHEDULE_RACEJUDGE_H

#include "ScanLegality.h"
#include "lacuna/analysis/ConflictFinder.h"
#include "lacuna/analysis/copies/CopiedElements.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/ir/AtomicSteps.h"
#include "lacuna/schedule/RaceError.h"

namespace lacuna {

/// One parallel loop and the place of its race strategy in the directive.
struct ParallelLoop {
  const LoopStmt *Loop;
  TextRange Where;

  std::string var() const { return Loop->var().str(); }
  const ParallelTag &tag() const { return *Loop->tags().Parallel; }
  /// Whether iterations run at the same time without being in step.
  bool isConcurrent() const { return tag().Unit != ParallelUnit::CpuVector; }
};

/// Judges one conflict of one parallel loop.
class RaceJudge {
public:
  /// \p X is one of the conflicts \p Found.
  RaceJudge(const Nest &N, const ParallelLoop &P, const Conflict &X,
            llvm::ArrayRef<Conflict> Found)
      : N(N), P(P), X(X), Found(Found), Strategy(wordFor(P.tag().Races)),
        Track(trackedIn(N, *P.Loop)), Scan(N, *P.Loop, Found) {}
  llvm::Error run();
  /// Whether iterations need copies of the array, for data choose what they
  /// update.
  bool needsCopies() const { return X.IsArray && !Track && !isJoinable(); }
  /// Whether the user's atomic operations are there for threads that share the
  /// array.
  bool isSynchronised() const {
    return X.IsArray && P.isConcurrent() &&
           P.tag().Races != RaceStrategy::NoRaces &&
           llvm::is_contained(atomicallySet(P.Loop->body()), X.Name);
  }
  /// Whether stores of several iterations may come in any order.
  bool areMarks() const {
    return X.K == Conflict::Kind::Marked && !isGpu(P.tag().Unit) &&
           P.tag().Races != RaceStrategy::Wavefront;
  }
  /// Whether iterations advance elements of the array.
  bool areCursors() const { return Scan.areCursors(X); }

private:
  bool certainlyMeets() const;
  std::string trackedPosition() const;
  bool isJoinable() const;
  bool isUpdatedAlone() const;
  bool isCopyable() const;
  bool isExtentAllThatLacks() const;
  std::string conversion() const;
  bool isConditionOnItself() const;
  /// A clause, and what it says.
  struct Vouched {
    std::string Clause, Meaning;
  };
  std::optional<Vouched> helpfulAssumption() const;
  std::string countedPlace() const;
  std::string otherExtreme() const;
  std::string updatedBeside() const;
  bool isScannable() const;
  bool isBufferable() const;
  bool isKeptApart() const;
  bool isCountable(const Conflict &V) const;
  bool isPlacedByCursors() const;
  bool isWorkspace(const Conflict &X) const;
  void noteScan(std::vector<RaceCure> &Cures) const;
  void noteWavefront(std::vector<RaceCure> &Cures) const;
  void noteCopies(llvm::ArrayRef<Conflict> Of,
                  std::vector<RaceCure> &Cures) const;
  void noteWhyNoCopies(std::vector<RaceCure> &Cures) const;
  bool areAllIndependent() const;
  llvm::Error carried();
  llvm::Error selected();
  llvm::Error noRaces();
  llvm::Error ignoreRaces();
  llvm::Error joined();
  llvm::Error partsOfRows();
  llvm::Error atomics();
  llvm::Error scanned();
  llvm::Error scannedArray();
  llvm::Error buffered();
  static bool isSum(const Conflict &X);
  llvm::Error checkUpdate();
  llvm::Error updates(std::vector<RaceCure> Promises);
  bool isRounded() const;
  std::string atomicEffect() const;
  std::string place() const;
  llvm::Error fail(const llvm::Twine &Message,
                   std::vector<RaceCure> Cures = {}) {
    return llvm::make_error<RaceError>(P.Where, Message.str(),
                                       std::move(Cures));
  }

  const Nest &N;
  const ParallelLoop &P;
  const Conflict &X;
  llvm::ArrayRef<Conflict> Found;
  llvm::StringRef Strategy;
  const TrackStmt *Track; ///< null if the loop is not over fused positions
  ScanLegality Scan;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_RACEJUDGE_H
