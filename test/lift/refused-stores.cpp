// Memory that nobody may store to, and more than threads have.
// RUN: %clangxx -std=c++20 -O1 -w %plugin -fsyntax-only -Xclang -verify %s

void throughCast(const double *ca, int n) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    const_cast<double *>(ca)[i] += 1; // expected-error {{'ca', of type 'const double *', is stored to through a cast; accepted is one without 'const'}}
}

/// What is only read may be cast.
void readThroughCast(const double *ca, double *y, int n) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = const_cast<double *>(ca)[i] + 1;
}

void severalArrays(int m, const int *id, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double v[100000], w[100000]; // expected-error {{'w' takes 800000 bytes on the stack of each thread, beside arrays of 800000; accepted are arrays of up to 1048576 together, or one in front of the nest}}
    for (int k = 0; k < 1000; ++k)
      v[id[k]] = w[id[k]] = i;
    y[i] = v[id[0]] + w[id[1]];
  }
}

void wideAtomics(int m, const int *id, long double *y) {
#pragma sparse parallelize(i, cpu_thread, atomics) // expected-error {{there is no atomic form of the update of 'y'}}
  for (int i = 0; i < m; ++i)
    y[id[i]] += 1;
}

void largeArrays(int m, const int *id, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double w[600000]; // expected-error {{'w' takes 4800000 bytes on the stack of each thread; accepted are arrays of up to 1048576, or one in front of the nest}}
    for (int k = 0; k < 1000; ++k)
      w[id[k]] = i;
    y[i] = w[id[0]];
  }
}
