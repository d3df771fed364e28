//===- DataGraft.cpp - directives about data as calls ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/DataGraft.h"
#include "graft/Lockstep.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

/// What stands behind the directive of \p Place.
static clang::Stmt *userStatement(const ASTContext &Context,
                                  const Site &Place) {
  auto *Region = dyn_cast<clang::IfStmt>(Place.nest());
  return Region ? Region->getElse() : new (Context) NullStmt(Place.Begin);
}

namespace {

class DataGrafter {
public:
  DataGrafter(Parser &P, const Site &Place, DataKind Kind,
              llvm::ArrayRef<DataRange> Ranges, Prelude &Helpers)
      : P(P), S(P.getActions()), Context(S.getASTContext()), Place(Place),
        Kind(Kind), Ranges(Ranges), Helpers(Helpers) {
    for (const DataRange &R : Ranges) {
      Bindings.push_back(R.Array);
      for (const auto &B : {R.First, R.Count})
        if (B)
          Bindings.push_back(*B);
    }
  }

  std::string run();

private:
  LocatedText print(const BoundNames &Names);
  std::string call(const DataRange &R, unsigned Number,
                   llvm::StringRef Where) const;
  std::string check(const CompoundStmt *Parsed) const;

  Parser &P;
  Sema &S;
  ASTContext &Context;
  const Site &Place;
  const DataKind Kind;
  llvm::ArrayRef<DataRange> Ranges;
  Prelude &Helpers;
  std::vector<Binding> Bindings;
};

} // namespace

std::string DataGrafter::call(const DataRange &R, unsigned Number,
                              llvm::StringRef Where) const {
  constexpr unsigned In = 1, Out = 2, Present = 8; // of lacuna/rt.h
  auto Flags = [](unsigned Flags) { return std::to_string(Flags); };
  const std::string Range =
      ("__lacuna_range_of(" + Where + ", " + R.Array.Operand + ", sizeof(*" +
       R.Array.Operand + "), " + (R.First ? R.First->Operand : "0") + ", " +
       (R.Count ? R.Count->Operand : std::to_string(R.Extent)) + ")")
          .str();
  const std::string Enter = "__lacuna_enter(" + Range + ", " +
                            Flags((R.Clause->CopiesIn ? In : 0) |
                                  (R.Clause->MustBePresent ? Present : 0)) +
                            ", ";
  const std::string Exit = Flags(R.Clause->CopiesOut ? Out : 0);
  const std::string Name = "lacuna_range" + std::to_string(Number);
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

/// The whole replacement. A lone `;` holds the place of the user's statement.
LocatedText DataGrafter::print(const BoundNames &Names) {
  const SourceLocation Loc = Place.Begin;
  const std::string Where = literal(placeFor(Context, Loc));
  LocatedText Out;
  Out.line("({", Loc);
  if (mayBeEvaluated(Place))
    Out.line("if (__builtin_is_constant_evaluated()) ; else {", Loc);
  for (const Binding &B : Bindings)
    printBinding(Names, B, Loc, Out);
  for (unsigned I = 0; I < Ranges.size(); ++I)
    Out.line(call(Ranges[I], I, Where), Loc);
  Out.line(";", Loc);
  Out.line(mayBeEvaluated(Place) ? "} })" : "})", Place.End);
  return Out;
}

std::string DataGrafter::check(const CompoundStmt *Parsed) const {
  size_t Index = 0;
  for (const clang::Stmt *Child : Parsed->body()) {
    if (Index == Bindings.size()) {
      if (const ValueDecl *D = foreignReference(Context, Child, {}))
        return "generated code refers to '" + D->getQualifiedNameAsString() +
               "'";
      continue;
    }
    const Binding &B = Bindings[Index++];
    auto *Declaration = dyn_cast<DeclStmt>(Child);
    auto *Variable = Declaration && Declaration->isSingleDecl()
                         ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                         : nullptr;
    if (!Variable || !isBindingOf(Context, B, Variable))
      return "'" + B.Operand + "' means something else in generated code";
  }
  return "";
}

std::string DataGrafter::run() {
  Helpers.declareData();
  CompoundStmt *Parsed;
  {
    BoundNames Names(S, Bindings);
    LocatedText Text = print(Names);
    Text.Text = Helpers.rename(Text.Text);
    Parsed = parseBlock(P, Place, Names, Text);
  }
  if (!Parsed)
    return "generated code does not compile";
  CompoundStmt *Run =
      mayBeEvaluated(Place)
          ? evaluatedOrRun(Parsed, userStatement(Context, Place))
          : Parsed;
  if (!Run || Run->body_empty() || !isa<NullStmt>(Run->body_back()))
    return "generated code has an unexpected form";
  std::string Fault = check(Run);
  if (!Fault.empty())
    return Fault;
  *(Run->body_end() - 1) = userStatement(Context, Place);
  *Place.Loop->child_begin() = Parsed;
  return "";
}

void plugin::removeData(const ASTContext &Context, const Site &S) {
  *S.Loop->child_begin() = userStatement(Context, S);
}

std::string plugin::graftData(Parser &P, const Site &S, DataKind Kind,
                              llvm::ArrayRef<DataRange> Ranges,
                              Prelude &Helpers) {
  return DataGrafter(P, S, Kind, Ranges, Helpers).run();
}
