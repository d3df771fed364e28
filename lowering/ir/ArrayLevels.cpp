//===- ArrayLevels.cpp - subscripts of arrays of arrays -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/ArrayLevels.h"

using namespace llvm;

namespace lacuna {

namespace {

class LevelSplitter {
public:
  explicit LevelSplitter(ArrayRef<ExprRef> Inner);

  std::vector<ExprRef> run(const ExprRef &Subscript);

private:
  void visit(const ExprRef &E, bool IsMinus);
  bool addProduct(const ExprRef &Factor, const ExprRef &By, bool IsMinus);
  void addConstant();
  void add(size_t Level, const ExprRef &E, bool IsMinus);

  std::vector<ExprRef> Strides; ///< of all levels but the last, where it is 1
  std::vector<ExprRef> Levels;
  int64_t Constant = 0;
};

} // namespace

LevelSplitter::LevelSplitter(ArrayRef<ExprRef> Inner)
    : Levels(Inner.size() + 1, i64(0)) {
  // As the front end computes them, so that they are found.
  for (size_t Level = 0; Level < Inner.size(); ++Level) {
    ExprRef Stride = i64(1);
    for (const ExprRef &Length : Inner.drop_front(Level))
      Stride = binary(BinaryOp::Mul, Stride, Length);
    Strides.push_back(Stride);
  }
}

void LevelSplitter::add(size_t Level, const ExprRef &E, bool IsMinus) {
  ExprRef Term = cast(Type::i64(), E);
  ExprRef &Sum = Levels[Level];
  if (constantValue(Sum) == 0 && !IsMinus)
    Sum = Term;
  else
    Sum = binary(IsMinus ? BinaryOp::Sub : BinaryOp::Add, Sum, Term);
}

/// `Factor * By`, if By is a multiple of a stride.
bool LevelSplitter::addProduct(const ExprRef &Factor, const ExprRef &By,
                               bool IsMinus) {
  std::optional<int64_t> Times = constantValue(By);
  for (size_t Level = 0; Level < Strides.size(); ++Level) {
    std::optional<int64_t> Stride = constantValue(Strides[Level]);
    if (structurallyEqual(By, Strides[Level])) {
      add(Level, Factor, IsMinus);
      return true;
    }
    if (Times && Stride && *Stride > 1 && *Times % *Stride == 0) {
      add(Level,
          binary(BinaryOp::Mul, cast(Type::i64(), Factor),
                 i64(*Times / *Stride)),
          IsMinus);
      return true;
    }
  }
  return false;
}

void LevelSplitter::visit(const ExprRef &E, bool IsMinus) {
  if (std::optional<int64_t> Value = constantValue(E)) {
    const auto By = static_cast<uint64_t>(*Value);
    Constant = static_cast<int64_t>(static_cast<uint64_t>(Constant) +
                                    (IsMinus ? 0 - By : By));
    return;
  }
  auto *B = dyn_cast<BinaryExpr>(E.get());
  const bool IsWide = B && B->type() == Type::i64();
  if (IsWide && (B->op() == BinaryOp::Add || B->op() == BinaryOp::Sub)) {
    visit(B->lhs(), IsMinus);
    visit(B->rhs(), IsMinus != (B->op() == BinaryOp::Sub));
    return;
  }
  if (IsWide && B->op() == BinaryOp::Mul &&
      (addProduct(B->lhs(), B->rhs(), IsMinus) ||
       addProduct(B->rhs(), B->lhs(), IsMinus)))
    return;
  add(Strides.size(), E, IsMinus);
}

/// Constants belong to the outermost level that they are a multiple of.
void LevelSplitter::addConstant() {
  for (size_t Level = 0; Level < Strides.size(); ++Level) {
    std::optional<int64_t> Stride = constantValue(Strides[Level]);
    if (!Stride || *Stride == 0)
      continue;
    if (int64_t Times = Constant / *Stride)
      add(Level, i64(Times), /*IsMinus=*/false);
    Constant %= *Stride;
  }
  if (Constant != 0)
    add(Strides.size(), i64(Constant), /*IsMinus=*/false);
}

std::vector<ExprRef> LevelSplitter::run(const ExprRef &Subscript) {
  visit(Subscript, /*IsMinus=*/false);
  addConstant();
  return Levels;
}

std::vector<ExprRef> levelsOf(const ExprRef &Subscript,
                              ArrayRef<ExprRef> Inner) {
  return LevelSplitter(Inner).run(Subscript);
}

} // namespace lacuna
