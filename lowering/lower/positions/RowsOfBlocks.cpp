//===- RowsOfBlocks.cpp - blocks that add up their rows -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/positions/RowsOfBlocks.h"
#include "lacuna/analysis/loops/KernelShape.h"
#include "lacuna/cleanup/UnusedLets.h"
#include "lacuna/lower/parallel/Chunks.h"
#include "lacuna/lower/positions/PartsOfRows.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// Beyond, few threads would be left with long rows.
static constexpr int64_t MostPositions = 1024;

/// Of shared memory, which a block may need for other things, too.
static constexpr int64_t MostBytes = 16 * 1024;

/// Threads that go through one row together, where rows are long and where they
/// are short.
static constexpr int64_t LanesOfLong = 32, LanesOfShort = 4;

namespace {

/// The code of one block.
class RowsOfBlock {
public:
  RowsOfBlock(const TrackedRows &T, llvm::ArrayRef<RowPlace> Places,
              const BlockOfPositions &B, MadeNames &Names)
      : T(T), Places(Places), B(B), Names(Names), Part(partOf()),
        Start(startOfPart(T, Places)),
        First(var(Type::i64(), Names.get(T.Row->Name + "_first_of_block"))) {}

  bool isPossible() const;
  void emit(Statements &Out);

private:
  AtomicPart partOf() const;
  const VarStmt &partial(size_t Number) const {
    return llvm::cast<VarStmt>(*Part.Declare[Number]);
  }
  Place partialResult(size_t Number) const {
    const VarStmt &Var = partial(Number);
    return {Var.name().str(), Var.type(), nullptr};
  }
  Place valueAt(size_t Number, const ExprRef &Offset) const {
    return {Names.get(partial(Number).name() + "_values"),
            partial(Number).type(), Offset};
  }
  StmtRef
  onUnit(ForMode Mode, const std::string &Var, int64_t Width, StmtRef Body,
         std::vector<std::pair<ReduceOp, std::string>> Joined = {}) const;
  StmtRef forEach(llvm::function_ref<Statements(const ExprRef &)> Body) const;
  void computeValues(Statements &Out) const;
  StmtRef addByPositions() const;
  StmtRef addUpRows(int64_t Lanes, const ExprRef &Rows) const;
  Statements addUpRow(int64_t Lanes, const ExprRef &Row,
                      const ExprRef &IsThere) const;
  StmtRef update(const ExprRef &IsWhole) const;

  const TrackedRows &T;
  const llvm::ArrayRef<RowPlace> Places;
  const BlockOfPositions &B;
  MadeNames &Names;
  const AtomicPart Part;
  const Statements Start;
  const ExprRef First; ///< the block's first row, i64
};

} // namespace

AtomicPart RowsOfBlock::partOf() const {
  return atomicPart(
      T, Places,
      [&](const Reduction &R) { return placeInKernel(T, R, Places, Names); },
      Names);
}

bool RowsOfBlock::isPossible() const {
  // A count of updates goes along with what may be left alone.
  if (!T.Above.empty() || Part.Declare.size() != Places.size() ||
      llvm::any_of(Places, [](const RowPlace &P) { return P.Inner; }))
    return false;
  int64_t Bytes = 0;
  for (size_t K = 0; K < Places.size(); ++K)
    Bytes += B.Positions * std::max<int64_t>(partial(K).type().bits() / 8, 1);
  if (Bytes > MostBytes)
    return false;
  llvm::StringSet<> Used;
  addUses(Part.Each, Used);
  return !Used.contains(T.Row->Name) &&
         llvm::none_of(declaredIn(block(T.Enter)), [&](const auto &Name) {
           return Used.contains(Name.getKey());
         });
}

StmtRef RowsOfBlock::onUnit(
    ForMode Mode, const std::string &Var, int64_t Width, StmtRef Body,
    std::vector<std::pair<ReduceOp, std::string>> Joined) const {
  ForTags Tags;
  Tags.Mode = Mode;
  Tags.MostTrips = Width;
  Tags.Reductions = std::move(Joined);
  return std::make_shared<ForStmt>(Var, i64(0), i64(Width), std::move(Body),
                                   Tags, T.Source);
}

/// \p Body for each position of the block, from 0, by neighbouring threads for
/// neighbours.
StmtRef RowsOfBlock::forEach(
    llvm::function_ref<Statements(const ExprRef &)> Body) const {
  const std::string &Name = T.Position->Name;
  const std::string Warp = Names.get(Name + "_warp"),
                    Lane = Names.get(Name + "_lane"),
                    Step = Names.get(Name + "_step");
  Statements Each;
  ExprRef Offset = Names.let(
      Name + "_offset",
      binary(BinaryOp::Add,
             binary(BinaryOp::Add,
                    binary(BinaryOp::Mul, var(Type::i64(), Warp),
                           i64(WarpThreads)),
                    var(Type::i64(), Lane)),
             binary(BinaryOp::Mul, var(Type::i64(), Step), i64(B.Threads))),
      Each);
  ExprRef IsThere = binary(
      BinaryOp::Lt, binary(BinaryOp::Add, B.Part.From, Offset), B.Part.To);
  Each.push_back(std::make_shared<IfStmt>(IsThere, block(Body(Offset))));
  ForTags Tags;
  Tags.Unroll = LoopTags::FullUnroll;
  StmtRef Steps = std::make_shared<ForStmt>(
      Step, i64(0), ceilDiv(i64(B.Positions), i64(B.Threads)),
      block(std::move(Each)), Tags, T.Source);
  return onUnit(ForMode::GpuWarp, Warp, B.Threads / WarpThreads,
                onUnit(ForMode::GpuThread, Lane, WarpThreads, Steps));
}

/// What positions add, all at once: the loads wait for memory together.
void RowsOfBlock::computeValues(Statements &Out) const {
  for (size_t K = 0; K < Places.size(); ++K)
    Out.push_back(std::make_shared<LocalArrayStmt>(
        valueAt(K, nullptr).Name, partial(K).type(), i64(B.Positions), nullptr,
        T.Source));
  Out.push_back(forEach([&](const ExprRef &Offset) {
    ExprRef At = binary(BinaryOp::Add, B.Part.From, Offset);
    Statements Body = {
        std::make_shared<LetStmt>(T.Position->Name, cast(T.Position->Ty, At))};
    llvm::append_range(Body, Part.Declare);
    llvm::append_range(Body, statementsOf(Part.Each));
    for (size_t K = 0; K < Places.size(); ++K)
      Body.push_back(
          assign(valueAt(K, Offset), valueOf(partialResult(K)), T.Source));
    return Body;
  }));
}

/// Where most rows are empty: each position searches for its row.
StmtRef RowsOfBlock::addByPositions() const {
  const std::string Found = Names.get(T.Row->Name + "_of_position");
  return forEach([&](const ExprRef &Offset) {
    Statements Body;
    ExprRef At = binary(BinaryOp::Add, B.Part.From, Offset);
    appendSearch(
        Found, B.Part.FirstRow, B.Part.LastRow,
        [&](const ExprRef &Middle) {
          llvm::StringMap<ExprRef> Map;
          Map[T.Row->Name] = cast(T.Row->Ty, Middle);
          return binary(BinaryOp::Gt,
                        cast(Type::i64(), substitute(T.Position->Hi, Map)), At);
        },
        Names, Body);
    Body.push_back(std::make_shared<LetStmt>(
        T.Row->Name, cast(T.Row->Ty, var(B.Part.FirstRow->type(), Found))));
    for (size_t K = 0; K < Places.size(); ++K) {
      const Place Own = partialResult(K);
      Body.push_back(std::make_shared<VarStmt>(Own.Name, Own.Ty,
                                               valueOf(valueAt(K, Offset))));
    }
    llvm::append_range(Body, Start);
    llvm::append_range(Body, Part.Update);
    return Body;
  });
}

/// Whether \p Index is another one for each row.
static bool isOfRow(ExprRef Index, const IndexVar &Row) {
  auto *Cast = llvm::dyn_cast<CastExpr>(Index.get());
  while (Cast && Cast->type().bits() >= Cast->operand()->type().bits()) {
    Index = Cast->operand();
    Cast = llvm::dyn_cast<CastExpr>(Index.get());
  }
  auto *Var = llvm::dyn_cast<VarExpr>(Index.get());
  return Var && Var->name() == Row.Name;
}

/// Other blocks may update the row, too, unless it \p IsWhole, and other rows
/// the element or, atomically, the word that it is in.
StmtRef RowsOfBlock::update(const ExprRef &IsWhole) const {
  const bool InElements = canCombineAtomically(T, Places);
  const bool HasOwn = llvm::all_of(Places, [&](const RowPlace &P) {
    return P.Into.Target.Ty.bits() >= 32 &&
           (!InElements || isOfRow(elementOfRow(T, P.Into).Index, *T.Row));
  });
  if (!HasOwn)
    return block(Part.Update);
  auto Alone = [](const StmtRef &S) -> StmtRef {
    auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
    return Assign ? std::make_shared<AssignStmt>(Assign->target(), Assign->op(),
                                                 Assign->value(),
                                                 /*Atomic=*/false, S->tag())
                  : nullptr;
  };
  StmtRef Shared = block(Part.Update);
  return std::make_shared<IfStmt>(IsWhole, rewrite(Shared, Alone, nullptr),
                                  Shared, T.Source);
}

/// Row \p Row, i64, by \p Lanes threads, all of which come to the joining of
/// what they have, also without a row or positions.
Statements RowsOfBlock::addUpRow(int64_t Lanes, const ExprRef &Row,
                                 const ExprRef &IsThere) const {
  const std::string &Name = T.Position->Name;
  const std::string Lane = Names.get(Name + "_thread"),
                    Step = Names.get(Name + "_which");
  Statements Out = {
      std::make_shared<LetStmt>(T.Row->Name, cast(T.Row->Ty, Row))};
  ExprRef Begin = Names.let(Name + "_begin", cast(Type::i64(), T.Position->Lo),
                            Out),
          End =
              Names.let(Name + "_end", cast(Type::i64(), T.Position->Hi), Out),
          From = Names.let(Name + "_first",
                           binary(BinaryOp::Max, Begin, B.Part.From), Out),
          Last = binary(BinaryOp::Min, End, B.Part.To),
          To =
              Names.let(Name + "_last",
                        std::make_shared<SelectExpr>(IsThere, Last, From), Out);
  ExprRef Offset =
      binary(BinaryOp::Add, binary(BinaryOp::Sub, From, B.Part.From),
             binary(BinaryOp::Add, var(Type::i64(), Lane),
                    binary(BinaryOp::Mul, var(Type::i64(), Step), i64(Lanes))));
  Statements Adds, Update;
  std::vector<std::pair<ReduceOp, std::string>> Joined;
  for (size_t K = 0; K < Places.size(); ++K) {
    const ReduceOp Op = Places[K].Into.Op;
    Adds.push_back(reduceInto(partialResult(K), Op, valueOf(valueAt(K, Offset)),
                              T.Source));
    Joined.emplace_back(Op, partialResult(K).Name);
  }
  ExprRef Left = binary(BinaryOp::Max,
                        binary(BinaryOp::Sub, binary(BinaryOp::Sub, To, From),
                               var(Type::i64(), Lane)),
                        i64(0));
  llvm::append_range(Out, Part.Declare);
  Out.push_back(onUnit(
      ForMode::GpuThread, Lane, Lanes,
      std::make_shared<ForStmt>(Step, i64(0), ceilDiv(Left, i64(Lanes)),
                                block(std::move(Adds)), ForTags(), T.Source),
      std::move(Joined)));
  llvm::append_range(Update, Start);
  Update.push_back(
      update(binary(BinaryOp::LogicalAnd, binary(BinaryOp::Eq, From, Begin),
                    binary(BinaryOp::Eq, To, End))));
  Out.push_back(std::make_shared<IfStmt>(binary(BinaryOp::Lt, From, To),
                                         block(std::move(Update)), nullptr,
                                         T.Source));
  return Out;
}

/// All of \p Rows rows, \p Lanes threads for each.
StmtRef RowsOfBlock::addUpRows(int64_t Lanes, const ExprRef &Rows) const {
  const std::string Group = Names.get(T.Row->Name + "_group"),
                    Step = Names.get(T.Row->Name + "_step");
  const int64_t Groups = B.Threads / Lanes;
  Statements Body;
  ExprRef Number = Names.let(
      T.Row->Name + "_number",
      binary(BinaryOp::Add, var(Type::i64(), Group),
             binary(BinaryOp::Mul, var(Type::i64(), Step), i64(Groups))),
      Body);
  ExprRef IsThere = binary(BinaryOp::Lt, Number, Rows);
  ExprRef Row = binary(
      BinaryOp::Add, First,
      binary(BinaryOp::Min, Number, binary(BinaryOp::Sub, Rows, i64(1))));
  llvm::append_range(Body, addUpRow(Lanes, Row, IsThere));
  return onUnit(
      ForMode::GpuWarp, Group, Groups,
      std::make_shared<ForStmt>(Step, i64(0), ceilDiv(Rows, i64(Groups)),
                                block(std::move(Body)), ForTags(), T.Source));
}

void RowsOfBlock::emit(Statements &Out) {
  Statements All;
  computeValues(All);
  All.push_back(
      std::make_shared<LetStmt>(llvm::cast<VarExpr>(*First).name().str(),
                                cast(Type::i64(), B.Part.FirstRow)));
  // That of the next block's first position may have positions here.
  ExprRef Last =
      binary(BinaryOp::Min,
             binary(BinaryOp::Add, cast(Type::i64(), B.Part.LastRow), i64(1)),
             cast(Type::i64(), B.EndOfRows));
  ExprRef Rows = Names.let(T.Row->Name + "_count",
                           binary(BinaryOp::Sub, Last, First), All);
  auto AtMost = [&](int64_t Count) {
    return binary(BinaryOp::Le, Rows, i64(Count));
  };
  All.push_back(std::make_shared<IfStmt>(
      AtMost(2 * B.Threads / LanesOfLong), addUpRows(LanesOfLong, Rows),
      std::make_shared<IfStmt>(AtMost(B.Positions),
                               addUpRows(LanesOfShort, Rows), addByPositions(),
                               T.Source),
      T.Source));
  Out.push_back(block(std::move(All)));
}

bool lacuna::emitRowsOfBlock(const TrackedRows &T,
                             llvm::ArrayRef<RowPlace> Places,
                             const BlockOfPositions &B, MadeNames &Names,
                             Statements &Out) {
  if (B.Positions > MostPositions || B.Threads < WarpThreads ||
      B.Threads % WarpThreads != 0 || B.Threads > B.Positions)
    return false;
  RowsOfBlock Rows(T, Places, B, Names);
  if (!Rows.isPossible())
    return false;
  Rows.emit(Out);
  return true;
}
