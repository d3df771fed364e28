//===- KernelStmt.cpp - statements of a kernel as CUDA C++ ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelStmt.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/loops/KernelShape.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <algorithm>

using namespace lacuna;

KernelStmt::KernelStmt(Names &Known, CppExpr &Exprs, const CppOptions &Options,
                       const ForStmt &Kernel, llvm::StringSet<> Arrays)
    : CppStmt(Known, Exprs, Options), Kernel(Kernel),
      Threads(blockThreadsOf(Kernel)), Arrays(std::move(Arrays)),
      HasWarps(shapeOfBlock(Kernel.body()).Warps != 0) {
  // What the body of a loop over levels declares is a thread's.
  if (Kernel.tags().Mode == ForMode::GpuLevels) {
    Here = Level::Thread;
    return;
  }
  for (const SharedArray &Shared : sharedArrays(Kernel.body()))
    this->Arrays.insert(Shared.Array->name());
  walk(Kernel.body(), [&](const Stmt &S) {
    if (auto *Var = llvm::dyn_cast<VarStmt>(&S))
      Variables.try_emplace(Var->name(), Var->type());
    return true;
  });
  Waits = barriersOf(Kernel, this->Arrays);
}

//===-- shared memory -----------------------------------------------------===//

/// Arrays whose size the launch says lie one behind the other.
void KernelStmt::declareShared() {
  std::string Next;
  for (const SharedArray &Shared : sharedArrays(Kernel.body())) {
    const LocalArrayStmt &Array = *Shared.Array;
    const std::string Ty = Array.elem().spelling().str(),
                      Name = Known.get(Array.name()).str(),
                      Room = Exprs.printFactor(Array.extent()),
                      Copies = std::to_string(Shared.Copies);
    const bool IsOwn = Shared.Copies != 1;
    std::string First = IsOwn ? Known.fresh(Name + "_of_warps") : Name;
    if (!Shared.isSized()) {
      line("__shared__ " + Ty + " " + First + "[" +
               (IsOwn ? Copies + " * " : "") + Room + "];",
           Array.tag());
    } else {
      if (Next.empty()) {
        Next = Known.fresh("shared_memory");
        line("extern __shared__ __attribute__((aligned(16))) unsigned char " +
             Next + "[];");
      }
      line(Ty + " *const " + First + " = (" + Ty + " *)" + Next + ";",
           Array.tag());
      Next = "(" + First + " + " + (IsOwn ? Copies + " * " : "") + Room + ")";
    }
    if (IsOwn)
      line(Ty + " *const " + Name + " = " + First + " + threadIdx.x / " +
               std::to_string(Shared.Lanes) + " * " + Room + ";",
           Array.tag());
  }
}

/// What threads share stands at the top of the kernel.
void KernelStmt::localArray(const LocalArrayStmt &S) {
  if (!Arrays.contains(S.name()))
    CppStmt::localArray(S);
}

//===-- assignments -------------------------------------------------------===//

void KernelStmt::print(const StmtRef &S) {
  if (Waits.Before.contains(S.get()))
    barrier();
  CppStmt::print(S);
}

void KernelStmt::endBody(const Stmt &Loop) {
  if (Waits.AtEndOf.contains(&Loop))
    barrier();
}

/// Loops on threads have none inside.
void KernelStmt::barrier() {
  if (Here == Level::Block)
    line("__syncthreads();");
  else if (Here == Level::Warp)
    line("__syncwarp(" + (Lanes == WarpThreads ? "" : laneMask()) + ");");
}

/// The lanes of the thread's warp among those of the device's, or all that come
/// along. A constant is better: a device has to compare other masks.
std::string KernelStmt::laneMask() const {
  if (Lanes == WarpThreads || AreTogether)
    return "0xffffffffu";
  const uint64_t OfFirst = (uint64_t(1) << Lanes) - 1;
  return "0x" + llvm::utohexstr(OfFirst, /*LowerCase=*/true) +
         "u << threadIdx.x % 32 / " + std::to_string(Lanes) + " * " +
         std::to_string(Lanes);
}

static const ForStmt *asThreads(const Stmt &S) {
  auto *Loop = llvm::dyn_cast<ForStmt>(&S);
  return Loop && Loop->tags().Mode == ForMode::GpuThread ? Loop : nullptr;
}

/// Whether what lanes have is joined in \p S.
static bool joinsLanes(const StmtRef &S) {
  return anyOf(S, [](const Stmt &Part) {
    const ForStmt *Loop = asThreads(Part);
    return Loop && !Loop->tags().Reductions.empty();
  });
}

static llvm::StringRef atomicFunction(ReduceOp Op) {
  switch (Op) {
  case ReduceOp::Add:
    return "atomicAdd";
  case ReduceOp::Mul:
    return "atomicMul";
  case ReduceOp::Min:
    return "atomicMin";
  case ReduceOp::Max:
    return "atomicMax";
  case ReduceOp::And:
  case ReduceOp::LAnd: // of bool
    return "atomicAnd";
  case ReduceOp::Or:
  case ReduceOp::LOr:
    return "atomicOr";
  case ReduceOp::Xor:
    return "atomicXor";
  default:
    llvm_unreachable("no atomic update");
  }
}

/// The assignment itself, by whoever gets here.
void KernelStmt::update(const AssignStmt &S) {
  if (!S.isAtomic())
    return CppStmt::assign(S);
  const Place &To = S.target();
  line(atomicFunction(S.op()) + "(&" + place(To, S.tag()) + ", (" +
           To.Ty.spelling() + ")" + Exprs.printAtom(S.value()) + ");",
       S.tag());
}

void KernelStmt::assign(const AssignStmt &S) {
  if (Here == Level::Thread || !Arrays.contains(S.target().Name))
    return update(S);
  std::string IsFirst = "threadIdx.x == 0";
  if (Here == Level::Warp)
    IsFirst = "threadIdx.x % " + std::to_string(Lanes) + " == 0" +
              (IsThere.empty() ? "" : " && " + IsThere);
  open("if (" + IsFirst + ")", S.tag());
  update(S);
  close();
}

//===-- loops -------------------------------------------------------------===//

void KernelStmt::forLoop(const ForStmt &S) {
  switch (S.tags().Mode) {
  case ForMode::GpuWarp:
    return warps(S);
  case ForMode::GpuThread:
    return unit(S, Level::Thread,
                HasWarps ? "threadIdx.x % " + std::to_string(Lanes)
                         : "threadIdx.x");
  default:
    CppStmt::forLoop(S);
  }
}

/// \p E as the right operand of a comparison.
std::string KernelStmt::comparable(const ExprRef &E) {
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  bool IsChoice = llvm::isa<SelectExpr>(E.get()) ||
                  (Binary && (Binary->op() == BinaryOp::Min ||
                              Binary->op() == BinaryOp::Max));
  std::string Text = Exprs.print(E, /*Converted=*/true);
  return IsChoice ? "(" + Text + ")" : Text;
}

/// Whether all threads of a block that run \p S, which warps do whose own names
/// are \p Varying, come to each of its collectives at the same time.
bool KernelStmt::staysTogether(const StmtRef &S,
                               const llvm::StringSet<> &Varying) const {
  auto IsMeeting = [&](const Stmt &Part) {
    auto *Loop = llvm::dyn_cast<ForStmt>(&Part);
    return (Loop && !Loop->tags().Reductions.empty()) ||
           Waits.Before.contains(&Part) || Waits.AtEndOf.contains(&Part);
  };
  auto IsSame = [&](const ExprRef &E) {
    return !readsMemory(E) && llvm::none_of(freeVars(E), [&](const auto &Name) {
      return Varying.contains(Name.getKey());
    });
  };
  const bool Decides = llvm::isa<IfStmt, ForStmt, WhileStmt>(*S);
  if (asThreads(*S) || !anyOf(S, IsMeeting))
    return true;
  return (!Decides || llvm::all_of(expressions(*S), IsSame)) &&
         llvm::all_of(children(*S), [&](const StmtRef &Part) {
           return staysTogether(Part, Varying);
         });
}

/// Each warp runs an iteration. One that has none runs the first again and
/// stores nothing, so that it comes to all collectives with its neighbours.
void KernelStmt::warpsTogether(const ForStmt &S, const std::string &Number) {
  const std::string Ty = S.type().spelling().str();
  ExprRef Trips = binary(BinaryOp::Sub, cast(Type::i64(), S.hi()),
                         cast(Type::i64(), S.lo()));
  const bool AreAllThere = constantValue(Trips) == S.tags().MostTrips &&
                           S.tags().MostTrips * Lanes == Threads;
  std::string There, Index = "(" + Ty + ")(" + Number + ")";
  open(AreAllThere ? "" : "if (0 < " + comparable(Trips) + ")", S.tag());
  if (!AreAllThere) {
    There = Known.fresh(Known.get(S.var()).str() + "_is_there");
    line("const bool " + There + " = (long)(" + Number + ") < " +
             comparable(Trips) + ";",
         S.tag());
    Index = "(" + There + " ? " + Index + " : 0)";
  }
  if (constantValue(S.lo()) != 0)
    Index = value(S.lo(), /*Converted=*/true, S.tag()) + " + " + Index;
  line("const " + Ty + " " + Known.get(S.var()) + " = (" + Ty + ")(" + Index +
           ");",
       S.tag());
  {
    llvm::SaveAndRestore SavedLevel(Here, Level::Warp);
    llvm::SaveAndRestore SavedWay(AreTogether, true);
    llvm::SaveAndRestore SavedName(IsThere, There);
    printBody(S.body());
  }
  close();
}

/// Whether \p S reads what the kernel writes, but for what lanes do.
bool KernelStmt::readsResults(const StmtRef &S) const {
  if (asThreads(*S))
    return false;
  bool Reads = false;
  for (const ExprRef &E : expressions(*S))
    walk(E, [&](const Expr &Part) {
      auto *Load = llvm::dyn_cast<LoadExpr>(&Part);
      Reads |= Load && assigns(Kernel.body(), Load->array());
    });
  return Reads || llvm::any_of(children(*S), [&](const StmtRef &Part) {
           return readsResults(Part);
         });
}

void KernelStmt::warps(const ForStmt &S) {
  llvm::SaveAndRestore Saved(Lanes, lanesOf(S));
  const std::string Number = "threadIdx.x / " + std::to_string(Lanes);
  llvm::StringSet<> Varying = declaredIn(S.body());
  Varying.insert(S.var());
  if (Lanes < WarpThreads && Threads % WarpThreads == 0 &&
      S.tags().Reductions.empty() && joinsLanes(S.body()) &&
      !readsResults(S.body()) && staysTogether(S.body(), Varying))
    return warpsTogether(S, Number);
  unit(S, Level::Warp, Number);
}

/// One iteration for each unit of number \p Number.
void KernelStmt::unit(const ForStmt &S, Level Inside,
                      const std::string &Number) {
  const std::string Ty = S.type().spelling().str();
  // A type of fewer bits need not have the numbers of all threads.
  const bool HasAll = S.type().bits() >= 32 && constantValue(S.lo()) == 0;
  ExprRef Trips = HasAll ? S.hi()
                         : binary(BinaryOp::Sub, cast(Type::i64(), S.hi()),
                                  cast(Type::i64(), S.lo()));
  std::string Begin = value(S.lo(), /*Converted=*/true, S.tag());
  // The variable of a thread beyond the end might wrap round.
  open("if (" + (IsThere.empty() ? "" : IsThere + " && ") + "(" +
           Trips->type().spelling().str() + ")(" + Number + ") < " +
           comparable(Trips) + ")",
       S.tag());
  std::string Index = "(" + Ty + ")(" + Number + ")";
  if (constantValue(S.lo()) != 0)
    Index = "(" + Ty + ")(" + Begin + " + " + Index + ")";
  line("const " + Ty + " " + Known.get(S.var()) + " = " + Index + ";", S.tag());
  {
    llvm::SaveAndRestore Saved(Here, Inside);
    printBody(S.body());
  }
  close();
  for (const auto &[Op, Part] : S.tags().Reductions)
    combine(Op, Part, Inside, S.tags().MostTrips);
}

/// Where a block runs several levels, it is the only one: all of its threads
/// are done with a level when one begins the next.
void KernelStmt::levels() {
  const std::string Ty = Kernel.type().spelling().str();
  const std::string Level = Known.fresh("level"), At = Known.fresh("at");
  const std::string Size = std::to_string(Threads) + "L";
  open("for (long " + Level + " = lacuna_from; " + Level + " < lacuna_to; ++" +
       Level + ")");
  open("for (long " + At + " = lacuna_order[" + Level + "] + blockIdx.x * " +
           Size + " + threadIdx.x; " + At + " < lacuna_order[" + Level +
           " + 1]; " + At + " += gridDim.x * " + Size + ")",
       Kernel.tag());
  std::string Index = "lacuna_order[" + At + "]";
  if (constantValue(Kernel.lo()) != 0)
    Index = "(" + Ty + ")(" +
            value(Kernel.lo(), /*Converted=*/true, Kernel.tag()) + " + " +
            Index + ")";
  line("const " + Ty + " " + Known.get(Kernel.var()) + " = " + Index + ";",
       Kernel.tag());
  printBody(Kernel.body());
  close();
  line("if (" + Level + " + 1 < lacuna_to)");
  line("  __syncthreads();");
  close();
}

//===-- reductions --------------------------------------------------------===//

std::string KernelStmt::joined(ReduceOp Op, const Type &Ty,
                               const std::string &A,
                               const std::string &B) const {
  std::string Value = A + " " + spelling(operatorOf(Op)).str() + " " + B;
  if (Op == ReduceOp::Min || Op == ReduceOp::Max)
    Value = "__lacuna::choose(" + B + (Op == ReduceOp::Min ? " < " : " > ") +
            A + ", " + B + ", " + A + ")";
  return "(" + Ty.spelling().str() + ")(" + Value + ")";
}

/// Gives all threads of the block or warp what units of level \p Of have in
/// \p Name, of which there are \p Width at most.
void KernelStmt::combine(ReduceOp Op, const std::string &Name, Level Of,
                         int64_t Width) {
  const Type &Ty = Variables.find(Name)->second;
  const std::string Shown = Known.get(Name).str();
  if (Of == Level::Warp)
    combineWarps(Op, Shown, Ty, Width);
  else if (HasWarps)
    combineLanes(Op, Shown, Ty);
  else
    combineBlock(Op, Shown, Ty);
}

/// One warp after the other, through shared memory.
void KernelStmt::combineWarps(ReduceOp Op, const std::string &Name,
                              const Type &Ty, int64_t Warps) {
  const std::string Size = std::to_string(Lanes);
  // The block may have more threads, for other loops.
  const std::string HasPart =
      "threadIdx.x % " + Size + " == 0" +
      (Warps * Lanes < Threads
           ? " && threadIdx.x / " + Size + " < " + std::to_string(Warps)
           : "");
  std::string Parts = Known.fresh(Name + "_shared"),
              Which = Known.fresh("warp_of_part");
  open("");
  line("__shared__ " + Ty.spelling() + " " + Parts + "[" + llvm::Twine(Warps) +
       "];");
  line("if (" + HasPart + ")");
  line("  " + Parts + "[threadIdx.x / " + Size + "] = " + Name + ";");
  line("__syncthreads();");
  line(Name + " = " + Parts + "[0];");
  open("for (int " + Which + " = 1; " + Which + " < " + llvm::Twine(Warps) +
       "; ++" + Which + ")");
  line(Name + " = " + joined(Op, Ty, Name, Parts + "[" + Which + "]") + ";");
  close();
  line("__syncthreads();");
  close();
}

/// Nothing for warps of one thread. A butterfly: each lane ends with the same
/// value, bit by bit, since both of two lanes join the same two values in the
/// same order.
void KernelStmt::combineLanes(ReduceOp Op, const std::string &Name,
                              const Type &Ty) {
  if (Lanes == 1)
    return;
  std::string Distance = Known.fresh("distance"), Other = Known.fresh("other");
  const std::string T = Ty.spelling().str();
  // Shuffles are there for types of 32 and 64 bits.
  const bool IsNarrow = Ty.bits() < 32;
  open("for (int " + Distance + " = " + std::to_string(Lanes / 2) + "; " +
       Distance + " > 0; " + Distance + " /= 2)");
  line("const " + T + " " + Other + " = " + (IsNarrow ? "(" + T + ")" : "") +
       "__shfl_xor_sync(" + laneMask() + ", " + (IsNarrow ? "(int)" : "") +
       Name + ", " + Distance + ");");
  line(Name + " = threadIdx.x & " + Distance + " ? " +
       joined(Op, Ty, Other, Name) + " : " + joined(Op, Ty, Name, Other) + ";");
  close();
}

/// A tree in shared memory.
void KernelStmt::combineBlock(ReduceOp Op, const std::string &Name,
                              const Type &Ty) {
  std::string Parts = Known.fresh(Name + "_shared"),
              Count = Known.fresh("count");
  open("");
  line("__shared__ " + Ty.spelling() + " " + Parts + "[" +
       llvm::Twine(Threads) + "];");
  line(Parts + "[threadIdx.x] = " + Name + ";");
  line("__syncthreads();");
  open("for (int " + Count + " = " +
       llvm::Twine(int64_t(llvm::PowerOf2Ceil(uint64_t(Threads)) / 2)) + "; " +
       Count + " > 0; " + Count + " /= 2)");
  open("if (threadIdx.x < " + Count + " && threadIdx.x + " + Count + " < " +
       llvm::Twine(Threads) + ")");
  line(Parts + "[threadIdx.x] = " +
       joined(Op, Ty, Parts + "[threadIdx.x]",
              Parts + "[threadIdx.x + " + Count + "]") +
       ";");
  close();
  line("__syncthreads();");
  close();
  line(Name + " = " + Parts + "[0];");
  line("__syncthreads();");
  close();
}
