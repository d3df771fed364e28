//===- ReadNotes.cpp - what a walk reads, noted by itself -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadNotes.h"
#include "lacuna/analysis/elements/ProgramSlice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <limits>
#include <set>

using namespace lacuna;

using Statements = std::vector<StmtRef>;

namespace {

/// Numbers of steps.
using Deciders = std::set<size_t>;

/// Loads from an array that the same steps decide about.
struct Step {
  std::string Array;
  Deciders Needed;
};

class ReadNoter {
public:
  ReadNoter(llvm::ArrayRef<const Operand *> Arrays, std::string &Deciding)
      : Deciding(Deciding) {
    for (const Operand *O : Arrays)
      Unknown[O->Name] = O;
  }

  StmtRef run(const StmtRef &Walk);

private:
  size_t stepOf(llvm::StringRef Array, Deciders Needed);
  Deciders note(const ExprRef &E, const Deciders &Around, Statements &Out);
  Deciders noteLoad(const LoadExpr &Load, Deciders Needed, Statements &Out);
  Deciders noteRow(const AddressExpr &Place, Deciders Needed, Statements &Out);
  bool isRowNoted(llvm::StringRef Array, const ExprRef &Row) const;
  void touch(llvm::StringRef Array, const ExprRef &Index, const ExprRef &End,
             int64_t Step, Statements &Out) const;
  Deciders noteChoice(const ExprRef &E, const Deciders &Around,
                      Statements &Out);
  void visit(const StmtRef &S, const Deciders &Around, Statements &Out);
  void visitWhile(const StmtRef &S, const Deciders &Around, Statements &Out);
  void forget(const StmtRef &Body);
  StmtRef visitBody(const StmtRef &S, const Deciders &Around);

  llvm::StringMap<const Operand *> Unknown;
  /// Each decides about those behind it alone.
  std::vector<Step> Steps;
  /// What the values of lets and variables of loops depend on.
  llvm::StringMap<Deciders> Behind;
  /// What is noted wherever control is.
  struct Note {
    std::string Array;
    ExprRef Index; ///< null: of something else by now
    size_t Step;
  };
  std::vector<Note> Noted;
  std::string &Deciding; ///< an array that says how far it is read itself
  bool IsPossible = true;
};

} // namespace

size_t ReadNoter::stepOf(llvm::StringRef Array, Deciders Needed) {
  for (size_t I = 0; I < Steps.size(); ++I)
    if (Steps[I].Array == Array && Steps[I].Needed == Needed)
      return I;
  Steps.push_back({Array.str(), std::move(Needed)});
  return Steps.size() - 1;
}

static Deciders joined(Deciders A, const Deciders &B) {
  A.insert(B.begin(), B.end());
  return A;
}

/// Variables, not elements, that \p Body assigns to; with \p OfOthers alone
/// those that it does not declare.
static llvm::StringSet<> assignedIn(const StmtRef &Body,
                                    bool OfOthers = false) {
  llvm::StringSet<> Names, Own;
  walk(Body, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    if (Assign && !Assign->target().Index)
      Names.insert(Assign->target().Name);
    if (auto *Var = llvm::dyn_cast<VarStmt>(&S); Var && OfOthers)
      Own.insert(Var->name());
    return true;
  });
  for (const auto &Name : Own)
    Names.erase(Name.first());
  return Names;
}

/// Stand for what is read of arrays of rows, which comes behind all steps:
/// where rows lie, and then what is in them.
static constexpr size_t OfRows = std::numeric_limits<size_t>::max(),
                        OfPlaces = OfRows - 1;

static bool needsRows(const Deciders &Needed) {
  return Needed.count(OfRows) || Needed.count(OfPlaces);
}

void ReadNoter::touch(llvm::StringRef Array, const ExprRef &Index,
                      const ExprRef &End, int64_t Step, Statements &Out) const {
  Out.push_back(std::make_shared<TouchStmt>(Array.str(),
                                            Unknown.lookup(Array)->Ty, Index,
                                            End, TouchKind::Source, i64(Step)));
}

/// Whether it is noted where row \p Row of \p Array lies.
bool ReadNoter::isRowNoted(llvm::StringRef Array, const ExprRef &Row) const {
  return llvm::any_of(Noted, [&](const Note &Known) {
    return Known.Index && Known.Step == OfPlaces && Known.Array == Array &&
           structurallyEqual(rowOf(Known.Index), Row);
  });
}

/// Notes where the row of \p Place lies, and none of its elements.
Deciders ReadNoter::noteRow(const AddressExpr &Place, Deciders Needed,
                            Statements &Out) {
  const Operand *Rows = Unknown.lookup(Place.array());
  if (!Rows || !Rows->Row)
    return Needed;
  const ExprRef InRow = rowOf(Place.index());
  const ExprRef &Row = InRow ? InRow : Place.index();
  if (!isRowNoted(Place.array(), Row)) {
    IsPossible &= !needsRows(Needed);
    const ExprRef First = std::make_shared<RowSubscriptExpr>(Row, i64(0));
    touch(Place.array(), First, i64(0), 0, Out);
    Noted.push_back({Place.array().str(), First, OfPlaces});
  }
  return {OfPlaces};
}

Deciders ReadNoter::noteLoad(const LoadExpr &Load, Deciders Needed,
                             Statements &Out) {
  if (!Unknown.count(Load.array()))
    return Needed;
  if (rowOf(Load.index())) {
    IsPossible &= !Needed.count(OfRows) &&
                  (!Needed.count(OfPlaces) ||
                   isRowNoted(Load.array(), rowOf(Load.index())));
    touch(Load.array(), Load.index(), nullptr, 0, Out);
    return {OfRows};
  }
  IsPossible &= !needsRows(Needed);
  for (const Note &Known : Noted)
    if (Known.Index && Known.Array == Load.array() &&
        structurallyEqual(Known.Index, Load.index()))
      return {Known.Step};
  const size_t Of = stepOf(Load.array(), std::move(Needed));
  touch(Load.array(), Load.index(), nullptr, int64_t(Of) + 1, Out);
  Noted.push_back({Load.array().str(), Load.index(), Of});
  return {Of};
}

/// What one of several parts loads is noted where it is evaluated.
Deciders ReadNoter::noteChoice(const ExprRef &E, const Deciders &Around,
                               Statements &Out) {
  const ExprRef &Cond = E->operands().front();
  Deciders Found = note(Cond, Around, Out);
  const Deciders Inside = joined(Around, Found);
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  for (size_t I = 1; I < E->operands().size(); ++I) {
    const size_t Mark = Noted.size();
    Statements Arm;
    Found = joined(std::move(Found), note(E->operands()[I], Inside, Arm));
    Noted.resize(Mark);
    const bool IsElse =
        I == 2 || (Binary && Binary->op() == BinaryOp::LogicalOr);
    if (!Arm.empty())
      Out.push_back(std::make_shared<IfStmt>(
          IsElse ? unary(UnaryOp::LogicalNot, Cond) : Cond,
          block(std::move(Arm))));
  }
  return Found;
}

/// Appends notes of what \p E, evaluated behind them, loads; what its value
/// depends on.
Deciders ReadNoter::note(const ExprRef &E, const Deciders &Around,
                         Statements &Out) {
  if (!E)
    return {};
  if (isConditional(*E))
    return noteChoice(E, Around, Out);
  Deciders Found;
  for (const ExprRef &Part : E->operands())
    Found = joined(std::move(Found), note(Part, Around, Out));
  if (auto *Var = llvm::dyn_cast<VarExpr>(E.get()))
    return Behind.lookup(Var->name());
  if (auto *Load = llvm::dyn_cast<LoadExpr>(E.get()))
    return noteLoad(*Load, joined(std::move(Found), Around), Out);
  if (auto *Place = llvm::dyn_cast<AddressExpr>(E.get()))
    return noteRow(*Place, joined(std::move(Found), Around), Out);
  return Found;
}

StmtRef ReadNoter::visitBody(const StmtRef &S, const Deciders &Around) {
  if (!S)
    return nullptr;
  const size_t Mark = Noted.size();
  Statements Out;
  for (const StmtRef &Part : statementsOf(S))
    visit(Part, Around, Out);
  Noted.resize(Mark);
  return block(std::move(Out));
}

/// What is noted of elements that \p Body finds through variables it assigns to
/// is not noted of later ones.
void ReadNoter::forget(const StmtRef &Body) {
  const llvm::StringSet<> Assigned = assignedIn(Body);
  for (Note &Known : Noted)
    for (const auto &Name : Assigned)
      if (Known.Index && usesVar(Known.Index, Name.first()))
        Known.Index = nullptr;
}

/// How far it gets must not depend on what is loaded in it, by variables that
/// it assigns to: that would decide about itself.
void ReadNoter::visitWhile(const StmtRef &S, const Deciders &Around,
                           Statements &Out) {
  auto &While = llvm::cast<WhileStmt>(*S);
  const llvm::StringSet<> Assigned = assignedIn(S);
  forget(S);
  Deciders Inside = joined(Around, note(While.cond(), Around, Out));
  llvm::StringSet<> Own = Assigned;
  walk(S, [&](const Stmt &Part) {
    if (auto *Let = llvm::dyn_cast<LetStmt>(&Part))
      Own.insert(Let->name());
    return true;
  });
  auto WithoutTouches = [](const StmtRef &Part) {
    return llvm::isa<TouchStmt>(Part.get()) ? block({}) : nullptr;
  };
  walk(sliceOf(rewrite(S, WithoutTouches, nullptr), Assigned, {}),
       [&](const Stmt &Part) {
         for (const ExprRef &E : expressions(Part))
           walk(E, [&](const Expr &Inner) {
             if (auto *Var = llvm::dyn_cast<VarExpr>(&Inner))
               Inside = joined(std::move(Inside), Behind.lookup(Var->name()));
             auto *Load = llvm::dyn_cast<LoadExpr>(&Inner);
             auto *Place = llvm::dyn_cast<AddressExpr>(&Inner);
             const llvm::StringRef Array = Load    ? Load->array()
                                           : Place ? Place->array()
                                                   : "";
             if (Unknown.count(Array) &&
                 llvm::any_of(freeVars(Inner.operands().front()),
                              [&](const auto &Name) {
                                return Own.contains(Name.first());
                              }))
               Deciding = Array.str();
           });
         return true;
       });
  for (const auto &Name : Assigned)
    Behind[Name.first()] = joined(Behind.lookup(Name.first()), Inside);
  Out.push_back(std::make_shared<WhileStmt>(
      While.cond(), visitBody(While.body(), Inside), S->tag()));
  forget(S);
}

void ReadNoter::visit(const StmtRef &S, const Deciders &Around,
                      Statements &Out) {
  if (llvm::isa<WhileStmt>(S.get()))
    return visitWhile(S, Around, Out);
  Deciders Here;
  for (const ExprRef &E : expressions(*S))
    Here = joined(std::move(Here), note(E, Around, Out));
  const Deciders Inside = joined(Around, Here);
  if (auto *Let = llvm::dyn_cast<LetStmt>(S.get())) {
    Behind[Let->name()] = std::move(Here);
    Out.push_back(S);
  } else if (auto *If = llvm::dyn_cast<IfStmt>(S.get())) {
    Out.push_back(
        std::make_shared<IfStmt>(If->cond(), visitBody(If->thenBody(), Inside),
                                 visitBody(If->elseBody(), Inside), S->tag()));
  } else if (auto *For = llvm::dyn_cast<ForStmt>(S.get())) {
    Behind[For->var()] = std::move(Here);
    forget(For->body());
    // What later iterations find would depend on earlier ones.
    for (const auto &Name : assignedIn(For->body(), /*OfOthers=*/true))
      IsPossible &= !anyOf(For->body(), [&](const Stmt &Part) {
        return llvm::any_of(expressions(Part), [&](const ExprRef &E) {
          return usesVar(E, Name.first());
        });
      });
    Out.push_back(std::make_shared<ForStmt>(
        For->var().str(), For->lo(), For->hi(), visitBody(For->body(), Inside),
        For->tags(), S->tag()));
  } else if (llvm::isa<BlockStmt>(S.get())) {
    Out.push_back(visitBody(S, Around));
  } else if (auto *Var = llvm::dyn_cast<VarStmt>(S.get())) {
    Behind[Var->name()] = std::move(Here);
    Out.push_back(S);
  } else if (auto *Assign = llvm::dyn_cast<AssignStmt>(S.get())) {
    Deciders &Of = Behind[Assign->target().Name];
    Of = joined(std::move(Of), Inside);
    forget(S);
    Out.push_back(S);
  } else {
    IsPossible &= children(*S).empty();
    Out.push_back(S);
  }
}

StmtRef ReadNoter::run(const StmtRef &Walk) {
  if (Unknown.empty())
    return Walk;
  StmtRef Noting = visitBody(Walk, {});
  return IsPossible && Deciding.empty() ? Noting : nullptr;
}

StmtRef lacuna::noteReads(const StmtRef &Walk,
                          llvm::ArrayRef<const Operand *> Arrays,
                          std::string &Deciding) {
  Deciding.clear();
  return ReadNoter(Arrays, Deciding).run(Walk);
}
