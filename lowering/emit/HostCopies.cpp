//===- HostCopies.cpp - current values around host code -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCopies.h"
#include "lacuna/analysis/loops/KernelShape.h"
#include "lacuna/emit/Cuda.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

//===-- what the host accesses --------------------------------------------===//

static void addReads(const ExprRef &E, llvm::StringSet<> &Arrays) {
  walk(E, [&](const Expr &Part) {
    if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part))
      Arrays.insert(Load->array());
  });
}

/// Of kernels their bounds only are the host's.
static void addReads(const StmtRef &S, llvm::StringSet<> &Arrays) {
  walk(S, [&](const Stmt &Part) {
    for (const ExprRef &E : expressions(Part))
      addReads(E, Arrays);
    return !isKernel(Part);
  });
}

static void addWrites(const StmtRef &S, llvm::StringSet<> &Arrays) {
  walk(S, [&](const Stmt &Part) {
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(&Part))
      Arrays.insert(Assign->target().Name);
    return !isKernel(Part);
  });
}

static std::vector<ArrayRange> rangesOf(const llvm::StringSet<> &Arrays,
                                        const ProgramTransfers &Transfers) {
  std::vector<ArrayRange> Ranges;
  llvm::copy_if(Transfers.Unguarded, std::back_inserter(Ranges),
                [&](const ArrayRange &S) { return Arrays.contains(S.Array); });
  return Ranges;
}

ExprRef lacuna::overOperands(ExprRef Bound, const LoopProgram &P) {
  auto IsOver = [&](const ExprRef &E) {
    return llvm::all_of(freeVars(E), [&](const auto &Name) {
      return llvm::any_of(P.Operands, [&](const Operand &O) {
        return O.Name == Name.getKey();
      });
    });
  };
  if (auto *If = llvm::dyn_cast<SelectExpr>(Bound.get());
      If && !IsOver(If->cond()))
    Bound = If->thenArm();
  return IsOver(Bound) ? Bound : nullptr;
}

/// Where \p S has no end that holds whatever the arrays hold, the one that
/// holds behind the guards.
static ArrayRange behindGuards(const ArrayRange &S, const LoopProgram &P) {
  if (S.Hi)
    return S;
  for (ArrayRange Used : P.Transfers->Ranges) {
    if (Used.Array != S.Array)
      continue;
    Used.Lo = overOperands(Used.Lo, P);
    Used.Hi = overOperands(Used.Hi, P);
    if (Used.Lo && Used.Hi)
      return Used;
  }
  return S;
}

HostReads lacuna::readByHost(const LoopProgram &P) {
  llvm::StringSet<> Early, Late;
  for (const ProgramGuard &G : P.Guards) {
    // The walks of guards come behind what says how far rows reach.
    addReads(G.Setup, Early);
    addReads(G.Holds, Early);
    if (G.Kept) {
      addReads(G.Kept->Plain, Late);
      addReads(G.Kept->Behind, Late);
    }
    if (G.Plan)
      addReads(G.Plan->Walk, Late);
    for (const auto &[First, Second, OrOne] : G.Disjoint)
      for (const ArrayRange *S : {&First, &Second})
        for (const ExprRef &Bound : {S->Lo, S->Hi})
          addReads(Bound, Early);
  }
  addReads(P.Transfers->Runs, Early);
  addReads(P.Transfers->Scan, Late);
  for (const ArrayRange &S : P.Transfers->Ranges)
    for (const ExprRef &Bound : {S.Lo, S.Hi})
      addReads(Bound, Late);
  addReads(P.Body, Late);
  HostReads Reads;
  for (const ArrayRange &S : rangesOf(Late, *P.Transfers)) {
    if (Early.contains(S.Array))
      continue;
    Reads.BehindGuards.push_back(behindGuards(S, P));
    for (const ExprRef &Bound :
         {Reads.BehindGuards.back().Lo, Reads.BehindGuards.back().Hi})
      addReads(Bound, Early);
  }
  Reads.AtFirst = rangesOf(Early, *P.Transfers);
  return Reads;
}

std::vector<ArrayRange> lacuna::accessedIn(const StmtRef &Body,
                                           const ProgramTransfers &Transfers) {
  llvm::StringSet<> Arrays;
  addReads(Body, Arrays);
  addWrites(Body, Arrays);
  return rangesOf(Arrays, Transfers);
}

std::vector<ArrayRange> lacuna::writtenIn(const StmtRef &Body,
                                          const ProgramTransfers &Transfers) {
  llvm::StringSet<> Arrays;
  addWrites(Body, Arrays);
  return rangesOf(Arrays, Transfers);
}

//===-- calls -------------------------------------------------------------===//

static bool areKnown(llvm::ArrayRef<ArrayRange> Ranges) {
  return llvm::all_of(Ranges, [](const ArrayRange &S) { return S.Hi; });
}

/// Calls \p Function with each slice.
static void printCalls(llvm::StringRef Function,
                       llvm::ArrayRef<ArrayRange> Ranges, llvm::StringRef Where,
                       const Names &Known, CppExpr &Exprs, CppStmt &Out) {
  for (const ArrayRange &S : Ranges) {
    const std::string Base = Known.base(S.Array).str();
    Out.line((RuntimePrefix + Function + "(" + Where + ", " + Base +
              ", sizeof(*" + Base + "), " + Exprs.print(S.Lo) + ", " +
              Exprs.print(S.Hi) + ");")
                 .str());
  }
}

void lacuna::printAcquires(llvm::ArrayRef<ArrayRange> Ranges,
                           llvm::StringRef Where, const Names &Known,
                           CppExpr &Exprs, CppStmt &Out) {
  if (areKnown(Ranges))
    printCalls("acquire", Ranges, Where, Known, Exprs, Out);
  else
    Out.line(RuntimePrefix + "host_acquire_all(" + Where + ");");
}

void lacuna::printReleases(llvm::ArrayRef<ArrayRange> Ranges,
                           llvm::StringRef Where, const Names &Known,
                           CppExpr &Exprs, CppStmt &Out) {
  if (areKnown(Ranges))
    printCalls("release", Ranges, Where, Known, Exprs, Out);
  else
    Out.line(RuntimePrefix + "host_release_all();");
}

HostCopies lacuna::emitHostCopies(const std::vector<Operand> &Operands,
                                  std::vector<ArrayRange> Ranges,
                                  llvm::StringRef Where) {
  LoopProgram P;
  P.Operands = Operands;
  P.Body = block({});
  Names Known(P);
  CppExpr Exprs(Known, SerialCode);
  CppStmt Out(Known, Exprs, SerialCode);
  HostCopies Result;
  printAcquires(Ranges, Where, Known, Exprs, Out);
  Result.Acquire = Out.take().Text;
  llvm::StringSet<> Written;
  for (const Operand &O : Operands)
    if (O.Written)
      Written.insert(O.Name);
  llvm::erase_if(
      Ranges, [&](const ArrayRange &S) { return !Written.contains(S.Array); });
  printReleases(Ranges, Where, Known, Exprs, Out);
  Result.Release = Out.take().Text;
  return Result;
}
