//===- DataRewriter.cpp - directives about data through all stages --------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/DataRewriter.h"
#include "driver/Driver.h"
#include "driver/Messages.def"
#include "driver/Obstacles.h"
#include "graft/DataGraft.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

/// Whether the directive of \p S, which stands alone, is one of several
/// statements. Where it was the only one that is repeated or depends on a
/// condition, the next one would be in its place without the plugin.
static bool isInBlock(const Site &S) {
  auto Around = llvm::reverse(llvm::drop_end(S.Path));
  auto It = llvm::find_if_not(Around, [](const clang::Stmt *Outer) {
    return isa<SwitchCase, LabelStmt, AttributedStmt>(Outer);
  });
  return It != Around.end() && isa<CompoundStmt>(*It);
}

/// Why no calls can stand in the place of the directive, empty if they can.
static std::string whyNotHere(const ASTContext &Context, const Site &S,
                              llvm::StringRef Name) {
  const std::string Quoted = ("'" + Name + "'").str();
  if (std::string Why = findDataObstacle(Context, S); !Why.empty())
    return Quoted + " " + Why;
  auto *Region = dyn_cast<clang::IfStmt>(S.nest());
  if (!Region && !isInBlock(S))
    return msg::DirectiveIsOnlyStatement(Quoted);
  if (Region && findJumpAround(Region->getElse()))
    return msg::DirectiveBeforeLabels(Quoted);
  return "";
}

void DataRewriter::rewrite(const Site &S) {
  DirectiveText Text = Directives.find(*findDirective(S.Loop->getAttrs()));
  llvm::Expected<DataDirective> D = parseDataDirective(Text.text());
  if (!D) {
    // Built into a PCH or module by another version of the plugin.
    llvm::handleAllErrors(D.takeError(), [&](const DiagnosticError &E) {
      Report.wrong(Text, E.diagnostic());
    });
    return;
  }
  ASTContext &Context = CI.getASTContext();
  std::string Why = whyNotHere(Context, S, nameOf(D->Kind));
  if (!Why.empty())
    return Report.wrong(Text, {{}, Why, {}, {}});
  auto *Region = dyn_cast<clang::IfStmt>(S.nest());
  auto Ranges = dataRanges(Context, *D, Region ? Region->getThen() : S.nest());
  if (!Ranges) {
    llvm::handleAllErrors(Ranges.takeError(), [&](const DiagnosticError &E) {
      Report.wrong(Text, E.diagnostic());
    });
    return;
  }
  if (!*Ranges || CI.getDiagnostics().hasUncompilableErrorOccurred())
    return;
  if (!Emits)
    return removeData(Context, S);
  std::string Fault = graftData(P, S, D->Kind, **Ranges,
                                Opts.Check == CheckLevel::Full, Helpers);
  if (!Fault.empty())
    Report.wrong(
        Text, {{},
               "internal: " + Fault + "; please report this as a bug of Lacuna",
               {},
               {}});
}
