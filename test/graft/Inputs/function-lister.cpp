// A plugin that lists the functions of the file.
#include "clang/AST/AST.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

using namespace clang;

namespace {

class Lister : public ASTConsumer {
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      if (auto *F = dyn_cast<FunctionDecl>(D); F && F->hasBody())
        llvm::errs() << "lister: " << F->getNameAsString() << "\n";
    return true;
  }
  void HandleTranslationUnit(ASTContext &) override {
    llvm::errs() << "lister: end\n";
  }
};

class ListAction : public PluginASTAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 llvm::StringRef) override {
    return std::make_unique<Lister>();
  }
  bool ParseArgs(const CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override {
    return getenv("LISTER_REPLACES") ? ReplaceAction : AddAfterMainAction;
  }
};

FrontendPluginRegistry::Add<ListAction> Registered("lister", "list functions");

} // namespace
