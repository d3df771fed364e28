//===- LowerTest.cpp - derived bounds visit every point once -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random relations, loop orders and ranges are lowered and executed; each point
// of the user's iteration space must be visited exactly once.
//
//===----------------------------------------------------------------------===//

#include "LoopMachine.h"
#include "lacuna/ir/text/Text.h"
#include "lacuna/lower/Versions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace lacuna;

namespace {

template <typename T, typename... Args> StmtRef make(Args &&...Parts) {
  return std::make_shared<T>(std::forward<Args>(Parts)...);
}

const Type Types[] = {Type::i32(), Type::i64(),
                      Type(TypeClass::Int, 16, "short"),
                      Type(TypeClass::UInt, 32, "unsigned int"),
                      Type(TypeClass::UInt, 64, "unsigned long")};

const int64_t HugeFactors[] = {5000, std::numeric_limits<int32_t>::max(),
                               int64_t(1) << 40};

/// A random nest over a box of one to three dimensions, the last of which may
/// be the segments of a compressed level.
class RandomNest {
public:
  explicit RandomNest(unsigned Seed) : Random(Seed), Machine(Seed) { build(); }

  Nest N;
  /// Expected number of points; negative sizes count as 0.
  int64_t points() const;
  LoopMachine &machine() { return Machine; }

private:
  struct Dimension {
    int64_t Lo, Length;
  };

  int64_t pick(int64_t Lo, int64_t Hi) {
    return std::uniform_int_distribution<int64_t>(Lo, Hi)(Random);
  }
  void build();
  void addDimension(unsigned Which);
  void addSegments();
  void addRelation();
  std::vector<std::string> leaves() const;
  void addTile(const std::string &Parent);
  void addFusion(const std::vector<std::string> &Leaves);
  void derive(const std::string &Name) {
    N.IndexVars.push_back({Name, Type::i64(), nullptr, nullptr, ""});
  }
  StmtRef visit();
  LoopTags randomTags();

  std::mt19937 Random;
  LoopMachine Machine;
  std::vector<Dimension> Box;
  std::vector<int64_t> Pos;
  unsigned Made = 0;
};

} // namespace

void RandomNest::addDimension(unsigned Which) {
  std::string Name(1, "ijk"[Which]);
  const Type &Ty = Types[pick(0, std::size(Types) - 1)];
  Dimension D{pick(Ty.isSigned() ? -4 : 0, 5), pick(-2, 13)};
  if (!Ty.isSigned())
    D.Length = std::max<int64_t>(D.Length, -D.Lo);
  ExprRef Lo = constant(Ty, D.Lo), Hi = constant(Ty, D.Lo + D.Length);
  if (pick(0, 2)) {
    N.Operands.push_back(
        {"n_" + Name, OperandKind::Scalar, Ty, false, false, nullptr, {}, {}});
    Machine.Scalars["n_" + Name] = D.Lo + D.Length;
    Hi = var(Ty, "n_" + Name);
  }
  N.IndexVars.push_back({Name, Ty, Lo, Hi, ""});
  Box.push_back(D);
}

/// `p in pos[i - lo] .. pos[i - lo + 1]` for the last dimension so far.
void RandomNest::addSegments() {
  const IndexVar Row = N.IndexVars.back();
  int64_t Rows = std::max<int64_t>(Box.back().Length, 0);
  Pos = {pick(0, 2)};
  for (int64_t R = 0; R < Rows; ++R)
    Pos.push_back(Pos.back() + std::max<int64_t>(pick(-3, 9), 0));
  Machine.Arrays["pos"] = Pos;
  N.Operands.push_back(
      {"pos", OperandKind::Array, Type::i32(), false, false, nullptr, {}, {}});
  ExprRef At = binary(BinaryOp::Sub, cast(Type::i64(), var(Row.Ty, Row.Name)),
                      cast(Type::i64(), Row.Lo));
  N.IndexVars.push_back(
      {"p", Type::i32(), load(Type::i32(), "pos", At),
       load(Type::i32(), "pos", binary(BinaryOp::Add, At, i64(1))), ""});
}

std::vector<std::string> RandomNest::leaves() const {
  std::vector<std::string> Result;
  for (const IndexVar &V : N.IndexVars)
    if (!N.consumer(V.Name))
      Result.push_back(V.Name);
  return Result;
}

void RandomNest::addTile(const std::string &Parent) {
  std::string Base = "t" + std::to_string(Made++);
  bool IsSplit = pick(0, 2);
  N.Relations.push_back({IsSplit ? RelationKind::Split : RelationKind::Divide,
                         {Parent},
                         {Base + "o", Base + "i"},
                         pick(0, 9) ? pick(1, 6) : HugeFactors[pick(0, 2)],
                         ""});
  derive(Base + "o");
  derive(Base + "i");
}

void RandomNest::addFusion(const std::vector<std::string> &Leaves) {
  std::string A = Leaves[pick(0, Leaves.size() - 1)];
  std::string B = Leaves[pick(0, Leaves.size() - 1)];
  if (A == B || A == "p" || B == "p" || N.ancestors(A).front() == "p" ||
      N.ancestors(B).front() == "p")
    return;
  std::string Name = "f" + std::to_string(Made++);
  N.Relations.push_back({RelationKind::Fuse, {A, B}, {Name}, 0, ""});
  derive(Name);
}

/// `seen[point] += 1`
StmtRef RandomNest::visit() {
  ExprRef Point = i64(0);
  for (size_t D = 0; D < Box.size(); ++D) {
    const IndexVar &V = N.IndexVars[D];
    ExprRef Rebased = binary(
        BinaryOp::Sub, cast(Type::i64(), var(V.Ty, V.Name)), i64(Box[D].Lo));
    Point = binary(
        BinaryOp::Add,
        binary(BinaryOp::Mul, Point, i64(std::max<int64_t>(Box[D].Length, 0))),
        Rebased);
  }
  if (!Pos.empty())
    Point =
        binary(BinaryOp::Add,
               binary(BinaryOp::Mul, Point, i64(Pos.back() - Pos.front())),
               binary(BinaryOp::Sub, cast(Type::i64(), var(Type::i32(), "p")),
                      i64(Pos.front())));
  return make<AssignStmt>(Place{"seen", Type::i64(), Point}, ReduceOp::Add,
                          i64(1));
}

LoopTags RandomNest::randomTags() {
  LoopTags Tags;
  int64_t Kind = pick(0, 5);
  if (Kind == 0)
    Tags.Unroll = pick(2, 5);
  if (Kind == 1)
    Tags.Unroll = LoopTags::FullUnroll;
  if (Kind == 2)
    Tags.Parallel = ParallelTag{ParallelUnit::CpuThread, RaceStrategy::NoRaces,
                                std::nullopt};
  return Tags;
}

void RandomNest::build() {
  N.Name = "box";
  unsigned Dimensions = pick(1, 3);
  for (unsigned D = 0; D < Dimensions; ++D)
    addDimension(D);
  if (pick(0, 2) == 0)
    addSegments();
  N.Operands.push_back(
      {"seen", OperandKind::Array, Type::i64(), true, false, nullptr, {}, {}});
  for (int64_t K = pick(0, 4); K > 0; --K) {
    std::vector<std::string> Leaves = leaves();
    if (pick(0, 4) == 0)
      addFusion(Leaves);
    else
      addTile(Leaves[pick(0, Leaves.size() - 1)]);
  }
  std::vector<std::string> Order = leaves();
  std::shuffle(Order.begin(), Order.end(), Random);
  // A segment's range is known inside its row only.
  std::vector<std::string> Inside;
  llvm::copy_if(Order, std::back_inserter(Inside), [&](const std::string &V) {
    return N.ancestors(V).front() == "p";
  });
  llvm::erase_if(Order, [&](const std::string &V) {
    return llvm::is_contained(Inside, V);
  });
  Order.insert(Order.end(), Inside.begin(), Inside.end());
  StmtRef Body = visit();
  for (const std::string &V : llvm::reverse(Order))
    Body = make<LoopStmt>(V, Body, randomTags());
  N.Body = Body;
}

int64_t RandomNest::points() const {
  int64_t Count = 1;
  for (const Dimension &D : Box)
    Count *= std::max<int64_t>(D.Length, 0);
  return Count;
}

static std::string dump(const Nest &N, const LoopProgram &P) {
  std::string S;
  llvm::raw_string_ostream OS(S);
  print(OS, N);
  print(OS, P);
  return S;
}

TEST(Lower, VisitsEveryPointOnce) {
  unsigned Lowered = 0, Total = 6000;
  for (unsigned Seed = 0; Seed < Total; ++Seed) {
    RandomNest R(Seed);
    llvm::Expected<LoopProgram> P = lower(R.N, LowerOptions());
    if (!P) {
      std::string Why = toString(P.takeError());
      EXPECT_NE(Why.find("made of part of a tile"), std::string::npos)
          << "seed " << Seed << ": " << Why;
      continue;
    }
    ++Lowered;
    llvm::Error Bad = verify(*P);
    ASSERT_FALSE(bool(Bad))
        << "seed " << Seed << ": " << toString(std::move(Bad)) << dump(R.N, *P);
    LoopMachine &M = R.machine();
    bool HasSegments = M.Arrays.count("pos") != 0;
    int64_t Points = R.points();
    std::vector<int64_t> Expected(Points, 1);
    if (HasSegments) {
      std::vector<int64_t> &Pos = M.Arrays["pos"];
      int64_t Entries = Pos.back() - Pos.front(), Rows = Pos.size() - 1;
      Expected.assign(Points * Entries, 0);
      for (int64_t Point = 0; Point < Points; ++Point)
        for (int64_t P = Pos[Point % Rows]; P < Pos[Point % Rows + 1]; ++P)
          Expected[Point * Entries + P - Pos.front()] = 1;
    }
    M.Arrays["seen"].assign(Expected.size(), 0);
    ASSERT_EQ(M.runGuards(*P), 0u);
    M.run(P->Body);
    ASSERT_EQ(M.Fault, "") << "seed " << Seed << dump(R.N, *P);
    ASSERT_EQ(M.Arrays["seen"], Expected) << "seed " << Seed << dump(R.N, *P);
  }
  EXPECT_GT(Lowered, Total * 3 / 4);
}
