//===- File.h - the file of a process ---------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_PROFILE_FILE_H
#define LACUNA_RUNTIME_PROFILE_FILE_H

#include <string>

namespace lacuna::rt {

/// The rank that MPI or Slurm has given the process, a number; else empty.
std::string rankOfProcess();

/// \p File with the rank, if there is one, and the process in front of the
/// extension.
std::string fileOfProcess(const std::string &File, const std::string &Rank,
                          long Pid);

/// The file that the variable \p Name of the environment names, LACUNA_PROFILE
/// or LACUNA_TUNE, wherever the program has gone since; empty if it is not set.
std::string fileNamedBy(const char *Name);

/// `open` of a file that is written and made if there is none, with its
/// folders;
/// \p How are further flags.
int openWritten(const std::string &File, int How);

/// Has \p File hold \p Text, beside which it is written first: who reads it
/// finds the one before or all of it. An error of errno, 0 if there is none.
int replaceFile(const std::string &File, const std::string &Text);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_PROFILE_FILE_H
