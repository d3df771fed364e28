//===- Words.cpp - plain words that clauses take --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Words.h"

using namespace llvm;

namespace lacuna {

// In the order of the enumerators.
ArrayRef<Word> unitWords() {
  static const Word Words[] = {{"cpu_thread", true},
                               {"cpu_vector", true},
                               {"gpu_block", true},
                               {"gpu_warp", true},
                               {"gpu_thread", true}};
  return Words;
}

// In the order of the enumerators.
ArrayRef<Word> raceWords() {
  static const Word Words[] = {
      {"no_races", true},           {"atomics", true}, {"temporary", true},
      {"parallel_reduction", true}, {"scan", true},    {"ignore_races", true}};
  return Words;
}

ArrayRef<Word> scheduleWords() {
  static const Word Words[] = {
      {"static", true}, {"dynamic", true}, {"guided", true}};
  return Words;
}

ArrayRef<Word> fpWords() {
  static const Word Words[] = {{"strict", true}};
  return Words;
}

ArrayRef<Word> targetWords() {
  static const Word Words[] = {{"cpu", true}, {"cuda", true}};
  return Words;
}

ArrayRef<Word> assumptionWords() {
  static const Word Words[] = {{"noalias", true},
                               {"sorted", true},
                               {"unique", true},
                               {"injective", true},
                               {"extent", true}};
  return Words;
}

// In the order of the enumerators.
ArrayRef<Word> boundWords() {
  static const Word Words[] = {{"min_exact", true},
                               {"max_exact", true},
                               {"min_constraint", true},
                               {"max_constraint", true},
                               {"divisible", true}};
  return Words;
}

static unsigned indexOf(ArrayRef<Word> Words, StringRef Name) {
  unsigned Index = 0;
  while (Index + 1 < Words.size() && Words[Index].Name != Name)
    ++Index;
  return Index;
}

ParallelUnit parallelUnit(StringRef Word) {
  return static_cast<ParallelUnit>(indexOf(unitWords(), Word));
}

RaceStrategy raceStrategy(StringRef Word) {
  return static_cast<RaceStrategy>(indexOf(raceWords(), Word));
}

BoundKind boundKind(StringRef Word) {
  return static_cast<BoundKind>(indexOf(boundWords(), Word));
}

StringRef wordFor(ParallelUnit Unit) {
  return unitWords()[static_cast<unsigned>(Unit)].Name;
}

StringRef wordFor(RaceStrategy Races) {
  return raceWords()[static_cast<unsigned>(Races)].Name;
}

Edit clauseInFront(StringRef Clause) { return {{}, (Clause + " ").str()}; }

} // namespace lacuna
