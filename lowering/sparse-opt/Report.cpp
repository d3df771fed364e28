//===- Report.cpp - diagnostics on a terminal -----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "lacuna/support/Diagnostic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace lacuna;

static void show(const Diagnostic &D, const llvm::SourceMgr &Sources) {
  llvm::StringRef Text =
      Sources.getMemoryBuffer(Sources.getMainFileID())->getBuffer();
  auto RangeOf = [&](TextRange R) {
    size_t Begin = std::min(R.Begin, Text.size());
    size_t End = std::clamp(R.End, Begin, Text.size());
    return llvm::SMRange(llvm::SMLoc::getFromPointer(Text.data() + Begin),
                         llvm::SMLoc::getFromPointer(Text.data() + End));
  };
  llvm::SMRange Range = RangeOf(D.Where);
  llvm::SMLoc Place = Range.Start;
  std::vector<llvm::SMFixIt> FixIts;
  if (D.Replacement)
    FixIts.emplace_back(Range, *D.Replacement);
  Sources.PrintMessage(llvm::errs(), Place, llvm::SourceMgr::DK_Error,
                       D.Message, Range, FixIts);
  for (const Note &N : D.Notes) {
    FixIts.clear();
    if (N.Fix)
      FixIts.emplace_back(RangeOf(N.Fix->Where), N.Fix->Text);
    Sources.PrintMessage(llvm::errs(), Place, llvm::SourceMgr::DK_Note, N.Text,
                         {}, FixIts);
  }
}

void lacuna::report(llvm::Error E, llvm::StringRef Text, llvm::StringRef Name) {
  llvm::SourceMgr Sources;
  Sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(Text, Name),
                             llvm::SMLoc());
  llvm::handleAllErrors(
      std::move(E),
      [&](const DiagnosticError &Error) { show(Error.diagnostic(), Sources); },
      [&](const llvm::ErrorInfoBase &Error) {
        llvm::WithColor::error(llvm::errs(), Name) << Error.message() << '\n';
      });
}
