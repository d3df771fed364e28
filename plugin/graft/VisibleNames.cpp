//===- VisibleNames.cpp - names at a loop ---------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/VisibleNames.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/ClangCompat.h"
#include "clang/Lex/Lexer.h"
#include "clang/Sema/SemaInternal.h"
#include "clang/Sema/Template.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

//===-- block scopes ------------------------------------------------------===//

namespace {

class LocalCollector {
public:
  void addParameters(const FunctionDecl *F) {
    for (ParmVarDecl *Param : F->parameters())
      add(Param);
  }

  /// Adds what is visible at the end of \p Path, statements from outside in.
  void addPath(llvm::ArrayRef<const clang::Stmt *> Path) {
    for (size_t I = 0; I + 1 < Path.size(); ++I)
      addDeclaredIn(Path[I], Path[I + 1]);
  }

  std::vector<NamedDecl *> take() {
    std::vector<NamedDecl *> Result = std::move(Directives);
    for (auto &Entry : Innermost)
      Result.push_back(Entry.second);
    return Result;
  }

private:
  /// Adds what \p S declares and \p Inner, a child of it, sees.
  void addDeclaredIn(const clang::Stmt *S, const clang::Stmt *Inner) {
    if (auto *Handler = dyn_cast<CXXCatchStmt>(S))
      return add(Handler->getExceptionDecl());
    for (const clang::Stmt *Child : S->children()) {
      if (Child == Inner)
        return;
      if (auto *Declaration = dyn_cast_or_null<DeclStmt>(Child))
        for (Decl *D : Declaration->decls())
          add(dyn_cast<NamedDecl>(D));
    }
  }

  void add(NamedDecl *D) {
    if (isa_and_nonnull<UsingDirectiveDecl>(D))
      Directives.push_back(D);
    if (!D || !D->getIdentifier())
      return;
    Innermost[D->getDeclName()] = D;
    if (auto *Enum = dyn_cast<EnumDecl>(D); Enum && !Enum->isScoped())
      for (EnumConstantDecl *Constant : Enum->enumerators())
        add(Constant);
  }

  llvm::MapVector<DeclarationName, NamedDecl *> Innermost;
  std::vector<NamedDecl *> Directives;
};

} // namespace

/// Whether \p S is where \p Inner, a function inside another, stands.
static bool declares(const clang::Stmt *S, const FunctionDecl *Inner) {
  if (auto *Lambda = dyn_cast<LambdaExpr>(S))
    return Lambda->getLambdaClass() == Inner->getParent();
  auto *Declaration = dyn_cast<DeclStmt>(S);
  return Declaration && llvm::any_of(Declaration->decls(), [&](const Decl *D) {
           auto *Record = dyn_cast<CXXRecordDecl>(D);
           return Record && Record->Encloses(Inner);
         });
}

/// Appends the statements from where \p Inner is declared up to \p From.
static bool findPath(const clang::Stmt *From, const FunctionDecl *Inner,
                     std::vector<const clang::Stmt *> &Path) {
  if (!From)
    return false;
  // The statement of a region is no child of it.
  auto *Region = dyn_cast<CapturedStmt>(From);
  if (!declares(From, Inner) &&
      !(Region && findPath(Region->getCapturedStmt(), Inner, Path)) &&
      llvm::none_of(From->children(), [&](const clang::Stmt *Child) {
        return findPath(Child, Inner, Path);
      }))
    return false;
  Path.push_back(From);
  return true;
}

std::vector<NamedDecl *> plugin::visibleLocals(const Site &S) {
  LocalCollector Locals;
  for (auto [Outer, Inner] :
       llvm::zip(llvm::drop_end(S.Functions), llvm::drop_begin(S.Functions))) {
    std::vector<const clang::Stmt *> Path;
    findPath(Outer->getBody(), Inner, Path);
    std::reverse(Path.begin(), Path.end());
    Locals.addParameters(Outer);
    Locals.addPath(Path);
  }
  Locals.addParameters(S.function());
  Locals.addPath(S.Path);
  return Locals.take();
}

//===-- template parameters -----------------------------------------------===//

namespace {

/// The template parameters around a loop and what they stand for.
class TemplateArguments {
public:
  TemplateArguments(Sema &S, const Site &Place) : S(S) {
    for (const FunctionDecl *F : Place.Functions)
      if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
        addParametersOf(Pattern, S.getTemplateInstantiationArgs(F));
  }

  /// The text that stands for \p Name, or null.
  const std::string *find(llvm::StringRef Name) const {
    auto It = Texts.find(Name);
    return It == Texts.end() ? nullptr : &It->second;
  }

private:
  void addParametersOf(const FunctionDecl *Pattern,
                       const MultiLevelTemplateArgumentList &Arguments) {
    // From outside in, so that inner names win.
    std::vector<const TemplateParameterList *> Lists;
    if (const FunctionTemplateDecl *T = Pattern->getDescribedFunctionTemplate())
      Lists.push_back(T->getTemplateParameters());
    for (unsigned I = Pattern->getNumTemplateParameterLists(); I-- > 0;)
      Lists.push_back(Pattern->getTemplateParameterList(I));
    for (const DeclContext *C = Pattern->getParent(); C; C = C->getParent())
      if (auto *Record = dyn_cast<CXXRecordDecl>(C))
        addListsOf(Record, Lists);
    for (const TemplateParameterList *List : llvm::reverse(Lists))
      for (const NamedDecl *Param : *List)
        add(const_cast<NamedDecl *>(Param), Arguments);
  }

  static void addListsOf(const CXXRecordDecl *Record,
                         std::vector<const TemplateParameterList *> &Lists) {
    if (auto *Partial =
            dyn_cast<ClassTemplatePartialSpecializationDecl>(Record))
      Lists.push_back(Partial->getTemplateParameters());
    else if (const ClassTemplateDecl *T = Record->getDescribedClassTemplate())
      Lists.push_back(T->getTemplateParameters());
  }

  void add(NamedDecl *Param, const MultiLevelTemplateArgumentList &Arguments) {
    auto [Depth, Index] = getDepthAndIndex(Param);
    if (!Param->getIdentifier() || Depth >= Arguments.getNumLevels() ||
        !Arguments.hasTemplateArgument(Depth, Index))
      return;
    const TemplateArgument &Argument = Arguments(Depth, Index);
    PrintingPolicy Policy = S.getPrintingPolicy();
    printCanonicalTypes(Policy);
    if (Argument.getKind() == TemplateArgument::Integral)
      Texts[Param->getName()] =
          "((" + Argument.getIntegralType().getAsString(Policy) + ")" +
          llvm::toString(Argument.getAsIntegral(), 10) + ")";
    else if (Argument.getKind() == TemplateArgument::Type)
      Texts[Param->getName()] = Argument.getAsType().getAsString(Policy);
  }

  Sema &S;
  llvm::StringMap<std::string> Texts;
};

} // namespace

std::string plugin::substituteTemplateArguments(Sema &S, const Site &Place,
                                                llvm::StringRef Text) {
  TemplateArguments Arguments(S, Place);
  std::string Source = Text.str(), Result;
  Lexer Lex(SourceLocation(), S.getLangOpts(), Source.data(), Source.data(),
            Source.data() + Source.size());
  Token Tok;
  bool IsQualified = false;
  for (Lex.LexFromRawLexer(Tok); Tok.isNot(tok::eof);
       Lex.LexFromRawLexer(Tok)) {
    llvm::StringRef Spelling(Lex.getBufferLocation() - Tok.getLength(),
                             Tok.getLength());
    const std::string *Replacement = Tok.is(tok::raw_identifier) && !IsQualified
                                         ? Arguments.find(Spelling)
                                         : nullptr;
    Result += (Replacement ? *Replacement : Spelling.str()) + " ";
    IsQualified = Tok.isOneOf(tok::coloncolon, tok::period, tok::arrow);
  }
  return Result;
}
