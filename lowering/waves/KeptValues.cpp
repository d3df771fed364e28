//===- KeptValues.cpp - values that later runs read -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/waves/KeptValues.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/elements/ProgramSlice.h"
#include "lacuna/ir/bounds/Trips.h"
#include "lacuna/waves/Messages.def"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

//===-- where a variable is -----------------------------------------------===//

namespace {

/// The declaration of a variable, and what is around it.
struct ValueSite {
  Type Ty;
  std::vector<const LoopStmt *> Around; ///< outermost first
  bool IsInWhile = false;
};

/// A block that declares a variable: up to the last statement that sets it, and
/// what is behind that.
struct ValueBlock {
  Statements Finding, Behind;
};

} // namespace

/// The type of \p Var, if \p S declares it.
static const Type *declaredType(const Stmt &S, llvm::StringRef Var) {
  if (auto *Let = llvm::dyn_cast<LetStmt>(&S))
    return Let->name() == Var ? &Let->type() : nullptr;
  auto *Declared = llvm::dyn_cast<VarStmt>(&S);
  return Declared && Declared->name() == Var ? &Declared->type() : nullptr;
}

static std::optional<ValueSite> siteOf(const StmtRef &S, llvm::StringRef Var) {
  if (const Type *Ty = declaredType(*S, Var))
    return ValueSite{*Ty, {}};
  for (const StmtRef &Part : children(*S))
    if (std::optional<ValueSite> Found = siteOf(Part, Var)) {
      if (auto *Loop = llvm::dyn_cast<LoopStmt>(S.get()))
        Found->Around.insert(Found->Around.begin(), Loop);
      Found->IsInWhile |= llvm::isa<WhileStmt>(S.get());
      return Found;
    }
  return std::nullopt;
}

/// The user's loops around \p Var, in the order of the source, whichever loops
/// commands have made of them.
static std::vector<const IndexVar *> loopsAround(const Nest &N,
                                                 llvm::StringRef Var) {
  llvm::StringSet<> Names;
  const std::optional<ValueSite> Of = siteOf(N.Body, Var);
  for (const LoopStmt *Loop : Of->Around)
    for (const std::string &Name : N.ancestors(Loop->var()))
      Names.insert(Name);
  std::vector<const IndexVar *> Loops;
  for (const IndexVar &V : N.IndexVars)
    if (Names.contains(V.Name))
      Loops.push_back(&V);
  return Loops;
}

ExprRef lacuna::countOfValues(const Nest &N, llvm::StringRef Var) {
  // No product of two of these overflows.
  auto Limited = [](ExprRef Count) {
    return binary(BinaryOp::Min, std::move(Count), i64(MostKept + 1));
  };
  ExprRef Count = i64(1);
  for (const IndexVar *V : loopsAround(N, Var)) {
    const ExprRef Trips =
        binary(BinaryOp::Max, tripsBetween(V->Lo, V->Hi), i64(0));
    Count = Limited(binary(BinaryOp::Mul, Count, Limited(Trips)));
  }
  return Count;
}

/// The number of an iteration among all of the loops around \p Var, from 0.
static ExprRef numberOfValue(const Nest &N, llvm::StringRef Var) {
  const Type I64 = Type::i64();
  ExprRef Number = i64(0);
  for (const IndexVar *V : loopsAround(N, Var))
    Number = binary(BinaryOp::Add,
                    binary(BinaryOp::Mul, Number, tripsBetween(V->Lo, V->Hi)),
                    binary(BinaryOp::Sub, cast(I64, var(V->Ty, V->Name)),
                           cast(I64, V->Lo)));
  return Number;
}

/// \p Body with the blocks that declare \p Var as \p Edit makes them.
static StmtRef editBlocks(const StmtRef &Body, llvm::StringRef Var,
                          llvm::function_ref<Statements(ValueBlock)> Edit) {
  return rewrite(
      Body,
      [&](const StmtRef &S) -> StmtRef {
        if (!llvm::isa<BlockStmt>(S.get()))
          return nullptr;
        ValueBlock Parts;
        Statements Since; // the last statement that sets it
        for (const StmtRef &Part : statementsOf(S)) {
          Since.push_back(Part);
          if (!declaredType(*Part, Var) && !assigns(Part, Var))
            continue;
          llvm::append_range(Parts.Finding, Since);
          Since.clear();
        }
        const bool IsDeclared =
            llvm::any_of(Parts.Finding, [&](const StmtRef &Part) {
              return declaredType(*Part, Var) != nullptr;
            });
        if (!IsDeclared)
          return nullptr;
        Parts.Behind = std::move(Since);
        return block(Edit(std::move(Parts)));
      },
      nullptr);
}

//===-- walk and reads ----------------------------------------------------===//

std::vector<Operand> lacuna::arraysOfValues(const Nest &N) {
  std::vector<Operand> Arrays;
  auto IsTaken = [&](llvm::StringRef Name) {
    return llvm::any_of(Arrays,
                        [&](const Operand &O) { return O.Name == Name; });
  };
  for (const std::string &Var : N.Kept) {
    const std::string Name = unusedName(N, Var + "_kept", IsTaken);
    Operand &Kept = Arrays.emplace_back();
    Kept.Name = Name;
    Kept.Kind = OperandKind::Array;
    Kept.Ty = siteOf(N.Body, Var)->Ty;
    Kept.ValuesOf = Var;
  }
  return Arrays;
}

Nest lacuna::walkOfValues(Nest AsWritten, Operand Kept) {
  const ExprRef Number = numberOfValue(AsWritten, Kept.ValuesOf);
  const StmtRef Storing =
      editBlocks(AsWritten.Body, Kept.ValuesOf, [&](ValueBlock Of) {
        Of.Finding.push_back(assign(Place{Kept.Name, Kept.Ty, Number},
                                    var(Kept.Ty, Kept.ValuesOf)));
        return Of.Finding;
      });
  llvm::StringSet<> Wanted;
  Wanted.insert(Kept.Name);
  Nest Walk = withBodyAlone(std::move(AsWritten),
                            sliceOf(Storing, std::move(Wanted), {Kept.Name}));
  Kept.Written = true;
  Walk.Operands.push_back(std::move(Kept));
  return Walk;
}

static void addReads(const StmtRef &S, llvm::StringSet<> &To) {
  walk(S, [&](const Stmt &Part) {
    for (const ExprRef &E : expressions(Part))
      walk(E, [&](const Expr &Inner) {
        if (auto *Var = llvm::dyn_cast<VarExpr>(&Inner))
          To.insert(Var->name());
        else if (auto *Load = llvm::dyn_cast<LoadExpr>(&Inner))
          To.insert(Load->array());
      });
    return true;
  });
}

/// What of \p Of.Finding is needed where the variable's values are known and
/// \p Behind, which reads them, follows.
static StmtRef neededBeside(const ValueBlock &Of, const StmtRef &Behind) {
  const StmtRef Finding = block(Of.Finding);
  llvm::StringSet<> Wanted, Own;
  std::vector<std::string> Arrays;
  walk(Finding, [&](const Stmt &S) {
    if (auto *Var = llvm::dyn_cast<VarStmt>(&S))
      Own.insert(Var->name());
    else if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(&S))
      Own.insert(Array->name());
    return true;
  });
  walk(Finding, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    if (!Assign || Own.contains(Assign->target().Name))
      return true;
    Wanted.insert(Assign->target().Name);
    if (Assign->target().Index)
      Arrays.push_back(Assign->target().Name);
    return true;
  });
  addReads(Behind, Wanted);
  return sliceOf(Finding, std::move(Wanted), Arrays);
}

/// \p N reading values of the variable for which \p Kept is.
static Nest reading(Nest N, const Operand &Kept) {
  const std::string Found = unusedName(N, Kept.ValuesOf + "_found");
  const StmtRef Read = std::make_shared<LetStmt>(
      Found, load(Kept.Ty, Kept.Name, numberOfValue(N, Kept.ValuesOf)));
  llvm::StringMap<ExprRef> Names;
  Names[Kept.ValuesOf] = var(Kept.Ty, Found);
  N.Body = editBlocks(N.Body, Kept.ValuesOf, [&](const ValueBlock &Of) {
    Statements Behind = {Read};
    for (const StmtRef &S : Of.Behind)
      Behind.push_back(substitute(S, Names));
    Statements All = statementsOf(neededBeside(Of, block(Behind)));
    llvm::append_range(All, Behind);
    return All;
  });
  return N;
}

Nest lacuna::readingValues(Nest N) {
  for (const Operand &Kept : arraysOfValues(N)) {
    N = reading(std::move(N), Kept);
    N.Operands.push_back(Kept);
  }
  N.Kept.clear();
  return N;
}

//===-- what can be kept --------------------------------------------------===//

/// Why the iterations around a variable cannot be counted in front of \p N.
static std::string whyNotCounted(const Nest &N, const ValueSite &Of,
                                 llvm::StringRef Var) {
  if (Of.IsInWhile)
    return msg::KeepInUncountedLoop(Var);
  for (const LoopStmt *Loop : Of.Around) {
    const IndexVar *V = N.findIndexVar(Loop->var());
    if (Loop->merge() || !V->Lo || !isOverScalars(N, V->Lo) ||
        !isOverScalars(N, V->Hi))
      return msg::KeepNeedsCount(Var, Loop->var());
  }
  return "";
}

/// Whether \p N stores to the memory that is compared to find out whether \p O
/// is as it was: of records all members are.
static bool isChanged(const Nest &N, const Operand &O) {
  return O.Written || O.Kind == OperandKind::LiveOut ||
         (!O.Records.empty() &&
          llvm::any_of(N.Operands, [&](const Operand &Other) {
            return Other.Written && Other.Records == O.Records;
          }));
}

/// What \p E reads that \p N changes; empty if nothing.
static std::string changedIn(const Nest &N, const ExprRef &E) {
  std::string Found;
  walk(E, [&](const Expr &Part) {
    auto *Load = llvm::dyn_cast<LoadExpr>(&Part);
    auto *Var = llvm::dyn_cast<VarExpr>(&Part);
    const Operand *O = Load  ? N.findOperand(Load->array())
                       : Var ? N.findOperand(Var->name())
                             : nullptr;
    if (O && isChanged(N, *O))
      Found = O->Written || O->Records.empty() ? O->Name : O->Records;
  });
  return Found;
}

/// What \p Walk, which finds values, reads that \p N changes.
static std::string changedFor(const Nest &N, const StmtRef &Walk) {
  std::string Found;
  auto Look = [&](const ExprRef &E) {
    if (E && Found.empty())
      Found = changedIn(N, E);
  };
  walk(Walk, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      Look(E);
    if (auto *Loop = llvm::dyn_cast<LoopStmt>(&S)) {
      const IndexVar *V = N.findIndexVar(Loop->var());
      Look(V->Lo);
      Look(V->Hi);
    }
    return true;
  });
  return Found;
}

static unsigned loopsIn(const StmtRef &S) {
  unsigned Count = 0;
  walk(S, [&](const Stmt &Part) {
    Count += llvm::isa<LoopStmt, WhileStmt>(&Part);
    return true;
  });
  return Count;
}

/// An array that a loop in \p S stores to; empty if there is none.
static std::string storedByLoop(const StmtRef &S) {
  std::string Found;
  walk(S, [&](const Stmt &Loop) {
    if (!llvm::isa<LoopStmt, WhileStmt>(&Loop))
      return true;
    for (const StmtRef &Body : children(Loop))
      walk(Body, [&](const Stmt &Part) {
        auto *Assign = llvm::dyn_cast<AssignStmt>(&Part);
        if (Assign && Assign->target().Index)
          Found = Assign->target().Name;
        return true;
      });
    return false;
  });
  return Found;
}

/// Why nothing is gained where the values of \p Var are known.
static std::string whyNoSearch(const Nest &N, llvm::StringRef Var) {
  std::string Why = msg::KeepNeedsReads(Var);
  editBlocks(N.Body, Var, [&](const ValueBlock &Of) {
    llvm::StringSet<> Wanted, Read;
    Wanted.insert(Var);
    const StmtRef Finding = block(Of.Finding);
    const StmtRef Behind = block(Of.Behind);
    const StmtRef Search = sliceOf(Finding, std::move(Wanted), {});
    addReads(Behind, Read);
    if (!Read.contains(Var))
      return Of.Finding;
    llvm::StringMap<ExprRef> Known;
    Known[Var] = i64(0); // anything but what it was
    const unsigned Left = loopsIn(neededBeside(Of, substitute(Behind, Known)));
    const std::string Stored = storedByLoop(Finding);
    if (loopsIn(Search) == 0)
      Why = msg::KeepNeedsSearch(Var);
    else if (Left < loopsIn(Finding))
      Why.clear();
    else if (!Stored.empty())
      Why = msg::KeepSearchStores(Var, Stored);
    else
      Why = msg::KeepSearchStays(Var);
    return Of.Finding;
  });
  return Why;
}

std::string lacuna::whyNotKept(const Nest &N, llvm::StringRef Var) {
  const std::optional<ValueSite> Of = siteOf(N.Body, Var);
  if (!Of)
    return msg::KeepNeedsVariable(Var);
  if (!Of->Ty.isInteger() || Of->Ty.isBool())
    return msg::KeepNeedsInteger(Var, Of->Ty.spelling());
  if (std::string Why = whyNotCounted(N, *Of, Var); !Why.empty())
    return Why;
  Nest Keeping = N;
  Keeping.Kept = {Var.str()};
  const Nest Walk = walkOfValues(N, arraysOfValues(Keeping).front());
  if (std::string Changed = changedFor(N, Walk.Body); !Changed.empty())
    return msg::KeepDependsOnStores(Var, Changed);
  return whyNoSearch(N, Var);
}
