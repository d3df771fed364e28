// Structured grids as arrays of arrays: differences in all directions, sweeps in
// place, small matrices for each point, rows of temporaries, tables.
// clang-format off
// RUN: %check-run --loops 14 %s -o %t
// clang-format on

#include "../run/support/support.h"

#include <array>

#pragma clang diagnostic ignored "-Wvla-extension"

using Vector = std::vector<double>;

const int Size = 14;

/// Global arrays with a little room, and the extents of this run in another.
static double u[Size][Size][Size + 1][5], rhs[Size][Size][Size + 1][5],
    forcing[Size][Size][Size + 1][5], speed[Size][Size][Size + 1];
static double left[Size][Size][Size + 1][5][5];
static int points[3] = {Size, Size - 1, Size - 2};

void copyForcing() {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 0; k <= points[2] - 1; k++)
    for (int j = 0; j <= points[1] - 1; j++)
      for (int i = 0; i <= points[0] - 1; i++)
        for (int m = 0; m < 5; m++)
          rhs[k][j][i][m] = forcing[k][j][i][m];
}

/// Fluxes and fourth differences along i, with the borders apart.
void alongI(double c, double damping) {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 1; k <= points[2] - 2; k++)
    for (int j = 1; j <= points[1] - 2; j++) {
      for (int i = 1; i <= points[0] - 2; i++)
        for (int m = 0; m < 5; m++)
          rhs[k][j][i][m] =
              rhs[k][j][i][m] + c * (u[k][j][i + 1][m] - 2.0 * u[k][j][i][m] +
                                     u[k][j][i - 1][m]);
      int i = 1;
      for (int m = 0; m < 5; m++)
        rhs[k][j][i][m] =
            rhs[k][j][i][m] - damping * (5.0 * u[k][j][i][m] -
                                         4.0 * u[k][j][i + 1][m] +
                                         u[k][j][i + 2][m]);
      for (i = 3; i <= points[0] - 4; i++)
        for (int m = 0; m < 5; m++)
          rhs[k][j][i][m] -=
              damping * (u[k][j][i - 2][m] - 4.0 * u[k][j][i - 1][m] +
                         6.0 * u[k][j][i][m] - 4.0 * u[k][j][i + 1][m] +
                         u[k][j][i + 2][m]);
    }
}

/// Across the planes, component by component.
void alongK(double c) {
#pragma sparse split(i, i0, i1, 4) parallelize(k, cpu_thread, no_races)
  for (int k = 1; k <= points[2] - 2; k++)
    for (int j = 1; j <= points[1] - 2; j++)
      for (int i = 1; i <= points[0] - 2; i++) {
        const double here = speed[k][j][i], up = speed[k + 1][j][i],
                     down = speed[k - 1][j][i];
        rhs[k][j][i][0] = rhs[k][j][i][0] +
                          c * (u[k + 1][j][i][0] - 2.0 * u[k][j][i][0] +
                               u[k - 1][j][i][0]);
        rhs[k][j][i][3] +=
            c * (up * u[k + 1][j][i][1] - here + down * u[k - 1][j][i][2]);
      }
}

/// A sweep forward in place: iterations over planes and rows are independent.
void sweepI() {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 1; k <= points[2] - 2; k++)
    for (int j = 1; j <= points[1] - 2; j++)
      for (int i = 0; i <= points[0] - 3; i++) {
        const int next = i + 1;
        const double factor = 1.0 / (2 + speed[k][j][i]);
        for (int m = 0; m < 3; m++)
          rhs[k][j][i][m] = factor * rhs[k][j][i][m];
        for (int m = 0; m < 3; m++)
          rhs[k][j][next][m] =
              rhs[k][j][next][m] - speed[k][j][next] * rhs[k][j][i][m];
      }
}

/// Back from the last row, with the innermost loop on the outside of the rows.
void sweepBackJ() {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 1; k <= points[2] - 2; k++)
    for (int j = points[1] - 3; j >= 0; j--)
      for (int i = 1; i <= points[0] - 2; i++)
        for (int m = 0; m < 5; m++)
          rhs[k][j][i][m] -= speed[k][j][i] * rhs[k][j + 1][i][m];
}

inline void subtractProduct(double block[5][5], double x[5], double y[5]) {
  for (int i = 0; i < 5; i++)
    y[i] = y[i] - block[i][0] * x[0] - block[i][1] * x[1] - block[i][2] * x[2] -
           block[i][3] * x[3] - block[i][4] * x[4];
}

/// Block rows: Jacobians made here, products in functions.
void blocks(double dt) {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 1; k < Size - 1; ++k)
    for (int j = 1; j < Size - 1; ++j)
      for (int i = 1; i < Size - 1; ++i) {
        double flux[5][5], viscous[5][5] = {};
        for (int a = 0; a < 5; ++a)
          for (int b = 0; b < 5; ++b)
            flux[a][b] = (a + 1) * u[k][j][i][b];
        for (int a = 0; a < 5; ++a)
          viscous[a][a] = speed[k][j][i];
        for (int a = 0; a < 5; ++a)
          for (int b = 0; b < 5; ++b)
            left[k][j][i][a][b] = dt * flux[b][a] - dt * viscous[a][b];
        subtractProduct(left[k][j][i], u[k][j][i - 1], rhs[k][j][i]);
      }
}

void addUp() {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 1; k < Size - 1; ++k)
    for (int j = 1; j < Size - 1; ++j)
      for (int i = 1; i < Size - 1; ++i)
        for (int m = 0; m < 5; ++m)
          u[k][j][i][m] = u[k][j][i][m] + rhs[k][j][i][m];
}

/// A multigrid residual whose grids have run-time extents, as in C.
void residual(int n, const double *from, double *to) {
  auto u = (const double (*)[n][n])from;
  auto r = (double (*)[n][n])to;
#pragma sparse parallelize(i3, cpu_thread, no_races)
  for (int i3 = 1; i3 < n - 1; i3++)
    for (int i2 = 1; i2 < n - 1; i2++) {
      double u1[64], u2[64];
      for (int i1 = 0; i1 < n; i1++) {
        u1[i1] = u[i3][i2 - 1][i1] + u[i3][i2 + 1][i1] + u[i3 - 1][i2][i1] +
                 u[i3 + 1][i2][i1];
        u2[i1] = u[i3 - 1][i2 - 1][i1] + u[i3 - 1][i2 + 1][i1] +
                 u[i3 + 1][i2 - 1][i1] + u[i3 + 1][i2 + 1][i1];
      }
      for (int i1 = 1; i1 < n - 1; i1++)
        r[i3][i2][i1] = 0.5 * u[i3][i2][i1] -
                        0.25 * (u2[i1] + u1[i1 - 1] + u1[i1 + 1]) -
                        0.125 * (u2[i1 - 1] + u2[i1 + 1]);
    }
}

using Field = std::array<std::array<double, Size>, Size>;

/// Heat in a plane, nine points.
void heat(const Field &now, Field &next, int n) {
#pragma sparse split(i, i0, i1, 4) reorder(i1, j) parallelize(i0, cpu_thread, no_races)
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      next[i][j] = (now[i - 1][j - 1] + now[i - 1][j] + now[i - 1][j + 1] +
                    now[i][j - 1] + now[i][j] + now[i][j + 1] +
                    now[i + 1][j - 1] + now[i + 1][j] + now[i + 1][j + 1]) /
                   9;
}

/// Every other point in place, by colours.
void redAndBlack(double (&grid)[Size][Size], int colour) {
#pragma sparse order(i, j)
  for (int i = 1; i < Size - 1; ++i)
    for (int j = 1 + (i + colour) % 2; j < Size - 1; j += 2)
      grid[i][j] = 0.25 * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] +
                           grid[i][j + 1]);
}

struct Lattice {
  double f[9][Size][Size], density[Size][Size];
  static constexpr int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};

  /// Sums over directions, the outermost level.
  void moments() {
#pragma sparse parallelize(y, cpu_thread, no_races)
    for (int y = 0; y < Size; ++y)
      for (int x = 0; x < Size; ++x) {
        density[y][x] = 0;
        for (int q = 0; q < 9; ++q)
          density[y][x] += f[q][y][x] * (1 + 0.1 * dx[q]);
      }
  }
};

/// Particles with coordinates in arrays.
void drift(std::vector<std::array<double, 3>> &x,
           const std::vector<std::array<double, 3>> &v, double dt) {
#pragma sparse parallelize(p, cpu_thread, no_races)
  for (size_t p = 0; p < x.size(); ++p)
    for (int d = 0; d < 3; ++d)
      x[p][d] += dt * v[p][d];
}

/// A table for each thread's part, then the sum of all.
void histogram(int n, const unsigned char *key, int (*part)[32], int *total) {
#pragma sparse parallelize(t, cpu_thread, no_races)
  for (int t = 0; t < 4; ++t)
    for (int i = t * n / 4; i < (t + 1) * n / 4; ++i)
      part[t][key[i]]++;
#pragma sparse parallelize(b, cpu_thread, no_races)
  for (int b = 0; b < 32; ++b)
    for (int t = 0; t < 4; ++t)
      total[b] += part[t][b];
}

static void fill(double *First, size_t Count) {
  static run::Random R(11);
  for (size_t N = 0; N < Count; ++N)
    First[N] = R.value<double>();
}

static void record(const char *Name, const double *First, size_t Count) {
  run::record(Name, Vector(First, First + Count));
}

int main() {
  const size_t Points = Size * Size * (Size + 1);
  fill(&u[0][0][0][0], 5 * Points);
  fill(&forcing[0][0][0][0], 5 * Points);
  fill(&speed[0][0][0], Points);
  double *const r = &rhs[0][0][0][0];
  copyForcing();
  record("copy", r, 5 * Points);
  alongI(0.75, 0.05);
  record("along i", r, 5 * Points);
  alongK(0.25);
  record("along k", r, 5 * Points);
  sweepI();
  record("sweep i", r, 5 * Points);
  sweepBackJ();
  record("sweep j", r, 5 * Points);
  blocks(0.5);
  record("blocks", &left[0][0][0][0][0], 25 * Points);
  record("blocks", r, 5 * Points);
  addUp();
  record("add", &u[0][0][0][0], 5 * Points);

  const int n = 12;
  Vector from(n * n * n), to(n * n * n);
  fill(from.data(), from.size());
  residual(n, from.data(), to.data());
  record("residual", to.data(), to.size());

  static Field now, next;
  fill(now[0].data(), Size * Size);
  heat(now, next, Size);
  record("heat", next[0].data(), Size * Size);
  static double grid[Size][Size];
  fill(&grid[0][0], Size * Size);
  redAndBlack(grid, 0);
  redAndBlack(grid, 1);
  record("red and black", &grid[0][0], Size * Size);

  static Lattice lattice;
  fill(&lattice.f[0][0][0], 9 * Size * Size);
  lattice.moments();
  record("moments", &lattice.density[0][0], Size * Size);

  std::vector<std::array<double, 3>> x(40), v(40);
  fill(x[0].data(), 120);
  fill(v[0].data(), 120);
  drift(x, v, 0.25);
  record("drift", x[0].data(), 120);

  std::vector<unsigned char> key(1000);
  for (size_t i = 0; i < key.size(); ++i)
    key[i] = i * i % 32;
  int part[4][32] = {};
  std::vector<int> total(32);
  histogram(1000, key.data(), part, total.data());
  run::record("histogram", Vector(total.begin(), total.end()));
}
