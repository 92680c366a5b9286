// Reads every #include of src/ and apps/ and fails on an edge the architecture does not have, and
// on a third-party header outside the one place that wraps it.
//
// Also fails on a TRY in a braced list, or in an argument list behind another argument: TRY returns
// out of the middle of the expression, and g++ 12 then never destroys what the list already holds.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/sources.h"

namespace papert {
namespace {

namespace fs = std::filesystem;

/// Folder -> folders it may include. A folder may always include itself.
const std::map<std::string, std::set<std::string>> kEdges = [] {
  std::map<std::string, std::set<std::string>> edges{
      {"base", {}},
      {"scene", {"base"}},
      {"raster", {"base", "scene"}},
      {"score", {"base", "scene", "raster"}},
      {"model", {"base"}},
      {"try_encoder", {"base", "raster", "score"}},
      {"launcher", {}},
      {"sandbox", {"base"}},
      {"reply", {"base"}},
      {"http", {"base"}},
      {"lang/python", {"base"}},
      {"lang/turtle/module", {"base", "scene"}},
      {"lang/turtle/host", {"base", "scene", "sandbox", "lang/python"}},
      {"lang/turtle/syntax", {"base", "lang/python"}},
      {"zygote", {"base", "sandbox", "lang/turtle/module"}},
  };
  for (const char* language : {"lang/shapes", "lang/xlogo", "lang/svg", "lang/cad"}) {
    edges[language] = {"base", "scene", "lang/python"};
  }
  edges["mint"] = {"base", "scene", "raster"};
  edges["mint/shapes"] = {"base", "mint", "scene", "raster", "lang/shapes"};
  edges["mint/xlogo"] = {"base", "mint", "raster", "lang/xlogo"};
  edges["mint/svg"] = {"base", "mint", "scene", "raster", "lang/svg"};
  edges["mint/cad"] = {"base", "mint", "scene", "raster", "lang/cad"};
  edges["mint/turtle"] = {"base", "mint", "scene", "sandbox", "raster", "lang/turtle/host"};
  edges["synth"] = {"base", "lang/xlogo", "mint/xlogo"};
  edges["mint/question"] = {"base",     "mint",     "scene",    "raster",
                            "lang/svg", "lang/cad", "mint/svg", "mint/cad"};
  edges["data"] = {"base"};
  const auto add_data = [&](const std::string& name, std::set<std::string> own) {
    own.insert({"base", "data"});
    edges["data/" + name] = std::move(own);
  };
  add_data("shapecode", {"raster", "lang/shapes", "mint/shapes"});
  add_data("sgp", {"reply", "lang/svg", "mint", "mint/question"});
  for (const char* name : {"turtleai", "turtlebench"}) {
    add_data(name, {"scene", "raster", "sandbox", "score", "lang/turtle/host", "mint/turtle"});
  }
  add_data("xlogo", {"lang/xlogo", "mint/xlogo"});
  edges["replay"] = {"base",     "scene",      "raster",   "lang/shapes",   "lang/svg",
                     "lang/cad", "lang/xlogo", "mint/svg", "mint/question", "mint/xlogo"};
  edges["suite"] = {"base", "data", "scene", "raster", "score", "sandbox", "reply"};
  const auto add_suite = [&](const std::string& name, std::set<std::string> own) {
    own.merge(std::set<std::string>(edges["suite"]));
    own.insert({"suite", "data/" + name});
    edges["suite/" + name] = std::move(own);
  };
  add_suite("shapecode", {"lang/python", "lang/shapes", "mint/shapes", "replay"});
  add_suite("xlogo", {"lang/xlogo", "mint/xlogo", "replay"});
  add_suite("sgp",
            {"lang/svg", "lang/cad", "mint", "mint/svg", "mint/cad", "mint/question", "replay"});
  add_suite("turtleai", {"lang/python", "lang/turtle/host", "mint/turtle"});
  add_suite("turtlebench", {"lang/python", "lang/turtle/host", "mint/turtle"});
  // A program that is run without a task is a turtle's.
  edges["reward"] = edges["suite"];
  edges["reward"].insert({"suite", "lang/turtle/host"});
  edges["study"] = edges["suite/turtleai"];
  edges["study"].insert("suite/turtleai");
  edges["solve"] = edges["suite/shapecode"];
  edges["solve"].insert("suite/shapecode");
  edges["solve"].insert("model");
  edges["solve"].insert({"suite/xlogo", "lang/xlogo", "mint/xlogo"});
  edges["run"] = edges["solve"];
  edges["run"].insert("solve");
  edges["solve/turtle"] = {"base", "scene", "raster"};
  edges["solve"].insert({"solve/turtle", "data/turtlebench"});
  edges["solve/sgp"] = edges["suite/sgp"];
  edges["solve/sgp"].insert({"model", "solve", "suite/sgp"});
  edges["solve"].insert("solve/sgp");
  edges["analysis"] = edges["run"];
  edges["analysis"].insert("run");
  edges["report"] = edges["analysis"];
  edges["report"].insert("analysis");
  edges["datagen"] = edges["run"];
  edges["datagen"].insert({"run", "data/sgp", "mint/question"});
  edges["datagen/turtle"] = edges["datagen"];
  edges["datagen/turtle"].insert({"datagen", "lang/turtle/syntax", "lang/turtle/host",
                                  "mint/turtle", "data/turtleai", "data/turtlebench"});
  edges["datagen/questions"] = edges["datagen"];
  edges["datagen/questions"].insert(
      {"datagen", "solve/sgp", "lang/svg", "mint", "mint/svg", "mint/question", "suite/sgp"});
  edges["datagen/sit"] = edges["datagen"];
  edges["datagen/sit"].insert({"datagen", "lang/svg", "mint", "mint/svg", "suite/sgp"});
  edges["mock"] = edges["run"];
  edges["mock"].insert({"run", "http"});
  edges["python"] = edges["reward"];
  edges["python"].insert({"reward", "lang/turtle/host"});
  edges["serve"] = edges["suite"];
  edges["serve"].insert({"suite", "http"});
  edges["serve/app"] = edges["report"];
  // The playground runs and paints programs of every language.
  edges["serve/app"].insert({"report", "reward", "serve", "http", "lang/svg", "lang/turtle/host",
                             "mint/question", "replay"});
  edges["cli"] = edges["report"];
  for (const char* hidden :
       {"lang/python", "lang/shapes", "mint/shapes", "suite/shapecode", "data/shapecode",
        "lang/xlogo", "mint/xlogo", "suite/xlogo", "replay"}) {
    edges["cli"].erase(hidden);
  }
  // The jail of turtle programs: `papert grade` and `papert doctor` are tools of that language.
  // `papert doctor` also says whether the CAD kernel is in this build.
  edges["cli"].insert({"report", "datagen", "datagen/questions", "datagen/turtle", "datagen/sit",
                       "mock", "reward", "serve", "serve/app", "study", "synth", "lang/turtle/host",
                       "lang/cad"});
  return edges;
}();

/// Registries are the files that may know every plug-in of their folder.
const std::map<std::string, std::set<std::string>> kRegistries{
    {"suite/registry.cc",
     {"suite/sgp", "suite/shapecode", "suite/turtleai", "suite/turtlebench", "suite/xlogo"}}};

/// Third-party header prefix, or ending if it begins with a dot -> path prefix of a place that may
/// include it.
const std::multimap<std::string, std::string> kWrapped{
    {"jpeglib.h", "raster/jpeg_"},
    {"opencv2/", "raster/contours."},
    {"opencv2/", "solve/turtle/"},
    {"png.h", "raster/png_"},
    {"openssl/", "base/sha256.cc"},
    {"openssl/", "base/base64.cc"},
    {"nlohmann/", "base/json.h"},
    {"CLI/", "cli/"},
    {"utf8proc.h", "lang/python/"},
    {"Python.h", "lang/turtle/module/"},
    {"Python.h", "zygote/"},
    {"librsvg/", "raster/svg."},
    {"cairo", "raster/svg."},
    {"curl/", "model/"},
    {"sqlite3.h", "base/sqlite.cc"},
    {"zstd.h", "base/zip.cc"},
    {"boost/", "http/"},
    {"opencv2/", "score/embedding."},
    {".hxx", "lang/cad/kernel"},
    {"potracelib.h", "datagen/"},
    {"pugixml", "lang/svg/parse.cc"},
    {"z3", "synth/solver.cc"},
    {"zstd.h", "base/parquet.cc"},
    {"pybind11/", "python/"},
};

/// The layer of a path such as lang/shapes/parse.h: the longest known folder it lies in.
std::string layer_of(const std::string& path) {
  std::string folder = fs::path(path).parent_path().generic_string();
  while (!folder.empty() && !kEdges.contains(folder)) {
    folder = fs::path(folder).parent_path().generic_string();
  }
  return folder;
}

std::vector<test::Include> all_includes() { return test::all_includes({"src", "apps"}); }

TEST(Layering, EveryFolderIsKnown) {
  for (const test::Include& include : all_includes()) {
    EXPECT_FALSE(layer_of(include.file).empty())
        << include.file << " lies in a folder without a layer";
  }
}

TEST(Layering, OnlyAllowedEdges) {
  std::size_t edges = 0;
  for (const test::Include& include : all_includes()) {
    if (!include.quoted) continue;
    const std::string folder = layer_of(include.file);
    const std::string target = layer_of(include.header);
    if (target.empty()) {
      // A header named without its folder must lie beside the file; only apps do that.
      EXPECT_EQ(folder, "cli") << include.file << " includes " << include.header;
      continue;
    }
    if (target == folder) continue;
    ++edges;
    const auto registry = kRegistries.find(include.file);
    if (registry != kRegistries.end() && registry->second.contains(target)) continue;
    EXPECT_TRUE(kEdges.at(folder).contains(target))
        << include.file << " includes " << include.header << ": " << folder << " must not know "
        << target;
  }
  EXPECT_GT(edges, 50U) << "the includes were not found";
}

TEST(Layering, ThirdPartyHeadersStayWrapped) {
  std::set<std::string> found;
  for (const test::Include& include : all_includes()) {
    bool wrapped = false;
    bool allowed = false;
    for (const auto& [header, place] : kWrapped) {
      const bool found_here = header.front() == '.' ? include.header.ends_with(header)
                                                    : include.header.starts_with(header);
      if (!found_here) continue;
      wrapped = true;
      allowed |= include.file.starts_with(place);
      found.insert(header);
    }
    EXPECT_TRUE(!wrapped || allowed)
        << include.file << " includes " << include.header << ", which it must not";
  }
  EXPECT_EQ(found.size(), 19U);
}

/// Where the comment or literal that begins at `at` ends; `at` itself where none begins.
std::size_t skipped_to(std::string_view text, std::size_t at) {
  const auto behind = [&](std::string_view mark, std::size_t from) {
    const std::size_t found = text.find(mark, from);
    return found == std::string_view::npos ? text.size() : found + mark.size();
  };
  const std::string_view rest = text.substr(at);
  const auto is_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  if (rest.starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (rest.starts_with("/*")) return behind("*/", at + 2);
  if (rest.starts_with("R\"") && (at == 0 || !is_name(text[at - 1]))) {
    const std::size_t paren = text.find('(', at);
    return behind(")" + std::string(text.substr(at + 2, paren - at - 2)) + "\"", paren);
  }
  const char quote = rest.front();
  const bool separates_digits = quote == '\'' && at > 0 && is_name(text[at - 1]);
  if ((quote != '"' && quote != '\'') || separates_digits) return at;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != quote) end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

/// C++ text whose comments and literals are blank; lines stay where they are.
std::string code_only(const std::string& text) {
  std::string code = text;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = skipped_to(text, at);
    if (end == at) ++at;
    for (; at < end; ++at) {
      if (code[at] != '\n') code[at] = ' ';
    }
  }
  return code;
}

/// Whether the brace behind `before` opens statements or declarations, not a list of values.
bool opens_block(const std::string& before) {
  static const std::regex kBlock(R"((^|[);{}:\]]|\b(else|do|try|const|noexcept|override|mutable))"
                                 R"(|\b(namespace|struct|class|enum|union)\b[^;{}()=]*)"
                                 R"(|->[\w:<>,\s*&]+)\s*$)");
  const std::size_t start =
      before.find_last_of(";{}") == std::string::npos ? 0 : before.find_last_of(";{}");
  return std::regex_search(before.begin() + static_cast<std::ptrdiff_t>(start), before.end(),
                           kBlock);
}

/// The lines on which a TRY has neighbours it must not have.
std::set<std::size_t> crowded_tries(const std::string& text) {
  struct Bracket {
    bool holds_statements;
    bool braced;
    bool comma = false;
    std::vector<std::size_t> tries = {};
  };
  static const std::regex kToken(R"(\bTRY\(|(\b(if|for|while|switch) )?\(|[{}\[\]),\n])");
  const std::string code = code_only(text);
  std::set<std::size_t> lines;
  std::vector<Bracket> open;
  std::size_t line = 1;
  for (std::sregex_iterator match(code.begin(), code.end(), kToken), end; match != end; ++match) {
    const std::string token = match->str();
    if (token == "\n") ++line;
    if (token == "TRY(") {
      for (auto each = open.rbegin(); each != open.rend() && !each->holds_statements; ++each) {
        each->tries.push_back(line);
        if (each->comma && !each->braced) lines.insert(line);
      }
    }
    if (token == "," && !open.empty()) open.back().comma = true;
    if (token == "{") {
      const auto at = static_cast<std::size_t>(match->position());
      const std::size_t near = at < 200 ? 0 : at - 200;
      open.push_back({opens_block(code.substr(near, at - near)), true});
    } else if (token.ends_with("(") || token == "[") {
      open.push_back({token.find(' ') != std::string::npos, false});
    } else if ((token == ")" || token == "]" || token == "}") && !open.empty()) {
      const Bracket& closed = open.back();
      if (closed.braced && closed.comma) lines.insert(closed.tries.begin(), closed.tries.end());
      open.pop_back();
    }
  }
  return lines;
}

TEST(Try, TheScanFindsCrowdedOnes) {
  const auto in_function = [](const std::string& statement) {
    return crowded_tries("Result<int> f(int a) {\n" + statement + "\n}\n");
  };
  for (const char* crowded : {"return P{TRY(a()), TRY(b())};", "P p{.a = TRY(a()), .b = 1};",
                              "v.push_back({name, TRY(b())});", "return g(x, TRY(b()));",
                              "TRY(g(x, h(TRY(b()))));", "return {TRY(a(x, y)), 2};"}) {
    EXPECT_EQ(in_function(crowded), std::set<std::size_t>{2}) << crowded;
  }
  EXPECT_EQ(in_function("return P{a,\n\n  TRY(b())};"), std::set<std::size_t>{4});
  for (const char* alone :
       {"auto x = TRY(a(1, 2));", "return P{TRY(a(x, y))};", "TRY(g(x, y));",
        "if (a && TRY(b(x, y))) return 1;", "// return P{a, TRY(b())};", "s = \"{a, TRY(b)\";",
        "g(x, [&] {\n  TRY(b());\n});", "g(x, [&]() -> Result<void> { return TRY(b()); });",
        "for (int i = 0, n = 2; i < n;) TRY(b());", "g(TRY(b()), x);"}) {
    EXPECT_EQ(in_function(alone), std::set<std::size_t>{}) << alone;
  }
}

TEST(Try, StandsAlone) {
  const auto files = test::source_files({"src", "apps", "bench", "tests"});
  EXPECT_GT(files.size(), 600U) << "the sources were not found";
  for (const fs::path& path : files) {
    for (const std::size_t line : crowded_tries(test::read_text(path))) {
      ADD_FAILURE() << path.string() << ":" << line
                    << ": TRY beside other values; give its value a name first";
    }
  }
}

}  // namespace
}  // namespace papert
