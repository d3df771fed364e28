// Variables that note whether something is so, on threads and lanes: whatever
// they are before, wherever the mark is, and with memory that ends where the
// user's loop stops reading.
// RUN: %check-run %s -o %t --fallback 85

#include "support/support.h"
#include <limits>
#include <sys/mman.h>
#include <unistd.h>

using Numbers = std::vector<double>;

bool anyNegative(int n, const double *a, bool any) {
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    if (a[i] < 0)
      any = true;
  return any;
}

bool allBelow(int n, const double *a, bool all) {
#pragma sparse parallelize(i, cpu_vector, parallel_reduction)
  for (int i = 0; i < n; ++i)
    if (!(a[i] < 2))
      all = false;
  return all;
}

int status(int n, const double *a, int status) {
#pragma sparse split(i, i0, i1, 7) parallelize(i0, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    if (a[i] < 0)
      status = 3;
  return status;
}

unsigned char found(int n, const double *a, unsigned char found) {
#pragma sparse parallelize(i, cpu_vector, parallel_reduction, width(8))
  for (int i = 0; i < n; ++i)
    if (a[i] != a[i])
      found = 1;
  return found;
}

long holds(int n, const double *a, long ok) {
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i) {
    const bool isSmall = a[i] < 2;
    ok = ok && isSmall;
  }
  return ok;
}

/// Reads until something is found.
bool search(int n, const double *a) {
  bool s = false;
#pragma sparse split(i, i0, i1, 16)
  for (int i = 0; i < n; ++i)
    s = s || a[i] < 0;
  return s;
}

bool searchByIf(int n, const double *a) {
  bool s = false;
#pragma sparse split(i, i0, i1, 16)
  for (int i = 0; i < n; ++i)
    if (!s && a[i] < 0)
      s = true;
  return s;
}

int main() {
  const double NaN = std::numeric_limits<double>::quiet_NaN();
  std::vector<Numbers> Lists = {{}, {1}, {-1}, {NaN}, Numbers(1000, 0.5)};
  for (int At : {0, 499, 999})
    for (double Value : {-0.0, -1.0, 3.0, NaN}) {
      Lists.push_back(Numbers(1000, 0.5));
      Lists.back()[At] = Value;
    }
  for (const Numbers &A : Lists) {
    int n = int(A.size());
    std::vector<int> Results;
    for (bool Before : {false, true}) {
      Results.push_back(anyNegative(n, A.data(), Before));
      Results.push_back(allBelow(n, A.data(), Before));
    }
    for (int Before : {-4, 0, 1, 3, 5}) {
      Results.push_back(status(n, A.data(), Before));
      Results.push_back(holds(n, A.data(), Before));
    }
    for (unsigned char Before : {0, 1, 255})
      Results.push_back(found(n, A.data(), Before));
    run::record("flags", Results);
  }
  // The page behind the first mark may not be read.
  size_t Page = size_t(sysconf(_SC_PAGESIZE));
  char *Memory = static_cast<char *>(mmap(nullptr, 2 * Page, PROT_READ | PROT_WRITE,
                                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(Memory + Page, Page, PROT_NONE);
  double *Last = reinterpret_cast<double *>(Memory + Page) - 1;
  *Last = -1;
  run::record("search", std::vector<int>{search(100, Last - 20),
                                         searchByIf(100, Last - 20)});
}
