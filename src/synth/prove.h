// What makes a task as hard as it looks, proven by search. With n blocks in the solution:
//
//     * no program without loops is shorter than n; where the solution has loops, none is as short;
//     * where it has loops, no shorter program has bodies of at most kProvenBody blocks. Where that
//       search gives up there nearly always is one, so the task is used only where longer solutions
//       are allowed, if it is long and short programs are out of the question;
//     * no block, and no blocks in a row, can be left out;
//     * no wall between two allowed cells can be left out: without it a program beats the solution;
//     * forbids and findonly matter (those of a task together), and so does every count of one kind
//       of block: without it a program that breaks it, and is no longer than the solution, does.
//       A start matters if a program with another one is at most two blocks longer. A count of all
//       blocks is not asked about: the solution has as many, and nothing that is shorter was found.
//
// The rubrics of quality are counted here, too.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <tl/expected.hpp>

#include "lang/xlogo/task.h"
#include "synth/build.h"
#include "synth/unit.h"

namespace papert::synth {

inline constexpr std::size_t kProvenBody = 4;
inline constexpr std::size_t kReportedBody = 3;  // of shortest_with_loops
inline constexpr std::size_t kSettled = 5;       // where a search for loops gives up
inline constexpr std::size_t kLongEnough = 11;   // of a solution of which no more is settled

/// The proof of a task whose world is complete, its solution included, or why it has none.
[[nodiscard]] tl::expected<BuiltTask, Rejection> prove(lang::xlogo::Task task,
                                                       const lang::xlogo::Task& reference,
                                                       const BuildOptions& options);

/// A program that beats the solution, if there is one; what was proven goes into `proof`.
/// kUndecided where the searches settle too little.
[[nodiscard]] tl::expected<std::optional<lang::xlogo::Program>, Rejection> find_shorter(
    const lang::xlogo::Task& task, Proof& proof);

/// What remains to be proven once nothing beats the solution (or, where longer ones are allowed,
/// something does and `proof` says so). `blocked`: programs that obstacles keep out; knowing some
/// saves time.
[[nodiscard]] tl::expected<BuiltTask, Rejection> prove_rest(
    lang::xlogo::Task task, const lang::xlogo::Task& reference, const BuildOptions& options,
    const Proof& proof, std::span<const lang::xlogo::Program> blocked = {});

/// Whether what must be avoided matters, and every entry of the constraints that counts one kind of
/// block or asks for a start.
[[nodiscard]] bool everything_binds(const lang::xlogo::Task& task);

/// How many entries constraints have; of a start each block is one.
[[nodiscard]] std::size_t count_entries(const lang::xlogo::Constraints& constraints);

/// Whether a program without loops, of at most as many blocks as the solution has, finds what is to
/// be found by way of this cell: then an obstacle there keeps something out. False for goals other
/// than to find one thing.
[[nodiscard]] bool on_short_way(const lang::xlogo::Task& task, std::size_t cell);

/// Whether one of the programs solves the task.
[[nodiscard]] bool one_solves(std::span<const lang::xlogo::Program> programs,
                              const lang::xlogo::Task& task);

/// The world again and again, each time without another one of its walls between two allowed cells.
[[nodiscard]] std::vector<lang::xlogo::World> without_one_wall(const lang::xlogo::World& world);

/// Whether every wall between two allowed cells keeps out a program that beats the solution. False
/// also where a search cannot tell. `blocked` as above, all of which beat it.
[[nodiscard]] bool walls_needed(const lang::xlogo::Task& task,
                                std::span<const lang::xlogo::Program> blocked = {});

/// The rubrics of a task with its proof.
[[nodiscard]] Quality quality_of(const lang::xlogo::Task& task, const Proof& proof,
                                 std::span<const lang::xlogo::Program> blocked = {});

/// Two of them alone, which need no search.
[[nodiscard]] double code_quality(const lang::xlogo::Task& task, const Proof& proof);
[[nodiscard]] double appeal_of(const lang::xlogo::Task& task);

}  // namespace papert::synth
