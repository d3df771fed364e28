// Rows that are arrays of their own: pointers, vectors, members of nodes.
// clang-format off
// REQUIRES: cholmod
// RUN: xz -dc %examples/data/bcsstk16.mtx.xz >%t.mtx
// RUN: %check-run --fallback-each 2 --loops 19 %s %examples/spmv/Csr.cpp \
// RUN:   -I %examples/spmv -lcholmod -o %t --argument %t.mtx
// clang-format on

#include "support/wild.h"

#include <array>
#include <memory>
#include <utility>

using namespace wild;

/// As a benchmark of conjugate gradients keeps it.
struct Sparse {
  int rows;
  char *count;
  double **values;
  int **columns;
};

void pointersInARecord(const Sparse &A, const double *const xv,
                       double *const yv) {
  const int nrow = A.rows;
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < nrow; i++) {
    double sum = 0.0;
    const double *const cur_vals = A.values[i];
    const int *const cur_inds = A.columns[i];
    const int cur_nnz = A.count[i];
    for (int j = 0; j < cur_nnz; j++)
      sum += cur_vals[j] * xv[cur_inds[j]];
    yv[i] = sum;
  }
}

void subscripts(int m, const int *length, double **val, int **crd,
                const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
#pragma sparse unroll(k, 4)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int k = 0; k < length[i]; ++k)
      sum += val[i][k] * x[crd[i][k]];
    y[i] = sum;
  }
}

void lanes(int m, const int *length, const double *const *val,
           const int *const *crd, const double *x, double *y) {
#pragma sparse parallelize(k, cpu_vector, parallel_reduction)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int k = 0; k < length[i]; ++k)
      sum += val[i][k] * x[crd[i][k]];
    y[i] = sum;
  }
}

void walksEachRow(int m, const int *length, double **val, int **crd,
                  const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    const int *c = crd[i];
    for (const double *v = val[i], *end = val[i] + length[i]; v != end;
         ++v, ++c)
      sum += *v * x[*c];
    y[i] = sum;
  }
}

void vectors(const std::vector<Vector> &val, const std::vector<Indices> &crd,
             const Vector &x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (size_t i = 0; i < val.size(); ++i) {
    double sum = 0;
    for (size_t k = 0; k < val[i].size(); ++k)
      sum += val[i][k] * x[crd[i][k]];
    y[i] = sum;
  }
}

void listOfPairs(const std::vector<std::vector<std::pair<int, double>>> &rows,
                 const Vector &x, Vector &y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < int(rows.size()); ++i) {
    const auto &row = rows[i];
    double sum = 0;
    for (size_t k = 0; k < row.size(); ++k)
      sum += row[k].second * x[row[k].first];
    y[i] = sum;
  }
}

struct Edge {
  int to;
  float weight;
};
struct Node {
  double rank;
  std::vector<Edge> edges;
};

/// Each node reads its neighbours' ranks and writes to another array.
void neighbours(int n, const std::vector<Node> &nodes, double *next) {
#pragma sparse parallelize(u, cpu_thread, no_races)
  for (int u = 0; u < n; ++u) {
    double sum = 0;
    for (size_t k = 0; k < nodes[u].edges.size(); ++k) {
      const Edge &e = nodes[u].edges[k];
      sum += e.weight * nodes[e.to % n].rank;
    }
    next[u] = sum;
  }
}

/// Blocks inside of entries.
struct Block {
  int col;
  double a[4];
};

void blocks(int m, const int *pos, const Block *block, const double *x,
            double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int r = 0; r < 2; ++r) {
      double sum = 0;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        for (int c = 0; c < 2; ++c)
          sum += block[p].a[2 * r + c] * x[(block[p].col + c) % 4];
      y[2 * i + r] = sum;
    }
}

void denseRows(int m, const int *pos, const int *crd, const double *val,
               double **B, double *Y) {
#pragma sparse split(i, i0, i1, 16) reorder(p, k)                              \
    parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < 4; ++k)
        Y[i * 4 + k] += val[p] * B[crd[p]][k];
}

void tableOfFour(int m, const double (*B)[4], const double *w, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < 4; ++k)
      y[i] += B[i][k] * w[k];
}

/// Rows under a mask: those that are masked need not exist.
void masked(int m, const unsigned char *active, const int *length,
            const std::vector<std::unique_ptr<double[]>> &val, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    if (active[i] && length[i] > 1)
      y[i] = val[i][0] - val[i][length[i] - 1];
  }
}

void listOfRows(int count, const int *rows, const int *length,
                const std::vector<std::array<double, 3>> &val, double *y) {
#pragma sparse split(k, k0, k1, 8)
  for (int k = 0; k < count; ++k) {
    const int i = rows[k];
    for (int c = 0; c < length[i] % 4; ++c)
      y[i] += val[i][c];
  }
}

double *rowOf(double **rows, int i) { return rows[i]; }

void throughFunction(int m, const int *length, double **val, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    const double *row = rowOf(val, i);
    for (int k = 0; k < length[i]; ++k)
      y[i] += row[k];
  }
}

/// Rows of the result are arrays of their own, too.
void wholeResult(int m, const int *pos, const int *crd, const double *val,
                 double **B, double **C) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; i++)
    for (int p = pos[i]; p < pos[i + 1]; p++)
      for (int k = 0; k < 4; k++)
        C[i][k] += val[p] * B[crd[p]][k];
}

/// The transpose: rows of the result are chosen by the coordinates.
void scatteredRows(int m, const int *pos, const int *crd, const double *val,
                   double **B, double **C) {
#pragma sparse parallelize(i, cpu_thread, atomics)
  for (int i = 0; i < m; i++)
    for (int p = pos[i]; p < pos[i + 1]; p++)
      for (int k = 0; k < 4; k++)
        C[crd[p]][k] += val[p] * B[i][k];
}

/// Assembled element by element, the matrix on the stack as textbooks have it.
void assembled(int elements, const int (*nodes)[3], const double *area,
               double (&K)[16][16]) {
#pragma sparse reorder(b, e)
  for (int a = 0; a < 3; a++)
    for (int e = 0; e < elements; e++)
      for (int b = 0; b < 3; b++)
        K[nodes[e][a]][nodes[e][b]] += area[e] * (a == b ? 2 : 1);
}

/// Values of lists are scaled by the row's largest.
void equilibrated(std::vector<Vector> &val) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (size_t i = 0; i < val.size(); ++i) {
    double most = 0;
    for (size_t k = 0; k < val[i].size(); ++k)
      most = std::max(most, std::abs(val[i][k]));
    for (double &v : val[i])
      v /= most + 1;
  }
}

/// Inside the loop over them rows are one array.
void denseResult(int m, const int *pos, const int *crd, const double *val,
                 double **B, double **C) {
  for (int i = 0; i < m; i++)
#pragma sparse split(k, k0, k1, 2) parallelize(k0, cpu_thread, no_races)
    for (int k = 0; k < 4; k++) {
      C[i][k] = 0;
      for (int p = pos[i]; p < pos[i + 1]; p++)
        C[i][k] += val[p] * B[crd[p]][k];
    }
}

void scaledRows(const std::vector<Indices> &crd, const Vector &x,
                std::vector<Vector> &val) {
  for (size_t i = 0; i < val.size(); ++i)
#pragma sparse parallelize(k, cpu_vector, no_races)
    for (size_t k = 0; k < val[i].size(); ++k)
      val[i][k] *= x[crd[i][k]];
}

int main(int argc, char **argv) {
  return forEach(argc, argv, [](const Data &D) {
    const int m = D.m, *pos = D.pos;
    const double *x = D.x.data();
    Indices length(m), rows;
    std::vector<char> count(m);
    std::vector<Vector> val(m), whole(m);
    std::vector<Indices> crd(m);
    std::vector<std::vector<std::pair<int, double>>> pairs(m);
    std::vector<Node> nodes(m);
    std::vector<std::unique_ptr<double[]>> owned(m);
    std::vector<std::array<double, 3>> threes(m);
    std::vector<unsigned char> active(m);
    std::vector<Block> block;
    std::vector<double *> V, W, B;
    std::vector<int *> C;
    Vector dense(size_t(D.n) * 4, 0.25), four(size_t(m) * 4 + 4, 1.5);
    for (int i = 0; i < m; ++i) {
      length[i] = pos[i + 1] - pos[i];
      count[i] = char(std::min(length[i], 100));
      active[i] = i % 3;
      nodes[i].rank = 1.0 / (i + 1);
      threes[i] = {1.0 * i, 2, 3};
      if (i % 2)
        rows.push_back(i);
      if (active[i] && length[i] > 1)
        owned[i] = std::make_unique<double[]>(length[i]);
      for (int p = pos[i]; p < pos[i + 1]; ++p) {
        val[i].push_back(D.val[p]);
        whole[i].push_back(p % 8);
        crd[i].push_back(D.crd[p]);
        pairs[i].push_back({D.crd[p], D.val[p]});
        nodes[i].edges.push_back({D.crd[p], float(D.val[p])});
        block.push_back({D.crd[p], {D.val[p], 1, 2, D.val[p]}});
        if (owned[i])
          owned[i][p - pos[i]] = D.val[p];
      }
      V.push_back(length[i] ? val[i].data() : nullptr);
      W.push_back(length[i] ? whole[i].data() : nullptr);
      C.push_back(length[i] ? crd[i].data() : nullptr);
    }
    // Sums of which are exact in any order.
    Vector small(size_t(pos[m]) + m);
    for (size_t p = 0; p < small.size(); ++p)
      small[p] = double(p % 8);
    for (int j = 0; j < D.n; ++j)
      B.push_back(&dense[size_t(j) * 4]);
    Sparse A{m, count.data(), V.data(), C.data()};
    auto both = [&](const char *Name, auto Kernel) {
      D.record(Name, m, [&](double *y) {
        Kernel(m, length.data(), V.data(), C.data(), x, y);
      });
    };
    D.record("pointers in a record", m,
             [&](double *y) { pointersInARecord(A, x, y); });
    both("subscripts", subscripts);
    both("walks each row", walksEachRow);
    D.record("lanes", m, [&](double *y) {
      lanes(m, length.data(), W.data(), C.data(), Vector(D.n, 2.0).data(), y);
    });
    D.record("vectors", m, [&](double *y) { vectors(val, crd, D.x, y); });
    D.recordValue("list of pairs", [&] {
      Vector y(m, 3);
      listOfPairs(pairs, D.x, y);
      return y;
    });
    D.record("neighbours", m, [&](double *y) { neighbours(m, nodes, y); });
    D.record("blocks", 2 * m, [&](double *y) {
      const double four[] = {1, 2, 3, 4};
      blocks(m, pos, block.data(), four, y);
    });
    D.record("dense rows", 4 * m,
             [&](double *y) { denseRows(m, pos, D.crd, D.val, B.data(), y); });
    D.record("dense result", 4 * m, [&](double *y) {
      std::vector<double *> rows;
      for (int i = 0; i < m; ++i)
        rows.push_back(y + 4 * i);
      denseResult(m, pos, D.crd, D.val, B.data(), rows.data());
    });
    D.record("whole result", 4 * m, [&](double *y) {
      std::vector<double *> rows;
      for (int i = 0; i < m; ++i)
        rows.push_back(y + 4 * i);
      wholeResult(m, pos, D.crd, D.val, B.data(), rows.data());
    });
    D.record("scattered rows", 4 * D.n, [&](double *y) {
      std::vector<double *> rows, from;
      for (int i = 0; i < D.n; ++i)
        rows.push_back(y + 4 * i);
      for (int i = 0; i < m; ++i)
        from.push_back(&four[4 * size_t(i)]);
      scatteredRows(m, pos, D.crd, small.data(), from.data(), rows.data());
    });
    D.recordValue("assembled", [&] {
      double K[16][16] = {};
      std::vector<std::array<int, 3>> nodes;
      for (int e = 0; e < m; ++e)
        nodes.push_back({e % 16, e / 2 % 16, e / 5 % 16});
      assembled(m, (const int(*)[3])nodes.data(), small.data(), K);
      return Vector(&K[0][0], &K[0][0] + 256);
    });
    D.recordValue("equilibrated", [&] {
      std::vector<Vector> scaled = whole;
      equilibrated(scaled);
      Vector y;
      for (const Vector &row : scaled)
        y.insert(y.end(), row.begin(), row.end());
      return y;
    });
    D.recordValue("scaled rows", [&] {
      std::vector<Vector> scaled = whole;
      scaledRows(crd, D.x, scaled);
      Vector y;
      for (const Vector &row : scaled)
        y.insert(y.end(), row.begin(), row.end());
      return y;
    });
    D.record("table of four", m, [&](double *y) {
      tableOfFour(m, (const double(*)[4])four.data(), four.data(), y);
    });
    D.record("masked", m, [&](double *y) {
      masked(m, active.data(), length.data(), owned, y);
    });
    D.record("list of rows", m, [&](double *y) {
      listOfRows(int(rows.size()), rows.data(), length.data(), threes, y);
    });
    D.record("through a function", m, [&](double *y) {
      throughFunction(m, length.data(), V.data(), y);
    });
  });
}
