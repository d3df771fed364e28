//===- OutputFile.cpp - files that arguments name -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/OutputFile.h"
#include "driver/Messages.def"
#include "support/WrittenFile.h"

using namespace lacuna;
using namespace lacuna::plugin;

void plugin::reportUnwritable(clang::DiagnosticsEngine &Diags,
                              llvm::StringRef File, std::error_code Error) {
  Diags.Report(Diags.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0"))
      << msg::CannotWriteFile(File, Error.message());
}

void plugin::writeFile(clang::DiagnosticsEngine &Diags, llvm::StringRef File,
                       llvm::function_ref<void(llvm::raw_ostream &)> Print) {
  if (std::error_code Error = writeFile(File, Print))
    reportUnwritable(Diags, File, Error);
}
