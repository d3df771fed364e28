//===- SystemFaults.h - what the system does not do ----------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For one source of a program that is linked with --wrap for these functions.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_RUNTIME_SYSTEMFAULTS_H
#define LACUNA_TEST_RUNTIME_SYSTEMFAULTS_H

#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

namespace {

/// What the system does not do.
enum class Fault {
  None,
  Userfaultfd,
  Features,
  Register,
  Scan,
  ShortScan,
  Pagemap,
  Maps,
  Pinned
};
Fault Missing = Fault::None;

bool isScan(unsigned long Request) { return (Request & 0xffff) == 0x6610; }

} // namespace

// The linker leads calls of `ioctl` to `__wrap_ioctl`, and so on.
extern "C" {
long __real_syscall(long Number, ...);
int __real_ioctl(int File, unsigned long Request, void *Argument);
int __real_open(const char *Path, int Flags, ...);
std::FILE *__real_fopen(const char *Path, const char *Mode);

long __wrap_syscall(long Number, long A, long B, long C, long D, long E) {
  if (Number == SYS_userfaultfd && Missing == Fault::Userfaultfd) {
    errno = ENOSYS;
    return -1;
  }
  return __real_syscall(Number, A, B, C, D, E);
}

int __wrap_ioctl(int File, unsigned long Request, void *Argument) {
  const bool Fails =
      (Request == UFFDIO_API && Missing == Fault::Features) ||
      (Request == UFFDIO_REGISTER && Missing == Fault::Register) ||
      (isScan(Request) && Missing == Fault::Scan);
  if (Fails) {
    errno = isScan(Request) ? EPERM : Request == UFFDIO_API ? EINVAL : EBUSY;
    return -1;
  }
  const int Result = __real_ioctl(File, Request, Argument);
  if (isScan(Request) && Missing == Fault::ShortScan)
    static_cast<uint64_t *>(Argument)[4] -= 4096; // how far it went
  return Result;
}

int __wrap_open(const char *Path, int Flags, int Mode) {
  if (Missing == Fault::Pagemap && std::strstr(Path, "pagemap")) {
    errno = EACCES;
    return -1;
  }
  return __real_open(Path, Flags, Mode);
}

std::FILE *__wrap_fopen(const char *Path, const char *Mode) {
  if (Missing == Fault::Maps && std::strstr(Path, "maps"))
    return nullptr;
  static char Status[] = "VmPin:\t       4 kB\n";
  if (Missing == Fault::Pinned && std::strstr(Path, "status"))
    return fmemopen(Status, sizeof(Status) - 1, Mode);
  return __real_fopen(Path, Mode);
}
}

#endif // LACUNA_TEST_RUNTIME_SYSTEMFAULTS_H
