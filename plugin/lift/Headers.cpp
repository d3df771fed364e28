//===- Headers.cpp - loop headers to index variables -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The range of an index variable is written in the variable's own type. Where
// the user compares in another type, conditions say that the bound's value
// survives the conversion; they become guards.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "llvm/Support/MathExtras.h"

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

namespace {

int64_t minOf(const Type &T) {
  return T.isSigned() ? llvm::minIntN(std::min(T.bits(), 64u)) : 0;
}

/// Largest value, as far as an int64_t can say.
int64_t maxOf(const Type &T) {
  if (T.isSigned())
    return llvm::maxIntN(std::min(T.bits(), 64u));
  return T.bits() >= 64 ? INT64_MAX : llvm::maxUIntN(T.bits());
}

/// The smallest type in which `T` values are added without wrapping early.
Type promoted(const Type &T) { return T.bits() < 32 ? Type::i32() : T; }

ExprRef plusOne(const Type &T, const ExprRef &E) {
  if (auto V = constantValue(E))
    return constant(T, *V + 1);
  Type P = promoted(T);
  return cast(T, binary(BinaryOp::Add, cast(P, E), constant(P, 1)));
}

/// What a condition on \p E is about, in the user's terms.
std::string subject(const ExprRef &E, llvm::StringRef Loop) {
  if (const auto *V = dyn_cast<VarExpr>(E.get()))
    return "'" + V->name().str() + "'";
  if (const auto *L = dyn_cast<LoadExpr>(E.get()))
    return "a value of '" + L->array().str() + "'";
  return "a bound of loop '" + Loop.str() + "'";
}

} // namespace

ExprRef withoutIntegerCasts(ExprRef E) {
  while (const auto *C = dyn_cast<CastExpr>(E.get())) {
    if (!C->type().isInteger() || !C->operand()->type().isInteger())
      break;
    E = C->operand();
  }
  return E;
}

bool isNext(const ExprRef &A, const ExprRef &B) {
  ExprRef Next = withoutIntegerCasts(B), Base = withoutIntegerCasts(A);
  auto C = constantValue(Base), D = constantValue(Next);
  if (C && D)
    return *D == *C + 1;
  const auto *Sum = dyn_cast<BinaryExpr>(Next.get());
  if (!Sum)
    return false;
  ExprRef L = withoutIntegerCasts(Sum->lhs());
  ExprRef R = withoutIntegerCasts(Sum->rhs());
  if (Sum->op() == BinaryOp::Add)
    return (constantValue(R) == 1 && structurallyEqual(L, Base)) ||
           (constantValue(L) == 1 && structurallyEqual(R, Base));
  // i - 1, i: storage that starts at 1.
  return false;
}

ExprRef Lifter::inlined(const ExprRef &E, clang::SourceLocation Loc,
                        llvm::StringRef Loop) {
  ExprRef Whole = substitute(E, LetValues);
  for (const auto &Entry : freeVars(Whole)) {
    llvm::StringRef Name = Entry.getKey();
    if (operand(Name) || Result.Graph.findIndexVar(Name))
      continue;
    return refuse(Loc, "bounds of loop '" + Loop.str() + "' read '" +
                           Name.str() +
                           "', which is assigned more than once in the nest; "
                           "accepted are bounds that do not change");
  }
  walk(Whole, [&](const lacuna::Expr &Part) {
    if (const auto *L = dyn_cast<LoadExpr>(&Part))
      BoundReads.push_back({L->array().str(), Loop.str(), Loc});
  });
  return Whole;
}

/// Whether \p E is never negative, as far as its form tells.
bool Lifter::isNonNegative(const ExprRef &E) const {
  if (auto C = constantValue(E))
    return *C >= 0;
  if (!E->type().isInteger() || !E->type().isSigned())
    return E->type().isInteger() || E->type().isBool();
  if (const auto *C = dyn_cast<CastExpr>(E.get()))
    return E->type().holdsAllOf(C->operand()->type()) &&
           isNonNegative(C->operand());
  const auto *V = dyn_cast<VarExpr>(E.get());
  if (!V)
    return false;
  if (Sizes.contains(V->name()))
    return true;
  const IndexVar *Index = Result.Graph.findIndexVar(V->name());
  return Index && Index->Lo && isNonNegative(Index->Lo);
}

/// \p Bound in type \p Ty, with what must hold for it to keep its value.
ExprRef Lifter::boundInType(const Type &Ty, ExprRef Bound, llvm::StringRef Loop,
                            std::vector<Condition> &Conditions) {
  auto Require = [&](BinaryOp Op, const ExprRef &E, int64_t Limit,
                     const std::string &What) {
    Conditions.push_back({subject(E, Loop) + What, E,
                          binary(Op, E, constant(E->type(), Limit))});
  };
  while (const auto *C = dyn_cast<CastExpr>(Bound.get())) {
    const ExprRef &From = C->operand();
    if (!From->type().isInteger())
      break;
    // What the conversion to Ty itself loses is required below.
    if (C->type() != Ty && !C->type().holdsAllOf(From->type())) {
      bool SignOnly = From->type().isSigned() && !C->type().isSigned() &&
                      C->type().bits() >= From->type().bits();
      if (!SignOnly)
        break;
      if (!isNonNegative(From))
        Require(BinaryOp::Ge, From, 0, " is negative");
    }
    Bound = From;
  }
  const Type &From = Bound->type();
  if (auto V = constantValue(Bound)) {
    if (*V >= minOf(Ty) && *V <= maxOf(Ty))
      return constant(Ty, *V);
  } else if (Ty.holdsAllOf(From)) {
    return cast(Ty, Bound);
  }
  if (!From.isInteger())
    return cast(Ty, Bound);
  std::string Range =
      " exceeds the range of loop variable '" + Loop.str() + "'";
  if (maxOf(From) > maxOf(Ty) ||
      (!From.isSigned() && From.bits() >= 64 && Ty.isSigned()))
    Require(BinaryOp::Le, Bound, maxOf(Ty), Range);
  if (minOf(From) < minOf(Ty) && !isNonNegative(Bound))
    Require(BinaryOp::Ge, Bound, minOf(Ty),
            Ty.isSigned() ? Range : " is negative");
  return cast(Ty, Bound);
}

/// Makes \p Conditions guards: over operands as they are, over the outermost
/// loop's variable for each of its values.
bool Lifter::addGuards(llvm::StringRef Loop, std::vector<Condition> Conditions,
                       clang::SourceLocation Loc) {
  for (const Condition &C : Conditions) {
    if (llvm::any_of(Result.Graph.Guards, [&](const Guard &G) {
          return G.Var.empty() && structurallyEqual(G.Cond, C.Holds);
        }))
      continue;
    bool Loads = false;
    llvm::StringSet<> Indices;
    walk(C.Holds, [&](const lacuna::Expr &E) {
      Loads |= isa<LoadExpr>(E);
      if (const auto *V = dyn_cast<VarExpr>(&E))
        if (Result.Graph.findIndexVar(V->name()))
          Indices.insert(V->name());
    });
    // Nothing may be read that the user's loops do not read.
    bool Always = !Conditional && Path.size() <= 1;
    bool OverRoot = Indices.empty() || (Indices.size() == 1 && !Path.empty() &&
                                        Indices.contains(Path.front()));
    if ((Loads && !Always) || !OverRoot) {
      refuse(Loc, "loop variable '" + Loop.str() +
                      "' and its bounds have different types, and it cannot "
                      "be checked before the nest that the values fit; "
                      "accepted is '" +
                      Loop.str() + "' of the type of its bounds");
      return false;
    }
    if (Indices.empty())
      Result.Graph.Guards.push_back({C.Reason, C.Holds, "", nullptr, nullptr});
    else
      addRowGuard(C);
  }
  return true;
}

/// A guard for each value of the outermost loop. Checks of `pos[i]` and of
/// `pos[i + 1]` become one over all of `pos`.
void Lifter::addRowGuard(const Condition &C) {
  const IndexVar &Row = *Result.Graph.findIndexVar(Path.front());
  ExprRef Lo = cast(Type::i64(), Row.Lo), Hi = cast(Type::i64(), Row.Hi);
  ExprRef Next = binary(BinaryOp::Add, Hi, i64(1));
  ExprRef RowVar = var(Row.Ty, Row.Name);
  const auto *L = dyn_cast<LoadExpr>(C.Subject.get());
  bool AtRow = L && structurallyEqual(withoutIntegerCasts(L->index()), RowVar);
  bool AtNext = L && isNext(RowVar, L->index());
  if (GuardVar.empty())
    GuardVar = uniqueName("r");
  ExprRef R = var(Type::i64(), GuardVar);
  ExprRef Holds;
  if (AtRow || AtNext) {
    ExprRef Elem = load(L->type(), L->array(), R);
    Holds = rewrite(C.Holds, [&](const ExprRef &E) -> ExprRef {
      return structurallyEqual(E, C.Subject) ? Elem : nullptr;
    });
    if (AtNext)
      Lo = binary(BinaryOp::Add, Lo, i64(1));
    if (AtNext)
      Hi = Next;
  } else {
    llvm::StringMap<ExprRef> Map;
    Map[Row.Name] = cast(Row.Ty, R);
    Holds = substitute(C.Holds, Map);
  }
  for (Guard &G : Result.Graph.Guards)
    if (!G.Var.empty() && structurallyEqual(G.Cond, Holds)) {
      if (AtNext)
        G.Hi = Hi;
      return;
    }
  Result.Graph.Guards.push_back({C.Reason, Holds, GuardVar, Lo, Hi});
}

/// Variables declared in the header beside the counter hold bounds; they are
/// replaced by their values.
bool Lifter::declareOthers(const LoopHeader &H) {
  for (const clang::VarDecl *V : H.Others) {
    if (const clang::Expr *W = findWrite(H.Loop, V)) {
      refuse(W->getExprLoc(), "loop steps '" + V->getNameAsString() +
                                  "' beside '" + H.Counter->getNameAsString() +
                                  "'; accepted is one variable for each loop");
      return false;
    }
    auto Ty = scalarTypeAt(V->getType(), V->getLocation());
    ExprRef Init = Ty ? liftValue(V->getInit()) : nullptr;
    if (Init)
      Init = inlined(Init, V->getLocation(), loopName(H.Loop));
    if (!Init)
      return false;
    Env[V] = {Entity::Kind::Forward, V->getNameAsString(), *Ty,
              cast(*Ty, Init)};
  }
  return true;
}

bool Lifter::checkCounter(const LoopHeader &H) {
  const clang::VarDecl *V = H.Counter;
  std::string Name = "'" + V->getNameAsString() + "'";
  if (V->getType()->isReferenceType()) {
    refuse(V->getLocation(), "loop variable " + Name +
                                 " is a reference; accepted is a variable of "
                                 "integer type");
    return false;
  }
  if (V->getTLSKind() != clang::VarDecl::TLS_None) {
    refuse(H.Init->getExprLoc(), "loop variable " + Name +
                                     " is thread_local; accepted is a local "
                                     "variable");
    return false;
  }
  if (const clang::Expr *W = findWrite(H.Loop->getBody(), V)) {
    refuse(W->getExprLoc(), "loop variable " + Name +
                                " is modified in the body of its loop; "
                                "accepted is '++" +
                                V->getNameAsString() + "' in the loop header");
    return false;
  }
  if (Env.count(V)) {
    refuse(H.Init->getExprLoc(), "loop variable " + Name +
                                     " also holds a value outside of its "
                                     "loop; accepted is a variable of its own");
    return false;
  }
  return true;
}

/// The counter may stand in casts; it must keep its value in them.
std::optional<bool> Lifter::changesSign(const LoopHeader &H,
                                        const IndexVar &V) {
  ExprRef Side = liftExpr(H.CounterSide);
  bool Sign = false;
  while (Side && isa<CastExpr>(Side.get())) {
    const Type &To = Side->type(), &From = Side->operands()[0]->type();
    if (!To.holdsAllOf(From)) {
      if (!To.isInteger() || To.isSigned() || !From.isSigned() ||
          To.bits() < From.bits()) {
        refuse(H.CounterSide->getExprLoc(),
               "loop compares '" + V.Name + "' in type '" +
                   To.spelling().str() +
                   "', which does not hold all its values; accepted is a "
                   "wider integer type");
        return std::nullopt;
      }
      Sign = true;
    }
    Side = Side->operands()[0];
  }
  if (!Side)
    return std::nullopt;
  return Sign;
}

bool Lifter::liftBounds(const LoopHeader &H, IndexVar &V) {
  ExprRef Lo = liftValue(H.Init);
  Lo = Lo ? inlined(Lo, H.Init->getExprLoc(), V.Name) : nullptr;
  if (!Lo || !declareOthers(H))
    return false;
  ExprRef Hi = liftExpr(H.Bound);
  Hi = Hi ? inlined(Hi, H.Bound->getExprLoc(), V.Name) : nullptr;
  if (!Hi)
    return false;
  if (!Hi->type().isInteger() && !Hi->type().isBool()) {
    refuse(H.Bound->getExprLoc(), "bound of loop '" + V.Name + "' has type '" +
                                      Hi->type().spelling().str() +
                                      "'; accepted are integers");
    return false;
  }
  Env[H.Counter] = {Entity::Kind::Index, V.Name, V.Ty, nullptr};
  auto Sign = changesSign(H, V);
  if (!Sign)
    return false;
  std::vector<Condition> Needed;
  V.Lo = boundInType(V.Ty, Lo, V.Name, Needed);
  if (*Sign && !isNonNegative(V.Lo)) {
    ExprRef E = withoutIntegerCasts(V.Lo);
    if (!isNonNegative(E))
      Needed.push_back({subject(E, V.Name) + " is negative", E,
                        binary(BinaryOp::Ge, E, constant(E->type(), 0))});
  }
  V.Hi = boundInType(V.Ty, Hi, V.Name, Needed);
  if (H.Cmp == clang::BO_LE)
    V.Hi = plusOne(V.Ty, V.Hi);
  // A signed counter that steps past its bound overflows; an unsigned one
  // wraps round.
  if (H.Cmp == clang::BO_NE && !V.Ty.isSigned() && constantValue(V.Lo) != 0)
    return refuse(H.Loop->getCond()->getExprLoc(),
                  "loop may wrap round before '" + V.Name +
                      "' meets its bound; accepted is '" + V.Name +
                      " < bound'"),
           false;
  return addGuards(V.Name, std::move(Needed), H.Bound->getExprLoc());
}

StmtRef Lifter::liftLoop(const clang::ForStmt *Loop) {
  auto Parsed = parseHeader(Loop);
  if (auto *Problem = std::get_if<HeaderProblem>(&Parsed))
    return refuse(Problem->Loc, Problem->Message);
  const LoopHeader &H = std::get<LoopHeader>(Parsed);
  auto Ty = scalarTypeAt(H.Counter->getType(), H.Counter->getLocation());
  if (!Ty)
    return nullptr;
  if (!Ty->isInteger() || Ty->bits() > 64)
    return refuse(H.Counter->getLocation(),
                  "loop variable '" + H.Counter->getNameAsString() +
                      "' has type '" + Ty->spelling().str() +
                      "'; accepted are integers of up to 64 bits");
  if (!checkCounter(H))
    return nullptr;
  auto Saved = Env;
  IndexVar V;
  V.Name = loopName(Loop);
  V.Ty = *Ty;
  if (!liftBounds(H, V))
    return nullptr;
  Result.Graph.IndexVars.push_back(V);
  if (!Inside.contains(H.Counter))
    noteOutcome({H.Counter, V.Name, /*IsCounter=*/true, nullptr, Path,
                 Conditional != 0, H.Init->getExprLoc()});
  Path.push_back(V.Name);
  PathConditional.push_back(Conditional);
  SourceTag Tag = tag(Loop->getForLoc());
  StmtRef Body = liftBlock(Loop->getBody());
  Path.pop_back();
  PathConditional.pop_back();
  Env = std::move(Saved);
  if (!Body)
    return nullptr;
  return std::make_shared<LoopStmt>(V.Name, Body, LoopTags(), Tag);
}

} // namespace lacuna::plugin
