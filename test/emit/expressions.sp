// The text needs no header and no macro, keeps every literal's type and value,
// and compiles without a warning.

// RUN: %sparse-opt %s --emit=cpp > %t.cpp
// RUN: FileCheck %s < %t.cpp
// RUN: %clangxx -fopenmp -Wall -Wextra -Werror -fsyntax-only %t.cpp
// RUN: %clangxx -fopenmp -x c++-cpp-output -Werror -fsyntax-only %t.cpp

// CHECK-LABEL: int literals(
// CHECK: d[0] = -9223372036854775807L - 1L;
// CHECK: d[1] = (long)(-2147483647 - 1);
// CHECK: d[2] = (long)(4000000000U + 5U);
// CHECK: d[3] = (long)18446744073709551615UL;
// CHECK: d[4] = n - 1;
// CHECK: d[5] = 1L << n;
// CHECK: d[6] = (long)(signed char)(-5);
// CHECK: e[0] = 0.5;
// CHECK: e[1] = (double)0x1.8p+1f;
// CHECK: e[2] = 1.0;
// CHECK: e[3] = (double)2.5L;

// CHECK-LABEL: int operators(
// CHECK: d[0] = (n + 1) * 2 - (n - 3) % 4;
// CHECK: d[1] = ((n & 7) << 2) | (n ^ 1);
// CHECK: d[2] = -(-n);
// CHECK: d[3] = n < 3 ? n + 1 : 3;
// CHECK: d[4] = (n < 8 ? n : 8) + (n > 0 ? n : 0);
// CHECK: const double t = e[n];
// CHECK: const double t2 = e[0];
// CHECK: e[1] = t2 < t ? t2 : t;
// CHECK: e[2] = __builtin_sqrt(e[0]);
// CHECK: if (n == 0 || (n > 3 && !(n < 5))) {

// CHECK-LABEL: int updates(
// CHECK: f[0] = (float)((double)f[0] + 0.25 * e[0]);
// CHECK: f[1] += 0.25f;
// CHECK: #pragma omp atomic
// CHECK-NEXT: f[2] += 0.25f;
// CHECK: s = (short)((int)s + n);
// CHECK: const double t = e[2];
// CHECK-NEXT: const double t2 = e[0] * e[1];
// CHECK-NEXT: e[2] = t2 > t ? t2 : t;
// CHECK: b = b || n > 3;

program @literals {
  operand n : i64
  operand d : i64[] written
  operand e : f64[] written
  body {
    d[0] = -9223372036854775807:i64 - 1:i64
    d[1] = i64(-2147483647 - 1)
    d[2] = i64(4000000000:u32 + 5:u32)
    d[3] = i64(18446744073709551615:u64)
    d[4] = n - 1:i64
    d[5] = 1:i64 << n
    d[6] = i64(-5:i8)
    e[0] = 0.5
    e[1] = f64(0x1.8p+1:f32)
    e[2] = 1.0
    e[3] = f64(2.5:f80)
  }
}

program @operators {
  operand n : i64
  operand d : i64[] written
  operand e : f64[] written
  body {
    d[0] = (n + 1:i64) * 2:i64 - (n - 3:i64) % 4:i64
    d[1] = (n & 7:i64) << 2:i64 | n ^ 1:i64
    d[2] = - -n
    d[3] = n < 3:i64 ? n + 1:i64 : 3:i64
    d[4] = min(8:i64, n) + max(0:i64, n)
    e[1] = min(e[n], e[0])
    e[2] = call f64 sqrt(e[0])
    if n == 0:i64 || n > 3:i64 && !(n < 5:i64) {
      e[3] = 0.0
    }
  }
}

program @updates {
  operand n : i32
  operand e : f64[] written
  operand f : f32[] written
  operand s : i16 liveout
  operand b : bool liveout
  body {
    f[0] += 0.25 * e[0]
    f[1] += 0.25:f32
    atomic f[2] += 0.25:f32
    s += n
    e[2] max= e[0] * e[1]
    b ||= n > 3
  }
}
