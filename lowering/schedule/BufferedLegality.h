//===- BufferedLegality.h - scans in one pass -------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `buffered_scan` runs each chunk of iterations before it is known where those
// in front of it come to. Elements at cursors go into buffers, and where there
// is no memory for these the loop begins again. So values of cursors must go
// nowhere else, and the loop must find what it found the first time.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_BUFFEREDLEGALITY_H
#define LACUNA_LOWERING_SCHEDULE_BUFFEREDLEGALITY_H

#include "lacuna/analysis/Dependence.h"

namespace lacuna {

/// Why no chunk of \p Loop can run before it is known where its cursors begin,
/// in the user's terms; empty if all can. \p Found: the conflicts between
/// iterations, which are cursors, that are added to, and arrays at places that
/// these pass over.
std::string whyNotBuffered(const Nest &N, const LoopStmt &Loop,
                           llvm::ArrayRef<Conflict> Found);

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_BUFFEREDLEGALITY_H
