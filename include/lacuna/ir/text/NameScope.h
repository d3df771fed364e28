//===- NameScope.h - names in scope and their types -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_TEXT_NAMESCOPE_H
#define LACUNA_IR_TEXT_NAMESCOPE_H

#include "lacuna/ir/LoopProgram.h"

namespace lacuna {

/// What a name stands for where it is used.
struct NameInfo {
  enum class Kind {
    Constant, ///< scalar operand, index variable, let, loop counter
    Variable, ///< local variable or live-out
    Array,
    Rows ///< array of rows
  };
  Kind K;
  Type Ty; ///< of the variable or of one element

  bool isArray() const { return K == Kind::Array || K == Kind::Rows; }
};

/// The names visible at one point. Inner scopes never redeclare a name of an
/// outer one: expressions can be moved without capture.
class NameScope {
public:
  const NameInfo *find(llvm::StringRef Name) const {
    auto It = Names.find(Name);
    return It == Names.end() ? nullptr : &It->second;
  }

  /// False if \p Name is visible already.
  bool declare(llvm::StringRef Name, NameInfo Info) {
    if (!Names.try_emplace(Name, std::move(Info)).second)
      return false;
    Order.push_back(Name.str());
    return true;
  }

  /// A point to return to when a scope ends.
  size_t mark() const { return Order.size(); }

  /// Forgets what was declared since \p Mark.
  void release(size_t Mark) {
    for (; Order.size() > Mark; Order.pop_back())
      Names.erase(Order.back());
  }

  /// All visible names, oldest first.
  llvm::ArrayRef<std::string> names() const { return Order; }

private:
  llvm::StringMap<NameInfo> Names;
  std::vector<std::string> Order;
};

/// What \p O stands for in expressions.
inline NameInfo infoOf(const Operand &O) {
  NameInfo::Kind K = O.Row                          ? NameInfo::Kind::Rows
                     : O.Kind == OperandKind::Array ? NameInfo::Kind::Array
                     : O.Kind == OperandKind::LiveOut || !O.ReachOf.empty()
                         ? NameInfo::Kind::Variable
                         : NameInfo::Kind::Constant;
  return {K, O.Ty};
}

} // namespace lacuna

#endif // LACUNA_IR_TEXT_NAMESCOPE_H
