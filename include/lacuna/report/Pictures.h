//===- Pictures.h - the two graphs of a nest as HTML ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_REPORT_PICTURES_H
#define LACUNA_REPORT_PICTURES_H

#include "lacuna/ir/Nest.h"
#include "llvm/Support/raw_ostream.h"

namespace lacuna {

/// The iteration graph: loops as boxes, one in the other, with what their
/// iterations do.
void drawIterationGraph(llvm::raw_ostream &OS, const Nest &N);

/// The provenance graph: the user's variables on top, what commands made of
/// them below.
void drawProvenanceGraph(llvm::raw_ostream &OS, const Nest &N);

} // namespace lacuna

#endif // LACUNA_REPORT_PICTURES_H
