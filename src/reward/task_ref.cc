#include "reward/task_ref.h"

#include <fmt/format.h>

#include <utility>

#include "base/base64.h"
#include "base/known_keys.h"
#include "base/paths.h"
#include "base/text.h"
#include "data/seeds.h"

namespace papert::reward {
namespace {

constexpr KnownKey kMint[] = {{"seed"}, {"count"}, {"tiers"}, {"split"}, {"hash"}};
constexpr KnownKey kSource[] = {{"mint", kMint}, {"data"}, {"hash"}, {"tiers"}, {"inline"}};
constexpr KnownKey kRef[] = {{"v"}, {"suite"}, {"modes"}, {"id"}, {"src", kSource}};

std::string at(const std::string& where, std::string_view key) {
  return where.empty() ? std::string(key) : fmt::format("{}.{}", where, key);
}

Result<std::string> within(std::string text, std::size_t most, const std::string& where) {
  if (text.size() <= most) return text;
  return fail(ErrorCode::kLimit,
              fmt::format("has {} bytes; at most {} are allowed", text.size(), most), where);
}

/// A text of an object that has few bytes and no zero among them.
Result<std::string> get_name(const Json& json, std::string_view key, std::size_t most,
                             const std::string& where) {
  std::string text = TRY(within(TRY(get_string(json, key, where)), most, at(where, key)));
  if (text.find('\0') == std::string::npos) return text;
  return fail(ErrorCode::kBadData, "has a zero byte", at(where, key));
}

Result<std::string> get_hash(const Json& json, const std::string& where) {
  const auto hash = TRY(get_optional_string(json, "hash", where));
  if (!hash) return std::string();
  return within(*hash, kMaxNameBytes, at(where, "hash"));
}

Result<std::vector<std::string>> get_tiers(const Json& json, const std::string& where) {
  std::vector<std::string> tiers;
  const auto list = json.find("tiers");
  if (list == json.end() || list->is_null()) return tiers;
  const std::string place = at(where, "tiers");
  if (!list->is_array()) return fail(ErrorCode::kBadData, "must be a list of names", place);
  if (list->size() > kMaxNames) {
    return fail(ErrorCode::kLimit, fmt::format("more than {} tiers", kMaxNames), place);
  }
  for (const Json& tier : *list) {
    if (!tier.is_string()) return fail(ErrorCode::kBadData, "must be a list of names", place);
    tiers.push_back(TRY(within(tier.get<std::string>(), kMaxNameBytes, place)));
  }
  return tiers;
}

Result<suite::Modes> get_modes(const Json& json, const std::string& where) {
  suite::Modes modes;
  const auto object = json.find("modes");
  if (object == json.end() || object->is_null()) return modes;
  const std::string place = at(where, "modes");
  if (!object->is_object()) return fail(ErrorCode::kBadData, "must be an object of names", place);
  if (object->size() > kMaxNames) {
    return fail(ErrorCode::kLimit, fmt::format("more than {} modes", kMaxNames), place);
  }
  for (const auto& [key, value] : object->items()) {
    if (!value.is_string()) {
      return fail(ErrorCode::kBadData, "must be a name, as a string", at(place, key.substr(0, 60)));
    }
    std::string name = TRY(within(key, kMaxNameBytes, place));
    modes[std::move(name)] = TRY(within(value.get<std::string>(), kMaxPathBytes, at(place, key)));
  }
  return modes;
}

Result<MintSource> mint_from_json(const Json& json, const std::string& where) {
  if (!json.is_object()) return fail(ErrorCode::kBadData, "must be an object", where);
  MintSource mint;
  mint.seed = TRY(get_int(json, "seed", where));
  mint.count = TRY(get_optional_int(json, "count", where)).value_or(1);
  mint.tiers = TRY(get_tiers(json, where));
  mint.split = TRY(get_optional_string(json, "split", where)).value_or(mint.split);
  mint.hash = TRY(get_hash(json, where));
  if (mint.count < 1 || mint.count > kMaxMintCount) {
    return fail(ErrorCode::kLimit,
                fmt::format("{} is not a number of tasks from 1 to {}", mint.count, kMaxMintCount),
                at(where, "count"));
  }
  if (!data::is_split_name(mint.split)) {
    return fail(ErrorCode::kBadData, "is not a name of letters, digits, '-', '_' and '.'",
                at(where, "split"));
  }
  return mint;
}

Result<FolderSource> folder_from_json(const Json& json, const std::string& where) {
  FolderSource folder;
  folder.path = TRY(get_name(json, "data", kMaxPathBytes, where));
  folder.hash = TRY(get_hash(json, where));
  folder.tiers = TRY(get_tiers(json, where));
  if (!folder.path.empty() || !folder.hash.empty()) return folder;
  return fail(ErrorCode::kBadData, "is neither a path nor, with 'hash', the data of that hash",
              at(where, "data"));
}

Result<std::string> content_of(const Json& json, const std::string& where) {
  if (json.is_string()) return json.get<std::string>();
  const auto bytes = decode_base64(TRY(get_string(json, "base64", where)));
  if (bytes && json.size() == 1) return *bytes;
  return fail(ErrorCode::kBadData, "is neither a text nor {\"base64\": bytes}", where);
}

Result<InlineSource> inline_from_json(const Json& json, const std::string& where) {
  const std::string text =
      TRY(within(TRY(get_string(json, "inline", where)), kMaxInlineBytes, at(where, "inline")));
  const std::string place = at(where, "inline");
  const auto bytes = decode_base64(text);
  if (!bytes) return fail(ErrorCode::kBadData, "is not base 64", place);
  const Json files = TRY(parse_json(*bytes, place));
  if (!files.is_object() || files.empty() || files.size() > kMaxNames) {
    return fail(ErrorCode::kBadData, fmt::format("must be an object of 1 to {} files", kMaxNames),
                place);
  }
  InlineSource source;
  for (const auto& [path, content] : files.items()) {
    const bool plain = path.size() <= kMaxNameBytes && path.find('\0') == std::string::npos;
    if (!plain || !stays_below(path) || path.ends_with('/')) {
      return fail(ErrorCode::kBadData,
                  "'" + path.substr(0, 60) + "' is not a path below the folder of a task", place);
    }
    source.files[path] = TRY(content_of(content, at(place, path)));
  }
  return source;
}

std::string inline_text(const InlineSource& source) {
  Json files = Json::object();
  for (const auto& [path, content] : source.files) {
    const bool text = sanitise_utf8(content) == content;
    files[path] = text ? Json(content) : Json{{"base64", base64(content)}};
  }
  return base64(dump_json(files));
}

struct SourceJson {
  Json operator()(const MintSource& mint) const {
    Json json{{"seed", mint.seed}, {"count", mint.count}};
    json["tiers"] = mint.tiers;
    json["split"] = mint.split;
    if (!mint.hash.empty()) json["hash"] = mint.hash;
    return {{"mint", std::move(json)}};
  }
  Json operator()(const FolderSource& folder) const {
    Json json{{"data", folder.path}};
    if (!folder.hash.empty()) json["hash"] = folder.hash;
    if (!folder.tiers.empty()) json["tiers"] = folder.tiers;
    return json;
  }
  Json operator()(const InlineSource& files) const { return {{"inline", inline_text(files)}}; }
};

}  // namespace

Result<SetRef> set_ref_from_json(const Json& json, const std::string& where) {
  SetRef set;
  set.suite = TRY(get_name(json, "suite", kMaxNameBytes, where));
  set.modes = TRY(get_modes(json, where));
  const std::string place = at(where, "src");
  const auto source = json.find("src");
  if (source == json.end() || !source->is_object()) {
    return fail(ErrorCode::kBadData, "must be {\"mint\"}, {\"data\", \"hash\"} or {\"inline\"}",
                place);
  }
  TRY(check_keys(*source, kSource, place));
  const int kinds = static_cast<int>(source->contains("mint")) +
                    static_cast<int>(source->contains("data")) +
                    static_cast<int>(source->contains("inline"));
  if (kinds != 1) {
    return fail(ErrorCode::kBadData, "must have one of 'mint', 'data' and 'inline'", place);
  }
  const bool folder = source->contains("data");
  if (!folder && source->size() != 1) {
    return fail(ErrorCode::kBadData, "'hash' and 'tiers' go with 'data'", place);
  }
  if (folder) {
    set.source = TRY(folder_from_json(*source, place));
  } else if (source->contains("mint")) {
    set.source = TRY(mint_from_json((*source)["mint"], at(place, "mint")));
  } else {
    set.source = TRY(inline_from_json(*source, place));
  }
  return set;
}

Result<TaskRef> task_ref_from_json(const Json& json, const std::string& where) {
  if (!json.is_object()) {
    return fail(ErrorCode::kBadData, "a reference to a task is a JSON object", where);
  }
  TRY(check_keys(json, kRef, where));
  const std::int64_t version = TRY(get_int(json, "v", where));
  if (version != kRefVersion) {
    return fail(
        ErrorCode::kBadData,
        version > kRefVersion
            ? fmt::format("written by a newer Papert (references of version {}; this one reads "
                          "version {}): use a later version",
                          version, kRefVersion)
            : fmt::format("references of version {} cannot be read, only {}", version, kRefVersion),
        at(where, "v"));
  }
  TaskRef ref;
  ref.set = TRY(set_ref_from_json(json, where));
  ref.id = TRY(get_name(json, "id", kMaxNameBytes, where));
  return ref;
}

Result<TaskRef> parse_task_ref(std::string_view text, const std::string& where) {
  if (text.size() > kMaxRefBytes) {
    return fail(ErrorCode::kLimit,
                fmt::format("the reference has {} bytes; at most {} are allowed", text.size(),
                            kMaxRefBytes),
                where);
  }
  const Json json = TRY(parse_json(text, where));
  return task_ref_from_json(json, where);
}

Json to_json(const SetRef& set) {
  Json json;
  json["suite"] = set.suite;
  json["modes"] = set.modes;
  json["src"] = std::visit(SourceJson(), set.source);
  return json;
}

Json to_json(const TaskRef& ref) {
  Json json{{"v", kRefVersion}};
  json["suite"] = ref.set.suite;
  json["modes"] = ref.set.modes;
  json["id"] = ref.id;
  json["src"] = std::visit(SourceJson(), ref.set.source);
  return json;
}

Result<std::string> ref_text(const TaskRef& ref) {
  const Json json = to_json(ref);
  const auto files = json["src"].find("inline");
  if (files != json["src"].end() && files->get_ref<const std::string&>().size() > kMaxInlineBytes) {
    return fail(ErrorCode::kLimit,
                fmt::format("the task's files are larger than an inline reference may be: {} bytes "
                            "of base 64",
                            kMaxInlineBytes),
                ref.id);
  }
  return dump_json(json);
}

std::string set_key(const SetRef& set) { return dump_json(to_json(set)); }

}  // namespace papert::reward
