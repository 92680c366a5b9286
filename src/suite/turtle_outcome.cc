#include "suite/turtle_outcome.h"

namespace papert::suite {

Verdict verdict_of(sandbox::Status status) {
  switch (status) {
    case sandbox::Status::kOk:
      return Verdict::kWrong;
    case sandbox::Status::kException:
    case sandbox::Status::kKilled:
      return Verdict::kCrashed;
    case sandbox::Status::kSyntaxError:
      return Verdict::kInvalid;
    case sandbox::Status::kStepLimit:
      return Verdict::kStepLimit;
    case sandbox::Status::kMemoryLimit:
      return Verdict::kMemoryLimit;
    case sandbox::Status::kOutputLimit:
    case sandbox::Status::kRecordLimit:
      return Verdict::kOutputLimit;
    case sandbox::Status::kForbidden:
      return Verdict::kForbidden;
    case sandbox::Status::kHostSlow:
      return Verdict::kHostSlow;
    case sandbox::Status::kInternalError:
      break;
  }
  return Verdict::kInternalError;
}

void note_failure(const sandbox::Outcome& outcome, Json& detail) {
  detail["error"] = outcome.exception_type.empty()
                        ? std::string(sandbox::status_name(outcome.status))
                        : outcome.exception_type;
  detail["message"] = outcome.reason;
  if (outcome.line > 0) detail["line"] = outcome.line;
}

}  // namespace papert::suite
