//===- Remembered.cpp - what is computed again only for new data ----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remembered.h"
#include "HostCopies.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/emit/Cuda.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace lacuna;

namespace {

/// The parts of one piece of code.
class Remembered {
public:
  /// Whether it can be remembered and that is worth it.
  bool find(const StmtRef &Code, const LoopProgram &P);

  std::vector<StmtRef> Ahead;           ///< declarations
  std::vector<const VarStmt *> Results; ///< those that `Rest` computes
  std::vector<StmtRef> Rest;
  std::vector<std::string> Numbers; ///< that it depends on
  std::vector<ArrayRange> Reads;    ///< elements that it reads

private:
  bool split(const StmtRef &Code);
  bool findInputs(const LoopProgram &P);
  bool isResult(llvm::StringRef Name) const {
    return llvm::any_of(
        Results, [&](const VarStmt *Var) { return Var->name() == Name; });
  }
  bool usesResults(const ExprRef &E) const {
    return llvm::any_of(
        freeVars(E), [&](const auto &Name) { return isResult(Name.getKey()); });
  }
};

} // namespace

static bool isNumber(const Type &Ty) { return Ty.isInteger() || Ty.isBool(); }

/// Declarations may stand behind loops of others, of which they know nothing.
/// What results begin with is computed before they are recalled.
bool Remembered::split(const StmtRef &Code) {
  for (const StmtRef &S : statementsOf(Code)) {
    auto *Var = llvm::dyn_cast<VarStmt>(S.get());
    auto *Let = llvm::dyn_cast<LetStmt>(S.get());
    if (Var && isNumber(Var->type()) && !readsMemory(Var->init()) &&
        !usesResults(Var->init()))
      Results.push_back(Var);
    else if (Var ||
             (Let && (readsMemory(Let->init()) || usesResults(Let->init()))))
      return false;
    (Var || Let ? Ahead : Rest).push_back(S);
  }
  return true;
}

bool Remembered::findInputs(const LoopProgram &P) {
  const llvm::StringSet<> Own = declaredIn(block(Rest));
  llvm::StringSet<> Arrays, Found;
  bool AreNumbers = true;
  auto Look = [&](const Expr &Part) {
    if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part))
      Arrays.insert(Load->array());
    auto *Var = llvm::dyn_cast<VarExpr>(&Part);
    if (!Var || Own.contains(Var->name()) || isResult(Var->name()) ||
        !Found.insert(Var->name()).second)
      return;
    AreNumbers &= isNumber(Var->type());
    Numbers.push_back(Var->name().str());
  };
  for (const VarStmt *Result : Results)
    walk(Result->init(), Look);
  walk(block(Rest), [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, Look);
    return !llvm::isa<LocalArrayStmt>(S) || !(AreNumbers = false);
  });
  for (ArrayRange S : P.Transfers->Ranges) {
    if (!Arrays.erase(S.Array))
      continue;
    for (ExprRef *Bound : {&S.Lo, &S.Hi})
      if (!(*Bound = overOperands(*Bound, P)))
        return false;
    Reads.push_back(std::move(S));
  }
  return AreNumbers && Arrays.empty() && !Reads.empty();
}

bool Remembered::find(const StmtRef &Code, const LoopProgram &P) {
  auto IsLoop = [](const Stmt &S) { return llvm::isa<ForStmt, WhileStmt>(S); };
  return split(Code) && !Results.empty() && anyOf(block(Rest), IsLoop) &&
         findInputs(P);
}

/// Declares what the calls need; their arguments.
static std::string printInputs(const Remembered &R,
                               const RememberedPlace &Place, Names &Known,
                               CppExpr &Exprs, CppStmt &Out) {
  const std::string Key = Known.fresh("lacuna_numbers"),
                    Spans = Known.fresh("lacuna_read");
  std::string Numbers = std::to_string(Place.Number), Read;
  for (const std::string &Name : R.Numbers)
    Numbers += ", (long)" + Known.get(Name).str();
  for (const ArrayRange &S : R.Reads) {
    const std::string Base = Known.base(S.Array).str();
    auto Bytes = [&](const ExprRef &Element) {
      return Exprs.printFactor(Element) + " * (long)sizeof(*" + Base + ")";
    };
    Read += (Read.empty() ? "" : ", ") + ("{" + Base) + ", " + Bytes(S.Lo) +
            ", " + Bytes(S.Hi) + "}";
  }
  Out.line("const long " + Key + "[] = {" + Numbers + "};");
  Out.line("const " + RuntimePrefix + "span " + Spans + "[] = {" + Read + "};");
  return ("&" + Place.Module + ", " + Key + ", sizeof " + Key + ", " + Spans +
          ", " + llvm::Twine(R.Reads.size()))
      .str();
}

bool lacuna::printRemembered(const StmtRef &Code, const RememberedPlace &Place,
                             const LoopProgram &P, Names &Known, CppExpr &Exprs,
                             CppStmt &Out,
                             llvm::function_ref<void()> PrintRest) {
  Remembered R;
  if (!R.find(Code, P))
    return false;
  for (const StmtRef &S : R.Ahead)
    Out.print(S);
  const std::string Inputs = printInputs(R, Place, Known, Exprs, Out);
  const std::string Found = Known.fresh("lacuna_found");
  const std::string Count = std::to_string(R.Results.size());
  Out.line("long " + Found + "[" + Count + "];");
  Out.open("if (" + (RuntimePrefix + "recall(").str() + Inputs + ", " + Found +
           ", " + Count + "))");
  for (size_t K = 0; K < R.Results.size(); ++K)
    Out.line(Known.get(R.Results[K]->name()).str() + " = (" +
             R.Results[K]->type().spelling().str() + ")" + Found + "[" +
             std::to_string(K) + "];");
  Out.close();
  Out.open("else");
  if (PrintRest)
    PrintRest();
  else
    Out.printBody(block(R.Rest));
  // A guard may have failed instead.
  Out.open("if (lacuna_guard == 0)");
  for (size_t K = 0; K < R.Results.size(); ++K)
    Out.line(Found + "[" + std::to_string(K) + "] = (long)" +
             Known.get(R.Results[K]->name()).str() + ";");
  Out.line((RuntimePrefix + "remember(").str() + Inputs + ", " + Found + ", " +
           Count + ");");
  Out.close();
  Out.close();
  return true;
}
