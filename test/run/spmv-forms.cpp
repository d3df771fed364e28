// The ways people write a row product: seeds, bounds, conditions, counters.
// RUN: %check-run --loops 12 %s -o %t

#include "support/support.h"

using Matrix = run::Csr<>;
using Vector = std::vector<double>;

void hoistedBound(int m, const int *pos, const int *crd, const double *val,
                  const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    const int begin = pos[i], end = pos[i + 1];
    double sum = 0.0;
    for (int p = begin; p < end; ++p) {
      const int j = crd[p];
      sum += val[p] * x[j];
    }
    y[i] = sum;
  }
}

void seededByOutput(int m, const int *pos, const int *crd, const double *val,
                    const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = y[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void scaled(int m, const int *pos, const int *crd, const double *val,
            const double *x, double *y) {
  double alpha = 1.25, beta = -0.5;
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = beta * y[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += alpha * val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void finished(int m, const int *pos, const int *crd, const double *val,
              const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = 2 * sum + y[i];
  }
}

void straight(int m, const int *pos, const int *crd, const double *val,
              const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
}

void cleared(int m, const int *pos, const int *crd, const double *val,
             const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    y[i] = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
  }
}

void subtracted(int m, const int *pos, const int *crd, const double *val,
                const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double r = y[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      r -= val[p] * x[crd[p]];
    y[i] = r;
  }
}

void spelledOut(int m, const int *pos, const int *crd, const double *val,
                const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i <= m - 1; i += 1) {
    double sum = 0;
    for (int p = pos[i]; p != pos[i + 1]; p++)
      sum = sum + val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void offDiagonal(int m, const int *pos, const int *crd, const double *val,
                 const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] != i)
        sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void twoSums(int m, const int *pos, const int *crd, const double *val,
             const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0, magnitude = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      double term = val[p] * x[crd[p]];
      sum += term;
      magnitude += term < 0 ? -term : term;
    }
    y[i] = magnitude > 1 ? sum / magnitude : sum;
  }
}

void narrowOutput(int m, const int *pos, const int *crd, const double *val,
                  const double *x, double *y) {
  static float narrow[300];
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    narrow[i] = sum;
  }
  for (int i = 0; i < m; ++i)
    y[i] = narrow[i];
}

void innerRows(int m, const int *pos, const int *crd, const double *val,
               const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 1; i < m - 1; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

int main() {
  for (const Matrix &A : run::shapes()) {
    Vector x = run::Random(7).vector<double>(A.Cols);
    auto Run = [&](const char *Name, auto Kernel) {
      Vector y = run::Random(8).vector<double>(A.Rows + 1);
      Kernel(int(A.Rows), A.pos.data(), A.crd.data(), A.val.data(), x.data(),
             y.data());
      run::record(std::string(Name) + ", " + A.Name, y);
    };
    Run("hoistedBound", hoistedBound);
    Run("seededByOutput", seededByOutput);
    Run("scaled", scaled);
    Run("finished", finished);
    Run("straight", straight);
    Run("cleared", cleared);
    Run("subtracted", subtracted);
    Run("spelledOut", spelledOut);
    Run("offDiagonal", offDiagonal);
    Run("twoSums", twoSums);
    Run("narrowOutput", narrowOutput);
    Run("innerRows", innerRows);
  }
}
