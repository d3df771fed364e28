//===- IterationPicture.cpp - loops as boxes ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/text/Text.h"
#include "lacuna/report/Pictures.h"
#include "llvm/ADT/StringExtras.h"

using namespace lacuna;

namespace {

class IterationPicture {
public:
  IterationPicture(llvm::raw_ostream &OS, const Nest &N) : OS(OS), N(N) {}
  void draw(const StmtRef &S);

private:
  void box(llvm::StringRef Class, llvm::StringRef Head, llvm::StringRef Badges,
           const StmtRef &Body);
  void loop(const LoopStmt &L);

  llvm::raw_ostream &OS;
  const Nest &N;
};

} // namespace

void IterationPicture::box(llvm::StringRef Class, llvm::StringRef Head,
                           llvm::StringRef Badges, const StmtRef &Body) {
  OS << "<div class=\"box " << Class << "\"><div class=head>";
  llvm::printHTMLEscaped(Head, OS);
  OS << Badges << "</div>\n";
  for (const StmtRef &S : statementsOf(Body))
    draw(S);
  OS << "</div>\n";
}

static std::string badge(llvm::StringRef Text) {
  return ("<span class=badge>" + Text + "</span>").str();
}

static llvm::StringRef unitOf(ParallelUnit Unit) {
  switch (Unit) {
  case ParallelUnit::CpuThread:
    return "threads";
  case ParallelUnit::CpuVector:
    return "vector lanes";
  case ParallelUnit::GpuBlock:
  case ParallelUnit::GpuWarp:
  case ParallelUnit::GpuThread:
    break;
  }
  return "GPU";
}

void IterationPicture::loop(const LoopStmt &L) {
  const IndexVar &V = *N.findIndexVar(L.var());
  std::string Head = L.var().str();
  if (!V.isDerived())
    Head += " from " + toString(V.Lo) + " to " + toString(V.Hi);
  std::string Badges;
  if (L.tags().Parallel)
    Badges += badge(unitOf(L.tags().Parallel->Unit));
  if (L.tags().Unroll == LoopTags::FullUnroll)
    Badges += badge("unrolled");
  else if (L.tags().Unroll != 0)
    Badges += badge("unrolled by " + std::to_string(L.tags().Unroll));
  box("loop", Head, Badges, L.body());
}

void IterationPicture::draw(const StmtRef &S) {
  if (auto *Loop = llvm::dyn_cast<LoopStmt>(S.get()))
    return loop(*Loop);
  if (auto *Block = llvm::dyn_cast<BlockStmt>(S.get())) {
    for (const StmtRef &Part : Block->body())
      draw(Part);
    return;
  }
  if (auto *If = llvm::dyn_cast<IfStmt>(S.get())) {
    box("if", "if " + toString(If->cond()), "", If->thenBody());
    if (If->elseBody())
      box("if", "else", "", If->elseBody());
    return;
  }
  if (auto *While = llvm::dyn_cast<WhileStmt>(S.get()))
    return box("if", "while " + toString(While->cond()), badge("as written"),
               While->body());
  if (auto *Track = llvm::dyn_cast<TrackStmt>(S.get())) {
    std::string Of = " of " + Track->outer().str();
    box("if", "at the beginning" + Of, "", Track->enter());
    box("if", "at each position" + Of, "", Track->each());
    return box("if", "at the end" + Of, "", Track->leave());
  }
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  print(Stream, S);
  OS << "<pre>";
  // Tags of statements are the plugin's own business.
  llvm::printHTMLEscaped(llvm::StringRef(Text).split(" #").first.rtrim(), OS);
  OS << "</pre>\n";
}

void lacuna::drawIterationGraph(llvm::raw_ostream &OS, const Nest &N) {
  IterationPicture Picture(OS, N);
  for (const StmtRef &S : statementsOf(N.Body))
    Picture.draw(S);
}
