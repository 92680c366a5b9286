// In place of smt.cc where the build has no Z3.
#include "synth/smt.h"

namespace papert::synth {

bool smt_available() { return false; }

tl::expected<BuiltTask, Rejection> build_by_smt(const lang::xlogo::Task& /*reference*/,
                                                const Candidate& /*candidate*/,
                                                std::int64_t /*seed*/,
                                                const BuildOptions& /*options*/) {
  return tl::unexpected(Rejection::kUndecided);
}

}  // namespace papert::synth
