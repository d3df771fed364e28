//===- Promises.h - memory that is said to stay as it is ------ -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_TRACK_PROMISES_H
#define LACUNA_RUNTIME_TRACK_PROMISES_H

#include "Source.h"
#include <mutex>
#include <vector>

namespace lacuna::rt {

/// A promise about some memory, as it has been since the last change of that.
struct Promise {
  uint64_t Since = 0; ///< no two spans of time have the same; 0: none
  bool IsChecked = false;
  const char *Where = "";
};

/// Those of this process that hold now. A child of `fork` begins without any.
class Promises {
public:
  /// Null where there is no memory.
  static Promises *current();

  /// Its number.
  uint64_t begin(Bytes Of, const char *Where, bool IsChecked);
  void end(uint64_t Number);
  /// \p Of may be different from now on.
  void changed(Bytes Of);
  /// The one about all of \p Of that has held longest.
  Promise about(Bytes Of);

private:
  struct Kept {
    uint64_t Number;
    Bytes Of;
    Promise Is;
  };

  std::mutex Lock;
  std::atomic<size_t> Count{0};
  std::vector<Kept> All;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_TRACK_PROMISES_H
