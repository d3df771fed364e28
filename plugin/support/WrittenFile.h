//===- WrittenFile.h - files that stay --------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_SUPPORT_WRITTENFILE_H
#define LACUNA_PLUGIN_SUPPORT_WRITTENFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace lacuna::plugin {

using Printer = llvm::function_ref<void(llvm::raw_ostream &)>;

inline std::error_code printTo(llvm::raw_fd_ostream &OS, Printer Print) {
  Print(OS);
  OS.flush();
  const std::error_code Error = OS.error();
  OS.clear_error();
  return Error;
}

/// Writes to \p Path what \p Print prints.
inline std::error_code writeFile(llvm::StringRef Path, Printer Print) {
  std::error_code Error;
  llvm::raw_fd_ostream OS(Path, Error);
  return Error ? Error : printTo(OS, Print);
}

/// The same beside \p Path, whose place and permissions the file then has: who
/// reads meanwhile finds a whole one. What is no file, such as `/dev/stdout`,
/// stays what it is.
inline std::error_code replaceFile(llvm::StringRef Path, Printer Print) {
  namespace fs = llvm::sys::fs;
  if (fs::exists(Path) && !fs::is_regular_file(Path))
    return writeFile(Path, Print);
  llvm::Expected<fs::TempFile> New =
      fs::TempFile::create(Path + ".%%%%%%%%.new");
  if (!New)
    return llvm::errorToErrorCode(New.takeError());
  llvm::raw_fd_ostream OS(New->FD, /*shouldClose=*/false);
  std::error_code Error = printTo(OS, Print);
  if (!Error)
    if (llvm::ErrorOr<fs::perms> Permissions = fs::getPermissions(Path))
      Error = fs::setPermissions(New->TmpName, *Permissions);
  if (!Error)
    return llvm::errorToErrorCode(New->keep(Path));
  llvm::consumeError(New->discard());
  return Error;
}

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_SUPPORT_WRITTENFILE_H
