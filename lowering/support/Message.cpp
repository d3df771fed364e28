//===- Message.cpp - texts for users, with places for values --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/support/Message.h"

using namespace llvm;

std::string lacuna::fillPlaces(StringRef Text, ArrayRef<std::string> Values) {
  std::string Filled;
  while (!Text.empty()) {
    size_t N = Text.size() > 2 ? Text[1] - '0' : Values.size();
    if (Text[0] == '{' && N < Values.size() && Text[2] == '}') {
      Filled += Values[N];
      Text = Text.drop_front(3);
    } else {
      Filled += Text.front();
      Text = Text.drop_front();
    }
  }
  return Filled;
}
