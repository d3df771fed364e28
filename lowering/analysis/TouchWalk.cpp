//===- TouchWalk.cpp - what iterations share, found in front --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/TouchWalk.h"
#include "lacuna/analysis/ElementWalk.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

std::optional<Nest> lacuna::touchWalk(const Nest &AsWritten,
                                      const IndexVar &Outermost, int64_t Block,
                                      llvm::ArrayRef<std::string> Arrays) {
  const Type I64 = Type::i64();
  ExprRef Iteration =
      binary(BinaryOp::Sub, cast(I64, var(Outermost.Ty, Outermost.Name)),
             cast(I64, Outermost.Lo));
  if (Block > 1)
    Iteration = binary(BinaryOp::Div, Iteration, i64(Block));
  auto Touch = [&](const ElementWalk::Access &A) -> StmtRef {
    if (!llvm::is_contained(Arrays, A.Array))
      return nullptr;
    return std::make_shared<TouchStmt>(A.Array.str(),
                                       AsWritten.findOperand(A.Array)->Ty,
                                       A.Index, A.IsWrite, Iteration);
  };
  return ElementWalk(AsWritten, Touch, ElementWalk::OnResults::Ignore).run();
}
