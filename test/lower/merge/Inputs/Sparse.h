// Sparse matrices with nasty patterns, and what they hold at each coordinate.
#ifndef SPARSE_H
#define SPARSE_H
#include <random>
#include <vector>

/// How the patterns of several matrices relate.
enum Shape {
  Empty,
  Scattered,
  Dense,
  Identical,
  Disjoint,
  Ends,
  EmptyRows,
  NumShapes
};

template <typename Pos, typename Crd> struct SparseOf {
  int Rows, Columns;
  std::vector<Pos> Start = {0};
  std::vector<Crd> Column;
  std::vector<double> Value;
  /// 0 where nothing is stored; stored values are not 0.
  std::vector<double> At;

  SparseOf(int Rows, int Columns, int Shape, unsigned Which, unsigned Seed)
      : Rows(Rows), Columns(Columns), At(Rows * Columns) {
    std::mt19937 Own(Seed * 31 + Which), Common(Seed);
    for (int I = 0; I < Rows; ++I) {
      bool IsEmpty = Shape == EmptyRows && Own() % 3 != 0;
      for (int J = 0; J < Columns; ++J) {
        unsigned Any = Own() % 4, Shared = Common() % 4;
        bool Has = false;
        switch (Shape) {
        case Empty:
          Has = false;
          break;
        case Scattered:
        case EmptyRows:
          Has = Any == 0 && !IsEmpty;
          break;
        case Dense:
          Has = true;
          break;
        case Identical:
          Has = Shared == 0;
          break;
        case Disjoint:
          Has = Shared == Which;
          break;
        case Ends:
          Has = J == (Which % 2 ? Columns - 1 : 0);
          break;
        }
        if (!Has)
          continue;
        Column.push_back(static_cast<Crd>(J));
        Value.push_back(1 + Own() % 9);
        At[I * Columns + J] = Value.back();
      }
      Start.push_back(static_cast<Pos>(Column.size()));
    }
  }
};
using Sparse = SparseOf<int, int>;
#endif
