//===- NamedFacts.cpp - what the facts of a directive name ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/NamedFacts.h"
#include "graft/VisibleNames.h"
#include "lacuna/directive/Lexer.h"
#include "lacuna/support/Identifier.h"
#include "lift/ast/AstQueries.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

/// The identifiers in \p Text.
static std::vector<llvm::StringRef> wordsIn(llvm::StringRef Text) {
  std::vector<llvm::StringRef> Words;
  while (!(Text = Text.drop_until(isNameChar)).empty()) {
    Words.push_back(Text.take_while(isNameChar));
    Text = Text.drop_while(isNameChar);
  }
  return Words;
}

std::vector<const VarDecl *> plugin::namedIntegers(const Site &S,
                                                   const Directive &Given,
                                                   const ASTContext &Context) {
  llvm::StringSet<> Names;
  for (const Clause &C : Given.Clauses)
    if (C.Name == "assume" || C.Name == "num_threads")
      for (const ClauseArg &Arg : C.Args)
        for (llvm::StringRef Word : wordsIn(Arg.Text))
          Names.insert(Word);
  std::vector<const VarDecl *> Found;
  if (Names.empty() || S.Region || S.InBlock)
    return Found;
  for (const NamedDecl *D : visibleLocals(S)) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (V && V->getIdentifier() && Names.contains(V->getName()) &&
        V->getDeclContext() == S.function() && V->hasLocalStorage() &&
        V->getType()->isIntegerType() &&
        !V->isUsableInConstantExpressions(Context))
      Found.push_back(V);
  }
  return Found;
}

static llvm::StringSet<> namesOf(const VarSet &Variables) {
  llvm::StringSet<> Names;
  for (const VarDecl *V : Variables)
    if (V->getIdentifier())
      Names.insert(V->getName());
  return Names;
}

/// \p Given with those arguments alone for which \p Keep holds.
template <typename Fn>
static Directive withArguments(const Directive &Given, Fn Keep) {
  Directive Result;
  for (const Clause &C : Given.Clauses) {
    Clause Kept = C;
    llvm::erase_if(Kept.Args,
                   [&](const ClauseArg &Arg) { return !Keep(C, Arg); });
    if (C.Args.empty() || !Kept.Args.empty())
      Result.Clauses.push_back(std::move(Kept));
  }
  return Result;
}

/// The names of variables around the loop of \p S that nothing but its own
/// statements changes.
static llvm::StringSet<> namesOfOwn(const Site &S, BodyIndices &Bodies) {
  llvm::StringSet<> Names;
  for (const NamedDecl *D : visibleLocals(S)) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (V && V->getIdentifier() && !isReachable(Bodies, V))
      Names.insert(V->getName());
  }
  return Names;
}

Directive plugin::factsInside(const Directive &Given, const Site &S,
                              const clang::Stmt *Outer, BodyIndices &Bodies) {
  VarSet Inside, Written;
  collectDeclared(Outer, Inside);
  collectWritten(Outer, Written);
  const llvm::StringSet<> Others = namesOf(Inside), Changed = namesOf(Written),
                          Own = namesOfOwn(S, Bodies);
  return withArguments(Given, [&](const Clause &C, const ClauseArg &Arg) {
    // Copies would lose what one loop leaves for the next, and rows that one
    // loop stores past the caches the next may read.
    if (C.Name == "private" || C.Name == "nontemporal")
      return false;
    if (C.Name == "fp" || C.Name == "target")
      return true;
    const std::optional<Clause> Call = asCall(Arg);
    return llvm::none_of(wordsIn(Arg.Text), [&](llvm::StringRef Word) {
      const bool MayChange = Changed.contains(Word) || !Own.contains(Word);
      return Others.contains(Word) ||
             (Call && Call->Name == "extent" && Word != Call->Name &&
              MayChange && !llvm::isDigit(Word.front()));
    });
  });
}

Directive plugin::factsAbout(const Nest &N, const Directive &Given,
                             const ScheduleContext &Context) {
  return withArguments(Given, [&](const Clause &C, const ClauseArg &Arg) {
    Clause Alone = C;
    Alone.Args = {Arg};
    // A clause with several arguments states one thing, unless each is a fact.
    if (C.Name != "assume")
      Alone.Args = C.Args;
    llvm::Expected<Nest> Applied = applyFacts(N, {{Alone}}, Context);
    if (Applied)
      return true;
    llvm::consumeError(Applied.takeError());
    return false;
  });
}
