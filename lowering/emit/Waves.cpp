//===- Waves.cpp - plans and results of walks, which the runtime keeps ----===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text calls what lacuna/wave.h declares. It is not included: functions are
// known to the linker alone, and the structures that text and runtime share are
// written out. Waiting stands in the text, where tools that watch threads see
// it.
//
//===----------------------------------------------------------------------===//

#include "CppStmt.h"
#include "lacuna/ir/bounds/Trips.h"
#include "lacuna/ir/text/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

using namespace lacuna;

static constexpr RuntimeFunction OfPlan[] = {
    {"void *", "lacuna_wave_find", "const void *"},
    {"int", "lacuna_wave_unknown", "void *, int"},
    {"void", "lacuna_wave_compare", "void *, int, int, int"},
    {"void *", "lacuna_wave_current", "void *"},
    {"void *", "lacuna_trace_begin", "long, int"},
    {"int", "lacuna_trace_goes_on", "const void *"},
    {"void", "lacuna_trace_read", "void *, long, int, long"},
    {"void", "lacuna_trace_write", "void *, long, int, long"},
    {"void", "lacuna_trace_read_each",
     "void *, long, int, const void *, long, int"},
    {"void", "lacuna_trace_write_each",
     "void *, long, int, const void *, long, int"},
    {"void", "lacuna_trace_read_some", "void *, long, int, long, long"},
    {"void", "lacuna_trace_write_some", "void *, long, int, long, long"},
    {"void", "lacuna_trace_source", "void *, int, const void *, unsigned long"},
    {"void", "lacuna_trace_pages", "void *, int, const void *, unsigned long"},
    {"void *", "lacuna_wave_plan", "void *, const void *"},
    {"int", "lacuna_wave_pays", "const void *"},
    {"void", "lacuna_wave_end", "void *"}};

static constexpr RuntimeFunction OfKept[] = {
    {"void *", "lacuna_wave_find", "const void *"},
    {"int", "lacuna_wave_unknown", "void *, int"},
    {"void", "lacuna_wave_compare", "void *, int, int, int"},
    {"void *", "lacuna_wave_current", "void *"},
    {"void *", "lacuna_trace_begin", "long, int"},
    {"void", "lacuna_trace_source", "void *, int, const void *, unsigned long"},
    {"void", "lacuna_trace_pages", "void *, int, const void *, unsigned long"},
    {"const long *", "lacuna_walk_results", "const void *"},
    {"void", "lacuna_walk_keep", "void *, const void *, const void *, int"},
    {"void", "lacuna_wave_end", "void *"}};

static constexpr RuntimeFunction OfValues[] = {
    {"void *", "lacuna_wave_find", "const void *"},
    {"int", "lacuna_wave_unknown", "void *, int"},
    {"void", "lacuna_wave_compare", "void *, int, int, int"},
    {"void *", "lacuna_wave_current", "void *"},
    {"void *", "lacuna_values_begin", "const void *, unsigned long"},
    {"void *", "lacuna_values_room", "void *"},
    {"void", "lacuna_trace_source", "void *, int, const void *, unsigned long"},
    {"void", "lacuna_trace_pages", "void *, int, const void *, unsigned long"},
    {"void *", "lacuna_values_keep", "void *, const void *"},
    {"const void *", "lacuna_values_of", "const void *"}};

/// LACUNA_WAVE_WALK, LACUNA_WAVE_VALUES.
static constexpr llvm::StringLiteral OrderOfWalks = "4", OrderOfValues = "5";

static constexpr RuntimeFunction OfLoop[] = {
    {"void", "lacuna_wave_share", "void *, int, int, void *, void *, void *"},
    {"void", "lacuna_wave_pause", "int"}};

static constexpr RuntimeFunction ThreadNumber = {"int", "lacuna_thread_num",
                                                 "void"},
                                 NumThreads = {"int", "lacuna_num_threads",
                                               "void"};

std::string CppStmt::outer(const RuntimeFunction &F, llvm::StringRef Symbol,
                           bool IsWeak) {
  const std::string Name = ("__" + F.Name + (IsWeak ? "_or_null" : "_c")).str();
  if (llvm::none_of(Outer,
                    [&](const OuterFunction &O) { return O.Name == Name; }))
    Outer.push_back(
        {Name,
         ("extern \"C\" __attribute__((visibility(\"default\")" +
          llvm::StringRef(IsWeak ? ", weak" : "") + ")) " + F.Result + " " +
          Name + "(" + F.Parameters + ") __asm__(\"" + Symbol + "\");")
             .str()});
  return ("auto *const " + F.Name + " __attribute__((unused)) = " + Name + ";")
      .str();
}

/// The same as a line, where no block around has it.
void CppStmt::declare(const RuntimeFunction &F, llvm::StringRef Symbol,
                      bool IsWeak) {
  if (Declared.try_emplace(F.Name, Depth).second)
    line(outer(F, Symbol, IsWeak));
}

void CppStmt::endDeclared() {
  llvm::SmallVector<llvm::StringRef, 8> Ended;
  for (const auto &Each : Declared)
    if (Each.getValue() > Depth)
      Ended.push_back(Each.getKey());
  for (llvm::StringRef Name : Ended)
    Declared.erase(Name);
}

/// Declares functions of OpenMP's.
void CppStmt::declareThreadQueries() {
  declare(ThreadNumber, "omp_get_thread_num", /*IsWeak=*/false);
  declare(NumThreads, "omp_get_num_threads", /*IsWeak=*/false);
}

/// Declares \p Functions of the runtime's, which are null where they \p AreWeak
/// and the program is linked without it.
void CppStmt::declare(llvm::ArrayRef<RuntimeFunction> Functions, bool AreWeak) {
  for (const RuntimeFunction &F : Functions)
    declare(F, F.Name, AreWeak);
}

/// 16 bytes that say which walk it is, and of elements of which types: two
/// walks with equal ones find the same in equal memory.
static std::string walkIdentity(const NotedWalk &P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, P.Walk);
  walk(P.Walk, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) { OS << ' ' << Part.type().spelling(); });
    return true;
  });
  const std::string Hash =
      llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(Text)));
  return "{0x" + Hash.substr(0, 16) + "u, 0x" + Hash.substr(16, 16) + "u}";
}

static constexpr llvm::StringLiteral SourceType =
    "const struct { const void *begin; unsigned long size; } ";

/// Declares an array of lacuna_source for \p Ranges; its name.
std::string CppStmt::sources(llvm::ArrayRef<ArrayRange> Ranges,
                             const std::string &Base) {
  std::vector<std::string> All;
  for (const ArrayRange &S : Ranges) {
    const std::string Array = Known.base(S.Array).str();
    const std::string First = temporary(Array + "_first", S.Lo, /*Tag=*/0);
    ExprRef Count =
        prepare(lacuna::binary(BinaryOp::Max, i64(0),
                               lacuna::binary(BinaryOp::Sub, S.Hi,
                                              lacuna::var(Type::i64(), First))),
                /*Tag=*/0);
    const std::string Number = temporary(Array + "_count", Count, /*Tag=*/0);
    All.push_back("{" + Array + " + " + First + ", " + Number + " * sizeof(*" +
                  Array + ")}");
  }
  All.push_back("{nullptr, 0}");
  const std::string Name = Known.fresh(Base);
  line(SourceType + Name + "[] = {" + llvm::join(All, ", ") + "};");
  return Name;
}

/// The arrays of rows that \p P reads.
static llvm::StringSet<> rowsReadBy(const NotedWalk &P, const Names &Known) {
  llvm::StringSet<> Arrays;
  walk(P.Walk, [&](const Stmt &S) {
    auto *Touch = llvm::dyn_cast<TouchStmt>(&S);
    if (Touch && Touch->access() == TouchKind::Source &&
        Known.isRows(Touch->array()))
      Arrays.insert(Touch->array());
    return true;
  });
  return Arrays;
}

/// Arrays of records that \p P reads: how large one is is not in its text.
static llvm::StringSet<> recordsReadBy(const NotedWalk &P, const Names &Known) {
  llvm::StringSet<> Arrays;
  walk(P.Walk, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        auto *Load = llvm::dyn_cast<LoadExpr>(&Part);
        if (Load && !Known.isContiguous(Load->array()))
          Arrays.insert(Load->array());
      });
    return true;
  });
  return Arrays;
}

/// How many steps there are in which other arrays are compared, one behind the
/// other.
static size_t stepsOfArrays(const NotedWalk &P) {
  int64_t Steps = 0;
  walk(P.Walk, [&](const Stmt &S) {
    auto *Touch = llvm::dyn_cast<TouchStmt>(&S);
    if (Touch && Touch->access() == TouchKind::Source)
      Steps = std::max(Steps, *constantValue(Touch->number()));
    return true;
  });
  return size_t(Steps);
}

/// Declares the lacuna_loop of \p W, which has \p Trips iterations, in units
/// and an order that \p Way says; its name.
std::string CppStmt::walked(const NotedWalk &W, const std::string &Base,
                            const std::string &Trips, const std::string &Way) {
  auto Value = [&](const ExprRef &E) {
    return value(E, /*Converted=*/true, /*Tag=*/0);
  };
  std::vector<std::string> All;
  for (const ExprRef &E : W.Values)
    All.push_back(Value(E));
  std::vector<std::string> Others;
  for (const auto &Array : rowsReadBy(W, Known))
    Others.push_back("(long)" + Known.base(Array.first()).str());
  for (const auto &Array : recordsReadBy(W, Known))
    Others.push_back("sizeof(*" + Known.base(Array.first()).str() + ")");
  llvm::sort(Others);
  llvm::append_range(All, Others);
  All.push_back("0");
  const std::string Values = Known.fresh(Base + "_values");
  line("const long " + Values + "[] = {" + llvm::join(All, ", ") + "};");
  const std::string Sources = sources(W.Sources, Base + "_sources");
  const std::string Loop = Known.fresh(Base + "_loop");
  line(
      "const struct { unsigned long site[2]; long trips, threads, unit, order; "
      "const long *values; unsigned long value_count; const void *sources; "
      "unsigned long source_count; const char *name; } " +
      Loop + " = {" + walkIdentity(W) + ", " + Trips + ", " + Value(W.Threads) +
      ", " + Way + ", " + Values + ", " + std::to_string(All.size() - 1) +
      ", " + Sources + ", " + std::to_string(W.Sources.size()) + ", \"" +
      W.Loop + "\"};");
  return Loop;
}

/// Sets \p Run to one of what was kept for \p Loop, made of \p W, null where
/// there is nothing that is right.
void CppStmt::find(const NotedWalk &W, const std::string &Run,
                   const std::string &Loop) {
  const std::string Step = Known.fresh("step");
  // Where rows lie, then what they hold, behind all else.
  FirstOfRows = stepsOfArrays(W) + 1;
  const size_t Steps = FirstOfRows - 1 + (rowsReadBy(W, Known).empty() ? 0 : 2);
  const bool IsTeam = Options.OpenMP && !constantValue(W.Threads);
  line(Run + " = lacuna_wave_find(&" + Loop + ");");
  open("if (" + Run + ")");
  line("for (int " + Step + " = " + (W.Sources.empty() ? "1" : "0") + "; " +
       Step + " <= " + std::to_string(Steps) + "; ++" + Step + ")");
  open("if (lacuna_wave_unknown(" + Run + ", " + Step + "))");
  if (IsTeam)
    line("#pragma omp parallel num_threads((int)" + Loop + ".threads)");
  line("lacuna_wave_compare(" + Run + ", " + Step +
       (IsTeam ? ", lacuna_thread_num(), lacuna_num_threads());" : ", 0, 1);"));
  close();
  line(Run + " = lacuna_wave_current(" + Run + ");");
  close();
}

void CppStmt::plan(const WavePlan &P) {
  const std::string Plan = Known.get(P.Name).str();
  const std::string Loop =
      walked(P, Plan, value(P.Trips, /*Converted=*/true, /*Tag=*/0),
             std::to_string(P.Unit) + ", " + std::to_string(int(P.Order)));
  Trace = Known.fresh(Plan + "_trace");
  Traced.clear();
  for (const std::string &Array : P.Traced)
    Traced.try_emplace(Array, Traced.size());
  MayLackRuntime = P.Order == WaveOrder::Auto;
  MayLackPlan = P.MayBeNone;
  if (!P.isForGpu())
    declareThreadQueries();
  declare(OfPlan, MayLackRuntime);
  if (MayLackRuntime)
    open("if (lacuna_wave_find)");
  if (MayLackPlan)
    open("if (" + Loop + ".threads > 1)");
  find(P, Plan, Loop);
  open("if (!" + Plan + ")");
  line("void *const " + Trace + " = lacuna_trace_begin(" + Loop + ".trips, " +
       std::to_string(P.Traced.size()) + ");");
  open("if (" + Trace + ")");
  IsTraceBegun = true;
  printBody(P.Walk);
  IsTraceBegun = false;
  line(Plan + " = lacuna_wave_plan(" + Trace + ", &" + Loop + ");");
  close();
  close();
  open("if (" + Plan + " && !lacuna_wave_pays(" + Plan + "))");
  line("lacuna_wave_end(" + Plan + ");");
  line(Plan + " = nullptr;");
  close();
  if (MayLackPlan)
    close();
  if (MayLackRuntime)
    close();
}

/// Where there is the runtime, takes the results of \p Kept from it, or finds
/// and keeps them; \p IsKnown is set then.
void CppStmt::recallOrNote(const KeptWalk &Kept, const std::string &IsKnown) {
  const std::string Run = Known.fresh("walk_run");
  const std::string Found = Known.fresh("walk_results");
  if (Options.OpenMP && !constantValue(Kept.Threads))
    declareThreadQueries();
  declare(OfKept, /*AreWeak=*/true);
  open("if (lacuna_walk_keep)");
  const std::string Loop =
      walked(Kept, "walk", "1", "0, " + OrderOfWalks.str());
  line("void *" + Run + " = nullptr;");
  find(Kept, Run, Loop);
  open("if (" + Run + ")");
  line("const long *const " + Found + " = lacuna_walk_results(" + Run + ");");
  open("if (" + Found + ")");
  for (size_t I = 0; I < Kept.Results.size(); ++I)
    line(Known.get(Kept.Results[I]) + " = " + Found + "[" + llvm::Twine(I) +
         "];");
  line(IsKnown + " = true;");
  close();
  line("lacuna_wave_end(" + Run + ");");
  orElse();
  Trace = Known.fresh("walk_trace");
  line("void *const " + Trace + " = lacuna_trace_begin(1, 0);");
  open("if (" + Trace + ")");
  printBody(Kept.Walk);
  std::vector<std::string> Values;
  for (const std::string &Name : Kept.Results)
    Values.push_back(Known.get(Name).str());
  line("const long " + Found + "[] = {" + llvm::join(Values, ", ") + "};");
  line("lacuna_walk_keep(" + Trace + ", &" + Loop + ", " + Found + ", " +
       llvm::Twine(Values.size()) + ");");
  line(IsKnown + " = true;");
  close();
  close();
  close();
}

void CppStmt::recall(const KeptWalk &Kept, const std::string &Otherwise) {
  std::string IsKnown;
  if (Kept.Walk) {
    IsKnown = Known.fresh("is_known");
    line("bool " + IsKnown + " = false;");
    recallOrNote(Kept, IsKnown);
    open("if (!" + IsKnown + ")");
  }
  if (Kept.Pays)
    open("if (" + value(Kept.Pays, /*Converted=*/true, /*Tag=*/0) + ")");
  if (Kept.Walk || Kept.Pays)
    printBody(Kept.Plain);
  else
    print(Kept.Plain);
  if (Kept.Pays) {
    orElse();
    line(Otherwise);
    close();
  }
  if (Kept.Walk)
    close();
}

/// Whoever leaves the scope, by whatever way, gives the run back.
std::string CppStmt::declareValues(const KeptArray &V, const Type &Elem) {
  const std::string Array = Known.get(V.Array).str();
  const std::string Run = Known.fresh(Array + "_run");
  declare({{"void", "lacuna_values_end", "void *"}}, /*AreWeak=*/false);
  line("void *" + Run +
       " __attribute__((cleanup(__lacuna_values_end_c))) = nullptr;");
  line("const " + Elem.spelling() + " *" + Array + " = nullptr;");
  return Run;
}

std::string CppStmt::values(const KeptArray &V, const Type &Elem,
                            const std::string &Run) {
  const std::string Array = Known.get(V.Array).str();
  const std::string Ty = Elem.spelling().str();
  if (Options.OpenMP && !constantValue(V.Threads))
    declareThreadQueries();
  declare(OfValues, /*AreWeak=*/false);
  const std::string Count =
      temporary(Array + "_count", prepare(V.Count, /*Tag=*/0), /*Tag=*/0);
  const std::string Loop = walked(V, Array, Count, "0, " + OrderOfValues.str());
  open("if (" + Count + " != 0)");
  find(V, Run, Loop);
  open("if (!" + Run + ")");
  Trace = Known.fresh(Array + "_trace");
  line("void *const " + Trace + " = lacuna_values_begin(&" + Loop +
       ", sizeof(" + Ty + "));");
  open("if (" + Trace + ")");
  // The one outside is read alone.
  line(Ty + " *const " + Array + " = (" + Ty + " *)lacuna_values_room(" +
       Trace + ");");
  printBody(V.Walk);
  line(Run + " = lacuna_values_keep(" + Trace + ", &" + Loop + ");");
  close();
  close();
  line(Array + " = (const " + Ty + " *)lacuna_values_of(" + Run + ");");
  close();
  return Count + " == 0 || " + Array;
}

void CppStmt::touch(const TouchStmt &S) {
  if (S.access() == TouchKind::Source)
    return source(S);
  const std::string Number = value(S.number(), /*Converted=*/true, S.tag());
  const std::string Index =
      ", (long)(" + value(S.index(), /*Converted=*/true, S.tag()) + ")";
  const std::string End =
      S.end() ? ", " + value(S.end(), /*Converted=*/true, S.tag()) : "";
  line((S.access() == TouchKind::Write ? "lacuna_trace_write"
                                       : "lacuna_trace_read") +
           std::string(S.end() ? "_some(" : "(") + Trace + ", " + Number +
           ", " + std::to_string(Traced.lookup(S.array())) + Index + End + ");",
       S.tag());
}

void CppStmt::source(const TouchStmt &S) { source(S, S.index(), "1"); }

/// \p Count elements from \p Index on, and the place of the row, if it is one;
/// that place alone if \p S has an end.
void CppStmt::source(const TouchStmt &S, const ExprRef &Index,
                     const std::string &Count) {
  auto Print = [&](const ExprRef &E) {
    return value(E, /*Converted=*/true, S.tag());
  };
  auto Note = [&](llvm::StringRef Function, size_t Step,
                  const std::string &Place, const std::string &Number) {
    line("lacuna_trace_" + Function + "(" + Trace + ", " +
             std::to_string(Step) + ", __builtin_addressof(" + Place + "), " +
             (Number == "1" ? "" : Number + " * ") + "sizeof(" + Place + "));",
         S.tag());
  };
  std::string Element = Known.elementAt(S.array(), Index, Print);
  // How many elements a container has is in the container.
  const llvm::StringRef Query = ".size()";
  if (llvm::StringRef(Element).ends_with(Query))
    Element.resize(Element.size() - Query.size());
  if (!Known.isRows(S.array()))
    return Note("pages", size_t(*constantValue(S.number())), Element, Count);
  Note("source", FirstOfRows,
       (Known.base(S.array()) + "[" + Print(rowOf(Index)) + "]").str(), "1");
  if (!S.end())
    Note("source", FirstOfRows + 1, Element, Count);
}

void CppStmt::touchAll(const ForStmt &S, const TouchLoop &L) {
  const std::string Var = Known.get(S.var()).str();
  const std::string First = temporary(Var + "_first", S.lo(), S.tag());
  const std::string Last = temporary(Var + "_last", S.hi(), S.tag());
  const std::string Count = "((long)" + Last + " - " + First + ")";
  const ExprRef Begin = lacuna::var(S.lo()->type(), First);
  auto AtBegin = [&](const ExprRef &Index) {
    return substitute(Index, {{S.var(), Begin}});
  };
  auto Print = [&](const ExprRef &E) {
    return value(E, /*Converted=*/true, S.tag());
  };
  open("if (" + First + " < " + Last + ")");
  for (const TouchStmt *Row : L.Sources)
    source(*Row, AtBegin(Row->index()), Count);
  if (L.Touch) {
    const Type &Ty = L.Index->type();
    const int Bytes = int(Ty.bits() / 8);
    const bool IsWrite = L.Touch->access() == TouchKind::Write;
    line(std::string("lacuna_trace_") + (IsWrite ? "write" : "read") +
             "_each(" + Trace + ", " + Print(L.Touch->number()) + ", " +
             std::to_string(Traced.lookup(L.Touch->array())) +
             ", __builtin_addressof(" +
             Known.elementAt(L.Index->array(), AtBegin(L.Index->index()),
                             Print) +
             "), " + Count + ", " +
             std::to_string(Ty.isSigned() ? -Bytes : Bytes) + ");",
         L.Touch->tag());
  }
  close();
  if (!L.Rest.empty())
    forLoop(ForStmt(S.var().str(), S.lo(), S.hi(), block(L.Rest), S.tags(),
                    S.tag()));
}

void CppStmt::waveLoop(const ForStmt &S) {
  const std::string Plan = Known.get(S.tags().Plan).str();
  const std::string Var = Known.get(S.var()).str();
  const std::string Wait = Known.fresh("lacuna_wait");
  const std::string Task = Known.fresh("lacuna_task");
  const std::string At = Known.fresh("task"), End = Known.fresh("task_end");
  const std::string For = Known.fresh("wait"), Done = Known.fresh("done");
  const std::string Spins = Known.fresh("spins"), Last = Known.fresh("last");
  const std::string Ty = S.type().spelling().str();
  const std::string First = temporary(Var + "_first", S.lo(), S.tag());
  line("struct " + Wait + " { int thread, count; };");
  line("struct " + Task + " { long first, last; const " + Wait +
       " *waits, *waits_end; int count, thread; };");
  declareThreadQueries();
  declare(OfLoop, MayLackRuntime);
  line("const " + Task + " *" + At + " = nullptr, *" + End + " = nullptr;");
  line("int *" + Done + " = nullptr;");
  const std::string Thread = "(int)" + Known.get(S.tags().Thread).str();
  const std::string Share = "lacuna_wave_share(" + Plan + ", " + Thread +
                            ", lacuna_num_threads(), &" + At + ", &" + End +
                            ", &" + Done + ");";
  if (MayLackPlan) {
    const std::string Whole = Known.fresh("whole");
    line("const " + Task + " " + Whole + " = {0, " +
             value(tripsBetween(S.lo(), S.hi()), /*Converted=*/true, S.tag()) +
             ", nullptr, nullptr, 0, 0};",
         S.tag());
    line("if (" + Plan + ")");
    line("  " + Share);
    line("else if (" + Thread + " == 0)");
    line("  " + End + " = (" + At + " = &" + Whole + ") + 1;");
  } else {
    line(Share);
  }
  open("for (; " + At + " != " + End + "; ++" + At + ")", S.tag());
  open("for (const " + Wait + " *" + For + " = " + At + "->waits; " + For +
       " != " + At + "->waits_end; ++" + For + ")");
  // Acquired, as what is released below.
  line("for (int " + Spins + " = 0; __atomic_load_n(" + Done + " + 16 * " +
       For + "->thread, 2) < " + For + "->count; " + Spins + " += " + Spins +
       " < 2000)");
  line("  lacuna_wave_pause(" + Spins + ");");
  close();
  line("const " + Ty + " " + Last + " = (" + Ty + ")(" + First + " + " + At +
           "->last);",
       S.tag());
  open("for (" + Ty + " " + Var + " = (" + Ty + ")(" + First + " + " + At +
           "->first); " + Var + " < " + Last + "; ++" + Var + ")",
       S.tag());
  printBody(S.body());
  close();
  line("if (" + At + "->count != 0)");
  line("  __atomic_store_n(" + Done + " + 16 * " + At + "->thread, " + At +
       "->count, 3);");
  close();
}

/// Gives back the runs of all plans in \p OfThread, what threads have done.
void CppStmt::endWaves(const StmtRef &OfThread) {
  walk(OfThread, [&](const Stmt &S) {
    auto *Wave = llvm::dyn_cast<ForStmt>(&S);
    if (!Wave || Wave->tags().Mode != ForMode::Wave)
      return true;
    declare({{"void", "lacuna_wave_end", "void *"}}, MayLackRuntime);
    line("lacuna_wave_end(" + Known.get(Wave->tags().Plan) + ");");
    return false;
  });
}
