//===- Store.cpp - what is kept of races ----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processes share the file: who writes it has it locked, reads what others have
// written meanwhile, adds to that, and replaces the file as a whole.
//
//===----------------------------------------------------------------------===//

#include "tune/Store.h"
#include "gpu/KeptErrno.h"
#include "profile/Clock.h"
#include "profile/File.h"
#include "tune/Loops.h"
#include "wave/LockSoon.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace lacuna::rt;

namespace {

/// Behind Keeping.
struct Kept {
  std::string File; ///< none: nothing is kept
  std::vector<Learnt> All;
  /// What was learnt and is not in the file yet.
  std::vector<Learnt> New;
  uint64_t Last = 0; ///< when it was last written
  bool HasFailed = false;
};

} // namespace

/// Never destroyed: loops run while the process ends.
static constinit std::mutex Keeping;
static Kept *Known;

static constexpr uint64_t Pause = 2'000'000'000;

static void complain(const char *What, const char *Why) {
  if (!std::exchange(Known->HasFailed, true))
    dprintf(STDERR_FILENO, "lacuna: cannot %s '%s': %s\n", What,
            Known->File.c_str(), Why);
}

static constexpr char Foreign[] = "not written under LACUNA_TUNE";

/// More than what many thousands of loops leave.
static constexpr size_t MostBytes = size_t(16) << 20;

/// All of \p From. An error of errno, 0 if there is none.
static int readAll(int From, std::string &Text) {
  char Part[4096];
  while (true) {
    const ssize_t Got = read(From, Part, sizeof Part);
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return Got < 0 ? errno : 0;
    if (Text.size() + size_t(Got) > MostBytes)
      return EFBIG;
    Text.append(Part, size_t(Got));
  }
}

/// A child of `fork` tells only what it learns itself.
static void forgetInChild() {
  forgetCalls();
  // If another thread was at it, that has gone: nothing is written any more.
  if (const std::unique_lock Own(Keeping, std::try_to_lock); Own)
    Known->New.clear();
}

/// Nobody waits for the other end of a pipe.
static constexpr int HowToOpen = O_CLOEXEC | O_NOCTTY | O_NONBLOCK;

/// Reads the file, if there is one, when the first race begins.
static void begin() {
  Known = new Kept;
  Known->File = fileNamedBy("LACUNA_TUNE");
  if (Known->File.empty())
    return;
  pthread_atfork(nullptr, nullptr, forgetInChild);
  const int From = open(Known->File.c_str(), O_RDONLY | HowToOpen);
  if (From < 0) {
    if (errno != ENOENT)
      complain("read", std::strerror(errno));
    return;
  }
  std::string Text;
  struct stat Of;
  int Error = fstat(From, &Of) == 0 ? 0 : errno;
  // What is no file cannot be written, which is said then.
  if (Error == 0 && S_ISREG(Of.st_mode))
    Error = readAll(From, Text);
  close(From);
  if (Error != 0)
    return complain("read", std::strerror(Error));
  if (std::optional<std::vector<Learnt>> All = readLearnt(Text))
    Known->All = std::move(*All);
  else
    complain("read", Foreign);
}

bool lacuna::rt::findKept(const std::string &Where, const std::string &Function,
                          const DataClass &Of, std::optional<Learnt> &Found) {
  const std::unique_lock<std::mutex> Own = lockedSoon(Keeping);
  if (!Own)
    return false;
  if (!Known)
    begin();
  const Learnt Asked{Where, Function, Of, 0, 0, "", {}};
  for (const Learnt &L : Known->All)
    if (L.isAbout(Asked))
      Found = L;
  return true;
}

/// Locks the file \p Opened, if it is one. An error of errno, 0 if there is
/// none.
static int lock(int Opened, struct stat &Of) {
  if (fstat(Opened, &Of) != 0)
    return errno;
  if (!S_ISREG(Of.st_mode))
    return EINVAL;
  return flock(Opened, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
}

/// The file, locked, made if there is none; -1 and an error of errno where that
/// cannot be had, EWOULDBLOCK where another process has it.
static int openLocked() {
  while (true) {
    const int To = openWritten(Known->File, O_RDWR | HowToOpen);
    if (To < 0)
      return -1;
    struct stat Opened, Named;
    const int Error = lock(To, Opened);
    // Whoever had it before may have put another one in its place.
    if (Error == 0 && stat(Known->File.c_str(), &Named) == 0 &&
        Named.st_ino == Opened.st_ino && Named.st_dev == Opened.st_dev)
      return To;
    close(To);
    if (Error != 0) {
      errno = Error;
      return -1;
    }
  }
}

/// Adds what is new to the file \p Locked. Why not; null if that was done.
static const char *add(int Locked) {
  std::string Text;
  if (const int Error = readAll(Locked, Text))
    return std::strerror(Error);
  std::optional<std::vector<Learnt>> All = readLearnt(Text);
  if (!All)
    return Foreign;
  merge(*All, Known->New);
  if (const int Error = replaceFile(Known->File, learntAsJson(*All))) {
    if (Text.empty())
      unlink(Known->File.c_str()); // it was made to be locked
    return std::strerror(Error);
  }
  Known->New.clear();
  return nullptr;
}

/// Writes what is new: numbers of calls alone only at the end. Tries \p Times
/// times where other processes do.
static void write(bool IsAtEnd, int Times) {
  std::vector<Learnt> More = takeLearnt(IsAtEnd);
  std::move(More.begin(), More.end(), std::back_inserter(Known->New));
  if (std::none_of(Known->New.begin(), Known->New.end(),
                   [&](const Learnt &L) { return IsAtEnd || !L.All.empty(); }))
    return;
  int Locked = openLocked();
  for (; Locked < 0 && errno == EWOULDBLOCK && Times > 1; --Times) {
    usleep(5000);
    Locked = openLocked();
  }
  if (Locked >= 0) {
    const char *const Why = add(Locked);
    // A child of `fork` may have the descriptor, too.
    flock(Locked, LOCK_UN);
    close(Locked);
    // Only now: where standard error was closed, the file had its number.
    if (Why)
      complain("write", Why);
  } else if (errno != EWOULDBLOCK || IsAtEnd) {
    complain("write", std::strerror(errno));
  }
}

void lacuna::rt::keepSoon(uint64_t Now) {
  KeptErrno Errno;
  const std::unique_lock<std::mutex> Own(Keeping, std::try_to_lock);
  if (!Own || !Known || Known->File.empty() || Now < Known->Last + Pause)
    return;
  Known->Last = Now;
  write(/*IsAtEnd=*/false, /*Times=*/1);
}

/// Behind all destructors of the program's own, or where the library with this
/// is unloaded.
__attribute__((destructor(101))) static void keepAtExit() {
  KeptErrno Errno;
  // Who is writing may be what a signal's handler has interrupted to exit.
  std::unique_lock Own(Keeping, std::try_to_lock);
  for (int Try = 0; Try < 200 && !Own; ++Try) {
    usleep(5000);
    Own.try_lock();
  }
  if (Own && Known && !Known->File.empty())
    write(/*IsAtEnd=*/true, /*Times=*/200);
}
