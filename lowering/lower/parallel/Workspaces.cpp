//===- Workspaces.cpp - arrays of run-time size inside loops --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/parallel/Workspaces.h"
#include "ArrayCopies.h"
#include "lacuna/analysis/loops/KernelShape.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/lower/parallel/Chunks.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// More elements than an address space has bytes; 512 copies of them are still
/// counted in 64 bits.
static constexpr int64_t MostElements = int64_t(1) << 53;

/// Whether \p E, i64, lies between -2^34 and 2^34 whatever its variables hold.
static bool isSmall(const ExprRef &E) {
  if (std::optional<int64_t> Value = constantValue(E))
    return std::abs(*Value) <= int64_t(1) << 33;
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  if (Binary && Binary->op() == BinaryOp::Sub)
    return llvm::all_of(Binary->operands(), [](const ExprRef &Part) {
      ExprRef Value = withoutIntegerCasts(Part);
      return constantValue(Value) || Value->type().bits() < 64;
    });
  return withoutIntegerCasts(E)->type().bits() < 64;
}

ExprRef lacuna::allocatable(const ExprRef &Extent) {
  if (isSmall(Extent))
    return Extent;
  return binary(BinaryOp::Min, binary(BinaryOp::Max, Extent, i64(0)),
                i64(MostElements));
}

static const LocalArrayStmt *asWorkspace(const Stmt &S) {
  auto *Array = llvm::dyn_cast<LocalArrayStmt>(&S);
  return Array && !constantValue(Array->extent()) ? Array : nullptr;
}

void lacuna::addAllocation(const StmtRef &Array, std::vector<StmtRef> &Arrays) {
  auto &Wanted = llvm::cast<LocalArrayStmt>(*Array);
  auto Known = llvm::find_if(Arrays, [&](const StmtRef &S) {
    return llvm::cast<LocalArrayStmt>(*S).name() == Wanted.name();
  });
  if (Known == Arrays.end())
    Arrays.push_back(Array);
  else if (!structurallyEqual(*Known, Array))
    *Known = std::make_shared<LocalArrayStmt>(
        Wanted.name().str(), Wanted.elem(),
        binary(BinaryOp::Max, Wanted.extent(),
               llvm::cast<LocalArrayStmt>(**Known).extent()),
        nullptr, Wanted.tag());
}

bool lacuna::holdsWorkspace(const StmtRef &S) {
  return anyOf(S,
               [&](const Stmt &Part) { return asWorkspace(Part) != nullptr; });
}

namespace {

/// The chunk around a place.
struct ChunkScope {
  ExprRef Which; ///< null outside of loops on threads
  ExprRef Count; ///< of chunks at most, known in front of the program
};

class Hoister {
public:
  Hoister(MadeNames &Names, Statements &Hoisted)
      : Names(Names), Hoisted(Hoisted) {}

  StmtRef run(const StmtRef &S, const ChunkScope &Chunk);

private:
  StmtRef runBlock(llvm::ArrayRef<StmtRef> Body, SourceTag Tag,
                   const ChunkScope &Chunk);
  StmtRef enter(const LocalArrayStmt &Array, const ChunkScope &Chunk,
                const StmtRef &Scope, Statements &Out);
  void fill(const LocalArrayStmt &Array, const ExprRef &Extent,
            llvm::function_ref<Place(const ExprRef &)> Element,
            Statements &Out);

  MadeNames &Names;
  Statements &Hoisted;
};

} // namespace

void Hoister::fill(const LocalArrayStmt &Array, const ExprRef &Extent,
                   llvm::function_ref<Place(const ExprRef &)> Element,
                   Statements &Out) {
  if (!Array.init())
    return;
  std::string Name = Names.get(Array.name() + "_element");
  StmtRef Set =
      assign(Element(var(Type::i64(), Name)), Array.init(), Array.tag());
  Out.push_back(std::make_shared<ForStmt>(Name, i64(0), Extent, Set, ForTags(),
                                          Array.tag()));
}

/// \p Scope, where \p Array is visible, with the array at its place. What has
/// to be done first is appended to \p Out.
StmtRef Hoister::enter(const LocalArrayStmt &Array, const ChunkScope &Chunk,
                       const StmtRef &Scope, Statements &Out) {
  std::string Name = Array.name().str();
  ExprRef Extent = allocatable(Array.extent());
  if (Chunk.Which) {
    Operand Own;
    Own.Name = Name;
    Own.Kind = OperandKind::Array;
    Own.Ty = Array.elem();
    ArrayCopies Copies(Own, Array.elem(), Extent, Names);
    Copies.declare(Chunk.Count, Hoisted, Array.tag());
    ExprRef Begin = Copies.begin(Chunk.Which, Out);
    auto Element = [&](const ExprRef &At) { return Copies.element(Begin, At); };
    fill(Array, Extent, Element, Out);
    return Copies.moveTo(Begin, Scope);
  }
  StmtRef Allocation = std::make_shared<LocalArrayStmt>(
      Name, Array.elem(), Extent, nullptr, Array.tag());
  // Copies of a body share it.
  addAllocation(Allocation, Hoisted);
  auto Element = [&](const ExprRef &At) -> Place {
    return {Name, Array.elem(), At};
  };
  fill(Array, Extent, Element, Out);
  return Scope;
}

StmtRef Hoister::runBlock(llvm::ArrayRef<StmtRef> Body, SourceTag Tag,
                          const ChunkScope &Chunk) {
  Statements Out;
  for (size_t I = 0; I < Body.size(); ++I) {
    if (const LocalArrayStmt *Array = asWorkspace(*Body[I])) {
      StmtRef Scope = std::make_shared<BlockStmt>(Body.drop_front(I + 1).vec());
      // In front of kernels it is in the device's memory.
      if (holdsKernel(Scope)) {
        Out.push_back(Body[I]);
        continue;
      }
      StmtRef Rest = run(enter(*Array, Chunk, Scope, Out), Chunk);
      llvm::append_range(Out, statementsOf(Rest));
      break;
    }
    Out.push_back(run(Body[I], Chunk));
  }
  return std::make_shared<BlockStmt>(std::move(Out), Tag);
}

StmtRef Hoister::run(const StmtRef &S, const ChunkScope &Chunk) {
  // What a kernel declares it has itself.
  if (!holdsWorkspace(S) || isKernel(*S))
    return S;
  if (llvm::isa<BlockStmt, LocalArrayStmt>(*S))
    return runBlock(statementsOf(S), S->tag(), Chunk);
  ChunkScope Inside = Chunk;
  auto *Loop = llvm::dyn_cast<ForStmt>(S.get());
  if (Loop && Loop->tags().Mode == ForMode::Threads)
    Inside = {var(Loop->type(), Loop->var()),
              wantedChunks(Loop->tags().NumThreads, Loop->tags().Schedule)};
  return withParts(S, [&](const StmtRef &Part) { return run(Part, Inside); });
}

StmtRef lacuna::hoistWorkspaces(const StmtRef &Body, MadeNames &Names,
                                Statements &Hoisted) {
  return Hoister(Names, Hoisted).run(Body, {});
}
