// What asking costs the client: 10,000 questions with a picture each, 256 at a time, to a mock
// server in another process; and the same bytes sent with nothing but libcurl.
//
//     model_bench URL     of `papert mock --suite shapecode --mint 7 --count 40`
//
// The figures are CPU time of this process per request, which hardly depends on what else the
// machine does, and requests a second, which mostly are the server's: their ratio says what is lost
// on the way. Prints JSON.

#include <curl/curl.h>
#include <fmt/core.h>
#include <sys/resource.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/base64.h"
#include "base/json.h"
#include "model/factory.h"
#include "suite/registry.h"

namespace papert {
namespace {

constexpr std::size_t kThreads = 256;
constexpr int kRounds = 5;  // by turns, so that both meet the same machine
constexpr int kPerRound = 2'000;

using Prompts = std::vector<suite::Prompt>;

struct Cost {
  double cpu_ms = 0;
  double seconds = 0;
  int asked = 0;
  int failed = 0;

  Cost& operator+=(const Cost& other) {
    cpu_ms += other.cpu_ms;
    seconds += other.seconds;
    asked += other.asked;
    failed += other.failed;
    return *this;
  }
  [[nodiscard]] double per_second() const { return asked / seconds; }
};

double cpu_ms() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto ms = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
  };
  return ms(usage.ru_utime) + ms(usage.ru_stime);
}

double peak_mb() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Calls work(thread, next, good) on every thread until no number is left.
Cost measure(const std::function<void(std::size_t thread, const std::function<int()>& next,
                                      std::atomic<int>& good)>& work) {
  std::atomic<int> number{0};
  std::atomic<int> good{0};
  const auto next = [&] { return number++; };
  const double before = cpu_ms();
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (std::size_t t = 0; t < kThreads; ++t) threads.emplace_back([&, t] { work(t, next, good); });
  for (std::thread& thread : threads) thread.join();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  return {cpu_ms() - before, wall.count(), kPerRound, kPerRound - good};
}

Cost measure_papert(model::Model& model, const Prompts& prompts) {
  return measure([&](std::size_t, const auto& next, std::atomic<int>& good) {
    const CancelToken cancel;
    for (int i = next(); i < kPerRound; i = next()) {
      const suite::Prompt& prompt = prompts[static_cast<std::size_t>(i) % prompts.size()];
      const model::Reply reply = model.ask({"task", i, prompt.text, prompt.images}, cancel);
      good += reply.status == model::ReplyStatus::kComplete ? 1 : 0;
    }
  });
}

std::string body_of(const suite::Prompt& prompt) {
  Json content = Json::array({{{"type", "text"}, {"text", prompt.text}}});
  for (const std::string& image : prompt.images) {
    content.push_back({{"type", "image_url"},
                       {"image_url", {{"url", "data:image/png;base64," + base64(image)}}}});
  }
  const Json message{{"role", "user"}, {"content", std::move(content)}};
  return dump_json({{"model", "mock"}, {"messages", Json::array({message})}});
}

std::size_t collect(char* data, std::size_t size, std::size_t count, void* text) {
  static_cast<std::string*>(text)->append(data, size * count);
  return size * count;
}

/// A handle and a connection of its own per thread: no queue, no retries, no reading of replies.
class BareCurl {
 public:
  BareCurl(const std::string& url, const Prompts& prompts) : url_(url + "/chat/completions") {
    for (const suite::Prompt& prompt : prompts) bodies_.push_back(body_of(prompt));
    for (CURL*& handle : handles_) {
      handle = curl_easy_init();
      curl_easy_setopt(handle, CURLOPT_URL, url_.c_str());
      curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers_);
      curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, collect);
      curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
      curl_easy_setopt(handle, CURLOPT_PROXY, "");
    }
  }
  ~BareCurl() {
    for (CURL* handle : handles_) curl_easy_cleanup(handle);
    curl_slist_free_all(headers_);
  }
  BareCurl(const BareCurl&) = delete;
  BareCurl& operator=(const BareCurl&) = delete;

  Cost measure_requests() {
    return measure([&](std::size_t thread, const auto& next, std::atomic<int>& good) {
      CURL* handle = handles_[thread];
      std::string reply;
      curl_easy_setopt(handle, CURLOPT_WRITEDATA, &reply);
      for (int i = next(); i < kPerRound; i = next()) {
        const std::string& body = bodies_[static_cast<std::size_t>(i) % bodies_.size()];
        reply.clear();
        curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body.data());
        curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, static_cast<long>(body.size()));
        long status = 0;
        if (curl_easy_perform(handle) == CURLE_OK) {
          curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
        }
        good += status == 200 && !reply.empty() ? 1 : 0;
      }
    });
  }

 private:
  std::string url_;
  std::vector<std::string> bodies_;
  curl_slist* headers_ = curl_slist_append(nullptr, "Content-Type: application/json");
  std::array<CURL*, kThreads> handles_{};
};

Result<Prompts> make_prompts() {
  const auto suite = TRY(suite::find_suite("shapecode"));
  const auto tasks = TRY(suite->mint({.seed = 7, .count = 40}));
  const suite::Modes modes = TRY(suite::resolve_modes(*suite, {}));
  Prompts prompts;
  for (std::size_t i = 0; i < tasks->size(); ++i) {
    prompts.push_back(TRY(tasks->prompt(i, suite->default_prompt(modes))));
  }
  return prompts;
}

void print(const char* name, const Cost& cost) {
  fmt::print("  \"{}\": {{\"cpu_ms\": {:.4f}, \"per_second\": {:.0f}, \"failed\": {}}},\n", name,
             cost.cpu_ms / cost.asked, cost.per_second(), cost.failed);
}

Result<void> run(const std::string& url) {
  const Prompts prompts = TRY(make_prompts());
  model::ModelOptions options;
  options.base_url = url;
  options.max_connections = kThreads;
  const auto model = TRY(model::make_model("openai/mock", options));
  BareCurl curl(url, prompts);
  Cost ours;
  Cost bare;
  for (int round = 0; round < kRounds; ++round) {
    ours += measure_papert(*model, prompts);
    bare += curl.measure_requests();
  }
  fmt::print("{{\n");
  print("papert", ours);
  print("libcurl", bare);
  fmt::print("  \"ratio\": {:.3f},\n", ours.per_second() / bare.per_second());
  fmt::print("  \"peak_mb\": {:.0f}\n}}\n", peak_mb());
  return {};
}

}  // namespace
}  // namespace papert

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: model_bench URL\n");
    return 2;
  }
  curl_global_init(CURL_GLOBAL_ALL);
  const auto done = papert::run(argv[1]);
  if (!done) fmt::print(stderr, "{}\n", done.error().to_string());
  return done ? 0 : 1;
}
