// Another major version of Clang is refused in one line. A plugin that is built
// with AddressSanitizer needs its runtime to be the first library.
// UNSUPPORTED: sanitized-plugin
// clang-format off
// RUN: %clangxx -shared -fPIC -DSHIM %s -o %t.so
// RUN: not env LD_PRELOAD=%t.so %clangxx %plugin -fsyntax-only %s 2>&1 | FileCheck %s --implicit-check-not=error
// CHECK: error: LacunaClang-[[MAJOR:[0-9]+]].so works with clang [[MAJOR]] only, not with 'Other clang version 20.1.0'
// clang-format on
#ifdef SHIM
#include <string>
namespace clang {
std::string getClangFullVersion() { return "Other clang version 20.1.0"; }
} // namespace clang
#endif
