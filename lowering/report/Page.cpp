//===- Page.cpp - annotated loops as a page for people --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/report/Page.h"
#include "lacuna/report/Pictures.h"
#include "llvm/ADT/StringExtras.h"

using namespace lacuna;

static constexpr llvm::StringLiteral Style = R"(
:root { color-scheme: light dark; --edge: #8888; --loop: #2a7; --soft: #8881; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 78em;
       padding: 0 1em; }
h1 { font-size: 1.4em; } h2 { font-size: 1.15em; margin-top: 2.2em; }
h3 { font-size: 1em; margin: 1.2em 0 .4em; }
pre, code { font: 13px/1.4 ui-monospace, monospace; }
pre { margin: .15em 0; overflow-x: auto; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(26em, 1fr));
         gap: 1.5em; }
.sides > div { min-width: 0; }
.text { white-space: pre-wrap; background: var(--soft); border-radius: 6px; padding: .7em; }
.box { border: 1px solid var(--edge); border-radius: 6px; margin: .35em 0;
       padding: .3em .6em .4em; }
.box.loop { border-left: 4px solid var(--loop); }
.box.if { border-style: dashed; }
.head { font-weight: 600; }
.badge { background: var(--loop); border-radius: 9px; color: #fff;
         font-size: .78em; margin-left: .6em; padding: .05em .6em; }
.state { border-radius: 9px; font-size: .78em; padding: .1em .7em; color: #fff; }
.state.yes { background: var(--loop); } .state.no { background: #c73; }
svg { max-width: 100%; } svg line { stroke: var(--edge); }
svg text { fill: currentColor; font-size: 13px; text-anchor: middle; }
svg .relation { font-style: italic; font-size: 12px; }
svg rect { fill: none; stroke: var(--edge); } svg rect.loop { stroke: var(--loop);
           stroke-width: 2; } svg rect.consumed { stroke-dasharray: 4 3; }
)";

static void text(llvm::raw_ostream &OS, llvm::StringRef Text) {
  OS << "<pre class=text>";
  llvm::printHTMLEscaped(Text.trim('\n'), OS);
  OS << "</pre>\n";
}

static void list(llvm::raw_ostream &OS, llvm::StringRef Head,
                 llvm::ArrayRef<std::string> Items) {
  if (Items.empty())
    return;
  OS << "<h3>" << Head << "</h3>\n<ul>\n";
  for (const std::string &Item : Items) {
    OS << "<li>";
    llvm::printHTMLEscaped(Item, OS);
    OS << "</li>\n";
  }
  OS << "</ul>\n";
}

/// When \p V runs; nothing where it is the only one.
static std::string condition(const LoopReport &L, const ScheduledGraph &V) {
  if (L.Versions.size() == 1)
    return "";
  if (V.Graph.Layout && V.Graph.Layout->Rule == LayoutRule::WhereLinked)
    return " over a layout, where that is faster";
  return V.When.empty() ? " elsewhere" : " where " + describe(V.When);
}

static void graphs(llvm::raw_ostream &OS, const LoopReport &L) {
  OS << "<div class=sides>\n<div><h3>As written</h3>\n";
  drawIterationGraph(OS, *L.Written);
  OS << "</div>\n";
  for (const ScheduledGraph &V : L.Versions) {
    OS << "<div><h3>As scheduled";
    llvm::printHTMLEscaped(condition(L, V), OS);
    OS << "</h3>\n";
    drawIterationGraph(OS, V.Graph);
    OS << "</div>\n";
  }
  OS << "</div>\n";
  for (const ScheduledGraph &V : L.Versions) {
    if (V.Graph.Relations.empty())
      continue;
    OS << "<h3>Where the loops come from";
    llvm::printHTMLEscaped(condition(L, V), OS);
    OS << "</h3>\n";
    drawProvenanceGraph(OS, V.Graph);
  }
}

static void loop(llvm::raw_ostream &OS, const LoopReport &L) {
  OS << "<h2>";
  llvm::printHTMLEscaped(L.Where + " in " + L.Function, OS);
  OS << (L.IsRewritten ? " <span class=\"state yes\">rewritten</span>"
                       : " <span class=\"state no\">left unchanged</span>")
     << "</h2>\n";
  list(OS, "What the compiler says", L.Messages);
  OS << "<div class=sides>\n<div><h3>Source</h3>\n";
  text(OS, L.Source);
  OS << "</div>\n";
  if (!L.Code.empty()) {
    OS << "<div><h3>Generated code</h3>\n";
    text(OS, L.Code);
    OS << "</div>\n";
  }
  OS << "</div>\n";
  list(OS, "Your loop runs instead where", L.Guards);
  if (L.Written)
    graphs(OS, L);
}

void lacuna::printPage(llvm::raw_ostream &OS, llvm::StringRef Title,
                       llvm::ArrayRef<LoopReport> Loops) {
  OS << "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<title>";
  llvm::printHTMLEscaped(Title, OS);
  OS << "</title>\n<style>" << Style << "</style>\n<h1>Sparse loops of ";
  llvm::printHTMLEscaped(Title, OS);
  OS << "</h1>\n";
  if (Loops.empty())
    OS << "<p>There is no <code>#pragma sparse</code>.</p>\n";
  for (const LoopReport &L : Loops)
    loop(OS, L);
  OS << "</html>\n";
}
