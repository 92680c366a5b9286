// Where a provider's requests go, from whatever spelling of its base URL people have.
//
// For an OpenAI-compatible server all of these are the same place,
// https://host/v1/chat/completions:
//
//     host   host/   https://host   https://host/v1   https://host/v1/
//     https://host/chat/completions   https://host/v1/chat/completions   " https://host// "
//
// Without a scheme it is https, or http for this machine and private networks. Folders before the
// version stay (https://host/api/openai/v1), and no version is added where the path has one already
// (https://host/v1beta/openai). A query stays at the end; as it may hold a key, no message shows
// it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace papert::model {

/// OpenAI chat completions. kUsage, naming the URL, if it is none, or holds a user name or password
/// (keys belong into their variable, not where they are printed).
[[nodiscard]] Result<std::string> chat_url(std::string_view base);

/// Anthropic messages: .../v1/messages.
[[nodiscard]] Result<std::string> messages_url(std::string_view base);

/// Google generateContent: .../v1beta/models/MODEL:generateContent. A name may begin with models/.
[[nodiscard]] Result<std::string> generate_url(std::string_view base, std::string_view model);

/// The same in pieces, of what generate_url gives: ...:streamGenerateContent?alt=sse.
[[nodiscard]] std::string stream_url(std::string_view generate_url);

/// An Azure deployment: .../openai/deployments/NAME/chat/completions?api-version=VERSION, or the
/// plain chat completions of a base that ends with /openai/v1, which has neither.
[[nodiscard]] Result<std::string> azure_url(std::string_view base, std::string_view deployment,
                                            std::string_view api_version);

/// Whether a URL from the functions above is on this machine or a private network, where a server
/// usually asks for no key. A name without a dot counts as private.
[[nodiscard]] bool is_private(std::string_view url);

/// The server such a URL belongs to: without its query and without the ending that the functions
/// above added. "https://host/v1/chat/completions?key=x" -> "https://host/v1".
[[nodiscard]] std::string address_of(std::string_view url);

/// The host of such a URL, without port.
[[nodiscard]] std::string_view host_of(std::string_view url);

/// Whether it is this machine itself.
[[nodiscard]] bool is_loopback(std::string_view url);

/// The values in a URL's query that may be secret; an API's version is not.
[[nodiscard]] std::vector<std::string> query_secrets(std::string_view url);

}  // namespace papert::model
