//===- Assembler.cpp - from PTX to code of devices ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda/Assembler.h"
#include "cuda/Messages.def"
#include "support/TemporaryFile.h"
#include "llvm/Support/Program.h"
#include <memory>

using namespace llvm;
using namespace lacuna::plugin;
namespace msg = lacuna::msg;

namespace {

/// One run of ptxas.
class Assembly {
public:
  Assembly(StringRef Ptxas, const TemporaryFile &In, unsigned Sm)
      : Sm(Sm), Out("cubin"), Log("log") {
    const std::string Arch = "-arch=sm_" + std::to_string(Sm);
    const StringRef Args[] = {Ptxas, Arch, In.path(), "-o", Out.path()};
    const std::optional<StringRef> Redirects[] = {StringRef(), Log.path(),
                                                  Log.path()};
    if (Out.error() || Log.error())
      WhyNot = msg::AssemblerCannotWriteFiles();
    else
      Process = sys::ExecuteNoWait(Ptxas, Args, /*Env=*/std::nullopt, Redirects,
                                   /*MemoryLimit=*/0, &WhyNot);
  }

  Cubin finish() {
    if (!WhyNot.empty())
      return {Sm, "", WhyNot};
    if (sys::Wait(Process, /*SecondsToWait=*/std::nullopt, &WhyNot)
            .ReturnCode == 0)
      return {Sm, Out.read(), ""};
    const std::string Said = Log.read();
    if (!Said.empty())
      WhyNot = StringRef(Said).split('\n').first.trim().str();
    return {Sm, "", WhyNot.empty() ? msg::PtxasFailed() : WhyNot};
  }

private:
  const unsigned Sm;
  const TemporaryFile Out, Log;
  sys::ProcessInfo Process;
  std::string WhyNot;
};

} // namespace

std::string lacuna::plugin::findPtxas() {
  ErrorOr<std::string> Path = sys::findProgramByName("ptxas");
  return Path ? *Path : std::string();
}

std::vector<Cubin> lacuna::plugin::assemble(StringRef Ptxas, StringRef Ptx,
                                            ArrayRef<unsigned> Sms) {
  const TemporaryFile In("ptx");
  std::vector<Cubin> Result;
  if (In.error() || In.write({Ptx})) {
    for (const unsigned Sm : Sms)
      Result.push_back({Sm, "", msg::AssemblerCannotWriteFiles()});
    return Result;
  }
  std::vector<std::unique_ptr<Assembly>> Running;
  for (const unsigned Sm : Sms)
    Running.push_back(std::make_unique<Assembly>(Ptxas, In, Sm));
  for (const auto &One : Running)
    Result.push_back(One->finish());
  return Result;
}
