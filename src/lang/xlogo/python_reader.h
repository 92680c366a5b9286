// What both dialects of the Python form have in common: what stands around programs, the head of a
// for loop, and commands. Private to this folder.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lang/xlogo/program.h"
#include "lang/xlogo/python_cursor.h"

namespace papert::lang::xlogo {

/// The text is too long, or holds bytes that no Python program may hold.
[[nodiscard]] std::optional<FormatError> unreadable(std::string_view text);

/// "turn_left" and the like.
[[nodiscard]] std::optional<BlockType> command_from_name(std::string_view name);

[[nodiscard]] bool is_python_keyword(std::string_view word);

class PythonReader : protected PythonCursor {
 protected:
  PythonReader(std::string_view text, PythonForm form)
      : PythonCursor(text), forgiving_(form == PythonForm::kForgiving) {}

  /// Strings, and imports of what nothing can depend on.
  bool preamble();
  /// "->" and a type, or nothing.
  bool result_hint();
  /// run()
  bool call_of_run();
  /// if __name__ == "__main__": run()
  bool main_guard();
  /// for NAME in range(N):
  bool loop_head(int& times, std::string_view* variable = nullptr);
  /// A command with its brackets; the cursor is at its name.
  bool command(BlockType type, Pen& pen);
  /// From "if" or the like on: an indented block must follow; the cursor is behind its indentation.
  bool open_suite();

  bool forgiving_;

 private:
  bool skip_import();
  bool whole_number(int& value);
  bool range_bounds(int& times);
  bool range_count(int& times);
  bool read_pen(Pen& pen);
};

}  // namespace papert::lang::xlogo
