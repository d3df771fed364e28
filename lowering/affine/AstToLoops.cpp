//===- AstToLoops.cpp - what isl generates, as loop IR --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AstToLoops.h"
#include "WholeTiles.h"
#include "lacuna/affine/Messages.def"
#include "lacuna/ir/bounds/Difference.h"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace lacuna {

//===-- expressions -------------------------------------------------------===//

namespace {

/// Expressions of isl's in i64, over operands and the loops around.
class AstExprs {
public:
  explicit AstExprs(const AffineModel::Sets &S) {
    for (const AffineParam &P : S.View.Params)
      Values[S.nameOf(P.Name)] = P.Value;
  }

  ExprRef of(Isl<isl_ast_expr> E);

  /// What isl's identifiers stand for.
  StringMap<ExprRef> Values;
  /// Whether something had no form here.
  bool HasFailed = false;

private:
  ExprRef operation(const Isl<isl_ast_expr> &E);
  ExprRef fail() {
    HasFailed = true;
    return i64(0);
  }
};

} // namespace

static std::string idName(const Isl<isl_id> &Id) {
  return isl_id_get_name(Id.get());
}

static std::optional<int64_t> numberOf(const Isl<isl_ast_expr> &E) {
  Isl<isl_val> V(isl_ast_expr_int_get_val(E.get()));
  if (isl_val_cmp_si(V.get(), INT64_MAX) > 0 ||
      isl_val_cmp_si(V.get(), INT64_MIN) < 0)
    return std::nullopt;
  return isl_val_get_num_si(V.get());
}

ExprRef AstExprs::of(Isl<isl_ast_expr> E) {
  switch (isl_ast_expr_get_type(E.get())) {
  case isl_ast_expr_int:
    if (std::optional<int64_t> Number = numberOf(E))
      return i64(*Number);
    return fail();
  case isl_ast_expr_id: {
    auto Value =
        Values.find(idName(Isl<isl_id>(isl_ast_expr_id_get_id(E.get()))));
    return Value == Values.end() ? fail() : Value->second;
  }
  case isl_ast_expr_op:
    return operation(E);
  default:
    return fail();
  }
}

/// floor(\p A / \p B), B > 0.
static ExprRef floorDiv(const ExprRef &A, const ExprRef &B) {
  ExprRef Below =
      binary(BinaryOp::Div,
             binary(BinaryOp::Sub, binary(BinaryOp::Add, A, i64(1)), B), B);
  return std::make_shared<SelectExpr>(binary(BinaryOp::Ge, A, i64(0)),
                                      binary(BinaryOp::Div, A, B), Below);
}

static std::optional<BinaryOp> operatorOf(isl_ast_expr_op_type Type) {
  switch (Type) {
  case isl_ast_expr_op_and:
  case isl_ast_expr_op_and_then:
    return BinaryOp::LogicalAnd;
  case isl_ast_expr_op_or:
  case isl_ast_expr_op_or_else:
    return BinaryOp::LogicalOr;
  case isl_ast_expr_op_max:
    return BinaryOp::Max;
  case isl_ast_expr_op_min:
    return BinaryOp::Min;
  case isl_ast_expr_op_add:
    return BinaryOp::Add;
  case isl_ast_expr_op_sub:
    return BinaryOp::Sub;
  case isl_ast_expr_op_mul:
    return BinaryOp::Mul;
  case isl_ast_expr_op_div: // without a remainder
  case isl_ast_expr_op_pdiv_q:
    return BinaryOp::Div;
  case isl_ast_expr_op_pdiv_r:
  case isl_ast_expr_op_zdiv_r: // compared with 0 alone
    return BinaryOp::Rem;
  case isl_ast_expr_op_eq:
    return BinaryOp::Eq;
  case isl_ast_expr_op_le:
    return BinaryOp::Le;
  case isl_ast_expr_op_lt:
    return BinaryOp::Lt;
  case isl_ast_expr_op_ge:
    return BinaryOp::Ge;
  case isl_ast_expr_op_gt:
    return BinaryOp::Gt;
  default:
    return std::nullopt;
  }
}

ExprRef AstExprs::operation(const Isl<isl_ast_expr> &E) {
  std::vector<ExprRef> Args;
  for (isl_size K = 0; K < isl_ast_expr_op_get_n_arg(E.get()); ++K)
    Args.push_back(of(Isl(isl_ast_expr_op_get_arg(E.get(), K))));
  const isl_ast_expr_op_type Type = isl_ast_expr_op_get_type(E.get());
  if (HasFailed || Args.empty())
    return fail();
  if (Type == isl_ast_expr_op_minus)
    return binary(BinaryOp::Sub, i64(0), Args[0]);
  if (Type == isl_ast_expr_op_fdiv_q)
    return floorDiv(Args[0], Args[1]);
  if (Type == isl_ast_expr_op_cond || Type == isl_ast_expr_op_select)
    return std::make_shared<SelectExpr>(Args[0], Args[1], Args[2]);
  std::optional<BinaryOp> Op = operatorOf(Type);
  if (!Op)
    return fail();
  ExprRef Result = Args[0];
  for (const ExprRef &Arg : ArrayRef(Args).drop_front())
    Result = binary(*Op, Result, Arg);
  return Result;
}

Expected<ExprRef> conditionOf(const AffineModel::Sets &S,
                              const Isl<isl_set> &Good) {
  Isl<isl_ast_build> Build(isl_ast_build_from_context(S.Known.copy()));
  Isl<isl_ast_expr> E(isl_ast_build_expr_from_set(Build.get(), Good.copy()));
  if (Error Limit = S.checkLimit())
    return std::move(Limit);
  AstExprs Exprs(S);
  ExprRef Cond = Exprs.of(std::move(E));
  if (Exprs.HasFailed)
    return makeError({}, msg::AffineTooLong());
  // A single number is what isl makes of a condition that is known.
  if (Cond->type() != Type::boolean())
    Cond = binary(BinaryOp::Ne, Cond, i64(0));
  return Cond;
}

//===-- loops -------------------------------------------------------------===//

namespace {

class LoopMaker {
public:
  LoopMaker(const AffineModel::Sets &S, const Nest &N,
            ArrayRef<size_t> Independent, MadeNames &Names)
      : S(S), N(N), Independent(Independent), Names(Names),
        Pieces(N.Affine->pieces(S.View.Statements.size())), Exprs(S) {}

  Expected<StmtRef> run();

private:
  StmtRef visit(Isl<isl_ast_node> Node);
  StmtRef visitFor(const Isl<isl_ast_node> &Node);
  StmtRef visitIf(const Isl<isl_ast_node> &Node);
  StmtRef visitBlock(const Isl<isl_ast_node> &Node);
  StmtRef visitUser(const Isl<isl_ast_node> &Node);
  StmtRef loop(const std::string &Name, ForTags Tags, const IndexVar *User,
               ExprRef Lo, ExprRef Hi, StmtRef Body);
  ForTags tagsOf(const AffineLoop &L) const;
  Isl<isl_union_map> withWholeTilesApart(Isl<isl_union_map> Order);
  Isl<isl_ast_build> withOptions(Isl<isl_ast_build> Build) const;
  size_t wholeEnd(const Isl<isl_ast_node> &Node) const;
  Isl<isl_union_map> renamed(Isl<isl_union_map> Order, size_t From, size_t To);
  StmtRef offsetLoop(size_t Number, const std::string &Name,
                     const IndexVar *User, const ExprRef &Lo,
                     const ExprRef &Trips, const StmtRef &Body);
  const IndexVar *userVar(const Isl<isl_ast_node> &Node,
                          const AffineLoop &L) const;
  std::string nameFor(const AffineLoop &L, const IndexVar *User);
  StmtRef fail() {
    Exprs.HasFailed = true;
    return nullptr;
  }

  const AffineModel::Sets &S;
  const Nest &N;
  /// Loops right around lanes.
  const ArrayRef<size_t> Independent;
  MadeNames &Names;
  std::vector<AffinePiece> Pieces;
  /// Of whole tiles: the first pieces have the loops from `First` up to the
  /// first of `Ends` whole, as many behind them those up to the next one; the
  /// rest follows.
  size_t First = 0;
  std::vector<size_t> Ends;
  int64_t Lanes = 0;
  AstExprs Exprs;
};

} // namespace

/// The number behind the letter with which \p Name begins.
static size_t numberIn(StringRef Name) {
  size_t Number = 0;
  Name.drop_front().getAsInteger(10, Number);
  return Number;
}

/// The piece that \p Call, what isl runs for an iteration, is one of.
static size_t pieceOf(const Isl<isl_ast_expr> &Call) {
  Isl<isl_ast_expr> Callee(isl_ast_expr_op_get_arg(Call.get(), 0));
  return numberIn(idName(Isl<isl_id>(isl_ast_expr_id_get_id(Callee.get()))));
}

/// Calls \p Fn on what \p Node runs for iterations.
static void forEachCall(const Isl<isl_ast_node> &Node,
                        function_ref<void(const Isl<isl_ast_expr> &)> Fn) {
  isl_ast_node_foreach_descendant_top_down(
      Node.get(),
      [](isl_ast_node *Part, void *Data) {
        if (isl_ast_node_get_type(Part) == isl_ast_node_user)
          (*static_cast<decltype(Fn) *>(Data))(
              Isl(isl_ast_node_user_get_expr(Part)));
        return isl_bool_true;
      },
      &Fn);
}

/// The user's variable that \p L, in \p Node, runs over as it is, or null:
/// where alternatives follow each other, one loop goes several steps at once.
const IndexVar *LoopMaker::userVar(const Isl<isl_ast_node> &Node,
                                   const AffineLoop &L) const {
  Isl<isl_ast_expr> Iterator(isl_ast_node_for_get_iterator(Node.get()));
  StringSet<> Vars;
  bool IsPlain = true;
  forEachCall(Node, [&](const Isl<isl_ast_expr> &Call) {
    const size_t Number = pieceOf(Call);
    const AffinePiece &Piece = Pieces[Number];
    const StringRef Var = L.Values[Number % L.Values.size()].asVar();
    Vars.insert(Var);
    const auto &Loops = S.View.Statements[Piece.Statement].Loops;
    const auto At = find(Loops, Var);
    IsPlain &= At != Loops.end() &&
               isl_ast_expr_is_equal(
                   Iterator.get(),
                   Isl(isl_ast_expr_op_get_arg(
                           Call.get(), isl_size(At - Loops.begin()) + 1))
                       .get()) == isl_bool_true;
  });
  return IsPlain && Vars.size() == 1 ? N.findIndexVar(Vars.begin()->getKey())
                                     : nullptr;
}

std::string LoopMaker::nameFor(const AffineLoop &L, const IndexVar *User) {
  if (User)
    return User->Name;
  return Names.get(N.findIndexVar(L.Name) ? L.Name + "_skewed" : L.Name);
}

/// Up to where the loops from `First` on are whole in \p Node.
size_t LoopMaker::wholeEnd(const Isl<isl_ast_node> &Node) const {
  size_t Part = 0;
  const size_t Parts = Pieces.size() / (Ends.size() + 1);
  forEachCall(Node, [&](const Isl<isl_ast_expr> &Call) {
    Part = std::max(Part, pieceOf(Call) / Parts);
  });
  return Part < Ends.size() ? Ends[Part] : First;
}

ForTags LoopMaker::tagsOf(const AffineLoop &L) const {
  ForTags Tags;
  if (L.Tags.Unroll != LoopTags::FullUnroll)
    Tags.Unroll = L.Tags.Unroll;
  const std::optional<ParallelTag> &Parallel = L.Tags.Parallel;
  if (!Parallel)
    return Tags;
  if (Parallel->Unit == ParallelUnit::CpuVector) {
    Tags.Mode = ForMode::Simd;
    Tags.Width = Parallel->Width;
  } else {
    Tags.Mode = ForMode::Threads;
    Tags.Schedule = Parallel->Schedule;
    Tags.NumThreads = N.Facts.NumThreads;
  }
  return Tags;
}

StmtRef LoopMaker::loop(const std::string &Name, ForTags Tags,
                        const IndexVar *User, ExprRef Lo, ExprRef Hi,
                        StmtRef Body) {
  const LoopStmt *Written = User ? findLoop(N.Body, User->Name) : nullptr;
  return std::make_shared<ForStmt>(Name, std::move(Lo), std::move(Hi),
                                   std::move(Body), std::move(Tags),
                                   Written ? Written->tag() : 0);
}

/// Loop \p Number over \p Trips numbers from \p Lo on, as offsets: in whole
/// tiles these have a constant range, and partial lanes begin at 0, too.
StmtRef LoopMaker::offsetLoop(size_t Number, const std::string &Name,
                              const IndexVar *User, const ExprRef &Lo,
                              const ExprRef &Trips, const StmtRef &Body) {
  const AffineLoop &L = N.Affine->Loops[Number];
  ForTags Tags = tagsOf(L);
  Tags.Unroll = L.Tags.Unroll;
  Tags.IsIndependent = is_contained(Independent, Number);
  if (!constantValue(Trips))
    Tags.MostTrips = Lanes - 1;
  const std::string Offset = Names.get(Name + "_in_tile");
  ExprRef Value = binary(BinaryOp::Add, Lo, var(Type::i64(), Offset));
  StmtRef Let = std::make_shared<LetStmt>(
      Name, cast(User ? User->Ty : Type::i64(), Value));
  return loop(Offset, std::move(Tags), User, i64(0), Trips, block({Let, Body}));
}

/// Loops count in the user's type where they run over the user's variable: the
/// code inside is the user's then.
StmtRef LoopMaker::visitFor(const Isl<isl_ast_node> &Node) {
  Isl<isl_ast_expr> Iterator(isl_ast_node_for_get_iterator(Node.get()));
  const std::string Id =
      idName(Isl<isl_id>(isl_ast_expr_id_get_id(Iterator.get())));
  const size_t Number = numberIn(Id);
  const AffineLoop &L = N.Affine->Loops[Number];
  const IndexVar *User = userVar(Node, L);
  const std::string Name = nameFor(L, User);
  const Type Ty = User ? User->Ty : Type::i64();
  ExprRef Lo = Exprs.of(Isl(isl_ast_node_for_get_init(Node.get())));
  Exprs.Values[Id] = cast(Type::i64(), var(Ty, Name));
  StmtRef Body = visit(Isl(isl_ast_node_for_get_body(Node.get())));
  if (!Body)
    return fail();
  if (isl_ast_node_for_is_degenerate(Node.get()) == isl_bool_true)
    return block({std::make_shared<LetStmt>(Name, cast(Ty, Lo)), Body});
  Isl<isl_ast_expr> Cond(isl_ast_node_for_get_cond(Node.get()));
  const auto Compares = isl_ast_expr_op_get_type(Cond.get());
  if (Compares != isl_ast_expr_op_le && Compares != isl_ast_expr_op_lt)
    return fail();
  ExprRef Hi = Exprs.of(Isl(isl_ast_expr_op_get_arg(Cond.get(), 1)));
  if (Compares == isl_ast_expr_op_le)
    Hi = binary(BinaryOp::Add, Hi, i64(1));
  std::optional<int64_t> Step =
      numberOf(Isl(isl_ast_node_for_get_inc(Node.get())));
  if (!Step || *Step < 1)
    return fail();
  const std::optional<int64_t> Extent = constantDifference(Hi, Lo);
  // Of a range that is empty the end may be negative.
  if (!Ty.isSigned())
    Hi = binary(BinaryOp::Max, Lo, Hi);
  const size_t WholeEnd = Ends.empty() ? 0 : wholeEnd(Node);
  if (Number >= First && Number < WholeEnd && Extent && *Step == 1)
    return offsetLoop(Number, Name, User, Lo, i64(*Extent), Body);
  if (Lanes != 0 && Number == WholeEnd && Number == Ends.back() && *Step == 1)
    return offsetLoop(Number, Name, User, Lo, binary(BinaryOp::Sub, Hi, Lo),
                      Body);
  if (*Step == 1)
    return loop(Name, tagsOf(L), User, cast(Ty, Lo), cast(Ty, Hi), Body);
  const std::string Steps = Names.get(Name + "_step");
  ExprRef Value =
      binary(BinaryOp::Add, Lo,
             binary(BinaryOp::Mul, var(Type::i64(), Steps), i64(*Step)));
  return loop(Steps, tagsOf(L), User, i64(0),
              ceilDiv(binary(BinaryOp::Sub, Hi, Lo), i64(*Step)),
              block({std::make_shared<LetStmt>(Name, cast(Ty, Value)), Body}));
}

StmtRef LoopMaker::visitIf(const Isl<isl_ast_node> &Node) {
  ExprRef Cond = Exprs.of(Isl(isl_ast_node_if_get_cond(Node.get())));
  StmtRef Then = visit(Isl(isl_ast_node_if_get_then_node(Node.get())));
  StmtRef Else;
  if (isl_ast_node_if_has_else_node(Node.get()) == isl_bool_true)
    Else = visit(Isl(isl_ast_node_if_get_else_node(Node.get())));
  return std::make_shared<IfStmt>(Cond, Then, Else);
}

StmtRef LoopMaker::visitBlock(const Isl<isl_ast_node> &Node) {
  Isl<isl_ast_node_list> Parts(isl_ast_node_block_get_children(Node.get()));
  std::vector<StmtRef> Body;
  for (isl_size K = 0; K < isl_ast_node_list_n_ast_node(Parts.get()); ++K)
    Body.push_back(visit(Isl(isl_ast_node_list_get_ast_node(Parts.get(), K))));
  return std::make_shared<BlockStmt>(std::move(Body));
}

/// One iteration of a statement, with the user's variables.
StmtRef LoopMaker::visitUser(const Isl<isl_ast_node> &Node) {
  Isl<isl_ast_expr> Call(isl_ast_node_user_get_expr(Node.get()));
  const AffineStatement &Run =
      S.View.Statements[Pieces[pieceOf(Call)].Statement];
  std::vector<StmtRef> Body;
  for (const auto &[K, Loop] : enumerate(Run.Loops)) {
    const Type &Ty = N.findIndexVar(Loop)->Ty;
    ExprRef Value =
        Exprs.of(Isl(isl_ast_expr_op_get_arg(Call.get(), isl_size(K) + 1)));
    if (!structurallyEqual(Value, cast(Type::i64(), var(Ty, Loop))))
      Body.push_back(std::make_shared<LetStmt>(Loop, cast(Ty, Value)));
  }
  for (const StmtRef &Part : statementsOf(Run.Body))
    Body.push_back(Part);
  return std::make_shared<BlockStmt>(std::move(Body));
}

StmtRef LoopMaker::visit(Isl<isl_ast_node> Node) {
  switch (isl_ast_node_get_type(Node.get())) {
  case isl_ast_node_for:
    return visitFor(Node);
  case isl_ast_node_if:
    return visitIf(Node);
  case isl_ast_node_block:
    return visitBlock(Node);
  case isl_ast_node_user:
    return visitUser(Node);
  default:
    return fail();
  }
}

/// \p Order, whose pieces are those from number \p From up to \p To, with as
/// many behind them in their place.
Isl<isl_union_map> LoopMaker::renamed(Isl<isl_union_map> Order, size_t From,
                                      size_t To) {
  std::vector<std::string> Names;
  for (size_t K = 0; K < To - From; ++K) {
    const size_t Statement = Pieces[From + K].Statement;
    Names.push_back(S.instance("P" + std::to_string(From + K), Statement) +
                    " -> " +
                    S.instance("P" + std::to_string(To + K), Statement));
  }
  return Isl(isl_union_map_apply_domain(
      Order.take(),
      isl_union_map_read_from_str(
          S.Context.get(), (S.opening() + join(Names, "; ") + " }").c_str())));
}

/// \p Order, of pieces, with whole tiles as pieces of their own where loops are
/// unrolled, and where lanes are inside of them those that have all rows.
Isl<isl_union_map> LoopMaker::withWholeTilesApart(Isl<isl_union_map> Order) {
  std::optional<ApartLoops> Apart = apartLoops(S, *N.Affine);
  if (!Apart)
    return Order;
  First = Apart->First;
  Lanes = Apart->Lanes;
  const std::vector<AffinePiece> Once = Pieces;
  Isl<isl_union_map> Result(isl_union_map_empty_ctx(S.Context.get()));
  while (true) {
    Isl<isl_union_map> Whole(isl_union_map_intersect_range(
        Order.copy(),
        isl_union_set_from_set(wholeSteps(S, *N.Affine, *Apart).take())));
    Isl<isl_union_map> Rest(isl_union_map_subtract(Order.take(), Whole.copy()));
    Result = Isl(isl_union_map_union(Result.take(), Whole.take()));
    Order =
        renamed(std::move(Rest), Pieces.size() - Once.size(), Pieces.size());
    Pieces.insert(Pieces.end(), Once.begin(), Once.end());
    Ends.push_back(Apart->End);
    if (std::exchange(Apart->Lanes, 0) == 0)
      return Isl(isl_union_map_union(Result.take(), Order.take()));
    --Apart->End;
  }
}

/// Lets \p Build make one loop for all pieces where their numbers overlap, and
/// several ones right around unrolled loops.
Isl<isl_ast_build> LoopMaker::withOptions(Isl<isl_ast_build> Build) const {
  std::vector<std::string> Numbers;
  for (size_t D = 0; D < N.Affine->Loops.size(); ++D)
    Numbers.push_back("c" + std::to_string(D));
  const std::string Vector = "[" + join(Numbers, ", ") + "] -> ";
  std::string Options = "{ " + Vector + "atomic[x]";
  if (!Ends.empty() && First != 0) {
    const std::string Around = std::to_string(First - 1);
    Options += " : x != " + Around + "; " + Vector + "separate[" + Around + "]";
  }
  Options += " }";
  return Isl(isl_ast_build_set_options(
      Build.take(),
      isl_union_map_read_from_str(S.Context.get(), Options.c_str())));
}

Expected<StmtRef> LoopMaker::run() {
  const AffineSchedule &Order = *N.Affine;
  Isl<isl_ast_build> Build(isl_ast_build_from_context(S.Known.copy()));
  Isl<isl_id_list> Ids(isl_id_list_alloc(S.Context.get(), 0));
  for (size_t D = 0; D < Order.Loops.size(); ++D)
    Ids = Isl(isl_id_list_add(
        Ids.take(), isl_id_alloc(S.Context.get(),
                                 ("c" + std::to_string(D)).c_str(), nullptr)));
  Build = Isl(isl_ast_build_set_iterators(Build.take(), Ids.take()));
  Isl<isl_union_map> Iterations = withWholeTilesApart(S.piecesOf(Order));
  if (!Order.Pieces.empty() || !Ends.empty())
    Build = withOptions(std::move(Build));
  Isl<isl_ast_node> Node(
      isl_ast_build_node_from_schedule_map(Build.get(), Iterations.take()));
  if (Error E = S.checkLimit())
    return std::move(E);
  StmtRef Body = visit(std::move(Node));
  if (Exprs.HasFailed)
    return makeError({}, msg::AffineNoLoops());
  return Body;
}

Expected<StmtRef> loopsOf(const AffineModel::Sets &S, const Nest &N,
                          ArrayRef<size_t> Independent, MadeNames &Names) {
  return LoopMaker(S, N, Independent, Names).run();
}

} // namespace lacuna
