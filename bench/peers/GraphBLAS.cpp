//===- GraphBLAS.cpp - SuiteSparse:GraphBLAS as a peer -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Y += A X with a full Y is what GraphBLAS computes in place, and what its own
// applications use. X and Y are therefore full matrices over the caller's
// arrays, lent for the time of one product; vectors are matrices of one column.
//
//===----------------------------------------------------------------------===//

#include "harness/Registry.h"
extern "C" {
#include <GraphBLAS.h>
}
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

using namespace lacuna::bench;

static void require(bool Condition, const char *What) {
  if (Condition)
    return;
  fprintf(stderr, "GraphBLAS: %s failed\n", What);
  exit(1);
}

static void require(GrB_Info Info, const char *What) {
  require(Info == GrB_SUCCESS, What);
}

static void initialize(int Threads) {
  static const GrB_Info Ready = GrB_init(GrB_BLOCKING);
  require(Ready, "GrB_init");
  require(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, Threads),
          "GxB_GLOBAL_NTHREADS");
}

namespace {
struct FreeMatrix {
  void operator()(GrB_Matrix M) const { GrB_Matrix_free(&M); }
};
using Matrix = std::shared_ptr<GB_Matrix_opaque>;

/// A full matrix over someone else's array, for the time of a scope.
class Lent {
public:
  Lent(const Matrix &M, double *Values, int Rows, int Width)
      : M(M), Values(Values) {
    void *Array = Values;
    GrB_Index Bytes = sizeof(double) * GrB_Index(Rows) * GrB_Index(Width);
    require(GxB_Matrix_pack_FullR(M.get(), &Array, Bytes, false, nullptr),
            "GxB_Matrix_pack_FullR");
  }
  ~Lent() {
    void *Array = nullptr;
    GrB_Index Bytes = 0;
    bool Iso = false;
    require(GxB_Matrix_unpack_FullR(M.get(), &Array, &Bytes, &Iso, nullptr),
            "GxB_Matrix_unpack_FullR");
    require(Array == Values, "computing in place");
  }
  Lent(const Lent &) = delete;

private:
  const Matrix &M;
  double *Values;
};
} // namespace

static Matrix importCsr(const Csr &A) {
  std::vector<GrB_Index> Pos(A.Pos.begin(), A.Pos.end());
  std::vector<GrB_Index> Crd(A.Crd.begin(), A.Crd.end());
  GrB_Matrix M = nullptr;
  require(GrB_Matrix_import_FP64(&M, GrB_FP64, GrB_Index(A.Rows),
                                 GrB_Index(A.Cols), Pos.data(), Crd.data(),
                                 A.Val.data(), Pos.size(), Crd.size(),
                                 A.Val.size(), GrB_CSR_FORMAT),
          "GrB_Matrix_import");
  return Matrix(M, FreeMatrix());
}

static Matrix emptyMatrix(int Rows, int Width) {
  GrB_Matrix M = nullptr;
  require(GrB_Matrix_new(&M, GrB_FP64, GrB_Index(Rows), GrB_Index(Width)),
          "GrB_Matrix_new");
  return Matrix(M, FreeMatrix());
}

static Product prepare(const Problem &P) {
  initialize(P.Threads);
  Matrix A = importCsr(P.A), X = emptyMatrix(P.A.Cols, P.Width),
         Y = emptyMatrix(P.A.Rows, P.Width);
  return [=] {
    if (P.Width == 1)
      std::fill(P.Y, P.Y + P.A.Rows, 0.0);
    Lent LentX(X, const_cast<double *>(P.X), P.A.Cols, P.Width);
    Lent LentY(Y, P.Y, P.A.Rows, P.Width);
    require(GrB_mxm(Y.get(), nullptr, GrB_PLUS_FP64,
                    GrB_PLUS_TIMES_SEMIRING_FP64, A.get(), X.get(), nullptr),
            "GrB_mxm");
  };
}

static RegisterVariant Spmv({"spmv", "graphblas", "SuiteSparse:GraphBLAS",
                             prepare});
static RegisterVariant Spmm({"spmm32", "graphblas", "SuiteSparse:GraphBLAS",
                             prepare});
static RegisterPeer Peer("SuiteSparse:GraphBLAS",
                         std::to_string(GxB_IMPLEMENTATION_MAJOR) + "." +
                             std::to_string(GxB_IMPLEMENTATION_MINOR) + "." +
                             std::to_string(GxB_IMPLEMENTATION_SUB));
