//===- DiagnosisTest.cpp - what a launch finds wrong ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

using namespace lacuna::ptx;

namespace {

bool has(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

/// Under each of some seeds \p P fails with \p Message in its error.
void expectError(Program &P, Dim3 Grid, Dim3 Block,
                 const std::string &Message) {
  for (P.Opts.Seed = 0; P.Opts.Seed < 20; ++P.Opts.Seed) {
    std::string Error = P.run(Grid, Block);
    ASSERT_TRUE(has(Error, Message)) << "expected: " << Message << "\nseed "
                                     << P.Opts.Seed << " gave: " << Error;
  }
}

void expectError(const std::string &Body, const std::string &Message,
                 Dim3 Block = {}) {
  Program P(Body);
  expectError(P, {}, Block, Message);
}

void expectNone(const std::string &Body, Dim3 Grid, Dim3 Block,
                const std::string &Before = "") {
  Program P(Body, Before);
  for (P.Opts.Seed = 0; P.Opts.Seed < 20; ++P.Opts.Seed)
    EXPECT_EQ(P.run(Grid, Block), "");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TEST(Diagnosis, SaysWhoDidWhatWhere) {
  Program P("@!%p0 bra L;\nL:\nadd.u64 %a0, %a0, 8;\nld.global.u32\t%r1, "
            "[%a0+248];",
            ".extern .func unused;\n");
  std::string Error = P.run({3, 2}, {4, 3, 2});
  // Whichever block and thread comes first.
  EXPECT_TRUE(Error.starts_with("kernel 'k', block (")) << Error;
  EXPECT_TRUE(has(Error, "), line 18 'ld.global.u32 %r1, [%a0+248];': reads 4 "
                         "bytes at 0x"))
      << Error;
}

TEST(Diagnosis, AccessesBelongToAllocations) {
  expectError("ld.global.u32 %r1, [%a0+256];", ", which belongs to nothing");
  expectError("ld.global.u32 %r1, [%a0+-4];", ", which belongs to nothing");
  expectError("mov.u64 %a0, 0;\nst.global.u32 [%a0], %r0;",
              "writes 4 bytes at 0x0, which belongs to nothing");
  expectError("ld.global.u32 %r1, [%a0+2];", ", which is not a multiple of 4");
  expectError("ld.global.v2.f64 {%g0, %g1}, [%a0+8];",
              ", which is not a multiple of 16");
  expectError("st.global.v4.u32 [%a0+256], {%r0, %r0, %r0, %r0};",
              "writes 16 bytes at ");
  expectError("ld.shared.u32 %r1, [%a0];",
              " of shared memory, which belongs to nothing");
  expectError("ld.local.u32 %r1, [%a0];",
              " of local memory, which belongs to nothing");
  Program P("ld.global.u32 %r1, [%a0+4];");
  P.Buffer = P.Device.allocate(6);
  expectError(P, {}, {},
              "but the allocation of 6 bytes ends 2 bytes behind that");
}

TEST(Diagnosis, SharedVariablesEndWhereTheyEnd) {
  const char *Body = R"(.shared .align 4 .b8 one[16];
.shared .align 4 .b8 other[16];
mov.u64 %a1, one;
mul.wide.u32 %a2, %r0, 4;
add.s64 %a1, %a1, %a2;
st.shared.u32 [%a1], %r0;)";
  expectNone(Body, {}, {4});
  expectError(Body, "of shared memory, which belongs to nothing", {5});
}

TEST(Diagnosis, DynamicSharedMemoryHasItsSize) {
  Program P(R"(mov.u64 %a1, dynamic;
mul.wide.u32 %a2, %r0, 4;
add.s64 %a1, %a1, %a2;
st.shared.u32 [%a1], %r0;)",
            ".extern .shared .align 8 .b8 dynamic[];\n");
  P.DynamicShared = 16;
  EXPECT_EQ(P.run({}, {4}), "");
  expectError(P, {}, {5}, "of shared memory, which belongs to nothing");
}

TEST(Diagnosis, MemoryIsWrittenBeforeItIsRead) {
  Program P("ld.global.u32 %r1, [%a0];\nst.global.u32 [%a0], %r1;");
  P.Buffer = P.Device.allocate(8);
  expectError(P, {}, {},
              "reads byte 0 of the allocation of 8 bytes, which has never been "
              "written");
  P.Opts.CheckWritten = false;
  EXPECT_EQ(P.run(), "");
  EXPECT_TRUE(P.Device.written(P.Buffer, 4));
  EXPECT_FALSE(P.Device.written(P.Buffer + 4, 4));
  expectError(".shared .align 4 .b8 s[4];\nld.shared.u32 %r1, [s];",
              "of shared memory of 4 bytes, which has never been written");
  expectError(".local .align 4 .b8 l[4];\nld.local.u32 %r1, [l];",
              "of local memory of 4 bytes, which has never been written");
  expectError(".shared .align 4 .b8 s[4];\nred.shared.add.u32 [s], 1;",
              "of shared memory of 4 bytes, which has never been written");
}

TEST(Diagnosis, ConstantsStayAsTheyAre) {
  const char *Constant = ".const .align 4 .u32 c = 7;\n";
  Program Reads("ld.const.u32 %r1, [c];\nst.global.u32 [%a0], %r1;", Constant);
  EXPECT_EQ(Reads.run(), "");
  EXPECT_EQ(Reads.at<int>(0), 7);
  Program Writes("mov.u64 %a1, c;\nst.u32 [%a1], %r0;", Constant);
  expectError(Writes, {}, {}, "writes to variable, which is constant");
  Program Updates("mov.u64 %a1, c;\nred.add.u32 [%a1], 1;", Constant);
  expectError(Updates, {}, {}, "updates variable atomically");
  expectError(".local .align 4 .b8 l[4];\nmov.u64 %a1, l;\nst.local.u32 [%a1], "
              "0;\ncvta.local.u64 %a1, %a1;\nred.add.u32 [%a1], 1;",
              "updates local memory atomically, which is not possible");
}

TEST(Diagnosis, AddressesAreOfTheirSpace) {
  expectError("cvta.to.shared.u64 %a1, %a0;",
              "a generic address is not of the space that it is taken for");
  expectError(".shared .align 4 .b8 s[4];\nmov.u64 %a1, s;\n"
              "st.u32 [%a1], %r0;",
              "which belongs to nothing");
  expectNone(".shared .align 4 .b8 s[4];\nmov.u64 %a1, s;\n"
             "cvta.shared.u64 %a1, %a1;\nst.u32 [%a1], %r0;\n"
             "cvta.to.shared.u64 %a1, %a1;\nld.shared.u32 %r1, [%a1];",
             {2}, {1});
}

//===----------------------------------------------------------------------===//
// Races
//===----------------------------------------------------------------------===//

TEST(Races, PlainAccessesOfOnePlace) {
  expectError("st.global.u32 [%a0], %r0;",
              "races with line 14 of block (0,0,0)", {2});
  expectError("st.global.u32 [%a0], 1;", "races with", {2}); // of equal values
  // One writes, others read, far apart or near.
  const char *OneWrites = R"(setp.eq.u32 %p1, %r0, 0;
@%p1 st.global.u32 [%a0], 1;
@!%p1 ld.global.u32 %r1, [%a0];)";
  expectError(OneWrites, ", at byte 0 of the allocation at 0x", {2});
  expectError(OneWrites, "races with", {40});
  expectNone("ld.global.u32 %r1, [%a0];", {3}, {40});
}

TEST(Races, BetweenBlocks) {
  Program P(R"(mov.u32 %r1, %ctaid.x;
st.global.u32 [%a0], %r1;)");
  expectError(P, {2}, {1}, "races with line 15 of block (");
  Program Barrier(R"(bar.sync 0;
mov.u32 %r1, %ctaid.x;
setp.eq.u32 %p1, %r1, 0;
@%p1 st.global.u32 [%a0+8], %r1;
bar.sync 0;
ld.global.u32 %r1, [%a0+8];)");
  EXPECT_EQ(Barrier.run({1}, {1}), "");
  expectError(Barrier, {2}, {1}, "races with");
}

/// Each thread writes its place and reads its neighbour's.
std::string neighbours(const std::string &Between, const std::string &Space) {
  return R"(mul.wide.u32 %a1, %r0, 4;
xor.b32 %r1, %r0, 1;
mul.wide.u32 %a2, %r1, 4;
add.s64 %a1, %a1, %a0;
add.s64 %a2, %a2, %a0;
st.)" + Space +
         R"(.u32 [%a1], %r0;
)" + Between +
         R"(
ld.)" + Space +
         ".u32 %r2, [%a2];\n";
}

TEST(Races, BarriersOrder) {
  expectNone(neighbours("bar.sync 0;", "global"), {1}, {64});
  expectNone(neighbours("bar.warp.sync -1;", "global"), {1}, {64});
  expectError(neighbours("", "global"), "races with", {64});
}

TEST(Races, OfSharedMemory) {
  const std::string Shared = ".shared .align 4 .b8 s[256];\nmov.u64 %a0, s;\n";
  expectNone(Shared + neighbours("bar.sync 0;", "shared"), {3}, {64});
  expectNone(Shared + neighbours("bar.warp.sync -1;", "shared"), {3}, {64});
  Program P(Shared + neighbours("", "shared"));
  P.Opts.CheckWritten = false;
  expectError(P, {3}, {64}, "shared memory at 0x");
}

TEST(Races, BarriersOfWarpsOrderTheirLanesOnly) {
  // Lanes 0 and 1 meet, and so do 2 and 3.
  const char *Pairs = R"(and.b32 %r3, %r0, 2;
mov.u32 %r4, 3;
shl.b32 %r4, %r4, %r3;
bar.warp.sync %r4;)";
  expectNone(neighbours(Pairs, "global"), {1}, {4});
  // Thread 2 learns from 1 what 1 learnt from 0.
  const std::string Start = R"(setp.eq.u32 %p0, %r0, 0;
setp.eq.u32 %p2, %r0, 2;
setp.lt.u32 %p3, %r0, 2;
@%p0 st.global.u32 [%a0], 1;
)";
  const std::string First = "@%p3 bar.warp.sync 3;\n";
  const std::string Second = "@!%p0 bar.warp.sync 6;\n";
  const std::string End = "@%p2 ld.global.u32 %r1, [%a0];";
  expectNone(Start + First + Second + End, {1}, {3});
  expectError(Start + Second + First + End, "races with", {3});
  // Warps do not learn from each other.
  expectError(R"(bar.warp.sync -1;
setp.eq.u32 %p0, %r0, 0;
setp.eq.u32 %p1, %r0, 32;
@%p0 st.global.u32 [%a0], 1;
bar.warp.sync -1;
@%p1 ld.global.u32 %r1, [%a0];)",
              "races with", {64});
}

TEST(Races, ShufflesVotesAndFencesDoNotOrder) {
  expectError(neighbours("shfl.sync.idx.b32 %r2, %r0, 0, 31, -1;", "global"),
              "races with", {32});
  expectError(neighbours("vote.sync.ballot.b32 %r2, %p0, -1;", "global"),
              "races with", {32});
  expectError(neighbours("membar.gl;", "global"), "races with", {32});
}

TEST(Races, AtomicsDoNotRaceWithAtomics) {
  expectNone(
      "red.global.add.u32 [%a0], 1;\nld.volatile.global.u32 %r1, [%a0];\n"
      "st.relaxed.gpu.global.u32 [%a0], 1;",
      {3}, {40});
  const char *OneReads = R"(setp.eq.u32 %p1, %r0, 7;
@%p1 ld.global.u32 %r1, [%a0];
@!%p1 red.global.add.u32 [%a0], 1;)";
  expectError(OneReads, "races with", {40});
  const char *OneWrites = R"(setp.eq.u32 %p1, %r0, 7;
@%p1 st.global.u32 [%a0], 1;
@!%p1 ld.volatile.global.u32 %r1, [%a0];)";
  expectError(OneWrites, "races with", {40});
  // Reading is no race with reading, nor is a comparison that fails.
  expectNone(R"(setp.eq.u32 %p1, %r0, 7;
@%p1 ld.global.u32 %r1, [%a0];
@!%p1 ld.volatile.global.u32 %r1, [%a0];
@!%p1 atom.global.cas.b32 %r1, [%a0], 5, 6;)",
             {2}, {40});
}

TEST(Races, NeighbouringBytesAreTwoPlaces) {
  const std::string Bytes = R"(cvt.u64.u32 %a1, %r0;
add.s64 %a1, %a1, %a0;
st.global.u8 [%a1], %r0;
)";
  expectNone(Bytes, {1}, {64});
  expectNone("st.global.u32 [%a0+64], 0;\nbar.sync 0;\n" + Bytes, {1}, {1});
  // Seen at word size first, then at that of bytes.
  expectError("ld.global.u32 %r2, [%a0];\n" + Bytes, "races with", {2});
}

TEST(Races, ReadOnlyLoadsWantMemoryThatIsNotWritten) {
  expectNone("ld.global.nc.u32 %r1, [%a0];\nst.global.u32 [%a0+4], %r1;", {1},
             {1});
  // Not even by the same thread, nor behind a barrier.
  expectError("st.global.u32 [%a0], 1;\nbar.sync 0;\nld.global.nc.u32 %r1, "
              "[%a0];",
              "; what ld.global.nc reads must not be written");
  expectError("ld.global.nc.u32 %r1, [%a0];\nbar.sync 0;\nred.global.add.u32 "
              "[%a0], 1;",
              "races with line 14");
}

TEST(Races, CanBeLeftAlone) {
  Program P("st.global.u32 [%a0], %r0;");
  P.Opts.CheckRaces = false;
  EXPECT_EQ(P.run({2}, {2}), "");
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

TEST(Collectives, MasksNameLanesThatCome) {
  const std::string Shuffle = "shfl.sync.idx.b32 %r1, %r0, 0, 31, ";
  expectNone(Shuffle + "-1;", {2}, {64});
  expectNone(Shuffle + "7;", {1}, {3});
  expectError("shfl.sync.idx.b32 %r1, %r0, 2, 31, 6;",
              "lane 0 is not in its mask 0x6", {3});
  expectError(Shuffle + "-1;",
              "waits for lane 31 of the mask 0xffffffff, which does not exist "
              "in a block of 31 threads",
              {31});
  expectError("setp.eq.u32 %p1, %r0, 3;\n@%p1 ret;\n" + Shuffle + "-1;",
              "lane 3 of the mask 0xffffffff", {32});
  expectError("setp.eq.u32 %p1, %r0, 3;\n@%p1 bra L;\n" + Shuffle +
                  "-1;\nL:\n" + Shuffle + "-1;",
              "lane 3 of the mask 0xffffffff, which waits at line 18", {32});
  expectError("setp.eq.u32 %p1, %r0, 0;\nselp.b32 %r2, 3, 7, %p1;\n"
              "shfl.sync.idx.b32 %r1, %r0, 0, 31, %r2;",
              "waits with another mask, 0x", {3});
}

TEST(Collectives, LanesTakeWhatIsThere) {
  expectError("setp.eq.u32 %p1, %r0, 4;\n@%p1 ret;\n"
              "shfl.sync.idx.b32 %r1, %r0, 4, 31, 15;",
              "takes a value from lane 4, which is not in the mask 0xf", {5});
}

TEST(Collectives, ThreadsMeetAtOneInstruction) {
  // Equal ones in two branches are two.
  expectError(R"(setp.lt.u32 %p1, %r0, 16;
@%p1 bra L;
shfl.sync.idx.b32 %r1, %r0, 0, 31, -1;
bra M;
L:
shfl.sync.idx.b32 %r1, %r0, 0, 31, -1;
M:)",
              "waits for lane", {32});
  // With masks of their own they are right.
  expectNone(R"(setp.lt.u32 %p1, %r0, 16;
@%p1 bra L;
shfl.sync.idx.b32 %r1, %r0, 16, 31, 0xffff0000;
bra M;
L:
shfl.sync.idx.b32 %r1, %r0, 0, 31, 0xffff;
M:)",
             {1}, {32});
}

TEST(Collectives, BarriersAreForWholeBlocks) {
  expectNone("bar.sync 0;\nbar.sync 1;", {2}, {100});
  expectError("setp.eq.u32 %p1, %r0, 3;\n@%p1 ret;\nbar.sync 0;",
              "99 threads of the block wait at line 16, but 1 have returned",
              {100});
  expectError(R"(setp.lt.u32 %p1, %r0, 64;
@%p1 bra L;
bar.sync 0;
bra M;
L:
bar.sync 0;
M:)",
              "threads of a block wait at different barriers, block (0,0,0), "
              "thread (0,0,0) at line 19 and block (0,0,0), thread (64,0,0) at "
              "line 16",
              {100});
  expectError(R"(setp.lt.u32 %p1, %r0, 32;
@%p1 bar.sync 0;
@!%p1 bar.warp.sync -1;
bar.warp.sync -1;
@!%p1 bra L;
bar.sync 0;
L:)",
              "have returned", {64});
  // One lane at the barrier, the others in a shuffle with it.
  expectError(R"(setp.eq.u32 %p1, %r0, 5;
@%p1 bar.sync 0;
shfl.sync.idx.b32 %r1, %r0, 0, 31, -1;
bar.sync 0;)",
              "waits for lane 5 of the mask 0xffffffff, which waits at line 15",
              {32});
}

//===----------------------------------------------------------------------===//
// Other
//===----------------------------------------------------------------------===//

TEST(Diagnosis, WhatGpusLeaveOpen) {
  expectError("div.u32 %r1, %r0, %r0;",
              "division by zero, whose result is unspecified");
  expectError("cvt.u64.u32 %a1, %r0;\nrem.s64 %a1, %a0, %a1;",
              "division by zero, whose result is unspecified");
  expectError("trap;", "'trap;': trap");
  expectError("mov.u32 %r1, 2;\nL: .branchtargets M, N;\nbrx.idx %r1, L;\n"
              "M:\nN:",
              "branch 2 of 2");
}

TEST(Diagnosis, LoopsEnd) {
  Program P("L: bra L;");
  P.Opts.StepLimit = 1000;
  expectError(P, {}, {},
              "more than 1000 instructions; the kernel seems to hang");
}

TEST(Diagnosis, CallsEnd) {
  Program P("call f;", ".func f()\n{\ncall f;\nret;\n}\n");
  expectError(P, {}, {}, "calls are nested too deeply");
}

TEST(Diagnosis, LaunchesFitTheKernel) {
  Program P("");
  std::string Error;
  EXPECT_EQ(P.run({2, 3, 4}, {32, 2, 16}), "");
  EXPECT_EQ(P.run({}, {1025}),
            "kernel 'k': a block cannot have (1025,1,1) threads");
  EXPECT_EQ(P.run({}, {32, 33}),
            "kernel 'k': a block cannot have (32,33,1) threads");
  EXPECT_EQ(P.run({}, {1, 1, 65}),
            "kernel 'k': a block cannot have (1,1,65) threads");
  EXPECT_EQ(P.run({}, {0}), "kernel 'k': a block cannot have (0,1,1) threads");
  EXPECT_EQ(P.run({1, 0}), "kernel 'k': a grid cannot have (1,0,1) blocks");
  EXPECT_EQ(P.run({1, 65536}),
            "kernel 'k': a grid cannot have (1,65536,1) blocks");
  P.DynamicShared = 48 * 1024 + 1;
  EXPECT_EQ(P.run(), "kernel 'k': 0 + 49153 bytes of shared memory, but a "
                     "block has 49152");
  Result R = launch(*P.M, "k", {}, {}, 0, {}, P.Device);
  EXPECT_EQ(R.Error,
            "kernel 'k': 8 bytes of arguments are needed, 0 were given");
  EXPECT_EQ(launch(*P.M, "l", {}, {}, 0, {}, P.Device).Error,
            "kernel 'l' is not in the module");
  auto M = Module::parse(".version 6.3\n.target sm_75\n.visible .entry k()\n"
                         ".maxntid 8, 4, 1\n{\nret;\n}\n",
                         Error);
  ASSERT_TRUE(M) << Error;
  EXPECT_EQ(M->kernel("k")->MaxThreads, 32u);
  EXPECT_EQ(launch(*M, "k", {}, {32}, 0, {}, P.Device).Error, "");
  EXPECT_EQ(launch(*M, "k", {}, {33}, 0, {}, P.Device).Error,
            "kernel 'k': a block of (33,1,1) threads, but at most 32 are "
            "allowed");
}

} // namespace
