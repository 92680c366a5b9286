// Records made by hand, as a log has them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "base/json.h"
#include "run/record.h"

namespace papert::test {

/// `metrics`, `tags` and `detail` as a line of a log has them.
inline run::Record record(const std::string& id, const std::string& base, std::int64_t epoch,
                          const Json& tags, suite::Verdict verdict, const Json& metrics,
                          const Json& detail) {
  Json line{{"id", id},           {"epoch", epoch},
            {"tags", tags},       {"verdict", suite::verdict_name(verdict)},
            {"metrics", metrics}, {"detail", detail}};
  if (!base.empty()) line["base"] = base;
  auto read = run::RecordReader(run::Part::kAll).read(dump_json(line));
  if (!read || !*read) throw std::logic_error("not a record: " + dump_json(line));
  return std::move(**read);
}

}  // namespace papert::test
