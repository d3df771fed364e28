// The loop is replaced wherever a function can stand, with the names that hold
// there; what is computed stays the same.
// RUN: %clangxx -std=c++20 -O2 -fopenmp -w %s -o %t.plain
// RUN: %clangxx_sparse -std=c++20 -O2 -Wall -Werror -Wno-unused %s -fplugin-arg-sparse-count -o %t.sparse
// RUN: %t.plain > %t.expected
// RUN: %t.sparse > %t.actual 2> %t.counters
// RUN: cmp %t.expected %t.actual
// RUN: FileCheck --input-file=%t.counters %s --implicit-check-not='fallback {{[1-9]}}'
// CHECK-COUNT-27: generated {{[1-9][0-9]*}}, fallback 0
// CHECK-NOT: lacuna

#include "Inputs/matrix.h"

static int n = 60;
#define LOOP(N)                                                                \
  for (int i = 0; i < N; i++)                                                  \
    for (int p = pos[i]; p < pos[i + 1]; p++)                                  \
      y[i] += val[p] * x[crd[p]];
#define SCHEDULE split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)

// Dynamic initialisation keeps its order around rewritten functions.
namespace order {
int Count = 0;
int A = ++Count;
void f(ARGS) {
#pragma sparse SCHEDULE
  LOOP(n)
}
int B = ++Count;
} // namespace order
int C = ++order::Count;

extern "C" {
void inC(int n, ARGS) {
#pragma sparse SCHEDULE
  LOOP(n)
}
}

#define MACRO_LOOP(N)                                                          \
  _Pragma("sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)")  \
  LOOP(N)
void macro(int n, ARGS) { MACRO_LOOP(n) }

template <class T> struct ClassTemplate {
  const T *val;
  const int *pos, *crd;
  ClassTemplate(const T *val, const int *pos, const int *crd)
      : val(val), pos(pos), crd(crd) {}
  void outOfLine(const T *x, T *y);
  template <class U> void inLine(const U *x, U *y) {
#pragma sparse SCHEDULE
    for (int i = 0; i < n; i++)
      for (int p = pos[i]; p < this->pos[i + One]; p++)
        y[i] += val[p] * x[crd[p]];
  }

private:
  const int One = 1;
};
template <class T> void ClassTemplate<T>::outOfLine(const T *x, T *y) {
#pragma sparse SCHEDULE
  LOOP(n)
}
template struct ClassTemplate<float>;

// Instantiated in the middle of its caller.
template <class T>
auto deduced(const int *pos, const int *crd, const T *val, const T *x, T *y) {
#pragma sparse SCHEDULE
  LOOP(n)
  return 0;
}

template <class T>
  requires(sizeof(T) > 4)
void constrained(int n, const T *, ARGS) {
#pragma sparse SCHEDULE
  LOOP(n)
}

template <int N, class T> void lambdaInTemplate(ARGS) {
  auto outer = [=](auto) {
    constexpr int M = N;
    auto inner = [&] {
#pragma sparse SCHEDULE
      LOOP(M)
    };
    inner();
  };
  outer(1);
}

// Two parameters of one name.
template <class... Ts> void pack(int n, ARGS, Ts... ts) {
  auto f = [&](auto... us) {
#pragma sparse SCHEDULE
    for (int i = 0; i < n; i++)
      for (int p = pos[i]; p < pos[i + 1]; p++)
        y[i] += (val[p] * ... * us) * x[crd[p]];
  };
  f(ts...);
}

template <int W> struct Block {
  static void f(ARGS) {
    if constexpr (W > 1) {
#pragma sparse SCHEDULE
      for (int i = 0; i < n; i++)
        for (int p = pos[i]; p < pos[i + W - 1]; p++)
          y[i] += val[p] * x[crd[p]];
    }
  }
};

namespace outer {
const int Offset = 1;
namespace {
inline namespace v1 {
void usingDirective(ARGS) {
  using namespace outer;
  using D = double;
#pragma sparse SCHEDULE
  for (int i = 0; i < n; i++)
    for (int p = pos[i]; p < pos[i + Offset]; p++)
      y[i] += (D)val[p] * x[crd[p]];
}
} // namespace v1
} // namespace
} // namespace outer

auto GlobalLambda = [](ARGS) {
#pragma sparse SCHEDULE
  LOOP(n)
};

struct Members {
  std::vector<double> out;
  const int *pos, *crd;
  const double *val;

  Members(ARGS) : out(n, 0.0) {
    double *o = out.data();
#pragma sparse SCHEDULE
    for (int i = 0; i < n; i++)
      for (int p = pos[i]; p < pos[i + 1]; p++)
        o[i] += val[p] * x[crd[p]];
  }
  Members(const int *pos, const int *crd, const double *val)
      : pos(pos), crd(crd), val(val) {}

  friend void befriended(Members &m, const double *x, double *y) {
    const int *pos = m.pos, *crd = m.crd;
    const double *val = m.val;
#pragma sparse SCHEDULE
    LOOP(n)
  }
  static void stat(int n, ARGS) {
#pragma sparse SCHEDULE
    LOOP(n)
  }
  void operator()(const double *x, double *y) const & noexcept try {
#pragma sparse SCHEDULE
    LOOP(n)
  } catch (...) {
  }
  operator int() const {
    const double *x = X.data();
    std::vector<double> result(n, 0.0);
    double *y = result.data();
#pragma sparse SCHEDULE
    LOOP(n)
    return int(result[n - 1]);
  }
  void byThis(const double *x, double *y) {
    auto f = [&, this] {
      auto g = [=, this]() mutable {
#pragma sparse SCHEDULE
        LOOP(n)
      };
      g();
    };
    f();
  }
  void byCopyOfThis(const double *x, double *y) {
    auto f = [*this, x, y = y] {
#pragma sparse SCHEDULE
      LOOP(n)
    };
    f();
  }
  void generic(const double *x, double *y) {
    auto f = [this](auto *x, auto *y) {
#pragma sparse SCHEDULE
      LOOP(n)
    };
    f(x, y);
  }
};

// A constant that a lambda need not capture.
void constantBound(ARGS) {
  const int N = 60;
  auto f = [=] {
#pragma sparse SCHEDULE
    LOOP(N)
  };
  f();
}

[[noreturn]] void noReturn(int n, ARGS) {
#pragma sparse SCHEDULE
  LOOP(n)
  throw 1;
}

// Evaluated by the compiler: no code runs.
static int BeforeMain = [](const int *pos, const int *crd) {
  double v[] = {1, 2}, r[] = {0, 0}, *val = v, *x = v, *y = r;
#pragma sparse SCHEDULE
  LOOP(2)
  return int(y[0] + y[1]);
}((const int[]){0, 1, 2}, (const int[]){0, 1});

void nested(const char *kind, int n, ARGS) {
  switch (kind[0]) {
  case 's':
#pragma sparse SCHEDULE
    LOOP(n)
    break;
  case 'l':
    for (int k = 0; k < 2; ++k)
#pragma sparse SCHEDULE
      LOOP(n)
    break;
  default:
    if (n > 0)
#pragma sparse SCHEDULE
      LOOP(n)
    else
      y[0] = 1;
  }
}

void local(ARGS) {
  struct Inner {
    const int *pos;
    void f(const int *crd, const double *val, const double *x, double *y) {
#pragma sparse SCHEDULE
      LOOP(n)
    }
  };
  Inner{pos}.f(crd, val, x, y);
  enum { Next = 1 };
  struct {
    const int *pos, *crd;
  } m{pos, crd};
#pragma sparse SCHEDULE
  for (int i = 0; i < n; i++)
    for (int p = m.pos[i]; p < m.pos[i + Next]; p++)
      y[i] += val[p] * x[m.crd[p]];
}

int main() {
  fillMatrix(n);
  const int *pos = Pos.data(), *crd = Crd.data();
  const double *val = Val.data(), *x = X.data();

  std::printf("%d %d %d %d\n", order::A, order::B, C, BeforeMain);
  show("order", n, [&](double *y) { order::f(pos, crd, val, x, y); });
  show("extern C", n, [&](double *y) { inC(n, pos, crd, val, x, y); });
  show("macro", n, [&](double *y) { macro(n, pos, crd, val, x, y); });
  ClassTemplate<double> ct{val, pos, crd};
  show("out of line", n, [&](double *y) { ct.outOfLine(x, y); });
  show("member template", n, [&](double *y) { ct.inLine(x, y); });
  show("deduced", n, [&](double *y) { deduced(pos, crd, val, x, y); });
  show("constrained", n, [&](double *y) { constrained(n, val, pos, crd, val, x, y); });
  show("lambda in template", n,
       [&](double *y) { lambdaInTemplate<50, int>(pos, crd, val, x, y); });
  show("pack", n, [&](double *y) { pack(n, pos, crd, val, x, y, 1.5, 2); });
  show("if constexpr", n, [&](double *y) { Block<2>::f(pos, crd, val, x, y); });
  show("using", n, [&](double *y) { outer::usingDirective(pos, crd, val, x, y); });
  show("global lambda", n, [&](double *y) { GlobalLambda(pos, crd, val, x, y); });
  Members m(pos, crd, val);
  show("constructor", n, [&](double *y) {
    Members other(pos, crd, val, x, y);
    for (int i = 0; i < n; ++i)
      y[i] = other.out[i];
  });
  show("friend", n, [&](double *y) { befriended(m, x, y); });
  show("static", n, [&](double *y) { Members::stat(n, pos, crd, val, x, y); });
  show("operator", n, [&](double *y) { m(x, y); });
  show("conversion", n, [&](double *y) { y[0] = int(m); });
  show("this", n, [&](double *y) { m.byThis(x, y); });
  show("*this", n, [&](double *y) { m.byCopyOfThis(x, y); });
  show("generic", n, [&](double *y) { m.generic(x, y); });
  show("constant", n, [&](double *y) { constantBound(pos, crd, val, x, y); });
  show("noreturn", n, [&](double *y) {
    try {
      noReturn(n, pos, crd, val, x, y);
    } catch (int) {
    }
  });
  for (const char *kind : {"switch", "loop", "if"})
    show(kind, n, [&](double *y) { nested(kind, n, pos, crd, val, x, y); });
  show("local", n, [&](double *y) { local(pos, crd, val, x, y); });
}
