// Where data choose what iterations add to, threads add to copies of the array,
// which are joined in the order of the chunks.
// RUN: %check-run %s -o %t --loops 13
// RUN: %check-run -fplugin-arg-sparse-min-work=0 -DBARE --loops 13 %s -o %t.bare
// RUN: %check-run -O1 -fplugin-arg-sparse-verify --loops 13 %s -o %t.verified

#include "support/support.h"
#include <cstring>
#include <span>
#include <sys/mman.h>

#ifndef STRATEGY
#define STRATEGY parallel_reduction
#endif
#define TEXT(...) #__VA_ARGS__
#define PRAGMA(...) _Pragma(TEXT(sparse __VA_ARGS__))
#ifdef BARE
#define SUMS(...) PRAGMA(__VA_ARGS__)
#define PIECES PRAGMA()
#else
#define SUMS(...) PRAGMA(__VA_ARGS__ parallelize(i, cpu_thread, STRATEGY))
#define PIECES                                                                 \
  PRAGMA(divide(i, t, ir, threads, balance(p))                                 \
             parallelize(t, cpu_thread, STRATEGY))
#endif

using run::Csr;

template <class T> uint64_t bitsOf(const std::vector<T> &V) {
  uint64_t Hash = 1469598103934665603u;
  for (T E : V) {
    uint64_t Bits = 0;
    memcpy(&Bits, &E, sizeof E);
    Hash = (Hash ^ Bits) * 1099511628211u;
  }
  return Hash;
}

/// Numbers whose sums and products are exact, in any order.
template <class T> std::vector<T> coarse(std::vector<T> V) {
  if constexpr (std::is_floating_point_v<T>)
    for (T &E : V)
      E = std::round(E * 16) / 16;
  return V;
}

template <class Val, class Pos, class Crd>
void transposed(const Csr<Val, Pos, Crd> &A, const std::vector<Val> &x,
                std::vector<Val> &y) {
  long m = A.Rows;
  SUMS()
  for (long i = 0; i < m; ++i)
    for (Pos p = A.pos[i]; p < A.pos[i + 1]; ++p)
      y[A.crd[p]] += A.val[p] * x[i];
}

void inPieces(const Csr<> &A, const std::vector<double> &x,
              std::vector<double> &y) {
  int m = int(A.Rows);
  const int *pos = A.pos.data(), *crd = A.crd.data();
  const double *val = A.val.data();
  PIECES
  for (int i = 0; i < m; ++i) {
    double xi = x[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[crd[p]] -= val[p] * xi;
  }
}

/// Half of a symmetric matrix.
void symmetric(int m, int n, const int *pos, const int *crd, const double *val,
               const double *x, double *y) {
  SUMS(assume(extent(y, n)))
  for (int i = 0; i < m; i++) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; p++) {
      int j = crd[p];
      s += val[p] * x[j];
      y[j] += val[p] * x[i];
    }
    y[i] += s;
  }
}

template <class Count>
void histogram(std::span<const int> bin, Count (&count)[64]) {
  SUMS()
  for (size_t i = 0; i < bin.size(); ++i)
    ++count[bin[i]];
}

/// Sums that overflow on their way in any other order.
void largeSums(int n, const int *at, const int *term, std::vector<int> &sum) {
  SUMS()
  for (int i = 0; i < n; ++i)
    sum[at[i]] += term[i];
}

/// Sums of rows and how many there are, at once; another variable as well.
double clusters(int n, int K, const std::vector<int> &nearest,
                const std::vector<double> &x, std::vector<double> &sum,
                std::vector<int> &size) {
  double norm = 0;
  SUMS()
  for (int i = 0; i < n; ++i) {
    int c = nearest[i];
    for (int k = 0; k < K; ++k) {
      sum[c * K + k] += x[i * K + k];
      norm += x[i * K + k] * x[i * K + k];
    }
    size[c]++;
  }
  return norm;
}

void operators(int n, const std::vector<int> &at,
               const std::vector<unsigned> &x, std::vector<unsigned> &all,
               std::vector<unsigned> &any, std::vector<unsigned> &parity,
               std::vector<float> &product) {
  SUMS()
  for (int i = 0; i < n; ++i) {
    all[at[i]] &= x[i];
    any[at[i]] |= x[i];
    parity[at[i]] ^= x[i];
    product[at[i]] *= x[i] % 2 ? 2.0f : 0.5f;
  }
}

template <class Val>
void extremes(int n, const std::vector<int> &at, const std::vector<Val> &x,
              std::vector<Val> &least, std::vector<Val> &most) {
  SUMS()
  for (int i = 0; i < n; ++i) {
    least[at[i]] = std::min(least[at[i]], x[i]);
    most[at[i]] = std::max(most[at[i]], x[i]);
  }
}

void wideCharacters(int n, const std::vector<int> &at,
                    std::vector<wchar_t> &count) {
  SUMS()
  for (int i = 0; i < n; ++i)
    count[at[i]]++;
}

void underCondition(int n, const std::vector<int> &at,
                    const std::vector<double> &x, double *y, int size) {
  SUMS(assume(extent(y, size)))
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      y[at[i]] += x[i];
}

void inOneChunk(int n, const std::vector<int> &at, const std::vector<double> &x,
                std::vector<double> &y) {
  SUMS(num_threads(1))
  for (int i = 0; i < n; ++i)
    y[at[i]] += x[i];
}

/// Two loops on one array, by operators whose copies differ, and in numbers of
/// chunks that do.
void boundedCounts(int rounds, int n, const int *at, std::vector<int> &count,
                   std::vector<double> &sum) {
#ifdef BARE
  PRAGMA(parallelize(i, cpu_thread, parallel_reduction)
             parallelize(j, cpu_thread, parallel_reduction))
#else
  PRAGMA(parallelize(i, cpu_thread, STRATEGY)
             parallelize(j, cpu_thread, STRATEGY, schedule(dynamic, 1)))
#endif
  for (int r = 0; r < rounds; ++r) {
    for (int i = 0; i < n; ++i) {
      count[at[i]] -= at[n - 1 - i];
      sum[at[i]] += i;
    }
    for (int j = 0; j < n; ++j) {
      count[at[j]] = std::max(count[at[j]], -100 * at[j]);
      sum[at[n - 1 - j]] -= j;
    }
  }
}

template <class Val> void products(uint64_t Seed) {
  for (auto &A : run::shapes<Val>(Seed)) {
    run::Random R(Seed);
    auto x = coarse(R.vector<Val>(A.Rows)), y = coarse(R.vector<Val>(A.Cols));
    A.val = coarse(A.val);
    transposed(A, x, y);
    run::record("A^T x, " + A.Name, y);
  }
}

/// An element that no iteration adds to may be another thread's, or constant.
void leavesOthersAlone() {
  const int Page = 4096 / sizeof(double);
  auto *y =
      static_cast<double *>(mmap(nullptr, 2 * 4096, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(y + Page, 4096, PROT_READ);
  run::Random R(5);
  std::vector<int> at(5000);
  for (int &E : at)
    E = int(R.below(Page));
  auto x = coarse(R.vector<double>(at.size()));
  underCondition(int(at.size()), at, x, y, 2 * Page);
  run::record("a page that is only read", std::vector<double>(y, y + 2 * Page));
  munmap(y, 2 * 4096);
}

/// A member's type says how large it is, even where the subscript is a variable
/// that is set again.
struct Degrees {
  long count[64] = {};
  int most = 0;
  void add(const std::vector<int> &at) {
    SUMS()
    for (size_t i = 0; i < at.size(); ++i) {
      int d = at[i];
      if (d > 63)
        d = 63;
      count[d]++;
    }
  }
};

int main() {
  products<double>(1);
  products<float>(2);
  products<long double>(3);
  products<int>(4);
  products<uint8_t>(5);
  run::Random R(7);
  for (auto &A : run::shapes<>(6)) {
    auto x = coarse(R.vector<double>(std::max(A.Rows, A.Cols)));
    auto y = coarse(R.vector<double>(x.size()));
    A.val = coarse(A.val);
    inPieces(A, x, y);
    run::record("in pieces, " + A.Name, y);
    symmetric(int(A.Rows), int(y.size()), A.pos.data(), A.crd.data(),
              A.val.data(), x.data(), y.data());
    run::record("symmetric, " + A.Name, y);
  }

  const int n = 30000, Places = 37, K = 3;
  std::vector<int> at(n), large(n);
  for (int I = 0; I < n; ++I) {
    at[I] = int(R.below(Places));
  }
  long counted[64] = {};
  unsigned char wrapped[64] = {};
  histogram(at, counted);
  histogram(at, wrapped);
  run::record("counted", std::vector<long>(counted, counted + 64));
  run::record("wrapped", std::vector<int>(wrapped, wrapped + 64));

  Degrees degrees;
  degrees.add(at);
  run::record("degrees", std::vector<long>(degrees.count, degrees.count + 64));

  // In the loop's order the sum stays below 2^31; that of its second third does
  // not.
  for (int I = 0; I < n; ++I)
    large[I] = I / (n / 3) == 1 ? 300000 : -150000, at[I] = 0;
  std::vector<int> sums(2, 5);
  largeSums(n, at.data(), large.data(), sums);
  run::record("large sums", sums);

  for (int &E : at)
    E = int(R.below(Places));
  const auto fine = R.vector<double>(size_t(n) * K), x = coarse(fine);
  std::vector<double> sum(Places * K);
  std::vector<int> size(Places);
  run::record("norm", clusters(n, K, at, x, sum, size));
  run::record("clusters", sum);
  run::record("sizes", size);

  auto bits = R.vector<unsigned>(n);
  std::vector<unsigned> all(Places, ~0u), any(Places), parity(Places, 3);
  std::vector<float> product(Places, 1);
  operators(300, at, bits, all, any, parity, product);
  run::record("all", all);
  run::record("any", any);
  run::record("parity", parity);
  run::record("product", product);

  std::vector<long> least(Places, 2), most(Places, -2), whole(n);
  for (int I = 0; I < n; ++I)
    whole[I] = long(64 * x[I]);
  extremes(n, at, whole, least, most);
  run::record("least", least);
  run::record("most", most);
  std::vector<wchar_t> characters(Places);
  wideCharacters(n, at, characters);
  run::record("characters",
              std::vector<int>(characters.begin(), characters.end()));
  leavesOthersAlone();
  std::vector<int> bounded(Places, 7);
  boundedCounts(3, 500, at.data(), bounded, sum);
  run::record("bounded", bounded);
  run::record("sums of both", sum);

  // One chunk adds in the loop's order; zeros keep their signs.
  std::vector<double> y(Places, -0.0), zeros(n, -0.0);
  zeros[n - 5] = 0.0;
  inOneChunk(n, at, fine, y);
  run::record("bits of one chunk", bitsOf(y));
  std::vector<double> z(Places, -0.0);
  Csr<> Zeros{"", n, Places, {}, at, zeros};
  for (int I = 0; I <= n; ++I)
    Zeros.pos.push_back(I);
  transposed(Zeros, std::vector<double>(n, 1.0), z);
  run::record("signs of zeros", bitsOf(z));

  // One number of threads gives one result.
  int Deviations = 0;
  std::vector<double> First;
  for (int Run = 0; Run < 20; ++Run) {
    std::vector<double> Next(Places);
    Csr<> A{"", n, Places, Zeros.pos, at, fine};
    transposed(A, std::vector<double>(n, 1.0), Next);
    if (Run == 0)
      First = Next;
    Deviations += memcmp(First.data(), Next.data(), Places * sizeof(double));
  }
  run::record("deviations", Deviations);
}
