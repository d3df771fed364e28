//===- Options.cpp - what to run -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <sstream>

using namespace lacuna::bench;

static std::vector<std::string> splitAtCommas(const std::string &Text) {
  std::vector<std::string> Parts;
  std::istringstream Stream(Text);
  for (std::string Part; std::getline(Stream, Part, ',');)
    Parts.push_back(Part);
  return Parts;
}

template <typename T> static bool parseNumber(const std::string &Text, T &N) {
  auto [Stop, Error] =
      std::from_chars(Text.data(), Text.data() + Text.size(), N);
  return Error == std::errc() && Stop == Text.data() + Text.size() && N > 0;
}

std::string Options::pathOf(const std::string &Matrix) const {
  namespace fs = std::filesystem;
  for (const char *Ending : {".mtx", ".mtx.xz", ".tns", ".tns.xz"})
    for (const fs::path &Folder : {fs::path(Data), fs::path(Data) / "matrices",
                                   fs::path(Data) / "tensors"})
      if (!Data.empty() && fs::exists(Folder / (Matrix + Ending)))
        return Folder / (Matrix + Ending);
  return Matrix;
}

bool Options::takesPart(const std::string &Variant) const {
  if (Variants.empty())
    return !Variant.ends_with("-unchecked");
  return Variant == "naive" || Variant == "omp" ||
         std::find(Variants.begin(), Variants.end(), Variant) != Variants.end();
}

bool Options::takesPart(const Kernel &K) const {
  return Kernels.empty() ||
         std::find(Kernels.begin(), Kernels.end(), K.Name) != Kernels.end();
}

std::string lacuna::bench::parseOptions(int Argc, char **Argv, Options &O) {
  if (const char *Data = std::getenv("LACUNA_DATA"))
    O.Data = Data;
  for (int I = 1; I < Argc; ++I) {
    std::string Argument = Argv[I];
    size_t Equals = std::min(Argument.find('='), Argument.size());
    std::string Key = Argument.substr(0, Equals);
    std::string Value = Argument.substr(std::min(Equals + 1, Argument.size()));
    bool Good = true;
    if (Key == "--matrices") {
      O.Matrices = splitAtCommas(Value);
    } else if (Key == "--kernels") {
      O.Kernels = splitAtCommas(Value);
    } else if (Key == "--variants") {
      O.Variants = splitAtCommas(Value);
    } else if (Key == "--threads") {
      O.Threads.clear();
      for (const std::string &Part : splitAtCommas(Value))
        Good &= parseNumber(Part, O.Threads.emplace_back());
    } else if (Key == "--seconds") {
      Good = parseNumber(Value, O.Seconds);
    } else if (Key == "--data") {
      O.Data = Value;
    } else {
      return "unknown argument '" + Argument + "'";
    }
    if (!Good)
      return "bad value '" + Value + "' of " + Key;
  }
  return "";
}

const char *lacuna::bench::optionsHelp() {
  return "  --matrices=A,B,…  laplacian:SIDE band:ROWS random:ROWS\n"
         "                    rmat:SCALE[:PER_ROW] fem:SIDE longrows:ROWS,\n"
         "                    random3:N skewed3:N to random5:N skewed5:N with\n"
         "                    N thousand entries (tensors of order 3 to 5),\n"
         "                    names in the data folder, or files\n"
         "  --kernels=A,B,…   these only\n"
         "  --variants=A,B,…  these beside naive and omp\n"
         "                    (default: all but *-unchecked)\n"
         "  --threads=1,2,…   thread counts\n"
         "  --seconds=S       per kernel, matrix and thread count\n"
         "  --data=DIR        folder of *.mtx, *.tns, *.mtx.xz and *.tns.xz\n"
         "                    (default: $LACUNA_DATA)\n"
         "and Google Benchmark's own (--help)\n";
}
