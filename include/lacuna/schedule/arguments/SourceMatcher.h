//===- SourceMatcher.h - clauses against the nest ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_ARGUMENTS_SOURCEMATCHER_H
#define LACUNA_SCHEDULE_ARGUMENTS_SOURCEMATCHER_H

#include "lacuna/directive/SourceExpr.h"
#include "lacuna/schedule/arguments/ScheduleContext.h"
#include "llvm/ADT/StringMap.h"

namespace lacuna {

/// Compares what the user wrote with the expressions of a nest.
class SourceMatcher {
public:
  /// With \p AnyOfName a plain name stands for any of the variables that the
  /// user calls so, as where two loops have one name.
  SourceMatcher(const Nest &N, const ScheduleContext &Context,
                bool AnyOfName = false);
  bool matches(const SourceExpr &Written, const ExprRef &Typed) const;

private:
  bool isCalled(llvm::StringRef Name, const SourceExpr &Written) const;
  bool matchesName(const SourceExpr &Written, const ExprRef &E) const;
  bool matchesBinary(const SourceExpr &Written, const BinaryExpr &E) const;
  bool matchesSubscripts(llvm::ArrayRef<SourceExpr> Written,
                         const LoadExpr &Load) const;

  const Nest &N;
  const ScheduleContext &Context;
  bool AnyOfName;
  llvm::StringMap<ExprRef> Lets;
};

/// \p Arg over integer scalars of the nest and constants, with the types of
/// C++;
/// \p Arg as a condition, of type bool.
llvm::Expected<ExprRef> integerFact(const Nest &N, const ClauseArg &Arg,
                                    const ScheduleContext &Context);
llvm::Expected<ExprRef> conditionFact(const Nest &N, const ClauseArg &Arg,
                                      const ScheduleContext &Context);

/// \p Typed for messages, in C++ without conversions.
std::string shown(const ExprRef &Typed);

} // namespace lacuna

#endif // LACUNA_SCHEDULE_ARGUMENTS_SOURCEMATCHER_H
