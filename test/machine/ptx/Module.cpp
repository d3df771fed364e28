//===- Module.cpp - a text that has been read -----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Code.h"

using namespace lacuna::ptx;

Module::Module(std::unique_ptr<Code> C) : TheCode(std::move(C)) {}
Module::~Module() = default;

std::unique_ptr<Module> Module::parse(std::string_view Text,
                                      std::string &Error) {
  try {
    return std::unique_ptr<Module>(new Module(parseText(Text)));
  } catch (const Failure &F) {
    Error = F.Message;
    return nullptr;
  }
}

const std::vector<Kernel> &Module::kernels() const { return TheCode->Kernels; }

const Kernel *Module::kernel(std::string_view Name) const {
  for (const Kernel &K : TheCode->Kernels)
    if (K.Name == Name)
      return &K;
  return nullptr;
}

const std::string &Module::target() const { return TheCode->Target; }
