//===- RowScan.h - code that looks at rows ----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_ROWSCAN_H
#define LACUNA_LOWERING_LOWER_CHECKS_ROWSCAN_H

#include "lacuna/analysis/elements/AccessedRanges.h"
#include "lacuna/analysis/elements/ElementWalk.h"
#include "lacuna/ir/MadeNames.h"

namespace lacuna {

/// The addresses between which something is accessed.
struct Span {
  ExprRef Begin, End;
};

/// What is accessed of each row, in bytes (u64), where that is known in front
/// of the nest.
struct Part {
  ExprRef Begin;  ///< from where the row begins; null for there
  ExprRef Length; ///< at least 1

  Span of(const ExprRef &Row) const {
    ExprRef First = Begin ? binary(BinaryOp::Add, Row, Begin) : Row;
    return {First, binary(BinaryOp::Add, First, Length)};
  }
};

bool lieInSameRows(const Operand &A, const Operand &B);

/// Whether data say which row \p Row is.
bool isChosenByData(const ExprRef &Row);

StmtRef declare(const std::string &Name, const Type &Ty, ExprRef Init);
StmtRef update(const std::string &Name, const Type &Ty, ReduceOp Op,
               ExprRef By);

/// The addresses of the elements \p S of \p Row.
Span spanIn(const Operand &Rows, const ExprRef &Row, const ArrayRange &S);

/// Makes code in front of \p N that looks at the rows which it accesses.
class RowScan {
public:
  RowScan(const Nest &N, const Nest &AsWritten, const AccessedRanges &Accessed,
          MadeNames &Names)
      : N(N), AsWritten(AsWritten), Accessed(Accessed),
        OfWalk(AsWritten, RangeUse::Guards), Names(Names) {}

  /// What is accessed of each row of \p Rows; nothing where only the nest
  /// tells.
  std::optional<Part> partOf(const Operand &Rows, std::vector<StmtRef> &Out);

  /// The subscripts in a row at \p A, for as many iterations of the loops
  /// around as may be, none of which chooses another row.
  std::optional<ArrayRange> indicesAt(const ElementWalk::Access &A);

  /// \p Shared, null where threads do not help, if there are iterations enough,
  /// else \p Serial.
  StmtRef onThreadsIfMany(const StmtRef &Serial, const StmtRef &Shared) const;

  /// The code that does \p Do at the rows that the nest accesses.
  llvm::Expected<StmtRef> scan(const ElementWalk::AtElement &Do,
                               bool InOrder = false) const;

  /// Where what is accessed of a row of \p Rows lies.
  using AtRow =
      std::function<std::vector<StmtRef>(const Operand &Rows, const Span &At)>;
  /// Why rows cannot be kept from what they may meet.
  using Refusal = llvm::function_ref<llvm::Error(const Operand &Rows)>;

  /// Appends what does \p Do at each row of \p All, of which no two lie in the
  /// same rows, where the nest accesses it. Of rows without one of \p Parts it
  /// looks at each access.
  ///
  /// Other rows that data choose are looked at from the first that is accessed
  /// to the last. So data are read in their order, and addresses in theirs.
  llvm::Error visit(llvm::ArrayRef<const Operand *> All,
                    const llvm::StringMap<Part> &Parts, const AtRow &Do,
                    Refusal Refuse, std::vector<StmtRef> &Out);

  /// Notes that \p Row is one of the rows from the first to the last.
  StmtRef noteRow(const Operand &Rows, const ExprRef &Row);
  void declareNoted(const Operand &Rows, std::vector<StmtRef> &Out);
  /// Does \p Do at each row from the first to the last that was noted: those
  /// between are there, since the array of them is, and null pointers are
  /// nobody's row.
  void eachNoted(
      const Operand &Rows,
      llvm::function_ref<std::vector<StmtRef>(ExprRef Row, ExprRef At)> Do,
      std::vector<StmtRef> &Out);

private:
  const Type I64 = Type::i64(), U64 = Type::u64();
  const Nest &N, &AsWritten;
  const AccessedRanges &Accessed;
  AccessedRanges OfWalk; ///< of the nest as written
  MadeNames &Names;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_ROWSCAN_H
