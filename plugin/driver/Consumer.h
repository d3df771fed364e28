//===- Consumer.h - hold the AST back until loops are rewritten -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_CONSUMER_H
#define LACUNA_PLUGIN_DRIVER_CONSUMER_H

#include "driver/Options.h"
#include "pragma/DirectiveText.h"
#include "clang/Frontend/CompilerInstance.h"
#include <memory>

namespace lacuna::plugin {

/// A consumer that, once initialised, puts itself in front of all others of
/// \p CI. From the first annotated loop on it withholds everything from them
/// (each callback: a part would change the order of dynamic initialisation),
/// rewrites the loops at the end of the translation unit and replays.
std::unique_ptr<clang::ASTConsumer>
createConsumer(clang::CompilerInstance &CI, const Options &Opts,
               std::shared_ptr<DirectiveTable> Directives);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_CONSUMER_H
