//===- FoundRows.cpp - pointers to rows in front of loops -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CppStmt.h"
#include "lacuna/analysis/RowsInFront.h"
#include "llvm/ADT/StringExtras.h"

using namespace lacuna;

/// The rows that \p S finds in front, unless a loop around has.
std::vector<RowInFront> CppStmt::rowsOf(const ForStmt &S) const {
  std::vector<RowInFront> Rows = rowsInFront(
      S, [&](llvm::StringRef Array) { return Known.operandOfRows(Array); });
  auto Text = [&](const RowInFront &R) {
    return R.Array + " " + Exprs.print(R.Row, /*Converted=*/true);
  };
  llvm::StringMap<unsigned> Times;
  for (const RowInFront &R : Rows)
    ++Times[Text(R)];
  llvm::erase_if(Rows, [&](const RowInFront &R) {
    return Times[Text(R)] > 1 ||
           Known.isRowCalled(R.Array, Exprs.print(R.Row, /*Converted=*/true));
  });
  return Rows;
}

/// Declares what leads to \p Row, which is there where \p Runs holds; its name.
std::string CppStmt::declareRow(const RowInFront &Row, const llvm::Twine &Runs,
                                SourceTag Tag) {
  auto Print = [&](const ExprRef &E) {
    return Exprs.print(E, /*Converted=*/true);
  };
  auto Found = [&](const ExprRef &Number) {
    std::string Is = Runs.str();
    if (Row.Among)
      Is += " && (unsigned long)(" + Print(Number) + ") < (unsigned long)(" +
            Print(Row.Among) + ")";
    return Is + " ? " + Known.row(Row.Array, Print(Number)) + " : nullptr";
  };
  std::string Name =
      Known.fresh(Known.base(Row.Array) + (Row.Inside ? "_rows" : "_row"));
  if (!Row.Inside) {
    line("auto *const " + Name + " = " + Found(Row.Number) + ";", Tag);
    Known.callRow(Row.Array, Print(Row.Row), Name);
    return Name;
  }
  llvm::StringMap<ExprRef> At;
  std::vector<std::string> All;
  for (int64_t I = Row.First; I < Row.First + Row.Count; ++I) {
    At[Row.Inside->var()] = constant(Row.Inside->type(), I);
    All.push_back(Found(substitute(Row.Number, At)));
  }
  line("__typeof__(&*" + Known.row(Row.Array, "0") + ") const " + Name +
           "[] = {" + llvm::join(All, ", ") + "};",
       Tag);
  Known.callRow(Row.Array, Print(Row.Row),
                Name + "[" + Known.get(Row.Inside->var()) + " - (" +
                    llvm::Twine(Row.First) + ")]");
  return Name;
}
