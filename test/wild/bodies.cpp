// What is done with a row: seeds, signs, masks, several sums, other semirings.
// REQUIRES: cholmod
// RUN: xz -dc %examples/data/bcsstk16.mtx.xz >%t.mtx
// RUN: %check-run -Wno-pass-failed --loops 33 %s %examples/spmv/Csr.cpp \
// RUN:   -I %examples/spmv -lcholmod -o %t --argument %t.mtx

#include "support/wild.h"

#include <complex>
#include <cstring>

using namespace wild;

/// y += A x, straight into the result.
void intoResult(int m, const int *pos, const int *crd, const double *val,
                const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
}

void residual(int m, const int *pos, const int *crd, const double *val,
              const double *x, const double *b, double *r) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double s = b[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s -= val[p] * x[crd[p]];
    r[i] = s;
  }
}

void scaledUpdate(int m, double alpha, double beta, const int *pos,
                  const int *crd, const double *val, const double *x,
                  double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = beta * y[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += alpha * val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void chosenTerms(int m, const int *pos, const int *crd, const double *val,
                 const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum = sum + (val[p] > 0 ? val[p] * x[crd[p]] : 0.5 * x[crd[p]]);
    y[i] = sum;
  }
}

/// Jacobi: everything but the diagonal, then divided by it.
void jacobi(int m, const int *pos, const int *crd, const double *val,
            const double *x, const double *b, double *out) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; i++) {
    double rsum = 0, diag = 0;
    for (int jj = pos[i]; jj < pos[i + 1]; jj++) {
      int j = crd[jj];
      if (i == j)
        diag = val[jj];
      else
        rsum += val[jj] * x[j];
    }
    if (diag != 0)
      out[i] = 0.25 * x[i % 5 == 0 ? 0 : i % 2] + 0.75 * ((b[i] - rsum) / diag);
  }
}

void activeRows(int m, const bool *active, const int *pos, const int *crd,
                const double *val, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    if (active[i]) {
      double sum = 0;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        sum += val[p] * x[crd[p]];
      y[i] = sum;
    }
}

void lowerTriangle(int m, const int *pos, const int *crd, const double *val,
                   const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] < i)
        sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

/// A symmetric matrix, of which one half is stored.
void symmetric(int m, const int *pos, const int *crd, const double *val,
               const Vector &x, Vector &y) {
#pragma sparse split(i, i0, i1, 16)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const int j = crd[p];
      sum += val[p] * x[j];
      if (j != i)
        y[j] += val[p] * x[i];
    }
    y[i] += sum;
  }
}

/// y = A x and dot(y, w) in one pass.
double fusedDot(int m, const int *pos, const int *crd, const double *val,
                const double *x, const double *w, double *y) {
  double dot = 0;
#pragma sparse split(i, i0, i1, 16)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
    dot += sum * w[i];
  }
  return dot;
}

void twoRightHandSides(int m, const int *pos, const int *crd, const double *val,
                       const double *x1, const double *x2, double *y1,
                       double *y2) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double s1 = 0, s2 = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const double a = val[p];
      const int j = crd[p];
      s1 += a * x1[j];
      s2 += a * x2[j];
    }
    y1[i] = s1;
    y2[i] = s2;
  }
}

/// Shortest paths, one round.
void minPlus(int m, const int *pos, const int *crd, const double *val,
             const double *dist, double *next) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double best = next[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      double d = dist[crd[p]] + val[p];
      if (d < best)
        best = d;
    }
    next[i] = best;
  }
}

void largestNeighbour(int m, const int *pos, const int *crd, const int *label,
                      int *next) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int top = -1;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      top = std::max(top, label[crd[p]]);
    next[i] = top;
  }
}

/// Breadth-first search, bottom up.
void frontier(int m, const int *pos, const int *crd, const unsigned char *front,
              unsigned char *next) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    unsigned char any = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      any |= front[crd[p]];
    next[i] = any;
  }
}

void anyNegative(int m, const int *pos, const double *val, int *found) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    bool any = false;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      any = any || val[p] < 0;
    found[i] = any;
  }
}

/// A flag of each row and one of the matrix, as C had them.
int missingDiagonals(int m, const int *pos, const int *crd, char *has) {
  int all = 1;
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, parallel_reduction)
#pragma sparse parallelize(p, cpu_vector, parallel_reduction)
  for (int i = 0; i < m; ++i) {
    char found = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] == i)
        found = 1;
    has[i] = found;
    if (!found)
      all = 0;
  }
  return all;
}

/// Checks its input as it goes along, and says what is wrong with it.
int checked(int m, int n, const int *pos, const int *crd, const double *val,
            double *y) {
  int status = 0;
  bool descends = false, isFinite = true;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    int last = -1;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const int j = crd[p];
      const double v = val[p];
      if (j < 0 || j >= n)
        status = 3;
      descends = descends || j < last;
      isFinite = isFinite && v - v == 0;
      last = j;
      sum += v;
    }
    y[i] = sum;
  }
  return status + 10 * descends + 20 * isFinite;
}

bool anyAbove(int count, const double *val, double limit) {
  bool any = false;
#pragma sparse parallelize(p, cpu_vector, parallel_reduction)
  for (int p = 0; p < count; ++p)
    any = std::fabs(val[p]) > limit || any;
  return any;
}

/// Once a row is reached nothing more is looked at.
void reached(int m, const int *pos, const int *crd, const bool *front,
             bool *next) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    bool is = false;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (!is && front[crd[p]])
        is = true;
    next[i] = is;
  }
}

void countBelow(int m, const int *pos, const int *crd, int *below) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    below[i] = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] < i)
        below[i]++;
  }
}

/// The norm of each row, without <cmath>'s errno.
void rowNorms(int m, const int *pos, const double *val, double *norm) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double largest = 0, sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      largest = std::max(largest, std::fabs(val[p]));
      sum += val[p] * val[p];
    }
    norm[2 * i] = largest;
    norm[2 * i + 1] = sum;
  }
}

/// Values of one half, sums of the other.
void mixedPrecision(int m, const int *pos, const int *crd, const float *val,
                    const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += double(val[p]) * x[crd[p]];
    y[i] = sum;
  }
}

/// Scaling in place, rows and columns.
void scaleBoth(const run::Csr<> &A, const Vector &left, const Vector &right,
               Vector &val) {
#pragma sparse split(i, i0, i1, 16)
  for (int i = 0; i < A.Rows; ++i) {
    const double l = left[i];
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      val[p] *= l * right[A.crd[p]];
  }
}

/// PageRank: contributions gathered, damped, and the change summed.
double pageRank(int n, const int *pos, const int *crd, const double *contrib,
                const double *old, double damping, double *rank) {
  double change = 0;
#pragma sparse split(v, v0, v1, 16)
  for (int v = 0; v < n; ++v) {
    double incoming = 0;
    for (int e = pos[v]; e < pos[v + 1]; ++e)
      incoming += contrib[crd[e]];
    rank[v] = (1 - damping) / n + damping * incoming;
    change += std::fabs(rank[v] - old[v]);
  }
  return change;
}

void diagonal(int m, const int *pos, const int *crd, const double *val,
              double *diag) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    diag[i] = 1;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] == i)
        diag[i] = 1 / val[p];
  }
}

/// Sums of a small integer type, as it wraps.
void shortSums(int m, const int *pos, const int *crd, const short *x,
               short *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    short sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += x[crd[p]];
    y[i] = sum;
  }
}

/// Transposed product: every row scatters.
void scatter(int m, const int *pos, const int *crd, const double *val,
             const double *x, Vector &y) {
#pragma sparse split(i, i0, i1, 16)
  for (int i = 0; i < m; ++i) {
    const double xi = x[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[crd[p]] += val[p] * xi;
  }
}

/// A histogram of columns; whole numbers may meet in any order.
void histogram(int count, const int *crd, Indices &bins) {
#pragma sparse parallelize(p, cpu_thread, atomics)
  for (int p = 0; p < count; ++p)
    bins[crd[p]]++;
}

/// Aggregation of neighbours, as graph networks do: a row of features each.
void meanOfNeighbours(int m, int features, const int *pos, const int *crd,
                      const float *in, float *out) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    for (int f = 0; f < features; ++f)
      out[i * features + f] = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int f = 0; f < features; ++f)
        out[i * features + f] += in[crd[p] * features + f];
    const int degree = pos[i + 1] - pos[i];
    if (degree > 1)
      for (int f = 0; f < features; ++f)
        out[i * features + f] /= float(degree);
  }
}

/// Rows that the library clears.
void sumOfNeighbours(int m, int features, const int *pos, const int *crd,
                     const float *in, float *out) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    memset(out + i * features, 0, features * sizeof(float));
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int f = 0; f < features; ++f)
        out[i * features + f] += in[crd[p] * features + f];
  }
}

/// Assignments of assignments, and several statements in one.
void meanAndSum(int m, const int *pos, const int *crd, const double *val,
                const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double *yi = y + 2 * i;
    int length;
    yi[0] = yi[1] = length = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      yi[1] += val[p] * x[crd[p]], length++;
    length > 0 ? yi[0] = yi[1] / length : yi[0] = -1;
  }
}

/// Conditions on the boundary, by the kind of a row.
void boundaries(int m, const char *kind, const int *pos, const int *crd,
                const double *val, const double *x, const double *b,
                double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    switch (kind[i]) {
    case 'w':
      y[i] = b[i];
      break;
    case 'i':
    case 'o': {
      double flux = b[i] - sum;
      y[i] = kind[i] == 'i' ? flux : -flux;
      break;
    }
    default:
      y[i] = sum;
    }
  }
}

/// The imaginary part apart, and a conjugate.
void conjugated(int m, const int *pos, const int *crd,
                const std::complex<double> *val, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    std::complex<double> sum = 0;
    double imaginary = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      sum += std::conj(val[p]) * x[crd[p]];
      imaginary += val[p].imag();
    }
    y[2 * i] = std::real(sum);
    y[2 * i + 1] = imaginary;
  }
}

/// OpenMP's hint for lanes says nothing about what the loop does.
void withHint(int m, int K, const int *pos, const int *crd, const double *val,
              const double *B, double *Y) {
#pragma sparse split(i, i0, i1, 16) reorder(p, k)                              \
    parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
#pragma omp simd
      for (int k = 0; k < K; ++k)
        Y[i * K + k] += val[p] * B[crd[p] * K + k];
}

int main(int argc, char **argv) {
  return forEach(argc, argv, [](const Data &D) {
    const int m = D.m, n = D.n, *pos = D.pos, *crd = D.crd;
    const double *val = D.val, *x = D.x.data(), *b = D.b.data();
    auto Row = [&](const char *Name, auto Kernel) {
      D.record(Name, m, [&](double *y) { Kernel(m, pos, crd, val, x, y); });
    };
    Row("into result", intoResult);
    Row("chosen terms", chosenTerms);
    Row("lower triangle", lowerTriangle);
    Row("min-plus", minPlus);
    D.record("mean and sum", 2 * m,
             [&](double *y) { meanAndSum(m, pos, crd, val, x, y); });
    std::string kind(m + 1, ' ');
    for (int i = 0; i < m; ++i)
      kind[i] = " wio"[i % 4];
    D.record("boundaries", m, [&](double *y) {
      boundaries(m, kind.data(), pos, crd, val, x, b, y);
    });
    std::vector<std::complex<double>> turned(D.count());
    for (int p = 0; p < D.count(); ++p)
      turned[p] = {val[p], 1 - val[p]};
    D.record("conjugated", 2 * m, [&](double *y) {
      conjugated(m, pos, crd, turned.data(), x, y);
    });
    Vector four(size_t(n) * 4, 0.25);
    D.record("with a hint", 4 * m, [&](double *y) {
      withHint(m, 4, pos, crd, val, four.data(), y);
    });
    D.record("residual", m,
             [&](double *y) { residual(m, pos, crd, val, x, b, y); });
    D.record("scaled update", m, [&](double *y) {
      scaledUpdate(m, 1.5, -0.25, pos, crd, val, x, y);
    });
    Vector xPair = D.x;
    xPair.resize(D.x.size() + 2);
    D.record("jacobi", m,
             [&](double *y) { jacobi(m, pos, crd, val, xPair.data(), b, y); });
    std::vector<char> mask(m + 1);
    for (int i = 0; i < m; ++i)
      mask[i] = i % 3 != 0;
    D.record("active rows", m, [&](double *y) {
      activeRows(m, reinterpret_cast<bool *>(mask.data()), pos, crd, val, x, y);
    });
    D.record("fused dot", m + 1,
             [&](double *y) { y[m] = fusedDot(m, pos, crd, val, x, b, y); });
    Vector reversed(D.x.rbegin(), D.x.rend());
    D.record("two right-hand sides", 2 * m, [&](double *y) {
      twoRightHandSides(m, pos, crd, val, x, reversed.data(), y, y + m);
    });
    Indices label(n + 1);
    std::vector<unsigned char> front(n + 1);
    std::vector<short> shorts(n + 1);
    for (int j = 0; j < n; ++j) {
      label[j] = (j * 7919) % 1000;
      front[j] = j % 4 == 1;
      shorts[j] = short(j * 7919);
    }
    D.record<int>("largest neighbour", m, [&](int *y) {
      largestNeighbour(m, pos, crd, label.data(), y);
    });
    D.record<unsigned char>("frontier", m, [&](unsigned char *y) {
      frontier(m, pos, crd, front.data(), y);
    });
    D.record<int>("any negative", m,
                  [&](int *y) { anyNegative(m, pos, val, y); });
    D.record<int>("missing diagonals", m + 1, [&](int *y) {
      std::vector<char> has(m);
      y[m] = missingDiagonals(m, pos, crd, has.data());
      std::copy(has.begin(), has.end(), y);
    });
    D.record("checked", m + 1,
             [&](double *y) { y[m] = checked(m, n, pos, crd, val, y); });
    for (double limit : {0.5, 1e300})
      D.recordValue("any above", [&] {
        return Indices{anyAbove(D.count(), val, limit)};
      });
    D.record<int>("reached", m, [&](int *y) {
      std::vector<char> next(m + 1);
      reached(m, pos, crd, reinterpret_cast<bool *>(front.data()),
              reinterpret_cast<bool *>(next.data()));
      std::copy_n(next.begin(), m, y);
    });
    D.record<int>("count below", m,
                  [&](int *y) { countBelow(m, pos, crd, y); });
    D.record("row norms", 2 * m, [&](double *y) { rowNorms(m, pos, val, y); });
    std::vector<float> singles(D.A.val.begin(), D.A.val.end());
    D.record("mixed precision", m, [&](double *y) {
      mixedPrecision(m, pos, crd, singles.data(), x, y);
    });
    D.recordValue("scale both", [&] {
      Vector scaled = D.A.val;
      scaleBoth(D.A, D.b, D.x, scaled);
      return scaled;
    });
    D.record("page rank", m + 1,
             [&](double *y) { y[m] = pageRank(m, pos, crd, x, b, 0.85, y); });
    D.record("diagonal", m, [&](double *y) { diagonal(m, pos, crd, val, y); });
    D.record<short>("short sums", m, [&](short *y) {
      shortSums(m, pos, crd, shorts.data(), y);
    });
    D.recordValue("scatter", [&] {
      Vector y(n, 3);
      scatter(m, pos, crd, val, b, y);
      return y;
    });
    D.recordValue("histogram", [&] {
      Indices bins(n);
      histogram(D.count(), crd, bins);
      return bins;
    });
    D.recordValue("symmetric", [&] {
      Vector y(std::max(m, n), 3);
      symmetric(std::min(m, n), pos, crd, val, xPair, y);
      return y;
    });
    constexpr int features = 6;
    std::vector<float> in = run::Random(3).vector<float>(n * features);
    D.record<float>("mean of neighbours", m * features, [&](float *y) {
      meanOfNeighbours(m, features, pos, crd, in.data(), y);
    });
    D.record<float>("sum of neighbours", m * features, [&](float *y) {
      sumOfNeighbours(m, features, pos, crd, in.data(), y);
    });
  });
}
