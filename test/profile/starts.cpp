// clang-format off: what is checked is long
// What OpenMP takes to begin is noted apart, and the runs in which its threads start are told; in
// a child of fork it begins anew. One that no handlers are called in runs on.
// REQUIRES: openmp
// RUN: %clangxx_sparse -O1 %s -fplugin-arg-sparse-profile -fplugin-arg-sparse-quiet -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t
// RUN: rm -rf %t.d && mkdir %t.d && env OMP_NUM_THREADS=2 LACUNA_PROFILE=%t.d/p.json %t >%t.pids
// RUN: %python %S/Inputs/starts.py %t.d/p.{0}.json 7 1 <%t.pids
// RUN: %python %S/Inputs/starts.py %t.d/p.{1}.json 3 1 <%t.pids
// There are none where there is one thread.
// RUN: rm -rf %t.d && mkdir %t.d && env OMP_NUM_THREADS=1 LACUNA_PROFILE=%t.d/p.json %t >%t.pids
// RUN: %python %S/Inputs/starts.py %t.d/p.{0}.json 7 0 <%t.pids

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void set(int n, int *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = i;
}

static void inChild(long Pid, bool ByLibrary, int Runs, int n, int *y) {
  if (Pid == 0) {
    std::printf("%d ", int(getpid()));
    std::fflush(stdout);
    for (int k = 0; k < Runs; ++k)
      set(n, y);
    if (ByLibrary)
      std::exit(0);
    // OpenMP would wait for threads that are not there.
    _exit(0);
  }
  waitpid(pid_t(Pid), nullptr, 0);
}

int main() {
  constexpr int Large = 1000000, Small = 10;
  static int y[Large];
  std::printf("%d ", int(getpid()));
  // There is too little work for threads.
  set(Small, y);
  for (int k = 0; k < 6; ++k)
    set(Large, y);
  std::fflush(stdout);
  inChild(fork(), /*ByLibrary=*/true, 3, Large, y);
  inChild(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0), /*ByLibrary=*/false, 4,
          Small, y);
}
