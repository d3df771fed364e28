//===- VerifyText.cpp - what verified loops call --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/VerifyText.h"

using namespace lacuna;

const llvm::StringLiteral plugin::VerifyCopyText = R"(
int __lacuna_verify_printf(int, const char *, ...) __asm__("dprintf");
int __lacuna_snprintf(char *, decltype(sizeof 0), const char *, ...)
    __asm__("snprintf");
struct __lacuna_site {
  const char *Where;
  long Every, Calls, Verified, Different;
  int IsTold, IsTooLarge;
  long Missed;
  const char *WhyMissed;
};
struct __lacuna_result {
  const char *Name;
  char Kind;
  bool IsVariable;
  int Parts;
  long Used, Size, Stride, First, Count;
  char *At, *Before, *Generated, *User;
  long Terms;
  double Magnitude, Epsilon;
};
static __thread int __lacuna_references;
static bool __lacuna_is_due(__lacuna_site *Site) {
  return __atomic_fetch_add(&Site->Calls, 1, 0) % Site->Every == 0 ||
         __lacuna_references != 0;
}
static void __lacuna_miss(__lacuna_site *Site, const char *Why) {
  __atomic_fetch_add(&Site->Missed, 1, 0);
  __atomic_store_n(&Site->WhyMissed, Why, 0);
}
static __lacuna_result __lacuna_result_of(
    const char *Name, char Kind, bool IsVariable, int Parts, long Used,
    long Size, long Stride, void *Base, long Lo, long Hi, long Terms, double Magnitude,
    double Epsilon) {
  __lacuna_result R = {Name, Kind, IsVariable, Parts, Used, Size, Stride, 0, 0,
                       nullptr, nullptr, nullptr, nullptr, Terms, Magnitude,
                       Epsilon};
  if (Lo >= Hi)
    return R;
  R.First = Lo;
  R.Count = (Hi - Lo) * Parts;
  R.At = (char *)Base + Lo * Stride;
  return R;
}
static char *__lacuna_place(const __lacuna_result *R, long K) {
  return R->At + K / R->Parts * R->Stride + K % R->Parts * R->Size;
}
static void __lacuna_gather(const __lacuna_result *R, char *To) {
  if (R->Stride == R->Parts * R->Size) {
    __builtin_memcpy(To, R->At, R->Count * R->Size);
    return;
  }
  for (long K = 0; K < R->Count; ++K)
    __builtin_memcpy(To + K * R->Size, __lacuna_place(R, K), R->Size);
}
static bool __lacuna_copy(__lacuna_site *Site, __lacuna_result *R, int N) {
  for (int I = 0; I < N; ++I) {
    long Bytes = R[I].Count * R[I].Size;
    if (Bytes == 0)
      continue;
    R[I].Before = (char *)__builtin_malloc(2 * (decltype(sizeof 0))Bytes);
    if (!R[I].Before) {
      while (I-- > 0)
        __builtin_free(R[I].Before);
      if (!__atomic_exchange_n(&Site->IsTooLarge, 1, 0))
        __lacuna_verify_printf(2, "lacuna: %s: not verified: there is no "
                               "memory for copies of the results\n",
                               Site->Where);
      return false;
    }
    R[I].Generated = R[I].Before + Bytes;
    __lacuna_gather(&R[I], R[I].Before);
  }
  return true;
}
static bool __lacuna_drop(__lacuna_site *, __lacuna_result *R, int N) {
  for (int I = 0; I < N; ++I)
    __builtin_free(R[I].Before);
  return false;
}
static void __lacuna_put_back(__lacuna_site *, __lacuna_result *R, int N) {
  for (int I = 0; I < N; ++I) {
    if (R[I].Count == 0)
      continue;
    __lacuna_gather(&R[I], R[I].Generated);
    for (long K = 0; K < R[I].Count; ++K) {
      char *At = __lacuna_place(&R[I], K), *Before = R[I].Before + K * R[I].Size;
      if (__builtin_memcmp(At, Before, R[I].Size) != 0)
        __builtin_memcpy(At, Before, R[I].Size);
    }
  }
}
)";

const llvm::StringLiteral plugin::VerifyCompareText = R"(
static long double __lacuna_number(const char *At, long Used) {
  if (Used == 8) {
    double V;
    __builtin_memcpy(&V, At, sizeof V);
    return V;
  }
  if (Used == 4) {
    float V;
    __builtin_memcpy(&V, At, sizeof V);
    return V;
  }
  if (Used != 2) {
    long double V;
    __builtin_memcpy(&V, At, sizeof V);
    return V;
  }
  unsigned short Half;
  __builtin_memcpy(&Half, At, sizeof Half);
  unsigned Exponent = Half >> 10 & 31, Mantissa = Half & 1023;
  float V;
  if (Exponent == 0) {
    V = Mantissa / 16777216.0f;
  } else {
    unsigned Bits = (Exponent == 31 ? 255u : Exponent + 112) << 23 |
                    Mantissa << 13;
    __builtin_memcpy(&V, &Bits, sizeof V);
  }
  return Half >> 15 ? -V : V;
}
static unsigned long long __lacuna_bits(long double V) {
  double Narrow = (double)V;
  unsigned long long Bits;
  __builtin_memcpy(&Bits, &Narrow, sizeof Bits);
  return Bits & ~0ull >> 1;
}
static bool __lacuna_is_finite(long double V) {
  return __lacuna_bits(V) < 2047ull << 52;
}
static bool __lacuna_is_nan(long double V) {
  return __lacuna_bits(V) > 2047ull << 52;
}
static long double __lacuna_larger(long double A, long double B) {
  long double Size = B < 0 ? -B : B;
  return __lacuna_is_finite(B) && Size > A ? Size : A;
}
static bool __lacuna_agree(const __lacuna_result *R, long K,
                           long double Largest) {
  const char *A = R->Generated + K * R->Size, *B = R->User + K * R->Size;
  if (__builtin_memcmp(A, B, R->Used) == 0)
    return true;
  if (R->Kind != 'f')
    return false;
  long double X = __lacuna_number(A, R->Used), Y = __lacuna_number(B, R->Used);
  if (__lacuna_is_nan(X) && __lacuna_is_nan(Y))
    return true;
  if (R->Terms == 0 || !__lacuna_is_finite(X) || !__lacuna_is_finite(Y))
    return false;
  long double Distance = X < Y ? Y - X : X - Y;
  return Distance <= 2.0L * (R->Terms + 2) * R->Epsilon * Largest;
}
static void __lacuna_show(char *Out, const __lacuna_result *R, const char *At) {
  if (R->Kind == 'f') {
    int Digits = R->Used == 8 ? 17 : R->Used == 4 ? 9 : R->Used == 2 ? 5 : 21;
    __lacuna_snprintf(Out, 64, "%.*Lg", Digits, __lacuna_number(At, R->Used));
    return;
  }
  unsigned long long Bits = 0;
  for (long I = R->Used; I-- > 0;)
    Bits = Bits << 8 | (unsigned char)At[I];
  int Above = 64 - 8 * (int)R->Used;
  if (R->Kind == 'u')
    __lacuna_snprintf(Out, 64, "%llu", Bits);
  else
    __lacuna_snprintf(Out, 64, "%lld", (long long)(Bits << Above) >> Above);
}
static void __lacuna_tell(const __lacuna_site *Site, const __lacuna_result *R,
                          long Wrong, long K) {
  char Is[64], Should[64], Place[32] = "";
  __lacuna_show(Is, R, R->Generated + K * R->Size);
  __lacuna_show(Should, R, R->User + K * R->Size);
  if (!R->IsVariable)
    __lacuna_snprintf(Place, 32, "[%ld]", R->First + K / R->Parts);
  const char *Part = R->Parts == 1 ? "" : K % 2 ? ", imaginary part,"
                                                : ", real part,";
  __lacuna_verify_printf(2, "lacuna: %s: generated code and the loop differ: "
                         "%s%s%s is %s instead of %s; %ld of %ld values "
                         "differ\n", Site->Where, R->Name, Place, Part, Is,
                         Should, Wrong, R->Count);
}
static bool __lacuna_check(__lacuna_site *Site, const __lacuna_result *R) {
  long double Largest = R->Magnitude;
  if (R->Kind == 'f' && R->Terms != 0)
    for (long K = 0; K < R->Count; ++K) {
      Largest = __lacuna_larger(
          Largest, __lacuna_number(R->Generated + K * R->Size, R->Used));
      Largest = __lacuna_larger(
          Largest, __lacuna_number(R->User + K * R->Size, R->Used));
    }
  long Wrong = 0, First = 0;
  for (long K = R->Count; K-- > 0;)
    if (!__lacuna_agree(R, K, Largest)) {
      ++Wrong;
      First = K;
    }
  if (Wrong != 0 && !__atomic_exchange_n(&Site->IsTold, 1, 0))
    __lacuna_tell(Site, R, Wrong, First);
  return Wrong == 0;
}
static void __lacuna_compare(__lacuna_site *Site, __lacuna_result *R, int N) {
  bool Agree = true;
  for (int I = 0; I < N; ++I) {
    if (R[I].Count == 0)
      continue;
    __lacuna_gather(&R[I], R[I].User = R[I].Before);
    if (__builtin_memcmp(R[I].Generated, R[I].User,
                         R[I].Count * R[I].Size) != 0)
      Agree &= __lacuna_check(Site, &R[I]);
    __builtin_free(R[I].Before);
  }
  __atomic_fetch_add(&Site->Verified, 1, 0);
  if (!Agree)
    __atomic_fetch_add(&Site->Different, 1, 0);
}
static void __lacuna_sum_up(const __lacuna_site *Site) {
  if (Site->Verified == 0 && Site->Missed != 0)
    __lacuna_verify_printf(2, "lacuna: %s: nothing was compared: the user's "
                           "loop ran in all %ld calls: %s\n",
                           Site->Where, Site->Missed, Site->WhyMissed);
  if (Site->Different != 0)
    __lacuna_verify_printf(2, "lacuna: %s: generated code and the loop "
                           "differed in %ld of %ld verified runs\n",
                           Site->Where, Site->Different, Site->Verified);
}
)";
