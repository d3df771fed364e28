//===- Kept.h - what has been measured of machines --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_ROOFLINE_KEPT_H
#define LACUNA_PLUGIN_LACUNA_ROOFLINE_KEPT_H

#include "lacuna-roofline/Bandwidth.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace lacuna::roofline {

/// What was measured, by the names of hosts: a home may be that of many.
using Hosts = std::map<std::string, std::vector<Bandwidth>>;

/// The most that any number of threads reaches, in GB/s.
double roofOf(const std::vector<Bandwidth> &All);

/// Where measurements are kept unless another file is named; empty if there is
/// no such place.
std::string usualFile();

/// What \p File holds; nothing if there is no such file.
llvm::Expected<Hosts> readKept(llvm::StringRef File);

/// Has \p File hold \p All, whole at any time.
llvm::Error writeKept(llvm::StringRef File, const Hosts &All);

} // namespace lacuna::roofline

#endif // LACUNA_PLUGIN_LACUNA_ROOFLINE_KEPT_H
