//===- ExpressionTest.cpp - random expressions, as PTX and on the host ----===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trees over all arithmetic types go through clang's NVPTX back end and the
// interpreter, and are evaluated here. LACUNA_EXPRESSION_SEED starts elsewhere.
//
//===----------------------------------------------------------------------===//

#include "Launcher.h"
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <tuple>

namespace {

using Types = std::tuple<signed char, unsigned char, short, unsigned short, int,
                         unsigned, long, unsigned long, float, double>;
constexpr unsigned TypeCount = std::tuple_size_v<Types>;
constexpr unsigned FirstFloat = 8;
const char *const TypeNames[TypeCount] = {
    "signed char", "unsigned char", "short", "unsigned short",
    "int",         "unsigned",      "long",  "unsigned long",
    "float",       "double"};

template <typename F> auto withType(unsigned Type, F Do) {
  using Case = decltype(Do.template operator()<int>()) (*)(F &);
  constexpr auto Cases = []<size_t... I>(std::index_sequence<I...>) {
    return std::array<Case, TypeCount>{[](F &D) {
      return D.template operator()<std::tuple_element_t<I, Types>>();
    }...};
  }(std::make_index_sequence<TypeCount>());
  return Cases[Type](Do);
}

constexpr unsigned VariableCount = 4;

enum class Op {
  Variable,
  Literal,
  Cast,
  Select, // kids 0 and 1 are compared, of another type
  Add,
  Subtract,
  Multiply,
  Divide,
  Min,
  Negate,
  // Integers
  Remainder,
  And,
  Or,
  Xor,
  ShiftLeft, // by kid 1, unsigned
  ShiftRight,
  // Floating point
  Fma,
  Root,
  Floor,
  Nearest,
};

struct Node {
  Op Kind = Op::Literal;
  unsigned Type = 0;
  long Value = 0; // of a literal; which variable or comparison
  std::vector<Node> Kids;
};

/// Stands in front of the kernels. What C++ leaves open is avoided.
const char *const Helpers = R"(
template <typename T> static __device__ T nonzero(T v) {
  return v == 0 || v == (T)-1 ? (T)3 : v;
}
template <typename T> static __device__ T small(double v) {
  return v >= 0.0 && v < 120.0 ? (T)v : (T)1;
}
)";
template <typename T> T nonzero(T V) { return V == 0 || V == T(-1) ? T(3) : V; }
template <typename T> T small(double V) {
  return V >= 0.0 && V < 120.0 ? T(V) : T(1);
}

class Generator {
public:
  explicit Generator(std::uint64_t Seed) : Rng(Seed) {
    for (unsigned &T : Variables)
      T = below(TypeCount);
  }

  Node tree(unsigned Type, unsigned Depth) {
    Node N;
    N.Type = Type;
    if (Depth == 0 || below(12) == 0)
      return leaf(Type);
    const bool IsFloat = Type >= FirstFloat;
    const unsigned First = unsigned(Op::Cast);
    const unsigned Common = unsigned(Op::Remainder) - First;
    const unsigned Integer = unsigned(Op::Fma) - unsigned(Op::Remainder);
    unsigned Choice = below(Common + (IsFloat ? 4 : Integer));
    if (IsFloat && Choice >= Common)
      Choice += Integer;
    N.Kind = Op(First + Choice);
    auto Kid = [&](unsigned T) { N.Kids.push_back(tree(T, Depth - 1)); };
    switch (N.Kind) {
    case Op::Cast:
      Kid(below(TypeCount));
      break;
    case Op::Select: {
      unsigned Compared = below(TypeCount);
      N.Value = below(3);
      Kid(Compared);
      Kid(Compared);
      Kid(Type);
      Kid(Type);
      break;
    }
    case Op::ShiftLeft:
    case Op::ShiftRight:
      Kid(Type);
      Kid(5);
      break;
    case Op::Fma:
      Kid(Type);
      Kid(Type);
      Kid(Type);
      break;
    case Op::Negate:
    case Op::Root:
    case Op::Floor:
    case Op::Nearest:
      Kid(Type);
      break;
    default:
      Kid(Type);
      Kid(Type);
      break;
    }
    return N;
  }

  template <typename T> T value() {
    using L = std::numeric_limits<T>;
    if constexpr (std::is_floating_point_v<T>) {
      const T Nasty[] = {
          T(0),     T(-0.0),       T(1),           T(-1.5),         T(0.1),
          T(-2.5),  T(127.9),      T(1e9),         L::denorm_min(), L::min(),
          L::max(), L::infinity(), -L::infinity(), L::quiet_NaN()};
      unsigned I = below(20);
      return I < std::size(Nasty) ? Nasty[I] : T(std::int64_t(Rng())) / 1e12f;
    } else {
      const T Nasty[] = {T(0), T(-1), T(1), L::max(), L::min()};
      unsigned I = below(10);
      return I < std::size(Nasty) ? Nasty[I] : I < 8 ? T(below(200)) : T(Rng());
    }
  }

  unsigned below(unsigned N) { return unsigned(Rng() % N); }

  std::array<unsigned, VariableCount> Variables{};

private:
  Node leaf(unsigned Type) {
    Node N;
    N.Type = Type;
    if (below(4) == 0) {
      const long Values[] = {0, 1, 2, 3, 7, -1, -5, 31, 100, 127, 255, 65535};
      N.Value = Values[below(std::size(Values))];
      return N;
    }
    Node V;
    V.Kind = Op::Variable;
    V.Value = below(VariableCount);
    V.Type = Variables[size_t(V.Value)];
    if (V.Type == Type)
      return V;
    N.Kind = Op::Cast;
    N.Kids.push_back(std::move(V));
    return N;
  }

  std::mt19937_64 Rng;
};

const char *const Comparisons[] = {" < ", " == ", " >= "};

std::string textOfNode(const Node &N) {
  const std::string T = TypeNames[N.Type];
  auto Kid = [&](size_t I) { return textOfNode(N.Kids[I]); };
  auto Infix = [&](const char *Symbol) {
    return "(" + T + ")(" + Kid(0) + Symbol + Kid(1) + ")";
  };
  const unsigned Bits =
      withType(N.Type, []<typename X>() { return unsigned(8 * sizeof(X)); });
  auto Shift = [&](const char *Symbol) {
    return "(" + T + ")(" + Kid(0) + Symbol + "(" + Kid(1) + " & " +
           std::to_string(Bits - 1) + "))";
  };
  auto Choice = [&](const std::string &C, const std::string &A,
                    const std::string &B) {
    return N.Type >= FirstFloat
               ? "__lacuna::choose(" + C + ", " + A + ", " + B + ")"
               : "(" + C + " ? " + A + " : " + B + ")";
  };
  switch (N.Kind) {
  case Op::Variable:
    return std::string(1, char('a' + N.Value));
  case Op::Literal:
    return "(" + T + ")" + std::to_string(N.Value);
  case Op::Cast:
    return N.Kids[0].Type >= FirstFloat && N.Type < FirstFloat
               ? "small<" + T + ">(" + Kid(0) + ")"
               : "(" + T + ")" + Kid(0);
  case Op::Select:
    return Choice(Kid(0) + Comparisons[N.Value] + Kid(1), Kid(2), Kid(3));
  case Op::Add:
    return Infix(" + ");
  case Op::Subtract:
    return Infix(" - ");
  case Op::Multiply:
    return Infix(" * ");
  case Op::And:
    return Infix(" & ");
  case Op::Or:
    return Infix(" | ");
  case Op::Xor:
    return Infix(" ^ ");
  case Op::Divide:
    return N.Type >= FirstFloat
               ? Infix(" / ")
               : "(" + T + ")(" + Kid(0) + " / nonzero(" + Kid(1) + "))";
  case Op::Remainder:
    return "(" + T + ")(" + Kid(0) + " % nonzero(" + Kid(1) + "))";
  case Op::Min:
    return Choice(Kid(1) + " < " + Kid(0), Kid(1), Kid(0));
  case Op::Negate:
    return "(" + T + ")(-" + Kid(0) + ")";
  case Op::ShiftLeft:
    return Shift(" << ");
  case Op::ShiftRight:
    return Shift(" >> ");
  case Op::Fma:
    return "fma(" + Kid(0) + ", " + Kid(1) + ", " + Kid(2) + ")";
  case Op::Root:
    return "sqrt(fabs(" + Kid(0) + "))";
  case Op::Floor:
    return "floor(" + Kid(0) + ")";
  case Op::Nearest:
    return "rint(" + Kid(0) + ")";
  }
  return "";
}

using Bytes = std::array<char, 8>;

template <typename T> T fromBytes(const Bytes &B) {
  T V;
  std::memcpy(&V, B.data(), sizeof V);
  return V;
}

template <typename T>
T evaluate(const Node &N, const std::array<Bytes, VariableCount> &Variables) {
  constexpr bool IsFloat = std::is_floating_point_v<T>;
  auto Kid = [&](size_t I) { return evaluate<T>(N.Kids[I], Variables); };
  switch (N.Kind) {
  case Op::Variable:
    return fromBytes<T>(Variables[size_t(N.Value)]);
  case Op::Literal:
    return T(N.Value);
  case Op::Cast:
    return withType(N.Kids[0].Type, [&]<typename From>() {
      From V = evaluate<From>(N.Kids[0], Variables);
      if constexpr (std::is_floating_point_v<From> && !IsFloat)
        return small<T>(V);
      else
        return T(V);
    });
  case Op::Select: {
    bool Holds = withType(N.Kids[0].Type, [&]<typename C>() {
      C A = evaluate<C>(N.Kids[0], Variables);
      C B = evaluate<C>(N.Kids[1], Variables);
      return N.Value == 0 ? A < B : N.Value == 1 ? A == B : A >= B;
    });
    return Kid(Holds ? 2 : 3);
  }
  case Op::Min: {
    T A = Kid(0), B = Kid(1);
    return B < A ? B : A;
  }
  default:
    break;
  }
  if constexpr (IsFloat) {
    switch (N.Kind) {
    case Op::Add:
      return Kid(0) + Kid(1);
    case Op::Subtract:
      return Kid(0) - Kid(1);
    case Op::Multiply:
      return Kid(0) * Kid(1);
    case Op::Divide:
      return Kid(0) / Kid(1);
    case Op::Negate:
      return -Kid(0);
    case Op::Fma:
      return std::fma(Kid(0), Kid(1), Kid(2));
    case Op::Root:
      return std::sqrt(std::fabs(Kid(0)));
    case Op::Floor:
      return std::floor(Kid(0));
    default:
      return std::rint(Kid(0));
    }
  } else {
    // Without overflow, modulo 2^64.
    using U = std::uint64_t;
    const unsigned Bits = 8 * sizeof(T);
    auto Amount = [&] {
      return evaluate<unsigned>(N.Kids[1], Variables) & (Bits - 1);
    };
    switch (N.Kind) {
    case Op::Add:
      return T(U(Kid(0)) + U(Kid(1)));
    case Op::Subtract:
      return T(U(Kid(0)) - U(Kid(1)));
    case Op::Multiply:
      return T(U(Kid(0)) * U(Kid(1)));
    case Op::Divide:
      return T(Kid(0) / nonzero(Kid(1)));
    case Op::Remainder:
      return T(Kid(0) % nonzero(Kid(1)));
    case Op::Negate:
      return T(-U(Kid(0)));
    case Op::And:
      return T(Kid(0) & Kid(1));
    case Op::Or:
      return T(Kid(0) | Kid(1));
    case Op::Xor:
      return T(Kid(0) ^ Kid(1));
    case Op::ShiftLeft:
      return T(U(Kid(0)) << Amount());
    default:
      return T(Kid(0) >> Amount());
    }
  }
}

/// One kernel for each seed, of which each thread takes other values.
TEST(Expressions, EqualTheHosts) {
  const char *Start = std::getenv("LACUNA_EXPRESSION_SEED");
  const std::uint64_t First = Start ? std::strtoull(Start, nullptr, 0) : 0;
  constexpr unsigned Kernels = 60, Threads = 64;
  std::string Text = Helpers;
  std::vector<Generator> Generators;
  std::vector<Node> Trees;
  for (unsigned K = 0; K < Kernels; ++K) {
    Generator &G = Generators.emplace_back(First + K);
    Trees.push_back(G.tree(G.below(TypeCount), 2 + K % 4));
    Text += "extern \"C\" __global__ void k" + std::to_string(K) + "(";
    std::string Loads;
    for (unsigned V = 0; V < VariableCount; ++V) {
      const std::string Name(1, char('a' + V)), T = TypeNames[G.Variables[V]];
      Text += "const " + T + " *p" + Name + ", ";
      Loads += "  " + T + " " + Name + " = p" + Name + "[threadIdx.x];\n";
    }
    Text += std::string(TypeNames[Trees[K].Type]) + " *out) {\n" + Loads +
            "  out[threadIdx.x] = " + textOfNode(Trees[K]) + ";\n}\n";
  }
  Launcher L(Text, /*WrapsSigned=*/true);
  for (unsigned K = 0; K < Kernels; ++K) {
    Generator &G = Generators[K];
    std::vector<std::array<Bytes, VariableCount>> Values(Threads);
    std::uint64_t Arrays[VariableCount];
    for (unsigned V = 0; V < VariableCount; ++V)
      Arrays[V] = withType(G.Variables[V], [&]<typename T>() {
        std::vector<T> Array;
        for (unsigned I = 0; I < Threads; ++I) {
          Array.push_back(G.value<T>());
          std::memcpy(Values[I][V].data(), &Array.back(), sizeof(T));
        }
        return L.copy(Array);
      });
    withType(Trees[K].Type, [&]<typename T>() {
      auto Out = L.allocate<T>(Threads);
      EXPECT_EQ(L.run("k" + std::to_string(K), {1}, {Threads}, Arrays[0],
                      Arrays[1], Arrays[2], Arrays[3], Out),
                "");
      std::vector<T> Got = L.fetch<T>(Out, Threads);
      for (unsigned I = 0; I < Threads; ++I) {
        T Wanted = evaluate<T>(Trees[K], Values[I]);
        EXPECT_TRUE(std::memcmp(&Got[I], &Wanted, sizeof(T)) == 0 ||
                    (Got[I] != Got[I] && Wanted != Wanted))
            << "seed " << First + K << ", thread " << I << ": " << +Got[I]
            << ", not " << +Wanted << "\n"
            << textOfNode(Trees[K]);
      }
      return 0;
    });
  }
}

} // namespace
