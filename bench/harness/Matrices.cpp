//===- Matrices.cpp - operands by name -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"
#include "matrix/Generators.h"
#include "matrix/MatrixMarket.h"
#include "matrix/Tns.h"

using namespace lacuna::bench;

static bool isTns(const std::string &Path) {
  return Path.ends_with(".tns") || Path.ends_with(".tns.xz");
}

int lacuna::bench::orderOf(const std::string &Matrix, const Options &O) {
  if (int Order = generatedOrder(Matrix))
    return Order;
  std::string Path = O.pathOf(Matrix);
  return isTns(Path) ? orderOfTns(Path) : 2;
}

std::string lacuna::bench::load(const std::string &Matrix, const Options &O,
                                Csr &A) {
  A = Csr();
  std::string Path = O.pathOf(Matrix);
  return generatedOrder(Matrix) ? generate(Matrix, A)
         : isTns(Path)          ? readTns(Path, A)
                                : readMatrixMarket(Path, A);
}

std::vector<double> lacuna::bench::operandValues(size_t Count) {
  std::vector<double> Values(Count);
  for (size_t I = 0; I < Count; ++I)
    Values[I] = 1.0 / double(1 + I % 97);
  return Values;
}
