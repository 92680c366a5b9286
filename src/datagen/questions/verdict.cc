#include "datagen/questions/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/sha256.h"
#include "datagen/questions/prompts.h"
#include "datagen/questions/sight.h"
#include "mint/question/question.h"
#include "reply/choice.h"
#include "suite/sgp/tasks.h"

namespace papert::datagen::questions {
namespace {

/// The letter that a reply answers; empty where it names none.
std::string letter_in(const model::Reply& reply, const Shuffled& shuffled, std::string_view text) {
  if (reply.status != model::ReplyStatus::kComplete) return {};
  mint::Question question;
  question.text = text;
  question.options = shuffled.options;
  question.answer = mint::option_letter(shuffled.key);
  const reply::Answer answer = reply::find_answer(reply.text, reply::Extraction::kLenient);
  return suite::sgp::score_answer(question, answer).answer.value_or("");
}

std::size_t right_ones(const std::vector<Vote>& votes) {
  return static_cast<std::size_t>(
      std::count_if(votes.begin(), votes.end(), [](const Vote& vote) { return vote.right(); }));
}

/// Whether further votes can change nothing.
bool decided(const std::vector<Vote>& votes) {
  const std::size_t right = right_ones(votes);
  return right >= kVotesNeeded || votes.size() - right > kVotes - kVotesNeeded;
}

/// Three of three guesses are right, or one is not.
bool guessed(const std::vector<Vote>& guesses) {
  return guesses.size() == kVotes || right_ones(guesses) < guesses.size();
}

/// Asks for votes, or for guesses, until they decide.
class Ballot {
 public:
  Ballot(const ToVerify& question, model::Model& model, Desk& desk, Spent& spent)
      : question_(question), model_(model), desk_(desk), spent_(spent) {}

  /// Without pictures it is a guess. Empty, or why a request failed.
  [[nodiscard]] Result<std::string> hold(Random random, const std::vector<std::string>& images,
                                         bool (*enough)(const std::vector<Vote>&),
                                         std::vector<Vote>& votes) {
    const auto shuffled = shuffle_options(question_.block, random);
    while (!enough(votes)) {
      const Shuffled& next = shuffled[votes.size()];
      const OptionedQuestion asked{question_.block.text, next.options};
      model::Request request;
      request.id = question_.id;
      request.epoch = static_cast<std::int64_t>(votes.size());
      request.text = TRY(images.empty() ? guess_prompt(asked)
                                        : verify_prompt(question_.program.language, asked));
      request.images = images;
      const model::Reply reply = desk_.ask(model_, request, spent_);
      if (reply.status == model::ReplyStatus::kFailed) return reply.error;
      Vote& vote = votes.emplace_back();
      vote.key = mint::option_letter(next.key);
      vote.read = letter_in(reply, next, question_.block.text);
      vote.reply = reply.text;
    }
    return std::string();
  }

 private:
  const ToVerify& question_;
  model::Model& model_;
  Desk& desk_;
  Spent& spent_;
};

Json votes_json(const std::vector<Vote>& votes) {
  Json list = Json::array();
  for (const Vote& vote : votes) {
    Json each{{"key", vote.key}};
    each["read"] = vote.read.empty() ? Json(nullptr) : Json(vote.read);
    each["reply"] = vote.reply;
    list.push_back(std::move(each));
  }
  return list;
}

std::vector<Vote> votes_from(const JsonPiece& piece) {
  std::vector<Vote> votes;
  for (const JsonPiece& each : piece.elements()) {
    JsonView view;
    if (!view.read(each.text())) continue;
    votes.push_back({view["key"].string(), view["read"].string(), view["reply"].string()});
  }
  return votes;
}

}  // namespace

Random random_of(std::int64_t seed, std::string_view what, std::string_view id) {
  constexpr std::size_t kDigits = 15;
  const std::string hash = sha256_hex(fmt::format("questions {} {} {}", seed, what, id));
  std::int64_t number = 0;
  std::from_chars(hash.data(), hash.data() + kDigits, number, 16);
  return Random(number);
}

std::array<Shuffled, kVotes> shuffle_options(const Block& block, Random& random) {
  std::array<std::size_t, kBlockOptions> places{0, 1, 2, 3};
  random.shuffle(places);
  std::array<Shuffled, kVotes> all;
  for (std::size_t i = 0; i < kVotes; ++i) {
    std::vector<std::string> options = block.options;
    options.erase(options.begin() + static_cast<std::ptrdiff_t>(block.key));
    random.shuffle(options);
    options.insert(options.begin() + static_cast<std::ptrdiff_t>(places[i]),
                   block.options[block.key]);
    all[i] = {std::move(options), places[i]};
  }
  return all;
}

Result<Verdict> find_verdict(const ToVerify& question, const QuestionRoles& roles,
                             std::int64_t seed, Verdict before, Desk& desk, Spent& spent) {
  Verdict verdict = std::move(before);
  const auto end_as = [&](VerdictStatus status, std::string message) {
    verdict.status = status;
    verdict.message = std::move(message);
    return verdict;
  };
  if (auto why = contradiction(question.program, question.shown.views, question.block)) {
    return end_as(VerdictStatus::kContradicted, std::move(*why));
  }
  VerdictStatus status = VerdictStatus::kUnverified;
  if (roles.verify != nullptr) {
    Ballot ballot(question, *roles.verify, desk, spent);
    std::string failed = TRY(ballot.hold(random_of(seed, "verify", question.id),
                                         question.shown.files, decided, verdict.votes));
    if (!failed.empty()) return end_as(VerdictStatus::kRequestFailed, std::move(failed));
    if (right_ones(verdict.votes) < kVotesNeeded) return end_as(VerdictStatus::kRejected, "");
    status = VerdictStatus::kVerified;
  }
  if (roles.guess != nullptr) {
    Ballot ballot(question, *roles.guess, desk, spent);
    std::string failed =
        TRY(ballot.hold(random_of(seed, "guess", question.id), {}, guessed, verdict.guesses));
    if (!failed.empty()) return end_as(VerdictStatus::kRequestFailed, std::move(failed));
    verdict.guessable = right_ones(verdict.guesses) == kVotes;
  }
  return end_as(status, "");
}

Json to_json(const Verdict& verdict) {
  Json json{{"status", kVerdictNames[static_cast<std::size_t>(verdict.status)]}};
  if (!verdict.message.empty()) json["message"] = verdict.message;
  if (!verdict.votes.empty()) json["votes"] = votes_json(verdict.votes);
  if (!verdict.guesses.empty()) json["guesses"] = votes_json(verdict.guesses);
  if (!verdict.guesses.empty()) json["guessable"] = verdict.guessable;
  return json;
}

Verdict verdict_from_line(const JsonView& line) {
  Verdict verdict;
  const std::string status = line["status"].string();
  const auto found = std::find(kVerdictNames.begin(), kVerdictNames.end(), status);
  verdict.status = found == kVerdictNames.end()
                       ? VerdictStatus::kRequestFailed
                       : static_cast<VerdictStatus>(found - kVerdictNames.begin());
  verdict.message = line["message"].string();
  verdict.votes = votes_from(line["votes"]);
  verdict.guesses = votes_from(line["guesses"]);
  verdict.guessable = line["guessable"].is_true();
  if (verdict.votes.size() > kVotes) verdict.votes.resize(kVotes);
  if (verdict.guesses.size() > kVotes) verdict.guesses.resize(kVotes);
  return verdict;
}

}  // namespace papert::datagen::questions
