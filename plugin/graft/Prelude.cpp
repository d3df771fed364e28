//===- Prelude.cpp - helpers of generated code ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/Prelude.h"
#include "graft/Messages.def"
#include "graft/QuietDiagnostics.h"
#include "graft/Tokens.h"
#include "graft/VerifyText.h"
#include "lacuna/auto/Messages.def"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "clang/TokenStream.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

/// The user's loop runs often where there is little to do, and is no cold code:
/// nothing but a test stands in front of it.
static constexpr llvm::StringLiteral LogText = R"(
int __lacuna_dprintf(int, const char *, ...) __asm__("dprintf");
char *__lacuna_getenv(const char *) __asm__("getenv");
static int __lacuna_log_state;
__attribute__((cold, noinline))
static void __lacuna_print_log(const char *Where, const char *Reason) {
  int Now = __atomic_load_n(&__lacuna_log_state, 0);
  if (Now == 0) {
    const char *Value = __lacuna_getenv("LACUNA_LOG");
    Now = Value && Value[0] == '1' && !Value[1] ? 1 : -1;
    __atomic_store_n(&__lacuna_log_state, Now, 0);
  }
  if (Now == 1)
    __lacuna_dprintf(2, "lacuna: %s: the user's loop runs: %s\n", Where,
                     Reason);
}
__attribute__((always_inline))
static inline void __lacuna_log(const char *Where, const char *Reason) {
  if (__builtin_expect(__atomic_load_n(&__lacuna_log_state, 0) >= 0, 0))
    __lacuna_print_log(Where, Reason);
}
)";

static constexpr llvm::StringLiteral CountText = R"(
int __lacuna_printf(int, const char *, ...) __asm__("dprintf");
static void __lacuna_print(const char *Where, const long *Counts,
                           const char *const *Reasons, int Guards) {
  long Fallback = 0;
  for (int I = 1; I <= Guards; ++I)
    Fallback += Counts[I];
  if (Counts[0] == 0 && Fallback == 0)
    return;
  __lacuna_printf(2, "lacuna: %s: generated %ld, fallback %ld", Where,
                  Counts[0], Fallback);
  const char *Before = " (";
  for (int I = 1; I <= Guards; ++I) {
    if (Counts[I] == 0)
      continue;
    __lacuna_printf(2, "%s%ld: %s", Before, Counts[I], Reasons[I - 1]);
    Before = "; ";
  }
  __lacuna_printf(2, Fallback ? ")\n" : "\n");
}
)";

/// What generated code needs of lacuna/rt.h.
static constexpr llvm::StringLiteral RuntimeText = R"(
struct __lacuna_image {
  unsigned Kind, Sm;
  const void *Data;
  unsigned long Size;
};
struct __lacuna_module {
  unsigned Abi, Flags;
  const char *Where;
  const __lacuna_image *Images;
  unsigned long ImageCount;
  void *Cache;
};
struct __lacuna_region;
__lacuna_region *__lacuna_begin(__lacuna_module *) __asm__("lacuna_begin");
int __lacuna_may_begin() __asm__("lacuna_may_begin");
void __lacuna_buffer(__lacuna_region *, const void *, long, long, unsigned,
                     void **) __asm__("lacuna_buffer");
void __lacuna_launch(__lacuna_region *, const char *, const unsigned long *,
                     const unsigned *, unsigned, void *const *)
    __asm__("lacuna_launch");
void __lacuna_derive(__lacuna_region *, const void *, long, long, const void *,
                     unsigned long, unsigned long, void **, const char *,
                     const unsigned long *, const unsigned *, unsigned,
                     void *const *)
    __asm__("lacuna_derive");
void __lacuna_wave_launch(void *, __lacuna_region *, const char *, unsigned,
                          void *const *, void **, long *)
    __asm__("lacuna_wave_launch");
void __lacuna_wave_end(void *) __asm__("lacuna_wave_end");
int __lacuna_end(__lacuna_region *) __asm__("lacuna_end");
struct __lacuna_span {
  const volatile void *Host;
  long From, To;
};
int __lacuna_recall(const void *, const void *, unsigned long,
                    const __lacuna_span *, unsigned long, long *,
                    unsigned long) __asm__("lacuna_recall");
void __lacuna_remember(const void *, const void *, unsigned long,
                       const __lacuna_span *, unsigned long, const long *,
                       unsigned long) __asm__("lacuna_remember");
)";

/// What host code needs of it whose arrays may be on a device.
static constexpr llvm::StringLiteral HostText = R"(
void __lacuna_host_acquire(const char *, const void *, unsigned long)
    __asm__("lacuna_host_acquire");
void __lacuna_host_release(const char *, const void *, unsigned long)
    __asm__("lacuna_host_release");
void __lacuna_host_acquire_all(const char *) __asm__("lacuna_host_acquire_all");
int __lacuna_on_device_alone(const volatile void *)
    __asm__("lacuna_on_device_alone");
void __lacuna_host_release_all() __asm__("lacuna_host_release_all");
static void __lacuna_acquire(const char *Where, const volatile void *Array,
                             unsigned long Size, long Lo, long Hi) {
  if (Lo < Hi)
    __lacuna_host_acquire(Where, (const char *)Array + Lo * (long)Size,
                          (unsigned long)(Hi - Lo) * Size);
}
static void __lacuna_release(const char *Where, const volatile void *Array,
                             unsigned long Size, long Lo, long Hi) {
  if (Lo < Hi)
    __lacuna_host_release(Where, (const char *)Array + Lo * (long)Size,
                          (unsigned long)(Hi - Lo) * Size);
}
static void __lacuna_release_all(const char **) { __lacuna_host_release_all(); }
)";

/// What directives about data need of it: ranges of bytes. One that could not
/// be entered is not left.
static constexpr llvm::StringLiteral DataText = R"(
int __lacuna_data_enter(const char *, const void *, unsigned long, unsigned)
    __asm__("lacuna_data_enter");
int __lacuna_data_exit(const char *, const void *, unsigned long, unsigned)
    __asm__("lacuna_data_exit");
int __lacuna_data_update(const char *, const void *, unsigned long, unsigned)
    __asm__("lacuna_data_update");
struct __lacuna_range {
  const char *Where;
  const void *Host;
  unsigned long Bytes;
  unsigned ExitFlags;
};
static __lacuna_range __lacuna_range_of(const char *Where,
                                        const volatile void *Array,
                                        unsigned long Size, long First,
                                        long Count) {
  return {Where, (const char *)Array + First * (long)Size,
          Count > 0 ? (unsigned long)Count * Size : 0, 0};
}
static __lacuna_range __lacuna_enter(__lacuna_range R, unsigned Flags,
                                     unsigned ExitFlags) {
  if (__lacuna_data_enter(R.Where, R.Host, R.Bytes, Flags))
    R.Bytes = 0;
  R.ExitFlags = ExitFlags;
  return R;
}
static void __lacuna_exit(__lacuna_range *R) {
  __lacuna_data_exit(R->Where, R->Host, R->Bytes, R->ExitFlags);
}
static void __lacuna_update(__lacuna_range R, unsigned Flags) {
  __lacuna_data_update(R.Where, R.Host, R.Bytes, Flags);
}
unsigned long __lacuna_promise_begin(const char *, const void *, unsigned long,
                                     unsigned)
    __asm__("lacuna_promise_begin");
void __lacuna_promise_end(unsigned long) __asm__("lacuna_promise_end");
void __lacuna_promise_changed(const void *, unsigned long)
    __asm__("lacuna_promise_changed");
static unsigned long __lacuna_promise(__lacuna_range R, unsigned Flags) {
  return __lacuna_promise_begin(R.Where, R.Host, R.Bytes, Flags);
}
static void __lacuna_keep(unsigned long *Number) {
  __lacuna_promise_end(*Number);
}
static void __lacuna_changed(__lacuna_range R) {
  __lacuna_promise_changed(R.Host, R.Bytes);
}
)";

/// What measured loops need of lacuna/profile.h.
static constexpr llvm::StringLiteral ProfileText = R"(
struct __lacuna_profile_loop {
  unsigned Abi, On;
  const char *Where, *Function;
  const char *const *Versions, *const *Reasons;
  unsigned NumVersions, NumReasons;
  void *Record;
};
struct __lacuna_profile_run {
  void *Record;
  unsigned long Start, Inner;
  long Version, Bytes, Guard;
  void *Outer;
  long Threads;
};
void __lacuna_profile_enter(__lacuna_profile_run *, __lacuna_profile_loop *)
    __asm__("lacuna_profile_enter");
void __lacuna_profile_leave(__lacuna_profile_run *)
    __asm__("lacuna_profile_leave");
unsigned long __lacuna_profile_samples(__lacuna_profile_run *)
    __asm__("lacuna_profile_samples");
void __lacuna_profile_row(__lacuna_profile_run *, long)
    __asm__("lacuna_profile_row");
void __lacuna_profile_sampled(__lacuna_profile_run *, unsigned long)
    __asm__("lacuna_profile_sampled");
struct __lacuna_profile_rows {
  __lacuna_profile_run *Run;
  void operator=(long Length) const { __lacuna_profile_row(Run, Length); }
};
)";

/// What tuned loops need of lacuna/tune.h.
static constexpr llvm::StringLiteral TuneText = R"(
struct __lacuna_tune_loop {
  unsigned Abi, Candidates;
  const char *Where, *Function;
  const char *const *Clauses;
  unsigned Alone, Formats;
  void *Record;
};
struct __lacuna_tune_run {
  void *Record;
  unsigned long Start, Number;
  long Bytes, Formats;
};
long __lacuna_tune_enter(__lacuna_tune_run *, __lacuna_tune_loop *, long, long,
                         long) __asm__("lacuna_tune_enter");
void __lacuna_tune_leave(__lacuna_tune_run *) __asm__("lacuna_tune_leave");
)";

std::string plugin::literal(llvm::StringRef Text) {
  std::string Result = "\"";
  for (unsigned char C : Text) {
    if (llvm::isPrint(char(C)) && C != '"' && C != '\\' && C != '?') {
      Result += char(C);
      continue;
    }
    Result += '\\';
    for (int Shift : {6, 3, 0})
      Result += char('0' + (C >> Shift) % 8);
  }
  return Result + '"';
}

static std::string literals(llvm::ArrayRef<std::string> Texts) {
  return llvm::join(llvm::map_range(Texts, literal), ", ");
}

std::string Prelude::rename(llvm::StringRef Text) const {
  static constexpr llvm::StringLiteral Prefix = "__lacuna_";
  Sema &S = P.getActions();
  const Module *Unit =
      S.getLangOpts().isCompilingModule() ? S.getCurrentModule() : nullptr;
  if (!Unit)
    return Text.str();
  std::string Own = Prefix.str();
  for (char C : Unit->getFullModuleName())
    Own += llvm::isAlnum(C) ? std::string(1, C)
                            : "_" + llvm::utohexstr(C, false, 2);
  Own += '_';
  std::string Result;
  while (true) {
    auto [Before, After] = Text.split(Prefix);
    Result += Before;
    if (Before.size() == Text.size())
      return Result;
    Result += Own;
    Text = After;
  }
}

void Prelude::parse(llvm::StringRef Text) {
  Sema &S = P.getActions();
  SourceManager &SM = S.getSourceManager();
  SourceLocation Loc = SM.getLocForStartOfFile(SM.getMainFileID());
  QuietDiagnostics Quiet(S.getDiagnostics());
  LocatedText Located;
  std::string Renamed = rename(Text);
  for (llvm::StringRef Line : llvm::split(llvm::StringRef(Renamed), '\n'))
    Located.line(Line, Loc);
  Sema::ContextRAII Context(S, S.getASTContext().getTranslationUnitDecl());
  enterTokens(S.getPreprocessor(), tokenize(S.getPreprocessor(), Located),
              /*IsReinject=*/true);
  P.ConsumeAnyToken(); // the eof of what was parsed before
  while (P.getCurToken().isNot(tok::eof)) {
    Parser::DeclGroupPtrTy Group;
    Sema::ModuleImportState State = Sema::ModuleImportState::NotACXX20Module;
    P.ParseTopLevelDecl(Group, State);
    if (Group)
      Sink(Group.get());
  }
}

/// Whether a PCH that was built with the plugin brought \p Name along.
bool Prelude::isDeclared(llvm::StringRef Name) {
  Sema &S = P.getActions();
  LookupResult Found(S, &S.getASTContext().Idents.get(rename(Name)),
                     SourceLocation(), Sema::LookupOrdinaryName);
  Found.suppressDiagnostics();
  return S.LookupQualifiedName(Found,
                               S.getASTContext().getTranslationUnitDecl());
}

/// A name that is not declared: \p Stem and a number, at least \p Number.
std::string Prelude::freshName(llvm::StringRef Stem, unsigned Number) {
  for (;; ++Number) {
    std::string Name = (Stem + llvm::Twine(Number)).str();
    if (!isDeclared(Name))
      return Name;
  }
}

/// Which of \p Reasons `lacuna_guard` stands for, as an expression.
static std::string reasonFor(llvm::ArrayRef<std::string> Reasons) {
  std::string Choice;
  for (size_t I = 0; I + 1 < Reasons.size(); ++I)
    Choice += "lacuna_guard == " + std::to_string(I + 1) + " ? " +
              literal(Reasons[I]) + " : ";
  return Choice + literal(Reasons.back());
}

std::string Prelude::reportFallback(llvm::StringRef Where,
                                    llvm::ArrayRef<std::string> Reasons) {
  if (P.getLangOpts().Freestanding)
    return "";
  if (!std::exchange(HasLog, true) && !isDeclared("__lacuna_log"))
    parse(LogText);
  return "__lacuna_log(" + literal(Where) + ", " + reasonFor(Reasons) + ");";
}

std::string Prelude::noteUnverified(llvm::StringRef Site,
                                    llvm::ArrayRef<std::string> Reasons) {
  std::vector<std::string> Why = Reasons.vec();
  for (std::string &Reason : Why)
    if (Reason == msg::TooLittleWorkForThreads())
      Reason += msg::SuffixMinWorkComparesAll();
  return ("__lacuna_miss(&" + Site + ", " + reasonFor(Why) + ");").str();
}

std::string Prelude::countPath(llvm::StringRef Where,
                               llvm::ArrayRef<std::string> Reasons) {
  const Counter *Known = nullptr;
  for (const Counter &C : Counters)
    if (C.Where == Where && Reasons == llvm::ArrayRef(C.Reasons))
      Known = &C;
  if (!Known) {
    std::string Name = freshName("__lacuna_count_", Counters.size());
    parse("static long " + Name + "[" + std::to_string(Reasons.size() + 1) +
          "];");
    Counters.push_back({Name, Where.str(), Reasons.vec()});
    Known = &Counters.back();
  }
  return "__atomic_fetch_add(&" + Known->Name + "[lacuna_guard], 1, 0);";
}

void Prelude::declare(const OuterFunction &F) {
  if (!isDeclared(F.Name))
    parse(F.Declaration);
}

/// "file:line" to be compared.
static std::pair<llvm::StringRef, unsigned> position(llvm::StringRef Where) {
  auto [File, Line] = Where.rsplit(':');
  unsigned Number = 0;
  Line.getAsInteger(10, Number);
  return {File, Number};
}

std::string Prelude::verifiedSite(llvm::StringRef Where, unsigned Every) {
  for (const VerifiedSite &Site : VerifiedSites)
    if (Site.Where == Where)
      return Site.Name;
  if (VerifiedSites.empty() && !isDeclared("__lacuna_site")) {
    parse(VerifyCopyText);
    parse(VerifyCompareText);
  }
  std::string Name = freshName("__lacuna_site_", VerifiedSites.size());
  parse("static __lacuna_site " + Name + " = {" + literal(Where) + ", " +
        std::to_string(Every) + ", 0, 0, 0, 0, 0};");
  VerifiedSites.push_back({Name, Where.str()});
  return Name;
}

std::string Prelude::kernelModule(llvm::StringRef Where,
                                  llvm::ArrayRef<KernelImage> Images) {
  constexpr unsigned Abi = 1, IsExplicit = 1;
  declareHostCopies();
  if (!isDeclared("__lacuna_begin"))
    parse(RuntimeText);
  std::string Name = freshName("__lacuna_module_", NumModules++);
  auto Number = [](size_t N) { return std::to_string(N); };
  std::string Text, List;
  for (const KernelImage &I : Images) {
    const std::string Data = Name + "_" + Number(&I - Images.data());
    // PTX ends with the zero byte of its literal, code needs none.
    const bool IsPtx = I.Kind == KernelImage::Ptx;
    Text += "alignas(16) static const char " + Data +
            "[] = " + literal(I.Data) + ";\n";
    List += (List.empty() ? "{" : ", {") + Number(I.Kind) + ", " +
            Number(I.Sm) + ", " + Data + ", sizeof " + Data +
            (IsPtx ? "}" : " - 1}");
  }
  parse(Text + "static const __lacuna_image " + Name + "_images[] = {" + List +
        "};\nstatic __lacuna_module " + Name + " = {" + Number(Abi) + ", " +
        Number(IsExplicit) + ", " + literal(Where) + ", " + Name + "_images, " +
        Number(Images.size()) + ", nullptr};\n");
  return Name;
}

std::string Prelude::profiledLoop(const ProfiledLoop &L,
                                  llvm::ArrayRef<std::string> Reasons) {
  constexpr unsigned Abi = 2;
  if (!isDeclared("__lacuna_profile_enter"))
    parse(ProfileText);
  std::string Name = freshName("__lacuna_profiled_", NumProfiled++), Text;
  auto List = [&](const char *What, llvm::ArrayRef<std::string> Texts) {
    if (Texts.empty())
      return std::string("nullptr");
    Text += "static const char *const " + Name + What + "[] = {" +
            literals(Texts) + "};\n";
    return Name + What;
  };
  const std::string Versions = List("_versions", L.Versions);
  const std::string Why = List("_reasons", Reasons);
  parse(Text + "static __lacuna_profile_loop " + Name + " = {" +
        std::to_string(Abi) + ", " + std::to_string(L.On) + ", " +
        literal(L.Where) + ", " + literal(L.Function) + ", " + Versions + ", " +
        Why + ", " + std::to_string(L.Versions.size()) + ", " +
        std::to_string(Reasons.size()) + ", nullptr};\n");
  return Name;
}

std::string Prelude::tunedLoop(const TunedLoop &L) {
  constexpr unsigned Abi = 3;
  if (!isDeclared("__lacuna_tune_enter"))
    parse(TuneText);
  const std::string Name = freshName("__lacuna_tuned_", NumTuned++);
  parse("static const char *const " + Name + "_clauses[] = {" +
        literals(L.Clauses) + "};\nstatic __lacuna_tune_loop " + Name + " = {" +
        std::to_string(Abi) + ", " + std::to_string(L.Clauses.size()) + ", " +
        literal(L.Where) + ", " + literal(L.Function) + ", " + Name +
        "_clauses, " + std::to_string(L.Alone) + ", " +
        std::to_string(L.Formats) + ", nullptr};\n");
  return Name;
}

void Prelude::declareHostCopies() {
  if (!isDeclared("__lacuna_host_acquire"))
    parse(HostText);
}

void Prelude::declareData() {
  if (!isDeclared("__lacuna_data_enter"))
    parse(DataText);
}

void Prelude::finish() {
  if (Counters.empty() && VerifiedSites.empty())
    return;
  if (!Counters.empty() && !isDeclared("__lacuna_print"))
    parse(CountText);
  // Instances of templates were counted last; report in the source's order.
  llvm::sort(Counters, [](const Counter &A, const Counter &B) {
    return std::tuple(position(A.Where), A.Name.size(), A.Name) <
           std::tuple(position(B.Where), B.Name.size(), B.Name);
  });
  std::string Text = "__attribute__((destructor)) static void " +
                     freshName("__lacuna_report_", 0) + "() {\n";
  for (const Counter &C : Counters) {
    std::string Reasons = "nullptr";
    if (!C.Reasons.empty()) {
      Reasons = C.Name + "_reasons";
      Text += "static const char *const " + Reasons + "[] = {" +
              literals(C.Reasons) + "};\n";
    }
    Text += "__lacuna_print(" + literal(C.Where) + ", " + C.Name + ", " +
            Reasons + ", " + std::to_string(C.Reasons.size()) + ");\n";
  }
  for (const VerifiedSite &Site : VerifiedSites)
    Text += "__lacuna_sum_up(&" + Site.Name + ");\n";
  parse(Text + "}\n");
}
