// What no nest can do, under conditions that are the same in all iterations or
// that the outermost loop's variable decides: calls of functions that are not
// visible, output, ends of the program. A guard sees that they do not run.
// RUN: %check-run --fallback 6 -fplugin-arg-sparse-min-work=0 %s -o %t

#include "support/fibres.h"
#include <cassert>
#include <cstdio>
#include <cstdlib>

int Told;
void __attribute__((noinline, optnone)) tell(int I) { Told += I; }
extern void (*Hidden)(int);
void (*Hidden)(int) = tell;

// clang-format off
void printed(int n, const double *x, double *y, bool verbose) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    if (verbose)
      Hidden(i);
    y[i] = 2 * x[i];
  }
}

void leveled(int n, const double *x, double *y, int level, double limit) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    if (level > 2 && limit < 0.5) {
      Hidden(i);
      y[i] = -1;
    } else {
      y[i] += x[i];
    }
  }
}

struct Solver {
  int n;
  bool traced;
  const double *x;
  double *y;
  void half(double v, int size, double &h) const {
    if (size < 1) {
      std::fprintf(stderr, "no size\n");
      std::exit(1);
    }
    h = v / 2;
  }
  void run(int size) const {
#pragma sparse parallelize(i, cpu_thread, no_races)
    for (int i = 0; i < n; ++i) {
      traced ? Hidden(i) : void();
      double h = 0;
      half(x[i], size, h);
      y[i] -= h;
    }
  }
};

// The outermost loop's variable decides whether the program ends.
void upTo(int n, int limit, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    assert(i != 1000);
    if (i >= limit) {
      Hidden(i);
      std::abort();
    }
    y[i] = x[i] + 1;
  }
}

// A member behind a pointer is read where the loop runs, and nowhere else.
struct Options {
  int level;
};

void behind(int n, const double *x, double *y, const Options *o) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    if (o->level > 2)
      Hidden(i);
    y[i] = x[i] - 2;
  }
}

// What is set in the arm keeps its value where the arm does not run.
int counted(int n, const double *x, double *y, bool counts) {
  int last = -1;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    if (counts) {
      last = i;
      Hidden(1);
    }
    y[i] *= x[i];
  }
  return last;
}

// An arm inside an inner loop, and one inside of another arm.
void nested(int n, const int *pos, const double *val, double *y, bool a, bool b) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      if (val[p] > 0) {
        if (a || b)
          Hidden(p);
        y[i] += val[p];
      } else {
        if (!b) ; else Hidden(i);
        y[i] -= val[p];
      }
    }
}
// clang-format on

int main() {
  for (int N : {0, 1, 30}) {
    run::Random R(N + 1);
    const std::string Of = ", " + std::to_string(N);
    auto X = R.vector<double>(N), Y = R.vector<double>(N);
    auto Record = [&](const char *What) {
      run::record(What + Of, Y);
      run::record(std::string(What) + " told" + Of, Told);
    };
    for (bool Flag : {false, true}) {
      printed(N, X.data(), Y.data(), Flag && N == 30);
      Record("printed");
      leveled(N, X.data(), Y.data(), 3, Flag && N == 30 ? 0.25 : 1);
      Record("leveled");
      Solver S{N, Flag && N == 30, X.data(), Y.data()};
      S.run(4);
      Record("member");
      upTo(N, N, X.data(), Y.data());
      const Options Given{Flag ? 3 : 2};
      behind(N, X.data(), Y.data(), N > 0 ? &Given : nullptr);
      Record("upTo");
      run::record("counted" + Of,
                  counted(N, X.data(), Y.data(), Flag && N == 30));
      Record("counts");
      std::vector<int> Pos = run::segments(R, N, 9);
      auto Val = R.vector<double>(Pos.back());
      nested(N, Pos.data(), Val.data(), Y.data(), Flag && N == 30, false);
      Record("nested");
      nested(N, Pos.data(), Val.data(), Y.data(), false, Flag && N == 30);
      Record("nested b");
    }
  }
}
