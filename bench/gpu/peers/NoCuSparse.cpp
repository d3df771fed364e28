//===- NoCuSparse.cpp - where cuSPARSE's header is not there -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpu/Contender.h"
#include <cstdio>

void lacuna::bench::addCuSparse(Contenders &, const Problem &, Device &) {
  static const int Said = fprintf(
      stderr, "cuSPARSE is left out: there was no cusparse.h to build with\n");
  (void)Said;
}
