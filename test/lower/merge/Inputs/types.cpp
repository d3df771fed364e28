// Compares differences of matrices in many types with what they hold.
#include "Sparse.h"
#include <cstdint>
#include <cstdio>

namespace serial {
#include "serial.inc"
}
namespace strips {
#include "strips.inc"
}
namespace pieces {
#include "pieces.inc"
}

template <typename Pos, typename CrdA, typename CrdB, typename Column,
          typename Row>
static bool check(const char *Name,
                  int (*K)(const Row, const Column, const Pos *const,
                           const CrdA *const, const double *const,
                           const Pos *const, const CrdB *const,
                           const double *const, double *const),
                  int Rows, int Columns) {
  bool Good = true;
  for (int Shape = 0; Shape < NumShapes; ++Shape) {
    // Positions fit 8 bits.
    if (Rows * Columns > 255 && Shape == Dense)
      continue;
    SparseOf<Pos, CrdA> A(Rows, Columns, Shape, 0, 1);
    SparseOf<Pos, CrdB> B(Rows, Columns, Shape, 1, 1);
    std::vector<double> Y(A.At.size()), Expected(A.At.size());
    for (size_t I = 0; I < Y.size(); ++I)
      Expected[I] = A.At[I] - B.At[I];
    int Failed = K(static_cast<Row>(Rows), static_cast<Column>(Columns),
                   A.Start.data(), A.Column.data(), A.Value.data(),
                   B.Start.data(), B.Column.data(), B.Value.data(), Y.data());
    // Guards leave what stores nothing to the user's loop.
    if ((!Failed || Y.empty()) && Y == Expected)
      continue;
    std::printf("%s: wrong for %d x %d, guard %d\n", Name, Rows, Columns,
                Failed);
    Good = false;
  }
  return Good;
}

#define CHECK(Name)                                                            \
  Good &= check("serial " #Name, serial::Name, Rows, Columns);                 \
  Good &= check("strips " #Name, strips::Name, Rows, Columns);                 \
  Good &= check("pieces " #Name, pieces::Name, Rows, Columns)

int main() {
  bool Good = true;
  for (int Rows : {0, 1, 3})
    for (int Columns : {0, 1, 49, 50, 51, 255}) {
      CHECK(narrow);
      CHECK(short_);
      CHECK(unsigned_);
      CHECK(wide);
      CHECK(mixed);
    }
  return !Good;
}
