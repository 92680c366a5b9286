// The programs of the portable bundle, as they are called: papert, papert-zygote and
// papert-try-encoder are this one, linked statically, under three names. It runs the program of
// that name with the C library and all others that came with it, whatever the machine has:
//
//     BUNDLE/bin/papert                         this
//     BUNDLE/libexec/papert/papert-zygote       this
//     BUNDLE/lib/ld-linux-x86-64.so.2, lib*.so  the libraries and what loads them
//     BUNDLE/programs/papert                    what is run
//     BUNDLE/python/lib/python3.11              Python's own library, for the jailed interpreter

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr const char* kLoader = "/lib/ld-linux-x86-64.so.2";

/// The folder that holds bin or libexec/papert, where this program lies; "" if it is nowhere such.
std::string bundle_of(const std::string& self) {
  for (const std::string_view place : {"/bin/", "/libexec/papert/"}) {
    const std::size_t at = self.rfind(place);
    if (at != std::string::npos && self.find('/', at + place.size()) == std::string::npos) {
      return self.substr(0, at);
    }
  }
  return {};
}

int complain(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  return 70;
}

}  // namespace

int main(int count, char** words) {
  std::string self(4096, '\0');
  const ssize_t length = ::readlink("/proc/self/exe", self.data(), self.size());
  if (length <= 0) return complain("papert: cannot find its own folder: is /proc mounted?");
  self.resize(static_cast<std::size_t>(length));
  const std::string bundle = bundle_of(self);
  if (bundle.empty())
    return complain(self + ": lies neither in bin nor in libexec/papert of a bundle");
  const std::string name = self.substr(self.rfind('/') + 1);
  const std::string loader = bundle + kLoader;
  const std::string libraries = bundle + "/lib";
  const std::string program = bundle + "/programs/" + name;
  ::setenv("PAPERT_PYTHON_HOME", (bundle + "/python").c_str(), 0);
  std::vector<const char*> command = {loader.c_str(), "--library-path", libraries.c_str(),
                                      "--argv0",      name.c_str(),     program.c_str()};
  for (int i = 1; i < count; ++i) command.push_back(words[i]);
  command.push_back(nullptr);
  ::execv(loader.c_str(), const_cast<char* const*>(command.data()));
  return complain(loader + ": " + std::strerror(errno));
}
