//===- GraphBLAS.cpp - SuiteSparse:GraphBLAS as a peer -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "harness/Registry.h"
#include <GraphBLAS.h>
#include <cstdio>
#include <cstdlib>
#include <memory>

using namespace lacuna::bench;

static void require(GrB_Info Info, const char *What) {
  if (Info == GrB_SUCCESS)
    return;
  fprintf(stderr, "GraphBLAS: %s failed with %d\n", What, int(Info));
  exit(1);
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
} // namespace

using Matrix = std::shared_ptr<GB_Matrix_opaque>;

static Matrix own(GrB_Matrix M) { return Matrix(M, FreeMatrix()); }

static Matrix importCsr(const Csr &A) {
  std::vector<GrB_Index> Pos(A.Pos.begin(), A.Pos.end());
  std::vector<GrB_Index> Crd(A.Crd.begin(), A.Crd.end());
  GrB_Matrix M = nullptr;
  require(GrB_Matrix_import_FP64(&M, GrB_FP64, GrB_Index(A.Rows),
                                 GrB_Index(A.Cols), Pos.data(), Crd.data(),
                                 A.Val.data(), Pos.size(), Crd.size(),
                                 A.Val.size(), GrB_CSR_FORMAT),
          "GrB_Matrix_import");
  return own(M);
}

/// A full row-major matrix; vectors are matrices of one column.
static Matrix importDense(const double *Values, int Rows, int Width) {
  GrB_Matrix M = nullptr;
  require(GrB_Matrix_new(&M, GrB_FP64, GrB_Index(Rows), GrB_Index(Width)),
          "GrB_Matrix_new");
  size_t Bytes = sizeof(double) * size_t(Rows) * size_t(Width);
  // Not owned by GraphBLAS: it is packed as a copy.
  void *Copy = malloc(Bytes ? Bytes : 1);
  std::copy(Values, Values + size_t(Rows) * size_t(Width),
            static_cast<double *>(Copy));
  require(GxB_Matrix_pack_FullR(M, &Copy, Bytes ? Bytes : 1, false, nullptr),
          "GxB_Matrix_pack_FullR");
  return own(M);
}

/// GraphBLAS owns its result: what it computed reaches Y through an unpack and
/// a pack, which move pointers only, and a copy outside the timed loops is not
/// possible, so that Y is copied once per product.
static void copyOut(GrB_Matrix C, const Problem &P) {
  void *Values = nullptr;
  GrB_Index Size = 0;
  bool Iso = false;
  require(GxB_Matrix_unpack_FullR(C, &Values, &Size, &Iso, nullptr),
          "GxB_Matrix_unpack_FullR");
  std::copy_n(static_cast<const double *>(Values),
              size_t(P.A.Rows) * size_t(P.Width), P.Y);
  require(GxB_Matrix_pack_FullR(C, &Values, Size, Iso, nullptr),
          "GxB_Matrix_pack_FullR");
}
