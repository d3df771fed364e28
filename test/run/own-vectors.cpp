// Vectors that iterations declare: arrays of their own, made once for each thread.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 9 --fallback-each 48 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 9 --fallback-each 48 --threads 3 %s -o %t --reuse
// RUN: %check-run -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-verify --lines 9 --fallback-each 48 %s -o %t.verified

#include "support/support.h"
#include <algorithm>
#include <numeric>
#include <span>
#include <stdexcept>

using Vector = std::vector<double>;

// Each iteration begins with zeros.
static void products(int m, int n, const run::Csr<double> &A, Vector &y) {
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    std::vector<double> w(n);
    for (auto p = A.pos[i]; p < A.pos[i + 1]; ++p)
      w[A.crd[p]] += A.val[p];
    double sum = 0;
    for (int j = 0; j < n; ++j)
      sum += w[j] * w[n - 1 - j];
    y[i] = sum;
  }
}

// Or with a value, which may differ; all that vectors tell is there.
static void filled(size_t m, size_t n, const Vector &x, Vector &y) {
#pragma sparse fp(strict)
  for (size_t i = 0; i < m; ++i) {
    Vector w(n + 1, x[i]), v(n + 1);
    for (size_t j = 0; j < w.size(); ++j)
      v.at(j) = w[j] * j;
    for (double &e : v)
      e += w.back();
    y[i] = w.empty() ? 0 : v.front() + v[w.size() - 1];
    y[i] = std::accumulate(v.begin(), v.end(), y[i]);
  }
}

// Sizes that are known, and pointers into the vector.
static void small(int m, const Vector &x, Vector &y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    std::vector<float> w(4, 0.5f);
    float *p = w.data();
    p[1] = float(x[i]);
    *(w.begin() + 2) = p[1] * 2;
    std::span<float> s(w);
    s[3] += s[2];
    y[i] = w[0] + w[1] + w[2] + w[3];
  }
}

// One vector in another's iteration, and under a condition.
static void nested(int m, int n, int k, const Vector &x, Vector &y) {
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    std::vector<double> sums(n, 1);
    for (int j = 0; j < n; ++j)
      if (x[j] > 0) {
        std::vector<int> w(k);
        for (int l = 0; l < k; ++l)
          w[(l * 7 + j) % k] += l;
        for (int l = 0; l < k; ++l)
          sums[j] += w[l] * x[i];
      }
    for (int j = 0; j < n; ++j)
      y[i] += sums[j];
  }
}

static double scaledSum(const Vector &w, double by) {
  double sum = 0;
  for (double e : w)
    sum += e * by;
  return sum;
}
static void step(Vector &w, int i) {
  for (size_t j = 0; j < w.size(); ++j)
    w[j] += double(i % 5) * j;
}

// Visible functions get them by reference.
static void passed(int m, int n, Vector &y) {
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    Vector w(n);
    step(w, i);
    step(w, i + 1);
    const Vector &same = w;
    y[i] = scaledSum(same, 0.5);
  }
}

// Algorithms of the library go over them.
static void filledByNames(int m, int n, const Vector &x, Vector &y) {
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    Vector w(n);
    std::copy(x.begin(), x.begin() + n, w.begin());
    std::fill(w.begin(), w.begin() + n / 2, double(i));
    y[i] = std::inner_product(w.begin(), w.end(), x.begin(), 0.0);
  }
}

// Sizes that are negative, or too large for memory, throw in front of anything.
static int throwing(int m, long n, Vector &y) {
  try {
#pragma sparse
    for (int i = 0; i < m; ++i) {
      Vector w(n);
      w[i % n] = i;
      y[i] = w[n / 2] * 2;
    }
  } catch (const std::length_error &) {
    return 1;
  } catch (const std::bad_alloc &) {
    return 2;
  }
  return 0;
}

// What is larger than the iterations, and sums over all of them.
static double total(int m, int n, const std::vector<int> &at) {
  double sum = 0;
#pragma sparse
  for (int i = 0; i < m; ++i) {
    std::vector<long> seen(n, -1);
    for (int j = 0; j < n; ++j)
      if (seen[at[(i + j) % n]] < 0)
        seen[at[(i + j) % n]] = j;
    sum += seen[at[i % n]] * 0.25;
  }
  return sum;
}

// Copies are what they are.
static void copied(int m, int n, Vector &y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    Vector w(n, i);
    Vector v = w;
    v[0] += 1;
    y[i] = w[0] - v[0];
  }
}

// So are vectors that grow.
static void growing(int m, int n, Vector &y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    Vector w(n);
    w.resize(n + i % 3);
    w.push_back(i);
    y[i] = w.size() + w.back();
  }
}

int main() {
  run::Random R(5);
  for (int n : {1, 2, 7, 40})
    for (int m : {0, 1, 5, 300}) {
      const std::string Which = std::to_string(m) + " by " + std::to_string(n);
      auto x = R.vector<double>(std::max(m, n)), y = R.vector<double>(m);
      auto Record = [&](const char *What) {
        run::record(What + (", " + Which), y);
      };
      filled(m, n, x, y);
      Record("filled");
      small(m, x, y);
      Record("small");
      nested(m / 10, n, 3, x, y);
      Record("nested");
      passed(m, n, y);
      Record("passed");
      filledByNames(m, n, x, y);
      Record("filled by names");
      run::record("throws, " + Which,
                  std::vector<int>{throwing(m, n, y), throwing(m, -n, y),
                                   throwing(m, long(1) << 60, y),
                                   throwing(m, long(1) << 55, y)});
      Record("throwing");
      std::vector<int> at(n);
      for (int &E : at)
        E = int(R.below(n));
      run::record("total, " + Which, Vector{total(m, n, at)});
      copied(m, n, y);
      Record("copied");
      growing(m, n, y);
      Record("growing");
    }
  for (auto &A : run::shapes<>(6)) {
    Vector y(A.Rows);
    products(int(A.Rows), int(A.Cols), A, y);
    run::record("products, " + A.Name, y);
  }
}
