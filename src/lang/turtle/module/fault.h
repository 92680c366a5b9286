// Why an operation stopped, in the terms of the Python exception it becomes. The drawing state
// after a fault is the one CPython's module would be in after the exception.
#pragma once

#include <cstdint>

namespace papert::lang::turtle {

enum class [[nodiscard]] Fault : std::uint8_t {
  kNone,
  kType,           // TypeError: an operand is not a number
  kOverflow,       // OverflowError: too large for the computation
  kDomain,         // ValueError: infinity where a finite number is needed, or not a number
  kZeroDivision,   // ZeroDivisionError
  kNotAppendable,  // AttributeError: an undo group was left open by an earlier exception
  kNoUndoBuffer,   // AttributeError: the operation needs the undo buffer that was switched off
  kNoEntry,        // TypeError: undo on a buffer of size 0
  kLimit,          // MemoryError: more items or vertices than a drawing may have
};

}  // namespace papert::lang::turtle
