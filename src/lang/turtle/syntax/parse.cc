#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "lang/turtle/syntax/parser.h"

namespace papert::turtle {
namespace {

/// What a keyword begins, in words; empty for what the tree has.
std::string_view construct_of(lang::python::TokenKind kind) {
  using enum lang::python::TokenKind;
  switch (kind) {
    case kAs:
      return "'as'";
    case kAssert:
      return "assert";
    case kAsync:
      return "async";
    case kAwait:
      return "await";
    case kClass:
      return "a class";
    case kDel:
      return "del";
    case kExcept:
    case kFinally:
    case kTry:
      return "try";
    case kGlobal:
      return "global";
    case kLambda:
      return "a lambda";
    case kNonlocal:
      return "nonlocal";
    case kRaise:
      return "raise";
    case kWith:
      return "with";
    case kYield:
      return "yield";
    case kAt:
      return "'@'";
    case kLeftBrace:
      return "a dictionary or a set";
    case kBytes:
      return "a bytes literal";
    case kImaginary:
      return "an imaginary number";
    case kColonEqual:
      return "':='";
    case kEllipsis:
      return "'...'";
    case kTilde:
      return "'~'";
    case kStar:
    case kDoubleStar:
      return "unpacking by '*'";
    default:
      return {};
  }
}

}  // namespace

bool ProgramParser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  advance();
  return true;
}

Result<void> ProgramParser::expect(TokenKind kind, std::string_view what) {
  if (accept(kind)) return {};
  if (at(TokenKind::kError) || !construct_of(token_.kind).empty()) return refuse_token();
  return fail(ErrorCode::kBadData, fmt::format("expected {}, found '{}'", what, word()), here());
}

std::string ProgramParser::here() const { return fmt::format("line {}", token_.line); }

tl::unexpected<Error> ProgramParser::refuse(std::string_view construct) const {
  return fail(ErrorCode::kBadData,
              fmt::format("{} is not in the tree of drawing programs", construct), here());
}

tl::unexpected<Error> ProgramParser::refuse_token() const {
  if (at(TokenKind::kError)) {
    return fail(ErrorCode::kBadData, std::string(tokenizer_.error()), here());
  }
  if (const std::string_view construct = construct_of(token_.kind); !construct.empty()) {
    return refuse(construct);
  }
  return fail(ErrorCode::kBadData, fmt::format("'{}' does not belong here", trim(word())), here());
}

Result<void> ProgramParser::spend_node(const Expression& node) {
  word_bytes_ += node.text.size();
  for (const std::string& name : node.names) word_bytes_ += name.size();
  if (++nodes_ > kMaxNodes || word_bytes_ > kMaxWordBytes) {
    return fail(ErrorCode::kLimit, "the program is too large to be read as a tree", here());
  }
  return {};
}

Result<void> ProgramParser::spend_operator() {
  if (++operators_ <= kMaxOperators) return {};
  return fail(ErrorCode::kLimit,
              fmt::format("more than {} operators and calls in one line", kMaxOperators), here());
}

Result<Program> ProgramParser::program() {
  Program program;
  while (accept(TokenKind::kNewline)) {
  }
  while (!at(TokenKind::kEnd)) TRY(statement(program.statements));
  return program;
}

Result<void> ProgramParser::statement(Statements& into) {
  using Reader = Result<Statement> (ProgramParser::*)();
  Reader reader = nullptr;
  if (at(TokenKind::kDef)) reader = &ProgramParser::definition;
  if (at(TokenKind::kFor)) reader = &ProgramParser::loop;
  if (at(TokenKind::kWhile)) reader = &ProgramParser::while_loop;
  if (at(TokenKind::kIf)) reader = &ProgramParser::condition;
  if (reader == nullptr) return simple_line(into);
  if (++statements_ > kMaxStatements) {
    return fail(ErrorCode::kLimit, fmt::format("more than {} statements", kMaxStatements), here());
  }
  operators_ = 0;
  into.push_back(TRY((this->*reader)()));
  return check_height(into.back());
}

Result<void> ProgramParser::simple_line(Statements& into) {
  do {
    if (++statements_ > kMaxStatements) {
      return fail(ErrorCode::kLimit, fmt::format("more than {} statements", kMaxStatements),
                  here());
    }
    operators_ = 0;
    into.push_back(TRY(simple_statement()));
    TRY(check_height(into.back()));
  } while (accept(TokenKind::kSemicolon) && !at(TokenKind::kNewline));
  return expect(TokenKind::kNewline, "the end of the line");
}

Result<Statement> ProgramParser::simple_statement() {
  Statement statement;
  switch (token_.kind) {
    case TokenKind::kPass:
      statement.kind = Statement::Kind::kPass;
      break;
    case TokenKind::kBreak:
      statement.kind = Statement::Kind::kBreak;
      break;
    case TokenKind::kContinue:
      statement.kind = Statement::Kind::kContinue;
      break;
    case TokenKind::kImport:
    case TokenKind::kFrom:
      return import_line();
    case TokenKind::kReturn:
      advance();
      statement.kind = Statement::Kind::kReturn;
      if (!at(TokenKind::kNewline) && !at(TokenKind::kSemicolon)) {
        statement.value.push_back(TRY(expressions()));
      }
      return statement;
    default:
      return expression_statement();
  }
  advance();
  return statement;
}

Result<Statement> ProgramParser::expression_statement() {
  const std::string line = here();
  Statement statement;
  Expression first = TRY(expressions());
  if (at(TokenKind::kAugmentedAssign)) {
    statement.kind = Statement::Kind::kAugmented;
    statement.text = word();
    TRY(check_target(first));
    if (first.kind == Expression::Kind::kTuple || first.kind == Expression::Kind::kList) {
      return refuse("an augmented assignment to several names");
    }
    statement.targets.push_back(std::move(first));
    advance();
    statement.value.push_back(TRY(expressions()));
    return statement;
  }
  if (accept(TokenKind::kEqual)) {
    statement.kind = Statement::Kind::kAssign;
    statement.targets = TRY(targets(std::move(first)));
    statement.value.push_back(TRY(expressions()));
    if (at(TokenKind::kEqual)) return refuse("an assignment of one value to several targets");
    return statement;
  }
  if (at(TokenKind::kColon)) return refuse("an annotation");
  if (first.kind == Expression::Kind::kString) {
    statement.kind = Statement::Kind::kDocstring;
    statement.text = std::move(first.text);
    return statement;
  }
  if (first.kind != Expression::Kind::kCall) {
    return fail(ErrorCode::kBadData, "an expression without an effect", line);
  }
  statement.kind = Statement::Kind::kCall;
  statement.value.push_back(std::move(first));
  return statement;
}

Result<void> ProgramParser::check_target(const Expression& target) const {
  using Kind = Expression::Kind;
  switch (target.kind) {
    case Kind::kName:
    case Kind::kAttribute:
    case Kind::kIndex:
      return {};
    case Kind::kTuple:
      if (target.parts.empty()) break;
      for (const Expression& each : target.parts) TRY(check_target(each));
      return {};
    default:
      break;
  }
  return fail(ErrorCode::kBadData, "nothing can be assigned to what stands on the left", here());
}

Result<std::vector<Expression>> ProgramParser::targets(Expression list) const {
  TRY(check_target(list));
  if (list.kind == Expression::Kind::kTuple && list.parts.size() > 1) return std::move(list.parts);
  std::vector<Expression> one;
  one.push_back(std::move(list));
  return one;
}

Result<std::string> ProgramParser::name() {
  std::string found(word());
  TRY(expect(TokenKind::kName, "a name"));
  word_bytes_ += found.size();
  return found;
}

Result<void> ProgramParser::parameters(Statement& definition) {
  TRY(expect(TokenKind::kLeftParen, "'('"));
  while (!at(TokenKind::kRightParen)) {
    definition.parameters.push_back(TRY(name()));
    if (at(TokenKind::kColon)) return refuse("an annotation");
    if (accept(TokenKind::kEqual)) {
      definition.defaults.push_back(TRY(expression()));
    } else if (!definition.defaults.empty()) {
      return fail(ErrorCode::kBadData, "a parameter without a default follows one with a default",
                  here());
    }
    if (!accept(TokenKind::kComma)) break;
  }
  return expect(TokenKind::kRightParen, "')'");
}

Result<Statement> ProgramParser::definition() {
  advance();
  Statement statement;
  statement.kind = Statement::Kind::kDef;
  statement.text = TRY(name());
  TRY(parameters(statement));
  if (at(TokenKind::kArrow)) return refuse("an annotation");
  statement.body = TRY(block());
  return statement;
}

Result<Statement> ProgramParser::loop() {
  advance();
  Statement statement;
  statement.kind = Statement::Kind::kFor;
  // A whole expression would take "x in y" for a comparison: targets are primaries.
  Expression list;
  list.kind = Expression::Kind::kTuple;
  bool several = false;
  do {
    if (at(TokenKind::kIn)) break;
    list.parts.push_back(TRY(primary()));
    several = at(TokenKind::kComma);
  } while (accept(TokenKind::kComma));
  if (list.parts.empty()) return refuse_token();
  if (list.parts.size() == 1 && !several) {
    Expression only = std::move(list.parts.front());
    list = std::move(only);
  }
  statement.targets = TRY(targets(std::move(list)));
  TRY(expect(TokenKind::kIn, "'in'"));
  statement.value.push_back(TRY(expressions()));
  statement.body = TRY(block());
  if (at(TokenKind::kElse)) return refuse("the else of a loop");
  return statement;
}

Result<Statement> ProgramParser::while_loop() {
  advance();
  Statement statement;
  statement.kind = Statement::Kind::kWhile;
  statement.value.push_back(TRY(expression()));
  statement.body = TRY(block());
  if (at(TokenKind::kElse)) return refuse("the else of a loop");
  return statement;
}

Result<Statement> ProgramParser::condition() {
  advance();
  Statement statement;
  statement.kind = Statement::Kind::kIf;
  statement.value.push_back(TRY(expression()));
  statement.body = TRY(block());
  if (at(TokenKind::kElif)) {
    const Level level(blocks_);
    if (blocks_ > kMaxBlockDepth || ++statements_ > kMaxStatements) {
      return fail(ErrorCode::kLimit, "too many elif", here());
    }
    operators_ = 0;
    statement.orelse.push_back(TRY(condition()));
    TRY(check_height(statement.orelse.back()));
  } else if (accept(TokenKind::kElse)) {
    statement.orelse = TRY(block());
  }
  return statement;
}

Result<ProgramParser::Statements> ProgramParser::block() {
  TRY(expect(TokenKind::kColon, "':'"));
  const Level level(blocks_);
  if (blocks_ > kMaxBlockDepth) {
    return fail(ErrorCode::kLimit, fmt::format("blocks nested deeper than {}", kMaxBlockDepth),
                here());
  }
  Statements body;
  if (!accept(TokenKind::kNewline)) {
    TRY(simple_line(body));
    return body;
  }
  TRY(expect(TokenKind::kIndent, "an indented block"));
  while (!accept(TokenKind::kDedent)) TRY(statement(body));
  return body;
}

Result<std::string> ProgramParser::dotted_name() {
  std::string text = TRY(name());
  while (accept(TokenKind::kDot)) {
    const std::string further = TRY(name());
    text += "." + further;
  }
  return text;
}

Result<std::string> ProgramParser::imported_names(bool plain) {
  if (plain && accept(TokenKind::kStar)) return std::string("*");
  std::string text;
  do {
    if (at(TokenKind::kRightParen)) break;
    const std::string imported = plain ? TRY(name()) : TRY(dotted_name());
    text += (text.empty() ? "" : ", ") + imported;
    if (!accept(TokenKind::kAs)) continue;
    const std::string alias = TRY(name());
    text += " as " + alias;
  } while (accept(TokenKind::kComma));
  if (text.empty()) return refuse_token();
  return text;
}

Result<Statement> ProgramParser::import_line() {
  Statement statement;
  statement.kind = Statement::Kind::kImport;
  if (accept(TokenKind::kImport)) {
    const std::string names = TRY(imported_names(false));
    statement.text = "import " + names;
    return statement;
  }
  advance();
  const std::string module = TRY(dotted_name());
  TRY(expect(TokenKind::kImport, "'import'"));
  const bool grouped = accept(TokenKind::kLeftParen);
  const std::string names = TRY(imported_names(true));
  if (grouped) TRY(expect(TokenKind::kRightParen, "')'"));
  statement.text = "from " + module + " import " + names;
  return statement;
}

Result<Program> parse_program(std::string_view text) {
  if (text.size() > kMaxProgramBytes) {
    return fail(ErrorCode::kLimit,
                fmt::format("a program of {} bytes; at most {} are read as a tree", text.size(),
                            kMaxProgramBytes));
  }
  if (!is_valid_utf8(text) || text.find('\0') != std::string_view::npos) {
    return fail(ErrorCode::kBadData, "a program must be UTF-8 without NUL bytes");
  }
  return ProgramParser(text).program();
}

}  // namespace papert::turtle
