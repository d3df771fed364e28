//===- FakeCuSparse.cpp - cuSPARSE on the device that stands in -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What the benchmark calls of cuSPARSE, computed on the host from the
// stand-in's memory at once. It knows doubles, 32-bit indices from zero and
// row-major matrices; anything else is an error.
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"
#include <cusparse.h>

struct cusparseContext {
  cudaStream_t Stream = nullptr;
};
struct cusparseSpMatDescr {
  int64_t Rows, Cols, Entries;
  void *Pos, *Crd, *Val;
};
struct cusparseDnVecDescr {
  int64_t Size;
  void *Values;
};
struct cusparseDnMatDescr {
  int64_t Rows, Cols;
  void *Values;
};

static constexpr size_t BufferSize = 64;

template <typename T> static T *bytes(const void *Address, int64_t Count) {
  if (Count == 0)
    return nullptr;
  return static_cast<T *>(fakeCudaBytes(reinterpret_cast<uint64_t>(Address),
                                        size_t(Count) * sizeof(T)));
}

namespace {
/// A matrix as the host sees it.
struct Csr {
  explicit Csr(cusparseConstSpMatDescr_t M)
      : Pos(bytes<int>(M->Pos, M->Rows + 1)),
        Crd(bytes<int>(M->Crd, M->Entries)),
        Val(bytes<double>(M->Val, M->Entries)) {}
  int *Pos, *Crd;
  double *Val;
};
} // namespace

static double factor(const void *Address) {
  return *static_cast<const double *>(Address);
}

static bool isReady(cusparseHandle_t H, cudaDataType Type, void *Buffer) {
  return H->Stream && Type == CUDA_R_64F && bytes<char>(Buffer, BufferSize);
}

static cusparseStatus_t statusOf(bool Good) {
  return Good ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE;
}

extern "C" {
cusparseStatus_t cusparseCreate(cusparseHandle_t *H) {
  *H = new cusparseContext;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSetStream(cusparseHandle_t H, cudaStream_t Stream) {
  H->Stream = Stream;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetVersion(cusparseHandle_t, int *Version) {
  *Version = 12603;
  return CUSPARSE_STATUS_SUCCESS;
}

const char *cusparseGetErrorString(cusparseStatus_t) { return "refused"; }

cusparseStatus_t
cusparseCreateCsr(cusparseSpMatDescr_t *M, int64_t Rows, int64_t Cols,
                  int64_t Entries, void *Pos, void *Crd, void *Val,
                  cusparseIndexType_t PosType, cusparseIndexType_t CrdType,
                  cusparseIndexBase_t Base, cudaDataType Type) {
  *M = new cusparseSpMatDescr{Rows, Cols, Entries, Pos, Crd, Val};
  return statusOf(PosType == CUSPARSE_INDEX_32I &&
                  CrdType == CUSPARSE_INDEX_32I &&
                  Base == CUSPARSE_INDEX_BASE_ZERO && Type == CUDA_R_64F);
}

cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *V, int64_t Size,
                                     void *Values, cudaDataType Type) {
  *V = new cusparseDnVecDescr{Size, Values};
  return statusOf(Type == CUDA_R_64F);
}

cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *M, int64_t Rows,
                                     int64_t Cols, int64_t Leading,
                                     void *Values, cudaDataType Type,
                                     cusparseOrder_t Order) {
  *M = new cusparseDnMatDescr{Rows, Cols, Values};
  return statusOf(Leading == Cols && Type == CUDA_R_64F &&
                  Order == CUSPARSE_ORDER_ROW);
}

cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t M) {
  delete M;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t V) {
  delete V;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t M) {
  delete M;
  return CUSPARSE_STATUS_SUCCESS;
}

//===-- y = alpha A x + beta y --------------------------------------------===//

cusparseStatus_t
cusparseSpMV_bufferSize(cusparseHandle_t, cusparseOperation_t, const void *,
                        cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                        const void *, cusparseDnVecDescr_t, cudaDataType,
                        cusparseSpMVAlg_t, size_t *Size) {
  *Size = BufferSize;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseSpMV_preprocess(cusparseHandle_t H, cusparseOperation_t, const void *,
                        cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                        const void *, cusparseDnVecDescr_t, cudaDataType Type,
                        cusparseSpMVAlg_t, void *Buffer) {
  return statusOf(isReady(H, Type, Buffer));
}

cusparseStatus_t cusparseSpMV(cusparseHandle_t H, cusparseOperation_t Op,
                              const void *Alpha, cusparseConstSpMatDescr_t A,
                              cusparseConstDnVecDescr_t X, const void *Beta,
                              cusparseDnVecDescr_t Y, cudaDataType Type,
                              cusparseSpMVAlg_t, void *Buffer) {
  if (!isReady(H, Type, Buffer) || Op != CUSPARSE_OPERATION_NON_TRANSPOSE ||
      X->Size != A->Cols || Y->Size != A->Rows)
    return CUSPARSE_STATUS_INVALID_VALUE;
  Csr M(A);
  const auto *x = bytes<double>(X->Values, X->Size);
  auto *y = bytes<double>(Y->Values, Y->Size);
  for (int64_t I = 0; I < A->Rows; ++I) {
    double Sum = 0;
    for (int P = M.Pos[I]; P < M.Pos[I + 1]; ++P)
      Sum += M.Val[P] * x[M.Crd[P]];
    y[I] = factor(Alpha) * Sum + factor(Beta) * y[I];
  }
  return CUSPARSE_STATUS_SUCCESS;
}

//===-- C = alpha A B + beta C --------------------------------------------===//

cusparseStatus_t cusparseSpMM_bufferSize(
    cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *,
    cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, const void *,
    cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t, size_t *Size) {
  *Size = BufferSize;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseSpMM_preprocess(cusparseHandle_t H, cusparseOperation_t,
                        cusparseOperation_t, const void *,
                        cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t,
                        const void *, cusparseDnMatDescr_t, cudaDataType Type,
                        cusparseSpMMAlg_t How, void *Buffer) {
  // As where a device cannot run one.
  return statusOf(isReady(H, Type, Buffer) && How != CUSPARSE_SPMM_CSR_ALG3);
}

cusparseStatus_t cusparseSpMM(cusparseHandle_t H, cusparseOperation_t OpA,
                              cusparseOperation_t OpB, const void *Alpha,
                              cusparseConstSpMatDescr_t A,
                              cusparseConstDnMatDescr_t B, const void *Beta,
                              cusparseDnMatDescr_t C, cudaDataType Type,
                              cusparseSpMMAlg_t, void *Buffer) {
  if (!isReady(H, Type, Buffer) || OpA != CUSPARSE_OPERATION_NON_TRANSPOSE ||
      OpB != OpA || B->Rows != A->Cols || C->Rows != A->Rows ||
      C->Cols != B->Cols)
    return CUSPARSE_STATUS_INVALID_VALUE;
  Csr M(A);
  const auto *b = bytes<double>(B->Values, B->Rows * B->Cols);
  auto *c = bytes<double>(C->Values, C->Rows * C->Cols);
  for (int64_t I = 0; I < A->Rows; ++I)
    for (int64_t K = 0; K < B->Cols; ++K) {
      double Sum = 0;
      for (int P = M.Pos[I]; P < M.Pos[I + 1]; ++P)
        Sum += M.Val[P] * b[M.Crd[P] * B->Cols + K];
      double &To = c[I * C->Cols + K];
      To = factor(Alpha) * Sum + factor(Beta) * To;
    }
  return CUSPARSE_STATUS_SUCCESS;
}

//===-- C = alpha (A Bᵀ) at the places of C + beta C ----------------------===//

cusparseStatus_t cusparseSDDMM_bufferSize(
    cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *,
    cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t, const void *,
    cusparseSpMatDescr_t, cudaDataType, cusparseSDDMMAlg_t, size_t *Size) {
  *Size = BufferSize;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSDDMM_preprocess(
    cusparseHandle_t H, cusparseOperation_t, cusparseOperation_t, const void *,
    cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t, const void *,
    cusparseSpMatDescr_t, cudaDataType Type, cusparseSDDMMAlg_t, void *Buffer) {
  return statusOf(isReady(H, Type, Buffer));
}

cusparseStatus_t cusparseSDDMM(cusparseHandle_t H, cusparseOperation_t OpA,
                               cusparseOperation_t OpB, const void *Alpha,
                               cusparseConstDnMatDescr_t A,
                               cusparseConstDnMatDescr_t B, const void *Beta,
                               cusparseSpMatDescr_t C, cudaDataType Type,
                               cusparseSDDMMAlg_t, void *Buffer) {
  if (!isReady(H, Type, Buffer) || OpA != CUSPARSE_OPERATION_NON_TRANSPOSE ||
      OpB != CUSPARSE_OPERATION_TRANSPOSE || A->Rows != C->Rows ||
      B->Rows != C->Cols || A->Cols != B->Cols)
    return CUSPARSE_STATUS_INVALID_VALUE;
  Csr M(C);
  const auto *a = bytes<double>(A->Values, A->Rows * A->Cols);
  const auto *b = bytes<double>(B->Values, B->Rows * B->Cols);
  for (int64_t I = 0; I < C->Rows; ++I)
    for (int P = M.Pos[I]; P < M.Pos[I + 1]; ++P) {
      double Sum = 0;
      for (int64_t K = 0; K < A->Cols; ++K)
        Sum += a[I * A->Cols + K] * b[M.Crd[P] * B->Cols + K];
      M.Val[P] = factor(Alpha) * Sum + factor(Beta) * M.Val[P];
    }
  return CUSPARSE_STATUS_SUCCESS;
}
}
