//===- Relaid.cpp - a nest that runs over a layout ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/layouts/Relaid.h"
#include "Sell.h"
#include "Transpose.h"
#include "llvm/Support/ErrorHandling.h"

using namespace lacuna;

llvm::Expected<Relaid> lacuna::relaid(const Nest &N) {
  llvm::Expected<StoredRows> Rows = storedRows(N);
  if (!Rows)
    return Rows.takeError();
  switch (N.Layout->Kind) {
  case LayoutKind::Sell:
    return sideBySide(N, *Rows);
  case LayoutKind::Csc:
    return transposed(N, *Rows);
  }
  llvm_unreachable("unknown kind of layout");
}
