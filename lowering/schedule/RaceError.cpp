//===- RaceError.cpp - that a parallel loop may race ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/schedule/RaceError.h"
#include "lacuna/directive/ClauseWords.h"

using namespace lacuna;

char RaceError::ID = 0;

static Note asNote(const RaceCure &Cure, TextRange Where) {
  auto *Other = std::get_if<OtherStrategy>(&Cure);
  if (!Other)
    return std::get<Note>(Cure);
  const std::string Word = wordFor(Other->Races).str();
  Note Result("'" + Word + "' " + Other->Does);
  if (Where.Begin != Where.End)
    Result.Fix = Edit{Where, Word};
  return Result;
}

static Diagnostic diagnose(TextRange Where, std::string Message,
                           llvm::ArrayRef<RaceCure> Cures) {
  Diagnostic Result{Where, std::move(Message), {}, {}};
  for (const RaceCure &Cure : Cures)
    Result.Notes.push_back(asNote(Cure, Where));
  return Result;
}

RaceError::RaceError(TextRange Where, std::string Message,
                     std::vector<RaceCure> Cures)
    : ErrorInfo(diagnose(Where, std::move(Message), Cures)),
      Cures(std::move(Cures)) {}
