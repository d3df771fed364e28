//===- Support.cpp - programs with loops on a fake GPU --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lacuna;
using namespace lacuna::test;

static bool HasFailed = false;

void test::check(bool Condition, const char *Text, int Line) {
  if (Condition)
    return;
  HasFailed = true;
  std::fprintf(stderr, "line %d: %s\n", Line, Text);
}

static void registerKernels();

/// In the child.
[[noreturn]] static void runHere(const std::function<void()> &Program,
                                 const Environment &Extra, bool MayLeak) {
  alarm(60); // rather than wait for ever
  for (const char *Name : {"LACUNA_GPU", "LACUNA_LOG", "FAKE_CUDA_FAIL"})
    unsetenv(Name);
  setenv("LACUNA_LIBCUDA", FAKE_CUDA_PATH, 1);
  for (const auto &[Name, Value] : Extra)
    setenv(Name.c_str(), Value.c_str(), 1);
  registerKernels();
  Program();
  CHECK(MayLeak || fakeCudaUse().Allocations == 0);
  CHECK(fakeCudaUse().PendingWork == 0);
  std::fflush(stderr);
  _exit(HasFailed);
}

Outcome test::run(const std::function<void()> &Program,
                  const Environment &Extra, bool MayLeak) {
  int Pipe[2];
  if (pipe(Pipe) != 0)
    std::abort();
  std::fflush(nullptr);
  pid_t Child = fork();
  if (Child == 0) {
    dup2(Pipe[1], STDERR_FILENO);
    close(Pipe[0]);
    close(Pipe[1]);
    runHere(Program, Extra, MayLeak);
  }
  close(Pipe[1]);
  Outcome Result;
  char Text[4096];
  for (ssize_t N; (N = read(Pipe[0], Text, sizeof Text)) > 0;)
    Result.Text.append(Text, N);
  close(Pipe[0]);
  int Status = 0;
  waitpid(Child, &Status, 0);
  Result.Status = WIFEXITED(Status) ? WEXITSTATUS(Status) : -WTERMSIG(Status);
  return Result;
}

void test::expectRun(const std::function<void()> &Program,
                     const std::string &Text, const Environment &Extra,
                     int Status) {
  Outcome O = run(Program, Extra);
  EXPECT_EQ(O.Text, Text);
  EXPECT_EQ(O.Status, Status);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

template <typename T> static T argument(void *const *Arguments, int I) {
  return *static_cast<const T *>(Arguments[I]);
}

/// The array that argument \p I points to, from element \p First on.
template <typename T>
static T *array(void *const *Arguments, int I, std::size_t First,
                std::size_t N) {
  auto Address = argument<std::uint64_t>(Arguments, I) + First * sizeof(T);
  return static_cast<T *>(fakeCudaBytes(Address, N * sizeof(T)));
}

/// (n, a, x, y): y[i] = a * x[i]
static void scaleKernel(const unsigned *, const unsigned *, void *const *Args) {
  auto N = argument<std::size_t>(Args, 0);
  auto A = argument<double>(Args, 1);
  auto *X = array<double>(Args, 2, 0, N), *Y = array<double>(Args, 3, 0, N);
  for (std::size_t I = 0; I < N; ++I)
    Y[I] = A * X[I];
}

/// (first, n, x, y): y[i] += x[i] for each second i
static void addKernel(const unsigned *, const unsigned *, void *const *Args) {
  auto First = argument<std::size_t>(Args, 0);
  auto N = argument<std::size_t>(Args, 1);
  auto *X = array<double>(Args, 2, 0, N), *Y = array<double>(Args, 3, 0, N);
  for (std::size_t I = First; I < N; I += 2)
    Y[I] += X[I];
}

/// (n, pos, of): of[p] = the segment of p
static void segmentsKernel(const unsigned *, const unsigned *,
                           void *const *Args) {
  auto N = argument<int>(Args, 0);
  auto *Pos = array<int>(Args, 1, 0, N + 1);
  auto *Of = array<int>(Args, 2, 0, Pos[N]);
  for (int I = 0; I < N; ++I)
    for (int P = Pos[I]; P < Pos[I + 1]; ++P)
      Of[P] = I;
}

/// (n, m, of, x, s): s[of[p]] += x[p] for p < m
static void sumsKernel(const unsigned *, const unsigned *, void *const *Args) {
  auto N = argument<int>(Args, 0), M = argument<int>(Args, 1);
  auto *Of = array<int>(Args, 2, 0, M);
  auto *X = array<double>(Args, 3, 0, M), *S = array<double>(Args, 4, 0, N);
  for (int P = 0; P < M; ++P)
    S[Of[P]] += X[P];
}

/// (from, to, x, y): y[i] = x[i + 1] - x[i] for i in [from, to)
static void differencesKernel(const unsigned *, const unsigned *,
                              void *const *Args) {
  auto From = argument<long>(Args, 0), To = argument<long>(Args, 1);
  auto *X = array<double>(Args, 2, From, To + 1 - From);
  auto *Y = array<double>(Args, 3, From, To - From);
  for (long I = 0; I < To - From; ++I)
    Y[I] = X[I + 1] - X[I];
}

static void registerKernels() {
  static constexpr std::size_t W = sizeof(void *), I = sizeof(int);
  auto Register = [](const char *Name, FakeKernel Run,
                     std::vector<std::size_t> Sizes) {
    fakeCudaKernel(Name, Run, Sizes.data(), Sizes.size());
  };
  Register("scale", scaleKernel, {W, W, W, W});
  Register("add", addKernel, {W, W, W, W});
  Register("segments", segmentsKernel, {I, W, W});
  Register("sums", sumsKernel, {I, I, W, W, W});
  Register("differences", differencesKernel, {W, W, W, W});
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static constexpr char Text[] = "functions";
static const lacuna_image Image = {LACUNA_PTX, 75, Text, sizeof Text};

lacuna_module test::module(const char *Where) {
  return {LACUNA_RT_ABI, LACUNA_EXPLICIT, Where, &Image, 1, nullptr};
}

static const std::uint64_t OneBlock[3] = {1, 1, 1};
static const std::uint32_t Threads[3] = {128, 1, 1};

void test::launch(lacuna_region *R, const char *Kernel, void *const *Args) {
  lacuna_launch(R, Kernel, OneBlock, Threads, 0, Args);
}

bool Loop::end(lacuna_region *R) { return OnGpu = lacuna_end(R) == 0; }

static void acquire(const Loop &L, const void *P, std::size_t Bytes) {
  lacuna_host_acquire(L.Module.where, P, Bytes);
}

static void release(const Loop &L, const void *P, std::size_t Bytes) {
  lacuna_host_release(L.Module.where, P, Bytes);
}

void Loop::scale(double A, const double *X, double *Y, std::size_t N) {
  std::size_t Bytes = N * sizeof *X;
  if (lacuna_region *R = lacuna_begin(&Module)) {
    void *DX, *DY;
    lacuna_buffer(R, X, 0, Bytes, LACUNA_IN, &DX);
    lacuna_buffer(R, Y, 0, Bytes, LACUNA_OUT, &DY);
    void *Args[] = {&N, &A, &DX, &DY};
    test::launch(R, "scale", Args);
    if (end(R))
      return;
  }
  OnGpu = false;
  acquire(*this, X, Bytes);
  for (std::size_t I = 0; I < N; ++I)
    Y[I] = A * X[I];
  release(*this, Y, Bytes);
}

void Loop::add(const double *X, double *Y, std::size_t N) {
  std::size_t Bytes = N * sizeof *X, Even = 0, Odd = 1;
  if (lacuna_region *R = lacuna_begin(&Module)) {
    void *DX, *DY;
    lacuna_buffer(R, X, 0, Bytes, LACUNA_IN, &DX);
    lacuna_buffer(R, Y, 0, Bytes, LACUNA_INOUT, &DY);
    void *First[] = {&Even, &N, &DX, &DY}, *Second[] = {&Odd, &N, &DX, &DY};
    test::launch(R, "add", First);
    test::launch(R, "add", Second);
    if (end(R))
      return;
  }
  OnGpu = false;
  acquire(*this, X, Bytes);
  acquire(*this, Y, Bytes);
  for (std::size_t I = 0; I < N; ++I)
    Y[I] += X[I];
  release(*this, Y, Bytes);
}

void Loop::sums(const int *Pos, const double *X, double *S, int N) {
  std::size_t PosBytes = (N + 1) * sizeof *Pos, SumBytes = N * sizeof *S;
  int M;
  lacuna_fetch(Module.where, &M, Pos + N, sizeof M);
  std::size_t Bytes = M * sizeof *X;
  if (lacuna_region *R = lacuna_begin(&Module)) {
    void *DPos, *DX, *DS, *DOf;
    lacuna_buffer(R, Pos, 0, PosBytes, LACUNA_IN, &DPos);
    lacuna_buffer(R, X, 0, Bytes, LACUNA_IN, &DX);
    lacuna_buffer(R, S, 0, SumBytes, LACUNA_OUT | LACUNA_ZERO, &DS);
    void *ArgsOf[] = {&N, &DPos, &DOf};
    lacuna_derive(R, Pos, 0, PosBytes, &M, sizeof M, M * sizeof(int), &DOf,
                  "segments", OneBlock, Threads, 0, ArgsOf);
    void *Args[] = {&N, &M, &DOf, &DX, &DS};
    test::launch(R, "sums", Args);
    if (end(R))
      return;
  }
  OnGpu = false;
  acquire(*this, Pos, PosBytes);
  acquire(*this, X, Bytes);
  for (int I = 0; I < N; ++I) {
    S[I] = 0;
    for (int P = Pos[I]; P < Pos[I + 1]; ++P)
      S[I] += X[P];
  }
  release(*this, S, SumBytes);
}

int test::enter(const Vector &V, unsigned Flags, const char *Where) {
  return lacuna_data_enter(Where, V.data(), bytes(V), Flags);
}

int test::leave(const Vector &V, unsigned Flags, const char *Where) {
  return lacuna_data_exit(Where, V.data(), bytes(V), Flags);
}

int test::update(const Vector &V, unsigned Flags, const char *Where) {
  return lacuna_data_update(Where, V.data(), bytes(V), Flags);
}
