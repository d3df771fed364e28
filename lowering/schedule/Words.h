//===- Words.h - plain words that clauses take ------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_WORDS_H
#define LACUNA_SCHEDULE_WORDS_H

#include "lacuna/graph/Nest.h"
#include "lacuna/support/Diagnostic.h"

namespace lacuna {

struct Word {
  llvm::StringRef Name;
  bool Supported;
};

llvm::ArrayRef<Word> unitWords();
llvm::ArrayRef<Word> raceWords();
llvm::ArrayRef<Word> scheduleWords();
llvm::ArrayRef<Word> fpWords();
llvm::ArrayRef<Word> targetWords();
llvm::ArrayRef<Word> assumptionWords();
llvm::ArrayRef<Word> boundWords();

/// The meaning of a word that the parser accepted.
ParallelUnit parallelUnit(llvm::StringRef Word);
RaceStrategy raceStrategy(llvm::StringRef Word);
BoundKind boundKind(llvm::StringRef Word);
/// The word for \p Unit and \p Races.
llvm::StringRef wordFor(ParallelUnit Unit);
llvm::StringRef wordFor(RaceStrategy Races);

/// Puts \p Clause in front of the directive's others.
Edit clauseInFront(llvm::StringRef Clause);

} // namespace lacuna

#endif // LACUNA_SCHEDULE_WORDS_H
