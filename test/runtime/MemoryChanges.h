//===- MemoryChanges.h - memory that is changed in all ways --- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_RUNTIME_MEMORYCHANGES_H
#define LACUNA_TEST_RUNTIME_MEMORYCHANGES_H

#include "track/Tracker.h"
#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <random>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

constexpr size_t Page = 4096;

/// Does what it is told, on a thread of its own.
class Helper {
public:
  Helper() : Thread([this] { run(); }) {}
  ~Helper() {
    store(nullptr, 0);
    Thread.join();
  }
  /// Stores \p Value to \p To; null is the end.
  void store(char *To, char Value) {
    std::unique_lock<std::mutex> Own(Lock);
    Order = {To, Value};
    IsDone = false;
    Changed.notify_all();
    Changed.wait(Own, [this] { return IsDone; });
  }

private:
  void run() {
    std::unique_lock<std::mutex> Own(Lock);
    for (bool IsLast = false; !IsLast;) {
      Changed.wait(Own, [this] { return !IsDone; });
      IsLast = !Order.first;
      if (!IsLast)
        *static_cast<volatile char *>(Order.first) = Order.second;
      IsDone = true;
      Changed.notify_all();
    }
  }
  std::mutex Lock;
  std::condition_variable Changed;
  std::pair<char *, char> Order;
  bool IsDone = true;
  std::thread Thread;
};

/// An arena of pages and some blocks of the heap, which fuzzers put arrays
/// into.
class MemoryChanges {
public:
  static constexpr size_t PagesOfArena = 80, Blocks = 3, BlockSize = 140000;

  explicit MemoryChanges(unsigned Seed);

  size_t below(size_t N) { return size_t(Random() % N); }
  char value() { return char(below(3)); }

  [[noreturn]] void fail(const char *What) const;
  /// Puts \p Size bytes, at most a page, to \p At, in one of many ways.
  void write(char *At, const char *From, size_t Size);
  /// Some change of the arena's pages as a whole.
  void changePages();
  /// Block \p I anew, at the same place perhaps; what it holds may stay.
  void replaceBlock(size_t I);
  /// Runs \p Do in a child.
  template <typename Fn> void inChild(Fn Do);

  std::mt19937 Random;
  char *const Arena;
  std::vector<char *> Block;
  long Step = 0;

private:
  static constexpr int Own = MAP_PRIVATE | MAP_ANONYMOUS;
  static char *map(void *At, size_t Size, int Flags, int File = -1);
  void renew();
  void move();

  Helper Other;
  char *Outside, *Mirror; ///< the latter of the file
  int File, Memory;
  bool IsChild = false; ///< which has no other threads
};

inline char *MemoryChanges::map(void *At, size_t Size, int Flags, int File) {
  void *Made = mmap(At, Size, PROT_READ | PROT_WRITE, Flags, File, 0);
  if (Made == MAP_FAILED) {
    std::perror("mmap");
    std::exit(2);
  }
  return static_cast<char *>(Made);
}

inline MemoryChanges::MemoryChanges(unsigned Seed)
    : Random(Seed), Arena(map(nullptr, PagesOfArena * Page, Own)) {
  Outside = map(nullptr, PagesOfArena * Page, Own);
  Block.resize(Blocks);
  for (char *&B : Block)
    B = static_cast<char *>(std::calloc(BlockSize, 1));
  File = int(syscall(SYS_memfd_create, "fuzz", 0));
  if (ftruncate(File, PagesOfArena * Page) != 0)
    std::exit(2);
  Mirror = map(nullptr, PagesOfArena * Page, MAP_SHARED, File);
  Memory = open("/proc/self/mem", O_RDWR);
}

inline void MemoryChanges::fail(const char *What) const {
  std::printf("step %ld: %s\n", Step, What);
  std::fflush(stdout);
  std::_Exit(1);
}

inline void MemoryChanges::write(char *At, const char *From, size_t Size) {
  const iovec In = {const_cast<char *>(From), Size}, To = {At, Size};
  switch (IsChild ? 400 : below(400)) {
  case 0:
    for (size_t I = 0; I < std::min<size_t>(Size, 8); ++I)
      Other.store(At + I, From[I]);
    return;
  case 1:
    if (pwrite(File, From, Size, 0) < 0 || pread(File, At, Size, 0) < 0)
      fail("pread failed");
    return;
  case 2:
    if (syscall(SYS_process_vm_writev, getpid(), &In, 1L, &To, 1L, 0L) < 0)
      fail("process_vm_writev failed");
    return;
  case 3:
    if (pwrite(Memory, From, Size, off_t(At)) < 0)
      fail("/proc/self/mem failed");
    return;
  default:
    std::memcpy(At, From, Size);
  }
}

/// Other memory at the same place, which holds the same perhaps.
inline void MemoryChanges::renew() {
  const size_t First = below(PagesOfArena),
               Count = 1 + below(std::min<size_t>(40, PagesOfArena - First));
  char *At = Arena + First * Page;
  const std::vector<char> Was(At, At + Count * Page);
  switch (below(8)) {
  case 0:
  case 1:
    madvise(At, Count * Page, MADV_DONTNEED);
    break;
  case 2: // written through the other mapping, before it is looked at again
    map(At, Count * Page, MAP_SHARED | MAP_FIXED, File);
    break;
  case 3:
    munmap(At, Count * Page);
    [[fallthrough]];
  default:
    map(At, Count * Page, Own | MAP_FIXED);
  }
  if (below(3) != 0)
    std::memcpy(At, Was.data(), Was.size());
}

/// Pages that change places.
inline void MemoryChanges::move() {
  const size_t Count = 1 + below(30);
  char *At = Arena + below(PagesOfArena - Count) * Page;
  char *To = Arena + below(PagesOfArena - Count) * Page;
  const int Flags = MREMAP_MAYMOVE | MREMAP_FIXED;
  if (std::abs(At - To) < ptrdiff_t(Count * Page))
    return;
  // Page by page: `mremap` moves one mapping at a time.
  for (size_t I = 0; I < Count; ++I, At += Page, To += Page) {
    if (mremap(At, Page, Page, Flags, Outside) == MAP_FAILED ||
        mremap(To, Page, Page, Flags, At) == MAP_FAILED ||
        mremap(Outside, Page, Page, Flags, To) == MAP_FAILED)
      fail("mremap failed");
    map(Outside, Page,
        Own | MAP_FIXED); // else something else comes to lie there
  }
}

inline void MemoryChanges::replaceBlock(size_t I) {
  char *&B = Block[I];
  const std::vector<char> Was(B, B + BlockSize);
  std::free(B);
  B = static_cast<char *>(std::malloc(BlockSize));
  if (below(2) == 0)
    std::memcpy(B, Was.data(), BlockSize);
  else
    std::memset(B, value(), BlockSize);
}

inline void MemoryChanges::changePages() {
  switch (below(4)) {
  case 0:
    return renew();
  case 1:
    return move();
  case 2: {
    char *At = Arena + below(PagesOfArena - 8) * Page;
    mprotect(At, 8 * Page, PROT_READ);
    mprotect(At, 8 * Page, PROT_READ | PROT_WRITE);
    return;
  }
  default: // where parts of the arena are shared
    std::memset(Mirror + below(PagesOfArena * Page - 5000), value(), 5000);
  }
}

/// Runs a Fuzzer for as many steps, \p Steps if none are given, and from such a
/// seed as a program's arguments say.
template <typename Fuzzer> int fuzz(long Steps, int Count, char **Arguments) {
  lacuna::rt::Tracker *T = lacuna::rt::Tracker::current();
  if (!T || T->Watch.whyNot()) {
    std::printf("skipped: %s\n", T ? T->Watch.whyNot() : "no memory");
    return 0;
  }
  if (Count > 1)
    Steps = std::atol(Arguments[1]);
  const unsigned Seed = Count > 2 ? unsigned(std::atol(Arguments[2])) : 1;
  return Fuzzer(Seed).run(Steps);
}

template <typename Fn> void MemoryChanges::inChild(Fn Do) {
  const pid_t Child =
      below(2) == 0 ? ::fork() : pid_t(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  if (Child == 0) {
    IsChild = true;
    Do();
    std::_Exit(0);
  }
  int Status = 1;
  waitpid(Child, &Status, 0);
  if (Status != 0)
    fail("in a child");
}

#endif // LACUNA_TEST_RUNTIME_MEMORYCHANGES_H
