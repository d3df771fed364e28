// Loops that run on the CPU between others on the GPU, with arrays that stay on
// the device: nobody sees or leaves old values.

#include "../../run/support/support.h"
#include <stdexcept>

using Vector = std::vector<double>;

static void record(const std::string &Name, const Vector &V) {
  Vector Allowed;
  for (double E : V)
    Allowed.push_back(1e-9 * (1 + std::abs(E)));
  run::record(Name, V, Allowed);
}

/// A sum in a variable runs on the CPU.
double dot(const Vector &x, const Vector &y) {
  double sum = 0;
#pragma sparse target(cuda)
  for (size_t i = 0; i < x.size(); ++i)
    sum += x[i] * y[i];
  return sum;
}

/// y = x + a y.
void axpy(const Vector &x, double a, Vector &y) {
#pragma sparse target(cuda)
  for (size_t i = 0; i < y.size(); ++i)
    y[i] = x[i] + a * y[i];
}

/// x += a p.
void add(double a, const Vector &p, Vector &x) {
#pragma sparse target(cuda)
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = x[i] + a * p[i];
}

struct Matrix {
  std::vector<int> pos, crd;
  Vector val;
};

/// A Laplacian, made by loops on the GPU as well.
void assemble(int n, Matrix &A) {
#pragma sparse target(cuda)
  for (int i = 0; i < n + 1; ++i)
    A.pos[i] = 3 * i;
#pragma sparse target(cuda)
  for (int i = 0; i < n; ++i) {
    A.crd[3 * i] = i > 0 ? i - 1 : i;
    A.crd[3 * i + 1] = i;
    A.crd[3 * i + 2] = i + 1 < n ? i + 1 : i;
    A.val[3 * i] = -1;
    A.val[3 * i + 1] = 3;
    A.val[3 * i + 2] = -1;
  }
}

/// q = A p. Bounds are read by the host, too.
void multiply(int n, const Matrix &A, const Vector &p, Vector &q) {
#pragma sparse target(cuda)
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = A.pos[i]; k < A.pos[i + 1]; ++k)
      sum += A.val[k] * p[A.crd[k]];
    q[i] = sum;
  }
}

/// Conjugate gradients without one update.
void solve(int n) {
  Matrix A{std::vector<int>(n + 1, -1), std::vector<int>(3 * n, -1),
           Vector(3 * n)};
  run::Random R(n);
  const auto b = R.vector<double>(n);
  Vector x(n), r = b, p = b, q(n);
#pragma sparse data create(A.pos, A.crd, A.val) copyin(r, p) copy(x) create(q)
  {
    assemble(n, A);
    double rr = dot(r, r);
    for (int step = 0; step < 15 && rr > 1e-16; ++step) {
      multiply(n, A, p, q);
      double alpha = rr / dot(p, q);
      add(alpha, p, x);
      add(-alpha, q, r);
      double next = dot(r, r);
      axpy(r, next / rr, p);
      rr = next;
    }
  }
  record("solution", x);
}

/// Plain pointers, of which nothing is known: the host looks for the largest
/// subscript, in indices that a loop on the GPU has just made.
void gather(int n, int *crd, const double *x, double *y) {
#pragma sparse target(cuda) split(i, block, thread, 32) parallelize(block, gpu_block, no_races) parallelize(thread, gpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    crd[i] = (i * 7 + 3) % n;
#pragma sparse target(cuda)
  for (int i = 0; i < n; ++i)
    y[i] = y[i] + x[crd[i]];
}

/// A number that stands in memory, made and used on the GPU.
void scaled(int n, const double *x, double *s, double *y) {
#pragma sparse target(cuda)
  for (int i = 0; i < n; ++i)
    s[0] += x[i];
#pragma sparse target(cuda)
  for (int i = 0; i < n; ++i)
    y[i] = s[0] * x[i];
}

/// Whether the arrays are apart decides on where it runs.
void shifted(int n, const double *x, double *y) {
#pragma sparse target(cuda)
  for (int i = 0; i < n; ++i)
    y[i] = x[i] + 1;
}

/// No loop that could be lifted: left by return or exception.
int search(int n, double limit, double *y) {
#pragma sparse target(cuda)
  for (int i = 0; i < n; ++i) {
    if (y[i] > limit)
      return i;
    if (y[i] < 0)
      throw std::runtime_error("negative");
    y[i] += 0.5;
  }
  return -1;
}

/// Each thread runs loops of its own.
void threads(int m, int n, double *y) {
#pragma omp parallel for
  for (int b = 0; b < m; ++b)
#pragma sparse target(cuda)
    for (int i = 0; i < n; ++i)
      y[b * n + i] = 2 * y[b * n + i] + b;
}

/// A loop that OpenMP shares out, of which each iteration is a loop on the GPU.
void owned(int m, int n, double *y) {
#pragma omp parallel for
#pragma sparse target(cuda)
  for (int b = 0; b < m; ++b)
    for (int i = 0; i < n; ++i)
      y[b * n + i] = y[b * n + i] - b;
}

void mixed(int n) {
  run::Random R(n);
  auto x = R.vector<double>(n + 1);
  std::vector<int> crd(n);
  Vector y(n + 1, 1), s(3);
#pragma sparse data copyin(x[0:n + 1]) create(crd) copy(y, s[0:1])
  {
    gather(n, crd.data(), x.data(), y.data());
    shifted(n, y.data(), y.data() + 1); // apart from nothing
    shifted(n, y.data(), y.data());
    gather(n, crd.data(), y.data() + 1, x.data());
    shifted(n, x.data() + 1, y.data());
    scaled(n, x.data(), s.data(), y.data());
    scaled(n, y.data(), s.data(), x.data());
    shifted(n, x.data(), y.data());
  }
  record("mixed", y);
  record("sum", {s[0]});
}

void left(int n) {
  const Vector ones(n, 1);
  Vector y(n);
  for (int i = 0; i < n; ++i)
    y[i] = i;
  std::vector<int> found;
#pragma sparse data copy(y)
  {
    add(1, ones, y);
    found.push_back(search(n, n / 2, y.data()));
    add(1, ones, y);
    found.push_back(search(n, 2 * n, y.data()));
    add(2, ones, y);
    threads(4, n / 4, y.data());
    owned(4, n / 4, y.data());
#pragma sparse update host(y)
    y[n / 3] = -1;
#pragma sparse update device(y)
    try {
      found.push_back(search(n, 1e9, y.data()));
    } catch (const std::runtime_error &) {
      found.push_back(-2);
    }
    add(1, ones, y);
  }
  run::record("found", found);
  record("left", y);
}

int main() {
  for (int n : {4, 100}) {
    solve(n);
    mixed(n);
    left(n);
  }
}
