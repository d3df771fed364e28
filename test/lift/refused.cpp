// What a nest may not contain is refused at its place, with what would do.
// clang-format off
// RUN: %clangxx -std=c++20 -ferror-limit=0 -w %plugin -fsyntax-only \
// RUN:   -Xclang -verify %s
#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <vector>

extern int found[2], last;

struct Bits {
  int bits : 3;
  int c;
};

// Members are read, but more is done, or may be, or another value come of it.
struct Accessors {
  int n, calls, packed : 30;
  int log() { return ++calls; } // expected-note {{here, in the body of what is called}}
  int checked() const {
    if (n < 0) // expected-note {{here, in the body of what is called}}
      bytes[0] = 1;
    return n;
  }
  char *bytes;
  virtual int dynamic() const { return n; }
  int hidden() const;
  int rows() const { return packed; }
  operator int() const { return f(); } // expected-note {{here, in the body of what is called}}
  int f() const;
};

void accessors(Accessors &A, int *y, double *z, char *bytes) {
#pragma sparse order(i)
  for (int i = 0; i < A.log(); ++i) // expected-error {{call of 'log' cannot become a part of the loop: '++calls' has a side effect inside an expression; accepted is a statement of its own}}
    z[i] = 0;
#pragma sparse order(i)
  for (int i = 0; i < A.checked(); ++i) // expected-error {{call of 'checked' cannot become a part of the loop: 'if' without 'return'; accepted is a 'return' in each arm}}
    z[i] = 0;
#pragma sparse order(i)
  for (int i = 0; i < A.dynamic(); ++i) // expected-error {{call of 'dynamic' may have side effects}}
    z[i] = 0;
#pragma sparse order(i)
  for (int i = 0; i < A.hidden(); ++i) // expected-error {{call of 'hidden' may have side effects}}
    z[i] = 0;
#pragma sparse order(i)
  for (int i = 0; i < A; ++i) // expected-error {{call of 'operator int' cannot become a part of the loop: call of 'f' may have side effects; accepted are the functions of <cmath>, std::min, std::max and std::abs, and functions whose visible bodies do what a nest may do; the body of 'f' is not visible here}}
    z[i] = 0;
#pragma sparse order(i)
  for (int i = 0; i < A.rows(); ++i) // expected-error {{stores to 'y', of type 'int', may change what 'A.rows()' returns; accepted is a copy in a local variable}}
    y[i] = 0;
#pragma sparse order(i)
  for (int i = 0; i < A.rows(); ++i) // expected-error {{stores to 'bytes', of type 'char', may change what 'A.rows()' returns; accepted is a copy in a local variable}}
    bytes[i] = 0;
}

struct Diagonal {
  const double *val;
  int step;
};

void behindPointers(int n, const Diagonal *M, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    if (y[i] > 0)
      y[i] += M->val[i]; // expected-error {{'M->val' is behind a pointer, and whether the loops read it depends on what they compute; accepted is a copy of it in a local variable}}
#pragma sparse order(i)
  for (int i = 0; i < n; i += M->step) // expected-error {{'M->step' is behind a pointer, and read only where a loop goes on to its next step; accepted is a copy of it in a local variable}}
    y[i] = 0;
}

int f(int);
int count();
std::vector<int> rowOf(int);

void control(int n, const int *pos, double *y) {
#pragma sparse order(i, p) // expected-error {{no command can change the loop over 'p'}} expected-note {{'break' leaves the loop early; accepted are loops that run to their bound}}
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (y[p] > 0)
        break;
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    if (y[i] > 0)
      break; // expected-error {{'break' leaves the loop early; accepted are loops that run to their bound}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    if (y[i] > 0)
      return; // expected-error {{'return' leaves the nest early; accepted are loops that run to their bound}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    if (y[i] > 0)
      throw 1; // expected-error {{'throw' leaves the nest early; accepted are loops that run to their bound, and checks that compare loop variables with values that stay the same}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    switch (pos[i]) {
    case 0:
      if (y[i] < 0)
        continue; // expected-error {{'switch' leaves an arm in the middle; accepted are arms that end in their only 'break', or go on into the next one}}
    case 1:
      y[i] = 1;
    }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    switch (pos[i]) {
    case 0:
      if (y[i] < 0)
        break; // expected-error {{'switch' leaves an arm in the middle; accepted are arms that end in their only 'break', or go on into the next one}}
      y[i] = 1;
    }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    switch (pos[i]) { // expected-error {{'switch' has statements in front of its labels; accepted are arms that begin with 'case' or 'default'}}
      int k;
    case 0:
      y[i] = k = 0;
    }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    int p = pos[i];
    while (p < pos[i + 1])
      y[p++] = p;
  }
#pragma sparse split(i, i0, i1, 4) unroll(p) // expected-error {{no command can change the loop over 'p'}} expected-note {{loop does not step 'p' by a number that stays the same; accepted is '++p'}}
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; p += p)
      y[p] = 0;
#pragma sparse parallelize(i, cpu_vector, no_races) // expected-error {{only an innermost loop can run on 'cpu_vector': a loop without a range runs inside 'i'}}
  for (int i = 0; i < n; ++i) {
    int p = pos[i];
    do
      ++p;
    while (p < 10);
    y[i] = p;
  }
#pragma sparse order(k) // expected-error {{no command can change the loop over 'k'}} expected-note {{it runs inside a loop that is not counted}}
  for (int i = 0; i < n; ++i) {
    int p = pos[i];
    while (p > 10) {
      for (int k = 0; k < p; ++k)
        y[i] = k;
      p /= 2;
    }
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    while (int p = pos[i]) // expected-error {{loop condition declares a variable; accepted is a condition that declares nothing}}
      y[p] = 0;
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    int p = 0;
    while (p < f(p)) // expected-error {{call of 'f' may have side effects}}
      p += 2;
  }
#pragma sparse parallelize(i, cpu_thread, no_races) // expected-error {{iterations of 'i' depend on each other: one reads 'last' where another may have written it}} expected-note {{if each iteration sets 'last' before it reads it, and nothing reads it behind the loop, declare it in the loop's body}}
  for (int i = 0; i < n; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      last = p;
    y[i] = last;
  }
#pragma sparse parallelize(i, cpu_thread, no_races) // expected-error {{iterations of 'i' depend on each other: one reads 'y' where another may have written it}} expected-note {{threads may find a variable, such as a copy of what 'y' points to that is stored back behind the loop}}
  for (int i = 0; i < n; ++i)
    if (pos[i] > *y) {
      *y = pos[i];
      found[0] = i;
    }
#pragma sparse parallelize(i, cpu_thread, no_races) // expected-error {{iterations of 'i' depend on each other: one reads 'y' where another may have written it}} expected-note {{if no iteration of 'i' reads or writes what another one writes, 'assume(independent(i))' says so}}
  for (int i = 0; i < n; ++i) {
    int p = pos[i];
    while (p < pos[i + 1] && y[p] > 0)
      p += 2;
    y[i] = p;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    for (int j : rowOf(i)) // expected-error {{loop 'j' goes through a temporary object; accepted are arrays, std::vector, std::array and std::span}}
      y[j] = 0;
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    goto out; // expected-error {{'goto' in the nest; accepted are 'for' and 'if'}}
out:;
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    here: // expected-error {{label in the nest; accepted are 'for' and 'if'}}
    y[i] = 0;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    asm(""); // expected-error {{'asm' may have side effects; accepted are assignments}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    try { // expected-error {{'try' in the nest; accepted are statements that throw nothing}}
      y[i] = 0;
    } catch (...) {
    }
}

void headers(int n, double *y, const int *first) {
#pragma sparse order(i)
  for (int i = n - 1; i >= 0; i += 2) // expected-error {{loop compares 'i' by '>='; accepted is 'i < bound'}}
    y[i] = 0;
#pragma sparse order(i)
  for (int i = 0; i < n; i = first[i]) // expected-error {{loop goes from each element of a list to the next one, which no other order can; accepted are elements in an array}}
    y[i] = 0;
#pragma sparse order(i)
  for (int i = 0; i < n; i += first[0]) // expected-error {{loop does not step 'i' by a number that stays the same; accepted is '++i'}}
    y[i] = 0;
#pragma sparse order(i)
  for (int i = 0; i < n; ++i, ++i) // expected-error {{loop does not step 'i' by a number that stays the same; accepted is '++i'}}
    y[i] = 0;
#pragma sparse order(i)
  for (int i = 0; i < n; i += 0) // expected-error {{loop does not end: 'i' is stepped by what is not positive; accepted is '++i'}}
    y[i] = 0;
#pragma sparse order(i)
  for (unsigned i = 0; i != n; i += 2) // expected-error {{loop may wrap round before 'i' meets its bound; accepted is 'i < bound'}}
    y[i] = 0;
#pragma sparse order(i)
  for (int i = 0; y[i] > 0; ++i) // expected-error {{loop condition does not compare 'i'; accepted is 'i < bound'}}
    y[i] = 0;
#pragma sparse order(i)
  for (int i = 0; i < n && y[i] > 0; ++i) // expected-error {{loop may end early, where 'y[i] > 0' is false; accepted are loops that run to their bound, 'i < n'}}
    y[i] = 0;
#pragma sparse order(i)
  for (int i = 0; i < n - i; ++i) // expected-error {{loop bound depends on 'i' itself; accepted is 'i < bound'}}
    y[i] = 0;
#pragma sparse order(i)
  for (int i = 0;; ++i) // expected-error {{loop has no condition; accepted is 'i < bound'}}
    y[i] = 0;
  int k = 0;
#pragma sparse order(i, k) // expected-error {{no command can change the loop over 'k'}} expected-note {{loop does not set 'k'; accepted is 'for (int i = begin; i < end; ++i)'}}
  for (int i = 0; i < n; ++i)
    for (; k < first[i]; ++k)
      y[k] = 0;
#pragma sparse order(i)
  for (; n;) // expected-error {{how often this 'for' runs is only known while it runs, by 'n'; accepted is a variable that each iteration steps by the same number, as in 'for (int i = begin; i < end; ++i)'}}
    y[k] = 0;
#pragma sparse order(i)
  for (int i = 0, j = 0; i < n; ++i) {
    y[j] = 0;
    j *= 2; // expected-error {{loop steps 'j' beside 'i'; accepted is one variable for each loop}}
  }
#pragma sparse order(d)
  for (double d = 0; d < n; ++d) // expected-error {{loop variable 'd' has type 'double'; accepted are integers of up to 64 bits and pointers}}
    y[0] += d;
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    i += first[i]; // expected-error {{loop variable 'i' is modified in the body of its loop; accepted is '++i' in the loop header}}
#pragma sparse order(i)
  for (unsigned i = n; i != 7; ++i) // expected-error {{loop may wrap round before 'i' meets its bound; accepted is 'i < bound'}}
    y[i] = 0;
#pragma sparse order(i, p)
  for (int i = 0; i < n; ++i)
    if (y[i] > 0)
      for (unsigned p = 0; p < first[i]; ++p) // expected-error {{loop variable 'p' and its bounds have different types, and it cannot be checked before the nest that the values fit; accepted is 'p' of the type of its bounds}}
        y[p] = 0;
#pragma sparse order(i)
  for (int i = 0; i < y[0]; ++i) // expected-error {{bound of loop 'i' has type 'double'; accepted are integers}}
    y[i] = 0;
#pragma sparse order(p)
  for (const int *p = first; (double *)p != y; ++p) // expected-error {{loop walks 'first' up to a pointer into 'y'; accepted is a bound in one array}}
    y[0] += *p;
}

void upToTheNullPointer(double *y) {
#pragma sparse split(y, y0, y1, 4)
  for (; y; ++y) // expected-error {{loop condition is not a comparison of 'y'; accepted is 'y < bound'}}
    *y = 1;
}

void downToTheNullPointer(double *y) {
#pragma sparse split(y, y0, y1, 4)
  while (y--) // expected-error {{loop condition is not a comparison of 'y'; accepted is 'y > bound'}}
    *y = 1;
}

void bounds(int n, int *pos, int *len, double *y) {
#pragma sparse order(i, p)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) // expected-error {{bounds of loop 'p' read 'pos', which the nest writes; accepted are bounds that the nest does not change}}
      pos[p] = 0;
#pragma sparse order(i, p) // expected-error {{no command can change the loop over 'p'}} expected-note {{bounds of loop 'p' read 'end', which changes in the nest; accepted are bounds that do not change}}
  for (int i = 0; i < n; ++i) {
    int end = pos[i];
    end += len[i];
    for (int p = pos[i]; p < end; ++p)
      y[p] = 0;
  }
}

struct S { int flag : 3; double sum; };
thread_local double local;

void operands(int n, const int *pos, double *y, S &s,
              std::vector<bool> &flags, volatile double *port,
              _Atomic(int) *hits, std::map<int, double> &sparse) {
  auto [bits, c] = Bits{1, 2};
  int two[] = {1, 2};
  auto &[first, second] = two; // expected-error {{'first' is bound through functions; accepted are structured bindings of structures and pairs}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = s.flag; // expected-error {{'flag' is a bit-field; accepted is a copy in a local variable}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    s.flag += i; // expected-error {{assignment to 's.flag'; accepted are array elements, variables, and members that a variable or 'this' leads to by members alone}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = flags[i]; // expected-error {{elements of std::vector<bool> share their bytes; accepted are vectors of other types}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = port[i]; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    hits[i] += 1; // expected-error {{atomic accesses must happen as written; accepted are plain objects}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = sparse[i]; // expected-error {{overloaded 'operator[]' may have side effects; std::map may add an element for each key: accepted are keys that are numbered in front of the loop, and an array over these numbers, as in 'sum[number[i]] += x[i];'}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = local; // expected-error {{'local' is thread_local: other threads see another object; accepted is a copy in a local variable}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = bits; // expected-error {{'bits' is a structured binding to a part of an object; accepted is a copy in a local variable}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    first = i;
  const double *v = y;
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    if (y[i] > 0)
      y[i] = *v++; // expected-error {{'v++' is not a pointer that keeps its value in the nest; accepted are pointer variables, members, arrays and standard containers}}
}

void statements(int n, int *pos, double *y) {
  int k;
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    f(i); // expected-error {{call of 'f' may have side effects}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = f(i); // expected-error {{call of 'f' may have side effects; accepted are the functions of <cmath>, std::min, std::max and std::abs, and functions whose visible bodies do what a nest may do}}
#pragma sparse order(i)
  for (int i = 0; i < count(); ++i) // expected-error {{call of 'count' may have side effects; accepted are the functions of <cmath>, std::min, std::max and std::abs, and functions whose visible bodies do what a nest may do}}
    y[i] = 0;
#pragma sparse order(i) // expected-error {{'__builtin_sqrt' may set errno, and 'order(i)' does not keep the order of calls; accepted with -fno-math-errno}}
  for (int i = 0; i < n; ++i)
    y[i] = __builtin_sqrt(y[i]);
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[pos[i]++] = pos[i];
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = 1 + (k = i); // expected-error {{'k = i' assigns inside an expression; accepted is a statement of its own}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = [&]() mutable { return y[i]; }(); // expected-error {{lambda is mutable; accepted are lambdas that keep what they captured}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] == 0; // expected-error {{statement computes a value that nothing uses; accepted are assignments}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    static double total; // expected-error {{'total' outlives the iteration that declares it; accepted are plain local variables}}
    total += y[i];
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    std::vector<double> w; // expected-error {{vector 'w' is declared in the nest without a size; accepted are 'w(count)', 'w(count, value)' and copies of a range}}
    y[i] = w[0];
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    std::vector<double> w(i + 1); // expected-error {{the size of vector 'w' is not known in front of the nest; accepted are sizes that stay the same in it}}
    y[i] = w[0];
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    double w[3][n]; // expected-error {{array 'w' is declared in the nest with rows of a size that is computed}}
    y[i] = 0;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    double w[n][3][n]; // expected-error {{array 'w' is declared in the nest with rows of a size that is computed}}
    y[i] = 0;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    double w[n][n]; // expected-error {{array 'w' is declared in the nest with rows of a size that is computed; accepted is one such size, as in 'double w[n][3]'}}
    y[i] = 0;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    char w[4] = "abc"; // expected-error {{array 'w' has an initialiser that is no list of its elements; accepted is '= {...}'}}
    y[i] = w[0];
  }
#pragma sparse order(i, k) // expected-error {{no command can change the loop over 'k'}} expected-note {{loop variable 'k' is used behind its loop; accepted are uses inside}}
  for (int i = 0; i < n; ++i) {
    for (k = 0; k < 3; ++k)
      y[i] = 0;
    y[k] = 1;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    {
      for (k = 0; k < 3; ++k)
        y[i] = 0;
    }
    y[k] = 1; // expected-error {{loop variable 'k' is used outside of its loop; accepted are uses inside}}
  }
}

int liveOut(int n, const int *pos, double *y) {
  int p = 0;
#pragma sparse order(i, p)
  for (int i = 0; i < n; ++i)
    if (y[i] > 0)
      for (p = pos[i]; p < pos[i + 1]; ++p) // expected-error {{loop variable 'p' is used after the nest, and which loop leaves its value there depends on the data; accepted is a declaration of 'p' in the loop header}}
        y[i] = 0;
  return p;
}

double floatingPoint(int n, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    y[i] = y[i] * 2 + 1;
    {
#pragma clang fp reassociate(on)
      y[i] = y[i] * 3 + 1; // expected-error {{floating-point options change inside the nest; accepted is one setting for all of it}}
    }
  }
  return 0;
}

double environment(int n, double *y) {
#pragma STDC FENV_ACCESS ON
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = y[i] * 2; // expected-error {{floating-point environment may be accessed here (FENV_ACCESS, FENV_ROUND, -frounding-math or exceptions that are not ignored); accepted are the default rounding mode and ignored exceptions}}
  return 0;
}

typedef double Packed __attribute__((aligned(1)));
typedef double Any __attribute__((may_alias));
typedef double Line __attribute__((aligned(64)));

double attributes(int n, double *y, const Packed *packed, Any **any, const Line *line) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = packed[i]; // expected-error {{attribute 'aligned' of type 'Packed' would be lost; accepted is 'double'}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = any[i][0]; // expected-error {{attribute 'may_alias' of type 'Any' would be lost; accepted is 'double'}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = line[i];
  return 0;
}


double pointers(int n, double *y, const int *crd, std::unique_ptr<double[]> *node) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    for (int p = int(std::lower_bound(crd, crd + n, i) - crd); p < n; ++p) // expected-error {{'lower_bound' is called where it need not run; accepted is a variable that holds what it returns}}
      y[i] = 0;
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    if (node[i]) // expected-error {{'node[i]' is compared with null; accepted are plain pointers, and objects that stay the same in the nest}}
      y[i] = 1;
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    std::sort(y, y + n); // expected-error {{call of 'sort' may have side effects; what orders elements, as 'sort' does, stays as it is}}
  return 0;
}

double entry(const double *x, int n, int i) {
  if (i >= n) // expected-note {{here, in the body of what is called}}
    throw 1;
  return x[i];
}

void checks(int m, int n, const int *crd, const double *x, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i)
    y[i] = entry(x, n, crd[i]); // expected-error {{call of 'entry' cannot become a part of the loop: 'i >= n' is checked, which cannot be done in front of the nest; accepted are comparisons of loop variables, and of elements of containers, with values that stay the same, and 'assert' with -DNDEBUG}}
}

void storedChecks(std::vector<int> &crd, const std::vector<int> &limit, const double *x, double *y) {
#pragma sparse order(i)
  for (size_t i = 0; i < crd.size(); ++i) {
    if (crd[i] < 0) // expected-error {{a check reads 'crd', which may be stored to through 'crd'; accepted are checks of what the nest leaves as it is}}
      throw 1;
    y[i] = x[i];
    crd[i] = 0;
  }
#pragma sparse order(i)
  for (size_t i = 0; i < crd.size(); ++i) {
    if (limit[i] < 0) // expected-error {{a check reads 'limit', which may be stored to through 'crd'; accepted are checks of what the nest leaves as it is}}
      throw 1;
    y[i] = x[i];
    crd[i] = 0;
  }
}
