// clang-format off: what is checked is long
// Variables of a file that nobody makes a pointer or reference to are compared
// with no array, and no pointer is made to them: the compiler goes on knowing
// what one is that is set once.
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -fplugin-arg-sparse-dump=graph %s 2>&1 | FileCheck %s

static int set, unset, behindPointer, lent, referred, inTemplate, byLambda, addressed;
static int *pointer = &behindPointer;
namespace {
int bound, local;
int &reference = bound;
struct Holder {
  int &held;
  Holder() : held(local) {}
} holder;
} // namespace
int seen;
void take(int &);
template <class T> void lend(T &x) { take(x); }
void uses() {
  take(lent);
  int &r = referred;
  r = 1;
  lend(inTemplate);
  auto leads = [] { return &byLambda; };
  *leads() = 2;
  take(*&addressed);
}
void sets(int v) { set = v; *pointer = reference = holder.held = v; }

// CHECK-LABEL: nest @apart
// CHECK: operand set : i32
// CHECK-NEXT: operand unset : i32
// CHECK-NEXT: index
void apart(int *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < 100; ++i)
    y[i] = set + unset;
}

// CHECK-LABEL: nest @reachable
// CHECK: operand behindPointer_at
// CHECK: operand lent_at
// CHECK: operand referred_at
// CHECK: operand inTemplate_at
// CHECK: operand byLambda_at
// CHECK: operand addressed_at
// CHECK: operand bound_at
// CHECK: operand local_at
// CHECK: operand seen_at
void reachable(int *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < 100; ++i)
    y[i] = behindPointer + lent + referred + inTemplate + byLambda + addressed + bound + local + seen;
}
