//===- Options.cpp - plugin arguments -------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Options.h"
#include "cuda/DeviceCompiler.h"
#include "driver/Messages.def"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/directive/Messages.def"
#include "lacuna/pipeline/Pipeline.h"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace lacuna;
using namespace lacuna::plugin;
using llvm::StringRef;

namespace {

/// An option and the words it takes; none for a plain switch.
struct OptionInfo {
  StringRef Key;
  std::vector<std::string> Values;
};

const std::vector<OptionInfo> &optionInfos() {
  static const std::vector<OptionInfo> Infos = {
      {"target", words<TargetKind>()},
      {"check", {"off", "cheap", "full"}},
      {"count", {}},
      {"cubins", {}},
      {"min-work", {}},
      {"profile", {}},
      {"verify", {}},
      {"fp", words<FpMode>()},
      {"dump", {"graph", "provenance", "loops", "code", "after:PASS"}},
      {"record", {}},
      {"report", {}},
      {"quiet", {}},
      {"suggest", {}},
      {"tune", {}},
      {"tune-use", {}},
      {"unsupported", {"error", "warn"}},
      {"off", {}}};
  return Infos;
}

const OptionInfo *findOption(StringRef Key) {
  for (const OptionInfo &Info : optionInfos())
    if (Info.Key == Key)
      return &Info;
  return nullptr;
}

std::string didYouMean(StringRef Word, llvm::ArrayRef<std::string> Words) {
  if (std::optional<std::string> Near = nearestWord(Word, Words))
    return msg::SuffixDidYouMean(*Near);
  return "";
}

class OptionParser {
public:
  explicit OptionParser(Options &Result) : Result(Result) {}

  /// Returns what is wrong with \p Arg, empty if nothing.
  std::string parse(StringRef Arg) {
    auto [Key, Value] = Arg.split('=');
    const OptionInfo *Info = findOption(Key);
    if (!Info)
      return unknownKey(Key);
    bool HasValue = Arg.contains('=');
    if (Key == "verify" && HasValue)
      return applyVerify(Value);
    if (Key == "profile" && HasValue)
      return applyProfile(Value);
    if (Key == "min-work")
      return applyMinWork(Value);
    if (Key == "report") {
      Result.Report = Value.str();
      return Value.empty() ? msg::ArgumentReportLacksFile() : "";
    }
    if (Key == "record") {
      Result.RecordFolder = Value.str();
      return Value.empty() ? msg::ArgumentRecordLacksFolder() : "";
    }
    if (Key == "suggest") {
      Result.Suggest = true;
      Result.SuggestFile = Value.str();
      return HasValue && Value.empty() ? msg::ArgumentSuggestLacksFile() : "";
    }
    if (Key == "tune-use")
      return applyTuneUse(Value);
    if (Key == "cubins")
      return applyCubins(Value);
    if (Key == "dump" && Value.consume_front("after:"))
      return applyDumpAfter(Value);
    if (Info->Values.empty()) {
      if (HasValue)
        return msg::ArgumentTakesNoValue(Key);
    } else if (StringRef Word = Value.split(':').first;
               !llvm::is_contained(Info->Values, Word)) {
      return msg::ArgumentTakesOtherValues(Key, quotedList(Info->Values, "or"),
                                           Word,
                                           didYouMean(Word, Info->Values));
    }
    return apply(Key, Value);
  }

private:
  static std::string unknownKey(StringRef Key) {
    std::vector<std::string> Keys;
    for (const OptionInfo &I : optionInfos())
      Keys.push_back(I.Key.str());
    return msg::UnknownPluginArgument(Key, didYouMean(Key, Keys));
  }

  std::string apply(StringRef Key, StringRef Value) {
    if (Key == "dump")
      return applyDump(Value);
    if (Value.contains(':'))
      return msg::ArgumentTakesNoColon(Key);
    if (Key == "off")
      Result.Off = true;
    else if (Key == "count")
      Result.Count = true;
    else if (Key == "profile")
      Result.Profile = true;
    else if (Key == "tune")
      Result.Tune = true;
    else if (Key == "quiet")
      Result.Quiet = true;
    else if (Key == "fp")
      Result.StrictFp = true;
    else if (Key == "verify")
      Result.VerifyEvery = 1;
    else if (Key == "unsupported")
      Result.WarnUnsupported = Value == "warn";
    else if (Key == "target")
      Result.OnGpu = Value == wordFor(TargetKind::Cuda);
    else if (Key == "check")
      Result.Check = llvm::StringSwitch<CheckLevel>(Value)
                         .Case("off", CheckLevel::Off)
                         .Case("full", CheckLevel::Full)
                         .Default(CheckLevel::Cheap);
    return "";
  }

  std::string applyVerify(StringRef Value) {
    if (Value.getAsInteger(10, Result.VerifyEvery) || Result.VerifyEvery == 0)
      return msg::ArgumentVerifyTakesCalls(Value);
    return "";
  }

  std::string applyProfile(StringRef Value) {
    const std::vector<std::string> Words = {"all", "as-written"};
    if (!llvm::is_contained(Words, Value))
      return msg::ArgumentTakesOtherValues("profile", quotedList(Words, "or"),
                                           Value, didYouMean(Value, Words));
    Result.Profile = true;
    Result.ProfileAll |= Value == Words[0];
    Result.ProfileAsWritten |= Value == Words[1];
    return "";
  }

  std::string applyMinWork(StringRef Value) {
    uint64_t Count;
    if (Value.getAsInteger(10, Count))
      return msg::ArgumentMinWorkTakesIterations(Value);
    Result.MinWork = Count;
    return "";
  }

  std::string applyTuneUse(StringRef File) {
    if (File.empty())
      return msg::ArgumentTuneUseLacksFile();
    auto Text = llvm::MemoryBuffer::getFile(File);
    if (!Text)
      return msg::ArgumentTuneUseCannotRead(File, Text.getError().message());
    llvm::Expected<std::vector<Trials>> All = readTrials((*Text)->getBuffer());
    if (!All)
      return msg::ArgumentTuneUseCannotRead(File,
                                            llvm::toString(All.takeError()));
    Result.TrialsFile = File.str();
    Result.Shown = std::move(*All);
    return "";
  }

  std::string applyCubins(StringRef Value) {
    llvm::SmallVector<StringRef> Names;
    Result.Cubins.emplace();
    if (Value == "off")
      return "";
    Value.split(Names, ',');
    for (StringRef Name : Names) {
      unsigned Sm;
      if (!Name.consume_front("sm_") || Name.getAsInteger(10, Sm) ||
          Sm < LeastSm)
        return msg::ArgumentCubinsTakesDevices(Value);
      Result.Cubins->push_back(Sm);
    }
    return "";
  }

  std::string applyDumpAfter(StringRef Value) {
    auto [Pass, File] = Value.split(':');
    const std::vector<std::string> Passes = passNames();
    if (!llvm::is_contained(Passes, Pass))
      return msg::ArgumentDumpTakesPass(quotedList(Passes, "or"), Pass,
                                        didYouMean(Pass, Passes));
    if (Value.contains(':') && File.empty())
      return lacksFile("after:" + Pass);
    Result.Dumps.push_back({DumpKind::AfterPass, File.str(), Pass.str()});
    return "";
  }

  static std::string lacksFile(const llvm::Twine &Dump) {
    return msg::ArgumentDumpLacksFile(Dump);
  }

  std::string applyDump(StringRef Value) {
    auto [Word, File] = Value.split(':');
    if (Value.contains(':') && File.empty())
      return lacksFile(Word);
    DumpKind Kind = llvm::StringSwitch<DumpKind>(Word)
                        .Case("graph", DumpKind::Graph)
                        .Case("provenance", DumpKind::Provenance)
                        .Case("loops", DumpKind::Loops)
                        .Default(DumpKind::Code);
    Result.Dumps.push_back({Kind, File.str(), {}});
    return "";
  }

  Options &Result;
};

} // namespace

bool plugin::parseOptions(const std::vector<std::string> &Args,
                          clang::DiagnosticsEngine &Diags, Options &Result) {
  bool Ok = true;
  unsigned ID =
      Diags.getCustomDiagID(clang::DiagnosticsEngine::Error, "sparse: %0");
  for (const std::string &Arg : Args) {
    std::string Mistake = OptionParser(Result).parse(Arg);
    if (Mistake.empty())
      continue;
    Diags.Report(ID) << Mistake;
    Ok = false;
  }
  return Ok;
}

bool plugin::checkPluginNames(
    const std::map<std::string, std::vector<std::string>> &Given,
    llvm::ArrayRef<std::string> Loaded, clang::DiagnosticsEngine &Diags) {
  bool Ok = true;
  unsigned ID = Diags.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0");
  for (const auto &[Name, Args] : Given) {
    if (llvm::is_contained(Loaded, Name) ||
        !(StringRef(Name).starts_with_insensitive("lacuna") ||
          nearestWord(StringRef(Name).lower(), {"sparse"})))
      continue;
    for (StringRef Arg : Args) {
      // The name ends at its first '-': that of a file goes on with a version.
      StringRef Rest = Arg.drop_while(llvm::isDigit);
      if (Rest.size() != Arg.size())
        Rest.consume_front("-");
      Diags.Report(ID) << msg::NoSuchPlugin(Name, Rest);
      Ok = false;
    }
  }
  return Ok;
}
