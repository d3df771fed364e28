//===- Merge.cpp - loops over several levels at once ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/loops/Merge.h"
#include "lacuna/lower/loops/Lowering.h"
#include "lacuna/lower/parallel/Chunks.h"
#include "lacuna/lower/positions/FusedPositions.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

static ExprRef wide(const ExprRef &E) { return cast(Type::i64(), E); }

static ExprRef both(ExprRef A, ExprRef B) {
  return A ? binary(BinaryOp::LogicalAnd, std::move(A), std::move(B)) : B;
}

MergeLoops::MergeLoops(const Nest &N, const MergeSpace &Space,
                       const MergeBodies &Bodies, const LoopScope &Scope,
                       MadeNames &Names, SourceTag Source, BodyMaker MakeBody)
    : N(N), Space(Space), Bodies(Bodies), Scope(Scope), Names(Names),
      Source(Source), MakeBody(MakeBody) {
  for (const MergeOperand &O : Bodies.operands())
    Cursors.push_back(makeCursor(O));
}

//===-- cursors -----------------------------------------------------------===//

MergeLoops::Cursor MergeLoops::makeCursor(const MergeOperand &O) const {
  Cursor C;
  C.Position = N.findIndexVar(O.Var);
  C.Of = mergedLevel(N, O.Var);
  C.Present = O.Present;
  if (Space.isFused())
    C.Row = Names.get(Space.Row->Name + "_" + O.Present);
  return C;
}

std::vector<const MergeLoops::Cursor *>
MergeLoops::cursorsOf(LevelSet Levels) const {
  std::vector<const Cursor *> Result;
  for (size_t K = 0; K != Cursors.size(); ++K)
    if (Levels >> K & 1)
      Result.push_back(&Cursors[K]);
  return Result;
}

ExprRef MergeLoops::position(const Cursor &C) const {
  return var(C.Position->Ty, C.Position->Name);
}

ExprRef MergeLoops::isLeft(const Cursor &C) const {
  return binary(BinaryOp::Lt, position(C), C.End);
}

/// The user's coordinate at position \p At, in the user's type.
ExprRef MergeLoops::column(const Cursor &C, const ExprRef &At) const {
  const IndexVar &User = Space.isFused() ? *Space.Column : *Space.Coordinate;
  return cast(User.Ty, C.Of->coordinateAt(N, At));
}

/// What the levels are merged by, at the cursor.
ExprRef MergeLoops::coordinate(const Cursor &C) const {
  if (!Space.isFused())
    return column(C, position(C));
  const std::string &Column = Space.Column->Name;
  ExprRef RowStart = binary(BinaryOp::Mul, var(Type::i64(), C.Row),
                            Scope.Lengths.lookup(Column));
  ExprRef Offset = binary(BinaryOp::Sub, wide(column(C, position(C))),
                          wide(Scope.Begins.lookup(Column)));
  return binary(BinaryOp::Add, RowStart, Offset);
}

/// Moves on where \p Cond, which may be null, holds.
StmtRef MergeLoops::advance(const Cursor &C, const ExprRef &Cond) const {
  const Type &Ty = C.Position->Ty;
  // Narrow types hold the end, but are not computed in.
  const Type &In = Ty.bits() < 32 ? Type::i64() : Ty;
  ExprRef Steps = Cond ? cast(In, Cond) : constant(In, 1);
  ExprRef Next = binary(BinaryOp::Add, cast(In, position(C)), Steps);
  return assign({C.Position->Name, Ty, nullptr}, cast(Ty, Next));
}

/// Rows may be empty, so that the next position may lie several rows on.
StmtRef MergeLoops::followRow(const Cursor &C, ExprRef While) const {
  ExprRef Row = var(Type::i64(), C.Row);
  ExprRef IsBehind = binary(BinaryOp::Ge, wide(position(C)),
                            endOfRow(*Space.Row, *C.Position, Row));
  return std::make_shared<WhileStmt>(
      both(std::move(While), IsBehind),
      assign({C.Row, Type::i64(), nullptr}, binary(BinaryOp::Add, Row, i64(1))),
      Source);
}

//===-- bounds ------------------------------------------------------------===//

/// The first position whose coordinate is at least the fused one \p Fused, or
/// with \p Behind greater.
ExprRef MergeLoops::searchRow(const Cursor &C, const ExprRef &Fused,
                              bool Behind, Statements &Out) {
  ExprRef Width = Scope.Lengths.lookup(Space.Column->Name);
  std::string Base = C.Position->Name + (Behind ? "_last" : "_first");
  ExprRef Row =
      Names.let(Base + "_row", binary(BinaryOp::Div, Fused, Width), Out);
  ExprRef Column = Names.let(
      Base + "_column",
      binary(BinaryOp::Add, wide(Scope.Begins.lookup(Space.Column->Name)),
             binary(BinaryOp::Rem, Fused, Width)),
      Out);
  std::string Name = Names.get(Base);
  appendSearch(
      Name, beginOfRow(*Space.Row, *C.Position, Row),
      endOfRow(*Space.Row, *C.Position, Row),
      [&](const ExprRef &At) {
        return binary(Behind ? BinaryOp::Gt : BinaryOp::Ge, wide(column(C, At)),
                      Column);
      },
      Names, Out);
  return var(Type::i64(), Name);
}

/// Computes where the positions of \p Segment lie.
void MergeLoops::bound(Cursor &C, const MergeSegment &Segment,
                       Statements &Out) {
  const IndexVar &P = *C.Position;
  if (Space.isFused()) {
    C.Begin = searchRow(C, Segment.First, /*Behind=*/false, Out);
    C.End = searchRow(C, binary(BinaryOp::Sub, Segment.End, i64(1)),
                      /*Behind=*/true, Out);
  } else if (Segment.IsWhole) {
    C.Begin = P.Lo;
    C.End = P.Hi;
  } else {
    auto Search = [&](const char *Which, const ExprRef &Begin,
                      llvm::function_ref<ExprRef(ExprRef)> IsReached) {
      std::string Name = Names.get(P.Name + Which);
      appendSearch(
          Name, Begin, wide(P.Hi),
          [&](const ExprRef &At) { return IsReached(column(C, At)); }, Names,
          Out);
      return var(Type::i64(), Name);
    };
    C.Begin = Search("_first", wide(P.Lo), [&](ExprRef Column) {
      return binary(BinaryOp::LogicalOr, Segment.IsFirst,
                    binary(BinaryOp::Ge, std::move(Column), Segment.First));
    });
    C.End = Search("_last", C.Begin, [&](ExprRef Column) {
      return binary(BinaryOp::LogicalAnd,
                    unary(UnaryOp::LogicalNot, Segment.IsLast),
                    binary(BinaryOp::Ge, std::move(Column), Segment.End));
    });
  }
  C.Begin = cast(P.Ty, C.Begin);
  C.End = cast(P.Ty, C.End);
  if (!llvm::isa<ConstantExpr, VarExpr>(*C.End))
    C.End = Names.let(P.Name + "_end", C.End, Out);
}

void MergeLoops::declareCursor(const Cursor &C, const MergeSegment &Segment,
                               Statements &Out) {
  if (Space.isFused())
    Out.push_back(std::make_shared<VarStmt>(
        C.Row, Type::i64(),
        binary(BinaryOp::Div, Segment.First,
               Scope.Lengths.lookup(Space.Column->Name))));
  Out.push_back(std::make_shared<VarStmt>(C.Position->Name, C.Position->Ty,
                                          C.Begin, Source));
}

//===-- loops -------------------------------------------------------------===//

StmtRef MergeLoops::forLoop(const std::string &Var, ExprRef Lo, ExprRef Hi,
                            Statements Body) const {
  return std::make_shared<ForStmt>(Var, std::move(Lo), std::move(Hi),
                                   block(std::move(Body)), ForTags(), Source);
}

/// What is done where the levels of \p Point have the coordinate; over fused
/// coordinates one of them says which row and column that is.
StmtRef MergeLoops::bodyAt(LevelSet Point) {
  StmtRef Body = MakeBody(Point);
  if (!Space.isFused() || Bodies.lattice().visitsAll())
    return Body;
  const Cursor &C = *cursorsOf(Point).front();
  ExprRef Row =
      binary(BinaryOp::Add, wide(Scope.Begins.lookup(Space.Row->Name)),
             var(Type::i64(), C.Row));
  Statements Out = {
      std::make_shared<LetStmt>(Space.Row->Name, cast(Space.Row->Ty, Row)),
      std::make_shared<LetStmt>(Space.Column->Name, column(C, position(C)))};
  for (const StmtRef &S : statementsOf(Body))
    Out.push_back(S);
  return block(std::move(Out));
}

/// A case for each sub-point of \p Point, the largest one first.
StmtRef MergeLoops::cases(LevelSet Point, StmtRef Otherwise,
                          llvm::function_ref<ExprRef(const Cursor &)> Has) {
  StmtRef Chain = std::move(Otherwise);
  bool IsElse = !Chain && Bodies.lattice().isComplete(Point);
  std::vector<LevelSet> Parts = Bodies.lattice().subPoints(Point);
  for (LevelSet Case : llvm::reverse(Parts)) {
    StmtRef Body = bodyAt(Case);
    if (IsElse) {
      Chain = std::move(Body);
      IsElse = false;
      continue;
    }
    ExprRef Cond;
    for (const Cursor *C : cursorsOf(Case))
      Cond = both(std::move(Cond), Has(*C));
    Chain = std::make_shared<IfStmt>(Cond, std::move(Body), std::move(Chain),
                                     Source);
  }
  return Chain;
}

/// Every coordinate in turn.
void MergeLoops::emitAll(const MergeSegment &Segment, Statements &Out) {
  LevelSet Largest = 0;
  for (LevelSet Point : Bodies.lattice().points())
    Largest |= Point;
  Statements Body;
  ExprRef Here = var(Space.Coordinate->Ty, Space.Coordinate->Name);
  for (const Cursor *C : cursorsOf(Largest)) {
    declareCursor(*C, Segment, Out);
    if (Space.isFused())
      Body.push_back(followRow(*C, isLeft(*C)));
    Body.push_back(std::make_shared<LetStmt>(
        C->Present,
        both(isLeft(*C), binary(BinaryOp::Eq, coordinate(*C), Here))));
  }
  auto IsPresent = [](const Cursor &C) {
    return var(Type::boolean(), C.Present);
  };
  Body.push_back(cases(Largest, bodyAt(0), IsPresent));
  for (const Cursor *C : cursorsOf(Largest))
    Body.push_back(advance(*C, IsPresent(*C)));
  Out.push_back(forLoop(Space.Coordinate->Name, Segment.First, Segment.End,
                        std::move(Body)));
}

/// The positions of the only level that matters.
void MergeLoops::emitOne(LevelSet Point, const MergeSegment &Segment,
                         Statements &Out) {
  const Cursor &C = *cursorsOf(Point).front();
  Statements Body;
  if (Space.isFused()) {
    Out.push_back(std::make_shared<VarStmt>(
        C.Row, Type::i64(),
        binary(BinaryOp::Div, Segment.First,
               Scope.Lengths.lookup(Space.Column->Name))));
    Body.push_back(followRow(C, nullptr));
  }
  Body.push_back(
      std::make_shared<LetStmt>(Space.Coordinate->Name, coordinate(C)));
  Body.push_back(bodyAt(Point));
  Out.push_back(forLoop(C.Position->Name, C.Begin, C.End, std::move(Body)));
}

/// As long as no level of \p Point is at its end.
void MergeLoops::emitPoint(LevelSet Point, Statements &Out) {
  ExprRef Cond;
  Statements Body;
  const std::string &Name = Space.Coordinate->Name;
  std::vector<const Cursor *> Moving = cursorsOf(Point);
  llvm::StringMap<ExprRef> At;
  ExprRef Least;
  for (const Cursor *C : Moving) {
    Cond = both(std::move(Cond), isLeft(*C));
    if (Space.isFused())
      Body.push_back(followRow(*C, nullptr));
    ExprRef Own = coordinate(*C);
    if (Moving.size() > 1)
      Own = Names.let(Name + "_" + C->Present, std::move(Own), Body);
    At[C->Present] = Own;
    Least = Least ? binary(BinaryOp::Min, std::move(Least), Own) : Own;
  }
  Body.push_back(std::make_shared<LetStmt>(Name, Least));
  ExprRef Here = var(Space.Coordinate->Ty, Name);
  auto IsHere = [&](const Cursor &C) -> ExprRef {
    return binary(BinaryOp::Eq, At.lookup(C.Present), Here);
  };
  Body.push_back(cases(Point, nullptr, IsHere));
  for (const Cursor *C : Moving)
    Body.push_back(advance(*C, Moving.size() > 1 ? IsHere(*C) : nullptr));
  Out.push_back(
      std::make_shared<WhileStmt>(Cond, block(std::move(Body)), Source));
}

void MergeLoops::emit(const MergeSegment &Segment, Statements &Out) {
  const MergeLattice &Lattice = Bodies.lattice();
  LevelSet Largest = Lattice.points().empty() ? 0 : Lattice.points().front();
  for (size_t K = 0; K != Cursors.size(); ++K)
    if (Largest >> K & 1)
      bound(Cursors[K], Segment, Out);
  bool IsOne = Lattice.points().size() == 1 && !(Largest & (Largest - 1));
  if (Lattice.visitsAll())
    return emitAll(Segment, Out);
  if (Largest && IsOne)
    return emitOne(Largest, Segment, Out);
  for (const Cursor *C : cursorsOf(Largest))
    declareCursor(*C, Segment, Out);
  for (LevelSet Point : Lattice.points())
    emitPoint(Point, Out);
}

//===-- in a nest ---------------------------------------------------------===//

/// The coordinates that a merge over \p Loop's variable visits.
MergeSegment Lowering::segmentOf(const LoopStmt &Loop, const MergeSpace &Space,
                                 const LoopScope &Scope, Statements &Out) {
  const IndexVar &C = *Space.Coordinate;
  if (Loop.var() == C.Name && !C.isDerived())
    return {C.Lo, C.Hi, /*IsWhole=*/true, nullptr, nullptr};
  ExprRef First = Loop.var() == C.Name
                      ? i64(0)
                      : Ranges.named(C.Name + "_first",
                                     Ranges.first(C, Loop.var(), Scope), Out);
  ExprRef Length =
      binary(BinaryOp::Max, Ranges.length(Loop.var(), Scope), i64(0));
  ExprRef End = cast(C.Ty, binary(BinaryOp::Add, wide(First), Length));
  MergeSegment Part = {First, Ranges.named(C.Name + "_last", End, Out),
                       /*IsWhole=*/false, nullptr, nullptr};
  if (Space.isFused())
    return Part;
  ExprRef Begin = wide(Scope.Begins.lookup(C.Name));
  ExprRef AllEnd = binary(BinaryOp::Add, Begin, Scope.Lengths.lookup(C.Name));
  Part.IsFirst = Names.let(C.Name + "_is_first",
                           binary(BinaryOp::Le, wide(First), Begin), Out);
  Part.IsLast = Names.let(C.Name + "_is_last",
                          binary(BinaryOp::Ge, wide(Part.End), AllEnd), Out);
  return Part;
}

void Lowering::lowerMerge(const LoopStmt &Loop, LoopScope Scope,
                          Statements &Out) {
  std::optional<MergeSpace> Space = mergeSpace(N, Loop.var());
  MergeBodies Bodies(N, Loop);
  Statements Range, Code;
  MergeSegment Segment = segmentOf(Loop, *Space, Scope, Range);
  auto MakeBody = [&](LevelSet Present) {
    LoopScope Inner = Scope;
    Inner.Loops.insert(Loop.var());
    Inner.Loops.insert(Space->Coordinate->Name);
    if (Space->isFused() && !Bodies.lattice().visitsAll()) {
      Inner.Loops.insert(Space->Row->Name);
      Inner.Loops.insert(Space->Column->Name);
    }
    for (size_t K = 0; K != Bodies.operands().size(); ++K)
      if (Present >> K & 1)
        Inner.Loops.insert(Bodies.operands()[K].Var);
    Statements Body;
    for (const StmtRef &S : statementsOf(Bodies.at(Present)))
      lower(S, Inner, Body);
    recoverInto(Body, Scope, Inner);
    if (Loop.var() != Space->Coordinate->Name)
      Body.insert(
          Body.begin(),
          std::make_shared<LetStmt>(
              Loop.var().str(),
              binary(BinaryOp::Sub,
                     wide(var(Space->Coordinate->Ty, Space->Coordinate->Name)),
                     wide(Segment.First))));
    return block(std::move(Body));
  };
  MergeLoops(N, *Space, Bodies, Scope, Names, Loop.tag(), MakeBody)
      .emit(Segment, Code);
  StmtRef Whole = block(std::move(Code));
  // A row and a column of no coordinates are those of none.
  if (Space->isFused())
    Whole = std::make_shared<IfStmt>(
        binary(BinaryOp::Lt, Segment.First, Segment.End), Whole);
  Range.push_back(std::move(Whole));
  Out.push_back(block(std::move(Range)));
}
