//===- Json.cpp - measurements for other tools ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/Quoted.h"
#include "profile/Texts.h"

using namespace lacuna::rt;

static std::string number(const char *Key, uint64_t Value) {
  return std::string("\"") + Key + "\": " + std::to_string(Value);
}

/// The paths that ran, either versions or guards.
static std::string pathsOf(const Summary &S, bool Versions) {
  std::string Out;
  unsigned Number = 0;
  for (const Summary::Path &P : S.Paths) {
    if (P.IsVersion != Versions)
      continue;
    ++Number;
    if (P.Calls == 0 && !Versions)
      continue;
    Out += Out.empty() ? "\n" : ",\n";
    Out += "        {\"text\": " + quoted(P.Text) + ", " +
           number("number", Number) + ", " + number("calls", P.Calls) + ", " +
           number("time_ns", P.Time);
    if (P.Bytes != 0)
      Out += ", " + number("bytes", P.Bytes) + ", " +
             number("bytes_ns", P.BytesTime);
    if (P.Starts != 0)
      Out += ", " + number("starts", P.Starts) + ", " +
             number("starts_ns", P.StartTime);
    Out += "}";
  }
  return "[" + Out + (Out.empty() ? "]" : "\n      ]");
}

static std::string histogramOf(const Summary &S) {
  std::string Out;
  for (size_t I = 0; I < BucketCount; ++I)
    if (S.Buckets[I] != 0)
      Out += (Out.empty() ? "[" : ", [") + std::to_string(beginOf(I)) + ", " +
             std::to_string(S.Buckets[I]) + "]";
  return "[" + Out + "]";
}

/// Pairs of a length of rows and how many of at least that there were among
/// those looked at; empty if none was.
static std::string rowsOf(const Summary &S) {
  std::string Out;
  for (size_t I = 0; I < RowBucketCount; ++I)
    if (S.Rows[I] != 0)
      Out += (Out.empty() ? "[" : ", [") +
             std::to_string(I == 0 ? 0 : uint64_t(1) << (I - 1)) + ", " +
             std::to_string(S.Rows[I]) + "]";
  return Out;
}

static std::string loop(const Summary &S) {
  static constexpr const char *Places[] = {"cpu", "gpu", "as-written",
                                           "unmarked"};
  const std::string Next = ",\n      ";
  std::string Out = "    {\n      \"where\": " + quoted(S.Of->Where) + Next;
  Out += "\"function\": " + quoted(S.Of->Function) + Next;
  Out += "\"on\": " + quoted(Places[S.Of->On % 4]) + Next;
  Out += number("calls", S.Calls) + Next + number("threads", S.Threads) + Next;
  Out += number("time_ns", S.Time) + Next + number("self_ns", S.Self) + Next;
  Out += number("min_ns", S.Min) + Next + number("max_ns", S.Max) + Next;
  Out += number("median_ns", S.Median) + Next;
  Out += number("first_ns", S.First) + Next;
  if (S.Bytes != 0)
    Out += number("bytes", S.Bytes) + Next + number("bytes_ns", S.BytesTime) +
           Next;
  Out += "\"histogram\": " + histogramOf(S) + Next;
  if (const std::string Rows = rowsOf(S); !Rows.empty())
    Out += "\"rows\": [" + Rows + "]" + Next;
  if (const std::string Found = foundOf(*S.Of); !Found.empty())
    Out += "\"found\": " + quoted(Found.c_str()) + Next;
  Out += "\"versions\": " + pathsOf(S, /*Versions=*/true) + Next;
  Out += "\"guards\": " + pathsOf(S, /*Versions=*/false);
  return Out + "\n    }";
}

std::string lacuna::rt::profileAsJson(const ProcessInfo &Of,
                                      const std::vector<Summary> &All) {
  std::string Out = "{\n  " + number("lacuna-profile", 1) + ",\n  " +
                    number("pid", uint64_t(Of.Pid)) + ",\n";
  if (!Of.Rank.empty())
    Out += "  \"rank\": " + Of.Rank + ",\n";
  Out += "  \"host\": " + quoted(Of.Host.c_str()) +
         ",\n  \"program\": " + quoted(Of.Program.c_str()) + ",\n  " +
         number("elapsed_ns", Of.Elapsed) + ",\n  " +
         number("busy_ns", Of.Busy) + ",\n  " +
         number("preempted", Of.Preempted) + ",\n  " +
         number("overhead_ns", Of.Overhead) + ",\n  " +
         number("openmp_ns", Of.OpenMP) +
         ",\n  \"finished\": " + (Of.IsFinished ? "true" : "false") +
         ",\n  \"loops\": [";
  for (const Summary &S : All)
    Out += (&S == All.data() ? "\n" : ",\n") + loop(S);
  return Out + (All.empty() ? "]\n}\n" : "\n  ]\n}\n");
}
