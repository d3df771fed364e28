//===- ContinuedSums.cpp - sums that go on in another variable ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/recognize/carried/ContinuedSums.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

using Statements = std::vector<StmtRef>;

/// How often \p S reads variable \p Name, or sets it.
static size_t mentions(const StmtRef &S, StringRef Name) {
  size_t Count = 0;
  walk(S, [&](const Stmt &Part) {
    auto *Assign = dyn_cast<AssignStmt>(&Part);
    Count += Assign && Assign->target().Name == Name;
    for (const ExprRef &E : expressions(Part))
      walk(E, [&](const Expr &Used) {
        auto *Var = dyn_cast<VarExpr>(&Used);
        Count += Var && Var->name() == Name;
      });
    return true;
  });
  return Count;
}

static size_t mentions(ArrayRef<StmtRef> All, StringRef Name) {
  size_t Count = 0;
  for (const StmtRef &S : All)
    Count += mentions(S, Name);
  return Count;
}

/// How many statements of \p All update variable \p Name by an operator.
static size_t updates(ArrayRef<StmtRef> All, StringRef Name) {
  size_t Count = 0;
  for (const StmtRef &S : All)
    walk(S, [&](const Stmt &Part) {
      auto *Assign = dyn_cast<AssignStmt>(&Part);
      Count += Assign && Assign->target().Name == Name &&
               Assign->op() != ReduceOp::None;
      return true;
    });
  return Count;
}

namespace {

/// `var t = m` at Begin, `m = t` at End of a list of statements, where t may be
/// a let in front, at Returned.
struct Continued {
  size_t Begin, Returned, End;
  std::string Own, Of;
  Type Ty;
};

} // namespace

/// The let behind all statements of \p All that set variable \p Name, which
/// nothing but \p Value reads, that is its value in the end; the end of \p All
/// if
/// \p Value is the variable itself; nothing if it is something else.
static std::optional<size_t> handedBack(const Nest &N, const ExprRef &Value,
                                        StringRef Name, ArrayRef<StmtRef> All) {
  auto *Var = dyn_cast<VarExpr>(Value.get());
  if (!Var || Var->name() == Name)
    return Var ? std::optional(All.size()) : std::nullopt;
  const size_t At = find_if(All,
                            [&](const StmtRef &S) {
                              auto *Let = dyn_cast<LetStmt>(S.get());
                              return Let && Let->name() == Var->name();
                            }) -
                    All.begin();
  auto *Let = At == All.size() ? nullptr : llvm::cast<LetStmt>(All[At].get());
  auto *Init = Let ? dyn_cast<VarExpr>(Let->init().get()) : nullptr;
  if (!Init || Init->name() != Name || mentions(N.Body, Var->name()) != 1 ||
      mentions(All.drop_front(At + 1), Name) != 0)
    return std::nullopt;
  return At;
}

/// Whether the bounds of a loop depend on variable \p Name.
static bool boundsUse(const Nest &N, StringRef Name) {
  return any_of(N.IndexVars, [&](const IndexVar &V) {
    return (V.Lo && usesVar(V.Lo, Name)) || (V.Hi && usesVar(V.Hi, Name));
  });
}

/// The end of a sum that goes on from \p Begin, in \p All, in a variable of its
/// own; nothing if it is something else.
static std::optional<Continued>
continuedFrom(const Nest &N, const Statements &All, size_t Begin) {
  auto *Own = dyn_cast<VarStmt>(All[Begin].get());
  auto *Of =
      Own && Own->init() ? dyn_cast<VarExpr>(Own->init().get()) : nullptr;
  if (!Of || Of->type() != Own->type() || N.findOperand(Of->name()) ||
      N.findIndexVar(Of->name()))
    return std::nullopt;
  const ArrayRef<StmtRef> Behind = ArrayRef(All).drop_front(Begin + 1);
  const auto Next = find_if(
      Behind, [&](const StmtRef &S) { return mentions(S, Of->name()) != 0; });
  auto *Assign =
      Next == Behind.end() ? nullptr : dyn_cast<AssignStmt>(Next->get());
  const size_t Between = Next - Behind.begin();
  if (!Assign || Assign->target().Index || Assign->op() != ReduceOp::None ||
      Assign->target().Name != Of->name())
    return std::nullopt;
  const std::optional<size_t> Returned =
      handedBack(N, Assign->value(), Own->name(), Behind.take_front(Between));
  // It is updated in between, handed back once, and not looked at.
  if (!Returned ||
      mentions(N.Body, Own->name()) !=
          updates(Behind.take_front(Between), Own->name()) + 1 ||
      boundsUse(N, Own->name()) || boundsUse(N, Of->name()))
    return std::nullopt;
  return Continued{Begin,
                   Begin + 1 + *Returned,
                   Begin + 1 + Between,
                   Own->name().str(),
                   Of->name().str(),
                   Own->type()};
}

/// \p S with updates of the variable that \p C goes on from.
static StmtRef renamed(const StmtRef &S, const Continued &C) {
  return rewrite(
      S,
      [&](const StmtRef &Part) -> StmtRef {
        auto *Assign = dyn_cast<AssignStmt>(Part.get());
        if (!Assign || Assign->target().Name != C.Own)
          return nullptr;
        return Assign->with({C.Of, C.Ty, nullptr}, Assign->value());
      },
      nullptr);
}

static StmtRef without(const Statements &All, const Continued &C) {
  Statements Rest;
  for (const auto &[At, S] : enumerate(All))
    if (At != C.Begin && At != C.Returned && At != C.End)
      Rest.push_back(C.Begin < At && At < C.End ? renamed(S, C) : S);
  return block(std::move(Rest));
}

void continueSums(Nest &N) {
  for (bool IsFound = true; IsFound;) {
    IsFound = false;
    N.Body = rewrite(
        N.Body,
        [&](const StmtRef &S) -> StmtRef {
          if (IsFound || !isa<BlockStmt>(S.get()))
            return nullptr;
          const Statements All = statementsOf(S);
          for (size_t Begin = 0; Begin != All.size(); ++Begin)
            if (auto C = continuedFrom(N, All, Begin)) {
              IsFound = true;
              return without(All, *C);
            }
          return nullptr;
        },
        nullptr);
  }
}

} // namespace lacuna
