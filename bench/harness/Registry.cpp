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

const Kernel lacuna::bench::Kernels[16] = {
    {"spmv", Form::Product, 2, 1, 4},
    {"spmvt", Form::Transposed, 2, 1, 4},
    {"spmm1", Form::Product, 2, 1, 0},
    {"spmm3", Form::Product, 2, 3, 0},
    {"spmm8", Form::Product, 2, 8, 0},
    {"spmm10", Form::Product, 2, 10, 0},
    {"spmm16", Form::Product, 2, 16, 0},
    {"spmm32", Form::Product, 2, 32, 0},
    {"spmm100", Form::Product, 2, 100, 0},
    {"spmm128", Form::Product, 2, 128, 0},
    {"sddmm32", Form::Sampled, 2, 32, 0},
    {"mttkrp3", Form::Mttkrp, 3, 32, 0},
    {"mttkrp4", Form::Mttkrp, 4, 32, 0},
    {"mttkrp5", Form::Mttkrp, 5, 32, 0},
    {"ttm3", Form::LastMode, 3, 32, 0},
    {"ttv3", Form::LastMode, 3, 1, 0}};

size_t Kernel::inputs(const Csr &A) const {
  if (What == Form::Transposed)
    return size_t(A.Rows);
  size_t Rows = size_t(A.extent(A.order() - 1));
  if (What == Form::Sampled)
    Rows += size_t(A.Rows);
  if (What == Form::Mttkrp)
    for (int L = 1; L < A.order() - 1; ++L)
      Rows += size_t(A.extent(L));
  return Rows * size_t(Width);
}

size_t Kernel::outputs(const Csr &A) const {
  switch (What) {
  case Form::Sampled:
    return A.entries();
  case Form::Transposed:
    return size_t(A.Cols);
  case Form::Product:
  case Form::Mttkrp:
    return size_t(A.Rows) * size_t(Width);
  case Form::LastMode:
    return A.crd(A.order() - 2).size() * size_t(Width);
  }
  return 0;
}

double Kernel::bytes(const Csr &A) const {
  double Used = double(usedCoordinates(A, A.order() - 1));
  if (What == Form::Transposed)
    return storedBytes(A) + sizeof(double) * (A.Rows + 2 * Used);
  if (What == Form::Sampled)
    Used += A.Rows;
  if (What == Form::Mttkrp)
    for (int L = 1; L < A.order() - 1; ++L)
      Used += double(usedCoordinates(A, L));
  bool IsIncreased = What != Form::Sampled && Width > 1;
  double Elements = Used * Width + double(outputs(A)) * (IsIncreased ? 2 : 1);
  return storedBytes(A) + sizeof(double) * Elements;
}

const double *Problem::factor(int L) const {
  const double *Factor = X;
  if (K.What == Form::Mttkrp)
    for (int Before = 1; Before < L; ++Before)
      Factor += size_t(A.extent(Before)) * size_t(Width);
  return Factor;
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
  auto Is = [](const Variant *V, const std::string &Name) {
    return V->Name == Name || V->Name.starts_with(Name + ".");
  };
  auto Rank = [&](const Variant *V) {
    return Is(V, "naive") ? 0 : Is(V, "omp") ? 1 : 2;
  };
  std::sort(Found.begin(), Found.end(),
            [&](const Variant *L, const Variant *R) {
              return std::make_pair(Rank(L), L->Name) <
                     std::make_pair(Rank(R), R->Name);
            });
  return Found;
}
