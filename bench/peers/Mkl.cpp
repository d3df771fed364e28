//===- Mkl.cpp - Intel MKL as a peer -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "harness/Registry.h"
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mkl.h>
#include <mkl_spblas.h>
#include <type_traits>

using namespace lacuna::bench;

static void require(sparse_status_t Status, const char *What) {
  if (Status == SPARSE_STATUS_SUCCESS)
    return;
  fprintf(stderr, "MKL: %s failed with %d\n", What, int(Status));
  exit(1);
}

using Matrix = std::shared_ptr<std::remove_pointer_t<sparse_matrix_t>>;

static const matrix_descr General = {
    SPARSE_MATRIX_TYPE_GENERAL, SPARSE_FILL_MODE_FULL, SPARSE_DIAG_NON_UNIT};

static sparse_operation_t operation(const Problem &P) {
  return P.K.What == Form::Transposed ? SPARSE_OPERATION_TRANSPOSE
                                      : SPARSE_OPERATION_NON_TRANSPOSE;
}

/// Lets MKL analyse the matrix for many products of this kind.
static Matrix optimized(const Problem &P) {
  mkl_set_num_threads(P.Threads);
  int *Pos = const_cast<int *>(P.A.Pos.data());
  sparse_matrix_t A = nullptr;
  require(mkl_sparse_d_create_csr(&A, SPARSE_INDEX_BASE_ZERO, P.A.Rows,
                                  P.A.Cols, Pos, Pos + 1,
                                  const_cast<int *>(P.A.Crd.data()),
                                  const_cast<double *>(P.A.Val.data())),
          "mkl_sparse_d_create_csr");
  const int ManyProducts = 1000;
  if (P.Width == 1)
    mkl_sparse_set_mv_hint(A, operation(P), General, ManyProducts);
  else
    mkl_sparse_set_mm_hint(A, SPARSE_OPERATION_NON_TRANSPOSE, General,
                           SPARSE_LAYOUT_ROW_MAJOR, P.Width, ManyProducts);
  mkl_sparse_optimize(A);
  return Matrix(A, mkl_sparse_destroy);
}

static Product prepareSpmv(const Problem &P) {
  return [P, A = optimized(P)] {
    require(mkl_sparse_d_mv(SPARSE_OPERATION_NON_TRANSPOSE, 1, A.get(), General,
                            P.X, 0, P.Y),
            "mkl_sparse_d_mv");
  };
}

static Product prepareTransposed(const Problem &P) {
  return [P, A = optimized(P)] {
    require(mkl_sparse_d_mv(operation(P), 1, A.get(), General, P.X, 1, P.Y),
            "mkl_sparse_d_mv");
  };
}

static Product prepareSpmm(const Problem &P) {
  return [P, A = optimized(P)] {
    require(mkl_sparse_d_mm(SPARSE_OPERATION_NON_TRANSPOSE, 1, A.get(), General,
                            SPARSE_LAYOUT_ROW_MAJOR, P.X, P.Width, P.Width, 1,
                            P.Y, P.Width),
            "mkl_sparse_d_mm");
  };
}

/// MKL's OpenMP runtime is the one that the loops use, whichever others the
/// peers brought along.
static std::string initialize() {
  mkl_set_threading_layer(MKL_THREADING_INTEL);
  MKLVersion V;
  mkl_get_version(&V);
  return std::to_string(V.MajorVersion) + "." + std::to_string(V.MinorVersion) +
         "." + std::to_string(V.UpdateVersion);
}

static RegisterVariant Spmv({"spmv", "mkl", "Intel MKL", prepareSpmv});
static RegisterVariant Transposed({"spmvt", "mkl", "Intel MKL",
                                   prepareTransposed});
static RegisterVariant Spmm({"spmm32", "mkl", "Intel MKL", prepareSpmm});
static RegisterPeer Peer("Intel MKL", initialize());
