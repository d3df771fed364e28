// What generated code amounts to for y[i] = a * x[i], in C: the interface is C.
#include "lacuna/rt.h"
#include <stdio.h>

static const char Ptx[] =
    ".version 6.3\n"
    ".target sm_75\n"
    ".address_size 64\n"
    ".visible .entry scale(.param .u64 n, .param .f64 a,\n"
    "                      .param .u64 x, .param .u64 y) {\n"
    "  .reg .pred %p<2>;\n"
    "  .reg .b32 %r<4>;\n"
    "  .reg .b64 %rd<12>;\n"
    "  .reg .f64 %fd<4>;\n"
    "  ld.param.u64 %rd1, [n];\n"
    "  ld.param.f64 %fd1, [a];\n"
    "  ld.param.u64 %rd2, [x];\n"
    "  ld.param.u64 %rd3, [y];\n"
    "  mov.u32 %r1, %ctaid.x;\n"
    "  mov.u32 %r2, %ntid.x;\n"
    "  mul.wide.u32 %rd4, %r1, %r2;\n"
    "  mov.u32 %r3, %tid.x;\n"
    "  cvt.u64.u32 %rd5, %r3;\n"
    "  add.s64 %rd6, %rd4, %rd5;\n"
    "  setp.ge.u64 %p1, %rd6, %rd1;\n"
    "  @%p1 bra $end;\n"
    "  cvta.to.global.u64 %rd7, %rd2;\n"
    "  cvta.to.global.u64 %rd8, %rd3;\n"
    "  shl.b64 %rd9, %rd6, 3;\n"
    "  add.s64 %rd10, %rd7, %rd9;\n"
    "  add.s64 %rd11, %rd8, %rd9;\n"
    "  ld.global.f64 %fd2, [%rd10];\n"
    "  mul.f64 %fd3, %fd2, %fd1;\n"
    "  st.global.f64 [%rd11], %fd3;\n"
    "$end:\n"
    "  ret;\n"
    "}\n";
static const lacuna_image Image = {LACUNA_PTX, 75, Ptx, sizeof Ptx};
static lacuna_module Module = {
    LACUNA_RT_ABI, LACUNA_EXPLICIT, "program.c:50", &Image, 1, 0};

static const char *scale(uint64_t n, double a, const double *x, double *y) {
  const uint64_t Grid[3] = {(n + 127) / 128, 1, 1};
  const uint32_t Block[3] = {128, 1, 1};
  ptrdiff_t Bytes = n * sizeof *x;
  void *DeviceX, *DeviceY;
  void *Args[] = {&n, &a, &DeviceX, &DeviceY};
  lacuna_region *Region = lacuna_begin(&Module);
  if (Region) {
    lacuna_buffer(Region, x, 0, Bytes, LACUNA_IN, &DeviceX);
    lacuna_buffer(Region, y, 0, Bytes, LACUNA_OUT, &DeviceY);
    lacuna_launch(Region, "scale", Grid, Block, 0, Args);
    if (lacuna_end(Region) == 0)
      return "GPU";
  }
  lacuna_host_acquire(Module.where, x, Bytes);
  for (uint64_t i = 0; i < n; ++i)
    y[i] = a * x[i];
  lacuna_host_release(Module.where, y, Bytes);
  return "CPU";
}

enum { N = 1000 };
static double x[N], y[N];

/// Computes y = a * x for n elements, and says where and how well.
static void run(uint64_t n, double a, int IsResident) {
  int Wrong = 0;
  const char *Where = scale(n, a, x, y);
  if (IsResident)
    lacuna_data_update("program.c:80", y, sizeof y, LACUNA_OUT);
  for (uint64_t i = 0; i < n; ++i)
    Wrong += y[i] != a * x[i];
  printf("on the %s, %d wrong\n", Where, Wrong);
}

int main(void) {
  double Last = 0;
  for (int i = 0; i < N; ++i)
    x[i] = i;
  run(N, 1, 0);
  lacuna_data_enter("program.c:90", x, sizeof x, LACUNA_IN);
  lacuna_data_enter("program.c:91", y, sizeof y, 0);
  run(N - 1, 2, 1);
  run(N - 2, 3, 1);
  lacuna_fetch("program.c:94", &Last, &y[N - 3], sizeof Last);
  lacuna_data_exit("program.c:95", y, sizeof y, LACUNA_OUT);
  lacuna_data_exit("program.c:96", x, sizeof x, 0);
  return Last != 3 * x[N - 3] || y[N - 2] != 2 * x[N - 2] || y[N - 1] != N - 1;
}
