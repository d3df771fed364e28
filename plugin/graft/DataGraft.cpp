//===- DataGraft.cpp - directives about data as calls ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/DataGraft.h"
#include "graft/Replacement.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

/// What stands behind the directive of \p Place.
static clang::Stmt *userStatement(const ASTContext &Context,
                                  const Site &Place) {
  auto *Region = dyn_cast<clang::IfStmt>(Place.nest());
  return Region ? Region->getElse() : new (Context) NullStmt(Place.Begin);
}

static std::vector<Binding> bindingsOf(llvm::ArrayRef<DataRange> Ranges) {
  std::vector<Binding> Bindings;
  for (const DataRange &R : Ranges) {
    Bindings.push_back(R.Array);
    for (const auto &B : {R.First, R.Count})
      if (B)
        Bindings.push_back(*B);
  }
  return Bindings;
}

namespace {

class DataGrafter : public Replacement {
public:
  DataGrafter(Parser &P, const Site &Place, DataKind Kind,
              llvm::ArrayRef<DataRange> Ranges, bool ChecksPromises,
              Prelude &Helpers)
      : Replacement(P, Place, Helpers, bindingsOf(Ranges)), Kind(Kind),
        Ranges(Ranges), ChecksPromises(ChecksPromises) {}

private:
  void print(LocatedText &Out) override;
  clang::Stmt *user() const override { return userStatement(Context, Place); }
  std::string call(const DataRange &R, unsigned Number,
                   llvm::StringRef Where) const;
  std::string promise(llvm::StringRef Range, llvm::StringRef Name) const;

  const DataKind Kind;
  llvm::ArrayRef<DataRange> Ranges;
  const bool ChecksPromises;
};

} // namespace

/// `unchanged`, or `changed`.
std::string DataGrafter::promise(llvm::StringRef Range,
                                 llvm::StringRef Name) const {
  if (Kind == DataKind::Update)
    return ("__lacuna_changed(" + Range + ");").str();
  constexpr unsigned Checked = 1; // of lacuna/promise.h
  return ("__attribute__((cleanup(__lacuna_keep))) unsigned long " + Name +
          " = __lacuna_promise(" + Range + ", ")
             .str() +
         std::to_string(ChecksPromises ? Checked : 0) + ");";
}

std::string DataGrafter::call(const DataRange &R, unsigned Number,
                              llvm::StringRef Where) const {
  constexpr unsigned In = 1, Out = 2, Present = 8; // of lacuna/rt.h
  auto Flags = [](unsigned Flags) { return std::to_string(Flags); };
  const std::string Range =
      ("__lacuna_range_of(" + Where + ", " + R.Array.Operand + ", sizeof(*" +
       R.Array.Operand + "), " + (R.First ? R.First->Operand : "0") + ", " +
       (R.Count ? R.Count->Operand : std::to_string(R.Extent)) + ")")
          .str();
  const std::string Name = "lacuna_range" + std::to_string(Number);
  if (R.Clause->IsPromise)
    return promise(Range, Name);
  const std::string Enter = "__lacuna_enter(" + Range + ", " +
                            Flags((R.Clause->CopiesIn ? In : 0) |
                                  (R.Clause->MustBePresent ? Present : 0)) +
                            ", ";
  const std::string Exit = Flags(R.Clause->CopiesOut ? Out : 0);
  switch (Kind) {
  case DataKind::Region:
    return "__attribute__((cleanup(__lacuna_exit))) __lacuna_range " + Name +
           " = " + Enter + Exit + ");";
  case DataKind::Enter:
    return Enter + "0);";
  case DataKind::Exit:
    return "__lacuna_range " + Name + " = " + Range + "; " + Name +
           ".ExitFlags = " + Exit + "; __lacuna_exit(&" + Name + ");";
  case DataKind::Update:
    return "__lacuna_update(" + Range + ", " +
           Flags(R.Clause->CopiesIn ? In : Out) + ");";
  }
  llvm_unreachable("unknown kind of directive");
}

/// A lone `;` holds the place of the user's statement.
void DataGrafter::print(LocatedText &Out) {
  const std::string Where = literal(placeFor(Context, Loc));
  for (const Binding &B : Bindings)
    printBinding(here(), B, Out);
  for (unsigned I = 0; I < Ranges.size(); ++I)
    Out.line(call(Ranges[I], I, Where), Loc);
  Out.line(";", EndLoc);
}

void plugin::removeData(const ASTContext &Context, const Site &S) {
  *S.Loop->child_begin() = userStatement(Context, S);
}

std::string plugin::graftData(Parser &P, const Site &S, DataKind Kind,
                              llvm::ArrayRef<DataRange> Ranges,
                              bool ChecksPromises, Prelude &Helpers) {
  Helpers.declareData();
  return DataGrafter(P, S, Kind, Ranges, ChecksPromises, Helpers).run();
}
