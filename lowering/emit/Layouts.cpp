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
  }
  llvm_unreachable("unknown kind of layout");
}

/// How many bytes an integer has, negative where it is signed.
static std::string bytesOf(const Type &Ty) {
  const int Bytes = int(Ty.bits() / 8);
  return std::to_string(Ty.isSigned() ? -Bytes : Bytes);
}

/// What messages call the tensor: its values, if it has any.
static const std::string &shownName(const LayoutUse &Use) {
  for (const LayoutEntries &E : Use.Entries)
    if (E.Elem.isFloat())
      return E.Array;
  return Use.Entries.front().Array;
}

/// Declares the lacuna_level that \p Use asks for; its name.
std::string CppStmt::level(const LayoutUse &Use) {
  const std::string Name = Known.get(Use.Name).str();
  std::vector<std::string> All;
  for (const LayoutEntries &E : Use.Entries) {
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
  const std::string Level = Known.fresh(Name + "_level");
  line("const struct { int kind, lanes; long window; int masks, coordinates, "
       "coordinate_bytes, position_bytes; const void *positions; long rows; "
       "const void *entries; long entry_arrays; const char *name, *where; } " +
       Level + " = {" + std::to_string(numberOf(Use.Of.Kind)) + ", " +
       std::to_string(Use.Of.Lanes) + ", " + std::to_string(Use.Of.Window) +
       ", " + (Use.Masks ? "1, " : "0, ") +
       (Use.Coordinates ? std::to_string(*Use.Coordinates) + ", " +
                              bytesOf(Use.Entries[*Use.Coordinates].Elem)
                        : "-1, 0") +
       ", " + bytesOf(Use.PosElem) + ", " + Known.base(Use.Pos) + " + " +
       Value(Use.First) + ", " + Value(Use.Rows) + ", " + Entries + ", " +
       std::to_string(Use.Entries.size()) + ", \"" + shownName(Use) +
       "\", __func__};");
  return Level;
}

/// Declares the layout of \p Use, or null, as \p Parts; what is to end then.
std::string CppStmt::layout(const LayoutUse &Use, const std::string &Parts) {
  const std::string Name = Known.get(Use.Name).str();
  const std::string Level = level(Use);
  line("struct " + Parts +
       " { long groups, rows; const long *start, *work; "
       "const int *width, *row; const long *coordinate; "
       "const void *const *slots; const long *rest, *first; };");
  const std::string Declared = "const " + Parts + " *const " + Name + " = ";
  if (!Use.Of.IsMeasured) {
    line("const void *lacuna_layout_use(const void *) "
         "__asm__(\"lacuna_layout_use\");");
    line("void lacuna_layout_end(const void *) "
         "__asm__(\"lacuna_layout_end\");");
    line(Declared + "(const " + Parts + " *)lacuna_layout_use(&" + Level +
         ");");
    return "lacuna_layout_end(" + Name + ");";
  }
  line("void *lacuna_layout_begin(const void *) "
       "__asm__(\"lacuna_layout_begin\");");
  line("void lacuna_layout_finish(void *) __asm__(\"lacuna_layout_finish\");");
  const std::string Run = Known.fresh(Name + "_run");
  line("void *const " + Run + " = lacuna_layout_begin(&" + Level + ");");
  line(Declared + Run + " ? *(const " + Parts + " *const *)" + Run +
       " : nullptr;");
  return "lacuna_layout_finish(" + Run + ");";
}

void CppStmt::stored(const StoredStmt &S) {
  const LayoutUse &Use = S.use();
  const std::string Name = Known.get(Use.Name).str();
  open("", S.tag());
  const std::string End = layout(Use, Known.fresh(Name + "_parts"));
  open("if (" + Name + ")");
  auto Declare = [&](const std::string &Type, const std::string &Of,
                     const std::string &Value) {
    line("const " + Type + Known.get(Of).str() + " = " + Value + ";");
  };
  Declare("long ", Use.groups(), Name + "->groups");
  size_t Slot = 0;
  for (const auto &[Array, Ty] : Use.arrays()) {
    const std::string Elem = Ty.spelling().str() + " *const ";
    if (Array == Use.slots(Slot))
      Declare(Elem, Array,
              "(const " + Ty.spelling().str() + " *)" + Name + "->slots[" +
                  std::to_string(Slot++) + "]");
    else
      Declare(Elem, Array, Name + "->" + Array.substr(Use.Name.size() + 1));
  }
  printBody(S.made());
  orElse(S.tag());
  printBody(S.otherwise());
  close();
  line(End);
  close();
}
