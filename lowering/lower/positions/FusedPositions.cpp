//===- FusedPositions.cpp - loops over fused position space ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/positions/FusedPositions.h"
#include "lacuna/cleanup/UnusedLets.h"
#include "lacuna/lower/parallel/PartialResults.h"
#include "lacuna/lower/parallel/Workspaces.h"
#include "lacuna/lower/positions/PartsOfRows.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

ExprRef lacuna::rowAt(const IndexVar &Row, const ExprRef &Offset) {
  return cast(Row.Ty, binary(BinaryOp::Add, cast(Type::i64(), Row.Lo), Offset));
}

static ExprRef boundInRow(const ExprRef &Bound, const IndexVar &Row,
                          const ExprRef &Offset) {
  llvm::StringMap<ExprRef> Map;
  Map[Row.Name] = rowAt(Row, Offset);
  return cast(Type::i64(), substitute(Bound, Map));
}

ExprRef lacuna::beginOfRow(const IndexVar &Row, const IndexVar &Position,
                           const ExprRef &Offset) {
  return boundInRow(Position.Lo, Row, Offset);
}

ExprRef lacuna::endOfRow(const IndexVar &Row, const IndexVar &Position,
                         const ExprRef &Offset) {
  return boundInRow(Position.Hi, Row, Offset);
}

static void append(Statements &Out, llvm::ArrayRef<StmtRef> More) {
  Out.insert(Out.end(), More.begin(), More.end());
}

/// Loop over the rows from \p Lo up to \p Hi, each from enter to leave.
static StmtRef wholeRows(const TrackedRows &T, ExprRef Lo, ExprRef Hi) {
  Statements Body = T.Enter;
  Body.push_back(T.MakeLoop(T.Position->Lo, T.Position->Hi, T.Each));
  append(Body, T.Leave);
  return std::make_shared<ForStmt>(T.Row->Name, std::move(Lo), std::move(Hi),
                                   block(std::move(Body)), ForTags(), T.Source);
}

void lacuna::emitSerialRows(const TrackedRows &T, Statements &Out) {
  Out.push_back(wholeRows(T, T.Row->Lo, T.Row->Hi));
}

//===-- chunks ------------------------------------------------------------===//

namespace {

class ChunkedRows {
public:
  ChunkedRows(const TrackedRows &T, const PositionChunks &C,
              std::vector<RowPlace> Places, MadeNames &Names)
      : T(T), C(C), Names(Names), Places(std::move(Places)),
        ChunkName(Names.get(C.Name + "_chunk")),
        Chunk(var(Type::i64(), ChunkName)),
        StartsName(Names.get(T.Row->Name + "_starts")) {}

  void emit(Statements &Hoisted, Statements &Out);

private:
  /// What every loop over chunks begins with.
  struct Edges {
    ExprRef From, To;    ///< positions, i64
    ExprRef First, Stop; ///< rows that end in the chunk, from 0
  };

  ExprRef begin(const ExprRef &Row) const {
    return beginOfRow(*T.Row, *T.Position, Row);
  }
  ExprRef edge(const ExprRef &Which) const;
  ExprRef start(const ExprRef &Which) const {
    return load(Type::i64(), StartsName, Which);
  }
  StmtRef setStart(const ExprRef &Which, ExprRef Row) const {
    return std::make_shared<AssignStmt>(Place{StartsName, Type::i64(), Which},
                                        ReduceOp::None, std::move(Row));
  }
  ExprRef next() const { return binary(BinaryOp::Add, Chunk, i64(1)); }
  std::string partsName(const RowPlace &P) {
    return Names.get(P.Into.Target.Name + "_parts");
  }
  /// Element of an array over the heads and tails of the chunks.
  static ExprRef sideOf(const ExprRef &Chunk, const ExprRef &Side) {
    return binary(BinaryOp::Add, binary(BinaryOp::Mul, Chunk, i64(2)), Side);
  }
  /// The number of updates of \p P in the head or tail of a chunk.
  Place count(const RowPlace &P, const ExprRef &Chunk, const ExprRef &Side) {
    return updateCount(Names.get(P.Into.Target.Name + "_counts"),
                       sideOf(Chunk, Side));
  }
  /// The partial result of \p P in the head (\p Side 0) or tail of a chunk;
  /// for several elements, the one that the inner variable names.
  Place part(const RowPlace &P, const ExprRef &Chunk, const ExprRef &Side);
  StmtRef loopOverElements(const RowPlace &P, StmtRef Body) const;

  void declare(Statements &Hoisted, Statements &Out);
  void searchStarts(Statements &Out);
  Edges enterChunk(Statements &Out);
  StmtRef chunkBody();
  StmtRef cutRows(const Edges &E, const ExprRef &IsCut);
  void appendParts(const ExprRef &Side, const ExprRef &Lo, const ExprRef &Hi,
                   Statements &Out);
  void appendEnterAndLeave(Statements &Out);
  StmtRef joinPart(const RowPlace &P, const ExprRef &Chunk,
                   const ExprRef &Side);
  StmtRef joinBody(const std::string &Open);
  StmtRef joinRow(const Edges &E, const std::string &Open);

  const TrackedRows &T;
  const PositionChunks &C;
  MadeNames &Names;
  std::vector<RowPlace> Places;
  std::string ChunkName;
  ExprRef Chunk;
  std::string StartsName;
  Chunks Share;
};

} // namespace

/// The position at which chunk \p Which begins.
ExprRef ChunkedRows::edge(const ExprRef &Which) const {
  ExprRef Offset = binary(BinaryOp::Mul, Share.first(Which), C.Grain);
  return binary(BinaryOp::Add, C.Base,
                binary(BinaryOp::Min, Offset, C.Positions));
}

void ChunkedRows::declare(Statements &Hoisted, Statements &Out) {
  ExprRef Trips = binary(BinaryOp::Max, ceilDiv(C.Positions, C.Grain), i64(1));
  Share.Trips = Names.let(C.Name + "_trips", Trips, Out);
  Share.Count = Names.let(C.Name + "_chunks",
                          binary(BinaryOp::Min, Share.Trips,
                                 wantedChunks(C.NumThreads, C.Tag.Schedule)),
                          Out);
  Out.push_back(std::make_shared<LocalArrayStmt>(
      StartsName, Type::i64(), i64(MaxChunks + 1), nullptr, T.Source));
  if (C.Tag.Races == RaceStrategy::Atomics && canCombineAtomically(T, Places))
    return;
  for (const RowPlace &P : Places) {
    if (P.MayBeLeft) {
      Place Counts = count(P, Chunk, i64(0));
      Out.push_back(std::make_shared<LocalArrayStmt>(
          Counts.Name, Counts.Ty, i64(2 * MaxChunks), nullptr, T.Source));
    }
    std::string Name = partsName(P);
    ExprRef Width = P.width();
    if (!Width) {
      Out.push_back(std::make_shared<LocalArrayStmt>(
          Name, P.Into.Target.Ty, i64(2 * MaxChunks), nullptr, T.Source));
      continue;
    }
    // Copies of the loop share one array.
    ExprRef Parts = binary(BinaryOp::Mul,
                           wantedChunks(C.NumThreads, C.Tag.Schedule), i64(2));
    addAllocation(std::make_shared<LocalArrayStmt>(
                      Name, P.Into.Target.Ty,
                      binary(BinaryOp::Mul, Parts, Width), nullptr, T.Source),
                  Hoisted);
  }
}

Place ChunkedRows::part(const RowPlace &P, const ExprRef &Chunk,
                        const ExprRef &Side) {
  ExprRef At = sideOf(Chunk, Side);
  if (P.Inner) {
    ExprRef Element = binary(BinaryOp::Sub,
                             cast(Type::i64(), var(P.Inner->Ty, P.Inner->Name)),
                             cast(Type::i64(), P.Inner->Lo));
    At = binary(BinaryOp::Add, binary(BinaryOp::Mul, At, P.width()), Element);
  }
  return {partsName(P), P.Into.Target.Ty, At};
}

/// \p Body for each element of \p P.
StmtRef ChunkedRows::loopOverElements(const RowPlace &P, StmtRef Body) const {
  if (!P.Inner)
    return Body;
  return std::make_shared<ForStmt>(P.Inner->Name, P.Inner->Lo, P.Inner->Hi,
                                   std::move(Body), ForTags(), T.Source);
}

/// Chunk k starts with a row that ends behind its first position and does not
/// begin behind it, and not in front of that of chunk k - 1. Where rows ascend
/// that is the first row that ends behind it. Where they do not there is one as
/// well, since each row begins where the one before it ends; so chunks share
/// all rows in any case, each of its positions once.
void ChunkedRows::searchStarts(Statements &Out) {
  Statements Body;
  ExprRef From = Names.let(T.Position->Name + "_from", edge(Chunk), Body);
  std::string Found = Names.get(T.Row->Name + "_found");
  appendSearch(
      Found, start(binary(BinaryOp::Sub, Chunk, i64(1))), C.Rows,
      [&](const ExprRef &Middle) {
        return binary(BinaryOp::Gt, endOfRow(*T.Row, *T.Position, Middle),
                      From);
      },
      Names, Body);
  Body.push_back(setStart(Chunk, var(Type::i64(), Found)));
  Out.push_back(setStart(i64(0), i64(0)));
  Out.push_back(std::make_shared<ForStmt>(ChunkName, i64(1), Share.Count,
                                          block(std::move(Body)), ForTags(),
                                          T.Source));
  Out.push_back(setStart(Share.Count, C.Rows));
}

ChunkedRows::Edges ChunkedRows::enterChunk(Statements &Out) {
  Edges E;
  E.From = Names.let(T.Position->Name + "_from", edge(Chunk), Out);
  E.First = Names.let(T.Row->Name + "_first", start(Chunk), Out);
  E.Stop = Names.let(T.Row->Name + "_stop", start(next()), Out);
  return E;
}

StmtRef ChunkedRows::chunkBody() {
  Statements Body;
  Edges E = enterChunk(Body);
  E.To = Names.let(T.Position->Name + "_to", edge(next()), Body);
  // The first chunk has the first row from its beginning.
  ExprRef IsCut =
      binary(BinaryOp::LogicalAnd, binary(BinaryOp::Gt, Chunk, i64(0)),
             binary(BinaryOp::Lt, begin(E.First), E.From));
  IsCut = Names.let(T.Row->Name + "_is_cut", IsCut, Body);
  ExprRef Whole = binary(BinaryOp::Add, E.First, cast(Type::i64(), IsCut));
  Body.push_back(wholeRows(T, rowAt(*T.Row, Whole), rowAt(*T.Row, E.Stop)));
  Body.push_back(cutRows(E, IsCut));
  return block(std::move(Body));
}

/// The positions from \p Lo to \p Hi of a cut row, with partial results.
void ChunkedRows::appendParts(const ExprRef &Side, const ExprRef &Lo,
                              const ExprRef &Hi, Statements &Out) {
  StmtRef Each = T.Each;
  Statements Stores;
  for (const RowPlace &P : Places) {
    const Reduction &R = P.Into;
    Place Part = part(P, Chunk, Side);
    ExprRef Identity = identityOf(R.Op, R.Target.Ty);
    ExprRef Count;
    if (P.Inner) {
      Out.push_back(loopOverElements(P, assign(Part, Identity, T.Source)));
      if (P.MayBeLeft)
        Count = valueOf(countUpdates(R.Target, P.Inner->Name, nullptr, T.Source,
                                     Each, Names, Out));
      Each = redirect(Each, R.Target, Part);
    } else {
      PartialResult Result = reduceApart(
          R, Names.fresh(R.Target.Name + "_part"),
          Identity ? nullptr : storedByEnter(T, R), T.Source, Each, Names, Out);
      Stores.push_back(assign(Part, Result.value(), T.Source));
      Count = Result.count();
    }
    if (Count)
      Stores.push_back(assign(count(P, Chunk, Side), Count, T.Source));
  }
  Out.push_back(T.MakeLoop(Lo, Hi, Each));
  append(Out, Stores);
}

/// The rows that a border of the chunk cuts: the one that ends in it (side 0)
/// and the one that it leaves open (side 1).
StmtRef ChunkedRows::cutRows(const Edges &E, const ExprRef &IsCut) {
  std::string SideName = Names.get(C.Name + "_side");
  ExprRef Side = var(Type::i64(), SideName);
  ExprRef IsHead = binary(BinaryOp::Eq, Side, i64(0));
  ExprRef HasHead = binary(BinaryOp::LogicalAnd, IsCut,
                           binary(BinaryOp::Lt, E.First, E.Stop));
  ExprRef HasTail = binary(BinaryOp::Lt, E.Stop, C.Rows);
  auto Either = [&](const ExprRef &Head, const ExprRef &Tail) -> ExprRef {
    return std::make_shared<SelectExpr>(IsHead, Head, Tail);
  };
  Statements Row;
  Row.push_back(std::make_shared<LetStmt>(
      T.Row->Name, rowAt(*T.Row, Either(E.First, E.Stop))));
  append(Row, startOfPart(T, Places));
  // A row that fills the whole chunk begins in front of it and ends behind it.
  const Type &Ty = T.Position->Ty;
  ExprRef BeganBefore = binary(BinaryOp::LogicalOr, IsHead,
                               binary(BinaryOp::Eq, E.First, E.Stop));
  ExprRef Lo = std::make_shared<SelectExpr>(BeganBefore, cast(Ty, E.From),
                                            T.Position->Lo);
  ExprRef Hi = Either(T.Position->Hi, cast(Ty, E.To));
  if (C.Tag.Races == RaceStrategy::Atomics && canCombineAtomically(T, Places)) {
    auto To = [&](const Reduction &R) { return elementOfRow(T, R); };
    AtomicPart Part = atomicPart(T, Places, To, Names);
    append(Row, Part.Declare);
    Row.push_back(T.MakeLoop(Lo, Hi, Part.Each));
    append(Row, Part.Update);
  } else {
    appendParts(Side, Lo, Hi, Row);
  }
  StmtRef If =
      std::make_shared<IfStmt>(Either(HasHead, HasTail), block(std::move(Row)));
  return std::make_shared<ForStmt>(SideName, i64(0), i64(2), If, ForTags(),
                                   T.Source);
}

//===-- joining in the order of the chunks --------------------------------===//

StmtRef ChunkedRows::joinPart(const RowPlace &P, const ExprRef &Chunk,
                              const ExprRef &Side) {
  Place Part = part(P, Chunk, Side);
  Place Target = P.Into.Target;
  if (P.Inner)
    Target.Index = P.Index;
  StmtRef Join = loopOverElements(
      P, joinInto(Target, P.Into.Op, load(Part.Ty, Part.Name, Part.Index),
                  T.Source));
  Place Count = count(P, Chunk, Side);
  return P.MayBeLeft ? ifUpdated(valueOf(Count), Join) : Join;
}

/// The row that ends in the chunk and began in an earlier one: the partial
/// results since \p Open, between enter and leave.
StmtRef ChunkedRows::joinRow(const Edges &E, const std::string &Open) {
  Statements Row;
  Row.push_back(std::make_shared<LetStmt>(T.Row->Name, rowAt(*T.Row, E.First)));
  append(Row, T.Enter);
  if (!Places.empty()) {
    std::string Earlier = Names.get(C.Name + "_earlier");
    Statements Tails;
    for (const RowPlace &P : Places)
      Tails.push_back(joinPart(P, var(Type::i64(), Earlier), i64(1)));
    Row.push_back(std::make_shared<ForStmt>(Earlier, var(Type::i64(), Open),
                                            Chunk, block(std::move(Tails)),
                                            ForTags(), T.Source));
    for (const RowPlace &P : Places)
      Row.push_back(joinPart(P, Chunk, i64(0)));
  }
  append(Row, T.Leave);
  return block(std::move(Row));
}

StmtRef ChunkedRows::joinBody(const std::string &Open) {
  Statements Body;
  Edges E = enterChunk(Body);
  auto And = [](ExprRef A, ExprRef B) {
    return binary(BinaryOp::LogicalAnd, std::move(A), std::move(B));
  };
  ExprRef EndsCut = And(And(binary(BinaryOp::Gt, Chunk, i64(0)),
                            binary(BinaryOp::Lt, E.First, E.Stop)),
                        binary(BinaryOp::Lt, begin(E.First), E.From));
  Body.push_back(std::make_shared<IfStmt>(EndsCut, joinRow(E, Open)));
  // The row that is open at the end of the chunk has its first part here unless
  // it began before.
  ExprRef BeginsHere =
      binary(BinaryOp::LogicalOr, binary(BinaryOp::Lt, E.First, E.Stop),
             binary(BinaryOp::Ge, begin(E.Stop), E.From));
  ExprRef Opens = And(binary(BinaryOp::Lt, E.Stop, C.Rows), BeginsHere);
  Body.push_back(std::make_shared<IfStmt>(
      Opens, std::make_shared<AssignStmt>(Place{Open, Type::i64(), nullptr},
                                          ReduceOp::None, Chunk)));
  return block(std::move(Body));
}

//===-- atomics -----------------------------------------------------------===//

/// Enters and leaves each cut row, at the first border that cuts it.
void ChunkedRows::appendEnterAndLeave(Statements &Out) {
  if (T.Enter.empty() && T.Leave.empty())
    return;
  Statements Body;
  Edges E = enterChunk(Body);
  ExprRef Earlier = binary(BinaryOp::Sub, Chunk, i64(1));
  ExprRef BeginsThere =
      binary(BinaryOp::LogicalOr, binary(BinaryOp::Lt, start(Earlier), E.First),
             binary(BinaryOp::Ge, begin(E.First), edge(Earlier)));
  ExprRef IsFirst =
      binary(BinaryOp::LogicalAnd, binary(BinaryOp::Lt, begin(E.First), E.From),
             BeginsThere);
  Statements Row;
  Row.push_back(std::make_shared<LetStmt>(T.Row->Name, rowAt(*T.Row, E.First)));
  append(Row, T.Enter);
  append(Row, T.Leave);
  Body.push_back(std::make_shared<IfStmt>(IsFirst, block(std::move(Row))));
  Out.push_back(std::make_shared<ForStmt>(ChunkName, i64(1), Share.Count,
                                          block(std::move(Body)), ForTags(),
                                          T.Source));
}

//===-- the whole ---------------------------------------------------------===//

void ChunkedRows::emit(Statements &Hoisted, Statements &Out) {
  bool Atomically =
      C.Tag.Races == RaceStrategy::Atomics && canCombineAtomically(T, Places);
  Statements Body;
  declare(Hoisted, Body);
  searchStarts(Body);
  if (Atomically)
    appendEnterAndLeave(Body);
  ForTags Tags;
  Tags.Mode = ForMode::Threads;
  Tags.NumThreads = C.NumThreads;
  Tags.Schedule = scheduleOfChunks(C.Tag.Schedule);
  Body.push_back(std::make_shared<ForStmt>(ChunkName, i64(0), Share.Count,
                                           chunkBody(), Tags, T.Source));
  if (!Atomically) {
    std::string Open = Names.get(C.Name + "_open");
    Body.push_back(std::make_shared<VarStmt>(Open, Type::i64(), i64(0)));
    Body.push_back(std::make_shared<ForStmt>(
        ChunkName, i64(0), Share.Count, joinBody(Open), ForTags(), T.Source));
  }
  // Without rows no position may be read.
  Out.push_back(std::make_shared<IfStmt>(binary(BinaryOp::Gt, C.Rows, i64(0)),
                                         block(std::move(Body)), nullptr,
                                         T.Source));
}

std::string lacuna::emitChunkedRows(const Nest &N, const TrackedRows &T,
                                    const PositionChunks &C, MadeNames &Names,
                                    Statements &Hoisted, Statements &Out) {
  std::vector<RowPlace> Places;
  std::string Problem = findRowPlaces(N, T, Places);
  if (Problem.empty())
    ChunkedRows(T, C, std::move(Places), Names).emit(Hoisted, Out);
  return Problem;
}
