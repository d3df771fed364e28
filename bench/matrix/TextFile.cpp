//===- TextFile.cpp - numbers in packed text files -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextFile.h"
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <lzma.h>
#include <memory>

using namespace lacuna::bench;

namespace {
struct CloseFile {
  void operator()(FILE *File) const { fclose(File); }
};

std::string readFile(const std::string &Path, std::string &Bytes) {
  std::unique_ptr<FILE, CloseFile> File(fopen(Path.c_str(), "rb"));
  if (!File)
    return strerror(errno);
  char Block[1 << 16];
  while (size_t Read = fread(Block, 1, sizeof Block, File.get()))
    Bytes.append(Block, Read);
  return ferror(File.get()) ? strerror(errno) : "";
}

std::string unpackXz(const std::string &Packed, std::string &Bytes) {
  lzma_stream Stream = LZMA_STREAM_INIT;
  if (lzma_stream_decoder(&Stream, UINT64_MAX, LZMA_CONCATENATED) != LZMA_OK)
    return "no memory to unpack the file";
  std::string Block(1 << 20, '\0');
  Stream.next_in = reinterpret_cast<const uint8_t *>(Packed.data());
  Stream.avail_in = Packed.size();
  lzma_ret Result = LZMA_OK;
  while (Result == LZMA_OK) {
    Stream.next_out = reinterpret_cast<uint8_t *>(Block.data());
    Stream.avail_out = Block.size();
    Result = lzma_code(&Stream, LZMA_FINISH);
    Bytes.append(Block, 0, Block.size() - Stream.avail_out);
  }
  lzma_end(&Stream);
  return Result == LZMA_STREAM_END ? "" : "the packed file is damaged";
}
} // namespace

std::string lacuna::bench::readText(const std::string &Path,
                                    std::string &Text) {
  if (!Path.ends_with(".xz"))
    return readFile(Path, Text);
  std::string Packed, Error = readFile(Path, Packed);
  return Error.empty() ? unpackXz(Packed, Text) : Error;
}
