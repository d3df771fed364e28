//===- Changes.cpp - lines in front of loops ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-suggest/Changes.h"
#include "lacuna-suggest/Messages.def"
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
    if (L->Becomes != State::Left && L->Change)
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

/// Writes \p Text beside \p Path, has the file's place and its permissions.
static llvm::Error replaceFile(llvm::StringRef Path, llvm::StringRef Text) {
  namespace fs = llvm::sys::fs;
  if (std::error_code Error = fs::access(Path, fs::AccessMode::Write))
    return llvm::errorCodeToError(Error);
  llvm::ErrorOr<fs::perms> Permissions = fs::getPermissions(Path);
  if (!Permissions)
    return llvm::errorCodeToError(Permissions.getError());
  llvm::Expected<fs::TempFile> New = fs::TempFile::create(Path + ".%%%%%%%%");
  if (!New)
    return New.takeError();
  llvm::raw_fd_ostream OS(New->FD, /*shouldClose=*/false);
  OS << Text;
  OS.flush();
  std::error_code Error = OS.error();
  OS.clear_error();
  if (!Error)
    Error = fs::setPermissions(New->TmpName, *Permissions);
  if (!Error)
    return New->keep(Path);
  llvm::consumeError(New->discard());
  return llvm::errorCodeToError(Error);
}

llvm::Error Changes::apply() const {
  llvm::Error All = llvm::Error::success();
  for (const ChangedFile &File : Files)
    if (llvm::Error E = replaceFile(File.Path, File.after()))
      All = llvm::joinErrors(
          std::move(All),
          failure(File.Name, llvm::errorToErrorCode(std::move(E))));
  return All;
}

/// Appends what `diff` says of \p Before and \p After.
static llvm::Error printDiffOf(llvm::StringRef Name, llvm::StringRef Before,
                               llvm::StringRef After, llvm::raw_ostream &OS) {
  auto Program = llvm::sys::findProgramByName("diff");
  if (!Program)
    return failure("diff", Program.getError());
  llvm::SmallString<128> Paths[3];
  llvm::FileRemover Removers[3];
  for (unsigned I = 0; I < 3; ++I) {
    if (auto Error = llvm::sys::fs::createTemporaryFile("lacuna-suggest", "txt",
                                                        Paths[I]))
      return llvm::errorCodeToError(Error);
    Removers[I].setFile(Paths[I]);
  }
  for (auto [Path, Text] : {std::pair(Paths[0], Before), {Paths[1], After}})
    if (llvm::Error E = llvm::writeToOutput(Path, [&](llvm::raw_ostream &To) {
          To << Text;
          return llvm::Error::success();
        }))
      return E;
  const std::string Old = ("a/" + Name).str(), New = ("b/" + Name).str();
  const std::optional<llvm::StringRef> Streams[] = {"", Paths[2], std::nullopt};
  llvm::sys::ExecuteAndWait(
      *Program,
      {*Program, "-u", "--label", Old, "--label", New, Paths[0], Paths[1]},
      std::nullopt, Streams);
  auto Said = llvm::MemoryBuffer::getFile(Paths[2]);
  if (!Said)
    return llvm::errorCodeToError(Said.getError());
  OS << (*Said)->getBuffer();
  return llvm::Error::success();
}

llvm::Error Changes::printDiff(llvm::raw_ostream &OS) const {
  for (const ChangedFile &File : Files)
    if (llvm::Error E = printDiffOf(File.Name, File.Before, File.after(), OS))
      return E;
  return llvm::Error::success();
}
