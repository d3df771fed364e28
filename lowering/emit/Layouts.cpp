//===- Layouts.cpp - loops over what the runtime has made -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text calls what lacuna/layout.h declares, and writes out the structures
// that it shares with the runtime, as that of wavefronts does.
//
//===----------------------------------------------------------------------===//

#include "CppStmt.h"
#include "llvm/ADT/StringExtras.h"

using namespace lacuna;

/// As LACUNA_SELL and its like.
static int numberOf(LayoutKind Kind) {
  switch (Kind) {
  case LayoutKind::Sell:
    return 1;
  case LayoutKind::Csc:
    return 2;
  case LayoutKind::Bsr:
    return 3;
  case LayoutKind::Dia:
    return 4;
  case LayoutKind::Auto:
    break;
  }
  llvm_unreachable("no kind of layout");
}

/// How many bytes an integer has, negative where it is signed.
static std::string bytesOf(const Type &Ty) {
  const int Bytes = int(Ty.bits() / 8);
  return std::to_string(Ty.isSigned() ? -Bytes : Bytes);
}

static constexpr RuntimeFunction OfLayouts[] = {
    {"const void *", "lacuna_layout_use", "const void *"},
    {"void", "lacuna_layout_end", "const void *"}};

static constexpr RuntimeFunction OfRuns[] = {
    {"void *", "lacuna_layout_begin", "const void *, long, long, int"},
    {"void", "lacuna_layout_finish", "void *"}};

static constexpr RuntimeFunction OfTriedRuns[] = {
    {"void *", "lacuna_layout_tried", "const void *, long, long"}, OfRuns[1]};

/// The part of a lacuna_level in which those of one statement differ.
static std::string kindOf(const LayoutUse &Use) {
  return std::to_string(numberOf(Use.Of.Kind)) + ", " +
         std::to_string(Use.Of.Lanes) + ", " + std::to_string(Use.Of.Window) +
         ", " + (Use.Masks ? "1, " : "0, ") +
         (Use.Coordinates ? std::to_string(*Use.Coordinates) + ", " +
                                bytesOf(Use.Entries[*Use.Coordinates].Elem)
                          : "-1, 0");
}

/// Declares an array of a lacuna_level for each layout of \p S; its name.
std::string CppStmt::levels(const StoredStmt &S) {
  const LayoutUse &First = S.all().front().Use;
  const std::string Name = Known.get(First.Name).str();
  std::vector<std::string> All;
  for (const LayoutEntries &E : First.Entries) {
    const std::string Array = Known.base(E.Array).str();
    const std::string Bytes = "(int)sizeof(*" + Array + ")";
    std::string Begin = "(const char *)" + Array;
    if (E.Behind != 0)
      Begin += " + " + std::to_string(E.Behind) + "l * " + Bytes;
    All.push_back("{" + Begin + ", " + Bytes + "}");
  }
  const std::string Entries = Known.fresh(Name + "_entries");
  line("const struct { const char *begin; int bytes; } " + Entries + "[] = {" +
       llvm::join(All, ", ") + "};");
  auto Value = [&](const ExprRef &E) {
    return value(E, /*Converted=*/true, /*Tag=*/0);
  };
  const std::string Shared =
      ", " + bytesOf(First.PosElem) + ", " + Known.base(First.Pos).str() +
      " + " + Value(First.First) + ", " + Value(First.Rows) + ", " + Entries +
      ", " + std::to_string(First.Entries.size()) + ", \"" + First.shownName() +
      "\", __func__}";
  const std::string Levels = Known.fresh(Name + "_levels");
  line("const struct { int kind, lanes; long window; int masks, coordinates, "
       "coordinate_bytes, position_bytes; const void *positions; long rows; "
       "const void *entries; long entry_arrays; const char *name, *where; } " +
       Levels + "[] = {");
  for (const StoredLoops &L : S.all())
    line("  {" + kindOf(L.Use) + Shared + ",");
  line("};");
  return Levels;
}

/// Declares the layout of \p S, or null, as \p Parts; what is to end then.
std::string CppStmt::layoutOf(const StoredStmt &S, const std::string &Parts) {
  const std::string Name = Known.get(S.all().front().Use.Name).str();
  const std::string Levels = levels(S);
  line("struct " + Parts +
       " { long groups, rows; const long *start, *work; "
       "const int *width, *row; const long *coordinate; "
       "const void *const *slots; const long *rest, *first; };");
  const std::string Declared = "const " + Parts + " *const " + Name + " = ";
  if (S.rule() == LayoutRule::Always) {
    declare(OfLayouts, /*AreWeak=*/false);
    line(Declared + "(const " + Parts + " *)lacuna_layout_use(" + Levels +
         ");");
    return "lacuna_layout_end(" + Name + ");";
  }
  const bool AreWeak = S.rule() == LayoutRule::WhereLinked;
  const bool AreTried = S.rule() == LayoutRule::AsTried;
  if (AreTried)
    declare(OfTriedRuns, /*AreWeak=*/false);
  else
    declare(OfRuns, AreWeak);
  const std::string Run = Known.fresh(Name + "_run");
  auto Said = [&](const ExprRef &E, llvm::StringRef Else) {
    return E ? value(E, /*Converted=*/true, S.tag()) : Else.str();
  };
  line("void *const " + Run + " = " +
       (AreWeak ? "!lacuna_layout_begin ? nullptr : " : "") +
       (AreTried ? "lacuna_layout_tried(" : "lacuna_layout_begin(") + Levels +
       ", " + std::to_string(S.all().size()) + ", " +
       Said(S.runs().Threads, "1") +
       (AreTried ? "" : ", " + Said(S.runs().Reassociates, "0")) + ");");
  line(Declared + Run + " ? *(const " + Parts + " *const *)" + Run +
       " : nullptr;");
  if (S.runs().Reassociates)
    line("const bool " + Known.get(S.asked()).str() + " = " + Run + ";");
  if (S.all().size() > 1)
    line("const long " + Name + "_level = " + Run + " ? ((const long *)" + Run +
         ")[1] : 0;");
  return "if (" + Run + ") lacuna_layout_finish(" + Run + ");";
}

/// Declares the parts of the layout called \p Of.
void CppStmt::over(const LayoutUse &Use, const std::string &Of) {
  auto Declare = [&](const std::string &Type, const std::string &Part,
                     const std::string &Value) {
    line("const " + Type + Known.get(Part).str() + " = " + Value + ";");
  };
  Declare("long ", Use.groups(), Of + "->groups");
  size_t Slot = 0;
  for (const auto &[Array, Ty] : Use.arrays()) {
    const std::string Elem = Ty.spelling().str() + " *const ";
    if (Array == Use.slots(Slot))
      Declare(Elem, Array,
              "(const " + Ty.spelling().str() + " *)" + Of + "->slots[" +
                  std::to_string(Slot++) + "]");
    else
      Declare(Elem, Array, Of + "->" + Array.substr(Use.Name.size() + 1));
  }
}

void CppStmt::stored(const StoredStmt &S) {
  const std::string Name = Known.get(S.all().front().Use.Name).str();
  open("", S.tag());
  const std::string End = layoutOf(S, Known.fresh(Name + "_parts"));
  for (size_t K = 0; K < S.all().size(); ++K) {
    const StoredLoops &L = S.all()[K];
    open("if (" + Name +
         (S.all().size() > 1 ? " && " + Name + "_level == " + std::to_string(K)
                             : "") +
         ")");
    over(L.Use, Name);
    printBody(L.Made);
    orElse(S.tag());
  }
  printBody(S.otherwise());
  for (size_t K = 0; K < S.all().size(); ++K)
    close();
  line(End);
  close();
}
