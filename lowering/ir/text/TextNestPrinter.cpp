//===- TextNestPrinter.cpp - nests and loop programs as text --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "lacuna/ir/AffineSchedule.h"
#include "lacuna/ir/text/TextWords.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;
using namespace lacuna::text;

static void printOpening(llvm::raw_ostream &OS, llvm::StringRef Word,
                         llvm::StringRef Name) {
  OS << Word << " @";
  printName(OS, Name);
  OS << " {\n";
}

static void printOperand(llvm::raw_ostream &OS, const Operand &O) {
  OS << "  operand ";
  printName(OS, O.Name);
  OS << " : ";
  print(OS, O.Ty);
  switch (O.Kind) {
  case OperandKind::Scalar:
    if (!O.ReachOf.empty()) {
      OS << " reach of ";
      printName(OS, O.ReachOf);
    }
    break;
  case OperandKind::LiveOut:
    OS << " liveout" << (O.Ty.isEnumeration() ? " enum" : "");
    break;
  case OperandKind::Array:
    OS << "[]";
    if (!O.Records.empty()) {
      OS << " of ";
      printName(OS, O.Records);
      OS << ' ';
      printString(OS, O.Member);
    }
    if (O.Ty.isEnumeration())
      OS << " enum";
    if (O.Row) {
      OS << " row ";
      printString(OS, *O.Row);
      if (O.RowsLie != RowMemory::Anywhere)
        OS << (O.RowsLie == RowMemory::Own ? " own" : " inside");
      if (O.RowCount) {
        OS << " count ";
        print(OS, O.RowCount);
      }
    }
    if (!O.Row && O.RowsLie == RowMemory::Own)
      OS << " own";
    if (!O.PointersOf.empty()) {
      OS << " pointers of ";
      printName(OS, O.PointersOf);
    }
    if (!O.ValuesOf.empty()) {
      OS << " values of ";
      printName(OS, O.ValuesOf);
    }
    if (O.Written)
      OS << " written" << (O.Scratch ? " scratch" : "");
    if (!O.Grows.empty()) {
      OS << " grows ";
      printName(OS, O.Grows);
    }
    if (O.Extent) {
      OS << " extent ";
      print(OS, O.Extent);
    }
    for (const ExprRef &Length : O.Inner) {
      OS << (&Length == &O.Inner.front() ? " inner " : ", ");
      print(OS, Length);
    }
    for (const ExprRef &Element : O.Constants) {
      OS << (&Element == &O.Constants.front() ? " constants " : ", ");
      print(OS, Element);
    }
    break;
  }
  OS << '\n';
}

static void printCoordinate(llvm::raw_ostream &OS, const IndexVar &V) {
  if (V.Coordinate.empty())
    return;
  OS << " coordinate ";
  printName(OS, V.Coordinate);
}

static void printIndex(llvm::raw_ostream &OS, const IndexVar &V) {
  OS << "  index ";
  printName(OS, V.Name);
  OS << " : ";
  print(OS, V.Ty);
  OS << " in ";
  print(OS, V.Lo);
  OS << " .. ";
  print(OS, V.Hi);
  printCoordinate(OS, V);
  OS << '\n';
}

static void printFactor(llvm::raw_ostream &OS, const Relation &R) {
  FactorWord Word = R.rules().Factor;
  if (Word == FactorWord::Bounded)
    OS << ' ' << wordFor(R.Bounded) << ' ' << R.Factor;
  else if (Word != FactorWord::None || R.Factor != 0)
    OS << ' ' << spelling(Word) << ' ' << R.Factor;
}

static void printRelation(llvm::raw_ostream &OS, const Nest &N,
                          const Relation &R) {
  OS << "  " << R.rules().Word << ' ';
  printNames(OS, R.Parents);
  OS << " -> ";
  llvm::interleave(
      R.Children, OS,
      [&](const std::string &Child) {
        printName(OS, Child);
        if (const IndexVar *V = N.findIndexVar(Child))
          printCoordinate(OS, *V);
      },
      ", ");
  printFactor(OS, R);
  if (!R.Over.empty()) {
    OS << " over ";
    printName(OS, R.Over);
  }
  OS << '\n';
}

static void printTensor(llvm::raw_ostream &OS, const Tensor &T) {
  OS << "  tensor ";
  printName(OS, T.Name);
  OS << " : ";
  llvm::interleave(
      T.Levels, OS,
      [&](const Level &L) {
        OS << L.Format->Name << '(';
        if (!L.Var.empty())
          printName(OS, L.Var);
        if (!L.Arrays.empty()) {
          OS << "; ";
          printNames(OS, L.Arrays);
        }
        OS << ')';
      },
      ", ");
  if (!T.Values.empty()) {
    OS << " values ";
    printNames(OS, T.Values);
  }
  OS << '\n';
}

static void printRange(llvm::raw_ostream &OS, const GuardRange &R) {
  printName(OS, R.Var);
  OS << " in ";
  print(OS, R.Lo);
  OS << " .. ";
  print(OS, R.Hi);
}

static void printGuard(llvm::raw_ostream &OS, const Guard &G) {
  OS << "  guard ";
  printString(OS, G.Reason);
  OS << ' ';
  print(OS, G.Cond);
  if (!G.Var.empty()) {
    OS << " for ";
    printRange(OS, {G.Var, G.Lo, G.Hi});
  }
  for (const GuardRange &R : G.Inner) {
    OS << ", ";
    printRange(OS, R);
  }
  OS << '\n';
}

static void printFacts(llvm::raw_ostream &OS, const Facts &F) {
  if (F.FpStrict)
    OS << "  fact fp(" << wordFor(FpMode::Strict) << ")\n";
  if (!F.SetsErrno.empty()) {
    OS << "  fact errno ";
    printName(OS, F.SetsErrno);
    OS << '\n';
  }
  if (F.NumThreads) {
    OS << "  fact num_threads ";
    print(OS, F.NumThreads);
    OS << '\n';
  }
  for (const auto &[First, Second] : F.NoAlias) {
    OS << "  fact " << wordFor(Assumption::NoAlias) << ' ';
    printName(OS, First);
    OS << ", ";
    printName(OS, Second);
    OS << '\n';
  }
  auto Print = [&](llvm::StringRef Word, llvm::ArrayRef<std::string> Arrays) {
    if (Arrays.empty())
      return;
    OS << "  fact " << Word << ' ';
    printNames(OS, Arrays);
    OS << '\n';
  };
  Print(wordFor(Assumption::Injective), F.Injective);
  Print(wordFor(Assumption::Unique), F.Unique);
  Print(wordFor(Assumption::Sorted), F.Sorted);
  Print(wordFor(Assumption::Independent), F.Independent);
  Print(wordFor(Assumption::Asynchronous), F.Asynchronous);
  Print("private", F.Private);
  Print("lastprivate", F.LastPrivate);
  Print("nontemporal", F.NonTemporal);
}

static std::string quoted(llvm::StringRef Name) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printName(OS, Name);
  return Text;
}

static void printAffine(llvm::raw_ostream &OS, const AffineSchedule &S) {
  OS << "  affine {\n";
  for (const AffinePiece &P : S.Pieces) {
    OS << "    piece " << P.Statement << (P.Where.empty() ? "" : " where ");
    llvm::interleaveComma(P.Where, OS, [&](const AffineConstraint &C) {
      OS << toString(C.E, quoted) << (C.IsEquality ? " == 0" : " >= 0");
    });
    OS << '\n';
  }
  for (const AffineLoop &L : S.Loops) {
    OS << "    loop " << quoted(L.Name);
    printLoopTags(OS, L.Tags);
    OS << " = ";
    llvm::interleaveComma(
        L.Values, OS, [&](const AffineExpr &E) { OS << toString(E, quoted); });
    OS << '\n';
  }
  OS << "  }\n";
}

void lacuna::print(llvm::raw_ostream &OS, const Nest &N) {
  printOpening(OS, "nest", N.Name);
  for (const Operand &O : N.Operands)
    printOperand(OS, O);
  for (const IndexVar &V : N.IndexVars)
    if (!V.isDerived())
      printIndex(OS, V);
  for (const Relation &R : N.Relations)
    printRelation(OS, N, R);
  for (const Tensor &T : N.Tensors)
    printTensor(OS, T);
  for (const UncountedVar &V : N.Uncounted) {
    OS << "  uncounted ";
    printName(OS, V.Name);
    OS << ' ';
    printString(OS, V.Why);
    OS << '\n';
  }
  for (const Guard &G : N.Guards)
    printGuard(OS, G);
  printFacts(OS, N.Facts);
  OS << "  body ";
  printBody(OS, N.Body, 2);
  OS << '\n';
  if (N.Affine)
    printAffine(OS, *N.Affine);
  if (N.Layout) {
    OS << "  layout ";
    printLayout(OS, *N.Layout);
    OS << '\n';
  }
  if (!N.Kept.empty()) {
    OS << "  keep ";
    printNames(OS, N.Kept);
    OS << '\n';
  }
  if (N.Epilogue) {
    OS << "  epilogue ";
    printBody(OS, N.Epilogue, 2);
    OS << '\n';
  }
  OS << "}\n";
}

static void printRange(llvm::raw_ostream &OS, const ArrayRange &S) {
  printName(OS, S.Array);
  OS << '[';
  print(OS, S.Lo);
  OS << " ..";
  if (S.Hi) {
    OS << ' ';
    print(OS, S.Hi);
  }
  OS << ']';
}

static void printInputs(llvm::raw_ostream &OS, const NotedWalk &W) {
  OS << "values(";
  llvm::interleaveComma(W.Values, OS, [&](const ExprRef &E) { print(OS, E); });
  OS << ") sources(";
  llvm::interleaveComma(W.Sources, OS,
                        [&](const ArrayRange &S) { printRange(OS, S); });
  OS << ')';
}

static void printKept(llvm::raw_ostream &OS, const KeptWalk &Kept) {
  OS << "kept(";
  llvm::interleaveComma(Kept.Results, OS,
                        [&](const std::string &N) { printName(OS, N); });
  OS << ") ";
  if (Kept.Walk) {
    OS << "of ";
    printName(OS, Kept.Loop);
    OS << '(';
    print(OS, Kept.Threads);
    OS << "; ";
    printInputs(OS, Kept);
    OS << ") ";
    printBody(OS, Kept.Walk, 2);
    OS << ' ';
  }
  OS << "each ";
  if (Kept.Pays) {
    OS << "where ";
    print(OS, Kept.Pays);
    OS << " else ";
    printString(OS, Kept.WhyNot);
    OS << ' ';
  }
  printBody(OS, Kept.Plain, 2);
  OS << ' ';
  if (!Kept.Behind)
    return;
  OS << "behind ";
  printBody(OS, Kept.Behind, 2);
  OS << ' ';
}

static void printPlan(llvm::raw_ostream &OS, const WavePlan &P) {
  OS << "plan ";
  printName(OS, P.Name);
  OS << (P.MayBeNone ? " if any of " : " of ");
  printName(OS, P.Loop);
  OS << '(';
  print(OS, P.Trips);
  OS << ", ";
  print(OS, P.Threads);
  OS << ", " << P.Unit << ", " << wordFor(P.Order) << "; ";
  printInputs(OS, P);
  OS << " traced(";
  llvm::interleaveComma(P.Traced, OS,
                        [&](const std::string &N) { printName(OS, N); });
  OS << ")) ";
  printBody(OS, P.Walk, 2);
}

static void printValues(llvm::raw_ostream &OS, const KeptArray &V) {
  OS << "values ";
  printName(OS, V.Array);
  OS << " of ";
  printName(OS, V.Loop);
  OS << '(';
  print(OS, V.Count);
  OS << ", ";
  print(OS, V.Threads);
  OS << "; ";
  printInputs(OS, V);
  OS << ") ";
  printBody(OS, V.Walk, 2);
}

static void printProgramGuard(llvm::raw_ostream &OS, const ProgramGuard &G) {
  OS << "  guard ";
  printString(OS, G.Reason);
  OS << ' ';
  if (G.Setup) {
    printBody(OS, G.Setup, 2);
    OS << ' ';
  }
  if (G.Kept)
    printKept(OS, *G.Kept);
  if (G.Plan)
    printPlan(OS, *G.Plan);
  if (G.Values)
    printValues(OS, *G.Values);
  if (G.Holds) {
    OS << "holds ";
    print(OS, G.Holds);
  }
  for (const RangePair &Pair : G.Disjoint) {
    OS << (&Pair == &G.Disjoint.front() ? "disjoint " : " and ");
    printRange(OS, Pair.First);
    OS << ", ";
    printRange(OS, Pair.Second);
    if (Pair.OrOne)
      OS << " or one";
  }
  OS << '\n';
}

static void printOutputs(llvm::raw_ostream &OS, const ProgramOutputs &O) {
  OS << "  outputs";
  if (O.Scan) {
    OS << ' ';
    printBody(OS, O.Scan, 2);
  }
  for (const ArrayRange &S : O.Ranges) {
    OS << "\n    output ";
    printRange(OS, S);
  }
  if (O.Reassociated) {
    OS << "\n    reassociated ";
    print(OS, O.Reassociated->Coarsest);
    OS << " terms ";
    print(OS, O.Reassociated->Terms);
    OS << " magnitude ";
    print(OS, O.Reassociated->Magnitude);
  }
  OS << '\n';
}

void lacuna::print(llvm::raw_ostream &OS, const LoopProgram &P) {
  printOpening(OS, "program", P.Name);
  for (const Operand &O : P.Operands)
    printOperand(OS, O);
  for (const ProgramGuard &G : P.Guards)
    printProgramGuard(OS, G);
  OS << "  body ";
  printBody(OS, P.Body, 2);
  OS << '\n';
  if (P.Outputs)
    printOutputs(OS, *P.Outputs);
  OS << "}\n";
}
