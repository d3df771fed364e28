// Where memory lacks for buffers, in front of the first store or behind many, one thread runs
// the loop again, from its beginning, and the memory of all buffers is given back.
// RUN: %check-run --loops 3 --threads 2 %s -Wl,--wrap=realloc -Wl,--wrap=free -o %t
// RUN: %check-run --loops 3 --threads 5 --reuse %s -Wl,--wrap=realloc -Wl,--wrap=free -o %t
// RUN: env OMP_NUM_THREADS=3 %t.sparse 2>&1 >/dev/null | FileCheck %s
// CHECK: memory lacked 30 times, blocks left: 0

#include "support/support.h"
#include <cstdio>
#include <mutex>
#include <set>

using Indices = std::vector<int>;
using Vector = std::vector<double>;

static std::mutex Lock;
static std::set<void *> Blocks;
/// Which call for memory is refused, the later ones, too, if Stays; -1: none.
static int Refused, Calls, Lacked;
static bool Stays;

extern "C" void *__real_realloc(void *, size_t);
extern "C" void __real_free(void *);

extern "C" void *__wrap_realloc(void *Old, size_t Size) {
  std::lock_guard<std::mutex> Guard(Lock);
  ++Calls;
  if (Refused > 0 && (Calls == Refused || (Stays && Calls > Refused))) {
    Lacked += Calls == Refused;
    return nullptr;
  }
  Blocks.erase(Old);
  void *New = __real_realloc(Old, Size);
  Blocks.insert(New);
  return New;
}

extern "C" void __wrap_free(void *Block) {
  std::lock_guard<std::mutex> Guard(Lock);
  Blocks.erase(Block);
  __real_free(Block);
}

static long filter(const Indices &pos, const Vector &val, Indices &ends, Indices &rows, Vector &kept,
                   Indices &dropped) {
  const int m = int(pos.size()) - 1;
  long n = 3;
  int d = 0;
#pragma sparse parallelize(i, cpu_thread, buffered_scan)
  for (int i = 0; i < m; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (val[p] > 0) {
        rows[n] = i;
        kept[n++] = val[p];
      } else {
        dropped[d++] = p;
      }
    ends[i] = int(n);
  }
  return n + d;
}

/// Columns of A A, with a marker: a second run must find it as the first one did.
static int square(const Indices &pos, const Indices &crd, Indices mark, Indices &ends, Indices &out,
                  Vector &sums, Vector acc) {
  const int m = int(pos.size()) - 1;
  int n = 0;
#pragma sparse private(mark, acc) parallelize(i, cpu_thread, buffered_scan, schedule(dynamic))
  for (int i = 0; i < m; ++i) {
    const int first = n;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int q = pos[crd[p]]; q < pos[crd[p] + 1]; ++q) {
        const int j = crd[q];
        if (mark[j] != i) {
          mark[j] = i;
          out[n++] = j;
          acc[j] = 1;
        } else {
          acc[j] += 0.5;
        }
      }
    for (int r = first; r < n; ++r)
      sums[r] = acc[out[r]];
    ends[i] = n;
  }
  return n;
}

/// Each thread stores more than once before the next step.
static long triples(const Indices &crd, Indices &out) {
  const int m = int(crd.size());
  long n = 0;
#pragma sparse parallelize(i, cpu_thread, buffered_scan)
  for (int i = 0; i < m; ++i)
    if (crd[i] % 4) {
      out[n] = i;
      out[n + 2] = crd[i];
      out[n + 1] = out[n] + out[n + 2];
      n += 3;
    }
  return n;
}

int main() {
  run::Random R(3);
  const int m = 8000;
  Indices pos = {0}, crd;
  for (int i = 0; i < m; ++i) {
    for (long n = R.below(16); n > 0; --n)
      crd.push_back(int(R.below(m)));
    pos.push_back(int(crd.size()));
  }
  const size_t count = crd.size();
  const Vector val = R.vector<double>(count);
  for (int Time = 0; Time <= 12; ++Time) {
    Refused = (Time + 1) / 2 * 2 - 1;
    Stays = Time % 2;
    auto Record = [&](const char *What, const auto &Values) {
      run::record(std::to_string(Time) + ", " + What, Values);
    };
    Calls = 0;
    Indices ends(m), rows(count + 3, -1), dropped(count, -1);
    Vector kept(count + 3, 0.5);
    Record("filtered", filter(pos, val, ends, rows, kept, dropped));
    Record("ends", ends);
    Record("rows", rows);
    Record("kept", kept);
    Record("dropped", dropped);
    Calls = 0;
    Indices out(600000, -1);
    Vector sums(600000, 0.5);
    Record("squared", square(pos, crd, Indices(m, -1), ends, out, sums, Vector(m)));
    Record("square, ends", ends);
    Record("square, columns", out);
    Record("square, sums", sums);
    Calls = 0;
    Record("tripled", triples(crd, out));
    Record("triples", out);
  }
  std::fprintf(stderr, "memory lacked %d times, blocks left: %zu\n", Lacked, Blocks.size());
}
