//===- Calls.h - what every function of the driver begins with --*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_MACHINE_DRIVER_CALLS_H
#define LACUNA_TEST_MACHINE_DRIVER_CALLS_H

#include "State.h"

namespace lacuna::fakecuda {

using DevicePtr = unsigned long long;

/// Counts the call, and returns what it is made to return.
#define ENTER(Call)                                                            \
  State &S = State::get();                                                     \
  std::lock_guard Lock(S.Guard);                                               \
  if (int Code = S.enter(#Call))                                               \
  return Code

/// For calls that need a context that works.
#define ENTER_CONTEXT(Call)                                                    \
  ENTER(Call);                                                                 \
  Context *C = current();                                                      \
  if (!C)                                                                      \
    return S.error(InvalidContext, #Call " without a current context");        \
  if (C->Sticky)                                                               \
  return C->Sticky

/// For calls in a stream of the current context.
#define ENTER_STREAM(Call, Handle)                                             \
  ENTER_CONTEXT(Call);                                                         \
  Stream *In = S.stream(Handle, *C);                                           \
  if (!In)                                                                     \
    return S.error(InvalidHandle, #Call " in a stream that is none");          \
  if (!C->owns(*In))                                                           \
  return S.error(InvalidHandle, #Call " in a stream of another context")

inline Context *current() {
  return currentContexts().empty() ? nullptr : currentContexts().back();
}

} // namespace lacuna::fakecuda

#endif // LACUNA_TEST_MACHINE_DRIVER_CALLS_H
