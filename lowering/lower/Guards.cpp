//===- Guards.cpp - run-time checks in front of a program -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guards.h"
#include "AccessScan.h"
#include "Bounds.h"
#include "Lowering.h"
#include "OrderScan.h"
#include "ParallelLoops.h"
#include "RowGuards.h"
#include "SharedPlaces.h"
#include "Slices.h"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace lacuna;

ExprRef lacuna::runsAtAll(const Nest &N) {
  if (N.IndexVars.empty())
    return nullptr;
  const IndexVar &Root = N.IndexVars.front();
  return binary(BinaryOp::Lt, Root.Lo, Root.Hi);
}

ExprRef lacuna::ifOutermostRuns(const Nest &N, const ExprRef &Cond) {
  ExprRef Runs = runsAtAll(N);
  bool Reads = false;
  walk(Cond, [&](const Expr &E) { Reads |= llvm::isa<LoadExpr>(E); });
  if (!Runs || !Reads)
    return Cond;
  return binary(BinaryOp::LogicalOr, unary(UnaryOp::LogicalNot, Runs), Cond);
}

/// In the time that threads take to start one looks at so many elements.
static constexpr int64_t WorthThreads = 1 << 16;

bool lacuna::runsOnThreads(const Nest &N) {
  return anyOf(N.Body, [](const Stmt &S) {
    auto *Loop = llvm::dyn_cast<LoopStmt>(&S);
    return Loop && Loop->tags().Parallel &&
           Loop->tags().Parallel->Unit == ParallelUnit::CpuThread;
  });
}

/// \p Test for each element that \p G is about.
static StmtRef lookAtAll(const Nest &N, const Guard &G, const StmtRef &Test,
                         MadeNames &Names) {
  StmtRef Serial = std::make_shared<ForStmt>(G.Var, G.Lo, G.Hi, Test);
  if (!runsOnThreads(N))
    return Serial;
  const ParallelTag Tag{ParallelUnit::CpuThread,
                        RaceStrategy::ParallelReduction, std::nullopt};
  std::vector<StmtRef> Hoisted, Threads;
  emitThreadLoop(
      {G.Var, G.Lo, G.Hi, Test, Tag, N.Facts.NumThreads, 0, {}, {}, {}}, Names,
      Hoisted, Threads);
  return std::make_shared<IfStmt>(binary(BinaryOp::Ge,
                                         binary(BinaryOp::Sub, G.Hi, G.Lo),
                                         i64(WorthThreads)),
                                  block(std::move(Threads)), Serial);
}

/// A guard that holds if \p G holds for each of its values.
static ProgramGuard forAll(const Nest &N, const Guard &G, const ExprRef &Runs,
                           MadeNames &Names) {
  Type Bool = Type::boolean();
  std::string Ok = Names.get("all_hold");
  StmtRef Test = std::make_shared<AssignStmt>(Place{Ok, Bool, nullptr},
                                              ReduceOp::And, G.Cond);
  StmtRef Scan = lookAtAll(N, G, Test, Names);
  if (Runs)
    Scan = std::make_shared<IfStmt>(Runs, Scan);
  StmtRef Start = std::make_shared<VarStmt>(Ok, Bool, constant(Bool, 1));
  return {G.Reason, block({Start, Scan}), var(Bool, Ok)};
}

bool lacuna::isVouchedApart(const Nest &N, const std::string &A,
                            const std::string &B) {
  return llvm::any_of(N.Facts.NoAlias, [&](const auto &Pair) {
    return (Pair.first == A && Pair.second == B) ||
           (Pair.first == B && Pair.second == A);
  });
}

/// Signs do not matter, and characters are what everything is made of.
bool lacuna::mayBeOneObject(const Type &A, const Type &B) {
  if (A.isOpaque() || B.isOpaque() || A.bits() == 8 || B.bits() == 8)
    return true;
  return A.bits() == B.bits() && A.isFloat() == B.isFloat();
}

/// \p S, empty where the outermost loop runs no trip.
ArraySlice lacuna::ifOutermostRuns(const Nest &N, ArraySlice S) {
  ExprRef Runs = runsAtAll(N);
  if (!Runs || !S.Hi)
    return S;
  auto IsBound = [](const ExprRef &E, const ExprRef &Bound) {
    return structurallyEqual(E, cast(Type::i64(), Bound));
  };
  const IndexVar &Root = N.IndexVars.front();
  if (!IsBound(S.Lo, Root.Lo) || !IsBound(S.Hi, Root.Hi))
    S.Hi = std::make_shared<SelectExpr>(Runs, S.Hi, S.Lo);
  return S;
}

namespace {

/// The guards of one nest in their order.
class GuardList {
public:
  GuardList(const Nest &N, const LowerOptions &Options,
            llvm::ArrayRef<ArrayPair> OfWalk)
      : N(N), Options(Options), OfWalk(OfWalk), Names(N), Runs(runsAtAll(N)),
        Accessed(N, SliceUse::Guards) {
    if (Options.Check == CheckLevel::Full)
      Scan.emplace(*Options.AsWritten);
  }

  llvm::Error run();

  std::vector<ProgramGuard> Guards;

private:
  void addNestGuards();
  llvm::Error addRangeGuards();
  llvm::Error addOrderGuards();
  llvm::Error addOverlapGuards();
  llvm::Error addOverlapGuard(const Operand &A, const Operand &B);
  bool isBlind(const Operand &A, const Operand &B, const SlicePair &Both) const;
  bool isWorthScan(const ArraySlice &S) const {
    return Scan && Scan->isPossible() && !S.Hi;
  }
  llvm::Expected<StmtRef> scan(llvm::ArrayRef<std::string> Arrays,
                               std::vector<ArraySlice> &Slices) const;

  const Nest &N;
  const LowerOptions &Options;
  llvm::ArrayRef<ArrayPair> OfWalk;
  MadeNames Names;
  ExprRef Runs;
  Slices Accessed;
  std::optional<AccessScan> Scan; ///< at CheckLevel::Full
};

} // namespace

void GuardList::addNestGuards() {
  for (const Guard &G : N.Guards) {
    if (G.Var.empty())
      Guards.push_back({G.Reason, nullptr, ifOutermostRuns(N, G.Cond)});
    else
      Guards.push_back(forAll(N, G, Runs, Names));
  }
}

/// Loop IR that leaves in variables which elements of \p Arrays are accessed.
llvm::Expected<StmtRef> GuardList::scan(llvm::ArrayRef<std::string> Arrays,
                                        std::vector<ArraySlice> &Slices) const {
  auto [Walk, Found] = Scan->scan(Arrays);
  Slices = std::move(Found);
  return Lowering(Walk).run();
}

/// Arrays of subscripts come first: those of later ones are found with them.
static std::vector<const Operand *> inOrderOfUse(const Nest &N) {
  llvm::StringSet<> Bounds = arraysInBounds(N);
  auto Rank = [&](const Operand &O) {
    return Bounds.contains(O.Name) ? 0 : O.Ty.isInteger() ? 1 : 2;
  };
  std::vector<const Operand *> Arrays;
  for (int Wanted : {0, 1, 2})
    for (const Operand &O : N.Operands)
      if (O.Kind == OperandKind::Array && Rank(O) == Wanted)
        Arrays.push_back(&O);
  return Arrays;
}

llvm::Error GuardList::addRangeGuards() {
  if (!Scan || !Scan->isPossible())
    return llvm::Error::success();
  for (const Operand *O : inOrderOfUse(N)) {
    if (!O->Extent)
      continue;
    std::vector<ArraySlice> Found;
    llvm::Expected<StmtRef> Setup = scan(O->Name, Found);
    if (!Setup)
      return Setup.takeError();
    const ArraySlice &S = Found.front();
    ExprRef IsEmpty = binary(BinaryOp::Ge, S.Lo, S.Hi);
    ExprRef IsInside =
        binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, S.Lo, i64(0)),
               binary(BinaryOp::Le, S.Hi, O->Extent));
    Guards.push_back({"'" + O->Name + "' is accessed outside its elements",
                      std::move(*Setup),
                      binary(BinaryOp::LogicalOr, IsEmpty, IsInside)});
  }
  return llvm::Error::success();
}

/// What is assumed of the order of coordinates, where that can be seen.
llvm::Error GuardList::addOrderGuards() {
  if (!Scan || !Scan->isPossible())
    return llvm::Error::success();
  for (const std::string &Array : N.Facts.Sorted) {
    bool IsStrict = llvm::is_contained(N.Facts.Unique, Array);
    std::string Ok = Names.get(Array + "_ascends");
    std::optional<Nest> Walk =
        orderScan(*Options.AsWritten, *N.findOperand(Array), IsStrict, Ok);
    if (!Walk)
      continue;
    llvm::Expected<StmtRef> Setup = Lowering(*Walk).run();
    if (!Setup)
      return Setup.takeError();
    Guards.push_back({"'" + Array + "' does not ascend" +
                          (IsStrict ? " strictly" : "") + " in a segment",
                      std::move(*Setup), var(Type::boolean(), Ok)});
  }
  return llvm::Error::success();
}

/// Whether the arrays may be parts of one object, of which nothing in front of
/// the loop tells whether they overlap.
bool GuardList::isBlind(const Operand &A, const Operand &B,
                        const SlicePair &Both) const {
  // What is read as text may have its commands behind it.
  return Options.AsWritten && Options.AsWritten->Relations.empty() &&
         (!Both.First.Hi || !Both.Second.Hi) &&
         (Options.TypesAlias || mayBeOneObject(A.Ty, B.Ty));
}

/// What the user calls \p O, the memory of one number; empty for other arrays.
static llvm::StringRef nameOfNumber(const Operand &O) {
  llvm::StringRef Name = O.Name;
  return O.Extent && constantValue(O.Extent) == 1 && Name.consume_back("_at")
             ? Name
             : "";
}

/// An error about \p Written, which is stored to, and \p Other, one of which
/// reaches nobody knows how far.
static llvm::Error unknownReach(const Operand &Written, const Operand &Other,
                                bool IsOther) {
  const std::string Depends = " depends on what the loop stores";
  if (llvm::StringRef Number = nameOfNumber(Other); !Number.empty())
    return makeError(
        {},
        "'" + Written.Name + "' may reach into '" + Number.str() +
            "', but how far it is stored to" + Depends,
        {"accepted is a copy of '" + Number.str() + "' in a local variable"});
  const Operand &From = IsOther ? Other : Written,
                &Into = IsOther ? Written : Other;
  const std::string Clause =
      "assume(noalias(" + Written.Name + ", " + Other.Name + "))";
  return makeError({},
                   "'" + From.Name + "' may reach into '" + Into.Name +
                       "', but how far it is " +
                       (IsOther ? "read" : "stored to") + Depends,
                   {{"'" + Clause + "' vouches that they lie apart",
                     Edit{{}, Clause + " "}}});
}

llvm::Error GuardList::addOverlapGuard(const Operand &A, const Operand &B) {
  SlicePair Both = {ifOutermostRuns(N, Accessed.of(A)), Accessed.of(B),
                    mayBeOne(N, A, B)};
  std::vector<std::string> Unknown;
  for (const ArraySlice *S : {&Both.First, &Both.Second})
    if (isWorthScan(*S))
      Unknown.push_back(S->Array);
  StmtRef Setup;
  if (Unknown.empty() && isBlind(A, B, Both))
    return unknownReach(A, B, /*IsOther=*/!Both.Second.Hi);
  if (!Unknown.empty()) {
    std::vector<ArraySlice> Found;
    llvm::Expected<StmtRef> Code = scan(Unknown, Found);
    if (!Code)
      return Code.takeError();
    Setup = std::move(*Code);
    for (ArraySlice &S : Found)
      (S.Array == A.Name ? Both.First : Both.Second) = S;
  }
  Guards.push_back({"'" + A.Name + "' overlaps '" + B.Name + "'",
                    std::move(Setup),
                    nullptr,
                    {std::move(Both)}});
  return llvm::Error::success();
}

std::vector<ArrayPair> lacuna::arraysToCompare(const Nest &N) {
  std::vector<ArrayPair> Pairs;
  for (size_t I = 0; I < N.Operands.size(); ++I) {
    const Operand &A = N.Operands[I];
    if (A.Kind != OperandKind::Array || A.Row || !A.Written)
      continue;
    for (size_t K = 0; K < N.Operands.size(); ++K) {
      const Operand &B = N.Operands[K];
      // Two written arrays meet once.
      bool IsDone = B.Written && K < I;
      bool AreMembers = !A.Records.empty() && A.Records == B.Records;
      if (B.Kind == OperandKind::Array && !B.Row && K != I && !IsDone &&
          !AreMembers && !isVouchedApart(N, A.Name, B.Name))
        Pairs.emplace_back(&A, &B);
    }
  }
  return Pairs;
}

llvm::Error GuardList::addOverlapGuards() {
  for (const ArrayPair &Pair : arraysToCompare(N))
    if (!llvm::is_contained(OfWalk, Pair))
      if (llvm::Error E = addOverlapGuard(*Pair.first, *Pair.second))
        return E;
  return addRowGuards(N, Options, Accessed, Names, Guards);
}

llvm::Error GuardList::run() {
  if (Options.Check == CheckLevel::Off)
    return llvm::Error::success();
  addNestGuards();
  if (llvm::Error E = addRangeGuards())
    return E;
  if (llvm::Error E = addOrderGuards())
    return E;
  return addOverlapGuards();
}

llvm::Expected<std::vector<ProgramGuard>>
lacuna::guardsOf(const Nest &N, const LowerOptions &Options,
                 llvm::ArrayRef<ArrayPair> OfWalk) {
  GuardList List(N, Options, OfWalk);
  if (llvm::Error E = List.run())
    return std::move(E);
  return std::move(List.Guards);
}
