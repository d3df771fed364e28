//===- TrackFuzz.cpp - memory that is changed in all ways between looks ---===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   lacuna-track-fuzz [STEPS [SEED]]
//
// A source must never be found the same while its bytes differ. What its bytes
// were, a copy of the program's own says.
//
//===----------------------------------------------------------------------===//

#include "track/Tracker.h"
#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <string>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace lacuna::rt;

namespace {

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

/// A source, and what it was made of.
struct Held {
  char *Begin;
  size_t Size;
  std::vector<Bytes> Parts;
  std::shared_ptr<Source> Of;
  std::vector<char> Truth;

  bool isSame() const {
    return std::all_of(Parts.begin(), Parts.end(), [&](const Bytes &P) {
      return std::memcmp(P.Begin, &Truth[size_t(P.Begin - Begin)], P.Size) == 0;
    });
  }
};

class Fuzzer {
public:
  explicit Fuzzer(unsigned Seed);
  int run(long Steps);

private:
  static constexpr size_t PagesOfArena = 80, Blocks = 3, BlockSize = 140000;

  size_t below(size_t N) { return size_t(Random() % N); }
  char value() { return char(below(3)); }
  Held hold();
  void cut(Held &H);
  void change();
  void store();
  void renew();
  void move();
  void replaceBlock();
  void look(Held &H, bool Within);
  void fork();
  [[noreturn]] void fail(const char *What);

  std::mt19937 Random;
  Helper Other;
  char *Arena, *Outside;
  std::vector<char *> Block;
  std::vector<Held> All;
  int File, Memory;
  char *Mirror; ///< of the file
  long Step = 0, Known = 0, Looks = 0;
};

} // namespace

static char *map(void *At, size_t Size, int Flags, int File = -1) {
  void *Made = mmap(At, Size, PROT_READ | PROT_WRITE, Flags, File, 0);
  if (Made == MAP_FAILED) {
    std::perror("mmap");
    std::exit(2);
  }
  return static_cast<char *>(Made);
}

constexpr int Own = MAP_PRIVATE | MAP_ANONYMOUS;

Fuzzer::Fuzzer(unsigned Seed) : Random(Seed) {
  Arena = map(nullptr, PagesOfArena * Page, Own);
  Outside = map(nullptr, PagesOfArena * Page, PROT_NONE | Own);
  Block.resize(Blocks);
  for (char *&B : Block)
    B = static_cast<char *>(std::calloc(BlockSize, 1));
  File = int(syscall(SYS_memfd_create, "fuzz", 0));
  if (ftruncate(File, PagesOfArena * Page) != 0)
    std::exit(2);
  Mirror = map(nullptr, PagesOfArena * Page, MAP_SHARED, File);
  Memory = open("/proc/self/mem", O_RDWR);
  for (int I = 0; I < 6; ++I)
    All.push_back(hold());
}

void Fuzzer::fail(const char *What) {
  std::printf("step %ld: %s\n", Step, What);
  std::fflush(stdout);
  std::_Exit(1);
}

/// Arrays that overlap, or are neighbours in a page, or blocks of the heap; now
/// and then small ones.
Held Fuzzer::hold() {
  Held H;
  if (below(4) == 0) {
    H.Begin = Block[below(Blocks)];
    H.Size = BlockSize;
  } else {
    H.Size = below(8) == 0 ? 1 + below(9000) : 65536 + below(30000);
    H.Begin = Arena + below(PagesOfArena * Page - H.Size + 1);
    if (below(4) == 0)
      H.Begin = Arena + (H.Begin - Arena) / Page * Page;
    else if (!All.empty() && below(3) == 0)
      H = {All[0].Begin, All[0].Size, All[0].Parts, nullptr, {}};
  }
  if (H.Parts.empty())
    cut(H);
  H.Of = Source::of(H.Parts);
  H.Truth.assign(H.Begin, H.Begin + H.Size);
  return H;
}

/// One part or many, with something between them.
void Fuzzer::cut(Held &H) {
  const bool IsWhole = below(6) != 0;
  for (size_t At = 0; At < H.Size;) {
    const size_t Length =
        IsWhole ? H.Size : std::min(H.Size - At, 1 + below(6000));
    H.Parts.push_back({H.Begin + At, Length});
    At += Length + 1 + below(4000);
  }
  H.Size = size_t(H.Parts.back().Begin - H.Begin) + H.Parts.back().Size;
}

/// One store, or a few, most of them on the edges of arrays and pages.
void Fuzzer::store() {
  const Held &H = All[below(below(8) == 0 ? All.size() : 2)];
  char *At = H.Begin + below(H.Size);
  switch (below(6)) {
  case 0:
    At = H.Begin + below(std::min<size_t>(H.Size, 3));
    break;
  case 1:
    At = H.Begin + H.Size - 1 - below(std::min<size_t>(H.Size, 3));
    break;
  case 2: // the first whole page, or what is just before or behind it
    At = H.Begin + std::min(H.Size - 1, Page - uintptr_t(H.Begin) % Page);
    At -= At > H.Begin && below(2) ? 1 : 0;
    break;
  }
  char Buffer[300];
  const size_t Size = std::min<size_t>(1 + below(300), H.Begin + H.Size - At);
  std::memset(Buffer, value(), Size);
  const iovec From = {Buffer, Size}, To = {At, Size};
  switch (below(400)) {
  case 0:
    Other.store(At, value());
    break;
  case 1: {
    if (pwrite(File, Buffer, Size, 0) < 0 || pread(File, At, Size, 0) < 0)
      fail("pread failed");
    break;
  }
  case 2:
    if (syscall(SYS_process_vm_writev, getpid(), &From, 1L, &To, 1L, 0L) < 0)
      fail("process_vm_writev failed");
    break;
  case 3:
    if (pwrite(Memory, Buffer, Size, off_t(At)) < 0)
      fail("/proc/self/mem failed");
    break;
  case 4:
    std::memcpy(At, Buffer, Size);
    break;
  default:
    *static_cast<volatile char *>(At) = value();
  }
}

/// Other memory at the same place, which holds the same perhaps.
void Fuzzer::renew() {
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
void Fuzzer::move() {
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
  }
}

void Fuzzer::replaceBlock() {
  char *&B = Block[below(Blocks)];
  const std::vector<char> Was(B, B + BlockSize);
  std::erase_if(All,
                [&](const Held &H) { return H.Begin == B && below(2) == 0; });
  char *const Old = B;
  std::free(B);
  B = static_cast<char *>(std::malloc(BlockSize));
  if (below(2) == 0)
    std::memcpy(B, Was.data(), BlockSize);
  else
    std::memset(B, value(), BlockSize);
  if (B != Old)
    std::erase_if(All, [&](const Held &H) { return H.Begin == Old; });
}

void Fuzzer::change() {
  switch (below(300)) {
  case 0:
    return renew();
  case 1:
    return move();
  case 2:
    return replaceBlock();
  case 3: {
    char *At = Arena + below(PagesOfArena - 8) * Page;
    mprotect(At, 8 * Page, PROT_READ);
    mprotect(At, 8 * Page, PROT_READ | PROT_WRITE);
    return;
  }
  case 4: // where parts of the arena are shared
    std::memset(Mirror + below(PagesOfArena * Page - 5000), value(), 5000);
    return;
  case 5:
    All[below(All.size())] = hold();
    return;
  default:
    store();
  }
}

/// As two threads do whose looks take place at the same time, where there is
/// another one \p Within.
void Fuzzer::look(Held &H, bool Within) {
  ++Looks;
  const std::shared_ptr<Source> Of = H.Of;
  Look L = Of->look();
  const bool IsSame = H.isSame();
  if (L.Found == Look::Same && !IsSame)
    fail(Of->isSmall() ? "small, and not the same" : "not the same");
  if (L.Found == Look::Different && IsSame)
    fail("not different");
  Known += L.Found == Look::Same && !Of->isSmall();
  if (L.Found == Look::Unknown) {
    // By several threads, while others store perhaps.
    const int32_t Parts = 1 + int32_t(below(3));
    bool AreSame = true;
    for (int32_t P = 0; P < Parts; ++P) {
      AreSame = AreSame && Of->isSame(P, Parts);
      if (below(8) == 0)
        store();
      if (Within && below(8) == 0)
        look(below(2) == 0 ? H : All[below(All.size())], /*Within=*/false);
    }
    if (AreSame)
      Of->confirm(L);
  }
  if (!H.isSame() && below(4) == 0)
    H = hold();
}

/// A child must not take the parent's memory for its own.
void Fuzzer::fork() {
  const pid_t Child =
      below(2) == 0 ? ::fork() : pid_t(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  if (Child == 0) {
    for (Held &H : All)
      H.Begin[below(H.Size)] = value();
    for (Held &H : All)
      if (H.Of->look().Found == Look::Same && !H.isSame())
        fail("not the same in a child");
    std::_Exit(0);
  }
  int Status = 1;
  waitpid(Child, &Status, 0);
  if (Status != 0)
    fail("in a child");
}

int Fuzzer::run(long Steps) {
  for (; Step < Steps; ++Step) {
    change();
    while (All.size() < 6)
      All.push_back(hold());
    if (below(3) == 0)
      look(All[below(All.size())], /*Within=*/true);
    if (below(8000) == 0)
      fork();
  }
  std::printf("%ld looks, of which %s were the kernel's\n", Looks,
              Known > Looks / 50 ? "many" : "few");
  return 0;
}

int main(int Count, char **Arguments) {
  Tracker *T = Tracker::current();
  if (!T || T->Watch.whyNot()) {
    std::printf("skipped: %s\n", T ? T->Watch.whyNot() : "no memory");
    return 0;
  }
  const long Steps = Count > 1 ? std::atol(Arguments[1]) : 100000;
  const unsigned Seed = Count > 2 ? unsigned(std::atol(Arguments[2])) : 1;
  return Fuzzer(Seed).run(Steps);
}
