//===- RowGuards.cpp - that rows of arrays lie apart ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGuards.h"
#include "AccessWalk.h"
#include "RangeWalk.h"
#include "lacuna/analysis/OutermostLoop.h"
#include "lacuna/analysis/RowWalk.h"
#include "lacuna/lower/checks/Guards.h"
#include "lacuna/lower/checks/Messages.def"
#include "lacuna/lower/loops/Lowering.h"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

using namespace lacuna;

using Statements = std::vector<StmtRef>;

static bool lieInSameRows(const Operand &A, const Operand &B) {
  return A.Records == B.Records && A.Row == B.Row;
}

/// Whether the language itself keeps elements of \p A apart from those of
/// \p B, one of which at least is an array of rows.
static bool areApart(const Operand &A, const Operand &B, bool TypesAlias) {
  auto IsOwned = [](const Operand &O) {
    return O.Row && O.RowsLie != RowMemory::Anywhere;
  };
  // Containers of different elements are different objects, too.
  if ((!TypesAlias && !mayBeOneObject(A.Ty, B.Ty)) ||
      (IsOwned(A) && IsOwned(B) && A.Ty != B.Ty))
    return true;
  if (A.Records.empty() || A.Records != B.Records)
    return false;
  auto IsInRecord = [](const Operand &O) {
    return !O.Row || O.RowsLie == RowMemory::Inside;
  };
  return lieInSameRows(A, B) || (IsInRecord(A) && IsInRecord(B)) ||
         (IsOwned(A) && IsOwned(B));
}

static StmtRef declare(const std::string &Name, const Type &Ty, ExprRef Init) {
  return std::make_shared<VarStmt>(Name, Ty, std::move(Init));
}

static StmtRef update(const std::string &Name, const Type &Ty, ReduceOp Op,
                      ExprRef By) {
  return std::make_shared<AssignStmt>(Place{Name, Ty, nullptr}, Op,
                                      std::move(By));
}

static ExprRef either(ExprRef A, ExprRef B) {
  return binary(BinaryOp::LogicalOr, std::move(A), std::move(B));
}

namespace {

/// What is accessed of each row, in bytes (u64).
struct Part {
  ExprRef Begin;  ///< from where the row begins; null for there
  ExprRef Length; ///< at least 1; null where it is not known

  ExprRef begin(const ExprRef &Row) const {
    return Begin ? binary(BinaryOp::Add, Row, Begin) : Row;
  }
  /// Where \p Row or the part of it begins, whichever comes first.
  ExprRef first(const ExprRef &Row) const {
    return Begin ? binary(BinaryOp::Min, Row, begin(Row)) : Row;
  }
  /// Whether the part of \p Row ends where another begins that is accessed from
  /// \p Begin on, or in front of it. Of a part whose length is not known the
  /// beginning is looked at, which must lie in front of \p First, where the
  /// other begins as a whole: they may be one row.
  ExprRef endsBefore(const ExprRef &Row, const ExprRef &Begin,
                     const ExprRef &First) const {
    if (!Length)
      return binary(BinaryOp::Lt, begin(Row), First);
    return binary(BinaryOp::Le, binary(BinaryOp::Add, begin(Row), Length),
                  Begin);
  }
};

class RowGuardList {
public:
  RowGuardList(const Nest &N, const LowerOptions &Options,
               const AccessedRanges &Accessed, MadeNames &Names,
               std::vector<ProgramGuard> &Guards)
      : N(N), AsWritten(*Options.AsWritten), TypesAlias(Options.TypesAlias),
        Accessed(Accessed), Names(Names), Guards(Guards) {}

  llvm::Error run();

private:
  /// The addresses of what is accessed of an array; `First` is where the array
  /// or the slice begins.
  struct Bounds {
    ExprRef Begin, End, First;
  };

  bool mayMeet(const Operand &Array, const Operand &Rows) const;
  bool isKnown(const Operand &Array) const {
    return Accessed.of(Array).Hi != nullptr;
  }
  llvm::Error rangesOf(llvm::ArrayRef<const Operand *> Arrays,
                       llvm::StringMap<ArrayRange> &Ranges,
                       Statements &Out) const;
  Bounds boundsOf(const Operand &Array, const ArrayRange &S,
                  const llvm::StringMap<Part> &Parts, Statements &Out);
  llvm::Error keepFromRows(llvm::ArrayRef<const Operand *> Arrays);
  llvm::Error keepInOrder(const Operand &Rows);
  llvm::Error keepFrom(const Operand &A, const Operand &B);
  llvm::Error keepApart(const Operand &A);

  using AtRow = std::function<Statements(const Operand &Rows, ExprRef Address)>;

  Part partOf(const Operand &Rows, Statements &Out);
  StmtRef onThreadsIfMany(const StmtRef &Serial, const StmtRef &Shared) const;
  llvm::Expected<StmtRef> scan(RowWalk::AtRow Do) const;
  llvm::Error visit(llvm::ArrayRef<const Operand *> All, bool InOrder,
                    const AtRow &Do, Statements &Out);

  const Type Bool = Type::boolean(), I64 = Type::i64(), U64 = Type::u64();
  const Nest &N, &AsWritten;
  const bool TypesAlias;
  const AccessedRanges &Accessed;
  MadeNames &Names;
  std::vector<ProgramGuard> &Guards;
};

} // namespace

Part RowGuardList::partOf(const Operand &Rows, Statements &Out) {
  ArrayRange S = Accessed.of(Rows);
  if (!S.Hi || !Rows.Member.empty() || !Rows.Ty.isArithmetic())
    return {};
  ExprRef Size = i64(std::max(Rows.Ty.bits() / 8, 1u));
  auto Bytes = [&](const char *Name, const ExprRef &Elements) {
    ExprRef Count = binary(BinaryOp::Mul, Elements, Size);
    if (std::optional<int64_t> Known = constantValue(Count))
      return constant(U64, *Known);
    return Names.let(Rows.Name + Name, cast(U64, Count), Out);
  };
  Part P;
  if (constantValue(S.Lo) != 0)
    P.Begin = Bytes("_first", S.Lo);
  ExprRef Elements = binary(BinaryOp::Sub, S.Hi, S.Lo);
  P.Length = Bytes("_bytes", binary(BinaryOp::Max, Elements, i64(1)));
  return P;
}

/// \p Walk with the loop over \p Var shared by threads.
static Nest onThreads(Nest Walk, const std::string &Var) {
  auto Share = [&](const StmtRef &S) -> StmtRef {
    auto *Loop = llvm::dyn_cast<LoopStmt>(S.get());
    if (!Loop || Loop->var() != Var)
      return nullptr;
    LoopTags Tags;
    Tags.Parallel = {ParallelUnit::CpuThread, RaceStrategy::ParallelReduction,
                     std::nullopt};
    return std::make_shared<LoopStmt>(Var, Loop->body(), Tags);
  };
  Walk.Body = rewrite(Walk.Body, Share, nullptr);
  return Walk;
}

/// In the time that threads take to start one looks at the rows of so many
/// iterations.
static constexpr int64_t WorthThreads = 1 << 12;

/// \p Shared, null where threads do not help, if there are iterations enough,
/// else \p Serial.
StmtRef RowGuardList::onThreadsIfMany(const StmtRef &Serial,
                                      const StmtRef &Shared) const {
  const IndexVar &Root = N.IndexVars.front();
  if (!Shared || Root.isDerived())
    return Serial;
  ExprRef Trips = binary(BinaryOp::Sub, cast(I64, Root.Hi), cast(I64, Root.Lo));
  return std::make_shared<IfStmt>(
      binary(BinaryOp::Ge, Trips, i64(WorthThreads)), Shared, Serial);
}

/// The code that does \p Do at the rows that the nest accesses.
llvm::Expected<StmtRef> RowGuardList::scan(RowWalk::AtRow Do) const {
  std::optional<Nest> Walk = RowWalk(AsWritten, std::move(Do)).run();
  if (!Walk)
    return makeError({}, "internal: rows are not known in front of the nest");
  llvm::Expected<StmtRef> Serial = Lowering(*Walk).run();
  const IndexVar &Root = N.IndexVars.front();
  if (!Serial || !runsOnThreads(N) || Root.isDerived())
    return Serial;
  Walk->Facts.NumThreads = N.Facts.NumThreads;
  llvm::Expected<StmtRef> Shared =
      Lowering(onThreads(std::move(*Walk), Root.Name)).run();
  if (!Shared)
    return Shared;
  return onThreadsIfMany(*Serial, *Shared);
}

/// Whether data say which row \p Row is.
static bool isChosenByData(const ExprRef &Row) {
  bool Reads = false;
  walk(Row, [&](const Expr &E) { Reads |= llvm::isa<LoadExpr>(E); });
  return Reads;
}

/// Appends what does \p Do at each row of \p All, of which no two lie in the
/// same rows, where the nest accesses it.
///
/// Rows that data choose, and all of them \p InOrder, are looked at from the
/// first that is accessed to the last: those between are there, since the array
/// of them is, and null pointers are nobody's row. So data are read in their
/// order, and addresses in theirs.
llvm::Error RowGuardList::visit(llvm::ArrayRef<const Operand *> All,
                                bool InOrder, const AtRow &Do,
                                Statements &Out) {
  constexpr int64_t Most = std::numeric_limits<int64_t>::max();
  auto Least = [&](const Operand &O) { return Names.get(O.Name + "_least"); };
  auto Last = [&](const Operand &O) { return Names.get(O.Name + "_last"); };
  auto AddressOf = [](const Operand &O, const ExprRef &Row) {
    return std::make_shared<AddressExpr>(O.Name, Row);
  };
  std::vector<const Operand *> Ranges;
  llvm::Expected<StmtRef> Code =
      scan([&](llvm::StringRef Name, const ExprRef &Row) -> StmtRef {
        auto O = llvm::find_if(All, [&](const Operand *O) {
          return lieInSameRows(*O, *N.findOperand(Name));
        });
        if (O == All.end())
          return nullptr;
        if (!InOrder && !isChosenByData(Row))
          return block(Do(**O, AddressOf(**O, Row)));
        if (!llvm::is_contained(Ranges, *O))
          Ranges.push_back(*O);
        ExprRef Wide = cast(I64, Row);
        return block({update(Least(**O), I64, ReduceOp::Min, Wide),
                      update(Last(**O), I64, ReduceOp::Max, Wide)});
      });
  if (!Code)
    return Code.takeError();
  for (const Operand *O : Ranges) {
    Out.push_back(declare(Least(*O), I64, i64(Most)));
    Out.push_back(declare(Last(*O), I64, i64(-1)));
  }
  Out.push_back(std::move(*Code));
  for (const Operand *O : Ranges) {
    const std::string Row = Names.get(O->Name + "_row");
    Statements Body;
    ExprRef At =
        Names.let(O->Name + "_address", AddressOf(*O, var(I64, Row)), Body);
    Body.push_back(std::make_shared<IfStmt>(
        binary(BinaryOp::Ne, At, constant(U64, 0)), block(Do(*O, At))));
    Out.push_back(std::make_shared<ForStmt>(
        Row, var(I64, Least(*O)),
        binary(BinaryOp::Add, var(I64, Last(*O)), i64(1)),
        block(std::move(Body))));
  }
  return llvm::Error::success();
}

/// Whether \p Array, which is no array of rows, has to be kept from rows of \p
/// Rows.
bool RowGuardList::mayMeet(const Operand &Array, const Operand &Rows) const {
  return Rows.Row && (Rows.Written || Array.Written) &&
         !areApart(Array, Rows, TypesAlias) &&
         !isVouchedApart(N, Array.Name, Rows.Name);
}

/// Which elements of \p Arrays are accessed, each of which may meet rows. Where
/// that is not known in front of the nest, \p Out finds it.
llvm::Error RowGuardList::rangesOf(llvm::ArrayRef<const Operand *> Arrays,
                                   llvm::StringMap<ArrayRange> &Ranges,
                                   Statements &Out) const {
  std::vector<std::string> Unknown;
  for (const Operand *A : Arrays) {
    Ranges[A->Name] = ifOutermostRuns(N, Accessed.of(*A));
    if (!isKnown(*A))
      Unknown.push_back(A->Name);
  }
  if (Unknown.empty())
    return llvm::Error::success();
  if (!AccessWalk(AsWritten, WalkKind::Generous).isPossible()) {
    const Operand &A = *N.findOperand(Unknown.front());
    return unknownReach(A, *llvm::find_if(N.Operands, [&](const Operand &O) {
                          return mayMeet(A, O);
                        }));
  }
  llvm::Expected<RangeWalk> Walk = walkRanges(N, AsWritten, Unknown);
  if (!Walk)
    return Walk.takeError();
  llvm::append_range(Out, Walk->Declared);
  Out.push_back(onThreadsIfMany(Walk->Serial, Walk->OnThreads));
  for (const ArrayRange &S : Walk->Ranges)
    Ranges[S.Array] = S;
  return llvm::Error::success();
}

/// Appends the addresses between which \p Array is accessed, in \p S; \p Parts
/// are the rows that it is kept from.
RowGuardList::Bounds RowGuardList::boundsOf(const Operand &Array,
                                            const ArrayRange &S,
                                            const llvm::StringMap<Part> &Parts,
                                            Statements &Out) {
  auto Address = [&](const ExprRef &Index, llvm::StringRef Name) {
    ExprRef At = std::make_shared<AddressExpr>(Array.Name, Index);
    return Names.let(Array.Name + Name, At, Out);
  };
  ExprRef Begin = Address(S.Lo, "_begin"), End = Address(S.Hi, "_end");
  const bool AllEnd = llvm::all_of(N.Operands, [&](const Operand &O) {
    auto Known = Parts.find(O.Name);
    return Known == Parts.end() || !mayMeet(Array, O) || Known->second.Length;
  });
  ExprRef First = AllEnd || constantValue(S.Lo) == 0
                      ? Begin
                      : Address(binary(BinaryOp::Min, S.Lo, i64(0)), "_first");
  return {Begin, End, First};
}

/// That \p Arrays, none of which is an array of rows, lie apart from each row,
/// of what one of both is stored to. One walk over the rows compares them all.
llvm::Error RowGuardList::keepFromRows(llvm::ArrayRef<const Operand *> Arrays) {
  std::vector<const Operand *> Rows, Met;
  std::vector<std::string> RowNames, ArrayNames;
  for (const Operand &O : N.Operands) {
    if (llvm::none_of(Arrays, [&](const Operand *A) { return mayMeet(*A, O); }))
      continue;
    RowNames.push_back(O.Name);
    if (llvm::none_of(Rows, [&](const Operand *Known) {
          return lieInSameRows(*Known, O);
        }))
      Rows.push_back(&O);
  }
  if (Rows.empty())
    return llvm::Error::success();
  Statements Setup;
  llvm::StringMap<Part> Parts;
  for (const Operand *O : Rows)
    Parts[O->Name] = partOf(*O, Setup);
  for (const Operand *A : Arrays)
    if (llvm::any_of(N.Operands,
                     [&](const Operand &O) { return mayMeet(*A, O); })) {
      Met.push_back(A);
      ArrayNames.push_back(A->Name);
    }
  llvm::StringMap<ArrayRange> Ranges;
  if (llvm::Error E = rangesOf(Met, Ranges, Setup))
    return E;
  llvm::StringMap<Bounds> Of;
  for (const Operand *A : Met)
    Of[A->Name] = boundsOf(*A, Ranges[A->Name], Parts, Setup);
  std::string Apart = Names.get("all_apart");
  Setup.push_back(declare(Apart, Bool, constant(Bool, 1)));
  auto Compare = [&](const Operand &O, const ExprRef &At) -> Statements {
    Statements Out;
    const Part &P = Parts[O.Name];
    for (const Operand *A : Met) {
      const bool Meets = llvm::any_of(N.Operands, [&](const Operand &Row) {
        return mayMeet(*A, Row) && lieInSameRows(Row, O);
      });
      if (!Meets)
        continue;
      const Bounds &B = Of[A->Name];
      ExprRef IsApart = either(P.endsBefore(At, B.Begin, B.First),
                               binary(BinaryOp::Le, B.End, P.begin(At)));
      // What no trip accesses meets nothing.
      if (!isKnown(*A))
        IsApart =
            either(binary(BinaryOp::Ge, Ranges[A->Name].Lo, Ranges[A->Name].Hi),
                   std::move(IsApart));
      Out.push_back(update(Apart, Bool, ReduceOp::And, std::move(IsApart)));
    }
    return Out;
  };
  if (llvm::Error E = visit(Rows, /*InOrder=*/false, Compare, Setup))
    return E;
  Guards.push_back({msg::GuardOverlapsRow(quotedList(ArrayNames, "or"),
                                          quotedList(RowNames, "or")),
                    block(std::move(Setup)), var(Bool, Apart)});
  return llvm::Error::success();
}

/// That no two of \p Rows lie over each other.
llvm::Error RowGuardList::keepInOrder(const Operand &Rows) {
  std::string Before = Names.get(Rows.Name + "_before"),
              Ascends = Names.get(Rows.Name + "_ascends"),
              Descends = Names.get(Rows.Name + "_descends");
  Statements Setup;
  const Part P = partOf(Rows, Setup);
  Setup.push_back(declare(Before, U64, constant(U64, 0)));
  Setup.push_back(declare(Ascends, Bool, constant(Bool, 1)));
  Setup.push_back(declare(Descends, Bool, constant(Bool, 1)));
  auto Compare = [&](const Operand &, const ExprRef &At) -> Statements {
    ExprRef Other = var(U64, Before);
    ExprRef IsFirst = binary(BinaryOp::Eq, Other, constant(U64, 0));
    auto EndsBefore = [&](const ExprRef &A, const ExprRef &B) {
      return either(IsFirst, P.endsBefore(A, P.begin(B), P.first(B)));
    };
    return {update(Ascends, Bool, ReduceOp::And, EndsBefore(Other, At)),
            update(Descends, Bool, ReduceOp::And, EndsBefore(At, Other)),
            update(Before, U64, ReduceOp::None, At)};
  };
  if (llvm::Error E = visit(&Rows, /*InOrder=*/true, Compare, Setup))
    return E;
  Guards.push_back({msg::GuardRowsOverlapOrUnordered(Rows.Name),
                    block(std::move(Setup)),
                    either(var(Bool, Ascends), var(Bool, Descends))});
  return llvm::Error::success();
}

/// That all rows of \p A lie on one side of all rows of \p B.
llvm::Error RowGuardList::keepFrom(const Operand &A, const Operand &B) {
  auto Lowest = [&](const Operand &O) { return Names.get(O.Name + "_lowest"); };
  auto Highest = [&](const Operand &O) {
    return Names.get(O.Name + "_highest");
  };
  Statements Setup;
  for (const Operand *O : {&A, &B}) {
    Setup.push_back(declare(Lowest(*O), U64, constant(U64, -1)));
    Setup.push_back(declare(Highest(*O), U64, constant(U64, 0)));
  }
  auto Extend = [&](const Operand &O, const ExprRef &At) -> Statements {
    return {update(Lowest(O), U64, ReduceOp::Min, At),
            update(Highest(O), U64, ReduceOp::Max, At)};
  };
  if (llvm::Error E = visit({&A, &B}, /*InOrder=*/false, Extend, Setup))
    return E;
  const Part OfA = partOf(A, Setup), OfB = partOf(B, Setup);
  auto IsBelow = [&](const Operand &Low, const Part &OfLow, const Operand &High,
                     const Part &OfHigh) {
    ExprRef Next = var(U64, Lowest(High));
    return OfLow.endsBefore(var(U64, Highest(Low)), OfHigh.begin(Next),
                            OfHigh.first(Next));
  };
  Guards.push_back({msg::GuardRowsInterleave(A.Name, B.Name),
                    block(std::move(Setup)),
                    either(IsBelow(A, OfA, B, OfB), IsBelow(B, OfB, A, OfA))});
  return llvm::Error::success();
}

/// The row guards of \p A, an array of rows that is stored to.
llvm::Error RowGuardList::keepApart(const Operand &A) {
  if (A.RowsLie == RowMemory::Anywhere && !isVouchedApart(N, A.Name, A.Name))
    if (llvm::Error E = keepInOrder(A))
      return E;
  for (const Operand &B : N.Operands) {
    // Two that are stored to meet once.
    bool IsDone = B.Written && &B <= &A;
    if (!B.Row || IsDone || areApart(A, B, TypesAlias) ||
        isVouchedApart(N, A.Name, B.Name))
      continue;
    if (llvm::Error E = keepFrom(A, B))
      return E;
  }
  return llvm::Error::success();
}

/// What may choose rows or elements comes first, array by array: where rows
/// that are stored to lie over one, it holds what chooses none yet. A walk
/// reads such arrays, so that those of which none needs a walk come before the
/// others.
llvm::Error RowGuardList::run() {
  const llvm::StringSet<> OfBounds = arraysInBounds(AsWritten);
  std::vector<const Operand *> Choosing, ByWalks, Others;
  for (const Operand &A : N.Operands) {
    if (A.Kind != OperandKind::Array || A.Row)
      continue;
    const bool Chooses =
        A.Ty.isInteger() &&
        (accesses(AsWritten.Body, A.Name) != 0 || OfBounds.contains(A.Name));
    (!Chooses ? Others : isKnown(A) ? Choosing : ByWalks).push_back(&A);
  }
  llvm::append_range(Choosing, ByWalks);
  for (const Operand *A : Choosing)
    if (llvm::Error E = keepFromRows(A))
      return E;
  if (llvm::Error E = keepFromRows(Others))
    return E;
  for (const Operand &A : N.Operands)
    if (A.Row && A.Written)
      if (llvm::Error E = keepApart(A))
        return E;
  return llvm::Error::success();
}

llvm::Error lacuna::addRowGuards(const Nest &N, const LowerOptions &Options,
                                 const AccessedRanges &Accessed,
                                 MadeNames &Names,
                                 std::vector<ProgramGuard> &Guards) {
  // Others need not have been written by anybody.
  if (llvm::none_of(N.Operands, [](const Operand &O) { return O.Row; }))
    return llvm::Error::success();
  return RowGuardList(N, Options, Accessed, Names, Guards).run();
}
