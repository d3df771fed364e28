//===- LineInFront.cpp - where a directive would go -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/LineInFront.h"
#include "driver/Messages.def"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace lacuna::plugin;

/// The loop of \p S, or its attributes: a directive in front of these reads
/// better than one behind, which is as good.
static SourceLocation beginOf(const SourceManager &SM, const Site &S) {
  const auto *Attributed = dyn_cast<AttributedStmt>(S.Path.back());
  if (!Attributed)
    return S.Begin;
  SourceLocation Loc = Attributed->getAttrLoc();
  // Those that other pragmas stand for have their place there.
  const bool IsWritten = Loc.isFileID() && *SM.getCharacterData(Loc) == '[';
  return IsWritten ? Loc : S.Begin;
}

/// Whether \p Before ends with a GNU attribute: of one that Clang ignores the
/// AST knows nothing.
static bool endsWithGnuAttribute(llvm::StringRef Before) {
  Before = Before.rtrim();
  if (!Before.ends_with(")"))
    return false;
  unsigned Depth = 0;
  for (size_t At = Before.size(); At-- > 0;) {
    if (Before[At] == ')')
      ++Depth;
    else if (Before[At] == '(' && --Depth == 0) {
      const llvm::StringRef Name = Before.take_front(At).rtrim();
      return Name.ends_with("__attribute__") || Name.ends_with("__attribute");
    }
  }
  return false;
}

std::variant<LineInFront, std::string>
lacuna::plugin::lineInFront(const SourceManager &SM, const Site &S,
                            llvm::StringRef Line) {
  if (S.Begin.isMacroID())
    return msg::LoopInMacro();
  // Clang 16 takes those that nobody wrote for GNU's.
  if (llvm::any_of(S.Loop->getAttrs(), [](const Attr *A) {
        return A->isGNUAttribute() && !A->isImplicit();
      }))
    return msg::LoopBehindGnuAttribute();
  auto [File, Offset] = SM.getDecomposedLoc(beginOf(SM, S));
  llvm::StringRef Before = SM.getBufferData(File).take_front(Offset);
  if (endsWithGnuAttribute(Before))
    return msg::LoopBehindGnuAttribute();
  const std::string End = SM.getBufferData(File).detectEOL().str();
  auto [Lines, Here] = Before.rsplit('\n');
  llvm::StringRef Indent = Here.take_while(isHorizontalWhitespace);
  const std::string Own = (Indent + Line).str() + End;
  const bool IsContinued = Lines.rtrim('\r').ends_with("\\");
  if (Indent == Here && !IsContinued)
    return LineInFront{File, unsigned(Offset - Here.size()), 0, Own};
  const unsigned Blanks = Here.size() - Here.rtrim(" \t\v\f").size();
  return LineInFront{File, Offset - Blanks, Blanks, End + Own + Indent.str()};
}
