//===- Spelling.cpp - expressions as messages show them -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/Spelling.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace lacuna::plugin {

clang::PrintingPolicy plainPolicy() {
  clang::LangOptions Language;
  Language.CPlusPlus = Language.Bool = true;
  return clang::PrintingPolicy(Language);
}

std::string spelled(const clang::Stmt *S, const clang::PrintingPolicy &Policy) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (const auto *Default = llvm::dyn_cast<clang::CXXDefaultArgExpr>(S))
    S = Default->getExpr();
  clang::PrintingPolicy AsWritten = Policy;
  AsWritten.SuppressImplicitBase = true; // no `this->` that nobody wrote
  S->printPretty(OS, nullptr, AsWritten);
  // Statements are printed in lines of their own.
  llvm::SmallVector<llvm::StringRef, 8> Words;
  llvm::SplitString(Text, Words, " \n");
  Text = llvm::join(Words, " ");
  if (Text.size() > 60)
    Text = Text.substr(0, 57) + "...";
  return Text;
}

} // namespace lacuna::plugin
