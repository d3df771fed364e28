// Compares reductions over merged coordinates with loops over all of them.
#include "Sparse.h"
#include <cstdio>

namespace plain {
#include "doubly.inc"
#include "panel.inc"
#include "pattern.inc"
#include "row.inc"
#include "vector.inc"
} // namespace plain
namespace tiled {
#include "doubly_strips.inc"
#include "panel_tiles.inc"
#include "pattern_columns.inc"
#include "row_strips.inc"
#include "vector_threads.inc"
} // namespace tiled
namespace pieces {
#include "pattern_pieces.inc"
#include "row_balanced.inc"
#include "vector_pieces.inc"
} // namespace pieces

using Values = std::vector<double>;

static bool report(const char *Name, bool Good, const Sparse &A) {
  if (!Good)
    std::printf("%s: wrong for %d x %d\n", Name, A.Rows, A.Columns);
  return Good;
}

template <typename Kernel>
static bool checkRow(Kernel *K, const Sparse &A, const Sparse &B) {
  std::vector<int> Count(A.Rows, -1), ExpectedCount(A.Rows);
  Values Y(A.Rows, -1), Expected(A.Rows);
  for (size_t I = 0; I < A.At.size(); ++I) {
    ExpectedCount[I / A.Columns] += A.At[I] || B.At[I];
    Expected[I / A.Columns] += A.At[I] * B.At[I];
  }
  bool Done = !K(A.Rows, A.Columns, A.Start.data(), A.Column.data(),
                 A.Value.data(), B.Start.data(), B.Column.data(),
                 B.Value.data(), Count.data(), Y.data());
  return report("row", Done && Count == ExpectedCount && Y == Expected, A);
}

template <typename Kernel>
static bool checkVector(Kernel *K, const Sparse &A, const Sparse &B) {
  double Y = -1, Expected = 0;
  for (size_t I = 0; I < A.At.size(); ++I)
    Expected += A.At[I] * B.At[I];
  bool Done = !K(A.Columns, A.Start.data(), A.Column.data(), A.Value.data(),
                 B.Start.data(), B.Column.data(), B.Value.data(), &Y);
  return report("vector", Done && Y == Expected, A);
}

/// The rows of \p A that have entries.
struct Compressed {
  std::vector<int> Rows = {0}, Row, Start = {0};
  explicit Compressed(const Sparse &A) {
    for (int I = 0; I < A.Rows; ++I)
      if (A.Start[I] < A.Start[I + 1]) {
        Row.push_back(I);
        Start.push_back(A.Start[I + 1]);
      }
    Rows.push_back(static_cast<int>(Row.size()));
  }
};

template <typename Kernel>
static bool checkDoubly(Kernel *K, const Sparse &A, const Sparse &B) {
  Compressed CA(A), CB(B);
  Values Y(A.At.size()), Expected(A.At.size());
  for (size_t I = 0; I < A.At.size(); ++I)
    Expected[I] = A.At[I] - B.At[I];
  bool Done =
      !K(A.Rows, A.Columns, CA.Rows.data(), CA.Row.data(), CA.Start.data(),
         A.Column.data(), A.Value.data(), CB.Rows.data(), CB.Row.data(),
         CB.Start.data(), B.Column.data(), B.Value.data(), Y.data());
  return report("doubly", Done && Y == Expected, A);
}

template <typename Kernel>
static bool checkPanel(Kernel *K, const Sparse &A, const Sparse &B) {
  constexpr int Width = 10;
  Values X(A.Columns * Width), Y(A.Rows * Width), Expected(A.Rows * Width);
  for (size_t I = 0; I < X.size(); ++I)
    X[I] = I % 7;
  for (int I = 0; I < A.Rows; ++I)
    for (int J = 0; J < A.Columns; ++J)
      for (int L = 0; L < Width; ++L)
        Expected[I * Width + L] +=
            (A.At[I * A.Columns + J] + B.At[I * A.Columns + J]) *
            X[J * Width + L];
  bool Done = !K(A.Rows, A.Columns, Width, A.Start.data(), A.Column.data(),
                 A.Value.data(), B.Start.data(), B.Column.data(),
                 B.Value.data(), X.data(), Y.data());
  return report("panel", Done && Y == Expected, A);
}

template <typename Kernel>
static bool checkPattern(Kernel *K, const Sparse &A, const Sparse &B) {
  Values Y(A.Value.size(), -1), Expected;
  for (size_t I = 0; I < A.At.size(); ++I)
    if (A.At[I])
      Expected.push_back(A.At[I] - B.At[I]);
  bool Done =
      !K(A.Rows, A.Columns, A.Start.data(), A.Column.data(), A.Value.data(),
         B.Start.data(), B.Column.data(), B.Value.data(), Y.data());
  // The overlap guards take empty arrays for one.
  return report("pattern", (Done || Y.empty()) && Y == Expected, A);
}

int main() {
  bool Good = true;
  for (int Rows : {0, 1, 2, 13})
    for (int Columns : {0, 1, 6, 7, 8, 40})
      for (int Shape = 0; Shape < NumShapes; ++Shape)
        for (unsigned Seed = 1; Seed < 6; ++Seed) {
          Sparse A(Rows, Columns, Shape, 0, Seed);
          Sparse B(Rows, Columns, Shape, 1, Seed);
          Good &= checkRow(plain::row, A, B) && checkRow(tiled::row, A, B) &&
                  checkRow(pieces::row, A, B);
          Good &= checkDoubly(plain::doubly, A, B) &&
                  checkDoubly(tiled::doubly, A, B);
          Good &=
              checkPanel(plain::panel, A, B) && checkPanel(tiled::panel, A, B);
          Good &= checkPattern(plain::pattern, A, B) &&
                  checkPattern(tiled::pattern, A, B) &&
                  checkPattern(pieces::pattern, A, B);
          if (Rows == 1)
            Good &= checkVector(plain::vector, A, B) &&
                    checkVector(tiled::vector, A, B) &&
                    checkVector(pieces::vector, A, B);
        }
  return !Good;
}
