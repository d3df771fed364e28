// keep(q): what is no variable whose values later runs can read. Each message once.
// RUN: %clangxx_sparse -std=c++20 -w -fsyntax-only -Xclang -verify %s

static int find(const int *pos, const int *crd, int row, int col) {
  int p = pos[row];
  while (crd[p] < col)
    ++p;
  return p;
}

void noVariable(int n, const int *pos, const int *crd, const int *row, double *val) {
#pragma sparse keep(r) // expected-error {{'keep' needs a variable that the loop computes, not 'r'}}
  for (int i = 0; i < n; ++i) {
    const int q = find(pos, crd, row[i], i);
    val[q] += 1;
  }
}

void noLoop(int n, const int *pos, const int *crd, const int *row, double *val) {
#pragma sparse keep(i) // expected-error {{'keep' needs a variable that the loop computes, not 'i'}}
  for (int i = 0; i < n; ++i) {
    const int q = find(pos, crd, row[i], i);
    val[q] += 1;
  }
}

void noInteger(int n, const int *pos, const double *x, double *y) {
#pragma sparse keep(s) // expected-error {{'keep' keeps integers; 's' is 'double'}}
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += x[p];
    y[i] += s;
  }
}

void ofStores(int n, const int *pos, int *crd, const int *row) {
#pragma sparse keep(q) // expected-error {{'q' depends on 'crd', which the loop stores to}}
  for (int i = 0; i < n; ++i) {
    const int q = find(pos, crd, row[i], i);
    crd[q] = 0;
  }
}

struct Entry {
  int col;
  double val;
};

// What is compared would be another in each run.
void ofRecords(int n, int nnz, const int *pos, Entry *entries, const int *row) {
#pragma sparse assume(extent(entries, nnz)) keep(q) // expected-error {{'q' depends on 'entries', which the loop stores to}}
  for (int i = 0; i < n; ++i) {
    int q = pos[row[i]];
    while (entries[q].col < i)
      ++q;
    entries[q].val += 1;
  }
}

void underStores(int n, const int *pos, const int *crd, const int *row, double *val) {
#pragma sparse keep(q) // expected-error {{'q' depends on 'val', which the loop stores to}}
  for (int i = 0; i < n; ++i)
    if (val[i] > 0) {
      const int q = find(pos, crd, row[i], i);
      val[q] += 1;
    }
}

void stores(int n, const int *pos, const int *crd, const int *row, int *seen, double *val) {
#pragma sparse keep(q) // expected-error {{the loop that finds 'q' stores to 'seen', and has to run in any case}}
  for (int i = 0; i < n; ++i) {
    int q = pos[row[i]];
    while (crd[q] < i) {
      seen[q] = 1;
      ++q;
    }
    val[q] += 1;
  }
}

void needed(int n, const int *pos, const int *crd, const int *row, double *val, int *steps) {
#pragma sparse keep(q) // expected-error {{what finds 'q' is needed for more than that, and has to run in any case}}
  for (int i = 0; i < n; ++i) {
    int q = pos[row[i]], s = 0;
    while (crd[q] < i) {
      ++q;
      ++s;
    }
    val[q] += 1;
    steps[i] = s;
  }
}

void notSearched(int n, const int *row, double *val) {
#pragma sparse keep(q) // expected-error {{no loop finds 'q'; it is computed as fast as it would be read}}
  for (int i = 0; i < n; ++i) {
    const int q = row[i] * 2;
    val[q] += 1;
    val[q + 1] += 1;
  }
}

void notRead(int n, const int *pos, const int *crd, const int *row, double *val) {
#pragma sparse keep(q) // expected-error {{nothing reads 'q' behind the last statement that sets it}}
  for (int i = 0; i < n; ++i) {
    int q = pos[row[i]];
    while (crd[q] < i) {
      val[q] += 1;
      ++q;
    }
  }
}

void rows(int n, const int *begin, const int *pos, const int *crd, double *val) {
#pragma sparse keep(q) // expected-error {{'keep' needs to count values in front of the loop; how many of 'q' there are depends on the range of 'k'}}
  for (int i = 0; i < n; ++i)
    for (int k = begin[i]; k < begin[i + 1]; ++k) {
      const int q = find(pos, crd, i, k);
      val[q] += 1;
    }
}

void uncounted(int n, const int *next, const int *pos, const int *crd, double *val) {
#pragma sparse keep(q) // expected-error {{'keep' needs to count values in front of the loop; 'q' is computed in a loop that is not counted}}
  for (int i = 0; i < n; ++i)
    for (int k = i; k >= 0; k = next[k]) {
      const int q = find(pos, crd, i, k);
      val[q] += 1;
    }
}

void twice(int n, int nnz, const int *pos, const int *crd, const int *row, double *val) {
#pragma sparse assume(extent(crd, nnz), extent(val, nnz)) keep(q) keep(q) // expected-error {{'q' is kept already}}
  for (int i = 0; i < n; ++i) {
    const int q = find(pos, crd, row[i], i);
    val[q] += 1;
  }
}

// How far crd is read it says itself, and nobody knows how long it is.
void unknown(int n, int nnz, const int *pos, const int *crd, const int *row, double *val) {
#pragma sparse assume(extent(val, nnz)) keep(q) // expected-error {{'keep' compares 'crd' with what it was, but it is not known how far it is read}} expected-note {{extent(crd}}
  for (int i = 0; i < n; ++i) {
    const int q = find(pos, crd, row[i], i);
    val[q] += 1;
  }
}

void ofNumbers(int n, int nnz, double bound, const int *pos, const double *x, double *val) {
#pragma sparse assume(extent(x, nnz), extent(val, nnz)) keep(q) // expected-error {{'keep' finds out first what depends on 'bound', no integer that the loop leaves alone}}
  for (int i = 0; i < n; ++i) {
    int q = pos[i];
    while (x[q] < bound)
      ++q;
    val[q] += 1;
  }
}

void ahead(int n, int K, const int *pos, const int *crd, const double *B, const int *first, double *val, double *C) {
#pragma sparse keep(q) prefetch(p, B, 4) // expected-error {{'keep' does not go with 'prefetch'}}
  for (int i = 0; i < n; ++i) {
    int q = first[i];
    while (crd[q] < i)
      ++q;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[q] * B[crd[p] * K + k];
  }
}
