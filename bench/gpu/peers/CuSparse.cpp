//===- CuSparse.cpp - cuSPARSE as a peer -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Its header is needed to build this, its library when the benchmark runs.
//
//===----------------------------------------------------------------------===//

#include "gpu/Contender.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cusparse.h>
#include <dlfcn.h>
#include <stdexcept>

using namespace lacuna::bench;

namespace {
/// X(name without `cusparse`) for each function in use.
#define LACUNA_CUSPARSE_FUNCTIONS(X)                                           \
  X(Create)                                                                    \
  X(SetStream)                                                                 \
  X(GetVersion)                                                                \
  X(GetErrorString)                                                            \
  X(CreateCsr)                                                                 \
  X(CreateDnVec)                                                               \
  X(CreateDnMat)                                                               \
  X(DestroySpMat)                                                              \
  X(DestroyDnVec)                                                              \
  X(DestroyDnMat)                                                              \
  X(SpMV_bufferSize)                                                           \
  X(SpMV_preprocess)                                                           \
  X(SpMV)                                                                      \
  X(SpMM_bufferSize)                                                           \
  X(SpMM_preprocess)                                                           \
  X(SpMM)                                                                      \
  X(SDDMM_bufferSize)                                                          \
  X(SDDMM_preprocess)                                                          \
  X(SDDMM)

/// The library, opened and set up once.
struct Library {
#define LACUNA_MEMBER(Name) decltype(&cusparse##Name) Name = nullptr;
  LACUNA_CUSPARSE_FUNCTIONS(LACUNA_MEMBER)
#undef LACUNA_MEMBER
  cusparseHandle_t Handle = nullptr;
  std::string Missing; ///< why it cannot be used

  Library() {
    Missing = open();
    if (!Missing.empty())
      fprintf(stderr, "cuSPARSE is left out: %s\n", Missing.c_str());
  }

  std::string version() const {
    int Number = 0;
    GetVersion(Handle, &Number);
    return "cuSPARSE " + std::to_string(Number / 1000) + "." +
           std::to_string(Number % 1000 / 100) + "." +
           std::to_string(Number % 100);
  }

private:
  std::string open() {
    const char *Chosen = std::getenv("LACUNA_LIBCUSPARSE");
    void *Opened = dlopen(Chosen ? Chosen : LACUNA_CUSPARSE, RTLD_NOW);
    if (!Opened)
      return dlerror();
#define LACUNA_LOOK_UP(Name)                                                   \
  Name = reinterpret_cast<decltype(Name)>(dlsym(Opened, "cusparse" #Name));    \
  if (!Name)                                                                   \
    return "it lacks cusparse" #Name;
    LACUNA_CUSPARSE_FUNCTIONS(LACUNA_LOOK_UP)
#undef LACUNA_LOOK_UP
    cusparseStatus_t Status = Create(&Handle);
    if (Status != CUSPARSE_STATUS_SUCCESS)
      return std::string("cusparseCreate: ") + GetErrorString(Status);
    return "";
  }
};

Library &library() {
  static Library Only;
  return Only;
}

/// Throws where \p Function fails.
void require(cusparseStatus_t Status, const char *Function) {
  if (Status != CUSPARSE_STATUS_SUCCESS)
    throw std::runtime_error(std::string(Function) + ": " +
                             library().GetErrorString(Status));
}
#define REQUIRE(Function, ...)                                                 \
  require(library().Function(__VA_ARGS__), "cusparse" #Function)

constexpr cusparseOperation_t Plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
constexpr cusparseOperation_t Transposed = CUSPARSE_OPERATION_TRANSPOSE;

/// A problem's operands, on the device once for all algorithms.
struct Operands {
  Operands(const Problem &P, Device &D)
      : P(P), D(D), Pos(D.copyOf(P.A.Pos.data(), P.A.Pos.size())),
        Crd(D.copyOf(P.A.Crd.data(), P.A.entries())),
        Val(D.copyOf(P.A.Val.data(), P.A.entries())),
        X(D.copyOf(P.X, P.K.inputs(P.A))),
        Y(D.allocate<double>(P.K.outputs(P.A))) {}

  cusparseSpMatDescr_t matrix(const Array<double> &Values) const {
    cusparseSpMatDescr_t M = nullptr;
    REQUIRE(CreateCsr, &M, P.A.Rows, P.A.Cols, int64_t(P.A.entries()),
            Pos.data(), Crd.data(), Values.data(), CUSPARSE_INDEX_32I,
            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
    return M;
  }
  cusparseDnVecDescr_t vector(int Size, double *Values) const {
    cusparseDnVecDescr_t V = nullptr;
    REQUIRE(CreateDnVec, &V, Size, Values, CUDA_R_64F);
    return V;
  }
  /// Row-major, as wide as the problem.
  cusparseDnMatDescr_t dense(int Rows, double *Values) const {
    cusparseDnMatDescr_t M = nullptr;
    REQUIRE(CreateDnMat, &M, Rows, P.Width, P.Width, Values, CUDA_R_64F,
            CUSPARSE_ORDER_ROW);
    return M;
  }

  const Problem P;
  Device &D;
  Array<int> Pos, Crd;
  Array<double> Val, X, Y;
};

/// What all algorithms have in common.
class Peer : public Contender {
public:
  Peer(std::string Name, std::shared_ptr<Operands> O)
      : Contender(std::move(Name), library().version()), O(std::move(O)) {}

  double run() override {
    return O->D.seconds([&] { compute(); });
  }
  void clear() override {
    std::vector<double> Zeros(O->P.K.outputs(O->P.A), 0.0);
    O->D.copyIn(O->Y.address(), Zeros.data(), Zeros.size() * sizeof(double));
  }
  void fetch() override {
    O->D.copyOut(O->P.Y, O->Y.address(),
                 O->P.K.outputs(O->P.A) * sizeof(double));
  }

protected:
  virtual void compute() = 0;
  void *bufferOf(size_t Bytes) {
    Buffer = std::make_unique<Array<char>>(O->D.allocate<char>(Bytes));
    return Buffer->data();
  }

  std::shared_ptr<Operands> O;
  const double One = 1, Zero = 0;

private:
  std::unique_ptr<Array<char>> Buffer;
};

/// y = A x
class Spmv : public Peer {
public:
  Spmv(std::string Name, std::shared_ptr<Operands> Of, cusparseSpMVAlg_t How)
      : Peer(std::move(Name), std::move(Of)), How(How), A(O->matrix(O->Val)),
        X(O->vector(O->P.A.Cols, O->X.data())),
        Y(O->vector(O->P.A.Rows, O->Y.data())) {
    size_t Bytes = 0;
    REQUIRE(SpMV_bufferSize, library().Handle, Plain, &One, A, X, &Zero, Y,
            CUDA_R_64F, How, &Bytes);
    Scratch = bufferOf(Bytes);
    if (How != CUSPARSE_SPMV_ALG_DEFAULT)
      REQUIRE(SpMV_preprocess, library().Handle, Plain, &One, A, X, &Zero, Y,
              CUDA_R_64F, How, Scratch);
  }
  ~Spmv() override {
    library().DestroySpMat(A);
    library().DestroyDnVec(X);
    library().DestroyDnVec(Y);
  }

private:
  void compute() override {
    REQUIRE(SpMV, library().Handle, Plain, &One, A, X, &Zero, Y, CUDA_R_64F,
            How, Scratch);
  }
  cusparseSpMVAlg_t How;
  cusparseSpMatDescr_t A;
  cusparseDnVecDescr_t X, Y;
  void *Scratch = nullptr;
};

/// C += A B, row-major
class Spmm : public Peer {
public:
  Spmm(std::string Name, std::shared_ptr<Operands> Of, cusparseSpMMAlg_t How)
      : Peer(std::move(Name), std::move(Of)), How(How), A(O->matrix(O->Val)),
        B(O->dense(O->P.A.Cols, O->X.data())),
        C(O->dense(O->P.A.Rows, O->Y.data())) {
    size_t Bytes = 0;
    REQUIRE(SpMM_bufferSize, library().Handle, Plain, Plain, &One, A, B, &One,
            C, CUDA_R_64F, How, &Bytes);
    Scratch = bufferOf(Bytes);
    if (How != CUSPARSE_SPMM_ALG_DEFAULT)
      REQUIRE(SpMM_preprocess, library().Handle, Plain, Plain, &One, A, B, &One,
              C, CUDA_R_64F, How, Scratch);
  }
  ~Spmm() override {
    library().DestroySpMat(A);
    library().DestroyDnMat(B);
    library().DestroyDnMat(C);
  }

private:
  void compute() override {
    REQUIRE(SpMM, library().Handle, Plain, Plain, &One, A, B, &One, C,
            CUDA_R_64F, How, Scratch);
  }
  cusparseSpMMAlg_t How;
  cusparseSpMatDescr_t A;
  cusparseDnMatDescr_t B, C;
  void *Scratch = nullptr;
};

/// P = (C Dᵀ) at the places of A: cuSPARSE does not multiply by A's elements,
/// which is done when the result is fetched.
class Sddmm : public Peer {
public:
  Sddmm(std::string Name, std::shared_ptr<Operands> Of)
      : Peer(std::move(Name), std::move(Of)), P(O->matrix(O->Y)),
        C(O->dense(O->P.A.Rows,
                   O->X.data() + size_t(O->P.A.Cols) * size_t(O->P.Width))),
        D(O->dense(O->P.A.Cols, O->X.data())) {
    size_t Bytes = 0;
    REQUIRE(SDDMM_bufferSize, library().Handle, Plain, Transposed, &One, C, D,
            &Zero, P, CUDA_R_64F, CUSPARSE_SDDMM_ALG_DEFAULT, &Bytes);
    Scratch = bufferOf(Bytes);
    REQUIRE(SDDMM_preprocess, library().Handle, Plain, Transposed, &One, C, D,
            &Zero, P, CUDA_R_64F, CUSPARSE_SDDMM_ALG_DEFAULT, Scratch);
  }
  ~Sddmm() override {
    library().DestroySpMat(P);
    library().DestroyDnMat(C);
    library().DestroyDnMat(D);
  }
  void fetch() override {
    Peer::fetch();
    for (size_t E = 0; E < O->P.A.entries(); ++E)
      O->P.Y[E] *= O->P.A.Val[E];
  }

private:
  void compute() override {
    REQUIRE(SDDMM, library().Handle, Plain, Transposed, &One, C, D, &Zero, P,
            CUDA_R_64F, CUSPARSE_SDDMM_ALG_DEFAULT, Scratch);
  }
  cusparseSpMatDescr_t P;
  cusparseDnMatDescr_t C, D;
  void *Scratch = nullptr;
};
} // namespace

/// An algorithm takes part unless cuSPARSE cannot run it here.
template <typename Peer, typename... Args>
static void add(Contenders &All, const char *Name, Args... A) {
  try {
    auto New = std::make_unique<Peer>(Name, A...);
    New->run();
    All.push_back(std::move(New));
  } catch (const std::runtime_error &E) {
    fprintf(stderr, "%s is left out: %s\n", Name, E.what());
  }
}

void lacuna::bench::addCuSparse(Contenders &All, const Problem &P, Device &D) {
  if (!library().Missing.empty())
    return;
  REQUIRE(SetStream, library().Handle,
          reinterpret_cast<cudaStream_t>(D.stream()));
  auto Of = std::make_shared<Operands>(P, D);
  if (P.K.What == Form::Sampled) {
    add<Sddmm>(All, "cusparse", Of);
  } else if (P.Width == 1) {
    add<Spmv>(All, "cusparse", Of, CUSPARSE_SPMV_ALG_DEFAULT);
    add<Spmv>(All, "cusparse-1", Of, CUSPARSE_SPMV_CSR_ALG1);
    add<Spmv>(All, "cusparse-2", Of, CUSPARSE_SPMV_CSR_ALG2);
  } else {
    add<Spmm>(All, "cusparse", Of, CUSPARSE_SPMM_ALG_DEFAULT);
    add<Spmm>(All, "cusparse-1", Of, CUSPARSE_SPMM_CSR_ALG1);
    add<Spmm>(All, "cusparse-2", Of, CUSPARSE_SPMM_CSR_ALG2);
    add<Spmm>(All, "cusparse-3", Of, CUSPARSE_SPMM_CSR_ALG3);
  }
}
