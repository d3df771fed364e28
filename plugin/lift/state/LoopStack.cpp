//===- LoopStack.cpp - the loops and conditions around a statement --------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/LoopStack.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/LoopHeader.h"
#include "clang/AST/StmtCXX.h"

using llvm::isa;

namespace lacuna::plugin {

static bool isWithin(const clang::Stmt *Inner, const clang::Stmt *Outer) {
  return Inner == Outer ||
         (Outer && llvm::any_of(Outer->children(), [&](const clang::Stmt *C) {
            return isWithin(Inner, C);
          }));
}

/// Whether the loop \p H goes on where one of \p Loops beside it stopped: its
/// variable is likely to stay a variable.
static bool goesOn(const LoopHeader &H,
                   llvm::ArrayRef<const clang::Stmt *> Loops) {
  return !H.Init && llvm::any_of(Loops, [&](const clang::Stmt *Other) {
    return findWrite(Other, H.Counter) && !isWithin(H.Loop, Other) &&
           !isWithin(Other, H.Loop);
  });
}

void LoopStack::nameLoops(const clang::Stmt *Root, bool IsInlined) {
  std::vector<std::pair<const clang::Stmt *, std::string>> Loops;
  std::vector<const clang::Stmt *> All;
  std::vector<LoopHeader> Headers;
  llvm::StringMap<unsigned> Count, Seen;
  auto Visit = [&](auto &Self, const clang::Stmt *S) -> void {
    if (!S)
      return;
    if (isa<clang::DoStmt>(S))
      return;
    if (isa<clang::ForStmt, clang::WhileStmt, clang::CXXForRangeStmt>(S)) {
      All.push_back(S);
      auto Parsed = parseHeader(S);
      auto *H = std::get_if<LoopHeader>(&Parsed);
      // Loops inside one that is not counted are not counted either.
      if (!H)
        return;
      Headers.push_back(std::move(*H));
    }
    for (const clang::Stmt *C : S->children())
      Self(Self, C);
  };
  Visit(Visit, Root);
  for (const LoopHeader &H : Headers)
    if (!goesOn(H, All)) {
      Loops.emplace_back(H.Loop, H.Name);
      ++Count[Loops.back().second];
    }
  for (auto &[S, Name] : Loops) {
    if (IsInlined) {
      Names[S] = Builder.uniqueName(Name);
      continue;
    }
    std::string Unique = Name;
    if (Count[Name] > 1)
      Unique += "@" + std::to_string(++Seen[Name]);
    Builder.take(Unique);
    Names[S] = Unique;
  }
}

std::string LoopStack::name(const clang::Stmt *Loop, llvm::StringRef Hint) {
  std::string &Name = Names[Loop];
  if (Name.empty())
    Name = Builder.uniqueName(Hint);
  return Name;
}

bool LoopStack::isCounter(const clang::VarDecl *V) const {
  return llvm::any_of(Names, [&](const auto &Entry) {
    auto H = parseHeader(Entry.first);
    const auto *Header = std::get_if<LoopHeader>(&H);
    return Header && Header->Counter == V && Header->Init;
  });
}

LoopStack::Loop::Loop(LoopStack &Loops, const std::string &Index)
    : Loops(Loops) {
  Loops.Path.push_back(Index);
  Loops.ConditionalAt.push_back(Loops.Conditional);
}

LoopStack::Loop::~Loop() {
  Loops.Path.pop_back();
  Loops.ConditionalAt.pop_back();
}

bool LoopStack::runsInEachRow(llvm::StringRef Index) const {
  return Path.front() == Index || (Path[1] == Index && ConditionalAt[1] == 0);
}

} // namespace lacuna::plugin
