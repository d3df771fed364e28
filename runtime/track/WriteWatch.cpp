//===- WriteWatch.cpp - the kernel notes which pages are written ----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriteWatch.h"
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace lacuna::rt;

namespace {

// What headers of older systems lack.
constexpr int UserModeOnly = 1;
constexpr uint64_t UnpopulatedToo = uint64_t(1) << 13;
constexpr uint64_t WithoutHandler = uint64_t(1) << 15;

/// The argument of PAGEMAP_SCAN.
struct Scan {
  uint64_t Size, Flags, Begin, End, Reached, Found, FoundMost, MostPages;
  uint64_t Inverted, AllOf, AnyOf, Returned;
};
constexpr unsigned long PagemapScan = _IOWR('f', 16, Scan);
constexpr uint64_t ProtectFound = 1, FailUnlessWatched = 2; // its flags
constexpr uint64_t Written = 2;                             // its category

/// What it finds.
struct Region {
  uint64_t Begin, End, Categories;
};

} // namespace

/// Scans \p P for pages that are not protected. Their number in \p Found, and
/// in
/// \p P what was not looked at; negative on failure.
static long scan(int Pagemap, Pages &P, uint64_t Flags, Region *Found,
                 uint64_t Most) {
  Scan S = {};
  S.Size = sizeof(S);
  S.Flags = Flags | FailUnlessWatched;
  S.Begin = P.Begin;
  S.End = P.End;
  S.Found = reinterpret_cast<uintptr_t>(Found);
  S.FoundMost = Most;
  S.AllOf = S.Returned = Written;
  const long Count = ioctl(Pagemap, PagemapScan, &S);
  if (Count < 0 || S.Reached <= P.Begin || S.Reached > P.End)
    return -1;
  P.Begin = uintptr_t(S.Reached);
  return Count;
}

WriteWatch::WriteWatch(int Inherited) : Why(start(Inherited)) {}

/// Whether this process has another userfaultfd: whoever protects pages by it
/// would be taken for this watch. The parent's one, inherited, is none.
static bool isWatchedByOthers(int Inherited) {
  DIR *Open = opendir("/proc/self/fd");
  if (!Open)
    return true;
  bool Found = false;
  while (const dirent *Entry = readdir(Open)) {
    char To[64] = "";
    if (readlinkat(dirfd(Open), Entry->d_name, To, sizeof(To) - 1) <= 0 ||
        std::strcmp(To, "anon_inode:[userfaultfd]") != 0)
      continue;
    if (std::atoi(Entry->d_name) == Inherited)
      close(Inherited);
    else
      Found = true;
  }
  closedir(Open);
  return Found;
}

const char *WriteWatch::start(int Inherited) {
  if (isWatchedByOthers(Inherited))
    return "something else watches memory";
  Pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  Faults = int(syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UserModeOnly));
  if (Pagemap < 0 || Faults < 0)
    return "the system does not allow it";
  uffdio_api Api = {};
  Api.api = UFFD_API;
  Api.features = UnpopulatedToo | WithoutHandler;
  if (ioctl(Faults, UFFDIO_API, &Api) != 0)
    return "the kernel is older than Linux 6.7";
  return rehearse() ? nullptr : "the kernel does not tell what was written";
}

/// Pages that nobody has stored to yet must count as written, whole tables of
/// them as well: a page that is dropped is found so.
bool WriteWatch::rehearse() const {
  const size_t Size = size_t(8) << 20;
  void *At = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (At == MAP_FAILED)
    return false;
  const uintptr_t From = reinterpret_cast<uintptr_t>(At);
  const Pages All = {From, From + Size};
  const Pages First = {From, From + size_t(sysconf(_SC_PAGESIZE))};
  bool Works = watch(All) && !isUntouched(All) && !isUntouched(First);
  *static_cast<volatile char *>(At) = 1;
  Works = Works && protect(First, [](Pages) {}) && isUntouched(First) &&
          !isUntouched(All);
  *static_cast<volatile char *>(At) = 2;
  Works = Works && !isUntouched(First);
  munmap(At, Size);
  return Works;
}

bool WriteWatch::watch(Pages Mappings) const {
  uffdio_register Request = {};
  Request.range = {Mappings.Begin, Mappings.size()};
  Request.mode = UFFDIO_REGISTER_MODE_WP;
  return ioctl(Faults, UFFDIO_REGISTER, &Request) == 0;
}

long WriteWatch::protectSome(Pages &P, Pages *Found, uint64_t Most) const {
  Region Regions[64];
  const long Count = scan(Pagemap, P, ProtectFound, Regions, Most);
  for (long I = 0; I < Count; ++I)
    Found[I] = {uintptr_t(Regions[I].Begin), uintptr_t(Regions[I].End)};
  return Count;
}

void WriteWatch::release(Pages P) const {
  uffdio_writeprotect Request = {};
  Request.range = {P.Begin, P.size()};
  ioctl(Faults, UFFDIO_WRITEPROTECT, &Request); // what is unmapped fails
}

bool WriteWatch::isUntouched(Pages P) const {
  Region First;
  return scan(Pagemap, P, 0, &First, 1) == 0 && P.isEmpty();
}
