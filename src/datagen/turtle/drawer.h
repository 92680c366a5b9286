// Programs to drawings, for generation: with limits that are tighter than those of judged programs,
// and with a memory of what was drawn. Stages need a drawing again (to compare, to score, to
// paint); a program that was run by this process is not run twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/file_descriptor.h"
#include "base/result.h"
#include "lang/turtle/host/jail_pool.h"
#include "scene/scene.h"

namespace papert::datagen {

inline constexpr std::size_t kMaxVertices = 20'000;

/// How a program ended, and what it drew where that can be used.
struct DrawnProgram {
  std::string status;   // "ok", a name of sandbox::Status, or "unusable"
  std::string drawing;  // its key (score/drawing_index.h); empty where the status is not "ok"
  scene::Scene scene;
  std::uint64_t steps = 0;
};

/// Where drawings lie in a file, by the hashes of their names: 16 bytes each. Two names may have
/// one hash, so who reads a drawing looks whether it bears the name.
class DrawingPlaces {
 public:
  struct Place {
    std::uint64_t offset : 40 = 0;
    std::uint64_t size : 24 = 0;
  };

  /// The first place of a hash stays.
  void add(std::uint64_t hash, const Place& place);
  [[nodiscard]] std::optional<Place> find(std::uint64_t hash) const;

 private:
  using Entry = std::pair<std::uint64_t, Place>;

  std::deque<Entry> sorted_;                       // grows without being moved
  std::unordered_map<std::uint64_t, Place> late_;  // joins the others when there are many
};

/// Any thread.
class Drawer {
 public:
  /// Drawings are remembered in a file of `folder` that has no name and ends with the process.
  explicit Drawer(std::filesystem::path folder) : folder_(std::move(folder)), jails_({}) {}

  /// Runs a program; one that imports random or time twice, and it is unusable if the drawings
  /// differ. An end that says nothing about the program (the host was slow) is tried again; the
  /// error is the machine's.
  [[nodiscard]] Result<DrawnProgram> draw(std::string_view code);

  /// Remembers a drawing by a name; forgets to where there is no room.
  void remember(const std::string& name, const scene::Scene& scene);

  /// What was remembered by that name, else what the program draws.
  [[nodiscard]] Result<scene::Scene> drawing_of(const std::string& name, std::string_view code);

  [[nodiscard]] lang::turtle::JailPool& jails() { return jails_; }

 private:
  [[nodiscard]] Result<lang::turtle::Drawing> run(std::string_view code);
  [[nodiscard]] std::optional<scene::Scene> remembered(const std::string& name);

  std::filesystem::path folder_;
  lang::turtle::JailPool jails_;
  std::mutex mutex_;
  bool opened_ = false;
  bool full_ = false;  // nothing more is written
  FileDescriptor file_;
  std::size_t end_ = 0;
  DrawingPlaces places_;
};

}  // namespace papert::datagen
