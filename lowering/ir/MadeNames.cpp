//===- MadeNames.cpp - names that lowering declares -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/MadeNames.h"

using namespace lacuna;

std::string MadeNames::get(const llvm::Twine &Base) {
  auto [Entry, IsNew] = Made.try_emplace(Base.str());
  if (IsNew)
    Entry->second = fresh(Base);
  return Entry->second;
}

std::string MadeNames::fresh(const llvm::Twine &Base) {
  const std::string First = Base.str();
  std::string Name = First;
  for (unsigned K = 2; N.isNameTaken(Name) || Used.contains(Name); ++K)
    Name = First + std::to_string(K);
  Used.insert(Name);
  return Name;
}

ExprRef MadeNames::let(const llvm::Twine &Base, ExprRef Value,
                       std::vector<StmtRef> &Out) {
  std::string Name = get(Base);
  ExprRef Let = var(Value->type(), Name);
  Out.push_back(std::make_shared<LetStmt>(Name, std::move(Value)));
  return Let;
}
