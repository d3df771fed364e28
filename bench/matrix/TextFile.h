//===- TextFile.h - numbers in packed text files -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_MATRIX_TEXTFILE_H
#define LACUNA_BENCH_MATRIX_TEXTFILE_H

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

namespace lacuna::bench {

/// Reads a file into \p Text, unpacked if it ends in `.xz`. Returns an empty
/// string or what went wrong.
std::string readText(const std::string &Path, std::string &Text);

/// Walks over the numbers of a text.
class Numbers {
public:
  explicit Numbers(std::string_view Text)
      : At(Text.data()), End(Text.data() + Text.size()) {}

  /// Lines that begin with \p Mark.
  void skipComments(char Mark) {
    for (skipSpace(); At != End && *At == Mark; skipSpace())
      At = std::find(At, End, '\n');
  }
  /// Whether nothing but space follows.
  bool atEnd() {
    skipSpace();
    return At == End;
  }
  template <typename T> bool read(T &Value) {
    skipSpace();
    At += At != End && *At == '+';
    auto [Stop, Error] = std::from_chars(At, End, Value);
    bool Read = Error == std::errc() && Stop != At;
    At = Stop;
    return Read;
  }

private:
  void skipSpace() {
    while (At != End &&
           (*At == ' ' || *At == '\t' || *At == '\r' || *At == '\n'))
      ++At;
  }
  const char *At, *End;
};

} // namespace lacuna::bench

#endif // LACUNA_BENCH_MATRIX_TEXTFILE_H
