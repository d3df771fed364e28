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
#include "lacuna/ir/FrontValues.h"
#include "lift/state/LastValues.h"
#include "lift/state/Messages.def"
#include "llvm/ADT/StringExtras.h"

using llvm::dyn_cast;

namespace lacuna::plugin {

namespace {

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
  if (isReachableIn(Bodies, Source.Root, V))
    Ops.addMemory({Key, V->getNameAsString(), true}, User, Ty,
                  /*Written=*/true);
  return Name;
}

std::string Outcomes::liveOut(const CarriedNumber &Number) {
  if (!Number.Member)
    return liveOut(Number.Var);
  const Type Ty = *Types.scalar(Number.Member->getType());
  std::string Name =
      Builder.addOperand(Number.Identity.Hint + "_out", OperandKind::LiveOut,
                         Ty, Binding::Form::Reference, Number.Member);
  Builder.result().Bindings.back().Object = Number.Identity.Object;
  Ops.addMemory(Number.Identity, Number.Member, Ty, /*Written=*/true);
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
    StmtRef Store = assign({liveOut(O.Var), Ty, nullptr}, var(Ty, O.Name));
    ExprRef Last = isLastIteration(O.Path);
    Out.push_back(Last ? std::make_shared<IfStmt>(Last, Store) : Store);
    O.Stored = true;
  }
  return true;
}

std::nullptr_t Outcomes::refuse(const Outcome &O) {
  if (!O.IsCounter)
    MustCarry = {{O.Var}};
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
  MustCarry = {{V}};
  return Diags.refuse(Loc, msg::KeepsValueBetweenIterations(Name));
}

void Outcomes::refuseCarried(const clang::MemberExpr *Member,
                             Invariant Identity) {
  Diags.refuse(Member->getExprLoc(),
               msg::KeepsValueBetweenIterations(Diags.spell(Member)));
  MustCarry.push_back({nullptr, Member, std::move(Identity)});
}

bool Outcomes::declareCarried(std::vector<StmtRef> &Out) {
  for (const CarriedNumber &Number : Carried) {
    const clang::Expr *User = Number.Member;
    if (!User)
      User = reference(Number.Var);
    auto Ty = Types.scalarAt(User->getType(), User->getExprLoc());
    if (!Ty)
      return false;
    std::string Name =
        Number.Var ? Number.Var->getNameAsString() : Number.Identity.Hint;
    std::string In = Builder.addOperand(Name + "_in", OperandKind::Scalar, *Ty,
                                        Binding::Form::Value, User);
    Builder.result().Bindings.back().Object = Number.Identity.Object;
    Name = Builder.uniqueName(Name);
    Out.push_back(std::make_shared<VarStmt>(Name, *Ty, var(*Ty, In)));
    Now.push_back({Name, *Ty});
    if (Number.Var)
      Env.set(Number.Var, Now.back());
    else
      Env.setMember(Number.Member, Now.back());
  }
  return true;
}

static bool mentions(const StmtRef &S, llvm::StringRef Name) {
  bool Mentions = false;
  walk(S, [&](const Stmt &Part) {
    const auto *Assign = dyn_cast<AssignStmt>(&Part);
    Mentions |= Assign && Assign->target().Name == Name;
    for (const ExprRef &E : expressions(Part))
      Mentions |= usesVar(E, Name);
    return !Mentions;
  });
  return Mentions;
}

/// Whether \p Body, if it runs, sets \p Name before it looks at it, as long as
/// all loops over \p MustRun, to which it adds, have an iteration.
static bool setsFirst(const StmtRef &Body, llvm::StringRef Name,
                      std::vector<std::string> &MustRun) {
  for (const StmtRef &S : statementsOf(Body)) {
    if (!mentions(S, Name))
      continue;
    if (llvm::isa<BlockStmt>(S.get()))
      return setsFirst(S, Name, MustRun);
    if (const auto *Loop = dyn_cast<LoopStmt>(S.get())) {
      MustRun.push_back(Loop->var().str());
      return !Loop->merge() && setsFirst(Loop->body(), Name, MustRun);
    }
    const auto *Assign = dyn_cast<AssignStmt>(S.get());
    return Assign && Assign->op() == ReduceOp::None &&
           Assign->target().Name == Name && !usesVar(Assign->value(), Name);
  }
  return false;
}

/// The variable that \p Member is a part of and dies with; or null.
/// Constructors and destructors may let others know where it is.
static const clang::VarDecl *holderOf(const clang::MemberExpr *Member) {
  const clang::Expr *E = Member;
  while (const auto *M = dyn_cast<clang::MemberExpr>(E)) {
    if (M->isArrow() || M->getMemberDecl()->getType()->isReferenceType())
      return nullptr;
    E = M->getBase()->IgnoreParenImpCasts();
  }
  const clang::VarDecl *V = namedVariable(E);
  const clang::CXXRecordDecl *R =
      V ? V->getType()->getAsCXXRecordDecl() : nullptr;
  return R && R->isTrivial() ? V : nullptr;
}

bool Outcomes::isLive(const CarriedNumber &Number) {
  const clang::VarDecl *V = Number.Var ? Number.Var : holderOf(Number.Member);
  return !V || isLive(V);
}

static StmtRef withBody(const LoopStmt &Loop, std::vector<StmtRef> Body) {
  return std::make_shared<LoopStmt>(Loop.var().str(), block(std::move(Body)),
                                    Loop.tags(), Loop.tag(), Loop.merge());
}

/// Guards that the loops over \p Vars have iterations, whichever those of the
/// loops around are; false if that is not known in front.
bool Outcomes::requireIterations(llvm::ArrayRef<std::string> Vars) {
  Nest &Graph = Builder.graph();
  std::vector<Guard> Needed;
  for (const std::string &Name : Vars) {
    const IndexVar &V = *Graph.findIndexVar(Name);
    ExprRef Runs = binary(BinaryOp::Lt, lacuna::cast(Type::i64(), V.Lo),
                          lacuna::cast(Type::i64(), V.Hi));
    if (!isEvaluable(Graph, Runs))
      return false;
    Needed.push_back({msg::GuardLoopHasIterations(Name), std::move(Runs), "",
                      nullptr, nullptr});
  }
  llvm::append_range(Graph.Guards, Needed);
  return true;
}

/// The loop \p S, or the only one inside that has to do with \p Variable, with
/// that in its body, if each iteration sets it anew; the last one of \p S
/// stores it. Null otherwise.
StmtRef Outcomes::ownOfIterations(const StmtRef &S, const CarriedNumber &Number,
                                  const Local &Variable) {
  const auto *Loop = dyn_cast<LoopStmt>(S.get());
  if (!Loop)
    return nullptr;
  std::vector<StmtRef> Body = statementsOf(Loop->body());
  if (!isLive(Number)) {
    auto IsAbout = [&](const StmtRef &Part) {
      return mentions(Part, Variable.Name);
    };
    const auto Only = llvm::find_if(Body, IsAbout);
    if (Only != Body.end() && std::none_of(Only + 1, Body.end(), IsAbout))
      if (StmtRef Inner = ownOfIterations(*Only, Number, Variable)) {
        *Only = std::move(Inner);
        return withBody(*Loop, std::move(Body));
      }
  }
  std::vector<std::string> MustRun;
  if (!setsFirst(Loop->body(), Variable.Name, MustRun) ||
      !requireIterations(MustRun))
    return nullptr;
  Body.insert(Body.begin(),
              std::make_shared<VarStmt>(Variable.Name, Variable.Ty, nullptr));
  if (isLive(Number))
    Body.push_back(
        std::make_shared<IfStmt>(isLastIteration({Loop->var().str()}),
                                 assign({liveOut(Number), Variable.Ty, nullptr},
                                        var(Variable.Ty, Variable.Name))));
  return withBody(*Loop, std::move(Body));
}

/// Whether \p Is has other bits than \p Was, or both are no numbers.
static ExprRef differs(const ExprRef &Is, const ExprRef &Was) {
  const Type Double = Type::f64(), Bool = Type::boolean();
  auto Sign = [&](const ExprRef &E) -> ExprRef {
    return std::make_shared<lacuna::CallExpr>(
        Double, "copysign",
        std::vector<ExprRef>{std::make_shared<ConstantExpr>(Double, "1.0"), E});
  };
  auto Opaque = [](const Type &Ty, const char *Text, std::vector<ExprRef> Of) {
    return std::make_shared<OpaqueExpr>(Ty, Text, std::move(Of));
  };
  auto OrSigns = [&](const ExprRef &Differs, const ExprRef &A,
                     const ExprRef &B) {
    return binary(BinaryOp::LogicalOr, Differs,
                  binary(BinaryOp::Ne, Sign(A), Sign(B)));
  };
  if (Is->type().isComplex()) {
    ExprRef Differs = binary(BinaryOp::LogicalOr,
                             Opaque(Bool, "$0.real()!=$1.real()", {Is, Was}),
                             Opaque(Bool, "$0.imag()!=$1.imag()", {Is, Was}));
    for (const char *Part : {"double($0.real())", "double($0.imag())"})
      Differs = OrSigns(Differs, Opaque(Double, Part, {Is}),
                        Opaque(Double, Part, {Was}));
    return Differs;
  }
  ExprRef Differs = binary(BinaryOp::Ne, Is, Was);
  return Is->type().isFloat()
             ? OrSigns(Differs, cast(Double, Is), cast(Double, Was))
             : Differs;
}

/// Stores \p Last, which began as \p In. What others may look at is not stored
/// to where it is as it was: they may set it meanwhile, or nobody may.
StmtRef Outcomes::storing(const CarriedNumber &Number, const Local &Last,
                          const ExprRef &In) {
  const ExprRef Value = var(Last.Ty, Last.Name);
  StmtRef Store = assign({liveOut(Number), Last.Ty, nullptr}, Value);
  const bool IsOwn =
      Number.Var && !isReachableIn(Bodies, Source.Root, Number.Var);
  return IsOwn ? Store : std::make_shared<IfStmt>(differs(Value, In), Store);
}

void Outcomes::storeCarried(std::vector<StmtRef> &Out) {
  const size_t Root = Out.size() - 1;
  std::vector<StmtRef> Stores;
  llvm::StringSet<> Moved;
  for (auto [Number, Last] : llvm::zip_equal(Carried, Now)) {
    auto Declared = llvm::find_if(Out, [&](const StmtRef &S) {
      const auto *Var = dyn_cast<VarStmt>(S.get());
      return Var && Var->name() == Last.Name;
    });
    const ExprRef In = llvm::cast<VarStmt>(Declared->get())->init();
    if (StmtRef Own = ownOfIterations(Out[Root], Number, Last)) {
      Out[Root] = std::move(Own);
      Builder.dropOperand(llvm::cast<VarExpr>(In.get())->name());
      Moved.insert(Last.Name);
    } else {
      Stores.push_back(storing(Number, Last, In));
    }
  }
  llvm::erase_if(Out, [&](const StmtRef &S) {
    const auto *Var = dyn_cast<VarStmt>(S.get());
    return Var && Moved.contains(Var->name());
  });
  llvm::append_range(Out, Stores);
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
      if (All[M].Var == O.Var &&
          (O.Stored || (All[M].Stored && !isPrefix(All[M].Path, O.Path)))) {
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

/// Sets the variable of \p O to its value.
StmtRef Outcomes::setting(const Outcome &O) {
  ExprRef Value = O.Value;
  if (O.IsCounter) {
    const IndexVar &V = *Builder.graph().findIndexVar(O.Name);
    Value = binary(BinaryOp::Max, V.Lo, V.Hi);
  }
  return assign({liveOut(O.Var), *Types.scalar(O.Var->getType()), nullptr},
                Value);
}

/// Those of \p Var that may come last, in the order of the source.
std::vector<const Outcome *> Outcomes::of(const clang::VarDecl *Var) const {
  std::vector<const Outcome *> Found;
  for (const Outcome &O : All) {
    if (O.Var != Var)
      continue;
    llvm::erase_if(Found, [&](const Outcome *Before) {
      return isPrefix(O.Path, Before->Path);
    });
    Found.push_back(&O);
  }
  return Found;
}

void Outcomes::addEpilogue() {
  std::vector<StmtRef> Out;
  llvm::SmallVector<const clang::VarDecl *> Done;
  for (const Outcome &First : All) {
    if (llvm::is_contained(Done, First.Var))
      continue;
    std::vector<SettingPlace> Places;
    for (const Outcome *O : of(First.Var))
      Places.push_back({O->Path, {}});
    for (const Outcome &O : All) {
      const std::vector<const Outcome *> Own = of(O.Var);
      const bool IsAlike =
          std::equal(Own.begin(), Own.end(), Places.begin(), Places.end(),
                     [](const Outcome *A, const SettingPlace &P) {
                       return A->Path == P.Loops;
                     });
      if (!IsAlike || llvm::is_contained(Done, O.Var))
        continue;
      Done.push_back(O.Var);
      for (size_t I = 0; I < Own.size() && !Own.back()->Stored; ++I)
        Places[I].Sets.push_back(setting(*Own[I]));
    }
    if (!Places[0].Sets.empty())
      Out.push_back(setByLast(Builder, Places));
  }
  if (!Out.empty())
    Builder.graph().Epilogue = block(std::move(Out));
}

} // namespace lacuna::plugin
