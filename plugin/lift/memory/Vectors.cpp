//===- Vectors.cpp - vectors of the nest's own ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `std::vector<double> w(n);`: an array of an iteration's own, whose size is
// known in front of the nest. It is allocated once for each thread.
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/FrontValues.h"
#include "lift/Lifter.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/memory/Messages.def"
#include "lift/state/Operators.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// The size and, if there is one, the value that \p Init gives a vector as
/// `(n)` or `(n, value)`; else nothing.
static llvm::SmallVector<const clang::Expr *, 2>
sizeAndValue(const clang::Expr *Init) {
  const auto *C =
      Init ? dyn_cast<clang::CXXConstructExpr>(withoutTemporaries(Init))
           : nullptr;
  llvm::SmallVector<const clang::Expr *, 2> Given;
  if (!C || C->getNumArgs() == 0 ||
      !C->getConstructor()->getParamDecl(0)->getType()->isIntegerType())
    return Given;
  for (const clang::Expr *Arg : C->arguments())
    if (!isa<clang::CXXDefaultArgExpr>(Arg))
      Given.push_back(withoutTemporaries(Arg));
  // The last parameter is an allocator.
  if (Given.size() >= C->getConstructor()->getNumParams())
    Given.clear();
  return Given;
}

bool Lifter::declareVector(const clang::VarDecl *V, std::vector<StmtRef> &Out) {
  const clang::SourceLocation Loc = V->getLocation();
  const auto Given = sizeAndValue(V->getInit());
  if (Given.empty()) {
    Diags.refuse(Loc, msg::VectorHasNoSize(V->getNameAsString()));
    return false;
  }
  auto Elem = Types.scalarAt(elementTypeOf(V->getType()), Loc);
  ExprRef Size = Elem ? liftValue(Given[0]) : nullptr;
  ExprRef Value = !Size               ? nullptr
                  : Given.size() == 2 ? liftValue(Given[1])
                                      : zero(*Elem);
  if (!Value)
    return false;
  Size = Lets.substituted(lacuna::cast(Type::i64(), Size));
  if (const std::optional<int64_t> Known = constantValue(Size)) {
    if (*Known <= 0 || *Known > INT_MAX) {
      Diags.refuse(Loc, msg::VectorSizeVaries(V->getNameAsString()));
      return false;
    }
    if (!fitsOnStack(V, *Known * Elem->bits() / 8))
      return false;
  }
  Value = Lets.fixed(lacuna::cast(*Elem, Value), V, Out);
  const std::string Name = Builder.uniqueName(V->getNameAsString());
  Out.push_back(std::make_shared<LocalArrayStmt>(Name, *Elem, Size, Value,
                                                 Builder.tag(Loc)));
  Env.set(V, SpanValue{{Name, *Elem, nullptr}, Size});
  OwnVectors.push_back({V, Size});
  return true;
}

/// Whether \p Body changes something that \p E is computed from.
static bool changes(const StmtRef &Body, const ExprRef &E) {
  bool Changes = false;
  walk(E, [&](const Expr &Part) {
    if (const auto *Var = dyn_cast<VarExpr>(&Part))
      Changes |= assigns(Body, Var->name());
    else if (const auto *Load = dyn_cast<LoadExpr>(&Part))
      Changes |= assigns(Body, Load->array());
  });
  return Changes;
}

bool Lifter::checkVectors() {
  Nest &Graph = Builder.graph();
  for (const auto &[V, Size] : OwnVectors) {
    const std::string Name = V->getNameAsString();
    if (!isEvaluable(Graph, Size) || changes(Graph.Body, Size)) {
      Diags.refuse(V->getLocation(), msg::VectorSizeVaries(Name));
      return false;
    }
    // The constructor throws.
    if (!constantValue(Size))
      Graph.Guards.push_back({msg::GuardVectorHasSize(Name),
                              binary(BinaryOp::Ge, Size, i64(0)), "", nullptr,
                              nullptr});
  }
  return true;
}

} // namespace lacuna::plugin
