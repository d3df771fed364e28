//===- Sets.cpp - a view in isl's terms -----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sets.h"
#include "lacuna/affine/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <isl/flow.h>

using namespace llvm;

namespace lacuna {

/// How many of isl's operations that is.
static unsigned long operationsFor(AffineEffort Effort) {
  constexpr unsigned long Most = 5000000;
  switch (Effort) {
  case AffineEffort::Asked:
    return Most;
  case AffineEffort::Tried:
    return Most / 5;
  case AffineEffort::Glanced:
    return Most / 50;
  }
  llvm_unreachable("unknown effort");
}

//===-- texts -------------------------------------------------------------===//

std::string AffineModel::Sets::nameOf(StringRef Var) const {
  if (auto At = find(Loops, Var); At != Loops.end())
    return "i" + std::to_string(At - Loops.begin());
  auto Param = find_if(View.Params, [&](auto &P) { return P.Name == Var; });
  return "p" + std::to_string(Param - View.Params.begin());
}

std::string AffineModel::Sets::text(const AffineExpr &E) const {
  return toString(E, [&](StringRef Var) { return nameOf(Var); });
}

std::string AffineModel::Sets::text(const AffineConstraint &C) const {
  return text(C.E) + (C.IsEquality ? " = 0" : " >= 0");
}

std::string AffineModel::Sets::text(ArrayRef<AffineConstraint> All) const {
  std::string Text = "true";
  for (const AffineConstraint &C : All)
    Text += " and " + text(C);
  return Text;
}

std::string AffineModel::Sets::opening() const {
  std::vector<std::string> Params;
  for (const AffineParam &P : View.Params)
    Params.push_back(nameOf(P.Name));
  return "[" + join(Params, ", ") + "] -> { ";
}

std::string AffineModel::Sets::instance(size_t Statement) const {
  return instance("S" + std::to_string(Statement), Statement);
}

std::string AffineModel::Sets::instance(const std::string &Name,
                                        size_t Statement) const {
  std::vector<std::string> Names;
  for (const std::string &Loop : View.Statements[Statement].Loops)
    Names.push_back(nameOf(Loop));
  return Name + "[" + join(Names, ", ") + "]";
}

//===-- sets --------------------------------------------------------------===//

AffineModel::Sets::Sets(AffineView V, AffineEffort Effort)
    : View(std::move(V)), Context(operationsFor(Effort)) {
  std::string Params = "true";
  for (const AffineStatement &S : View.Statements)
    for (const std::string &Loop : S.Loops)
      if (!is_contained(Loops, Loop))
        Loops.push_back(Loop);
  for (const AffineParam &P : View.Params)
    Params += " and " + std::to_string(P.Lo) + " <= " + nameOf(P.Name) +
              " <= " + std::to_string(P.Hi);
  Known = Isl(isl_set_read_from_str(
      Context.get(), (opening() + ": " + Params + " }").c_str()));
  std::vector<std::string> Points;
  for (const auto &[K, S] : enumerate(View.Statements))
    Points.push_back(instance(K) + " : " + text(S.Domain));
  Domain = Isl(isl_union_set_intersect_params(
      isl_union_set_read_from_str(
          Context.get(), (opening() + join(Points, "; ") + " }").c_str()),
      Known.copy()));
}

/// `[a, b]`: the values of piece \p Piece in some of \p Loops.
static std::string vectorOf(const AffineModel::Sets &S,
                            ArrayRef<AffineLoop> Loops, size_t Piece) {
  std::vector<std::string> Values;
  for (const AffineLoop &L : Loops)
    Values.push_back(S.text(L.Values[Piece]));
  return "[" + join(Values, ", ") + "]";
}

Isl<isl_union_map> AffineModel::Sets::schedule(const AffineSchedule &S,
                                               size_t Begin, size_t End) const {
  std::vector<std::string> Parts;
  for (const auto &[K, P] : enumerate(S.pieces(View.Statements.size())))
    Parts.push_back(
        instance(P.Statement) + " -> " +
        vectorOf(*this, ArrayRef(S.Loops).slice(Begin, End - Begin), K) +
        " : " + text(P.Where));
  return Isl(isl_union_map_read_from_str(
      Context.get(), (opening() + join(Parts, "; ") + " }").c_str()));
}

Isl<isl_union_map> AffineModel::Sets::piecesOf(const AffineSchedule &S) const {
  std::vector<std::string> Parts;
  for (const auto &[K, P] : enumerate(S.pieces(View.Statements.size())))
    Parts.push_back(instance("P" + std::to_string(K), P.Statement) + " -> " +
                    vectorOf(*this, S.Loops, K) + " : " + text(P.Where) +
                    " and " + text(View.Statements[P.Statement].Domain));
  return Isl(isl_union_map_intersect_params(
      isl_union_map_read_from_str(
          Context.get(), (opening() + join(Parts, "; ") + " }").c_str()),
      Known.copy()));
}

bool AffineModel::Sets::isPartition(const AffineSchedule &S) const {
  Isl<isl_union_set> Left(Domain.copy());
  for (const AffinePiece &P : S.pieces(View.Statements.size())) {
    Isl<isl_union_set> Part(isl_union_set_intersect(
        isl_union_set_read_from_str(
            Context.get(),
            (opening() + instance(P.Statement) + " : " + text(P.Where) + " }")
                .c_str()),
        Domain.copy()));
    if (isl_union_set_is_subset(Part.get(), Left.get()) != isl_bool_true)
      return false;
    Left = Isl(isl_union_set_subtract(Left.take(), Part.take()));
  }
  return isl_union_set_is_empty(Left.get()) == isl_bool_true;
}

/// How far \p Pairs are apart in the vectors of \p Schedule.
static Isl<isl_set> apart(Isl<isl_union_map> Pairs,
                          const Isl<isl_union_map> &Schedule) {
  Pairs = Isl(isl_union_map_apply_domain(Pairs.take(), Schedule.copy()));
  Pairs = Isl(isl_union_map_apply_range(Pairs.take(), Schedule.copy()));
  Isl<isl_union_set> Deltas(isl_union_map_deltas(Pairs.take()));
  if (isl_union_set_is_empty(Deltas.get()) == isl_bool_true)
    return Isl<isl_set>();
  Isl<isl_set> Result(isl_set_from_union_set(Deltas.take()));
  const isl_size Params = isl_set_dim(Result.get(), isl_dim_param);
  if (Params > 0)
    Result = Isl(isl_set_project_out(Result.take(), isl_dim_param, 0, Params));
  return Isl(isl_set_coalesce(Result.take()));
}

Isl<isl_set>
AffineModel::Sets::distances(const Isl<isl_union_map> &Schedule) const {
  Isl<isl_union_map> All(isl_union_map_empty_ctx(Context.get()));
  for (const AffineDependence &D : Dependences)
    All = Isl(isl_union_map_union(All.take(), D.Pairs.copy()));
  return apart(std::move(All), Schedule);
}

Isl<isl_set> AffineModel::Sets::stepsOf(Isl<isl_union_map> Pairs) const {
  return apart(std::move(Pairs), asWritten());
}

llvm::Error AffineModel::Sets::checkLimit() const {
  if (Context.gaveUp())
    return makeError({}, msg::AffineTooLong());
  return llvm::Error::success();
}

//===-- dependences -------------------------------------------------------===//

Isl<isl_union_map>
AffineModel::Sets::accesses(StringRef Array,
                            function_ref<bool(const AffineAccess &)> Is) const {
  std::vector<std::string> Parts;
  for (const auto &[K, S] : enumerate(View.Statements))
    for (const AffineAccess &A : S.Accesses) {
      if (A.Array != Array || !Is(A))
        continue;
      std::vector<std::string> Place;
      for (const AffineExpr &E : A.Place)
        Place.push_back(text(E));
      Parts.push_back(instance(K) + " -> A[" + join(Place, ", ") +
                      "] : " + text(A.Where));
    }
  Isl<isl_union_map> All(isl_union_map_read_from_str(
      Context.get(), (opening() + join(Parts, "; ") + " }").c_str()));
  return Isl(isl_union_map_intersect_domain(All.take(), Domain.copy()));
}

void AffineModel::Sets::addDependences(const std::string &Array, bool IsRead,
                                       const Isl<isl_union_map> &Order) {
  Isl<isl_union_map> Sinks =
      accesses(Array, [&](auto &A) { return A.IsWrite != IsRead; });
  Isl<isl_union_map> Must =
      accesses(Array, [](auto &A) { return A.IsWrite && A.IsCertain; });
  Isl<isl_union_map> May = accesses(
      Array, [&](auto &A) { return A.IsWrite ? !A.IsCertain : !IsRead; });
  isl_union_access_info *Info = isl_union_access_info_from_sink(Sinks.take());
  Info = isl_union_access_info_set_must_source(Info, Must.take());
  Info = isl_union_access_info_set_may_source(Info, May.take());
  Info = isl_union_access_info_set_schedule_map(Info, Order.copy());
  isl_union_flow *Flow = isl_union_access_info_compute_flow(Info);
  Isl<isl_union_map> Pairs(isl_union_flow_get_may_dependence(Flow));
  isl_union_flow_free(Flow);
  Dependences.push_back(
      {Array, IsRead, Isl(isl_union_map_coalesce(Pairs.take()))});
}

Isl<isl_union_map> AffineModel::Sets::asWritten() const {
  const AffineSchedule Order = lacuna::asWritten(View);
  return schedule(Order, 0, Order.Loops.size());
}

void AffineModel::Sets::compute() {
  std::vector<std::string> Arrays;
  for (const AffineStatement &S : View.Statements)
    for (const AffineAccess &A : S.Accesses)
      if (!is_contained(Arrays, A.Array))
        Arrays.push_back(A.Array);
  Isl<isl_union_map> Order = asWritten();
  for (const std::string &Array : Arrays)
    for (bool IsRead : {true, false})
      addDependences(Array, IsRead, Order);
}

bool forEachTwoStatements(const Isl<isl_union_map> &Pairs,
                          function_ref<bool(size_t, size_t, Isl<isl_map>)> Fn) {
  Isl<isl_map_list> Maps(isl_union_map_get_map_list(Pairs.get()));
  for (isl_size K = 0; K < isl_map_list_n_map(Maps.get()); ++K) {
    Isl<isl_map> M(isl_map_list_get_map(Maps.get(), K));
    auto Statement = [&](isl_dim_type Side) {
      return size_t(
          std::atol(isl_map_get_tuple_name(M.get(), Side) + 1)); // "S0"
    };
    const size_t Earlier = Statement(isl_dim_in),
                 Later = Statement(isl_dim_out);
    if (!Fn(Earlier, Later, std::move(M)))
      return false;
  }
  return true;
}

//===-- witnesses ---------------------------------------------------------===//

namespace {

/// A point of a space that two iterations and the parameters make.
struct PairPoint {
  size_t Earlier, Later; ///< statements
  std::vector<int64_t> Values;
};

} // namespace

/// The first point of \p M, parameters last; nothing if there is none.
static std::optional<std::vector<int64_t>> firstPoint(isl_map *M) {
  Isl<isl_set> S(isl_set_flatten(isl_map_wrap(M)));
  const isl_size Params = isl_set_dim(S.get(), isl_dim_param);
  const isl_size Dims = isl_set_dim(S.get(), isl_dim_set);
  S = Isl(
      isl_set_move_dims(S.take(), isl_dim_set, Dims, isl_dim_param, 0, Params));
  Isl<isl_point> P(isl_set_sample_point(isl_set_lexmin(S.take())));
  if (!P || isl_point_is_void(P.get()) != isl_bool_false)
    return std::nullopt;
  std::vector<int64_t> Values;
  for (isl_size D = 0; D < Dims + Params; ++D) {
    Isl<isl_val> V(isl_point_get_coordinate_val(P.get(), isl_dim_set, D));
    Values.push_back(isl_val_get_num_si(V.get()));
  }
  return Values;
}

/// The first of \p Pairs.
static std::optional<PairPoint> firstPair(const Isl<isl_union_map> &Pairs) {
  std::optional<PairPoint> Found;
  forEachTwoStatements(Pairs, [&](size_t Earlier, size_t Later, auto M) {
    if (auto Values = firstPoint(M.take()))
      Found = PairPoint{Earlier, Later, std::move(*Values)};
    return !Found;
  });
  return Found;
}

/// `3 * n + 4`: the subscript of \p A whose parts are \p Values, as the user
/// has it.
static std::string flatText(const AffineAccess &A,
                            ArrayRef<std::string> Values) {
  std::string Text = Values.front();
  for (const auto &[D, Value] : enumerate(Values.drop_front())) {
    const AffineExpr &Length = A.RowLengths[A.RowLengths.size() - 1 - D];
    const std::string Rows =
        toString(Length, [](StringRef Var) { return Var.str(); });
    Text = (D == 0 ? Text : "(" + Text + ")") + " * " +
           (Length.asVar().empty() ? "(" + Rows + ")" : Rows) + " + " + Value;
  }
  return Text;
}

/// The element of \p Array that both iterations access.
std::string AffineModel::Sets::elementOf(
    const std::string &Array, size_t Earlier, size_t Later,
    function_ref<int64_t(StringRef)> First,
    function_ref<int64_t(StringRef)> Second, bool IsRead) const {
  auto Place = [&](const AffineAccess &A, function_ref<int64_t(StringRef)> At) {
    std::vector<std::string> Values;
    for (const AffineExpr &E : A.Place)
      Values.push_back(std::to_string(valueOf(E, At)));
    return A.Array + "[" +
           (A.RowLengths.empty() ? join(Values, "][") : flatText(A, Values)) +
           "]";
  };
  for (const AffineAccess &A : View.Statements[Earlier].Accesses)
    for (const AffineAccess &B : View.Statements[Later].Accesses)
      if (A.Array == Array && B.Array == Array && (A.IsWrite || B.IsWrite) &&
          B.IsWrite != IsRead && Place(A, First) == Place(B, Second))
        return Place(A, First);
  return Array;
}

std::optional<AffineWitness>
AffineModel::Sets::witness(const Isl<isl_union_map> &Wrong) const {
  for (const AffineDependence &D : Dependences) {
    Isl<isl_union_map> Pairs(
        isl_union_map_intersect(D.Pairs.copy(), Wrong.copy()));
    std::optional<PairPoint> Found = firstPair(Pairs);
    if (!Found)
      continue;
    ArrayRef<int64_t> Rest = Found->Values;
    auto Take = [&](size_t Statement) {
      StringMap<int64_t> Values;
      for (const std::string &Loop : View.Statements[Statement].Loops) {
        Values[Loop] = Rest.front();
        Rest = Rest.drop_front();
      }
      return Values;
    };
    StringMap<int64_t> First = Take(Found->Earlier),
                       Second = Take(Found->Later);
    for (const auto &[P, Value] : zip_equal(View.Params, Rest))
      First[P.Name] = Second[P.Name] = Value;
    auto Words = [&](size_t Statement, const StringMap<int64_t> &Values) {
      std::vector<std::string> Parts;
      for (const std::string &Loop : View.Statements[Statement].Loops)
        Parts.push_back(plainName(Loop) + " = " +
                        std::to_string(Values.lookup(Loop)));
      return join(Parts, ", ");
    };
    return AffineWitness{
        Words(Found->Earlier, First), Words(Found->Later, Second),
        elementOf(
            D.Array, Found->Earlier, Found->Later,
            [&](StringRef V) { return First.lookup(V); },
            [&](StringRef V) { return Second.lookup(V); }, D.IsRead),
        D.IsRead};
  }
  return std::nullopt;
}

} // namespace lacuna
