//===- MatrixMarket.cpp - reads Matrix Market files -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixMarket.h"
#include "TextFile.h"
#include <algorithm>
#include <cstdint>
#include <limits>
#include <sstream>

using namespace lacuna::bench;

namespace {
struct Banner {
  bool Pattern = false, Mirrored = false;
  double MirrorSign = 1;
};

std::string parseBanner(const std::string &Line, Banner &B) {
  std::string Lower = Line;
  for (char &C : Lower)
    C = char(tolower(static_cast<unsigned char>(C)));
  std::istringstream Words(Lower);
  std::string Magic, Object, Format, Field, Symmetry;
  Words >> Magic >> Object >> Format >> Field >> Symmetry;
  if (Magic != "%%matrixmarket" || Object != "matrix")
    return "not a Matrix Market file: the first line does not begin with "
           "'%%MatrixMarket matrix'";
  if (Format != "coordinate")
    return "not a sparse matrix: its format is '" + Format +
           "', not 'coordinate'";
  if (Field != "real" && Field != "integer" && Field != "pattern")
    return "its entries are '" + Field +
           "'; 'real', 'integer' and 'pattern' can be read";
  if (Symmetry != "general" && Symmetry != "symmetric" &&
      Symmetry != "skew-symmetric")
    return "its symmetry is '" + Symmetry +
           "'; 'general', 'symmetric' and 'skew-symmetric' can be read";
  B.Pattern = Field == "pattern";
  B.Mirrored = Symmetry != "general";
  B.MirrorSign = Symmetry == "skew-symmetric" ? -1 : 1;
  return "";
}
} // namespace

std::string lacuna::bench::parseMatrixMarket(const std::string &Text, Csr &A) {
  Banner B;
  size_t FirstLine = Text.find('\n');
  if (std::string Error = parseBanner(Text.substr(0, FirstLine), B);
      !Error.empty())
    return Error;

  Numbers N(std::string_view(Text).substr(std::min(FirstLine, Text.size())));
  N.skipComments('%');
  int Rows, Cols;
  int64_t Stored;
  if (!N.read(Rows) || !N.read(Cols) || !N.read(Stored) || Rows < 0 ||
      Cols < 0 || Stored < 0 || Stored > int64_t(Text.size()))
    return "the line of sizes is damaged";
  if (Stored > std::numeric_limits<int>::max() / 2)
    return "more than 2^30 entries";

  std::vector<Triplet> Entries;
  Entries.reserve(size_t(Stored) * (B.Mirrored ? 2 : 1));
  for (int64_t E = 0; E < Stored; ++E) {
    Triplet T{0, 0, 1};
    if (!N.read(T.Row) || !N.read(T.Col) || (!B.Pattern && !N.read(T.Value)) ||
        T.Row < 1 || T.Row > Rows || T.Col < 1 || T.Col > Cols)
      return "entry " + std::to_string(E + 1) + " of " +
             std::to_string(Stored) + " is damaged";
    --T.Row, --T.Col;
    Entries.push_back(T);
    if (B.Mirrored && T.Row != T.Col)
      Entries.push_back({T.Col, T.Row, B.MirrorSign * T.Value});
  }
  A = fromTriplets(Rows, Cols, Entries);
  return "";
}

std::string lacuna::bench::readMatrixMarket(const std::string &Path, Csr &A) {
  std::string Text, Error = readText(Path, Text);
  return Error.empty() ? parseMatrixMarket(Text, A) : Error;
}
