//===- cg.cpp - conjugate gradients on a GPU ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A solver whose loops run where the data is: the matrix goes to the device
// once, and of the iterations only the sums come back. Without a GPU, or without
// Lacuna, the same program runs on the CPU.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Vector = std::vector<double>;

struct Matrix {
  int rows = 0;
  std::vector<int> pos = {0}, crd;
  Vector val;

  void add(int column, double value) {
    crd.push_back(column);
    val.push_back(value);
  }
};

/// Laplace's equation on a square of size * size points.
static Matrix laplacian(int size) {
  Matrix A;
  A.rows = size * size;
  for (int row = 0; row < A.rows; ++row) {
    if (row >= size)
      A.add(row - size, -1);
    if (row % size > 0)
      A.add(row - 1, -1);
    A.add(row, 4);
    if (row % size < size - 1)
      A.add(row + 1, -1);
    if (row < A.rows - size)
      A.add(row + size, -1);
    A.pos.push_back(int(A.crd.size()));
  }
  return A;
}

static void multiply(const Matrix &A, const Vector &x, Vector &y) {
#pragma sparse target(cuda)
  for (int i = 0; i < A.rows; ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      sum += A.val[p] * x[A.crd[p]];
    y[i] = sum;
  }
}

static double dot(const Vector &x, const Vector &y) {
  double sum = 0;
#pragma sparse target(cuda)
  for (size_t i = 0; i < x.size(); ++i)
    sum += x[i] * y[i];
  return sum;
}

/// y = a x + b y.
static void add(double a, const Vector &x, double b, Vector &y) {
#pragma sparse target(cuda)
  for (size_t i = 0; i < x.size(); ++i)
    y[i] = a * x[i] + b * y[i];
}

/// Solves A x = b from x = 0; the number of iterations.
static int solve(const Matrix &A, const Vector &b, Vector &x) {
  Vector r = b, p = b, q(b.size());
  int iteration = 0;
#pragma sparse data copyin(A.pos, A.crd, A.val) copy(x, r, p) create(q)
  {
    double rr = dot(r, r);
    for (; std::sqrt(rr) > 1e-9 && iteration < 1000; ++iteration) {
      multiply(A, p, q);
      double alpha = rr / dot(p, q);
      add(alpha, p, 1, x);
      add(-alpha, q, 1, r);
      double next = dot(r, r);
      add(1, r, next / rr, p);
      rr = next;
    }
  }
  return iteration;
}

int main(int argc, char **argv) {
  Matrix A = laplacian(argc > 1 ? std::atoi(argv[1]) : 64);
  Vector b(size_t(A.rows), 1), x(b.size()), check(b.size());
  int iterations = solve(A, b, x);
  multiply(A, x, check);
  double error = 0;
  for (size_t i = 0; i < b.size(); ++i)
    error = std::fmax(error, std::fabs(check[i] - b[i]));
  std::printf("%d iterations, error %s\n", iterations,
              error < 1e-8 ? "below 1e-8" : "too large");
  return error < 1e-8 ? 0 : 1;
}
