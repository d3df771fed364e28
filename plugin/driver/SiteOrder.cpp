//===- SiteOrder.cpp - which loops are rewritten first --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/SiteOrder.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/Callees.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace lacuna::plugin {

namespace {

/// Numbers functions so that those that are called have higher ones. In cycles
/// no order is right, and any will do.
class CallOrder {
public:
  void visit(const FunctionDecl *F) {
    const FunctionDecl *Definition = nullptr;
    if (!F->hasBody(Definition) || !Seen.insert(Definition).second)
      return;
    visitCalls(Definition->getBody());
    Numbers[Definition] = -int(Numbers.size());
  }

  int number(const FunctionDecl *F) const {
    const FunctionDecl *Definition = nullptr;
    return F->hasBody(Definition) ? Numbers.lookup(Definition) : 0;
  }

private:
  void visitCalls(const clang::Stmt *S) {
    if (const auto *C = llvm::dyn_cast<clang::CallExpr>(S))
      if (const FunctionDecl *Callee = definitionOf(C))
        visit(Callee);
    forEachPart(S, [&](const clang::Stmt *Part) { visitCalls(Part); });
  }

  llvm::DenseSet<const FunctionDecl *> Seen;
  llvm::DenseMap<const FunctionDecl *, int> Numbers;
};

} // namespace

void putCallersFirst(llvm::MutableArrayRef<Site> Sites) {
  CallOrder Order;
  // The last first: numbers fall.
  for (const Site &Place : llvm::reverse(Sites))
    Order.visit(Place.Functions.front());
  std::vector<std::pair<int, size_t>> Numbers;
  for (size_t At = 0; At < Sites.size(); ++At)
    Numbers.push_back({Order.number(Sites[At].Functions.front()), At});
  llvm::sort(Numbers);
  std::vector<Site> InOrder;
  for (auto [Number, At] : Numbers)
    InOrder.push_back(std::move(Sites[At]));
  llvm::move(InOrder, Sites.begin());
}

} // namespace lacuna::plugin
