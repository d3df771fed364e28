//===- KernelChoice.cpp - what a bare target(cuda) means ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Columns of a dense loop go across lanes. Otherwise rows are looked at: where
// they are short each has a thread, where they are longer a warp, and where
// some are so long that few warps would have most of the work, entries are
// dealt out in equal shares.
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "Command.h"
#include "Queries.h"
#include "Segments.h"

using namespace llvm;

namespace lacuna {

/// Entries of a row that are worth a warp, and that are too many for one.
static constexpr int64_t RowOfWarp = 16, RowOfMany = 1024;
/// Columns that are worth a warp.
static constexpr int64_t ColumnsOfWarp = 16;

namespace {

/// Builds the versions of one nest, whose facts are applied.
class KernelChoice {
public:
  KernelChoice(const Nest &N, const LoopStmt &Rows)
      : N(N), Rows(Rows), I(clauseName(N, Rows.var())) {}

  Choice run();

private:
  const IndexVar *findPositions() const;
  const IndexVar *findColumns() const;
  std::string name(const Twine &Base) const {
    return unusedName(N, Base.str());
  }
  bool add(const std::string &Clauses, std::vector<LoopCondition> When,
           Choice &Result) const;
  void addColumns(const IndexVar &P, const IndexVar &K, Choice &Result) const;
  void addRows(const IndexVar &P, Choice &Result) const;
  void addThreads(Choice &Result) const;

  const Nest &N;
  const LoopStmt &Rows;
  const std::string I; ///< the rows in clauses
};

} // namespace

static std::string onUnit(StringRef Var, StringRef Unit, StringRef Races) {
  return (" parallelize(" + Var + ", " + Unit + ", " + Races + ")").str();
}

/// The loop directly inside the rows that runs over the positions of each.
const IndexVar *KernelChoice::findPositions() const {
  for (const StmtRef &S : statementsOf(Rows.body())) {
    auto *Loop = dyn_cast<LoopStmt>(S.get());
    const IndexVar *V = Loop ? N.findIndexVar(Loop->var()) : nullptr;
    std::optional<Segments> Of = V ? segmentsOf(N, *V) : std::nullopt;
    if (Of && Of->Row->Name == Rows.var() && readsAllBounds(N, *Of, Rows))
      return V;
  }
  return nullptr;
}

/// The innermost loop of the nest, if its range is over scalars.
const IndexVar *KernelChoice::findColumns() const {
  const IndexVar *Found = nullptr;
  walk(N.Body, [&](const Stmt &S) {
    if (auto *Loop = dyn_cast<LoopStmt>(&S))
      Found = N.findIndexVar(Loop->var());
    return true;
  });
  return Found && Found->Name != Rows.var() && isOverScalars(N, Found->Lo) &&
                 isOverScalars(N, Found->Hi)
             ? Found
             : nullptr;
}

/// Adds a version if the nest can have it.
bool KernelChoice::add(const std::string &Clauses,
                       std::vector<LoopCondition> When, Choice &Result) const {
  Expected<Nest> Graph = tryClauses(N, "target(cuda) " + Clauses);
  if (!Graph) {
    Result.WhyNot = takeDiagnostic(Graph.takeError()).Message;
    return false;
  }
  Result.Versions.push_back(
      {std::move(*Graph), "target(cuda) " + Clauses, std::move(When)});
  return true;
}

/// A row for each warp, its columns or the terms of its sums across lanes.
void KernelChoice::addColumns(const IndexVar &P, const IndexVar &K,
                              Choice &Result) const {
  std::optional<int64_t> Width = constantTripCount(N, K.Name);
  if (Width && *Width < ColumnsOfWarp)
    return;
  std::vector<LoopCondition> When;
  if (!Width)
    When.push_back({K.Name, "", ColumnsOfWarp});
  std::string Block = name(I + "_block"), Warp = name(I + "_warp"),
              Part = name(K.Name + "_part"), Lane = name(K.Name + "_lane"),
              Entries = clauseName(N, P.Name);
  std::string Tiles = "split(" + I + ", " + Block + ", " + Warp +
                      ", 8) split(" + clauseName(N, K.Name) + ", " + Part +
                      ", " + Lane + ", 32) order(" + Block + ", " + Warp + ", ";
  std::string Units = onUnit(Block, "gpu_block", "no_races") +
                      onUnit(Warp, "gpu_warp", "no_races");
  if (!add(Tiles + Part + ", " + Lane + ", " + Entries + ")" + Units +
               onUnit(Lane, "gpu_thread", "no_races"),
           When, Result))
    add(Tiles + Entries + ", " + Lane + ", " + Part + ")" + Units +
            onUnit(Lane, "gpu_thread", "parallel_reduction"),
        When, Result);
}

/// Equal shares of the entries for threads, or a row for each warp.
void KernelChoice::addRows(const IndexVar &P, Choice &Result) const {
  std::string Entries = clauseName(N, P.Name);
  std::string Fused = name(I + "_" + P.Name), Block = name(I + "_block"),
              InBlock = name(P.Name + "_in_block"), Warp = name(I + "_warp"),
              InWarp = name(P.Name + "_in_warp"), Thread = name(I + "_thread"),
              Share = name(P.Name + "_share");
  add("fuse(" + I + ", " + Entries + ", " + Fused + ") split(" + Fused + ", " +
          Block + ", " + InBlock + ", 3584) split(" + InBlock + ", " + Warp +
          ", " + InWarp + ", 224) split(" + InWarp + ", " + Thread + ", " +
          Share + ", 7)" + onUnit(Block, "gpu_block", "ignore_races") +
          onUnit(Warp, "gpu_warp", "ignore_races") +
          onUnit(Thread, "gpu_thread", "atomics"),
      {{P.Name, Rows.var().str(), RowOfMany}}, Result);
  std::string InBlockRow = name(I + "_in_block"), Step = name(I + "_step"),
              Part = name(P.Name + "_part"), Lane = name(P.Name + "_lane");
  add("split(" + I + ", " + Block + ", " + InBlockRow + ", 64) split(" +
          InBlockRow + ", " + Step + ", " + Warp + ", 16) split(" + Entries +
          ", " + Part + ", " + Lane + ", 32) order(" + Block + ", " + Warp +
          ", " + Step + ", " + Lane + ", " + Part + ")" +
          onUnit(Block, "gpu_block", "no_races") +
          onUnit(Warp, "gpu_warp", "no_races") +
          onUnit(Lane, "gpu_thread", "parallel_reduction"),
      {{P.Name, Rows.var().str(), RowOfWarp}}, Result);
}

/// A row for each thread. Where there is none, what speaks against the plainest
/// is the reason.
void KernelChoice::addThreads(Choice &Result) const {
  std::string Block = name(I + "_block"), Thread = name(I + "_thread"), WhyNot;
  for (StringRef Races : {"no_races", "atomics", "parallel_reduction"}) {
    if (add("split(" + I + ", " + Block + ", " + Thread + ", 256)" +
                onUnit(Block, "gpu_block", Races) +
                onUnit(Thread, "gpu_thread", Races),
            {}, Result))
      return;
    if (WhyNot.empty())
      WhyNot = Result.WhyNot;
  }
  Result.WhyNot = WhyNot;
}

Choice KernelChoice::run() {
  Choice Result, Plain;
  addThreads(Plain);
  // Results that the host gets belong to one version.
  if (Plain.Versions.empty() || statementsOf(N.Body).size() != 1)
    return Plain;
  const IndexVar *P = findPositions(), *K = P ? findColumns() : nullptr;
  if (K)
    addColumns(*P, *K, Result);
  else if (P)
    addRows(*P, Result);
  Result.WhyNot.clear();
  if (Result.Versions.empty() || !Result.Versions.back().When.empty())
    Result.Versions.push_back(std::move(Plain.Versions.front()));
  std::vector<Guard> Guards = guardsOfAll(N, Result.Versions);
  for (Version &V : Result.Versions)
    V.Graph.Guards = Guards;
  return Result;
}

Expected<Choice> chooseKernel(const Nest &N, const Directive &D,
                              const ScheduleContext &Context) {
  Expected<Nest> WithFacts = applyFacts(N, D, Context);
  if (!WithFacts)
    return WithFacts.takeError();
  Choice Result;
  if (const LoopStmt *Outermost = outermostLoop(*WithFacts))
    Result = KernelChoice(*WithFacts, *Outermost).run();
  else
    Result.WhyNot = "there is no loop";
  for (Version &V : Result.Versions)
    V.Clauses = factsOf(D) + V.Clauses;
  return Result;
}

} // namespace lacuna
