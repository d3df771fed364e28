// What wavefronts are made of, and what is compared later, is what the loop
// reads: memory behind a condition that never holds, behind loops that do not
// run, and between rows need not be there.
// clang-format off
// RUN: %check-run --loops 7 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --threads 2
// RUN: %check-run --loops 7 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --threads 3 --reuse
// clang-format on
#include "support/support.h"
#include <sys/mman.h>

using Ints = std::vector<int>;
using Reals = std::vector<double>;

static void ifAsked(int n, const int *pos, const int *crd, const int *more,
                    bool ask, double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i) {
    double s = 0.5;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += x[crd[p]];
    if (ask)
      s += x[more[i]];
    x[i] = s * 0.1;
  }
}

static void whereMasked(int n, const char *mask, const int *other, double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 2; ++k)
      if (mask[i] != 0)
        x[i] += x[other[i]] * 0.25;
}

static void window(int n, int width, const int *index, double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i) {
    double s = 0.5;
    for (int k = 0; k < width; ++k)
      s += x[index[i + k]];
    x[i] = s * 0.1;
  }
}

static void rows(int n, const int *begin, const int *end, const int *crd,
                 double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i) {
    double s = 0.5;
    for (int p = begin[i]; p < end[i]; ++p)
      s += x[crd[p]];
    x[i] = s * 0.1;
  }
}

// A cursor goes on from position to position.
static void cursor(int n, const Ints &pos, const Ints &crd, Reals &x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i) {
    int a = pos[i];
    for (int q = pos[i]; q < pos[i + 1]; ++q) {
      while (a < pos[i + 1] && crd[a] < crd[q])
        ++a;
      x[i] += x[crd[a]] * 0.1;
    }
  }
}

// Of 'far' the last element stands at the end of a page, and none follows.
static void toTheEnd(int n, int limit, const int *far, double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k)
      if (i < limit)
        x[i] = x[i] * 0.5 + x[far[i]];
}

// What a workspace gets is a result, and not what it held.
static void gathered(int n, const int *pos, const int *crd, double *x) {
  Reals w(n);
#pragma sparse private(w) parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      w[crd[p]] = x[crd[p]];
    double s = 0.5;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += w[crd[p]];
    x[i] = s * 0.1;
  }
}

/// Megabytes, of which the first and the last may be accessed.
struct Ends {
  static constexpr size_t Size = size_t(32) << 20, Part = size_t(1) << 20;
  char *const At = static_cast<char *>(
      mmap(nullptr, Size, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  Ends() {
    for (char *Begin : {At, At + Size - Part})
      mprotect(Begin, Part, PROT_READ | PROT_WRITE);
  }
  ~Ends() { munmap(At, Size); }
  int *first() const { return reinterpret_cast<int *>(At); }
  int *pastLast() const { return reinterpret_cast<int *>(At + Size); }
};

int main() {
  const int n = 3000;
  Ints pos = {0}, crd;
  for (int i = 0; i < n; ++i) {
    for (int j : {i - 700, i - 600, i})
      if (j >= 0)
        crd.push_back(j);
    pos.push_back(int(crd.size()));
  }
  Reals x(n, 1.0);
  auto Run = [&](const char *Name, auto Loop) {
    for (int Time = 0; Time < 4; ++Time) {
      Loop();
      run::record(Name, x);
    }
  };
  Run("condition",
      [&] { ifAsked(n, pos.data(), crd.data(), nullptr, false, x.data()); });
  std::vector<char> mask(n);
  Ints other(n / 2);
  for (int i = 0; i < n / 2; ++i) {
    mask[i] = i % 3 != 0;
    other[i] = i < 400 ? i : i - 400;
  }
  other.shrink_to_fit();
  Run("mask", [&] { whereMasked(n, mask.data(), other.data(), x.data()); });
  Run("window", [&] { window(n, 0, nullptr, x.data()); });

  Run("workspace", [&] { gathered(n, pos.data(), crd.data(), x.data()); });

  const Ends Memory;
  Ints begin(n), end(n);
  const int Back = int(Memory.pastLast() - Memory.first()) - 3 * n;
  for (int i = 0; i < n; ++i) {
    begin[i] = (i % 2 ? Back : 0) + i / 2 * 3;
    end[i] = begin[i] + 3;
    for (int p = begin[i]; p < end[i]; ++p)
      Memory.first()[p] = i < 800 ? i : i - 600 - p % 7;
  }
  Run("rows",
      [&] { rows(n, begin.data(), end.data(), Memory.first(), x.data()); });
  Run("cursor", [&] { cursor(n, pos, crd, x); });
  const Ends Others;
  int *const Far = Others.pastLast() - n / 2;
  for (int i = 0; i < n / 2; ++i)
    Far[i] = i < 500 ? i : i - 500;
  Run("end", [&] { toTheEnd(n, n / 2, Far, x.data()); });
}
