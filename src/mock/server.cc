// The routes. A request is answered on one of a few threads; what makes a reply late, torn or huge
// is carried out by the server, so a thousand slow replies keep no thread waiting.

#include "mock/server.h"

#include <array>
#include <cstdio>
#include <ctime>
#include <utility>

#include "base/thread_pool.h"
#include "http/server.h"

namespace papert::mock {
namespace {

constexpr std::size_t kThreads = 8;
constexpr std::size_t kMaxNameBytes = 200;

std::string key_of(const http::Request& request) {
  constexpr std::string_view kBearer = "Bearer ";
  const auto authorization = request.header("Authorization");
  if (authorization && authorization->starts_with(kBearer)) {
    return std::string(authorization->substr(kBearer.size()));
  }
  for (const char* header : {"x-api-key", "x-goog-api-key", "api-key"}) {
    if (const auto key = request.header(header)) return std::string(*key);
  }
  return request.query("key").value_or("");
}

/// Where questions are asked.
struct Place {
  ChatFormat format = ChatFormat::kOpenAi;
  std::string model;  // Gemini's, from the address
  bool stream = false;
};

/// The text between the two, if it is a name.
std::optional<std::string> name_between(std::string_view path, std::string_view begin,
                                        std::string_view end) {
  if (!path.starts_with(begin) || !path.ends_with(end)) return std::nullopt;
  if (path.size() <= begin.size() + end.size()) return std::nullopt;
  const auto name = path.substr(begin.size(), path.size() - begin.size() - end.size());
  if (name.size() > kMaxNameBytes || name.find_first_of("/:") != std::string_view::npos) {
    return std::nullopt;
  }
  return std::string(name);
}

std::optional<Place> place_of(std::string_view path) {
  constexpr std::string_view kChat = "/chat/completions";
  constexpr std::string_view kGemini = "/v1beta/models/";
  if (path == kChat || path == "/v1/chat/completions" ||
      name_between(path, "/openai/deployments/", kChat)) {
    return Place{};
  }
  if (path == "/v1/messages") return Place{.format = ChatFormat::kAnthropic};
  for (const bool stream : {false, true}) {
    const auto model =
        name_between(path, kGemini, stream ? ":streamGenerateContent" : ":generateContent");
    if (model) return Place{.format = ChatFormat::kGemini, .model = *model, .stream = stream};
  }
  return std::nullopt;
}

/// The body with its filler, broken off where it is to be.
class Pieces {
 public:
  explicit Pieces(HttpReply reply) : reply_(std::move(reply)) {}

  [[nodiscard]] std::size_t total() const { return reply_.body.size() + reply_.filler_bytes; }

  http::Piece operator()() {
    constexpr std::size_t kMost = 1U << 16;
    const std::size_t filler_end = reply_.filler_at + reply_.filler_bytes;
    http::Piece piece;
    if (at_ >= reply_.filler_at && at_ < filler_end) {
      piece.bytes.assign(std::min(kMost, filler_end - at_), 'x');
    } else {
      const bool before = at_ < reply_.filler_at;
      const std::size_t from = before ? at_ : at_ - reply_.filler_bytes;
      const std::size_t until = before ? reply_.filler_at : reply_.body.size();
      piece.bytes = reply_.body.substr(from, std::min({kMost, until - from, reply_.sent - at_}));
    }
    at_ += piece.bytes.size();
    if (at_ >= total()) piece.then = http::Piece::Then::kEnd;
    if (at_ >= reply_.sent) piece.then = http::Piece::Then::kHangUp;
    return piece;
  }

 private:
  HttpReply reply_;
  std::size_t at_ = 0;
};

/// One event after the other, each on its way before the next is looked at.
class Events {
 public:
  explicit Events(std::string body) : body_(std::move(body)) {}

  http::Piece operator()() {
    const std::size_t end = std::min(body_.find("\n\n", at_), body_.size() - 2) + 2;
    http::Piece piece{.bytes = body_.substr(at_, end - at_)};
    at_ = end;
    if (at_ >= body_.size()) piece.then = http::Piece::Then::kEnd;
    return piece;
  }

 private:
  std::string body_;
  std::size_t at_ = 0;
};

/// 1 -> "1", 0.2 -> "0.2".
std::string seconds_text(double seconds) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", seconds);
  return text.data();
}

http::Response response_of(HttpReply reply) {
  http::Response response{.status = reply.status, .content_type = reply.content_type};
  response.delay_ms = reply.delay_ms;
  response.hang_up = reply.sent == 0;
  if (reply.retry_after_s) {
    response.headers.push_back({"Retry-After", seconds_text(*reply.retry_after_s)});
  }
  if (reply.sent != HttpReply::kWhole || reply.filler_bytes > 0) {
    Pieces pieces(std::move(reply));
    response.length = pieces.total();
    response.pieces = std::move(pieces);
  } else if (reply.content_type.starts_with("text/event-stream") && reply.body.size() >= 2) {
    response.pieces = Events(std::move(reply.body));
  } else {
    response.body = std::move(reply.body);
  }
  return response;
}

}  // namespace

class MockServer::Listener : public http::Handler {
 public:
  explicit Listener(MockService& service) : service_(service), threads_(kThreads) {}

  [[nodiscard]] Result<void> start(const ServerOptions& options) {
    http::ServerOptions settings{.host = options.host, .port = options.port};
    settings.limits.body_bytes = options.max_body_bytes;
    settings.limits.bodies_bytes = std::max(kMaxBodiesBytes, options.max_body_bytes);
    settings.limits.connections = kMaxConnections;
    server_ = TRY(http::Server::start(*this, settings));
    return {};
  }

  void finish() {
    if (server_) server_->stop();
  }

  [[nodiscard]] const http::Server& server() const { return *server_; }

  std::optional<http::Response> refuse(const http::Request& head) override {
    const auto encoding = head.header("Content-Encoding");
    if (!encoding || *encoding == "identity") return std::nullopt;
    return refused(415, "the body is packed: send it as it is", "packed_body");
  }

  void answer(http::Request request, http::Responder responder) override {
    threads_.submit([this, asked = std::move(request),
                     reply = std::make_shared<http::Responder>(std::move(responder))] {
      reply->send(response_to(asked));
    });
  }

  http::Response complain(int status, const std::string& message) override {
    return refused(status, message, status == 413 ? "too_large" : "invalid_request");
  }

 private:
  http::Response refused(int status, std::string message, std::string code) {
    return response_of(
        service_.refuse(ChatFormat::kOpenAi, {status, std::move(message), std::move(code), ""}));
  }

  http::Response response_to(const http::Request& request) {
    const std::string path = http::percent_decode(request.path()).value_or("");
    if (request.method == "GET" || request.method == "HEAD") {
      const auto json = [](const Json& value) { return http::Response{.body = dump_json(value)}; };
      if (path == "/health") return json({{"status", "ok"}});
      if (path == "/mock/stats") return json(service_.stats());
      if (path == "/v1/models" || path == "/models") return json(service_.models());
    }
    const auto place = request.method == "POST" ? place_of(path) : std::nullopt;
    if (!place) {
      return refused(404, "there is nothing at " + request.method + " " + path, "unknown_url");
    }
    const std::string key = key_of(request);
    const bool as_list = place->stream && request.query("alt") != "sse";
    return response_of(
        service_.answer({place->format, key, place->model, request.body, place->stream, as_list},
                        std::time(nullptr)));
  }

  static constexpr std::size_t kMaxBodiesBytes = std::size_t{1} << 30;

  MockService& service_;
  std::unique_ptr<http::Server> server_;  // ends behind the threads, which still answer
  ThreadPool threads_;
};

MockServer::MockServer(std::unique_ptr<Listener> listener) : listener_(std::move(listener)) {}
MockServer::~MockServer() { stop(); }

Result<std::unique_ptr<MockServer>> MockServer::start(MockService& service,
                                                      const ServerOptions& options) {
  auto listener = std::make_unique<Listener>(service);
  TRY(listener->start(options));
  return std::unique_ptr<MockServer>(new MockServer(std::move(listener)));
}

int MockServer::port() const { return listener_->server().port(); }
std::string MockServer::url() const { return listener_->server().url() + "/v1"; }
void MockServer::stop() { listener_->finish(); }

}  // namespace papert::mock
