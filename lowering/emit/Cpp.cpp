//===- Cpp.cpp - C++ text with OpenMP -------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays of run-time size. An allocation may fail, and then the user's loop has
// to run instead; nothing may have been stored by then. So arrays whose extent
// is not constant stand at the top of the program's body, behind lets only, and
// are allocated by a last guard: the guards' text declares the pointers, the
// body's text frees them. What a guard runs may have some, too: they live as
// long as its text, and it fails where there is no memory for them.
//
//===----------------------------------------------------------------------===//

#include "lacuna/emit/Cpp.h"
#include "ApartArrays.h"
#include "ApartRanges.h"
#include "HostCopies.h"
#include "Remembered.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/emit/Cuda.h"
#include "llvm/ADT/StringExtras.h"

using namespace lacuna;

namespace {

/// The arrays of run-time size at the top of statements, and the lets in front
/// of them.
struct ArraysOnTop {
  explicit ArraysOnTop(const StmtRef &S);

  std::vector<StmtRef> Lets;
  std::vector<const LocalArrayStmt *> Arrays;
};

/// Prints one program.
class Emitter {
public:
  Emitter(const LoopProgram &P, const CppOptions &Options)
      : P(P), OpenMP(Options.OpenMP), Module(Options.Module), Known(P),
        Exprs(Known, Options), Stmts(Known, Exprs, Options), OfBody(P.Body) {
    Stmts.setMutable(mutableNames());
  }

  EmittedCpp run();
  std::string function();

private:
  llvm::StringSet<> mutableNames() const;
  llvm::StringSet<> apartNames() const;
  bool remembered(const ProgramGuard &G, unsigned Number,
                  const std::string &Fail);
  const Type &typeOf(llvm::StringRef Array) const;
  void guard(const ProgramGuard &G, unsigned Number);
  void apart(llvm::ArrayRef<ProgramGuard> Guards, unsigned First);
  void allocate(const LocalArrayStmt &Array, unsigned Number);
  void allocate(const ArraysOnTop &Of, unsigned Number);
  void release(const ArraysOnTop &Of);
  void allocateForBody(unsigned Number);
  EmittedText takeText(llvm::StringRef When = "");
  EmittedText guards(std::vector<std::string> &Reasons);
  EmittedOutputs outputs(const ProgramOutputs &O);
  std::string parameter(const Operand &O, llvm::StringRef Code) const;

  const LoopProgram &P;
  const bool OpenMP;
  const llvm::StringRef Module;
  Names Known;
  CppExpr Exprs;
  CppStmt Stmts;
  const ArraysOnTop OfBody;
};

} // namespace

ArraysOnTop::ArraysOnTop(const StmtRef &S) {
  std::vector<StmtRef> Since; // the last array
  for (const StmtRef &Part : statementsOf(S)) {
    if (llvm::isa<LetStmt>(Part.get())) {
      Since.push_back(Part);
      continue;
    }
    auto *Array = llvm::dyn_cast<LocalArrayStmt>(Part.get());
    if (!Array)
      break;
    if (constantValue(Array->extent()))
      continue;
    Arrays.push_back(Array);
    llvm::append_range(Lets, Since);
    Since.clear();
  }
}

static llvm::StringSet<> namesOf(llvm::ArrayRef<ArraysOnTop> Parts) {
  llvm::StringSet<> Names;
  for (const ArraysOnTop &Of : Parts)
    for (const LocalArrayStmt *Array : Of.Arrays)
      Names.insert(Array->name());
  return Names;
}

llvm::StringSet<> Emitter::mutableNames() const {
  llvm::StringSet<> Result;
  auto Collect = [&](const Stmt &S) {
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(&S))
      if (!Assign->target().Index)
        Result.insert(Assign->target().Name);
    return true;
  };
  for (const ProgramGuard &G : P.Guards) {
    walk(G.Setup, Collect);
    if (G.Kept) {
      walk(G.Kept->Walk, Collect);
      walk(G.Kept->Plain, Collect);
      walk(G.Kept->Behind, Collect);
      Result.insert(G.Kept->Results.begin(), G.Kept->Results.end());
    }
    if (G.Plan)
      walk(G.Plan->Walk, Collect);
    if (G.Values)
      walk(G.Values->Walk, Collect);
  }
  walk(P.Body, Collect);
  if (P.Outputs)
    walk(P.Outputs->Scan, Collect);
  if (P.Profile) {
    walk(P.Profile->Traffic, Collect);
    walk(P.Profile->Rows, Collect);
  }
  return Result;
}

/// Operands that guards keep apart from all others, and what was allocated for
/// the program.
llvm::StringSet<> Emitter::apartNames() const {
  llvm::StringSet<> Result = apartArrays(P);
  for (const LocalArrayStmt *Array : OfBody.Arrays)
    Result.insert(Array->name());
  return Result;
}

//===-- guards ------------------------------------------------------------===//

/// The arrays at the top of all that \p G runs. A walk that notes what it reads
/// has those of the one that does not.
static std::vector<ArraysOnTop> arraysOf(const ProgramGuard &G) {
  std::vector<ArraysOnTop> All;
  llvm::StringSet<> Names;
  auto Add = [&](const StmtRef &Part) {
    ArraysOnTop Of(Part);
    llvm::erase_if(Of.Arrays, [&](const LocalArrayStmt *Array) {
      return !Names.insert(Array->name()).second;
    });
    if (!Of.Arrays.empty())
      All.push_back(std::move(Of));
  };
  Add(G.Setup);
  if (G.Kept) {
    Add(G.Kept->Plain);
    Add(G.Kept->Walk);
  }
  if (G.Plan)
    Add(G.Plan->Walk);
  if (G.Values)
    Add(G.Values->Walk);
  return All;
}

/// Whether what \p G computes of arrays that may be resident is taken from last
/// time, and else by \p G's code.
bool Emitter::remembered(const ProgramGuard &G, unsigned Number,
                         const std::string &Fail) {
  if (Module.empty() || !G.Setup || G.Plan || !arraysOf(G).empty())
    return false;
  const RememberedPlace Place{Module, Number + 1};
  if (!G.Kept)
    return printRemembered(G.Setup, Place, P, Known, Exprs, Stmts);
  std::vector<StmtRef> Code = statementsOf(G.Setup);
  llvm::append_range(Code, statementsOf(G.Kept->Plain));
  return printRemembered(block(std::move(Code)), Place, P, Known, Exprs, Stmts,
                         [&] { Stmts.recall(*G.Kept, Fail); });
}

/// The type of elements of \p Array.
const Type &Emitter::typeOf(llvm::StringRef Array) const {
  return llvm::find_if(P.Operands,
                       [&](const Operand &O) { return O.Name == Array; })
      ->Ty;
}

void Emitter::guard(const ProgramGuard &G, unsigned Number) {
  const std::string Plan = G.Plan ? Known.get(G.Plan->Name).str() : "";
  // The program reads it, too.
  if (G.Plan)
    Stmts.line("void *" + Plan + " = nullptr;");
  const Type *const Elem = G.Values ? &typeOf(G.Values->Array) : nullptr;
  const std::string Run =
      G.Values ? Stmts.declareValues(*G.Values, *Elem) : std::string();
  // Where there is no GPU, the run that follows says so.
  const bool IsForGpu = G.Plan && G.Plan->isForGpu();
  Stmts.open("if (lacuna_guard == 0" +
             (IsForGpu ? (" && " + RuntimePrefix + "may_begin()").str()
                       : std::string()) +
             ")");
  const std::vector<ArraysOnTop> Scratch = arraysOf(G);
  for (const ArraysOnTop &Of : Scratch)
    allocate(Of, Number);
  Stmts.setAllocated(namesOf(Scratch));
  if (!Scratch.empty())
    Stmts.open("if (lacuna_guard == 0)");
  if ((G.Kept || G.Plan) && !Module.empty())
    printAcquires(readByHost(P).BehindGuards, (Module + ".Where").str(), Known,
                  Exprs, Stmts);
  const std::string Fail = "lacuna_guard = " + std::to_string(Number + 1) + ";";
  const bool MayNotPay = G.Kept && G.Kept->Pays;
  if (!remembered(G, Number, Fail)) {
    if (G.Setup)
      Stmts.printBody(G.Setup);
    if (G.Kept)
      Stmts.recall(*G.Kept, Fail);
  }
  if (G.Plan)
    Stmts.plan(*G.Plan);
  const std::string Found =
      G.Values ? Stmts.values(*G.Values, *Elem, Run) : Plan;
  if (MayNotPay)
    Stmts.open("if (lacuna_guard == 0)");
  if (G.Kept && G.Kept->Behind)
    Stmts.printBody(G.Kept->Behind);
  std::string Holds =
      G.Holds ? Stmts.value(G.Holds, /*Converted=*/true, /*Tag=*/0) : Found;
  if (!G.Disjoint.empty())
    Holds += (Holds.empty() ? "" : " && ") +
             ApartRanges(Known, Exprs, Stmts).apart(G.Disjoint);
  if (!G.Plan || !G.Plan->MayBeNone) {
    Stmts.line("if (!(" + llvm::Twine(Holds) + "))");
    Stmts.line("  lacuna_guard = " + llvm::Twine(Number) + ";");
  }
  if (MayNotPay)
    Stmts.close();
  if (!Scratch.empty())
    Stmts.close();
  for (const ArraysOnTop &Of : llvm::reverse(Scratch))
    release(Of);
  Stmts.close();
}

/// Whether \p G only compares ranges: it may be evaluated where the guard in
/// front of it has failed if that is one of these, too.
static bool comparesOnly(const ProgramGuard &G) {
  return !G.Setup && !G.Holds && !G.Kept && !G.Plan && !G.Values &&
         !G.Disjoint.empty();
}

/// \p Guards, of which the first has number \p First, in one block.
void Emitter::apart(llvm::ArrayRef<ProgramGuard> Guards, unsigned First) {
  Stmts.open("if (lacuna_guard == 0)");
  ApartRanges Ranges(Known, Exprs, Stmts);
  std::vector<std::string> All;
  std::string Failed = std::to_string(First + Guards.size() - 1);
  for (const ProgramGuard &G : Guards) {
    const std::string Value = Ranges.apart(G.Disjoint);
    All.push_back(Known.fresh("are_apart"));
    Stmts.line("const bool " + All.back() + " = " + Value + ";");
  }
  for (size_t N = Guards.size() - 1; N-- > 0;)
    Failed = "!" + All[N] + " ? " + std::to_string(First + N) + " : " + Failed;
  Stmts.line("if (!(" + llvm::join(All, " & ") + "))");
  Stmts.line("  lacuna_guard = " + Failed + ";");
  Stmts.close();
}

/// Guard \p Number fails where there is no memory for \p Array.
void Emitter::allocate(const LocalArrayStmt &Array, unsigned Number) {
  llvm::StringRef Name = Known.get(Array.name());
  ExprRef Extent = binary(BinaryOp::Max, Array.extent(), i64(1));
  std::string Count = Stmts.value(Extent, /*Converted=*/false, /*Tag=*/0);
  Stmts.line("decltype(sizeof 0) " + Name + "_bytes;");
  Stmts.line("if (!__builtin_mul_overflow(" + llvm::Twine(Count) + ", sizeof(" +
             Array.elem().spelling() + "), &" + Name + "_bytes))");
  Stmts.line("  " + Name + " = (" + Array.elem().spelling() +
             " *)__builtin_malloc(" + Name + "_bytes);");
  Stmts.line("if (!" + Name + ")");
  Stmts.line("  lacuna_guard = " + llvm::Twine(Number) + ";");
}

void Emitter::allocate(const ArraysOnTop &Of, unsigned Number) {
  for (const LocalArrayStmt *Array : Of.Arrays)
    Stmts.line(Array->elem().spelling() + " *" + Known.get(Array->name()) +
               " = nullptr;");
  Stmts.open("if (lacuna_guard == 0)");
  for (const StmtRef &Let : Of.Lets)
    Stmts.print(Let);
  for (const LocalArrayStmt *Array : Of.Arrays)
    allocate(*Array, Number);
  Stmts.close();
}

void Emitter::release(const ArraysOnTop &Of) {
  for (const LocalArrayStmt *Array : llvm::reverse(Of.Arrays))
    Stmts.line("__builtin_free(" + Known.get(Array->name()) + ");");
}

void Emitter::allocateForBody(unsigned Number) {
  allocate(OfBody, Number);
  Stmts.open("if (lacuna_guard != 0)");
  release(OfBody);
  Stmts.close();
}

//===-- the whole ---------------------------------------------------------===//

/// Whether errno is to be behind \p Body what its iterations leave.
static bool keepsErrno(const StmtRef &Body) {
  return anyOf(Body, [](const Stmt &S) {
    auto *Var = llvm::dyn_cast<VarStmt>(&S);
    auto *Call = Var && Var->init()
                     ? llvm::dyn_cast<CallExpr>(Var->init().get())
                     : nullptr;
    return Call && Call->callee() == "exchange_errno";
  });
}

/// The text printed so far, behind the declarations that it needs; \p When is
/// asked before OpenMP is.
EmittedText Emitter::takeText(llvm::StringRef When) {
  EmittedText Text = Stmts.take();
  // No header is needed.
  auto Query = [&](llvm::StringRef Name, llvm::StringRef Symbol,
                   llvm::StringRef Type = "int") {
    return Stmts.outer({Type, Name, "void"}, Symbol, /*IsWeak=*/false) + "\n";
  };
  const bool AsksForTeam = Exprs.takeAsksForTeam(),
             AsksForErrno = Exprs.takeAsksForErrno();
  // OpenMP sets errno when it is asked for the first time.
  const bool KeepsErrno = AsksForTeam && keepsErrno(P.Body);
  std::vector<std::string> Lines;
  if (AsksForErrno || KeepsErrno)
    Lines.push_back(Query("lacuna_errno", "__errno_location", "int *"));
  if (KeepsErrno)
    Lines.emplace_back("const int lacuna_errno_was = *lacuna_errno();\n");
  if (AsksForTeam)
    // Where no further team may form, a parallel region is one thread.
    llvm::append_range(
        Lines,
        std::vector<std::string>{
            Query("lacuna_max_threads", "omp_get_max_threads"),
            Query("lacuna_active_level", "omp_get_active_level"),
            Query("lacuna_max_active_levels", "omp_get_max_active_levels"),
            ("const bool lacuna_has_team = " + When +
             "lacuna_active_level() < lacuna_max_active_levels();\n")
                .str()});
  if (KeepsErrno)
    Lines.emplace_back("*lacuna_errno() = lacuna_errno_was;\n");
  Text.Text.insert(0, llvm::join(Lines, ""));
  Text.LineTags.insert(Text.LineTags.begin(), Lines.size(), 0);
  return Text;
}

/// All guards. The team is asked for behind those that do without it, which is
/// most of the time that a small loop takes.
EmittedText Emitter::guards(std::vector<std::string> &Reasons) {
  EmittedText All;
  for (const Operand &O : P.Operands)
    if (!O.ReachOf.empty())
      Stmts.line(O.Ty.spelling() + " " + Known.get(O.Name) + " = 0;");
  bool HasTeam = false;
  auto Append = [&] {
    if (HasTeam)
      Exprs.takeAsksForTeam();
    HasTeam |= Exprs.asksForTeam();
    const EmittedText Part = takeText("lacuna_guard == 0 && ");
    All.Text += Part.Text;
    llvm::append_range(All.LineTags, Part.LineTags);
  };
  for (llvm::ArrayRef<ProgramGuard> Rest = P.Guards; !Rest.empty();) {
    const auto Alike = Rest.take_while(comparesOnly);
    if (Alike.size() > 1) {
      const unsigned First = Reasons.size() + 1;
      for (const ProgramGuard &G : Alike)
        Reasons.push_back(G.Reason);
      apart(Alike, First);
      Append();
      Rest = Rest.drop_front(Alike.size());
      continue;
    }
    const ProgramGuard &G = Rest.front();
    Rest = Rest.drop_front();
    // Without threads there is nothing to be planned for them.
    if (G.Plan && !OpenMP && !G.Plan->isForGpu())
      continue;
    Reasons.push_back(G.Reason);
    guard(G, Reasons.size());
    if (G.Kept && G.Kept->Pays)
      Reasons.push_back(G.Kept->WhyNot);
    Append();
  }
  if (!OfBody.Arrays.empty()) {
    Reasons.push_back("there is no memory for partial results");
    allocateForBody(Reasons.size());
    Append();
  }
  return All;
}

EmittedOutputs Emitter::outputs(const ProgramOutputs &O) {
  EmittedOutputs Result;
  auto Value = [&](const ExprRef &E) {
    return E ? Stmts.value(E, /*Converted=*/true, /*Tag=*/0) : std::string();
  };
  if (O.Scan) {
    Stmts.printBody(O.Scan);
    Stmts.freeOwn();
  }
  for (const ArrayRange &S : O.Ranges) {
    const Operand *Array = &*llvm::find_if(
        P.Operands, [&](const Operand &O) { return O.Name == S.Array; });
    Result.Ranges.push_back({Array, Value(S.Lo), Value(S.Hi)});
  }
  if (O.Reassociated) {
    Result.Terms = Value(O.Reassociated->Terms);
    Result.Magnitude = Value(O.Reassociated->Magnitude);
    Result.CoarsestBits = O.Reassociated->Coarsest.bits();
  }
  Result.Scan = takeText();
  return Result;
}

EmittedCpp Emitter::run() {
  EmittedCpp Result;
  Result.Guards = guards(Result.Reasons);
  Stmts.beginPiece();
  Stmts.setAllocated(namesOf(OfBody));
  Stmts.setArrays(sharedValues(P), apartNames());
  Stmts.printBody(P.Body);
  if (streams(P.Body))
    Stmts.fence();
  release(OfBody);
  Result.Body = takeText();
  Stmts.setAllocated({});
  Stmts.beginPiece();
  if (P.Outputs)
    Result.Outputs = outputs(*P.Outputs);
  Stmts.beginPiece();
  if (P.Profile && P.Profile->Traffic) {
    Stmts.printBody(P.Profile->Traffic);
    Result.Traffic = takeText();
  }
  Stmts.beginPiece();
  if (P.Profile && P.Profile->Rows) {
    Stmts.printBody(P.Profile->Rows);
    Result.Rows = takeText();
  }
  Result.Outer = Stmts.takeOuter();
  return Result;
}

EmittedCpp lacuna::emitCpp(const LoopProgram &P, const CppOptions &Options) {
  return Emitter(P, Options).run();
}

EmittedText lacuna::emitSetup(std::vector<Operand> Operands,
                              const std::string &Name, const StmtRef &S,
                              const Type &Ty) {
  LoopProgram P;
  P.Operands = std::move(Operands);
  Operand IsSet{Name,
                OperandKind::LiveOut,
                Ty,
                /*Written=*/true,
                /*Scratch=*/false,
                /*Extent=*/nullptr};
  P.Operands.push_back(std::move(IsSet));
  P.Body = S;
  return emitCpp(P, {/*OpenMP=*/false}).Body;
}

//===-- a function of its own ---------------------------------------------===//

static bool mentions(llvm::StringRef Code, llvm::StringRef Word) {
  auto IsWordChar = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (size_t At = Code.find(Word); At != llvm::StringRef::npos;
       At = Code.find(Word, At + 1)) {
    size_t End = At + Word.size();
    if ((At == 0 || !IsWordChar(Code[At - 1])) &&
        (End == Code.size() || !IsWordChar(Code[End])))
      return true;
  }
  return false;
}

/// The parameter for \p O, without a name where \p Code does not use it.
std::string Emitter::parameter(const Operand &O, llvm::StringRef Code) const {
  llvm::StringRef Variable = Known.base(O.Name);
  std::string Name = mentions(Code, Variable) ? Variable.str() : "";
  if (!O.Grows.empty())
    return "auto *const " + cppName(O.Grows) + ", auto *" + Name;
  if (!O.Records.empty()) {
    bool Written = llvm::any_of(P.Operands, [&](const Operand &Other) {
      return Other.Records == O.Records && Other.Written;
    });
    return (Written ? "auto *const " : "const auto *const ") + Name;
  }
  std::string Ty = O.Ty.spelling().str();
  switch (O.Kind) {
  case OperandKind::Scalar:
    return "const " + Ty + (Name.empty() ? "" : " ") + Name;
  case OperandKind::Array:
    return (O.Written ? "" : "const ") + Ty + " *const" +
           (Name.empty() ? "" : " ") + Name;
  case OperandKind::LiveOut:
    return Ty + " &" + Name;
  }
  llvm_unreachable("unknown kind of operand");
}

static std::string indented(llvm::StringRef Text, llvm::StringRef By) {
  std::string Result;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Result += (By + Line + "\n").str();
    Text = Rest;
  }
  return Result;
}

std::string Emitter::function() {
  EmittedCpp Code = run();
  std::string All = Code.Guards.Text + Code.Body.Text, Parameters;
  llvm::StringSet<> Records;
  for (const Operand &O : P.Operands)
    if (O.ReachOf.empty() && O.ValuesOf.empty() &&
        (O.Records.empty() || Records.insert(O.Records).second))
      Parameters += (Parameters.empty() ? "" : ", ") + parameter(O, All);
  std::string S;
  for (const OuterFunction &F : Code.Outer)
    S += F.Declaration + "\n";
  S += "int " + cppName(P.Name) + "(" + Parameters + ") {\n";
  S += "  int lacuna_guard = 0;\n";
  S += indented(Code.Guards.Text, "  ");
  S += "  if (lacuna_guard == 0) {\n";
  S += indented(Code.Body.Text, "    ");
  S += "  }\n  return lacuna_guard;\n}\n";
  return S;
}

std::string lacuna::emitCppFunction(const LoopProgram &P,
                                    const CppOptions &Options) {
  return Emitter(P, Options).function();
}
