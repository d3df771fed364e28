//===- StmtVerifier.cpp - checks of statements and expressions ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StmtVerifier.h"
#include "lacuna/ir/AtomicSteps.h"
#include "lacuna/ir/RowsStmt.h"
#include "lacuna/ir/ViewStmt.h"
#include "lacuna/ir/text/ExprRules.h"
#include "lacuna/ir/text/Messages.def"
#include "lacuna/ir/text/Text.h"
#include "lacuna/ir/text/TextWords.h"
#include "lacuna/ir/verify/Messages.def"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace lacuna;

llvm::Error StmtVerifier::takeError() {
  if (!Complaint)
    return llvm::Error::success();
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "internal: " + *Complaint);
}

bool StmtVerifier::fail(const llvm::Twine &Message) {
  if (!Complaint)
    Complaint = Message.str();
  return false;
}

bool StmtVerifier::declare(llvm::StringRef Name, NameInfo Info) {
  if (Name.empty() || Name.contains('`') || Name.contains('\n'))
    return fail(msg::VerifyNoName(Name));
  return Names.declare(Name, std::move(Info)) ||
         fail(msg::VerifyNameDeclaredTwice(Name));
}

bool StmtVerifier::declareOperands(llvm::ArrayRef<Operand> Operands) {
  const bool Good = llvm::all_of(Operands, [&](const Operand &O) {
    if (O.Ty.spelling().empty())
      return fail(msg::VerifyOperandWithoutType(O.Name));
    if (O.Kind != OperandKind::Array &&
        (O.Written || O.Extent || !O.Inner.empty() || !O.Records.empty()))
      return fail(msg::VerifyOperandNoArray(O.Name));
    if (O.Records.empty() ? !O.Member.empty() || O.Row.has_value()
                          : O.Member.empty() && !O.Row)
      return fail(msg::VerifyMemberWithoutName(O.Name));
    return declare(O.Name, infoOf(O));
  });
  Own = Names.mark();
  return Good;
}

bool StmtVerifier::checkExtents(llvm::ArrayRef<Operand> Operands) {
  return llvm::all_of(Operands, [&](const Operand &O) {
    const bool IsKnown =
        !O.Extent ||
        checkExprOf(O.Extent, Type::i64(), "the extent of '" + O.Name + "'");
    const bool AreCounted =
        !O.RowCount || checkExprOf(O.RowCount, Type::i64(),
                                   "how many rows '" + O.Name + "' has");
    return IsKnown && AreCounted &&
           llvm::all_of(O.Inner, [&](const ExprRef &Length) {
             return checkExprOf(Length, Type::i64(),
                                "the inner extent of '" + O.Name + "'");
           });
  });
}

//===-- expressions -------------------------------------------------------===//

bool StmtVerifier::checkExprOf(const ExprRef &E, const Type &Ty,
                               const llvm::Twine &What) {
  if (!E)
    return fail(What + " is missing");
  if (!checkExpr(E))
    return false;
  return E->type() == Ty ||
         fail(msg::TextTypeMismatch(What, toString(E->type()), toString(Ty)));
}

bool StmtVerifier::checkExpr(const ExprRef &E) {
  if (!E)
    return fail(msg::VerifyExpressionMissing());
  for (const ExprRef &Operand : E->operands()) {
    if (Operand && rowOf(Operand) && !llvm::isa<LoadExpr, AddressExpr>(*E))
      return fail(msg::VerifyRowSubscriptAsValue());
    if (!checkExpr(Operand))
      return false;
  }
  return checkNode(*E);
}

bool StmtVerifier::checkConstant(const ConstantExpr &E) {
  const Type &Ty = E.type();
  if (!E.intValue())
    return (Ty.isFloat() && text::scanNumber(E.text()) == E.text().size()) ||
           fail(msg::VerifyNoLiteralOfType(E.text(), toString(Ty)));
  bool Fits = !Ty.isFloat();
  if (Ty.isBool())
    Fits = *E.intValue() == 0 || *E.intValue() == 1;
  else if (Ty.isInteger() && Ty.bits() < 64)
    Fits = Ty.isSigned() ? llvm::isIntN(Ty.bits(), *E.intValue())
                         : llvm::isUIntN(Ty.bits(), *E.intValue());
  return Fits || fail(msg::VerifyLiteralNotOfType(*E.intValue(), toString(Ty)));
}

bool StmtVerifier::isAvailable(llvm::StringRef IndexVar) const {
  if (llvm::is_contained(Enclosing, IndexVar))
    return true;
  const Relation *R = N->consumer(IndexVar);
  return R && llvm::all_of(R->Children, [&](const std::string &Child) {
           return isAvailable(Child);
         });
}

bool StmtVerifier::checkVar(const VarExpr &E) {
  const NameInfo *Info = Names.find(E.name());
  if (!Info || Info->isArray())
    return fail(msg::VerifyNoVariableInScope(E.name()));
  if (Info->Ty != E.type())
    return fail(msg::VerifyVariableTypeMismatch(E.name(), toString(Info->Ty),
                                                toString(E.type())));
  if (N && N->findIndexVar(E.name()) && !isAvailable(E.name()))
    return fail(msg::VerifyUsedWhereUndetermined(E.name()));
  return true;
}

bool StmtVerifier::checkLoad(llvm::StringRef Array, const Type &Elem,
                             const ExprRef &Subscript) {
  const NameInfo *Info = Names.find(Array);
  if (!Info || !Info->isArray())
    return fail(msg::VerifyNoArrayInScope(Array));
  ExprRef Row = rowOf(Subscript);
  const ExprRef &Index = indexInRow(Subscript);
  if ((Info->K == NameInfo::Kind::Rows) != (Row != nullptr))
    return fail(msg::VerifyArrayUsedWithRow(Array, (Row ? "a row" : "no row")));
  if (Row && !Row->type().isInteger())
    return fail(msg::VerifyRowNotInteger(Array, toString(Row->type())));
  if (Info->Ty != Elem)
    return fail(msg::VerifyElementTypeMismatch(Array, toString(Info->Ty),
                                               toString(Elem)));
  return Index->type().isInteger() ||
         fail(msg::VerifySubscriptNotInteger(Array, toString(Index->type())));
}

/// Whether the holes `$N` of \p Text name operands.
static bool holesFit(llvm::StringRef Text, size_t NumOperands) {
  for (size_t Hole = Text.find('$'); Hole != llvm::StringRef::npos;
       Hole = Text.find('$', Hole + 1)) {
    size_t Number;
    if (Text.substr(Hole + 1)
            .take_while(llvm::isDigit)
            .getAsInteger(10, Number) ||
        Number >= NumOperands)
      return false;
  }
  return true;
}

bool StmtVerifier::checkOpaque(const OpaqueExpr &E) {
  return holesFit(E.text(), E.operands().size()) ||
         fail(msg::VerifyOpaqueHoleWithoutOperand(E.text()));
}

bool StmtVerifier::checkNode(const Expr &E) {
  std::string Why;
  switch (E.kind()) {
  case Expr::Kind::Constant:
    return checkConstant(llvm::cast<ConstantExpr>(E));
  case Expr::Kind::Var:
    return checkVar(llvm::cast<VarExpr>(E));
  case Expr::Kind::Load: {
    auto &Load = llvm::cast<LoadExpr>(E);
    return checkLoad(Load.array(), Load.type(), Load.index());
  }
  case Expr::Kind::RowSubscript: // checked where its array is known
    return true;
  case Expr::Kind::Address: {
    auto &Address = llvm::cast<AddressExpr>(E);
    const NameInfo *Info = Names.find(Address.array());
    if (!Info || !Info->isArray())
      return fail(msg::VerifyNoArrayInScope(Address.array()));
    if (ExprRef Row = rowOf(Address.index());
        Row && (Info->K != NameInfo::Kind::Rows || !Row->type().isInteger()))
      return fail(msg::VerifyArrayUsedWithRow(Address.array(), "a row"));
    return Address.index()->type().isInteger() ||
           fail(msg::VerifySubscriptNotInteger(
               Address.array(), toString(Address.index()->type())));
  }
  case Expr::Kind::Unary: {
    auto &Unary = llvm::cast<UnaryExpr>(E);
    const Type &Ty = E.operands()[0]->type();
    Why = objection(Unary.op(), Ty);
    if (Why.empty() && E.type() != resultType(Unary.op(), Ty))
      Why = "has type " + toString(E.type());
    return Why.empty() || fail("'" + wordFor(Unary.op()) + "' " + Why);
  }
  case Expr::Kind::Binary: {
    auto &Binary = llvm::cast<BinaryExpr>(E);
    const Type &L = Binary.lhs()->type();
    Why = objection(Binary.op(), L, Binary.rhs()->type());
    if (Why.empty() && E.type() != resultType(Binary.op(), L))
      Why = "has type " + toString(E.type());
    return Why.empty() ||
           fail("'" + text::binaryWord(Binary.op()).Spelling + "' " + Why);
  }
  case Expr::Kind::Cast:
    return (E.type().isArithmetic() &&
            E.operands()[0]->type().isArithmetic()) ||
           fail(msg::TextNoCast(toString(E.operands()[0]->type()),
                                toString(E.type())));
  case Expr::Kind::Select: {
    auto &Select = llvm::cast<SelectExpr>(E);
    return (Select.cond()->type().isBool() &&
            Select.thenArm()->type() == Select.elseArm()->type()) ||
           fail(msg::VerifySelectOperandTypes());
  }
  case Expr::Kind::Call:
    return !llvm::cast<CallExpr>(E).callee().empty() ||
           fail(msg::VerifyCallWithoutFunction());
  case Expr::Kind::Opaque:
    return checkOpaque(llvm::cast<OpaqueExpr>(E));
  }
  llvm_unreachable("unknown expression kind");
}

//===-- statements --------------------------------------------------------===//

bool StmtVerifier::checkArray(llvm::StringRef Name) {
  const NameInfo *Info = Names.find(Name);
  return (Info && Info->isArray()) || fail(msg::VerifyNoArrayInScope(Name));
}

bool StmtVerifier::checkBody(const StmtRef &S) {
  size_t Mark = Names.mark();
  bool Good = checkOpenBody(S);
  Names.release(Mark);
  return Good;
}

bool StmtVerifier::checkOpenBody(const StmtRef &S) {
  if (!S)
    return true;
  auto *Block = llvm::dyn_cast<BlockStmt>(S.get());
  return Block ? checkParts(*Block) : checkStmt(*S);
}

bool StmtVerifier::checkParts(const BlockStmt &S) {
  return llvm::all_of(S.body(), [&](const StmtRef &Part) {
    return Part ? checkStmt(*Part) : fail(msg::VerifyNullStatement());
  });
}

bool StmtVerifier::checkTouch(const TouchStmt &Touch) {
  return checkExpr(Touch.index()) &&
         checkLoad(Touch.array(), Touch.elem(), Touch.index()) &&
         (!Touch.end() || checkExprOf(Touch.end(), Type::i64(), "the end")) &&
         checkExprOf(Touch.number(), Type::i64(), "the iteration");
}

bool StmtVerifier::checkUse(const LayoutUse &Use) {
  return checkExprOf(Use.First, Type::i64(), "the first row of a layout") &&
         checkExprOf(Use.Rows, Type::i64(), "the number of rows of a layout") &&
         checkLoad(Use.Pos, Use.PosElem, Use.First) &&
         llvm::all_of(Use.Entries, [&](const LayoutEntries &E) {
           return checkLoad(E.Array, E.Elem, i64(0));
         });
}

bool StmtVerifier::checkStored(const StoredStmt &S) {
  size_t Mark = Names.mark();
  const bool IsElseGood =
      (!S.runs().Threads ||
       checkExprOf(S.runs().Threads, Type::i64(), "the number of threads")) &&
      (!S.runs().Reassociates ||
       (checkExprOf(S.runs().Reassociates, Type::boolean(), "a condition") &&
        declare(S.asked(), {NameInfo::Kind::Constant, Type::boolean()}))) &&
      checkBody(S.otherwise());
  Names.release(Mark);
  return IsElseGood && llvm::all_of(S.all(), [&](const StoredLoops &L) {
           if (!checkUse(L.Use))
             return false;
           Mark = Names.mark();
           const bool IsGood =
               declare(L.Use.groups(),
                       {NameInfo::Kind::Constant, Type::i64()}) &&
               llvm::all_of(L.Use.arrays(),
                            [&](const auto &Array) {
                              return declare(
                                  Array.first,
                                  {NameInfo::Kind::Array, Array.second});
                            }) &&
               checkBody(L.Made);
           Names.release(Mark);
           return IsGood;
         });
}

bool StmtVerifier::checkView(const ViewStmt &View) {
  return checkExprOf(View.isWhole(), Type::boolean(),
                     "the condition of '" + View.name() + "'") &&
         checkLoad(View.whole(), View.elem(), i64(0)) &&
         checkExpr(View.begin()) &&
         checkLoad(View.part(), View.elem(), View.begin()) &&
         declare(View.name(), {NameInfo::Kind::Array, View.elem()});
}

bool StmtVerifier::checkRows(const RowsStmt &Rows) {
  return declare(Rows.name(), {NameInfo::Kind::Rows, Rows.elem()});
}

bool StmtVerifier::checkLocalArray(const LocalArrayStmt &Array) {
  return checkExprOf(Array.extent(), Type::i64(),
                     "the number of elements of '" + Array.name() + "'") &&
         (!Array.init() ||
          checkExprOf(Array.init(), Array.elem(),
                      "the value of '" + Array.name() + "'")) &&
         declare(Array.name(), {NameInfo::Kind::Array, Array.elem()});
}

bool StmtVerifier::checkGrow(const GrowStmt &Grow) {
  return checkExprOf(Grow.row(), Type::i64(), "the row") &&
         checkExprOf(Grow.count(), Type::i64(), "the number of elements") &&
         checkLoad(Grow.rows(), Grow.elem(), subscript(Grow.row(), i64(0))) &&
         checkPlace({Grow.failed().str(), Type::boolean(), nullptr});
}

bool StmtVerifier::checkExtend(const ExtendStmt &Extend) {
  return checkArray(Extend.array()) &&
         checkExprOf(Extend.count(), Type::i64(), "the number of elements");
}

bool StmtVerifier::checkStmt(const Stmt &S) {
  switch (S.kind()) {
  case Stmt::Kind::Block: {
    size_t Mark = Names.mark();
    bool Good =
        llvm::all_of(llvm::cast<BlockStmt>(S).body(), [&](const StmtRef &Part) {
          return Part && checkStmt(*Part);
        });
    Names.release(Mark);
    return Good;
  }
  case Stmt::Kind::Let: {
    auto &Let = llvm::cast<LetStmt>(S);
    return checkExpr(Let.init()) &&
           declare(Let.name(), {NameInfo::Kind::Constant, Let.type()});
  }
  case Stmt::Kind::Var: {
    auto &Var = llvm::cast<VarStmt>(S);
    return (!Var.init() || checkExprOf(Var.init(), Var.type(),
                                       "the value of '" + Var.name() + "'")) &&
           declare(Var.name(), {NameInfo::Kind::Variable, Var.type()});
  }
  case Stmt::Kind::LocalArray:
    return checkLocalArray(llvm::cast<LocalArrayStmt>(S));
  case Stmt::Kind::View:
    return checkView(llvm::cast<ViewStmt>(S));
  case Stmt::Kind::Rows:
    return checkRows(llvm::cast<RowsStmt>(S));
  case Stmt::Kind::Grow:
    return checkGrow(llvm::cast<GrowStmt>(S));
  case Stmt::Kind::Extend:
    return checkExtend(llvm::cast<ExtendStmt>(S));
  case Stmt::Kind::Assign:
    return checkAssign(llvm::cast<AssignStmt>(S));
  case Stmt::Kind::Prefetch: {
    auto &Fetch = llvm::cast<PrefetchStmt>(S);
    return checkExpr(Fetch.index()) &&
           checkLoad(Fetch.array(), Fetch.elem(), Fetch.index()) &&
           checkExprOf(Fetch.count(), Type::i64(),
                       "the number of elements of 'prefetch'");
  }
  case Stmt::Kind::Touch:
    return checkTouch(llvm::cast<TouchStmt>(S));
  case Stmt::Kind::Stream: {
    auto &Stream = llvm::cast<StreamStmt>(S);
    return checkExpr(Stream.index()) &&
           checkLoad(Stream.array(), Stream.elem(), Stream.index()) &&
           checkLoad(Stream.from(), Stream.elem(), i64(0)) &&
           (StreamStmt::fillsLines(Stream.elem(), Stream.count()) ||
            fail(msg::VerifyStreamFillsNoLines()));
  }
  case Stmt::Kind::If: {
    auto &If = llvm::cast<IfStmt>(S);
    return checkExprOf(If.cond(), Type::boolean(), "the condition of 'if'") &&
           checkBody(If.thenBody()) && checkBody(If.elseBody());
  }
  case Stmt::Kind::Loop:
    return checkLoop(llvm::cast<LoopStmt>(S));
  case Stmt::Kind::Track:
    return checkTrack(llvm::cast<TrackStmt>(S));
  case Stmt::Kind::For:
    return checkFor(llvm::cast<ForStmt>(S));
  case Stmt::Kind::While: {
    auto &While = llvm::cast<WhileStmt>(S);
    bool HoldsLoop = false;
    walk(While.body(), [&](const Stmt &Part) {
      HoldsLoop |= llvm::isa<LoopStmt, TrackStmt>(&Part);
      return !HoldsLoop;
    });
    return (!HoldsLoop || fail(msg::VerifyGraphLoopInWhile())) &&
           checkExprOf(While.cond(), Type::boolean(),
                       "the condition of 'while'") &&
           checkBody(While.body());
  }
  case Stmt::Kind::Stored:
    return checkStored(llvm::cast<StoredStmt>(S));
  }
  llvm_unreachable("unknown statement kind");
}

bool StmtVerifier::checkPlace(const Place &Target) {
  if (Target.Index)
    return checkExpr(Target.Index) &&
           checkLoad(Target.Name, Target.Ty, Target.Index);
  const NameInfo *Info = Names.find(Target.Name);
  if (!Info || Info->K != NameInfo::Kind::Variable)
    return fail(msg::VerifyNotAssignable(Target.Name));
  return Info->Ty == Target.Ty ||
         fail(msg::VerifyAssignedTypeMismatch(Target.Name, toString(Info->Ty),
                                              toString(Target.Ty)));
}

/// Whether threads of the loop around have one \p Variable together. Results
/// are set by one iteration, which lowering does not say.
bool StmtVerifier::isShared(llvm::StringRef Variable) const {
  return Threads &&
         llvm::is_contained(Names.names().take_front(*Threads).drop_front(Own),
                            Variable);
}

/// Why \p S, which says what the element was, is no step that there is; empty
/// if it is one: a fetching update, an exchange, a comparison or a load.
static std::string whyNoAtomicStep(const AssignStmt &S) {
  const Type &Ty = S.target().Ty;
  if (!S.isAtomic() || !S.target().Index || !Ty.isInteger() || Ty.bits() > 64)
    return msg::VerifyStepNeedsInteger(S.target().Name);
  if (onlyReads(S) || comparedAndSet(S))
    return "";
  const bool Fetches = S.op() == ReduceOp::None || S.op() == ReduceOp::Add ||
                       S.op() == ReduceOp::And || S.op() == ReduceOp::Or ||
                       S.op() == ReduceOp::Xor;
  return Fetches && !usesVar(S.value(), S.old())
             ? ""
             : msg::VerifyNoAtomicStep(S.target().Name);
}

bool StmtVerifier::checkAssign(const AssignStmt &S) {
  if (!S.old().empty()) {
    if (!checkPlace({S.old().str(), S.target().Ty, nullptr}))
      return false;
    if (std::string Why = whyNoAtomicStep(S); !Why.empty())
      return fail(Why);
  }
  if (!checkExpr(S.value()) || !checkPlace(S.target()))
    return false;
  if (!S.target().Index && !S.isAtomic() && isShared(S.target().Name))
    return fail(msg::VerifyThreadsShare(S.target().Name));
  std::string Why = objection(S.op(), S.target().Ty, S.value()->type());
  return Why.empty() || fail("'" + wordFor(S.op()) + "=' " + Why);
}

bool StmtVerifier::checkLoop(const LoopStmt &S) {
  if (!N)
    return fail(msg::VerifyLoopInProgram());
  if (!N->findIndexVar(S.var()))
    return fail(msg::VerifyLoopOverNoIndex(S.var()));
  if (N->consumer(S.var()))
    return fail(msg::VerifyLoopNotFullyDerived(S.var()));
  if (isAvailable(S.var()))
    return fail(msg::VerifyLoopInsideSame(S.var()));
  if (S.merge())
    return checkMerge(S);
  Enclosing.push_back(S.var().str());
  bool Good = checkBody(S.body());
  Enclosing.pop_back();
  return Good;
}

bool StmtVerifier::checkTrack(const TrackStmt &S) {
  if (!N)
    return fail(msg::VerifyTrackInProgram());
  if (!N->findIndexVar(S.outer()))
    return fail(msg::VerifyTrackOfNoIndex(S.outer()));
  if (!isAvailable(S.outer()))
    return fail(msg::VerifyTrackUndetermined(S.outer()));
  size_t Mark = Names.mark();
  bool Good =
      checkOpenBody(S.enter()) && checkBody(S.each()) && checkBody(S.leave());
  Names.release(Mark);
  return Good;
}

static bool isOnGpu(ForMode Mode) {
  return Mode == ForMode::GpuBlock || Mode == ForMode::GpuWarp ||
         Mode == ForMode::GpuThread || Mode == ForMode::GpuLevels;
}

bool StmtVerifier::checkFor(const ForStmt &S) {
  if (N)
    return fail(msg::VerifyForInGraph());
  if (!S.lo() || !S.type().isInteger())
    return fail(msg::VerifyLoopCounterNotInteger(S.var()));
  if (!checkExpr(S.lo()) ||
      !checkExprOf(S.hi(), S.type(), "the upper bound of '" + S.var() + "'") ||
      !checkForTags(S.tags()))
    return false;
  size_t Mark = Names.mark();
  llvm::SaveAndRestore Saved(Kernel);
  llvm::SaveAndRestore Around(Threads);
  if (!Threads && S.tags().Mode == ForMode::Threads)
    Threads = Mark;
  if (!Kernel && isOnGpu(S.tags().Mode))
    Kernel = Mark;
  bool Good = declare(S.var(), {NameInfo::Kind::Constant, S.type()}) &&
              checkOpenBody(S.body());
  Names.release(Mark);
  return Good;
}

bool StmtVerifier::checkForTags(const ForTags &Tags) {
  if (Tags.Mode != ForMode::Threads && (Tags.Schedule || Tags.NumThreads))
    return fail(msg::VerifyThreadPropertiesWithoutThreads());
  const bool IsWave = Tags.Mode == ForMode::Wave;
  if ((IsWave || Tags.Mode == ForMode::GpuLevels) == Tags.Plan.empty())
    return fail(msg::VerifyPlanOfWaveAlone());
  if (const NameInfo *Thread = Names.find(Tags.Thread);
      IsWave && (!Thread || Thread->Ty != Type::i64()))
    return fail(msg::VerifyWaveOfNoThread(Tags.Thread));
  const bool IsLanes =
      Tags.Mode == ForMode::Simd || Tags.Mode == ForMode::GpuThread;
  if ((Tags.Width && Tags.Mode != ForMode::Simd) ||
      (!IsLanes && Tags.Mode != ForMode::GpuWarp &&
       (Tags.MostTrips || !Tags.Reductions.empty())))
    return fail(msg::VerifyLanePropertiesWithoutLanes());
  if (Tags.IsIndependent &&
      (Tags.Mode != ForMode::Serial || Tags.Unroll != LoopTags::FullUnroll))
    return fail(msg::VerifyIndependentNotUnrolled());
  if (Tags.NumThreads &&
      !checkExprOf(Tags.NumThreads, Type::i32(), "the number of threads"))
    return false;
  return llvm::all_of(Tags.Reductions, [&](const auto &Reduction) {
    const NameInfo *Info = Names.find(Reduction.second);
    // A kernel has no memory for what is declared in front of it.
    const bool IsOutside =
        isOnGpu(Tags.Mode) &&
        !llvm::is_contained(
            Names.names().drop_front(Kernel.value_or(Names.mark())),
            Reduction.second);
    return (Info && Info->K == NameInfo::Kind::Variable && !IsOutside &&
            Reduction.first != ReduceOp::None) ||
           fail(msg::VerifyCannotReduceInto(Reduction.second));
  });
}
