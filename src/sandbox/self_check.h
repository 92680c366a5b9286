// The program's process tries the doors before the program does.
#pragma once

namespace papert::sandbox {

/// Makes system calls that must be refused; the name of the first that was not, or null. Called
/// with all descriptors closed and all limits set; nothing it does has an effect if they hold.
const char* find_open_door();

}  // namespace papert::sandbox
