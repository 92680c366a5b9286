// Reads every #include of src/ and apps/ and fails on an edge the architecture does not have, and
// on a third-party header outside the one place that wraps it.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

namespace papert {
namespace {

namespace fs = std::filesystem;

/// Folder -> folders it may include. A folder may always include itself.
const std::map<std::string, std::set<std::string>> kEdges = [] {
  std::map<std::string, std::set<std::string>> edges{
      {"base", {}},
      {"scene", {"base"}},
      {"raster", {"base", "scene"}},
      {"lang/shapes", {"base", "scene"}},
      {"score", {"base", "scene", "raster"}},
      {"model", {"base"}},
      {"sandbox", {"base"}},
      {"lang/turtle", {"base", "scene", "sandbox"}},
      {"zygote", {"base", "sandbox", "lang/turtle"}},
  };
  for (const char* language : {"lang/xlogo", "lang/svg", "lang/cad"}) {
    edges[language] = {"base", "scene"};
  }
  edges["suite"] = {"base", "scene", "raster", "score", "sandbox"};
  edges["suite/shapecode"] = edges["suite"];
  edges["suite/shapecode"].insert({"suite", "lang/shapes"});
  edges["suite/xlogo"] = edges["suite"];
  edges["suite/xlogo"].insert({"suite", "lang/xlogo"});
  edges["suite/sgp"] = edges["suite"];
  edges["suite/sgp"].insert({"suite", "lang/svg", "lang/cad"});
  for (const char* suite : {"suite/turtleai", "suite/turtlebench"}) {
    edges[suite] = edges["suite"];
    edges[suite].insert({"suite", "lang/turtle", "sandbox"});
  }
  edges["solve"] = edges["suite/shapecode"];
  edges["run"] = edges["solve"];
  edges["run"].insert({"solve", "model"});
  edges["report"] = edges["run"];
  edges["report"].insert("run");
  edges["datagen"] = edges["run"];
  edges["datagen"].insert("run");
  edges["mock"] = edges["run"];
  edges["mock"].insert("run");
  edges["cli"] = edges["report"];
  edges["cli"].insert({"report", "datagen", "mock", "sandbox", "lang/turtle", "lang/xlogo",
                       "lang/svg", "lang/cad", "suite/turtleai", "suite/xlogo", "suite/sgp"});
  return edges;
}();

/// Registries are the files that may know every plug-in of their folder.
const std::map<std::string, std::set<std::string>> kRegistries{
    {"suite/registry.cc",
     {"suite/sgp", "suite/shapecode", "suite/turtleai", "suite/turtlebench", "suite/xlogo"}}};

/// Third-party header prefix, or ending if it begins with a dot -> path prefix of a place that may
/// include it.
const std::multimap<std::string, std::string> kWrapped{
    {"jpeglib.h", "raster/jpeg_"},    {"opencv2/", "raster/contours."},
    {"png.h", "raster/png_"},         {"openssl/", "base/sha256.cc"},
    {"nlohmann/", "base/json.h"},     {"CLI/", "cli/"},
    {"utf8proc.h", "lang/shapes/"},   {"Python.h", "lang/turtle/"},
    {"Python.h", "zygote/"},          {"librsvg/", "raster/svg."},
    {"cairo", "raster/svg."},         {"curl/", "model/"},
    {"sqlite3.h", "model/"},          {"httplib.h", "mock/"},
    {"opencv2/", "score/embedding."}, {".hxx", "lang/cad/kernel"},
    {"potracelib.h", "suite/sgp/"},   {"pugixml", "lang/svg/parse.cc"},
};

struct Include {
  std::string file;    // below src/ or apps/
  std::string folder;  // its layer
  std::string header;
  bool quoted = false;
};

/// The layer of a path such as lang/shapes/parse.h: the longest known folder it lies in.
std::string layer_of(const std::string& path) {
  std::string folder = fs::path(path).parent_path().generic_string();
  while (!folder.empty() && !kEdges.contains(folder)) {
    folder = fs::path(folder).parent_path().generic_string();
  }
  return folder;
}

std::vector<Include> all_includes() {
  std::vector<Include> includes;
  for (const char* root : {"src", "apps"}) {
    const fs::path base = fs::path(PAPERT_SOURCE_DIR) / root;
    for (const auto& entry : fs::recursive_directory_iterator(base)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cc") continue;
      const std::string file = fs::relative(entry.path(), base).generic_string();
      std::ifstream stream(entry.path());
      for (std::string line; std::getline(stream, line);) {
        const std::string start = "#include ";
        if (!line.starts_with(start) || line.size() < start.size() + 3) continue;
        const bool quoted = line[start.size()] == '"';
        const std::size_t end = line.find(quoted ? '"' : '>', start.size() + 1);
        const std::string header = line.substr(start.size() + 1, end - start.size() - 1);
        includes.push_back({file, layer_of(file), header, quoted});
      }
    }
  }
  return includes;
}

TEST(Layering, EveryFolderIsKnown) {
  for (const Include& include : all_includes()) {
    EXPECT_FALSE(include.folder.empty()) << include.file << " lies in a folder without a layer";
  }
}

TEST(Layering, OnlyAllowedEdges) {
  std::size_t edges = 0;
  for (const Include& include : all_includes()) {
    if (!include.quoted) continue;
    const std::string target = layer_of(include.header);
    if (target.empty()) {
      // A header named without its folder must lie beside the file; only apps do that.
      EXPECT_EQ(include.folder, "cli") << include.file << " includes " << include.header;
      continue;
    }
    if (target == include.folder) continue;
    ++edges;
    const auto registry = kRegistries.find(include.file);
    if (registry != kRegistries.end() && registry->second.contains(target)) continue;
    EXPECT_TRUE(kEdges.at(include.folder).contains(target))
        << include.file << " includes " << include.header << ": " << include.folder
        << " must not know " << target;
  }
  EXPECT_GT(edges, 50U) << "the includes were not found";
}

TEST(Layering, ThirdPartyHeadersStayWrapped) {
  std::set<std::string> found;
  for (const Include& include : all_includes()) {
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
  EXPECT_EQ(found.size(), 16U);
}

}  // namespace
}  // namespace papert
