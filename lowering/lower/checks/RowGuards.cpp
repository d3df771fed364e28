//===- RowGuards.cpp - that rows of arrays lie apart ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGuards.h"
#include "AccessWalk.h"
#include "RangeWalk.h"
#include "RowScan.h"
#include "lacuna/analysis/loops/OutermostLoop.h"
#include "lacuna/lower/checks/Guards.h"
#include "lacuna/lower/checks/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// Whether the language itself keeps elements of \p A apart from those of
/// \p B, one of which at least is an array of rows.
static bool areApart(const Operand &A, const Operand &B, bool TypesAlias) {
  auto IsOwned = [](const Operand &O) {
    return O.RowsLie != RowMemory::Anywhere;
  };
  // Containers of different elements are different objects, too.
  if ((!TypesAlias && !mayBeOneObject(A.Ty, B.Ty)) ||
      (IsOwned(A) && IsOwned(B) && A.Ty != B.Ty))
    return true;
  if (A.Records.empty() || A.Records != B.Records)
    return false;
  auto IsInRecord = [](const Operand &O) { return !O.hasRowsElsewhere(); };
  return lieInSameRows(A, B) || (IsInRecord(A) && IsInRecord(B)) ||
         (IsOwned(A) && IsOwned(B));
}

/// Whether \p O are what vectors own that lie side by side.
static bool areOfVectors(const Operand &O) {
  return O.RowsLie == RowMemory::Own && O.Row == ".data()";
}

/// Whether \p O are all elements of a vector.
static bool isVector(const Operand &O) {
  return O.RowsLie == RowMemory::Own && !O.Row;
}

static ExprRef either(ExprRef A, ExprRef B) {
  return binary(BinaryOp::LogicalOr, std::move(A), std::move(B));
}

namespace {

class RowGuardList {
public:
  RowGuardList(const Nest &N, const LowerOptions &Options,
               const AccessedRanges &Accessed, MadeNames &Names,
               std::vector<ProgramGuard> &Guards)
      : N(N), AsWritten(*Options.AsWritten), TypesAlias(Options.TypesAlias),
        Accessed(Accessed), Names(Names), Guards(Guards),
        Scan(N, AsWritten, Accessed, Names) {}

  llvm::Error run();

private:
  bool mayMeet(const Operand &Array, const Operand &Rows) const;
  bool isKnown(const Operand &Array) const {
    return Accessed.of(Array).Hi != nullptr;
  }
  llvm::Error rangesOf(llvm::ArrayRef<const Operand *> Arrays,
                       llvm::StringMap<ArrayRange> &Ranges, Statements &Out,
                       std::optional<KeptWalk> &Kept) const;
  Span spanOf(const Operand &Array, const ArrayRange &S, Statements &Out);
  llvm::Error keepFromRows(llvm::ArrayRef<const Operand *> Arrays);
  llvm::Expected<StmtRef> noteRows(llvm::ArrayRef<const Operand *> Of);
  llvm::Error keepInOrder(const Operand &Rows);
  llvm::Error keepVectorFrom(const Operand &Vector, const Operand &Rows);
  llvm::Error keepVectorsApart(const Operand &A, const Operand &B);
  llvm::Error keepFrom(const Operand &A, const Operand &B);
  llvm::Error keepApart(const Operand &A);

  void compareInOrder(const Operand &Rows, const Part &P, Statements &Out);
  llvm::Error trackInOrder(const Operand &Rows, Statements &Out);
  StmtRef track(const Operand &Rows, const ExprRef &Row, const Span &At);

  const Type Bool = Type::boolean(), I64 = Type::i64(), U64 = Type::u64();
  const Nest &N, &AsWritten;
  const bool TypesAlias;
  const AccessedRanges &Accessed;
  MadeNames &Names;
  std::vector<ProgramGuard> &Guards;
  RowScan Scan;
};

} // namespace

/// Whether \p Array, which is no array of rows, has to be kept from rows of \p
/// Rows.
bool RowGuardList::mayMeet(const Operand &Array, const Operand &Rows) const {
  return Rows.hasRowsElsewhere() && (Rows.Written || Array.Written) &&
         !(isVector(Array) && areOfVectors(Rows)) &&
         !areApart(Array, Rows, TypesAlias) &&
         !isVouchedApart(N, Array.Name, Rows.Name);
}

/// Which elements of \p Arrays are accessed, each of which may meet rows. Where
/// that is not known in front of the nest, \p Out finds it, or \p Kept.
llvm::Error RowGuardList::rangesOf(llvm::ArrayRef<const Operand *> Arrays,
                                   llvm::StringMap<ArrayRange> &Ranges,
                                   Statements &Out,
                                   std::optional<KeptWalk> &Kept) const {
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
  Kept = keptWalk(*Walk, Scan.onThreadsIfMany(Walk->Serial, Walk->OnThreads), N,
                  AsWritten);
  for (const ArrayRange &S : Walk->Ranges)
    Ranges[S.Array] = S;
  return llvm::Error::success();
}

/// Appends the addresses between which \p Array is accessed, in \p S.
Span RowGuardList::spanOf(const Operand &Array, const ArrayRange &S,
                          Statements &Out) {
  auto Address = [&](const ExprRef &Index, llvm::StringRef Name) {
    ExprRef At = std::make_shared<AddressExpr>(Array.Name, Index);
    return Names.let(Array.Name + Name, At, Out);
  };
  ExprRef Begin = Address(S.Lo, "_begin");
  return {Begin, Address(S.Hi, "_end")};
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
  Statements Setup, Behind;
  std::optional<KeptWalk> Kept;
  llvm::StringMap<Part> Parts;
  for (const Operand *O : Rows)
    if (std::optional<Part> P = Scan.partOf(*O, Setup))
      Parts[O->Name] = std::move(*P);
  for (const Operand *A : Arrays)
    if (llvm::any_of(N.Operands,
                     [&](const Operand &O) { return mayMeet(*A, O); })) {
      Met.push_back(A);
      ArrayNames.push_back(A->Name);
    }
  llvm::StringMap<ArrayRange> Ranges;
  if (llvm::Error E = rangesOf(Met, Ranges, Setup, Kept))
    return E;
  llvm::StringMap<Span> Of;
  for (const Operand *A : Met)
    Of[A->Name] = spanOf(*A, Ranges[A->Name], Behind);
  std::string Apart = Names.get("all_apart");
  Behind.push_back(declare(Apart, Bool, constant(Bool, 1)));
  auto Meets = [&](const Operand &A, const Operand &O) {
    return llvm::any_of(N.Operands, [&](const Operand &Row) {
      return mayMeet(A, Row) && lieInSameRows(Row, O);
    });
  };
  auto Compare = [&](const Operand &O, const Span &At) -> Statements {
    Statements Out;
    for (const Operand *A : Met) {
      if (!Meets(*A, O))
        continue;
      const Span &B = Of[A->Name];
      ExprRef IsApart = either(binary(BinaryOp::Le, At.End, B.Begin),
                               binary(BinaryOp::Le, B.End, At.Begin));
      // What no trip accesses meets nothing.
      if (!isKnown(*A))
        IsApart =
            either(binary(BinaryOp::Ge, Ranges[A->Name].Lo, Ranges[A->Name].Hi),
                   std::move(IsApart));
      Out.push_back(update(Apart, Bool, ReduceOp::And, std::move(IsApart)));
    }
    return Out;
  };
  auto Refuse = [&](const Operand &O) {
    return unknownReach(O, **llvm::find_if(Met, [&](const Operand *A) {
                          return Meets(*A, O);
                        }));
  };
  if (llvm::Error E = Scan.visit(Rows, Parts, Compare, Refuse, Behind))
    return E;
  if (Kept)
    Kept->Behind = block(std::move(Behind));
  else
    llvm::append_range(Setup, Behind);
  Guards.push_back({msg::GuardOverlapsRow(quotedList(ArrayNames, "or"),
                                          quotedList(RowNames, "or")),
                    block(std::move(Setup)), var(Bool, Apart)});
  Guards.back().Kept = std::move(Kept);
  return llvm::Error::success();
}

/// Appends what compares each of \p Rows, of which \p P is accessed, with the
/// one before.
void RowGuardList::compareInOrder(const Operand &Rows, const Part &P,
                                  Statements &Out) {
  const std::string Before = Names.get(Rows.Name + "_before");
  Out.push_back(declare(Before, U64, constant(U64, 0)));
  Scan.eachNoted(
      Rows,
      [&](const ExprRef &, const ExprRef &At) -> Statements {
        ExprRef Other = var(U64, Before);
        ExprRef IsFirst = binary(BinaryOp::Eq, Other, constant(U64, 0));
        auto EndsBefore = [&](const ExprRef &A, const ExprRef &B) {
          return either(IsFirst,
                        binary(BinaryOp::Le, P.of(A).End, P.of(B).Begin));
        };
        return {update(Names.get(Rows.Name + "_ascends"), Bool, ReduceOp::And,
                       EndsBefore(Other, At)),
                update(Names.get(Rows.Name + "_descends"), Bool, ReduceOp::And,
                       EndsBefore(At, Other)),
                update(Before, U64, ReduceOp::None, At)};
      },
      Out);
}

/// Compares \p At, in \p Row, with all that was accessed in rows before. A row
/// that comes again is another one.
StmtRef RowGuardList::track(const Operand &Rows, const ExprRef &Row,
                            const Span &At) {
  auto Of = [&](const char *Name) { return Names.get(Rows.Name + Name); };
  ExprRef Begin = var(U64, Of("_begin")), End = var(U64, Of("_end"));
  ExprRef Number = cast(I64, Row);
  StmtRef IsNext = std::make_shared<IfStmt>(
      binary(BinaryOp::Ne, var(I64, Of("_now")), Number),
      block({update(Of("_lowest"), U64, ReduceOp::Min, Begin),
             update(Of("_highest"), U64, ReduceOp::Max, End),
             update(Of("_now"), I64, ReduceOp::None, Number),
             update(Of("_begin"), U64, ReduceOp::None, constant(U64, -1)),
             update(Of("_end"), U64, ReduceOp::None, constant(U64, 0))}));
  return block(
      {IsNext, update(Of("_begin"), U64, ReduceOp::Min, At.Begin),
       update(Of("_end"), U64, ReduceOp::Max, At.End),
       update(Of("_ascends"), Bool, ReduceOp::And,
              binary(BinaryOp::Le, var(U64, Of("_highest")), At.Begin)),
       update(Of("_descends"), Bool, ReduceOp::And,
              binary(BinaryOp::Le, At.End, var(U64, Of("_lowest"))))});
}

/// Appends what compares \p Rows of which it is not known in front of the nest
/// what is accessed: in the order of the nest, or, where data choose them, row
/// by row, as if of each what is accessed of any.
llvm::Error RowGuardList::trackInOrder(const Operand &Rows, Statements &Out) {
  constexpr int64_t Most = std::numeric_limits<int64_t>::max();
  auto Of = [&](const char *Name) { return Names.get(Rows.Name + Name); };
  const ArrayRange InAny = {Rows.Name, var(I64, Of("_first")),
                            var(I64, Of("_past"))};
  bool IsUnknown = false, AreChosen = false;
  auto Indices =
      [&](const ElementWalk::Access &A) -> std::optional<ArrayRange> {
    if (!lieInSameRows(Rows, *N.findOperand(A.Array)))
      return std::nullopt;
    std::optional<ArrayRange> S = Scan.indicesAt(A);
    IsUnknown |= !S;
    return S;
  };
  llvm::Expected<StmtRef> Rectangle = Scan.scan([&](const auto &A) -> StmtRef {
    std::optional<ArrayRange> S = Indices(A);
    if (!S)
      return nullptr;
    AreChosen |= isChosenByData(A.Row);
    return block({Scan.noteRow(Rows, A.Row),
                  update(Of("_first"), I64, ReduceOp::Min, S->Lo),
                  update(Of("_past"), I64, ReduceOp::Max, S->Hi)});
  });
  llvm::Expected<StmtRef> OneByOne = Scan.scan(
      [&](const auto &A) -> StmtRef {
        std::optional<ArrayRange> S = Indices(A);
        return S ? track(Rows, A.Row, spanIn(Rows, A.Row, *S)) : nullptr;
      },
      /*InOrder=*/true);
  if (!Rectangle || !OneByOne)
    return llvm::joinErrors(Rectangle.takeError(), OneByOne.takeError());
  if (IsUnknown)
    return unknownReach(Rows, Rows);
  Out.push_back(declare(Of("_now"), I64, i64(-Most)));
  for (const char *Name : {"_lowest", "_begin"})
    Out.push_back(declare(Of(Name), U64, constant(U64, -1)));
  for (const char *Name : {"_highest", "_end"})
    Out.push_back(declare(Of(Name), U64, constant(U64, 0)));
  if (!AreChosen) {
    Out.push_back(std::move(*OneByOne));
    return llvm::Error::success();
  }
  Scan.declareNoted(Rows, Out);
  Out.push_back(declare(Of("_first"), I64, i64(Most)));
  Out.push_back(declare(Of("_past"), I64, i64(-Most)));
  Out.push_back(std::move(*Rectangle));
  Scan.eachNoted(
      Rows,
      [&](const ExprRef &Row, const ExprRef &) -> Statements {
        return {track(Rows, Row, spanIn(Rows, Row, InAny))};
      },
      Out);
  return llvm::Error::success();
}

/// What notes which rows of each array \p Of the nest accesses.
llvm::Expected<StmtRef>
RowGuardList::noteRows(llvm::ArrayRef<const Operand *> Of) {
  return Scan.scan([&](const auto &At) -> StmtRef {
    for (const Operand *O : Of)
      if (lieInSameRows(*O, *N.findOperand(At.Array)))
        return Scan.noteRow(*O, At.Row);
    return nullptr;
  });
}

/// That no two of \p Rows lie over each other.
llvm::Error RowGuardList::keepInOrder(const Operand &Rows) {
  const std::string Ascends = Names.get(Rows.Name + "_ascends"),
                    Descends = Names.get(Rows.Name + "_descends");
  Statements Setup;
  const std::optional<Part> P = Scan.partOf(Rows, Setup);
  Setup.push_back(declare(Ascends, Bool, constant(Bool, 1)));
  Setup.push_back(declare(Descends, Bool, constant(Bool, 1)));
  if (!P) {
    if (llvm::Error E = trackInOrder(Rows, Setup))
      return E;
  } else {
    Scan.declareNoted(Rows, Setup);
    llvm::Expected<StmtRef> Code = noteRows({&Rows});
    if (!Code)
      return Code.takeError();
    Setup.push_back(std::move(*Code));
    compareInOrder(Rows, *P, Setup);
  }
  Guards.push_back({msg::GuardRowsOverlapOrUnordered(Rows.Name),
                    block(std::move(Setup)),
                    either(var(Bool, Ascends), var(Bool, Descends))});
  return llvm::Error::success();
}

/// That \p Vector is none of \p Rows.
llvm::Error RowGuardList::keepVectorFrom(const Operand &Vector,
                                         const Operand &Rows) {
  llvm::Expected<StmtRef> Noted = noteRows({&Rows});
  if (!Noted)
    return Noted.takeError();
  const std::string Apart = Names.get(Vector.Name + "_apart");
  Statements Setup = {declare(Apart, Bool, constant(Bool, 1))};
  Scan.declareNoted(Rows, Setup);
  Setup.push_back(std::move(*Noted));
  Scan.eachNoted(
      Rows,
      [&](const ExprRef &, const ExprRef &At) -> Statements {
        return {
            update(Apart, Bool, ReduceOp::And,
                   binary(BinaryOp::Ne, At,
                          std::make_shared<AddressExpr>(Vector.Name, i64(0))))};
      },
      Setup);
  Guards.push_back(
      {msg::GuardOverlapsRow("'" + Vector.Name + "'", "'" + Rows.Name + "'"),
       block(std::move(Setup)), var(Bool, Apart)});
  return llvm::Error::success();
}

/// That no vector in the array in which rows of \p A are found is one of \p B.
/// Of two arrays that share vectors, one begins among those of the other, so
/// that the first vector of one of them that owns memory is one of the other,
/// too, if any that both have does.
llvm::Error RowGuardList::keepVectorsApart(const Operand &A, const Operand &B) {
  llvm::Expected<StmtRef> Noted = noteRows({&A, &B});
  if (!Noted)
    return Noted.takeError();
  const std::string Apart = Names.get(A.Name + "_apart");
  Statements Setup = {declare(Apart, Bool, constant(Bool, 1))}, Compare;
  auto HasRows = [&](const Operand &O) {
    return binary(BinaryOp::Le, var(I64, Names.get(O.Name + "_least")),
                  var(I64, Names.get(O.Name + "_last")));
  };
  for (const Operand *O : {&A, &B})
    Scan.declareNoted(*O, Setup);
  Setup.push_back(std::move(*Noted));
  for (auto [From, All] : {std::pair(&A, &B), std::pair(&B, &A)}) {
    const std::string Front = Names.get(From->Name + "_front");
    const ExprRef IsNone =
        binary(BinaryOp::Eq, var(U64, Front), constant(U64, 0));
    const ExprRef Least = var(I64, Names.get(From->Name + "_least"));
    Compare.push_back(
        declare(Front, U64, std::make_shared<AddressExpr>(From->Name, Least)));
    Statements Later;
    Scan.eachNoted(
        *From,
        [&](const ExprRef &, const ExprRef &At) -> Statements {
          return {std::make_shared<IfStmt>(
              IsNone, update(Front, U64, ReduceOp::None, At))};
        },
        Later);
    Compare.push_back(std::make_shared<IfStmt>(IsNone, block(Later)));
    Scan.eachNoted(
        *All,
        [&](const ExprRef &, const ExprRef &At) -> Statements {
          return {update(Apart, Bool, ReduceOp::And,
                         binary(BinaryOp::Ne, At, var(U64, Front)))};
        },
        Compare);
  }
  Setup.push_back(std::make_shared<IfStmt>(
      binary(BinaryOp::LogicalAnd, HasRows(A), HasRows(B)),
      block(std::move(Compare))));
  Guards.push_back({msg::GuardRowsShared(A.Name, B.Name),
                    block(std::move(Setup)), var(Bool, Apart)});
  return llvm::Error::success();
}

/// That all rows of \p A lie on one side of all rows of \p B.
llvm::Error RowGuardList::keepFrom(const Operand &A, const Operand &B) {
  auto Lowest = [&](const Operand &O) { return Names.get(O.Name + "_lowest"); };
  auto Highest = [&](const Operand &O) {
    return Names.get(O.Name + "_highest");
  };
  Statements Setup;
  llvm::StringMap<Part> Parts;
  for (const Operand *O : {&A, &B}) {
    if (std::optional<Part> P = Scan.partOf(*O, Setup))
      Parts[O->Name] = std::move(*P);
    Setup.push_back(declare(Lowest(*O), U64, constant(U64, -1)));
    Setup.push_back(declare(Highest(*O), U64, constant(U64, 0)));
  }
  auto Extend = [&](const Operand &O, const Span &At) -> Statements {
    return {update(Lowest(O), U64, ReduceOp::Min, At.Begin),
            update(Highest(O), U64, ReduceOp::Max, At.End)};
  };
  auto Refuse = [&](const Operand &O) {
    return &O == &A ? unknownReach(A, B) : unknownReach(B, A);
  };
  if (llvm::Error E = Scan.visit({&A, &B}, Parts, Extend, Refuse, Setup))
    return E;
  auto IsBelow = [&](const Operand &Low, const Operand &High) {
    return binary(BinaryOp::Le, var(U64, Highest(Low)), var(U64, Lowest(High)));
  };
  Guards.push_back({msg::GuardRowsInterleave(A.Name, B.Name),
                    block(std::move(Setup)),
                    either(IsBelow(A, B), IsBelow(B, A))});
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
    if (!B.hasRowsElsewhere() || IsDone || areApart(A, B, TypesAlias) ||
        isVouchedApart(N, A.Name, B.Name))
      continue;
    const bool AreVectors = areOfVectors(A) && areOfVectors(B);
    if (llvm::Error E = AreVectors ? keepVectorsApart(A, B) : keepFrom(A, B))
      return E;
  }
  return llvm::Error::success();
}

/// What may choose rows or elements comes first, array by array: where rows
/// that are stored to lie over one, it holds what chooses none yet. A walk
/// reads such arrays, so that those of which none needs a walk come before the
/// others.
llvm::Error RowGuardList::run() {
  for (const Operand &A : N.Operands)
    for (const Operand &B : N.Operands)
      if (isVector(A) && areOfVectors(B) && (A.Written || B.Written) &&
          !areApart(A, B, TypesAlias) && !isVouchedApart(N, A.Name, B.Name))
        if (llvm::Error E = keepVectorFrom(A, B))
          return E;
  const llvm::StringSet<> OfBounds = arraysInBounds(AsWritten);
  std::vector<const Operand *> Choosing, ByWalks, Others;
  for (const Operand &A : N.Operands) {
    if (A.Kind != OperandKind::Array || A.hasRowsElsewhere())
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
    if (A.hasRowsElsewhere() && A.Written)
      if (llvm::Error E = keepApart(A))
        return E;
  return llvm::Error::success();
}

llvm::Error lacuna::addRowGuards(const Nest &N, const LowerOptions &Options,
                                 const AccessedRanges &Accessed,
                                 MadeNames &Names,
                                 std::vector<ProgramGuard> &Guards) {
  // Others need not have been written by anybody.
  if (llvm::none_of(N.Operands,
                    [](const Operand &O) { return O.hasRowsElsewhere(); }))
    return llvm::Error::success();
  return RowGuardList(N, Options, Accessed, Names, Guards).run();
}
