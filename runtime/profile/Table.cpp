//===- Table.cpp - measurements for people --------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/Texts.h"
#include <cstdio>

using namespace lacuna::rt;

static std::string print(const char *Format, double Value, const char *Unit) {
  char Text[64];
  std::snprintf(Text, sizeof Text, Format, Value);
  return std::string(Text) + Unit;
}

/// With three digits.
static std::string duration(uint64_t Nanoseconds) {
  double Value = double(Nanoseconds);
  const char *Unit = " ns";
  for (const char *Next : {" us", " ms", " s"}) {
    if (Value < 999.5)
      break;
    Value /= 1000;
    Unit = Next;
  }
  return print(Value < 9.995   ? "%.2f"
               : Value < 99.95 ? "%.1f"
                               : "%.0f",
               Value, Unit);
}

static std::string right(const std::string &Text, size_t Width) {
  return std::string(Text.size() < Width ? Width - Text.size() : 0, ' ') + Text;
}

static void row(std::string &Out, const std::string &Time,
                const std::string &Share, const std::string &Calls,
                const std::string &Median, const std::string &Loop) {
  Out += right(Time, 9) + right(Share, 8) + right(Calls, 11) +
         right(Median, 10) + "  " + Loop + "\n";
}

static void paths(std::string &Out, const Summary &S) {
  const std::string Versions = std::to_string(S.Of->VersionCount);
  unsigned Number = 0;
  for (const Summary::Path &P : S.Paths) {
    if (P.IsVersion)
      ++Number;
    if (P.Calls == 0)
      continue;
    std::string What = "the user's loop: ";
    if (P.IsVersion && S.Of->VersionCount > 1)
      What = std::to_string(Number) + " of " + Versions + ": ";
    else if (P.IsVersion)
      What = S.Of->On == LACUNA_PROFILE_GPU ? "on the GPU: " : "generated: ";
    row(Out, duration(P.Time), "", std::to_string(P.Calls), "",
        "  " + What + P.Text);
  }
}

std::string lacuna::rt::profileAsTable(const ProcessInfo &Of,
                                       const std::vector<Summary> &All) {
  if (All.empty())
    return "";
  uint64_t Sum = 0;
  for (const Summary &S : All)
    Sum += S.Self;
  std::string Out = "lacuna: " + Of.Program + " (process " +
                    std::to_string(Of.Pid) + ") spent " + duration(Sum) +
                    " in measured loops, of " + duration(Of.Elapsed) +
                    " since the first one\n";
  row(Out, "time", "share", "calls", "median", "loop");
  for (const Summary &S : All) {
    const double Share = Sum == 0 ? 0 : 100 * double(S.Self) / double(Sum);
    std::string Loop = std::string(S.Of->Where) + ", " + S.Of->Function;
    if (S.Of->On == LACUNA_PROFILE_AS_WRITTEN)
      Loop += ", as written";
    if (S.Of->On == LACUNA_PROFILE_UNMARKED)
      Loop += ", without a directive";
    if (S.Threads > 1)
      Loop += ", in " + std::to_string(S.Threads) + " threads";
    if (S.BytesTime != 0)
      Loop += print(", %.1f", double(S.Bytes) / double(S.BytesTime), " GB/s");
    row(Out, duration(S.Self), print("%.1f", Share, " %"),
        std::to_string(S.Calls), duration(S.Median), Loop);
    paths(Out, S);
  }
  return Out;
}
