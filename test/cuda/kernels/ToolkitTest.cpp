//===- ToolkitTest.cpp - what NVIDIA's tools say of kernels ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Skipped where the tools are not installed. They are looked for in PATH and in
// /usr/local/cuda/bin; LACUNA_PTXAS and LACUNA_NVCC name others.
//
//===----------------------------------------------------------------------===//

#include "Launcher.h"
#include "cuda/DevicePrelude.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <map>

using namespace llvm;

namespace {

std::string findTool(const char *Variable, StringRef Name) {
  if (const char *Path = std::getenv(Variable))
    return Path;
  for (auto Found : {sys::findProgramByName(Name),
                     sys::findProgramByName(Name, {"/usr/local/cuda/bin"})})
    if (Found)
      return *Found;
  return "";
}

/// Runs a tool on a file with \p Text. Returns its exit code and what it said.
std::pair<int, std::string> run(StringRef Tool, StringRef Suffix,
                                StringRef Text, std::vector<StringRef> Args) {
  SmallString<128> In, Out;
  if (sys::fs::createTemporaryFile("lacuna-test", Suffix, In) ||
      sys::fs::createTemporaryFile("lacuna-test", "log", Out))
    return {-1, "cannot write temporary files"};
  const FileRemover RemoveIn(In), RemoveOut(Out);
  std::error_code Failed;
  raw_fd_ostream(In, Failed) << Text;
  Args.insert(Args.begin(), Tool);
  Args.insert(Args.end(), {"-o", "/dev/null", In});
  const std::optional<StringRef> Redirects[] = {StringRef(), StringRef(Out),
                                                StringRef(Out)};
  int Status = sys::ExecuteAndWait(Tool, Args, std::nullopt, Redirects);
  auto Said = MemoryBuffer::getFile(Out, /*IsText=*/true);
  return {Status, Said ? (*Said)->getBuffer().str() : std::string()};
}

/// The largest number that \p Pattern has in its parentheses.
unsigned largest(StringRef Text, const Regex &Pattern) {
  unsigned Largest = 0;
  SmallVector<StringRef, 2> Parts;
  while (Pattern.match(Text, &Parts)) {
    Largest = std::max(Largest, unsigned(std::stoul(Parts[1].str())));
    Text = Text.substr(size_t(Parts[0].end() - Text.begin()));
  }
  return Largest;
}

const std::string &ptxOf(const char *File) {
  static std::map<std::string, std::string> Known;
  std::string &Ptx = Known[File];
  if (Ptx.empty())
    Ptx = Launcher(textOf(File)).Ptx;
  return Ptx;
}

class Ptxas : public testing::TestWithParam<const char *> {};

TEST_P(Ptxas, TakesKernelsWithinBounds) {
  const std::string Tool = findTool("LACUNA_PTXAS", "ptxas");
  if (Tool.empty())
    GTEST_SKIP() << "there is no ptxas";
  const std::string Arch = std::string("-arch=") + GetParam();
  for (const char *File : {"kernels.cu", "types.cu", "spaces.cu"}) {
    auto [Status, Said] = run(Tool, "ptx", ptxOf(File), {"-v", Arch});
    if (Said.find("is not defined for option 'gpu-name'") != std::string::npos)
      GTEST_SKIP() << "ptxas does not know " << GetParam();
    ASSERT_EQ(Status, 0) << Said;
    if (File != StringRef("kernels.cu"))
      continue; // functions that are called, which save registers
    unsigned Registers = largest(Said, Regex("Used ([0-9]+) registers"));
    EXPECT_GT(Registers, 0u) << Said;
    EXPECT_LE(Registers, 64u) << Said;
    EXPECT_LE(largest(Said, Regex("([0-9]+) bytes spill stores")), 32u) << Said;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Ptxas,
                         testing::Values("sm_75", "sm_80", "sm_90", "sm_100"),
                         [](const auto &Info) {
                           return std::string(Info.param);
                         });

TEST(Nvcc, TakesTheSameText) {
  const std::string Tool = findTool("LACUNA_NVCC", "nvcc");
  if (Tool.empty())
    GTEST_SKIP() << "there is no nvcc";
  for (const char *File : {"kernels.cu", "types.cu", "spaces.cu"}) {
    auto [Status, Said] =
        run(Tool, "cu", lacuna::plugin::devicePrelude().str() + textOf(File),
            {"-std=c++17", "-arch=sm_90", "-ptx"});
    EXPECT_EQ(Status, 0) << Said;
  }
}

} // namespace
