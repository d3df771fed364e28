//===- Reductions.h - what a loop reduces into ------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_REDUCTIONS_REDUCTIONS_H
#define LACUNA_ANALYSIS_REDUCTIONS_REDUCTIONS_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// A place outside a loop that its iterations combine values into.
struct Reduction {
  ReduceOp Op;
  Place Target;
};

/// The places that outlive an iteration of the loop over \p Var, are the same
/// in all of them and are reduced into by \p Body, which is loop IR.
std::vector<Reduction> reductionsOf(const StmtRef &Body, llvm::StringRef Var);

/// The operator by which `Cond ? New : Old` combines \p Old and \p New, if it
/// is Min or Max. Among floating-point numbers the order of operands matters.
std::optional<ReduceOp> extremumBy(const ExprRef &Cond, const ExprRef &Old,
                                   const ExprRef &New);

bool samePlace(const Place &A, const Place &B);

/// What a place holds.
ExprRef valueOf(const Place &P);

/// Names that \p Body declares, loop variables among them.
llvm::StringSet<> declaredIn(const StmtRef &Body);

/// Whether \p E reads one of \p Names, a variable or an array.
bool reads(const ExprRef &E, const llvm::StringSet<> &Names);

/// The value that leaves any other unchanged under \p Op. Null for the minimum
/// and maximum of floating-point numbers, whose infinity has no literal, and of
/// integers of more than 64 bits, and for `&` of these.
ExprRef identityOf(ReduceOp Op, const Type &Ty);

/// The same in a kernel, whose compiler knows infinities.
ExprRef identityInKernel(ReduceOp Op, const Type &Ty);

/// What a partial result of \p R starts with: the identity, else the present
/// value of the accumulator, which serves as well where `x Op x` is x.
ExprRef startOf(const Reduction &R);

/// \p Body with reductions into \p From going to \p To.
StmtRef redirect(const StmtRef &Body, const Place &From, const Place &To);

/// \p Body with the values that go to \p To in its type.
StmtRef inType(const StmtRef &Body, const Place &To);

/// The type in which partial results of \p R are computed. Of signed integers
/// a sum of some terms may overflow where the sum of all, in the user's order,
/// does not; unsigned ones wrap round and come back.
Type partType(const Reduction &R);

/// \p Target joined with \p Value, a partial result.
StmtRef joinInto(const Place &Target, ReduceOp Op, ExprRef Value,
                 SourceTag Tag);

/// `Target Op= Value`
StmtRef reduceInto(const Place &Target, ReduceOp Op, ExprRef Value,
                   SourceTag Tag);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_REDUCTIONS_REDUCTIONS_H
