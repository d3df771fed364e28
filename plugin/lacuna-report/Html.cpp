//===- Html.cpp - what pages are made of ----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-report/Html.h"
#include "support/Durations.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace lacuna::report;

static constexpr llvm::StringLiteral Style = R"(
:root { color-scheme: light dark; --edge: #8888; --yes: #17724f; --no: #a8481d;
        --soft: #8881; --bar: #2a7; --loop: #2a7; --unmarked: #6a5acd; }
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
.rewritten { background: var(--yes); } .left, .fallback { background: var(--no); }
.unknown { background: #666; } .unmarked { background: var(--unmarked); }
.glance { display: grid; gap: 0 2.5em; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22em), 1fr)); }
.glance > section { min-width: 0; } .glance p { margin: .3em 0; }
ol.where { list-style: none; margin: 0; padding: 0; } ol.where li { margin: .45em 0; overflow-wrap: anywhere; }
ol.where span.n { float: right; font-variant-numeric: tabular-nums; padding-left: .8em; }
ol.next { margin: 0; padding-left: 1.3em; } ol.next li { margin: .45em 0; overflow-wrap: anywhere; }
.big { font-size: 1.6em; font-weight: 600; }
.warning { border-left: 4px solid #c60; padding-left: .8em; }
.note { opacity: .8; font-size: .9em; }
summary { cursor: pointer; font-weight: 600; margin: .8em 0 .3em; }
svg { height: auto; max-width: 100%; } svg rect { fill: var(--bar); }
svg line { stroke: var(--edge); } svg text { fill: currentColor; font-size: 12px; }
svg.share { display: block; height: 10px; } svg.share rect.rest { fill: var(--soft); }
svg rect.rewritten, svg circle.rewritten { fill: var(--bar); }
svg rect.left, svg circle.left { fill: #d2691e; }
svg rect.fallback, svg circle.fallback { fill: #d2691e; } svg rect.unknown { fill: #888; }
svg rect.unmarked, svg circle.unmarked { fill: var(--unmarked); }
svg text.mid { text-anchor: middle; } svg text.end { text-anchor: end; }
svg line.roof { stroke: currentColor; stroke-width: 1.5; }
svg circle { fill: #888; stroke: light-dark(#fff, #111); } svg circle.first { stroke: currentColor; stroke-width: 2; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24em), 1fr)); gap: 0 1.5em; }
.sides > div { min-width: 0; } h3 { font-size: 1em; margin: .8em 0 .3em; overflow-wrap: anywhere; }
.box { border: 1px solid var(--edge); border-radius: 6px; margin: .35em 0; padding: .3em .6em .4em; }
.box.loop { border-left: 4px solid var(--loop); } .box.if { border-style: dashed; }
.box pre { background: none; margin: .1em 0; padding: 0; }
.head { font-weight: 600; overflow-wrap: anywhere; }
.badge { background: var(--yes); border-radius: 9px; color: #fff; font-size: .78em; font-weight: 400; margin-left: .6em; padding: .05em .6em; white-space: nowrap; }
.made svg { max-width: none; } .made svg text { font-size: 13px; text-anchor: middle; }
.made svg .relation { font-style: italic; font-size: 12px; }
.made svg rect { fill: none; stroke: var(--edge); }
.made svg rect.loop { stroke: var(--loop); stroke-width: 2; }
.made svg rect.consumed { stroke-dasharray: 4 3; }
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
  return plugin::duration(Nanoseconds, "\u00b5s", "\u00a0");
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

std::string lacuna::report::formatted(const char *Format, double Value) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  OS << llvm::format(Format, Value);
  OS.flush(); // LLVM 16 keeps it
  return Out;
}

std::string lacuna::report::percent(double Part, double Whole) {
  return Whole <= 0 ? "" : formatted("%.1f", 100 * Part / Whole) + "\u00a0%";
}

std::string lacuna::report::amount(double Bytes) {
  const char *Unit = "B";
  for (const char *Next : {"kB", "MB", "GB", "TB"}) {
    if (Bytes < 999.5)
      break;
    Bytes /= 1000;
    Unit = Next;
  }
  return formatted("%.3g", Bytes) + "\u00a0" + Unit;
}

void lacuna::report::beginPage(llvm::raw_ostream &OS, llvm::StringRef Title) {
  OS << "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n"
        "<meta name=viewport content=\"width=device-width, "
        "initial-scale=1\">\n<title>"
     << escaped(Title) << "</title>\n<style>" << Style << "</style>\n";
}

void lacuna::report::endPage(llvm::raw_ostream &OS) { OS << "</html>\n"; }
