//===- OutputFile.h - files that arguments name ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_OUTPUTFILE_H
#define LACUNA_PLUGIN_DRIVER_OUTPUTFILE_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/Support/raw_ostream.h"

namespace lacuna::plugin {

/// An error: \p File cannot be written.
void reportUnwritable(clang::DiagnosticsEngine &Diags, llvm::StringRef File,
                      std::error_code Error);

/// Writes to \p File what \p Print prints; an error if that fails.
void writeFile(clang::DiagnosticsEngine &Diags, llvm::StringRef File,
               llvm::function_ref<void(llvm::raw_ostream &)> Print);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_OUTPUTFILE_H
