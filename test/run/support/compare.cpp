//===- compare.cpp - compares the records of two programs -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// compare-records PLAIN OTHER: exit status 0 if OTHER holds the records of
// PLAIN, in order, each element equal or within the bound PLAIN states.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace {
enum Scalar : uint64_t { Bits, Float, Double, LongDouble };

struct Record {
  std::string Name;
  uint64_t Count, Size, Kind, Parts;
  std::vector<char> Data;
  std::vector<double> Bound;
};

bool take(std::ifstream &In, void *To, size_t Size) {
  return bool(In.read(static_cast<char *>(To), std::streamsize(Size)));
}

/// Nothing at the end of the file; a cut record gets an empty name.
std::optional<Record> next(std::ifstream &In) {
  uint64_t Header[5];
  if (In.peek() == EOF)
    return std::nullopt;
  Record R;
  if (!take(In, Header, sizeof Header))
    return Record();
  R.Name.resize(Header[0]);
  R.Count = Header[1], R.Size = Header[2], R.Kind = Header[3];
  R.Parts = Header[4];
  R.Data.resize(R.Count * R.Size);
  R.Bound.resize(R.Parts ? R.Count / R.Parts : 0);
  if (!take(In, R.Name.data(), R.Name.size()) ||
      !take(In, R.Data.data(), R.Data.size()) ||
      !take(In, R.Bound.data(), R.Bound.size() * sizeof(double)))
    return Record();
  return R;
}

template <class T> T at(const Record &R, uint64_t I) {
  T V;
  memcpy(&V, R.Data.data() + I * sizeof(T), sizeof(T));
  return V;
}

long double numberAt(const Record &R, uint64_t I) {
  switch (R.Kind) {
  case Float:
    return at<float>(R, I);
  case Double:
    return at<double>(R, I);
  case LongDouble:
    return at<long double>(R, I);
  default: {
    int64_t V = 0;
    memcpy(&V, R.Data.data() + I * R.Size, R.Size);
    return V;
  }
  }
}

bool agree(const Record &A, const Record &B, uint64_t I) {
  if (memcmp(&A.Data[I * A.Size], &B.Data[I * A.Size], A.Size) == 0)
    return true;
  if (A.Kind == Bits)
    return false;
  long double X = numberAt(A, I), Y = numberAt(B, I);
  if (std::isnan(X) || std::isnan(Y))
    return std::isnan(X) && std::isnan(Y);
  return A.Parts && std::fabs(X - Y) <= A.Bound[I / A.Parts];
}

bool compare(const Record &A, const Record &B) {
  if (A.Name != B.Name || A.Count != B.Count || A.Size != B.Size) {
    printf("records differ: '%s' of %llu elements, '%s' of %llu\n",
           A.Name.c_str(), static_cast<unsigned long long>(A.Count),
           B.Name.c_str(), static_cast<unsigned long long>(B.Count));
    return false;
  }
  uint64_t Wrong = 0;
  for (uint64_t I = 0; I < A.Count; ++I) {
    if (agree(A, B, I))
      continue;
    if (++Wrong <= 3)
      printf("%s[%llu]: plain %.20Lg, here %.20Lg, allowed difference %g\n",
             A.Name.c_str(), static_cast<unsigned long long>(I), numberAt(A, I),
             numberAt(B, I), A.Parts ? A.Bound[I / A.Parts] : 0.0);
  }
  if (Wrong > 3)
    printf("%s: %llu of %llu elements differ\n", A.Name.c_str(),
           static_cast<unsigned long long>(Wrong),
           static_cast<unsigned long long>(A.Count));
  return Wrong == 0;
}
} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 3) {
    fprintf(stderr, "usage: compare-records PLAIN OTHER\n");
    return 2;
  }
  std::ifstream Plain(Argv[1], std::ios::binary);
  std::ifstream Other(Argv[2], std::ios::binary);
  uint64_t Records = 0, Different = 0;
  for (;; ++Records) {
    std::optional<Record> A = next(Plain), B = next(Other);
    if (!A && !B)
      break;
    if (!A || !B || A->Name.empty() || B->Name.empty()) {
      printf("one file ends after %llu records\n",
             static_cast<unsigned long long>(Records));
      return 1;
    }
    Different += !compare(*A, *B);
  }
  if (Records == 0) {
    printf("no records\n");
    return 1;
  }
  if (Different)
    printf("%llu of %llu records differ\n",
           static_cast<unsigned long long>(Different),
           static_cast<unsigned long long>(Records));
  return Different ? 1 : 0;
}
