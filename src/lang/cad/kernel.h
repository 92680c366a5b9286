// The kernel's shape behind Solid, its exceptions as errors, and an end to its work. Private to the
// kernel_*.cc files, the only ones that know OpenCASCADE.
#pragma once

#include <Message_ProgressIndicator.hxx>
#include <Standard_Failure.hxx>
#include <TopoDS_Shape.hxx>
#include <ctime>
#include <exception>
#include <string>
#include <utility>

#include "lang/cad/solid.h"

namespace papert::lang::cad {

struct Solid::Shape {
  TopoDS_Shape shape;
};

namespace detail {

/// Runs `work`, which gives a Result; what the kernel throws becomes kBadData at `where`.
template <class Work>
auto guarded(const std::string& where, Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const Standard_Failure& failure) {
    const char* text = failure.GetMessageString();
    return fail(ErrorCode::kBadData,
                std::string("the geometry kernel gave up: ") + failure.DynamicType()->Name() +
                    (text != nullptr && *text != '\0' ? std::string(", ") + text : std::string()),
                where);
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::kLimit, "the geometry kernel ran out of memory", where);
  } catch (const std::exception& exception) {
    return fail(ErrorCode::kBadData,
                std::string("the geometry kernel gave up: ") + exception.what(), where);
  }
}

/// Says "stop" to the kernel once this thread has spent the processor time.
class Deadline : public Message_ProgressIndicator {
 public:
  explicit Deadline(double seconds) : end_(cpu_seconds() + seconds) {}

  Standard_Boolean UserBreak() override { return cpu_seconds() > end_; }

 protected:
  void Show(const Message_ProgressScope& /*scope*/, const Standard_Boolean /*force*/) override {}

 private:
  static double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
  }

  double end_;
};

/// The planar face of a profile, checked. `where` names the extrusion.
Result<TopoDS_Shape> make_face(const Profile& profile, const Frame& frame,
                               const BuildLimits& limits, const std::string& where);

}  // namespace detail
}  // namespace papert::lang::cad
