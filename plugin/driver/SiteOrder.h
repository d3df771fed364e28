//===- SiteOrder.h - which loops are rewritten first ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_SITEORDER_H
#define LACUNA_PLUGIN_DRIVER_SITEORDER_H

#include "graft/Sites.h"

namespace lacuna::plugin {

/// Puts loops in front of those in functions that they call, whose bodies they
/// are to find as the user wrote them; else \p Sites stay in their order.
void putCallersFirst(llvm::MutableArrayRef<Site> Sites);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_SITEORDER_H
