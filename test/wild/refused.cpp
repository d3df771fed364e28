// Loops in the wild that keep their order, or that are not understood: each is
// refused for just the command that is illegal, or at the place that stops it.
// clang-format off
// RUN: %clangxx -std=c++20 -ferror-limit=0 -w %plugin -fsyntax-only \
// RUN:   -Xclang -verify %s

#include <atomic>
#include <cmath>
#include <cstdio>
#include <map>
#include <vector>

//===-- rows that need each other: only the threads are refused
//------------===//

void gaussSeidel(int m, const int *pos, const int *crd, const double *val,
                 const double *b, double *x) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races) // expected-error {{iterations of 'i0' depend on each other: one reads 'x' where another may have written it}} // expected-note {{'wavefront' runs them in the order that the data allow, with the same results}}
  for (int i = 0; i < m; ++i) {
    double sum = b[i], diagonal = 1;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      if (crd[p] == i)
        diagonal = val[p];
      else
        sum -= val[p] * x[crd[p]];
    }
    x[i] = sum / diagonal;
  }
}

void overRelaxation(int m, double omega, const int *pos, const int *crd,
                    const double *val, const double *b, double *x) {
#pragma sparse parallelize(i, cpu_thread, ignore_races) // expected-error {{iterations of 'i' depend on each other: one reads 'x' where another may have written it}} // expected-note {{'wavefront' runs them in the order that the data allow, with the same results}} // expected-note {{if the loop is right whether an iteration reads 'x' before or after another one stores there, as iterations that converge are, 'assume(asynchronous(x))' says so}}
  for (int i = 0; i < m; ++i) {
    double sum = b[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum -= val[p] * x[crd[p]];
    x[i] += omega * sum;
  }
}

void lowerSolve(int m, const int *pos, const int *crd, const double *val,
                const double *diagonal, double *x) {
#pragma sparse parallelize(i, cpu_thread, no_races) // expected-error {{iterations of 'i' depend on each other: one reads 'x' where another may have written it}} // expected-note {{'wavefront' runs them in the order that the data allow, with the same results}}
  for (int i = 0; i < m; ++i) {
    double sum = x[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] < i)
        sum -= val[p] * x[crd[p]];
    x[i] = sum / diagonal[i];
  }
}

void lowerSolveByColumns(int n, const int *pos, const int *crd,
                         const double *val, double *x) {
#pragma sparse parallelize(j, cpu_thread, atomics) // expected-error {{different iterations of 'j' may store to one element of 'x', and 'atomics' is for updates only}}
  for (int j = 0; j < n; ++j) {
    x[j] /= val[pos[j]];
    for (int p = pos[j] + 1; p < pos[j + 1]; ++p)
      x[crd[p]] -= val[p] * x[j];
  }
}

void backwardSolve(int m, const int *pos, const int *crd, const double *val,
                   double *x) {
#pragma sparse parallelize(i, cpu_thread, no_races) // expected-error {{iterations of 'i' depend on each other: one reads 'x' where another may have written it}} // expected-note {{'wavefront' runs them in the order that the data allow, with the same results}}
  for (int i = m - 1; i >= 0; --i) {
    double sum = x[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum -= val[p] * x[crd[p]];
    x[i] = sum;
  }
}

double runningSum(int m, const int *pos, const double *val, double *y) {
  double total = 0;
#pragma sparse parallelize(i, cpu_thread, no_races) // expected-error {{iterations of 'i' depend on each other: one reads 'total' where another may have written it}} // expected-note {{no race strategy makes such a loop parallel}}
  for (int i = 0; i < m; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      total += val[p];
    y[i] = total;
  }
  return total;
}

void prefixSum(int n, int *pos) {
#pragma sparse parallelize(i, cpu_thread, no_races) // expected-error {{iterations of 'i' depend on each other: one reads 'pos' where another may have written it}} // expected-note {{no race strategy makes such a loop parallel}}
  for (int i = 0; i < n; ++i)
    pos[i + 1] += pos[i];
}

void dampedHistory(int m, const int *pos, const double *val, double *y) {
  double history = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction) // expected-error {{iterations of 'i' depend on each other: one reads 'history' where another may have written it}} // expected-note {{no race strategy makes such a loop parallel}}
  for (int i = 0; i < m; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      history = 0.5 * history + val[p];
    y[i] = history;
  }
}

void labelsInPlace(int m, const int *pos, const int *crd, int *label) {
#pragma sparse parallelize(v, cpu_thread, no_races) // expected-error {{iterations of 'v' depend on each other: one reads 'label' where another may have written it}} // expected-note {{'wavefront' runs them in the order that the data allow, with the same results}}
  for (int v = 0; v < m; ++v)
    for (int e = pos[v]; e < pos[v + 1]; ++e)
      if (label[crd[e]] < label[v])
        label[v] = label[crd[e]];
}

//===-- writes through coordinates: a race strategy is missing
//-------------===//

void scatter(int m, const int *pos, const int *crd, const double *val,
             const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races) // expected-error {{different iterations of 'i' may update one element of 'y'}} // expected-note {{'assume(injective(crd))' vouches that they do not: that no two elements of 'crd' are equal}} // expected-note {{'parallel_reduction' joins copies of 'y', with its terms in another order}} // expected-note {{'atomics' makes each update atomic}}
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[crd[p]] += val[p] * x[i];
}

void symmetricHalf(int m, const int *pos, const int *crd, const double *val,
                   const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races) // expected-error {{different iterations of 'i' may update one element of 'y'}} // expected-note {{'parallel_reduction' joins copies of 'y', with its terms in another order}} // expected-note {{'atomics' makes each update atomic}} // expected-note {{'ignore_races' vouches that they do not}}
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      y[i] += val[p] * x[crd[p]];
      y[crd[p]] += val[p] * x[i];
    }
}

void histogram(int n, const int *key, int *count) {
#pragma sparse parallelize(k, cpu_vector, no_races) // expected-error {{different iterations of 'k' may update one element of 'count'}} // expected-note {{'assume(injective(key))' vouches that they do not: that no two elements of 'key' are equal}}
  for (int k = 0; k < n; ++k)
    count[key[k]]++;
}

void parents(int m, const int *pos, const int *crd, int *parent) {
#pragma sparse parallelize(v, cpu_thread, no_races) // expected-error {{different iterations of 'v' may store to one element of 'parent'}} // expected-note {{'assume(injective(crd))' vouches that they do not: that no two elements of 'crd' are equal}} // expected-note {{'ignore_races' vouches that they do not}}
  for (int v = 0; v < m; ++v)
    for (int e = pos[v]; e < pos[v + 1]; ++e)
      parent[crd[e]] = v;
}

void fill(int m, const int *pos, const int *crd, const double *val, int *next,
          double *out) {
#pragma sparse parallelize(i, cpu_thread, no_races) // expected-error {{different iterations of 'i' may store to one element of 'next'}} // expected-note {{'assume(extent(next, n))', where it has n elements, lets 'scan' find out first where each thread begins}}
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      out[next[crd[p]]++] = val[p];
}

int compaction(int m, const double *val, double *out) {
  int n = 0;
#pragma sparse parallelize(i, cpu_thread, no_races) // expected-error {{iterations of 'i' depend on each other: one reads 'n' where another may have written it}} // expected-note {{'scan' finds out first where each thread begins}}
  for (int i = 0; i < m; ++i)
    if (val[i] > 0)
      out[n++] = val[i];
  return n;
}

void cursorByLengths(int m, const int *length, const double *val, double *y) {
  int q = 0;
#pragma sparse parallelize(i, cpu_thread, no_races) // expected-error {{iterations of 'i' depend on each other: one reads 'q' where another may have written it}} // expected-note {{'scan' finds out first where each thread begins}}
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < length[i]; ++k, ++q)
      y[i] += val[q];
}

//===-- loops that are left, or that may do something else
//-----------------===//

int firstEmpty(int m, const int *pos) {
  int found = -1;
#pragma sparse order(i)
  for (int i = 0; i < m; ++i)
    if (pos[i] == pos[i + 1]) {
      found = i;
      break; // expected-error {{'break' leaves the loop early; accepted are loops that run to their bound}}
    }
  return found;
}

bool isSorted(int m, const int *pos, const int *crd) {
#pragma sparse order(i, p)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i] + 1; p < pos[i + 1]; ++p)
      if (crd[p] < crd[p - 1])
        return false; // expected-error {{'return' leaves the nest early; accepted are loops that run to their bound}}
  return true;
}

void checked(int m, const double *diagonal, double *x) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i) {
    if (diagonal[i] == 0)
      throw "zero pivot"; // expected-error {{'throw' leaves the nest early; accepted are loops that run to their bound, and checks that compare loop variables with values that stay the same}}
    x[i] /= diagonal[i];
  }
}

void checkedSubscript(int m, const int *crd, const std::vector<double> &x,
                      double *y) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i)
    y[i] = x.at(crd[i]); // expected-error {{'x.at(crd[i])' may throw; accepted are subscripts whose range is known in front of the nest, or '[]'}}
}

void traced(int m, const int *pos, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i) {
    printf("row %d\n", i); // expected-error {{call of 'printf' may have side effects; what 'printf' writes comes in the order of iterations, so that the loop stays: store what is computed, and write it behind the loop}}
    y[i] = pos[i];
  }
}

double callback(double);
void byCallback(int m, double (*f)(double), const double *x, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i)
    y[i] = f(x[i]); // expected-error {{call of a function pointer may have side effects; accepted are the functions of <cmath>, std::min, std::max and std::abs, and functions whose visible bodies do what a nest may do}}
}

void byHiddenFunction(int m, const double *x, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i)
    y[i] = callback(x[i]); // expected-error {{call of 'callback' may have side effects; accepted are the functions of <cmath>, std::min, std::max and std::abs, and functions whose visible bodies do what a nest may do}}
}

int calls;
inline double counted(double v) {
  ++calls; // expected-note {{here, in the body of what is called}}
  return v;
}
void byCountingFunction(int m, const double *x, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < int(counted(x[i])); ++k) // expected-error {{call of 'counted' cannot become a part of the loop: statement is not supported in a function that is called inside of an expression or a bound; accepted are declarations, 'if' and 'return', and a call for a variable in front, as in 'const auto k = f(...);'}}
      y[i] += k;
}

struct Operator {
  virtual double weight(int i) const { return i; }
};
void byVirtualFunction(int m, const Operator &A, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i)
    y[i] = A.weight(i); // expected-error {{call of 'weight' may have side effects; accepted are the functions of <cmath>, std::min, std::max and std::abs, and functions whose visible bodies do what a nest may do}}
}

void volatileFlag(int m, volatile const int *stop, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i)
    y[i] = *stop; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}

void atomicSums(int m, const int *pos, const int *crd,
                _Atomic(int) *degree) {
#pragma sparse order(i, p)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      degree[crd[p]]++; // expected-error {{atomic accesses must happen as written; accepted are plain objects}}
}

void mapOfEntries(int m, std::map<int, double> &row, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i)
    y[i] = row[i]; // expected-error {{overloaded 'operator[]' may have side effects; std::map may add an element for each key: accepted are keys that are numbered in front of the loop, and an array over these numbers, as in 'sum[number[i]] += x[i];'}}
}

void growing(int m, const int *pos, std::vector<std::vector<double>> &out) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i)
    out[i].push_back(pos[i]); // expected-error {{call of 'push_back' may have side effects; iterations append to different vectors: a loop that counts how many elements each gets, and one that fills one array in their order, are understood}}
}

void boundsThatChange(int m, int *pos, const int *crd) {
#pragma sparse order(i, p)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) // expected-error {{bounds of loop 'p' read 'pos', which the nest writes; accepted are bounds that the nest does not change}}
      pos[crd[p]] = p;
}

void searchedRow(int n, int m, const int *pos, int *row) {
  int i = 0;
#pragma sparse parallelize(p, cpu_thread, no_races) // expected-error {{iterations of 'p' depend on each other: one reads 'i' where another may have written it}} // expected-note {{no race strategy makes such a loop parallel}}
  for (int p = 0; p < n; ++p) {
    while (i < m && pos[i + 1] <= p)
      ++i;
    row[p] = i;
  }
}

/// Which row an entry adds to depends on data.
void scatteredRows(int nnz, int n, const int *row, const double *val, double **C) {
#pragma sparse parallelize(p, cpu_thread, no_races) // expected-error {{different iterations of 'p' may update one element of 'C'}} // expected-note {{'assume(injective(row))' vouches that they do not: that no two elements of 'row' are equal}} // expected-note {{threads have copies of one array, not of rows}} // expected-note {{'atomics' makes each update atomic}}
  for (int p = 0; p < nnz; ++p)
    for (int k = 0; k < n; ++k)
      C[row[p]][k] += val[p];
}

/// Each row is made of the one in front of it; its elements are independent.
void tableOfSums(int m, int n, double **T) {
#pragma sparse parallelize(i, cpu_thread, no_races) // expected-error {{iterations of 'i' depend on each other: one reads 'T' where another may have written it}} // expected-note {{no race strategy makes such a loop parallel}}
  for (int i = 1; i < m; ++i)
    for (int k = 0; k < n; ++k)
      T[i][k] = T[i - 1][k] + 1;
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int i = 1; i < m; ++i)
    for (int k = 0; k < n; ++k)
      T[i][k] = T[i - 1][k] + 1;
}

//===-- forms that are not understood yet
//----------------------------------===//

/// Which rows are read is found out on the way.
void rowsByResult(int m, double **A, int *next, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i) {
    next[i] = next[i] + 1;
    y[i] = A[next[i]][0]; // expected-error {{which rows are read, or whether one is, depends on what the nest computes; accepted are rows that are found, under conditions too, by loop variables and by arrays that the nest only reads}}
  }
}

void deepRows(int m, double ***A, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i)
    y[i] = A[i][i][0]; // expected-error {{'A[i][i]' is an array of its own in a row of arrays; accepted are rows of numbers and records}}
}

void overMaps(int m, const std::vector<std::map<int, double>> &rows,
              const double *x, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i)
    for (const auto &[j, v] : rows[i]) // expected-error {{loop 'j' goes through 'std::map<int, double>'}}
      y[i] += v * x[j];
}
