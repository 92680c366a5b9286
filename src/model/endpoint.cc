#include "model/endpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace papert::model {
namespace {

struct Url {
  std::string origin;             // https://host:port
  std::vector<std::string> path;  // its components
  std::string query;              // with its ?, or empty
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "v1", "v4", "v1beta": a letter v, then a digit.
bool is_version(std::string_view part) {
  return part.size() >= 2 && part[0] == 'v' && is_digit(part[1]);
}

/// 10.0.0.1 -> {10, 0, 0, 1}; empty if it is not such an address.
std::vector<int> ipv4(std::string_view host) {
  std::vector<int> numbers;
  for (const std::string_view part : split(host, '.')) {
    if (part.empty() || part.size() > 3 || !std::all_of(part.begin(), part.end(), is_digit)) {
      return {};
    }
    numbers.push_back(std::stoi(std::string(part)));
  }
  if (numbers.size() != 4) numbers.clear();
  return numbers;
}

bool is_private_host(std::string_view given) {
  const std::string host = lower(given);
  if (host.starts_with('[')) {
    return host == "[::1]" || host.starts_with("[fc") || host.starts_with("[fd") ||
           host.starts_with("[fe80:");
  }
  if (const std::vector<int> address = ipv4(host); !address.empty()) {
    const int a = address[0];
    const int b = address[1];
    return a == 0 || a == 10 || a == 127 || (a == 169 && b == 254) || (a == 192 && b == 168) ||
           (a == 172 && b >= 16 && b <= 31);
  }
  return host.find('.') == std::string::npos || host.ends_with(".localhost") ||
         host.ends_with(".local") || host.ends_with(".internal");
}

/// The host of "host:port".
std::string_view host_part(std::string_view authority) {
  if (authority.starts_with('[')) return authority.substr(0, authority.find(']') + 1);
  return authority.substr(0, authority.find(':'));
}

bool is_authority(std::string_view authority) {
  const std::string_view host = host_part(authority);
  const std::string_view port = authority.substr(host.size());
  const bool bracketed = host.starts_with('[');
  const auto fits = [&](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
           (bracketed ? c == ':' || c == '[' || c == ']' : c == '-' || c == '_');
  };
  if (host.empty() || !std::all_of(host.begin(), host.end(), fits)) return false;
  if (bracketed && !host.ends_with(']')) return false;
  return port.empty() || (port.size() >= 2 && port.size() <= 6 && port[0] == ':' &&
                          std::all_of(port.begin() + 1, port.end(), is_digit));
}

Result<Url> parse(std::string_view given) {
  std::string_view rest = trim(given);
  const auto bad = [&](std::string_view why) {
    return fail(ErrorCode::kUsage, fmt::format("{}; give one such as https://host/v1", why),
                std::string(rest.substr(0, rest.find('?'))));
  };
  std::string scheme;
  const std::string_view whole = rest;
  if (const auto colon = rest.find("://"); colon != std::string_view::npos) {
    scheme = lower(rest.substr(0, colon));
    rest.remove_prefix(colon + 3);
    if (scheme != "http" && scheme != "https") {
      return fail(ErrorCode::kUsage, "only http and https are spoken",
                  std::string(whole.substr(0, whole.find('?'))));
    }
  }
  Url url;
  if (const auto question = rest.find('?'); question != std::string_view::npos) {
    url.query = rest.substr(question);
    rest = rest.substr(0, question);
  }
  const std::string_view authority = rest.substr(0, rest.find('/'));
  if (authority.find('@') != std::string_view::npos) {
    return fail(ErrorCode::kUsage,
                "a base URL must not hold a name or password; give the key in its own variable");
  }
  const auto printable = [](char c) { return c > ' ' && c < 0x7F && c != '#'; };
  if (!is_authority(authority)) return bad("not a base URL");
  if (!std::all_of(rest.begin(), rest.end(), printable) ||
      !std::all_of(url.query.begin(), url.query.end(), printable)) {
    return bad("a base URL has no spaces and no #");
  }
  if (scheme.empty()) scheme = is_private_host(host_part(authority)) ? "http" : "https";
  url.origin = scheme + "://" + lower(authority);
  for (const std::string_view part : split(rest.substr(authority.size()), '/')) {
    if (!part.empty()) url.path.emplace_back(part);
  }
  return url;
}

void drop_end(std::vector<std::string>& path, const std::vector<std::string>& end) {
  if (path.size() < end.size()) return;
  const auto start = path.end() - static_cast<std::ptrdiff_t>(end.size());
  if (std::equal(start, path.end(), end.begin())) path.erase(start, path.end());
}

/// A name as one component of a path.
std::string path_part(std::string_view text) {
  std::string part;
  for (const char c : text) {
    const bool plain = is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       c == '.' || c == '-' || c == '_';
    part += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return part;
}

std::string finish(const Url& url, std::string_view version, std::string_view end) {
  std::string text = url.origin;
  for (const std::string& part : url.path) text += "/" + part;
  if (std::none_of(url.path.begin(), url.path.end(), is_version))
    text += fmt::format("/{}", version);
  return text + std::string(end) + url.query;
}

}  // namespace

Result<std::string> chat_url(std::string_view base) {
  Url url = TRY(parse(base));
  drop_end(url.path, {"chat", "completions"});
  return finish(url, "v1", "/chat/completions");
}

Result<std::string> messages_url(std::string_view base) {
  Url url = TRY(parse(base));
  drop_end(url.path, {"messages"});
  return finish(url, "v1", "/messages");
}

Result<std::string> generate_url(std::string_view base, std::string_view model) {
  Url url = TRY(parse(base));
  drop_end(url.path, {"models"});
  if (model.starts_with("models/")) model.remove_prefix(7);
  return finish(url, "v1beta", fmt::format("/models/{}:generateContent", path_part(model)));
}

std::string stream_url(std::string_view generate_url) {
  constexpr std::string_view kMethod = ":generateContent";
  const std::size_t at = generate_url.find(kMethod);
  const std::string_view query = generate_url.substr(at + kMethod.size());
  return fmt::format("{}:streamGenerateContent{}{}alt=sse", generate_url.substr(0, at), query,
                     query.empty() ? "?" : "&");
}

Result<std::string> azure_url(std::string_view base, std::string_view deployment,
                              std::string_view api_version) {
  Url url = TRY(parse(base));
  drop_end(url.path, {"chat", "completions"});
  const std::size_t size = url.path.size();
  if (size >= 2 && url.path[size - 2] == "openai" && url.path[size - 1] == "v1") {
    return finish(url, "v1", "/chat/completions");
  }
  if (size < 2 || url.path[size - 2] != "deployments") {
    drop_end(url.path, {"deployments"});
    drop_end(url.path, {"openai"});
    url.path.insert(url.path.end(), {"openai", "deployments", path_part(deployment)});
  }
  if (url.query.find("api-version=") == std::string::npos) {
    url.query += (url.query.empty() ? "?" : "&") + fmt::format("api-version={}", api_version);
  }
  std::string text = url.origin;
  for (const std::string& part : url.path) text += "/" + part;
  return text + "/chat/completions" + url.query;
}

std::string_view host_of(std::string_view url) {
  const auto scheme = url.find("://");
  if (scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  return host_part(url.substr(0, url.find_first_of("/?")));
}

std::string address_of(std::string_view url) {
  url = url.substr(0, url.find('?'));
  for (const std::string_view end : {"/chat/completions", "/messages"}) {
    if (url.ends_with(end)) return std::string(url.substr(0, url.size() - end.size()));
  }
  if (url.ends_with(":generateContent")) url = url.substr(0, url.rfind("/models/"));
  return std::string(url);
}

bool is_private(std::string_view url) { return is_private_host(host_of(url)); }

bool is_loopback(std::string_view url) {
  const std::string host = lower(host_of(url));
  return host == "localhost" || host == "[::1]" || host == "0.0.0.0" || host.starts_with("127.") ||
         host.ends_with(".localhost");
}

std::vector<std::string> query_secrets(std::string_view url) {
  std::vector<std::string> values;
  const std::size_t question = url.find('?');
  if (question == std::string_view::npos) return values;
  for (const std::string_view pair : split(url.substr(question + 1), '&')) {
    const std::size_t equals = pair.find('=');
    const std::string_view name = pair.substr(0, equals);
    if (name == "api-version" || name == "alt" || name == "version") continue;
    values.emplace_back(equals == std::string_view::npos ? pair : pair.substr(equals + 1));
  }
  return values;
}

}  // namespace papert::model
