//===- Modules.h - kernels that have been loaded ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_MODULES_H
#define LACUNA_RUNTIME_MODULES_H

#include "Context.h"
#include "lacuna/rt.h"
#include <map>
#include <string>

namespace lacuna::rt {

/// A module in a context. It stays loaded.
class LoadedModule {
public:
  /// Loads \p M when it is first asked for. \p C is current.
  static Failure find(lacuna_module &M, Context &C, LoadedModule *&Found);

  Failure kernel(const char *Name, cuda::Function &Found);

private:
  Failure load(const lacuna_module &M, unsigned Sm);

  cuda::Module Handle = nullptr;
  Failure WhyNot;
  std::map<std::string, cuda::Function, std::less<>> Kernels;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_MODULES_H
