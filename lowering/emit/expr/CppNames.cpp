//===- CppNames.cpp - C++ names for the names of a loop program -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/emit/expr/CppNames.h"
#include "lacuna/ir/ArrayLevels.h"
#include "lacuna/ir/RowsStmt.h"
#include "lacuna/ir/ViewStmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace lacuna;

/// Keywords of C++, and names that the prelude of generated code declares.
static constexpr llvm::StringLiteral Keywords =
    "alignas alignof and and_eq asm auto bitand bitor bool break case "
    "catch char char16_t char32_t char8_t class co_await co_return "
    "co_yield compl concept const const_cast consteval constexpr "
    "constinit continue decltype default delete do double dynamic_cast "
    "else enum explicit export extern false float for friend goto if "
    "inline int long mutable namespace new noexcept not not_eq nullptr "
    "operator or or_eq private protected public register "
    "reinterpret_cast requires restrict return short signed sizeof "
    "static static_assert static_cast struct switch template this "
    "thread_local throw true try typedef typeid typename typeof union "
    "unsigned using virtual void volatile wchar_t while xor xor_eq "
    "lacuna_active_level lacuna_guard lacuna_has_team lacuna_is_verified "
    "lacuna_layout_begin lacuna_layout_end lacuna_layout_finish "
    "lacuna_layout_use "
    "lacuna_max_active_levels lacuna_max_threads lacuna_num_threads "
    "lacuna_results lacuna_thread_num lacuna_trace_begin "
    "lacuna_trace_goes_on lacuna_trace_pages "
    "lacuna_trace_read lacuna_trace_read_each lacuna_trace_read_some "
    "lacuna_trace_source "
    "lacuna_trace_write lacuna_trace_write_each lacuna_trace_write_some "
    "lacuna_wave_compare lacuna_wave_current "
    "lacuna_wave_end lacuna_wave_find lacuna_wave_pause lacuna_wave_pays "
    "lacuna_wave_plan lacuna_wave_share";

static bool isKeyword(llvm::StringRef Word) {
  static const llvm::StringSet<> Known = [] {
    llvm::SmallVector<llvm::StringRef> Words;
    Keywords.split(Words, ' ');
    llvm::StringSet<> Result;
    Result.insert(Words.begin(), Words.end());
    return Result;
  }();
  return Known.contains(Word);
}

std::string lacuna::cppName(llvm::StringRef Name) {
  std::string Result;
  for (char C : Name)
    Result += llvm::isAlnum(C) ? C : '_';
  if (Result.empty() || llvm::isDigit(Result.front()))
    Result.insert(Result.begin(), '_');
  if (isKeyword(Result))
    Result += '_';
  return Result;
}

Names::Names(const LoopProgram &P) {
  for (const Operand &O : P.Operands) {
    if (O.Kind != OperandKind::Scalar && O.Ty.isEnumeration())
      OfEnumeration.insert(O.Name);
    if (!O.Grows.empty()) {
      add(O.Grows, /*Fixed=*/true);
      Containers[O.Name] = O.Grows;
    }
    if (O.Records.empty()) {
      add(O.Name, /*Fixed=*/true);
      if (!O.Inner.empty() && llvm::all_of(O.Inner, [](const ExprRef &Length) {
            return constantValue(Length).has_value();
          }))
        Nested[O.Name] = &O;
      continue;
    }
    add(O.Records, /*Fixed=*/true);
    Members[O.Name] = &O;
  }
  for (const ProgramGuard &G : P.Guards) {
    addDeclarations(G.Setup);
    if (G.Kept) {
      addDeclarations(G.Kept->Walk);
      addDeclarations(G.Kept->Plain);
      addDeclarations(G.Kept->Behind);
    }
    if (G.Plan) {
      add(G.Plan->Name, /*Fixed=*/false);
      addDeclarations(G.Plan->Walk);
    }
    if (G.Values)
      addDeclarations(G.Values->Walk);
  }
  addDeclarations(P.Body);
  if (P.Outputs)
    addDeclarations(P.Outputs->Scan);
  if (P.Transfers)
    addDeclarations(P.Transfers->Scan);
  openScope();
}

void Names::add(llvm::StringRef Name, bool Fixed) {
  if (Map.count(Name))
    return;
  std::string Spelling = cppName(Name);
  while (!Fixed && Taken.contains(Spelling))
    Spelling += '_';
  Taken.insert(Spelling);
  Map[Name] = std::move(Spelling);
}

void Names::addDeclarations(const StmtRef &S) {
  walk(S, [&](const Stmt &Part) {
    if (auto *Let = llvm::dyn_cast<LetStmt>(&Part))
      add(Let->name(), /*Fixed=*/false);
    else if (auto *Var = llvm::dyn_cast<VarStmt>(&Part))
      add(Var->name(), /*Fixed=*/false);
    else if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(&Part))
      add(Array->name(), /*Fixed=*/false);
    else if (auto *View = llvm::dyn_cast<ViewStmt>(&Part))
      addView(*View);
    else if (auto *Rows = llvm::dyn_cast<RowsStmt>(&Part))
      addRows(*Rows);
    else if (auto *For = llvm::dyn_cast<ForStmt>(&Part))
      add(For->var(), /*Fixed=*/false);
    else if (auto *Stored = llvm::dyn_cast<StoredStmt>(&Part))
      addLayouts(*Stored);
    return true;
  });
}

/// What it is a view of has been declared in front.
void Names::addView(const ViewStmt &S) {
  add(S.name(), /*Fixed=*/false);
  if (const Operand *Whole = Nested.lookup(S.whole()))
    Nested[S.name()] = Whole;
  if (OfEnumeration.contains(S.whole()))
    OfEnumeration.insert(S.name());
}

void Names::addRows(const RowsStmt &S) {
  add(S.name(), /*Fixed=*/false);
  Growing.insert(S.name());
}

void Names::addLayouts(const StoredStmt &S) {
  add(S.asked(), /*Fixed=*/false);
  for (const StoredLoops &L : S.all()) {
    add(L.Use.Name, /*Fixed=*/false);
    add(L.Use.groups(), /*Fixed=*/false);
    for (const auto &[Array, Ty] : L.Use.arrays())
      add(Array, /*Fixed=*/false);
  }
}

llvm::StringRef Names::get(llvm::StringRef Name) const {
  auto Found = Map.find(Name);
  // A name that nothing declares is a fault of lowering; the text then fails
  // to compile, which the front end reports as internal.
  return Found == Map.end() ? Name : llvm::StringRef(Found->second);
}

llvm::StringRef Names::base(llvm::StringRef Array) const {
  const Operand *Member = Members.lookup(Array);
  return get(Member ? llvm::StringRef(Member->Records) : Array);
}

std::string Names::element(llvm::StringRef Array, const llvm::Twine &Index,
                           const llvm::Twine &Row) const {
  std::string Base = isRows(Array) ? row(Array, Row) : base(Array).str();
  std::string Element = (Base + "[" + Index + "]").str();
  const Operand *Member = Members.lookup(Array);
  bool IsWhole = !Member || Member->Member.empty();
  return IsWhole ? Element : Element + "." + Member->Member;
}

std::string
Names::elementAt(llvm::StringRef Array, const ExprRef &Index,
                 llvm::function_ref<std::string(const ExprRef &)> Print) const {
  const Operand *O = Nested.lookup(Array);
  std::vector<ExprRef> Levels;
  if (O)
    Levels = levelsOf(Index, O->Inner);
  // A constant may hide the outer levels.
  if (llvm::all_of(Levels, [&](const ExprRef &Level) {
        return constantValue(Level) == 0 || &Level == &Levels.back();
      })) {
    ExprRef Row = rowOf(Index);
    return element(Array, Print(indexInRow(Index)), Row ? Print(Row) : "");
  }
  std::string Element = std::string(O->Written ? "((" : "((const ") +
                        O->Ty.spelling().str() + " (*)";
  for (const ExprRef &Length : O->Inner)
    Element += "[" + std::to_string(*constantValue(Length)) + "]";
  Element += ")" + base(Array).str() + ")";
  for (const ExprRef &Level : Levels)
    Element += "[" + Print(Level) + "]";
  return Element;
}

std::string Names::row(llvm::StringRef Array, const llvm::Twine &Index) const {
  std::string Row = rowItself(Array, Index);
  auto Known = Called.find(Row);
  return Known == Called.end() ? Row : Known->second;
}

void Names::callRow(llvm::StringRef Array, const llvm::Twine &Index,
                    const llvm::Twine &Name) {
  Called[rowItself(Array, Index)] = Name.str();
}

void Names::callRowByItself(llvm::StringRef Array, const llvm::Twine &Index) {
  Called.erase(rowItself(Array, Index));
}

bool Names::isRowCalled(llvm::StringRef Array, const llvm::Twine &Index) const {
  return Called.count(rowItself(Array, Index)) != 0;
}

std::string Names::rowItself(llvm::StringRef Array,
                             const llvm::Twine &Index) const {
  if (Growing.contains(Array))
    return (get(Array) + "[" + Index + "]").str();
  const Operand &Rows = *Members.lookup(Array);
  std::string Row = (base(Array) + "[" + Index + "]" + *Rows.Row).str();
  if (Rows.Inner.empty())
    return Row;
  // The elements of the arrays that it consists of.
  std::string Elem = Rows.Ty.spelling().str();
  if (!Rows.Member.empty()) {
    Elem = "__typeof__(" + Row + "[0]";
    for (size_t Level = 0; Level < Rows.Inner.size(); ++Level)
      Elem += "[0]";
    Elem += ")";
  } else if (!Rows.Written) {
    Elem = "const " + Elem;
  }
  return "((" + Elem + " *)" + Row + ")";
}

std::string Names::fresh(const llvm::Twine &Base) {
  std::string First = Base.str(), Name = First;
  auto IsOpen = [&](const llvm::StringSet<> &Scope) {
    return Scope.contains(Name);
  };
  for (unsigned N = 2; Taken.contains(Name) || llvm::any_of(Scopes, IsOpen);
       ++N)
    Name = First + std::to_string(N);
  Scopes.back().insert(Name);
  return Name;
}
