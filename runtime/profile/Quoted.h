//===- Quoted.h - texts in JSON ---------------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_PROFILE_QUOTED_H
#define LACUNA_RUNTIME_PROFILE_QUOTED_H

#include <string>

namespace lacuna::rt {

/// \p Text as a string of JSON; what is no UTF-8 is replaced.
std::string quoted(const char *Text);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_PROFILE_QUOTED_H
