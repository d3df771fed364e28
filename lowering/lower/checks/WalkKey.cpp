//===- WalkKey.cpp - what a walk through a nest depends on ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WalkKey.h"
#include "WalkInputs.h"
#include "lacuna/analysis/Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// Iterations of an outermost loop in a sample, at most.
static constexpr int64_t Samples = 16;
/// Those of a loop inside whose range is always the same: so many are a table.
static constexpr int64_t WholeTable = 32;
/// Places that the sample has to come to: each is a bit.
static constexpr unsigned MostSites = 64;

namespace {

/// Makes a walk into one through a sample that mixes what it would note into a
/// hash, and the elements that are the same in all iterations.
class Sampler {
public:
  Sampler(const WalkInputs &Inputs, llvm::ArrayRef<std::string> Results,
          std::string Hash, std::string Seen, MadeNames &Names)
      : Inputs(Inputs), Results(Results),
        Hash{std::move(Hash), Type::u64(), nullptr},
        Seen{std::move(Seen), Type::u64(), nullptr}, Names(Names) {}

  StmtRef mix(const ExprRef &Value) const;
  /// \p Reached is how often an iteration around is sampled at most; null for
  /// nothing.
  StmtRef sample(const StmtRef &S, int64_t Reached);
  /// What `Seen` is where the sample came to all that counts; nothing where
  /// that is too much to be counted.
  std::optional<uint64_t> allSeen() const;

private:
  void see(unsigned From, unsigned To, Statements &Out) const;
  void see(Statements &Out);
  void mixElement(const ExprRef &Load, Statements &Out);
  void mixElements(const ExprRef &E, Statements &Out);
  void mixRows(const ExprRef &E, Statements &Out) const;
  bool handsOn(const ForStmt &Loop) const;
  StmtRef sampleLoop(const ForStmt &Loop, int64_t Reached);
  StmtRef sampleIf(const IfStmt &If, int64_t Reached);
  void append(const StmtRef &S, int64_t Reached, Statements &Out);

  const WalkInputs &Inputs;
  llvm::ArrayRef<std::string> Results;
  const Place Hash, Seen;
  MadeNames &Names;
  unsigned Sites = 0;
};

} // namespace

/// The factor is odd and has about as many ones as zeros: 2^64 divided by the
/// golden ratio.
StmtRef Sampler::mix(const ExprRef &Value) const {
  const ExprRef Old = var(Hash.Ty, Hash.Name);
  const ExprRef Factor = constant(Hash.Ty, int64_t(0x9E3779B97F4A7C15));
  ExprRef Product = binary(
      BinaryOp::Mul, binary(BinaryOp::Xor, Old, cast(Hash.Ty, Value)), Factor);
  return block({assign(Hash, Product),
                assign(Hash, binary(BinaryOp::Xor, Old,
                                    binary(BinaryOp::Shr, Old,
                                           constant(Hash.Ty, 29))))});
}

std::optional<uint64_t> Sampler::allSeen() const {
  if (Sites == 0 || Sites > MostSites)
    return std::nullopt;
  return ~uint64_t(0) >> (MostSites - Sites);
}

/// Notes that the sample comes to the places \p From up to \p To.
void Sampler::see(unsigned From, unsigned To, Statements &Out) const {
  uint64_t Bits = 0;
  for (unsigned Site = From; Site != To; ++Site)
    Bits |= uint64_t(1) << Site % MostSites;
  if (Bits != 0)
    Out.push_back(assign(Seen, binary(BinaryOp::Or, var(Seen.Ty, Seen.Name),
                                      constant(Seen.Ty, int64_t(Bits)))));
}

/// Notes that the sample comes to one more place, here.
void Sampler::see(Statements &Out) {
  ++Sites;
  see(Sites - 1, Sites, Out);
}

void Sampler::mixElement(const ExprRef &Load, Statements &Out) {
  if (!Inputs.isInvariant(Load))
    return;
  Out.push_back(mix(Load));
  see(Out);
}

/// Mixes the elements in \p E that are the same in all iterations, each under
/// the conditions under which it is read.
void Sampler::mixElements(const ExprRef &E, Statements &Out) {
  if (!E)
    return;
  auto *Select = llvm::dyn_cast<SelectExpr>(E.get());
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  const bool IsOr = Binary && Binary->op() == BinaryOp::LogicalOr;
  if (Select || IsOr || (Binary && Binary->op() == BinaryOp::LogicalAnd)) {
    const ExprRef &Cond = E->operands().front();
    mixElements(Cond, Out);
    const unsigned First = Sites;
    Statements Then, Else;
    mixElements(E->operands()[1], IsOr ? Else : Then);
    const unsigned Middle = Sites;
    if (Select)
      mixElements(Select->elseArm(), Else);
    if (Sites == First)
      return;
    if (Inputs.isSame(Cond)) {
      see(IsOr ? First : Middle, IsOr ? Middle : Sites, Then);
      see(First, IsOr ? First : Middle, Else);
    }
    Out.push_back(std::make_shared<IfStmt>(Cond, block(std::move(Then)),
                                           block(std::move(Else))));
    return;
  }
  for (const ExprRef &Part : E->operands())
    mixElements(Part, Out);
  if (llvm::isa<LoadExpr>(E.get()))
    mixElement(E, Out);
}

/// Mixes where the rows lie that \p E reads whatever its conditions are: that
/// tells matrices apart, as addresses of other arrays do.
void Sampler::mixRows(const ExprRef &E, Statements &Out) const {
  if (isConditional(*E))
    return mixRows(E->operands().front(), Out);
  for (const ExprRef &Part : E->operands())
    mixRows(Part, Out);
  auto *Load = llvm::dyn_cast<LoadExpr>(E.get());
  if (Load && llvm::isa<RowSubscriptExpr>(Load->index().get()))
    Out.push_back(
        mix(std::make_shared<AddressExpr>(Load->array().str(), Load->index())));
}

/// Whether iterations of \p Loop hand something on but results: one alone would
/// not do what it does in the walk.
bool Sampler::handsOn(const ForStmt &Loop) const {
  const llvm::StringSet<> Own = declaredIn(Loop.body());
  return anyOf(Loop.body(), [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    return Assign && !Own.contains(Assign->target().Name) &&
           !llvm::is_contained(Results, Assign->target().Name);
  });
}

/// The loop's length counts for itself, also where it has no iterations.
StmtRef Sampler::sampleLoop(const ForStmt &Loop, int64_t Reached) {
  const Type I64 = Type::i64();
  auto Wide = [&](const ExprRef &E) { return cast(I64, E); };
  const ExprRef Length =
      binary(BinaryOp::Sub, Wide(Loop.hi()), Wide(Loop.lo()));
  if (handsOn(Loop))
    return block({mix(Length), std::make_shared<ForStmt>(
                                   Loop.var().str(), Loop.lo(), Loop.hi(),
                                   sample(Loop.body(), Reached))});
  const ExprRef Last = binary(BinaryOp::Sub, Length, i64(1));
  const bool IsTable = Reached <= 2 * Samples && Inputs.isSame(Loop.lo()) &&
                       Inputs.isSame(Loop.hi());
  const int64_t Most = Reached == 1 ? Samples : IsTable ? WholeTable : 2;
  const std::string Name = Names.fresh("sample");
  const ExprRef Number = var(I64, Name);
  ExprRef Step =
      binary(BinaryOp::Max, binary(BinaryOp::Div, Last, i64(Most - 1)), i64(1));
  // The last one is the loop's.
  ExprRef At =
      std::make_shared<SelectExpr>(binary(BinaryOp::Eq, Number, i64(Most - 1)),
                                   Last, binary(BinaryOp::Mul, Number, Step));
  StmtRef Let = std::make_shared<LetStmt>(
      Loop.var().str(),
      cast(Loop.type(), binary(BinaryOp::Add, Wide(Loop.lo()), At)));
  ExprRef Runs = binary(BinaryOp::Lt, Loop.lo(), Loop.hi());
  ExprRef Trips = std::make_shared<SelectExpr>(
      Runs, binary(BinaryOp::Min, Length, i64(Most)), i64(0));
  return block(
      {mix(Length), std::make_shared<ForStmt>(
                        Name, i64(0), Trips,
                        block({Let, sample(Loop.body(), Reached * Most)}))});
}

/// Where a condition is the same each time nothing comes to the other side.
StmtRef Sampler::sampleIf(const IfStmt &If, int64_t Reached) {
  const unsigned First = Sites;
  Statements Then = {sample(If.thenBody(), Reached)};
  const unsigned Middle = Sites;
  Statements Else;
  if (If.elseBody())
    Else.push_back(sample(If.elseBody(), Reached));
  if (Inputs.isSame(If.cond())) {
    see(Middle, Sites, Then);
    see(First, Middle, Else);
  }
  return std::make_shared<IfStmt>(If.cond(), block(std::move(Then)),
                                  Else.empty() ? nullptr
                                               : block(std::move(Else)));
}

void Sampler::append(const StmtRef &S, int64_t Reached, Statements &Out) {
  for (const ExprRef &E : expressions(*S))
    mixElements(E, Out);
  if (auto *Loop = llvm::dyn_cast<ForStmt>(S.get()))
    return Out.push_back(sampleLoop(*Loop, Reached));
  if (auto *While = llvm::dyn_cast<WhileStmt>(S.get()))
    return Out.push_back(std::make_shared<WhileStmt>(
        While->cond(), sample(While->body(), Reached)));
  if (auto *If = llvm::dyn_cast<IfStmt>(S.get()))
    return Out.push_back(sampleIf(*If, Reached));
  if (auto *Var = llvm::dyn_cast<VarStmt>(S.get());
      Var && llvm::is_contained(Results, Var->name()))
    return;
  if (auto *Let = llvm::dyn_cast<LetStmt>(S.get()))
    mixRows(Let->init(), Out);
  auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
  if (!Assign || !llvm::is_contained(Results, Assign->target().Name))
    return Out.push_back(S);
  // The largest subscript is the least one's companion.
  if (Assign->op() != ReduceOp::Min)
    return;
  mixRows(Assign->value(), Out);
  Out.push_back(mix(Assign->value()));
  see(Out);
}

StmtRef Sampler::sample(const StmtRef &S, int64_t Reached) {
  Statements Out;
  for (const StmtRef &Part : statementsOf(S)) {
    if (llvm::isa<BlockStmt>(Part.get()))
      Out.push_back(sample(Part, Reached));
    else
      append(Part, Reached, Out);
  }
  return std::make_shared<BlockStmt>(std::move(Out));
}

ExprRef lacuna::walkKey(const Nest &N, const StmtRef &Walk,
                        llvm::ArrayRef<std::string> Results, MadeNames &Names,
                        Statements &Out) {
  const Type U64 = Type::u64();
  const WalkInputs Inputs(N, Walk, Results);
  if (!Inputs.canBeKept())
    return nullptr;
  const std::string Hash = Names.get("walk_key"), Seen = Names.get("walk_seen");
  Sampler Mixer(Inputs, Results, Hash, Seen, Names);
  Statements Code;
  for (const Operand *O : Inputs.operands())
    if (!O->Row)
      Code.push_back(Mixer.mix(
          O->Kind == OperandKind::Array
              ? ExprRef(std::make_shared<AddressExpr>(O->Name, i64(0)))
              : var(O->Ty, O->Name)));
  Code.push_back(Mixer.sample(Walk, 1));
  const std::optional<uint64_t> All = Mixer.allSeen();
  if (!All)
    return nullptr;
  for (const std::string &Name : {Hash, Seen})
    Out.push_back(std::make_shared<VarStmt>(Name, U64, constant(U64, 0)));
  Out.push_back(std::make_shared<BlockStmt>(std::move(Code)));
  return std::make_shared<SelectExpr>(
      binary(BinaryOp::Eq, var(U64, Seen), constant(U64, int64_t(*All))),
      binary(BinaryOp::Or, var(U64, Hash), constant(U64, 1)), constant(U64, 0));
}
