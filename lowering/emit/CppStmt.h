//===- CppStmt.h - statements as C++ text -----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_EMIT_CPPSTMT_H
#define LACUNA_LOWERING_EMIT_CPPSTMT_H

#include "ApartArrays.h"
#include "TouchLoops.h"
#include "lacuna/emit/Cpp.h"
#include "lacuna/emit/expr/CppExpr.h"
#include "llvm/ADT/DenseSet.h"

namespace lacuna {

struct RowInFront;

/// A function of the runtime's that the text calls.
struct RuntimeFunction {
  llvm::StringRef Result, Name, Parameters;
};

/// Prints loop IR, one statement per line, into an EmittedText.
class CppStmt {
public:
  CppStmt(Names &Known, CppExpr &Exprs, const CppOptions &Options)
      : Known(Known), Exprs(Exprs), Options(Options) {}
  virtual ~CppStmt() = default;

  /// Names of variables that statements change; a loop bound that reads one is
  /// copied before the loop.
  void setMutable(llvm::StringSet<> Names) { Mutable = std::move(Names); }

  /// What threads share, and names of arrays of which no element is accessed by
  /// another name.
  void setArrays(SharedValues Values, llvm::StringSet<> Names) {
    Shared = std::move(Values);
    Apart = std::move(Names);
  }

  /// Arrays of run-time size that whoever prints has allocated. Others are
  /// allocated where they stand, and live until freeOwn().
  void setAllocated(llvm::StringSet<> Names) { Allocated = std::move(Names); }
  void freeOwn();

  void line(const llvm::Twine &Text, SourceTag Tag = 0);
  void open(const llvm::Twine &Head, SourceTag Tag = 0);
  void close(const llvm::Twine &Tail = "");
  /// Closes a scope and opens that of the other branch.
  void orElse(SourceTag Tag = 0);

  virtual void print(const StmtRef &S);
  void printBody(const StmtRef &S);

  /// Makes \p P in the variable of its name, which is null where there is none
  /// that pays (Waves.cpp).
  void plan(const WavePlan &P);

  /// Has the results of \p Kept in their variables, found again or by a walk.
  /// Where that does not pay, \p Otherwise is printed (Waves.cpp).
  void recall(const KeptWalk &Kept, const std::string &Otherwise);

  /// Declares the array of \p V, of elements \p Elem, and a run that ends with
  /// the scope; its name. Then has the run find or fill the array; what holds
  /// if there are values (Waves.cpp).
  std::string declareValues(const KeptArray &V, const Type &Elem);
  std::string values(const KeptArray &V, const Type &Elem,
                     const std::string &Run);

  /// Orders what StreamStmts stored before what other threads do later.
  void fence();

  /// An expression printed once; what it needs to have computed before it is
  /// printed as declarations.
  std::string value(const ExprRef &E, bool Converted, SourceTag Tag);

  EmittedText take() { return std::exchange(Out, {}); }
  /// What is printed next may stand in another block than what was.
  void beginPiece() { Declared.clear(); }
  std::vector<OuterFunction> takeOuter() { return std::exchange(Outer, {}); }

  /// Has \p F, which the linker knows as \p Symbol, declared outside of all
  /// namespaces; what declares it under its name for the text.
  std::string outer(const RuntimeFunction &F, llvm::StringRef Symbol,
                    bool IsWeak);

protected:
  virtual void assign(const AssignStmt &S);
  void exchange(const AssignStmt &S);
  void mark(const AssignStmt &S, const std::string &Left,
            const std::string &Right);
  virtual void forLoop(const ForStmt &S);
  /// What ends the body of \p Loop, whose condition is evaluated next.
  virtual void endBody(const Stmt &Loop) {}
  /// Whether all trips of a loop go through the end of its body.
  virtual bool waitsInLoops() const { return false; }
  virtual void localArray(const LocalArrayStmt &S);
  std::string place(const Place &P, SourceTag Tag);

  Names &Known;
  CppExpr &Exprs;

private:
  ExprRef prepare(const ExprRef &E, SourceTag Tag);
  std::string declared(const Type &Ty, llvm::StringRef Name,
                       const ExprRef &Init);
  std::string temporary(llvm::StringRef Base, const ExprRef &E, SourceTag Tag);
  std::string bound(const ForStmt &S);

  void let(const LetStmt &S);
  void var(const VarStmt &S);
  void view(const ViewStmt &S);
  void rows(const RowsStmt &S);
  void grow(const GrowStmt &S);
  void extend(const ExtendStmt &S);
  void ifElse(const IfStmt &S);
  void whileLoop(const WhileStmt &S);
  void prefetch(const PrefetchStmt &S);
  std::string levels(const StoredStmt &S);
  std::string layoutOf(const StoredStmt &S, const std::string &Parts);
  void over(const LayoutUse &Use, const std::string &Of);
  void stored(const StoredStmt &S);
  void touch(const TouchStmt &S);
  void waveLoop(const ForStmt &S);
  void endWaves(const StmtRef &OfThread);
  void touchAll(const ForStmt &S, const TouchLoop &L);
  void source(const TouchStmt &S);
  void source(const TouchStmt &S, const ExprRef &Index,
              const std::string &Count);
  std::string sources(llvm::ArrayRef<ArrayRange> Ranges,
                      const std::string &Base);
  std::string walked(const NotedWalk &W, const std::string &Base,
                     const std::string &Trips, const std::string &Way);
  void find(const NotedWalk &W, const std::string &Run,
            const std::string &Loop);
  void declare(const RuntimeFunction &F, llvm::StringRef Symbol, bool IsWeak);
  void declareThreadQueries();
  /// What blocks that have ended declared is not known any more.
  void endDeclared();
  void declare(llvm::ArrayRef<RuntimeFunction> Functions, bool AreWeak);
  void recallOrNote(const KeptWalk &Kept, const std::string &IsKnown);
  void stream(const StreamStmt &S);
  std::vector<RowInFront> rowsOf(const ForStmt &S) const;
  std::string declareRow(const RowInFront &Row, const llvm::Twine &Runs,
                         SourceTag Tag);
  void shareOut(const ForStmt &S, bool EndsWithFence,
                std::vector<std::string> Copied);
  void bodyOfThread(const ForStmt &S);
  void allocate(const LocalArrayStmt &S);
  bool touchesRegisters(const StmtRef &S) const;
  std::string reduction(ReduceOp Op, llvm::StringRef Name, SourceTag Tag);
  void pragmas(const ForStmt &S);

  const CppOptions &Options;
  llvm::StringSet<> Mutable, Apart;
  SharedValues Shared;
  /// Names of variables that are constants to the compiler.
  llvm::StringSet<> Constants;
  /// Local arrays of constant size.
  llvm::StringSet<> Registers;
  llvm::StringSet<> Allocated;
  std::vector<std::string> ToFree;
  /// How the types of floating-point variables are spelled.
  llvm::StringMap<std::string> Floats;
  /// Where touches go, and the numbers of arrays there.
  std::string Trace;
  bool IsTraceBegun = false; ///< and no loop of it printed yet
  llvm::StringMap<unsigned> Traced;
  size_t FirstOfRows = 0; ///< the step in which a plan compares rows first
  /// Whether the loop runs as written where there is no plan's runtime.
  bool MayLackRuntime = false;
  /// Whether the first thread runs the loop where there is no plan.
  bool MayLackPlan = false;
  std::vector<OuterFunction> Outer; ///< that the text calls
  /// Assignments behind which the innermost `while` loop ends.
  llvm::DenseSet<const Stmt *> Exits;
  EmittedText Out;
  unsigned Depth = 0;
  /// In how many blocks stands what declares a function for those inside.
  llvm::StringMap<unsigned> Declared;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_EMIT_CPPSTMT_H
