//===- KeptErrno.h - errno as a loop would leave it -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_GPU_KEPTERRNO_H
#define LACUNA_RUNTIME_GPU_KEPTERRNO_H

#include <cerrno>

namespace lacuna::rt {

/// In functions that a rewritten loop calls and that ask the system or a driver
/// for something: the user's loop does not, and leaves errno alone.
class KeptErrno {
public:
  KeptErrno() = default;
  KeptErrno(const KeptErrno &) = delete;
  KeptErrno &operator=(const KeptErrno &) = delete;
  ~KeptErrno() { errno = Was; }

private:
  const int Was = errno;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_GPU_KEPTERRNO_H
