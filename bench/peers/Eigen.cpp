//===- Eigen.cpp - Eigen as a peer -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "harness/Registry.h"
#include <Eigen/SparseCore>

using namespace lacuna::bench;

using Matrix = Eigen::Map<const Eigen::SparseMatrix<double, Eigen::RowMajor>>;
using RowMajor =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

static Matrix view(const Csr &A) {
  return Matrix(A.Rows, A.Cols, Eigen::Index(A.entries()), A.Pos.data(),
                A.Crd.data(), A.Val.data());
}

static Product prepareSpmv(const Problem &P) {
  Eigen::setNbThreads(P.Threads);
  return [P] {
    Eigen::Map<const Eigen::VectorXd> X(P.X, P.A.Cols);
    Eigen::Map<Eigen::VectorXd> Y(P.Y, P.A.Rows);
    Y.noalias() = view(P.A) * X;
  };
}

static Product prepareTransposed(const Problem &P) {
  Eigen::setNbThreads(P.Threads);
  return [P] {
    Eigen::Map<const Eigen::VectorXd> X(P.X, P.A.Rows);
    Eigen::Map<Eigen::VectorXd> Y(P.Y, P.A.Cols);
    Y.noalias() += view(P.A).transpose() * X;
  };
}

static Product prepareSpmm(const Problem &P) {
  Eigen::setNbThreads(P.Threads);
  return [P] {
    Eigen::Map<const RowMajor> X(P.X, P.A.Cols, P.Width);
    Eigen::Map<RowMajor> Y(P.Y, P.A.Rows, P.Width);
    Y.noalias() += view(P.A) * X;
  };
}

static RegisterVariant Spmv({"spmv", "eigen", "Eigen", prepareSpmv});
static RegisterVariant Transposed({"spmvt", "eigen", "Eigen",
                                   prepareTransposed});
static RegisterVariant Spmm({"spmm32", "eigen", "Eigen", prepareSpmm});
static RegisterPeer Peer("Eigen", std::to_string(EIGEN_WORLD_VERSION) + "." +
                                      std::to_string(EIGEN_MAJOR_VERSION) +
                                      "." +
                                      std::to_string(EIGEN_MINOR_VERSION));
