//===- Guards.cpp - run-time checks in front of a program -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/checks/Guards.h"
#include "AccessWalk.h"
#include "InPlaceArrays.h"
#include "IndependenceWalk.h"
#include "OrderWalk.h"
#include "RangeWalk.h"
#include "RowGuards.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/elements/AccessedRanges.h"
#include "lacuna/analysis/loops/OutermostLoop.h"
#include "lacuna/ir/MadeNames.h"
#include "lacuna/lower/checks/Messages.def"
#include "lacuna/lower/loops/Lowering.h"
#include "lacuna/lower/parallel/ParallelLoops.h"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace lacuna;

/// In the time that threads take to start one looks at so many elements.
static constexpr int64_t WorthThreads = 1 << 16;

/// \p Test for each element that \p G is about.
static StmtRef lookAtAll(const Nest &N, const Guard &G, const StmtRef &Test,
                         MadeNames &Names) {
  StmtRef Serial = std::make_shared<ForStmt>(G.Var, G.Lo, G.Hi, Test);
  if (!runsOnThreads(N))
    return Serial;
  const ParallelTag Tag{ParallelUnit::CpuThread,
                        RaceStrategy::ParallelReduction, std::nullopt};
  std::vector<StmtRef> Hoisted, Threads;
  emitThreadLoop({G.Var, G.Lo, G.Hi, Test, Tag, N.Facts.NumThreads, 0}, Names,
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
  for (const GuardRange &R : llvm::reverse(G.Inner))
    Test = std::make_shared<ForStmt>(R.Var, R.Lo, R.Hi, Test);
  StmtRef Scan = lookAtAll(N, G, Test, Names);
  if (Runs)
    Scan = std::make_shared<IfStmt>(Runs, Scan);
  StmtRef Start = std::make_shared<VarStmt>(Ok, Bool, constant(Bool, 1));
  return {G.Reason, block({Start, Scan}), var(Bool, Ok)};
}

namespace {

/// The guards of one nest in their order.
class GuardList {
public:
  GuardList(const Nest &N, const LowerOptions &Options,
            llvm::ArrayRef<ArrayPair> OfWalk)
      : N(N), Options(Options), OfWalk(OfWalk), Names(N), Runs(runsAtAll(N)),
        Accessed(N, RangeUse::Guards) {
    if (Options.Check == CheckLevel::Full)
      Scan.emplace(*Options.AsWritten);
  }

  llvm::Error run();

  std::vector<ProgramGuard> Guards;

private:
  void addNestGuards();
  void addSubscriptGuards();
  llvm::Error addRangeGuards();
  llvm::Error addLevelGuards();
  llvm::Error addOrderGuards();
  llvm::Error addIndependenceGuards();
  llvm::Error addOverlapGuards();
  bool isWalked() const;
  llvm::Error addOverlapGuard(const Operand &A, const Operand &B);
  bool isBlind(const Operand &A, const Operand &B, const RangePair &Both) const;
  bool isWorthScan(const ArrayRange &S) const {
    return Scan && Scan->isPossible() && !S.Hi;
  }
  llvm::Expected<StmtRef> scan(llvm::ArrayRef<std::string> Arrays,
                               std::vector<ArrayRange> &Ranges) const;

  const Nest &N;
  const LowerOptions &Options;
  llvm::ArrayRef<ArrayPair> OfWalk;
  MadeNames Names;
  ExprRef Runs;
  AccessedRanges Accessed;
  std::optional<AccessWalk> Scan; ///< at CheckLevel::Full
};

} // namespace

void GuardList::addNestGuards() {
  for (size_t I = 0; I < N.Guards.size(); ++I) {
    const Guard &G = N.Guards[I];
    if (!G.Var.empty())
      Guards.push_back(forAll(N, G, Runs, Names));
    // One array needs what others do.
    else if (llvm::none_of(llvm::ArrayRef(N.Guards).take_front(I),
                           [&](const Guard &Known) {
                             return Known.Var.empty() &&
                                    structurallyEqual(Known.Cond, G.Cond);
                           }))
      Guards.push_back({G.Reason, nullptr, ifOutermostRuns(N, G.Cond)});
  }
}

/// That ranges of arrays which are compared, with others or with rows, are what
/// their ends say.
void GuardList::addSubscriptGuards() {
  const std::vector<ArrayPair> Pairs = arraysToCompare(N);
  const bool HasRows = llvm::any_of(
      N.Operands, [](const Operand &O) { return O.hasRowsElsewhere(); });
  for (const Operand &O : N.Operands) {
    const bool IsCompared =
        HasRows || llvm::any_of(Pairs, [&](const ArrayPair &Pair) {
          return Pair.first == &O || Pair.second == &O;
        });
    const ExprRef Fits = O.Kind == OperandKind::Array && IsCompared
                             ? Accessed.givenFor(O)
                             : nullptr;
    // Where no iteration runs, ends may be in front of begins.
    if (Fits)
      Guards.push_back({msg::GuardSubscriptWraps(O.Name), nullptr,
                        Runs ? binary(BinaryOp::LogicalOr,
                                      unary(UnaryOp::LogicalNot, Runs), Fits)
                             : Fits});
  }
}

/// Loop IR that leaves in variables which elements of \p Arrays are accessed.
llvm::Expected<StmtRef> GuardList::scan(llvm::ArrayRef<std::string> Arrays,
                                        std::vector<ArrayRange> &Ranges) const {
  auto [Walk, Found] = Scan->scan(Arrays);
  Ranges = std::move(Found);
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
    const ExprRef &Count = placesIn(*O);
    if (!Count)
      continue;
    std::vector<ArrayRange> Found;
    llvm::Expected<StmtRef> Setup = scan(O->Name, Found);
    if (!Setup)
      return Setup.takeError();
    const ArrayRange &S = Found.front();
    ExprRef IsEmpty = binary(BinaryOp::Ge, S.Lo, S.Hi);
    ExprRef IsInside =
        binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, S.Lo, i64(0)),
               binary(BinaryOp::Le, S.Hi, Count));
    Guards.push_back({msg::GuardAccessedOutOfRange(O->Name), std::move(*Setup),
                      binary(BinaryOp::LogicalOr, IsEmpty, IsInside)});
  }
  return llvm::Error::success();
}

/// That subscripts of arrays in arrays are those of elements, too: what keeps
/// iterations apart relies on it.
llvm::Error GuardList::addLevelGuards() {
  if (!Scan || !Scan->isPossible())
    return llvm::Error::success();
  for (const Operand *O : inOrderOfUse(N)) {
    if (O->Inner.empty())
      continue;
    auto [Walk, Found] = Scan->scanLevels(*O);
    llvm::Expected<StmtRef> Setup = Lowering(Walk).run();
    if (!Setup)
      return Setup.takeError();
    ExprRef AllInside;
    for (auto [S, Length] : llvm::zip_equal(Found, O->Inner)) {
      ExprRef IsInside = binary(
          BinaryOp::LogicalOr, binary(BinaryOp::Ge, S.Lo, S.Hi),
          binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, S.Lo, i64(0)),
                 binary(BinaryOp::Le, S.Hi, Length)));
      AllInside = AllInside ? binary(BinaryOp::LogicalAnd, AllInside, IsInside)
                            : IsInside;
    }
    Guards.push_back({msg::GuardAccessedOutsideInnerArray(O->Name),
                      std::move(*Setup), AllInside});
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
    Guards.push_back(
        {msg::GuardSegmentNotAscending(Array, (IsStrict ? " strictly" : "")),
         std::move(*Setup), var(Type::boolean(), Ok)});
  }
  return llvm::Error::success();
}

/// What is assumed of iterations of the outermost loop, where that can be seen.
llvm::Error GuardList::addIndependenceGuards() {
  const std::string Var = N.IndexVars.front().Name;
  if (!Scan || !llvm::is_contained(N.Facts.Independent, Var) ||
      pathTo(Options.AsWritten->Body, Var).size() != 1)
    return llvm::Error::success();
  std::vector<Guard> Apart;
  for (const Conflict &X : conflicts(*Options.AsWritten, Var, &Apart)) {
    const Operand *Array = X.IsArray ? N.findOperand(X.Name) : nullptr;
    if (!Array || !Array->Extent)
      continue;
    std::string Ok = Names.get(X.Name + "_is_apart");
    std::optional<Nest> Walk = independenceWalk(*Options.AsWritten, *Array, Ok);
    if (!Walk)
      continue;
    llvm::Expected<StmtRef> Setup = Lowering(*Walk).run();
    if (!Setup)
      return Setup.takeError();
    Guards.push_back({msg::GuardIterationsShareElement(Var, X.Name),
                      std::move(*Setup), var(Type::boolean(), Ok)});
  }
  return llvm::Error::success();
}

/// Whether the arrays may be parts of one object, of which nothing in front of
/// the loop tells whether they overlap.
bool GuardList::isBlind(const Operand &A, const Operand &B,
                        const RangePair &Both) const {
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
  if (llvm::StringRef Number = nameOfNumber(Other); !Number.empty())
    return makeError({},
                     msg::StoreReachIntoNumber(Written.Name, Number,
                                               msg::SuffixDependsOnStores()),
                     {msg::AcceptedLocalCopy(Number)});
  return IsOther ? lacuna::unknownReach(Other, Written)
                 : lacuna::unknownReach(Written, Other);
}

/// Whether guards walk through what the nest accesses.
bool GuardList::isWalked() const {
  return !OfWalk.empty() || llvm::any_of(N.Operands, [](const Operand &O) {
    return O.hasRowsElsewhere() || !O.ReachOf.empty();
  });
}

llvm::Error GuardList::addOverlapGuard(const Operand &A, const Operand &B) {
  RangePair Both = {ifOutermostRuns(N, Accessed.of(A)), Accessed.of(B),
                    mayBeOne(N, A, B, isWalked())};
  std::vector<std::string> Unknown;
  for (const ArrayRange *S : {&Both.First, &Both.Second})
    if (isWorthScan(*S))
      Unknown.push_back(S->Array);
  StmtRef Setup;
  if (Unknown.empty() && isBlind(A, B, Both))
    return unknownReach(A, B, /*IsOther=*/!Both.Second.Hi);
  if (!Unknown.empty()) {
    std::vector<ArrayRange> Found;
    llvm::Expected<StmtRef> Code = scan(Unknown, Found);
    if (!Code)
      return Code.takeError();
    Setup = std::move(*Code);
    for (ArrayRange &S : Found)
      (S.Array == A.Name ? Both.First : Both.Second) = S;
  }
  Guards.push_back({msg::GuardArraysOverlap(A.Name, B.Name),
                    std::move(Setup),
                    nullptr,
                    {std::move(Both)}});
  return llvm::Error::success();
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
  addSubscriptGuards();
  if (llvm::Error E = addRangeGuards())
    return E;
  if (llvm::Error E = addLevelGuards())
    return E;
  if (llvm::Error E = addOrderGuards())
    return E;
  if (llvm::Error E = addIndependenceGuards())
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
