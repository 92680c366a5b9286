// A second interpreter of the second dialect, written straight from its rules in the plainest way.
// It says which commands a program executes; judging these as a program of the published dialect
// (xlogo_naive.h) is then the verdict.
#pragma once

#include <random>
#include <string>

#include "lang/xlogo/v2_task.h"

namespace papert::test {

struct PlainRun {
  lang::xlogo::Program commands;  // up to a crash, the command that crashes included
  bool too_long = false;          // the steps were spent
};

PlainRun plainly_run(const lang::xlogo::Task& site, const lang::xlogo::v2::Program& program);

/// Up to three functions, of about `size` blocks in all; calls never go in a circle.
lang::xlogo::v2::Program random_second_program(std::mt19937_64& random, int size);

}  // namespace papert::test
