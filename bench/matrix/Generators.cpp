//===- Generators.cpp - matrices of known structure -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

using namespace lacuna::bench;

namespace {
/// SplitMix64: the same numbers on every machine, which the distributions of
/// the standard library do not promise.
class Random {
public:
  explicit Random(uint64_t Seed) : State(Seed) {}

  uint64_t next() {
    uint64_t Z = State += 0x9e3779b97f4a7c15;
    Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
    Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
    return Z ^ (Z >> 31);
  }
  double unit() { return double(next() >> 11) * 0x1p-53; }
  int below(int N) { return int(unit() * N); }

private:
  uint64_t State;
};

/// Rows in order, entries of a row with ascending columns.
class RowBuilder {
public:
  RowBuilder(int Rows, int Cols) {
    A.Rows = Rows;
    A.Cols = Cols;
    A.Pos.reserve(size_t(Rows) + 1);
  }
  void add(int Col, double Value) {
    A.Crd.push_back(Col);
    A.Val.push_back(Value);
  }
  void endRow() { A.Pos.push_back(int(A.entries())); }
  Csr take() { return std::move(A); }

private:
  Csr A;
};

/// \p Rows rows of \p PerRow different random columns each.
Csr randomRows(int Rows, int Cols, int PerRow) {
  RowBuilder B(Rows, Cols);
  Random R(1);
  std::vector<int> Columns;
  for (int i = 0; i < Rows; ++i) {
    Columns.clear();
    while (int(Columns.size()) < std::min(PerRow, Cols)) {
      while (int(Columns.size()) < std::min(PerRow, Cols))
        Columns.push_back(R.below(Cols));
      std::sort(Columns.begin(), Columns.end());
      Columns.erase(std::unique(Columns.begin(), Columns.end()), Columns.end());
    }
    for (int Col : Columns)
      B.add(Col, R.unit());
    B.endRow();
  }
  return B.take();
}

/// The one generator of each name; Second is its default for a second number,
/// 0 where there is none.
struct Generator {
  const char *Name;
  int Largest, Second;
  Csr (*Make)(int, int);
  int Order = 2;
  int SmallestSecond = 1, LargestSecond = 1024;
};

const int MostThousands = 100000;

const Generator Generators[] = {
    {"laplacian", 20000, 0, [](int N, int) { return laplacian(N); }},
    {"band", 50000000, 0, [](int N, int) { return band(N); }},
    {"random", 100000000, 0, [](int N, int) { return uniformRandom(N); }},
    {"rmat", 26, 16, [](int N, int PerRow) { return rmat(N, PerRow); }},
    {"fem", 200, 0, [](int N, int) { return blockFem(N); }},
    {"longrows", 100000, 0, [](int N, int) { return longRows(N); }},
    {"wide", 100000, 0, [](int N, int) { return wideRows(N); }},
    {"geometric", 2000000, 100,
     [](int N, int Skew) { return geometricRows(N, Skew); }, 2, 0, 100000},
    {"random3", MostThousands, 0,
     [](int N, int) { return randomTensor(3, N, 1); }, 3},
    {"random4", MostThousands, 0,
     [](int N, int) { return randomTensor(4, N, 1); }, 4},
    {"random5", MostThousands, 0,
     [](int N, int) { return randomTensor(5, N, 1); }, 5},
    {"skewed3", MostThousands, 0,
     [](int N, int) { return randomTensor(3, N, 3); }, 3},
    {"skewed4", MostThousands, 0,
     [](int N, int) { return randomTensor(4, N, 3); }, 4},
    {"skewed5", MostThousands, 0,
     [](int N, int) { return randomTensor(5, N, 3); }, 5},
};

const Generator *findGenerator(const std::string &Specification) {
  std::string Name = Specification.substr(0, Specification.find(':'));
  for (const Generator &G : Generators)
    if (Name == G.Name)
      return &G;
  return nullptr;
}

/// Reads a number in [Smallest, Largest] and moves \p At behind it.
bool readNumber(const std::string &Text, size_t &At, int Smallest, int Largest,
                int &Number) {
  const char *End = Text.data() + Text.size();
  auto [Stop, Error] = std::from_chars(Text.data() + At, End, Number);
  At = size_t(Stop - Text.data());
  return Error == std::errc() && Number >= Smallest && Number <= Largest;
}
} // namespace

Csr lacuna::bench::laplacian(int Side) {
  RowBuilder B(Side * Side, Side * Side);
  for (int Y = 0; Y < Side; ++Y)
    for (int X = 0; X < Side; ++X) {
      int i = Y * Side + X;
      if (Y > 0)
        B.add(i - Side, -1);
      if (X > 0)
        B.add(i - 1, -1);
      B.add(i, 4);
      if (X < Side - 1)
        B.add(i + 1, -1);
      if (Y < Side - 1)
        B.add(i + Side, -1);
      B.endRow();
    }
  return B.take();
}

Csr lacuna::bench::band(int Rows) {
  const int Half = 13;
  RowBuilder B(Rows, Rows);
  for (int i = 0; i < Rows; ++i) {
    for (int j = std::max(0, i - Half); j <= std::min(Rows - 1, i + Half); ++j)
      B.add(j, i == j ? 27 : -1);
    B.endRow();
  }
  return B.take();
}

Csr lacuna::bench::uniformRandom(int Rows) {
  return randomRows(Rows, Rows, 10);
}

Csr lacuna::bench::rmat(int Scale, int PerRow) {
  const double Upper = 0.57 + 0.19, Left = 0.57 / Upper,
               LowerLeft = 0.19 / 0.24;
  Random R(2);
  int Nodes = 1 << Scale;
  std::vector<Triplet> Edges(size_t(Nodes) * size_t(PerRow));
  for (Triplet &E : Edges) {
    E = {0, 0, R.unit()};
    for (int Bit = Nodes / 2; Bit > 0; Bit /= 2) {
      bool Lower = R.unit() >= Upper;
      bool Right = R.unit() >= (Lower ? LowerLeft : Left);
      E.Row += Lower ? Bit : 0;
      E.Col += Right ? Bit : 0;
    }
  }
  return fromTriplets(Nodes, Nodes, Edges);
}

Csr lacuna::bench::blockFem(int Side) {
  int Nodes = Side * Side * Side;
  RowBuilder B(3 * Nodes, 3 * Nodes);
  auto InRange = [&](int C) { return C >= 0 && C < Side; };
  auto AddRow = [&](int X, int Y, int Z) {
    for (int DZ = -1; DZ <= 1; ++DZ)
      for (int DY = -1; DY <= 1; ++DY)
        for (int DX = -1; DX <= 1; ++DX) {
          if (!InRange(X + DX) || !InRange(Y + DY) || !InRange(Z + DZ))
            continue;
          int Node = ((Z + DZ) * Side + Y + DY) * Side + X + DX;
          for (int D = 0; D < 3; ++D)
            B.add(3 * Node + D, DX || DY || DZ ? -1.0 : 30.0);
        }
    B.endRow();
  };
  for (int Z = 0; Z < Side; ++Z)
    for (int Y = 0; Y < Side; ++Y)
      for (int X = 0; X < Side; ++X)
        for (int D = 0; D < 3; ++D)
          AddRow(X, Y, Z);
  return B.take();
}

Csr lacuna::bench::longRows(int Rows) {
  return randomRows(Rows, 1000000, 10000);
}

Csr lacuna::bench::wideRows(int Rows) {
  return randomRows(Rows, 100000, 10000);
}

Csr lacuna::bench::geometricRows(int Thousands, int Skew) {
  const int64_t Entries = int64_t(Thousands) * 1000;
  const int Rows = int(Entries / 400);
  const double Rate = std::log1p(Skew * 1e-6);
  // How many entries the first rows have, before they are shuffled. c to the
  // number of rows may be more than a double holds.
  const double Least = std::exp(-Rows * Rate);
  auto Before = [&](int Row) {
    double Share = Skew == 0
                       ? double(Row) / Rows
                       : (std::exp((Row - Rows) * Rate) - Least) / (1 - Least);
    return int64_t(std::llround(Share * double(Entries)));
  };
  std::vector<int64_t> Lengths;
  for (int Row = 0; Row < Rows; ++Row)
    Lengths.push_back(Before(Row + 1) - Before(Row));
  const int64_t Cols =
      std::max(Entries / 10, *std::max_element(Lengths.begin(), Lengths.end()));
  Random R(4);
  for (int Row = Rows - 1; Row > 0; --Row)
    std::swap(Lengths[size_t(Row)], Lengths[size_t(R.below(Row + 1))]);

  RowBuilder B(Rows, int(Cols));
  for (int64_t Length : Lengths) {
    for (int64_t E = 0; E < Length; ++E) {
      int64_t First = E * Cols / Length, Last = (E + 1) * Cols / Length;
      B.add(int(First) + R.below(int(Last - First)), R.unit());
    }
    B.endRow();
  }
  return B.take();
}

Csr lacuna::bench::randomTensor(int Order, int Thousands, double Skew) {
  const int Entries = 1000 * Thousands, PerFibre = 4;
  const int Between = Order == 3 ? 16 : Order == 4 ? 12 : 6;
  std::vector<int> Extents(size_t(Order), Between);
  Extents.front() = Entries / PerFibre;
  for (int L = 1; L < Order - 1; ++L)
    Extents.front() /= Between;
  Extents.back() = Entries / 10;
  Random R(3);
  std::vector<int> Points;
  std::vector<double> Values;
  for (int E = 0; E < Entries; ++E) {
    for (int Extent : Extents)
      Points.push_back(int(std::pow(R.unit(), Skew) * Extent));
    Values.push_back(R.unit());
  }
  return fromPoints(Extents, Points, Values);
}

int lacuna::bench::generatedOrder(const std::string &Specification) {
  const Generator *G = findGenerator(Specification);
  return G ? G->Order : 0;
}

std::string lacuna::bench::generate(const std::string &Specification, Csr &A) {
  const Generator *G = findGenerator(Specification);
  if (!G)
    return "no generator is called so";
  size_t At = std::string(G->Name).size();
  int First = 0, Second = G->Second;
  bool Good = At < Specification.size() &&
              readNumber(Specification, ++At, 1, G->Largest, First);
  if (Good && G->Second && At < Specification.size())
    Good = Specification[At] == ':' &&
           readNumber(Specification, ++At, G->SmallestSecond, G->LargestSecond,
                      Second);
  if (!Good || At != Specification.size())
    return "expected " + std::string(G->Name) + ":N" +
           (G->Second ? " or " + std::string(G->Name) + ":N:M, M up to " +
                            std::to_string(G->LargestSecond) + ","
                      : "") +
           " with N from 1 to " + std::to_string(G->Largest);
  A = G->Make(First, Second);
  return "";
}
