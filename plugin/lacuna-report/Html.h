//===- Html.h - what pages are made of --------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_REPORT_HTML_H
#define LACUNA_PLUGIN_LACUNA_REPORT_HTML_H

#include "lacuna-report/Loops.h"
#include "llvm/Support/raw_ostream.h"

namespace lacuna::report {

/// \p Text as HTML shows it, in attributes as well.
std::string escaped(llvm::StringRef Text);

/// With three digits and a unit.
std::string duration(uint64_t Nanoseconds);

/// \p Number in groups of three digits.
std::string grouped(uint64_t Number);

/// \p Value as \p Format of printf has it.
std::string formatted(const char *Format, double Value);

/// Empty where \p Whole is none.
std::string percent(double Part, double Whole);

/// With three digits and a unit.
std::string amount(double Bytes);

void beginPage(llvm::raw_ostream &OS, llvm::StringRef Title);
void endPage(llvm::raw_ostream &OS);

/// Has tables sort by the buttons in their heads.
extern const char SortScript[];

} // namespace lacuna::report

#endif // LACUNA_PLUGIN_LACUNA_REPORT_HTML_H
