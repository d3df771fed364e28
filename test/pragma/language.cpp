// C sources get one clear error; so does C++ before C++11.
// RUN: %clangxx %plugin -x c -fsyntax-only -Xclang -verify=c %s
// RUN: %clangxx %plugin -std=c++98 -fsyntax-only -Xclang -verify=old %s

void f(int n, double *y) {
  int i;
  // c-error@+2 {{'#pragma sparse' is supported in C++ only; compile this file as C++ or without the plugin}}
  // old-error@+1 {{'#pragma sparse' needs C++11 or later}}
#pragma sparse unroll(i, 4)
  for (i = 0; i < n; ++i)
    y[i] = 0;
#pragma sparse unroll(i, 4)
  for (i = 0; i < n; ++i)
    y[i] = 0;
}
