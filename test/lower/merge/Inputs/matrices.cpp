// Compares merged matrices with what they hold at each coordinate.
#include "Sparse.h"
#include <cmath>
#include <cstdio>

namespace serial {
#include "serial.inc"
}
namespace rows {
#include "rows.inc"
}
namespace strips {
#include "strips.inc"
}
namespace threads {
#include "threads.inc"
}
namespace columns {
#include "columns.inc"
}
namespace fused {
#include "fused.inc"
}
namespace pieces {
#include "pieces.inc"
}
namespace tiles {
#include "tiles.inc"
}

/// What is not stored to.
constexpr double Untouched = -7;

using Kernel = int(const int, const int, const int *const, const int *const,
                   const double *const, const int *const, const int *const,
                   const double *const, const int *const, const int *const,
                   const double *const, const double *const, double *const);
using Reference = double(double A, double B, double C, double X);

static bool check(const char *Name, Kernel *K, Reference *R, const Sparse &A,
                  const Sparse &B, const Sparse &C,
                  const std::vector<double> &X) {
  std::vector<double> Y(X.size(), Untouched), Expected(X.size());
  for (size_t I = 0; I < X.size(); ++I)
    Expected[I] = R(A.At[I], B.At[I], C.At[I], X[I]);
  int Failed =
      K(A.Rows, A.Columns, A.Start.data(), A.Column.data(), A.Value.data(),
        B.Start.data(), B.Column.data(), B.Value.data(), C.Start.data(),
        C.Column.data(), C.Value.data(), X.data(), Y.data());
  if (!Failed && Y == Expected)
    return true;
  std::printf("%s: wrong for %d x %d, guard %d\n", Name, A.Rows, A.Columns,
              Failed);
  return false;
}

#define CHECK_IN(Space, Name, Value)                                           \
  Good &= check(                                                               \
      #Space " " #Name, Space::Name,                                           \
      [](double A, double B, double C, double X) -> double { return Value; },  \
      A, B, C, X)
#define CHECK(Name, Value)                                                     \
  CHECK_IN(serial, Name, Value);                                               \
  CHECK_IN(rows, Name, Value);                                                 \
  CHECK_IN(strips, Name, Value);                                               \
  CHECK_IN(threads, Name, Value);                                              \
  CHECK_IN(columns, Name, Value);                                              \
  CHECK_IN(fused, Name, Value);                                                \
  CHECK_IN(pieces, Name, Value);                                               \
  CHECK_IN(tiles, Name, Value)

static bool checkAll(const Sparse &A, const Sparse &B, const Sparse &C) {
  std::vector<double> X(A.At.size());
  for (size_t I = 0; I < X.size(); ++I)
    X[I] = I % 5 + 1;
  bool Good = true;
  CHECK(product, A && B ? A * B : Untouched);
  CHECK(sum, A || B ? A + B : Untouched);
  CHECK(sum_of_three, A || B || C ? A + B + C : Untouched);
  CHECK(product_of_three, A && B && C ? A * B * C : Untouched);
  CHECK(multiply_add, (A && B) || C ? A * B + C : Untouched);
  CHECK(sampled_sum, (A || B) && C ? (A + B) * C : Untouched);
  CHECK(plus_dense, A + X);
  CHECK(times_dense, A ? A * X : Untouched);
  CHECK(all, A * B + X);
  CHECK(two_dense, A || B ? A * X + B : Untouched);
  CHECK(left_join, A ? A * (B ? B : 2) : Untouched);
  CHECK(difference, !A != !B ? A - B : Untouched);
  CHECK(complement, A ? Untouched : B ? B : 1);
  CHECK(unmerged, X);
  return Good;
}

int main() {
  bool Good = true;
  for (int Rows : {0, 1, 2, 13})
    for (int Columns : {0, 1, 4, 5, 6, 37})
      for (unsigned Seed = 1; Seed < 4; ++Seed) {
        for (int Shape = 0; Shape < NumShapes; ++Shape)
          Good &= checkAll({Rows, Columns, Shape, 0, Seed},
                           {Rows, Columns, Shape, 1, Seed},
                           {Rows, Columns, Shape, 2, Seed});
        Good &= checkAll({Rows, Columns, Dense, 0, Seed},
                         {Rows, Columns, Empty, 1, Seed},
                         {Rows, Columns, EmptyRows, 2, Seed});
        Good &= checkAll({Rows, Columns, Ends, 1, Seed},
                         {Rows, Columns, Scattered, 1, Seed},
                         {Rows, Columns, Empty, 2, Seed});
      }
  return !Good;
}
