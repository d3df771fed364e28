//===- Parser.cpp - from text to decoded PTX ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Code.h"
#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <map>

using namespace lacuna::ptx;

namespace {

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

struct Token {
  enum class Class { Word, String, Mark, End };
  Class C = Class::End;
  std::string_view Text;
  unsigned Line = 0;

  bool is(std::string_view S) const {
    return Text == S && (C == Class::Word || C == Class::Mark);
  }
};

[[noreturn]] void fail(unsigned Line, const std::string &Message) {
  throw Failure{"line " + std::to_string(Line) + ": " + Message};
}

std::string quoted(std::string_view S) { return "'" + std::string(S) + "'"; }

bool isWordCharacter(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '$' ||
         C == '%' || C == '.';
}

std::vector<Token> tokensOf(std::string_view Text) {
  std::vector<Token> Tokens;
  unsigned Line = 1;
  size_t I = 0;
  auto Take = [&](Token::Class C, size_t End) {
    Tokens.push_back({C, Text.substr(I, End - I), Line});
    I = End;
  };
  while (I < Text.size()) {
    char C = Text[I];
    if (C == '\n') {
      ++Line;
      ++I;
    } else if (std::isspace(static_cast<unsigned char>(C))) {
      ++I;
    } else if (Text.substr(I, 2) == "//") {
      I = std::min(Text.find('\n', I), Text.size());
    } else if (isWordCharacter(C)) {
      size_t End = I;
      while (End < Text.size() && isWordCharacter(Text[End]))
        ++End;
      Take(Token::Class::Word, End);
    } else if (C == '"') {
      size_t End = Text.find('"', I + 1);
      if (End == std::string_view::npos)
        fail(Line, "a string does not end");
      Take(Token::Class::String, End + 1);
    } else {
      Take(Token::Class::Mark, I + 1);
    }
  }
  Tokens.push_back({Token::Class::End, "end of text", Line});
  return Tokens;
}

//===----------------------------------------------------------------------===//
// Operands as they are written
//===----------------------------------------------------------------------===//

/// `x`, `-1`, `%p1|%p2`, `{a, b}`, `[x+8]` or `(a, b)`.
struct Written {
  enum class Form { Plain, Pair, Vector, Address, List };
  Form F = Form::Plain;
  std::vector<std::string> Words;
  std::int64_t Offset = 0; // of an Address
};

/// What a name stands for.
struct Symbol {
  enum class Class { Register, Param, Shared, Local, Global };
  Class C;
  std::uint32_t Index = 0; // a register or the first of several
  std::uint32_t Count = 0; // of registers %name0, %name1, …; 0: one alone
  std::uint64_t Offset = 0;
  std::uint64_t Size = 0;
};

constexpr std::uint32_t MaxRegisters = 100'000;

using Scope = std::map<std::string, Symbol, std::less<>>;

class Parser {
public:
  explicit Parser(std::string_view Text) : Tokens(tokensOf(Text)) {
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

  std::unique_ptr<Code> run();

private:
  // Tokens
  const Token &peek(size_t Ahead = 0) const {
    return Tokens[std::min(Next + Ahead, Tokens.size() - 1)];
  }
  Token take() {
    Token T = peek();
    LastLine = T.Line;
    if (Next + 1 < Tokens.size())
      ++Next;
    return T;
  }
  bool accept(std::string_view S) {
    if (!peek().is(S))
      return false;
    take();
    return true;
  }
  void expect(std::string_view S) {
    if (!accept(S))
      unexpected(quoted(S));
  }
  [[noreturn]] void wrong(const std::string &Message) const {
    fail(LastLine, Message);
  }
  [[noreturn]] void unexpected(const std::string &Wanted) const {
    fail(peek().Line, "expected " + Wanted + ", found " + quoted(peek().Text));
  }
  std::string word();
  std::uint64_t number();

  // Directives
  void moduleItem();
  void function(bool IsKernel);
  std::vector<ParamPlace> parameters(Kernel *K);
  std::vector<unsigned> dimensions();
  void variable();
  void sharedVariable(bool IsExtern);
  void globalVariable(bool IsConstant);
  void initialise(Variable &V, Type T);
  struct Declared {
    Type Ty;
    unsigned Alignment;
    std::string Name;
    std::uint64_t Size;
    bool HasSize;
  };
  Declared declaration();
  void registers();
  unsigned placeInFrame(const Declared &D);

  // Statements
  void body();
  void statement();
  void branchTargets(const std::string &Label);
  Written written();
  std::vector<Written> operands();

  // Names
  const Symbol *find(std::string_view Name) const;
  void declare(const std::string &Name, Symbol S);
  Function *functionNamed(const std::string &Name);

  // Operands
  std::optional<std::pair<std::uint32_t, Type>>
  registerNamed(std::string_view Name) const;
  std::uint32_t registerFor(const std::string &Name, Type T, bool Widens);
  std::uint32_t result(const Written &W, Type T, bool Widens = false);
  Operand operand(const std::string &Word, Type T, bool Widens = false);
  Operand operand(const Written &W, Type T, bool Widens = false);
  std::optional<Value> immediate(std::string_view Word, Type T) const;
  void address(Instruction &I, const Written &W);

  // Instructions
  void decode(const std::string &Opcode, std::vector<Written> Ops,
              Instruction I);
  void need(const std::vector<Written> &Ops, size_t Count);
  bool decodeInsertion(const std::string &Opcode,
                       const std::vector<Written> &Ops, Instruction &I);
  bool decodePack(const std::string &Opcode, const std::vector<Written> &Ops,
                  Instruction &I);
  bool decodeControl(const std::string &Opcode, const std::vector<Written> &Ops,
                     Instruction &I);
  bool decodeMemory(const std::string &Opcode, const std::vector<Written> &Ops,
                    Instruction &I);
  bool decodeAtomic(const std::string &Opcode, const std::vector<Written> &Ops,
                    Instruction &I);
  bool decodeCollective(const std::string &Opcode,
                        const std::vector<Written> &Ops, Instruction &I);
  void paramAddress(Instruction &I, const Written &W);
  void call(const std::vector<Written> &Ops, Instruction &I);
  void resolveLabels();

  struct Fixup {
    size_t Instruction; // ~0: an entry of the last list of branches
    std::string Label;
    unsigned Line;
  };

  std::unique_ptr<Code> C;
  std::vector<Token> Tokens;
  size_t Next = 0;
  unsigned LastLine = 1; // of what was taken last
  std::vector<Scope> Scopes;
  std::uint64_t NextShared = 0x400, NextGlobal = VariableWindow + 0x400;

  // Of the function that is read:
  Function *F = nullptr;
  std::map<std::string, std::uint32_t> Labels;
  std::vector<Fixup> Branches;
  std::map<std::string, std::vector<Fixup>> Lists;
  struct CallFixup {
    Function *In;
    size_t Instruction;
    std::string Name;
  };
  std::vector<CallFixup> Calls;
};

} // namespace

static Value maskOf(Type T) {
  return T.Bits == 64 ? ~Value(0) : (Value(1) << T.Bits) - 1;
}

static std::uint64_t alignTo(std::uint64_t V, std::uint64_t A) {
  return (V + A - 1) / A * A;
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

//===----------------------------------------------------------------------===//
// Directives
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Up to the `}`, which is taken.
void Parser::body() {
  Scopes.emplace_back();
  while (!accept("}")) {
    if (peek().C == Token::Class::End)
      wrong("'}' is missing");
    statement();
  }
  Scopes.pop_back();
}

void Parser::registers() {
  std::string Word = word();
  auto T =
      Word[0] == '.' ? typeOf(std::string_view(Word).substr(1)) : std::nullopt;
  if (!T || T->Bits == 8)
    wrong("unknown type " + quoted(Word));
  do {
    Symbol S{Symbol::Class::Register, std::uint32_t(F->Registers.size()), 0, 0,
             0};
    std::string Name = word();
    if (accept("<")) {
      S.Count = std::uint32_t(number());
      if (S.Count == 0 || S.Count > MaxRegisters)
        wrong("a function has 1 to " + std::to_string(MaxRegisters) +
              " registers of a name");
      expect(">");
    }
    F->Registers.insert(F->Registers.end(), std::max(S.Count, 1u), *T);
    F->Masks.insert(F->Masks.end(), std::max(S.Count, 1u), maskOf(*T));
    declare(Name, S);
  } while (accept(","));
  expect(";");
}

void Parser::statement() {
  if (accept("{"))
    return body();
  if (accept(".reg"))
    return registers();
  if (accept(".local")) {
    Declared D = declaration();
    expect(";");
    std::uint64_t Place = alignTo(F->LocalBytes, std::max(D.Alignment, 16u));
    declare(D.Name, {Symbol::Class::Local, 0, 0, Place, D.Size});
    F->LocalBytes = unsigned(Place + D.Size);
    return;
  }
  if (accept(".shared"))
    return sharedVariable(false);
  if (accept(".param")) {
    placeInFrame(declaration());
    return expect(";");
  }
  if (accept(".pragma")) {
    if (peek().Text != "\"nounroll\"")
      wrong("unknown pragma " + std::string(peek().Text));
    take();
    return expect(";");
  }
  if (peek().C == Token::Class::Word && peek(1).is(":")) {
    std::string Label = word();
    take();
    if (accept(".branchtargets"))
      return branchTargets(Label);
    if (!Labels.try_emplace(Label, F->Body.size()).second)
      wrong("label " + quoted(Label) + " stands there twice");
    return;
  }
  Instruction I;
  I.Line = peek().Line;
  if (accept("@")) {
    I.GuardNegated = accept("!");
    I.Guard = registerFor(word(), {Kind::Pred, 1}, false);
  }
  if (peek().C == Token::Class::Word && peek().Text[0] == '.')
    fail(peek().Line, "unknown directive " + quoted(peek().Text));
  std::string Opcode = word();
  std::vector<Written> Ops = operands();
  decode(Opcode, std::move(Ops), std::move(I));
}

void Parser::branchTargets(const std::string &Label) {
  std::vector<Fixup> &List = Lists[Label];
  do {
    unsigned Line = peek().Line;
    List.push_back({0, word(), Line});
  } while (accept(","));
  expect(";");
}

Written Parser::written() {
  Written W;
  auto Item = [&] {
    if (accept("-"))
      W.Words.push_back("-" + word());
    else
      W.Words.push_back(word());
  };
  auto Items = [&](std::string_view End) {
    while (!accept(End)) {
      if (!W.Words.empty())
        expect(",");
      Item();
    }
  };
  if (accept("{")) {
    W.F = Written::Form::Vector;
    Items("}");
  } else if (accept("(")) {
    W.F = Written::Form::List;
    Items(")");
  } else if (accept("[")) {
    W.F = Written::Form::Address;
    Item();
    if (accept("+")) {
      bool Negative = accept("-");
      auto V = std::int64_t(number());
      W.Offset = Negative ? -V : V;
    }
    expect("]");
  } else {
    Item();
    if (accept("|")) {
      W.F = Written::Form::Pair;
      Item();
    }
  }
  return W;
}

std::vector<Written> Parser::operands() {
  std::vector<Written> Ops;
  while (!accept(";")) {
    if (!Ops.empty())
      expect(",");
    Ops.push_back(written());
  }
  return Ops;
}

void Parser::resolveLabels() {
  auto Find = [&](const Fixup &At) {
    auto Found = Labels.find(At.Label);
    if (Found == Labels.end())
      fail(At.Line, "unknown label " + quoted(At.Label));
    return Found->second;
  };
  for (const Fixup &At : Branches) {
    Instruction &I = F->Body[At.Instruction];
    if (I.Op == Op::Branch) {
      I.Target = Find(At);
      continue;
    }
    auto List = Lists.find(At.Label);
    if (List == Lists.end())
      fail(At.Line, "unknown list of labels " + quoted(At.Label));
    I.Target = std::uint32_t(F->BranchLists.size());
    F->BranchLists.emplace_back();
    for (const Fixup &Entry : List->second)
      F->BranchLists.back().push_back(Find(Entry));
  }
  // Labels at the end stand for a return, as does the end itself.
  Instruction End;
  End.Op = Op::Return;
  End.Line = peek().Line;
  F->Body.push_back(End);
  Labels.clear();
  Branches.clear();
  Lists.clear();
}

//===----------------------------------------------------------------------===//
// Names and operands
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void Parser::need(const std::vector<Written> &Ops, size_t Count) {
  if (Ops.size() != Count)
    wrong("expected " + std::to_string(Count) + " operands, found " +
          std::to_string(Ops.size()));
}

/// Takes \p S from the front of \p Rest, which is `.a.b.c`.
static bool eat(std::string_view &Rest, std::string_view S) {
  if (!Rest.starts_with(S) || (Rest.size() > S.size() && Rest[S.size()] != '.'))
    return false;
  Rest.remove_prefix(S.size());
  return true;
}

/// The type that is all that is left.
static std::optional<Type> lastType(std::string_view Rest) {
  return Rest.empty() ? std::nullopt : typeOf(Rest.substr(1));
}

void Parser::decode(const std::string &Opcode, std::vector<Written> Ops,
                    Instruction I) {
  if (decodePack(Opcode, Ops, I)) {
    F->Body.push_back(std::move(I));
    return;
  }
  if (auto P = pureOp(Opcode)) {
    need(Ops, P->Count + 1);
    I.Op = Op::Pure;
    I.Run = P->Run;
    I.Count = P->Count;
    I.Results[0] = result(Ops[0], P->Result, P->Widens);
    for (unsigned N = 0; N < P->Count; ++N)
      I.Operands[N] = operand(Ops[N + 1], P->Operands[N], P->Widens);
  } else if (!decodeInsertion(Opcode, Ops, I) &&
             !decodeControl(Opcode, Ops, I) && !decodeMemory(Opcode, Ops, I) &&
             !decodeAtomic(Opcode, Ops, I) &&
             !decodeCollective(Opcode, Ops, I)) {
    fail(I.Line, "unknown instruction " + quoted(Opcode));
  }
  F->Body.push_back(std::move(I));
}

/// `bfi.b32 d, a, b, position, length`.
bool Parser::decodeInsertion(const std::string &Opcode,
                             const std::vector<Written> &Ops, Instruction &I) {
  if (Opcode != "bfi.b32" && Opcode != "bfi.b64")
    return false;
  need(Ops, 5);
  I.Op = Op::InsertBits;
  I.Ty = *typeOf(Opcode.substr(4));
  I.Results[0] = result(Ops[0], I.Ty);
  for (unsigned N = 0; N < 4; ++N)
    I.Operands[N] = operand(Ops[N + 1], N < 2 ? I.Ty : Type{Kind::Bits, 32});
  return true;
}

/// `mov.b64 {a, b}, c` and `mov.b64 c, {a, b}`.
bool Parser::decodePack(const std::string &Opcode,
                        const std::vector<Written> &Ops, Instruction &I) {
  auto T =
      Opcode.starts_with("mov.b") ? typeOf(Opcode.substr(4)) : std::nullopt;
  if (!T || Ops.size() != 2)
    return false;
  bool Unpacks = Ops[0].F == Written::Form::Vector;
  const Written &Vector = Ops[Unpacks ? 0 : 1], &Whole = Ops[Unpacks ? 1 : 0];
  if (Vector.F != Written::Form::Vector)
    return false;
  I.Count = unsigned(Vector.Words.size());
  if ((I.Count != 2 && I.Count != 4) || T->Bits / I.Count < 16)
    wrong("a vector's elements do not fit the instruction");
  I.Op = Unpacks ? Op::Unpack : Op::Pack;
  I.Ty = {Kind::Bits, std::uint8_t(T->Bits / I.Count)};
  if (Unpacks)
    I.Operands[0] = operand(Whole, *T);
  else
    I.Results[0] = result(Whole, *T);
  for (unsigned N = 0; N < I.Count; ++N) {
    if (!Unpacks)
      I.Operands[N] = operand(Vector.Words[N], I.Ty);
    else if (Vector.Words[N] != "_")
      I.Results[N] = registerFor(Vector.Words[N], I.Ty, false);
  }
  return true;
}

bool Parser::decodeControl(const std::string &Opcode,
                           const std::vector<Written> &Ops, Instruction &I) {
  if (Opcode == "bra" || Opcode == "bra.uni") {
    need(Ops, 1);
    I.Op = Op::Branch;
    Branches.push_back({F->Body.size(), Ops[0].Words[0], I.Line});
  } else if (Opcode == "brx.idx" || Opcode == "brx.idx.uni") {
    need(Ops, 2);
    I.Op = Op::BranchIndexed;
    I.Operands[0] = operand(Ops[0], {Kind::Unsigned, 32});
    Branches.push_back({F->Body.size(), Ops[1].Words[0], I.Line});
  } else if (Opcode == "ret" || Opcode == "ret.uni") {
    need(Ops, 0);
    I.Op = Op::Return;
  } else if (Opcode == "exit") {
    need(Ops, 0);
    I.Op = Op::Exit;
  } else if (Opcode == "trap") {
    need(Ops, 0);
    I.Op = Op::Trap;
  } else if (Opcode == "call" || Opcode == "call.uni") {
    call(Ops, I);
  } else {
    return false;
  }
  return true;
}

/// `call (results), name, (arguments)`; each list may be missing.
void Parser::call(const std::vector<Written> &Ops, Instruction &I) {
  I.Op = Op::Call;
  size_t N = 0;
  auto List = [&] {
    std::vector<std::uint32_t> Places;
    if (N < Ops.size() && Ops[N].F == Written::Form::List) {
      for (const std::string &Name : Ops[N].Words) {
        const Symbol *S = find(Name);
        if (!S || S->C != Symbol::Class::Param)
          wrong(quoted(Name) + " is not a parameter's place");
        Places.push_back(std::uint32_t(S->Offset));
      }
      ++N;
    }
    return Places;
  };
  std::vector<std::uint32_t> Results = List();
  if (N == Ops.size() || Ops[N].F != Written::Form::Plain)
    wrong("a call is not understood");
  std::string Name = Ops[N++].Words[0];
  if (registerNamed(Name))
    wrong("calls through pointers are not understood");
  I.Places = List();
  if (N != Ops.size())
    wrong("a call is not understood");
  I.Places.insert(I.Places.end(), Results.begin(), Results.end());
  for (I.Target = 0; I.Target < C->Functions.size(); ++I.Target)
    if (C->Functions[I.Target]->Name == Name)
      break;
  functionNamed(Name);
  Calls.push_back({F, F->Body.size(), Name});
}

void Parser::paramAddress(Instruction &I, const Written &W) {
  const Symbol *S = W.F == Written::Form::Address ? find(W.Words[0]) : nullptr;
  if (!S || S->C != Symbol::Class::Param)
    wrong("expected a parameter's address");
  std::int64_t Size = I.Ty.bytes() * std::int64_t(I.Count);
  if (W.Offset < 0 || W.Offset + Size > std::int64_t(S->Size))
    wrong("an access to parameter " + quoted(W.Words[0]) + " leaves it");
  I.Offset = std::int64_t(S->Offset) + W.Offset;
}

bool Parser::decodeMemory(const std::string &Opcode,
                          const std::vector<Written> &Ops, Instruction &I) {
  std::string_view Rest = Opcode;
  bool Loads = eat(Rest, "ld");
  if (!Loads && !eat(Rest, "st"))
    return false;
  bool Volatile = eat(Rest, ".volatile");
  bool Relaxed = !Volatile && eat(Rest, ".relaxed");
  // Within a block alone would be no atomic access for other blocks.
  if (Relaxed && !eat(Rest, ".gpu") && !eat(Rest, ".sys"))
    return false;
  I.Strong = Volatile || Relaxed;
  bool Param = false, Constant = false;
  if (eat(Rest, ".global"))
    I.Where = Space::Global;
  else if (eat(Rest, ".shared"))
    I.Where = Space::Shared;
  else if (eat(Rest, ".local"))
    I.Where = Space::Local;
  else if (Loads && eat(Rest, ".const"))
    Constant = true;
  else
    Param = eat(Rest, ".param");
  if (Constant)
    I.Where = Space::Global;
  I.ReadOnly = Loads && I.Where == Space::Global && !Constant && !I.Strong &&
               eat(Rest, ".nc");
  I.Count = eat(Rest, ".v2") ? 2 : eat(Rest, ".v4") ? 4 : 1;
  auto T = lastType(Rest);
  bool IsHalf = T && *T == Type{Kind::Float, 16}; // b16 in memory
  if (!T || T->K == Kind::Pred || IsHalf || (Param && I.Strong) ||
      I.Count * T->bytes() > 16)
    return false;
  need(Ops, 2);
  I.Ty = *T;
  I.Op = Param   ? Loads ? Op::LoadParam : Op::StoreParam
         : Loads ? Op::Load
                 : Op::Store;
  const Written &Place = Ops[Loads ? 1 : 0], &Values = Ops[Loads ? 0 : 1];
  if (Param)
    paramAddress(I, Place);
  else
    address(I, Place);
  if ((Values.F == Written::Form::Vector ? Values.Words.size() : 1) !=
          I.Count ||
      (I.Count > 1 && Values.F != Written::Form::Vector))
    wrong("a vector's elements do not fit the instruction");
  for (unsigned N = 0; N < I.Count; ++N) {
    if (!Loads)
      I.Operands[N + 1] = operand(Values.Words[N], *T, true);
    else if (Values.Words[N] != "_")
      I.Results[N] = registerFor(Values.Words[N], *T, true);
  }
  return true;
}

bool Parser::decodeAtomic(const std::string &Opcode,
                          const std::vector<Written> &Ops, Instruction &I) {
  std::string_view Rest = Opcode;
  bool HasResult = eat(Rest, "atom");
  if (!HasResult && !eat(Rest, "red"))
    return false;
  if (eat(Rest, ".global"))
    I.Where = Space::Global;
  else if (eat(Rest, ".shared"))
    I.Where = Space::Shared;
  size_t Dot = Rest.rfind('.');
  if (Dot == std::string_view::npos || Dot == 0)
    return false;
  std::string_view Operation = Rest.substr(1, Dot - 1);
  auto T = typeOf(Rest.substr(Dot + 1));
  if (!T)
    return false;
  // Adding to an f32 in global memory flushes.
  I.Run = atomicFunction(Operation, *T, true);
  I.RunShared = atomicFunction(Operation, *T, false);
  I.Swaps = Operation == "cas";
  if (!I.Run || (!HasResult && (I.Swaps || Operation == "exch")))
    return false;
  I.Op = Op::Atomic;
  I.Ty = *T;
  I.Count = 1;
  need(Ops, size_t(HasResult) + 2 + I.Swaps);
  if (HasResult && Ops[0].Words[0] != "_")
    I.Results[0] = result(Ops[0], *T);
  address(I, Ops[HasResult]);
  for (size_t N = 0; N < 1u + I.Swaps; ++N)
    I.Operands[N + 1] = operand(Ops[HasResult + 1 + N], *T);
  return true;
}

bool Parser::decodeCollective(const std::string &Opcode,
                              const std::vector<Written> &Ops, Instruction &I) {
  constexpr Type B32{Kind::Bits, 32}, Pred{Kind::Pred, 1};
  if (Opcode == "bar.sync") {
    need(Ops, 1);
    I.Op = Op::Barrier;
    I.Operands[0] = operand(Ops[0], B32);
    if (I.Operands[0].F != Operand::Form::Immediate || I.Operands[0].Bits > 15)
      wrong("a barrier's number is not one of 0 to 15");
    return true;
  }
  if (Opcode == "bar.warp.sync") {
    need(Ops, 1);
    I.Op = Op::WarpBarrier;
    I.Operands[0] = operand(Ops[0], B32);
    return true;
  }
  std::string_view Rest = Opcode;
  if (eat(Rest, "membar"))
    return Rest == ".cta" || Rest == ".gl" || Rest == ".sys";
  if (eat(Rest, "fence"))
    return (eat(Rest, ".sc") || eat(Rest, ".acq_rel")) &&
           (Rest == ".cta" || Rest == ".gpu" || Rest == ".sys");
  if (eat(Rest, "shfl.sync")) {
    std::optional<ShuffleMode> Mode;
    // clang-format off
    if (Rest == ".up.b32") Mode = ShuffleMode::Up;
    if (Rest == ".down.b32") Mode = ShuffleMode::Down;
    if (Rest == ".bfly.b32") Mode = ShuffleMode::Butterfly;
    if (Rest == ".idx.b32") Mode = ShuffleMode::Index;
    // clang-format on
    if (!Mode)
      return false;
    need(Ops, 5);
    I.Op = Op::Shuffle;
    I.Shuffle = *Mode;
    I.Results[0] = registerFor(Ops[0].Words[0], B32, false);
    if (Ops[0].F == Written::Form::Pair)
      I.Results[1] = registerFor(Ops[0].Words[1], Pred, false);
    // The mask comes first in all collectives of warps.
    I.Operands[0] = operand(Ops[4], B32);
    for (unsigned N = 1; N < 4; ++N)
      I.Operands[N] = operand(Ops[N], B32);
    return true;
  }
  if (eat(Rest, "vote.sync")) {
    bool Ballot = Rest == ".ballot.b32";
    // clang-format off
    if (Ballot) I.Vote = VoteMode::Ballot;
    else if (Rest == ".all.pred") I.Vote = VoteMode::All;
    else if (Rest == ".any.pred") I.Vote = VoteMode::Any;
    else if (Rest == ".uni.pred") I.Vote = VoteMode::Uniform;
    else return false;
    // clang-format on
    need(Ops, 3);
    I.Op = Op::Vote;
    I.Results[0] = result(Ops[0], Ballot ? B32 : Pred);
    I.Operands[0] = operand(Ops[2], B32);
    I.Operands[1] = operand(Ops[1], Pred);
    return true;
  }
  if (eat(Rest, "match.any.sync")) {
    auto T = lastType(Rest);
    if (!T || T->K != Kind::Bits || T->Bits < 32)
      return false;
    need(Ops, 3);
    I.Op = Op::Match;
    I.Ty = *T;
    I.Results[0] = result(Ops[0], B32);
    I.Operands[0] = operand(Ops[2], B32);
    I.Operands[1] = operand(Ops[1], *T);
    return true;
  }
  return false;
}

std::unique_ptr<Code> lacuna::ptx::parseText(std::string_view Text) {
  return Parser(Text).run();
}
