// Our verdicts against Python's own parser, live, on seeded random texts: token soups, which are
// hard on the grammar. Needs a Python 3.11 on the path; the recorded cases in parse_test.cc do not.

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "lang/shapes/parse.h"

namespace papert::lang::python {
namespace {

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
  if (!pipe) return {};
  std::string output;
  std::array<char, 4096> buffer;
  while (const std::size_t count = fread(buffer.data(), 1, buffer.size(), pipe.get())) {
    output.append(buffer.data(), count);
  }
  return output;
}

// No f-strings: their contents are not looked into (python_grammar.cc says so).
constexpr std::string_view kTokens[] = {"circle(cx=1, cy=2, radius=3, stroke=1)",
                                        "cx",
                                        "=",
                                        "(",
                                        ")",
                                        "[",
                                        "]",
                                        "{",
                                        "}",
                                        ",",
                                        "\n",
                                        "\n  ",
                                        "\n\t",
                                        "\r\n",
                                        ";",
                                        ":",
                                        ".",
                                        "*",
                                        "**",
                                        "+",
                                        "-",
                                        "~",
                                        "/",
                                        "//",
                                        "@",
                                        "|",
                                        "->",
                                        ":=",
                                        "==",
                                        "<",
                                        "+=",
                                        "...",
                                        "x",
                                        "y",
                                        "f(x)",
                                        "1",
                                        "0x1F",
                                        "1_0",
                                        "01",
                                        "1.5",
                                        "1j",
                                        "'s'",
                                        "b's'",
                                        "True",
                                        "None",
                                        "# c\n",
                                        "\\\n",
                                        "if",
                                        "else",
                                        "elif",
                                        "for",
                                        "in",
                                        "not",
                                        "and",
                                        "or",
                                        "is",
                                        "lambda",
                                        "await",
                                        "async",
                                        "yield",
                                        "def f():",
                                        "class A:",
                                        "import",
                                        "from",
                                        "with",
                                        "as",
                                        "try:",
                                        "except",
                                        "finally:",
                                        "match",
                                        "case",
                                        "_",
                                        "return",
                                        "del",
                                        "pass",
                                        "global",
                                        "raise",
                                        "assert",
                                        "while"};

std::vector<std::string> token_soups(std::size_t count) {
  std::mt19937 random(11);
  std::vector<std::string> texts;
  while (texts.size() < count) {
    std::string text;
    for (std::size_t left = 1 + random() % 8; left > 0; --left) {
      text += kTokens[random() % std::size(kTokens)];
      if (random() % 4 != 0) text += ' ';
    }
    texts.push_back(text);
  }
  return texts;
}

TEST(PythonOracle, AgreesOnTokenSoups) {
  if (output_of("python3 -c 'import sys; print(sys.version_info[:2])' 2>&1") != "(3, 11)\n") {
    GTEST_SKIP() << "no Python 3.11 on the path to compare with";
  }
  const std::vector<std::string> texts = token_soups(60000);
  const std::filesystem::path input =
      std::filesystem::temp_directory_path() / ("papert_oracle_" + std::to_string(getpid()));
  {
    std::ofstream file(input);
    for (const std::string& text : texts) file << nlohmann::json{{"text", text}}.dump() << '\n';
  }
  const std::string output =
      output_of("python3 '" PAPERT_SOURCE_DIR "/tests/lang/python/python_syntax_oracle.py' < '" +
                input.string() + "'");
  std::filesystem::remove(input);
  std::istringstream lines(output);
  std::string line;
  std::size_t accepted = 0;
  for (const std::string& text : texts) {
    ASSERT_TRUE(std::getline(lines, line)) << "the oracle stopped early";
    const auto expected = nlohmann::json::parse(line);
    if (expected.contains("skip")) continue;
    const auto result = lang::shapes::parse(text);
    const std::string name =
        result ? "" : std::string(lang::shapes::error_name(result.error().name));
    EXPECT_EQ(name, expected.value("error", "")) << nlohmann::json(text);
    EXPECT_EQ(result ? lang::shapes::serialise(*result) : "", expected.value("ok", ""))
        << nlohmann::json(text);
    accepted += expected.value("error", "") != "syntax_error";
  }
  EXPECT_GT(accepted, 1000u);
}

}  // namespace
}  // namespace papert::lang::python
