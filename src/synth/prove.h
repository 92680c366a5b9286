// What makes a task as hard as it looks, proven by search. With n blocks in the solution:
//
//     * no program without loops is shorter than n; where the solution has loops, none is as short;
//     * where it has loops, no shorter program has bodies of at most kProvenBody blocks. Where that
//       search gives up there nearly always is one, so the task is used only where longer solutions
//       are allowed, if it is long and short programs are out of the question;
//     * no block, and no blocks in a row, can be left out;
//     * forbids and findonly matter, and every constraint binds: the shortest program that need not
//       keep it breaks it.
//
// The rubrics of quality are counted here, too.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <tl/expected.hpp>

#include "lang/xlogo/task.h"
#include "synth/build.h"
#include "synth/unit.h"

namespace papert::synth {

inline constexpr std::size_t kProvenBody = 4;

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

/// Whether a program without loops, of at most as many blocks as the solution has, finds what is to
/// be found by way of this cell: then an obstacle there keeps something out. False for goals other
/// than to find one thing.
[[nodiscard]] bool on_short_way(const lang::xlogo::Task& task, std::size_t cell);

/// The rubrics of a task with its proof.
[[nodiscard]] Quality quality_of(const lang::xlogo::Task& task, const Proof& proof,
                                 std::span<const lang::xlogo::Program> blocked = {});

}  // namespace papert::synth
