//===- TextStmtPrinter.cpp - statements as text ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "lacuna/ir/RowsStmt.h"
#include "lacuna/ir/ViewStmt.h"
#include "lacuna/ir/text/TextWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace lacuna;
using namespace lacuna::text;

namespace {

class StmtPrinter {
public:
  StmtPrinter(llvm::raw_ostream &OS, unsigned Indent)
      : OS(OS), Indent(Indent) {}

  void print(const Stmt &S);
  /// `{ … }` behind the head of a statement with tag \p Tag.
  void printBody(const StmtRef &Body, SourceTag Tag);

private:
  void printDeclaration(const Stmt &S);
  void printView(const ViewStmt &S);
  void printRows(const RowsStmt &S);
  void printGrow(const GrowStmt &S);
  void printExtend(const ExtendStmt &S);
  void printStream(const StreamStmt &S);
  void printAssign(const AssignStmt &S);
  void printTouch(const TouchStmt &Touch);
  void printStored(const StoredStmt &S);
  void printUse(const LayoutUse &Use);
  void printIf(const IfStmt &S);
  void printLoop(const LoopStmt &S);
  void printMerge(const Merge &M);
  void printTrack(const TrackStmt &S);
  void printFor(const ForStmt &S);
  void printForMode(const ForTags &Tags);
  void printLanes(const ForTags &Tags, llvm::StringRef Mode);
  void printTag(SourceTag Tag);
  void printStatements(llvm::ArrayRef<StmtRef> Statements);
  void open(SourceTag Tag);
  void close();

  llvm::raw_ostream &OS;
  unsigned Indent;
};

} // namespace

void StmtPrinter::printTag(SourceTag Tag) {
  if (Tag != 0)
    OS << " #" << Tag;
}

void StmtPrinter::open(SourceTag Tag) {
  OS << '{';
  printTag(Tag);
  OS << '\n';
  Indent += 2;
}

void StmtPrinter::close() {
  Indent -= 2;
  OS.indent(Indent) << '}';
}

void StmtPrinter::printStatements(llvm::ArrayRef<StmtRef> Statements) {
  for (const StmtRef &S : Statements)
    print(*S);
}

void StmtPrinter::printBody(const StmtRef &Body, SourceTag Tag) {
  // A body is a scope anyway: blocks around a single statement say nothing.
  StmtRef Peeled = Body;
  while (auto *Block = llvm::dyn_cast_or_null<BlockStmt>(Peeled.get())) {
    if (Block->tag() != 0 || Block->body().size() != 1)
      break;
    Peeled = Block->body().front();
  }
  open(Tag);
  auto *Block = llvm::dyn_cast_or_null<BlockStmt>(Peeled.get());
  if (Block && Block->tag() == 0)
    printStatements(Block->body());
  else if (Peeled)
    print(*Peeled);
  close();
}

void StmtPrinter::printDeclaration(const Stmt &S) {
  ExprRef Init;
  if (auto *Let = llvm::dyn_cast<LetStmt>(&S)) {
    OS << "let ";
    printName(OS, Let->name());
    Init = Let->init();
  } else if (auto *Var = llvm::dyn_cast<VarStmt>(&S)) {
    OS << "var ";
    printName(OS, Var->name());
    OS << " : ";
    ::print(OS, Var->type());
    Init = Var->init();
  } else {
    auto &Array = llvm::cast<LocalArrayStmt>(S);
    OS << "array ";
    printName(OS, Array.name());
    OS << " : ";
    ::print(OS, Array.elem());
    OS << '[';
    ::print(OS, Array.extent());
    OS << ']';
    Init = Array.init();
  }
  if (!Init)
    return;
  OS << " = ";
  ::print(OS, Init);
}

void StmtPrinter::printRows(const RowsStmt &S) {
  OS << "growing ";
  printName(OS, S.name());
  OS << " : ";
  ::print(OS, S.elem());
  OS << '[' << S.count() << ']';
}

void StmtPrinter::printStream(const StreamStmt &S) {
  OS << "stream ";
  printName(OS, S.array());
  OS << '[';
  ::print(OS, S.index());
  OS << "] = ";
  printName(OS, S.from());
  OS << ", " << S.count();
}

void StmtPrinter::printGrow(const GrowStmt &S) {
  OS << "grow ";
  printName(OS, S.rows());
  OS << '[';
  ::print(OS, S.row());
  OS << "] to ";
  ::print(OS, S.count());
  OS << " else ";
  printName(OS, S.failed());
}

void StmtPrinter::printExtend(const ExtendStmt &S) {
  OS << "extend ";
  printName(OS, S.array());
  OS << " to ";
  ::print(OS, S.count());
}

void StmtPrinter::printView(const ViewStmt &S) {
  OS << "view ";
  printName(OS, S.name());
  OS << " = ";
  printName(OS, S.whole());
  OS << " if ";
  ::print(OS, S.isWhole());
  OS << " else ";
  printName(OS, S.part());
  OS << '[';
  ::print(OS, S.begin());
  OS << ']';
}

void StmtPrinter::printAssign(const AssignStmt &S) {
  if (S.isAtomic())
    OS << "atomic ";
  printName(OS, S.target().Name);
  if (S.target().Index) {
    OS << '[';
    ::print(OS, S.target().Index);
    OS << ']';
  }
  OS << ' ' << wordFor(S.op()) << "= ";
  ::print(OS, S.value());
  if (!S.old().empty()) {
    OS << " old ";
    printName(OS, S.old());
  }
}

void StmtPrinter::printIf(const IfStmt &S) {
  OS << "if ";
  ::print(OS, S.cond());
  OS << ' ';
  printBody(S.thenBody(), S.tag());
  if (!S.elseBody())
    return;
  OS << " else ";
  printBody(S.elseBody(), 0);
}

static void printOmpSchedule(llvm::raw_ostream &OS,
                             const OmpSchedule &Schedule) {
  OS << "schedule(" << Schedule.Kind;
  if (Schedule.Chunk != 0)
    OS << ", " << Schedule.Chunk;
  OS << ')';
}

static void printUnroll(llvm::raw_ostream &OS, int64_t Factor) {
  if (Factor == LoopTags::FullUnroll)
    OS << " unroll(full)";
  else if (Factor != 0)
    OS << " unroll(" << Factor << ')';
}

void StmtPrinter::printMerge(const Merge &M) {
  OS << " merge(";
  llvm::interleave(
      M.Operands, OS,
      [&](const MergeOperand &O) {
        printName(OS, O.Present);
        OS << ": ";
        printName(OS, O.Var);
      },
      ", ");
  OS << "; ";
  ::print(OS, M.Where);
  OS << ')';
}

void lacuna::text::printLoopTags(llvm::raw_ostream &OS, const LoopTags &Tags) {
  if (const std::optional<ParallelTag> &Tag = Tags.Parallel) {
    OS << " parallel(" << wordFor(Tag->Unit) << ", " << wordFor(Tag->Races);
    if (!Tag->Shared.empty()) {
      OS << '(';
      llvm::ListSeparator Comma;
      for (const std::string &Name : Tag->Shared) {
        OS << Comma;
        printName(OS, Name);
        if (llvm::is_contained(Tag->Cursors, Name))
          OS << "[]";
      }
      OS << ')';
    }
    if (!Tag->Marked.empty()) {
      OS << ", marks(";
      llvm::interleave(
          Tag->Marked, OS,
          [&](const std::string &Name) { printName(OS, Name); }, ", ");
      OS << ')';
    }
    if (Tag->Schedule) {
      OS << ", ";
      printOmpSchedule(OS, *Tag->Schedule);
    }
    if (Tag->Width != 0)
      OS << ", width(" << Tag->Width << ')';
    if (Tag->Order != WaveOrder::Any)
      OS << ", schedule(" << wordFor(Tag->Order) << ')';
    OS << ')';
  }
  if (const std::optional<AheadTag> &Ahead = Tags.Ahead) {
    OS << " ahead(";
    printName(OS, Ahead->Array);
    OS << '[';
    printName(OS, Ahead->Var);
    OS << " .. " << Ahead->Count << "] = ";
    ::print(OS, Ahead->Value);
    OS << ')';
  }
  printUnroll(OS, Tags.Unroll);
}

void StmtPrinter::printLoop(const LoopStmt &S) {
  OS << "loop ";
  printName(OS, S.var());
  if (S.merge())
    printMerge(*S.merge());
  printLoopTags(OS, S.tags());
  OS << ' ';
  printBody(S.body(), S.tag());
}

void StmtPrinter::printTrack(const TrackStmt &S) {
  OS << "track ";
  printName(OS, S.outer());
  OS << ' ';
  open(S.tag());
  const std::pair<llvm::StringRef, const StmtRef &> Parts[] = {
      {"enter", S.enter()}, {"each", S.each()}, {"leave", S.leave()}};
  for (const auto &[Word, Body] : Parts) {
    OS.indent(Indent) << Word << ' ';
    printBody(Body, 0);
    OS << '\n';
  }
  close();
}

void StmtPrinter::printForMode(const ForTags &Tags) {
  switch (Tags.Mode) {
  case ForMode::Serial:
    return;
  case ForMode::Threads:
    OS << " threads";
    if (!Tags.Schedule && !Tags.NumThreads)
      return;
    OS << '(';
    if (Tags.Schedule)
      printOmpSchedule(OS, *Tags.Schedule);
    if (Tags.NumThreads) {
      OS << (Tags.Schedule ? ", " : "") << "num_threads(";
      ::print(OS, Tags.NumThreads);
      OS << ')';
    }
    OS << ')';
    return;
  case ForMode::Wave:
    OS << " wave(";
    printName(OS, Tags.Plan);
    OS << ", ";
    printName(OS, Tags.Thread);
    OS << ')';
    return;
  case ForMode::Simd:
    return printLanes(Tags, "simd");
  case ForMode::GpuBlock:
    OS << " gpu_block";
    return;
  case ForMode::GpuWarp:
    return printLanes(Tags, "gpu_warp");
  case ForMode::GpuThread:
    return printLanes(Tags, "gpu_thread");
  case ForMode::GpuLevels:
    OS << " gpu_levels(";
    printName(OS, Tags.Plan);
    OS << ')';
    return;
  }
}

void StmtPrinter::printLanes(const ForTags &Tags, llvm::StringRef Mode) {
  OS << ' ' << Mode;
  if (Tags.Width == 0 && Tags.MostTrips == 0 && Tags.Reductions.empty())
    return;
  OS << '(';
  llvm::ListSeparator Comma;
  if (Tags.Width != 0)
    OS << Comma << "width(" << Tags.Width << ')';
  if (Tags.MostTrips != 0)
    OS << Comma << "most(" << Tags.MostTrips << ')';
  for (const auto &[Op, Name] : Tags.Reductions) {
    OS << Comma << wordFor(Op) << ": ";
    printName(OS, Name);
  }
  OS << ')';
}

void StmtPrinter::printFor(const ForStmt &S) {
  OS << "for ";
  printName(OS, S.var());
  OS << " : ";
  ::print(OS, S.type());
  OS << " in ";
  ::print(OS, S.lo());
  OS << " .. ";
  ::print(OS, S.hi());
  printForMode(S.tags());
  printUnroll(OS, S.tags().Unroll);
  if (S.tags().IsIndependent)
    OS << " independent";
  OS << ' ';
  printBody(S.body(), S.tag());
}

void StmtPrinter::printTouch(const TouchStmt &Touch) {
  OS << "touch "
     << (Touch.access() == TouchKind::Read    ? "read "
         : Touch.access() == TouchKind::Write ? "write "
                                              : "source ");
  printName(OS, Touch.array());
  OS << '[';
  ::print(OS, Touch.index());
  OS << ']';
  if (Touch.end()) {
    OS << " to ";
    ::print(OS, Touch.end());
  }
  OS << ", ";
  ::print(OS, Touch.number());
}

void StmtPrinter::printStored(const StoredStmt &S) {
  OS << "stored ";
  for (const StoredLoops &L : S.all()) {
    if (&L != S.all().data())
      OS << " or ";
    printUse(L.Use);
    OS << ' ';
    printBody(L.Made, &L == S.all().data() ? S.tag() : 0);
  }
  OS << " else ";
  auto Say = [&](llvm::StringRef Word, const ExprRef &E) {
    if (!E)
      return;
    OS << Word << ' ';
    ::print(OS, E);
    OS << ' ';
  };
  Say("threads", S.runs().Threads);
  Say("reassociates", S.runs().Reassociates);
  printBody(S.otherwise(), /*Tag=*/0);
}

void StmtPrinter::printUse(const LayoutUse &Use) {
  printName(OS, Use.Name);
  OS << " = ";
  printLayout(OS, Use.Of);
  OS << ' ';
  printName(OS, Use.Pos);
  OS << '[';
  ::print(OS, Use.First);
  OS << "], ";
  ::print(OS, Use.Rows);
  OS << " entries(";
  llvm::interleaveComma(Use.Entries, OS, [&](const LayoutEntries &E) {
    printName(OS, E.Array);
    OS << ' ' << E.Behind;
  });
  OS << ')';
  if (Use.Coordinates)
    OS << " coordinates " << *Use.Coordinates;
  if (Use.Masks)
    OS << " masked";
}

void StmtPrinter::print(const Stmt &S) {
  OS.indent(Indent);
  switch (S.kind()) {
  case Stmt::Kind::Let:
  case Stmt::Kind::Var:
  case Stmt::Kind::LocalArray:
    printDeclaration(S);
    printTag(S.tag());
    break;
  case Stmt::Kind::View:
    printView(llvm::cast<ViewStmt>(S));
    printTag(S.tag());
    break;
  case Stmt::Kind::Rows:
    printRows(llvm::cast<RowsStmt>(S));
    printTag(S.tag());
    break;
  case Stmt::Kind::Grow:
    printGrow(llvm::cast<GrowStmt>(S));
    printTag(S.tag());
    break;
  case Stmt::Kind::Extend:
    printExtend(llvm::cast<ExtendStmt>(S));
    printTag(S.tag());
    break;
  case Stmt::Kind::Assign:
    printAssign(llvm::cast<AssignStmt>(S));
    printTag(S.tag());
    break;
  case Stmt::Kind::Prefetch: {
    auto &Fetch = llvm::cast<PrefetchStmt>(S);
    OS << "prefetch ";
    printName(OS, Fetch.array());
    OS << '[';
    ::print(OS, Fetch.index());
    OS << "], ";
    ::print(OS, Fetch.count());
    printTag(S.tag());
    break;
  }
  case Stmt::Kind::Touch:
    printTouch(llvm::cast<TouchStmt>(S));
    printTag(S.tag());
    break;
  case Stmt::Kind::Stream:
    printStream(llvm::cast<StreamStmt>(S));
    printTag(S.tag());
    break;
  case Stmt::Kind::Block:
    open(S.tag());
    printStatements(llvm::cast<BlockStmt>(S).body());
    close();
    break;
  case Stmt::Kind::If:
    printIf(llvm::cast<IfStmt>(S));
    break;
  case Stmt::Kind::Loop:
    printLoop(llvm::cast<LoopStmt>(S));
    break;
  case Stmt::Kind::Track:
    printTrack(llvm::cast<TrackStmt>(S));
    break;
  case Stmt::Kind::For:
    printFor(llvm::cast<ForStmt>(S));
    break;
  case Stmt::Kind::While: {
    auto &While = llvm::cast<WhileStmt>(S);
    OS << "while ";
    ::print(OS, While.cond());
    OS << ' ';
    printBody(While.body(), S.tag());
    break;
  }
  case Stmt::Kind::Stored:
    printStored(llvm::cast<StoredStmt>(S));
    break;
  }
  OS << '\n';
}

void text::printLayout(llvm::raw_ostream &OS, const Layout &L) {
  OS << wordFor(L.Kind);
  if (L.Kind != LayoutKind::Csc && L.Kind != LayoutKind::Auto)
    OS << '(' << L.Lanes << ", " << L.Window << ')';
  OS << " of ";
  printName(OS, L.Position);
  if (L.Rule != LayoutRule::Always)
    OS << " measured";
  if (L.Rule == LayoutRule::WhereLinked)
    OS << " linked";
  if (L.Rule == LayoutRule::AsTried)
    OS << " tried";
}

void text::printBody(llvm::raw_ostream &OS, const StmtRef &Body,
                     unsigned Indent, SourceTag Tag) {
  StmtPrinter(OS, Indent).printBody(Body, Tag);
}

void lacuna::print(llvm::raw_ostream &OS, const StmtRef &S, unsigned Indent) {
  StmtPrinter Printer(OS, Indent);
  auto *Block = llvm::dyn_cast<BlockStmt>(S.get());
  if (!Block || Block->tag() != 0) {
    Printer.print(*S);
    return;
  }
  for (const StmtRef &Part : Block->body())
    Printer.print(*Part);
}
