//===- DeviceCompilerTest.cpp - from kernels to PTX -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda/HostOptions.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <gtest/gtest.h>

using namespace lacuna::plugin;

static DeviceOptions options() {
  DeviceOptions Opts;
  Opts.Clang = LACUNA_TEST_CLANG;
  Opts.HostTriple = "x86_64-pc-linux-gnu";
  return Opts;
}

/// The PTX, or what was said.
static std::string compiled(llvm::StringRef Text,
                            const DeviceOptions &Opts = options()) {
  auto Ptx = compileToPtx(Text, "loop.cu", Opts);
  return Ptx ? *Ptx : "error: " + llvm::toString(Ptx.takeError());
}

static bool has(llvm::StringRef Text, llvm::StringRef Part) {
  return Text.contains(Part);
}

static const char *Product = R"(
extern "C" __global__ void f(double *p) {
  double a = p[0] * p[1];
  p[2] = a + p[3];
  p[4] = p[0] * p[1] + p[5];
})";

TEST(DeviceCompiler, MakesPtxForOldGpusAndDrivers) {
  std::string Ptx = compiled(Product);
  EXPECT_TRUE(has(Ptx, ".version 6.3\n.target sm_75\n.address_size 64"));
  EXPECT_TRUE(has(Ptx, ".visible .entry f(")) << Ptx;
}

TEST(DeviceCompiler, ContractsAsTheHostDoes) {
  DeviceOptions Opts = options();
  Opts.Contract = "off";
  EXPECT_FALSE(has(compiled(Product, Opts), "fma.rn.f64"));
  // Without .rn the GPU could contract.
  EXPECT_TRUE(has(compiled(Product, Opts), "mul.rn.f64"));
  EXPECT_TRUE(has(compiled(Product, Opts), "add.rn.f64"));
  Opts.Contract = "on"; // within an expression
  EXPECT_TRUE(has(compiled(Product, Opts), "fma.rn.f64"));
  EXPECT_TRUE(has(compiled(Product, Opts), "mul.rn.f64"));
  Opts.Contract = "fast";
  EXPECT_FALSE(has(compiled(Product, Opts), "mul.rn.f64"));
}

TEST(DeviceCompiler, TakesTheHostsLanguage) {
  const char *Text = R"(
extern "C" __global__ void f(int *p, char *c) {
  p[0] = p[1] + 1 > p[1];
  p[2] = c[0] < 0;
})";
  DeviceOptions Opts = options();
  std::string Plain = compiled(Text, Opts);
  EXPECT_FALSE(has(Plain, "2147483647")) << Plain;
  EXPECT_FALSE(has(Plain, "st.global.u32 \t[%rd2+8], 0;")) << Plain;
  Opts.WrapsSigned = true;
  EXPECT_TRUE(has(compiled(Text, Opts), "2147483647"));
  Opts.UnsignedChar = true;
  EXPECT_FALSE(has(compiled(Text, Opts), "ld.global.s8"));
  const char *Wide = R"(
extern "C" __global__ void f(wchar_t *p) { p[0] = p[1]; })";
  EXPECT_TRUE(has(compiled(Wide, Opts), "[%rd2+4]"));
  Opts.ShortWchar = true;
  EXPECT_TRUE(has(compiled(Wide, Opts), "[%rd2+2]"));
}

TEST(DeviceCompiler, SaysWhatIsWrongAndWhere) {
  std::string Said = compiled("\nextern \"C\" __global__ void f(double *p) {\n"
                              "  p[0] = exp(p[1]);\n}\n");
  EXPECT_TRUE(has(Said, "loop.cu:3:10: error: use of undeclared identifier "
                        "'exp'"))
      << Said;
}

TEST(DeviceCompiler, SurvivesItsBackEnd) {
  std::string Said = compiled(R"(
extern "C" __global__ void f(double *p) { p[0] = __builtin_exp(p[1]); })");
  EXPECT_TRUE(has(Said, "error: no libcall available for fexp")) << Said;
}

TEST(DeviceCompiler, SaysThatThereIsNoCompiler) {
  DeviceOptions Opts = options();
  Opts.Clang = "/nowhere/clang";
  EXPECT_TRUE(has(compiled(Product, Opts), "/nowhere/clang"))
      << compiled(Product, Opts);
}

TEST(DeviceCompiler, SaysThatItCannotWrite) {
  setenv("TMPDIR", "/nowhere", 1);
  std::string Said = compiled(Product);
  unsetenv("TMPDIR");
  EXPECT_TRUE(has(Said, "error: cannot write temporary files: No such file"))
      << Said;
}

TEST(DeviceCompiler, LeavesNoFileBehind) {
  llvm::SmallString<128> Folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("lacuna-test", Folder));
  setenv("TMPDIR", Folder.c_str(), 1);
  EXPECT_TRUE(has(compiled(Product), ".entry"));
  EXPECT_TRUE(has(compiled("error"), "error: "));
  unsetenv("TMPDIR");
  std::error_code Failed;
  llvm::sys::fs::directory_iterator First(Folder, Failed), End;
  EXPECT_FALSE(Failed);
  EXPECT_TRUE(First == End);
  llvm::sys::fs::remove(Folder);
}

/// The options beside a translation unit that is compiled with \p Args, of a
/// loop for which a pragma has set the contraction to \p Contract.
static DeviceOptions
optionsBeside(std::vector<const char *> Args,
              std::optional<clang::LangOptions::FPModeKind> Contract = {}) {
  Args.insert(Args.end(), {"-triple", "x86_64-pc-linux-gnu", "file.cpp"});
  clang::CompilerInstance CI;
  CI.createDiagnostics();
  EXPECT_TRUE(clang::CompilerInvocation::CreateFromArgs(
      CI.getInvocation(), Args, CI.getDiagnostics()));
  EXPECT_TRUE(CI.createTarget());
  clang::FPOptions FP(CI.getLangOpts());
  if (Contract)
    FP.setFPContractMode(*Contract);
  return deviceOptions(CI, FP);
}

TEST(DeviceCompiler, KnowsTheHostsOptions) {
  // As clang's driver has it where nothing is said.
  DeviceOptions Plain = optionsBeside({"-ffp-contract=on"});
  EXPECT_EQ(Plain.HostTriple, "x86_64-pc-linux-gnu");
  EXPECT_EQ(Plain.Contract, "on");
  EXPECT_EQ(Plain.Arch, "sm_75");
  EXPECT_FALSE(Plain.WrapsSigned || Plain.RelaxedAliasing ||
               Plain.UnsignedChar || Plain.ShortWchar);
  EXPECT_EQ(optionsBeside({"-ffp-contract=off"}).Contract, "off");
  EXPECT_EQ(optionsBeside({"-ffp-contract=fast"}).Contract, "fast");
  EXPECT_EQ(optionsBeside({"-ffp-contract=fast-honor-pragmas"}).Contract,
            "fast");
  using clang::LangOptions;
  EXPECT_EQ(optionsBeside({"-ffp-contract=on"}, LangOptions::FPM_Off).Contract,
            "off");
  EXPECT_EQ(optionsBeside({"-ffp-contract=off"}, LangOptions::FPM_On).Contract,
            "on");
  EXPECT_TRUE(optionsBeside({"-fwchar-type=short"}).ShortWchar);
  EXPECT_TRUE(optionsBeside({"-fwrapv"}).WrapsSigned);
  EXPECT_TRUE(optionsBeside({"-relaxed-aliasing"}).RelaxedAliasing);
  EXPECT_TRUE(optionsBeside({"-fno-signed-char"}).UnsignedChar);
}

TEST(DeviceCompiler, FindsTheClangOfAResourceDirectory) {
  llvm::SmallString<128> Resources(LACUNA_TEST_CLANG);
  llvm::sys::path::remove_filename(Resources);
  llvm::sys::path::remove_filename(Resources);
  llvm::sys::path::append(Resources, "lib", "clang", "19");
  EXPECT_EQ(findClang(Resources), LACUNA_TEST_CLANG);
  EXPECT_EQ(findClang("/nowhere/lib/clang/19"), "");
}
