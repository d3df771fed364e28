//===- IndependenceWalk.cpp - iterations that are said to be so -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndependenceWalk.h"
#include "lacuna/analysis/elements/ElementWalk.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/ir/MadeNames.h"

using namespace lacuna;

/// Which iterations have accessed an element: none, one, of which it is the
/// number, or several.
static constexpr int64_t NoIteration = -1, Several = -2;

namespace {

/// Notes at each element who has written and who has read it.
class Notes {
public:
  Notes(const Nest &N, const Operand &Array, const std::string &Ok)
      : Array(Array), Ok{Ok, Type::boolean(), nullptr}, Names(N),
        Writer(Names.get(Array.Name + "_writer")),
        Reader(Names.get(Array.Name + "_reader")) {
    const IndexVar &Outermost = N.IndexVars.front();
    Iteration = binary(BinaryOp::Sub,
                       cast(Type::i64(), var(Outermost.Ty, Outermost.Name)),
                       cast(Type::i64(), Outermost.Lo));
  }

  std::vector<StmtRef> declarations() const {
    auto Numbers = [&](const std::string &Name) {
      return std::make_shared<LocalArrayStmt>(Name, Type::i64(), Array.Extent,
                                              i64(NoIteration));
    };
    return {Numbers(Writer), Numbers(Reader),
            std::make_shared<VarStmt>(Ok.Name, Ok.Ty, constant(Ok.Ty, 1))};
  }

  StmtRef access(const ExprRef &Index, bool IsWrite) const {
    const Place Write{Writer, Type::i64(), Index},
        Read{Reader, Type::i64(), Index};
    ExprRef IsInside =
        binary(BinaryOp::LogicalAnd,
               binary(BinaryOp::Ge, cast(Type::i64(), Index), i64(0)),
               binary(BinaryOp::Lt, cast(Type::i64(), Index), Array.Extent));
    std::vector<StmtRef> Inside = {require(isOwn(Write))};
    if (IsWrite) {
      Inside.push_back(require(isOwn(Read)));
      Inside.push_back(assign(Write, Iteration));
    } else {
      ExprRef Readers =
          std::make_shared<SelectExpr>(isOwn(Read), Iteration, i64(Several));
      Inside.push_back(assign(Read, Readers));
    }
    return std::make_shared<IfStmt>(IsInside, block(std::move(Inside)),
                                    assign(Ok, constant(Ok.Ty, 0)));
  }

private:
  ExprRef isOwn(const Place &P) const {
    return binary(BinaryOp::LogicalOr,
                  binary(BinaryOp::Eq, valueOf(P), i64(NoIteration)),
                  binary(BinaryOp::Eq, valueOf(P), Iteration));
  }
  StmtRef require(const ExprRef &Cond) const {
    return reduceInto(Ok, ReduceOp::And, Cond, /*Tag=*/0);
  }

  const Operand &Array;
  const Place Ok;
  MadeNames Names;
  const std::string Writer, Reader;
  ExprRef Iteration;
};

} // namespace

std::optional<Nest> lacuna::independenceWalk(const Nest &AsWritten,
                                             const Operand &Array,
                                             const std::string &Ok) {
  const Notes Note(AsWritten, Array, Ok);
  auto AtElement = [&](const ElementWalk::Access &A) -> StmtRef {
    return A.Array == Array.Name && !A.Row ? Note.access(A.Index, A.IsWrite)
                                           : nullptr;
  };
  std::optional<Nest> Walk =
      ElementWalk(AsWritten, AtElement, ElementWalk::Rows::Accessed).run();
  if (!Walk)
    return std::nullopt;
  std::vector<StmtRef> Body = Note.declarations();
  Body.push_back(Walk->Body);
  return withBodyAlone(AsWritten, block(std::move(Body)));
}
