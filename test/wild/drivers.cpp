// Loops that drive others: until something converges, in time, over levels.
// They stay as written, and a bare directive in front of them is one for each
// of the loops inside.
// REQUIRES: cholmod
// RUN: xz -dc %examples/data/bcsstk16.mtx.xz >%t.mtx
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 15 %s \
// RUN:   %examples/spmv/Csr.cpp -I %examples/spmv -lcholmod -o %t \
// RUN:   --argument %t.mtx

#include "support/wild.h"

using namespace wild;

static std::string Log;

static void say(int Step, double Norm) {
  Log += std::to_string(Step) + (Norm > 1 ? " large\n" : " small\n");
}

/// Jacobi's method, which stops where nothing changes any more.
void jacobi(int m, const int *pos, const int *crd, const double *val,
            const double *b, double *x, double *next) {
#pragma sparse fp(strict)
  for (int step = 0; step < 5; ++step) {
    double change = 0;
    for (int i = 0; i < m; ++i) {
      double sum = b[i], diagonal = 1;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        if (crd[p] == i)
          diagonal += std::fabs(val[p]);
        else if (crd[p] < m)
          sum -= val[p] * 1e-6 * x[crd[p]];
      next[i] = sum / diagonal;
    }
    for (int i = 0; i < m; ++i)
      change += std::fabs(next[i] - x[i]);
    say(step, change);
    if (!(change > 1e-9))
      break;
    for (int i = 0; i < m; ++i)
      x[i] = next[i];
  }
}

/// The power method in a class, with products by a member.
struct Power {
  const Data &D;
  Vector x, y;

  double norm(const Vector &v) const {
    double sum = 0;
    for (double e : v)
      sum += e * e;
    return std::sqrt(sum);
  }

  void run() {
    double old = 0, now = 1;
    int steps = 0;
#pragma sparse fp(strict)
    do {
      old = now;
      for (int i = 0; i < D.m; ++i) {
        double sum = 0;
        for (int p = D.pos[i]; p < D.pos[i + 1]; ++p)
          sum += D.val[p] * x[D.crd[p]];
        y[i] = sum;
      }
      now = norm(y);
      if (now > 0)
        for (double &e : y)
          e /= now;
      for (size_t i = 0; i < std::min(x.size(), y.size()); ++i)
        x[i] = y[i];
    } while (++steps < 4 && std::fabs(now - old) > 1e-12);
  }
};

/// Steps in time, with buffers that are swapped and a boundary by hand.
void heat(int n, double *now, double *next) {
  double dt = 0.1;
  int step = 0;
#pragma sparse
  while (true) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = now[i] + dt * (now[i - 1] - 2 * now[i] + now[i + 1]);
    if (n > 0) {
      next[0] = now[0];
      next[n - 1] = now[n - 1];
    }
    std::swap(now, next);
    switch (step % 3) {
    case 0:
      for (int i = 0; i < n; ++i)
        now[i] *= 0.5;
      break;
    case 2:
      for (int i = 0; i < n; ++i)
        now[i] += 1;
      dt *= 0.5;
      break;
    }
    if (++step == 6)
      return;
  }
}

/// Ranks of pages until they settle, as graph codes write it.
template <class T> void pageRank(const Data &D, std::vector<T> &rank) {
  std::vector<T> out(D.m), old(D.m);
  const int n = std::min(D.m, D.n);
#pragma sparse fp(strict)
  for (auto round : {1, 2, 3}) {
    for (int i = 0; i < n; ++i)
      old[i] = rank[i];
    for (int i = 0; i < n; ++i) {
      int degree = D.pos[i + 1] - D.pos[i];
      out[i] = degree ? old[i] / T(degree) : 0;
    }
    for (int i = 0; i < n; ++i) {
      T sum = 0;
      for (int p = D.pos[i]; p < D.pos[i + 1]; ++p)
        if (D.crd[p] < n)
          sum += out[D.crd[p]];
      rank[i] = T(0.15) + T(0.85) * sum;
    }
    say(round, n ? double(rank[0]) : 0);
  }
}

/// Rows one after the other; what each does to a dense row is shared out.
void eliminate(int n, int width, const double *factors, double *rows) {
#pragma sparse
  for (int k = 1; k < n; ++k) {
    const double *const above = rows + (k - 1) * width;
    double *const row = rows + k * width;
    for (int j = 0; j < width; ++j)
      row[j] -= factors[k] * above[j];
  }
}

/// Distances level by level.
int levels(const Data &D, std::vector<int> &depth) {
  int level = 0;
  bool found = true;
#pragma sparse
  while (found) {
    found = false;
    std::vector<int> next(depth.size());
    for (size_t v = 0; v < depth.size(); ++v)
      next[v] = depth[v];
    for (int v = 0; v < D.m; ++v)
      for (int p = D.pos[v]; p < D.pos[v + 1]; ++p)
        if (depth[v] < 0 && D.crd[p] < D.m && depth[D.crd[p]] == level) {
          next[v] = level + 1;
          found = true;
        }
    for (size_t v = 0; v < depth.size(); ++v)
      depth[v] = next[v];
    ++level;
  }
  return level;
}

void every(const Data &D) {
  Vector x(D.x);
  x.resize(std::max(D.m, D.n) + 1, 0.25);
  D.record("jacobi", D.m, [&](double *y) {
    jacobi(D.m, D.pos, D.crd, D.val, D.b.data(), x.data(), y);
  });
  Power P{D, x, Vector(D.m + 1, 1)};
  P.run();
  run::record("power, " + D.A.Name, P.x);
  Vector Other(x.size(), 2);
  heat(int(x.size()), x.data(), Other.data());
  run::record("heat, " + D.A.Name, x);
  Vector Rank(D.m, 1);
  pageRank(D, Rank);
  run::record("page rank, " + D.A.Name, Rank);
  std::vector<float> Small(D.m, 1);
  pageRank(D, Small);
  run::record("page rank, small, " + D.A.Name, Small);
  Vector Rows(33 * D.m + 1, 1.5);
  eliminate(D.m, 33, D.b.data(), Rows.data());
  run::record("eliminate, " + D.A.Name, Rows);
  std::vector<int> Depth(D.m, -1);
  if (D.m)
    Depth[0] = 0;
  Depth.push_back(levels(D, Depth));
  run::record("levels, " + D.A.Name, Depth);
}

int main(int Arguments, char **Argument) {
  int Result = forEach(Arguments, Argument, every);
  run::record("log", Log.data(), long(Log.size()));
  return Result;
}
