// The program's own code and data on huge pages.
#pragma once

namespace papert::zygote {

/// Moves the program's segments, and the beginning of the heap that follows them, to huge pages, at
/// the same addresses. Once, before the interpreter starts. Where the kernel has no huge pages to
/// give, everything stays where it was and only costs time.
void move_image_to_huge_pages();

}  // namespace papert::zygote
