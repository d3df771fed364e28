// The last elements of rows, however they are written, are in these rows.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 3 --fallback-each 8 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 3 --fallback-each 8 --threads 3 %s -o %t --reuse

#include "support/support.h"

struct Grid {
  size_t nx, nz;
};

// The last column of a flat grid, in three spellings.
static void beside(double *v, const double *t, const Grid *g) {
#pragma sparse
  for (size_t i = 0; i < g->nx - 1; ++i) {
    for (size_t j = 0; j < g->nz - 1; ++j)
      v[i * g->nz + j] += t[(i + 1) * g->nz + j] - t[i * g->nz + j + 1];
    v[i * g->nz + g->nz - 1] += t[i * g->nz + g->nz - 1];
  }
#pragma sparse
  for (size_t i = 0; i < g->nx - 1; ++i) {
    for (size_t j = 0; j < g->nz - 1; ++j)
      v[i * g->nz + j] += t[i * g->nz + j];
    v[(i + 1) * g->nz - 1] += t[(i + 1) * g->nz - 1];
  }
}

static void ofInts(int nx, int nz, double *v, const double *t) {
#pragma sparse
  for (int i = 1; i < nx; ++i) {
    for (int j = 1; j < nz - 1; ++j)
      v[i * nz + j] = t[i * nz + j - 1] + t[i * nz + j + 1];
    v[i * nz + (nz - 1)] = v[i * nz + nz - 2];
    v[i * nz] = t[i * nz - 1];
  }
}

int main() {
  run::Random R(7);
  for (size_t nx : {1, 2, 3, 40})
    for (size_t nz : {1, 2, 3, 50}) {
      auto v = R.vector<double>(nx * nz + 3), t = R.vector<double>(nx * nz + 3);
      const Grid g{nx, nz};
      beside(v.data() + 1, t.data() + 1, &g);
      run::record("beside", v);
      ofInts(int(nx), int(nz), v.data() + 1, t.data() + 1);
      run::record("of ints", v);
    }
}
