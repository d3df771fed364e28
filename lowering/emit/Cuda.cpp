//===- Cuda.cpp - CUDA C++ text -------------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel gets what its loop over blocks uses: arrays of operands as pointers,
// scalars and what was computed in front of the loop by value. Several run one
// after the other.
//
//===----------------------------------------------------------------------===//

#include "lacuna/emit/Cuda.h"
#include "HostCopies.h"
#include "KernelStmt.h"
#include "Remembered.h"
#include "StreamedLoads.h"
#include "lacuna/analysis/loops/KernelShape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

static constexpr CppOptions InKernel = {/*OpenMP=*/false, /*IsKernel=*/true};

namespace {

/// A value that a kernel gets.
struct Parameter {
  std::string Name;
  Type Ty;
  bool IsArray, IsWritten;
  bool IsScratch = false; ///< an array of the program's own
};

/// One loop over blocks.
struct Kernel {
  const ForStmt *Loop;
  std::string Name;
  std::string Number; ///< "" for the only one of a program
  std::vector<Parameter> Parameters;
};

/// What expressions are printed with.
struct Printers {
  explicit Printers(const LoopProgram &P)
      : Known(P), Exprs(Known, SerialCode), KernelExprs(Known, InKernel) {}
  Names Known;
  CppExpr Exprs, KernelExprs;
};

/// Kernels that run one after the other.
class KernelSequence {
public:
  /// Of \p Body; the first kernel has number \p First, 0 if it is the only one.
  KernelSequence(const LoopProgram &P, Printers &With, const StmtRef &Body,
                 size_t First);

  size_t size() const { return Kernels.size(); }
  std::string device();
  /// Runs them in the region `lacuna_run` and ends that.
  void run(CppStmt &Out);
  void declareResults(CppStmt &Out);
  Statements behind() const;

private:
  void split(const StmtRef &S);
  void findParameters(Kernel &K);
  std::string text(const Kernel &K);
  void bindArrays(CppStmt &Out);
  void bindScratch(const LocalArrayStmt &Array, CppStmt &Out);
  bool isResult(const LocalArrayStmt &Array) const;
  const Kernel *derivationOf(const LocalArrayStmt &Array) const;
  std::string bytesOf(const LocalArrayStmt &Array);
  std::string sliceArgs(llvm::StringRef Array);
  void launch(const Kernel &K, CppStmt &Out);
  void launchLevels(const Kernel &K, const std::string &Args, CppStmt &Out);
  void derive(const Kernel &K, const LocalArrayStmt &Array,
              const std::string &Launch, CppStmt &Out);

  const LoopProgram &P;
  Names &Known;
  CppExpr &Exprs, &KernelExprs;
  /// What is computed for the kernels, and what stands behind them.
  Statements Before, After;
  /// Arrays in the device's memory that kernels leave something for each other
  /// in.
  std::vector<const LocalArrayStmt *> Scratch;
  std::vector<Kernel> Kernels;
};

/// Prints one program, of one version or several.
class CudaEmitter {
public:
  explicit CudaEmitter(const LoopProgram &P) : P(P), With(P) {
    collect(P.Body);
  }

  std::string device();
  EmittedCpp host(llvm::StringRef Module);

private:
  void collect(const StmtRef &S);
  void choose(const StmtRef &S, llvm::StringRef Module, CppStmt &Out);
  LoopProgram rest() const;
  EmittedText runKernels(llvm::StringRef Module, unsigned Reason);

  const LoopProgram &P;
  Printers With;
  /// Those of the versions, in the order in which they stand in the program.
  std::vector<KernelSequence> Versions;
  size_t Next = 0; ///< the one that is printed next
};

} // namespace

/// Blocks around the kernels hold them and declarations.
void KernelSequence::split(const StmtRef &S) {
  for (const StmtRef &Part : statementsOf(S)) {
    if (isKernel(*Part))
      Kernels.push_back({llvm::cast<ForStmt>(Part.get()), "", "", {}});
    else if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(Part.get()))
      Scratch.push_back(Array);
    else if (llvm::isa<BlockStmt>(Part.get()))
      split(Part);
    else if (Kernels.empty() || llvm::isa<LetStmt>(Part.get()))
      Before.push_back(Part);
    else
      After.push_back(Part);
  }
}

KernelSequence::KernelSequence(const LoopProgram &P, Printers &With,
                               const StmtRef &Body, size_t First)
    : P(P), Known(With.Known), Exprs(With.Exprs),
      KernelExprs(With.KernelExprs) {
  split(Body);
  for (Kernel &K : Kernels) {
    if (First != 0 || Kernels.size() > 1)
      K.Number = std::to_string(First + (First == 0) + (&K - Kernels.data()));
    K.Name =
        cppName(P.Name) + "_kernel" + (K.Number.empty() ? "" : "_") + K.Number;
    findParameters(K);
  }
}

void KernelSequence::findParameters(Kernel &K) {
  llvm::StringSet<> Used;
  walk(K.Loop->body(), [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        if (auto *Var = llvm::dyn_cast<VarExpr>(&Part))
          Used.insert(Var->name());
        else if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part))
          Used.insert(Load->array());
      });
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(&S))
      Used.insert(Assign->target().Name);
    return true;
  });
  for (const auto &Name : freeVars(K.Loop->lo()))
    Used.insert(Name.getKey());
  for (const Operand &O : P.Operands)
    if (Used.contains(O.Name))
      K.Parameters.push_back({O.Name, O.Ty, O.Kind == OperandKind::Array,
                              O.Written && assigns(P.Body, O.Name)});
  for (const StmtRef &S : Before) {
    auto *Let = llvm::dyn_cast<LetStmt>(S.get());
    auto *Var = llvm::dyn_cast<VarStmt>(S.get());
    if (Let && Used.contains(Let->name()))
      K.Parameters.push_back({Let->name().str(), Let->type(), false, false});
    else if (Var && Used.contains(Var->name()))
      K.Parameters.push_back({Var->name().str(), Var->type(), false, false});
  }
  for (const LocalArrayStmt *Array : Scratch)
    if (Used.contains(Array->name()))
      K.Parameters.push_back({Array->name().str(), Array->elem(), true,
                              assigns(K.Loop->body(), Array->name()), true});
}

//===-- the device's half -------------------------------------------------===//

static bool isOfLevels(const Kernel &K) {
  return K.Loop->tags().Mode == ForMode::GpuLevels;
}

/// What kernels of levels get besides: the plan, of which element l says where
/// in it the iterations of level l stand, and which levels to run.
static constexpr llvm::StringLiteral LevelParameters =
    "const int *__restrict__ const lacuna_order, const long lacuna_from, "
    "const long lacuna_to";

std::string KernelSequence::text(const Kernel &K) {
  llvm::StringSet<> Arrays, Unwritten;
  std::string List;
  for (const Parameter &Of : K.Parameters) {
    std::string Ty = Of.Ty.spelling().str();
    std::string Name =
        (Of.IsArray ? Known.base(Of.Name) : Known.get(Of.Name)).str();
    List += List.empty() ? "" : ", ";
    if (Of.IsArray) {
      Arrays.insert(Of.Name);
      if (!Of.IsWritten && !Of.Ty.isBool())
        Unwritten.insert(Of.Name);
      // What another thread stores is seen behind a barrier, so that only
      // arrays that nobody writes are promised to be reached by one pointer.
      List += Of.IsWritten ? Ty + " *const " + Name
                           : "const " + Ty + " *__restrict__ const " + Name;
    } else {
      List += "const " + Ty + " " + Name;
    }
  }
  if (isOfLevels(K))
    List += (List.empty() ? "" : ", ") + LevelParameters.str();
  KernelExprs.setStreamed(streamedLoads(*K.Loop, Unwritten));
  KernelStmt Body(Known, KernelExprs, InKernel, *K.Loop, std::move(Arrays));
  Body.open("extern \"C\" __global__ void __launch_bounds__(" +
            llvm::Twine(blockThreadsOf(*K.Loop)) + ") " + K.Name + "(" + List +
            ")");
  if (isOfLevels(K)) {
    Body.levels();
    Body.close();
    return Body.take().Text;
  }
  Body.declareShared();
  const std::string Ty = K.Loop->type().spelling().str();
  std::string Index = "(long)blockIdx.x";
  if (constantValue(K.Loop->lo()) != 0)
    Index =
        Body.value(K.Loop->lo(), /*Converted=*/true, /*Tag=*/0) + " + " + Index;
  Body.line("const " + Ty + " " + Known.get(K.Loop->var()) + " = (" + Ty +
            ")(" + Index + ");");
  Body.printBody(K.Loop->body());
  Body.close();
  return Body.take().Text;
}

std::string KernelSequence::device() {
  std::string Text;
  for (const Kernel &K : Kernels)
    Text += text(K);
  return Text;
}

//===-- the host's half ---------------------------------------------------===//

static std::string callOf(llvm::StringRef Function, const llvm::Twine &Args) {
  return (RuntimePrefix + Function + "(" + Args + ")").str();
}

/// An operand and its slice, in bytes.
std::string KernelSequence::sliceArgs(llvm::StringRef Array) {
  const ArrayRange &S =
      *llvm::find_if(P.Transfers->Ranges,
                     [&](const ArrayRange &S) { return S.Array == Array; });
  std::string Base = Known.base(Array).str();
  auto Offset = [&](const ExprRef &Element) {
    return ", " + Exprs.printFactor(Element) + " * (long)sizeof(*" + Base + ")";
  };
  return Base + Offset(S.Lo) + Offset(S.Hi);
}

std::string KernelSequence::bytesOf(const LocalArrayStmt &Array) {
  return "(unsigned long)" + Exprs.printAtom(Array.extent()) + " * sizeof(" +
         Array.elem().spelling().str() + ")";
}

/// The kernel that computes all of \p Array from one array that is only read
/// and from numbers; null if there is none. It need not run again as long as
/// these are the same.
const Kernel *KernelSequence::derivationOf(const LocalArrayStmt &Array) const {
  if (Array.init()) // which what kernels add up starts with
    return nullptr;
  const Kernel *Found = nullptr;
  for (const Kernel &K : Kernels) {
    if (!assigns(K.Loop->body(), Array.name()))
      continue;
    unsigned Inputs = 0, Outputs = 0;
    for (const Parameter &Of : K.Parameters) {
      const bool IsInput = Of.IsArray && !Of.IsWritten;
      if ((!Of.IsArray && !Of.Ty.isInteger()) || (IsInput && Of.IsScratch))
        return nullptr;
      Outputs += Of.IsArray && Of.IsWritten;
      Inputs += IsInput;
    }
    if (Found || Inputs != 1 || Outputs != 1)
      return nullptr;
    Found = &K;
  }
  return Found;
}

/// Declares the device's pointers.
void KernelSequence::bindArrays(CppStmt &Out) {
  constexpr int In = 1, InOut = 3; // of lacuna/rt.h
  llvm::StringSet<> Bound;
  for (const Kernel &K : Kernels)
    for (const Parameter &Of : K.Parameters) {
      if (!Of.IsArray || Of.IsScratch || !Bound.insert(Of.Name).second)
        continue;
      std::string Device = "lacuna_" + Known.base(Of.Name).str();
      Out.line("void *" + Device + ";");
      Out.line(callOf("buffer", "lacuna_run, " + sliceArgs(Of.Name) + ", " +
                                    llvm::Twine(Of.IsWritten ? InOut : In) +
                                    ", &" + Device) +
               ";");
    }
  for (const LocalArrayStmt *Array : Scratch)
    bindScratch(*Array, Out);
}

/// What is derived is named when it is launched.
void KernelSequence::bindScratch(const LocalArrayStmt &Array, CppStmt &Out) {
  constexpr int OutOnly = 2, Zero = 4; // of lacuna/rt.h
  std::string Base = Known.base(Array.name()).str(), Device = "lacuna_" + Base;
  Out.line("void *" + Device + ";");
  const bool IsResult = isResult(Array);
  if (IsResult || !derivationOf(Array))
    Out.line(callOf("buffer", "lacuna_run, " + (IsResult ? Base : "nullptr") +
                                  ", 0, " + bytesOf(Array) + ", " +
                                  llvm::Twine(IsResult       ? OutOnly
                                              : Array.init() ? Zero
                                                             : 0) +
                                  ", &" + Device) +
             ";");
}

/// Whether what stands behind the kernels reads \p Array.
bool KernelSequence::isResult(const LocalArrayStmt &Array) const {
  return llvm::any_of(
      After, [&](const StmtRef &S) { return accesses(S, Array.name()) != 0; });
}

void KernelSequence::launch(const Kernel &K, CppStmt &Out) {
  std::string List;
  for (const Parameter &Of : K.Parameters) {
    std::string Name =
        (Of.IsArray ? Known.base(Of.Name) : Known.get(Of.Name)).str();
    List += (List.empty() ? "" : ", ") + std::string("(void *)&") +
            (Of.IsArray ? "lacuna_" : "") + Name;
  }
  if (isOfLevels(K))
    return launchLevels(K, List, Out);
  ExprRef Blocks = binary(BinaryOp::Max,
                          binary(BinaryOp::Sub, cast(Type::i64(), K.Loop->hi()),
                                 cast(Type::i64(), K.Loop->lo())),
                          i64(0));
  std::string Count = Out.value(Blocks, /*Converted=*/false, K.Loop->tag());
  const std::string Args = "lacuna_args" + K.Number,
                    Grid = "lacuna_grid" + K.Number,
                    Size = "lacuna_block" + K.Number;
  Out.line("void *const " + Args + "[] = {" + List + "};");
  Out.line("const unsigned long " + Grid + "[] = {(unsigned long)(" + Count +
           "), 1, 1};");
  Out.line("const unsigned " + Size + "[] = {" +
           llvm::Twine(blockThreadsOf(*K.Loop)) + ", 1, 1};");
  std::string Shared = "0";
  if (ExprRef Bytes = sizedSharedBytes(K.Loop->body()); !constantValue(Bytes))
    Shared = "(unsigned)(" +
             Out.value(Bytes, /*Converted=*/true, K.Loop->tag()) + ")";
  const std::string Launch =
      "\"" + K.Name + "\", " + Grid + ", " + Size + ", " + Shared + ", " + Args;
  for (const LocalArrayStmt *Array : Scratch)
    if (!isResult(*Array) && derivationOf(*Array) == &K)
      return derive(K, *Array, Launch, Out);
  Out.line(callOf("launch", "lacuna_run, " + Launch) + ";");
}

/// One launch for each level of the plan, or for several that are small. The
/// runtime sets what is behind \p Args.
void KernelSequence::launchLevels(const Kernel &K, const std::string &Args,
                                  CppStmt &Out) {
  const std::string List = "lacuna_args" + K.Number,
                    Order = "lacuna_order" + K.Number,
                    Levels = "lacuna_levels" + K.Number;
  Out.line("void *" + Order + ";");
  Out.line("long " + Levels + "[2];");
  Out.line("void *const " + List + "[] = {" + Args +
           (Args.empty() ? "" : ", ") + "(void *)&" + Order + ", (void *)&" +
           Levels + "[0], (void *)&" + Levels + "[1]};");
  Out.line(callOf("wave_launch",
                  Known.get(K.Loop->tags().Plan) + ", lacuna_run, \"" + K.Name +
                      "\", " + llvm::Twine(blockThreadsOf(*K.Loop)) + ", " +
                      List + ", &" + Order + ", " + Levels) +
           ";");
}

/// Launches \p K unless what it would compute is there still.
void KernelSequence::derive(const Kernel &K, const LocalArrayStmt &Array,
                            const std::string &Launch, CppStmt &Out) {
  const std::string Key = "lacuna_key_" + Known.base(Array.name()).str();
  std::string Numbers, From;
  for (const Parameter &Of : K.Parameters) {
    if (!Of.IsArray)
      Numbers += (Numbers.empty() ? "" : ", ") + std::string("(long)") +
                 Known.get(Of.Name).str();
    else if (!Of.IsWritten)
      From = Of.Name;
  }
  Out.line("const long " + Key + "[] = {" + Numbers + "};");
  Out.line(callOf("derive", "lacuna_run, " + sliceArgs(From) + ", " + Key +
                                ", sizeof " + Key + ", " + bytesOf(Array) +
                                ", &lacuna_" + Known.base(Array.name()) + ", " +
                                Launch) +
           ";");
}

void KernelSequence::declareResults(CppStmt &Out) {
  for (const LocalArrayStmt *Array : Scratch)
    if (isResult(*Array))
      Out.line(Array->elem().spelling() + " " + Known.get(Array->name()) + "[" +
               Exprs.printAtom(Array->extent()) + "];");
}

void KernelSequence::run(CppStmt &Out) {
  for (const StmtRef &S : Before)
    Out.print(S);
  bindArrays(Out);
  for (const Kernel &K : Kernels)
    launch(K, Out);
  Out.line("lacuna_failed = " + callOf("end", "lacuna_run") + ";");
}

/// What stands behind the kernels, and what that may need.
Statements KernelSequence::behind() const {
  Statements Body;
  if (!After.empty())
    Body = Before;
  Body.insert(Body.end(), After.begin(), After.end());
  return Body;
}

//===-- the whole ---------------------------------------------------------===//

/// The statement that chooses between versions, if \p S ends with one. What
/// stands in front of it is appended to \p Tests.
static const IfStmt *choiceIn(const StmtRef &S, Statements &Tests) {
  for (const StmtRef &Part : statementsOf(S)) {
    auto *If = llvm::dyn_cast<IfStmt>(Part.get());
    if (If && holdsKernel(Part))
      return If;
    if (llvm::isa<BlockStmt>(Part.get()) && holdsKernel(Part))
      return choiceIn(Part, Tests);
    Tests.push_back(Part);
  }
  return nullptr;
}

void CudaEmitter::collect(const StmtRef &S) {
  Statements Tests;
  if (const IfStmt *Choice = choiceIn(S, Tests)) {
    collect(Choice->thenBody());
    return collect(Choice->elseBody());
  }
  size_t Number = 0;
  for (const KernelSequence &Other : Versions)
    Number += Other.size();
  Versions.emplace_back(P, With, S,
                        Versions.empty() && S == P.Body ? 0 : Number + 1);
}

std::string CudaEmitter::device() {
  std::string Text;
  for (KernelSequence &V : Versions)
    Text += V.device();
  return Text;
}

/// Runs the version that \p S chooses. The guards have the numbers from 1 on.
void CudaEmitter::choose(const StmtRef &S, llvm::StringRef Module,
                         CppStmt &Out) {
  Statements Tests;
  const IfStmt *Choice = choiceIn(S, Tests);
  if (!Choice)
    return Versions[Next++].run(Out);
  const StmtRef Test = block(std::move(Tests));
  const RememberedPlace Place{Module, unsigned(1 + P.Guards.size() + Next)};
  if (!printRemembered(Test, Place, P, With.Known, With.Exprs, Out))
    Out.printBody(Test);
  Out.open("if (" + With.Exprs.print(Choice->cond()) + ")", Choice->tag());
  choose(Choice->thenBody(), Module, Out);
  Out.close();
  Out.open("else");
  choose(Choice->elseBody(), Module, Out);
  Out.close();
}

EmittedText CudaEmitter::runKernels(llvm::StringRef Module, unsigned Reason) {
  CppStmt Out(With.Known, With.Exprs, SerialCode);
  for (KernelSequence &V : Versions)
    V.declareResults(Out);
  std::string Runs =
      P.Transfers->Runs ? " && " + With.Exprs.printAtom(P.Transfers->Runs) : "";
  Out.open("if (lacuna_guard == 0" + Runs + ")");
  Out.line("int lacuna_failed = 1;");
  Out.open("if (auto *lacuna_run = " + callOf("begin", "&" + Module) + ")");
  printAcquires(readByHost(P).BehindGuards, (Module + ".Where").str(),
                With.Known, With.Exprs, Out);
  const StmtRef &Scan = P.Transfers->Scan;
  if (Scan &&
      !printRemembered(Scan, {Module, 0}, P, With.Known, With.Exprs, Out))
    Out.printBody(Scan);
  choose(P.Body, Module, Out);
  Out.close();
  Out.line("if (lacuna_failed)");
  Out.line("  lacuna_guard = " + llvm::Twine(Reason) + ";");
  Out.close();
  for (const ProgramGuard &G : P.Guards)
    if (G.Plan)
      Out.line(callOf("wave_end", With.Known.get(G.Plan->Name)) + ";");
  return Out.take();
}

/// The program without its kernels.
LoopProgram CudaEmitter::rest() const {
  LoopProgram Rest = P;
  Statements Body;
  for (const KernelSequence &V : Versions)
    for (const StmtRef &S : V.behind())
      Body.push_back(S);
  Rest.Body = block(std::move(Body));
  return Rest;
}

static void append(EmittedText &To, const EmittedText &Text) {
  To.Text += Text.Text;
  llvm::append_range(To.LineTags, Text.LineTags);
}

/// Where arrays are resident, what the host reads may be on the device alone.
EmittedCpp CudaEmitter::host(llvm::StringRef Module) {
  const std::string Where = (Module + ".Where").str();
  const LoopProgram Rest = rest();
  CppStmt Calls(With.Known, With.Exprs, SerialCode);
  CppOptions WithMemory = SerialCode;
  WithMemory.Module = Module;
  EmittedCpp Host = emitCpp(Rest, WithMemory);
  if (Host.Outputs) // name operands of `Rest`, which goes
    for (EmittedOutputs::Range &S : Host.Outputs->Ranges)
      S.Array = &P.Operands[S.Array - Rest.Operands.data()];
  Host.Reasons.push_back("the GPU did not run it");
  printAcquires(readByHost(P).AtFirst, Where, With.Known, With.Exprs, Calls);
  EmittedText Guards = Calls.take();
  append(Guards, Host.Guards);
  Host.Guards = std::move(Guards);
  Host.Run = runKernels(Module, Host.Reasons.size());
  printAcquires(accessedIn(Rest.Body, *P.Transfers), Where, With.Known,
                With.Exprs, Calls);
  EmittedText Body = Calls.take();
  append(Body, Host.Body);
  printReleases(writtenIn(Rest.Body, *P.Transfers), Where, With.Known,
                With.Exprs, Calls);
  append(Body, Calls.take());
  Host.Body = std::move(Body);
  return Host;
}

std::string lacuna::emitKernels(const LoopProgram &P) {
  return CudaEmitter(P).device();
}

EmittedCpp lacuna::emitKernelHost(const LoopProgram &P,
                                  llvm::StringRef Module) {
  return CudaEmitter(P).host(Module);
}
