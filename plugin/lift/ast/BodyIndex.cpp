//===- BodyIndex.cpp - where a function's body does what ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/BodyIndex.h"
#include "lift/ast/FirstUses.h"
#include "lift/ast/OutParameters.h"
#include "lift/ast/StandardLibrary.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// Whether \p S is a jump that the structure of the code does not show, or the
/// target of one. `break` and `continue` do not count: what follows the nest in
/// a loop never covers what follows that loop.
bool isJump(const clang::Stmt *S) {
  return isa<clang::GotoStmt, clang::IndirectGotoStmt, clang::LabelStmt,
             clang::SwitchStmt, clang::CXXTryStmt>(S);
}

} // namespace

BodyIndex::BodyIndex(const clang::Stmt *Body) : Body(Body) { visit(Body); }

void BodyIndex::replaced(const clang::Stmt *Old,
                         const clang::AttributedStmt *New) {
  auto Known = Spans.find(Old);
  if (Known == Spans.end())
    return;
  const Span Own = Known->second;
  Spans[New] = Own;
  Attributed[New] = Old;
}

void BodyIndex::visit(const clang::Stmt *S) {
  unsigned Begin = Count++;
  HasJumps |= isJump(S);
  if (const auto *A = dyn_cast<clang::AttributedStmt>(S))
    Attributed[S] = A->getSubStmt();
  if (const auto *D = dyn_cast<clang::DeclStmt>(S))
    for (const clang::Decl *Part : D->decls())
      if (const auto *V = dyn_cast<clang::VarDecl>(Part))
        Declared[V] = Begin;
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(S))
    if (const auto *V = dyn_cast<clang::VarDecl>(D->getDecl())) {
      References[V].push_back(Begin);
      if (auto Known = Expected.find(D); Known != Expected.end())
        Mentions[Begin] = Known->second;
    }
  forEachMention(S, [&](const clang::DeclRefExpr *D, Mention M) {
    Expected.try_emplace(D, M);
  });
  forEachEscape(S, [&](const clang::VarDecl *V) {
    Escaping[V].push_back(Begin);
    if (!isSwap(S))
      LedTo.insert(V);
  });
  forEachPart(S, [&](const clang::Stmt *Part) { visit(Part); });
  Spans[S] = {Begin, Count};
}

bool BodyIndex::contains(const clang::Stmt *S, const clang::Stmt *Part) const {
  Span Outer = Spans.lookup(S), Inner = Spans.lookup(Part);
  return Outer.Begin <= Inner.Begin && Inner.End <= Outer.End;
}

bool BodyIndex::mentions(const clang::Stmt *S, const clang::VarDecl *V) const {
  auto Range = Spans.find(S);
  if (Range == Spans.end())
    return true;
  auto Numbers = References.find(V);
  if (Numbers == References.end())
    return false;
  auto First = llvm::lower_bound(Numbers->second, Range->second.Begin);
  return First != Numbers->second.end() && *First < Range->second.End;
}

const clang::Stmt *BodyIndex::withoutAttributes(const clang::Stmt *S) const {
  while (isa_and_nonnull<clang::AttributedStmt>(S))
    S = Attributed.lookup(S);
  return S;
}

llvm::SmallVector<const clang::Stmt *, 8>
BodyIndex::statements(const clang::Stmt *S) const {
  return plugin::statements(withoutAttributes(S));
}

/// The statement of \p List that number \p Number belongs to, one of its.
size_t BodyIndex::position(ArrayRef<const clang::Stmt *> List,
                           unsigned Number) const {
  auto Behind = llvm::partition_point(List, [&](const clang::Stmt *S) {
    return Spans.lookup(S).Begin <= Number;
  });
  return Behind - List.begin() - 1;
}

const BodyIndex::Effects &BodyIndex::effects(const clang::Stmt *Block,
                                             const clang::VarDecl *V) {
  auto [Known, New] = EffectsIn.try_emplace({Block, V});
  if (!New)
    return Known->second;
  Effects &Found = Known->second;
  auto List = statements(Block);
  Span Range = Spans.lookup(Block);
  size_t Next = 0;
  for (unsigned Number : References[V]) {
    if (Number < Range.Begin || Number >= Range.End)
      continue;
    size_t At = position(List, Number);
    if (At < Next)
      continue;
    Next = At + 1;
    if (const clang::Stmt *S = withoutAttributes(List[At]);
        setsFirst(S, V) || setsByCall(S, V))
      Found.push_back({At, false});
    else if (firstUncovered({List[At]}, V, this))
      Found.push_back({At, true});
  }
  return Found;
}

/// Whether the statements of \p Block from \p Begin up to \p End may read the
/// value that \p V has in front of them.
bool BodyIndex::mayRead(const clang::Stmt *Block, size_t Begin, size_t End,
                        const clang::VarDecl *V) {
  for (auto [At, Reads] : effects(Block, V))
    if (At >= Begin)
      return At < End && Reads;
  return false;
}

/// Whether the value that \p Nest leaves in \p V may be read in \p Block, which
/// contains it or is it. If a loop is \p Around, the next iteration may read
/// it, in front of the nest or in the nest itself.
bool BodyIndex::isLiveIn(const clang::Stmt *Block, const clang::Stmt *Nest,
                         const clang::VarDecl *V, bool Around) {
  auto List = statements(Block);
  if (Block == Nest)
    return Around && mayRead(Block, 0, List.size(), V);
  size_t At = position(List, Spans.lookup(Nest).Begin);
  if (mayRead(Block, At + 1, List.size(), V) ||
      (Around && mayRead(Block, 0, At + 1, V)))
    return true;
  const clang::Stmt *S = withoutAttributes(List[At]);
  if (S == Nest)
    return false;
  if (!isLoop(S) && !isa<clang::CompoundStmt, clang::IfStmt>(S))
    return true;
  if (isa<clang::CompoundStmt>(S))
    return isLiveIn(S, Nest, V, Around);
  // The nest's value reaches all of a loop around it by the back edge.
  const clang::Stmt *Inner = nullptr;
  for (const clang::Stmt *C : S->children()) {
    if (C && contains(C, Nest))
      Inner = C;
    else if (C && isLoop(S) && mentions(C, V))
      return true;
  }
  return !Inner || isLiveIn(Inner, Nest, V, Around || isLoop(S));
}

bool BodyIndex::isDeadAfter(const clang::Stmt *Nest, const clang::VarDecl *V) {
  return Spans.count(Nest) != 0 && !HasJumps &&
         !isLiveIn(Body, Nest, V, /*Around=*/false);
}

/// The statements from the body down to \p Nest, which comes last; empty if it
/// is no part of it.
std::vector<const clang::Stmt *>
BodyIndex::pathTo(const clang::Stmt *Nest) const {
  std::vector<const clang::Stmt *> Path;
  for (const clang::Stmt *S = Spans.count(Nest) ? Body : nullptr; S;) {
    Path.push_back(S);
    if (S == Nest)
      return Path;
    const clang::Stmt *Next = nullptr;
    forEachPart(S, [&](const clang::Stmt *Part) {
      if (contains(Part, Nest))
        Next = Part;
    });
    S = Next;
  }
  return {};
}

/// Whether each iteration of the loop that \p Path begins with gives elements
/// new values, by one of the statements with the numbers \p Replacing, before
/// it comes to where \p Path ends.
bool BodyIndex::replacesFirst(ArrayRef<const clang::Stmt *> Path,
                              ArrayRef<unsigned> Replacing) const {
  for (size_t I = 0; I + 1 < Path.size(); ++I) {
    if (!isa<clang::CompoundStmt>(Path[I]))
      continue;
    for (const clang::Stmt *Part : Path[I]->children()) {
      if (Part == Path[I + 1])
        break;
      Span Range = Spans.lookup(Part);
      if (isa<clang::Expr>(Part) &&
          llvm::any_of(Replacing, [&](unsigned Number) {
            return Range.Begin <= Number && Number < Range.End;
          }))
        return true;
    }
  }
  return false;
}

bool BodyIndex::leavesUnread(const clang::Stmt *Nest,
                             const clang::VarDecl *V) const {
  auto Numbers = References.find(V);
  if (HasJumps || !ownsElements(V) || Numbers == References.end())
    return false;
  const std::vector<const clang::Stmt *> Path = pathTo(Nest);
  if (Path.empty())
    return false;
  // The loops around the nest that come back to the same elements.
  const Span Own = Spans.lookup(Nest);
  const unsigned Born = Declared.lookup(V);
  std::optional<size_t> Innermost;
  unsigned First = Own.Begin;
  for (size_t I = 0; I + 1 < Path.size(); ++I) {
    const unsigned Begin = Spans.lookup(Path[I]).Begin;
    if (Begin < Born)
      continue;
    // What runs at another time, or several times at once.
    if (isa<clang::LambdaExpr, clang::BlockExpr, clang::CapturedStmt>(Path[I]))
      return false;
    if (isLoop(Path[I])) {
      First = std::min(First, Begin);
      Innermost = I;
    }
  }
  llvm::SmallVector<unsigned, 4> Replacing;
  for (unsigned Number : Numbers->second) {
    if (Number >= Own.Begin && Number < Own.End)
      continue;
    auto M = Mentions.find(Number);
    if (M == Mentions.end() || (M->second == Mention::Reads && Number >= First))
      return false;
    if (M->second == Mention::Replaces)
      Replacing.push_back(Number);
  }
  return !Innermost ||
         replacesFirst(ArrayRef(Path).drop_front(*Innermost), Replacing);
}

bool BodyIndex::escapesBefore(const clang::Stmt *Nest,
                              const clang::VarDecl *V) const {
  auto Made = Escaping.find(V);
  if (Made == Escaping.end())
    return false;
  const std::vector<const clang::Stmt *> Path = structuredPathTo(Nest);
  if (Path.empty())
    return true;
  // Of a loop in which the variable lives on, all runs before the nest, too.
  unsigned End = Spans.lookup(Nest).End;
  for (const clang::Stmt *S : llvm::reverse(Path)) {
    if (isa<clang::LambdaExpr, clang::BlockExpr, clang::CapturedStmt>(S))
      return true;
    const Span Around = Spans.lookup(S);
    if (isLoop(S) && Around.Begin > Declared.lookup(V))
      End = Around.End;
  }
  return Made->second.front() < End;
}

/// Whether \p V is an object of each run of a body.
static bool isOfItsBody(const clang::VarDecl *V) {
  // A lambda keeps what it makes of its captures from call to call.
  return V->hasLocalStorage() && !V->getType()->isReferenceType() &&
         !V->hasAttr<clang::BlocksAttr>() && !V->isInitCapture() &&
         ownerBody(V);
}

bool isReachable(BodyIndices &Bodies, const clang::VarDecl *V) {
  if (!isOfItsBody(V))
    return true;
  bool Reachable = Bodies.of(ownerBody(V)).escapes(V);
  if (const auto *C = dyn_cast_or_null<clang::CXXConstructorDecl>(
          V->getParentFunctionOrMethod()))
    for (const clang::CXXCtorInitializer *Init : C->inits())
      Reachable |= mentions(Init->getInit(), V);
  return Reachable;
}

bool isReachableIn(BodyIndices &Bodies, const clang::Stmt *Nest,
                   const clang::VarDecl *V) {
  if (!isReachable(Bodies, V))
    return false;
  // Initialisers of a constructor reach its parameters outside the body.
  return !isOfItsBody(V) || !isa<clang::FunctionDecl>(V->getDeclContext()) ||
         isa<clang::ParmVarDecl>(V) ||
         Bodies.of(ownerBody(V)).escapesBefore(Nest, V);
}

} // namespace lacuna::plugin
