//===- KernelRows.cpp - fused position space on a GPU ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelRows.h"
#include "PartsOfRows.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// Threads in a block that enters and leaves rows.
static constexpr int64_t RowThreads = 256;

void lacuna::emitEmptyRows(const TrackedRows &T, const ExprRef &Rows,
                           MadeNames &Names, Statements &Out) {
  const std::string &Row = T.Row->Name;
  ExprRef Block = var(Type::i64(), Names.get(Row + "_block")),
          Thread = var(Type::i64(), Names.get(Row + "_thread")),
          Size = i64(RowThreads);
  auto NameOf = [](const ExprRef &E) {
    return llvm::cast<VarExpr>(*E).name().str();
  };
  Statements Body;
  ExprRef First = binary(BinaryOp::Mul, Block, Size);
  Body.push_back(std::make_shared<LetStmt>(
      Row, rowAt(*T.Row, binary(BinaryOp::Add, First, Thread))));
  Body.insert(Body.end(), T.Enter.begin(), T.Enter.end());
  Body.insert(Body.end(), T.Leave.begin(), T.Leave.end());
  ForTags Threads, Blocks;
  Threads.Mode = ForMode::GpuThread;
  Threads.Width = RowThreads;
  ExprRef Rest = binary(BinaryOp::Sub, Rows, First);
  StmtRef InBlock = std::make_shared<ForStmt>(
      NameOf(Thread), i64(0), binary(BinaryOp::Min, Rest, Size),
      block(std::move(Body)), Threads, T.Source);
  Blocks.Mode = ForMode::GpuBlock;
  Out.push_back(std::make_shared<ForStmt>(
      NameOf(Block), i64(0), ceilDiv(binary(BinaryOp::Max, Rows, i64(0)), Size),
      block({InBlock}), Blocks, T.Source));
}

std::string lacuna::emitPartsOfRows(const Nest &N, const TrackedRows &T,
                                    const PositionPart &P, MadeNames &Names,
                                    Statements &Out) {
  std::vector<RowPlace> Places;
  std::string Problem = findRowPlaces(N, T, Places);
  if (!Problem.empty())
    return Problem;
  if (!canCombineAtomically(T, Places))
    return "what rows end with is no place for atomic updates";
  Statements Search, Row;
  Place Which{Names.get(T.Row->Name + "_found"), Type::i64(), nullptr};
  appendSearch(
      Which.Name, i64(0), P.Rows,
      [&](const ExprRef &Middle) {
        return binary(BinaryOp::Gt, endOfRow(*T.Row, *T.Position, Middle),
                      P.From);
      },
      Names, Search);
  ExprRef At = valueOf(Which);
  Row.push_back(std::make_shared<LetStmt>(T.Row->Name, rowAt(*T.Row, At)));
  const Type &Ty = T.Position->Ty;
  ExprRef Lo =
      Names.let(T.Position->Name + "_first",
                cast(Ty, binary(BinaryOp::Max,
                                cast(Type::i64(), T.Position->Lo), P.From)),
                Row);
  ExprRef Hi = Names.let(
      T.Position->Name + "_last",
      cast(Ty, binary(BinaryOp::Min, cast(Type::i64(), T.Position->Hi), P.To)),
      Row);
  Statements Part = startOfPart(T, Places);
  appendAtomicPart(T, Places, Lo, Hi, Names, Part);
  Row.push_back(std::make_shared<IfStmt>(binary(BinaryOp::Lt, Lo, Hi),
                                         block(std::move(Part))));
  Row.push_back(std::make_shared<AssignStmt>(Which, ReduceOp::Add, i64(1)));
  ExprRef IsMet =
      binary(BinaryOp::LogicalAnd, binary(BinaryOp::Lt, At, P.Rows),
             binary(BinaryOp::Lt, beginOfRow(*T.Row, *T.Position, At), P.To));
  Search.push_back(
      std::make_shared<WhileStmt>(IsMet, block(std::move(Row)), T.Source));
  Out.push_back(std::make_shared<IfStmt>(binary(BinaryOp::Lt, P.From, P.To),
                                         block(std::move(Search))));
  return "";
}
