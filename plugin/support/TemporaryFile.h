//===- TemporaryFile.h - what passes through other programs -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_SUPPORT_TEMPORARYFILE_H
#define LACUNA_PLUGIN_SUPPORT_TEMPORARYFILE_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

namespace lacuna::plugin {

/// A file that is removed with its object, and when the process is killed.
class TemporaryFile {
public:
  explicit TemporaryFile(llvm::StringRef Suffix) {
    Error = llvm::sys::fs::createTemporaryFile("lacuna", Suffix, Path);
    if (Error)
      return;
    llvm::sys::RemoveFileOnSignal(Path);
    Remover.setFile(Path);
  }
  ~TemporaryFile() {
    if (!Error)
      llvm::sys::DontRemoveFileOnSignal(Path);
  }

  llvm::StringRef path() const { return Path; }
  std::error_code error() const { return Error; }

  std::error_code write(llvm::ArrayRef<llvm::StringRef> Texts) const {
    std::error_code Failed;
    llvm::raw_fd_ostream Out(Path, Failed);
    for (const llvm::StringRef Text : Texts)
      Out << Text;
    Out.close();
    if (Out.has_error())
      Failed = Out.error();
    Out.clear_error();
    return Failed;
  }

  std::string read() const {
    auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false);
    return Buffer ? (*Buffer)->getBuffer().str() : std::string();
  }

private:
  llvm::SmallString<128> Path;
  llvm::FileRemover Remover;
  std::error_code Error;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_SUPPORT_TEMPORARYFILE_H
