//===- StreamedRows.cpp - rows that are stored past the caches ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/cleanup/StreamedRows.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/cleanup/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

static bool isVariable(const ExprRef &E, llvm::StringRef Name) {
  auto *Var = llvm::dyn_cast<VarExpr>(withoutWidening(E).get());
  return Var && Var->name() == Name;
}

/// Whether \p Subscript grows by one with each step of \p Lane.
static bool isInStep(const ExprRef &Subscript, llvm::StringRef Lane) {
  ExprRef E = withoutWidening(Subscript);
  if (isVariable(E, Lane))
    return true;
  auto *Sum = llvm::dyn_cast<BinaryExpr>(E.get());
  if (!Sum || Sum->op() != BinaryOp::Add)
    return false;
  return (isInStep(Sum->lhs(), Lane) && !freeVars(Sum->rhs()).contains(Lane)) ||
         (isInStep(Sum->rhs(), Lane) && !freeVars(Sum->lhs()).contains(Lane));
}

/// The StreamStmt that does what \p Copy does where a line begins at its first
/// element; null if none does.
static StmtRef streamOf(const ForStmt &Copy,
                        llvm::ArrayRef<std::string> NonTemporal,
                        const llvm::StringSet<> &LocalArrays) {
  std::vector<StmtRef> Body = statementsOf(Copy.body());
  auto *Store = Body.size() == 1
                    ? llvm::dyn_cast<AssignStmt>(Body.front().get())
                    : nullptr;
  const int64_t Count = constantTrips(Copy);
  if (!Store || Store->op() != ReduceOp::None ||
      constantValue(Copy.lo()) != 0 ||
      !llvm::is_contained(NonTemporal, Store->target().Name) ||
      !StreamStmt::fillsLines(Store->target().Ty, Count))
    return nullptr;
  const Place &To = Store->target();
  auto *From = llvm::dyn_cast<LoadExpr>(Store->value().get());
  if (!From || !LocalArrays.contains(From->array()) || From->type() != To.Ty ||
      !isVariable(From->index(), Copy.var()) || !isInStep(To.Index, Copy.var()))
    return nullptr;
  llvm::StringMap<ExprRef> AtFirst;
  AtFirst[Copy.var()] = constant(Copy.type(), 0);
  return std::make_shared<StreamStmt>(To.Name, To.Ty,
                                      substitute(To.Index, AtFirst),
                                      From->array().str(), Count, Store->tag());
}

static ExprRef beginsLine(const StreamStmt &S) {
  const Type U64 = Type::u64();
  ExprRef Address = std::make_shared<AddressExpr>(S.array().str(), S.index());
  return binary(
      BinaryOp::Eq,
      binary(BinaryOp::And, Address, constant(U64, CacheLineBytes - 1)),
      constant(U64, 0));
}

StmtRef lacuna::streamRows(const StmtRef &S,
                           llvm::ArrayRef<std::string> NonTemporal) {
  llvm::StringSet<> LocalArrays;
  walk(S, [&](const Stmt &Part) {
    if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(&Part))
      LocalArrays.insert(Array->name());
    return true;
  });
  auto OnStmt = [&](const StmtRef &Part) -> StmtRef {
    auto *Loop = llvm::dyn_cast<ForStmt>(Part.get());
    StmtRef Stream = Loop ? streamOf(*Loop, NonTemporal, LocalArrays) : nullptr;
    if (!Stream)
      return nullptr;
    return std::make_shared<IfStmt>(beginsLine(llvm::cast<StreamStmt>(*Stream)),
                                    Stream, Part);
  };
  return NonTemporal.empty() ? S : rewrite(S, OnStmt, nullptr);
}

llvm::Error lacuna::checkStreams(const Nest &N, const StmtRef &Body) {
  llvm::StringSet<> Streamed;
  walk(Body, [&](const Stmt &S) {
    if (auto *Stream = llvm::dyn_cast<StreamStmt>(&S))
      Streamed.insert(Stream->array());
    return true;
  });
  for (const std::string &Array : N.Facts.NonTemporal)
    if (!Streamed.contains(Array))
      return makeError({}, msg::NontemporalFindsNoRow(Array, CacheLineBytes));
  return llvm::Error::success();
}
