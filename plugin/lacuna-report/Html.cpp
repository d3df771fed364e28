//===- Html.cpp - what pages are made of ----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-report/Html.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <algorithm>
#include <cmath>

using namespace lacuna::report;

static constexpr llvm::StringLiteral Style = R"(
:root { color-scheme: light dark; --edge: #8888; --yes: #17724f; --no: #a8481d;
        --soft: #8881; --bar: #2a7; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5em auto; max-width: 84em;
       padding: 0 1em; }
h1 { font-size: 1.4em; overflow-wrap: anywhere; } h2 { font-size: 1.1em; margin: 1.6em 0 .4em; }
pre, code { font: 13px/1.4 ui-monospace, monospace; }
pre { background: var(--soft); border-radius: 6px; margin: .3em 0; overflow-x: auto;
      padding: .7em; }
a { color: light-dark(#0550ae, #79b8ff); }
:focus-visible { outline: 2px solid var(--bar); outline-offset: 2px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; min-width: 100%; }
th, td { border-bottom: 1px solid var(--edge); padding: .3em .7em .3em 0; text-align: left;
         vertical-align: top; }
td.n, th.n { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
td.path { white-space: nowrap; }
td.place { min-width: 12em; overflow-wrap: anywhere; } td.schedule { min-width: 16em; }
th button { background: none; border: 0; color: inherit; cursor: pointer; font: inherit;
            font-weight: 600; padding: .2em 0; white-space: nowrap; }
th button::after { content: "\2195"; opacity: .45; padding-left: .3em; }
th[aria-sort=ascending] button::after { content: "\2191"; opacity: 1; }
th[aria-sort=descending] button::after { content: "\2193"; opacity: 1; }
.state { border-radius: 9px; color: #fff; font-size: .8em; padding: .1em .7em; }
.rewritten { background: var(--yes); } .left { background: var(--no); }
.unknown { background: #666; }
summary { cursor: pointer; font-weight: 600; margin: .8em 0 .3em; }
svg { height: auto; max-width: 100%; } svg rect { fill: var(--bar); }
svg line { stroke: var(--edge); } svg text { fill: currentColor; font-size: 12px; }
@media (max-width: 40em) {
  body { margin: .6em auto; }
  table.loops, .loops tbody, .loops tr, .loops td { display: block; min-width: 0; }
  .loops thead, .loops thead tr { display: flex; flex-wrap: wrap; gap: 0 .9em; }
  .loops th { border: 0; padding: 0; }
  .loops tr { border-bottom: 1px solid var(--edge); padding: .5em 0; }
  .loops td { border: 0; padding: .05em 0; text-align: left; white-space: normal; }
  .loops td:empty { display: none; }
  .loops td[data-label]::before { content: attr(data-label) " "; opacity: .7; }
}
)";

const char lacuna::report::SortScript[] = R"(<script>
for (const button of document.querySelectorAll("th button"))
  button.addEventListener("click", () => {
    const head = button.closest("th"), table = head.closest("table");
    const at = head.cellIndex, body = table.tBodies[0];
    const first = head.dataset.first || "ascending";
    const order = head.ariaSort === first
      ? (first === "ascending" ? "descending" : "ascending") : first;
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", order);
    const key = row => row.cells[at].dataset.v ?? row.cells[at].textContent;
    const compare = head.classList.contains("n")
      ? (a, b) => (+key(a) || 0) - (+key(b) || 0)
      : (a, b) => key(a).localeCompare(key(b), undefined, {numeric: true});
    const sign = order === "ascending" ? 1 : -1;
    body.append(...[...body.rows].sort((a, b) => sign * compare(a, b)));
  });
</script>
)";

std::string lacuna::report::escaped(llvm::StringRef Text) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  llvm::printHTMLEscaped(Text, OS);
  OS.flush(); // LLVM 16 keeps it
  return Out;
}

std::string lacuna::report::duration(uint64_t Nanoseconds) {
  double Value = double(Nanoseconds);
  const char *Unit = "ns";
  for (const char *Next : {"\u00b5s", "ms", "s"}) {
    if (Value < 999.5)
      break;
    Value /= 1000;
    Unit = Next;
  }
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  const bool IsWhole = Value >= 99.95 || Nanoseconds < 1000;
  OS << llvm::format(IsWhole         ? "%.0f"
                     : Value < 9.995 ? "%.2f"
                                     : "%.1f",
                     Value)
     << "\u00a0" << Unit;
  OS.flush(); // LLVM 16 keeps it
  return Out;
}

std::string lacuna::report::grouped(uint64_t Number) {
  std::string Digits = std::to_string(Number), Out;
  for (size_t I = 0; I < Digits.size(); ++I) {
    if (I != 0 && (Digits.size() - I) % 3 == 0)
      Out += "\u202f";
    Out += Digits[I];
  }
  return Out;
}

void lacuna::report::beginPage(llvm::raw_ostream &OS, llvm::StringRef Title) {
  OS << "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n"
        "<meta name=viewport content=\"width=device-width, "
        "initial-scale=1\">\n<title>"
     << escaped(Title) << "</title>\n<style>" << Style << "</style>\n";
}

void lacuna::report::endPage(llvm::raw_ostream &OS) { OS << "</html>\n"; }

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
       << " y=" << llvm::format("%.1f", double(Height) - Tall + 4)
       << " width=" << Step - 2 << " height=" << llvm::format("%.1f", Tall)
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
