//===- Comparison.cpp - generated code against the user's loop ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/Comparison.h"
#include "graft/Messages.def"

using namespace lacuna;
using namespace lacuna::plugin;

namespace {

/// The numbers that an element consists of.
struct Numbers {
  char Kind;      ///< 'i' signed, 'u' unsigned or bool, 'f' floating point
  unsigned Parts; ///< numbers in an element
  unsigned Bits;  ///< that have a meaning in a number
};

} // namespace

static std::optional<Numbers> numbersOf(const lacuna::Type &Ty) {
  switch (Ty.typeClass()) {
  case TypeClass::Bool:
  case TypeClass::UInt:
    return Numbers{'u', 1, Ty.bits()};
  case TypeClass::Int:
    return Numbers{'i', 1, Ty.bits()};
  case TypeClass::Float:
    if (Ty.bits() == 16 && Ty.spelling() != "_Float16")
      return std::nullopt;
    return Numbers{'f', 1, Ty.bits()};
  case TypeClass::Opaque:
    if (Ty.spelling() == "std::complex<double>")
      return Numbers{'f', 2, 64};
    if (Ty.spelling() == "std::complex<float>")
      return Numbers{'f', 2, 32};
    return std::nullopt;
  }
  llvm_unreachable("unknown class of types");
}

std::string plugin::whyNotVerified(const LoopProgram &Program) {
  for (const Operand &O : Program.Operands)
    if (!O.Grows.empty())
      return msg::AppendsNotCompared(O.Records.empty() ? O.Name : O.Records);
  for (const Operand &O : Program.Operands)
    if (O.Row && O.Written)
      return msg::RowsNotCompared(O.Name);
    else if ((O.Written || O.Kind == OperandKind::LiveOut) && !numbersOf(O.Ty))
      return msg::ElementTypeNotComparable(O.Name, O.Ty.spelling());
  for (const ArrayRange &S : Program.Outputs->Ranges)
    if (!S.Hi)
      return msg::StoredElementsUnknown(S.Array);
  return "";
}

/// The distance from 1 to the next number of \p Bits, as an expression.
static std::string epsilon(unsigned Bits) {
  unsigned Mantissa = Bits == 16 ? 10 : Bits == 32 ? 23 : Bits == 64 ? 52 : 63;
  return "1.0 / " + std::to_string(uint64_t(1) << Mantissa) + "ull";
}

std::string Comparison::result(const Operand &O, llvm::StringRef Base,
                               llvm::StringRef Lo, llvm::StringRef Hi) const {
  std::optional<Numbers> Is = numbersOf(O.Ty);
  std::string Terms = "0", Magnitude = "0";
  unsigned Bits = Is->Bits;
  if (!Outputs.Terms.empty()) {
    Terms = Outputs.Terms;
    Magnitude = Outputs.Magnitude;
    Bits = std::min(Bits, Outputs.CoarsestBits);
  }
  std::string Parts = std::to_string(Is->Parts);
  std::string Size = "sizeof(" + O.Ty.spelling().str() + ")", Stride = Size;
  if (!O.Records.empty())
    Stride = "sizeof(*" + cppName(O.Records) + ")";
  return "__lacuna_result_of(\"" + O.Name + "\", '" + Is->Kind + "', " +
         (O.Kind == OperandKind::LiveOut ? "true" : "false") + ", " + Parts +
         ", " + std::to_string((Is->Bits + 7) / 8) + ", " + Size + " / " +
         Parts + ", " + Stride + ", " + Base.str() + ", " + Lo.str() + ", " +
         Hi.str() + ", " + Terms + ", " + Magnitude + ", " + epsilon(Bits) +
         ")";
}

/// Where element 0 of \p Array lies.
static std::string firstOf(const Operand &Array) {
  if (Array.Records.empty())
    return cppName(Array.Name);
  std::string Records = cppName(Array.Records);
  return "(char *)" + Records + " + __builtin_offsetof(__typeof__(*" + Records +
         "), " + Array.Member + ")";
}

/// The name of \p E, a variable.
static std::string nameOf(const clang::Expr &E) {
  return llvm::cast<clang::DeclRefExpr>(E).getDecl()->getNameAsString();
}

std::vector<std::string> Comparison::results() const {
  std::vector<std::string> Texts;
  for (const EmittedOutputs::Range &S : Outputs.Ranges)
    Texts.push_back(result(*S.Array, firstOf(*S.Array), S.Lo, S.Hi));
  for (const Operand &O : L.Graph.Operands)
    if (O.Kind == OperandKind::LiveOut)
      Texts.push_back(
          result(O, "__builtin_addressof(" + cppName(O.Name) + ")", "0", "1"));
  // Addresses, of vectors several, that are unsigned numbers.
  if (L.Turned)
    for (const Binding &B : L.Turned->Pointers) {
      const std::string Size = "sizeof(void *)";
      Texts.push_back("__lacuna_result_of(\"" + nameOf(*B.User) +
                      "\", 'u', true, 1, " + Size + ", " + Size + ", " + Size +
                      ", (void *)__builtin_addressof(" + B.Operand +
                      "), 0, sizeof(" + B.Operand + ") / " + Size +
                      ", 0, 0, 1.0)");
    }
  return Texts;
}

std::string Comparison::arguments() const {
  return "(&" + Site + ", lacuna_results, " + std::to_string(results().size()) +
         ")";
}

void Comparison::printBefore(
    LocatedText &Out,
    llvm::function_ref<void(LocatedText &)> AppendScan) const {
  std::vector<std::string> Results = results();
  Out.line("__lacuna_result lacuna_results[" + std::to_string(Results.size()) +
               "];",
           Loc);
  Out.line("bool lacuna_is_verified = false;", Loc);
  Out.line("if (lacuna_guard == 0 && " + canCompare() + "__lacuna_is_due(&" +
               Site + ")) {",
           Loc);
  printAcquire(Out);
  AppendScan(Out);
  for (size_t I = 0; I < Results.size(); ++I)
    Out.line("lacuna_results[" + std::to_string(I) + "] = " + Results[I] + ";",
             Loc);
  Out.line("lacuna_is_verified = __lacuna_copy" + arguments() + ";", Loc);
  Out.line("}", Loc);
}

/// Where kernels use memory that the host cannot read, nothing is compared.
std::string Comparison::canCompare() const {
  std::string Text;
  if (!Kernels.empty())
    for (const Operand &O : L.Graph.Operands)
      if (O.Kind == OperandKind::Array)
        Text += "!__lacuna_on_device_alone(" + cppName(O.Name) + ") && ";
  return Text;
}

/// Gives the host what is on the device alone.
void Comparison::printAcquire(LocatedText &Out) const {
  if (!Kernels.empty())
    Out.line("__lacuna_host_acquire_all(" + Kernels + ");", Loc);
}

void Comparison::printBetween(LocatedText &Out) const {
  if (!Kernels.empty())
    Out.line("if (lacuna_is_verified && lacuna_guard != 0) "
             "lacuna_is_verified = __lacuna_drop" +
                 arguments() + ";",
             Loc);
  Out.line("if (lacuna_is_verified) {", Loc);
  printAcquire(Out);
  Out.line("__lacuna_put_back" + arguments() + ";", Loc);
  // Annotated loops in functions that it calls end as they are written.
  Out.line("++__lacuna_references;", Loc);
  Out.line("}", Loc);
}

void Comparison::printAfter(LocatedText &Out) const {
  Out.line("if (lacuna_is_verified) {", EndLoc);
  Out.line("--__lacuna_references;", EndLoc);
  Out.line("__lacuna_compare" + arguments() + ";", EndLoc);
  Out.line("}", EndLoc);
}
