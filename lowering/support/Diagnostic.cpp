//===- Diagnostic.cpp - errors that a user can cause ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace lacuna;

char DiagnosticError::ID = 0;

void DiagnosticError::log(llvm::raw_ostream &OS) const {
  OS << D.Message;
  for (const Note &N : D.Notes)
    OS << "\nnote: " << N.Text;
}

std::error_code DiagnosticError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

llvm::Error lacuna::makeError(TextRange Where, std::string Message,
                              std::vector<Note> Notes,
                              std::optional<std::string> Replacement) {
  Diagnostic D;
  D.Where = Where;
  D.Message = std::move(Message);
  D.Notes = std::move(Notes);
  D.Replacement = std::move(Replacement);
  return llvm::make_error<DiagnosticError>(std::move(D));
}

Diagnostic lacuna::takeDiagnostic(llvm::Error E) {
  Diagnostic Result;
  llvm::handleAllErrors(
      std::move(E),
      [&](const DiagnosticError &Error) { Result = Error.diagnostic(); },
      [&](const llvm::ErrorInfoBase &Error) {
        std::string Message = Error.message();
        if (!llvm::StringRef(Message).starts_with("internal: "))
          Message = "internal: " + Message;
        Result.Message = std::move(Message);
      });
  return Result;
}

/// Letters to be changed, added or left out in \p Word, or neighbours that
/// change places, to make \p Meant; more than \p Limit if there are more.
static unsigned misspelled(llvm::StringRef Word, llvm::StringRef Meant,
                           unsigned Limit) {
  for (size_t I = 0; Word.size() == Meant.size() && I + 1 < Word.size(); ++I) {
    std::string Swapped = Word.str();
    std::swap(Swapped[I], Swapped[I + 1]);
    if (Swapped == Meant)
      return 1;
  }
  return Word.edit_distance(Meant, true, Limit);
}

std::optional<std::string>
lacuna::nearestWord(llvm::StringRef Word,
                    llvm::ArrayRef<std::string> Candidates) {
  unsigned Limit = std::max<unsigned>(1, Word.size() / 3);
  const std::string *Best = nullptr;
  for (const std::string &Candidate : Candidates) {
    unsigned Distance = misspelled(Word, Candidate, Limit);
    // A word that shares no letter with the candidate is not a misspelling.
    if (Distance > Limit || Distance >= Word.size())
      continue;
    if (Best && Distance == Limit)
      continue;
    Best = &Candidate;
    if (Distance == 0)
      break;
    Limit = Distance;
  }
  return Best ? std::optional<std::string>(*Best) : std::nullopt;
}

std::string lacuna::quotedList(llvm::ArrayRef<std::string> Names,
                               llvm::StringRef Last) {
  std::string List;
  for (size_t I = 0; I < Names.size(); ++I) {
    if (I > 0)
      List += I + 1 == Names.size() ? " " + Last.str() + " " : ", ";
    List += "'" + Names[I] + "'";
  }
  return List;
}
