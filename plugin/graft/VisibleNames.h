//===- VisibleNames.h - names at a loop -------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_VISIBLENAMES_H
#define LACUNA_PLUGIN_GRAFT_VISIBLENAMES_H

#include "graft/Sites.h"
#include "clang/Sema/Sema.h"

namespace lacuna::plugin {

/// Parameters, block-scope declarations and using-directives that are
/// visible where the loop of \p S stands; of several with one name the
/// innermost.
std::vector<clang::NamedDecl *> visibleLocals(const Site &S);

/// \p Text with the names of template parameters replaced by what they stand
/// for where the loop of \p Place stands.
std::string substituteTemplateArguments(clang::Sema &S, const Site &Place,
                                        llvm::StringRef Text);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_VISIBLENAMES_H
