//===- Plugin.cpp - what Clang loads --------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Consumer.h"
#include "driver/Messages.def"
#include "driver/Options.h"
#include "pragma/SparsePragma.h"
#include "clang/ClangCompat.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/Preprocessor.h"
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

using namespace clang;
using namespace lacuna::plugin;
namespace msg = lacuna::msg;

namespace {

/// Ends the compilation if another major version of Clang loads the plugin: its
/// classes are laid out differently, so that nothing of it may be used but the
/// version string. Constructed before the action is registered.
struct VersionCheck {
  VersionCheck() {
    std::string Version = getClangFullVersion();
    size_t Number = Version.find_first_of("0123456789");
    unsigned Major =
        Number == std::string::npos ? 0 : std::atoi(Version.c_str() + Number);
    if (Major == CLANG_VERSION_MAJOR)
      return;
    std::fprintf(stderr,
                 "error: LacunaClang-%d.so works with clang %d only, not with "
                 "'%s'\n",
                 CLANG_VERSION_MAJOR, CLANG_VERSION_MAJOR, Version.c_str());
    std::fflush(stderr);
    _exit(1);
  }
};

class SparseAction : public PluginASTAction {
public:
  bool ParseArgs(const CompilerInstance &CI,
                 const std::vector<std::string> &Args) override {
    std::vector<std::string> Loaded;
    for (const FrontendPluginRegistry::entry &E :
         FrontendPluginRegistry::entries())
      Loaded.push_back(E.getName().str());
    bool IsNamed = checkPluginNames(CI.getFrontendOpts().PluginArgs, Loaded,
                                    CI.getDiagnostics());
    return parseOptions(Args, CI.getDiagnostics(), Opts) && IsNamed;
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    // Added here and not through PragmaHandlerRegistry: -E must see the pragma
    // untouched.
    Preprocessor &PP = CI.getPreprocessor();
    if (Opts.Off) {
      PP.AddPragmaHandler(new EmptyPragmaHandler("sparse"));
      return std::make_unique<ASTConsumer>();
    }
    // Who asks for suggestions need not ask for the remarks, too.
    if (Opts.Suggest && Opts.SuggestFile.empty())
      CI.getDiagnostics().setSeverityForGroup(
          diag::Flavor::Remark, "pass-analysis", diag::Severity::Remark);
    auto Directives = std::make_shared<DirectiveTable>();
    SparsePragma::install(PP, Directives, expandsMacros(CI));
    return createConsumer(CI, Opts, Directives);
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  Options Opts;
};

} // namespace

// The static analyzer loads every plugin of the command line as one of its own,
// and complains where it does not find its version in it. The name is Clang's.
extern "C" __attribute__((visibility("default")))
// NOLINTNEXTLINE(readability-identifier-naming)
const char clang_analyzerAPIVersionString[] = CLANG_VERSION_STRING;

static const VersionCheck CheckedVersion;
static FrontendPluginRegistry::Add<SparseAction>
    Registration("sparse", msg::PluginSummary());
