//===- DataGraft.h - directives about data as calls -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_DATAGRAFT_H
#define LACUNA_PLUGIN_GRAFT_DATAGRAFT_H

#include "graft/Prelude.h"
#include "graft/Sites.h"
#include "lift/DataRanges.h"

namespace lacuna::plugin {

/// Replaces what stands for a directive in \p S by calls of the runtime library
/// for \p Ranges, parsed by \p P in the scope of the enclosing functions: a
/// region by
///   { enter; the user's statement }
/// whose ranges are left in whichever way control leaves the block. Returns an
/// empty string, or why nothing was changed. Under \p ChecksPromises what is
/// promised is compared at each use.
std::string graftData(clang::Parser &P, const Site &S, DataKind Kind,
                      llvm::ArrayRef<DataRange> Ranges, bool ChecksPromises,
                      Prelude &Helpers);

/// Leaves nothing of the directive but the user's statement.
void removeData(const clang::ASTContext &Context, const Site &S);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_DATAGRAFT_H
