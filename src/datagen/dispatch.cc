#include "datagen/dispatch.h"

#include <algorithm>
#include <exception>

#include "base/thread_pool.h"

namespace papert::datagen {
namespace {

Result<void> work_or_error(const Dispatch& dispatch, std::size_t index) {
  try {
    return dispatch.work(index);
  } catch (const std::exception& error) {
    return fail(ErrorCode::kInternal, error.what());
  }
}

}  // namespace

void run_dispatch(const Dispatch& dispatch, std::size_t most) {
  const std::size_t wanted =
      dispatch.connections == 0 ? available_processors() : dispatch.connections;
  ThreadPool pool(std::max<std::size_t>(1, std::min(wanted, most)));
  for (std::size_t i = 0; i < pool.size(); ++i) {
    pool.submit([&] {
      while (const auto index = dispatch.next()) {
        auto done = work_or_error(dispatch, *index);
        if (!done) dispatch.stop(std::move(done.error()));
      }
    });
  }
  pool.wait_idle();
}

}  // namespace papert::datagen
