//===- Chunks.cpp - iterations shared out among threads -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/parallel/Chunks.h"

using namespace lacuna;

/// Chunks for each thread under a schedule that shares them out at run time.
static constexpr int64_t ChunksPerThread = 16;

static bool isDynamic(const std::optional<OmpSchedule> &Schedule) {
  return Schedule && Schedule->Kind != "static";
}

ExprRef lacuna::teamSize(const ExprRef &NumThreads) {
  std::vector<ExprRef> Wanted;
  if (NumThreads)
    Wanted.push_back(NumThreads);
  Type Ty = NumThreads ? NumThreads->type() : Type::i32();
  return cast(Type::i64(),
              std::make_shared<CallExpr>(Ty, "team_size", std::move(Wanted)));
}

ExprRef lacuna::wantedChunks(const ExprRef &NumThreads,
                             const std::optional<OmpSchedule> &Schedule) {
  ExprRef Wanted = teamSize(NumThreads);
  if (isDynamic(Schedule))
    Wanted = binary(BinaryOp::Mul, Wanted, i64(ChunksPerThread));
  return binary(BinaryOp::Min, i64(MaxChunks), Wanted);
}

std::optional<OmpSchedule>
lacuna::scheduleOfChunks(const std::optional<OmpSchedule> &Schedule) {
  if (!Schedule)
    return std::nullopt;
  return OmpSchedule{Schedule->Kind, 0};
}

ExprRef Chunks::first(const ExprRef &Which) const {
  ExprRef Whole =
      binary(BinaryOp::Mul, Which, binary(BinaryOp::Div, Trips, Count));
  ExprRef Longer =
      binary(BinaryOp::Min, Which, binary(BinaryOp::Rem, Trips, Count));
  return binary(BinaryOp::Add, Whole, Longer);
}

Type lacuna::searchType(const Type &Ty) {
  return Type::i32().holdsAllOf(Ty) ? Type::i32() : Type::i64();
}

/// The middle of two numbers, below the larger one. As a difference it might
/// not be a number of 32 bits.
static ExprRef middleOf(const ExprRef &Lower, const ExprRef &Upper) {
  if (Lower->type() == Type::i64())
    return binary(
        BinaryOp::Add, Lower,
        binary(BinaryOp::Div, binary(BinaryOp::Sub, Upper, Lower), i64(2)));
  return binary(BinaryOp::Add, binary(BinaryOp::And, Lower, Upper),
                binary(BinaryOp::Shr, binary(BinaryOp::Xor, Lower, Upper),
                       constant(Type::i32(), 1)));
}

void lacuna::appendSearch(const std::string &Name, const ExprRef &Begin,
                          const ExprRef &End,
                          llvm::function_ref<ExprRef(const ExprRef &)> Reached,
                          MadeNames &Names, std::vector<StmtRef> &Out) {
  std::string Upper = Names.get(Name + "_upper");
  std::string Middle = Names.get(Name + "_middle");
  const Type Ty = Begin->type();
  auto Value = [&](const std::string &Of) { return var(Ty, Of); };
  auto Set = [&](const std::string &Target, ExprRef To) {
    return assign({Target, Ty, nullptr}, std::move(To));
  };
  Out.push_back(std::make_shared<VarStmt>(Name, Ty, Begin));
  Out.push_back(std::make_shared<VarStmt>(Upper, Ty, End));
  StmtRef Let =
      std::make_shared<LetStmt>(Middle, middleOf(Value(Name), Value(Upper)));
  StmtRef Step = std::make_shared<IfStmt>(
      Reached(Value(Middle)), Set(Upper, Value(Middle)),
      Set(Name, binary(BinaryOp::Add, Value(Middle), constant(Ty, 1))));
  Out.push_back(std::make_shared<WhileStmt>(
      binary(BinaryOp::Lt, Value(Name), Value(Upper)), block({Let, Step})));
}
