// Strings are arrays of characters: short ones, which lie in the object itself,
// long ones and views, by subscripts and ranges, read and written.
// RUN: %check-run --lines 6 --fallback-each 9 -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --lines 6 --fallback-each 9 -fplugin-arg-sparse-min-work=0 --threads 3 %s -o %t --reuse
// RUN: %check-run --lines 6 --fallback-each 9 -fplugin-arg-sparse-min-work=0 -O1 -fplugin-arg-sparse-verify %s -o %t.verify

#include "support/support.h"
#include <string>
#include <string_view>

static int distance(const std::string &a, const std::string &b) {
  int d = 0;
#pragma sparse
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i])
      ++d;
  return d;
}

static int countIn(std::string_view text) {
  int n = 0;
#pragma sparse
  for (char c : text)
    n += c == 'x';
  return n;
}

static void toUpper(std::string &s) {
#pragma sparse
  for (auto &c : s)
    c = c >= 'a' && c <= 'z' ? c - 32 : c;
}

static int sumOf(const std::u16string &s) {
  int sum = 0;
#pragma sparse
  for (size_t i = 0; i < s.length(); i++)
    sum += s[i] & 3;
  return sum;
}

static void counts(const std::vector<std::string> &words, std::vector<int> &n) {
#pragma sparse
  for (size_t i = 0; i < words.size(); ++i) {
    int c = 0;
    for (char letter : words[i])
      c += letter == 'a';
    n[i] = c;
  }
}

/// They may be one string.
static void reverse(const std::string &a, std::string &b) {
#pragma sparse
  for (size_t i = 0; i < a.size(); ++i)
    b[a.size() - 1 - i] = a[i];
}

int main() {
  for (int n : {0, 1, 7, 15, 16, 1000}) {
    std::string a(n, 'x'), b(n, 'y');
    std::u16string wide(n, u'w');
    run::Random random(n);
    for (int i = 0; i < n; ++i) {
      a[i] = char('a' + random.below(26));
      b[i] = char('w' + random.below(3));
      wide[i] = char16_t(random.below(60000));
    }
    const std::string At = ", " + std::to_string(n);
    auto text = [](const std::string &s) {
      return std::vector<int>(s.begin(), s.end());
    };
    run::record("numbers" + At,
                std::vector<int>{distance(a, b), countIn(b), countIn(a),
                                 countIn(std::string_view(a).substr(n / 2)),
                                 sumOf(wide)});
    toUpper(b);
    run::record("upper" + At, text(b));
    std::vector<std::string> words{a, "banana", std::string(100, 'a'), "", b};
    std::vector<int> found(words.size());
    counts(words, found);
    run::record("words" + At, found);
    std::string r = a;
    reverse(a, r);
    run::record("reversed" + At, text(r));
    reverse(r, r);
    run::record("in place" + At, text(r));
  }
}
