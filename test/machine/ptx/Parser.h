//===- Parser.h - from text to decoded PTX ----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_PTX_PARSER_H
#define LACUNA_TEST_CUDA_PTX_PARSER_H

#include "Code.h"
#include "Lexer.h"
#include <algorithm>
#include <map>

namespace lacuna::ptx {

/// The bits that a number of the type has.
inline Value maskOf(Type T) {
  return T.Bits == 64 ? ~Value(0) : (Value(1) << T.Bits) - 1;
}

inline std::uint64_t alignTo(std::uint64_t V, std::uint64_t A) {
  return (V + A - 1) / A * A;
}

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

inline constexpr std::uint32_t MaxRegisters = 100'000;

using Scope = std::map<std::string, Symbol, std::less<>>;

/// Reads a text from its first token to its last one.
class Parser {
public:
  explicit Parser(std::string_view Text);

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
  void skipPointee();
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

/// Takes \p S from the front of \p Rest, which is `.a.b.c`.
inline bool eat(std::string_view &Rest, std::string_view S) {
  if (!Rest.starts_with(S) || (Rest.size() > S.size() && Rest[S.size()] != '.'))
    return false;
  Rest.remove_prefix(S.size());
  return true;
}

/// The type that is all that is left.
inline std::optional<Type> lastType(std::string_view Rest) {
  return Rest.empty() ? std::nullopt : typeOf(Rest.substr(1));
}

} // namespace lacuna::ptx

#endif // LACUNA_TEST_CUDA_PTX_PARSER_H
