// The routes by which people give something: labels, answers of their own, drawings. Each takes one
// line or one picture, checks it, and answers when it is on the disk.

#include <fcntl.h>
#include <fmt/format.h>

#include "analysis/label_lines.h"
#include "base/base64.h"
#include "base/file.h"
#include "serve/app/app.h"
#include "serve/app/craft_folder.h"
#include "serve/app/query.h"

namespace papert::serve::app {
namespace {

constexpr std::size_t kMaxLabelBytes = std::size_t{64} << 10;
constexpr std::size_t kMaxAnswerBytes = std::size_t{256} << 10;
constexpr std::size_t kMaxIdBytes = 1024;
constexpr std::size_t kMaxTimeBytes = 40;
constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
constexpr std::int64_t kMaxEpoch = 1'000'000;
constexpr double kMaxActiveMs = 1e12;

/// The object of a body, whose type and depth were checked (request_body.h).
Result<Json> read_body(const http::Request& request, std::size_t max_bytes) {
  if (request.body.size() > max_bytes) {
    return fail(ErrorCode::kLimit, fmt::format("the body has more than {} bytes", max_bytes));
  }
  Json json = TRY(parse_json(request.body));
  if (!json.is_object()) return fail(ErrorCode::kBadData, "the body must be an object");
  return json;
}

Result<http::Response> append(LineFile& file, const Json& line) {
  const bool appended = TRY(file.append(dump_json(line)));
  return json_answer({{"appended", appended}, {"file", file.path().string()}});
}

/// A file as it is now, piece by piece; nothing where there is none.
http::Response stream(const std::filesystem::path& path) {
  http::Response response{.content_type = "application/jsonl"};
  auto opened = open_file(path, O_RDONLY);
  if (!opened) return response;
  std::error_code unknown;
  const std::uint64_t size = std::filesystem::file_size(path, unknown);
  if (unknown || size == 0) return response;
  const auto file = std::make_shared<FileDescriptor>(std::move(*opened));
  response.length = size;
  response.pieces = [file, size, at = std::uint64_t{0}, name = path.string()]() mutable {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size - at, kPieceBytes));
    auto bytes = read_at(file->get(), static_cast<std::size_t>(at), wanted, name);
    if (!bytes || bytes->size() < wanted) return http::Piece{{}, http::Piece::Then::kHangUp};
    at += wanted;
    const auto then = at == size ? http::Piece::Then::kEnd : http::Piece::Then::kMore;
    return http::Piece{std::move(*bytes), then};
  };
  return response;
}

/// The line of an answer, as `papert score` reads it.
Result<Json> answer_line(const Json& json) {
  const std::string id = TRY(get_string(json, "id"));
  const std::int64_t epoch = TRY(get_optional_int(json, "epoch")).value_or(0);
  const std::string text = TRY(get_string(json, "text"));
  const double active_ms = TRY(get_number(json, "active_ms"));
  const std::string time = TRY(get_optional_string(json, "time")).value_or("");
  if (id.empty() || id.size() > kMaxIdBytes) return fail(ErrorCode::kBadData, "bad id", "id");
  if (epoch < 0 || epoch > kMaxEpoch) return fail(ErrorCode::kBadData, "bad epoch", "epoch");
  if (!(active_ms >= 0 && active_ms <= kMaxActiveMs)) {
    return fail(ErrorCode::kBadData, "not a time", "active_ms");
  }
  if (time.size() > kMaxTimeBytes) return fail(ErrorCode::kBadData, "not a time", "time");
  Json line{{"id", id}, {"epoch", epoch}, {"text", text}};
  line["active_ms"] = static_cast<std::int64_t>(active_ms);
  if (!time.empty()) line["time"] = time;
  return line;
}

}  // namespace

Result<http::Response> get_annotations(App& app, const Asked&) {
  std::error_code unknown;
  const auto folder = std::filesystem::absolute(app.annotations.folder(), unknown);
  Json json{{"folder", folder.lexically_normal().string()}, {"sets", Json::array()}};
  for (const std::string& name : app.annotations.sets()) {
    const auto file = TRY(app.annotations.labels(name));
    const auto lines = file->lines();
    json["sets"].push_back({{"name", name}, {"lines", lines ? Json(*lines) : Json(nullptr)}});
  }
  return json_answer(json);
}

Result<http::Response> get_labels(App& app, const Asked& asked) {
  return stream(TRY(app.annotations.labels(asked.names[0]))->path());
}

Result<http::Response> post_label(App& app, const Asked& asked) {
  const auto file = TRY(app.annotations.labels(asked.names[0]));
  const Json json = TRY(read_body(asked.request, kMaxLabelBytes));
  const analysis::LabelLine line = TRY(analysis::read_label_line(json, ""));
  const Json kept = TRY(analysis::label_line_json(line));
  return append(*file, kept);
}

Result<http::Response> get_answers(App& app, const Asked& asked) {
  return stream(TRY(app.annotations.answers(asked.names[0], asked.names[1]))->path());
}

Result<http::Response> post_answer(App& app, const Asked& asked) {
  const auto file = TRY(app.annotations.answers(asked.names[0], asked.names[1]));
  const Json json = TRY(read_body(asked.request, kMaxAnswerBytes));
  const Json kept = TRY(answer_line(json));
  return append(*file, kept);
}

Result<http::Response> get_drawings(App& app, const Asked& asked) {
  const auto folder = TRY(app.annotations.drawings(asked.names[0], asked.names[1]));
  const OpenSet set = TRY(open_asked_set(app, asked.request));
  return json_answer({{"folder", folder.string()}, {"ids", drawn_tasks(folder, *set)}});
}

/// The set is in the query, as for tasks; the body has the task's "id" and the "png" in base 64.
Result<http::Response> post_drawing(App& app, const Asked& asked) {
  const auto folder = TRY(app.annotations.drawings(asked.names[0], asked.names[1]));
  const Json json = TRY(read_body(asked.request, 2 * kMaxDrawingBytes));
  const OpenSet set = TRY(open_asked_set(app, asked.request));
  const std::string id = TRY(get_string(json, "id"));
  const std::size_t index = TRY(set->find(id));
  const auto png = decode_base64(TRY(get_string(json, "png")));
  if (!png) return fail(ErrorCode::kBadData, "not a picture in base 64", "png");
  TRY(put_drawing(folder, *set, index, *png));
  return json_answer({{"folder", folder.string()}});
}

}  // namespace papert::serve::app
