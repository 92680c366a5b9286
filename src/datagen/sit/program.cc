#include "datagen/sit/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/sha256.h"
#include "base/text.h"
#include "datagen/export/placeholders.h"
#include "lang/svg/in_text.h"
#include "lang/svg/numbers.h"
#include "mint/svg/image.h"

namespace papert::datagen::sit {
namespace {

constexpr std::size_t kHashDigits = 32;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool one_colour(const raster::Image& image) {
  const auto samples = image.data();
  const auto channels = static_cast<std::size_t>(image.channels());
  return std::equal(samples.begin() + static_cast<std::ptrdiff_t>(channels), samples.end(),
                    samples.begin());
}

void add_node(const lang::svg::Node& node, Sha256& hash) {
  using Kind = lang::svg::Node::Kind;
  if (node.kind == Kind::kComment) return;
  if (!node.is_element()) {
    if (const std::string_view text = trim(node.text); !text.empty()) {
      hash.update("t" + with_rounded_numbers(text) + "\n");
    }
    return;
  }
  hash.update("<" + node.name + "\n");
  for (const lang::svg::Attribute& attribute : node.attributes) {
    hash.update(attribute.name + "=" + with_rounded_numbers(attribute.value) + "\n");
  }
  for (const lang::svg::Node& child : node.children) add_node(child, hash);
  hash.update(">\n");
}

void refuse(CheckedProgram& checked, Status status, std::string reason) {
  checked.status = status;
  checked.reason = std::move(reason);
  checked.program.clear();
}

void refuse_for(CheckedProgram& checked, const Error& error) {
  const bool limit = error.code == ErrorCode::kLimit;
  refuse(checked, limit ? Status::kBeyondLimits : Status::kNotSvg, error.to_string());
}

/// The program without what stands around it; false where there is none that can be used.
bool cut_out(SourceItem& item, CheckedProgram& checked) {
  const auto found = lang::svg::find_document(item.program);
  if (!found) {
    refuse(checked, Status::kNotSvg, "there is no <svg ...> ... </svg> in it");
    return false;
  }
  std::string program = sanitise_utf8(*found);
  lang::svg::repair_view_box(program);
  auto plain = without_placeholders(std::move(program));
  if (!plain) {
    refuse(checked, Status::kPlaceholder, "it holds <image>, <video> or <audio> as plain text");
    return false;
  }
  checked.program = std::move(*plain);
  checked.bytes = squeezed_bytes(checked.program);
  return true;
}

}  // namespace

std::size_t squeezed_bytes(std::string_view program) {
  std::size_t bytes = 0;
  std::size_t blanks = 0;  // that follow a '>' and nothing else
  bool after_tag = false;
  for (const char c : program) {
    if (after_tag && is_blank(c)) {
      ++blanks;
      continue;
    }
    if (c != '<') bytes += blanks;
    blanks = 0;
    ++bytes;
    after_tag = c == '>';
  }
  return bytes;
}

std::string with_rounded_numbers(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  lang::svg::Scanner scanner(text);
  bool blank = false;    // there was a blank or comma
  bool rounded = false;  // the last thing was a number
  while (!scanner.at_end()) {
    const char c = scanner.peek();
    if (is_blank(c) || c == ',') {
      blank = true;
      scanner.take();
      continue;
    }
    if (const auto number = scanner.number()) {
      if (rounded || (blank && !out.empty())) out += ' ';
      // A number halfway, such as 1.235, goes up however many digits follow.
      constexpr double kHalfwayUp = 1 + 1e-7;
      out += fmt::format("{:.3g}", *number == 0 ? 0.0 : *number * kHalfwayUp);
      rounded = true;
      blank = false;
      continue;
    }
    if (blank && !out.empty()) out += ' ';
    rounded = false;
    blank = false;
    out += scanner.take();
    while (c == '#' && !scanner.at_end() && is_word(scanner.peek())) out += scanner.take();
  }
  return out;
}

Result<raster::Image> program_picture(std::string_view program) {
  const lang::svg::Document document = TRY(lang::svg::parse(program));
  return mint::svg::svg_image(document, kPicturePixels);
}

std::string picture_hash(const raster::Image& image) {
  Sha256 hash;
  hash.update(fmt::format("{} {} {}\n", image.width(), image.height(), image.channels()));
  const auto samples = image.data();
  hash.update({reinterpret_cast<const char*>(samples.data()), samples.size()});
  return hash.hex().substr(0, kHashDigits);
}

std::string rounded_text_hash(const lang::svg::Document& document) {
  Sha256 hash;
  add_node(document.root, hash);
  return hash.hex().substr(0, kHashDigits);
}

CheckedProgram check_program(SourceItem item, std::size_t max_bytes) {
  CheckedProgram checked;
  checked.id = std::move(item.id);
  if (item.status != Status::kOk) {
    refuse(checked, item.status, std::move(item.reason));
    return checked;
  }
  if (!cut_out(item, checked)) return checked;
  if (checked.bytes > max_bytes) {
    refuse(checked, Status::kTooLong,
           fmt::format("{} bytes, more than {}", checked.bytes, max_bytes));
    return checked;
  }
  const auto document = lang::svg::parse(checked.program);
  if (!document) {
    refuse_for(checked, document.error());
    return checked;
  }
  const auto image = mint::svg::svg_image(*document, kPicturePixels);
  if (!image) {
    refuse_for(checked, image.error());
    return checked;
  }
  if (one_colour(*image)) {
    refuse(checked, Status::kBlank, "its picture has one colour");
    return checked;
  }
  checked.picture = picture_hash(*image);
  checked.text_key = rounded_text_hash(*document);
  return checked;
}

}  // namespace papert::datagen::sit
