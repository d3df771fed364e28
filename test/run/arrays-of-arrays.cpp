// Arrays of arrays of any depth: one piece of memory, whatever leads to it.
// Where subscripts of inner arrays go beyond these, or arrays overlap, the
// user's loop runs.
// clang-format off
// RUN: %check-run --loops 22 --fallback 4 %s -o %t
// RUN: env LACUNA_LOG=1 %t.sparse 2>%t.log >%t.records
// RUN: FileCheck %s --input-file=%t.log

#include "support/support.h"

#include <array>
#include <cstring>

const int K = 9, J = 7, I = 6;

using Box = double[K][J][I][5];
using Plane = std::array<std::array<double, J>, K>;
using Grid = std::array<std::array<std::array<double, I>, J>, K>;

static Box u, rhs;
static double us[K][J][I], lhs[K][J][I][3][5][5];
static int points[3] = {I, J, K};

/// Bounds in an array, differences along the innermost direction.
void rightHandSide(double c) {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 1; k <= points[2] - 2; k++)
    for (int j = 1; j <= points[1] - 2; j++)
      for (int i = 1; i <= points[0] - 2; i++)
        for (int m = 0; m < 5; m++)
          rhs[k][j][i][m] = rhs[k][j][i][m] + c * (u[k][j][i + 1][m] - 2.0 * u[k][j][i][m] + u[k][j][i - 1][m]);
}

/// In place, and still the planes have nothing to do with each other.
void alongRows() {
#pragma sparse reorder(j, i) parallelize(k, cpu_thread, no_races)
  for (int k = 1; k < K - 1; ++k)
    for (int j = 1; j < J - 1; ++j)
      for (int i = 0; i < I - 1; ++i) {
        for (int m = 0; m < 3; ++m)
          rhs[k][j][i][m] *= us[k][j][i];
        for (int m = 0; m < 3; ++m)
          rhs[k][j][i + 1][m] -= us[k][j][i + 1] * rhs[k][j][i][m];
      }
}

/// The same across rows, and across planes.
void acrossRows() {
#pragma sparse split(k, k0, k1, 2) parallelize(k0, cpu_thread, no_races)
  for (int k = 1; k < K - 1; ++k)
    for (int j = 0; j < J - 1; ++j)
      for (int i = 1; i < I - 1; ++i)
        for (int m = 0; m < 5; ++m)
          rhs[k][j + 1][i][m] -= us[k][j][i] * rhs[k][j][i][m];
}

void acrossPlanes() {
#pragma sparse reorder(k, j) parallelize(j, cpu_thread, no_races)
  for (int k = 0; k < K - 1; ++k)
    for (int j = 1; j < J - 1; ++j)
      for (int i = 1; i < I - 1; ++i)
        for (int m = 0; m < 5; ++m)
          rhs[k + 1][j][i][m] -= us[k][j][i] * rhs[k][j][i][m];
}

inline void subtract(const double a[5][5], const double x[5], double y[5]) {
  for (int r = 0; r < 5; ++r)
    for (int c = 0; c < 5; ++c)
      y[r] -= a[r][c] * x[c];
}

inline void multiply(double (*a)[5], const double (*b)[5], double (&c)[5][5]) {
  for (int r = 0; r < 5; ++r)
    for (int q = 0; q < 5; ++q)
      c[r][q] -= a[r][0] * b[0][q] + a[r][4] * b[4][q];
}

/// Small matrices for each point, handed to functions; one that is made here.
void blocks() {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 0; k < K; ++k)
    for (int j = 0; j < J; ++j)
      for (int i = 1; i < I; ++i) {
        double jacobian[5][5] = {};
        for (int m = 0; m < 5; ++m)
          jacobian[m][m] = u[k][j][i][m];
        subtract(lhs[k][j][i][0], rhs[k][j][i - 1], rhs[k][j][i]);
        multiply(lhs[k][j][i][0], lhs[k][j][i - 1][2], lhs[k][j][i][1]);
        for (int m = 0; m < 5; ++m)
          for (int n = 0; n < 5; ++n)
            lhs[k][j][i][2][m][n] += jacobian[n][m];
      }
}

double norm(const Box &of) {
  double sum = 0;
#pragma sparse parallelize(plane, cpu_thread, parallel_reduction)
  for (const auto &plane : of)
    for (const auto &row : plane)
      for (const auto &point : row)
        for (double v : point)
          sum += v * v;
  return sum;
}

// CHECK: arrays-of-arrays.cpp:[[@LINE+3]]: the user's loop runs: 'to' overlaps 'from'
void parameters(double to[][J][I], const double (*from)[J][I], int n) {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < J; ++j)
      for (int i = 0; i < I; ++i)
        to[k][j][i] += 2 * from[k][j][i];
}

/// Rows that go beyond their array on purpose lie over each other.
// CHECK-NEXT: arrays-of-arrays.cpp:[[@LINE+3]]: the user's loop runs: different iterations of 'k' may store to one element of 'a'
void beyond(double (*a)[I], int n, int length) {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < length; ++i)
      a[k][i] = a[k][i] * 0.5 + k;
}

/// One array as a long row.
void asOne(double (*a)[I], int n) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    a[0][i] += i;
}

// CHECK-NEXT: arrays-of-arrays.cpp:[[@LINE+3]]: the user's loop runs: 'a' overlaps 'b'
void ninePoints(Plane &a, const Plane &b, int n, int m) {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 1; k < n - 1; ++k)
    for (int j = 1; j < m - 1; ++j)
      a[k][j] = (b[k - 1][j - 1] + b[k - 1][j] + b[k - 1][j + 1] + b[k][j - 1] + b[k][j] + b[k][j + 1] + b[k + 1][j - 1] + b[k + 1][j] + b[k + 1][j + 1]) / 9;
}

void rows(Grid &a, const Grid &b) {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (size_t k = 0; k < a.size(); ++k)
    for (size_t j = 0; j < a[k].size(); ++j) {
      auto &row = a[k][j];
      const double *other = b[k][j].data();
      for (size_t i = 0; i < row.size(); ++i)
        row[i] += other[i];
      for (double v : b[k][j])
        row[0] += v;
    }
}

/// A row that is copied, and then written to.
void copies(Plane &a, double *out) {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 0; k < K; ++k) {
    const double first = a[k][0];
    a[k][0] = 7;
    out[k] = first + a[k][1];
  }
}

struct Solver {
  double state[K][J][I], weight[K][J];
  int planes = K;

  void step() {
#pragma sparse parallelize(k, cpu_thread, no_races)
    for (int k = 0; k < planes; ++k)
      for (int j = 0; j < J; ++j) {
        double *row = state[k][j];
        for (int i = 0; i < I; ++i)
          row[i] = row[i] * this->weight[k][j];
      }
  }
};

void members(Solver *to, const Solver &from) {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 0; k < K - 1; ++k)
    for (int j = 0; j < J; ++j)
      for (int i = 0; i < I; ++i)
        to->state[k][j][i] += from.state[k][j][i] * from.weight[k][j];
}

struct Cell {
  double stress[3][3], strain[3];
  double energy;
};

/// Arrays of arrays in records, in a vector and in an array of arrays.
void inRecords(std::vector<Cell> &cells) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (size_t i = 0; i < cells.size(); ++i)
    for (int a = 0; a < 3; ++a) {
      double sum = 0;
      for (int b = 0; b < 3; ++b)
        sum += cells[i].stress[a][b] * cells[i].strain[b];
      cells[i].energy += sum;
      cells[i].stress[a][0] = sum;
    }
}

void ofRecords(Cell (&cells)[K][J]) {
#pragma sparse reorder(k, j) parallelize(j, cpu_thread, no_races)
  for (int k = 0; k < K; ++k)
    for (int j = 0; j < J; ++j) {
      cells[k][j].energy *= 2;
      cells[k][j].strain[1] += k;
    }
}

void ofNumbers(std::complex<double> (&a)[K][J], const std::complex<double> (*b)[J]) {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 0; k < K; ++k)
    for (int j = 0; j < J; ++j)
      a[k][j] = a[k][j] + b[k][j] * double(j);
}

// CHECK-NEXT: arrays-of-arrays.cpp:[[@LINE+3]]: the user's loop runs: 'x' overlaps 'v'
void positions(std::vector<std::array<double, 3>> &x, const std::vector<std::array<double, 3>> &v, double dt) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (size_t i = 0; i < x.size(); ++i)
    for (int d = 0; d < 3; ++d)
      x[i][d] += dt * v[i][d];
}

/// Data say which element of the inner array it is.
void countEach(int (*count)[16], const unsigned char *bin, int n, int parts) {
#pragma sparse parallelize(t, cpu_thread, no_races)
  for (int t = 0; t < parts; ++t)
    for (int i = 0; i < n; ++i)
      count[t][bin[t * n + i]]++;
}

/// A pointer goes from array to array.
void walked(double (*first)[I], int n) {
#pragma sparse split(row, r0, r1, 4) parallelize(r0, cpu_thread, no_races)
  for (double (*row)[I] = first; row != first + n; ++row)
    for (int i = 0; i < I; ++i)
      (*row)[i] += i;
}

void cleared(Grid &a, double (&b)[K][J][I]) {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 0; k < K; ++k) {
    memset(b[k], 0, sizeof b[k]);
    std::fill(a[k][2].begin(), a[k][2].end(), 0.5);
    b[k][1][2] = k;
  }
}

void triangle(double (&a)[K][K], int n) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      a[i][j] += 1.0 / (i + j + 1);
}

template <class T> static void seed(T &Of) {
  static run::Random R(5);
  for (size_t N = 0; N < sizeof Of / sizeof(double); ++N) {
    const double Value = R.value<double>();
    memcpy(reinterpret_cast<char *>(&Of) + N * sizeof(double), &Value, sizeof Value);
  }
}

template <class T> static void record(const char *Name, const T &Of) {
  std::vector<double> All(sizeof Of / sizeof(double));
  memcpy(All.data(), &Of, All.size() * sizeof(double));
  run::record(Name, All);
}

int main() {
  static double a[K][J][I], b[K][J][I], square[K][K];
  static Plane p, q;
  static Grid g, h;
  static Cell cells[K][J];
  static Solver s, t;
  static std::complex<double> z[K][J], w[K][J];
  for (auto *Of : {&u, &rhs})
    seed(*Of);
  seed(us), seed(lhs), seed(a), seed(b), seed(square), seed(p), seed(q), seed(g), seed(h);
  seed(cells), seed(s.state), seed(s.weight), seed(t.state), seed(t.weight), seed(z), seed(w);

  rightHandSide(0.75);
  record("right-hand side", rhs);
  alongRows();
  acrossRows();
  acrossPlanes();
  record("in place", rhs);
  blocks();
  record("blocks", lhs);
  record("blocks", rhs);
  run::record("norm", std::vector<double>{norm(u)}, std::vector<double>{1e-9});

  parameters(a, b, K);
  parameters(a, a + 1, K - 1);
  parameters(nullptr, nullptr, 0);
  record("parameters", a);
  beyond(a[0], 5, I);
  beyond(a[0], 5, 2 * I);
  record("beyond", a);
  asOne(a[0], K * J * I);
  asOne(nullptr, 0);
  record("as one", a);

  ninePoints(p, q, K, J);
  ninePoints(p, p, K, J);
  record("nine points", p);
  rows(g, h);
  record("rows", g);
  std::vector<double> out(K);
  copies(p, out.data());
  run::record("copies", out);

  s.step();
  members(&t, s);
  members(&s, s);
  record("members", s.state);
  record("members", t.state);

  std::vector<Cell> list(&cells[0][0], &cells[2][0]);
  inRecords(list);
  for (const Cell &c : list)
    record("in records", c);
  list.clear();
  inRecords(list);
  ofRecords(cells);
  record("of records", cells);
  ofNumbers(z, w);
  record("of complex numbers", z);

  std::vector<std::array<double, 3>> x(31), v(31);
  for (size_t N = 0; N < x.size(); ++N)
    seed(x[N]), seed(v[N]);
  positions(x, v, 0.125);
  positions(x, x, 0.125);
  for (const auto &At : x)
    record("positions", At);
  x.clear();
  positions(x, v, 1);

  int count[4][16] = {};
  std::vector<unsigned char> bin(400);
  for (size_t N = 0; N < bin.size(); ++N)
    bin[N] = N * 37 % 16;
  countEach(count, bin.data(), 100, 4);
  run::record("counts", std::vector<double>(&count[0][0], &count[3][15] + 1));

  walked(a[1], 3 * J);
  walked(a[1], 0);
  cleared(g, b);
  triangle(square, K);
  record("walked", a);
  record("cleared", g);
  record("cleared", b);
  record("triangle", square);
}
