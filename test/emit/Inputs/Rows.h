// Matrices whose rows are empty, short or very long. All values are small
// integers, so that every order of summation is exact.
#ifndef ROWS_H
#define ROWS_H

#include <vector>

struct Rows {
  int Count;
  std::vector<int> Pos{0}, Crd;
  std::vector<double> Val;
  static constexpr int Columns = 40;

  /// \p Shape 0: no entries, 1: short rows, 2: skewed, 3: one row has all.
  Rows(int Count, int Shape, unsigned Seed) : Count(Count), Seed(Seed) {
    for (int I = 0; I < Count; ++I) {
      int Length = Shape == 1   ? next(6)
                   : Shape == 2 ? (next(8) ? next(3) : next(300))
                   : Shape == 3 ? (I == Count / 2 ? 500 : 0)
                                : 0;
      for (int P = 0; P < Length; ++P) {
        Crd.push_back(next(Columns));
        Val.push_back(next(5) - 2);
      }
      Pos.push_back(Crd.size());
    }
  }

  int next(unsigned Below) {
    Seed = Seed * 1664525 + 1013904223;
    return (Seed >> 8) % Below;
  }

private:
  unsigned Seed;
};

#endif
