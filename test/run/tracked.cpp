// Plans of large loops are right while the kernel has seen no store to their index
// arrays. Whatever changes these, the loop computes what it does as it stands.
// Threads that have no processor of their own spin where rows wait: two are enough.
// RUN: %check-run --loops 1 --threads 2 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t
// RUN: env LACUNA_LOG=1 OMP_NUM_THREADS=2 %t.sparse 2>&1 | FileCheck %s

// CHECK: wavefront of 'i': list
// CHECK: wavefront of 'i': of its 2 index arrays {{2 are tracked, 0 are compared$|0 are tracked, 2 are compared \(}}

#include "support/support.h"
#include <cstring>
#include <memory>
#include <thread>

static constexpr int N = 60000;

static void sweep(int n, const int *pos, const int *crd, double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i) {
    double s = x[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s -= 0.125 * x[crd[p]];
    x[i] = s * 0.5;
  }
}

struct Pattern {
  std::unique_ptr<int[]> pos{new int[N + 1]}, crd{new int[N * 3]};

  explicit Pattern(run::Random &R) {
    pos[0] = 0;
    for (int i = 0; i < N; ++i) {
      pos[i + 1] = pos[i] + 1 + i % 3;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        crd[p] = int(R.below(N));
    }
  }
};

int main() {
  run::Random R(11);
  auto P = std::make_unique<Pattern>(R);
  std::vector<double> x(N);
  for (int Step = 0; Step < 40; ++Step) {
    int *crd = P->crd.get();
    const int nnz = P->pos[N];
    switch (Step % 8) {
    case 0: // nothing
    case 1:
    case 2:
      break;
    case 3: // an element within, or at an end, and by another thread
      std::thread([&] { crd[nnz / 2] = (crd[nnz / 2] + Step) % N; }).join();
      break;
    case 4:
      crd[Step % 3 ? 0 : nnz - 1] = int(R.below(N));
      break;
    case 5: // as it was
      std::memmove(crd, crd, sizeof(int) * size_t(nnz));
      break;
    case 6: { // freed, and another pattern at the same place, perhaps
      P.reset();
      P = std::make_unique<Pattern>(R);
      break;
    }
    case 7: // rows of other lengths
      ++P->pos[N / 2];
      break;
    }
    // So often that the next plan is worth its cost.
    for (int Time = 0; Time < 22; ++Time) {
      for (int i = 0; i < N; ++i)
        x[i] = 1 + i % 7;
      sweep(N, P->pos.get(), P->crd.get(), x.data());
    }
    run::record("step " + std::to_string(Step), x);
  }
}
