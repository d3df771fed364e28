//===- Report.cpp - diagnostics on a terminal -*- C++ -*-===//
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
  size_t Begin = std::min(D.Where.Begin, Text.size());
  size_t End = std::clamp(D.Where.End, Begin, Text.size());
  auto Place = llvm::SMLoc::getFromPointer(Text.data() + Begin);
  llvm::SMRange Range(Place, llvm::SMLoc::getFromPointer(Text.data() + End));
  std::vector<llvm::SMFixIt> FixIts;
  if (D.Replacement)
    FixIts.emplace_back(Range, *D.Replacement);
  Sources.PrintMessage(llvm::errs(), Place, llvm::SourceMgr::DK_Error,
                       D.Message, Range, FixIts);
  for (const std::string &Note : D.Notes)
    Sources.PrintMessage(llvm::errs(), Place, llvm::SourceMgr::DK_Note, Note);
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
