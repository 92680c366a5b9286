// Sockets are opened close-on-exec, as programs are started while transfers run.

#include "model/curl_transfer.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/numbers.h"
#include "base/version.h"
#include "model/endpoint.h"

namespace papert::model {
namespace {

std::size_t on_body(char* bytes, std::size_t size, std::size_t count, void* user) {
  Slot& slot = *static_cast<Slot*>(user);
  std::string& body = slot.transfer->response.body;
  const std::size_t length = size * count;
  if (body.size() + length > slot.max_bytes) {
    slot.too_large = true;
    return 0;
  }
  if (body.empty()) {
    curl_off_t whole = 0;
    curl_easy_getinfo(slot.easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &whole);
    const auto most = static_cast<curl_off_t>(slot.max_bytes);
    if (whole > 0) body.reserve(static_cast<std::size_t>(std::min(whole, most)));
  }
  body.append(bytes, length);
  return length;
}

/// Called for each line of the head. libcurl itself only bounds one line.
std::size_t on_header(char*, std::size_t size, std::size_t count, void* user) {
  Slot& slot = *static_cast<Slot*>(user);
  const std::size_t length = size * count;
  slot.header_bytes += length;
  slot.headers_too_large = slot.header_bytes > slot.max_header_bytes;
  return slot.headers_too_large ? 0 : length;
}

curl_socket_t open_socket(void*, curlsocktype, curl_sockaddr* address) {
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

HttpFault fault_of(CURLcode code) {
  switch (code) {
    case CURLE_OK:
      return HttpFault::kNone;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PROXY:
      return HttpFault::kConnect;
    case CURLE_OPERATION_TIMEDOUT:
      return HttpFault::kTimeout;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_ISSUER_ERROR:
      return HttpFault::kUntrusted;
    case CURLE_FILESIZE_EXCEEDED:
      return HttpFault::kTooLarge;
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_OUT_OF_MEMORY:
      return HttpFault::kRefused;
    default:
      return HttpFault::kDropped;
  }
}

std::string header_of(CURL* easy, const char* name) {
  curl_header* header = nullptr;
  if (curl_easy_header(easy, name, 0, CURLH_HEADER, -1, &header) != CURLHE_OK) return {};
  return header->value;
}

std::optional<double> number(std::string_view text) {
  const auto value = parse_number<double>(text);
  return value && *value >= 0 ? value : std::nullopt;
}

std::optional<double> retry_after(CURL* easy) {
  if (const auto ms = number(header_of(easy, "retry-after-ms"))) return *ms / 1000;
  if (const auto seconds = number(header_of(easy, "retry-after"))) return seconds;
  curl_off_t seconds = 0;  // libcurl reads the form with a date
  curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &seconds);
  if (seconds <= 0) return std::nullopt;
  return static_cast<double>(seconds);
}

/// libcurl reports a header line over its own limit of 100 KB as a lack of memory, later versions
/// with a code of its own.
bool has_large_headers(const Slot& slot, CURLcode code) {
  constexpr int kTooLarge = 100;  // CURLE_TOO_LARGE, from 8.6 on
  if (slot.headers_too_large || static_cast<int>(code) == kTooLarge) return true;
  return code == CURLE_OUT_OF_MEMORY && slot.transfer->response.body.empty();
}

void describe_fault(Slot& slot, CURLcode code, HttpResponse& response) {
  response.message = slot.error[0] != '\0' ? slot.error.data() : curl_easy_strerror(code);
  if (slot.too_large || response.fault == HttpFault::kTooLarge) {
    response.message = fmt::format("the reply is larger than {} MB", slot.max_bytes >> 20);
  }
  if (has_large_headers(slot, code)) {
    response.fault = HttpFault::kTooLarge;
    response.message = fmt::format(
        "the reply's headers are too large (all of them may have {} KB, one of them 100 KB)",
        slot.max_header_bytes >> 10);
  }
  long number = 0;
  curl_easy_getinfo(slot.easy, CURLINFO_OS_ERRNO, &number);
  response.refused = code == CURLE_COULDNT_CONNECT && number == ECONNREFUSED;
  response.body.clear();
}

}  // namespace

bool set_up(Slot& slot, const TransportOptions& options) {
  slot.easy = curl_easy_init();
  if (slot.easy == nullptr) return false;
  slot.max_bytes = options.max_response_bytes;
  slot.max_header_bytes = options.max_header_bytes;
  const auto set = [&](CURLoption option, auto value) {
    curl_easy_setopt(slot.easy, option, value);
  };
  const auto ms = [](double seconds) {
    return static_cast<long>(std::clamp(seconds * 1000, 1.0, 1e9));
  };
  set(CURLOPT_POST, 1L);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_PRIVATE, &slot);
  set(CURLOPT_WRITEFUNCTION, &on_body);
  set(CURLOPT_WRITEDATA, &slot);
  set(CURLOPT_HEADERFUNCTION, &on_header);
  set(CURLOPT_HEADERDATA, &slot);
  set(CURLOPT_ERRORBUFFER, slot.error.data());
  set(CURLOPT_OPENSOCKETFUNCTION, &open_socket);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
  set(CURLOPT_ACCEPT_ENCODING, "");  // every one that libcurl can undo
  set(CURLOPT_TCP_KEEPALIVE, 1L);
  set(CURLOPT_QUICK_EXIT, 1L);  // a name that is being looked up is left behind, not waited for
  set(CURLOPT_USERAGENT, fmt::format("papert/{}", version()).c_str());  // libcurl copies it
  set(CURLOPT_CONNECTTIMEOUT_MS, ms(options.connect_timeout_s));
  set(CURLOPT_TIMEOUT_MS, ms(options.timeout_s));
  set(CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(options.max_response_bytes));
  if (!options.ca_file.empty()) set(CURLOPT_CAINFO, options.ca_file.c_str());
  if (!options.ca_folder.empty()) set(CURLOPT_CAPATH, options.ca_folder.c_str());
  return true;
}

void put_request(Slot& slot, Transfer& transfer) {
  slot.transfer = &transfer;
  const HttpRequest& request = transfer.request;
  for (const std::string& header : request.headers) {
    slot.headers = curl_slist_append(slot.headers, header.c_str());
  }
  // libcurl would otherwise ask permission to send a large body, and wait a second for it.
  slot.headers = curl_slist_append(slot.headers, "Expect:");
  curl_easy_setopt(slot.easy, CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(slot.easy, CURLOPT_HTTPHEADER, slot.headers);
  curl_easy_setopt(slot.easy, CURLOPT_POSTFIELDSIZE_LARGE,
                   static_cast<curl_off_t>(request.body.size()));
  curl_easy_setopt(slot.easy, CURLOPT_POSTFIELDS, request.body.data());  // NOLINT: sized above
  curl_easy_setopt(slot.easy, CURLOPT_PROXY, is_loopback(request.url) ? "" : nullptr);
  // Over TLS it is worth waiting to learn whether one connection can carry many requests.
  curl_easy_setopt(slot.easy, CURLOPT_PIPEWAIT, request.url.starts_with("https") ? 1L : 0L);
}

void take_request(Slot& slot) {
  curl_easy_setopt(slot.easy, CURLOPT_HTTPHEADER, nullptr);
  curl_slist_free_all(std::exchange(slot.headers, nullptr));
  slot.transfer = nullptr;
  slot.too_large = false;
  slot.headers_too_large = false;
  slot.header_bytes = 0;
  slot.error[0] = '\0';
}

void read_response(Slot& slot, CURLcode code) {
  HttpResponse& response = slot.transfer->response;
  response.fault = slot.too_large ? HttpFault::kTooLarge : fault_of(code);
  if (response.fault == HttpFault::kTimeout) {
    curl_off_t until_sending = 0;
    curl_easy_getinfo(slot.easy, CURLINFO_PRETRANSFER_TIME_T, &until_sending);
    if (until_sending == 0) response.fault = HttpFault::kConnect;
  }
  if (response.fault != HttpFault::kNone) {
    describe_fault(slot, code, response);
    return;
  }
  long status = 0;
  const char* type = nullptr;
  const char* location = nullptr;
  curl_easy_getinfo(slot.easy, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(slot.easy, CURLINFO_CONTENT_TYPE, &type);
  curl_easy_getinfo(slot.easy, CURLINFO_REDIRECT_URL, &location);
  response.status = static_cast<int>(status);
  if (type != nullptr) response.content_type = type;
  if (location != nullptr) response.location = location;
  if (status >= 400) response.retry_after_s = retry_after(slot.easy);
}

}  // namespace papert::model
