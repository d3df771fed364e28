//===- Librsb.cpp - librsb as a peer -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "harness/Registry.h"
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <rsb.h>

using namespace lacuna::bench;

static void require(bool Condition, const char *What) {
  if (Condition)
    return;
  fprintf(stderr, "librsb: %s failed\n", What);
  exit(1);
}

using Matrix = std::shared_ptr<rsb_mtx_t>;

/// librsb divides a matrix into blocks for the thread count at hand.
static Matrix makeMatrix(const Problem &P) {
  static const bool Ready =
      rsb_lib_init(RSB_NULL_INIT_OPTIONS) == RSB_ERR_NO_ERROR;
  require(Ready, "rsb_lib_init");
  rsb_int_t Threads = P.Threads;
  require(rsb_lib_set_opt(RSB_IO_WANT_EXECUTING_THREADS, &Threads) ==
              RSB_ERR_NO_ERROR,
          "rsb_lib_set_opt");
  rsb_err_t Error = RSB_ERR_NO_ERROR;
  rsb_mtx_t *A = rsb_mtx_alloc_from_csr_const(
      P.A.Val.data(), P.A.Pos.data(), P.A.Crd.data(),
      rsb_nnz_idx_t(P.A.entries()), RSB_NUMERICAL_TYPE_DOUBLE, P.A.Rows,
      P.A.Cols, 1, 1, RSB_FLAG_NOFLAGS, &Error);
  require(A && Error == RSB_ERR_NO_ERROR, "rsb_mtx_alloc_from_csr_const");
  return Matrix(A, [](rsb_mtx_t *M) { rsb_mtx_free(M); });
}

static Product prepareSpmv(const Problem &P) {
  return [P, A = makeMatrix(P)] {
    const double One = 1, Zero = 0;
    require(rsb_spmv(RSB_TRANSPOSITION_N, &One, A.get(), P.X, 1, &Zero, P.Y,
                     1) == RSB_ERR_NO_ERROR,
            "rsb_spmv");
  };
}

static Product prepareSpmm(const Problem &P) {
  return [P, A = makeMatrix(P)] {
    const double One = 1;
    require(rsb_spmm(RSB_TRANSPOSITION_N, &One, A.get(), P.Width,
                     RSB_FLAG_WANT_ROW_MAJOR_ORDER, P.X, P.Width, &One, P.Y,
                     P.Width) == RSB_ERR_NO_ERROR,
            "rsb_spmm");
  };
}

static RegisterVariant Spmv({"spmv", "librsb", "librsb", prepareSpmv});
static RegisterVariant Spmm({"spmm32", "librsb", "librsb", prepareSpmm});
static RegisterPeer Peer("librsb", RSB_LIBRSB_VER_STRING);
