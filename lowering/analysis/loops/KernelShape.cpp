//===- KernelShape.cpp - threads and shared memory of a kernel ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/loops/KernelShape.h"
#include "lacuna/analysis/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace lacuna;

static constexpr int64_t MostSharedBytes = 48 * 1024;

/// More than any block has; as many bytes for each of its threads are still
/// counted in 64 bits.
static constexpr int64_t MostElements = int64_t(1) << 30;

/// Arrays whose size the launch says take a multiple of this many elements, so
/// that the next one is aligned whatever its elements are.
static constexpr int64_t RoomStep = 16;

static const ForStmt *asLoopOn(const Stmt &S, ForMode Mode) {
  auto *Loop = llvm::dyn_cast<ForStmt>(&S);
  return Loop && Loop->tags().Mode == Mode ? Loop : nullptr;
}

bool lacuna::isKernel(const Stmt &S) {
  return asLoopOn(S, ForMode::GpuBlock) || asLoopOn(S, ForMode::GpuLevels);
}

/// Few enough for rows that need many registers.
static constexpr int64_t ThreadsOfLevels = 256;

int64_t lacuna::blockThreadsOf(const ForStmt &Kernel) {
  return Kernel.tags().Mode == ForMode::GpuLevels
             ? ThreadsOfLevels
             : shapeOfBlock(Kernel.body()).threads();
}

bool lacuna::holdsKernel(const StmtRef &S) { return anyOf(S, isKernel); }

bool lacuna::hasKernels(const LoopProgram &P) { return holdsKernel(P.Body); }

static int64_t mostUnits(const StmtRef &Body, ForMode Mode) {
  int64_t Most = 0;
  walk(Body, [&](const Stmt &S) {
    if (const ForStmt *Loop = asLoopOn(S, Mode))
      Most = std::max(Most, Loop->tags().MostTrips);
    return true;
  });
  return Most;
}

int64_t lacuna::lanesOf(const ForStmt &Warps) {
  const int64_t Most = mostUnits(Warps.body(), ForMode::GpuThread);
  return int64_t(llvm::PowerOf2Ceil(uint64_t(std::max<int64_t>(Most, 1))));
}

BlockShape lacuna::shapeOfBlock(const StmtRef &Body) {
  BlockShape Shape{0,
                   std::max<int64_t>(mostUnits(Body, ForMode::GpuThread), 1)};
  walk(Body, [&](const Stmt &S) {
    if (const ForStmt *Warps = asLoopOn(S, ForMode::GpuWarp)) {
      BlockShape Other{Warps->tags().MostTrips, lanesOf(*Warps)};
      if (Shape.Warps == 0 || Shape.threads() < Other.threads())
        Shape = Other;
    }
    return true;
  });
  return Shape;
}

//===-- shared memory -----------------------------------------------------===//

static int64_t bytesOf(const Type &Ty) {
  return std::max<int64_t>(Ty.bits() / 8, 1);
}

ExprRef lacuna::roomFor(const ExprRef &Extent) {
  ExprRef Elements = binary(
      BinaryOp::Min, binary(BinaryOp::Max, Extent, i64(0)), i64(MostElements));
  return binary(BinaryOp::Mul, ceilDiv(Elements, i64(RoomStep)), i64(RoomStep));
}

bool SharedArray::isSized() const { return !constantValue(Array->extent()); }

static void collectShared(const StmtRef &S, int64_t Copies, int64_t Lanes,
                          std::vector<SharedArray> &Found) {
  if (asLoopOn(*S, ForMode::GpuThread))
    return;
  if (const ForStmt *Warps = asLoopOn(*S, ForMode::GpuWarp)) {
    Copies = Warps->tags().MostTrips;
    Lanes = lanesOf(*Warps);
  }
  // Copies of a body share what it declares.
  auto *Array = llvm::dyn_cast<LocalArrayStmt>(S.get());
  if (Array && llvm::none_of(Found, [&](const SharedArray &Other) {
        return Other.Array->name() == Array->name();
      }))
    Found.push_back({Array, Copies, Lanes});
  for (const StmtRef &Part : children(*S))
    collectShared(Part, Copies, Lanes, Found);
}

std::vector<SharedArray> lacuna::sharedArrays(const StmtRef &Body) {
  std::vector<SharedArray> Found;
  collectShared(Body, 1, 0, Found);
  return Found;
}

/// What partial results of threads or warps are joined in.
static int64_t bytesForReductions(const StmtRef &Body) {
  const BlockShape Shape = shapeOfBlock(Body);
  const bool HasWarps = Shape.Warps != 0;
  llvm::StringMap<int64_t> Size;
  int64_t Bytes = 0;
  walk(Body, [&](const Stmt &S) {
    if (auto *Var = llvm::dyn_cast<VarStmt>(&S))
      Size[Var->name()] = bytesOf(Var->type());
    // Lanes of a warp need none.
    if (const ForStmt *Loop =
            asLoopOn(S, HasWarps ? ForMode::GpuWarp : ForMode::GpuThread))
      for (const auto &[Op, Name] : Loop->tags().Reductions)
        Bytes +=
            Size[Name] * (HasWarps ? Loop->tags().MostTrips : Shape.threads());
    return true;
  });
  return Bytes;
}

ExprRef lacuna::sizedSharedBytes(const StmtRef &Body) {
  ExprRef Bytes = i64(0);
  for (const SharedArray &Shared : sharedArrays(Body))
    if (Shared.isSized())
      Bytes =
          binary(BinaryOp::Add, Bytes,
                 binary(BinaryOp::Mul, Shared.Array->extent(),
                        i64(Shared.Copies * bytesOf(Shared.Array->elem()))));
  // The runtime is told at most this.
  return binary(BinaryOp::Min, Bytes, i64(INT32_MAX));
}

llvm::Error lacuna::checkSharedMemory(const StmtRef &S) {
  int64_t Most = 0;
  walk(S, [&](const Stmt &Part) {
    const ForStmt *Kernel = asLoopOn(Part, ForMode::GpuBlock);
    if (!Kernel)
      return true;
    int64_t Bytes = bytesForReductions(Kernel->body());
    for (const SharedArray &Shared : sharedArrays(Kernel->body()))
      if (!Shared.isSized())
        Bytes +=
            std::min(*constantValue(Shared.Array->extent()), MostElements) *
            Shared.Copies * bytesOf(Shared.Array->elem());
    Most = std::max(Most, Bytes);
    return false;
  });
  if (Most <= MostSharedBytes)
    return llvm::Error::success();
  return makeError({}, msg::SharedMemoryExceeded(Most, MostSharedBytes));
}
