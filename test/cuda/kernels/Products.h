//===- Products.h - runs of the kernels of kernels.cu -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_KERNELS_PRODUCTS_H
#define LACUNA_TEST_CUDA_KERNELS_PRODUCTS_H

#include "Launcher.h"

/// The kernels of kernels.cu, but for those that others need.
extern const std::vector<std::string> KernelNames;

/// Runs kernel \p Name on random data and compares with a loop on the host.
/// Returns an error of the launch, or "the result differs", or nothing.
std::string runKernel(Launcher &L, const std::string &Name, std::uint64_t Seed);

#endif // LACUNA_TEST_CUDA_KERNELS_PRODUCTS_H
