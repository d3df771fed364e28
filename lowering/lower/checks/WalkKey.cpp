//===- WalkKey.cpp - what a walk depends on -------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WalkKey.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// Iterations of an outermost loop in a sample, at most.
static constexpr int64_t Samples = 16;

namespace {

/// Makes a walk into one through a sample that mixes what it would note into a
/// hash.
class Sampler {
public:
  Sampler(llvm::ArrayRef<std::string> Results, std::string Hash,
          MadeNames &Names)
      : Results(Results), Hash{std::move(Hash), Type::u64(), nullptr},
        Names(Names) {}

  StmtRef mix(const ExprRef &Value) const;
  StmtRef sample(const StmtRef &S, unsigned Depth);

private:
  StmtRef sampleLoop(const ForStmt &Loop, unsigned Depth);

  llvm::ArrayRef<std::string> Results;
  const Place Hash;
  MadeNames &Names;
};

} // namespace

/// The factor is odd and has about as many ones as zeros: 2^64 divided by the
/// golden ratio.
StmtRef Sampler::mix(const ExprRef &Value) const {
  const ExprRef Old = var(Hash.Ty, Hash.Name);
  const ExprRef Factor = constant(Hash.Ty, 0x9E3779B97F4A7C15);
  ExprRef Product = binary(
      BinaryOp::Mul, binary(BinaryOp::Xor, Old, cast(Hash.Ty, Value)), Factor);
  return block({assign(Hash, Product),
                assign(Hash, binary(BinaryOp::Xor, Old,
                                    binary(BinaryOp::Shr, Old,
                                           constant(Hash.Ty, 29))))});
}

/// The loop's length counts for itself, also where it has no iterations.
StmtRef Sampler::sampleLoop(const ForStmt &Loop, unsigned Depth) {
  const Type I64 = Type::i64();
  auto Wide = [&](const ExprRef &E) { return cast(I64, E); };
  const ExprRef Length =
      binary(BinaryOp::Sub, Wide(Loop.hi()), Wide(Loop.lo()));
  const ExprRef Last = binary(BinaryOp::Sub, Length, i64(1));
  const int64_t Most = Depth == 0 ? Samples : 2;
  const std::string Name = Names.fresh("sample");
  const ExprRef Number = var(I64, Name);
  ExprRef Step =
      binary(BinaryOp::Max, binary(BinaryOp::Div, Last, i64(Most - 1)), i64(1));
  // The last one is the loop's.
  ExprRef At =
      std::make_shared<SelectExpr>(binary(BinaryOp::Eq, Number, i64(Most - 1)),
                                   Last, binary(BinaryOp::Mul, Number, Step));
  StmtRef Let = std::make_shared<LetStmt>(
      Loop.var().str(),
      cast(Loop.type(), binary(BinaryOp::Add, Wide(Loop.lo()), At)));
  ExprRef Runs = binary(BinaryOp::Lt, Loop.lo(), Loop.hi());
  ExprRef Trips = std::make_shared<SelectExpr>(
      Runs, binary(BinaryOp::Min, Length, i64(Most)), i64(0));
  return block(
      {mix(Length),
       std::make_shared<ForStmt>(
           Name, i64(0), Trips, block({Let, sample(Loop.body(), Depth + 1)}))});
}

StmtRef Sampler::sample(const StmtRef &S, unsigned Depth) {
  if (auto *Block = llvm::dyn_cast<BlockStmt>(S.get())) {
    Statements Out;
    for (const StmtRef &Part : Block->body())
      if (StmtRef New = sample(Part, Depth))
        Out.push_back(New);
    return std::make_shared<BlockStmt>(std::move(Out));
  }
  if (auto *Loop = llvm::dyn_cast<ForStmt>(S.get()))
    return sampleLoop(*Loop, Depth);
  if (auto *While = llvm::dyn_cast<WhileStmt>(S.get()))
    return std::make_shared<WhileStmt>(While->cond(),
                                       block({sample(While->body(), Depth)}));
  if (auto *If = llvm::dyn_cast<IfStmt>(S.get()))
    return std::make_shared<IfStmt>(
        If->cond(), block({sample(If->thenBody(), Depth)}),
        If->elseBody() ? block({sample(If->elseBody(), Depth)}) : nullptr);
  if (auto *Var = llvm::dyn_cast<VarStmt>(S.get()))
    return llvm::is_contained(Results, Var->name()) ? nullptr : S;
  auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
  if (!Assign || !llvm::is_contained(Results, Assign->target().Name))
    return S;
  // The largest subscript is the least one's companion.
  return Assign->op() == ReduceOp::Min ? mix(Assign->value()) : nullptr;
}

/// The scalars and arrays that \p Walk reads, as numbers; false if one has
/// none.
static bool collectInputs(const Nest &N, const StmtRef &Walk, Statements &Out,
                          const Sampler &Mixer) {
  llvm::StringSet<> Names;
  walk(Walk, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        if (auto *Var = llvm::dyn_cast<VarExpr>(&Part))
          Names.insert(Var->name());
        else if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part))
          Names.insert(Load->array());
      });
    return true;
  });
  for (const Operand &O : N.Operands) {
    if (!Names.contains(O.Name))
      continue;
    if (O.Row || (O.Kind == OperandKind::Scalar && !O.Ty.isInteger()))
      return false;
    Out.push_back(
        Mixer.mix(O.Kind == OperandKind::Array
                      ? ExprRef(std::make_shared<AddressExpr>(O.Name, i64(0)))
                      : var(O.Ty, O.Name)));
  }
  return true;
}

ExprRef lacuna::walkKey(const Nest &N, const StmtRef &Walk,
                        llvm::ArrayRef<std::string> Results, MadeNames &Names,
                        Statements &Out) {
  const Type U64 = Type::u64();
  const std::string Hash = Names.get("walk_key");
  Sampler Mixer(Results, Hash, Names);
  Statements Inputs;
  if (!collectInputs(N, Walk, Inputs, Mixer))
    return nullptr;
  Out.push_back(std::make_shared<VarStmt>(Hash, U64, constant(U64, 0)));
  Inputs.push_back(Mixer.sample(Walk, 0));
  Out.push_back(std::make_shared<BlockStmt>(std::move(Inputs)));
  return binary(BinaryOp::Or, var(U64, Hash), constant(U64, 1));
}
