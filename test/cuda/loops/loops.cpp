// Loops with schedules for a GPU.

#include "../../run/support/support.h"

// clang-format off
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define SPMV(Name, Ty, Op, ...)                                                \
  void Name(int m, const int *pos, const int *crd, const Ty *val,              \
            const std::vector<Ty> &x, Ty *y) {                                 \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < m; ++i) {                                              \
      Ty sum = y[i];                                                           \
      for (int p = pos[i]; p < pos[i + 1]; ++p)                                \
        sum Op val[p] * x[crd[p]];                                             \
      y[i] = sum;                                                              \
    }                                                                          \
  }
// A row for each thread (thesis A.9), a row for each warp (A.10), a row for each
// block, whose threads need not be a power of two.
// Seven entries for each thread, wherever rows begin (thesis A.11).
// Likewise, with products in registers (A.2).
#define SPMVS(Name, Ty, Op)                                                    \
  SPMV(ahead##Name, Ty, Op, sparse target(cuda) fuse(i, p, f) split(f, block, f1, 448) split(f1, warp, f2, 224) split(f2, thread, nz, 7) precompute(val[p] * x[crd[p]], nz, nz_pre, products) parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races) parallelize(thread, gpu_thread, atomics)) \
  SPMV(fused##Name, Ty, Op, sparse target(cuda) fuse(i, p, f) split(f, block, f1, 448) split(f1, warp, f2, 224) split(f2, thread, nz, 7) parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races) parallelize(thread, gpu_thread, atomics)) \
  SPMV(bare##Name, Ty, Op, sparse target(cuda))                                \
  SPMV(rows##Name, Ty, Op, sparse target(cuda) split(i, block, thread, 256) parallelize(block, gpu_block, no_races) parallelize(thread, gpu_thread, no_races)) \
  SPMV(warps##Name, Ty, Op, sparse target(cuda) split(i, block, br, 64) split(br, wr, warp, 16) split(p, nz, thread, 32) order(block, warp, wr, thread, nz) parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races) parallelize(thread, gpu_thread, temporary)) \
  SPMV(blocks##Name, Ty, Op, sparse target(cuda) split(i, block, br, 3) split(p, nz, thread, 96) order(block, br, thread, nz) parallelize(block, gpu_block, no_races) parallelize(thread, gpu_thread, parallel_reduction))
SPMVS(Double, double, +=)
SPMVS(Float, float, +=)
SPMVS(Byte, unsigned char, +=)
SPMVS(Bits, unsigned, ^=)
// A part of what each entry adds.
SPMV(aheadMinus, double, -=, sparse target(cuda) fuse(i, p, f) split(f, block, f1, 448) split(f1, thread, nz, 7) precompute(val[p] * x[crd[p]], nz, pre, products) parallelize(block, gpu_block, ignore_races) parallelize(thread, gpu_thread, atomics))
// clang-format on

/// Updates of one element by many threads.
void transposed(int m, const int *pos, const int *crd, const double *val,
                const double *x, std::vector<double> &y) {
#pragma sparse target(cuda) split(i, block, thread, 128)                       \
    parallelize(block, gpu_block, atomics)                                     \
        parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[crd[p]] += val[p] * x[i];
}

/// A row of C for each warp, its columns across lanes.
void spmm(int m, int K, const int *pos, const int *crd, const double *val,
          const std::vector<double> &B, double *C) {
#pragma sparse target(cuda) split(i, block, warp, 8) split(k, kb, lane, 32)    \
    order(block, warp, kb, lane, p) parallelize(block, gpu_block, no_races)    \
        parallelize(warp, gpu_warp, no_races)                                  \
            parallelize(lane, gpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[crd[p] * K + k];
}

void bareSpmm(int m, int K, const int *pos, const int *crd, const double *val,
              const std::vector<double> &B, double *C) {
#pragma sparse target(cuda)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[crd[p] * K + k];
}

/// Sixteen entries for each warp, wherever rows begin, four times 32 columns
/// across its lanes (thesis A.4).
void spmmFused(int m, int K, const int *pos, const int *crd, const double *val,
               const std::vector<double> &B, double *C) {
#pragma sparse target(cuda) fuse(i, p, f) split(f, block, f1, 256)             \
    split(f1, warp, nz, 16) split(k, k0, thread, 32)                           \
    bound(k0, kb, 4, max_constraint) order(block, warp, kb, thread, nz)        \
        parallelize(block, gpu_block, ignore_races)                            \
            parallelize(warp, gpu_warp, ignore_races)                          \
                parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[crd[p] * K + k];
}

/// An entry for each warp, a dot product across its lanes.
void sddmm(int m, int K, const int *pos, const int *crd, const double *val,
           const std::vector<double> &C, const std::vector<double> &D,
           double *P) {
#pragma sparse target(cuda) split(i, block, warp, 4) split(k, kb, lane, 32)    \
    order(block, warp, p, lane, kb) parallelize(block, gpu_block, no_races)    \
        parallelize(warp, gpu_warp, no_races)                                  \
            parallelize(lane, gpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      double dot = 0;
      for (int k = 0; k < K; ++k)
        dot += C[i * K + k] * D[crd[p] * K + k];
      P[p] = val[p] * dot;
    }
}

/// Conditions, several results, indices of 64 bits, a range that starts late.
void masked(size_t from, size_t m, const std::vector<size_t> &pos,
            const std::vector<long> &crd, const std::vector<float> &val,
            const bool *mask, long *count, float *largest) {
#pragma sparse target(cuda) split(i, block, thread, 64)                        \
    parallelize(block, gpu_block, no_races)                                    \
        parallelize(thread, gpu_thread, no_races)
  for (size_t i = from; i < m; ++i) {
    if (!mask[i])
      continue;
    count[i] = 0;
    float most = -1;
    for (size_t p = pos[i]; p < pos[i + 1]; ++p) {
      if (crd[p] == long(i))
        continue;
      ++count[i];
      most = val[p] > most ? val[p] : most;
    }
    largest[i] = most;
  }
}

/// Rows of all lengths.
struct Matrix {
  std::vector<int> pos = {0}, crd;

  explicit Matrix(int Rows, unsigned Most = 9, unsigned MostOfSome = 400) {
    run::Random R(Rows + 1);
    for (int Row = 0; Row < Rows; ++Row)
      pos.push_back(pos.back() + int(R.below(Row % 50 == 7 ? MostOfSome : Most)));
    for (int P = 0; P < pos.back(); ++P)
      crd.push_back(int(R.below(9)));
  }
};

/// Sums of floating-point numbers may come in another order.
template <class T>
static void record(const std::string &Name, const std::vector<T> &Values) {
  if constexpr (std::is_floating_point_v<T>)
    run::record(
        Name, Values,
        std::vector<double>(Values.size(), sizeof(T) == 4 ? 1e-3 : 1e-11));
  else
    run::record(Name, Values);
}

/// What some threads store, others read.
void shared(int m, const std::vector<double> &x, double *C, double *sum) {
#pragma sparse target(cuda) split(k@1, k1, a, 32) split(k@2, k2, b, 96) order(i, a, k1) order(i, b, k2) parallelize(i, gpu_block, no_races) parallelize(a, gpu_thread, no_races) parallelize(b, gpu_thread, temporary)
  for (int i = 0; i < m; ++i) {
    for (int k = 0; k < 100; ++k)
      C[i * 100 + k] = x[i] + k;
    double s = 0;
    for (int k = 0; k < 100; ++k)
      s += C[i * 100 + k];
    sum[i] = s;
  }
}

/// What one thread stores all read, and have read before.
void stored(int m, double *A, double *s) {
#pragma sparse target(cuda) parallelize(i, gpu_block, no_races) parallelize(k, gpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double t = A[i];
    A[i] = t + 1;
    for (int k = 0; k < 50; ++k)
      s[i * 50 + k] = A[i];
  }
}

/// Each run of the loop over threads reads what another thread stored in the
/// last one.
void shifted(int m, double *A) {
#pragma sparse target(cuda) parallelize(i, gpu_block, ignore_races) parallelize(k, gpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int t = 0; t < 5; ++t)
      for (int k = 0; k < 50; ++k)
        A[i * 60 + t + k] = A[i * 60 + t + k] * (t + 1) + k;
}

/// The numbers of threads beyond the end would wrap round.
void narrow(unsigned char from, unsigned char to, double *y) {
#pragma sparse assume(extent(y, 256)) target(cuda) split(i, block, thread, 64) parallelize(block, gpu_block, no_races) parallelize(thread, gpu_thread, no_races)
  for (unsigned char i = from; i < to; ++i)
    y[i] = y[i] + 1;
}

// clang-format off
/// Variables that all threads reduce into: of threads, of warps, of rows.
double dot(int n, const double *x, const double *y) {
  double sum = 0.5;
#pragma sparse target(cuda)
  for (int i = 0; i < n; ++i)
    sum += x[i] * y[i];
  return sum;
}

void norms(int n, const double *x, float *least, double &most, long &count, unsigned *bits) {
  float Least = *least;
  unsigned Bits = *bits;
#pragma sparse target(cuda) split(i, b, r, 96) split(r, w, t, 32) parallelize(b, gpu_block, parallel_reduction) parallelize(w, gpu_warp, parallel_reduction) parallelize(t, gpu_thread, temporary)
  for (int i = 0; i < n; ++i) {
    float v = float(x[i]);
    Least = v < Least ? v : Least;
    most = std::max(most, x[i]);
    if (x[i] > 0)
      ++count;
    Bits ^= unsigned(i) * 2654435761u;
  }
  *least = Least;
  *bits = Bits;
}

/// Blocks are parts of the inner loop, so that there are some even without rows.
double total(int m, int n, const double *A) {
  double sum = -0.0;
#pragma sparse target(cuda) split(k, kb, kt, 64) order(kb, kt, i) parallelize(kb, gpu_block, parallel_reduction) parallelize(kt, gpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < n; ++k)
      sum += A[i * n + k];
  return sum;
}

/// A row for each warp; what rows add up, and each row's own.
double energy(int m, const int *pos, const int *crd, const double *val, const double *x, double *y) {
  double total = 0;
#pragma sparse target(cuda) split(i, b, w, 4) split(p, q, t, 32) order(b, w, t, q) parallelize(b, gpu_block, temporary) parallelize(w, gpu_warp, temporary) parallelize(t, gpu_thread, temporary)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
    total += sum * sum;
  }
  return total;
}
// clang-format on

// clang-format off
/// What an entry held is read before it is stored to, whatever is computed
/// ahead of that; rows begin where a size says.
void replaced(size_t from, size_t m, const std::vector<int> &pos, const std::vector<int> &crd, const double *val, const std::vector<double> &x, double *held, double *old, double *y) {
#pragma sparse target(cuda) fuse(i, p, f) split(f, block, f1, 64) split(f1, thread, nz, 4) precompute(val[p] * x[crd[p]], nz, pre, products) parallelize(block, gpu_block, ignore_races) parallelize(thread, gpu_thread, atomics)
  for (size_t i = from; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      double t = held[p];
      held[p] = 1;
      old[p] = t;
      s += val[p] * x[crd[p]];
    }
    y[i] = s;
  }
}

/// A thread has twelve entries, in three parts of at most five.
void parts(int m, const int *pos, const double *val, double *y) {
#pragma sparse target(cuda) fuse(i, p, f) split(f, block, f1, 100) split(f1, thread, nz, 12) split(nz, part, entry, 5) parallelize(block, gpu_block, ignore_races) parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p];
}

/// Likewise, with products of each part in registers.
void partsAhead(int m, const int *pos, const double *val, double *y) {
#pragma sparse target(cuda) fuse(i, p, f) split(f, block, f1, 100) split(f1, thread, nz, 12) split(nz, part, entry, 5) precompute(val[p] * val[p], entry, pre, squares) parallelize(block, gpu_block, ignore_races) parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * val[p];
}

/// Two elements of a row, updated by some of its entries: a part of each in
/// every warp and in every thread.
void apart(int m, const int *pos, const double *val, double *y) {
#pragma sparse target(cuda) split(p, q, w, 4) split(q, q0, t, 8) order(i, w, t, q0) parallelize(i, gpu_block, no_races) parallelize(w, gpu_warp, temporary) parallelize(t, gpu_thread, temporary)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      if (val[p] > 0)
        y[2 * i] += val[p];
      if (val[p] < 0.5)
        y[2 * i + 1] -= val[p];
    }
}
// clang-format on

/// Threads are the parts of a block, of which there are as many as `divide` says.
void divided(int m, const double *x, double *y) {
#pragma sparse target(cuda) split(i, b, r, 64) divide(r, t, s, 8) parallelize(b, gpu_block, no_races) parallelize(t, gpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    y[i] = 2 * x[i];
}

/// Forty threads, since the range begins below zero.
void bounded(int m, int n, const double *x, double *y) {
#pragma sparse target(cuda) bound(k, kb, 30, max_constraint) parallelize(i, gpu_block, ignore_races) parallelize(kb, gpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int k = -10; k < n; ++k)
      y[i * 40 + k + 10] = 2 * x[i];
}

// clang-format off
/// What rows do with their sums is done when all parts of them are known.
void gemv(int m, double alpha, double beta, const int *pos, const int *crd, const double *val, const double *x, double *y, long *large) {
#pragma sparse target(cuda) fuse(i, p, f) split(f, block, f1, 96) split(f1, thread, nz, 3) precompute(val[p] * x[crd[p]], nz, pre, w) parallelize(block, gpu_block, ignore_races) parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    long count = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      sum += val[p] * x[crd[p]];
      if (val[p] > 10)
        ++count;
    }
    y[i] = alpha * sum + beta * y[i];
    if (count > 1)
      large[i] = count;
  }
}

/// Positions of 64 bits, a range that starts late and an unsigned row.
void wide(unsigned from, unsigned m, const size_t *pos, const std::vector<long> &crd, const std::vector<float> &val, const float *x, float *y, short *count) {
#pragma sparse target(cuda) fuse(i, p, f) split(f, block, f1, 96) divide(f1, thread, nz, 32) parallelize(block, gpu_block, ignore_races) parallelize(thread, gpu_thread, atomics)
  for (unsigned i = from; i < m; ++i) {
    y[i] += 1;
    for (size_t p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] != 3) {
        y[i] += val[p] * x[crd[p]];
        count[i] += 1;
      }
  }
}

/// Elements that are changed again at the end.
void products(int m, const int *pos, const int *crd, const unsigned *val, unsigned *y) {
#pragma sparse target(cuda) fuse(i, p, f) split(f, block, thread, 32) parallelize(block, gpu_block, atomics) parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < m; ++i) {
    y[i] = 3;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] *= 2 * val[p] + unsigned(crd[p]);
    y[i] ^= 5;
  }
}
// clang-format on

template <class T, class Kernel>
static void spmv(const std::string &Name, Kernel Run) {
  for (int Rows : {0, 1, 31, 300}) {
    Matrix A(Rows);
    run::Random R(Rows);
    auto Val = R.vector<T>(A.crd.size()), X = R.vector<T>(9),
         Y = R.vector<T>(size_t(Rows + 2));
    Run(Rows, A.pos.data(), A.crd.data(), Val.data(), X, Y.data());
    record(Name + ", rows " + std::to_string(Rows), Y);
  }
}

#define RUN(Name, Ty)                                                          \
  spmv<Ty>("bare" #Name, bare##Name);                                          \
  spmv<Ty>("ahead" #Name, ahead##Name);                                        \
  spmv<Ty>("fused" #Name, fused##Name);                                        \
  spmv<Ty>("rows" #Name, rows##Name);                                          \
  spmv<Ty>("warps" #Name, warps##Name);                                        \
  spmv<Ty>("blocks" #Name, blocks##Name)

/// What a bare target stands for, with rows for threads, for warps, and too long
/// for one warp.
static void chosen() {
  const std::pair<unsigned, unsigned> Lengths[] = {{9, 9}, {60, 90}, {9, 9000}};
  for (auto [Most, MostOfSome] : Lengths)
    for (int Rows : {1, 60, 300}) {
      Matrix A(Rows, Most, MostOfSome);
      run::Random R(Rows);
      auto Val = R.vector<double>(A.crd.size()), X = R.vector<double>(9),
           Y = R.vector<double>(size_t(Rows));
      bareDouble(Rows, A.pos.data(), A.crd.data(), Val.data(), X, Y.data());
      run::record("chosen, rows of " + std::to_string(Most) + " and " +
                      std::to_string(MostOfSome) + ", " + std::to_string(Rows),
                  Y, std::vector<double>(Y.size(), 1e-7));
      auto B = R.vector<double>(9 * 40), C = R.vector<double>(Rows * 40);
      for (int K : {3, 16, 40}) {
        bareSpmm(Rows, K, A.pos.data(), A.crd.data(), Val.data(), B, C.data());
        run::record("chosen, columns " + std::to_string(K), C,
                    std::vector<double>(C.size(), 1e-7));
      }
    }
}

int main() {
  chosen();
  RUN(Double, double);
  spmv<double>("ahead, less", aheadMinus);
  RUN(Float, float);
  RUN(Byte, unsigned char);
  RUN(Bits, unsigned);
  for (int Rows : {0, 1, 31, 200}) {
    const std::string Of = ", rows " + std::to_string(Rows);
    const size_t M = size_t(Rows);
    Matrix A(Rows);
    run::Random R(Rows);
    auto Val = R.vector<double>(A.crd.size()), X = R.vector<double>(M),
         Y = R.vector<double>(9);
    transposed(Rows, A.pos.data(), A.crd.data(), Val.data(), X.data(), Y);
    record("transposed" + Of, Y);
    for (int K : {0, 1, 33}) {
      const std::string Wide = Of + ", width " + std::to_string(K);
      auto B = R.vector<double>(size_t(9 * K)),
           C = R.vector<double>(M * size_t(K)),
           P = R.vector<double>(Val.size());
      spmm(Rows, K, A.pos.data(), A.crd.data(), Val.data(), B, C.data());
      record("spmm" + Wide, C);
      spmmFused(Rows, K, A.pos.data(), A.crd.data(), Val.data(), B, C.data());
      record("spmm of fused positions" + Wide, C);
      sddmm(Rows, K, A.pos.data(), A.crd.data(), Val.data(), C, B, P.data());
      record("sddmm" + Wide, P);
    }
    std::vector<double> C(M * 100 + 1), Sum(M + 1);
    shared(Rows, X, C.data(), Sum.data());
    record("shared" + Of, C);
    record("sums" + Of, Sum);
    auto Once = R.vector<double>(M), Copies = R.vector<double>(M * 50),
         Shifted = R.vector<double>(M * 60);
    stored(Rows, Once.data(), Copies.data());
    run::record("stored" + Of, Copies);
    shifted(Rows, Shifted.data());
    run::record("shifted" + Of, Shifted);
    double Dot = dot(Rows, X.data(), Sum.data());
    run::record("dot" + Of, std::vector<double>{Dot}, std::vector<double>{1e-8});
    for (int Columns : {0, 50})
      run::record("total" + Of, std::vector<double>{total(Rows, Columns, C.data())},
                  std::vector<double>{1e-8});
    auto Nine = R.vector<double>(9);
    std::vector<double> Squares(M);
    double Energy = energy(Rows, A.pos.data(), A.crd.data(), Val.data(),
                           Nine.data(), Squares.data());
    Squares.push_back(Energy);
    record("energy" + Of, Squares);
    std::vector<double> Y2 = X;
    std::vector<long> Large(M, 7);
    gemv(Rows, 2, 0.5, A.pos.data(), A.crd.data(), Val.data(), Nine.data(),
         Y2.data(), Large.data());
    record("gemv" + Of, Y2);
    run::record("large" + Of, Large);
    std::vector<size_t> WidePos(A.pos.begin(), A.pos.end());
    std::vector<long> WideCrd(A.crd.begin(), A.crd.end());
    auto WideVal = R.vector<float>(Val.size()), WideX = R.vector<float>(9),
         WideY = R.vector<float>(M);
    std::vector<short> Counts(M, 32767);
    for (unsigned From : {0u, 5u, 300u}) {
      wide(From, unsigned(Rows), WidePos.data(), WideCrd, WideVal, WideX.data(),
           WideY.data(), Counts.data());
      const std::string Late = Of + ", from " + std::to_string(From);
      record("wide" + Late, WideY);
      run::record("counts" + Late, Counts);
    }
    auto Factors = R.vector<unsigned>(Val.size());
    std::vector<unsigned> Products(M);
    products(Rows, A.pos.data(), A.crd.data(), Factors.data(), Products.data());
    run::record("products" + Of, Products);
    float Least = 0.25f;
    double Most = -0.25;
    long Positive = 3;
    unsigned Bits = 5;
    norms(Rows, X.data(), &Least, Most, Positive, &Bits);
    run::record("norms" + Of,
                std::vector<double>{Least, Most, double(Positive), double(Bits)});
    auto Held = R.vector<double>(Val.size());
    std::vector<double> Old(Val.size()), Replaced(M);
    for (size_t From : {size_t(0), size_t(3)})
      replaced(From, M, A.pos, A.crd, Val.data(), Nine, Held.data(), Old.data(),
               Replaced.data());
    run::record("held" + Of, Held);
    run::record("old" + Of, Old);
    record("replaced" + Of, Replaced);
    auto Parts = R.vector<double>(M);
    parts(Rows, A.pos.data(), Val.data(), Parts.data());
    record("parts" + Of, Parts);
    partsAhead(Rows, A.pos.data(), Val.data(), Parts.data());
    record("parts ahead" + Of, Parts);
    auto Apart = R.vector<double>(2 * M);
    apart(Rows, A.pos.data(), Val.data(), Apart.data());
    record("apart" + Of, Apart);
    std::vector<double> Divided(M), Bounded(M * 40);
    divided(Rows, X.data(), Divided.data());
    run::record("divided" + Of, Divided);
    for (int N : {-12, 20, 30}) {
      bounded(Rows, N, X.data(), Bounded.data());
      run::record("bounded" + Of + ", to " + std::to_string(N), Bounded);
    }
    auto Narrow = R.vector<double>(256);
    narrow(200, 250, Narrow.data());
    run::record("narrow" + Of, Narrow);
    std::vector<size_t> Pos(A.pos.begin(), A.pos.end());
    std::vector<long> Crd(A.crd.begin(), A.crd.end()), Count(M + 1, -7);
    auto Floats = R.vector<float>(Val.size());
    std::vector<float> Largest(M + 1, -7);
    bool Mask[201];
    for (bool &Bit : Mask)
      Bit = R.below(3) != 0;
    for (size_t From : {size_t(0), size_t(5)}) {
      masked(From, M, Pos, Crd, Floats, Mask, Count.data(), Largest.data());
      run::record("count" + Of + ", from " + std::to_string(From), Count);
      run::record("largest" + Of + ", from " + std::to_string(From), Largest);
    }
  }
}
