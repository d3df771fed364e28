//===- Mappings.cpp - memory whose stores can be noticed ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mappings.h"
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace lacuna::rt;

Pages Pages::inside(const void *From, size_t Size) {
  const uintptr_t Page = uintptr_t(sysconf(_SC_PAGESIZE));
  const uintptr_t At = reinterpret_cast<uintptr_t>(From);
  return {(At + Page - 1) & ~(Page - 1), (At + Size) & ~(Page - 1)};
}

namespace {

/// The lines of a text that the kernel makes.
class Lines {
public:
  explicit Lines(const char *Path) : File(std::fopen(Path, "re")) {}
  ~Lines() {
    if (File)
      std::fclose(File);
    std::free(Line);
  }
  Lines(const Lines &) = delete;
  Lines &operator=(const Lines &) = delete;

  const char *next() {
    return File && getline(&Line, &Capacity, File) > 0 ? Line : nullptr;
  }

private:
  std::FILE *File;
  char *Line = nullptr;
  size_t Capacity = 0;
};

} // namespace

/// Whether some memory of this process is pinned: a device may write to it past
/// the page tables.
static bool isPinned() {
  Lines Status("/proc/self/status");
  uint64_t Pinned = 0;
  while (const char *Line = Status.next())
    if (std::sscanf(Line, "VmPin: %" SCNu64, &Pinned) == 1)
      return Pinned != 0;
  return true;
}

/// Whether a mapping of permissions \p Allowed, inode \p Inode and name \p Name
/// is of this process alone.
static bool isOwn(const char *Allowed, uint64_t Inode, const char *Name) {
  return std::strchr(Allowed, 'p') && Inode == 0 &&
         (*Name == '\0' || std::strcmp(Name, "[heap]") == 0 ||
          std::strncmp(Name, "[anon:", 6) == 0);
}

const char *lacuna::rt::findMappings(Pages &P) {
  if (isPinned())
    return "devices may write to memory";
  Lines Maps("/proc/self/maps");
  Pages All = P;
  uintptr_t Reached = P.Begin; // mappings are known up to here
  while (const char *Line = Maps.next()) {
    if (std::strstr(Line, "/libcuda.so"))
      return "devices may write to memory";
    char *Rest = nullptr;
    Pages Of;
    Of.Begin = uintptr_t(std::strtoull(Line, &Rest, 16));
    Of.End = uintptr_t(std::strtoull(Rest + (*Rest == '-'), &Rest, 16));
    if (!Of.overlaps(P))
      continue;
    char Allowed[8] = "", Name[8] = "";
    uint64_t Inode = 1;
    if (std::sscanf(Rest, " %7s %*s %*s %" SCNu64 " %7s", Allowed, &Inode,
                    Name) < 2)
      return "mappings cannot be read";
    if (!isOwn(Allowed, Inode, Name))
      return "mapped from a file, or shared";
    if (Of.Begin > Reached)
      return "mappings cannot be read";
    All.Begin = Of.Begin < All.Begin ? Of.Begin : All.Begin;
    All.End = Of.End > All.End ? Of.End : All.End;
    Reached = Of.End;
  }
  if (Reached < P.End)
    return "mappings cannot be read";
  P = All;
  return nullptr;
}
