//===- LastValues.cpp - what runs last of several places ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/LastValues.h"

namespace lacuna::plugin {

namespace {

class LastValues {
public:
  LastValues(NestBuilder &Builder, bool Searches)
      : Builder(Builder), Found(Searches ? Builder.uniqueName("found") : "") {}

  /// Sets what that one of \p Places, in the order of the source, does that
  /// runs last, if any does.
  StmtRef setBy(llvm::ArrayRef<SettingPlace> Places);

private:
  StmtRef lastOf(llvm::ArrayRef<SettingPlace> Places, size_t Depth);
  StmtRef inLoop(llvm::ArrayRef<SettingPlace> Places, size_t Depth);
  void noteFound(std::vector<StmtRef> &Out) const;
  void set(const SettingPlace &P, std::vector<StmtRef> &Out) const;
  ExprRef isNotFound() const {
    return unary(UnaryOp::LogicalNot, var(Type::boolean(), Found));
  }

  NestBuilder &Builder;
  const std::string Found;       ///< a variable; empty: there is but one place
  llvm::StringMap<ExprRef> Last; ///< iterations of the loops around
};

} // namespace

static ExprRef less(const ExprRef &A, const ExprRef &B) {
  return binary(BinaryOp::Lt, A, B);
}

/// E - 1, computed wide enough for every type.
static ExprRef previous(const ExprRef &E) {
  return cast(E->type(), binary(BinaryOp::Sub, cast(Type::i64(), E), i64(1)));
}

void LastValues::noteFound(std::vector<StmtRef> &Out) const {
  if (!Found.empty())
    Out.push_back(assign({Found, Type::boolean(), nullptr},
                         constant(Type::boolean(), 1)));
}

/// Sets what \p P does, which is what runs last.
void LastValues::set(const SettingPlace &P, std::vector<StmtRef> &Out) const {
  for (const StmtRef &S : P.Sets)
    Out.push_back(substitute(S, Last));
}

/// The same where loop \p Depth of \p Places, which is one, is yet to run.
StmtRef LastValues::inLoop(llvm::ArrayRef<SettingPlace> Places, size_t Depth) {
  const IndexVar &V =
      *Builder.graph().findIndexVar(Places.front().Loops[Depth]);
  const ExprRef Lo = substitute(V.Lo, Last), Hi = substitute(V.Hi, Last);
  const std::string Name = Builder.uniqueName(V.Name + "_last");
  const ExprRef Cursor = Last[V.Name] = var(V.Ty, Name);
  if (Places.size() == 1 && Depth + 1 == Places.front().Loops.size()) {
    std::vector<StmtRef> Then;
    noteFound(Then);
    Then.push_back(std::make_shared<LetStmt>(Name, previous(Hi)));
    set(Places.front(), Then);
    return std::make_shared<IfStmt>(less(Lo, Hi), block(std::move(Then)));
  }
  const StmtRef Step = assign({Name, V.Ty, nullptr}, previous(Cursor));
  const StmtRef Inner = lastOf(Places, Depth + 1);
  const ExprRef Go =
      binary(BinaryOp::LogicalAnd, isNotFound(), less(Lo, Cursor));
  return block({std::make_shared<VarStmt>(Name, V.Ty, Hi),
                std::make_shared<WhileStmt>(Go, block({Step, Inner}))});
}

/// The same in one iteration of the \p Depth loops around all of \p Places.
StmtRef LastValues::lastOf(llvm::ArrayRef<SettingPlace> Places, size_t Depth) {
  std::vector<StmtRef> Out;
  while (!Places.empty()) {
    std::vector<StmtRef> Next;
    const SettingPlace &P = Places.back();
    auto Rest = Places.drop_back();
    if (P.Loops.size() == Depth) {
      noteFound(Next);
      set(P, Next);
      Rest = {};
    } else {
      while (!Rest.empty() && Rest.back().Loops.size() > Depth &&
             Rest.back().Loops[Depth] == P.Loops[Depth])
        Rest = Rest.drop_back();
      Next.push_back(inLoop(Places.drop_front(Rest.size()), Depth));
    }
    Out.push_back(Out.empty() ? block(std::move(Next))
                              : std::make_shared<IfStmt>(
                                    isNotFound(), block(std::move(Next))));
    Places = Rest;
  }
  return block(std::move(Out));
}

StmtRef LastValues::setBy(llvm::ArrayRef<SettingPlace> Places) {
  StmtRef Whole = lastOf(Places, 0);
  if (Found.empty())
    return Whole;
  return block({std::make_shared<VarStmt>(Found, Type::boolean(),
                                          constant(Type::boolean(), 0)),
                Whole});
}

StmtRef setByLast(NestBuilder &Builder, llvm::ArrayRef<SettingPlace> Places) {
  const bool Searches = Places.size() > 1 || Places[0].Loops.size() > 1;
  return LastValues(Builder, Searches).setBy(Places);
}

} // namespace lacuna::plugin
