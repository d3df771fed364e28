//===- Consumer.cpp - hold the AST back until loops are rewritten ---------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Consumer.h"
#include "driver/DataRewriter.h"
#include "driver/Driver.h"
#include "driver/Messages.def"
#include "driver/Obstacles.h"
#include "driver/RecordWriter.h"
#include "driver/ReportWriter.h"
#include "driver/SiteOrder.h"
#include "driver/Suggestions.h"
#include "graft/Graft.h"
#include "graft/QuietDiagnostics.h"
#include "clang/ClangCompat.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include <deque>

using namespace clang;
using namespace lacuna::plugin;
namespace msg = lacuna::msg;

namespace {

class WithholdingConsumer : public SemaConsumer {
public:
  WithholdingConsumer(CompilerInstance &CI, const Options &Opts,
                      std::shared_ptr<DirectiveTable> Directives,
                      std::unique_ptr<ASTConsumer> Inner)
      : CI(CI), Opts(Opts), Directives(std::move(Directives)),
        Dumps(Opts, CI.getDiagnostics()), Pages(CI, Opts),
        Records(CI, Opts, Pages), Tried(CI.getSourceManager()),
        Inner(std::move(Inner)) {}

  bool HandleTopLevelDecl(DeclGroupRef Group) override;
  void HandleInterestingDecl(DeclGroupRef Group) override;
  void HandleCXXStaticMemberVarInstantiation(VarDecl *D) override;
  void HandleTranslationUnit(ASTContext &Context) override;

  void HandleInlineFunctionDefinition(FunctionDecl *D) override {
    forward([=, this] { Inner->HandleInlineFunctionDefinition(D); });
  }
  void HandleTagDeclDefinition(TagDecl *D) override {
    forward([=, this] { Inner->HandleTagDeclDefinition(D); });
  }
  void HandleTagDeclRequiredDefinition(const TagDecl *D) override {
    forward([=, this] { Inner->HandleTagDeclRequiredDefinition(D); });
  }
  void HandleCXXImplicitFunctionInstantiation(FunctionDecl *D) override {
    forward([=, this] { Inner->HandleCXXImplicitFunctionInstantiation(D); });
  }
  void HandleTopLevelDeclInObjCContainer(DeclGroupRef D) override {
    forward([=, this] { Inner->HandleTopLevelDeclInObjCContainer(D); });
  }
  void HandleImplicitImportDecl(ImportDecl *D) override {
    forward([=, this] { Inner->HandleImplicitImportDecl(D); });
  }
  void CompleteTentativeDefinition(VarDecl *D) override {
    forward([=, this] { Inner->CompleteTentativeDefinition(D); });
  }
  void CompleteExternalDeclaration(ExternalDecl *D) override {
    forward([=, this] { Inner->CompleteExternalDeclaration(D); });
  }
  void AssignInheritanceModel(CXXRecordDecl *D) override {
    forward([=, this] { Inner->AssignInheritanceModel(D); });
  }
  void HandleVTable(CXXRecordDecl *D) override {
    forward([=, this] { Inner->HandleVTable(D); });
  }

  ASTMutationListener *GetASTMutationListener() override {
    return Inner->GetASTMutationListener();
  }
  ASTDeserializationListener *GetASTDeserializationListener() override {
    return Inner->GetASTDeserializationListener();
  }
  void PrintStats() override { Inner->PrintStats(); }
  bool shouldSkipFunctionBody(Decl *D) override {
    return Inner->shouldSkipFunctionBody(D);
  }
  void InitializeSema(Sema &NewSema) override {
    S = &NewSema;
    if (auto *Consumer = dyn_cast<SemaConsumer>(Inner.get()))
      Consumer->InitializeSema(NewSema);
  }
  void ForgetSema() override {
    S = nullptr;
    if (auto *Consumer = dyn_cast<SemaConsumer>(Inner.get()))
      Consumer->ForgetSema();
  }

private:
  void scan(DeclGroupRef Group);
  void keepMeasurable(std::vector<Site> Found);
  void keepNew(llvm::ArrayRef<Site> Found, std::vector<Site> &To);
  void forward(std::function<void()> Callback);
  void rewriteSites();
  void rewriteAll(Parser &P);
  void tryUnmarked(Parser &P, Prelude &Helpers);
  void suggest();

  CompilerInstance &CI;
  const Options Opts;
  std::shared_ptr<DirectiveTable> Directives;
  DumpWriter Dumps;
  ReportWriter Pages;
  RecordWriter Records;
  Suggestions Tried;
  std::unique_ptr<ASTConsumer> Inner;
  /// Null while a PCH or a module delivers declarations.
  Sema *S = nullptr;
  bool Holding = false, Replaying = false;
  std::deque<std::function<void()>> Held;
  /// Unmarked is to be tried, Measurable to be measured.
  std::vector<Site> Sites, DataSites, Unmarked, Measurable;
  llvm::DenseSet<const Stmt *> Known;
  llvm::DenseSet<SourceLocation> Nested; ///< reported
};

} // namespace

void WithholdingConsumer::scan(DeclGroupRef Group) {
  // Loops may come from a PCH or a module without a pragma being seen.
  if (Replaying || !(Opts.Suggest || Opts.ProfileAll || Directives->anySeen() ||
                     CI.getASTContext().getExternalSource()))
    return;
  const auto Which =
      (Opts.Suggest || Opts.ProfileAll) && CI.getLangOpts().CPlusPlus11
          ? LoopsFound::All
          : LoopsFound::Marked;
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  for (Decl *D : Group) {
    FoundSites Found = findSites(D, Which);
    for (SourceLocation Loc : Found.OnDeclarations) {
      Directives->noteError();
      Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
          << msg::DirectiveBeforeDeclaration();
    }
    for (const NestedDirective &Inner : Found.Nested)
      if (Nested.insert(Inner.Loc).second)
        reportNested(Diags, *Directives, Inner);
    keepNew(Found.Sites, Sites);
    keepNew(Found.DataSites, DataSites);
    if (Opts.Suggest)
      llvm::append_range(Unmarked, Found.Unmarked);
    if (Opts.ProfileAll)
      keepMeasurable(Found.Unmarked);
  }
}

void WithholdingConsumer::keepNew(llvm::ArrayRef<Site> Found,
                                  std::vector<Site> &To) {
  for (const Site &Place : Found) {
    if (isGrafted(CI.getSourceManager(), Place) ||
        !Known.insert(Place.Loop).second)
      continue;
    To.push_back(Place);
    Holding = true;
  }
}

/// While loops inside are as they were written.
void WithholdingConsumer::keepMeasurable(std::vector<Site> Found) {
  for (Site &Place : Found) {
    Place.InPlaceOf = const_cast<Stmt *>(Place.Path.back());
    if (isGrafted(CI.getSourceManager(), Place) ||
        !isMeasurable(CI.getASTContext(), Place) ||
        !Known.insert(Place.InPlaceOf).second)
      continue;
    Measurable.push_back(std::move(Place));
    Holding = true;
  }
}

void WithholdingConsumer::forward(std::function<void()> Callback) {
  if (Holding)
    Held.push_back(std::move(Callback));
  else
    Callback();
}

bool WithholdingConsumer::HandleTopLevelDecl(DeclGroupRef Group) {
  scan(Group);
  if (!Holding)
    return Inner->HandleTopLevelDecl(Group);
  Held.push_back([=, this] { Inner->HandleTopLevelDecl(Group); });
  return true;
}

void WithholdingConsumer::HandleInterestingDecl(DeclGroupRef Group) {
  scan(Group);
  forward([=, this] { Inner->HandleInterestingDecl(Group); });
}

void WithholdingConsumer::HandleCXXStaticMemberVarInstantiation(VarDecl *D) {
  scan(DeclGroupRef(D));
  forward([=, this] { Inner->HandleCXXStaticMemberVarInstantiation(D); });
}

/// Has a file of dependencies (-MD) name the one of trials, of which generated
/// code is made as of a header: who writes such files hears of a file that
/// __has_include has found. The main file comes first.
static void noteTrials(CompilerInstance &CI, const std::string &Name) {
  PPCallbacks *Listeners = CI.getPreprocessor().getPPCallbacks();
  const OptionalFileEntryRef File =
      CI.getFileManager().getOptionalFileRef(Name);
  const SourceManager &SM = CI.getSourceManager();
  if (Listeners && File)
    Listeners->HasInclude(SM.getLocForStartOfFile(SM.getMainFileID()), Name,
                          /*IsAngled=*/false, File, SrcMgr::C_User);
}

void WithholdingConsumer::HandleTranslationUnit(ASTContext &Context) {
  if (!Opts.TrialsFile.empty())
    noteTrials(CI, Opts.TrialsFile);
  if (!Sites.empty() || !DataSites.empty() || !Unmarked.empty() ||
      !Measurable.empty())
    rewriteSites();
  Pages.write();
  Records.write();
  suggest();
  Replaying = true;
  Holding = false;
  while (!Held.empty()) {
    std::function<void()> Callback = std::move(Held.front());
    Held.pop_front();
    Callback();
  }
  Inner->HandleTranslationUnit(Context);
}

void WithholdingConsumer::rewriteSites() {
  // Errors in directives leave the AST sound; others may not.
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  bool OnlyOurs = Diags.getNumErrors() == Directives->errorCount();
  if (!S || !S->OpaqueParser ||
      (Diags.hasUncompilableErrorOccurred() && !OnlyOurs))
    return;
  // Set by the parser at the end of the file.
  auto *P = static_cast<Parser *>(S->OpaqueParser);
  Preprocessor &PP = S->getPreprocessor();
  SourceManager &SM = S->getSourceManager();
  Scope *TUScope = S->TUScope;
  if (!TUScope)
    S->TUScope = S->getCurScope();
  // The main file's lexer is gone: give the preprocessor another, never
  // drained, to stack token streams on.
  FileID Dummy = SM.createFileID(
      llvm::MemoryBuffer::getMemBuffer("\n", "<lacuna>"), SrcMgr::C_User, 0, 0,
      SM.getLocForStartOfFile(SM.getMainFileID()));
  PP.EnterSourceFile(Dummy, nullptr, SourceLocation());
  rewriteAll(*P);
  S->TUScope = TUScope;
}

/// Whether the AST is more than looked at: clang-tidy and the static analyzer
/// are to judge the user's loop, not the generated ones.
static bool isCompiled(const FrontendOptions &Options) {
  return Options.ProgramAction != frontend::ParseSyntaxOnly &&
         Options.ProgramAction != frontend::RunAnalysis;
}

void WithholdingConsumer::rewriteAll(Parser &P) {
  // What tools that compile nothing look at is the user's.
  const bool Emits = isCompiled(CI.getFrontendOpts());
  Prelude Helpers(P, [this, Emits](DeclGroupRef Group) {
    if (Emits)
      Held.push_back([=, this] { Inner->HandleTopLevelDecl(Group); });
  });
  // All loops are as they were written then, as they will be for a directive.
  tryUnmarked(P, Helpers);
  Tally Loops(CI.getSourceManager());
  Driver Rewriter(CI, Opts, *Directives, Dumps, Records, Loops, P, Helpers,
                  Emits);
  // Generated code may instantiate templates that hold further loops.
  for (size_t I = 0; I < Sites.size();) {
    putCallersFirst(llvm::MutableArrayRef(Sites).drop_front(I));
    for (; I < Sites.size(); ++I) {
      Site Place = Sites[I];
      Rewriter.rewrite(Place);
    }
    S->PerformPendingInstantiations();
  }
  for (const Site &Place : Measurable)
    Rewriter.measureUnmarked(Place);
  // Behind the loops, of which lift is to see the functions as they were.
  DataRewriter Data(CI, Opts, *Directives, P, Helpers, Emits);
  for (const Site &Place : DataSites)
    Data.rewrite(Place);
  S->PerformPendingInstantiations();
  Helpers.finish();
  const DiagnosticsEngine &Diags = CI.getDiagnostics();
  if (!Opts.Quiet && !Diags.getIgnoreAllWarnings() && !Diags.hasErrorOccurred())
    Loops.print(CI.getVerboseOutputStream());
}

/// Has each loop of Unmarked tried, of which nothing is to be seen.
void WithholdingConsumer::tryUnmarked(Parser &P, Prelude &Helpers) {
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  if (Unmarked.empty() || Diags.hasErrorOccurred())
    return;
  QuietDiagnostics Quiet(Diags);
  // None of what is put into the program or written beside it.
  Options Bare = Opts;
  Bare.Count = false;
  Bare.Profile = Bare.ProfileAsWritten = false;
  Bare.VerifyEvery = 0;
  Bare.Dumps.clear();
  DumpWriter Nothing(Bare, Diags);
  Tally Uncounted(CI.getSourceManager());
  Driver Trial(CI, Bare, *Directives, Nothing, Tried, Uncounted, P, Helpers,
               /*Emits=*/false);
  // Generated code may instantiate templates with further ones.
  for (size_t I = 0; I < Unmarked.size(); ++I) {
    const Site Place = Unmarked[I];
    Trial.rewrite(Place);
  }
  S->PerformPendingInstantiations();
}

void WithholdingConsumer::suggest() {
  if (!Opts.Suggest)
    return;
  if (!Opts.SuggestFile.empty())
    writeSuggestions(CI, Tried.all(), Opts.SuggestFile);
  if (Opts.SuggestFile.empty() ||
      CI.getCodeGenOpts().OptimizationRemarkAnalysis.patternMatches("sparse"))
    reportSuggestions(CI.getDiagnostics(), Tried.all());
}

namespace {

/// Lives in the compiler's own list of consumers until they are initialised,
/// then wraps them all.
class Trampoline : public ASTConsumer {
public:
  Trampoline(CompilerInstance &CI, const Options &Opts,
             std::shared_ptr<DirectiveTable> Directives)
      : CI(CI), Opts(Opts), Directives(std::move(Directives)) {}

  void Initialize(ASTContext &) override {
    std::unique_ptr<ASTConsumer> All = CI.takeASTConsumer();
    CI.setASTConsumer(std::make_unique<WithholdingConsumer>(
        CI, Opts, Directives, std::move(All)));
  }

private:
  CompilerInstance &CI;
  const Options Opts;
  std::shared_ptr<DirectiveTable> Directives;
};

} // namespace

std::unique_ptr<ASTConsumer>
lacuna::plugin::createConsumer(CompilerInstance &CI, const Options &Opts,
                               std::shared_ptr<DirectiveTable> Directives) {
  return std::make_unique<Trampoline>(CI, Opts, std::move(Directives));
}
