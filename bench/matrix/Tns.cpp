//===- Tns.cpp - reads tensors in FROSTT's text format -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tns.h"
#include "TextFile.h"
#include <sstream>

using namespace lacuna::bench;

/// The number of coordinates in the first line that is no comment; 0 if there
/// are none.
static int orderOfText(std::string_view Text) {
  while (Text.starts_with('#'))
    Text.remove_prefix(std::min(Text.find('\n'), Text.size() - 1) + 1);
  std::istringstream Line{std::string(Text.substr(0, Text.find('\n')))};
  int Words = 0;
  for (std::string Word; Line >> Word;)
    ++Words;
  return std::max(Words - 1, 0);
}

int lacuna::bench::orderOfTns(const std::string &Path) {
  std::string Text;
  return readText(Path, Text).empty() ? orderOfText(Text) : 0;
}

std::string lacuna::bench::readTns(const std::string &Path, Csr &A) {
  std::string Text;
  if (std::string Error = readText(Path, Text); !Error.empty())
    return Error;
  const int Order = orderOfText(Text);
  if (Order < 2)
    return "not a sparse tensor: its first line has no two coordinates";
  Numbers N(Text);
  N.skipComments('#');
  std::vector<int> Extents(size_t(Order), 0), Points;
  std::vector<double> Values;
  while (!N.atEnd()) {
    bool Good = true;
    for (int &Extent : Extents) {
      int Coordinate = 0;
      Good &= N.read(Coordinate) && Coordinate >= 1;
      Points.push_back(Coordinate - 1);
      Extent = std::max(Extent, Coordinate);
    }
    if (!Good || !N.read(Values.emplace_back()))
      return "entry " + std::to_string(Values.size() + 1) + " is damaged";
  }
  A = fromPoints(Extents, Points, Values);
  return "";
}
