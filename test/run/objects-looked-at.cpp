// An object whose members a loop sets may lie in an array that the loop reads,
// or go by two names: then the user's loop runs.
// RUN: %check-run --lines 12 --fallback-each 16 %s -o %t
// RUN: %check-run --lines 12 --fallback-each 16 %s -O1 -fplugin-arg-sparse-verify -o %t.verify

#include "support/support.h"

using Values = std::vector<double>;

#define SUMS _Pragma("sparse parallelize(i, cpu_thread, parallel_reduction)")

struct Sums {
  double sum = 0, other = 0;
  int count = 0;
  Sums *self = nullptr;
  double size() const { return other; }
};

static void inArray(Sums &s, const double *x, int n) {
  SUMS for (int i = 0; i < n; ++i) s.sum += x[i];
}

static void amongRecords(Sums &s, const Sums *all, int n) {
  SUMS for (int i = 0; i < n; ++i) s.sum += all[i].sum;
}

static void twoNames(Sums &a, const Sums &b, const double *x, int n) {
  SUMS for (int i = 0; i < n; ++i) a.sum += x[i] - b.sum;
}

static void bothSet(Sums &a, Sums &b, const double *x, int n) {
  SUMS for (int i = 0; i < n; ++i) {
    a.sum += x[i];
    b.sum -= 2 * x[i];
  }
}

static void throughItself(Sums &a, const double *x, int n) {
  SUMS for (int i = 0; i < n; ++i) if (x[i] > 0) a.sum += x[i] - a.self->sum;
}

static void gathered(Sums &a, const double *x, const int *crd, int n) {
  SUMS for (int i = 0; i < n; ++i) a.other += x[crd[i]];
}

static void counts(Sums &a, const int *x, int n) {
  SUMS for (int i = 0; i < n; ++i) a.count += x[i];
}

static void stored(Sums &a, double *y, const double *x, int n) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) {
    y[i] = a.sum;
    a.sum = x[i];
  }
}

static void called(Sums &a, const Sums &b, const double *x, int n) {
  SUMS for (int i = 0; i < n; ++i) a.other += x[i] * b.size();
}

/// References that are members may be to one object, and so may pointers.
struct Two {
  Sums &first, &second;
  Sums *third, *fourth;
};

static void byReferences(Two &t, const double *x, int n) {
  SUMS
  for (int i = 0; i < n; ++i) {
    t.first.sum += x[i];
    t.second.sum -= 3 * x[i];
  }
}

static void byPointers(Two &t, const double *x, int n) {
  SUMS
  for (int i = 0; i < n; ++i) {
    t.third->sum += x[i];
    t.fourth->sum = t.fourth->sum - 2;
  }
}

/// A reference into the object itself.
struct Selfish {
  Sums own;
  double n = 0;
  Sums &also;
  double &m;
  Selfish() : also(own), m(n) {}
};

static void intoItself(Selfish &s, const double *x, int n) {
  SUMS
  for (int i = 0; i < n; ++i) {
    s.also.sum += x[i];
    s.own.sum -= 2;
    s.n += 1;
    s.m += x[i];
  }
}

int main() {
  for (int n : {1, 3, 100, 1111}) {
    Values x(n); // Sums are exact in any order.
    for (double &v : x)
      v = double(run::Random(n + &v - &x[0]).value<int>());
    const std::string At = ", " + std::to_string(n);
    std::vector<int> crd(n), counted(n + 64, 1);
    for (int i = 0; i < n; ++i)
      crd[i] = (i * 17) % n;
    // In order: apart, the first, one in the middle, the last.
    for (int place : {-1, 0, n / 2, n - 1}) {
      std::vector<Sums> all(n);
      for (int i = 0; i < n; ++i)
        all[i].sum = x[i], all[i].other = i % 5;
      Sums apart;
      Sums &s = place < 0 ? apart : all[place];
      s.self = place == 0 ? &s : &all[n - 1];
      const std::string To = At + ", " + std::to_string(place);
      amongRecords(s, all.data(), n);
      run::record("among records" + To, s.sum);
      twoNames(s, all[0], x.data(), n);
      run::record("two names" + To, s.sum);
      bothSet(s, all[n / 2], x.data(), n);
      run::record("both set" + To, Values{s.sum, all[n / 2].sum});
      throughItself(s, x.data(), n);
      run::record("through itself" + To, s.sum);
      Two two{s, all[n / 2], &all[n / 2], &s};
      byReferences(two, x.data(), n);
      byPointers(two, x.data(), n);
      run::record("two" + To, Values{s.sum, all[n / 2].sum});
      Selfish selfish;
      intoItself(selfish, x.data(), n);
      run::record("into itself" + To, Values{selfish.own.sum, selfish.n});
      called(s, all[n - 1], x.data(), n);
      run::record("called" + To, s.other);

      // The numbers of an object as elements of arrays.
      std::vector<double> room(n + sizeof(Sums) / sizeof(double) + 1, 0.25);
      const int at = place < 0 ? n : std::min(place, n);
      Sums &in = *new (&room[at]) Sums;
      inArray(in, room.data(), n);
      run::record("in array" + To, in.sum);
      gathered(in, room.data(), crd.data(), n);
      run::record("gathered" + To, in.other);
      stored(in, room.data() + (place < 0 ? 0 : 1), x.data(), std::min(n, at));
      run::record("stored" + To, in.sum);
      const int *ints = place < 0 ? counted.data() : &in.count;
      counts(in, ints, place < 0 ? n : 1);
      run::record("counts" + To, in.count);
    }
  }
}
