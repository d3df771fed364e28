// Tensors of order 3 and 4 whose entries are dealt out in equal shares, wherever
// fibres and slices begin.

#include "../../run/support/support.h"

// clang-format off
/// Thesis A.8.
void mttkrp(int I, int J, const int *pos1, const int *crd1, const int *pos2, const int *crd2, const double *val, const std::vector<double> &C, const std::vector<double> &D, double *A) {
#pragma sparse target(cuda) fuse(k, l, kl) fuse(i, kl, f) pos(f, fpos, val) split(fpos, block, fpos1, 64) split(fpos1, warp, nnz, 4) split(j, jb, thread, 32) order(block, warp, jb, thread, nnz) parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races) parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < I; ++i)
    for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk) {
      int k = crd1[pk];
      for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {
        int l = crd2[pl];
        for (int j = 0; j < J; ++j)
          A[i * J + j] += val[pl] * C[k * J + j] * D[l * J + j];
      }
    }
}

/// A product with a vector: an element for each fibre, those without entries, too.
void ttv(int I, const int *pos1, const int *pos2, const int *crd2, const double *val, const std::vector<double> &x, double *y) {
#pragma sparse target(cuda) fuse(pk, pl, kl) fuse(i, kl, f) split(f, block, f1, 448) split(f1, warp, f2, 224) split(f2, thread, nz, 7) precompute(val[pl] * x[crd2[pl]], nz, pre, w) parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races) parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < I; ++i)
    for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk) {
      double s = 0;
      for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl)
        s += val[pl] * x[crd2[pl]];
      y[pk] = s;
    }
}

/// What a slice knows is used by its entries and at the end of its fibres.
void scaled(int I, const int *pos1, const int *pos2, const int *crd2, const double *val, const std::vector<double> &x, const double *scale, double *y) {
#pragma sparse target(cuda) fuse(pk, pl, kl) fuse(i, kl, f) split(f, block, f1, 96) split(f1, thread, nz, 3) parallelize(block, gpu_block, atomics) parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < I; ++i) {
    double factor = scale[i];
    for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk) {
      y[pk] = factor;
      for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl)
        y[pk] += factor * val[pl] * x[crd2[pl]];
    }
  }
}

/// A product with a matrix: a row for each fibre, its columns across lanes.
void ttm(int I, int J, const int *pos1, const int *pos2, const int *crd2, const double *val, const std::vector<double> &B, double *Y) {
#pragma sparse target(cuda) fuse(pk, pl, kl) fuse(i, kl, f) split(f, block, f1, 64) split(f1, warp, nnz, 16) split(j, jb, thread, 32) order(block, warp, jb, thread, nnz) parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races) parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < I; ++i)
    for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk)
      for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl)
        for (int j = 0; j < J; ++j)
          Y[pk * J + j] += val[pl] * B[crd2[pl] * J + j];
}

/// A tensor of order 4: what two levels above know goes along.
void order4(int I, const int *pos1, const int *pos2, const int *pos3, const double *val, const double *scale, double *y, double *z) {
#pragma sparse target(cuda) fuse(pk, pl, kl) fuse(pj, kl, jkl) fuse(i, jkl, f) split(f, block, f1, 48) split(f1, thread, nz, 3) parallelize(block, gpu_block, ignore_races) parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < I; ++i)
    for (int pj = pos1[i]; pj < pos1[i + 1]; ++pj)
      for (int pk = pos2[pj]; pk < pos2[pj + 1]; ++pk) {
        double s = scale[i];
        for (int pl = pos3[pk]; pl < pos3[pk + 1]; ++pl)
          s += val[pl] * scale[i];
        y[pk] = s;
        z[pk] = pj;
      }
}
// clang-format on

template <class T>
static void record(const std::string &Name, const std::vector<T> &Values) {
  run::record(Name, Values, std::vector<double>(Values.size(), 1e-9));
}

int main() {
  constexpr int K = 7, L = 9;
  for (int I : {0, 1, 40})
    for (unsigned Most : {1u, 3u, 60u}) {
      run::Random R(unsigned(I) * 100 + Most);
      std::vector<int> Pos1 = {0}, Pos2 = {0}, Crd1, Crd2;
      for (int Slice = 0; Slice < I; ++Slice) {
        for (int Coordinate = 0; Coordinate < K; ++Coordinate) {
          if (R.below(3) == 0 || Slice % 9 == 4)
            continue;
          Crd1.push_back(Coordinate);
          Pos2.push_back(Pos2.back() + int(R.below(Most)));
        }
        Pos1.push_back(int(Crd1.size()));
      }
      for (int P = 0; P < Pos2.back(); ++P)
        Crd2.push_back(int(R.below(L)));
      auto Val = R.vector<double>(Crd2.size()), X = R.vector<double>(L),
           Scale = R.vector<double>(size_t(I));
      const std::string Of = ", slices " + std::to_string(I) + ", entries " +
                             std::to_string(Val.size());
      for (int J : {1, 32, 40}) {
        auto C = R.vector<double>(size_t(K * J)),
             D = R.vector<double>(size_t(L * J)),
             A = R.vector<double>(size_t(I * J)),
             Y = R.vector<double>(Crd1.size() * size_t(J));
        const std::string Wide = Of + ", columns " + std::to_string(J);
        mttkrp(I, J, Pos1.data(), Crd1.data(), Pos2.data(), Crd2.data(),
               Val.data(), C, D, A.data());
        record("mttkrp" + Wide, A);
        ttm(I, J, Pos1.data(), Pos2.data(), Crd2.data(), Val.data(), D,
            Y.data());
        record("ttm" + Wide, Y);
      }
      auto Y = R.vector<double>(Crd1.size());
      ttv(I, Pos1.data(), Pos2.data(), Crd2.data(), Val.data(), X, Y.data());
      record("ttv" + Of, Y);
      scaled(I, Pos1.data(), Pos2.data(), Crd2.data(), Val.data(), X,
             Scale.data(), Y.data());
      record("scaled" + Of, Y);
      std::vector<int> Pos3 = {0};
      for (size_t P = 0; P < Crd2.size(); ++P)
        Pos3.push_back(Pos3.back() + int(R.below(4)));
      auto Entries = R.vector<double>(size_t(Pos3.back()));
      std::vector<double> Sums(Crd2.size()), Rows(Crd2.size());
      order4(I, Pos1.data(), Pos2.data(), Pos3.data(), Entries.data(),
             Scale.data(), Sums.data(), Rows.data());
      record("order 4" + Of, Sums);
      run::record("order 4, rows" + Of, Rows);
    }
}
