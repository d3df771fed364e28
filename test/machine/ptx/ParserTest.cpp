//===- ParserTest.cpp - what is no PTX that is understood -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx.h"
#include <gtest/gtest.h>

using namespace lacuna::ptx;

namespace {

std::string parseError(const std::string &Text) {
  std::string Error;
  auto M = Module::parse(Text, Error);
  EXPECT_EQ(!M, !Error.empty());
  return Error;
}

const std::string Header = ".version 6.3\n.target sm_75\n.address_size 64\n";

/// What is wrong with \p Statement, which stands in line 14.
std::string wrong(const std::string &Statement) {
  return parseError(Header + R"(.visible .entry k(.param .u64 a)
{
.reg .pred %p<3>;
.reg .b16 %h<3>;
.reg .b32 %r<9>;
.reg .b64 %d<9>;
.reg .f32 %f<3>;
.reg .f64 %g<3>;
.shared .align 4 .b8 s[4];

)" + Statement + "\nret;\n}\n");
}

void expectUnknown(const std::string &Opcode, const std::string &Operands) {
  EXPECT_EQ(wrong(Opcode + " " + Operands + ";"),
            "line 14: unknown instruction '" + Opcode + "'");
}

TEST(Parser, MindsNothingOfWhatParametersPointTo) {
  auto WithParameter = [](const std::string &What) {
    return parseError(Header + ".visible .entry k(.param .u64" + What +
                      " a)\n{\nret;\n}\n");
  };
  EXPECT_EQ(WithParameter(" .ptr"), "");
  EXPECT_EQ(WithParameter(" .ptr .align 1"), "");
  EXPECT_EQ(WithParameter(" .ptr .global .align 8"), "");
  EXPECT_NE(WithParameter(" .ptr .align 3"), "");
}

TEST(Parser, TakesWhatItKnows) {
  EXPECT_EQ(wrong(""), "");
  EXPECT_EQ(wrong("{ .reg .b32 t; mov.b64 {t, %r1}, %d1; } // high\n"
                  "@!%p1 bra L;\n.pragma \"nounroll\";\nL:"),
            "");
}

TEST(Parser, InstructionsAreKnownWithAllTheirWords) {
  expectUnknown("foo.s32", "%r0, %r1");
  expectUnknown("add.cc.s32", "%r0, %r1, %r2");
  expectUnknown("add.sat.s32", "%r0, %r1, %r2");
  expectUnknown("add.b32", "%r0, %r1, %r2");
  expectUnknown("add.ftz.f32", "%f0, %f1, %f2");
  expectUnknown("add.rz.f64", "%g0, %g1, %g2");
  expectUnknown("div.rn.f16", "%h0, %h1, %h2");
  expectUnknown("abs.f16", "%h0, %h1");
  expectUnknown("mov.f16", "%h0, %h1");
  expectUnknown("min.f16x2", "%r0, %r1, %r2");
  expectUnknown("fma.f16x2", "%r0, %r1, %r2, %r3");
  expectUnknown("ld.global.f16", "%h0, [%d0]");
  expectUnknown("mul.s32", "%r0, %r1, %r2");
  expectUnknown("mul.lo.f32", "%f0, %f1, %f2");
  expectUnknown("mad.hi.s32", "%r0, %r1, %r2, %r2");
  expectUnknown("fma.f64", "%g0, %g1, %g2, %g2");
  expectUnknown("div.approx.f32", "%f0, %f1, %f2");
  expectUnknown("div.full.f32", "%f0, %f1, %f2");
  expectUnknown("sqrt.approx.f32", "%f0, %f1");
  expectUnknown("ex2.approx.f32", "%f0, %f1");
  expectUnknown("min.NaN.f32", "%f0, %f1, %f2");
  expectUnknown("and.s32", "%r0, %r1, %r2");
  expectUnknown("shl.s32", "%r0, %r1, %r2");
  expectUnknown("shr.f32", "%f0, %f1, %r2");
  expectUnknown("setp.lt.b32", "%p0, %r1, %r2");
  expectUnknown("setp.ltu.s32", "%p0, %r1, %r2");
  expectUnknown("setp.lt.and.s32", "%p0, %r1, %r2, %p1");
  expectUnknown("cvt.f64.s32", "%g0, %r0");
  expectUnknown("cvt.rzi.f64.f32", "%g0, %f0");
  expectUnknown("cvt.rn.s32.f32", "%r0, %f0");
  expectUnknown("cvt.s32.f32", "%r0, %f0");
  expectUnknown("cvt.rz.f32.f64", "%f0, %g0");
  expectUnknown("cvt.rn.f64.f32", "%g0, %f0");
  expectUnknown("cvt.sat.s32.s64", "%r0, %d0");
  expectUnknown("cvta.param.u64", "%d0, %d1");
  expectUnknown("ld.global.ca.u32", "%r0, [%d0]");
  expectUnknown("ld.acquire.gpu.global.u32", "%r0, [%d0]");
  expectUnknown("ld.global.cs.u32", "%r0, [%d0]");
  expectUnknown("ld.shared.nc.u32", "%r0, [%d0]");
  expectUnknown("ld.shared.cs.nc.u32", "%r0, [%d0]");
  expectUnknown("ld.relaxed.global.u32", "%r0, [%d0]");
  expectUnknown("ld.relaxed.cta.global.u32", "%r0, [%d0]");
  expectUnknown("atom.cta.global.add.u32", "%r0, [%d0], 1");
  expectUnknown("atom.acq_rel.cta.global.add.u32", "%r0, [%d0], 1");
  EXPECT_EQ(wrong("atom.acq_rel.gpu.global.add.u32 %r0, [%d0], 1;"), "");
  EXPECT_EQ(wrong("atom.acquire.sys.cas.b32 %r0, [%d0], %r1, %r2;"), "");
  expectUnknown("ld.global.v3.u32", "{%r0, %r1, %r2}, [%d0]");
  expectUnknown("ld.global.v4.f64", "{%g0, %g1, %g2, %g0}, [%d0]");
  expectUnknown("ld.global.b128", "%d0, [%d0]");
  expectUnknown("ldu.global.u32", "%r0, [%d0]");
  expectUnknown("st.const.u32", "[%d0], %r0");
  expectUnknown("st.global.nc.u32", "[%d0], %r0");
  expectUnknown("atom.global.add.s64", "%d0, [%d1], %d2");
  expectUnknown("atom.global.add.noftz.f16", "%h0, [%d1], %h2");
  expectUnknown("atom.global.min.f32", "%f0, [%d1], %f2");
  expectUnknown("atom.global.and.u32", "%r0, [%d1], %r2");
  expectUnknown("atom.global.inc.u32", "%r0, [%d1], %r2");
  expectUnknown("red.global.exch.b32", "[%d1], %r2");
  expectUnknown("red.global.cas.b32", "[%d1], %r2, %r1");
  expectUnknown("bar.red.popc.u32", "%r0, 0, %p0");
  expectUnknown("bar.arrive", "0, 32");
  expectUnknown("barrier.sync", "0");
  expectUnknown("membar.cluster", "");
  expectUnknown("fence.proxy.async", "");
  expectUnknown("shfl.down.b32", "%r0, %r1, 1, 31");
  expectUnknown("shfl.sync.down.b64", "%d0, %d1, 1, 31, -1");
  expectUnknown("vote.all.pred", "%p0, %p1");
  expectUnknown("match.all.sync.b32", "%r0, %r1, -1");
  expectUnknown("activemask.b32", "%r0");
  expectUnknown("nanosleep.u32", "10");
}

TEST(Parser, OperandsFitTheInstruction) {
  EXPECT_EQ(wrong("add.s32 %r0, %r1;"),
            "line 14: expected 3 operands, found 2");
  EXPECT_EQ(wrong("add.s32 %r0, %r1, %r9;"),
            "line 14: operand '%r9' is not understood");
  EXPECT_EQ(wrong("add.s32 %x0, %r1, %r1;"), "line 14: unknown register '%x0'");
  const std::string Type = "' does not fit the instruction";
  EXPECT_EQ(wrong("add.s32 %r0, %r1, %d1;"),
            "line 14: the type of register '%d1" + Type);
  EXPECT_EQ(wrong("add.f32 %f0, %f1, %g1;"),
            "line 14: the type of register '%g1" + Type);
  EXPECT_EQ(wrong("add.s32 %r0, %r1, %f1;"),
            "line 14: the type of register '%f1" + Type);
  EXPECT_EQ(wrong("add.s32 %p0, %r1, %r1;"),
            "line 14: the type of register '%p0" + Type);
  EXPECT_EQ(wrong("ld.global.u64 %r0, [%d0];"),
            "line 14: the type of register '%r0" + Type);
  EXPECT_EQ(wrong("ld.global.u32 %r0, [%r0];"),
            "line 14: the type of register '%r0" + Type);
  EXPECT_EQ(wrong("@%r0 ret;"), "line 14: the type of register '%r0" + Type);
  EXPECT_EQ(wrong("cvt.u64.u32 %r0, %r1;"),
            "line 14: the type of register '%r0" + Type);
  EXPECT_EQ(wrong("mov.u64 %d0, %tid.x;"),
            "line 14: the type of '%tid.x' does not fit the instruction");
  EXPECT_EQ(wrong("mov.u32 %r0, %clock;"),
            "line 14: operand '%clock' is not understood");
  EXPECT_EQ(wrong("add.f64 %g0, %g1, 1;"),
            "line 14: operand '1' is not understood");
  EXPECT_EQ(wrong("add.f64 %g0, %g1, 0f3F800000;"),
            "line 14: operand '0f3F800000' is not understood");
  EXPECT_EQ(wrong("add.s32 %r0, %r1, 0x1g;"),
            "line 14: operand '0x1g' is not understood");
  EXPECT_EQ(wrong("mov.u32 %r0, s;"), "line 14: operand 's' is not understood");
  EXPECT_EQ(wrong("mov.u64 %d0, a;"), "line 14: operand 'a' is not understood");
  EXPECT_EQ(wrong("ld.global.u32 %r0, %d0;"), "line 14: expected an address");
  EXPECT_EQ(wrong("ld.param.u32 %r0, [%d0];"),
            "line 14: expected a parameter's address");
  EXPECT_EQ(wrong("ld.param.u64 %d0, [a+1];"),
            "line 14: an access to parameter 'a' leaves it");
  EXPECT_EQ(wrong("mov.u32 {%r0, %r1}, %r0;"),
            "line 14: expected a register as result");
  const std::string Vector =
      "line 14: a vector's elements do not fit the instruction";
  EXPECT_EQ(wrong("mov.b32 {%r0, %r1, %r2}, %r0;"), Vector);
  EXPECT_EQ(wrong("ld.global.v2.u32 {%r0, %r1, %r2}, [%d0];"), Vector);
  EXPECT_EQ(wrong("ld.global.v2.u32 %r0, [%d0];"), Vector);
  EXPECT_EQ(wrong("add.s32 %r0, {%r1, %r2}, %r1;"),
            "line 14: an operand is not understood");
  EXPECT_EQ(wrong("bar.sync 16;"),
            "line 14: a barrier's number is not one of 0 to 15");
  EXPECT_EQ(wrong("bar.sync %r0;"),
            "line 14: a barrier's number is not one of 0 to 15");
}

TEST(Parser, NamesAreDeclaredOnce) {
  EXPECT_EQ(wrong("bra L;"), "line 14: unknown label 'L'");
  EXPECT_EQ(wrong("brx.idx %r0, L;"), "line 14: unknown list of labels 'L'");
  EXPECT_EQ(wrong("L: .branchtargets M;\nbrx.idx %r0, L;"),
            "line 14: unknown label 'M'");
  EXPECT_EQ(wrong("L:\nL:"), "line 15: label 'L' stands there twice");
  EXPECT_EQ(wrong(".reg .b32 %r<2>;"), "line 14: '%r' is declared twice");
  EXPECT_EQ(wrong("call f;"), "line 14: function 'f' has no body");
  EXPECT_EQ(wrong("call (x), f;"), "line 14: 'x' is not a parameter's place");
  EXPECT_EQ(wrong("call %d0;"),
            "line 14: calls through pointers are not understood");
  EXPECT_EQ(parseError(Header + ".func f(.param .b32 x)\n{\nret;\n}\n"
                                ".entry k()\n{\ncall f;\nret;\n}\n"),
            "line 10: arguments do not match 'f'");
  EXPECT_EQ(parseError(Header + ".entry k()\n{\nret;\n}\n.entry k()\n{\n"),
            "line 8: 'k' is defined twice");
}

TEST(Parser, DirectivesAreKnown) {
  EXPECT_EQ(wrong(".callprototype x;"),
            "line 14: unknown directive '.callprototype'");
  EXPECT_EQ(wrong(".pragma \"unroll\";"), "line 14: unknown pragma \"unroll\"");
  EXPECT_EQ(wrong(".reg .b8 %c;"), "line 14: unknown type '.b8'");
  EXPECT_EQ(wrong(".reg .v2 %c;"), "line 14: unknown type '.v2'");
  EXPECT_EQ(wrong(".reg .b32 %c<100001>;"),
            "line 14: a function has 1 to 100000 registers of a name");
  EXPECT_EQ(wrong(".reg .b32 %c<4294967296>;"),
            "line 14: expected a number, found '4294967296'");
  EXPECT_EQ(wrong("mov.u32 %r0, %r99999999999;"),
            "line 14: operand '%r99999999999' is not understood");
  EXPECT_EQ(wrong(".local .align 3 .b8 l[8];"),
            "line 14: an alignment is not a power of two");
  EXPECT_EQ(parseError(Header + ".section .debug\n"),
            "line 4: unknown directive '.section'");
  EXPECT_EQ(parseError(Header + ".visible .entry k()\n.reqntid 8\n{\n}\n"),
            "line 5: unknown directive '.reqntid'");
  EXPECT_EQ(parseError(Header + ".global .u64 p = generic(x);\n"),
            "line 4: initial value 'generic' is not understood");
  EXPECT_EQ(parseError(Header + ".global .b8 p[1] = {1, 2};\n"),
            "line 4: initial value '2' is not understood");
  EXPECT_EQ(parseError(Header + ".shared .align 4 .b8 s[];\n"),
            "line 4: only extern shared memory has no size");
  EXPECT_EQ(parseError(".version 6.3\n.target sm_75\n.address_size 32\n"),
            "line 3: only addresses of 64 bits are understood");
  EXPECT_EQ(parseError(".version 6.3\n.address_size 64\n"),
            "line 2: '.target' is missing");
}

TEST(Parser, SyntaxHasNoHoles) {
  EXPECT_EQ(parseError(""), "line 1: expected '.version', found 'end of text'");
  EXPECT_EQ(parseError(Header + ".entry k()\n{\nret;\n"),
            "line 6: '}' is missing");
  EXPECT_EQ(wrong("add.s32 %r0 %r1;"), "line 14: expected ',', found '%r1'");
  EXPECT_EQ(wrong("ld.global.u32 %r0, [%d0-4];"),
            "line 14: expected ']', found '-'");
  EXPECT_EQ(wrong("add.s32 %r0, , %r1;"),
            "line 14: expected a name, found ','");
  EXPECT_EQ(wrong(".pragma \"nounroll;"), "line 14: a string does not end");
  EXPECT_EQ(wrong("/* comment */"), "line 14: expected a name, found '/'");
  EXPECT_EQ(wrong(".local .align x .b8 l[8];"),
            "line 14: expected a number, found 'x'");
}

TEST(Parser, TellsAboutKernels) {
  std::string Error;
  auto M = Module::parse(R"(.version 6.3
.target sm_75
.address_size 64
.shared .align 8 .b8 ours[8];
.extern .shared .align 16 .b8 dynamic[];
.visible .entry one(
	.param .u8 a,
	.param .u64 b,
	.param .align 8 .b8 c[12],
	.param .f32 d
)
.maxntid 16, 2, 1
.minnctapersm 2
{
	.shared .align 4 .b8 mine[40];
	ret;
}
.weak .entry two()
{
	ret;
}
)",
                         Error);
  ASSERT_TRUE(M) << Error;
  EXPECT_EQ(M->target(), "sm_75");
  ASSERT_EQ(M->kernels().size(), 2u);
  const Kernel &One = M->kernels()[0], &Two = *M->kernel("two");
  EXPECT_EQ(M->kernel("three"), nullptr);
  EXPECT_EQ(One.Name, "one");
  EXPECT_EQ(One.MaxThreads, 32u);
  EXPECT_EQ(One.StaticShared, 48u);
  EXPECT_EQ(One.ArgumentSize, 32u);
  ASSERT_EQ(One.Parameters.size(), 4u);
  const unsigned Offsets[] = {0, 8, 16, 28}, Sizes[] = {1, 8, 12, 4};
  for (int I = 0; I < 4; ++I) {
    EXPECT_EQ(One.Parameters[I].Offset, Offsets[I]);
    EXPECT_EQ(One.Parameters[I].Size, Sizes[I]);
  }
  EXPECT_EQ(One.Parameters[2].Alignment, 8u);
  EXPECT_EQ(Two.MaxThreads, 0u);
  EXPECT_EQ(Two.StaticShared, 8u);
  EXPECT_EQ(Two.ArgumentSize, 0u);
}

} // namespace
