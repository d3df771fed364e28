//===- main.cpp - conjugate gradients by several processes ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each process has a block of rows, and threads of its own for the loops. While
// the elements that rows need from other processes are on their way, the rows
// that need none are multiplied.
//
// The answer is that of one process but for rounding: rows are summed in the
// same order, inner products are not, as each process adds up its own part. The
// first process solves the whole problem alone, too, and compares.
//
//===----------------------------------------------------------------------===//

#include "Distributed.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace {
const double Tolerance = 1e-10;

struct Answer {
  Vector x;
  int Iterations = 0;
  double Residual = 0; ///< |b - A x|, computed from x
  double Seconds = 0;
};

/// x += a p and r -= a q; the sums of r * r and of r * z, where z = d r is r
/// preconditioned.
void step(double a, int n, const Vector &p, const Vector &q, const Vector &d,
          Vector &x, Vector &r, double *Sums) {
  double rr = 0, rz = 0;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    x[i] += a * p[i];
    r[i] -= a * q[i];
    rr += r[i] * r[i];
    rz += r[i] * r[i] * d[i];
  }
  Sums[0] = rr;
  Sums[1] = rz;
}

/// p = d r + b p.
void turn(double b, int n, const Vector &d, const Vector &r, Vector &p) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    p[i] = d[i] * r[i] + b * p[i];
}

/// Solves A x = b from x = 0, preconditioned by the diagonal.
Answer solve(Distributed &A, const Vector &b, bool Print) {
  const int n = A.rows();
  const Vector d = A.inverseDiagonal();
  Answer Found;
  Found.x = A.vector();
  Vector r = b, p = A.vector(), q = A.vector();
  double Begin = MPI_Wtime();
  turn(0, n, d, r, p);
  const double First = A.dot(b, b);
  double Sums[2] = {First, A.dot(r, p)};
  for (int k = 0;; ++k) {
    double Relative = std::sqrt(Sums[0] / First);
    bool IsLast = !(Relative > Tolerance) || k == 10000;
    if (Print && (k % 10 == 0 || IsLast))
      std::printf("%9d   %.4e\n", k, Relative);
    if (IsLast) {
      Found.Iterations = k;
      break;
    }
    A.multiply(p, q);
    const double rz = Sums[1];
    step(rz / A.dot(p, q), n, p, q, d, Found.x, r, Sums);
    A.addUp(Sums, 2);
    turn(Sums[1] / rz, n, d, r, p);
  }
  Found.Seconds = MPI_Wtime() - Begin;

  A.multiply(Found.x, q);
#pragma sparse
  for (int i = 0; i < n; ++i)
    q[i] = b[i] - q[i];
  Found.Residual = std::sqrt(A.dot(q, q));
  return Found;
}

/// A right-hand side that depends on rows' numbers alone.
Vector rightHandSide(const Distributed &A) {
  Vector b = A.vector();
  for (int i = 0; i < A.rows(); ++i)
    b[i] = 1 + A.numbers()[i] % 7;
  return b;
}

/// The whole answer, in the first process.
Vector gathered(const Distributed &A, const Vector &x, int Rows) {
  Vector Part(Rows), Whole(Rows);
  for (int i = 0; i < A.rows(); ++i)
    Part[A.numbers()[i]] = x[i];
  MPI_Reduce(Part.data(), Whole.data(), Rows, MPI_DOUBLE, MPI_SUM, 0,
             MPI_COMM_WORLD);
  return Whole;
}

/// Solves the whole problem in this process. A (x - y) is the difference of the
/// two residuals, so that |x - y| is at most the sum of their norms over the
/// smallest eigenvalue.
bool agreesWithOneProcess(const Problem &P, const Answer &Found,
                          const Vector &x) {
  Distributed A(P, MPI_COMM_SELF);
  Answer Alone = solve(A, rightHandSide(A), false);
  double Difference = 0, Norm = 0;
  for (int i = 0; i < P.Rows; ++i) {
    double Other = Alone.x[i] - x[A.numbers()[i]];
    Difference += Other * Other;
    Norm += Alone.x[i] * Alone.x[i];
  }
  Difference = std::sqrt(Difference / Norm);
  double Bound = P.Smallest > 0 ? (Found.Residual + Alone.Residual) /
                                      P.Smallest / std::sqrt(Norm)
                                : std::numeric_limits<double>::infinity();
  std::printf("one process takes %d iterations; the answers differ by %.1e of "
              "their length",
              Alone.Iterations, Difference);
  if (P.Smallest > 0)
    std::printf(", %.1e may be", Bound);
  std::printf("\n");
  return Difference <= Bound;
}

/// What all processes are told to solve; an error in Problem's place otherwise.
std::string problemOf(int argc, char **argv, Problem &P) {
  const char *Name = argc > 1 ? argv[1] : "grid";
  const int Side = argc > 2 ? std::atoi(argv[2]) : 40;
  if (Side < 1 || Side > 1000)
    return "a cube has 1 to 1000 points along each side";
  if (!std::strcmp(Name, "grid")) {
    P = gridProblem(Side);
    return "";
  }
  if (!std::strcmp(Name, "irregular")) {
    P = irregularProblem(Side,
                         argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
    return "";
  }
  P.Kind = Problem::File;
  std::string Error = readMatrixMarket(Name, P.Whole);
  P.Rows = P.Whole.Rows;
  if (Error.empty() && P.Whole.Cols != P.Rows)
    Error = "the matrix is not square";
  return Error.empty() ? "" : Name + (": " + Error);
}

int run(const Problem &P, int Rank, int Size) {
  Distributed A(P, MPI_COMM_WORLD);
  if (Rank == 0)
    std::printf("%d rows, processes: %d\niteration   residual\n", P.Rows, Size);
  const Vector b = rightHandSide(A);
  const Answer Found = solve(A, b, Rank == 0);
  const double Length = std::sqrt(A.dot(b, b));
  const Vector x = gathered(A, Found.x, P.Rows);

  double Shares[3] = {double(A.interior()), double(A.halo()), A.waited()};
  A.addUp(Shares, 3);
  int IsRight = Found.Residual <= 10 * Tolerance * Length;
  if (Rank == 0) {
    std::printf("%.1f %% of the rows are interior, halos have %.0f elements\n"
                "%.3f s, %.0f us an iteration, %.1f %% of it waiting for "
                "halos\n",
                100 * Shares[0] / P.Rows, Shares[1], Found.Seconds,
                1e6 * Found.Seconds / std::max(Found.Iterations, 1),
                100 * Shares[2] / Size / Found.Seconds);
    IsRight &= agreesWithOneProcess(P, Found, x);
    std::printf("%s\n", IsRight ? "right" : "WRONG");
  }
  MPI_Bcast(&IsRight, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return IsRight ? 0 : 1;
}
} // namespace

int main(int argc, char **argv) {
  // Threads run between calls of MPI, which the main thread alone makes.
  int Level = 0, Rank = 0, Size = 1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &Level);
  MPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  MPI_Comm_size(MPI_COMM_WORLD, &Size);
  Problem P;
  std::string Error = Level < MPI_THREAD_FUNNELED ? "this MPI allows no threads"
                                                  : problemOf(argc, argv, P);
  int Status = 2;
  if (Error.empty())
    Status = run(P, Rank, Size);
  else if (Rank == 0)
    std::fprintf(stderr,
                 "mpi-cg: %s\nusage: mpi-cg [grid SIDE | irregular SIDE SEED | "
                 "FILE.mtx]\n",
                 Error.c_str());
  MPI_Finalize();
  return Status;
}
