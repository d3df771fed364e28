//===- CppStmt.cpp - statements as C++ text -------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CppStmt.h"
#include "ApartArrays.h"
#include "EarlyExits.h"
#include "VectorHints.h"
#include "lacuna/analysis/Aliasing.h"
#include "lacuna/analysis/RowsInFront.h"
#include "lacuna/ir/Rounding.h"
#include "lacuna/ir/RowsStmt.h"
#include "lacuna/ir/ViewStmt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SaveAndRestore.h"
#include <algorithm>
#include <utility>

using namespace lacuna;

//===-- lines -------------------------------------------------------------===//

void CppStmt::line(const llvm::Twine &Text, SourceTag Tag) {
  Out.Text += std::string(2 * size_t(Depth), ' ');
  Out.Text += Text.str();
  Out.Text += '\n';
  Out.LineTags.push_back(Tag);
}

void CppStmt::open(const llvm::Twine &Head, SourceTag Tag) {
  line(Head.isTriviallyEmpty() ? "{" : Head + " {", Tag);
  ++Depth;
  Known.openScope();
}

void CppStmt::close(const llvm::Twine &Tail) {
  Known.closeScope();
  --Depth;
  endDeclared();
  line(llvm::Twine("}") + Tail);
}

void CppStmt::orElse(SourceTag Tag) {
  Known.closeScope();
  --Depth;
  endDeclared();
  open("} else", Tag);
}

//===-- expressions -------------------------------------------------------===//

/// Whether printing \p E twice costs nothing.
static bool isCheap(const ExprRef &E) {
  unsigned Nodes = 0;
  bool Heavy = false;
  walk(E, [&](const Expr &Node) {
    ++Nodes;
    auto *Binary = llvm::dyn_cast<BinaryExpr>(&Node);
    Heavy |= llvm::isa<LoadExpr, CallExpr, OpaqueExpr, SelectExpr>(Node) ||
             (Binary &&
              (Binary->op() == BinaryOp::Min || Binary->op() == BinaryOp::Max));
  });
  return !Heavy && Nodes <= 6;
}

/// The beginning of the declaration of \p Name, which keeps the value of
/// \p Init. A floating-point constant is read from memory like a variable of
/// the user's, not computed with by the compiler.
std::string CppStmt::declared(const Type &Ty, llvm::StringRef Name,
                              const ExprRef &Init) {
  const bool Folds = isFoldable(Init, Constants);
  if (Folds && !Ty.isFloat())
    Constants.insert(Name);
  return (Folds && Ty.isFloat() ? "" : "const ") + Ty.spelling().str();
}

std::string CppStmt::temporary(llvm::StringRef Base, const ExprRef &E,
                               SourceTag Tag) {
  std::string Name = Known.fresh(Base);
  std::string Init = Exprs.print(E, /*Converted=*/true);
  line(declared(E->type(), Name, E) + " " + Name + " = " + Init + ";", Tag);
  return Name;
}

/// Replaces costly operands of Min and Max by temporaries, so that each is
/// evaluated once. Where evaluation depends on a condition the tree is left as
/// it is: printing an operand twice is then the lesser evil.
ExprRef CppStmt::prepare(const ExprRef &E, SourceTag Tag) {
  if (isConditional(*E))
    return E;
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  bool IsChoice = Binary && (Binary->op() == BinaryOp::Min ||
                             Binary->op() == BinaryOp::Max);
  std::vector<ExprRef> Operands;
  bool Changed = false;
  for (const ExprRef &Operand : E->operands()) {
    ExprRef New = prepare(Operand, Tag);
    if (IsChoice && !isCheap(New))
      New = lacuna::var(New->type(), temporary("t", New, Tag));
    Changed |= New != Operand;
    Operands.push_back(std::move(New));
  }
  return Changed ? withOperands(E, std::move(Operands)) : E;
}

std::string CppStmt::value(const ExprRef &E, bool Converted, SourceTag Tag) {
  return Exprs.print(prepare(E, Tag), Converted);
}

//===-- simple statements -------------------------------------------------===//

void CppStmt::print(const StmtRef &S) {
  switch (S->kind()) {
  case Stmt::Kind::Block:
    open("", S->tag());
    printBody(S);
    close();
    return;
  case Stmt::Kind::Let:
    return let(llvm::cast<LetStmt>(*S));
  case Stmt::Kind::Var:
    return var(llvm::cast<VarStmt>(*S));
  case Stmt::Kind::LocalArray:
    return localArray(llvm::cast<LocalArrayStmt>(*S));
  case Stmt::Kind::View:
    return view(llvm::cast<ViewStmt>(*S));
  case Stmt::Kind::Rows:
    return rows(llvm::cast<RowsStmt>(*S));
  case Stmt::Kind::Grow:
    return grow(llvm::cast<GrowStmt>(*S));
  case Stmt::Kind::Extend:
    return extend(llvm::cast<ExtendStmt>(*S));
  case Stmt::Kind::Assign:
    return assign(llvm::cast<AssignStmt>(*S));
  case Stmt::Kind::Prefetch:
    return prefetch(llvm::cast<PrefetchStmt>(*S));
  case Stmt::Kind::Touch:
    return touch(llvm::cast<TouchStmt>(*S));
  case Stmt::Kind::Stream:
    return stream(llvm::cast<StreamStmt>(*S));
  case Stmt::Kind::If:
    return ifElse(llvm::cast<IfStmt>(*S));
  case Stmt::Kind::For:
    return forLoop(llvm::cast<ForStmt>(*S));
  case Stmt::Kind::While:
    return whileLoop(llvm::cast<WhileStmt>(*S));
  case Stmt::Kind::Stored:
    return stored(llvm::cast<StoredStmt>(*S));
  case Stmt::Kind::Loop:
  case Stmt::Kind::Track:
    break;
  }
  llvm_unreachable("statement of the iteration graph in a loop program");
}

void CppStmt::printBody(const StmtRef &S) {
  const size_t Outside = Shared.Scalars.size();
  for (const StmtRef &Part : statementsOf(S))
    print(Part);
  Shared.Scalars.resize(Outside);
}

void CppStmt::let(const LetStmt &S) {
  std::string Init = value(S.init(), /*Converted=*/true, S.tag());
  line(declared(S.type(), S.name(), S.init()) + " " + Known.get(S.name()) +
           " = " + Init + ";",
       S.tag());
  if (!Constants.contains(S.name()))
    Shared.Scalars.emplace_back(S.name(), S.type());
}

void CppStmt::var(const VarStmt &S) {
  std::string Init;
  if (S.init())
    Init = " = " + value(S.init(), /*Converted=*/true, S.tag());
  if (S.type().isFloat())
    Floats[S.name()] = S.type().spelling();
  line(S.type().spelling() + " " + Known.get(S.name()) + Init + ";", S.tag());
}

void CppStmt::allocate(const LocalArrayStmt &S) {
  const std::string Name = Known.get(S.name()).str();
  const std::string Elem = S.elem().spelling().str();
  const std::string Count = value(binary(BinaryOp::Max, S.extent(), i64(1)),
                                  /*Converted=*/true, S.tag());
  line(Elem + " *const " + Name + " = (" + Elem + " *)__builtin_malloc((" +
           Count + ") * sizeof(" + Elem + "));",
       S.tag());
  line("if (!" + Name + ")", S.tag());
  line("  __builtin_trap();", S.tag());
  ToFree.push_back(Name);
}

void CppStmt::freeOwn() {
  for (const std::string &Name : llvm::reverse(ToFree))
    line("__builtin_free(" + Name + ");");
  ToFree.clear();
}

void CppStmt::localArray(const LocalArrayStmt &S) {
  llvm::StringRef Name = Known.get(S.name());
  if (std::optional<int64_t> Extent = constantValue(S.extent())) {
    Registers.insert(S.name());
    line(S.elem().spelling() + " " + Name + "[" + llvm::Twine(*Extent) + "];",
         S.tag());
  } else if (!Allocated.contains(S.name())) {
    allocate(S);
  }
  if (!S.init())
    return;
  std::string Init = value(S.init(), /*Converted=*/true, S.tag());
  std::string Index = Known.fresh(Name + "_i");
  std::string End = value(S.extent(), /*Converted=*/true, S.tag());
  open("for (long " + llvm::Twine(Index) + " = 0; " + Index + " < " + End +
           "; ++" + Index + ")",
       S.tag());
  line(Name + llvm::Twine("[") + Index + "] = " + Init + ";", S.tag());
  close();
}

/// The part may be of the numbers that an enumeration of the user's is of.
void CppStmt::view(const ViewStmt &S) {
  const std::string Whole = Known.get(S.whole()).str();
  const std::string Ty = "__typeof__(*" + Whole + ") *";
  const std::string IsWhole = value(S.isWhole(), /*Converted=*/true, S.tag());
  const std::string Begin = value(S.begin(), /*Converted=*/true, S.tag());
  line(Ty + "const " + Known.get(S.name()) + " = " + IsWhole + " ? " + Whole +
           " : (" + Ty + ")(" + Known.get(S.part()) + " + " + Begin + ");",
       S.tag());
}

void CppStmt::rows(const RowsStmt &S) {
  line(S.elem().spelling() + " *" + Known.get(S.name()) + "[" +
           llvm::Twine(S.count()) + "] = {};",
       S.tag());
}

/// Addresses are too small for the number of bytes to overflow.
void CppStmt::grow(const GrowStmt &S) {
  const std::string Row =
      Known.row(S.rows(), value(S.row(), /*Converted=*/true, S.tag()));
  if (constantValue(S.count()) == 0) {
    line("__builtin_free(" + Row + ");", S.tag());
    return line(Row + " = nullptr;", S.tag());
  }
  const std::string Elem = S.elem().spelling().str(),
                    Longer = Known.fresh("longer");
  line("void *const " + Longer + " = __builtin_realloc(" + Row + ", " +
           value(S.count(), /*Converted=*/true, S.tag()) + " * sizeof(" + Elem +
           "));",
       S.tag());
  open("if (" + Longer + ")", S.tag());
  line(Row + " = (" + Elem + " *)" + Longer + ";", S.tag());
  orElse(S.tag());
  line(Known.get(S.failed()) + " = true;", S.tag());
  close();
}

void CppStmt::extend(const ExtendStmt &S) {
  const std::string Container = Known.containerOf(S.array()).str();
  line(Container + "->resize((decltype(sizeof 0))(" +
           value(S.count(), /*Converted=*/true, S.tag()) + "));",
       S.tag());
  line(Known.base(S.array()) + " = " + Container + "->data();", S.tag());
}

std::string CppStmt::place(const Place &P, SourceTag Tag) {
  if (!P.Index)
    return Known.get(P.Name).str();
  return Known.elementAt(P.Name, P.Index, [&](const ExprRef &Part) {
    return value(Part, /*Converted=*/true, Tag);
  });
}

/// One hint for each cache line, the last element's too, since the first one
/// may stand anywhere in its line.
void CppStmt::prefetch(const PrefetchStmt &S) {
  constexpr int64_t MaxStraight = 16;
  // Records may be as long as a line.
  const int64_t Step =
      Known.isMember(S.array())
          ? 1
          : std::max<int64_t>(CacheLineBytes * 8 / S.elem().bits(), 1);
  auto Fetch = [&](ExprRef Offset) {
    ExprRef Index = lacuna::binary(
        BinaryOp::Add, lacuna::cast(Type::i64(), S.index()), std::move(Offset));
    line("__builtin_prefetch(&" +
             place({S.array().str(), S.elem(), Index}, S.tag()) + ");",
         S.tag());
  };
  std::optional<int64_t> Count = constantValue(S.count());
  if (Count && *Count <= MaxStraight * Step) {
    for (int64_t At = 0; At < *Count; At += Step)
      Fetch(i64(At));
    if (*Count > 1)
      Fetch(i64(*Count - 1));
    return;
  }
  std::string At = Known.fresh("line");
  std::string End = value(S.count(), /*Converted=*/true, S.tag());
  std::string First =
      temporary("first", lacuna::cast(Type::i64(), S.index()), S.tag());
  open("for (long " + At + " = 0; " + At + " < " + End + "; " + At +
           " += " + std::to_string(Step) + ")",
       S.tag());
  line("__builtin_prefetch(&" + Known.element(S.array(), First + " + " + At) +
           ");",
       S.tag());
  close();
}

/// One store for each line. The local array is an array of scalars elsewhere
/// and need not be aligned.
void CppStmt::stream(const StreamStmt &S) {
  const int64_t Lanes = CacheLineBytes * 8 / S.elem().bits();
  const std::string Line = Known.fresh("line");
  line("typedef " + S.elem().spelling() + " " + Line +
           " __attribute__((vector_size(" + llvm::Twine(CacheLineBytes) +
           "), aligned(" + llvm::Twine(S.elem().bits() / 8) + "), may_alias));",
       S.tag());
  line("typedef " + Line + " " + Line + "_aligned __attribute__((aligned(" +
           llvm::Twine(CacheLineBytes) + ")));",
       S.tag());
  const std::string First = Known.fresh("first");
  line("auto *const " + First + " = &" +
           place({S.array().str(), S.elem(), S.index()}, S.tag()) + ";",
       S.tag());
  for (int64_t At = 0; At < S.count(); At += Lanes)
    line("__builtin_nontemporal_store(*(const " + Line + " *)(" +
             Known.get(S.from()) + " + " + llvm::Twine(At) + "), (" + Line +
             "_aligned *)(" + First + " + " + llvm::Twine(At) + "));",
         S.tag());
}

/// 5 is sequential consistency, of which GCC's name would be a macro.
void CppStmt::fence() { line("__atomic_thread_fence(5);"); }

void CppStmt::ifElse(const IfStmt &S) {
  open("if (" + value(S.cond(), /*Converted=*/true, S.tag()) + ")", S.tag());
  printBody(S.thenBody());
  if (S.elseBody()) {
    orElse(S.tag());
    printBody(S.elseBody());
  }
  close();
}

//===-- loops -------------------------------------------------------------===//

/// The loop's upper bound as an expression that costs nothing to evaluate on
/// each trip and does not change meanwhile.
std::string CppStmt::bound(const ForStmt &S) {
  auto *Var = llvm::dyn_cast<VarExpr>(S.hi().get());
  bool IsPlain = llvm::isa<ConstantExpr>(S.hi().get()) ||
                 (Var && !Mutable.contains(Var->name()));
  if (IsPlain)
    return Exprs.print(S.hi(), /*Converted=*/true);
  return temporary((Known.get(S.var()) + "_end").str(),
                   prepare(S.hi(), S.tag()), S.tag());
}

/// Whether \p S touches a local array of constant size, which unrolling turns
/// into registers.
bool CppStmt::touchesRegisters(const StmtRef &S) const {
  bool Found = false;
  walk(S, [&](const Stmt &Part) {
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(&Part))
      Found |= Registers.contains(Assign->target().Name);
    for (const ExprRef &E : expressions(Part))
      walk(E, [&](const Expr &Node) {
        auto *Load = llvm::dyn_cast<LoadExpr>(&Node);
        Found |= Load && Registers.contains(Load->array());
      });
    return !Found;
  });
  return Found;
}

static std::string scheduleClause(const ForTags &Tags) {
  if (!Tags.Schedule)
    return "";
  std::string Chunk =
      Tags.Schedule->Chunk ? ", " + std::to_string(Tags.Schedule->Chunk) : "";
  return " schedule(" + Tags.Schedule->Kind + Chunk + ")";
}

/// The construct that \p S is the loop of. One that ends with a fence is left
/// open.
void CppStmt::shareOut(const ForStmt &S, bool EndsWithFence,
                       std::vector<std::string> Copied) {
  std::string Team;
  if (S.tags().NumThreads)
    Team = " num_threads(" + value(S.tags().NumThreads, true, S.tag()) + ")";
  // What is shared lies in memory, where stored elements may change it for all
  // that the compiler knows, in front of the threads and behind them as well.
  for (const std::string &Scalar : scalarsToShield(S.body(), Shared))
    Copied.push_back(Known.get(Scalar).str());
  if (!Copied.empty())
    Team += " firstprivate(" + llvm::join(Copied, ", ") + ")";
  const std::string Schedule = scheduleClause(S.tags());
  if (!EndsWithFence)
    return line("#pragma omp parallel for" + Schedule + Team, S.tag());
  line("#pragma omp parallel" + Team, S.tag());
  open("", S.tag());
  line("#pragma omp for nowait" + Schedule, S.tag());
}

/// As OpenMP's reduction clause names it.
static llvm::StringRef clauseOperator(ReduceOp Op) {
  return Op == ReduceOp::Min   ? "min"
         : Op == ReduceOp::Max ? "max"
                               : spelling(operatorOf(Op));
}

/// The identifier of the reduction of \p Name. OpenMP's own sums begin at 0.0,
/// which makes 0.0 of a sum of nothing but -0.0.
std::string CppStmt::reduction(ReduceOp Op, llvm::StringRef Name,
                               SourceTag Tag) {
  auto Float = Floats.find(Name);
  if (Op != ReduceOp::Add || Float == Floats.end())
    return clauseOperator(Op).str();
  std::string Sum = Known.fresh("lacuna_sum");
  line("#pragma omp declare reduction(" + Sum + " : " + Float->second +
           " : omp_out += omp_in) initializer(omp_priv = -0.0)",
       Tag);
  return Sum;
}

void CppStmt::pragmas(const ForStmt &S) {
  const ForTags &Tags = S.tags();
  if (Options.IsKernel && Tags.Unroll != 0)
    line("#pragma unroll" + (Tags.Unroll == LoopTags::FullUnroll
                                 ? std::string()
                                 : " " + std::to_string(Tags.Unroll)),
         S.tag());
  else if (Tags.Unroll == LoopTags::NoUnroll)
    line("#pragma clang loop unroll(disable)", S.tag());
  if (!Options.OpenMP)
    return;
  if (std::string Hints = vectorHints(S, touchesRegisters(S.body()));
      !Hints.empty()) {
    if (Options.LaneHints)
      line("#pragma clang loop" + llvm::Twine(Hints), S.tag());
  } else if (Tags.Mode == ForMode::Simd &&
             (Options.LaneHints || !Tags.Reductions.empty())) {
    std::string Clauses;
    for (const auto &[Op, Name] : Tags.Reductions)
      Clauses += (" reduction(" + reduction(Op, Name, S.tag()) + " : " +
                  Known.get(Name) + ")")
                     .str();
    line("#pragma omp simd" + llvm::Twine(Clauses), S.tag());
  } else if (Tags.Unroll == LoopTags::FullUnroll) {
    line("#pragma omp unroll full", S.tag());
  } else if (Tags.Unroll > 1) {
    line("#pragma omp unroll partial(" + llvm::Twine(Tags.Unroll) + ")",
         S.tag());
  }
}

/// The body of \p S, which threads share, as a function that is inlined: what
/// is known of arrays in front of the threads is told to the compiler by
/// parameters only. Parameters, unlike what threads share, are no pointers in
/// memory that a stored character may change.
void CppStmt::bodyOfThread(const ForStmt &S) {
  std::vector<std::string> Parameters, Arguments;
  auto Give = [&](llvm::StringRef Name, const llvm::Twine &Ty) {
    Arguments.push_back(Known.get(Name).str());
    Parameters.push_back((Ty + " const " + Arguments.back()).str());
  };
  llvm::StringSet<> Given = Apart;
  if (storesCharacters(S.body()))
    for (const auto &Array : Shared.Pointers)
      Given.insert(Array.getKey());
  // Nor is told that nobody else stores where atomic operations are to say so.
  const bool MaySay =
      !looksUpBytes(S.body()) && !anyOf(S.body(), [](const Stmt &Part) {
        auto *Assign = llvm::dyn_cast<AssignStmt>(&Part);
        return Assign && !Assign->old().empty();
      });
  for (const std::string &Array : accessedAmong(S.body(), Given))
    Give(Array, "__typeof__(*" + Known.get(Array) + ") *" +
                    (MaySay && Apart.contains(Array) ? "__restrict" : ""));
  // A pointer that threads share leads to nothing that is known.
  auto Print = [&] {
    for (const Operand &Table : tablesIn(S.body(), Shared.Tables)) {
      std::vector<std::string> Elements;
      for (const ExprRef &E : Table.Constants)
        Elements.push_back(Exprs.print(E));
      line("const " + Table.Ty.spelling() + " " + Known.get(Table.Name) + "[" +
               llvm::Twine(Elements.size()) + "] = {" +
               llvm::join(Elements, ", ") + "};",
           S.tag());
    }
    printBody(S.body());
  };
  if (Arguments.empty())
    return Print();
  open("[&](" + llvm::join(Parameters, ", ") +
       ") __attribute__((always_inline))");
  Print();
  close("(" + llvm::join(Arguments, ", ") + ");");
}

void CppStmt::forLoop(const ForStmt &S) {
  if (Options.OpenMP && S.tags().Mode == ForMode::Wave)
    return waveLoop(S);
  if (std::optional<TouchLoop> Touches = touchLoop(S, Known))
    return touchAll(S, *Touches);
  llvm::StringRef Name = Known.get(S.var());
  std::string End = bound(S);
  std::string Begin = value(S.lo(), /*Converted=*/true, S.tag());
  const bool IsShared = Options.OpenMP && S.tags().Mode == ForMode::Threads;
  const bool EndsWithFence = IsShared && streams(S.body());
  std::vector<std::string> Pointers;
  const std::vector<RowInFront> Rows = rowsOf(S);
  for (const RowInFront &R : Rows)
    Pointers.push_back(declareRow(R, Begin + " < " + End, S.tag()));
  if (IsShared)
    shareOut(S, EndsWithFence, std::move(Pointers));
  else
    pragmas(S);
  open("for (" + S.type().spelling() + " " + Name + " = " + Begin + "; " +
           Name + " < " + End + "; ++" + Name + ")",
       S.tag());
  if (std::exchange(IsTraceBegun, false))
    line("if (!lacuna_trace_goes_on(" + Trace + ")) break;");
  if (IsShared) {
    bodyOfThread(S);
  } else {
    Shared.Scalars.emplace_back(S.var(), S.type());
    printBody(S.body());
    Shared.Scalars.pop_back();
  }
  close();
  for (const RowInFront &R : Rows)
    Known.callRowByItself(R.Array, Exprs.print(R.Row, /*Converted=*/true));
  if (IsShared)
    endWaves(S.body());
  if (!EndsWithFence)
    return;
  fence();
  close();
}

void CppStmt::whileLoop(const WhileStmt &S) {
  // Evaluated on each trip: nothing may be computed in front.
  llvm::SaveAndRestore OfThis(Exits, exitsOf(S));
  if (waitsInLoops())
    Exits.clear();
  open("while (" + Exprs.print(S.cond(), /*Converted=*/true) + ")", S.tag());
  printBody(S.body());
  endBody(S);
  close();
}
