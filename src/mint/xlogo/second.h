// New tasks of the second dialect from a seed: a world, and a program that needs conditions, while
// loops or a function to do in so few blocks what it does there. See second.cc for what is proven.
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.h"
#include "lang/xlogo/v2_task.h"
#include "mint/xlogo/second_program.h"
#include "mint/xlogo/xlogo.h"

namespace papert::mint::xlogo {

inline constexpr int kSecondGenerator = 1;  // its version

/// What is not set is drawn.
struct SecondWish {
  std::optional<TaskType> type;
  std::optional<SecondKind> kind;
};

/// The task of a seed, "mint-<seed>". kLimit if, very rarely, a seed leads to none; kUsage for
/// tasks to find or to add up something that need a function, which are not made.
[[nodiscard]] Result<lang::xlogo::v2::Task> minted_second(std::int64_t seed,
                                                          const SecondWish& wish = {});

/// Why a task is easier than minting lets one be; nothing where it is not.
[[nodiscard]] std::optional<std::string> easier_than_it_looks(const lang::xlogo::v2::Task& task);

}  // namespace papert::mint::xlogo
