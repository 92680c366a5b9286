// One request on an easy handle of libcurl: what it needs while it runs, and what is read from it
// when it has ended. Which thread does so, and when, is for the loop to say (transport.cc).
#pragma once

#include <curl/curl.h>

#include <array>
#include <condition_variable>
#include <cstddef>
#include <mutex>

#include "model/transport.h"

namespace papert::model {

/// One call of send.
struct Transfer {
  const HttpRequest& request;
  const CancelToken& cancel;
  HttpResponse response;
  std::mutex mutex;
  std::condition_variable finished;
  bool done = false;

  Transfer(const HttpRequest& r, const CancelToken& c) : request(r), cancel(c) {}

  void wait() {
    std::unique_lock lock(mutex);
    finished.wait(lock, [&] { return done; });
  }
  void finish() {
    // Under the lock: the waiter may destroy this object as soon as it can take it.
    const std::lock_guard lock(mutex);
    done = true;
    finished.notify_one();
  }
};

/// An easy handle and what one transfer on it needs.
struct Slot {
  CURL* easy = nullptr;
  curl_slist* headers = nullptr;
  Transfer* transfer = nullptr;  // nothing while the slot is free
  std::size_t max_bytes = 0;
  std::size_t max_header_bytes = 0;
  std::size_t header_bytes = 0;
  bool too_large = false;
  bool headers_too_large = false;
  std::array<char, CURL_ERROR_SIZE> error{};

  Slot() = default;
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  ~Slot() {
    curl_slist_free_all(headers);
    curl_easy_cleanup(easy);
  }
};

/// Sets all that stays the same for every request. False where libcurl has no handle to give.
[[nodiscard]] bool set_up(Slot& slot, const TransportOptions& options);

/// Makes a slot that was set up ready to send. Refers to the transfer until take_request.
void put_request(Slot& slot, Transfer& transfer);

/// Makes it free for another.
void take_request(Slot& slot);

/// Fills the response of a transfer that libcurl has ended with `code`.
void read_response(Slot& slot, CURLcode code);

}  // namespace papert::model
