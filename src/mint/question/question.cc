#include "mint/question/question.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/known_keys.h"
#include "base/text.h"
#include "lang/cad/cad.h"
#include "lang/svg/document.h"
#include "lang/svg/in_text.h"

namespace papert::mint {
namespace {

template <std::size_t N>
std::optional<std::size_t> place(const std::array<std::string_view, N>& names,
                                 std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

template <std::size_t N>
std::string listed(const std::array<std::string_view, N>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

constexpr std::array<std::string_view, 2> kCountWords{"how many", "number of"};
constexpr std::array<std::string_view, 2> kColorWords{"color", "colour"};
constexpr std::array<std::string_view, 1> kShapeWords{"shape"};
constexpr std::array<std::string_view, 23> kReasoningWords{
    "position", "orientation", "direction", "located", "placed",  "relative", "above",   "below",
    "behind",   "beneath",     "taller",    "larger",  "smaller", "longer",   "shorter", "used for",
    "purpose",  "function",    "why",       "likely",  "suggest", "symmetr",  "time"};
constexpr std::array<std::string_view, 16> kSemanticWords{
    "what type", "what kind", "depict", "represent", "object",     "person", "figure", "animal",
    "wearing",   "holding",   "doing",  "pattern",   "expression", "symbol", "number", "digit"};

struct TypeRule {
  QuestionType type;
  std::span<const std::string_view> words;
};
constexpr std::array<TypeRule, 5> kTypeRules{{{QuestionType::kCount, kCountWords},
                                              {QuestionType::kColor, kColorWords},
                                              {QuestionType::kShape, kShapeWords},
                                              {QuestionType::kReasoning, kReasoningWords},
                                              {QuestionType::kSemantic, kSemanticWords}}};

Result<std::vector<std::string>> options_from_json(const Json& json, const std::string& where) {
  std::vector<std::string> options;
  const Json list = json.value("options", Json::array());
  if (list.is_null()) return options;
  if (!list.is_array()) return fail(ErrorCode::kBadData, "'options' must be a list", where);
  for (const Json& option : list) {
    if (!option.is_string()) {
      return fail(ErrorCode::kBadData, "'options' must be a list of texts", where);
    }
    options.push_back(option.get<std::string>());
  }
  return options;
}

Result<Language> language_from_json(const Json& json, const std::string& where) {
  const std::string name = TRY(get_optional_string(json, "language", where)).value_or("svg");
  const auto index = place(kLanguageNames, name);
  if (index) return static_cast<Language>(*index);
  return fail(ErrorCode::kBadData,
              "there is no language '" + std::string(cut_utf8(name, 40)) +
                  "'; there are: " + listed(kLanguageNames),
              where);
}

Result<std::optional<QuestionType>> type_from_json(const Json& json, const std::string& where) {
  const auto name = TRY(get_optional_string(json, "type", where));
  if (!name || name->empty()) return std::optional<QuestionType>();
  const auto index = place(kTypeNames, *name == "colour" ? "color" : std::string_view(*name));
  if (index) return std::optional(static_cast<QuestionType>(*index));
  return fail(ErrorCode::kBadData,
              "there is no question type '" + std::string(cut_utf8(*name, 40)) +
                  "'; there are: " + listed(kTypeNames),
              where);
}

Result<std::string> answer_from_json(const Json& json, const std::string& where) {
  const auto found = json.find("answer");
  if (found != json.end() && found->is_number_integer()) {
    return std::to_string(found->get<std::int64_t>());
  }
  return get_string(json, "answer", where);
}

}  // namespace

std::optional<QuestionType> guess_type(std::string_view question) {
  const std::string text = lower(question);
  for (const TypeRule& rule : kTypeRules) {
    for (const std::string_view word : rule.words) {
      if (text.find(word) != std::string::npos) return rule.type;
    }
  }
  return std::nullopt;
}

Result<void> check(const Question& question, const std::string& where) {
  const auto bad = [&](const std::string& message) {
    return fail(ErrorCode::kBadData, message, where);
  };
  if (trim(question.id).empty()) return bad("the question has no id");
  if (trim(question.program).empty()) return bad("the question has no program");
  if (question.program.size() > kMaxProgramBytes) {
    return fail(ErrorCode::kLimit,
                fmt::format("the program is longer than {} bytes", kMaxProgramBytes), where);
  }
  if (trim(question.text).empty()) return bad("nothing is asked");
  if (question.text.size() > kMaxQuestionBytes) {
    return fail(ErrorCode::kLimit, "the question is too long", where);
  }
  if (trim(question.answer).empty()) return bad("the question has no answer");
  if (question.open()) return {};
  if (question.options.size() < kMinOptions || question.options.size() > kMaxOptions) {
    return bad(fmt::format("{} options; a question has none or {} to {}", question.options.size(),
                           kMinOptions, kMaxOptions));
  }
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    if (trim(question.options[i]).empty()) return bad("option " + option_letter(i) + " is empty");
    if (question.options[i].size() > kMaxQuestionBytes) {
      return fail(ErrorCode::kLimit, "option " + option_letter(i) + " is too long", where);
    }
  }
  const bool letter = question.answer.size() == 1 && question.answer[0] >= 'A' &&
                      static_cast<std::size_t>(question.answer[0] - 'A') < question.options.size();
  if (letter) return {};
  return bad("the answer '" + std::string(cut_utf8(question.answer, 40)) +
             "' is not the letter of an option");
}

Result<Question> question_from_json(const Json& json, const std::string& where) {
  static constexpr KnownKey kKeys[] = {{"id"},      {"program"}, {"language"}, {"question"},
                                       {"options"}, {"answer"},  {"type"},     {"category"},
                                       {"base"},    {"variant"}, {"distance"}, {"format"}};
  TRY(check_keys(json, kKeys, where));
  Question question;
  question.id = TRY(get_string(json, "id", where));
  question.language = TRY(language_from_json(json, where));
  question.program = TRY(get_string(json, "program", where));
  question.text = TRY(get_string(json, "question", where));
  question.options = TRY(options_from_json(json, where));
  question.answer = TRY(answer_from_json(json, where));
  if (!question.open() && question.answer.size() == 1 && question.answer[0] >= 'a' &&
      question.answer[0] <= 'z') {
    question.answer[0] = static_cast<char>(question.answer[0] - 'a' + 'A');
  }
  question.type = TRY(type_from_json(json, where));
  question.category = TRY(get_optional_string(json, "category", where)).value_or("");
  question.base = TRY(get_optional_string(json, "base", where)).value_or("");
  question.variant = TRY(get_optional_string(json, "variant", where)).value_or("");
  question.distance = TRY(get_optional_int(json, "distance", where));
  if (question.distance && *question.distance < 0) {
    return fail(ErrorCode::kBadData, "'distance' must not be negative", where);
  }
  TRY(check(question, where));
  return question;
}

Json to_json(const Question& question) {
  Json json;
  json["id"] = question.id;
  json["program"] = question.program;
  json["language"] = kLanguageNames[static_cast<std::size_t>(question.language)];
  json["question"] = question.text;
  if (!question.open()) json["options"] = question.options;
  json["answer"] = question.answer;
  if (question.type) json["type"] = kTypeNames[static_cast<std::size_t>(*question.type)];
  if (!question.category.empty()) json["category"] = question.category;
  if (!question.base.empty()) json["base"] = question.base;
  if (!question.variant.empty()) json["variant"] = question.variant;
  if (question.distance) json["distance"] = *question.distance;
  return json;
}

namespace {

Language language_of(lang::cad::Notation notation) {
  if (lang::cad::is_flat(notation)) return Language::kCad2d;
  return notation == lang::cad::Notation::kExtrude ? Language::kCad3d : Language::kCad3dComplex;
}

}  // namespace

Result<void> check_program(Language language, std::string_view program) {
  if (language == Language::kSvg) {
    TRY(lang::svg::parse(program));
    return {};
  }
  const auto notation = lang::cad::detect(program);
  if (!notation || language_of(*notation) != language) {
    return fail(ErrorCode::kBadData,
                "it does not begin as one of language " +
                    std::string(kLanguageNames[static_cast<std::size_t>(language)]));
  }
  return lang::cad::check(program, *notation);
}

std::optional<FoundProgram> find_program(std::string_view text) {
  if (text.find("<svg") != std::string_view::npos) {
    const auto svg = lang::svg::find_document(text);
    return svg ? std::optional(FoundProgram{Language::kSvg, std::string(*svg)}) : std::nullopt;
  }
  const auto cad = lang::cad::find_program(text, kMaxProgramBytes);
  return cad ? std::optional(FoundProgram{language_of(cad->notation), std::string(cad->text)})
             : std::nullopt;
}

}  // namespace papert::mint
