//===- Csr.cpp - Matrix Market files by way of CHOLMOD
//----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Csr.h"
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <suitesparse/cholmod.h>

namespace {
struct Session {
  cholmod_common Common;
  Session() {
    cholmod_start(&Common);
    Common.print = 0;         // errors are ours to report
    Common.prefer_binary = 1; // a pattern's entries are ones
  }
  ~Session() { cholmod_finish(&Common); }
};

struct CloseFile {
  void operator()(FILE *File) const { fclose(File); }
};

/// Checks the banner, which CHOLMOD would also do without, and rewinds.
std::string checkBanner(FILE *File) {
  char Line[256] = {};
  if (!fgets(Line, sizeof Line, File))
    return ferror(File) ? strerror(errno) : "the file is empty";
  for (char &C : Line)
    C = char(tolower(static_cast<unsigned char>(C)));
  if (strncmp(Line, "%%matrixmarket", 14) != 0)
    return "not a Matrix Market file: the first line does not begin with "
           "%%MatrixMarket";
  if (!strstr(Line, "coordinate"))
    return "not a sparse matrix: the first line does not say 'coordinate'";
  if (strstr(Line, "complex"))
    return "the matrix is complex; this example reads real ones";
  rewind(File);
  return "";
}

/// The transpose of \p T, both triangles stored, in compressed columns: the
/// compressed rows of \p T.
cholmod_sparse *compressedRows(cholmod_triplet *T, cholmod_common *Common) {
  cholmod_sparse *Half = cholmod_triplet_to_sparse(T, 0, Common);
  cholmod_sparse *Full = Half ? cholmod_copy(Half, 0, 1, Common) : nullptr;
  cholmod_sparse *Rows = Full ? cholmod_transpose(Full, 1, Common) : nullptr;
  cholmod_free_sparse(&Half, Common);
  cholmod_free_sparse(&Full, Common);
  return Rows;
}
} // namespace

std::string readMatrixMarket(const char *Path, Csr &A) {
  std::unique_ptr<FILE, CloseFile> File(fopen(Path, "r"));
  if (!File)
    return strerror(errno);
  if (std::string Error = checkBanner(File.get()); !Error.empty())
    return Error;

  Session S;
  cholmod_triplet *T = cholmod_read_triplet(File.get(), &S.Common);
  cholmod_sparse *R = T ? compressedRows(T, &S.Common) : nullptr;
  cholmod_free_triplet(&T, &S.Common);
  if (!R)
    return S.Common.status == CHOLMOD_OUT_OF_MEMORY ? "not enough memory"
           : S.Common.status == CHOLMOD_TOO_LARGE
               ? "the matrix's sizes are negative or beyond 32 bits"
               : "the file is damaged: sizes and entries do not fit";

  const int *Pos = static_cast<const int *>(R->p);
  A.Rows = int(R->ncol);
  A.Cols = int(R->nrow);
  A.pos.assign(Pos, Pos + A.Rows + 1);
  int Entries = A.pos.back();
  const int *Crd = static_cast<const int *>(R->i);
  const double *Val = static_cast<const double *>(R->x);
  A.crd.assign(Crd, Crd + Entries);
  A.val.assign(Val, Val + Entries);
  cholmod_free_sparse(&R, &S.Common);
  return "";
}
