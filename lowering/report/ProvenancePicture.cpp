//===- ProvenancePicture.cpp - where index variables come from ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relations are acyclic and come oldest first: a variable stands one layer
// below the lowest of those that it was made of. Each relation's label stands
// on the way.
//
//===----------------------------------------------------------------------===//

#include "lacuna/report/Pictures.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace lacuna;

namespace {

constexpr int Column = 130, Layer = 96, BoxWidth = 104, BoxHeight = 28;

struct Point {
  int X, Y; ///< middle of the box
};

class ProvenancePicture {
public:
  explicit ProvenancePicture(const Nest &N) : N(N) { place(); }
  void draw(llvm::raw_ostream &OS) const;

private:
  void place();
  void put(const std::string &Var, int Depth);
  void line(llvm::raw_ostream &OS, Point From, Point To) const;
  void text(llvm::raw_ostream &OS, Point At, llvm::StringRef Text,
            llvm::StringRef Class) const;

  const Nest &N;
  llvm::StringMap<Point> Places;
  llvm::StringMap<int> Depths;
  std::vector<int> Widths; ///< variables in each layer
};

} // namespace

void ProvenancePicture::put(const std::string &Var, int Depth) {
  if (Places.count(Var))
    return;
  if (size_t(Depth) >= Widths.size())
    Widths.resize(Depth + 1);
  Depths[Var] = Depth;
  Places[Var] = {Widths[Depth]++ * Column + Column / 2,
                 Depth * Layer + Layer / 4};
}

void ProvenancePicture::place() {
  for (const IndexVar &V : N.IndexVars)
    if (!N.producer(V.Name))
      put(V.Name, 0);
  for (const Relation &R : N.Relations) {
    int Depth = 0;
    for (const std::string &Parent : R.Parents)
      Depth = std::max(Depth, Depths.lookup(Parent) + 1);
    for (const std::string &Child : R.Children)
      put(Child, Depth);
  }
}

void ProvenancePicture::line(llvm::raw_ostream &OS, Point From,
                             Point To) const {
  OS << "<line x1=" << From.X << " y1=" << From.Y + BoxHeight / 2
     << " x2=" << To.X << " y2=" << To.Y - BoxHeight / 2 << " />\n";
}

void ProvenancePicture::text(llvm::raw_ostream &OS, Point At,
                             llvm::StringRef Text,
                             llvm::StringRef Class) const {
  OS << "<text x=" << At.X << " y=" << At.Y + 4 << " class=" << Class << '>';
  llvm::printHTMLEscaped(Text, OS);
  OS << "</text>\n";
}

void ProvenancePicture::draw(llvm::raw_ostream &OS) const {
  int Width = *std::max_element(Widths.begin(), Widths.end()) * Column;
  OS << "<svg role=img width=" << Width
     << " height=" << int(Widths.size()) * Layer - Layer / 2 << ">\n";
  for (const Relation &R : N.Relations) {
    Point Label{0, 0};
    for (const std::string &Parent : R.Parents) {
      Point P = Places.lookup(Parent);
      Label = {Label.X + P.X, std::max(Label.Y, P.Y)};
    }
    Label = {Label.X / int(R.Parents.size()), Label.Y + Layer / 2};
    for (const std::string &Parent : R.Parents)
      line(OS, Places.lookup(Parent), {Label.X, Label.Y + BoxHeight / 4});
    for (const std::string &Child : R.Children)
      line(OS, {Label.X, Label.Y - BoxHeight / 4}, Places.lookup(Child));
    text(OS, Label, R.rules().label(R), "relation");
  }
  for (const IndexVar &V : N.IndexVars) {
    Point P = Places.lookup(V.Name);
    OS << "<rect x=" << P.X - BoxWidth / 2 << " y=" << P.Y - BoxHeight / 2
       << " width=" << BoxWidth << " height=" << BoxHeight
       << " rx=5 class=" << (N.consumer(V.Name) ? "consumed" : "loop")
       << " />\n";
    std::string Name = V.Name;
    if (!V.Coordinate.empty() && V.Coordinate != V.Name)
      Name += " (" + V.Coordinate + ")";
    text(OS, P, Name, "name");
  }
  OS << "</svg>\n";
}

void lacuna::drawProvenanceGraph(llvm::raw_ostream &OS, const Nest &N) {
  ProvenancePicture(N).draw(OS);
}
