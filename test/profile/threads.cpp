// Runs in several threads at once are counted exactly, also where there are more threads than have
// counters of their own, and where threads come and go.
// RUN: %clangxx_sparse -O2 %s -fplugin-arg-sparse-profile -pthread -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t
// RUN: rm -rf %t.d && mkdir %t.d && env LACUNA_PROFILE=%t.d/p.json %t
// RUN: cat %t.d/p.*.json | FileCheck %s
// RUN: %python %S/Inputs/sums.py %t.d/p.*.json

#include <atomic>
#include <thread>
#include <vector>

void set(int n, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = i;
}
// CHECK: threads.cpp:[[#@LINE-3]]",
// CHECK-NEXT: "function": "set",
// CHECK-NEXT: "on": "cpu",
// CHECK-NEXT: "calls": 300150,
// CHECK-NEXT: "threads": 129,

static void run(int count, int each) {
  std::atomic<int> Ready = 0;
  std::vector<std::thread> All;
  for (int t = 0; t < count; ++t)
    All.emplace_back([&] {
      // All of them at once.
      int y[4];
      set(4, y);
      for (++Ready; Ready < count;)
        std::this_thread::yield();
      for (int k = 0; k < each; ++k)
        set(4, y);
    });
  for (std::thread &T : All)
    T.join();
}

int main() {
  run(150, 1000);
  run(50, 2999);
}
