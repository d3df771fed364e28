//===- Cuda.cpp - CUDA C++ text -------------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel gets what its loop over blocks uses: arrays of operands as pointers,
// scalars and what was computed in front of the loop by value.
//
//===----------------------------------------------------------------------===//

#include "lacuna/emit/Cuda.h"
#include "KernelStmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

static constexpr CppOptions Serial = {/*OpenMP=*/false},
                            InKernel = {/*OpenMP=*/false, /*IsKernel=*/true};

namespace {

/// A value that a kernel gets.
struct Parameter {
  std::string Name;
  Type Ty;
  bool IsArray, IsWritten;
};

/// Prints one program.
class CudaEmitter {
public:
  CudaEmitter(const LoopProgram &P, llvm::StringRef Module)
      : P(P), Module(Module.str()), Known(P), Exprs(Known, Serial),
        KernelExprs(Known, InKernel) {
    split(P.Body);
    findParameters();
  }

  EmittedCuda run();

private:
  void split(const StmtRef &S);
  void findParameters();
  std::string kernelName() const { return cppName(P.Name) + "_kernel"; }
  std::string kernel();
  LoopProgram rest() const;
  EmittedText runKernel(unsigned Reason);
  void bindArrays(CppStmt &Out);
  void launch(CppStmt &Out);

  const LoopProgram &P;
  const std::string Module;
  Names Known;
  CppExpr Exprs, KernelExprs;
  /// What stands in front of the kernel, and behind it.
  Statements Before, After;
  const ForStmt *Kernel = nullptr;
  std::vector<Parameter> Parameters;
  int64_t Threads = 1;
};

} // namespace

/// Blocks around the kernel hold it and declarations.
void CudaEmitter::split(const StmtRef &S) {
  for (const StmtRef &Part : statementsOf(S)) {
    auto *Loop = llvm::dyn_cast<ForStmt>(Part.get());
    if (Loop && Loop->tags().Mode == ForMode::GpuBlock)
      Kernel = Loop;
    else if (llvm::isa<BlockStmt>(Part.get()))
      split(Part);
    else
      (Kernel ? After : Before).push_back(Part);
  }
}

void CudaEmitter::findParameters() {
  llvm::StringSet<> Used;
  walk(Kernel->body(), [&](const Stmt &S) {
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
  for (const auto &Name : freeVars(Kernel->lo()))
    Used.insert(Name.getKey());
  for (const Operand &O : P.Operands)
    if (Used.contains(O.Name))
      Parameters.push_back(
          {O.Name, O.Ty, O.Kind == OperandKind::Array, O.Written});
  for (const StmtRef &S : Before)
    if (auto *Let = llvm::dyn_cast<LetStmt>(S.get());
        Let && Used.contains(Let->name()))
      Parameters.push_back({Let->name().str(), Let->type(), false, false});
}

//===-- the device's half -------------------------------------------------===//

std::string CudaEmitter::kernel() {
  llvm::StringSet<> Arrays;
  std::string List;
  for (const Parameter &Of : Parameters) {
    std::string Ty = Of.Ty.spelling().str();
    std::string Name =
        (Of.IsArray ? Known.base(Of.Name) : Known.get(Of.Name)).str();
    List += List.empty() ? "" : ", ";
    if (Of.IsArray) {
      Arrays.insert(Of.Name);
      // What another thread stores is seen behind a barrier, so that only
      // arrays that nobody writes are promised to be reached by one pointer.
      List += Of.IsWritten ? Ty + " *const " + Name
                           : "const " + Ty + " *__restrict__ const " + Name;
    } else {
      List += "const " + Ty + " " + Name;
    }
  }
  KernelStmt Body(Known, KernelExprs, InKernel, *Kernel, std::move(Arrays));
  Threads = Body.threads();
  Body.open("extern \"C\" __global__ void __launch_bounds__(" +
            llvm::Twine(Threads) + ") " + kernelName() + "(" + List + ")");
  const std::string Ty = Kernel->type().spelling().str();
  std::string First = Body.value(Kernel->lo(), /*Converted=*/true, /*Tag=*/0);
  Body.line("const " + Ty + " " + Known.get(Kernel->var()) + " = (" + Ty +
            ")(" + First + " + (long)blockIdx.x);");
  Body.printBody(Kernel->body());
  Body.close();
  return Body.take().Text;
}

//===-- the host's half ---------------------------------------------------===//

/// The program without its kernel.
LoopProgram CudaEmitter::rest() const {
  LoopProgram Rest = P;
  Statements Body = Before;
  Body.insert(Body.end(), After.begin(), After.end());
  Rest.Body = block(std::move(Body));
  return Rest;
}

static std::string callOf(llvm::StringRef Function, const llvm::Twine &Args) {
  return (RuntimePrefix + Function + "(" + Args + ")").str();
}

/// Declares the device's pointers.
void CudaEmitter::bindArrays(CppStmt &Out) {
  constexpr int In = 1, InOut = 3; // of lacuna/rt.h
  for (const Parameter &Of : Parameters) {
    if (!Of.IsArray)
      continue;
    const ArraySlice &S =
        *llvm::find_if(P.Transfers->Slices,
                       [&](const ArraySlice &S) { return S.Array == Of.Name; });
    std::string Base = Known.base(Of.Name).str();
    auto Offset = [&](const ExprRef &Element) {
      return Exprs.printFactor(Element) + " * (long)sizeof(*" + Base + ")";
    };
    std::string Device = "lacuna_" + Base;
    Out.line("void *" + Device + ";");
    Out.line(callOf("buffer", "lacuna_run, " + Base + ", " + Offset(S.Lo) +
                                  ", " + Offset(S.Hi) + ", " +
                                  llvm::Twine(Of.IsWritten ? InOut : In) +
                                  ", &" + Device) +
             ";");
  }
}

void CudaEmitter::launch(CppStmt &Out) {
  std::string Args;
  for (const Parameter &Of : Parameters) {
    std::string Name =
        (Of.IsArray ? Known.base(Of.Name) : Known.get(Of.Name)).str();
    Args += (Args.empty() ? "" : ", ") + std::string("(void *)&") +
            (Of.IsArray ? "lacuna_" : "") + Name;
  }
  ExprRef Blocks = binary(BinaryOp::Max,
                          binary(BinaryOp::Sub, cast(Type::i64(), Kernel->hi()),
                                 cast(Type::i64(), Kernel->lo())),
                          i64(0));
  std::string Count = Out.value(Blocks, /*Converted=*/false, Kernel->tag());
  Out.line("void *const lacuna_args[] = {" + Args + "};");
  Out.line("const unsigned long lacuna_grid[] = {(unsigned long)(" + Count +
           "), 1, 1};");
  Out.line("const unsigned lacuna_block[] = {" + llvm::Twine(Threads) +
           ", 1, 1};");
  Out.line(callOf("launch", "lacuna_run, \"" + kernelName() +
                                "\", lacuna_grid, lacuna_block, 0, "
                                "lacuna_args") +
           ";");
}

EmittedText CudaEmitter::runKernel(unsigned Reason) {
  CppStmt Out(Known, Exprs, Serial);
  std::string Runs =
      P.Transfers->Runs ? " && " + Exprs.printAtom(P.Transfers->Runs) : "";
  Out.open("if (lacuna_guard == 0" + Runs + ")");
  Out.line("int lacuna_failed = 1;");
  Out.open("if (auto *lacuna_run = " + callOf("begin", "&" + Module) + ")");
  if (P.Transfers->Scan)
    Out.printBody(P.Transfers->Scan);
  for (const StmtRef &S : Before)
    Out.print(S);
  bindArrays(Out);
  launch(Out);
  Out.line("lacuna_failed = " + callOf("end", "lacuna_run") + ";");
  Out.close();
  Out.line("if (lacuna_failed)");
  Out.line("  lacuna_guard = " + llvm::Twine(Reason) + ";");
  Out.close();
  return Out.take();
}

EmittedCuda CudaEmitter::run() {
  EmittedCuda Result;
  Result.Kernel = kernel();
  Result.Host = emitCpp(rest(), Serial);
  Result.Host.Reasons.push_back("the GPU did not run it");
  EmittedText Run = runKernel(Result.Host.Reasons.size());
  Result.Host.Guards.Text += Run.Text;
  Result.Host.Guards.LineTags.insert(Result.Host.Guards.LineTags.end(),
                                     Run.LineTags.begin(), Run.LineTags.end());
  return Result;
}

EmittedCuda lacuna::emitCuda(const LoopProgram &P, llvm::StringRef Module) {
  return CudaEmitter(P, Module).run();
}
