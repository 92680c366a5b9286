// How the task files of evaluation harnesses judge a reply: Python that asks `papert score` through
// a pipe. The code before it defines HERE, the folder; WORDS stands for what opens the same tasks.
#pragma once

#include <string>

#include "base/json.h"
#include "datagen/export/lines.h"

namespace papert::datagen {

inline constexpr const char* kScoreByPipe =
    R"(def _score(task, reply):
    """One line in, one line out, by one process for all replies."""
    global _scorer
    with _lock:
        if _scorer is None:
            words = [os.environ.get("PAPERT", "papert"), "score", *SCORE, "--answers", "-"]
            _scorer = subprocess.Popen(
                words, cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        _scorer.stdin.write(json.dumps({"id": task, "text": reply}) + "\n")
        _scorer.stdin.flush()
        line = _scorer.stdout.readline()
        if not line:
            raise RuntimeError("papert score ended before its time; what it said is above")
        return json.loads(line)


def process_results(doc, results):
    success = _score(doc["id"], results[0]).get("success")
    return {"papert_right": float(success is True), "papert_unscored": float(success is None)}
)";

/// A utils.py: what a harness needs of its own, and the judging behind it.
[[nodiscard]] inline std::string harness_functions(const std::string& own, const ExportPlan& plan) {
  return with_word(own, "WORDS", dump_json(Json(plan.score))) + kScoreByPipe;
}

}  // namespace papert::datagen
