//===- PositionTest.cpp - rows in position space -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random compressed rows under random schedules of their fused positions: each
// row is entered and left once, each position is visited once, and rows that
// chunks cut have the value that the plain loops give.
//
//===----------------------------------------------------------------------===//

#include "LoopMachine.h"
#include "lacuna/ir/text/Text.h"
#include "lacuna/lower/Versions.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace lacuna;

namespace {

/// A matrix with empty, short and long rows in rows [Lo, Lo + Rows), whose
/// positions need not ascend.
struct Matrix {
  int64_t Lo, Rows;
  std::vector<int64_t> Pos;
};

class RandomRows {
public:
  explicit RandomRows(unsigned Seed) : Random(Seed), Machine(Seed) {
    Machine.Threads = pick(1, 9);
    M.Lo = pick(0, 3);
    M.Rows = pick(0, 3) ? pick(1, 14) : pick(-2, 2);
    M.Pos.assign(M.Lo + 1, pick(0, 4));
    for (int64_t R = 0; R < M.Rows; ++R) {
      int64_t Length = pick(0, 2) ? pick(0, 4) : pick(0, 3) ? 0 : pick(5, 60);
      M.Pos.push_back(M.Pos.back() + Length);
    }
    // Nothing says that rows follow each other: some end where none may begin.
    if (pick(0, 2) == 0)
      for (size_t R = M.Lo; R < M.Pos.size(); ++R)
        if (pick(0, 1))
          M.Pos[R] = pick(0, 30);
  }

  int64_t pick(int64_t Lo, int64_t Hi) {
    return std::uniform_int_distribution<int64_t>(Lo, Hi)(Random);
  }

  /// Operands and index variables of all nests here.
  std::string head(llvm::StringRef Ty) const;
  /// Fills the machine's arrays, runs \p P and compares.
  void runAndCompare(const LoopProgram &P, int64_t (*Combine)(int64_t, int64_t),
                     const std::string &Dump);

  /// Elements of y in each row, and of what is combined with them.
  int64_t Width = 1;

  Matrix M;

private:
  std::mt19937 Random;
  LoopMachine Machine;
};

} // namespace

std::string RandomRows::head(llvm::StringRef Ty) const {
  return (R"(nest @rows {
  operand lo : i32
  operand hi : i32
  operand w : i32
  operand pos : i32[]
  operand begun : i64[] written
  operand seen : i64[] written
  operand seed : )" +
          Ty + "[]\n  operand value : " + Ty + "[]\n  operand y : " + Ty +
          "[] written\n" + R"(
  index i : i32 in lo .. hi
  index p : i32 in pos[i] .. pos[i + 1]
  index k : i32 in 0 .. w
)")
      .str();
}

void RandomRows::runAndCompare(const LoopProgram &P,
                               int64_t (*Combine)(int64_t, int64_t),
                               const std::string &Dump) {
  size_t Slots = M.Pos.size() - 1;
  size_t Entries = *std::max_element(M.Pos.begin(), M.Pos.end());
  Machine.Scalars["lo"] = M.Lo;
  Machine.Scalars["hi"] = M.Lo + M.Rows;
  // Without rows nothing may be read.
  Machine.Arrays["pos"] = M.Rows > 0 ? M.Pos : std::vector<int64_t>();
  Machine.Scalars["w"] = Width;
  std::vector<int64_t> Y(Slots * Width, -1), Begun(Slots), Seen(Entries),
      Values, Seeds;
  for (size_t E = 0; E < Entries; ++E)
    Values.push_back(pick(-50, 50));
  for (size_t R = 0; R < Slots; ++R)
    Seeds.push_back(pick(-50, 50));
  Machine.Arrays["seed"] = Seeds;
  Machine.Arrays["value"] = Values;
  Machine.Arrays["y"] = Y;
  Machine.Arrays["begun"] = Begun;
  Machine.Arrays["seen"] = Seen;
  for (int64_t R = M.Lo; R < M.Lo + M.Rows; ++R) {
    ++Begun[R];
    for (int64_t K = R * Width; K < (R + 1) * Width; ++K)
      Y[K] = Seeds[R];
    for (int64_t E = M.Pos[R]; E < M.Pos[R + 1]; ++E) {
      ++Seen[E];
      for (int64_t K = 0; K < Width; ++K)
        Y[R * Width + K] = Combine(Y[R * Width + K], Values[E] * (K + 1));
    }
  }
  Machine.run(P.Body);
  ASSERT_EQ(Machine.Fault, "") << Dump;
  ASSERT_EQ(Machine.Arrays["begun"], Begun) << Dump;
  ASSERT_EQ(Machine.Arrays["seen"], Seen) << Dump;
  ASSERT_EQ(Machine.Arrays["y"], Y) << Dump;
}

static void lowerAndRun(RandomRows &R, const std::string &Text,
                        int64_t (*Combine)(int64_t, int64_t), unsigned Seed) {
  llvm::Expected<Nest> N = parseNest(Text);
  ASSERT_TRUE(bool(N)) << toString(N.takeError()) << Text;
  llvm::Expected<LoopProgram> P = lower(*N, {CheckLevel::Off});
  ASSERT_TRUE(bool(P)) << toString(P.takeError()) << Text;
  std::string Dump = "seed " + std::to_string(Seed) + "\n" + Text;
  llvm::raw_string_ostream OS(Dump);
  print(OS, *P);
  llvm::Error Bad = verify(*P);
  ASSERT_FALSE(bool(Bad)) << toString(std::move(Bad)) << Dump;
  R.runAndCompare(*P, Combine, Dump);
}

static int64_t sum(int64_t A, int64_t B) { return A + B; }
static int64_t least(int64_t A, int64_t B) { return std::min(A, B); }
static int64_t parity(int64_t A, int64_t B) { return A ^ B; }

/// What the loops around tracked rows look like: a random chain of splits of
/// the fused variable, one of its loops on threads.
struct Chain {
  std::string Relations, Open, Close;
};

static Chain randomChain(RandomRows &R, llvm::StringRef Races) {
  Chain C;
  C.Relations = "  fuse i, p -> f0\n";
  std::string Innermost = "f0";
  std::vector<std::string> Loops;
  for (int64_t K = R.pick(0, 3); K > 0; --K) {
    bool IsSplit = R.pick(0, 2);
    std::string Base = Innermost + "_";
    C.Relations += std::string("  ") + (IsSplit ? "split " : "divide ") +
                   Innermost + " -> " + Base + "o, " + Base + "i " +
                   (IsSplit ? "by " : "into ") + std::to_string(R.pick(1, 8)) +
                   "\n";
    Loops.push_back(Base + "o");
    Innermost = Base + "i";
  }
  Loops.push_back(Innermost);
  size_t Parallel = R.pick(0, Loops.size());
  for (size_t L = 0; L < Loops.size(); ++L) {
    C.Open += "loop " + Loops[L];
    if (L == Parallel)
      C.Open += (" parallel(cpu_thread, " + Races +
                 (R.pick(0, 1) ? ", schedule(dynamic, 2))" : ")"))
                    .str();
    C.Open += " {\n";
    C.Close += "}\n";
  }
  return C;
}

TEST(Position, RowsCutByChunks) {
  struct {
    const char *Op, *Ty;
    int64_t (*Combine)(int64_t, int64_t);
    const char *Races;
  } Ops[] = {{"+=", "i64", sum, "temporary"},
             {"+=", "i64", sum, "atomics"},
             {"min=", "i64", least, "temporary"},
             {"^=", "i64", parity, "temporary"},
             // No literal is neutral to a minimum of these.
             {"min=", "f64", least, "temporary"}};
  for (unsigned Seed = 0; Seed < 2500; ++Seed) {
    RandomRows R(Seed);
    auto &[Op, Ty, Combine, Races] = Ops[R.pick(0, 4)];
    Chain C = randomChain(R, Races);
    bool HasAccumulator = R.pick(0, 2);
    std::string Target = HasAccumulator ? "s" : "y[i]";
    std::string Enter = HasAccumulator
                            ? "var s : " + std::string(Ty) + " = start"
                            : "y[i] = start";
    std::string Leave = HasAccumulator ? "y[i] = s" : "";
    lowerAndRun(R,
                R.head(Ty) + C.Relations + "body {\n" + C.Open +
                    "track i {\nenter {\nlet start = seed[i]\n" + Enter +
                    "\nbegun[i] += 1:i64\n}\neach {\nlet v = value[p]\n" +
                    "seen[p] += 1:i64\n" + Target + " " + Op +
                    " v\n}\nleave {\n" + Leave + "\n}\n}\n" + C.Close +
                    "}\n}\n",
                Combine, Seed);
    if (HasFatalFailure())
      return;
  }
}

/// Rows of several elements, which an inner dense loop updates.
TEST(Position, DenseRowsCutByChunks) {
  for (unsigned Seed = 0; Seed < 1000; ++Seed) {
    RandomRows R(Seed);
    R.Width = R.pick(0, 4);
    bool IsSplit = R.pick(0, 1);
    Chain C = randomChain(R, R.pick(0, 1) ? "temporary" : "atomics");
    std::string Clear = "loop k", Update = "loop k", Close = "\n}\n";
    if (IsSplit) {
      C.Relations += "  split k -> k0, k1 by 2\n";
      Clear = Update = "loop k0 {\nloop k1";
      Close = "\n}\n}\n";
    }
    lowerAndRun(R,
                R.head("i64") + C.Relations + "body {\n" + C.Open +
                    "track i {\nenter {\nbegun[i] += 1:i64\n" + Clear +
                    " {\ny[i * w + k] = seed[i]" + Close +
                    "}\neach {\nlet v = value[p]\nlet row = i * w\n" +
                    "seen[p] += 1:i64\n" + Update +
                    " {\ny[row + k] += v * i64(k + 1)" + Close +
                    "}\nleave {\n}\n}\n" + C.Close + "}\n}\n",
                sum, Seed);
    if (HasFatalFailure())
      return;
  }
}

TEST(Position, BalancedPiecesOfRows) {
  for (unsigned Seed = 0; Seed < 600; ++Seed) {
    RandomRows R(Seed);
    bool IsSplit = R.pick(0, 1);
    std::string Text = R.head("i64") + "  balance i -> t, r into " +
                       std::to_string(R.pick(0, 12)) + " over p\n";
    std::string Loops = "loop r {\n", Close = "}\n";
    if (IsSplit) {
      Text += "  split r -> r0, r1 by 3\n";
      Loops = "loop r0 {\nloop r1 {\n";
      Close = "}\n}\n";
    }
    Text += "body {\nloop t parallel(cpu_thread, no_races) {\n" + Loops +
            "var s : i64 = seed[i]\nbegun[i] += 1:i64\nloop p {\n"
            "seen[p] += 1:i64\ns += value[p]\n}\ny[i] = s\n" +
            Close + "}\n}\n}\n";
    lowerAndRun(R, Text, sum, Seed);
    if (HasFatalFailure())
      return;
  }
}
