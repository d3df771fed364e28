//===- VectorHints.h - how a vector loop is cut into vectors ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_EMIT_VECTORHINTS_H
#define LACUNA_LOWERING_EMIT_VECTORHINTS_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// The words of `#pragma clang loop` for the vector loop \p S that `omp simd`
/// does not serve: that takes several vectors at once, which rows shorter than
/// all of them never enter, and clang unrolls loops of few trips before it
/// vectorises them, after which it cannot tell what their loads and stores have
/// to do with each other. Empty where `omp simd` serves. \p MayBecomeRegisters:
/// unrolling turns arrays that \p S touches into registers.
std::string vectorHints(const ForStmt &S, bool MayBecomeRegisters);

/// Whether \p Body looks bytes up in a table. No processor gathers those: where
/// the compiler knows that what is stored lies apart, it puts vectors together
/// from single bytes, which takes twice as long as the loop does.
bool looksUpBytes(const StmtRef &Body);

} // namespace lacuna

#endif // LACUNA_LOWERING_EMIT_VECTORHINTS_H
