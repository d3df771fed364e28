//===- DeviceCompiler.cpp - from kernels to PTX ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda/DeviceCompiler.h"
#include "cuda/DevicePrelude.h"
#include "cuda/Messages.def"
#include "support/TemporaryFile.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace lacuna::plugin;

static SmallVector<StringRef> arguments(const DeviceOptions &Opts,
                                        StringRef Contract, StringRef Feature,
                                        StringRef In, StringRef Out) {
  // clang-format off
  SmallVector<StringRef> Args = {
      Opts.Clang, "-cc1", "-triple", "nvptx64-nvidia-cuda",
      "-aux-triple", Opts.HostTriple, "-fcuda-is-device",
      "-nostdsysteminc", "-nobuiltininc", "-std=c++17", "-w",
      "-O3", "-vectorize-loops", "-vectorize-slp", Contract,
      "-target-cpu", Opts.Arch, "-target-feature", Feature};
  // clang-format on
  if (Opts.WrapsSigned)
    Args.push_back("-fwrapv");
  if (Opts.RelaxedAliasing)
    Args.push_back("-relaxed-aliasing");
  if (Opts.UnsignedChar)
    Args.push_back("-fno-signed-char");
  if (Opts.ShortWchar)
    Args.append({"-fwchar-type=short", "-fno-signed-wchar"});
  Args.append({"-S", "-o", Out, "-x", "cuda", In});
  return Args;
}

Expected<std::string> lacuna::plugin::compileToPtx(StringRef Kernels,
                                                   StringRef Name,
                                                   const DeviceOptions &Opts) {
  const TemporaryFile In("cu"), Out("ptx"), Log("log");
  for (const TemporaryFile *File : {&In, &Out, &Log})
    if (File->error())
      return createStringError(
          File->error(),
          msg::DeviceCompilerCannotWriteFiles(File->error().message()));
  if (const std::error_code Failed =
          In.write({devicePrelude(), "\n#line 1 \"", Name, "\"\n", Kernels}))
    return createStringError(
        Failed, msg::DeviceCompilerCannotWriteFiles(Failed.message()));
  const std::string Contract = "-ffp-contract=" + Opts.Contract;
  const std::string Feature = "+" + Opts.Ptx;
  const std::optional<StringRef> Redirects[] = {StringRef(), Log.path(),
                                                Log.path()};
  std::string NotRun;
  const int Status = sys::ExecuteAndWait(
      Opts.Clang, arguments(Opts, Contract, Feature, In.path(), Out.path()),
      /*Env=*/std::nullopt, Redirects, /*SecondsToWait=*/0, /*MemoryLimit=*/0,
      &NotRun);
  if (Status == 0)
    return Out.read();
  std::string Said = Log.read();
  if (Said.empty() && !NotRun.empty())
    return createStringError(
        std::make_error_code(std::errc::no_such_file_or_directory),
        msg::DeviceCompilerCannotRun(Opts.Clang, NotRun));
  if (Said.empty())
    Said = "exit code " + std::to_string(Status);
  return createStringError(inconvertibleErrorCode(),
                           StringRef(Said).rtrim().str());
}

static bool isClang(StringRef Path) {
  StringRef Name = sys::path::filename(Path);
  if (!Name.consume_front("clang"))
    return false;
  Name.consume_front("++");
  return Name.empty() ||
         (Name.consume_front("-") &&
          Name.find_first_not_of("0123456789.") == StringRef::npos);
}

std::string lacuna::plugin::findClang(StringRef ResourceDir) {
  std::string Self = sys::fs::getMainExecutable(nullptr, nullptr);
  if (isClang(Self))
    return Self;
  SmallString<128> Path(ResourceDir); // <prefix>/lib/clang/<version>
  for (int Folders = 0; Folders < 3; ++Folders)
    sys::path::remove_filename(Path);
  sys::path::append(Path, "bin", "clang");
  return sys::fs::can_execute(Path) ? std::string(Path) : std::string();
}
