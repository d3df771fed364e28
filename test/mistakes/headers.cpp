// Loops and arrays that are nearly understood say what is in the way.
// clang-format off: what is checked is long
// RUN: %clangxx_sparse -std=c++17 -fsyntax-only -Rpass-missed=sparse -fno-caret-diagnostics %s 2>&1 | FileCheck %s
#include <complex>
#include <map>
#include <vector>

// CHECK: [[@LINE+3]]:{{.*}}loop variable 'r' has type 'double'; accepted are integers, pointers and iterators
void ray(int *out, double d, double res) {
#pragma sparse
  for (double r = 0; r < d; r += res) out[(int)(r / res)] += 1;
}

// CHECK: [[@LINE+4]]:{{.*}}array 'w' of std::complex<double> has an initialiser for 0 of its 4 elements; accepted is one for each
void spectra(double *mag, const double *in, int n) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    std::complex<double> w[4] = {};
    for (int k = 0; k < 4; ++k) w[k] = in[4 * i + k];
    mag[i] = w[0].real() + w[3].imag();
  }
}

/// The counter is not modified by what stores its value.
// CHECK: [[@LINE+3]]:{{.*}}call of 'emplace' may have side effects; std::map may add an element for each key
void numbered(const std::vector<int> &keys, std::map<int, int> &first) {
#pragma sparse
  for (int f = 0; f < (int)keys.size(); ++f) first.emplace(keys[f], f);
}

/// A loop that is no nest, of which nobody has said that its iterations are independent.
// CHECK: [[@LINE+6]]:{{.*}}values of type 'std::map<int, int>' are not supported
// CHECK-NEXT: [[@LINE+3]]:{{.*}}note: as far as can be seen, no iteration of 'i' touches what another one changes; if it is so, 'assume(independent(i))' has threads take them as they are written
void distinct(const std::vector<std::vector<int>> &docs, std::vector<int> &out) {
  out.resize(docs.size());
#pragma sparse
  for (size_t i = 0; i < docs.size(); ++i) {
    std::map<int, int> count;
    for (int w : docs[i]) ++count[w];
    out[i] = (int)count.size();
  }
}

// CHECK: [[@LINE+6]]:{{.*}}note: nor do threads take its iterations as they are written: iterations change 'most'
void longest(const std::vector<std::vector<int>> &docs, std::vector<int> &out, int most) {
#pragma sparse
  for (size_t i = 0; i < docs.size(); ++i) {
    std::map<int, int> count;
    for (int w : docs[i]) ++count[w];
    most = most * 2 + (int)count.size();
    out[i] = most;
  }
}
