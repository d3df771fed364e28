//===- BlockArrays.cpp - arrays that the threads of a block share ---------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockArrays.h"
#include "lacuna/analysis/loops/KernelShape.h"
#include "lacuna/analysis/loops/LoopQueries.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

namespace {

/// Declares arrays and fills them by all threads of a block or of a warp.
class Filler {
public:
  /// For a block that runs \p Body. Sizes go to \p Before.
  Filler(const StmtRef &Body, MadeNames &Names, Statements &Before)
      : Shape(shapeOfBlock(Body)), Names(Names), Before(Before) {}

  StmtRef declare(const LocalArrayStmt &Array);
  /// Sets each element of \p Array to \p Value of its number.
  /// \p Warp is the loop on warps around, null in a block.
  StmtRef fill(const LocalArrayStmt &Array, const ForStmt *Warp,
               llvm::function_ref<ExprRef(const ExprRef &)> Value) const;
  StmtRef run(const StmtRef &S, const ForStmt *Warp);
  void append(const StmtRef &S, const ForStmt *Warp, Statements &Out);

private:
  StmtRef onUnit(ForMode Mode, const std::string &Var, int64_t Count,
                 StmtRef Body, SourceTag Tag) const {
    ForTags Tags;
    Tags.Mode = Mode;
    Tags.MostTrips = Count;
    return std::make_shared<ForStmt>(Var, i64(0), i64(Count), std::move(Body),
                                     Tags, Tag);
  }

  const BlockShape Shape;
  MadeNames &Names;
  Statements &Before;
  /// How many elements arrays take whose size the launch says.
  llvm::StringMap<ExprRef> Rooms;
};

} // namespace

StmtRef Filler::declare(const LocalArrayStmt &Array) {
  ExprRef Extent = Array.extent();
  if (!constantValue(Extent)) {
    // Copies of a body share the array.
    ExprRef &Room = Rooms[Array.name()];
    if (!Room)
      Room = Names.let(Array.name() + "_room", roomFor(Extent), Before);
    Extent = Room;
  }
  return std::make_shared<LocalArrayStmt>(Array.name().str(), Array.elem(),
                                          Extent, nullptr, Array.tag());
}

StmtRef Filler::fill(const LocalArrayStmt &Array, const ForStmt *Warp,
                     llvm::function_ref<ExprRef(const ExprRef &)> Value) const {
  const std::string Name = Array.name().str();
  const std::string Thread = Names.get(Name + "_thread"),
                    WarpVar = Names.get(Name + "_warp"),
                    Step = Names.get(Name + "_step");
  ExprRef First = var(Type::i64(), Thread);
  const bool OnWarps = Shape.Warps != 0 && !Warp;
  const int64_t Lanes = Warp ? lanesOf(*Warp) : Shape.Lanes;
  if (OnWarps)
    First = binary(BinaryOp::Add,
                   binary(BinaryOp::Mul, var(Type::i64(), WarpVar), i64(Lanes)),
                   First);
  const int64_t Stride = OnWarps ? Shape.threads() : Lanes;
  ExprRef At =
      binary(BinaryOp::Add, First,
             binary(BinaryOp::Mul, var(Type::i64(), Step), i64(Stride)));
  ExprRef Left = binary(BinaryOp::Max,
                        binary(BinaryOp::Sub, Array.extent(), First), i64(0));
  StmtRef Loop = std::make_shared<ForStmt>(
      Step, i64(0), ceilDiv(Left, i64(Stride)),
      assign({Name, Array.elem(), At}, Value(At), Array.tag()), ForTags(),
      Array.tag());
  Loop = onUnit(ForMode::GpuThread, Thread, Lanes, Loop, Array.tag());
  if (OnWarps)
    Loop = onUnit(ForMode::GpuWarp, WarpVar, Shape.Warps, Loop, Array.tag());
  return Loop;
}

/// Appends \p S to \p Out, what it declares filled.
void Filler::append(const StmtRef &S, const ForStmt *Warp, Statements &Out) {
  auto *Array = llvm::dyn_cast<LocalArrayStmt>(S.get());
  if (!Array)
    return Out.push_back(run(S, Warp));
  Out.push_back(declare(*Array));
  if (Array->init())
    Out.push_back(
        fill(*Array, Warp, [&](const ExprRef &) { return Array->init(); }));
}

StmtRef Filler::run(const StmtRef &S, const ForStmt *Warp) {
  if (llvm::isa<BlockStmt>(S.get())) {
    Statements Body;
    for (const StmtRef &Part : statementsOf(S))
      append(Part, Warp, Body);
    return std::make_shared<BlockStmt>(std::move(Body), S->tag());
  }
  auto *Loop = llvm::dyn_cast<ForStmt>(S.get());
  const ForMode Mode = Loop ? Loop->tags().Mode : ForMode::Serial;
  if (Mode == ForMode::GpuThread)
    return S;
  if (Mode == ForMode::GpuWarp)
    Warp = Loop;
  return withParts(S, [&](const StmtRef &Part) { return run(Part, Warp); });
}

/// \p Body with elements of \p To in place of those of \p From.
static StmtRef renamed(const StmtRef &Body, const std::string &From,
                       const std::string &To) {
  auto OnExpr = [&](const ExprRef &E) -> ExprRef {
    auto *Load = llvm::dyn_cast<LoadExpr>(E.get());
    return Load && Load->array() == From ? load(Load->type(), To, Load->index())
                                         : nullptr;
  };
  auto OnStmt = [&](const StmtRef &S) -> StmtRef {
    auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
    if (!Assign || Assign->target().Name != From || !Assign->target().Index)
      return nullptr;
    Place Target = Assign->target();
    Target.Name = To;
    return Assign->with(Target, Assign->value());
  };
  return rewrite(Body, OnStmt, OnExpr);
}

StmtRef lacuna::withSharedArrays(const StmtRef &Body,
                                 llvm::ArrayRef<Operand> Private, SourceTag Tag,
                                 MadeNames &Names, Statements &Before) {
  Filler Threads(Body, Names, Before);
  Statements Out;
  StmtRef Own = Threads.run(Body, nullptr);
  for (const Operand &Array : Private) {
    LocalArrayStmt Copy(Names.get(Array.Name + "_block"), Array.Ty,
                        Array.Extent, nullptr, Tag);
    Out.push_back(Threads.declare(Copy));
    Out.push_back(Threads.fill(Copy, /*Warp=*/nullptr, [&](const ExprRef &At) {
      return load(Array.Ty, Array.Name, At);
    }));
    Own = renamed(Own, Array.Name, Copy.name().str());
  }
  Out.push_back(Own);
  return block(std::move(Out));
}
