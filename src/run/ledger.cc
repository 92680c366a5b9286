#include "run/ledger.h"

#include <utility>

#include "base/jsonl.h"
#include "run/folder.h"
#include "run/log.h"

namespace papert::run {
namespace {

/// More epochs than can be asked for: a line with a larger one is nobody's.
constexpr std::int64_t kMostEpochs = 1'000'000;

}  // namespace

Result<Ledger> Ledger::open(const suite::TaskSet& tasks, const std::filesystem::path& folder) {
  const std::filesystem::path log = samples_path(folder);
  TRY(JsonlWriter::open_append(log));  // which repairs a torn last line
  Ledger ledger;
  ledger.states_.resize(tasks.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) ledger.index_.emplace(tasks.id(i), i);
  LogReport report = TRY(read_log(log, Part::kOutcome, [&](const Record& record) {
    ++ledger.samples_;
    const std::size_t* task = ledger.find(record.id);
    if (task == nullptr) return;
    ledger.note(*task, record.epoch,
                record.right()    ? State::kRight
                : record.scored() ? State::kScored
                                  : State::kUnscored);
  }));
  if (!report.bad.empty()) {
    const std::filesystem::path bad = log.string() + ".bad";
    TRY(set_lines_aside(log, report.bad, bad));
    for (Error& error : report.damaged) {
      error.message += "; it was set aside in " + bad.filename().string() +
                       ", and its sample is asked for again";
    }
  }
  ledger.damaged_ = std::move(report.damaged);
  ledger.spent_usd_ = report.spent_usd;
  return ledger;
}

const std::size_t* Ledger::find(const std::string& id) const {
  const auto found = index_.find(id);
  return found == index_.end() ? nullptr : &found->second;
}

Ledger::State Ledger::state(std::size_t task, std::int64_t epoch) const {
  const std::vector<State>& epochs = states_[task];
  const auto place = static_cast<std::size_t>(epoch);
  return place < epochs.size() ? epochs[place] : State::kNone;
}

void Ledger::note(std::size_t task, std::int64_t epoch, State state) {
  if (epoch < 0 || epoch >= kMostEpochs) return;
  std::vector<State>& epochs = states_[task];
  const auto place = static_cast<std::size_t>(epoch);
  if (place >= epochs.size()) epochs.resize(place + 1, State::kNone);
  epochs[place] = state;
}

bool Ledger::is_scored(std::size_t task, std::int64_t epoch) const {
  return state(task, epoch) >= State::kScored;
}

bool Ledger::is_right(std::size_t task, std::int64_t epoch) const {
  return state(task, epoch) == State::kRight;
}

std::size_t Ledger::samples_with(const std::vector<std::size_t>& tasks, std::int64_t epochs) const {
  std::size_t count = samples_;
  for (const std::size_t task : tasks) {
    for (std::int64_t epoch = 0; epoch < epochs; ++epoch) {
      if (state(task, epoch) == State::kNone) ++count;
    }
  }
  return count;
}

}  // namespace papert::run
