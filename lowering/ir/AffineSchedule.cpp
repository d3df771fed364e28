//===- AffineSchedule.cpp - the order of affine iterations ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/AffineSchedule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace lacuna {

StringRef AffineExpr::asVar() const {
  bool IsVar = Terms.size() == 1 && Terms.front().Factor == 1 &&
               Quotients.empty() && Constant == 0;
  return IsVar ? StringRef(Terms.front().Var) : StringRef();
}

/// Adds \p New to the one of \p List that is \p Same, or as another one.
template <class T, class Fn>
static void addTo(std::vector<T> &List, T New, Fn Same) {
  auto At = find_if(List, [&](const T &Old) { return Same(Old, New); });
  if (At == List.end()) {
    if (New.Factor != 0)
      List.push_back(std::move(New));
    return;
  }
  At->Factor += New.Factor;
  if (At->Factor == 0)
    List.erase(At);
}

AffineExpr sum(AffineExpr A, const AffineExpr &B, int64_t Times) {
  for (const AffineExpr::Term &T : B.Terms)
    addTo(A.Terms, {T.Factor * Times, T.Var},
          [](auto &Old, auto &New) { return Old.Var == New.Var; });
  for (const AffineExpr::Quotient &Q : B.Quotients)
    addTo(A.Quotients, {Q.Factor * Times, Q.Of, Q.By},
          [](auto &Old, auto &New) {
            return Old.By == New.By && *Old.Of == *New.Of;
          });
  A.Constant += B.Constant * Times;
  return A;
}

/// floor(\p A / \p By), \p By > 0.
static int64_t floorOf(int64_t A, int64_t By) {
  return A / By - (A % By < 0 ? 1 : 0);
}

AffineExpr quotient(const AffineExpr &Of, int64_t By) {
  if (By == 1)
    return Of;
  if (Of.Terms.empty() && Of.Quotients.empty())
    return AffineExpr::of(floorOf(Of.Constant, By));
  return {{}, {{1, std::make_shared<AffineExpr>(Of), By}}};
}

void forEachVar(const AffineExpr &E, function_ref<void(StringRef)> Fn) {
  for (const AffineExpr::Term &T : E.Terms)
    Fn(T.Var);
  for (const AffineExpr::Quotient &Q : E.Quotients)
    forEachVar(*Q.Of, Fn);
}

int64_t valueOf(const AffineExpr &E, function_ref<int64_t(StringRef)> ValueOf) {
  int64_t Value = E.Constant;
  for (const AffineExpr::Term &T : E.Terms)
    Value += T.Factor * ValueOf(T.Var);
  for (const AffineExpr::Quotient &Q : E.Quotients)
    Value += Q.Factor * floorOf(valueOf(*Q.Of, ValueOf), Q.By);
  return Value;
}

/// Appends `+ Factor * What`, as C has it.
static void appendTerm(raw_ostream &OS, bool IsFirst, int64_t Factor,
                       StringRef What) {
  const bool IsMinus = Factor < 0;
  if (IsFirst)
    OS << (IsMinus ? "-" : "");
  else
    OS << (IsMinus ? " - " : " + ");
  const uint64_t Size = IsMinus ? 0 - static_cast<uint64_t>(Factor)
                                : static_cast<uint64_t>(Factor);
  if (What.empty())
    OS << Size;
  else if (Size == 1)
    OS << What;
  else
    OS << Size << " * " << What;
}

std::string toString(const AffineExpr &E,
                     function_ref<std::string(StringRef)> NameOf) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (const AffineExpr::Term &T : E.Terms)
    appendTerm(OS, Text.empty(), T.Factor, NameOf(T.Var));
  for (const AffineExpr::Quotient &Q : E.Quotients)
    appendTerm(OS, Text.empty(), Q.Factor,
               "floor((" + toString(*Q.Of, NameOf) + ") / " +
                   std::to_string(Q.By) + ")");
  if (E.Constant != 0 || Text.empty())
    appendTerm(OS, Text.empty(), E.Constant, "");
  return Text;
}

std::vector<AffinePiece> AffineSchedule::pieces(size_t Statements) const {
  if (!Pieces.empty())
    return Pieces;
  std::vector<AffinePiece> Whole;
  for (size_t K = 0; K < Statements; ++K)
    Whole.push_back({K, {}});
  return Whole;
}

std::optional<size_t> AffineSchedule::find(StringRef Name) const {
  for (const auto &[Number, Loop] : enumerate(Loops))
    if (Loop.Name == Name)
      return Number;
  return std::nullopt;
}

} // namespace lacuna
