// Whether ARCHITECTURE.md says what is there: its table names every folder of src/ and apps/ and no
// other, and every #include follows the arrows it draws. (layering_test.cc is stricter: it has the
// edges of each language and each suite.)

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace papert {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = PAPERT_SOURCE_DIR;

std::string read(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

bool is_source(const fs::path& path) {
  return path.extension() == ".h" || path.extension() == ".cc";
}

/// The folders named in the first column of the table.
std::set<std::string> folders_in_table() {
  std::set<std::string> folders;
  static const std::regex kRow(R"(\n\| `((?:src|apps)/[a-z_/]+)` \|)");
  const std::string text = read(kRoot / "ARCHITECTURE.md");
  for (std::sregex_iterator row(text.begin(), text.end(), kRow), end; row != end; ++row) {
    folders.insert((*row)[1]);
  }
  return folders;
}

TEST(Architecture, TheTableNamesEveryFolderAndNoOther) {
  const std::set<std::string> named = folders_in_table();
  ASSERT_GT(named.size(), 15U) << "the table was not found";
  for (const std::string& folder : named) {
    EXPECT_TRUE(fs::is_directory(kRoot / folder)) << folder << " does not exist";
  }
  for (const char* root : {"src", "apps"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / root)) {
      if (!is_source(entry.path())) continue;
      bool found = false;
      for (fs::path folder = fs::relative(entry.path(), kRoot).parent_path(); !folder.empty();
           folder = folder.parent_path()) {
        found = found || named.contains(folder.generic_string());
      }
      EXPECT_TRUE(found) << entry.path() << " lies in a folder that the table does not name";
    }
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
  const std::string text = read(kRoot / "ARCHITECTURE.md");
  const std::size_t section = text.find("## Direction");
  Edges edges;
  std::istringstream lines(text.substr(section, text.find("\n## ", section + 1) - section));
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
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "src")) {
    if (!is_source(entry.path())) continue;
    const std::string file = fs::relative(entry.path(), kRoot / "src").generic_string();
    const std::string room = room_of(file, edges);
    std::set<std::string> known = reach(edges, room);
    if (room.starts_with("lang/")) known.merge(reach(edges, "lang"));
    static const std::regex kInclude(R"re(#include "([a-z_/]+/)[a-z0-9_]+\.h")re");
    const std::string text = read(entry.path());
    for (std::sregex_iterator each(text.begin(), text.end(), kInclude), end; each != end; ++each) {
      const std::string target = room_of((*each)[1], edges);
      const bool language = target.starts_with("lang/") && known.contains("lang");
      ++checked;
      EXPECT_TRUE(target == room || target == "base" || known.contains(target) || language)
          << file << " includes " << (*each)[1] << ", but ARCHITECTURE.md draws no arrow from "
          << target << " to " << room;
    }
  }
  EXPECT_GT(checked, 1000U) << "the includes were not found";
}

}  // namespace
}  // namespace papert
