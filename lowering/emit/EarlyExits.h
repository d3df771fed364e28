//===- EarlyExits.h - where loops end by their flags ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     while (goes && p < end) {          while (goes && p < end) {
//       if (crd[p] == i) {                 if (crd[p] == i) {
//         at = p;                            at = p;
//         goes = false;            →         goes = false;
//       }                                    break;
//       if (goes)                          }
//         p += 1;                          if (goes)
//     }                                      p += 1;
//                                        }
//
// The user's `break` is a flag in nests. Where nothing of the loop runs once it
// is cleared, it becomes a `break` again: compilers do not always see that.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_EMIT_EARLYEXITS_H
#define LACUNA_LOWERING_EMIT_EARLYEXITS_H

#include "lacuna/ir/Stmt.h"
#include "llvm/ADT/DenseSet.h"

namespace lacuna {

/// The assignments in the body of \p Loop behind which the loop ends.
llvm::DenseSet<const Stmt *> exitsOf(const WhileStmt &Loop);

} // namespace lacuna

#endif // LACUNA_LOWERING_EMIT_EARLYEXITS_H
