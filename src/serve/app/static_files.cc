#include "serve/app/static_files.h"

#include "base/embedded.h"
#include "base/numbers.h"
#include "base/text.h"

PAPERT_EMBEDDED(web_app);

namespace papert::serve::app {
namespace {

constexpr std::string_view kFirstLine = "papert-app 1\n";
constexpr std::string_view kPage = "/index.html";

bool takes_gzip(const http::Request& request) {
  const auto accepted = request.header("Accept-Encoding");
  if (!accepted) return false;
  for (const std::string_view each : split(*accepted, ',')) {
    const std::string_view coding = trim(each.substr(0, each.find(';')));
    if (coding == "gzip" && each.find("q=0") == std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

Result<StaticFiles> StaticFiles::open(std::string_view pack) {
  const auto broken = fail(ErrorCode::kInternal, "the embedded web application is damaged");
  const std::size_t end = pack.find("\n\n");
  if (!pack.starts_with(kFirstLine) || end == std::string_view::npos) return broken;
  StaticFiles files;
  std::size_t at = end + 2;
  const auto take = [&](std::size_t bytes) {
    const std::string_view part = pack.substr(std::min(at, pack.size()), bytes);
    at += bytes;
    return part;
  };
  const std::string_view list = pack.substr(kFirstLine.size(), end - kFirstLine.size());
  for (const std::string_view line : split(list, '\n')) {
    const auto fields = split(line, '\t');
    if (fields.size() != 4) return broken;
    const auto bytes = parse_number<std::size_t>(fields[2]);
    const auto packed = parse_number<std::size_t>(fields[3]);
    if (!bytes || !packed) return broken;
    StaticFile file{.type = std::string(fields[1])};
    file.bytes = take(*bytes);
    file.packed = take(*packed);
    file.lasting = fields[0] != kPage;
    files.files_.emplace(fields[0], std::move(file));
  }
  if (at != pack.size() || files.find("/") == nullptr) return broken;
  return files;
}

Result<StaticFiles> StaticFiles::embedded() {
  return open(papert::embedded(papert_embedded_web_app, papert_embedded_web_app_end));
}

const StaticFile* StaticFiles::find(std::string_view path) const {
  const auto found = files_.find(path == "/" ? kPage : path);
  return found == files_.end() ? nullptr : &found->second;
}

http::Response file_response(const StaticFile& file, const http::Request& request) {
  http::Response response{.content_type = file.type};
  const bool packed = !file.packed.empty() && takes_gzip(request);
  response.body = packed ? file.packed : file.bytes;
  if (packed) response.headers.push_back({"Content-Encoding", "gzip"});
  response.headers.push_back({"Vary", "Accept-Encoding"});
  response.headers.push_back(
      {"Cache-Control", file.lasting ? "public, max-age=31536000, immutable" : "no-cache"});
  return response;
}

}  // namespace papert::serve::app
