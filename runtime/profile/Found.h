//===- Found.h - what is found out about a measured loop --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_PROFILE_FOUND_H
#define LACUNA_RUNTIME_PROFILE_FOUND_H

#include <string>

namespace lacuna::rt {

/// Whether a measured loop runs in this thread.
bool isMeasuring();

/// Has the profile of that loop tell \p What, in place of what it told so far.
void noteFound(const std::string &What);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_PROFILE_FOUND_H
