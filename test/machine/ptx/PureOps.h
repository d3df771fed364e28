//===- PureOps.h - families of instructions ---------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_PTX_PUREOPS_H
#define LACUNA_TEST_CUDA_PTX_PUREOPS_H

#include "Code.h"
#include <initializer_list>

namespace lacuna::ptx {

using Words = std::vector<std::string_view>;
using MaybeOp = std::optional<PureOp>;

/// An instruction with these operands; none where \p F is null.
MaybeOp op(PureFunction F, Type Result, std::initializer_list<Type> Operands);

/// What `setp` with \p Word computes of two operands; null if there is none.
PureFunction comparison(std::string_view Word, Type T);

/// The `cvt` and the `cvta` that is spelled \p W, in words between dots.
MaybeOp conversion(const Words &W);
MaybeOp addressConversion(const Words &W);

} // namespace lacuna::ptx

#endif // LACUNA_TEST_CUDA_PTX_PUREOPS_H
