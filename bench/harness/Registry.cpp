//===- Registry.cpp - the kernels and all ways to compute them -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Registry.h"
#include "matrix/Balance.h"
#include <algorithm>

using namespace lacuna::bench;

const Kernel lacuna::bench::Kernels[3] = {{"spmv", Form::Product, 1, 4},
                                          {"spmm32", Form::Product, 32, 0},
                                          {"sddmm32", Form::Sampled, 32, 0}};

size_t Kernel::inputs(const Csr &A) const {
  size_t Rows = size_t(A.Cols) + (What == Form::Sampled ? size_t(A.Rows) : 0);
  return Rows * size_t(Width);
}

size_t Kernel::outputs(const Csr &A) const {
  return What == Form::Sampled ? A.entries() : size_t(A.Rows) * size_t(Width);
}

double Kernel::bytes(const Csr &A) const {
  if (What == Form::Sampled)
    return sddmmBytes(A, Width);
  return Width == 1 ? spmvBytes(A) : spmmBytes(A, Width);
}

// Registration happens before main, in no particular order of files.
static std::vector<Variant> &registeredVariants() {
  static std::vector<Variant> Variants;
  return Variants;
}

static std::vector<std::pair<std::string, std::string>> &registeredPeers() {
  static std::vector<std::pair<std::string, std::string>> Peers;
  return Peers;
}

RegisterVariant::RegisterVariant(Variant V) {
  registeredVariants().push_back(std::move(V));
}

RegisterPeer::RegisterPeer(std::string Name, std::string Version) {
  registeredPeers().emplace_back(std::move(Name), std::move(Version));
}

const std::vector<std::pair<std::string, std::string>> &lacuna::bench::peers() {
  return registeredPeers();
}

std::vector<const Variant *>
lacuna::bench::variantsOf(const std::string &Kernel) {
  std::vector<const Variant *> Found;
  for (const Variant &V : registeredVariants())
    if (V.Kernel == Kernel)
      Found.push_back(&V);
  auto Rank = [](const Variant *V) {
    return V->Name == "naive" ? 0 : V->Name == "omp" ? 1 : 2;
  };
  std::sort(Found.begin(), Found.end(),
            [&](const Variant *L, const Variant *R) {
              return std::make_pair(Rank(L), L->Name) <
                     std::make_pair(Rank(R), R->Name);
            });
  return Found;
}
