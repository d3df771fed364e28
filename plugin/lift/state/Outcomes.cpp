//===- Outcomes.cpp - values that outlive the nest ------------------------===//
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

#include "lift/state/Outcomes.h"
#include "lift/state/Messages.def"
#include "llvm/ADT/StringExtras.h"

using llvm::dyn_cast;

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

const clang::DeclRefExpr *Outcomes::reference(const clang::VarDecl *V) const {
  if (const auto *Found = referenceTo(Source.Root, V))
    return Found;
  return clang::DeclRefExpr::Create(
      Context, clang::NestedNameSpecifierLoc(), clang::SourceLocation(),
      const_cast<clang::VarDecl *>(V), /*RefersToEnclosingVariableOrCapture=*/
      false, V->getLocation(), V->getType().getNonReferenceType(),
      clang::VK_LValue);
}

bool Outcomes::isLive(const clang::VarDecl *V) {
  auto [Known, New] = LiveCache.try_emplace(V, true);
  if (!New)
    return Known->second;
  const clang::Stmt *Body = ownerBody(V);
  bool Live = isReachable(Bodies, V) || !Body ||
              !Bodies.of(Body).isDeadAfter(Source.Root, V);
  return LiveCache[V] = Live;
}

void Outcomes::note(Outcome O) {
  if (isLive(O.Var))
    All.push_back(std::move(O));
}

std::string Outcomes::liveOut(const clang::VarDecl *V) {
  std::string Key = "out " + llvm::utohexstr(reinterpret_cast<uintptr_t>(V));
  std::string &Name = Ops.named(Key);
  if (!Name.empty())
    return Name;
  Type Ty = *Types.scalar(V->getType());
  const clang::DeclRefExpr *User = reference(V);
  Name = Builder.addOperand(V->getNameAsString() + "_out", OperandKind::LiveOut,
                            Ty, Binding::Form::Reference, User);
  // The user's loops write it all the time: no array may look at it.
  if (isReachable(Bodies, V))
    Ops.addMemory({Key, V->getNameAsString(), true}, User, Ty,
                  /*Written=*/true);
  return Name;
}

/// Whether the loops of \p Path all run in their last iteration; null if there
/// are none.
ExprRef Outcomes::isLastIteration(const std::vector<std::string> &Path) const {
  ExprRef All;
  for (const std::string &Name : Path) {
    const IndexVar &V = *Builder.graph().findIndexVar(Name);
    ExprRef Last =
        binary(BinaryOp::Eq, cast(Type::i64(), var(V.Ty, Name)),
               binary(BinaryOp::Sub, cast(Type::i64(), V.Hi), i64(1)));
    All = All ? binary(BinaryOp::LogicalAnd, All, Last) : Last;
  }
  return All;
}

bool Outcomes::store(size_t First, std::vector<StmtRef> &Out) {
  for (size_t N = First; N < All.size(); ++N) {
    Outcome &O = All[N];
    if (O.IsCounter || O.Value || O.Stored)
      continue;
    bool Rectangular = true;
    for (const std::string &Name : O.Path) {
      const IndexVar &V = *Builder.graph().findIndexVar(Name);
      for (const ExprRef &Bound : {V.Lo, V.Hi})
        for (const auto &Entry : freeVars(Bound))
          Rectangular &= !Builder.graph().findIndexVar(Entry.getKey());
    }
    if (!Rectangular || O.Conditional) {
      refuse(O);
      return false;
    }
    Type Ty = *Types.scalar(O.Var->getType());
    StmtRef Store = assign(liveOut(O.Var), Ty, var(Ty, O.Name));
    ExprRef Last = isLastIteration(O.Path);
    Out.push_back(Last ? std::make_shared<IfStmt>(Last, Store) : Store);
    O.Stored = true;
  }
  return true;
}

std::nullptr_t Outcomes::refuse(const Outcome &O) {
  if (!O.IsCounter)
    MustCarry = O.Var;
  std::string Name = "'" + O.Var->getNameAsString() + "'";
  return Diags.refuse(O.Loc, msg::FinalValueDependsOnData(Name));
}

std::nullptr_t Outcomes::refuseCarried(clang::SourceLocation Loc,
                                       const clang::VarDecl *V) {
  std::string Name = V->getNameAsString();
  if (Loops.isCounter(V))
    return Diags.refuse(Loc, msg::LoopVariableUsedOutside(Name));
  if (Source.Inside.contains(V))
    return Diags.refuse(Loc, msg::UsedBeforeAssigned(Name));
  MustCarry = V;
  return Diags.refuse(Loc, msg::KeepsValueBetweenIterations(Name));
}

bool Outcomes::declareCarried(std::vector<StmtRef> &Out) {
  for (const clang::VarDecl *V : Carried) {
    const clang::DeclRefExpr *User = reference(V);
    auto Ty = Types.scalarAt(V->getType(), User->getExprLoc());
    if (!Ty)
      return false;
    std::string Name = V->getNameAsString();
    std::string In = Builder.addOperand(Name + "_in", OperandKind::Scalar, *Ty,
                                        Binding::Form::Value, User);
    Name = Builder.uniqueName(Name);
    Out.push_back(std::make_shared<VarStmt>(Name, *Ty, var(*Ty, In)));
    Env.set(V, Local{Name, *Ty});
  }
  return true;
}

void Outcomes::storeCarried(std::vector<StmtRef> &Out) {
  for (const clang::VarDecl *V : Carried) {
    const Local &Now = *std::get_if<Local>(Env.find(V));
    Out.push_back(assign(liveOut(V), Now.Ty, var(Now.Ty, Now.Name)));
  }
}

void Outcomes::noteScratch() {
  for (const Binding &B : Builder.result().Bindings) {
    Operand *O = Builder.operand(B.Operand);
    const clang::VarDecl *V =
        O && O->Written && O->Kind == OperandKind::Array && !O->Row
            ? namedVariable(B.User->IgnoreParenImpCasts())
            : nullptr;
    const clang::Stmt *Body = V ? ownerBody(V) : nullptr;
    if (Body && B.F != Binding::Form::Address)
      O->Scratch = Bodies.of(Body).leavesUnread(Source.Root, V);
  }
}

bool Outcomes::check() {
  for (size_t N = 0; N < All.size(); ++N) {
    const Outcome &O = All[N];
    for (size_t M = N + 1; M < All.size(); ++M)
      if (All[M].Var == O.Var && (O.Stored || !isPrefix(All[M].Path, O.Path))) {
        refuse(O);
        return false;
      }
    if (O.Conditional) {
      refuse(O);
      return false;
    }
    if (!O.Value)
      continue;
    bool Fixed = true;
    walk(O.Value, [&](const lacuna::Expr &E) {
      const auto *L = dyn_cast<LoadExpr>(&E);
      const Operand *A = L ? Builder.operand(L->array()) : nullptr;
      Fixed &= !L || (A && !A->Written);
    });
    if (!Fixed) {
      refuse(O);
      return false;
    }
  }
  return true;
}

/// Runs \p Action, over the variables of \p Path, for the last iteration that
/// the nest of these loops executes, if there is one.
StmtRef Outcomes::atLastIteration(const std::vector<std::string> &Path,
                                  const std::vector<StmtRef> &Action) {
  if (Path.empty())
    return block(Action);
  bool Search = Path.size() > 1;
  std::string Found = Search ? Builder.uniqueName("found") : "";
  llvm::StringMap<ExprRef> Last;
  auto Scan = [&](auto &Self, size_t Depth) -> StmtRef {
    const IndexVar &V = *Builder.graph().findIndexVar(Path[Depth]);
    ExprRef Lo = substitute(V.Lo, Last), Hi = substitute(V.Hi, Last);
    std::string Name = Builder.uniqueName(V.Name + "_last");
    ExprRef Cursor = Last[V.Name] = var(V.Ty, Name);
    if (Depth + 1 == Path.size()) {
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

void Outcomes::addEpilogue() {
  std::vector<StmtRef> Out;
  std::vector<bool> Done(All.size(), false);
  auto IsLast = [&](size_t N) {
    for (size_t M = N + 1; M < All.size(); ++M)
      if (All[M].Var == All[N].Var)
        return false;
    return !All[N].Stored;
  };
  for (size_t N = 0; N < All.size(); ++N) {
    std::vector<StmtRef> Action;
    for (size_t M = N; M < All.size(); ++M) {
      const Outcome &O = All[M];
      if (Done[M] || O.Path != All[N].Path || !IsLast(M))
        continue;
      Done[M] = true;
      Type Ty = *Types.scalar(O.Var->getType());
      ExprRef Value = O.Value;
      if (O.IsCounter) {
        const IndexVar &V = *Builder.graph().findIndexVar(O.Name);
        Value = binary(BinaryOp::Max, V.Lo, V.Hi);
      }
      Action.push_back(assign(liveOut(O.Var), Ty, Value));
    }
    if (!Action.empty())
      Out.push_back(atLastIteration(All[N].Path, Action));
  }
  if (!Out.empty())
    Builder.graph().Epilogue = block(std::move(Out));
}

} // namespace lacuna::plugin
