//===- Messages.cpp - what users are told and may choose ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Messages.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>

using namespace lacuna::rt;

/// In one call, so that lines of several threads do not mix.
static void print(const std::string &Line) {
  std::string Whole = "lacuna: " + Line + "\n";
  std::fputs(Whole.c_str(), stderr);
}

static bool isSet(const char *Name, const char *Value) {
  const char *Actual = std::getenv(Name);
  return Actual && std::strcmp(Actual, Value) == 0;
}

static Use readUse() {
  const char *Value = std::getenv("LACUNA_GPU");
  if (!Value || !*Value)
    return Use::IfPossible;
  if (isSet("LACUNA_GPU", "off"))
    return Use::Off;
  if (isSet("LACUNA_GPU", "require"))
    return Use::Require;
  print("LACUNA_GPU=" + std::string(Value) +
        " means nothing; accepted are 'off' and 'require'");
  return Use::IfPossible;
}

Use lacuna::rt::useOfGpu() {
  static const Use Value = readUse();
  return Value;
}

bool lacuna::rt::isLogging() {
  static const bool Value = isSet("LACUNA_LOG", "1");
  return Value;
}

/// Whether this is the first call with \p Where.
static bool isNew(const char *Where) {
  static std::mutex &Mutex = *new std::mutex;
  static std::set<std::string> &Told = *new std::set<std::string>;
  std::lock_guard Lock(Mutex);
  return Told.insert(Where).second;
}

void lacuna::rt::sayFallback(const char *Where, bool Explicit,
                             const std::string &Why) {
  if (useOfGpu() == Use::Require)
    fatal(Where, "the GPU cannot run this loop (LACUNA_GPU=require): " + Why);
  bool Wanted = Explicit && useOfGpu() != Use::Off && isNew(Where);
  if (Wanted || isLogging())
    print(std::string(Where) + ": the CPU version runs: " + Why);
}

void lacuna::rt::sayData(const char *Where, const std::string &What) {
  if (isNew(Where) || isLogging())
    print(std::string(Where) + ": " + What);
}

void lacuna::rt::log(const std::string &What) {
  if (isLogging())
    print(What);
}

void lacuna::rt::fatal(const char *Where, const std::string &What) {
  print(std::string(Where) + ": " + What);
  std::abort();
}
