//===- Plots.cpp - pictures of measurements -------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-report/Plots.h"
#include "lacuna-report/Html.h"
#include "lacuna-report/Pages.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace lacuna::report;

//===-- how long runs took ------------------------------------------------===//

/// The buckets between the first and the last that has runs, four for each
/// doubling.
static std::vector<std::pair<uint64_t, uint64_t>> bucketsOf(const Measured &M) {
  std::vector<std::pair<uint64_t, uint64_t>> All;
  if (M.Histogram.empty())
    return All;
  uint64_t Begin = M.Histogram.begin()->first;
  const uint64_t Last = M.Histogram.rbegin()->first;
  while (Begin <= Last) {
    auto Found = M.Histogram.find(Begin);
    All.emplace_back(Begin, Found == M.Histogram.end() ? 0 : Found->second);
    uint64_t Octave = 1;
    while (Octave * 2 <= Begin)
      Octave *= 2;
    Begin += std::max<uint64_t>(Octave / 4, 1);
  }
  return All;
}

void lacuna::report::drawHistogram(llvm::raw_ostream &OS, const Measured &M) {
  const auto Buckets = bucketsOf(M);
  if (Buckets.empty())
    return;
  uint64_t Most = 1;
  for (const auto &[Begin, Count] : Buckets)
    Most = std::max(Most, Count);
  const unsigned Height = 120, Step = 14;
  const unsigned Width =
      std::max<unsigned>(unsigned(Buckets.size()) * Step + 70, 240);
  OS << "<svg width=" << Width << " height=" << Height + 30 << " viewBox=\"0 0 "
     << Width << ' ' << Height + 30 << "\" role=img aria-label=\"How many of "
     << M.Calls << " runs took how long: from " << escaped(duration(M.Min))
     << " to " << escaped(duration(M.Max)) << ", the median "
     << escaped(duration(M.median())) << "\">\n";
  for (size_t I = 0; I < Buckets.size(); ++I) {
    const auto [Begin, Count] = Buckets[I];
    if (Count == 0)
      continue;
    // One run among many can be seen.
    const double Tall =
        std::max(2.0, double(Height) * double(Count) / double(Most));
    OS << "<rect x=" << I * Step + 2
       << " y=" << formatted("%.1f", double(Height) - Tall + 4)
       << " width=" << Step - 2 << " height=" << formatted("%.1f", Tall)
       << "><title>" << grouped(Count) << " from " << duration(Begin)
       << " on</title></rect>\n";
  }
  OS << "<line x1=0 y1=" << Height + 4.5 << " x2=" << Buckets.size() * Step + 4
     << " y2=" << Height + 4.5 << " />\n";
  const size_t Every = std::max<size_t>(8, (Buckets.size() / 48) * 8);
  for (size_t I = 0; I < Buckets.size(); I += Every)
    OS << "<text x=" << I * Step + 2 << " y=" << Height + 20 << '>'
       << duration(Buckets[I].first) << "</text>\n";
  OS << "</svg>\n";
}

//===-- how long rows are -------------------------------------------------===//

/// "4 to 7".
static std::string lengths(uint64_t Least) {
  return Least < 2 ? std::to_string(Least)
                   : grouped(Least) + " to " + grouped(2 * Least - 1);
}

void lacuna::report::drawRows(llvm::raw_ostream &OS, const Measured &M) {
  if (M.Rows.empty())
    return;
  // All doublings up to the last.
  std::vector<std::pair<uint64_t, uint64_t>> All;
  uint64_t Most = 1, Sum = 0;
  for (uint64_t Least = 0;; Least = Least == 0 ? 1 : 2 * Least) {
    auto Found = M.Rows.find(Least);
    All.emplace_back(Least, Found == M.Rows.end() ? 0 : Found->second);
    Most = std::max(Most, All.back().second);
    Sum += All.back().second;
    if (Least >= M.Rows.rbegin()->first || Least > UINT64_MAX / 4)
      break;
  }
  constexpr unsigned Line = 20, Left = 120, Longest = 200;
  const size_t Height = All.size() * Line + 4;
  OS << "<svg class=rows width=420 viewBox=\"0 0 420 " << Height
     << "\" role=img aria-label=\"How long rows are, of " << Sum
     << " that were looked at\">\n";
  for (const auto &[I, Bar] : llvm::enumerate(All)) {
    const auto [Least, Count] = Bar;
    OS << "<text class=end x=" << Left - 8 << " y=" << I * Line + 15 << '>'
       << lengths(Least) << "</text>";
    // One row among many can be seen.
    const double Long = double(Longest) * double(Count) / double(Most);
    if (Count != 0)
      OS << "<rect x=" << Left << " y=" << I * Line + 4
         << " height=14 width=" << formatted("%.1f", std::max(2.0, Long))
         << " />";
    if (Count != 0)
      OS << "<text x=" << formatted("%.1f", Left + Long + 6)
         << " y=" << I * Line + 15 << '>' << percent(double(Count), double(Sum))
         << "</text>";
    OS << '\n';
  }
  OS << "</svg>\n<p class=note>Positions in a row, of " << grouped(Sum)
     << " rows that were looked at: ones from all over the array, in the first "
        "run of a "
        "thread, the second, the third, the fifth, the ninth, and so "
        "on.</p>\n";
}

//===-- the roofline ------------------------------------------------------===//

namespace {

/// A loop of which bytes are known.
struct Point {
  const Loop *Of;
  size_t Number;      ///< of its page
  std::string Name;   ///< what is shown beside it
  double Bytes, Rate; ///< of a run on average; in GB/s
};

/// From values to pixels, on a logarithmic axis that holds all of them and
/// begins and ends with powers of ten.
class LogAxis {
public:
  LogAxis(double Least, double Most, double From, double To)
      : Low(std::floor(std::log10(Least))),
        High(std::max(std::ceil(std::log10(Most)), Low + 1)), From(From),
        To(To) {}

  double at(double Value) const {
    return From + (std::log10(Value) - Low) / (High - Low) * (To - From);
  }
  int low() const { return int(Low); }
  int high() const { return int(High); }

private:
  double Low, High, From, To;
};

class RooflinePlot {
public:
  RooflinePlot(llvm::raw_ostream &OS, const std::vector<Point> &All,
               const Project &P)
      : OS(OS), All(All), Roof(P.roof()), One(P.roofOfOneThread()),
        X(least(&Point::Bytes), most(&Point::Bytes), 52, 428),
        Y(std::min(least(&Point::Rate), One == 0 ? Roof : One),
          std::max(most(&Point::Rate), Roof), 226, 14) {}

  void draw(const Loop *Of) const;

private:
  double least(double Point::*Of) const {
    double Result = All.front().*Of;
    for (const Point &P : All)
      Result = std::min(Result, P.*Of);
    return Result;
  }
  double most(double Point::*Of) const {
    double Result = All.front().*Of;
    for (const Point &P : All)
      Result = std::max(Result, P.*Of);
    return Result;
  }
  void axes() const;
  void roof(double At, llvm::StringRef Text, bool Below) const;
  void point(const Point &P, bool IsFirst) const;

  llvm::raw_ostream &OS;
  const std::vector<Point> &All;
  const double Roof, One; ///< GB/s; 0 if it is not known
  const LogAxis X, Y;
};

} // namespace

static std::string pixel(double At) { return formatted("%.1f", At); }

void RooflinePlot::axes() const {
  auto Line = [&](double X1, double Y1, double X2, double Y2) {
    OS << "<line x1=" << pixel(X1) << " y1=" << pixel(Y1) << " x2=" << pixel(X2)
       << " y2=" << pixel(Y2) << " />\n";
  };
  // Not so many that their texts touch.
  const int Every = std::max(1, (X.high() - X.low() + 5) / 6);
  for (int E = X.low(); E <= X.high(); ++E) {
    const double At = X.at(std::pow(10, E));
    Line(At, 14, At, 226);
    if ((E - X.low()) % Every == 0)
      OS << "<text class=mid x=" << pixel(At) << " y=242>"
         << amount(std::pow(10, E)) << "</text>\n";
  }
  for (int E = Y.low(); E <= Y.high(); ++E) {
    const double At = Y.at(std::pow(10, E));
    Line(52, At, 428, At);
    OS << "<text class=end x=48 y=" << pixel(At + 4) << '>'
       << formatted("%g", std::pow(10, E)) << "</text>\n";
  }
  OS << "<text class=mid x=240 y=260>bytes that a run moves at least</text>\n"
        "<text class=mid transform=\"translate(12 120) rotate(-90)\">GB/s at "
        "least</text>\n";
}

void RooflinePlot::roof(double At, llvm::StringRef Text, bool Below) const {
  const double Height = Y.at(At);
  OS << "<line class=roof x1=52 y1=" << pixel(Height)
     << " x2=428 y2=" << pixel(Height)
     << " /><text class=end x=426 y=" << pixel(Below ? Height + 13 : Height - 4)
     << '>' << Text << ' ' << formatted("%.1f", At) << "</text>\n";
}

void RooflinePlot::point(const Point &P, bool IsFirst) const {
  const double At = X.at(P.Bytes), Height = Y.at(P.Rate);
  // The text is to stay in the picture.
  const bool IsRight = At > 360;
  OS << "<a href=" << pageOf(P.Number) << "><circle class=\"" << P.Of->state()
     << (IsFirst ? " first" : "") << "\" cx=" << pixel(At)
     << " cy=" << pixel(Height) << " r=" << (IsFirst ? 7 : 5) << "><title>"
     << escaped(P.Of->Name + ", " + P.Of->Function + ", " + P.Name) << ": "
     << formatted("%.1f", P.Rate) << " GB/s, " << amount(P.Bytes)
     << " a run</title></circle><text" << (IsRight ? " class=end" : "")
     << " x=" << pixel(At + (IsRight ? -10 : 10)) << " y=" << pixel(Height + 4)
     << '>' << P.Name << "</text></a>\n";
}

void RooflinePlot::draw(const Loop *Of) const {
  OS << "<svg class=plot viewBox=\"0 0 456 266\" width=580 role=img "
        "aria-label=\"What loops reach of the memory's "
     << formatted("%.1f", Roof) << " GB/s, by the bytes of a run\">\n";
  axes();
  // Two lines of text need room.
  const bool AreClose = One != 0 && Y.at(One) - Y.at(Roof) < 16;
  roof(Roof, "memory", /*Below=*/false);
  if (One != 0 && One < Roof)
    roof(One, "one thread", AreClose);
  for (const Point &P : All)
    if (P.Of != Of)
      point(P, /*IsFirst=*/false);
  for (const Point &P : All)
    if (P.Of == Of)
      point(P, /*IsFirst=*/true);
  OS << "</svg>\n";
}

/// Adds that of \p L, or those of its versions, to \p All.
static void addPoints(const Loop &L, size_t Number, bool OfVersions,
                      std::vector<Point> &All) {
  const Measured *M = L.mainRuns();
  if (!M || M->Bytes == 0 || M->BytesTime == 0)
    return;
  const std::string Name = std::to_string(Number + 1);
  uint64_t Runs = 0, Known = 0;
  for (const Path &V : M->Versions) {
    Runs += V.Calls;
    Known += V.Bytes != 0 && V.BytesTime != 0;
  }
  if (!OfVersions || Known < 2) {
    All.push_back({&L, Number, Name,
                   double(M->Bytes) / double(Runs ? Runs : M->Calls),
                   M->bandwidth()});
    return;
  }
  for (const auto &[I, V] : llvm::enumerate(M->Versions))
    if (V.Bytes != 0 && V.BytesTime != 0 && V.Calls != 0)
      All.push_back({&L, Number, "version " + std::to_string(I + 1),
                     double(V.Bytes) / double(V.Calls),
                     double(V.Bytes) / double(V.BytesTime)});
}

void lacuna::report::drawRoofline(llvm::raw_ostream &OS, const Project &P,
                                  const Loop *Of) {
  if (P.roof() == 0)
    return;
  std::vector<Point> All;
  for (const auto &[Number, L] : llvm::enumerate(P.loops()))
    addPoints(*L, Number, L == Of, All);
  // Of a loop that moves next to nothing most bytes are not known.
  llvm::erase_if(All,
                 [&](const Point &At) { return At.Rate < P.roof() / 1000; });
  if (!All.empty() &&
      (!Of || llvm::any_of(All, [&](const Point &At) { return At.Of == Of; })))
    RooflinePlot(OS, All, P).draw(Of);
}

//===-- shares ------------------------------------------------------------===//

void lacuna::report::drawShare(llvm::raw_ostream &OS, double Part, double Whole,
                               llvm::StringRef Class) {
  const double Share = Whole <= 0 ? 0 : std::min(1.0, Part / Whole);
  OS << "<svg class=share width=\"100%\" height=10 aria-hidden=true><rect "
        "width=\"100%\" height=10 class=rest /><rect width=\""
     << formatted("%.2f", 100 * Share) << "%\" height=10 class=" << Class
     << " /></svg>";
}
