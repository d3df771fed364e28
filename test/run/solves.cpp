// Solves and sweeps in spellings of solvers run on threads with the bits of the loop as
// it stands: cursors that stop early, levels and colours, arrays of rows, accessors.
// RUN: %check-run --lines 12 --fallback-each 30 --threads 2 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t
// RUN: %check-run --lines 12 --fallback-each 30 --threads 6 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --reuse

#include "support/support.h"

using Vector = std::vector<double>;
using Ints = std::vector<int>;

struct Matrix {
  int n = 0;
  Ints pos = {0}, crd;
  Vector val;
  int rows() const { return n; }
  int begin(int i) const { return pos[i]; }
  int end(int i) const { return pos[i + 1]; }
  int column(int k) const { return crd[k]; }
  double value(int k) const { return val[k]; }
};

// The diagonal is the last of its row, and first of the next one's upper half.
static void diagonalLast(const Matrix &L, const Vector &b, Vector &x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < L.n; ++i) {
    double s = b[i];
    int p = L.pos[i];
    for (; p < L.pos[i + 1] - 1; ++p)
      s -= L.val[p] * x[L.crd[p]];
    x[i] = s / L.val[p];
  }
}

static void upToDiagonal(const Matrix &A, const Vector &d, Vector &x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(levels))
  for (int i = 0; i < A.n; ++i) {
    double s = x[i];
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      if (A.crd[p] >= i)
        break;
      s -= A.val[p] * x[A.crd[p]];
    }
    x[i] = s / d[i];
  }
}

static void whileBelow(const Matrix &A, const Vector &d, Vector &x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < A.n; ++i) {
    double s = x[i];
    int p = A.pos[i];
    while (p < A.pos[i + 1] && A.crd[p] < i) {
      s -= A.val[p] * x[A.crd[p]];
      ++p;
    }
    x[i] = s / d[i];
  }
}

static void backwards(int n, const int *pos, const int *crd, const double *val, double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = n; i-- > 0;) {
    const int *c = crd + pos[i], *e = crd + pos[i + 1];
    const double *v = val + pos[i];
    double s = x[i];
    for (; c < e; ++c, ++v)
      if (*c > i)
        s -= *v * x[*c];
    x[i] = s * 0.25;
  }
}

static void accessors(const Matrix &A, const Vector &b, Vector &x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < A.rows(); ++i) {
    double s = b[i], d = 9;
    for (int k = A.begin(i); k != A.end(i); ++k)
      if (A.column(k) != i)
        s -= A.value(k) * x[A.column(k)];
      else
        d += A.value(k) * A.value(k);
    x[i] = s / d;
  }
}

// Levels and colours as they are written by hand.
static void levels(int levels, const int *first, const int *order, const Matrix &A, Vector &x) {
#pragma sparse parallelize(l, cpu_thread, wavefront, schedule(list))
  for (int l = 0; l < levels; ++l)
    for (int k = first[l]; k < first[l + 1]; ++k) {
      const int i = order[k];
      double s = x[i];
      for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
        s -= A.val[p] * x[A.crd[p]];
      x[i] = s * 0.5;
    }
}

static void colours(const int *colour, const Matrix &A, Vector &x) {
  for (int c = 0; c < 2; ++c)
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(levels))
    for (int i = 0; i < A.n; ++i) {
      if (colour[i] != c)
        continue;
      double s = x[i];
      for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
        s -= A.val[p] * x[A.crd[p]];
      x[i] = s * 0.5;
    }
}

// Pointers to rows, and rows that own their elements.
struct Rows {
  int n;
  const char *length;
  int **index;
  double **value;
};

static void pointers(const Rows &A, const double *r, double *x) {
  const int n = A.n;
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i) {
    const double *const values = A.value[i];
    const int *const columns = A.index[i];
    const int length = A.length[i];
    double sum = r[i];
    for (int j = 0; j < length; ++j)
      sum -= values[j] * x[columns[j]];
    x[i] = sum * 0.125;
  }
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(levels))
  for (int i = n - 1; i >= 0; --i) {
    const double *const values = A.value[i];
    const int *const columns = A.index[i];
    const int length = A.length[i];
    double sum = r[i];
    for (int j = 0; j < length; ++j)
      sum -= values[j] * x[columns[j]];
    x[i] = sum * 0.125;
  }
}

static void vectors(const std::vector<Ints> &index, const std::vector<Vector> &value, Vector &x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (size_t i = 0; i < index.size(); ++i) {
    double s = x[i];
    for (size_t j = 0; j < index[i].size(); ++j)
      s -= value[i][j] * x[index[i][j]];
    x[i] = s * 0.5;
  }
}

static void pairs(const std::vector<std::vector<std::pair<int, double>>> &A, Vector &x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (size_t i = 0; i < A.size(); ++i) {
    double s = x[i];
    for (const auto &e : A[i])
      s -= e.second * x[e.first];
    x[i] = s * 0.5;
  }
}

// Projections onto the planes of rows.
static void project(const Matrix &A, const Vector &b, Vector &x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < A.n; ++i) {
    double s = b[i];
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      s -= A.val[p] * x[A.crd[p]];
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      x[A.crd[p]] += 0.125 * s * A.val[p];
  }
}

static void all(Matrix A, Matrix L) {
  const int n = A.n;
  const Vector Start(n + 1, 1.0);
  Vector b(n + 1), d(n + 1, 3.0), x = Start;
  Ints order(n + 1), colour(n + 1), first = {0};
  std::vector<char> length(n + 1);
  std::vector<int *> index(n + 1);
  std::vector<double *> value(n + 1);
  std::vector<Ints> columns(n);
  std::vector<Vector> values(n);
  std::vector<std::vector<std::pair<int, double>>> entries(n);
  for (int i = 0; i < n; ++i) {
    b[i] = i % 7 * 0.25;
    order[i] = (i * 7 + 3) % n;
    colour[i] = i % 3 % 2;
    length[i] = char(A.pos[i + 1] - A.pos[i]);
    columns[i].assign(A.crd.begin() + A.pos[i], A.crd.begin() + A.pos[i + 1]);
    values[i].assign(A.val.begin() + A.pos[i], A.val.begin() + A.pos[i + 1]);
    index[i] = columns[i].data();
    value[i] = values[i].data();
    for (size_t j = 0; j < columns[i].size(); ++j)
      entries[i].push_back({columns[i][j], values[i][j]});
    if (i % 5 == 4 || i + 1 == n)
      first.push_back(i + 1);
  }
  const Rows R{n, length.data(), index.data(), value.data()};
  auto Record = [&](const char *What) {
    run::record(What + (" of " + std::to_string(n)), x);
    x = Start;
  };
  for (int Run = 0; Run < 3; ++Run) {
    diagonalLast(L, b, x);
    Record("diagonal last");
    upToDiagonal(A, d, x);
    Record("up to the diagonal");
    whileBelow(A, d, x);
    Record("while below");
    backwards(n, A.pos.data(), A.crd.data(), A.val.data(), x.data());
    Record("backwards");
    accessors(A, b, x);
    Record("accessors");
    levels(int(first.size()) - 1, first.data(), order.data(), A, x);
    Record("levels");
    colours(colour.data(), A, x);
    Record("colours");
    pointers(R, b.data(), x.data());
    Record("pointers");
    vectors(columns, values, x);
    Record("vectors");
    pairs(entries, x);
    Record("pairs");
    project(A, b, x);
    Record("projections");
    // Coordinates change, and where a row lies.
    if (n > 3) {
      A.crd[A.pos[n / 2]] = Run;
      columns[n / 2] = Ints(columns[n / 2].size(), Run * 2);
      index[n / 2] = columns[n / 2].data();
      if (!entries[n / 3].empty())
        entries[n / 3][0].first = Run;
    }
  }
}

int main() {
  run::Random R(3);
  for (int n : {1, 5, 64, 2500}) {
    Matrix A, L;
    A.n = L.n = n;
    for (int i = 0; i < n; ++i) {
      for (int l = int(R.below(6)); l > 0; --l) {
        A.crd.push_back(int(R.below(n)));
        if (i > 0)
          L.crd.push_back(int(R.below(i)));
      }
      // Unsorted, but for those rows that a break looks at.
      if (i % 2)
        std::sort(A.crd.begin() + A.pos[i], A.crd.end());
      L.crd.push_back(i);
      A.pos.push_back(int(A.crd.size()));
      L.pos.push_back(int(L.crd.size()));
    }
    A.crd.push_back(0);
    A.val = R.vector<double>(A.crd.size());
    L.val = R.vector<double>(L.crd.size());
    for (int i = 0; i < n; ++i)
      L.val[L.pos[i + 1] - 1] = 7;
    all(A, L);
  }
}
