// Tries out the ONNX network on standard input (score/embedding.h). Exit code 0 if it can be used;
// otherwise the error's code and message go to standard output. Reading a damaged network may crash
// OpenCV, which then ends this process and not the one that asked.

#include <sys/resource.h>
#include <unistd.h>

#include <string>

#include "base/file.h"
#include "score/embedding.h"

int main() {
  using papert::score::Encoder;
  constexpr rlim_t kSeconds = 120;  // of CPU time
  const rlimit limit{kSeconds, kSeconds};
  ::setrlimit(RLIMIT_CPU, &limit);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  const auto bytes = papert::read_file("/dev/stdin", papert::score::kMaxEncoderBytes);
  const auto encoder = bytes ? Encoder::tried(*bytes, "the network")
                             : papert::Result<Encoder>(papert::fail(bytes.error()));
  if (encoder) return 0;
  std::string text(1, static_cast<char>(encoder.error().code));
  text += encoder.error().message.substr(0, papert::score::kMaxTrialReport - 1);
  [[maybe_unused]] const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
  return 1;
}
