// Walks that note coordinates quickly find all of them: in rows whose positions
// do not follow each other, below 0, above the largest int, and of one row
// alone.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 4 --fallback-each 60 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 4 --fallback-each 60 %s -o %t --threads 1 --reuse
// clang-format on
#include "support/support.h"
#include <cstdlib>
#include <memory>

using Ints = std::vector<int>;

static void signedOnes(int n, const int *pos, const int *crd, const double *x,
                       double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += x[crd[p]];
    y[i] = sum;
  }
}

static void unsignedOnes(int n, const int *pos, const unsigned *crd,
                         const float *x, float *y) {
#pragma sparse divide(i, i0, i1, 3) reorder(i0, i1)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += x[crd[p]];
}

static void ofRow(int n, const int *pos, const int *crd, const double *x,
                  double *y) {
#pragma sparse divide(i, i0, i1, 3) reorder(i0, i1)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += x[crd[p] + i] * 0.5;
}

// Each iteration notes two arrays, and one behind a condition.
static void several(int n, const int *pos, const int *crd, const int *list,
                    const double *x, const double *z, double *y) {
#pragma sparse divide(i, i0, i1, 3) reorder(i0, i1)
  for (int i = 0; i < n; ++i) {
    if (i % 2 == 0)
      y[i] += z[list[i]];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += x[crd[p]] * z[crd[p] / 2];
  }
}

int main() {
  constexpr int N = 40, Far = 500;
  run::Random R(5);
  std::vector<double> All(size_t(2 * Far), 0);
  double *const y = All.data() + Far;
  // Ascending, with empty rows, descending, and in any order.
  for (int Kind = 0; Kind < 4; ++Kind)
    for (int Reach = 0; Reach < 10; ++Reach) {
      Ints pos(N + 1), crd(200), list(N);
      for (int i = 0; i <= N; ++i)
        pos[i] = Kind == 0   ? i * 5
                 : Kind == 1 ? i / 3 * 15
                 : Kind == 2 ? (N - i) * 5
                             : int(R.below(200));
      for (int &c : crd)
        c = int(R.below(100)) + 40;
      for (int &c : list)
        c = int(R.below(100));
      // One element leads into `y`, perhaps; in some kinds no row has it.
      if (Reach != 0)
        crd[R.below(200)] = Far + int(R.below(20));
      auto Call = [&](const char *Name, auto Loop) {
        for (size_t i = 0; i < All.size(); ++i)
          All[i] = double(i % 13) - 6;
        Loop();
        run::record(std::string(Name) + std::to_string(Kind * 10 + Reach), All);
      };
      Call("signed ",
           [&] { signedOnes(N, pos.data(), crd.data(), All.data(), y); });
      Call("below ", [&] {
        Ints Below = crd;
        for (int &c : Below)
          c -= 2 * Far - 100;
        signedOnes(N, pos.data(), Below.data(), All.data() + 2 * Far - 100, y);
      });
      Call("of row ", [&] { ofRow(N, pos.data(), crd.data(), All.data(), y); });
      Call("several ", [&] {
        several(N, pos.data(), crd.data(), list.data(), All.data(), All.data(),
                y);
      });
    }
  // Coordinates above the largest int, of which nothing but the address counts.
  constexpr unsigned Large = 1u << 31;
  std::vector<float> Floats(1000, 1.5f);
  const Ints pos{0, 2, 4};
  for (unsigned Reach : {0u, 500u}) {
    const std::vector<unsigned> crd{3, 5, 7, 9 + Reach};
    unsignedOnes(2, pos.data(), crd.data(), Floats.data(), &Floats[500]);
    run::record("unsigned " + std::to_string(Reach), Floats);
  }
  // No more of it is touched than is read.
  std::unique_ptr<float[], void (*)(void *)> Memory(
      static_cast<float *>(std::calloc(size_t(Large) + 100, sizeof(float))),
      [](void *At) { std::free(At); });
  float *const Many = Memory.get();
  for (unsigned Reach : {0u, 42u}) {
    Many[3] = Many[9] = Many[Large + 7] = 0.25f;
    const std::vector<unsigned> crd{3, Large + 7, Large + Reach, 9};
    unsignedOnes(2, pos.data(), crd.data(), Many, Many + Large + 42);
    run::record("large " + std::to_string(Reach),
                std::vector<float>(Many + Large, Many + Large + 100));
  }
}
