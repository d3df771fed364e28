//===- petsc-shell.cpp - a PETSc matrix whose product is a loop -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PETSc's solvers take any matrix of which they can call the product. Here it
// is an annotated loop of the user's over compressed rows (MATSHELL). Beside it
// the same matrix is stored by PETSc (MATAIJ): both products and both solutions
// are compared, and both products timed in turn.
//
//===----------------------------------------------------------------------===//

#include "../mpi-cg/Problem.h"
#include "../spmv/Paired.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <petscksp.h>

namespace {
/// One process's rows: the part that meets its own elements of x, and the part
/// that meets copies of others' elements, in the order of their numbers.
struct Rows {
  Csr Own, Others;
  Vec Halo = nullptr;
  VecScatter Scatter = nullptr;
};

void multiply(const Csr &A, const PetscScalar *x, PetscScalar *y) {
#pragma sparse
  for (int i = 0; i < A.Rows; ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      sum += A.val[p] * x[A.crd[p]];
    y[i] = sum;
  }
}

void multiplyAndAdd(const Csr &A, const PetscScalar *x, PetscScalar *y) {
#pragma sparse
  for (int i = 0; i < A.Rows; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      y[i] += A.val[p] * x[A.crd[p]];
}

/// y = A x, what PETSc calls: the halo is exchanged beside the own part.
PetscErrorCode multiplyShell(Mat Shell, Vec X, Vec Y) {
  Rows *A = nullptr;
  const PetscScalar *x = nullptr;
  PetscScalar *y = nullptr;
  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(Shell, &A));
  PetscCall(
      VecScatterBegin(A->Scatter, X, A->Halo, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecGetArrayRead(X, &x));
  PetscCall(VecGetArrayWrite(Y, &y));
  multiply(A->Own, x, y);
  PetscCall(VecRestoreArrayRead(X, &x));
  PetscCall(
      VecScatterEnd(A->Scatter, X, A->Halo, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecGetArrayRead(A->Halo, &x));
  multiplyAndAdd(A->Others, x, y);
  PetscCall(VecRestoreArrayRead(A->Halo, &x));
  PetscCall(VecRestoreArrayWrite(Y, &y));
  PetscFunctionReturn(0);
}

/// Splits \p Whole, the rows from \p First on of a matrix.
PetscErrorCode split(const Csr &Whole, int First, Vec X, Rows &A) {
  const int Last = First + Whole.Rows;
  auto isOwn = [&](int Column) { return Column >= First && Column < Last; };
  std::vector<PetscInt> Halo;
  std::copy_if(Whole.crd.begin(), Whole.crd.end(), std::back_inserter(Halo),
               [&](int Column) { return !isOwn(Column); });
  std::sort(Halo.begin(), Halo.end());
  Halo.erase(std::unique(Halo.begin(), Halo.end()), Halo.end());

  A.Own.Rows = A.Others.Rows = A.Own.Cols = Whole.Rows;
  A.Others.Cols = int(Halo.size());
  A.Own.pos = A.Others.pos = {0};
  for (int i = 0; i < Whole.Rows; ++i) {
    for (int p = Whole.pos[i]; p < Whole.pos[i + 1]; ++p) {
      int Column = Whole.crd[p];
      Csr &Part = isOwn(Column) ? A.Own : A.Others;
      Part.crd.push_back(
          isOwn(Column)
              ? Column - First
              : int(std::lower_bound(Halo.begin(), Halo.end(), Column) -
                    Halo.begin()));
      Part.val.push_back(Whole.val[p]);
    }
    A.Own.pos.push_back(int(A.Own.crd.size()));
    A.Others.pos.push_back(int(A.Others.crd.size()));
  }

  IS From = nullptr;
  PetscFunctionBeginUser;
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, PetscInt(Halo.size()), &A.Halo));
  PetscCall(ISCreateGeneral(PETSC_COMM_SELF, PetscInt(Halo.size()), Halo.data(),
                            PETSC_COPY_VALUES, &From));
  PetscCall(VecScatterCreate(X, From, A.Halo, nullptr, &A.Scatter));
  PetscCall(ISDestroy(&From));
  PetscFunctionReturn(0);
}

/// The same rows, stored by PETSc.
PetscErrorCode makeAij(const Csr &Whole, int n, Mat *Aij) {
  std::vector<PetscInt> pos(Whole.pos.begin(), Whole.pos.end());
  std::vector<PetscInt> crd(Whole.crd.begin(), Whole.crd.end());
  PetscFunctionBeginUser;
  PetscCall(MatCreateMPIAIJWithArrays(PETSC_COMM_WORLD, Whole.Rows, Whole.Rows,
                                      n, n, pos.data(), crd.data(),
                                      Whole.val.data(), Aij));
  PetscFunctionReturn(0);
}

PetscErrorCode makeShell(Rows &A, int n, Mat *Shell) {
  PetscFunctionBeginUser;
  PetscCall(MatCreateShell(PETSC_COMM_WORLD, A.Own.Rows, A.Own.Rows, n, n, &A,
                           Shell));
  PetscCall(MatShellSetOperation(*Shell, MATOP_MULT,
                                 reinterpret_cast<void (*)()>(multiplyShell)));
  PetscFunctionReturn(0);
}

/// The elements of x, of whichever process.
double elementOf(int Number) { return 1 + Number % 7; }

/// The largest |y - z| over what the terms of a row's sum in two orders may
/// differ by.
PetscErrorCode errorOverBound(const Csr &Whole, Vec Y, Vec Z, double *Worst) {
  const double U = std::numeric_limits<double>::epsilon() / 2;
  const PetscScalar *y = nullptr, *z = nullptr;
  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(Y, &y));
  PetscCall(VecGetArrayRead(Z, &z));
  double Largest = 0;
  for (int i = 0; i < Whole.Rows; ++i) {
    double Magnitude = 0;
    for (int p = Whole.pos[i]; p < Whole.pos[i + 1]; ++p)
      Magnitude += std::fabs(Whole.val[p]) * elementOf(Whole.crd[p]);
    double N = Whole.pos[i + 1] - Whole.pos[i] + 1;
    Largest =
        std::max(Largest, std::fabs(y[i] - z[i]) / (2 * N * U * Magnitude));
  }
  PetscCall(VecRestoreArrayRead(Y, &y));
  PetscCall(VecRestoreArrayRead(Z, &z));
  MPI_Allreduce(&Largest, Worst, 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
  PetscFunctionReturn(0);
}

/// Solves A x = b by conjugate gradients, without a preconditioner.
PetscErrorCode solve(Mat A, Vec B, Vec X, PetscInt *Iterations) {
  KSP Solver = nullptr;
  PC None = nullptr;
  PetscFunctionBeginUser;
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &Solver));
  PetscCall(KSPSetOperators(Solver, A, A));
  PetscCall(KSPSetType(Solver, KSPCG));
  PetscCall(KSPGetPC(Solver, &None));
  PetscCall(PCSetType(None, PCNONE));
  PetscCall(
      KSPSetTolerances(Solver, 1e-10, PETSC_DEFAULT, PETSC_DEFAULT, 10000));
  PetscCall(KSPSolve(Solver, B, X));
  PetscCall(KSPGetIterationNumber(Solver, Iterations));
  PetscCall(KSPDestroy(&Solver));
  PetscFunctionReturn(0);
}

/// Seconds for one of \p Repeats products, of the slowest process.
PetscErrorCode timed(Mat A, Vec X, Vec Y, int Repeats, double *Seconds) {
  PetscFunctionBeginUser;
  MPI_Barrier(PETSC_COMM_WORLD);
  double Begin = MPI_Wtime();
  for (int R = 0; R < Repeats; ++R)
    PetscCall(MatMult(A, X, Y));
  double Mine = (MPI_Wtime() - Begin) / Repeats;
  MPI_Allreduce(&Mine, Seconds, 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
  PetscFunctionReturn(0);
}

/// Times both in turn: in each round the ratio is taken, so that a change of
/// the machine's speed meets both.
PetscErrorCode compareTimes(Mat Aij, Mat Shell, Vec X, Vec Y, int Rounds) {
  std::vector<double> OfAij, OfShell, Ratios;
  double a = 0, s = 0;
  PetscFunctionBeginUser;
  PetscCall(timed(Aij, X, Y, 20, &a));
  // So often, the runtime has found out what suits the loop.
  PetscCall(timed(Shell, X, Y, 300, &s));
  const int Repeats = std::clamp(int(5e-3 / std::max(a, s)), 1, 1000);
  for (int R = 0; R < Rounds; ++R) {
    if (R % 2)
      PetscCall(timed(Shell, X, Y, Repeats, &s));
    PetscCall(timed(Aij, X, Y, Repeats, &a));
    if (R % 2 == 0)
      PetscCall(timed(Shell, X, Y, Repeats, &s));
    OfAij.push_back(a);
    OfShell.push_back(s);
    Ratios.push_back(a / s);
  }
  PetscCall(PetscPrintf(PETSC_COMM_WORLD,
                        "AIJ %.1f us, shell %.1f us a product\n"
                        "the shell is %.2f times as fast (quartiles %.2f and "
                        "%.2f of %d rounds)\n",
                        1e6 * quantile(OfAij, 0.5),
                        1e6 * quantile(OfShell, 0.5), quantile(Ratios, 0.5),
                        quantile(Ratios, 0.25), quantile(Ratios, 0.75),
                        Rounds));
  PetscFunctionReturn(0);
}

PetscErrorCode compare(const Problem &P, int Rounds) {
  Mat Aij = nullptr, Shell = nullptr;
  Vec X = nullptr, Y = nullptr, Z = nullptr;
  Rows A;
  PetscInt First = 0, Last = 0, OfAij = 0, OfShell = 0;
  PetscFunctionBeginUser;
  PetscCall(VecCreateMPI(PETSC_COMM_WORLD, PETSC_DECIDE, P.Rows, &X));
  PetscCall(VecGetOwnershipRange(X, &First, &Last));
  PetscCall(VecDuplicate(X, &Y));
  PetscCall(VecDuplicate(X, &Z));
  const Csr Whole = P.rows(First, Last);
  PetscCall(split(Whole, First, X, A));
  PetscCall(makeAij(Whole, P.Rows, &Aij));
  PetscCall(makeShell(A, P.Rows, &Shell));

  PetscScalar *x = nullptr;
  PetscCall(VecGetArrayWrite(X, &x));
  for (PetscInt i = First; i < Last; ++i)
    x[i - First] = elementOf(int(i));
  PetscCall(VecRestoreArrayWrite(X, &x));
  PetscCall(MatMult(Aij, X, Y));
  PetscCall(MatMult(Shell, X, Z));
  double Error = 0, Difference = 0, Norm = 0;
  PetscCall(errorOverBound(Whole, Y, Z, &Error));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%d rows: products %s\n", P.Rows,
                        Error <= 1 ? "agree" : "DIFFER"));

  PetscCall(solve(Aij, X, Y, &OfAij));
  PetscCall(solve(Shell, X, Z, &OfShell));
  PetscCall(VecNorm(Y, NORM_2, &Norm));
  PetscCall(VecAXPY(Z, -1, Y));
  PetscCall(VecNorm(Z, NORM_2, &Difference));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD,
                        "AIJ takes %d iterations, shell %d; the answers differ "
                        "by %.1e of their length\n",
                        int(OfAij), int(OfShell), Difference / Norm));
  PetscCall(compareTimes(Aij, Shell, X, Y, Rounds));

  PetscCall(MatDestroy(&Aij));
  PetscCall(MatDestroy(&Shell));
  PetscCall(VecScatterDestroy(&A.Scatter));
  PetscCall(VecDestroy(&A.Halo));
  for (Vec *V : {&X, &Y, &Z})
    PetscCall(VecDestroy(V));
  PetscFunctionReturn(0);
}
} // namespace

int main(int argc, char **argv) {
  PetscInt Side = 40, Seed = 0, Rounds = 31;
  // Threads run between calls of MPI and of PETSc.
  PETSC_MPI_THREAD_REQUIRED = MPI_THREAD_FUNNELED;
  PetscCall(PetscInitialize(&argc, &argv, nullptr,
                            "-side POINTS -irregular SEED -rounds NUMBER\n"));
  PetscCall(PetscOptionsGetInt(nullptr, nullptr, "-side", &Side, nullptr));
  PetscCall(PetscOptionsGetInt(nullptr, nullptr, "-irregular", &Seed, nullptr));
  PetscCall(PetscOptionsGetInt(nullptr, nullptr, "-rounds", &Rounds, nullptr));
  PetscCall(compare(Seed ? irregularProblem(int(Side), std::uint64_t(Seed))
                         : gridProblem(int(Side)),
                    int(Rounds)));
  PetscCall(PetscFinalize());
  return 0;
}
