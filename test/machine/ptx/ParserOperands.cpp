//===- ParserOperands.cpp - names, registers and numbers ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include <cctype>

using namespace lacuna::ptx;

const Symbol *Parser::find(std::string_view Name) const {
  for (auto S = Scopes.rbegin(); S != Scopes.rend(); ++S)
    if (auto Found = S->find(Name); Found != S->end())
      return &Found->second;
  return nullptr;
}

void Parser::declare(const std::string &Name, Symbol S) {
  if (!Scopes.back().try_emplace(Name, S).second)
    wrong(quoted(Name) + " is declared twice");
}

std::optional<std::pair<std::uint32_t, Type>>
Parser::registerNamed(std::string_view Name) const {
  const Symbol *S = find(Name);
  std::uint32_t Number = 0;
  if (!S || S->C != Symbol::Class::Register || S->Count) {
    size_t Stem = Name.find_last_not_of("0123456789");
    if (Stem == std::string_view::npos || Stem + 1 == Name.size() ||
        Name.size() - Stem > 9)
      return std::nullopt;
    S = find(Name.substr(0, Stem + 1));
    Number = std::uint32_t(std::stoul(std::string(Name.substr(Stem + 1))));
    if (!S || S->C != Symbol::Class::Register || Number >= S->Count)
      return std::nullopt;
  }
  return std::pair(S->Index + Number, F->Registers[S->Index]);
}

/// Whether an instruction on \p Wanted may use a register of type \p Has.
static bool fits(Type Has, Type Wanted, bool Widens) {
  if ((Has.K == Kind::Pred) != (Wanted.K == Kind::Pred))
    return false;
  if (Has.Bits != Wanted.Bits && !(Widens && Has.Bits > Wanted.Bits))
    return false;
  return Has.isFloat() == Wanted.isFloat() || Has.K == Kind::Bits ||
         Wanted.K == Kind::Bits;
}

std::uint32_t Parser::registerFor(const std::string &Name, Type T,
                                  bool Widens) {
  auto R = registerNamed(Name);
  if (!R)
    wrong("unknown register " + quoted(Name));
  if (!fits(R->second, T, Widens))
    wrong("the type of register " + quoted(Name) +
          " does not fit the instruction");
  return R->first;
}

std::uint32_t Parser::result(const Written &W, Type T, bool Widens) {
  if (W.F != Written::Form::Plain)
    wrong("expected a register as result");
  return registerFor(W.Words[0], T, Widens);
}

std::optional<Value> Parser::immediate(std::string_view Word, Type T) const {
  std::string S(Word);
  char *End = nullptr;
  if (S.starts_with("0f") || S.starts_with("0d")) {
    bool Single = S[1] == 'f';
    if (S.size() != (Single ? 10u : 18u) ||
        !(T.isFloat() || T.K == Kind::Bits) || T.Bits != (Single ? 32 : 64))
      return std::nullopt;
    Value V = std::strtoull(S.c_str() + 2, &End, 16);
    return *End ? std::nullopt : std::optional(V);
  }
  bool Negative = S[0] == '-';
  if (T.isFloat() || !std::isdigit(static_cast<unsigned char>(S[Negative])))
    return std::nullopt;
  Value V = std::strtoull(S.c_str() + Negative, &End, 0);
  if (*End)
    return std::nullopt;
  return (Negative ? -V : V) & maskOf(T);
}

static std::optional<Special> specialNamed(std::string_view Name) {
  static const std::map<std::string_view, Special> Names = {
      {"%tid.x", Special::TidX},       {"%tid.y", Special::TidY},
      {"%tid.z", Special::TidZ},       {"%ntid.x", Special::NtidX},
      {"%ntid.y", Special::NtidY},     {"%ntid.z", Special::NtidZ},
      {"%ctaid.x", Special::CtaidX},   {"%ctaid.y", Special::CtaidY},
      {"%ctaid.z", Special::CtaidZ},   {"%nctaid.x", Special::NctaidX},
      {"%nctaid.y", Special::NctaidY}, {"%nctaid.z", Special::NctaidZ},
      {"%laneid", Special::Lane},
  };
  auto Found = Names.find(Name);
  return Found == Names.end() ? std::nullopt : std::optional(Found->second);
}

Operand Parser::operand(const std::string &Word, Type T, bool Widens) {
  Operand O;
  if (auto S = specialNamed(Word)) {
    if (T.Bits != 32 || T.isFloat())
      wrong("the type of " + quoted(Word) + " does not fit the instruction");
    O.F = Operand::Form::Special;
    O.Index = std::uint32_t(*S);
    return O;
  }
  if (registerNamed(Word)) {
    O.F = Operand::Form::Register;
    O.Index = registerFor(Word, T, Widens);
    return O;
  }
  if (auto V = immediate(Word, T)) {
    O.Bits = *V;
    return O;
  }
  const Symbol *S = find(Word);
  if (!S || S->C == Symbol::Class::Register || S->C == Symbol::Class::Param ||
      T.Bits != 64 || T.isFloat())
    wrong("operand " + quoted(Word) + " is not understood");
  if (S->C == Symbol::Class::Local)
    O.F = Operand::Form::Local;
  O.Bits = S->Offset;
  return O;
}

Operand Parser::operand(const Written &W, Type T, bool Widens) {
  if (W.F != Written::Form::Plain)
    wrong("an operand is not understood");
  return operand(W.Words[0], T, Widens);
}

void Parser::address(Instruction &I, const Written &W) {
  if (W.F != Written::Form::Address)
    wrong("expected an address");
  I.Operands[0] = operand(W.Words[0], {Kind::Bits, 64});
  I.Offset = W.Offset;
}
