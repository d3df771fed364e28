//===- Kept.cpp - what has been measured of machines ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-roofline/Kept.h"
#include "lacuna-roofline/Messages.def"
#include "support/JsonFields.h"
#include "support/WrittenFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <cstdlib>

using namespace lacuna;
using namespace lacuna::roofline;

double lacuna::roofline::roofOf(const std::vector<Bandwidth> &All) {
  double Most = 0;
  for (const Bandwidth &B : All)
    Most = std::max({Most, B.Copy, B.Triad});
  return Most;
}

std::string lacuna::roofline::usualFile() {
  llvm::SmallString<256> Path;
  const char *Cache = std::getenv("XDG_CACHE_HOME");
  const char *Home = std::getenv("HOME");
  if (Cache && *Cache)
    Path = Cache;
  else if (Home && *Home)
    llvm::sys::path::append(Path, Home, ".cache");
  else
    return "";
  llvm::sys::path::append(Path, "lacuna", "roofline.json");
  return Path.str().str();
}

llvm::Expected<Hosts> lacuna::roofline::readKept(llvm::StringRef File) {
  Hosts All;
  // Where printing goes nothing is kept.
  if (!llvm::sys::fs::is_regular_file(File))
    return All;
  auto Text = llvm::MemoryBuffer::getFile(File);
  if (!Text)
    return llvm::errorCodeToError(Text.getError());
  llvm::Expected<llvm::json::Value> Json =
      plugin::readJson((*Text)->getBuffer());
  if (!Json)
    return Json.takeError();
  const llvm::json::Object *Top = Json->getAsObject();
  const llvm::json::Object *ByName = Top ? Top->getObject("hosts") : nullptr;
  if (!ByName || Top->getInteger("lacuna-roofline") != 1)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   msg::NoRoofline().c_str());
  for (const auto &[Name, Value] : *ByName) {
    const llvm::json::Array *Measured = Value.getAsArray();
    if (!Measured)
      continue;
    for (const llvm::json::Value &V : *Measured)
      if (const llvm::json::Object *O = V.getAsObject())
        All[Name.str()].push_back(
            {unsigned(O->getInteger("threads").value_or(0)),
             O->getNumber("copy_gb_s").value_or(0),
             O->getNumber("triad_gb_s").value_or(0)});
  }
  return All;
}

static void print(llvm::raw_ostream &OS, const Hosts &All) {
  llvm::json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("lacuna-roofline", 1);
    J.attributeObject("hosts", [&] {
      for (const auto &[Name, Measured] : All)
        J.attributeArray(llvm::json::fixUTF8(Name), [&, &Measured = Measured] {
          for (const Bandwidth &B : Measured)
            J.object([&] {
              J.attribute("threads", B.Threads);
              J.attribute("copy_gb_s", B.Copy);
              J.attribute("triad_gb_s", B.Triad);
            });
        });
    });
  });
  OS << '\n';
}

llvm::Error lacuna::roofline::writeKept(llvm::StringRef File,
                                        const Hosts &All) {
  const llvm::StringRef Folder = llvm::sys::path::parent_path(File);
  if (!Folder.empty())
    if (std::error_code Error = llvm::sys::fs::create_directories(Folder))
      return llvm::errorCodeToError(Error);
  return llvm::errorCodeToError(plugin::replaceFile(
      File, [&](llvm::raw_ostream &OS) { print(OS, All); }));
}
