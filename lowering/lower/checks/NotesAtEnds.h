//===- NotesAtEnds.h - notes of first and last iterations -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_NOTESATENDS_H
#define LACUNA_LOWERING_LOWER_CHECKS_NOTESATENDS_H

#include "AccessNotes.h"

namespace lacuna {

/// \p Walk, nest IR of \p N that makes \p Notes, without the loops of which the
/// first and the last iteration note the extremes: those of whose variable all
/// subscripts are linear functions. The loops inside run once for both.
StmtRef notesAtEnds(const Nest &N, const AccessNotes &Notes,
                    const StmtRef &Walk);

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_NOTESATENDS_H
