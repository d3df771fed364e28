// Enumerations as elements, members, scalars and locals, scoped and not, whatever
// their underlying type; stores keep their type, so that the code around sees them.
// RUN: %check-run %s -o %t

#include "support/support.h"
#include <cstddef>
#include <vector>

enum Color { Red, Green, Blue = 1000 };
enum class Kind : unsigned char { Inner, Wall, Inflow = 200 };
enum class Wide : long { Least = -1l << 62, None = 0, Most = 1l << 62 };
enum class Flag : bool { Off, On };

struct Cell {
  double value;
  Kind kind;
  struct {
    Color color;
  } look;
};

/// Read and asked.
void walls(int m, const int *pos, const int *crd, const double *val,
           const Kind *kind, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (kind[crd[p]] != Kind::Wall)
        s += val[p] * x[crd[p]];
    switch (kind[i]) {
    case Kind::Inner:
      y[i] = s;
      break;
    case Kind::Inflow:
      y[i] = -s;
      break;
    default:
      y[i] = 0;
    }
  }
}

Kind worse(Kind a, Kind b) { return a < b ? b : a; }

/// Set, from constants, from each other, from numbers.
void spread(int m, const int *pos, const int *crd, const Kind *from, Kind *to,
            Color *color, std::vector<Wide> &wide, Flag *flag,
            std::byte *bytes) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    Kind most = from[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      most = worse(most, from[crd[p]]);
    to[i] = most;
    color[i] = most == Kind::Wall ? Red : color[i] == Red ? Green : Blue;
    wide[i] = static_cast<Wide>(static_cast<long>(wide[i]) / 2 + i);
    flag[i] = most > Kind::Inner ? Flag::On : Flag::Off;
    bytes[i] = std::byte(unsigned(most) ^ 255);
    if (color[i] == Blue)
      to[i] = Kind::Inner;
  }
}

/// Operators of the user's own are what they say.
Color &operator+=(Color &a, Color b) { return a = a == Red ? b : Red; }

void operators(int n, Color *color) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    color[i] += Green;
}

/// Members of records, copies and references of them.
double cells(int n, Kind only, Color to, std::vector<Cell> &cells) {
  double sum = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i) {
    Cell &c = cells[i];
    if (c.kind == only) {
      sum += c.value;
      c.look.color = to;
    } else {
      const Cell was = c;
      c.kind = was.look.color == Blue ? Kind::Wall : was.kind;
    }
  }
  return sum;
}

/// An enumeration that stands for an index, in tables of any rank.
double table(int n, const Color *color, const double (*weight)[2],
             const Flag *flag, Kind (*grid)[3]) {
  double sum = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i) {
    sum += weight[color[i] % 3][flag[i] == Flag::On];
    for (int k = 0; k < 3; ++k)
      grid[i][k] = k == 1 ? Kind::Inflow : Kind::Wall;
  }
  return sum;
}

/// Variables of the function that the nest leaves values in: the last, the worst,
/// one that is a fact.
Color after(int n, const Kind *kind, const Color *color, Kind &worst,
            Flag &seen) {
  Color last = Red;
  Wide sum = Wide::None;
#pragma sparse split(i, i0, i1, 16)
  for (int i = 0; i < n; ++i) {
    if (kind[i] == Kind::Wall)
      last = color[i];
    if (worst < kind[i])
      worst = kind[i];
    if (color[i] == Blue)
      seen = Flag::On;
    sum = Wide(long(sum) + long(color[i]));
  }
  return long(sum) % 2 ? last : Color(last + 1);
}

template <class T, class To> std::vector<To> numbers(const std::vector<T> &V) {
  std::vector<To> Result;
  for (T E : V)
    Result.push_back(To(E));
  return Result;
}

int main() {
  const int M = 400;
  run::Random Rng(11);
  std::vector<int> Pos(M + 1), Crd;
  std::vector<double> Val;
  for (int I = 0; I < M; ++I) {
    for (int Length = int(Rng.below(7)); Length > 0; --Length) {
      Crd.push_back(int(Rng.below(M)));
      Val.push_back(Rng.value<double>());
    }
    Pos[I + 1] = int(Crd.size());
  }
  std::vector<double> X = Rng.vector<double>(M), Y(M, 0.25);
  std::vector<Kind> Kinds, To(M, Kind::Wall);
  std::vector<Color> Colors;
  std::vector<Wide> Wides;
  std::vector<Flag> Flags(M, Flag::Off);
  std::vector<std::byte> Bytes(M);
  std::vector<Cell> Cells;
  for (int I = 0; I < M; ++I) {
    Kinds.push_back(std::vector{Kind::Inner, Kind::Wall, Kind::Inflow}[Rng.below(3)]);
    Colors.push_back(std::vector{Red, Green, Blue}[Rng.below(3)]);
    Wides.push_back(std::vector{Wide::Least, Wide::None, Wide::Most}[Rng.below(3)]);
    Cells.push_back({X[I], Kinds[I], {Colors[I]}});
  }
  walls(M, Pos.data(), Crd.data(), Val.data(), Kinds.data(), X.data(),
        Y.data());
  run::record("walls", Y);
  spread(M, Pos.data(), Crd.data(), Kinds.data(), To.data(), Colors.data(),
         Wides, Flags.data(), Bytes.data());
  run::record("to", numbers<Kind, int>(To));
  run::record("color", numbers<Color, int>(Colors));
  run::record("wide", numbers<Wide, long>(Wides));
  run::record("flag", numbers<Flag, int>(Flags));
  run::record("bytes", numbers<std::byte, int>(Bytes));
  const double Sum = cells(M, Kind::Inner, Green, Cells);
  run::record("sum", std::vector<double>{Sum}, std::vector<double>{1e-12});
  for (int I = 0; I < M; ++I)
    Colors[I] = Cells[I].look.color, Kinds[I] = Cells[I].kind;
  run::record("cells", numbers<Color, int>(Colors));
  std::vector<Color> Others = Colors;
  operators(M, Others.data());
  run::record("operators", numbers<Color, int>(Others));
  run::record("kinds", numbers<Kind, int>(Kinds));
  Kind Worst = Kind::Inner;
  Flag Seen = Flag::Off;
  run::record("last", int(after(M, Kinds.data(), Colors.data(), Worst, Seen)));
  run::record("worst", int(Worst));
  run::record("seen", int(Seen));
  run::record("none", int(after(0, Kinds.data(), Colors.data(), Worst, Seen)));
  const double Weight[3][2] = {{1, 2}, {3, 4}, {5, 6}};
  std::vector<Kind> Grid(M * 3);
  run::record("table", std::vector<double>{table(
                           M, Colors.data(), Weight, Flags.data(),
                           reinterpret_cast<Kind(*)[3]>(Grid.data()))});
  run::record("grid", numbers<Kind, int>(Grid));
}
