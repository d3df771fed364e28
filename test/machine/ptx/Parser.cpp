//===- Parser.cpp - a module and its directives ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include <bit>
#include <cstring>

using namespace lacuna::ptx;

Parser::Parser(std::string_view Text) : Tokens(tokensOf(Text)) {
  C = std::make_unique<Code>();
  while (true) {
    size_t End = Text.find('\n');
    C->Lines.emplace_back(Text.substr(0, End));
    if (End == std::string_view::npos)
      break;
    Text.remove_prefix(End + 1);
  }
  Scopes.emplace_back();
}

std::string Parser::word() {
  if (peek().C != Token::Class::Word)
    unexpected("a name");
  return std::string(take().Text);
}

std::uint64_t Parser::number() {
  Token T = take();
  std::string S(T.Text);
  char *End = nullptr;
  std::uint64_t V = std::strtoull(S.c_str(), &End, 0);
  if (T.C != Token::Class::Word || *End || V > 0x7fff'ffff)
    fail(T.Line, "expected a number, found " + quoted(T.Text));
  return V;
}

std::unique_ptr<Code> Parser::run() {
  expect(".version");
  word();
  while (peek().C != Token::Class::End)
    moduleItem();
  if (C->Target.empty())
    wrong("'.target' is missing");
  for (const CallFixup &Call : Calls) {
    Function *Callee = functionNamed(Call.Name);
    Instruction &I = Call.In->Body[Call.Instruction];
    if (!Callee->IsDefined)
      fail(I.Line, "function " + quoted(Call.Name) + " has no body");
    if (Callee->Parameters.size() + Callee->Results.size() != I.Places.size())
      fail(I.Line, "arguments do not match " + quoted(Call.Name));
  }
  for (Kernel &K : C->Kernels) {
    std::uint64_t Bytes = 0;
    for (const Variable &V : C->Shared)
      if (!V.Owner || V.Owner->Name == K.Name)
        Bytes += V.Size;
    K.StaticShared = unsigned(Bytes);
  }
  return std::move(C);
}

void Parser::moduleItem() {
  if (accept(".target")) {
    C->Target = word();
    while (accept(","))
      word();
  } else if (accept(".address_size")) {
    if (number() != 64)
      wrong("only addresses of 64 bits are understood");
  } else if (accept(".visible") || accept(".weak")) {
    moduleItem();
  } else if (accept(".entry")) {
    function(true);
  } else if (accept(".func")) {
    function(false);
  } else if (peek().is(".extern") && peek(1).is(".func")) {
    take();
    take();
    function(false);
  } else {
    variable();
  }
}

void Parser::variable() {
  bool IsExtern = accept(".extern");
  if (accept(".shared"))
    sharedVariable(IsExtern);
  else if (!IsExtern && accept(".global"))
    globalVariable(false);
  else if (!IsExtern && accept(".const"))
    globalVariable(true);
  else
    fail(peek().Line, "unknown directive " + quoted(peek().Text));
}

/// `.ptr .global .align 8`, what a parameter points to, if it is there; nothing
/// here depends on it.
void Parser::skipPointee() {
  if (!accept(".ptr"))
    return;
  for (const char *Space : {".const", ".global", ".local", ".shared"})
    if (accept(Space))
      break;
  if (accept(".align") && !std::has_single_bit(number()))
    wrong("an alignment is not a power of two");
}

/// `.align 8 .b8 name[24]`, with what stands in front of it taken.
Parser::Declared Parser::declaration() {
  unsigned Alignment = 0;
  if (accept(".align"))
    Alignment = unsigned(number());
  std::string Word = word();
  auto T =
      Word[0] == '.' ? typeOf(std::string_view(Word).substr(1)) : std::nullopt;
  if (!T || T->K == Kind::Pred)
    wrong("unknown type " + quoted(Word));
  skipPointee();
  Declared D{*T, Alignment ? Alignment : T->bytes(), word(), T->bytes(), true};
  if (accept("[")) {
    D.HasSize = !peek().is("]");
    D.Size = D.HasSize ? number() * T->bytes() : 0;
    expect("]");
  }
  if (!std::has_single_bit(D.Alignment))
    wrong("an alignment is not a power of two");
  return D;
}

void Parser::sharedVariable(bool IsExtern) {
  Declared D = declaration();
  expect(";");
  if (D.HasSize == IsExtern)
    wrong("only extern shared memory has no size");
  Variable V;
  V.Name = D.Name;
  V.Size = D.Size;
  V.IsDynamic = IsExtern;
  V.Owner = F;
  // Variables lie apart, so that overruns are seen. Dynamic memory, however
  // many names it has, lies behind all, and has its place now: far behind.
  V.Address = IsExtern ? 0x1000'0000 : alignTo(NextShared, D.Alignment);
  if (!IsExtern)
    NextShared = V.Address + V.Size + 64;
  declare(D.Name, {Symbol::Class::Shared, 0, 0, V.Address, V.Size});
  C->Shared.push_back(std::move(V));
}

void Parser::globalVariable(bool IsConstant) {
  Declared D = declaration();
  if (!D.HasSize)
    wrong("a variable without a size");
  Variable V;
  V.Name = D.Name;
  V.Size = D.Size;
  V.IsConstant = IsConstant;
  V.Address = alignTo(NextGlobal, std::max(D.Alignment, 16u));
  V.Bytes.resize(D.Size);
  NextGlobal = V.Address + V.Size + 64;
  if (accept("="))
    initialise(V, D.Ty);
  expect(";");
  declare(D.Name, {Symbol::Class::Global, 0, 0, V.Address, V.Size});
  C->Globals.push_back(std::move(V));
}

void Parser::initialise(Variable &V, Type T) {
  bool IsList = accept("{");
  std::uint64_t Place = 0;
  do {
    std::string Word = accept("-") ? "-" + word() : word();
    auto Bits = immediate(Word, T);
    if (!Bits || Place + T.bytes() > V.Size)
      wrong("initial value " + quoted(Word) + " is not understood");
    std::memcpy(V.Bytes.data() + Place, &*Bits, T.bytes());
    Place += T.bytes();
  } while (IsList && accept(","));
  if (IsList)
    expect("}");
}

unsigned Parser::placeInFrame(const Declared &D) {
  F->ParamBytes = unsigned(alignTo(F->ParamBytes, D.Alignment));
  unsigned Place = F->ParamBytes;
  F->ParamBytes += unsigned(D.Size);
  declare(D.Name, {Symbol::Class::Param, 0, 0, Place, D.Size});
  return Place;
}

/// `( .param .u64 a, … )`, if it is there. \p K gets them as well.
std::vector<ParamPlace> Parser::parameters(Kernel *K) {
  std::vector<ParamPlace> Places;
  if (!accept("("))
    return Places;
  while (!accept(")")) {
    if (!Places.empty())
      expect(",");
    expect(".param");
    Declared D = declaration();
    unsigned Place = placeInFrame(D);
    Places.push_back({Place, unsigned(D.Size)});
    if (K)
      K->Parameters.push_back({D.Name, Place, unsigned(D.Size), D.Alignment});
  }
  return Places;
}

std::vector<unsigned> Parser::dimensions() {
  std::vector<unsigned> D;
  do
    D.push_back(unsigned(number()));
  while (accept(","));
  return D;
}

void Parser::function(bool IsKernel) {
  Function Header; // of a declaration that may have a body further down
  F = &Header;
  Scopes.emplace_back();
  Header.Results = IsKernel ? std::vector<ParamPlace>() : parameters(nullptr);
  Kernel K;
  K.Name = word();
  Header.Parameters = parameters(IsKernel ? &K : nullptr);
  K.ArgumentSize = Header.ParamBytes;
  while (!peek().is("{") && !peek().is(";")) {
    if (accept(".maxntid")) {
      K.MaxThreads = 1;
      for (unsigned D : dimensions())
        K.MaxThreads *= D;
    } else if (accept(".minnctapersm") || accept(".maxnreg")) {
      number();
    } else {
      fail(peek().Line, "unknown directive " + quoted(peek().Text));
    }
  }
  Function *Known = functionNamed(K.Name);
  if (Known->IsDefined)
    wrong(quoted(K.Name) + " is defined twice");
  Header.Name = K.Name;
  Header.IsKernel = IsKernel;
  *Known = std::move(Header);
  F = Known;
  if (!accept(";")) {
    expect("{");
    F->IsDefined = true;
    body();
    resolveLabels();
    if (IsKernel)
      C->Kernels.push_back(std::move(K));
  }
  Scopes.pop_back();
  F = nullptr;
}

Function *Parser::functionNamed(const std::string &Name) {
  for (auto &Known : C->Functions)
    if (Known->Name == Name)
      return Known.get();
  C->Functions.push_back(std::make_unique<Function>());
  C->Functions.back()->Name = Name;
  return C->Functions.back().get();
}

std::unique_ptr<Code> lacuna::ptx::parseText(std::string_view Text) {
  return Parser(Text).run();
}
