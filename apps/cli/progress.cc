#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>

#include "base/text.h"
#include "cli.h"

namespace papert::cli {
namespace {

constexpr auto kRichEvery = std::chrono::milliseconds(100);
constexpr auto kPlainEvery = std::chrono::seconds(5);
constexpr auto kFirstAfter = std::chrono::seconds(1);

std::string duration(double seconds) {
  const long long whole = std::llround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

Display display_from(const std::string& name) {
  if (name == "rich") return Display::kRich;
  if (name == "plain") return Display::kPlain;
  if (name == "none") return Display::kNone;
  return is_rich_terminal(STDERR_FILENO) ? Display::kRich : Display::kPlain;
}

ProgressLine::ProgressLine(Display display, std::string what, std::size_t before)
    : display_(display),
      what_(std::move(what)),
      before_(before),
      started_(Clock::now()),
      printed_(started_ - kPlainEvery + kFirstAfter) {}

ProgressLine::~ProgressLine() {
  if (dirty_line_) print_error("\n");
}

bool ProgressLine::due(bool last) {
  const Clock::time_point now = Clock::now();
  const auto every = display_ == Display::kRich ? Clock::duration(kRichEvery) : kPlainEvery;
  if (display_ == Display::kNone || ended_ || (now - printed_ < every && !last)) return false;
  printed_ = now;
  ended_ = last;
  return true;
}

double ProgressLine::rate(std::size_t done) const {
  const double seconds = std::chrono::duration<double>(Clock::now() - started_).count();
  return seconds >= 1 ? static_cast<double>(done - before_) / seconds : 0;
}

void ProgressLine::update(std::size_t done, std::size_t total, const std::string& note) {
  const bool last = done == total;
  if (!due(last)) return;
  const double speed = rate(done);
  std::string line = fmt::format("{} {}/{}", what_, format_count(static_cast<std::int64_t>(done)),
                                 format_count(static_cast<std::int64_t>(total)));
  if (speed > 0) {
    line += fmt::format("  {:.{}f}/s", speed, speed < 10 ? 2 : 0);
    if (!last) line += "  " + duration(static_cast<double>(total - done) / speed) + " left";
  }
  if (!note.empty()) line += "  " + note;
  if (display_ == Display::kRich) {
    move_to_line_start();
    print_error(line);
    dirty_line_ = true;
  } else {
    print_error(line + "\n");
  }
}

void ProgressLine::event(std::size_t done, std::size_t total, const Json& facts) {
  if (!due(done == total)) return;
  const double speed = rate(done);
  Json json{{"event", "progress"}, {"done", done}, {"total", total}};
  json["rate"] = speed > 0 ? Json(speed) : Json(nullptr);
  json["seconds_left"] =
      speed > 0 ? Json(static_cast<double>(total - done) / speed) : Json(nullptr);
  json.update(facts);
  print_error(dump_json(json) + "\n");
}

}  // namespace papert::cli
