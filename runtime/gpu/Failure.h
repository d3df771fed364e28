//===- Failure.h - why something did not work -------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_FAILURE_H
#define LACUNA_RUNTIME_FAILURE_H

#include <string>
#include <utility>

namespace lacuna::rt {

/// True if something went wrong, and then the reason, for a message.
class [[nodiscard]] Failure {
public:
  Failure() = default;
  explicit Failure(std::string Why) : Why(std::move(Why)) {}

  explicit operator bool() const { return !Why.empty(); }
  const std::string &why() const { return Why; }

private:
  std::string Why;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_FAILURE_H
