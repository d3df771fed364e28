//===- File.cpp - the file of a process -----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/File.h"
#include "gpu/KeptErrno.h"
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace lacuna::rt;

std::string lacuna::rt::rankOfProcess() {
  for (const char *Name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
                           "MV2_COMM_WORLD_RANK", "SLURM_PROCID"}) {
    const char *Value = std::getenv(Name);
    if (!Value || !*Value)
      continue;
    char *End;
    errno = 0;
    const long Rank = std::strtol(Value, &End, 10);
    if (*End == 0 && errno == 0 && Rank >= 0)
      return std::to_string(Rank);
  }
  return "";
}

std::string lacuna::rt::fileOfProcess(const std::string &File,
                                      const std::string &Rank, long Pid) {
  const size_t Slash = File.rfind('/');
  const size_t Name = Slash == std::string::npos ? 0 : Slash + 1;
  size_t Dot = File.rfind('.');
  if (Dot == std::string::npos || Dot <= Name)
    Dot = File.size();
  std::string Middle = "." + std::to_string(Pid);
  if (!Rank.empty())
    Middle.insert(0, ".r" + Rank);
  return File.substr(0, Dot) + Middle + File.substr(Dot);
}

/// Where the program was when it began, if a file counts from there.
static const char *FirstFolder = "";

/// Whether the variable \p Name names a file that counts from somewhere.
static bool isRelative(const char *Name) {
  const char *Value = secure_getenv(Name);
  return Value && *Value && Value[0] != '/';
}

__attribute__((constructor)) static void keepFolder() {
  if (!isRelative("LACUNA_PROFILE") && !isRelative("LACUNA_TUNE"))
    return;
  KeptErrno Kept;
  if (const char *Folder = getcwd(nullptr, 0))
    FirstFolder = Folder;
}

std::string lacuna::rt::fileNamedBy(const char *Name) {
  const char *Value = secure_getenv(Name);
  if (!Value || !*Value)
    return "";
  if (Value[0] == '/' || !*FirstFolder)
    return Value;
  return std::string(FirstFolder) + "/" + Value;
}

/// An error of errno, 0 if there is none.
static int writeAll(int To, const std::string &Text) {
  for (size_t At = 0; At < Text.size();) {
    const ssize_t Wrote = write(To, Text.data() + At, Text.size() - At);
    if (Wrote < 0 && errno != EINTR)
      return errno;
    At += Wrote > 0 ? size_t(Wrote) : 0;
  }
  return 0;
}

int lacuna::rt::openWritten(const std::string &File, int How) {
  const auto Open = [&] {
    return open(File.c_str(), How | O_CREAT | O_CLOEXEC, 0666);
  };
  const int Opened = Open();
  if (Opened >= 0 || errno != ENOENT)
    return Opened;
  // Folders that are there stay, and of others the last call tells.
  for (size_t At = File.find('/', 1); At != std::string::npos;
       At = File.find('/', At + 1))
    mkdir(File.substr(0, At).c_str(), 0777);
  return Open();
}

int lacuna::rt::replaceFile(const std::string &File, const std::string &Text) {
  std::string Goal = File;
  // A link to the file stays one.
  if (char *Real = realpath(File.c_str(), nullptr)) {
    Goal = Real;
    std::free(Real);
  }
  const std::string Beside = Goal + ".new";
  const int To = openWritten(Beside, O_WRONLY | O_TRUNC);
  if (To < 0)
    return errno;
  // Who could read it and write to it still can.
  if (struct stat Was; stat(Goal.c_str(), &Was) == 0)
    fchmod(To, Was.st_mode & 0777);
  int Error = writeAll(To, Text);
  if (close(To) != 0 && Error == 0)
    Error = errno;
  if (Error == 0 && std::rename(Beside.c_str(), Goal.c_str()) != 0)
    Error = errno;
  if (Error != 0)
    unlink(Beside.c_str());
  return Error;
}
