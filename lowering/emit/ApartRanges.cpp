//===- ApartRanges.cpp - conditions for ranges to share no byte -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ApartRanges.h"
#include "llvm/ADT/StringExtras.h"

using namespace lacuna;

/// The name of \p Value, like \p Base where it is new.
std::string ApartRanges::named(const llvm::Twine &Base, llvm::StringRef Ty,
                               const std::string &Value) {
  std::string &Name = NameOf[Value];
  if (Name.empty()) {
    Name = Known.fresh(Base);
    Stmts.line("const " + Ty + " " + Name + " = " + Value + ";");
  }
  return Name;
}

/// \p E, a position in \p Array, as the operand of a comparison or a product.
std::string ApartRanges::position(llvm::StringRef Array, llvm::StringRef Suffix,
                                  const ExprRef &E) {
  const Expr *Plain = E.get();
  while (auto *Cast = llvm::dyn_cast<CastExpr>(Plain))
    Plain = Cast->operand().get();
  if (llvm::isa<ConstantExpr, VarExpr>(Plain))
    return Exprs.printFactor(E);
  const std::string Text = Exprs.print(E);
  auto Old = NameOf.find(Text);
  if (Old != NameOf.end())
    return Old->second;
  const std::string Value = Stmts.value(E, /*Converted=*/true, /*Tag=*/0);
  return NameOf[Text] =
             named(Known.base(Array) + Suffix, E->type().spelling(), Value);
}

/// The address of an element as an integer: no pointer is formed that may lie
/// outside the array.
std::string ApartRanges::address(llvm::StringRef Array, llvm::StringRef Suffix,
                                 const ExprRef &Position) {
  const std::string Base = Known.base(Array).str();
  std::string Value = "(decltype(sizeof 0))" + Base;
  if (constantValue(Position) != 0)
    Value +=
        " + " + position(Array, Suffix, Position) + " * sizeof(*" + Base + ")";
  return named(Base + Suffix, "decltype(sizeof 0)", Value);
}

/// Of a range without a known end only the beginning is looked at, which must
/// not lie between where the other array begins and its slice ends: then they
/// would be one array, if not more.
std::string ApartRanges::apart(const RangePair &P) {
  const auto &[A, B, OrOne] = P;
  auto Begin = [&](const ArrayRange &S, const ArrayRange &Other) {
    return address(S.Array, "_begin",
                   Other.Hi ? S.Lo : binary(BinaryOp::Min, S.Lo, i64(0)));
  };
  auto End = [&](const ArrayRange &S) {
    return S.Hi ? address(S.Array, "_end", S.Hi) : "";
  };
  llvm::SmallVector<std::string, 4> Ways;
  auto Add = [&](const std::string &Way) {
    if (!llvm::is_contained(Ways, Way))
      Ways.push_back(Way);
  };
  const std::string ABegin = Begin(A, B), BBegin = Begin(B, A);
  const std::string AEnd = End(A), BEnd = End(B);
  // Pointers to numbers and to an enumeration are not compared as they are.
  const std::string Any =
      Known.isOfEnumeration(A.Array) || Known.isOfEnumeration(B.Array)
          ? "(const void *)"
          : "";
  if (OrOne)
    Add(Any + Known.get(A.Array).str() + " == " + Any +
        Known.get(B.Array).str());
  // An empty slice meets nothing, wherever it lies.
  for (const ArrayRange *S : {&A, &B})
    if (S->Hi && !constantValue(S->Hi))
      Add(position(S->Array, "_end", S->Hi) +
          " <= " + position(S->Array, "_begin", S->Lo));
  if (A.Hi || B.Hi) {
    Add(A.Hi ? AEnd + " <= " + BBegin : ABegin + " < " + BBegin);
    Add(B.Hi ? BEnd + " <= " + ABegin : BBegin + " < " + ABegin);
  } else {
    Add(ABegin + " != " + BBegin);
  }
  return Ways.size() == 1 ? Ways.front()
                          : "(" + llvm::join(Ways, ") | (") + ")";
}

std::string ApartRanges::apart(llvm::ArrayRef<RangePair> Pairs) {
  if (Pairs.size() == 1)
    return apart(Pairs.front());
  std::vector<std::string> All;
  for (const RangePair &P : Pairs)
    All.push_back("(" + apart(P) + ")");
  return llvm::join(All, " & ");
}
