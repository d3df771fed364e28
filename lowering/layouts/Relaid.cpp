//===- Relaid.cpp - a nest that runs over a layout ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/layouts/Relaid.h"
#include "Sell.h"
#include "Transpose.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

llvm::Expected<Relaid> lacuna::relaid(const Nest &N) {
  llvm::Expected<StoredRows> Rows = storedRows(N);
  if (!Rows)
    return Rows.takeError();
  llvm::Expected<Relaid> Result = N.Layout->Kind == LayoutKind::Sell
                                      ? sideBySide(N, *Rows)
                                      : transposed(N, *Rows);
  if (Result)
    llvm::append_range(Result->Conditions, Rows->Conditions);
  return Result;
}
