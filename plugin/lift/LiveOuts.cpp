//===- LiveOuts.cpp - values that outlive the nest -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable of the enclosing function that the nest writes and that may be
// read afterwards gets the value that the user's loops leave. Counters and
// variables that can be computed again are set after the nest; accumulators
// are stored by the last iteration.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "llvm/ADT/StringExtras.h"

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

namespace {

ExprRef less(const ExprRef &A, const ExprRef &B) {
  return binary(BinaryOp::Lt, A, B);
}

/// E - 1, computed wide enough for every type.
ExprRef previous(const ExprRef &E) {
  return cast(E->type(), binary(BinaryOp::Sub, cast(Type::i64(), E), i64(1)));
}

StmtRef assign(llvm::StringRef Name, const Type &Ty, ExprRef Value) {
  return std::make_shared<AssignStmt>(Place{Name.str(), Ty, nullptr},
                                      ReduceOp::None, std::move(Value));
}

bool isPrefix(const std::vector<std::string> &A,
              const std::vector<std::string> &B) {
  return A.size() <= B.size() && std::equal(A.begin(), A.end(), B.begin());
}

} // namespace

/// The first reference to \p V in \p S, or null.
static const clang::DeclRefExpr *referenceTo(const clang::Stmt *S,
                                             const clang::VarDecl *V) {
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(S))
    return D->getDecl() == V ? D : nullptr;
  for (const clang::Stmt *C : S->children())
    if (const auto *Found = C ? referenceTo(C, V) : nullptr)
      return Found;
  return nullptr;
}

/// A reference to \p V as the nest makes it, or as it would where only
/// functions that are called do.
const clang::DeclRefExpr *Lifter::reference(const clang::VarDecl *V) const {
  if (const auto *Found = referenceTo(Root, V))
    return Found;
  return clang::DeclRefExpr::Create(
      Context, clang::NestedNameSpecifierLoc(), clang::SourceLocation(),
      const_cast<clang::VarDecl *>(V), /*RefersToEnclosingVariableOrCapture=*/
      false, V->getLocation(), V->getType().getNonReferenceType(),
      clang::VK_LValue);
}

bool Lifter::isLive(const clang::VarDecl *V) {
  auto [Known, New] = LiveCache.try_emplace(V, true);
  if (!New)
    return Known->second;
  const clang::Stmt *Body = ownerBody(V);
  bool Live = isReachable(V) || !Body || !Bodies.of(Body).isDeadAfter(Root, V);
  return LiveCache[V] = Live;
}

void Lifter::noteOutcome(Outcome O) {
  if (isLive(O.Var))
    Outcomes.push_back(std::move(O));
}

std::string Lifter::liveOut(const clang::VarDecl *V) {
  std::string Key = "out " + llvm::utohexstr(reinterpret_cast<uintptr_t>(V));
  auto Known = OperandByKey.find(Key);
  if (Known != OperandByKey.end())
    return Known->second;
  Type Ty = *scalarType(V->getType());
  const clang::DeclRefExpr *User = reference(V);
  std::string Name =
      addOperand(V->getNameAsString() + "_out", OperandKind::LiveOut, Ty,
                 Binding::Form::Reference, User);
  OperandByKey[Key] = Name;
  // The user's loops write it all the time: no array may look at it.
  if (isReachable(V))
    addMemory({Key, V->getNameAsString(), true}, User, Ty, /*Written=*/true);
  return Name;
}

/// Whether the loops of \p Path all run in their last iteration; null if there
/// are none.
ExprRef Lifter::isLastIteration(const std::vector<std::string> &Loops) const {
  ExprRef All;
  for (const std::string &Name : Loops) {
    const IndexVar &V = *Result.Graph.findIndexVar(Name);
    ExprRef Last =
        binary(BinaryOp::Eq, cast(Type::i64(), var(V.Ty, Name)),
               binary(BinaryOp::Sub, cast(Type::i64(), V.Hi), i64(1)));
    All = All ? binary(BinaryOp::LogicalAnd, All, Last) : Last;
  }
  return All;
}

bool Lifter::storeOutcomes(size_t First, std::vector<StmtRef> &Out) {
  for (size_t N = First; N < Outcomes.size(); ++N) {
    Outcome &O = Outcomes[N];
    if (O.IsCounter || O.Value || O.Stored)
      continue;
    bool Rectangular = true;
    for (const std::string &Name : O.Path) {
      const IndexVar &V = *Result.Graph.findIndexVar(Name);
      for (const ExprRef &Bound : {V.Lo, V.Hi})
        for (const auto &Entry : freeVars(Bound))
          Rectangular &= !Result.Graph.findIndexVar(Entry.getKey());
    }
    if (!Rectangular || O.Conditional) {
      refuseOutcome(O);
      return false;
    }
    Type Ty = *scalarType(O.Var->getType());
    StmtRef Store = assign(liveOut(O.Var), Ty, var(Ty, O.Name));
    ExprRef Last = isLastIteration(O.Path);
    Out.push_back(Last ? std::make_shared<IfStmt>(Last, Store) : Store);
    O.Stored = true;
  }
  return true;
}

std::nullptr_t Lifter::refuseOutcome(const Outcome &O) {
  if (!O.IsCounter)
    MustCarry = O.Var;
  std::string Name = "'" + O.Var->getNameAsString() + "'";
  return refuse(O.Loc, "loop variable " + Name +
                           " is used after the nest, and which loop leaves "
                           "its value there depends on the data; accepted is "
                           "a declaration of " +
                           Name + " in the loop header");
}

/// `var s = s_in` in front of the outermost loop.
bool Lifter::declareCarried(std::vector<StmtRef> &Out) {
  for (const clang::VarDecl *V : Carried) {
    const clang::DeclRefExpr *User = reference(V);
    auto Ty = scalarTypeAt(V->getType(), User->getExprLoc());
    if (!Ty)
      return false;
    std::string Name = V->getNameAsString();
    std::string In = addOperand(Name + "_in", OperandKind::Scalar, *Ty,
                                Binding::Form::Value, User);
    Name = uniqueName(Name);
    Out.push_back(std::make_shared<VarStmt>(Name, *Ty, var(*Ty, In)));
    Env[V] = {Entity::Kind::Local, Name, *Ty, nullptr};
  }
  return true;
}

/// Dead or not: a loop around the nest may bring the value back in.
void Lifter::storeCarried(std::vector<StmtRef> &Out) {
  for (const clang::VarDecl *V : Carried) {
    const Entity &E = Env[V];
    Out.push_back(assign(liveOut(V), E.Ty, var(E.Ty, E.Name)));
  }
}

/// Which of the arrays that the nest writes nobody reads afterwards.
void Lifter::noteScratch() {
  for (const Binding &B : Result.Bindings) {
    Operand *O = operand(B.Operand);
    const clang::VarDecl *V =
        O && O->Written && O->Kind == OperandKind::Array && !O->Row
            ? namedVariable(B.User->IgnoreParenImpCasts())
            : nullptr;
    const clang::Stmt *Body = V ? ownerBody(V) : nullptr;
    if (Body && B.F != Binding::Form::Address)
      O->Scratch = Bodies.of(Body).leavesUnread(Root, V);
  }
}

/// The last definition in source order must be the one that counts.
bool Lifter::checkOutcomes() {
  for (size_t N = 0; N < Outcomes.size(); ++N) {
    const Outcome &O = Outcomes[N];
    for (size_t M = N + 1; M < Outcomes.size(); ++M)
      if (Outcomes[M].Var == O.Var &&
          (O.Stored || !isPrefix(Outcomes[M].Path, O.Path))) {
        refuseOutcome(O);
        return false;
      }
    if (O.Conditional) {
      refuseOutcome(O);
      return false;
    }
    if (!O.Value)
      continue;
    bool Fixed = true;
    walk(O.Value, [&](const lacuna::Expr &E) {
      const auto *L = dyn_cast<LoadExpr>(&E);
      const Operand *A = L ? operand(L->array()) : nullptr;
      Fixed &= !L || (A && !A->Written);
    });
    if (!Fixed) {
      refuseOutcome(O);
      return false;
    }
  }
  return true;
}

/// Runs \p Action, over the variables of \p Loops, for the last iteration that
/// the nest of these loops executes, if there is one.
StmtRef Lifter::atLastIteration(const std::vector<std::string> &Loops,
                                const std::vector<StmtRef> &Action) {
  if (Loops.empty())
    return block(Action);
  bool Search = Loops.size() > 1;
  std::string Found = Search ? uniqueName("found") : "";
  llvm::StringMap<ExprRef> Last;
  auto Scan = [&](auto &Self, size_t Depth) -> StmtRef {
    const IndexVar &V = *Result.Graph.findIndexVar(Loops[Depth]);
    ExprRef Lo = substitute(V.Lo, Last), Hi = substitute(V.Hi, Last);
    std::string Name = uniqueName(V.Name + "_last");
    ExprRef Cursor = Last[V.Name] = var(V.Ty, Name);
    if (Depth + 1 == Loops.size()) {
      std::vector<StmtRef> Then;
      if (Search)
        Then.push_back(
            assign(Found, Type::boolean(), constant(Type::boolean(), 1)));
      Then.push_back(std::make_shared<LetStmt>(Name, previous(Hi)));
      for (const StmtRef &S : Action)
        Then.push_back(substitute(S, Last));
      return std::make_shared<IfStmt>(less(Lo, Hi), block(std::move(Then)));
    }
    StmtRef Step = assign(Name, V.Ty, previous(Cursor));
    StmtRef Inner = Self(Self, Depth + 1);
    ExprRef Go = binary(BinaryOp::LogicalAnd,
                        unary(UnaryOp::LogicalNot, var(Type::boolean(), Found)),
                        less(Lo, Cursor));
    return block({std::make_shared<VarStmt>(Name, V.Ty, Hi),
                  std::make_shared<WhileStmt>(Go, block({Step, Inner}))});
  };
  StmtRef Whole = Scan(Scan, 0);
  if (!Search)
    return Whole;
  return block({std::make_shared<VarStmt>(Found, Type::boolean(),
                                          constant(Type::boolean(), 0)),
                Whole});
}

bool Lifter::addEpilogue() {
  std::vector<StmtRef> Out;
  std::vector<bool> Done(Outcomes.size(), false);
  auto IsLast = [&](size_t N) {
    for (size_t M = N + 1; M < Outcomes.size(); ++M)
      if (Outcomes[M].Var == Outcomes[N].Var)
        return false;
    return !Outcomes[N].Stored;
  };
  for (size_t N = 0; N < Outcomes.size(); ++N) {
    std::vector<StmtRef> Action;
    for (size_t M = N; M < Outcomes.size(); ++M) {
      const Outcome &O = Outcomes[M];
      if (Done[M] || O.Path != Outcomes[N].Path || !IsLast(M))
        continue;
      Done[M] = true;
      Type Ty = *scalarType(O.Var->getType());
      ExprRef Value = O.Value;
      if (O.IsCounter) {
        const IndexVar &V = *Result.Graph.findIndexVar(O.Name);
        Value = binary(BinaryOp::Max, V.Lo, V.Hi);
      }
      Action.push_back(assign(liveOut(O.Var), Ty, Value));
    }
    if (!Action.empty())
      Out.push_back(atLastIteration(Outcomes[N].Path, Action));
  }
  if (!Out.empty())
    Result.Graph.Epilogue = block(std::move(Out));
  return true;
}

} // namespace lacuna::plugin
