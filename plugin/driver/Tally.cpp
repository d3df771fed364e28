//===- Tally.cpp - how many loops of a file were rewritten ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Tally.h"
#include "driver/Messages.def"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace lacuna::plugin;

void Tally::add(SourceLocation Loc, Outcome What) {
  if (SM.isInSystemHeader(Loc))
    return;
  // The place as people read it, which is one however often it is included;
  // several loops of one macro differ in where they are spelled.
  PresumedLoc Place = SM.getPresumedLoc(SM.getExpansionLoc(Loc));
  Outcome &Worst = Files[Place.isValid() ? Place.getFilename() : ""]
                       .try_emplace(Loc.printToString(SM), What)
                       .first->second;
  Worst = std::max(Worst, What);
}

void Tally::print(llvm::raw_ostream &OS) const {
  for (const auto &[File, Places] : Files) {
    auto Count = [&, &Places = Places](Outcome What) {
      return llvm::count_if(Places,
                            [&](auto &Loop) { return Loop.second == What; });
    };
    const auto Rewritten = Count(Outcome::Rewritten);
    if (Rewritten == std::ssize(Places))
      continue;
    OS << File << ": " << Rewritten << " of " << Places.size()
       << msg::SuffixAnnotatedLoop() << (Places.size() == 1 ? "" : "s")
       << " rewritten";
    if (Count(Outcome::LeftInSilence) != 0)
      OS << msg::SuffixMissedSaysWhy();
    OS << '\n';
  }
}
