//===- SparsePragma.h - the handler of #pragma sparse -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run of `#pragma sparse` lines becomes one attribute in front of the loop,
//   [[gsl::suppress("sparse", "<clauses>")]]
// which the parser keeps in the AST, through templates, PCH and modules. Other
// pragmas between the lines and the loop stay in front of the attribute.
//
// A directive about data becomes the same attribute in front of a statement
// that mentions its arrays and numbers, so that the parser looks them up where
// they stand:
//   [[…]] { (void)(x); (void)(0); (void)(n); }
// and, if it is for the statement behind it,
//   [[…]] if ((false)) { (void)(x); … } else
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_PRAGMA_SPARSEPRAGMA_H
#define LACUNA_PLUGIN_PRAGMA_SPARSEPRAGMA_H

#include "pragma/DirectiveText.h"
#include "clang/Lex/Pragma.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace lacuna::plugin {

class SparsePragma : public clang::PragmaHandler {
public:
  /// Makes \p PP handle `#pragma sparse`; directives go to \p Table.
  static void install(clang::Preprocessor &PP,
                      std::shared_ptr<DirectiveTable> Table,
                      bool ExpandsMacros);

  void HandlePragma(clang::Preprocessor &PP, clang::PragmaIntroducer Introducer,
                    clang::Token &First) override;
  /// Reads on behind the directive's first line.
  void finish(clang::Preprocessor &PP);

private:
  SparsePragma(std::shared_ptr<DirectiveTable> Table, bool ExpandsMacros)
      : PragmaHandler("sparse"), Table(std::move(Table)),
        ExpandsMacros(ExpandsMacros) {}

  using TokenList = llvm::SmallVector<clang::Token, 16>;

  bool checkLanguage(clang::Preprocessor &PP, clang::SourceLocation Loc);
  void readLine(clang::Preprocessor &PP);
  void deferRest(clang::Preprocessor &PP);
  void readUpToStatement(clang::Preprocessor &PP, TokenList &Others,
                         clang::Token &Next);
  bool checkStatement(clang::Preprocessor &PP,
                      llvm::ArrayRef<clang::Token> Tokens);
  bool checkClauses(clang::Preprocessor &PP);
  void finishData(clang::Preprocessor &PP);
  void reportErrors(clang::Preprocessor &PP, llvm::Error Errors);
  void appendAttribute(clang::Preprocessor &PP, TokenList &Out);

  std::shared_ptr<DirectiveTable> Table;
  const bool ExpandsMacros;
  /// The directive that is being read.
  std::optional<DirectiveText> Current;
  clang::SourceLocation Hash; ///< of its first line
  bool ReportedLanguage = false;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_PRAGMA_SPARSEPRAGMA_H
