//===- Loops.cpp - the loops of a project without a directive -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-suggest/Loops.h"
#include "lacuna-suggest/Messages.def"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace lacuna::suggest;
namespace json = llvm::json;

//===-- reading -----------------------------------------------------------===//

// Found by json::ObjectMapper.
namespace lacuna::suggest {

static bool fromJSON(const json::Value &From, State &To, json::Path Where) {
  auto Word = From.getAsString();
  auto Known = llvm::StringSwitch<std::optional<State>>(Word.value_or(""))
                   .Case("rewritten", State::Rewritten)
                   .Case("inside", State::Inside)
                   .Case("left", State::Left)
                   .Default(std::nullopt);
  if (Known)
    To = *Known;
  else
    Where.report("expected a state");
  return Known.has_value();
}

static bool fromJSON(const json::Value &From, Edit &To, json::Path Where) {
  json::ObjectMapper O(From, Where);
  return O && O.map("offset", To.Offset) && O.map("length", To.Length) &&
         O.map("text", To.Text);
}

static bool fromJSON(const json::Value &From, Tried &To, json::Path Where) {
  json::ObjectMapper O(From, Where);
  return O && O.map("line", To.Line) && O.map("column", To.Column) &&
         O.mapOptional("row", To.IsOverRow) && O.map("runs-as", To.RunsAs) &&
         O.map("reasons", To.Reasons) && O.map("cures", To.Cures);
}

static bool readEvidence(const json::Value &From, Loop &To, json::Path Where) {
  json::ObjectMapper O(From, Where);
  return O && O.map("indirect", To.Indirect) && O.map("rows", To.Rows) &&
         O.map("depth", To.Depth) && O.map("unknown", To.Unknown);
}

static bool fromJSON(const json::Value &From, Loop &To, json::Path Where) {
  json::ObjectMapper O(From, Where);
  if (!fromJSON(From, static_cast<Tried &>(To), Where) ||
      !(O && O.map("file", To.File) && O.map("offset", To.Offset) &&
        O.mapOptional("macro", To.Macro) &&
        O.mapOptional("function", To.Function) && O.map("state", To.Becomes) &&
        O.mapOptional("inside", To.Inside) && O.map("edit", To.Change) &&
        O.mapOptional("no-edit", To.WhyByHand)))
    return false;
  To.Written = From;
  const json::Value *Signs = From.getAsObject()->get("evidence");
  return readEvidence(Signs ? *Signs : json::Value(nullptr), To,
                      Where.field("evidence"));
}

namespace {
struct FileRead {
  std::string Path, Digest;
};

bool fromJSON(const json::Value &From, FileRead &To, json::Path Where) {
  json::ObjectMapper O(From, Where);
  return O && O.map("path", To.Path) && O.map("md5", To.Digest);
}
} // namespace

} // namespace lacuna::suggest

llvm::Expected<Compiled> lacuna::suggest::readCompiled(llvm::StringRef Json) {
  llvm::Expected<json::Value> Value = json::parse(Json);
  if (!Value)
    return Value.takeError();
  json::Path::Root Root;
  json::ObjectMapper O(*Value, Root);
  Compiled Result;
  std::vector<FileRead> Files;
  if (!O || !O.mapOptional("unsupported", Result.Unsupported) ||
      !O.map("loops", Result.Loops) || !O.map("files", Files))
    return Root.getError();
  for (FileRead &File : Files)
    Result.Digests[File.Path] = std::move(File.Digest);
  return Result;
}

//===-- runs --------------------------------------------------------------===//

/// Whether \p T has a version for one thread, which needs few iterations.
static bool hasLanes(const Tried &T) {
  return llvm::any_of(
      T.RunsAs, [](llvm::StringRef As) { return As.contains("cpu_vector"); });
}

bool Loop::isTooShort() const {
  // From 20,000 iterations on a bare directive shares a loop out, which take
  // longer whatever is in them; lanes of one thread have to outweigh guards.
  constexpr uint64_t LeastForThreads = 4000, LeastForLanes = 200;
  if (Becomes == State::Left || !Ran || Ran->Calls == 0)
    return false;
  const bool HasLanes = hasLanes(*this) || llvm::any_of(Inside, hasLanes);
  return Ran->mean() < (HasLanes ? LeastForLanes : LeastForThreads);
}

bool Loop::hasRowsAlone() const {
  return Becomes == State::Inside && llvm::all_of(Inside, [](const Tried &T) {
           return T.RunsAs.empty() || (T.IsOverRow && !hasLanes(T));
         });
}

//===-- all together ------------------------------------------------------===//

bool Project::holds(llvm::StringRef File) const {
  return File.consume_front(Root) &&
         (Root.back() == '/' || File.starts_with("/"));
}

llvm::StringRef Project::nameOf(llvm::StringRef File) const {
  return holds(File) ? File.drop_front(Root.size()).ltrim('/') : File;
}

void Project::add(Compiled New) {
  for (auto &[Path, Digest] : New.Digests) {
    auto [It, IsNew] = Digests.try_emplace(Path, Digest);
    if (!IsNew && It->second != Digest)
      It->second = std::nullopt;
  }
  for (Loop &L : New.Loops) {
    auto &In = holds(L.File) ? Loops : Elsewhere;
    Place At(L.File, L.Offset, L.Macro);
    auto [It, IsNew] = In.try_emplace(std::move(At), L);
    // As with instantiations, a directive is good that is so once.
    if (!IsNew && L.Becomes < It->second.Becomes)
      It->second = std::move(L);
  }
}

/// The real paths that \p File may have been for those who compiled in one of
/// \p Folders.
static std::set<std::string> filesCalled(llvm::StringRef File,
                                         llvm::ArrayRef<std::string> Folders) {
  std::set<std::string> Found;
  for (const std::string &Folder : Folders) {
    llvm::SmallString<256> Path(File), Real;
    llvm::sys::fs::make_absolute(Folder, Path);
    if (!llvm::sys::fs::real_path(Path, Real))
      Found.insert(Real.str().str());
  }
  return Found;
}

void Project::setTimes(const RunTimes &All,
                       llvm::ArrayRef<std::string> Folders) {
  Whole = All.whole();
  std::map<std::pair<std::string, uint64_t>, std::vector<Loop *>> ByLine;
  for (auto &[At, L] : Loops)
    ByLine[{L.File, L.Line}].push_back(&L);
  for (const auto &[Place, Ran] : All.all()) {
    // Folders may have files of one name with loops on the same line.
    std::vector<std::vector<Loop *>> Meant;
    for (const std::string &File : filesCalled(Place.File, Folders))
      if (auto It = ByLine.find({File, Place.Line}); It != ByLine.end())
        Meant.push_back(It->second);
    if (Meant.size() > 1)
      llvm::erase_if(Meant, [&, &Place = Place](const auto &OnLine) {
        return llvm::none_of(OnLine, [&](const Loop *L) {
          return L->Function == Place.Function;
        });
      });
    if (Meant.size() != 1) {
      RanElsewhere += Ran.Time;
      continue;
    }
    for (Loop *L : Meant.front()) {
      if (!L->Ran)
        L->Ran.emplace();
      *L->Ran += Ran;
    }
  }
}

void Project::setFreed(llvm::StringRef Flag, const Project &With) {
  for (auto &[At, L] : Loops) {
    auto Other = With.Loops.find(At);
    if (Other == With.Loops.end() || Other->second.Becomes >= L.Becomes)
      continue;
    L.FreedBy.push_back(Flag.str());
    L.Cures.push_back(Other->second.Becomes == State::Rewritten
                          ? msg::FlagFreesLoop(Flag)
                          : msg::FlagFreesLoopsInside(Flag));
    if (llvm::json::Object *O = L.Written.getAsObject())
      (*O)["cures"] = L.Cures;
  }
}

/// The lower, the more there is to gain.
static auto rankOf(const Loop &L) {
  const auto Sparse = L.Indirect + L.Rows;
  const bool IsLeft = L.Becomes == State::Left,
             IsNot = !IsLeft && !L.isProposed();
  const int64_t Time = L.Ran ? int64_t(L.Ran->Time) : -1;
  return std::tuple(IsLeft, IsNot, IsLeft && L.Cures.empty(), -Time,
                    Sparse == 0, -int64_t(L.Unknown), -int64_t(Sparse),
                    -int64_t(L.Depth), llvm::StringRef(L.File), L.Offset,
                    llvm::StringRef(L.Macro));
}

std::vector<const Loop *> Project::ranked() const {
  std::vector<const Loop *> All;
  for (const auto &[At, L] : Loops)
    All.push_back(&L);
  llvm::sort(All, [](const Loop *A, const Loop *B) {
    return rankOf(*A) < rankOf(*B);
  });
  return All;
}

std::optional<std::string> Project::digestOf(llvm::StringRef File) const {
  auto It = Digests.find(File.str());
  return It == Digests.end() ? std::nullopt : It->second;
}
