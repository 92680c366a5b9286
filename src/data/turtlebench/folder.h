// Folders of tasks in the published layout, read, checked and written with fresh tasks:
//
//     dataset.jsonl   one {id, question_number, query, variables, base_shape_code, source_contours,
//                     description} a line
//     source/         <id>_<question_number>.jpg or .png, the picture each item asks for
//
// Question 1 of an id draws the shape; the others tweak it. base_shape_code of every item is the
// program that answers it, despite its name. The keys base_shape and result_shape, paths of another
// computer, are not needed. A line may also say what kind of tweak it is: "tweak_kinds", a list of
// "deletion", "insertion", "rotation", "reflection" and "generalisation". An id is a whole number
// or a name of letters, digits, - and _.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "data/options.h"

namespace papert::data::turtlebench {

struct Item {
  std::string id;  // of the shape
  std::int64_t question = 1;
  std::string query;
  std::string variables;    // lines of Python
  std::string code;         // the answer
  std::string description;  // of the shape; empty where the data has none
  std::optional<std::int64_t> source_contours;
  std::vector<std::string> tweak_kinds;
  std::filesystem::path picture;  // of what is asked for

  [[nodiscard]] std::string name() const { return id + "_" + std::to_string(question); }
  [[nodiscard]] bool is_tweak() const { return question != 1; }
};

struct Items {
  std::vector<Item> items;      // by id, numbers before names and in their order, then by question
  std::vector<Error> problems;  // what could not be used, with its place
};

/// A bad line, a second item of one name and an item whose picture is missing are problems, not
/// errors: the rest is still read. Pictures are not opened.
[[nodiscard]] Result<Items> read_items(const std::filesystem::path& folder);

/// One line of dataset.jsonl.
[[nodiscard]] std::string item_line(const Item& item);

/// Writes dataset.jsonl, and SHA256SUMS over it and the pictures, which must be there.
[[nodiscard]] Result<void> write_items(const std::filesystem::path& folder,
                                       std::vector<Item> items);

/// Of all lines and the bytes of all pictures, whatever is selected of them.
[[nodiscard]] Result<std::string> hash_of(const std::vector<Item>& items);

[[nodiscard]] std::filesystem::path dataset_path(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path source_folder(const std::filesystem::path& folder);

/// The order of Items.
[[nodiscard]] bool comes_before(const Item& a, const Item& b);

/// Seeds seed to seed+count-1, three items each at most. A drawing that an earlier item has is left
/// out, with its tweaks if it is a shape; so there may be fewer. Pictures are not painted.
[[nodiscard]] Result<Items> mint_items(const data::MintOptions& options);

/// Writes them into a folder, pictures as PNG, extending what is there; SHA256SUMS covers every
/// file. Returns how many items were added.
[[nodiscard]] Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                              const data::MintOptions& options,
                                              const data::WriteOptions& write);

/// Every item is readable, its program draws its picture, source_contours is that of the shape's
/// picture, and the checksums hold where the folder has any.
[[nodiscard]] Result<data::CheckReport> check_folder(const std::filesystem::path& folder,
                                                     std::size_t jobs);

}  // namespace papert::data::turtlebench
