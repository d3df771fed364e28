//===- InputFiles.h - files, or folders of them -----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_SUPPORT_INPUTFILES_H
#define LACUNA_PLUGIN_SUPPORT_INPUTFILES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <string>
#include <vector>

namespace lacuna::plugin {

/// The files that \p Input stands for: itself, or what ends with .json in it.
inline llvm::Expected<std::vector<std::string>>
inputFiles(const std::string &Input) {
  if (!llvm::sys::fs::is_directory(Input))
    return std::vector<std::string>{Input};
  std::vector<std::string> All;
  std::error_code Error;
  for (llvm::sys::fs::directory_iterator At(Input, Error), End;
       At != End && !Error; At.increment(Error))
    if (llvm::sys::path::extension(At->path()) == ".json")
      All.push_back(At->path());
  if (Error)
    return llvm::errorCodeToError(Error);
  std::sort(All.begin(), All.end());
  return All;
}

/// Gives \p Add what the files of \p Input hold, and \p Fail those that cannot
/// be read. Whether there are none of these.
inline bool
eachFileOf(const std::string &Input,
           llvm::function_ref<llvm::Error(llvm::StringRef)> Add,
           llvm::function_ref<void(llvm::StringRef, llvm::Error)> Fail) {
  llvm::Expected<std::vector<std::string>> Files = inputFiles(Input);
  if (!Files)
    return Fail(Input, Files.takeError()), false;
  bool Ok = true;
  for (const std::string &File : *Files) {
    auto Text = llvm::MemoryBuffer::getFile(File);
    llvm::Error E = Text ? Add((*Text)->getBuffer())
                         : llvm::errorCodeToError(Text.getError());
    if (!E)
      continue;
    Fail(File, std::move(E));
    Ok = false;
  }
  return Ok;
}

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_SUPPORT_INPUTFILES_H
