//===- Constants.cpp - constant expressions of clauses --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/Constants.h"
#include "graft/Messages.def"
#include "graft/QuietDiagnostics.h"
#include "graft/Scopes.h"
#include "graft/Tokens.h"
#include "graft/VisibleNames.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

namespace {

class ConstantEvaluator {
public:
  ConstantEvaluator(Parser &P, const Site &Place, const ClauseArg &Arg,
                    SourceLocation Loc, bool Preprocessed)
      : P(P), S(P.getActions()), Place(Place), Arg(Arg), Loc(Loc),
        Preprocessed(Preprocessed) {}

  llvm::Expected<int64_t> run();

private:
  llvm::Expected<int64_t> error(const llvm::Twine &Message) const {
    return makeError(Arg.Where, Message.str());
  }
  llvm::Expected<int64_t> valueOf(const clang::Expr *E) const;
  std::string findUndeclared(llvm::ArrayRef<Token> Tokens) const;

  Parser &P;
  Sema &S;
  const Site &Place;
  const ClauseArg &Arg;
  SourceLocation Loc;
  bool Preprocessed;
};

} // namespace

llvm::Expected<int64_t> ConstantEvaluator::valueOf(const clang::Expr *E) const {
  std::string Text = "'" + Arg.Text + "'";
  if (!E->getType()->isIntegralOrUnscopedEnumerationType())
    return error(msg::ConstantNotIntegral(Text, E->getType().getAsString()));
  std::optional<llvm::APSInt> Value = E->getIntegerConstantExpr(S.Context);
  if (!Value)
    return error(msg::NotConstantExpression(Arg.Text));
  if (!Value->isRepresentableByInt64())
    return error(msg::ConstantTooLarge(Text, llvm::toString(*Value, 10)));
  return Value->getExtValue();
}

/// The first plain name among \p Tokens that is not declared, or nothing.
std::string
ConstantEvaluator::findUndeclared(llvm::ArrayRef<Token> Tokens) const {
  for (size_t I = 0; I < Tokens.size(); ++I) {
    IdentifierInfo *Name = Tokens[I].getIdentifierInfo();
    bool IsPlain = I == 0 || !Tokens[I - 1].isOneOf(tok::coloncolon,
                                                    tok::period, tok::arrow);
    if (Tokens[I].isNot(tok::identifier) || !Name || !IsPlain)
      continue;
    LookupResult Found(S, Name, Loc, Sema::LookupOrdinaryName);
    Found.suppressDiagnostics();
    if (!S.LookupName(Found, S.getCurScope()) && Found.empty())
      return Name->getName().str();
  }
  return "";
}

llvm::Expected<int64_t> ConstantEvaluator::run() {
  QuietDiagnostics Quiet(S.getDiagnostics());
  LocatedText Text;
  Text.line(substituteTemplateArguments(S, Place, Arg.Text), Loc);
  ReenteredScopes Scopes(P, Place);
  for (NamedDecl *D : visibleLocals(Place))
    Scopes.push(D);
  auto Tokens = tokenize(S.getPreprocessor(), Text);
  if (clang::Expr *E = Scopes.parseExpression(Tokens, /*IsConstant=*/true);
      E && !Quiet.hasErrorOccurred())
    return valueOf(E);
  std::string Unknown = findUndeclared(Tokens);
  if (Unknown.empty())
    return error(msg::NotConstantExpression(Arg.Text));
  if (Preprocessed)
    return error(msg::MacroNotExpanded(Unknown));
  return error(msg::NotDeclaredAtLoop(Unknown));
}

llvm::Expected<int64_t> plugin::evaluateConstant(Parser &P, const Site &S,
                                                 const ClauseArg &Arg,
                                                 SourceLocation Loc,
                                                 bool Preprocessed) {
  return ConstantEvaluator(P, S, Arg, Loc, Preprocessed).run();
}
