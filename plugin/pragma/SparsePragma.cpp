//===- SparsePragma.cpp - the handler of #pragma sparse -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pragma/SparsePragma.h"
#include "lacuna/directive/DataDirective.h"
#include "lacuna/schedule/commands/Commands.h"
#include "pragma/Messages.def"
#include "clang/ClangCompat.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/TokenStream.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

/// The pragma that stands for the rest of a directive.
static constexpr llvm::StringLiteral ContinuationName = "lacuna_directive_end";

static bool isPragmaAnnotation(const Token &Tok) {
  return Tok.isAnnotation() &&
         llvm::StringRef(Tok.getName()).starts_with("annot_pragma");
}

static Token makeToken(tok::TokenKind Kind, SourceLocation Loc) {
  Token Tok;
  Tok.startToken();
  Tok.setKind(Kind);
  Tok.setLocation(Loc);
  Tok.setLength(1);
  return Tok;
}

namespace {
/// The second half of a directive in `#pragma` lines.
class Continuation : public PragmaHandler {
public:
  explicit Continuation(SparsePragma &Owner)
      : PragmaHandler(ContinuationName), Owner(Owner) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &) override {
    Token End;
    PP.Lex(End);
    assert(End.is(tok::eod) && "the continuation is a single word");
    Owner.finish(PP);
  }

private:
  SparsePragma &Owner;
};
} // namespace

void SparsePragma::install(Preprocessor &PP,
                           std::shared_ptr<DirectiveTable> Table,
                           bool ExpandsMacros) {
  // The preprocessor owns its handlers.
  auto *Handler = new SparsePragma(std::move(Table), ExpandsMacros);
  PP.AddPragmaHandler(Handler);
  PP.AddPragmaHandler(new Continuation(*Handler));
}

void SparsePragma::HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                                Token &First) {
  if (Current) {
    // A further line of the directive, met by readUpToStatement.
    readLine(PP);
    return;
  }
  if (!checkLanguage(PP, First.getLocation()))
    return;
  Table->noteSeen();
  Current.emplace(First.getLocation());
  Hash = Introducer.Loc;
  readLine(PP);
  if (isDataDirective(Current->text()))
    finishData(PP);
  else if (Introducer.Kind == PIK_HashPragma)
    deferRest(PP);
  else
    finish(PP);
}

/// Whether generated code can be parsed in this file; says so once if not.
bool SparsePragma::checkLanguage(Preprocessor &PP, SourceLocation Loc) {
  const LangOptions &Options = PP.getLangOpts();
  if (Options.CPlusPlus11)
    return true;
  if (std::exchange(ReportedLanguage, true))
    return false;
  DiagnosticsEngine &Diags = PP.getDiagnostics();
  Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
      << (Options.CPlusPlus ? msg::NeedsNewerCpp() : msg::NeedsCpp());
  return false;
}

static bool isLineMarkOrPragma(const Token &BehindHash) {
  return BehindHash.is(tok::numeric_constant) ||
         (BehindHash.is(tok::raw_identifier) &&
          BehindHash.getRawIdentifier() == "pragma");
}

/// Whether more than a name follows in the file of \p Directive, with no
/// directives in front of it but pragmas and marks of lines.
static bool hasStatementBehind(Preprocessor &PP, SourceLocation Directive) {
  SourceManager &SM = PP.getSourceManager();
  auto [File, Offset] = SM.getDecomposedLoc(Directive);
  llvm::StringRef Text = SM.getBufferData(File);
  Lexer Raw(SM.getLocForStartOfFile(File), PP.getLangOpts(), Text.begin(),
            Text.begin() + Offset, Text.end());
  Token Tok;
  Raw.LexFromRawLexer(Tok);
  bool Skips = true;
  bool FoundName = false;
  for (; Tok.isNot(tok::eof); Raw.LexFromRawLexer(Tok)) {
    if (Tok.isAtStartOfLine() && Tok.getLocation() != Directive) {
      Skips = Tok.is(tok::hash);
      if (Skips)
        Raw.LexFromRawLexer(Tok);
      if (Skips && !isLineMarkOrPragma(Tok))
        return false;
    }
    if (!Skips &&
        (FoundName || !Tok.isOneOf(tok::raw_identifier, tok::coloncolon)))
      return true;
    FoundName |= !Skips;
  }
  return false;
}

/// Looking ahead may reach the end of the file, where its lexer is deleted,
/// while that lexer is what called this handler. A `_Pragma` in front of the
/// rest calls the handler again from outside of it; where that is no macro, the
/// end of the file is looked for first.
void SparsePragma::deferRest(Preprocessor &PP) {
  if (!ExpandsMacros) {
    if (hasStatementBehind(PP, Current->pragmaLoc()))
      return finish(PP);
    checkStatement(PP, makeToken(tok::eof, Current->pragmaLoc()));
    Current.reset();
    return;
  }
  TokenList Tokens;
  auto Append = [&](tok::TokenKind Kind) -> Token & {
    Tokens.push_back(makeToken(Kind, Current->pragmaLoc()));
    return Tokens.back();
  };
  Append(tok::identifier).setIdentifierInfo(PP.getIdentifierInfo("_Pragma"));
  Append(tok::l_paren);
  PP.CreateString(("\"" + ContinuationName + "\"").str(),
                  Append(tok::string_literal), Current->pragmaLoc(),
                  Current->pragmaLoc());
  Append(tok::r_paren);
  enterTokens(PP, Tokens, /*IsReinject=*/false, /*ExpandMacros=*/true);
}

/// Reads the further lines and puts the attribute in front of the loop.
void SparsePragma::finish(Preprocessor &PP) {
  TokenList Tokens;
  Token Next;
  readUpToStatement(PP, Tokens, Next);
  TokenList Statement = {Next};
  if (Next.isOneOf(tok::identifier, tok::coloncolon, tok::kw_this)) {
    Statement.emplace_back();
    PP.Lex(Statement.back());
  }
  bool IsLoop = checkStatement(PP, Statement);
  if (checkClauses(PP) && IsLoop) {
    appendAttribute(PP, Tokens);
    Table->add(std::move(*Current));
  }
  Current.reset();
  Tokens.append(Statement);
  // New to the preprocessor's clients: so far only this handler saw them.
  enterTokens(PP, Tokens, /*IsReinject=*/false);
}

void SparsePragma::readLine(Preprocessor &PP) {
  Token Tok;
  for (PP.Lex(Tok); Tok.isNot(tok::eod); PP.Lex(Tok))
    if (!Tok.isAnnotation())
      Current->append(Tok, PP.getSpelling(Tok));
  Current->endLine();
}

/// Reads up to the first token that belongs to no pragma. Tokens of other
/// pragmas go to \p Others: they stay in front of the attribute, because their
/// parsers accept no attributes.
void SparsePragma::readUpToStatement(Preprocessor &PP, TokenList &Others,
                                     Token &Next) {
  for (PP.Lex(Next); isPragmaAnnotation(Next); PP.Lex(Next)) {
    Others.push_back(Next);
    tok::TokenKind End = endOfPragma(Next.getKind());
    while (End != tok::unknown && Next.isNot(End)) {
      PP.Lex(Next);
      Others.push_back(Next);
    }
  }
}

/// Whether a name and \p Next may begin a call of a function, perhaps one with
/// a loop; lift says if it is none.
static bool mayBeginCall(const Token &Next) {
  return Next.isOneOf(tok::l_paren, tok::coloncolon, tok::less, tok::period,
                      tok::arrow, tok::identifier);
}

/// What begins with \p Tokens, as the object of "not by …"; empty if a loop may
/// begin.
static std::string describeNonLoop(Preprocessor &PP,
                                   llvm::ArrayRef<Token> Tokens) {
  const Token &Next = Tokens.front();
  if (Tokens.size() > 1 && mayBeginCall(Tokens.back()))
    return "";
  switch (Next.getKind()) {
  case tok::kw_for:
  case tok::kw_while: // lift says what is missing
  case tok::kw_do:
  case tok::l_square: // an attribute of the loop
    return "";
  case tok::eof:
  case tok::annot_module_end:
    return "the end of the file";
  case tok::r_brace:
    return "the end of the block";
  case tok::l_brace:
    return "a block";
  case tok::semi:
    return "an empty statement";
  case tok::kw_class:
  case tok::kw_struct:
  case tok::kw_union:
  case tok::kw_enum:
  case tok::kw_namespace:
  case tok::kw_template:
  case tok::kw_typedef:
  case tok::kw_using:
  case tok::kw_static:
  case tok::kw_extern:
  case tok::kw_inline:
  case tok::kw_const:
  case tok::kw_constexpr:
  case tok::kw_auto:
  case tok::kw_void:
  case tok::kw_bool:
  case tok::kw_char:
  case tok::kw_short:
  case tok::kw_int:
  case tok::kw_long:
  case tok::kw_signed:
  case tok::kw_unsigned:
  case tok::kw_float:
  case tok::kw_double:
    return "a declaration";
  default:
    if (Next.isAnnotation())
      return "a module boundary";
    return "'" + PP.getSpelling(Next) + "'";
  }
}

/// Whether a loop can begin with \p Tokens; says so if not.
bool SparsePragma::checkStatement(Preprocessor &PP,
                                  llvm::ArrayRef<Token> Tokens) {
  std::string Found = describeNonLoop(PP, Tokens);
  if (Found.empty())
    return true;
  Table->noteError();
  DiagnosticsEngine &Diags = PP.getDiagnostics();
  Diags.Report(Current->pragmaLoc(),
               Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
      << msg::DirectiveBeforeOther(Found);
  return false;
}

/// Whether the clauses are well-formed; reports each mistake at its token.
bool SparsePragma::checkClauses(Preprocessor &PP) {
  llvm::Expected<lacuna::Directive> Parsed = parseDirective(Current->text());
  if (Parsed)
    return true;
  reportErrors(PP, Parsed.takeError());
  return false;
}

void SparsePragma::reportErrors(Preprocessor &PP, llvm::Error Errors) {
  llvm::handleAllErrors(
      std::move(Errors),
      [&](const DiagnosticError &E) {
        Table->reportError(PP.getDiagnostics(), *Current, E.diagnostic());
      },
      [&](const llvm::ErrorInfoBase &E) {
        Table->reportError(PP.getDiagnostics(), *Current,
                           {{}, "internal: " + E.message(), {}, {}});
      });
}

/// Puts the statement that stands for a directive about data in its place.
void SparsePragma::finishData(Preprocessor &PP) {
  llvm::Expected<DataDirective> Parsed = parseDataDirective(Current->text());
  if (!Parsed) {
    reportErrors(PP, Parsed.takeError());
    Current.reset();
    return;
  }
  TokenList Tokens;
  auto Append = [&](std::initializer_list<tok::TokenKind> Kinds,
                    SourceLocation Loc) {
    for (tok::TokenKind Kind : Kinds)
      Tokens.push_back(makeToken(Kind, Loc));
  };
  auto Mention = [&](const ClauseArg &Arg) {
    auto Words = Current->tokensIn(Arg.Where);
    SourceLocation Begin = Words.front().getLocation();
    Append({tok::l_paren, tok::kw_void, tok::r_paren, tok::l_paren}, Begin);
    Tokens.append(Words);
    Append({tok::r_paren, tok::semi}, Words.back().getLocation());
  };
  SourceLocation Loc = Current->pragmaLoc();
  const bool IsRegion = Parsed->Kind == DataKind::Region;
  appendAttribute(PP, Tokens);
  if (IsRegion)
    Append({tok::kw_if, tok::l_paren, tok::l_paren, tok::kw_false, tok::r_paren,
            tok::r_paren},
           Loc);
  Append({tok::l_brace}, Loc);
  for (const DataItem &Item : Parsed->Items) {
    Mention(Item.Array);
    if (Item.Section) {
      Mention(Item.Section->first);
      Mention(Item.Section->second);
    }
  }
  Append({tok::r_brace}, Loc);
  // Without a place it is no `else` that could be misunderstood by people, of
  // which warnings would tell.
  if (IsRegion)
    Append({tok::kw_else}, SourceLocation());
  Table->add(std::move(*Current));
  Current.reset();
  enterTokens(PP, Tokens, /*IsReinject=*/false);
}

static std::string quoted(llvm::StringRef Text) {
  std::string Literal = "\"";
  for (char C : Text) {
    if (C == '\n') {
      Literal += "\\n";
      continue;
    }
    if (C == '"' || C == '\\')
      Literal += '\\';
    Literal += C;
  }
  return Literal + '"';
}

/// `[[gsl::suppress("sparse", "<clauses>")]]`, all at the pragma. It begins
/// where the line does, for warnings about indentation.
void SparsePragma::appendAttribute(Preprocessor &PP, TokenList &Out) {
  SourceLocation Loc = Current->pragmaLoc();
  auto Punctuation = [&](tok::TokenKind Kind) {
    Out.push_back(makeToken(Kind, Loc));
  };
  auto Identifier = [&](llvm::StringRef Name) {
    Out.push_back(makeToken(tok::identifier, Loc));
    Out.back().setIdentifierInfo(PP.getIdentifierInfo(Name));
  };
  auto String = [&](llvm::StringRef Text) {
    Out.push_back(makeToken(tok::string_literal, Loc));
    PP.CreateString(quoted(Text), Out.back(), Loc, Loc);
  };
  Out.push_back(makeToken(tok::l_square, Hash));
  Out.back().setFlag(Token::StartOfLine);
  Out.push_back(makeToken(tok::l_square, Hash));
  Identifier("gsl");
  Punctuation(tok::coloncolon);
  Identifier("suppress");
  Punctuation(tok::l_paren);
  String("sparse");
  Punctuation(tok::comma);
  String(Current->text());
  Punctuation(tok::r_paren);
  Punctuation(tok::r_square);
  Punctuation(tok::r_square);
}
