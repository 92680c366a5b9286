// Runs in the layouts of other programs, about shapecode tasks of our own making.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/json.h"
#include "suite/suite.h"
#include "support/process.h"

namespace papert::test {

/// A published run folder whose replies are the references, except what `change` does to a sample.
template <class Change>
void write_shapecodebench(const std::filesystem::path& folder, const suite::TaskSet& tasks,
                          const Change& change) {
  Json config{{"run_id", "20260422T030122Z-lab-net-1"},
              {"dataset_dir", "set"},
              {"provider", "lab"},
              {"model", "net-1"},
              {"adapter", {{"reasoning_effort", "high"}}},
              {"prompt", {{"user_text", "Draw it."}, {"system_instruction", "Code only."}}}};
  double right = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const std::string reference = tasks.reference(i);
    const reply::Answer answer =
        suite::read_answer(tasks, reference, reply::Extraction::kPublished);
    Json sample{{"sample_id", tasks.id(i)},
                {"prediction",
                 {{"raw_text", reference},
                  {"normalized_text", answer.first().code},
                  {"usage", nullptr},
                  {"latency_ms", 12},
                  {"error_type", nullptr},
                  {"error_message", nullptr}}},
                {"evaluation",
                 {{"exact_match", true},
                  {"pixel_accuracy", 1.0},
                  {"foreground_iou", 1.0},
                  {"parse_success", true},
                  {"execution_success", true},
                  {"error_type", nullptr}}}};
    change(i, sample);
    right += sample["evaluation"]["exact_match"] == true ? 1 : 0;
    config["selected_sample_ids"].push_back(tasks.id(i));
    spit(folder / "samples" / (tasks.id(i) + ".json"), dump_json(sample));
  }
  spit(folder / "run_config.json", dump_json(config));
  const double mean = right / static_cast<double>(tasks.size());
  spit(folder / "summary.json", dump_json({{"exact_match_rate", mean}}));
}

}  // namespace papert::test
