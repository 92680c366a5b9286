#include "question_picture.h"

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "base/text.h"
#include "cli.h"
#include "lang/cad/cad.h"
#include "raster/png.h"
#include "suite/sgp/load.h"
#include "suite/sgp/picture.h"

namespace papert::cli {
namespace {

std::string encoded(const suite::sgp::ProgramPicture& picture) {
  if (!picture.warning.empty()) report_notes(std::vector{picture.warning});
  return raster::encode_png(picture.image);
}

}  // namespace

bool is_graphics_program(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension == ".svg" || extension == ".cad") return true;
  if (extension != ".json" && extension != ".txt") return false;
  const auto text = read_file(path, suite::sgp::kMaxProgramBytes);
  // A task of the shape suite is JSON as well, and names its program.
  return text && text->find("\"ground_truth_program\"") == std::string::npos &&
         lang::cad::detect(*text).has_value();
}

Result<std::string> program_picture(const std::string& path, const std::string& out, int size) {
  const std::string text = TRY(read_file(path, suite::sgp::kMaxProgramBytes));
  const bool svg = trim(text).starts_with('<');
  if (!svg && !lang::cad::detect(text)) {
    return fail(ErrorCode::kBadData, "neither SVG nor a CAD program of a known notation", path);
  }
  const std::string extension = std::filesystem::path(out).extension().string();
  if (extension != ".png" && out != "-") {
    return fail(ErrorCode::kUsage, "the picture's name must end with .png", out);
  }
  suite::sgp::Question question;
  question.language = svg ? mint::Language::kSvg : mint::Language::kCad3d;
  question.program = text;
  const auto picture = suite::sgp::program_picture(question, size);
  if (!picture) return fail(picture.error().code, picture.error().to_string(), path);
  return encoded(*picture);
}

Result<std::string> question_picture(const std::string& path, const std::string& id,
                                     const std::string& out, int size) {
  const suite::sgp::StoredQuestions stored = TRY(suite::sgp::read_questions(path));
  const auto found =
      std::find_if(stored.questions.begin(), stored.questions.end(),
                   [&](const suite::sgp::Question& question) { return question.id == id; });
  if (found == stored.questions.end()) {
    return fail(ErrorCode::kUsage,
                id.empty() ? "say which question: --id ID" : "there is no question '" + id + "'",
                path);
  }
  const std::string extension = std::filesystem::path(out).extension().string();
  if (extension == ".svg" && found->language == mint::Language::kSvg) return found->program;
  if (extension != ".png" && out != "-") {
    return fail(ErrorCode::kUsage, "the picture's name must end with .png (or .svg for SVG)", out);
  }
  const suite::sgp::ProgramPicture picture = TRY(suite::sgp::program_picture(*found, size));
  return encoded(picture);
}

}  // namespace papert::cli
