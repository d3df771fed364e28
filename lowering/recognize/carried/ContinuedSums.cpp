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

/// `var t = m` at Begin, `m = t` at End of a list of statements.
struct Continued {
  size_t Begin, End;
  std::string Own, Of;
  Type Ty;
};

} // namespace

/// Whether \p Value is what variable \p Name is behind \p All: the variable, or
/// a let of it behind all that sets it.
static bool isValueOf(const ExprRef &Value, StringRef Name,
                      ArrayRef<StmtRef> All) {
  auto *Var = dyn_cast<VarExpr>(Value.get());
  if (!Var || Var->name() == Name)
    return Var != nullptr;
  const auto Let = find_if(All, [&](const StmtRef &S) {
    auto *Is = dyn_cast<LetStmt>(S.get());
    return Is && Is->name() == Var->name();
  });
  if (Let == All.end())
    return false;
  auto *Init = dyn_cast<VarExpr>(llvm::cast<LetStmt>(**Let).init().get());
  return Init && Init->name() == Name &&
         mentions(All.drop_front(Let + 1 - All.begin()), Name) == 0;
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
      Assign->target().Name != Of->name() ||
      !isValueOf(Assign->value(), Own->name(), Behind.take_front(Between)))
    return std::nullopt;
  // It is updated in between, handed back once, and not looked at.
  if (mentions(N.Body, Own->name()) !=
          updates(Behind.take_front(Between), Own->name()) + 1 ||
      boundsUse(N, Own->name()) || boundsUse(N, Of->name()))
    return std::nullopt;
  return Continued{Begin, Begin + 1 + Between, Own->name().str(),
                   Of->name().str(), Own->type()};
}

/// \p S with the variable that \p C goes on from in place of its own one.
static StmtRef renamed(const StmtRef &S, const Continued &C) {
  return rewrite(
      S,
      [&](const StmtRef &Part) -> StmtRef {
        auto *Assign = dyn_cast<AssignStmt>(Part.get());
        if (!Assign || Assign->target().Name != C.Own)
          return nullptr;
        return std::make_shared<AssignStmt>(
            Place{C.Of, C.Ty, nullptr}, Assign->op(),
            substitute(Assign->value(), {{C.Own, var(C.Ty, C.Of)}}),
            Assign->isAtomic(), Assign->tag());
      },
      [&](const ExprRef &E) -> ExprRef {
        auto *Var = dyn_cast<VarExpr>(E.get());
        return Var && Var->name() == C.Own ? var(C.Ty, C.Of) : nullptr;
      });
}

static StmtRef without(const Nest &N, const Statements &All,
                       const Continued &C) {
  Statements Rest;
  for (const auto &[At, S] : enumerate(All)) {
    if (At == C.Begin || At == C.End)
      continue;
    // What a call returned, and nobody but the sum took.
    auto *Let = dyn_cast<LetStmt>(S.get());
    const bool IsOver = Let && At < C.End && C.Begin < At &&
                        mentions(All[C.End], Let->name()) != 0 &&
                        mentions(N.Body, Let->name()) == 1;
    if (!IsOver)
      Rest.push_back(C.Begin < At && At < C.End ? renamed(S, C) : S);
  }
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
              return without(N, All, *C);
            }
          return nullptr;
        },
        nullptr);
  }
}

} // namespace lacuna
