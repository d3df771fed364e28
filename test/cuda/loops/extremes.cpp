// Least and largest values, and flags, where threads meet in an element: parts of
// rows, added to what the rows store or gathered apart, and scattered updates. NaNs
// and infinities are among the values.

#include "../../run/support/support.h"

// clang-format off
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define ROWS(Name, Ty, Begin, Update, End, ...)                                \
  void Name(int m, const std::vector<int> &pos, const std::vector<int> &crd, const std::vector<Ty> &val, std::vector<Ty> &y) { \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < m; ++i) {                                              \
      Ty s = Begin;                                                            \
      for (int p = pos[i]; p < pos[i + 1]; ++p)                                \
        Update;                                                                \
      End;                                                                     \
    }                                                                          \
  }
ROWS(leastOfAll, double, INFINITY, s = val[p] < s ? val[p] : s, y[i] = s, sparse target(cuda))
ROWS(largestOfAll, float, -INFINITY, s = val[p] > s ? val[p] : s, y[i] = s, sparse target(cuda) split(i, b, t, 64) parallelize(b, gpu_block, no_races) parallelize(t, gpu_thread, no_races))
ROWS(largest, double, -1, s = s < val[p] ? val[p] : s, y[i] = s, sparse target(cuda) fuse(i, p, f) split(f, b, f1, 96) split(f1, t, nz, 3) parallelize(b, gpu_block, ignore_races) parallelize(t, gpu_thread, atomics))
ROWS(least, float, y[i], if (crd[p] > 3) s = std::min(s, val[p]), y[i] = s, sparse target(cuda) fuse(i, p, f) split(f, b, f1, 96) split(f1, w, f2, 48) split(f2, t, nz, 3) parallelize(b, gpu_block, ignore_races) parallelize(w, gpu_warp, ignore_races) parallelize(t, gpu_thread, atomics))
ROWS(leastOfRow, double, 0, y[i] = std::min(y[i], val[p] + s), (void)0, sparse target(cuda) fuse(i, p, f) split(f, b, f1, 96) split(f1, t, nz, 3) parallelize(b, gpu_block, ignore_races) parallelize(t, gpu_thread, atomics))
ROWS(scaledLargest, float, 0, s = std::max(s, val[p] * 2), y[i] = s * 2 + 1, sparse target(cuda) fuse(i, p, f) split(f, b, f1, 96) split(f1, t, nz, 3) parallelize(b, gpu_block, ignore_races) parallelize(t, gpu_thread, atomics))
ROWS(leastByte, unsigned char, 200, s = std::min(s, val[p]), y[i] = s, sparse target(cuda) fuse(i, p, f) split(f, b, f1, 96) split(f1, t, nz, 3) parallelize(b, gpu_block, ignore_races) parallelize(t, gpu_thread, atomics))
ROWS(largestOfColumn, double, 0, y[crd[p]] = std::max(y[crd[p]], val[p] + s), (void)0, sparse target(cuda) split(i, b, t, 32) parallelize(b, gpu_block, atomics) parallelize(t, gpu_thread, atomics))

ROWS(gatheredLeast, float, y[i], if (crd[p] > 3) s = std::min(s, val[p]), y[i] = s, sparse target(cuda) fuse(i, p, f) split(f, b, f1, 96) split(f1, w, f2, 48) split(f2, t, nz, 3) parallelize(b, gpu_block, ignore_races) parallelize(w, gpu_warp, ignore_races) parallelize(t, gpu_thread, temporary))
ROWS(gatheredLeastOfRow, double, 0, y[i] = std::min(y[i], val[p] + s), (void)0, sparse target(cuda) fuse(i, p, f) split(f, b, f1, 96) split(f1, t, nz, 3) parallelize(b, gpu_block, temporary) parallelize(t, gpu_thread, temporary))
ROWS(gatheredBytes, unsigned char, y[i], s += val[p], y[i] = s, sparse target(cuda) fuse(i, p, f) split(f, b, f1, 96) split(f1, t, nz, 3) precompute(val[p], nz, pre, v) parallelize(b, gpu_block, ignore_races) parallelize(t, gpu_thread, parallel_reduction))

void flags(int m, const std::vector<int> &pos, const std::vector<double> &val, bool *any, bool *all) {
#pragma sparse target(cuda) fuse(i, p, f) split(f, b, f1, 96) split(f1, t, nz, 3) parallelize(b, gpu_block, ignore_races) parallelize(t, gpu_thread, atomics)
  for (int i = 0; i < m; ++i) {
    bool a = false, l = true;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      if (val[p] > 0.9)
        a = true;
      if (!(val[p] > -0.9))
        l = false;
    }
    any[i] = a;
    all[i] = l;
  }
}
// clang-format on

/// A NaN as a number, which can be compared.
template <class T>
static void record(const std::string &Name, std::vector<T> Values) {
  for (T &Value : Values)
    Value = Value == Value ? Value : T(44);
  run::record(Name, Values);
}

int main() {
  constexpr int Columns = 9;
  for (int M : {0, 1, 120})
    for (long Most : {1, 9, 900}) {
      run::Random R(uint64_t(M) * 1000 + uint64_t(Most));
      std::vector<int> Pos = {0}, Crd;
      for (int Row = 0; Row < M; ++Row) {
        for (long P = R.below((Row % 50 == 3 ? Most : 5) + 1); P > 0; --P)
          Crd.push_back(int(R.below(Columns)));
        Pos.push_back(int(Crd.size()));
      }
      auto Val = R.vector<double>(Crd.size());
      const double Odd[] = {INFINITY, NAN, -INFINITY, 1e300};
      for (size_t P = 0; P < Val.size(); P += 3)
        Val[P] = Odd[R.below(4)];
      std::vector<float> Floats(Val.begin(), Val.end());
      auto Bytes = R.vector<unsigned char>(Crd.size());
      std::vector<double> Y(M, 0.5), OfColumns(Columns, -3);
      std::vector<float> FloatY(M, 7);
      std::vector<unsigned char> ByteY(M);
      largest(M, Pos, Crd, Val, Y);
      record("largest", Y);
      least(M, Pos, Crd, Floats, FloatY);
      record("least", FloatY);
      gatheredLeast(M, Pos, Crd, Floats, FloatY);
      record("gathered least", FloatY);
      scaledLargest(M, Pos, Crd, Floats, FloatY);
      record("scaled largest", FloatY);
      Y.assign(M, 3);
      if (M > 2)
        Y[2] = NAN;
      leastOfRow(M, Pos, Crd, Val, Y);
      record("least of row", Y);
      leastOfAll(M, Pos, Crd, Val, Y);
      record("least of all", Y);
      largestOfAll(M, Pos, Crd, Floats, FloatY);
      record("largest of all", FloatY);
      gatheredLeastOfRow(M, Pos, Crd, Val, Y);
      record("gathered least of row", Y);
      gatheredBytes(M, Pos, Crd, Bytes, ByteY);
      record("gathered bytes", ByteY);
      leastByte(M, Pos, Crd, Bytes, ByteY);
      record("least byte", ByteY);
      largestOfColumn(M, Pos, Crd, Val, OfColumns);
      record("largest of column", OfColumns);
      bool Any[120] = {}, All[120] = {};
      flags(M, Pos, Val, Any, All);
      run::record("any", std::vector<int>(Any, Any + 120));
      run::record("all", std::vector<int>(All, All + 120));
    }
}
