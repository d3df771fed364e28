//===- OwnedTypes.h - what objects own --------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_ISOLATE_OWNEDTYPES_H
#define LACUNA_PLUGIN_ISOLATE_OWNEDTYPES_H

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace lacuna::plugin {

/// The name of \p R, a class of the standard library; empty if it is none. The
/// classes that libstdc++ keeps in `__gnu_cxx` count.
llvm::StringRef standardClass(const clang::CXXRecordDecl *R);

/// Whether the user has functions by which the library compares or swaps
/// objects of type \p D, if it finds them.
bool hasOwnFunctions(const clang::TagDecl &D);

/// Whether an object of type \p Ty owns all memory that it leads to, and
/// copying, assigning, comparing and destroying it runs no code of the user's:
/// numbers, containers of the standard library, records of such.
bool ownsAll(clang::QualType Ty);

/// Whether \p Ty is a class of the standard library whose functions call
/// nothing of the user's, whatever it leads to.
bool isOfLibrary(clang::QualType Ty);

/// Whether \p Ty, or what it owns, leads to memory that something else owns:
/// pointers, iterators, views.
inline bool leadsElsewhere(clang::QualType Ty) { return !ownsAll(Ty); }

/// Whether objects of type \p Ty lead to anything outside of themselves.
bool ownsMemory(clang::QualType Ty);

/// Whether objects of type \p Ty own elements outside of themselves that own
/// such elements in their turn: `vector<vector<T>>`.
bool ownsContainers(clang::QualType Ty);

/// Whether \p Ty is a container whose elements lie side by side behind
/// `data()`, or an array: those of several may be set at once.
bool isArrayLike(clang::QualType Ty);

/// Pre: isArrayLike(Array).
clang::QualType elementOfArrayLike(clang::QualType Array);

/// Whether \p Array is an array, or a container like one, of elements of type
/// \p Ty.
bool hasElements(clang::QualType Array, clang::QualType Ty);

/// The types of numbers, pointers and containers that are accessed, and what
/// owns the memory that they are in: a container, or any object.
class Leaves {
public:
  Leaves() = default;
  /// A part of type \p Accessed, with all that it owns, of an \p Object, which
  /// is null if that is not known. With \p IsHeader without the elements.
  Leaves(clang::QualType Accessed, clang::QualType Object, bool IsHeader,
         const clang::ASTContext &Context);

  void add(const Leaves &Other);
  /// Whether memory of the ones may be memory of the others, by the rules of
  /// strict aliasing, and since one container owns each element.
  bool mayMeet(const Leaves &Other, const clang::ASTContext &Context) const;

private:
  /// Containers around an element, the innermost last; around the first one may
  /// be anything.
  using Chain = llvm::SmallVector<const clang::Type *, 3>;
  using Visitor =
      llvm::function_ref<void(const clang::Type *Leaf, const Chain &)>;

  static void forEach(clang::QualType Ty, const Chain &Owners, unsigned Depth,
                      const clang::ASTContext &Context, Visitor Fn);
  bool hasBytes(const clang::ASTContext &Context) const;

  llvm::DenseMap<const clang::Type *, llvm::SmallVector<Chain, 1>> Owners;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_ISOLATE_OWNEDTYPES_H
