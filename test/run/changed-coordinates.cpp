// Coordinates change at the same place, one of many, and then lead into what is
// stored to. No walk that has run before them counts: where the runtime is
// linked, what was found is kept only while nothing has changed that was read.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 4 --fallback-each 8 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 4 --fallback-each 8 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --threads 2
// RUN: env LACUNA_LOG=1 OMP_NUM_THREADS=2 %t.sparse 2>&1 >/dev/null | FileCheck %s
// CHECK-DAG: walk in front of 'i': of its {{[12]}} index arrays 0 are tracked, {{[12]}} are compared (small)
// CHECK-DAG: walk in front of 'i': of its 2 index arrays {{2 are tracked, 0 are compared$|0 are tracked, 2 are compared \(}}
// clang-format on

#include "support/support.h"
#include <cstring>
#include <thread>

using Ints = std::vector<int>;

/// Of each row in the memory of `x`, behind which `y` lies.
static constexpr int Far = 70000;

static void product(int n, const int *pos, const int *crd, const double *x,
                    double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += x[crd[p]] / 2;
}

static void onThreads(int n, const int *pos, const int *crd, const double *x,
                      double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += x[crd[p]];
    y[i] = sum;
  }
}

// Rows of coordinates, each an array.
static void ofRows(int n, const int *pos, const int *const *rows,
                   const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < pos[i + 1] - pos[i]; ++k)
      y[i] += x[rows[i][k]] / 2;
}

// Rows of results, each an array: where they lie is looked at in each call.
static void intoRows(int n, const int *pos, const int *crd, const double *x,
                     double **rows) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      rows[i][0] += x[crd[p]] / 2;
}

/// `x` and `y` of a call, in one memory.
struct Memory {
  std::vector<double> All;
  explicit Memory(int n) : All(size_t(Far + n)) {}
  double *x() { return All.data(); }
  double *y() { return All.data() + Far; }
  void fill() {
    for (size_t i = 0; i < All.size(); ++i)
      All[i] = double(i % 11) - 5;
  }
};

struct Pattern {
  Ints pos{0}, crd;
  std::vector<const int *> rows;
  explicit Pattern(int n) {
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k <= i % 3; ++k)
        crd.push_back((i * 7 + k) % Far);
      pos.push_back(int(crd.size()));
    }
    for (int i = 0; i < n; ++i)
      rows.push_back(crd.data() + pos[i]);
  }
};

/// Calls \p Loop again and again while coordinates change, each time behind
/// some calls in which nothing does. Each third change leads into `y`.
template <typename Fn> static void change(const char *Name, int n, Fn Loop) {
  Pattern P(n);
  Memory M(n);
  const int nnz = int(P.crd.size());
  auto Call = [&](const std::string &When) {
    M.fill();
    Loop(P, M);
    std::vector<double> Sums(64);
    for (size_t i = 0; i < M.All.size(); ++i)
      Sums[i % Sums.size()] += double(i % 31) * M.All[i];
    run::record(Name + When, Sums);
  };
  for (int Step = 0; Step < 4; ++Step) {
    for (int Time = 0; Time < 24; ++Time)
      Call(" before " + std::to_string(Step));
    // Neither ends of rows nor the elements that samples have.
    const int At = (nnz / 5 * Step + 3) % nnz;
    const int Was = P.crd[At];
    auto Change = [&] { P.crd[At] = Far + Step % 5; };
    if (Step % 3 == 0)
      std::thread(Change).join();
    else if (Step % 3 == 1)
      Change();
    else {
      const int New = Far + n / 2;
      std::memcpy(&P.crd[At], &New, sizeof(int));
    }
    Call(" changed " + std::to_string(Step));
    P.crd[At] = Was;
  }
  Call(" at the end");
}

int main() {
  for (int n : {60000, 200}) {
    const std::string Size = std::to_string(n);
    change(("product " + Size).c_str(), n, [&](Pattern &P, Memory &M) {
      product(n, P.pos.data(), P.crd.data(), M.x(), M.y());
    });
    change(("on threads " + Size).c_str(), n, [&](Pattern &P, Memory &M) {
      onThreads(n, P.pos.data(), P.crd.data(), M.x(), M.y());
    });
    change(("of rows " + Size).c_str(), n, [&](Pattern &P, Memory &M) {
      ofRows(n, P.pos.data(), P.rows.data(), M.x(), M.y());
    });
    change(("into rows " + Size).c_str(), n, [&](Pattern &P, Memory &M) {
      std::vector<double *> Rows(size_t(n), nullptr);
      for (int i = 0; i < n; ++i)
        Rows[size_t(i)] = M.y() + i;
      intoRows(n, P.pos.data(), P.crd.data(), M.x(), Rows.data());
    });
  }
}
