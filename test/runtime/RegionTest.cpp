//===- RegionTest.cpp - runs of loops on the GPU --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include <csignal>
#include <gtest/gtest.h>

using namespace lacuna::test;

/// A test wants to see what the system makes of it.
extern "C" const char *__asan_default_options() { return "handle_segv=0"; }

TEST(Region, ComputesAndLeavesNothing) {
  expectRun(
      [] {
        Vector X = {1, 2, 3}, Y(3, -1);
        Loop L("a.cpp:1");
        L.scale(2, X.data(), Y.data(), 3);
        CHECK(L.isOnGpu());
        CHECK(Y == Vector({2, 4, 6}));
        CHECK(X == Vector({1, 2, 3}));
        CHECK(fakeCudaUse().ToDevice ==
              1); // what is only written is not copied
        L.scale(3, X.data(), Y.data(), 3);
        CHECK(Y == Vector({3, 6, 9}));
        CHECK(fakeCudaUse().Modules == 1);
        CHECK(fakeCudaUse().Streams == 1);
        L.scale(3, Y.data(), X.data(), 2); // frees what came before
        CHECK(X == Vector({9, 18, 3}));
      },
      "", {{"FAKE_CUDA_MEMORY", "120"}});
}

TEST(Region, ReadsAndWrites) {
  expectRun([] {
    Vector X = {1, 2, 3}, Y = {10, 20, 30};
    Loop L("a.cpp:1");
    L.add(X.data(), Y.data(), 3);
    CHECK(L.isOnGpu());
    CHECK(Y == Vector({11, 22, 33}));
  });
}

TEST(Region, MeasuresKernelsOnceItIsAsked) {
  expectRun([] {
    Vector X = {1, 2, 3}, Y = {10, 20, 30};
    Loop L("a.cpp:1");
    L.add(X.data(), Y.data(), 3);
    CHECK(lacuna_kernel_seconds() == 0);
    L.add(X.data(), Y.data(), 3);
    // The stand-in's clock says a millisecond of all.
    CHECK(lacuna_kernel_seconds() == 1e-3);
    fakeCudaFail("cuEventRecord", 2, 2);
    L.add(X.data(), Y.data(), 3);
    CHECK(L.isOnGpu());
    CHECK(lacuna_kernel_seconds() == 0);
    CHECK(Y == Vector({13, 26, 39}));
  });
}

TEST(Region, EmptyRangesAreNull) {
  expectRun([] {
    Loop L("a.cpp:1");
    L.scale(2, nullptr, nullptr, 0);
    CHECK(L.isOnGpu());
    double One = 1;
    lacuna_region *R = lacuna_begin(&L.Module);
    void *Empty = &One, *Reversed = &One;
    lacuna_buffer(R, &One, 8, 8, LACUNA_INOUT, &Empty);
    lacuna_buffer(R, &One, 8, 0, LACUNA_INOUT, &Reversed);
    CHECK(lacuna_end(R) == 0);
    CHECK(!Empty && !Reversed);
    CHECK(One == 1);
  });
}

/// A range in the middle of an array: subscripts stay those of the array.
TEST(Region, AddressesStandForTheOrigin) {
  expectRun([] {
    Vector X = {0, 1, 4, 9, 16, 25}, Y(6, -1);
    lacuna_module M = module("a.cpp:1");
    lacuna_region *R = lacuna_begin(&M);
    void *DX, *DY;
    long From = 2, To = 5;
    lacuna_buffer(R, X.data(), From * 8, (To + 1) * 8, LACUNA_IN, &DX);
    lacuna_buffer(R, Y.data(), From * 8, To * 8, LACUNA_OUT, &DY);
    void *Args[] = {&From, &To, &DX, &DY};
    launch(R, "differences", Args);
    CHECK(lacuna_end(R) == 0);
    CHECK(Y == Vector({-1, -1, 5, 7, 9, -1}));
  });
}

/// An array that is counted from -3, as Fortran's may be.
TEST(Region, SubscriptsMayBeNegative) {
  expectRun([] {
    Vector X = {0, 1, 4, 9}, Y(3, -1);
    lacuna_module M = module("a.cpp:1");
    lacuna_region *R = lacuna_begin(&M);
    void *DX, *DY;
    long From = -3, To = 0;
    lacuna_buffer(R, X.data() + 3, From * 8, 8, LACUNA_IN, &DX);
    lacuna_buffer(R, Y.data() + 3, From * 8, 0, LACUNA_OUT, &DY);
    void *Args[] = {&From, &To, &DX, &DY};
    launch(R, "differences", Args);
    CHECK(lacuna_end(R) == 0);
    CHECK(Y == Vector({1, 3, 5}));
  });
}

TEST(Region, TheSameArrayTwice) {
  expectRun([] {
    Vector X = {1, 2, 3};
    Loop L("a.cpp:1");
    L.scale(2, X.data(), X.data(), 3);
    CHECK(L.isOnGpu());
    CHECK(X == Vector({2, 4, 6}));
    L.add(X.data(), X.data(), 3);
    CHECK(X == Vector({4, 8, 12}));
  });
}

/// In whatever order they come, ranges that overlap are one place.
TEST(Region, OverlappingRanges) {
  for (bool Swap : {false, true})
    expectRun([Swap] {
      Vector X = {1, 2, 3, 4};
      lacuna_module M = module("a.cpp:1");
      lacuna_region *R = lacuna_begin(&M);
      void *DA, *DB;
      if (Swap)
        lacuna_buffer(R, X.data() + 1, 0, 24, LACUNA_IN, &DB);
      lacuna_buffer(R, X.data(), 0, 24, LACUNA_OUT, &DA);
      if (!Swap)
        lacuna_buffer(R, X.data() + 1, 0, 24, LACUNA_IN, &DB);
      std::size_t N = 3;
      double A = 10;
      void *Args[] = {&N, &A, &DB, &DA};
      launch(R, "scale", Args); // x[i] = 10 * x[i + 1]
      CHECK(lacuna_end(R) == 0);
      CHECK(static_cast<char *>(DB) == static_cast<char *>(DA) + 8);
      CHECK(fakeCudaUse().ToDevice == 1);
      CHECK(X == Vector({20, 30, 40, 4}));
    });
}

/// Only what is written comes back: the rest may be another thread's meanwhile.
TEST(Region, CopiesBackWhatIsWrittenOnly) {
  static Vector X;
  expectRun([] {
    X = {1, 2, 3, 4};
    // Runs when the region is waited for.
    static const std::size_t Sizes[] = {8, 8, 8, 8};
    fakeCudaKernel(
        "meddle",
        [](const unsigned *, const unsigned *, void *const *) { X[3] = 77; },
        Sizes, 4);
    lacuna_module M = module("a.cpp:1");
    lacuna_region *R = lacuna_begin(&M);
    void *DA, *DB;
    lacuna_buffer(R, X.data(), 0, 16, LACUNA_OUT, &DA);
    lacuna_buffer(R, X.data() + 1, 0, 24, LACUNA_IN, &DB);
    std::size_t N = 2;
    double A = 10;
    void *Args[] = {&N, &A, &DB, &DA};
    launch(R, "scale", Args);
    launch(R, "meddle", Args);
    CHECK(lacuna_end(R) == 0);
    CHECK(X == Vector({20, 30, 3, 77}));
  });
}

TEST(Region, ScratchMemory) {
  expectRun([] {
    Vector X = {1, 2, 3}, Y(3);
    lacuna_module M = module("a.cpp:1");
    lacuna_region *R = lacuna_begin(&M);
    void *DX, *DY, *DT, *DZ;
    lacuna_buffer(R, X.data(), 0, 24, LACUNA_IN, &DX);
    lacuna_buffer(R, Y.data(), 0, 24, LACUNA_OUT, &DY);
    lacuna_buffer(R, nullptr, 0, 24, 0, &DT);
    lacuna_buffer(R, nullptr, 0, 24, LACUNA_ZERO, &DZ);
    std::size_t N = 3, Even = 0;
    double A = 2, B = 1;
    void *First[] = {&N, &A, &DX, &DT}, *Second[] = {&Even, &N, &DT, &DZ},
         *Third[] = {&N, &B, &DZ, &DY};
    launch(R, "scale", First);
    launch(R, "add", Second);
    launch(R, "scale", Third);
    CHECK(lacuna_end(R) == 0);
    CHECK(Y == Vector({2, 0, 6}));
  });
}

TEST(Region, StartsAsZero) {
  expectRun([] {
    std::vector<int> Pos = {0, 2, 2, 3};
    Vector X = {1, 2, 4}, S(3, 77);
    Loop L("a.cpp:1");
    L.sums(Pos.data(), X.data(), S.data(), 3);
    CHECK(L.isOnGpu());
    CHECK(S == Vector({3, 0, 4}));
  });
}

TEST(Region, AnEmptyGridIsNoLaunch) {
  expectRun([] {
    lacuna_module M = module("a.cpp:1");
    lacuna_region *R = lacuna_begin(&M);
    const std::uint64_t None[3] = {0, 1, 1};
    const std::uint32_t Block[3] = {32, 1, 1};
    lacuna_launch(R, "scale", None, Block, 0, nullptr);
    CHECK(lacuna_end(R) == 0);
    CHECK(fakeCudaUse().Launches == 0);
  });
}

TEST(Region, TheHostCannotReachDeviceMemory) {
  expectRun(
      [] {
        lacuna_module M = module("a.cpp:1");
        lacuna_region *R = lacuna_begin(&M);
        void *D;
        lacuna_buffer(R, nullptr, 0, 24, 0, &D);
        lacuna_end(R);
        *static_cast<volatile double *>(D) = 1;
      },
      "", {}, -SIGSEGV);
}

//===----------------------------------------------------------------------===//
// Loops that cannot run there
//===----------------------------------------------------------------------===//

static void scaleOnce(Loop &L) {
  Vector X = {1, 2, 3}, Y(3, -1);
  L.scale(2, X.data(), Y.data(), 3);
  CHECK(Y == Vector({2, 4, 6}));
}

static void scaleTwice() {
  Loop L("a.cpp:7");
  scaleOnce(L);
  scaleOnce(L);
  CHECK(!L.isOnGpu());
}

TEST(Fallback, SaysOnceThatThereIsNoDriver) {
  std::string Why = "no CUDA driver (/nowhere/libcuda.so.1: cannot open shared "
                    "object file: No such file or directory)\n";
  expectRun(scaleTwice, "lacuna: a.cpp:7: the CPU version runs: " + Why,
            {{"LACUNA_LIBCUDA", "/nowhere/libcuda.so.1"}});
  expectRun(
      scaleTwice,
      "lacuna: a.cpp:7: the GPU cannot run this loop "
      "(LACUNA_GPU=require): " +
          Why,
      {{"LACUNA_LIBCUDA", "/nowhere/libcuda.so.1"}, {"LACUNA_GPU", "require"}},
      -SIGABRT);
}

TEST(Fallback, EndsTheProgramWhereTheGpuIsRequired) {
  expectRun(
      [] {
        Loop L("a.cpp:7");
        L.Module.flags = 0;
        scaleOnce(L);
        CHECK(L.isOnGpu());
        fakeCudaFail("cuLaunchKernel", 1, 701);
        scaleOnce(L);
      },
      "lacuna: a.cpp:7: the GPU cannot run this loop (LACUNA_GPU=require): "
      "cuLaunchKernel: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES (scale)\n",
      {{"LACUNA_GPU", "require"}}, -SIGABRT);
}

TEST(Fallback, SaysItEachTimeInTheLog) {
  std::string Line = "lacuna: a.cpp:7: the CPU version runs: LACUNA_GPU=off\n";
  expectRun(scaleTwice, "", {{"LACUNA_GPU", "off"}});
  expectRun(scaleTwice, Line + Line,
            {{"LACUNA_GPU", "off"}, {"LACUNA_LOG", "1"}});
}

TEST(Fallback, SaysNothingWhereTheUserDidNotAsk) {
  expectRun(
      [] {
        Loop L("a.cpp:7");
        L.Module.flags = 0;
        scaleOnce(L);
      },
      "", {{"LACUNA_LIBCUDA", "/nowhere"}});
}

TEST(Fallback, TellsOfAnUnknownChoice) {
  expectRun(
      [] {
        Loop L("a.cpp:7");
        scaleOnce(L);
        CHECK(L.isOnGpu());
      },
      "lacuna: LACUNA_GPU=cpu means nothing; accepted are 'off' and "
      "'require'\n",
      {{"LACUNA_GPU", "cpu"}});
}

TEST(Fallback, TheLogNamesTheDevice) {
  expectRun(
      [] {
        Loop L("a.cpp:7");
        scaleOnce(L);
      },
      "lacuna: device 0: fake GPU, sm_80, CUDA 12.8\n",
      {{"LACUNA_LOG", "1"}, {"FAKE_CUDA_SM", "80"}});
}

static const std::string Says = "lacuna: a.cpp:7: the CPU version runs: ";

TEST(Fallback, NoDevice) {
  expectRun(scaleTwice, Says + "there is no CUDA device\n",
            {{"FAKE_CUDA_DEVICES", "0"}});
}

TEST(Fallback, ModulesThatDoNotFit) {
  expectRun(
      [] {
        Loop L("a.cpp:7");
        L.Module.abi = 0;
        scaleOnce(L);
      },
      Says + "it was compiled for another version of liblacuna_rt\n");
  expectRun(scaleTwice, Says + "there is no code for sm_70\n",
            {{"FAKE_CUDA_SM", "70"}});
  expectRun(
      [] {
        Loop L("a.cpp:7");
        lacuna_image Image = {LACUNA_PTX, 75, "nonsense", 9};
        L.Module.images = &Image;
        scaleOnce(L);
      },
      Says + "cuModuleLoadDataEx: CUDA_ERROR_INVALID_PTX (line 1: expected "
             "'.version', found 'nonsense')\n");
}

TEST(Module, TheBestImageThatLoads) {
  auto Program = [](bool Expected, std::vector<lacuna_image> Images) {
    expectRun(
        [&] {
          Loop L("a.cpp:7");
          L.Module.flags = 0;
          L.Module.images = Images.data();
          L.Module.image_count = Images.size();
          scaleOnce(L);
          CHECK(L.isOnGpu() == Expected);
        },
        "", {{"FAKE_CUDA_SM", "86"}});
  };
  auto Good = [](unsigned Kind, unsigned Sm) -> lacuna_image {
    return {Kind, Sm, "functions", 10};
  };
  auto Bad = [](unsigned Kind, unsigned Sm) -> lacuna_image {
    return {Kind, Sm, "broken", 7};
  };
  Program(true, {Good(LACUNA_PTX, 75), Bad(LACUNA_PTX, 90)});
  Program(true, {Bad(LACUNA_PTX, 75), Good(LACUNA_PTX, 80)});
  Program(true, {Bad(LACUNA_CUBIN, 90), Bad(LACUNA_CUBIN, 75),
                 Bad(LACUNA_CUBIN, 89), Good(LACUNA_PTX, 75)});
  Program(true, {Bad(LACUNA_CUBIN, 80), Good(LACUNA_PTX, 75)});
  Program(true, {Bad(LACUNA_PTX, 80), Good(LACUNA_CUBIN, 80)});
  Program(false, {Good(LACUNA_PTX, 90), Good(LACUNA_CUBIN, 90),
                  Good(LACUNA_CUBIN, 75)});
}

/// What the region refuses, with \p Build naming its parts.
static void expectRefusal(void (*Build)(lacuna_region *R, double *X),
                          const std::string &Why) {
  expectRun(
      [Build] {
        lacuna_module M = module("a.cpp:7");
        lacuna_region *R = lacuna_begin(&M);
        Vector X(4, 1);
        Build(R, X.data());
        CHECK(lacuna_end(R) != 0);
        CHECK(X == Vector(4, 1));
        CHECK(fakeCudaUse().Launches == 0);
        // Others can run.
        Loop L("a.cpp:8");
        scaleOnce(L);
        CHECK(L.isOnGpu());
      },
      Says + Why + "\n");
}

static void *Anywhere;

TEST(Fallback, TooManyBlocks) {
  expectRefusal(
      [](lacuna_region *R, double *) {
        const std::uint64_t Grid[3] = {std::uint64_t(1) << 32, 1, 1};
        const std::uint32_t Block[3] = {32, 1, 1};
        lacuna_launch(R, "scale", Grid, Block, 0, nullptr);
      },
      "the loop needs 4294967296 blocks where there can be 2147483647");
}

TEST(Fallback, TooMuchSharedMemory) {
  expectRefusal(
      [](lacuna_region *R, double *) {
        const std::uint64_t Grid[3] = {1, 1, 1};
        const std::uint32_t Block[3] = {32, 1, 1};
        lacuna_launch(R, "scale", Grid, Block, 101377, nullptr);
      },
      "the loop needs 101377 bytes of shared memory where there can be 101376");
}

TEST(Fallback, UnknownKernel) {
  expectRefusal([](lacuna_region *R, double *) { launch(R, "none", nullptr); },
                "cuModuleGetFunction: CUDA_ERROR_NOT_FOUND (none)");
}

TEST(Fallback, ClearsWhatItReads) {
  expectRefusal(
      [](lacuna_region *R, double *X) {
        lacuna_buffer(R, X, 0, 16, LACUNA_OUT | LACUNA_ZERO, &Anywhere);
        lacuna_buffer(R, X + 1, 0, 16, LACUNA_IN, &Anywhere);
      },
      "memory that the loop clears overlaps memory that it reads");
}

TEST(Fallback, NoMemory) {
  expectRun(
      [] {
        Vector X(100, 1), Y(100, 0);
        Loop L("a.cpp:7");
        L.scale(2, X.data(), Y.data(), 100);
        CHECK(!L.isOnGpu());
        CHECK(Y == Vector(100, 2));
        L.scale(3, X.data(), Y.data(), 50);
        CHECK(L.isOnGpu());
      },
      Says + "cuMemAllocFromPoolAsync: CUDA_ERROR_OUT_OF_MEMORY\n",
      {{"FAKE_CUDA_MEMORY", "1000"}});
}

TEST(Fallback, ADeviceThatFailsIsNotUsedAgain) {
  expectRun(
      [] {
        Vector X = {1, 2}, Y = {5, 6};
        fakeCudaFail("cuStreamSynchronize", 1, 700);
        Loop L("a.cpp:7"), Other("a.cpp:9");
        L.add(X.data(), Y.data(), 2);
        CHECK(!L.isOnGpu());
        CHECK(Y == Vector({6, 8}));
        scaleOnce(Other);
        CHECK(!Other.isOnGpu());
      },
      Says + "the device has failed (cuStreamSynchronize: "
             "CUDA_ERROR_ILLEGAL_ADDRESS)\n"
             "lacuna: a.cpp:9: the CPU version runs: the device has failed "
             "(cuStreamSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS)\n");
}
