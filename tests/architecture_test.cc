// Whether ARCHITECTURE.md says what is there: its table names every folder of src/ and apps/ and no
// other, every #include follows the arrows it draws (layering_test.cc is stricter: it has the edges
// of each language and each suite), and every function of its walk exists. And whether the index of
// the documents names each of them.

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/sources.h"

namespace papert {
namespace {

namespace fs = std::filesystem;

std::string architecture() { return test::read_text(test::source_root() / "ARCHITECTURE.md"); }

/// The text of a section, its heading included.
std::string section(const std::string& heading) {
  const std::string text = architecture();
  const std::size_t begin = text.find("\n## " + heading);
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

/// The folders named in the first column of the table.
std::set<std::string> folders_in_table() {
  std::set<std::string> folders;
  static const std::regex kRow(R"(\n\| `((?:src|apps)/[a-z_/]+)` \|)");
  const std::string text = architecture();
  for (std::sregex_iterator row(text.begin(), text.end(), kRow), end; row != end; ++row) {
    folders.insert((*row)[1]);
  }
  return folders;
}

TEST(Architecture, TheTableNamesEveryFolderAndNoOther) {
  const std::set<std::string> named = folders_in_table();
  ASSERT_GT(named.size(), 15U) << "the table was not found";
  for (const std::string& folder : named) {
    EXPECT_TRUE(fs::is_directory(test::source_root() / folder)) << folder << " does not exist";
  }
  for (const fs::path& path : test::source_files({"src", "apps"})) {
    bool found = false;
    for (fs::path folder = fs::relative(path, test::source_root()).parent_path(); !folder.empty();
         folder = folder.parent_path()) {
      found = found || named.contains(folder.generic_string());
    }
    EXPECT_TRUE(found) << path << " lies in a folder that the table does not name";
  }
}

using Edges = std::map<std::string, std::set<std::string>>;  // folder -> what it may know

std::vector<std::string> names_of(std::string element) {
  static const std::regex kName(R"([a-z_]+(?:/[a-z_]+)*)");
  if (element.find("the other languages") != std::string::npos) return {"lang"};
  std::vector<std::string> names;
  for (std::sregex_iterator name(element.begin(), element.end(), kName), end; name != end; ++name) {
    names.push_back(name->str());
  }
  return names;
}

void add_chain(const std::string& chain, Edges& edges) {
  std::vector<std::vector<std::string>> links;
  for (std::size_t at = 0; at != std::string::npos;) {
    const std::size_t arrow = chain.find("<-", at);
    links.push_back(names_of(chain.substr(at, arrow == std::string::npos ? arrow : arrow - at)));
    at = arrow == std::string::npos ? arrow : arrow + 2;
  }
  for (std::size_t i = 1; i < links.size(); ++i) {
    for (const std::string& user : links[i])
      edges[user].insert(links[i - 1].begin(), links[i - 1].end());
  }
}

/// The arrows of the section "Direction": "a <- {b, c}" lets b and c know a.
Edges drawn_edges() {
  Edges edges;
  std::istringstream lines(section("Direction"));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("    ")) continue;
    std::istringstream chains(line);
    for (std::string chain; std::getline(chains, chain, ';');) add_chain(chain, edges);
  }
  return edges;
}

/// What `folder` may know, directly or through others.
std::set<std::string> reach(const Edges& edges, const std::string& folder) {
  std::set<std::string> known;
  std::vector<std::string> open{folder};
  while (!open.empty()) {
    const std::string at = open.back();
    open.pop_back();
    for (const auto& [user, used] : edges) {
      // Who may know all languages may know what each of them knows.
      const bool same =
          user == at || (at == "lang" && folder != "lang" && user.starts_with("lang/"));
      if (!same) continue;
      for (const std::string& each : used) {
        if (known.insert(each).second) open.push_back(each);
      }
    }
  }
  return known;
}

std::string room_of(const std::string& path, const Edges& edges) {
  for (const auto& [folder, used] : edges) {
    if (folder.find('/') != std::string::npos && path.starts_with(folder + "/")) return folder;
  }
  if (path.starts_with("lang/python/")) return "lang/python";
  return path.substr(0, path.find('/'));
}

TEST(Architecture, EveryIncludeFollowsTheArrows) {
  const Edges edges = drawn_edges();
  ASSERT_GT(edges.size(), 10U) << "the arrows were not found";
  std::size_t checked = 0;
  for (const test::Include& include : test::all_includes({"src"})) {
    if (!include.quoted || include.header.find('/') == std::string::npos) continue;
    const std::string room = room_of(include.file, edges);
    std::set<std::string> known = reach(edges, room);
    if (room.starts_with("lang/")) known.merge(reach(edges, "lang"));
    const std::string target = room_of(include.header, edges);
    const bool language = target.starts_with("lang/") && known.contains("lang");
    ++checked;
    EXPECT_TRUE(target == room || target == "base" || known.contains(target) || language)
        << include.file << " includes " << include.header
        << ", but ARCHITECTURE.md draws no arrow from " << target << " to " << room;
  }
  EXPECT_GT(checked, 1000U) << "the includes were not found";
}

/// Whether a file has that function: its name in front of a parenthesis.
bool has_function(const std::string& text, const std::string& name) {
  return std::regex_search(text, std::regex("\\b" + name + "\\("));
}

TEST(Architecture, TheWalkNamesFunctionsThatAreThere) {
  static const std::regex kStep(R"(`((?:src|apps)/[a-z0-9_/]+\.(?:cc|h))`((?: `[A-Za-z_]+`)+))");
  static const std::regex kName(R"(`([A-Za-z_]+)`)");
  const std::string walk = section("One reply, from `papert eval` to the page");
  std::size_t functions = 0;
  for (std::sregex_iterator step(walk.begin(), walk.end(), kStep), end; step != end; ++step) {
    const std::string file = (*step)[1];
    const std::string text = test::read_text(test::source_root() / file);
    EXPECT_NE(text, "") << file << " does not exist";
    const std::string names = (*step)[2];
    for (std::sregex_iterator name(names.begin(), names.end(), kName); name != end; ++name) {
      EXPECT_TRUE(has_function(text, (*name)[1])) << file << " has no function " << (*name)[1];
      ++functions;
    }
  }
  EXPECT_GT(functions, 25U) << "the walk was not found";
  static const std::regex kFile(R"(`((?:src|apps)/[^`]+)`)");
  for (std::sregex_iterator file(walk.begin(), walk.end(), kFile), end; file != end; ++file) {
    EXPECT_TRUE(fs::exists(test::source_root() / (*file)[1].str())) << (*file)[1];
  }
  EXPECT_TRUE(has_function("int f(int)", "f"));
  EXPECT_FALSE(has_function("int of(int) { return f; }", "f"));
}

TEST(Documents, TheIndexNamesEveryOne) {
  const std::string index = test::read_text(test::source_root() / "docs" / "README.md");
  std::size_t documents = 0;
  for (const auto& entry : fs::directory_iterator(test::source_root() / "docs")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".md" || name == "README.md") continue;
    ++documents;
    EXPECT_NE(index.find("](" + name + ")"), std::string::npos)
        << "docs/README.md does not name " << name;
  }
  EXPECT_GT(documents, 15U) << "the documents were not found";
  static const std::regex kLink(R"(\]\(([^)#]+\.md)[^)]*\))");
  for (std::sregex_iterator link(index.begin(), index.end(), kLink), end; link != end; ++link) {
    EXPECT_TRUE(fs::exists(test::source_root() / "docs" / (*link)[1].str())) << (*link)[1];
  }
}

}  // namespace
}  // namespace papert
