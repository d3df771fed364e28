//===- BufferedCursors.h - chunks that store apart --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where chunks of iterations store at cursors, all run at once: the first one
// in place, each other one at cursors from 0 on, into buffers that grow. Then
// it is known where each chunk begins, and the buffers are copied.
//
//     nz += 1  -->  nz_far += 1
//                   if nz_far + 1 > nz_room { grow …; nz_room = … }
//
// There is room for all that an iteration stores up to its next step. A chunk
// that gets no memory goes on at a cursor of 0, which keeps it in its buffers,
// and leaves word; then one chunk runs all again.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_PARALLEL_BUFFEREDCURSORS_H
#define LACUNA_LOWERING_LOWER_PARALLEL_BUFFEREDCURSORS_H

#include "lacuna/analysis/copies/CursorUses.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/ir/MadeNames.h"

namespace lacuna {

class BufferedCursors {
public:
  /// \p Cursors are added to by the loop over \p Var, whose body is \p Body;
  /// \p Growing of the arrays there have no room for what the loop stores.
  BufferedCursors(const std::vector<Reduction> &Cursors,
                  llvm::ArrayRef<std::string> Growing, const StmtRef &Body,
                  const std::string &Var, MadeNames &Names);

  /// Whether some array grows, so that no chunk can store in place.
  bool grow() const;

  /// Appends the declarations of what chunks leave behind.
  void declare(SourceTag Tag, std::vector<StmtRef> &Out) const;

  /// \p Body in the first chunk, which stores in place.
  StmtRef enterFirst(const StmtRef &Body, SourceTag Tag,
                     std::vector<StmtRef> &Before,
                     std::vector<StmtRef> &After) const;

  /// \p Body in chunk \p Which, which stores in buffers, whose iterations \p
  /// AppendLoop appends.
  void
  appendChunk(const ExprRef &Which, const StmtRef &Body, SourceTag Tag,
              llvm::function_ref<void(const StmtRef &, std::vector<StmtRef> &)>
                  AppendLoop,
              std::vector<StmtRef> &Out) const;

  /// What sets the variable \p Failed, a bool, if chunk \p Which lacked memory,
  /// and otherwise leaves it.
  StmtRef noteFailure(const ExprRef &Which, const Place &Failed,
                      SourceTag Tag) const;

  /// Appends what gives the memory of chunk \p Which back. \p Flag: a variable
  /// of type bool.
  void release(const ExprRef &Which, const std::string &Flag, SourceTag Tag,
               std::vector<StmtRef> &Out) const;

  /// Appends what has the variables go on by what the first chunk counted.
  void leaveFirst(SourceTag Tag, std::vector<StmtRef> &Out) const;

  /// Appends what notes where chunk \p Which begins, and has the variables go
  /// on by what it counted.
  void begin(const ExprRef &Which, SourceTag Tag,
             std::vector<StmtRef> &Out) const;

  /// Appends what gives growing arrays, to which the \p Chunks have appended
  /// something, as many elements as their variables say, or, where \p Lacks
  /// holds, more than there can be.
  void extend(const ExprRef &Lacks, const ExprRef &Chunks, SourceTag Tag,
              std::vector<StmtRef> &Out) const;

  /// Appends loops that copy what is in the buffers of chunk \p Which.
  void copy(const ExprRef &Which, SourceTag Tag,
            std::vector<StmtRef> &Out) const;

  /// The part of \p Body that stored values of cursors, adding where chunk
  /// \p Which began; null if there is none.
  StmtRef addBegins(const ExprRef &Which, const StmtRef &Body) const;

private:
  struct Item {
    Reduction Of;
    CursorUses Uses;
    std::string Grown; ///< one of the arrays that grow, if there are any
  };

  std::string name(const Item &I, llvm::StringRef Suffix) const {
    return Names.get(I.Of.Target.Name + Suffix.str());
  }
  std::string bufferOf(llvm::StringRef Array) const {
    return Names.get(Array + "_kept");
  }
  Place far(const Item &I) const;
  Place room(const Item &I) const;
  Place count(const Item &I, const ExprRef &Which) const;
  Place beginning(const Item &I, const ExprRef &Which) const;
  Place failure() const;
  Place failureOf(const ExprRef &Which) const;
  StmtRef makeRoom(const Item &I, const ExprRef &Which, SourceTag Tag) const;
  bool isKeptApart(llvm::StringRef Array) const;
  const Item *storedAsElements(llvm::StringRef Array) const;
  ExprRef fromBeginning(const Item &I, const ExprRef &Counted,
                        const ExprRef &Which) const;
  StmtRef apart(const Item &I, const ExprRef &Which, const StmtRef &Body) const;

  std::vector<Item> Items;
  std::string Var;
  MadeNames &Names;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_PARALLEL_BUFFEREDCURSORS_H
