//===- lacuna-roofline.cpp - how fast the memory of this machine is -------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-roofline/Kept.h"
#include "lacuna-roofline/Messages.def"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/WithColor.h"
#include <cmath>
#include <unistd.h>

using namespace lacuna;
using namespace lacuna::roofline;
namespace cl = llvm::cl;

namespace {

cl::OptionCategory Category("lacuna-roofline options");

cl::opt<std::string> File("o", cl::desc("Keep it in this file"),
                          cl::value_desc("file"), cl::cat(Category));
cl::opt<bool> Again("again", cl::desc("Measure what is kept already"),
                    cl::cat(Category));
cl::opt<unsigned> Threads("up-to", cl::desc("Up to so many threads"),
                          cl::value_desc("n"), cl::cat(Category));
cl::opt<unsigned> Megabytes("megabytes", cl::desc("Size of an array"),
                            cl::value_desc("n"), cl::cat(Category));
cl::opt<double> Seconds("seconds", cl::desc("For each number of threads"),
                        cl::value_desc("s"), cl::init(1), cl::cat(Category));

} // namespace

static void complain(const llvm::Twine &What) {
  llvm::WithColor::error(llvm::errs(), "lacuna-roofline") << What << '\n';
}

static std::string hostName() {
  char Name[256] = {};
  return gethostname(Name, sizeof Name - 1) == 0 ? Name : "";
}

/// For 1, 2, 4, … threads, and for all; nothing, and says why, if it cannot be.
static std::vector<Bandwidth> measureAll() {
  const unsigned Most =
      Threads ? unsigned(Threads)
              : llvm::hardware_concurrency().compute_thread_count();
  const size_t Bytes =
      Megabytes ? size_t(Megabytes) << 20 : bytesBeyondCaches();
  std::vector<Bandwidth> All;
  for (unsigned T = 1; All.empty() || All.back().Threads < Most;
       T = std::min(2 * T, Most)) {
    std::optional<Bandwidth> One = measure(T, Bytes, Seconds);
    if (!One) {
      complain(msg::NoMemoryForBandwidth(std::to_string(Bytes >> 20)));
      return {};
    }
    All.push_back(*One);
  }
  return All;
}

static void print(llvm::StringRef Host, const std::vector<Bandwidth> &All) {
  llvm::outs() << Host << "\nthreads  copy GB/s  triad GB/s\n";
  for (const Bandwidth &B : All)
    llvm::outs() << llvm::format("%7u  %9.1f  %10.1f\n", B.Threads, B.Copy,
                                 B.Triad);
}

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(
      Argc, Argv, "measures the memory's bandwidth once, and keeps it\n");
  if (!(Seconds > 0 && std::isfinite(Seconds)))
    return complain(msg::SecondsNotPositive(std::to_string(Seconds))), 1;
  const std::string To = File.empty() ? usualFile() : std::string(File);
  const std::string Host = hostName();
  if (To.empty())
    return complain(msg::NoCacheFolder()), 1;
  llvm::Expected<Hosts> Known = readKept(To);
  if (!Known)
    return complain(msg::NotKept(To, llvm::toString(Known.takeError()))), 1;
  if (Again || Known->find(Host) == Known->end()) {
    std::vector<Bandwidth> New = measureAll();
    if (New.empty())
      return 1;
    print(Host, New);
    (*Known)[Host] = std::move(New);
    if (llvm::Error E = writeKept(To, *Known))
      return complain(msg::NotKept(To, llvm::toString(std::move(E)))), 1;
    return 0;
  }
  print(Host, (*Known)[Host]);
  return 0;
}
