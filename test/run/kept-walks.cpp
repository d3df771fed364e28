// What a walk has found is kept only as long as nothing has changed that
// decides on it, where no iteration of a sample shows the change: other
// elements at the same place, of which each loop here sees two sets. With the
// second one it reads what it stores.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 10 --fallback-each 2 %s -o %t
// clang-format on
#include "support/support.h"

constexpr int M = 64, Far = 1000;

/// Row by row; the rows of the sample have no positions, or two.
struct Matrix {
  std::vector<int> pos{0}, crd;
  std::vector<double> val;

  explicit Matrix(bool IsSampleEmpty) {
    for (int i = 0; i < M; ++i) {
      // The sample is each fourth row and the last one.
      const bool InSample = i % 4 == 0 || i == M - 1;
      for (int n = InSample && IsSampleEmpty ? 0 : InSample ? 2 : 3; n > 0; --n)
        crd.push_back(InSample ? 0 : i - n % 2);
      pos.push_back(int(crd.size()));
    }
    val.assign(crd.size(), 0.5);
  }
};

// A summand, and the coordinates themselves.
static void shifted(const int *pos, const int *crd, const int *shift,
                    const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += x[crd[p] + shift[0]] / 2;
}

// A factor of what is 0 in the sample.
static void stretched(const int *pos, const int *crd, const int *factor, int c,
                      const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += x[crd[p] * factor[c]] / 2;
}

// A condition that holds for the first and for no last trip.
static void limited(const int *pos, const int *crd, const int *limit, int c,
                    const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < 400; ++k)
        if (k < limit[c])
          y[i] += x[crd[p] + k * 4] / 8;
}

// A part of a choice.
static void chosen(const int *pos, const int *crd, const int *other,
                   const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += x[crd[p] == 5 ? other[1] : crd[p]] / 2;
}

// A mask that has nothing to do with subscripts.
static void masked(const int *pos, const int *crd, const bool *mask,
                   const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    if (mask[i])
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        y[i] += x[crd[p] * 20] / 2;
}

// Values decide.
static void positive(const int *pos, const int *crd, const double *val,
                     const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (val[p] > 0)
        y[i] += x[crd[p] * 20] / 2;
}

// A small table.
static void stencil(const int *offset, const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int s = 0; s < 27; ++s)
      y[i] += x[i + offset[s]] / 32;
}

// How far two pointers lie apart.
static void apart(const int *pos, const int *crd, const double *from,
                  const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += x[crd[p] + (from - x)] / 2;
}

/// What iterations inside hand on: a part of them would lead elsewhere.
static void summed(const int *step, const int *crd, const double *x,
                   double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < M; ++i) {
    int at = 0;
    for (int k = 0; k < 40; ++k)
      at += step[i * 40 + k];
    y[i] += x[crd[at]] / 2;
  }
}

// Rows that lie elsewhere; those of the sample hold the same.
static void ofRows(int n, const int *const *rows, const int *length,
                   const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < length[i]; ++k)
      y[i] += x[rows[i][k]] / 2;
}

int main() {
  run::Random R(7);
  Matrix Full(false), Hollow(true);
  static double x[2 * Far], *const y = x + Far;
  // F runs the loop at the same place each time.
  auto Call = [&](const char *Name, auto F) {
    for (int Number = 0; Number < 6; ++Number) {
      for (double &e : x)
        e = R.value<double>();
      F(Number % 3 != 1);
      run::record(Name, std::vector<double>(x, x + 2 * Far));
    }
  };
  std::vector<int> Table(27);
  Call("shifted", [&](bool IsFirst) {
    Table[0] = IsFirst ? 3 : Far - 4;
    shifted(Hollow.pos.data(), Hollow.crd.data(), Table.data(), x, y);
  });
  Call("stretched", [&](bool IsFirst) {
    Table[2] = IsFirst ? 1 : 17;
    stretched(Full.pos.data(), Full.crd.data(), Table.data(), 2, x, y);
  });
  Call("limited", [&](bool IsFirst) {
    Table[1] = IsFirst ? 20 : 250;
    limited(Full.pos.data(), Full.crd.data(), Table.data(), 1, x, y);
  });
  Call("chosen", [&](bool IsFirst) {
    Table[1] = IsFirst ? 20 : Far + 20;
    chosen(Full.pos.data(), Full.crd.data(), Table.data(), x, y);
  });
  // Of the rows of the sample nothing changes.
  auto IsLow = [](int i) { return i < 30 || i % 4 == 0 || i == M - 1; };
  bool Mask[M];
  Call("masked", [&](bool IsFirst) {
    for (int i = 0; i < M; ++i)
      Mask[i] = IsLow(i) || !IsFirst;
    masked(Full.pos.data(), Full.crd.data(), Mask, x, y);
  });
  Call("positive", [&](bool IsFirst) {
    for (int i = 0; i < M; ++i)
      for (int p = Full.pos[i]; p < Full.pos[i + 1]; ++p)
        Full.val[p] = IsLow(i) || !IsFirst;
    positive(Full.pos.data(), Full.crd.data(), Full.val.data(), x, y);
  });
  Call("stencil", [&](bool IsFirst) {
    Table[11] = IsFirst ? 5 : Far - 2;
    stencil(Table.data(), x, y);
  });
  Call("apart", [&](bool IsFirst) {
    const double *From = x + (IsFirst ? 0 : Far - 3);
    apart(Hollow.pos.data(), Hollow.crd.data(), From, x, y);
  });
  const Matrix Near(false);
  Matrix Distant = Near;
  for (int i = 0; i < M; ++i)
    for (int p = Near.pos[i]; p < Near.pos[i + 1]; ++p)
      Distant.crd[p] += Near.crd[p] == 0 ? 0 : Far - 2;
  std::vector<int> Lengths(M);
  std::vector<const int *> Rows(M);
  Call("rows", [&](bool IsFirst) {
    for (int i = 0; i < M; ++i) {
      Lengths[i] = Near.pos[i + 1] - Near.pos[i];
      Rows[i] = (IsFirst ? Near : Distant).crd.data() + Near.pos[i];
    }
    ofRows(0, nullptr, nullptr, x, y);
    ofRows(M, Rows.data(), Lengths.data(), x, y);
  });
  std::vector<int> Steps(M * 40);
  for (int i = 0; i < M; ++i) {
    Steps[i * 40] = 1 << 30;
    Steps[i * 40 + 20] = i + 1 - (1 << 30);
  }
  Call("summed", [&](bool IsFirst) {
    std::vector<int> At(M + 1);
    for (int i = 0; i <= M; ++i)
      At[i] = IsFirst ? i : i + Far - 2;
    summed(Steps.data(), At.data(), x, y);
  });
}
