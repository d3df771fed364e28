//===- Changes.cpp - lines in front of loops ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-suggest/Changes.h"
#include "lacuna-suggest/Messages.def"
#include "support/TemporaryFile.h"
#include "support/WrittenFile.h"
#include "clang/Tooling/ReplacementsYaml.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace lacuna;
using namespace lacuna::suggest;

static llvm::Error failure(llvm::StringRef File, const std::error_code &Why) {
  return llvm::createStringError(
      Why, "%s", msg::CannotChange(File, Why.message()).c_str());
}

/// The edits of each file, in order.
static std::map<std::string, std::vector<Edit>> editsOf(const Project &From) {
  std::map<std::string, std::vector<Edit>> Edits;
  for (const Loop *L : From.ranked())
    if (L->isProposed() && L->Change)
      Edits[L->File].push_back(*L->Change);
  for (auto &[Path, Own] : Edits)
    llvm::sort(
        Own, [](const Edit &A, const Edit &B) { return A.Offset < B.Offset; });
  return Edits;
}

Changes::Changes(const Project &From) {
  for (auto &[Path, Edits] : editsOf(From)) {
    const std::string Name = From.nameOf(Path).str();
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    if (!Buffer) {
      Refused.push_back(msg::CannotChange(Name, Buffer.getError().message()));
      continue;
    }
    llvm::StringRef Before = (*Buffer)->getBuffer();
    const auto Digest =
        llvm::MD5::hash(llvm::arrayRefFromStringRef(Before)).digest();
    if (From.digestOf(Path) != Digest.str())
      Refused.push_back(msg::ChangedSince(Name));
    else
      Files.push_back({Path, Name, Before.str(), std::move(Edits)});
  }
}

std::string Changes::ChangedFile::after() const {
  std::string Text = Before;
  for (const Edit &E : llvm::reverse(Edits))
    Text.replace(E.Offset, E.Length, E.Text);
  return Text;
}

void Changes::printYaml(llvm::raw_ostream &OS) const {
  clang::tooling::TranslationUnitReplacements All;
  for (const ChangedFile &File : Files)
    for (const Edit &E : File.Edits)
      All.Replacements.emplace_back(File.Path, E.Offset, E.Length, E.Text);
  llvm::yaml::Output Yaml(OS);
  Yaml << All;
}

/// A file that may not be written is left alone, though its folder may be.
static std::error_code replace(llvm::StringRef Path, llvm::StringRef Text) {
  namespace fs = llvm::sys::fs;
  if (std::error_code Error = fs::access(Path, fs::AccessMode::Write))
    return Error;
  return plugin::replaceFile(Path, [&](llvm::raw_ostream &OS) { OS << Text; });
}

llvm::Error
Changes::apply(llvm::function_ref<void(llvm::StringRef, size_t)> Done) const {
  llvm::Error All = llvm::Error::success();
  for (const ChangedFile &File : Files)
    if (std::error_code Error = replace(File.Path, File.after()))
      All = llvm::joinErrors(std::move(All), failure(File.Name, Error));
    else
      Done(File.Name, File.Edits.size());
  return All;
}

/// Appends what `diff` says of \p Before and \p After.
static llvm::Error printDiffOf(llvm::StringRef Name, llvm::StringRef Before,
                               llvm::StringRef After, llvm::raw_ostream &OS) {
  auto Program = llvm::sys::findProgramByName("diff");
  if (!Program)
    return failure("diff", Program.getError());
  const plugin::TemporaryFile Old("txt"), New("txt"), Said("txt");
  for (auto [File, Text] : {std::pair(&Old, Before), {&New, After}}) {
    std::error_code Error = File->error() ? File->error() : File->write(Text);
    if (Error)
      return llvm::errorCodeToError(Error);
  }
  if (Said.error())
    return llvm::errorCodeToError(Said.error());
  const std::string From = ("a/" + Name).str(), To = ("b/" + Name).str();
  const std::optional<llvm::StringRef> Streams[] = {"", Said.path(),
                                                    std::nullopt};
  llvm::sys::ExecuteAndWait(
      *Program,
      {*Program, "-u", "--label", From, "--label", To, Old.path(), New.path()},
      std::nullopt, Streams);
  OS << Said.read();
  return llvm::Error::success();
}

llvm::Error Changes::printDiff(llvm::raw_ostream &OS) const {
  for (const ChangedFile &File : Files)
    if (llvm::Error E = printDiffOf(File.Name, File.Before, File.after(), OS))
      return E;
  return llvm::Error::success();
}
