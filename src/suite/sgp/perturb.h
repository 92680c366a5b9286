// The same questions about moved pictures. A motion rewrites every coordinate of a program and
// leaves nothing in it that tells; what the picture shows stays, so the answers must.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lang/svg/motion.h"
#include "suite/suite.h"

namespace papert::suite::sgp {

struct MovedProgram {
  std::string program;
  lang::svg::Motion motion;
  std::optional<std::int64_t> distance;  // between the trees of both; none for very large ones
};

/// Moves an SVG program and makes sure, by rendering both, that its picture is the same motion of
/// the original's picture. The error's message begins with the reason in a word.
[[nodiscard]] Result<MovedProgram> moved_program(std::string_view program,
                                                 const lang::svg::Motion& motion);

/// The motions of one program: they follow from the seed, the kind and the program, whatever else
/// is in the data.
[[nodiscard]] Result<std::vector<lang::svg::Motion>> motions_of(std::string_view program,
                                                                lang::svg::MotionKind kind,
                                                                std::int64_t seed,
                                                                std::size_t count);

/// Kinds t (shifted) and se2 (turned and shifted). Writes every original question as it is and, for
/// each kind, `count` versions of it with ids <id>@t1, <id>@se1, ...; all questions about a program
/// share its versions. A program that cannot be moved is reported to options.problem, and its
/// questions are written without versions of that kind.
///
/// Beside tasks.jsonl there are two records, which nothing reads back:
///
///     motions.jsonl   {"format": 1, "id": "4-1@t1", "kind": "t", "angle_degrees": 0, "dx": 2.1,
///                      "dy": -3.4, "pivot": [256, 256]}
///     refused.jsonl   {"format": 1, "kind": "t", "ids": ["4-1", ...], "reason": "text",
///                      "message": "..."}; empty where nothing was refused
[[nodiscard]] Result<std::size_t> perturb_questions(const std::filesystem::path& data,
                                                    const std::filesystem::path& out,
                                                    const suite::PerturbOptions& options);

}  // namespace papert::suite::sgp
