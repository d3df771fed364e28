//===- Graft.cpp - generated text into the AST ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/Graft.h"
#include "graft/Comparison.h"
#include "graft/Messages.def"
#include "graft/References.h"
#include "graft/Replacement.h"
#include "lacuna/analysis/elements/AccessedRanges.h"
#include "lacuna/directive/DataDirective.h"
#include "lacuna/emit/Cuda.h"
#include "pragma/DirectiveText.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

/// The loop with the attributes that other pragmas gave it.
static clang::Stmt *userLoop(const ASTContext &Context, const Site &Place) {
  if (Place.Owner)
    return Place.nest();
  llvm::SmallVector<const Attr *, 4> Others;
  for (const Attr *A : Place.Loop->getAttrs())
    if (A != findDirective(Place.Loop->getAttrs()))
      Others.push_back(A);
  clang::Stmt *Loop = Place.Loop->getSubStmt();
  if (Others.empty())
    return Loop;
  return AttributedStmt::Create(Context, Place.Begin, Others, Loop);
}

static std::vector<Binding> allBindings(const Lifted &L) {
  std::vector<Binding> All = L.Bindings;
  if (L.Turned)
    llvm::append_range(All, L.Turned->Pointers);
  return All;
}

namespace {

/// Of a loop that was lifted.
class LoopReplacement : public Replacement {
protected:
  LoopReplacement(Parser &P, const Site &Place, const Lifted &L,
                  Prelude &Helpers, bool MayBeResident, bool HasCoverage)
      : Replacement(P, Place, Helpers,
                    MayBeResident ? withMemory(L) : allBindings(L)),
        L(L), MayBeResident(MayBeResident), HasCoverage(HasCoverage),
        Where(placeFor(Context, Loc)) {
    FP = L.FP;
    collectReferences(Place.nest(), Allowed);
    for (const FieldDecl *Member : L.Members)
      Allowed.insert(Member->getCanonicalDecl());
    if (L.Turned)
      for (const Binding &B : L.Turned->Pointers)
        if (const CXXRecordDecl *R = B.User->getType()->getAsCXXRecordDecl())
          for (const CXXMethodDecl *M : R->methods())
            if (M->getIdentifier() && M->getName() == "swap")
              Allowed.insert(M->getCanonicalDecl());
  }

  clang::Stmt *user() const override { return userLoop(Context, Place); }
  void append(LocatedText &Out, const EmittedText &Text) const;
  void printOperands(LocatedText &Out) const;
  HostCopies copiesForWalk(size_t Which) const;

  const Lifted &L;
  const bool MayBeResident, HasCoverage;
  const std::string Where;
};

/// By generated code.
class Grafter : public LoopReplacement {
public:
  Grafter(Parser &P, const Site &Place, const Lifted &L, const EmittedCpp &Code,
          Prelude &Helpers, const GraftOptions &Options)
      : LoopReplacement(P, Place, L, Helpers, Options.MayBeResident,
                        Options.HasCoverage),
        Code(Code), Options(Options) {}

private:
  void print(LocatedText &Out) override;
  bool attach(CompoundStmt *Block) const override;
  void printMeasured(LocatedText &Out);
  void printTuned(LocatedText &Out);
  void printTraffic(LocatedText &Out);
  void printRun(LocatedText &Out);
  void printVerified(LocatedText &Out);
  void printTurns(LocatedText &Out) const;

  const EmittedCpp &Code;
  const GraftOptions &Options;
};

/// By itself, between calls.
class HostGrafter : public LoopReplacement {
public:
  HostGrafter(Parser &P, const Site &Place, const Lifted &L,
              const HostCopies &Copies, Prelude &Helpers, bool HasCoverage)
      : LoopReplacement(P, Place, L, Helpers, /*MayBeResident=*/true,
                        HasCoverage),
        Copies(Copies) {}

private:
  void print(LocatedText &Out) override;

  const HostCopies &Copies;
};

/// By itself, measured.
class MeasuredGrafter : public LoopReplacement {
public:
  MeasuredGrafter(Parser &P, const Site &Place, const Lifted &Nothing,
                  const ProfiledLoop &Profile, Prelude &Helpers)
      : LoopReplacement(P, Place, Nothing, Helpers, /*MayBeResident=*/false,
                        /*HasCoverage=*/false),
        Profile(Profile) {}

private:
  void print(LocatedText &Out) override;

  const ProfiledLoop &Profile;
};

} // namespace

void plugin::printProfileEntry(const std::string &Loop, SourceLocation Loc,
                               LocatedText &Out) {
  Out.line("__attribute__((cleanup(__lacuna_profile_leave))) "
           "__lacuna_profile_run lacuna_run;",
           Loc);
  Out.line("__lacuna_profile_enter(&lacuna_run, &" + Loop + ");", Loc);
}

void LoopReplacement::append(LocatedText &Out, const EmittedText &Text) const {
  Out.Text += Text.Text;
  for (SourceTag Tag : Text.LineTags)
    Out.Lines.push_back(Tag != 0 && !HasCoverage ? L.TagLocs[Tag - 1] : Loc);
}

/// What gives the host what a walk reads, by operands that are bound by then.
HostCopies LoopReplacement::copiesForWalk(size_t Which) const {
  llvm::StringSet<> Unbound;
  for (const Reach &R : llvm::ArrayRef(L.Reaches).drop_front(Which))
    for (const Binding &B : L.Bindings)
      if (B.Under == R.Flag)
        Unbound.insert(B.Operand);
  auto IsBound = [&](const ExprRef &E) {
    return E && llvm::none_of(freeVars(E), [&](const auto &Name) {
             return Unbound.contains(Name.first());
           });
  };
  std::vector<ArrayRange> Ranges;
  for (ArrayRange &S : rangesReadBy(L.Graph, L.Reaches[Which].Walk)) {
    if (!IsBound(S.Lo) || !IsBound(S.Hi))
      S.Hi = nullptr;
    Ranges.push_back(std::move(S));
  }
  return emitHostCopies(L.Graph.Operands, std::move(Ranges), literal(Where));
}

void LoopReplacement::printOperands(LocatedText &Out) const {
  auto Bind = [&](llvm::StringRef Under) {
    if (MayBeResident)
      printMemory(here(), L, literal(Where), Under, Out);
    printBindings(here(), L, Under, Out);
  };
  Bind("");
  if (L.Turned)
    for (const Binding &B : L.Turned->Pointers)
      printBinding(here(), B, Out);
  for (size_t I = 0; I < L.Reaches.size(); ++I) {
    const Reach &R = L.Reaches[I];
    Out.line("bool " + R.Flag + " = false;", Loc);
    Out.line("{", Loc);
    if (MayBeResident) {
      const HostCopies Copies = copiesForWalk(I);
      for (llvm::StringRef Line : llvm::split(Copies.Acquire, '\n'))
        Out.line(Line, Loc);
    }
    append(Out, emitSetup(L.Graph.Operands, R.Flag, R.Walk));
    Out.line("}", Loc);
    Bind(R.Flag);
  }
}

void Grafter::printMeasured(LocatedText &Out) {
  if (!Options.Profile)
    return;
  printProfileEntry(Helpers.profiledLoop(*Options.Profile, Code.Reasons), Loc,
                    Out);
  Out.line("long &lacuna_version = lacuna_run.Version;", Loc);
  Out.line("long &lacuna_bytes = lacuna_run.Bytes;", Loc);
}

/// The beginning of a run that trials may time, behind its guards; it ends with
/// the block around it.
void Grafter::printTuned(LocatedText &Out) {
  if (!Options.Tune)
    return;
  Out.line("__attribute__((cleanup(__lacuna_tune_leave))) "
           "__lacuna_tune_run lacuna_tuned = {nullptr, 0, 0, 0, 0};",
           Loc);
  Out.line("long lacuna_candidate = 0, lacuna_formats = 0, lacuna_trips = 0, "
           "lacuna_work = 0, lacuna_threads = 1;",
           Loc);
  if (!Options.Profile)
    Out.line("long lacuna_bytes = 0;", Loc);
}

/// What is to be known of a run in front of it.
void Grafter::printTraffic(LocatedText &Out) {
  if (Code.Traffic.Text.empty())
    return;
  Out.line("if (lacuna_guard == 0) {", Loc);
  append(Out, Code.Traffic);
  if (Options.Tune)
    Out.line("lacuna_candidate = __lacuna_tune_enter(&lacuna_tuned, &" +
                 Helpers.tunedLoop(*Options.Tune) +
                 ", lacuna_trips, lacuna_work, lacuna_threads); "
                 "lacuna_tuned.Bytes = lacuna_bytes; "
                 "lacuna_formats = lacuna_tuned.Formats;",
             Loc);
  Out.line("}", Loc);
}

/// Which path is taken is known then.
void Grafter::printRun(LocatedText &Out) {
  const bool OnGpu = !Code.Run.Text.empty();
  if (OnGpu && Options.Tune) {
    printTraffic(Out);
    append(Out, Code.Run);
    // It is not the candidate that runs now.
    Out.line("if (lacuna_guard != 0) lacuna_tuned.Bytes = -1;", Loc);
  } else {
    append(Out, Code.Run);
  }
  if (Options.Profile)
    Out.line("lacuna_run.Guard = lacuna_guard;", Loc);
  if (!OnGpu || !Options.Tune)
    printTraffic(Out);
  // In a few runs, whose time that is none of.
  if (Options.Profile && !Code.Rows.Text.empty()) {
    Out.line("if (lacuna_guard == 0) if (const unsigned long lacuna_sampled = "
             "__lacuna_profile_samples(&lacuna_run)) {",
             Loc);
    Out.line("const __lacuna_profile_rows lacuna_row = {&lacuna_run};", Loc);
    append(Out, Code.Rows);
    Out.line("__lacuna_profile_sampled(&lacuna_run, lacuna_sampled);", Loc);
    Out.line("}", Loc);
  }
  if (Options.Count)
    Out.line(Helpers.countPath(Where, Code.Reasons), Loc);
}

/// Has the user's pointers lead where their loops leave them.
void Grafter::printTurns(LocatedText &Out) const {
  if (!L.Turned)
    return;
  const TurnedPointers &T = *L.Turned;
  Out.line("long " + T.Count + " = 0;", Loc);
  Out.line("{", Loc);
  append(Out,
         emitSetup(L.Graph.Operands, T.Count, T.SetCount, lacuna::Type::i64()));
  Out.line("}", Loc);
  Out.line("for (; " + T.Count + " > 0; --" + T.Count + ") {", Loc);
  // Vectors pass on what they own.
  auto Swap = [](const Binding &A, const Binding &B) {
    return A.User->getType()->isPointerType()
               ? "{ const auto lacuna_old = " + A.Operand + "; " + A.Operand +
                     " = " + B.Operand + "; " + B.Operand + " = lacuna_old; }"
               : A.Operand + ".swap(" + B.Operand + ");";
  };
  // Each circle, swap by swap.
  llvm::SmallVector<bool, 4> Done(T.Pointers.size());
  for (size_t K = 0; K < T.Pointers.size(); ++K)
    for (size_t At = K; !std::exchange(Done[At], true) && T.From[At] != K;
         At = T.From[At])
      Out.line(Swap(T.Pointers[At], T.Pointers[T.From[At]]), Loc);
  Out.line("}", Loc);
}

/// A lone `;` holds the place of the user's loop.
void Grafter::print(LocatedText &Out) {
  printMeasured(Out);
  printTuned(Out);
  printOperands(Out);
  for (const OuterFunction &F : Code.Outer)
    Helpers.declare(F);
  Out.line("int lacuna_guard = 0;", Loc);
  append(Out, Code.Guards);
  if (Options.VerifyEvery != 0)
    return printVerified(Out);
  printRun(Out);
  Out.line("if (lacuna_guard == 0) {", Loc);
  append(Out, Code.Body);
  printTurns(Out);
  Out.line("} else {", Loc);
  if (!Code.Reasons.empty())
    Out.line(Helpers.reportFallback(Where, Code.Reasons), Loc);
  Out.line(";", Loc);
  Out.line("}", EndLoc);
}

void Grafter::printVerified(LocatedText &Out) {
  const bool OnGpu = !Code.Run.Text.empty();
  const std::string Site = Helpers.verifiedSite(
      OnGpu ? msg::SiteOnGpu(Where) : Where, Options.VerifyEvery);
  Comparison Verify(L, *Code.Outputs, Site, OnGpu ? literal(Where) : "", Loc,
                    EndLoc);
  Verify.printBefore(
      Out, [&](LocatedText &Text) { append(Text, Code.Outputs->Scan); });
  printRun(Out);
  Out.line("if (lacuna_guard == 0) {", Loc);
  append(Out, Code.Body);
  printTurns(Out);
  Out.line("}", Loc);
  Verify.printBetween(Out);
  Out.line("if (lacuna_guard != 0 || lacuna_is_verified) {", Loc);
  if (!Code.Reasons.empty())
    Out.line("if (lacuna_guard != 0) { " +
                 Helpers.noteUnverified(Site, Code.Reasons) +
                 Helpers.reportFallback(Where, Code.Reasons) + " }",
             Loc);
  Out.line(";", Loc);
  Out.line("}", EndLoc);
  Verify.printAfter(Out);
}

/// The last statement of the last else branch, or of the branch before the
/// comparison.
bool Grafter::attach(CompoundStmt *Block) const {
  bool IsVerified = Options.VerifyEvery != 0;
  if (Block->size() < 2)
    return false;
  auto *Choice = dyn_cast<clang::IfStmt>(IsVerified ? *(Block->body_end() - 2)
                                                    : Block->body_back());
  if (!Choice)
    return false;
  auto *Branch = dyn_cast_or_null<CompoundStmt>(IsVerified ? Choice->getThen()
                                                           : Choice->getElse());
  if (!Branch || Branch->body_empty() || !isa<NullStmt>(Branch->body_back()))
    return false;
  *(Branch->body_end() - 1) = user();
  return true;
}

void HostGrafter::print(LocatedText &Out) {
  printOperands(Out);
  for (llvm::StringRef Line : llvm::split(Copies.Acquire, '\n'))
    Out.line(Line, Loc);
  Out.line(";", Loc);
  for (llvm::StringRef Line : llvm::split(Copies.Release, '\n'))
    Out.line(Line, EndLoc);
}

void MeasuredGrafter::print(LocatedText &Out) {
  printProfileEntry(Helpers.profiledLoop(Profile, {}), Loc, Out);
  Out.line(";", EndLoc);
}

std::string plugin::graft(Parser &P, const Site &S, const Lifted &L,
                          const EmittedCpp &Code, Prelude &Helpers,
                          const GraftOptions &Options) {
  return Grafter(P, S, L, Code, Helpers, Options).run(Options.Try);
}

std::string plugin::graftHostCopies(Parser &P, const Site &S, const Lifted &L,
                                    const HostCopies &Copies, Prelude &Helpers,
                                    bool HasCoverage) {
  Helpers.declareHostCopies();
  return HostGrafter(P, S, L, Copies, Helpers, HasCoverage).run();
}

std::string plugin::graftMeasured(Parser &P, const Site &S,
                                  const ProfiledLoop &Profile,
                                  Prelude &Helpers) {
  const Lifted Nothing{};
  return MeasuredGrafter(P, S, Nothing, Profile, Helpers).run();
}

HostCopies plugin::copiesOfAll(const ASTContext &Context, const Site &S) {
  return {"__attribute__((cleanup(__lacuna_release_all))) const char "
          "*lacuna_where = " +
              literal(placeFor(Context, S.Begin)) +
              ";\n__lacuna_host_acquire_all(lacuna_where);",
          ""};
}

bool plugin::isGrafted(const SourceManager &SM, const Site &S) {
  auto *Block = dyn_cast<CompoundStmt>(S.nest());
  if (Block && isGenerated(SM, Block->getLBracLoc()))
    return true;
  if (isDataDirective(textOf(*findDirective(S.Loop->getAttrs()))))
    return false;
  return llvm::any_of(
      sitesInside(S, S.Loop->getSubStmt(), LoopsInside::Annotated),
      [&](const Site &Inner) { return isGrafted(SM, Inner); });
}
