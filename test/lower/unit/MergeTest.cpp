//===- MergeTest.cpp - merges visit what their condition says -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random merges of sparse rows, of any types, are scheduled at random, lowered
// and executed; each coordinate must be visited once or not at all, by the
// levels that have it.
//
//===----------------------------------------------------------------------===//

#include "LoopMachine.h"
#include "lacuna/ir/text/Text.h"
#include "lacuna/lower/Versions.h"
#include "lacuna/schedule/Schedule.h"
#include "lacuna/schedule/commands/Commands.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace lacuna;

namespace {

/// A condition on levels, and its text.
struct Condition {
  std::string Text;
  std::function<bool(unsigned Present)> Holds;
};

class RandomMerge {
public:
  explicit RandomMerge(unsigned Seed) : Machine(Seed), Random(Seed) { build(); }

  std::string Text, Schedule;
  LoopMachine Machine;
  std::vector<int64_t> Expected;

private:
  int64_t pick(int64_t Lo, int64_t Hi) {
    return std::uniform_int_distribution<int64_t>(Lo, Hi)(Random);
  }
  std::string pickFrom(llvm::ArrayRef<const char *> Words) {
    return Words[pick(0, Words.size() - 1)];
  }
  void build();
  void buildLevel(unsigned Which);
  void buildExpected();
  std::string value() const;
  Condition condition(unsigned Depth);
  std::string schedule();

  static std::string literal(int64_t Value, const std::string &Ty) {
    return std::to_string(Value) + (Ty == "i32" ? "" : ":" + Ty);
  }

  std::mt19937 Random;
  int64_t FirstRow, Rows, FirstColumn, Columns;
  unsigned NumLevels;
  bool HasDense;
  std::string Head, Indices, Tensors, Operands;
  Condition Where;
  /// By row and column: which levels have it, and their values.
  std::vector<unsigned> Present;
  std::vector<std::vector<int64_t>> Values;
};

} // namespace

Condition RandomMerge::condition(unsigned Depth) {
  if (Depth == 0 || pick(0, 3) == 0) {
    unsigned Level = pick(0, NumLevels - (HasDense ? 0 : 1));
    if (Level == NumLevels)
      return {"d", [](unsigned) { return true; }};
    std::string Name = "l" + std::to_string(Level);
    if (pick(0, 6) == 0)
      return {"!" + Name, [=](unsigned S) { return !(S >> Level & 1); }};
    return {Name, [=](unsigned S) { return S >> Level & 1; }};
  }
  Condition L = condition(Depth - 1), R = condition(Depth - 1);
  if (pick(0, 1))
    return {"(" + L.Text + " && " + R.Text + ")",
            [=](unsigned S) { return L.Holds(S) && R.Holds(S); }};
  return {"(" + L.Text + " || " + R.Text + ")",
          [=](unsigned S) { return L.Holds(S) || R.Holds(S); }};
}

/// Level \p Which with random entries.
void RandomMerge::buildLevel(unsigned Which) {
  const char *Unsigned[] = {"u8", "u32", "u64", "i16", "i32", "i64"};
  std::string N = std::to_string(Which);
  std::string PosTy = pickFrom(Unsigned);
  std::string CrdTy =
      FirstColumn < 0 ? pickFrom({"i16", "i32", "i64"}) : pickFrom(Unsigned);
  std::vector<int64_t> &Pos = Machine.Arrays["pos" + N],
                       &Crd = Machine.Arrays["crd" + N],
                       &Val = Machine.Arrays["val" + N];
  int64_t Base = pick(0, 2);
  Crd.assign(Base, -100);
  Val.assign(Base, -100);
  if (Rows > 0)
    Pos.push_back(Base);
  for (int64_t I = 0; I < Rows; ++I) {
    int64_t Odds = pick(1, 6);
    for (int64_t J = 0; J < Columns; ++J) {
      if (pick(1, Odds) != 1)
        continue;
      Crd.push_back(FirstColumn + J);
      Val.push_back(pick(1, 1000));
      Present[I * Columns + J] |= 1u << Which;
      Values[Which][I * Columns + J] = Val.back();
    }
    Pos.push_back(Crd.size());
  }
  auto Array = [&](const char *Name, const std::string &Ty) {
    Head += "  operand " + std::string(Name) + N + " : " + Ty + "[]\n";
  };
  Array("pos", PosTy);
  Array("crd", CrdTy);
  Array("val", "i64");
  auto Bound = [&](int64_t Offset) {
    return "pos" + N + "[i64(i) + " + literal(Offset - FirstRow, "i64") + "]";
  };
  Indices += "  index p" + N + " : " + PosTy + " in " + Bound(0) + " .. " +
             Bound(1) + "\n";
  Tensors += "  tensor T" + N + " : dense(i), compressed(p" + N + "; pos" + N +
             ", crd" + N + ") values val" + N + "\n";
  Operands += (Which ? ", l" : "l") + N + ": p" + N;
}

/// What the body adds: another number for each set of levels.
std::string RandomMerge::value() const {
  std::string Sum = "1:i64";
  for (unsigned K = 0; K != NumLevels; ++K) {
    std::string N = std::to_string(K);
    Sum += " + (l" + N + " ? val" + N + "[p" + N + "] * " +
           std::to_string(int64_t(1000) << (10 * K)) + ":i64 : 0:i64)";
  }
  return Sum;
}

void RandomMerge::buildExpected() {
  for (size_t At = 0; At != Present.size(); ++At) {
    int64_t Sum = 1;
    for (unsigned K = 0; K != NumLevels; ++K)
      Sum += Values[K][At] * (int64_t(1000) << (10 * K));
    Expected.push_back(Where.Holds(Present[At]) ? Sum : 0);
  }
}

std::string RandomMerge::schedule() {
  std::string F = std::to_string(pick(1, 6)), G = std::to_string(pick(1, 4));
  std::vector<std::string> Loops;
  std::string Commands;
  switch (pick(0, 7)) {
  case 0:
    Loops = {"i"};
    break;
  case 1:
    Commands = "split(j, j0, j1, " + F + ")";
    Loops = {"i", "j0"};
    break;
  case 2:
    Commands = "split(j, j0, j1, " + F + ") reorder(i, j0)";
    Loops = {"i", "j0"};
    break;
  case 3:
    Commands = "divide(j, j0, j1, " + F + ") split(j1, j2, j3, " + G + ")";
    Loops = {"i", "j0", "j2"};
    break;
  case 4:
    return "fuse(i, j, f)";
  case 5:
    Commands = "fuse(i, j, f) split(f, f0, f1, " + F + ")";
    Loops = {"f0"};
    break;
  case 6:
    Commands = "fuse(i, j, f) divide(f, f0, f1, " + F + ") split(f1, f2, f3, " +
               G + ")";
    Loops = {"f0", "f2"};
    break;
  default:
    Commands = "split(i, i0, i1, " + F + ") divide(j, j0, j1, " + G +
               ") order(i0, j0, i1, j1)";
    Loops = {"i0", "j0", "i1"};
  }
  // That iterations are independent is not what is tested.
  if (pick(0, 2))
    Commands += " parallelize(" + Loops[pick(0, Loops.size() - 1)] +
                ", cpu_thread, ignore_races)";
  return Commands;
}

void RandomMerge::build() {
  std::string RowTy = pickFrom({"i16", "i32", "u32", "i64"});
  std::string ColumnTy = pickFrom({"i16", "i32", "u32", "i64", "u64", "u8"});
  FirstRow = RowTy[0] == 'u' ? pick(0, 2) : pick(-2, 2);
  FirstColumn = ColumnTy[0] == 'u' ? pick(0, 2) : pick(-2, 2);
  Rows = pick(FirstRow > 0 ? -1 : 0, 5);
  Columns = pick(0, 9);
  NumLevels = pick(1, 4);
  HasDense = pick(0, 2) == 0;
  int64_t Points = std::max<int64_t>(Rows, 0) * Columns;
  Present.assign(Points, 0);
  Values.assign(NumLevels, std::vector<int64_t>(Points));
  for (unsigned K = 0; K != NumLevels; ++K)
    buildLevel(K);
  if (HasDense)
    Operands += ", d: j";
  Where = condition(3);
  buildExpected();
  Machine.Scalars["m"] = FirstRow + Rows;
  Machine.Scalars["n"] = FirstColumn + Columns;
  Machine.Arrays["y"].assign(Points, 0);
  // A stride of 0 is no stride.
  std::string Width = std::to_string(std::max<int64_t>(Columns, 1));
  Text = "nest @merge {\n  operand m : " + RowTy +
         "\n  operand n : " + ColumnTy + "\n" + Head +
         "  operand y : i64[] written\n  index i : " + RowTy + " in " +
         literal(FirstRow, RowTy) + " .. m\n  index j : " + ColumnTy + " in " +
         literal(FirstColumn, ColumnTy) + " .. n\n" + Indices + Tensors +
         "  body { loop i { loop j merge(" + Operands + "; " + Where.Text +
         ") {\n    y[(i64(i) - " + literal(FirstRow, "i64") + ") * " + Width +
         ":i64 + (i64(j) - " + literal(FirstColumn, "i64") +
         ")] += " + value() + "\n  } } }\n}\n";
  Schedule = schedule();
}

template <typename T>
static std::optional<T> get(llvm::Expected<T> Value, const RandomMerge &R) {
  if (Value)
    return std::move(*Value);
  ADD_FAILURE() << toString(Value.takeError()) << "\n" << R.Text << R.Schedule;
  return std::nullopt;
}

static std::optional<Nest> scheduled(const RandomMerge &R) {
  std::optional<Nest> N = get(parseNest(R.Text), R);
  std::optional<Directive> D = get(parseDirective(R.Schedule), R);
  if (!N || !D)
    return std::nullopt;
  return get(applySchedule(*N, *D, ScheduleContext()), R);
}

TEST(Merge, VisitsWhatItsConditionSays) {
  for (unsigned Seed = 0; Seed < 2000; ++Seed) {
    RandomMerge R(Seed);
    std::optional<Nest> N = scheduled(R);
    ASSERT_TRUE(N) << "seed " << Seed;
    std::optional<LoopProgram> P = get(lower(*N, LowerOptions()), R);
    ASSERT_TRUE(P) << "seed " << Seed;
    std::string Shown;
    llvm::raw_string_ostream OS(Shown);
    OS << "seed " << Seed << ' ' << R.Schedule << '\n';
    print(OS, *N);
    print(OS, *P);
    llvm::Error Bad = verify(*P);
    ASSERT_FALSE(bool(Bad)) << toString(std::move(Bad)) << OS.str();
    LoopMachine &M = R.Machine;
    ASSERT_EQ(M.runGuards(*P), 0u) << OS.str();
    M.run(P->Body);
    ASSERT_EQ(M.Fault, "") << OS.str();
    ASSERT_EQ(M.Arrays["y"], R.Expected) << OS.str();
  }
}
