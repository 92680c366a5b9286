// papert-zygote: the jailed interpreter. Started by sandbox::Jail, never by hand; see
// sandbox/jail.cc for the theory and sandbox/protocol.h for what is said on which descriptor.

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/text.h"
#include "sandbox/child_process.h"
#include "sandbox/drawing_module.h"
#include "sandbox/lockdown.h"
#include "sandbox/protocol.h"
#include "sandbox/raw_call.h"
#include "sandbox/resource_limits.h"
#include "sandbox/self_check.h"
#include "sandbox/shared_area.h"
#include "zygote/heap.h"
#include "zygote/interpreter.h"
#include "zygote/nursery.h"
#include "zygote/program.h"
#include "zygote/program_image.h"
#include "zygote/scout.h"
#include "zygote/session.h"
#include "zygote/step_counter.h"
#include "zygote/warm_up.h"

namespace papert::zygote {
namespace {

using sandbox::kControlFd;
using sandbox::MechanismState;
using sandbox::Reply;
using sandbox::Request;

struct Start {
  sandbox::Setup setup{};
  std::vector<std::string> modules;
};

ssize_t receive(void* data, std::size_t size) {
  ssize_t received = 0;
  do {
    received = ::read(kControlFd, data, size);
  } while (received < 0 && errno == EINTR);
  return received;
}

bool send(const void* data, std::size_t size) {
  ssize_t sent = 0;
  do {
    sent = ::write(kControlFd, data, size);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(size);
}

[[noreturn]] void give_up(const std::string& problem) {
  const std::string packet = "!" + problem;
  send(packet.data(), packet.size());
  ::_exit(1);
}

Start read_start() {
  std::string packet(64U << 10U, '\0');
  const ssize_t size = receive(packet.data(), packet.size());
  Start start;
  if (size < static_cast<ssize_t>(sizeof start.setup)) ::_exit(2);
  std::memcpy(&start.setup, packet.data(), sizeof start.setup);
  packet.resize(static_cast<std::size_t>(size));
  for (const std::string_view name :
       split(std::string_view(packet).substr(sizeof start.setup), '\n')) {
    if (!name.empty()) start.modules.emplace_back(name);
  }
  return start;
}

[[noreturn]] void be_child(const Request& request, std::uint64_t base_address_space) {
  Session& current = session();
  current.limits = request.limits;
  current.base_address_space = base_address_space;
  sandbox::raw_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  sandbox::raw_call(SYS_close_range, 0U, ~0U, 0U);
  if (!sandbox::limit_program(request.limits, base_address_space)) {
    refuse("the resource limits cannot be set");
  }
  if (const char* door = sandbox::find_open_door()) {
    refuse(std::string("the jail does not hold; the program could ") + door);
  }
  if (request.source_bytes > sandbox::kMaxSourceBytes) refuse("the program is too long");
  if (request.probe != 0) finish({});
  const auto source = current.area->source_of(request.source_bytes);
  if (request.limits.trace && sandbox::drawing_module().start_trace != nullptr) {
    sandbox::drawing_module().start_trace(current.area->trace(), program_place);
  }
  run_program({source.data(), source.size()});
}

Reply serve(const Request& request, std::uint64_t base_address_space) {
  const sandbox::Child child = sandbox::start_child();
  if (child.pid == 0) be_child(request, base_address_space);
  if (child.pid < 0) return Reply{.started = 0, .error = -child.pid};
  return sandbox::supervise(child, request.limits);
}

/// The last word on the lock-down: a child that tries the doors and ends.
sandbox::Mechanism probe_child(std::uint64_t base_address_space) {
  const sandbox::SharedArea& area = *session().area;
  const Reply reply =
      serve(Request{.limits = {}, .source_bytes = 0, .probe = 1}, base_address_space);
  const auto& report = area.report();
  const bool holds = reply.started != 0 && report.phase == sandbox::Phase::kFinished;
  std::string detail = "no descriptors, no processes, limits set; tried before every program";
  if (!holds) {
    detail = report.phase == sandbox::Phase::kRefused
                 ? report.reason
                 : "the test process died with status " + std::to_string(reply.wait_status);
  }
  std::memset(&area.report(), 0, sizeof report);
  return {"self-check", holds ? MechanismState::kActive : MechanismState::kRequiredMissing, detail};
}

int run() {
  ::syscall(SYS_close_range, static_cast<unsigned>(sandbox::kFirstStrayFd), ~0U, 0U);
  move_image_to_huge_pages();
  prepare_heap();
  ::unsetenv("GLIBC_TUNABLES");  // has been heeded; programs need not see it
  const Start start = read_start();
  auto area =
      sandbox::SharedArea::open(FileDescriptor(sandbox::kSharedFd), start.setup.shared_bytes);
  if (!area) give_up(area.error().to_string());
  area->close_fd();
  if (!sandbox::limit_zygote() || !sandbox::prepare_supervision()) {
    give_up(std::string("cannot prepare: ") + std::strerror(errno));
  }
  const std::vector<BlockRequest> often_written =
      scout([&] { return start_interpreter(start.modules).empty(); }, run_examples);
  make_nursery(often_written);
  if (const std::string problem = start_interpreter(start.modules); !problem.empty()) {
    give_up(problem);
  }
  session().area = &*area;
  prepare_for_programs();
  open_nursery();
  const std::uint64_t unused = seal_heap() + nursery_room();
  const std::uint64_t in_use = sandbox::address_space_in_use();
  if (in_use == 0) give_up("cannot read the size of this process: is /proc mounted?");
  const std::uint64_t base = in_use - unused;
  sandbox::LockdownReport report = sandbox::lock_down(start.setup);
  if (report.holds()) report.mechanisms.push_back(probe_child(base));
  const std::string text = encode_report(report);
  if (!send(text.data(), text.size()) || !report.holds()) return 1;
  for (Request request{}; receive(&request, sizeof request) == sizeof request;) {
    const Reply reply = serve(request, base);
    if (!send(&reply, sizeof reply)) return 1;
  }
  return 0;
}

}  // namespace
}  // namespace papert::zygote

int main() { ::_exit(papert::zygote::run()); }
