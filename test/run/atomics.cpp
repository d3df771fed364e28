// Atomic operations of the user's stay what they are, on threads that the user
// asks for: `__sync_…`, `__atomic_…`, std::atomic, `#pragma omp atomic`.
// clang-format off: what is checked is long
// RUN: %check-run --loops 14 %s -o %t --threads 3
// RUN: %clangxx_sparse -O1 -Wno-pass-failed -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t.san
// RUN: env OMP_NUM_THREADS=3 %t.san
// RUN: %clangxx_sparse -O1 -Rpass=sparse -fplugin-arg-sparse-verify -fplugin-arg-sparse-dump=code:%t.code -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE --input-file=%t.code
// RUN: not %clangxx_sparse -O1 -DREFUSED -Rpass-missed=sparse -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REFUSED

#include "support/support.h"
#include <atomic>
#include <climits>

using Indices = std::vector<int>;

// CHECK: atomics.cpp:[[@LINE+5]]:3: warning: loop is not verified: what iterations read of 'count' may vary from run to run
// CHECK: remark: loop runs as parallelize(i, cpu_thread, ignore_races); iterations may read 'count' before or after others store there
// CODE: found = __atomic_fetch_add(&count[{{.*}}bin[i]], 1, 5);
void histogram(int n, const Indices &bin, Indices &count) {
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i)
    __sync_fetch_and_add(&count[bin[i]], 1);
}

// CODE: #pragma omp atomic
// CODE-NEXT: sum[{{.*}}bin[i]] += weight[i];
void sums(int n, const Indices &bin, const std::vector<double> &weight, std::vector<double> &sum) {
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    sum[bin[i]] += weight[i];
  }
}

/// Each iteration gets a slot of its own: which one is not known, all have one.
// CODE: found = __atomic_fetch_add(&next
void slots(int n, const Indices &bin, Indices &next, Indices &out) {
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i) {
    const int at = __atomic_fetch_add(&next[bin[i]], 1, __ATOMIC_RELAXED);
    out[at] = i;
  }
}

template <class T>
bool compareAndSwap(T &x, const T &was, const T &is) {
  return __sync_bool_compare_and_swap(&x, was, is);
}

/// One parent for each node, claimed once; how many were claimed.
// CODE: __sync_val_compare_and_swap(&parent[
int claim(int n, const Indices &pos, const Indices &crd, Indices &parent) {
  int claimed = 0;
#pragma sparse parallelize(u, cpu_thread, parallel_reduction)
  for (int u = 0; u < n; ++u)
    for (int p = pos[u]; p < pos[u + 1]; ++p) {
      const int v = crd[p];
      if (parent[v] < 0 && compareAndSwap(parent[v], -1, u))
        claimed++;
    }
  return claimed;
}

/// Trees that are joined at their roots, as Afforest does.
void link(int n, const Indices &pos, const Indices &crd, Indices &comp) {
#pragma sparse parallelize(u, cpu_thread, ignore_races)
  for (int u = 0; u < n; ++u)
    for (int p = pos[u]; p < pos[u + 1]; ++p) {
      int a = comp[u], b = comp[crd[p]];
      while (a != b) {
        const int high = a > b ? a : b, low = a + (b - high), above = comp[high];
        if (above == low || (above == high && __sync_bool_compare_and_swap(&comp[high], high, low)))
          break;
        a = comp[comp[high]];
        b = comp[low];
      }
    }
}

using Atomics = std::vector<std::atomic<int>>;

// CODE: found = __atomic_fetch_add(&count[{{.*}}bin[i]]._M_i, 1, 5);
void counters(int n, const Indices &bin, Atomics &count) {
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i)
    ++count[bin[i]];
}

/// The least number of hops, by comparing until it is stored.
// CODE: __atomic_load_n(&d[
bool relax(int n, const Indices &pos, const Indices &crd, Atomics &d) {
  bool changes = false;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const int wanted = d[i] + 1;
      int found = d[crd[p]].load();
      while (wanted < found)
        if (d[crd[p]].compare_exchange_weak(found, wanted)) {
          changes = true;
          break;
        }
    }
  return changes;
}

/// All others: results do not depend on the order.
void others(int n, const Indices &bin, std::vector<unsigned> &a, std::atomic<unsigned> *b, std::vector<long> &c) {
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i) {
    __atomic_or_fetch(&a[bin[i]], 1u << i % 32, __ATOMIC_SEQ_CST);
    b[bin[i]] |= 1u << i % 32;
    b[bin[i] + 100].fetch_xor(unsigned(i));
    __sync_sub_and_fetch(&c[bin[i]], long(i) << 20);
  }
#pragma sparse split(i, i0, i1, 64) parallelize(i0, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i) {
    b[i % 100 + 200].store(7);
    __atomic_store_n(&c[bin[i] + 100], 9L, __ATOMIC_RELEASE);
    __atomic_and_fetch(&c[bin[i] + 200], ~(1L << i % 60), __ATOMIC_RELAXED);
    if (__sync_lock_test_and_set(&a[bin[i] + 100], 3u) > 3u)
      a[bin[i] + 100] = 0;
  }
}

/// In order, without threads, as well: what the operations return is used.
void inOrder(int n, const Indices &bin, Indices &a, Indices &old) {
#pragma sparse split(i, i0, i1, 4) unroll(i1)
  for (int i = 0; i < n; ++i) {
    const int k = bin[i];
    old[3 * i] = __sync_add_and_fetch(&a[k], i);
    old[3 * i + 1] = __sync_val_compare_and_swap(&a[k], i, k) + __sync_fetch_and_sub(&a[k], k);
    old[3 * i + 2] = a[k] > 5 ? __atomic_exchange_n(&a[k], 3, __ATOMIC_ACQ_REL) : -1;
  }
}

void shorts(int n, const Indices &bin, std::vector<short> &a, std::vector<unsigned char> &b) {
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i) {
    __atomic_fetch_add(&a[bin[i]], short(i), __ATOMIC_RELAXED);
    __sync_fetch_and_or(&b[bin[i]], 1 << i % 8);
  }
}

/// One element for all iterations is no sum of parts: what it was is asked.
long tickets(int n, Atomics &next, Indices &count) {
  long first = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i) {
    __sync_fetch_and_add(&count[0], 1);
    if (next[0].fetch_add(1) < 10 && count[0] > 0)
      first++;
  }
  return first;
}

/// What operations return wraps where the element does.
void wraps(int n, std::vector<signed char> &a, std::vector<unsigned short> &b, Indices &c, Indices &old) {
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i) {
    old[4 * i] = __sync_add_and_fetch(&a[i], 100);
    old[4 * i + 1] = __atomic_sub_fetch(&b[i], 1, __ATOMIC_RELAXED);
    old[4 * i + 2] = __sync_add_and_fetch(&c[i], 1) < 0;
    old[4 * i + 3] = __atomic_xor_fetch(&a[i], 0x55, __ATOMIC_RELAXED);
  }
}

/// Values of stores, chains of them, locks that are given back.
void stores(int n, Atomics &a, Indices &lock, Indices &old) {
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i) {
    const int x = (a[i] = 7 + i);
    a[i] = a[i + n] = x % 5;
    old[4 * i] = x + (a[i] -= 2);
    while (__sync_lock_test_and_set(&lock[i / 2], 1))
      ;
    old[4 * i + 1] = i;
    __sync_lock_release(&lock[i / 2]);
  }
}

#ifdef REFUSED
void refused(int n, const Indices &bin, Indices &a, Indices &b, int &all) {
  // REFUSED: [[@LINE+3]]:3: remark: loop left unchanged: it has atomic operations of its own, and nothing says that its iterations may run at the same time
  // REFUSED: note: 'parallelize(i, cpu_thread, ignore_races)' runs iterations at the same time, as atomic operations are for
#pragma sparse
  for (int i = 0; i < n; ++i)
    __sync_fetch_and_add(&a[bin[i]], 1);
  // REFUSED: error: different iterations of 'i' may
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    __sync_fetch_and_add(&a[bin[i]], 1);
  // REFUSED: [[@LINE+1]]:16: error: 'parallelize(i, cpu_vector, ignore_races)' does not leave the loop's atomic operations as they are; accepted are 'parallelize' on 'cpu_thread', 'split', 'divide', 'unroll' and 'order'
#pragma sparse parallelize(i, cpu_vector, ignore_races)
  for (int i = 0; i < n; ++i)
    __sync_fetch_and_add(&a[bin[i]], 1);
  // REFUSED: error: the atomic operation on 'all' is not on an element of an array; accepted are elements
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i)
    b[__sync_fetch_and_add(&all, 1)] = a[i];
  static std::atomic<int> total;
  // REFUSED: error: the atomic operation on 'total' is not on an element of an array
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i)
    total += a[i];
  // REFUSED: error: accepted of '#pragma omp atomic' are updates by '+', '-', '*', '&', '|' and '^'
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i) {
    int at;
#pragma omp atomic capture
    at = a[bin[i]]++;
    b[i] = at;
  }
  // REFUSED: error: accepted of '#pragma omp atomic' are updates by
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    a[bin[i]] <<= 1;
  }
  // REFUSED: error: what the atomic operation finds would go to 'b[i]'; accepted is a variable of the iteration
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i)
    __atomic_compare_exchange_n(&a[bin[i]], &b[i], 5, false, 5, 5);
  // REFUSED: error: atomic operation is not supported; accepted are load, store, exchange, comparing with exchange, and fetching with addition
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i)
    __atomic_fetch_max(&a[bin[i]], i, __ATOMIC_RELAXED);
  // REFUSED: error: an atomic operation stands where what it finds cannot be kept
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i)
    for (int j = __sync_fetch_and_add(&a[bin[i]], 1); j < 3; ++j)
      b[i] += j;
}
#endif

int main() {
  const int n = 2000, bins = 100;
  Indices bin(n), pos{0}, crd, count(bins), next(bins), out(n), parent(n, -1), comp(n), old(3 * n);
  std::vector<double> weight(n), sum(bins);
  for (int i = 0; i < n; ++i) {
    bin[i] = i * 37 % bins;
    weight[i] = i % 8; // sums are exact in any order
    comp[i] = i;
    for (int k : {i + 3, i * 5 + 1})
      if (k < n && i % 7)
        crd.push_back(k);
    pos.push_back(int(crd.size()));
  }
  histogram(n, bin, count);
  run::record("histogram", count);
  sums(n, bin, weight, sum);
  run::record("sums", sum);
  for (int b = 1; b < bins; ++b)
    next[b] = next[b - 1] + count[b - 1];
  slots(n, bin, next, out);
  std::sort(out.begin(), out.end());
  run::record("slots", out);
  run::record("next", next);
  run::record("claimed", Indices{claim(n, pos, crd, parent)});
  link(n, pos, crd, comp);
  for (int i = 0; i < n; ++i)
    while (comp[i] != comp[comp[i]])
      comp[i] = comp[comp[i]];
  run::record("components", comp);
  Atomics counts(bins), d(n);
  counters(n, bin, counts);
  run::record("counters", Indices(counts.begin(), counts.end()));
  for (std::atomic<int> &at : d)
    at = n;
  d[1] = 0;
  while (relax(n, pos, crd, d))
    ;
  run::record("hops", Indices(d.begin(), d.end()));
  std::vector<unsigned> a(300);
  std::vector<std::atomic<unsigned>> b(300);
  std::vector<long> c(300, -1);
  others(n, bin, a, b.data(), c);
  run::record("or", a);
  run::record("atomics", std::vector<unsigned>(b.begin(), b.end()));
  run::record("long", c);
  inOrder(n, bin, count, old);
  run::record("old", old);
  std::vector<short> s(bins);
  std::vector<unsigned char> bytes(bins);
  shorts(n, bin, s, bytes);
  run::record("shorts", s);
  run::record("bytes", bytes);
  Indices one(1), lock(100), more(400);
  Atomics drawn(1);
  run::record("tickets", Indices{int(tickets(100, drawn, one)), one[0], drawn[0]});
  std::vector<signed char> chars(100);
  std::vector<unsigned short> words(100);
  Indices ints(100);
  for (int i = 0; i < 100; ++i) {
    chars[i] = (signed char)(i * 3);
    words[i] = i % 3;
    ints[i] = INT_MAX - i % 2;
  }
  wraps(100, chars, words, ints, more);
  run::record("wraps", more);
  Atomics both(200);
  stores(100, both, lock, more);
  run::record("stores", Indices(both.begin(), both.end()));
  run::record("values", more);
}
