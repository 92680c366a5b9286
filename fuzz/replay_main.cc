// Runs a fuzz target on its committed seeds without libFuzzer, so that any compiler and every
// sanitized build can: each seed as it is, beginnings of it, and copies with damaged bytes, the
// same ones every time. It finds what came back and what no longer compiles; new input is for
// script/fuzz.
//
//     fuzz_replay TARGET FOLDER
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using Target = int(const std::uint8_t* data, std::size_t size);

#define PAPERT_TARGET(name) extern "C" Target papert_##name;
#include "targets.inc"
#undef PAPERT_TARGET

namespace {

constexpr int kBeginnings = 32;
constexpr int kDamagedCopies = 100;

struct Entry {
  std::string_view name;
  Target* run;
};

constexpr Entry kTargets[] = {
#define PAPERT_TARGET(name) {#name, papert_##name},
#include "targets.inc"
#undef PAPERT_TARGET
};

void run(Target* target, const std::string& bytes) {
  // A copy of exactly this size: reading one byte too far is then seen.
  const std::vector<std::uint8_t> exact(bytes.begin(), bytes.end());
  target(exact.data(), exact.size());
}

std::string damaged(std::string bytes, std::mt19937& random) {
  for (std::size_t changes = 1 + random() % 4; changes > 0 && !bytes.empty(); --changes) {
    const std::size_t at = random() % bytes.size();
    switch (random() % 4) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes.erase(at, 1 + random() % 8);
        break;
      case 2:
        bytes.insert(at, bytes, random() % bytes.size(), 1 + random() % 16);
        break;
      default:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
        break;
    }
  }
  return bytes;
}

void replay(Target* target, const std::string& seed) {
  run(target, seed);
  for (int i = 0; i < kBeginnings; ++i) {
    run(target, seed.substr(0, seed.size() * static_cast<std::size_t>(i) / kBeginnings));
  }
  std::mt19937 random(1);
  for (int i = 0; i < kDamagedCopies; ++i) run(target, damaged(seed, random));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto* const entry = std::find_if(std::begin(kTargets), std::end(kTargets),
                                         [&](const Entry& each) { return each.name == argv[1]; });
  if (entry == std::end(kTargets)) return 2;
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(argv[2])) {
    files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& file : files) {
    std::printf("%s\n", file.c_str());
    std::fflush(stdout);  // the last line names the seed that failed
    std::ifstream in(file, std::ios::binary);
    replay(entry->run, std::string(std::istreambuf_iterator<char>(in), {}));
  }
  return files.empty() ? 1 : 0;
}
