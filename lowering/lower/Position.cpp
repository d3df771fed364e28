//===- Position.cpp - loops over fused position space -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Position.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// The row variable's value for the row that lies \p Offset behind the first.
static ExprRef rowAt(const IndexVar &Row, const ExprRef &Offset) {
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
  ChunkedRows(const TrackedRows &T, const PositionChunks &C, MadeNames &Names)
      : T(T), C(C), Names(Names),
        Reductions(reductionsOf(T.Each, T.Position->Name)),
        ChunkName(Names.get(C.Name + "_chunk")),
        Chunk(var(Type::i64(), ChunkName)),
        StartsName(Names.get(T.Row->Name + "_starts")) {}

  std::string check() const;
  void emit(Statements &Out);

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
  std::string partsName(const Reduction &R) {
    return Names.get(R.Target.Name + "_parts");
  }
  /// The number of a chunk's head or tail.
  static ExprRef partOf(const ExprRef &Chunk, const ExprRef &Side) {
    return binary(BinaryOp::Add, binary(BinaryOp::Mul, Chunk, i64(2)), Side);
  }
  ExprRef part(const Reduction &R, const ExprRef &Which) {
    return load(R.Target.Ty, partsName(R), Which);
  }

  void declare(Statements &Out);
  void searchStarts(Statements &Out);
  Edges enterChunk(Statements &Out);
  StmtRef chunkBody();
  StmtRef cutRow(const Edges &E, const ExprRef &IsCut);
  Statements entering() const;
  ExprRef storedByEnter(const Reduction &R) const;
  StmtRef joinBody(const std::string &Open);
  StmtRef joinRow(const Edges &E, const std::string &Open);

  const TrackedRows &T;
  const PositionChunks &C;
  MadeNames &Names;
  std::vector<Reduction> Reductions;
  std::string ChunkName;
  ExprRef Chunk;
  std::string StartsName;
  Chunks Share;
};

} // namespace

/// Nothing may flow from position to position but reductions of one operator.
std::string ChunkedRows::check() const {
  llvm::StringSet<> Own;
  for (const StmtRef &S : T.Enter)
    if (auto *Var = llvm::dyn_cast<VarStmt>(S.get()))
      Own.insert(Var->name());
    else if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(S.get()))
      Own.insert(Array->name());
  llvm::StringMap<ReduceOp> Ops;
  std::string Problem;
  walk(T.Each, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    if (!Assign)
      return true;
    const Place &Target = Assign->target();
    bool IsJoined = llvm::any_of(Reductions, [&](const Reduction &R) {
      return R.Target.Name == Target.Name && R.Op == Assign->op() &&
             structurallyEqual(R.Target.Index, Target.Index);
    });
    if (Own.contains(Target.Name) && !IsJoined && Problem.empty())
      Problem = "'" + Target.Name + "' cannot be joined from partial results";
    return true;
  });
  return Problem;
}

/// The position at which chunk \p Which begins.
ExprRef ChunkedRows::edge(const ExprRef &Which) const {
  ExprRef Offset = binary(BinaryOp::Mul, Share.first(Which), C.Grain);
  return binary(BinaryOp::Add, C.Base,
                binary(BinaryOp::Min, Offset, C.Positions));
}

void ChunkedRows::declare(Statements &Out) {
  ExprRef Trips = binary(BinaryOp::Max, ceilDiv(C.Positions, C.Grain), i64(1));
  Share.Trips = Names.let(C.Name + "_trips", Trips, Out);
  Share.Count = Names.let(C.Name + "_chunks",
                          binary(BinaryOp::Min, Share.Trips,
                                 wantedChunks(C.NumThreads, C.Tag.Schedule)),
                          Out);
  Out.push_back(std::make_shared<LocalArrayStmt>(
      StartsName, Type::i64(), i64(MaxChunks + 1), nullptr, T.Source));
  for (const Reduction &R : Reductions)
    Out.push_back(std::make_shared<LocalArrayStmt>(
        partsName(R), R.Target.Ty, i64(2 * MaxChunks), nullptr, T.Source));
}

/// Chunk k starts with the first row that ends behind its first position.
void ChunkedRows::searchStarts(Statements &Out) {
  Statements Body;
  ExprRef From = Names.let(T.Position->Name + "_from", edge(Chunk), Body);
  std::string Found = Names.get(T.Row->Name + "_found");
  appendSearch(
      Found, i64(0), C.Rows,
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
  Body.push_back(cutRow(E, IsCut));
  return block(std::move(Body));
}

static void addUses(const StmtRef &S, llvm::StringSet<> &Used) {
  walk(S, [&](const Stmt &Part) {
    for (const ExprRef &E : expressions(Part))
      for (const auto &Name : freeVars(E))
        Used.insert(Name.getKey());
    return true;
  });
}

/// The value that enter gives to the place of \p R, null if it does not.
ExprRef ChunkedRows::storedByEnter(const Reduction &R) const {
  ExprRef Value;
  for (const StmtRef &S : T.Enter)
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(S.get()))
      if (Assign->op() == ReduceOp::None &&
          samePlace(Assign->target(), R.Target))
        Value = Assign->value();
  return Value;
}

/// What positions of a row need from its beginning: constants, and
/// accumulators whose own value starts the partial ones.
Statements ChunkedRows::entering() const {
  llvm::StringSet<> Used;
  addUses(T.Each, Used);
  for (const Reduction &R : Reductions) {
    for (const auto &Name : freeVars(R.Target.Index))
      Used.insert(Name.getKey());
    if (identityOf(R.Op, R.Target.Ty))
      continue;
    Used.insert(R.Target.Name);
    for (const auto &Name : freeVars(storedByEnter(R)))
      Used.insert(Name.getKey());
  }
  Statements Kept;
  for (const StmtRef &S : llvm::reverse(T.Enter)) {
    auto *Let = llvm::dyn_cast<LetStmt>(S.get());
    auto *Var = llvm::dyn_cast<VarStmt>(S.get());
    if (!(Let && Used.contains(Let->name())) &&
        !(Var && Used.contains(Var->name())))
      continue;
    Kept.push_back(S);
    addUses(S, Used);
  }
  std::reverse(Kept.begin(), Kept.end());
  return Kept;
}

/// Partial results of the row that the chunk finishes (side 0) and of the one
/// that it leaves open (side 1).
StmtRef ChunkedRows::cutRow(const Edges &E, const ExprRef &IsCut) {
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
  append(Row, entering());
  StmtRef Each = T.Each;
  for (const Reduction &R : Reductions) {
    std::string Name = Names.get(R.Target.Name + "_part");
    ExprRef Stored = identityOf(R.Op, R.Target.Ty) ? nullptr : storedByEnter(R);
    Row.push_back(std::make_shared<VarStmt>(
        Name, R.Target.Ty, Stored ? Stored : startOf(R), T.Source));
    Each = redirect(Each, R.Target, Name);
  }
  ExprRef Lo = binary(BinaryOp::Max, cast(Type::i64(), T.Position->Lo), E.From);
  ExprRef Hi = binary(BinaryOp::Min, cast(Type::i64(), T.Position->Hi), E.To);
  Row.push_back(
      T.MakeLoop(cast(T.Position->Ty, Lo), cast(T.Position->Ty, Hi), Each));
  for (const Reduction &R : Reductions)
    Row.push_back(std::make_shared<AssignStmt>(
        Place{partsName(R), R.Target.Ty, partOf(Chunk, Side)}, ReduceOp::None,
        var(R.Target.Ty, Names.get(R.Target.Name + "_part")),
        /*Atomic=*/false, T.Source));
  StmtRef If =
      std::make_shared<IfStmt>(Either(HasHead, HasTail), block(std::move(Row)));
  return std::make_shared<ForStmt>(SideName, i64(0), i64(2), If, ForTags(),
                                   T.Source);
}

/// The row that ends in the chunk and began in an earlier one: the partial
/// results since \p Open, between enter and leave.
StmtRef ChunkedRows::joinRow(const Edges &E, const std::string &Open) {
  Statements Row;
  Row.push_back(std::make_shared<LetStmt>(T.Row->Name, rowAt(*T.Row, E.First)));
  append(Row, T.Enter);
  if (!Reductions.empty()) {
    std::string Earlier = Names.get(C.Name + "_earlier");
    ExprRef Tail = partOf(var(Type::i64(), Earlier), i64(1));
    Statements Tails;
    for (const Reduction &R : Reductions)
      Tails.push_back(reduceInto(R.Target, R.Op, part(R, Tail), T.Source));
    Row.push_back(std::make_shared<ForStmt>(Earlier, var(Type::i64(), Open),
                                            Chunk, block(std::move(Tails)),
                                            ForTags(), T.Source));
    for (const Reduction &R : Reductions)
      Row.push_back(
          reduceInto(R.Target, R.Op, part(R, partOf(Chunk, i64(0))), T.Source));
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
  ExprRef Opens = And(binary(BinaryOp::Lt, E.Stop, C.Rows),
                      binary(BinaryOp::Ge, begin(E.Stop), E.From));
  Body.push_back(std::make_shared<IfStmt>(
      Opens, std::make_shared<AssignStmt>(Place{Open, Type::i64(), nullptr},
                                          ReduceOp::None, Chunk)));
  return block(std::move(Body));
}

void ChunkedRows::emit(Statements &Out) {
  Statements Body;
  declare(Body);
  searchStarts(Body);
  ForTags Tags;
  Tags.Mode = ForMode::Threads;
  Tags.NumThreads = C.NumThreads;
  Tags.Schedule = scheduleOfChunks(C.Tag.Schedule);
  Body.push_back(std::make_shared<ForStmt>(ChunkName, i64(0), Share.Count,
                                           chunkBody(), Tags, T.Source));
  std::string Open = Names.get(C.Name + "_open");
  Body.push_back(std::make_shared<VarStmt>(Open, Type::i64(), i64(0)));
  Body.push_back(std::make_shared<ForStmt>(
      ChunkName, i64(0), Share.Count, joinBody(Open), ForTags(), T.Source));
  // Without rows no position may be read.
  Out.push_back(std::make_shared<IfStmt>(binary(BinaryOp::Gt, C.Rows, i64(0)),
                                         block(std::move(Body)), nullptr,
                                         T.Source));
}

std::string lacuna::emitChunkedRows(const TrackedRows &T,
                                    const PositionChunks &C, MadeNames &Names,
                                    Statements &Out) {
  ChunkedRows Rows(T, C, Names);
  std::string Problem = Rows.check();
  if (Problem.empty())
    Rows.emit(Out);
  return Problem;
}
