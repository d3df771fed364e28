//===- Page.h - annotated loops as a page for people ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One HTML file that needs no other: for each annotated loop what was written,
// what became of it and why, the iteration graph before and after the schedule
// and the provenance of its index variables as pictures, the guards, and the
// generated code.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_REPORT_PAGE_H
#define LACUNA_REPORT_PAGE_H

#include "lacuna/ir/LoopCondition.h"
#include "lacuna/ir/Nest.h"
#include "llvm/Support/raw_ostream.h"

namespace lacuna {

/// One of the schedules of a loop.
struct ScheduledGraph {
  Nest Graph;
  std::vector<LoopCondition> When;
};

/// What is known of one annotated loop; it ends at the stage that refused it.
struct LoopReport {
  std::string Where;    ///< file:line
  std::string Function; ///< qualified name
  std::string Source;   ///< the directive and the loop as they stand
  /// What the compiler said, or would have said if it had been asked.
  std::vector<std::string> Messages;
  bool IsRewritten = false;
  std::optional<Nest> Written;          ///< as lifted
  std::vector<ScheduledGraph> Versions; ///< after all commands
  std::vector<std::string> Guards;      ///< what fails where one of them does
  std::string Code;                     ///< a function that compiles on its own
};

/// Writes a page about \p Loops of the file \p Title.
void printPage(llvm::raw_ostream &OS, llvm::StringRef Title,
               llvm::ArrayRef<LoopReport> Loops);

} // namespace lacuna

#endif // LACUNA_REPORT_PAGE_H
