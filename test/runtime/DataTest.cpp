//===- DataTest.cpp - arrays that stay on the device ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include <cerrno>
#include <csignal>
#include <gtest/gtest.h>

using namespace lacuna::test;

static const Environment NoGpu = {{"LACUNA_GPU", "off"}};

/// Runs \p Program on the GPU and without: it must mean the same.
static void expectBoth(const std::function<void()> &Program) {
  expectRun(Program);
  expectRun(Program, "", NoGpu);
}

static std::size_t copies() {
  return fakeCudaUse().ToDevice + fakeCudaUse().ToHost;
}

TEST(Data, CopiesOnceEachWay) {
  expectBoth([] {
    Vector X = {1, 2, 3}, Y(3, 10);
    Loop Add("a.cpp:1");
    enter(X, LACUNA_IN);
    enter(Y, LACUNA_IN);
    for (int I = 0; I < 5; ++I)
      Add.add(X.data(), Y.data(), 3);
    CHECK(!Add.isOnGpu() || fakeCudaUse().ToDevice == 2);
    CHECK(!Add.isOnGpu() || fakeCudaUse().ToHost == 0);
    leave(Y, LACUNA_OUT);
    leave(X, 0);
    CHECK(Y == Vector({15, 20, 25}));
    CHECK(!Add.isOnGpu() || copies() == 3);
  });
}

TEST(Data, ErrnoStays) {
  expectBoth([] {
    Vector X = {1, 2, 3}, Y(3, 10);
    Loop Add("a.cpp:1");
    errno = EDOM;
    Add.add(X.data(), Y.data(), 3);
    CHECK(errno == EDOM);
  });
  // A driver that cannot be loaded.
  expectRun(
      [] {
        Vector X = {1, 2, 3}, Y(3, 10);
        Loop Add("a.cpp:1");
        Add.Module.flags = 0; // nothing is said
        errno = EDOM;
        Add.add(X.data(), Y.data(), 3);
        CHECK(errno == EDOM);
      },
      "", {{"LACUNA_LIBCUDA", "/nowhere/libcuda.so"}});
}

/// The host's copy is stale in between, unlike without a GPU.
TEST(Data, ResultsStayOnTheDevice) {
  expectRun([] {
    Vector X = {1, 2}, Y(2, 10);
    Loop L("a.cpp:1");
    enter(Y, LACUNA_IN);
    L.scale(2, X.data(), Y.data(), 2);
    CHECK(Y == Vector({10, 10}));
    leave(Y, LACUNA_OUT);
    CHECK(Y == Vector({2, 4}));
  });
}

TEST(Data, WithoutCopyingBackResultsAreLost) {
  expectRun([] {
    Vector X = {1, 2}, Y(2, 10);
    Loop L("a.cpp:1");
    enter(Y, 0);
    L.scale(2, X.data(), Y.data(), 2);
    leave(Y, 0);
    CHECK(Y == Vector({10, 10}));
  });
}

TEST(Data, UsesAreCounted) {
  expectRun([] {
    Vector X = {1, 2}, Y(2, 10);
    Loop L("a.cpp:1");
    enter(Y, LACUNA_IN);
    enter(Y, LACUNA_IN);
    CHECK(fakeCudaUse().ToDevice == 1);
    L.scale(2, X.data(), Y.data(), 2);
    leave(Y, LACUNA_OUT); // not the last one
    CHECK(Y == Vector({10, 10}));
    leave(Y, LACUNA_OUT);
    CHECK(Y == Vector({2, 4}));
    leave(Y, LACUNA_OUT); // one too many
    CHECK(!lacuna_data_present(Y.data(), bytes(Y)));
  });
}

TEST(Data, PartsOfWhatIsThereAreThere) {
  expectBoth([] {
    Vector X = {1, 2, 3, 4}, Y(4, 10);
    Loop L("a.cpp:1");
    enter(Y, LACUNA_IN);
    CHECK(lacuna_data_enter("d.cpp:1", &Y[1], 16, LACUNA_IN) == 0);
    CHECK(lacuna_data_present(&Y[1], 16));
    L.add(X.data(), &Y[1], 2);
    leave(Y, LACUNA_OUT);
    L.add(X.data(), &Y[2], 2);
    lacuna_data_exit("d.cpp:2", &Y[1], 24, LACUNA_OUT);
    CHECK(Y == Vector({10, 11, 13, 12}));
  });
}

TEST(Data, APartThatSticksOutIsAnError) {
  expectRun(
      [] {
        Vector Y(4, 1);
        CHECK(lacuna_data_enter("d.cpp:1", &Y[1], 16, LACUNA_IN) == 0);
        for (int I = 0; I < 2; ++I)
          CHECK(enter(Y, LACUNA_IN, "d.cpp:2") != 0);
        CHECK(lacuna_data_enter("d.cpp:3", &Y[0], 16, 0) != 0);
        CHECK(lacuna_data_enter("d.cpp:4", &Y[0], 8, 0) == 0); // beside it
        CHECK(update(Y, LACUNA_IN, "d.cpp:5") != 0);
        CHECK(leave(Y, LACUNA_OUT, "d.cpp:6") != 0);
        CHECK(!lacuna_data_present(Y.data(), bytes(Y)));
        // A loop over it is right all the same.
        Loop L("a.cpp:7");
        L.scale(3, Y.data(), Y.data(), 4);
        CHECK(!L.isOnGpu());
        CHECK(lacuna_data_exit("d.cpp:8", &Y[1], 16, LACUNA_OUT) == 0);
        CHECK(lacuna_data_exit("d.cpp:9", &Y[0], 8, LACUNA_OUT) == 0);
        CHECK(Y == Vector(4, 3));
      },
      "lacuna: d.cpp:2: data: a part of the array only is on the device\n"
      "lacuna: d.cpp:3: data: a part of the array only is on the device\n"
      "lacuna: d.cpp:5: data: a part of the array only is on the device\n"
      "lacuna: d.cpp:6: data: a part of the array only is on the device\n"
      "lacuna: a.cpp:7: the CPU version runs: the loop uses memory of which a "
      "part "
      "only is resident\n");
}

TEST(Data, UpdatesGoBothWays) {
  expectBoth([] {
    Vector X = {1, 2, 3}, Y(3, 0);
    Loop L("a.cpp:1");
    enter(X, LACUNA_IN);
    enter(Y, LACUNA_IN);
    L.scale(2, X.data(), Y.data(), 3);
    lacuna_data_update("d.cpp:3", &Y[1], 8, LACUNA_OUT);
    CHECK(Y[1] == 4);
    X[2] = 30;
    lacuna_data_update("d.cpp:3", &X[2], 8, LACUNA_IN);
    L.scale(2, X.data(), Y.data(), 3);
    update(Y, LACUNA_OUT);
    CHECK(Y == Vector({2, 4, 60}));
    leave(X, 0);
    leave(Y, 0);
    update(X, LACUNA_IN); // of what is not there
    update(X, LACUNA_OUT);
    CHECK(X[2] == 30);
  });
}

/// Nothing that only the host has is overwritten by what the device never had.
TEST(Data, CreatedRangesMayBeWrittenInPart) {
  expectBoth([] {
    Vector X = {1, 2, 3, 4}, Y(4, 10);
    Loop L("a.cpp:1");
    enter(Y, 0);
    L.scale(2, X.data(), Y.data(), 2); // the first two
    L.add(X.data(), Y.data(), 3);      // the third is needed
    leave(Y, LACUNA_OUT);
    CHECK(Y == Vector({3, 6, 13, 10}));
  });
}

TEST(Data, PresentHasToBeThere) {
  auto Program = [] {
    Vector X(2, 1);
    CHECK(enter(X, LACUNA_PRESENT) == (lacuna_data_present(&X[0], 16) ? 0 : 1));
    enter(X, LACUNA_IN);
    CHECK(enter(X, LACUNA_PRESENT) == 0);
    CHECK(lacuna_data_present(X.data(), bytes(X)));
    leave(X, 0);
    leave(X, 0);
  };
  expectRun(Program, "lacuna: d.cpp:1: data: the array is not on the device\n");
  expectRun(Program, "", NoGpu);
}

TEST(Data, EmptyRangesAreIgnored) {
  expectBoth([] {
    Vector X(2, 1);
    CHECK(lacuna_data_enter("d.cpp:1", nullptr, 0, LACUNA_IN) == 0);
    CHECK(lacuna_data_enter("d.cpp:1", &X[0], 0, LACUNA_PRESENT) == 0);
    CHECK(lacuna_data_present(&X[0], 0));
    CHECK(lacuna_data_update("d.cpp:1", &X[0], 0, LACUNA_IN) == 0);
    CHECK(lacuna_data_exit("d.cpp:1", &X[0], 0, LACUNA_OUT) == 0);
    lacuna_host_acquire("d.cpp:1", &X[0], 0);
    lacuna_host_release("d.cpp:1", &X[0], 0);
  });
}

/// What does not fit stays on the host, and is counted nevertheless.
TEST(Data, WithoutMemory) {
  expectRun(
      [] {
        Vector X(100, 1), Y(100, 0);
        Loop L("a.cpp:7");
        enter(X, LACUNA_IN);
        enter(Y, LACUNA_IN, "d.cpp:4");
        CHECK(enter(Y, LACUNA_PRESENT) == 0);
        L.scale(2, X.data(), Y.data(), 5);
        CHECK(L.isOnGpu());
        CHECK(Y[4] == 2 && Y[5] == 0);
        L.scale(2, X.data(), Y.data(), 100);
        CHECK(!L.isOnGpu());
        leave(Y, 0);
        leave(Y, LACUNA_OUT);
        leave(X, 0);
        CHECK(Y == Vector(100, 2));
        CHECK(!lacuna_data_present(&Y[0], 8));
      },
      "lacuna: d.cpp:4: data: the array stays in host memory: "
      "cuMemAllocFromPoolAsync: CUDA_ERROR_OUT_OF_MEMORY\n"
      "lacuna: a.cpp:7: the CPU version runs: cuMemAllocFromPoolAsync: "
      "CUDA_ERROR_OUT_OF_MEMORY\n",
      {{"FAKE_CUDA_MEMORY", "900"}});
}

//===----------------------------------------------------------------------===//
// Loops that change sides
//===----------------------------------------------------------------------===//

/// Makes the next loop run on the CPU.
static void failOnce() { fakeCudaFail("cuModuleGetFunction", 1, 500); }

TEST(Fallback, SeesWhatKernelsWrote) {
  expectRun(
      [] {
        Vector X = {1, 2, 3}, Y(3, 0), Z(3, 0);
        Loop Gpu("a.cpp:1"), Cpu("a.cpp:2"), Again("a.cpp:3");
        for (Vector *V : {&X, &Y, &Z})
          enter(*V, LACUNA_IN);
        Gpu.scale(2, X.data(), Y.data(), 3);
        failOnce();
        Cpu.add(Y.data(), Z.data(), 3); // reads what the device has
        CHECK(!Cpu.isOnGpu());
        Again.add(Z.data(), Y.data(), 3); // reads what the host has written
        CHECK(Again.isOnGpu());
        for (Vector *V : {&X, &Y, &Z})
          leave(*V, LACUNA_OUT);
        CHECK(Y == Vector({4, 8, 12}));
        CHECK(Z == Vector({2, 4, 6}));
      },
      "lacuna: a.cpp:2: the CPU version runs: cuModuleGetFunction: "
      "CUDA_ERROR_NOT_FOUND (add)\n");
}

/// A part is written on the CPU, the rest stays what the device has made it.
TEST(Fallback, WritesAPart) {
  expectRun([] {
    Vector X = {1, 2, 3, 4}, Y(4, 0);
    Loop Gpu("a.cpp:1"), Cpu("a.cpp:2");
    Cpu.Module.flags = 0;
    enter(Y, LACUNA_IN);
    Gpu.scale(2, X.data(), Y.data(), 4);
    failOnce();
    Cpu.add(X.data(), &Y[1], 2);
    CHECK(!Cpu.isOnGpu());
    CHECK(Y == Vector({0, 5, 8, 0})); // the host needs no more
    leave(Y, LACUNA_OUT);
    CHECK(Y == Vector({2, 5, 8, 8}));
  });
}

/// Nobody knows what the CPU version uses.
TEST(Fallback, UsesAllThatIsResident) {
  expectBoth([] {
    Vector X = {1, 2, 3}, Y(3, 0), Z(3, 5);
    Loop Gpu("a.cpp:1");
    for (Vector *V : {&X, &Y, &Z})
      enter(*V, LACUNA_IN);
    Gpu.scale(2, X.data(), Y.data(), 3);
    lacuna_host_acquire_all("a.cpp:2");
    CHECK(Y == Vector({2, 4, 6}));
    X[0] = Y[2];
    Z[1] = Y[0];
    std::size_t Before = copies();
    lacuna_host_release_all();
    CHECK(copies() == Before);
    Gpu.add(X.data(), Z.data(), 3);
    for (Vector *V : {&X, &Y, &Z})
      leave(*V, LACUNA_OUT);
    CHECK(X == Vector({6, 2, 3}));
    CHECK(Z == Vector({11, 4, 8}));
  });
}

/// Another thread's loop runs on the GPU meanwhile.
TEST(Fallback, LeavesWhatKernelsWriteMeanwhile) {
  expectBoth([] {
    Vector X = {1, 2, 3}, Y(3, 0);
    Loop Gpu("a.cpp:1");
    enter(X, LACUNA_IN);
    enter(Y, LACUNA_IN);
    lacuna_host_acquire_all("a.cpp:2");
    Gpu.scale(2, X.data(), Y.data(), 3);
    lacuna_host_release_all();
    leave(X, 0);
    leave(Y, LACUNA_OUT);
    CHECK(Y == Vector({2, 4, 6}));
  });
}

/// The second of two launches fails: what the first has added is taken back.
TEST(Fallback, ResidentResultsAreRestored) {
  expectRun([] {
    Vector X = {1, 2, 3}, Y(3, 10);
    Loop L("a.cpp:1"), Failing("a.cpp:2");
    Failing.Module.flags = 0;
    enter(Y, LACUNA_IN);
    L.add(X.data(), Y.data(), 3);
    fakeCudaFail("cuLaunchKernel", 2, 701);
    Failing.add(X.data(), Y.data(), 3);
    CHECK(!Failing.isOnGpu());
    L.add(X.data(), Y.data(), 3);
    CHECK(L.isOnGpu());
    leave(Y, LACUNA_OUT);
    CHECK(Y == Vector({13, 16, 19}));
  });
}

TEST(Death, ArraysOfWhichTheHostHasTheValuesAreUsedThere) {
  expectRun(
      [] {
        Vector X = {1, 2, 3}, Y(3, 10);
        Loop L("a.cpp:1");
        enter(X, LACUNA_IN);
        enter(Y, LACUNA_IN);
        fakeCudaFail("cuStreamSynchronize", 1, 719);
        L.add(X.data(), Y.data(), 3);
        CHECK(!L.isOnGpu());
        L.add(X.data(), Y.data(), 3);
        enter(Y, LACUNA_IN);
        leave(Y, LACUNA_OUT);
        update(Y, LACUNA_OUT);
        update(Y, LACUNA_IN);
        leave(Y, LACUNA_OUT);
        leave(X, 0);
        CHECK(Y == Vector({12, 14, 16}));
      },
      "lacuna: a.cpp:1: the CPU version runs: the device has failed "
      "(cuStreamSynchronize: CUDA_ERROR_LAUNCH_FAILED)\n");
}

TEST(Death, TheOnlyCopyIsLost) {
  const std::string Why =
      "the only current copy of an array was on the device: the device has "
      "failed (cuStreamSynchronize: CUDA_ERROR_LAUNCH_FAILED)\n";
  auto Program = [](void (*Then)(Loop &L, Vector &X, Vector &Y)) {
    return [Then] {
      Vector X = {1, 2, 3}, Y(3, 10);
      Loop L("a.cpp:1");
      L.Module.flags = 0;
      enter(Y, LACUNA_IN);
      L.add(X.data(), Y.data(), 3);
      fakeCudaFail("cuStreamSynchronize", 1, 719);
      L.scale(2, X.data(), X.data(), 3);
      Then(L, X, Y);
    };
  };
  expectRun(Program([](Loop &, Vector &, Vector &Y) { leave(Y, LACUNA_OUT); }),
            "lacuna: d.cpp:2: " + Why, {}, -SIGABRT);
  expectRun(Program([](Loop &, Vector &, Vector &Y) { update(Y, LACUNA_OUT); }),
            "lacuna: d.cpp:3: " + Why, {}, -SIGABRT);
  expectRun(Program([](Loop &L, Vector &X, Vector &Y) {
              L.add(Y.data(), X.data(), 3);
            }),
            "lacuna: a.cpp:1: " + Why, {}, -SIGABRT);
  // Nobody needs it.
  expectRun(Program([](Loop &L, Vector &X, Vector &Y) {
    enter(Y, 0);
    leave(Y, 0);
    L.scale(5, X.data(), Y.data(), 3);
    leave(Y, LACUNA_OUT);
    CHECK(Y == Vector({10, 20, 30}));
    leave(Y, 0);
    L.add(Y.data(), X.data(), 3);
    CHECK(X == Vector({12, 24, 36}));
  }));
}

//===----------------------------------------------------------------------===//
// What is computed from an array alone
//===----------------------------------------------------------------------===//

namespace {
/// Sums over segments, with positions that stay on the device.
struct Segments {
  std::vector<int> Pos = {0, 2, 2, 3};
  Vector X = {1, 2, 4}, S = Vector(3);
  Loop L{"a.cpp:1"};

  Segments() {
    lacuna_data_enter("d.cpp:1", Pos.data(), bytes(Pos), LACUNA_IN);
  }
  ~Segments() { lacuna_data_exit("d.cpp:2", Pos.data(), bytes(Pos), 0); }

  /// Whether the loop had to look for the segments.
  bool looks(const Vector &Expected) {
    std::size_t Before = fakeCudaUse().Launches;
    L.sums(Pos.data(), X.data(), S.data(), Pos.size() - 1);
    CHECK(L.isOnGpu());
    CHECK(S == Expected);
    return fakeCudaUse().Launches == Before + 2;
  }
};
} // namespace

TEST(Derive, IsKeptWithTheRange) {
  expectRun([] {
    Segments A;
    CHECK(A.looks({3, 0, 4}));
    CHECK(!A.looks({3, 0, 4}));
    A.X = {5, 6, 7};
    CHECK(!A.looks({11, 0, 7}));
  });
}

TEST(Derive, IsNotKeptWithoutOne) {
  expectRun([] {
    Segments A;
    lacuna_data_exit("d.cpp:2", A.Pos.data(), bytes(A.Pos), 0);
    CHECK(A.looks({3, 0, 4}));
    CHECK(A.looks({3, 0, 4}));
    A.Pos = {0, 1, 1, 3};
    CHECK(A.looks({1, 0, 6}));
  });
}

TEST(Derive, IsDroppedWhereTheRangeChanges) {
  expectRun([] {
    Segments A;
    std::size_t Bytes = bytes(A.Pos);
    CHECK(A.looks({3, 0, 4}));
    A.Pos[2] = 3;
    lacuna_data_update("d.cpp:3", &A.Pos[2], sizeof(int), LACUNA_IN);
    CHECK(A.looks({3, 4, 0}));
    A.Pos[2] = 2;
    lacuna_host_release("d.cpp:3", A.Pos.data(), Bytes); // as after a loop
    CHECK(A.looks({3, 0, 4}));
    CHECK(!A.looks({3, 0, 4}));
    lacuna_data_exit("d.cpp:2", A.Pos.data(), Bytes, 0);
    A.Pos[2] = 3;
    lacuna_data_enter("d.cpp:1", A.Pos.data(), Bytes, LACUNA_IN);
    CHECK(A.looks({3, 4, 0}));
  });
}

/// (pos): the second segment begins earlier
static void moveKernel(const unsigned *, const unsigned *, void *const *Args) {
  auto Address = *static_cast<const std::uint64_t *>(Args[0]);
  auto *Pos = static_cast<int *>(fakeCudaBytes(Address, 4 * sizeof(int)));
  Pos[1] = Pos[2] = 1;
}

TEST(Derive, IsDroppedWhereALoopWrites) {
  expectRun([] {
    const std::size_t Size = sizeof(void *);
    fakeCudaKernel("move", moveKernel, &Size, 1);
    Segments A;
    CHECK(A.looks({3, 0, 4}));
    lacuna_module M = module("a.cpp:2");
    lacuna_region *R = lacuna_begin(&M);
    void *D;
    lacuna_buffer(R, A.Pos.data(), 0, bytes(A.Pos), LACUNA_INOUT, &D);
    void *Args[] = {&D};
    launch(R, "move", Args);
    CHECK(lacuna_end(R) == 0);
    CHECK(A.looks({1, 0, 6}));
    CHECK(!A.looks({1, 0, 6}));
  });
}

/// One range may have several; no more than a few are kept.
TEST(Derive, KeysAreCompared) {
  expectRun([] {
    Segments A;
    auto Derive = [&](std::uint64_t Key) {
      lacuna_region *R = lacuna_begin(&A.L.Module);
      void *DPos, *DOf;
      int N = 3;
      lacuna_buffer(R, A.Pos.data(), 0, bytes(A.Pos), LACUNA_IN, &DPos);
      void *Args[] = {&N, &DPos, &DOf};
      const std::uint64_t Grid[3] = {1, 1, 1};
      const std::uint32_t Block[3] = {32, 1, 1};
      lacuna_derive(R, A.Pos.data(), 0, bytes(A.Pos), &Key, sizeof Key, 12,
                    &DOf, "segments", Grid, Block, 0, Args);
      std::size_t Before = fakeCudaUse().Launches;
      CHECK(lacuna_end(R) == 0);
      return fakeCudaUse().Launches != Before;
    };
    CHECK(Derive(1));
    CHECK(Derive(2));
    CHECK(!Derive(1));
    CHECK(!Derive(2));
    for (int Key = 3; Key < 100; ++Key)
      CHECK(Derive(Key));
    CHECK(fakeCudaUse().Allocations < 20);
    CHECK(!Derive(99));
    CHECK(Derive(1));
  });
}
