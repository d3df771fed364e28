//===- Isl.h - objects of isl that free themselves --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isl's functions take some of their arguments over (`__isl_take`: pass
// `take()` or `copy()`) and only look at others (`__isl_keep`: pass `get()`).
// What fails returns null, and what is given null returns null, so that one
// question at the end of a computation is enough: IslContext::gaveUp.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AFFINE_ISL_H
#define LACUNA_LOWERING_AFFINE_ISL_H

#include <isl/aff.h>
#include <isl/ast_build.h>
#include <isl/id.h>
#include <isl/lp.h>
#include <isl/map.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <isl/val.h>
#include <utility>

namespace lacuna {

/// How objects of type T are copied and freed.
template <class T> struct IslTraits;

// NOLINTBEGIN(bugprone-macro-parentheses): the argument is a type.
#define LACUNA_ISL(T)                                                          \
  template <> struct IslTraits<T> {                                            \
    static T *copy(T *P) { return T##_copy(P); }                               \
    static void free(T *P) { T##_free(P); }                                    \
  };
LACUNA_ISL(isl_aff)
LACUNA_ISL(isl_ast_build)
LACUNA_ISL(isl_ast_expr)
LACUNA_ISL(isl_ast_node)
LACUNA_ISL(isl_ast_node_list)
LACUNA_ISL(isl_basic_set)
LACUNA_ISL(isl_id)
LACUNA_ISL(isl_id_list)
LACUNA_ISL(isl_map)
LACUNA_ISL(isl_map_list)
LACUNA_ISL(isl_point)
LACUNA_ISL(isl_set)
LACUNA_ISL(isl_space)
LACUNA_ISL(isl_union_map)
LACUNA_ISL(isl_union_set)
LACUNA_ISL(isl_val)
#undef LACUNA_ISL
// NOLINTEND(bugprone-macro-parentheses)

/// The owner of an object of isl's, or of none.
template <class T> class Isl {
public:
  explicit Isl(T *P = nullptr) : P(P) {}
  Isl(Isl &&Other) noexcept : P(Other.take()) {}
  Isl &operator=(Isl &&Other) noexcept {
    std::swap(P, Other.P);
    return *this;
  }
  ~Isl() { IslTraits<T>::free(P); }

  T *get() const { return P; }
  T *copy() const { return IslTraits<T>::copy(P); }
  T *take() { return std::exchange(P, nullptr); }
  explicit operator bool() const { return P; }

private:
  T *P;
};

/// The memory of isl's objects, and how much work may be done with them.
class IslContext {
public:
  explicit IslContext(unsigned long MostOperations);
  IslContext(const IslContext &) = delete;
  IslContext &operator=(const IslContext &) = delete;
  ~IslContext() { isl_ctx_free(Ctx); }

  isl_ctx *get() const { return Ctx; }
  /// Begins another computation: as much work may be done again.
  void begin() const {
    isl_ctx_reset_operations(Ctx);
    isl_ctx_reset_error(Ctx);
  }
  /// Whether something was not computed: what isl said since is no answer.
  bool gaveUp() const { return isl_ctx_last_error(Ctx) != isl_error_none; }

private:
  isl_ctx *Ctx;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_AFFINE_ISL_H
