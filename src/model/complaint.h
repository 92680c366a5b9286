// What a server complains about, read out of the words of its error, and what its user can do.
//
//     400 Unsupported parameter: 'max_tokens' is not supported ... Use 'max_completion_tokens'
//         -> kMaxTokensField: "; say --max-tokens-field max_completion_tokens"
//
// Servers agree on little but these words, so a complaint that is not recognised stays without a
// hint, and one that is not certain to meet every request is not fatal.
#pragma once

#include <string>
#include <string_view>

namespace papert::model {

enum class Complaint {
  kOther,
  kTemperature,     // the model takes none
  kMaxTokensField,  // the bound of a reply's tokens has another name
  kUnknownModel,
  kNoImages,
  kContextLength,  // the prompt, or the prompt and the bound together, is too long
  kWantsTls,       // http was spoken to an https port
  kNoMoney,
  kBadKey,
  kForbidden,
};

/// `code` and `message` as provider_code and provider_message give them.
[[nodiscard]] Complaint complaint_of(int status, std::string_view code, std::string_view message);

/// Whether every request of a run would meet it.
[[nodiscard]] bool is_fatal(Complaint complaint);

/// What a hint names.
struct HintContext {
  std::string_view model;
  std::string_view address;           // without a query
  std::string_view key_variable;      // where the key comes from
  std::string_view url_variable;      // where the address comes from
  std::string_view max_tokens_field;  // as it was sent; empty: the format has no choice
};

/// What to do about it, beginning with "; ", or nothing.
[[nodiscard]] std::string hint_for(Complaint complaint, const HintContext& context);

}  // namespace papert::model
