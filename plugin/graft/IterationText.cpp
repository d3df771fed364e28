//===- IterationText.cpp - iterations as written, as text -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/IterationGrafter.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

/// Pieces are what threads take; their number depends on that of iterations
/// alone, so that sums do, too.
constexpr unsigned MostPieces = 256;

static std::string variable(size_t Number) {
  return "lacuna_user" + std::to_string(Number);
}

/// What a piece adds up.
static std::string ownSum(size_t Number) {
  return "lacuna_sum" + std::to_string(Number);
}

static std::string partOf(size_t Number) {
  return "lacuna_part" + std::to_string(Number);
}

void IterationGrafter::printVariables(LocatedText &Out) const {
  for (size_t I = 0; I < L.Variables.size(); ++I) {
    const OuterVariable &V = L.Variables[I];
    const std::string Type = "__typeof__(" + Out.word(nameOf(V.Var)) + ")";
    line(Out,
         Type + " &" + variable(I) + " = " + Out.word(nameOf(V.Var)) + ";");
  }
}

/// How many iterations there are, and where they begin.
void IterationGrafter::printTrips(LocatedText &Out) const {
  const LoopHeader &H = L.Header;
  if (H.Range) {
    const std::string Range = Out.word(here().copy(H.Range->getInit()));
    line(Out, "auto &lacuna_range = " + Range + ";");
    if (H.Range->getType().getNonReferenceType()->isArrayType()) {
      line(Out,
           "auto *const lacuna_first = __builtin_addressof(lacuna_range[0]);");
      line(Out, "const long lacuna_trips = sizeof(lacuna_range) / "
                "sizeof(lacuna_range[0]);");
    } else {
      // Before C++17 strings give pointers to const characters alone.
      const bool IsCharacter =
          L.Variable->getType()->isReferenceType() &&
          L.Variable->getType()->getPointeeType()->isAnyCharacterType();
      const std::string As =
          IsCharacter ? "(__typeof__(" + Out.word(nameOf(L.Variable)) + ") *)"
                      : "";
      line(Out, "auto *const lacuna_first = " + As + "lacuna_range.data();");
      line(Out, "const long lacuna_trips = lacuna_range.size();");
    }
    return;
  }
  const std::string Type = "__typeof__(" + Out.word(nameOf(H.Counter)) + ")";
  const std::string Start =
      Out.word(H.Init ? here().copy(H.Init) : nameOf(H.Counter));
  line(Out, "const " + Type + " lacuna_first = " + Start + ";");
  line(Out, "const auto lacuna_end = " + Out.word(here().copy(H.Bound)) + ";");
  const bool Includes = H.Cmp == BO_LE;
  const std::string Step = std::to_string(L.Step);
  // As it is compared. The last step may be shorter.
  line(Out, "typedef __typeof__(lacuna_first + lacuna_end) lacuna_compared;");
  line(Out, std::string("const long lacuna_trips = lacuna_first ") +
                (Includes ? "<=" : "<") +
                " lacuna_end ? (long)(((unsigned long)(lacuna_compared)"
                "lacuna_end - (unsigned long)(lacuna_compared)lacuna_first" +
                (Includes ? "" : " - 1") + ") / " + Step + " + 1) : 0;");
}

static unsigned countParts(const clang::Stmt *S) {
  unsigned Count = 1;
  forEachPart(S, [&](const clang::Stmt *Part) { Count += countParts(Part); });
  return Count;
}

/// Whether \p Body is so small that calls of it would take as long.
static bool isSmall(const clang::Stmt *Body) {
  constexpr unsigned MostParts = 200;
  return countParts(Body) <= MostParts;
}

void IterationGrafter::printLambda(LocatedText &Out) const {
  const std::string Counter = Out.word(nameOf(L.Variable));
  std::vector<std::string> Parameters = {
      "__typeof__(" + Counter + ") " +
      (L.Variable->getType()->isReferenceType() ? "&" : "") + "lacuna_one"};
  for (size_t I = 0; I < L.Variables.size(); ++I)
    Parameters.push_back(
        "__typeof__(" + variable(I) + ") " +
        (L.Variables[I].By == OuterVariable::Value ? "" : "&") + "lacuna_of" +
        std::to_string(I));
  line(Out, std::string("const auto lacuna_iteration = [") +
                (L.UsesThis ? "this" : "") + "](" +
                llvm::join(Parameters, ", ") + ")" +
                (isSmall(L.Body) ? " __attribute__((always_inline))" : "") +
                " { do ; while (0); };");
}

std::string IterationGrafter::pathTo(const NamedObject &O) const {
  std::string Path = "this->";
  if (O.Root)
    for (size_t I = 0; I < L.Variables.size(); ++I)
      if (L.Variables[I].Var->getCanonicalDecl() == O.Root)
        Path = variable(I);
  if (!O.Root && O.Members.empty())
    return "(*this)";
  for (size_t I = 0; I < O.Members.size(); ++I)
    Path += (I == 0 && !O.Root ? "" : ".") + O.Members[I]->getNameAsString();
  return Path;
}

/// Whether an object lies outside of another one and its elements.
void IterationGrafter::printGuards(LocatedText &Out) const {
  for (size_t I = 0; I < L.Guards.size(); ++I) {
    const auto &[Inner, Outer] = L.Guards[I];
    const std::string Of = pathTo(Inner), In = pathTo(Outer);
    line(Out, "if (lacuna_guard == 0) {");
    line(Out, "const auto lacuna_of = (const volatile char "
              "*)__builtin_addressof(" +
                  Of + ");");
    line(Out, "const auto lacuna_in = (const volatile char "
              "*)__builtin_addressof(" +
                  In + ");");
    std::string Apart = "(lacuna_of + sizeof(" + Of +
                        ") <= lacuna_in || lacuna_in + sizeof(" + In +
                        ") <= lacuna_of)";
    if (!containerOf(Outer.type()->getAsCXXRecordDecl()).empty() &&
        !isStdArray(Outer.type())) {
      line(Out, "const auto lacuna_from = (const volatile char *)" + In +
                    ".data();");
      Apart += " && (lacuna_of + sizeof(" + Of +
               ") <= lacuna_from || lacuna_from + " + In +
               ".size() * sizeof(*" + In + ".data()) <= lacuna_of)";
    }
    line(Out,
         "if (!(" + Apart + ")) lacuna_guard = " + std::to_string(I + 3) + ";");
    line(Out, "}");
  }
  for (size_t I = 0; I < L.Pointers.size(); ++I) {
    const std::string Of = pathTo(L.Pointers[I].Of);
    const auto Address = [](const std::string &P) {
      return "(const volatile char *)" + P;
    };
    const bool IsArray = L.Pointers[I].Of.type()->isConstantArrayType() ||
                         isStdArray(L.Pointers[I].Of.type());
    const std::string From =
        IsArray ? "__builtin_addressof(" + Of + ")" : Of + ".data()";
    const std::string Bytes =
        IsArray ? "sizeof(" + Of + ")"
                : Of + ".capacity() * sizeof(*" + Of + ".data())";
    const std::string P = Address(pathTo(L.Pointers[I].Pointer));
    line(Out, "if (lacuna_guard == 0 && " + Address(From) + " <= " + P +
                  " && " + P + " <= " + Address(From) + " + " + Bytes +
                  ") lacuna_guard = " +
                  std::to_string(L.Guards.size() + I + 3) + ";");
  }
}

/// Whether there are further threads, which are asked for where there is more
/// than one piece.
void IterationGrafter::printTeam(LocatedText &Out) {
  const auto Query = [&](llvm::StringRef Type, llvm::StringRef Name,
                         llvm::StringRef Symbol) {
    const std::string Own = ("__lacuna_" + Name).str();
    Helpers.declare({Own, ("extern \"C++\" " + Type + " " + Own +
                           "() __asm__(\"" + Symbol + "\");")
                              .str()});
    return Own + "()";
  };
  line(Out, "if (lacuna_guard == 0 && (" +
                Query("int", "max_threads", "omp_get_max_threads") +
                " < 2 || " +
                Query("int", "active_level", "omp_get_active_level") + " >= " +
                Query("int", "max_active_levels", "omp_get_max_active_levels") +
                ")) lacuna_guard = 2;");
  Query("double", "wtime", "omp_get_wtime");
  if (!L.SetsErrno)
    return;
  // The runtimes of OpenMP and of this file may set it, too.
  Query("int *", "errno", "__errno_location");
  line(Out, "int lacuna_errno = *__lacuna_errno();");
}

/// What each piece adds to sums, and appends behind the first ones.
void IterationGrafter::printParts(LocatedText &Out,
                                  OuterVariable::Way Of) const {
  for (size_t I = 0; I < L.Variables.size(); ++I)
    if (L.Variables[I].By == Of)
      line(Out, "__typeof__(" + variable(I) + ") " + partOf(I) + "[" +
                    std::to_string(MostPieces) + "];");
}

/// The counter of iteration \p Number.
std::string IterationGrafter::counterAt(llvm::StringRef Number) const {
  return ("(__typeof__(lacuna_first + 0))(lacuna_first + "
          "(__typeof__(lacuna_first + 0))(" +
          Number + " * " + llvm::Twine(L.Step) + "))")
      .str();
}

std::string IterationGrafter::call(Caller From) const {
  std::vector<std::string> Args;
  if (L.Header.Range)
    Args.push_back("lacuna_first[lacuna_at]");
  else
    Args.push_back(counterAt("lacuna_at"));
  for (size_t I = 0; I < L.Variables.size(); ++I) {
    const OuterVariable::Way By = L.Variables[I].By;
    const bool IsThread = From == Caller::Thread;
    Args.push_back(By == OuterVariable::Sum && From != Caller::InOrder
                       ? ownSum(I)
                   : By == OuterVariable::Appended && IsThread
                       ? partOf(I) + "[lacuna_piece]"
                   : By == OuterVariable::Private && IsThread ? partOf(I)
                                                              : variable(I));
  }
  return "lacuna_iteration(" + llvm::join(Args, ", ") + ");";
}

void IterationGrafter::printPiece(LocatedText &Out, Caller From) const {
  for (size_t I = 0; I < L.Variables.size(); ++I)
    if (L.Variables[I].By == OuterVariable::Sum) {
      const bool IsFloat = L.Variables[I]
                               .Var->getType()
                               .getNonReferenceType()
                               ->isRealFloatingType();
      line(Out, "__typeof__(" + variable(I) + ") " + ownSum(I) + " = " +
                    (IsFloat ? "-0.0;" : "0;"));
    }
  const bool HasOwn = From == Caller::Thread;
  line(Out, "const long lacuna_to = (lacuna_piece + 1) * lacuna_least + "
            "(lacuna_piece + 1 < lacuna_more ? lacuna_piece + 1 : "
            "lacuna_more);");
  if (L.SetsErrno)
    line(Out, HasOwn ? "*__lacuna_errno() = 0;"
                     : "*__lacuna_errno() = lacuna_errno;");
  line(Out, "for (long lacuna_at = lacuna_piece * lacuna_least + (lacuna_piece "
            "< lacuna_more ? lacuna_piece : lacuna_more); lacuna_at < "
            "lacuna_to; ++lacuna_at)");
  line(Out, call(From));
  for (size_t I = 0; I < L.Variables.size(); ++I)
    if (L.Variables[I].By == OuterVariable::Sum)
      line(Out, partOf(I) + "[lacuna_piece] = " + ownSum(I) + ";");
  if (L.SetsErrno)
    line(Out, HasOwn ? "lacuna_errnos[lacuna_piece] = *__lacuna_errno();"
                     : "lacuna_errno = *__lacuna_errno();");
  for (size_t I = 0; I < L.Variables.size(); ++I)
    if (HasOwn && L.Variables[I].By == OuterVariable::Private)
      line(Out, "if (lacuna_piece + 1 == lacuna_pieces) " + variable(I) +
                    " = " + partOf(I) + ";");
}

/// What earlier runs have shown: so few iterations are over before a clock is
/// worth a look, most of the time.
void IterationGrafter::printKnown(LocatedText &Out) const {
  if (MinWork == 0)
    return;
  line(Out, "static long lacuna_few, lacuna_runs;");
  line(Out, "if (lacuna_guard == 0 && lacuna_trips <= "
            "__atomic_load_n(&lacuna_few, 0) && "
            "__atomic_add_fetch(&lacuna_runs, 1, 0) % 64 != 0) lacuna_guard = "
            "1;");
}

/// Has later runs know whether this one was worth it.
void IterationGrafter::printLearnt(LocatedText &Out) const {
  if (MinWork == 0)
    return;
  line(Out, "if (lacuna_shares ? lacuna_trips <= __atomic_load_n(&lacuna_few, "
            "0) : lacuna_trips > __atomic_load_n(&lacuna_few, 0))");
  line(Out, "__atomic_store_n(&lacuna_few, lacuna_trips - lacuna_shares, 0);");
}

/// Pieces by this thread, until they have shown how long the others take.
void IterationGrafter::printAlone(LocatedText &Out) const {
  line(Out, "long lacuna_next = 0;");
  line(Out, "bool lacuna_shares = lacuna_guard == 0 && " +
                std::string(MinWork == 0 ? "lacuna_pieces > 1;" : "false;"));
  line(Out, "for (long lacuna_block = 1; !lacuna_shares && lacuna_next < "
            "lacuna_pieces; lacuna_block *= 2) {");
  line(Out, "const long lacuna_stop = lacuna_guard != 0 || lacuna_pieces - "
            "lacuna_next < lacuna_block ? lacuna_pieces : lacuna_next + "
            "lacuna_block;");
  if (MinWork != 0)
    line(Out, "const double lacuna_since = lacuna_guard == 0 ? "
              "__lacuna_wtime() : 0;");
  line(Out, "const long lacuna_done = lacuna_next;");
  line(Out, "for (; lacuna_next < lacuna_stop; ++lacuna_next) {");
  line(Out, "const long lacuna_piece = lacuna_next;");
  printPiece(Out, Caller::Alone);
  line(Out, "}");
  if (MinWork != 0) {
    line(Out, "if (lacuna_guard == 0 && lacuna_pieces - lacuna_next > 1) {");
    line(Out, "const double lacuna_took = __lacuna_wtime() - lacuna_since;");
    // The first piece finds nothing in caches.
    line(Out, "lacuna_shares = (lacuna_done != 0 || lacuna_took > 2e-5) && "
              "lacuna_took / (lacuna_next - lacuna_done) * (lacuna_pieces - "
              "lacuna_next) > " +
                  std::to_string(MinWork) + "e-9;");
    line(Out, "}");
  }
  line(Out, "}");
}

/// What each thread has for itself.
void IterationGrafter::printOfThread(LocatedText &Out) const {
  for (size_t I = 0; I < L.Variables.size(); ++I)
    if (L.Variables[I].By == OuterVariable::Private)
      line(Out, "__typeof__(" + variable(I) + ") " + partOf(I) +
                    (L.Variables[I].Var->getType()->isRecordType()
                         ? " = " + variable(I) + ";"
                         : ";"));
}

void IterationGrafter::printShared(LocatedText &Out) const {
  line(Out, "if (lacuna_shares) {");
  printParts(Out, OuterVariable::Appended);
  if (L.SetsErrno)
    line(Out, "int lacuna_errnos[" + std::to_string(MostPieces) + "];");
  line(Out, "#pragma omp parallel");
  line(Out, "{");
  printOfThread(Out);
  // Nobody leaves a last value in what others still copy.
  line(Out, "#pragma omp barrier");
  line(Out, "#pragma omp for schedule(dynamic, 1)");
  line(Out, "for (long lacuna_piece = lacuna_next; lacuna_piece < "
            "lacuna_pieces; ++lacuna_piece) {");
  printPiece(Out, Caller::Thread);
  line(Out, "}");
  line(Out, "}");
  printLists(Out);
  if (L.SetsErrno)
    line(Out, "for (long lacuna_piece = lacuna_next; lacuna_piece < "
              "lacuna_pieces; ++lacuna_piece) if (lacuna_errnos[lacuna_piece] "
              "!= 0) lacuna_errno = lacuna_errnos[lacuna_piece];");
  line(Out, "}");
  line(Out, "if (lacuna_guard == 0) {");
  printLearnt(Out);
  line(Out, "if (!lacuna_shares) lacuna_guard = 1;");
  line(Out, "}");
}

void IterationGrafter::printLists(LocatedText &Out) const {
  for (size_t I = 0; I < L.Variables.size(); ++I) {
    if (L.Variables[I].By != OuterVariable::Appended)
      continue;
    const std::string Part = partOf(I) + "[lacuna_piece]";
    line(Out, "for (long lacuna_piece = lacuna_next; lacuna_piece < "
              "lacuna_pieces; ++lacuna_piece)");
    line(Out, "for (long lacuna_at = 0; lacuna_at < (long)" + Part +
                  ".size(); ++lacuna_at)");
    line(Out, variable(I) + ".push_back(static_cast<__typeof__(" + Part +
                  ".data()[0]) &&>(" + Part + ".data()[lacuna_at]));");
  }
}

void IterationGrafter::printSums(LocatedText &Out) const {
  for (size_t I = 0; I < L.Variables.size(); ++I)
    if (L.Variables[I].By == OuterVariable::Sum)
      line(Out, "for (long lacuna_piece = 0; lacuna_piece < lacuna_pieces; "
                "++lacuna_piece) " +
                    variable(I) + " += " + partOf(I) + "[lacuna_piece];");
}

/// The user's counter stands where the loop leaves it.
void IterationGrafter::printCounter(LocatedText &Out) const {
  const LoopHeader &H = L.Header;
  if (!H.Range && !H.OwnCounter)
    line(Out,
         Out.word(nameOf(H.Counter)) + " = " + counterAt("lacuna_ran") + ";");
}

/// Objects that are parts of others are met in the user's order, the bound
/// among them.
void IterationGrafter::printInOrder(LocatedText &Out) const {
  const LoopHeader &H = L.Header;
  const std::string Goes = H.Range ? "lacuna_ran < lacuna_trips"
                                   : counterAt("lacuna_ran") +
                                         (H.Cmp == BO_LE ? " <= " : " < ") +
                                         Out.word(here().copy(H.Bound));
  line(Out, "long lacuna_ran = lacuna_trips;");
  line(Out, "if (lacuna_guard > 2) for (lacuna_ran = 0; " + Goes +
                "; ++lacuna_ran) {");
  line(Out, "const long lacuna_at = lacuna_ran;");
  line(Out, call(Caller::InOrder));
  line(Out, "}");
}

void IterationGrafter::print(LocatedText &Out) {
  const std::vector<std::string> Reasons = graftedReasons(L);
  const std::string Where = placeFor(Context, Loc);
  if (Options.Profile)
    printProfileEntry(Helpers.profiledLoop(*Options.Profile, Reasons), Loc,
                      Out);
  printVariables(Out);
  printTrips(Out);
  printLambda(Out);
  line(Out, "int lacuna_guard = 0;");
  printGuards(Out);
  printKnown(Out);
  printTeam(Out);
  line(Out, "const long lacuna_pieces = lacuna_trips < " +
                std::to_string(MostPieces) +
                " ? lacuna_trips : " + std::to_string(MostPieces) + ";");
  line(Out, "const long lacuna_least = lacuna_pieces ? lacuna_trips / "
            "lacuna_pieces : 0, lacuna_more = lacuna_trips - lacuna_least * "
            "lacuna_pieces;");
  printInOrder(Out);
  line(Out, "else {");
  printParts(Out, OuterVariable::Sum);
  printAlone(Out);
  printShared(Out);
  printSums(Out);
  line(Out, "}");
  printCounter(Out);
  if (L.SetsErrno)
    line(Out, "if (lacuna_guard <= 2) *__lacuna_errno() = lacuna_errno;");
  if (Options.Profile)
    line(Out, "lacuna_run.Guard = lacuna_guard;");
  if (Options.Count)
    line(Out, Helpers.countPath(Where, Reasons));
  line(Out, "if (lacuna_guard != 0) { " +
                Helpers.reportFallback(Where, Reasons) + " }");
}
