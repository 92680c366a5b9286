// What a process made by fork() must not keep of its parent's jails.
//
// Parent and child would share the control socket of a jail and the memory behind it: each would
// get answers to the other's programs. So the child lets go of every jail before fork() returns to
// it; a Jail object that it inherits then starts an interpreter of its own at its next program.
// And because no copy of a socket is left behind, an interpreter ends when its own host does,
// whatever other processes that host has made.
//
// fork() and everything built on it (Python's os.fork, multiprocessing) is covered; a process that
// is made to execute another program loses the descriptors there (close-on-exec).
#pragma once

namespace papert::sandbox {

/// Something that a child of fork() lets go. The list of these never allocates.
class ForkGuarded {
 public:
  ForkGuarded(const ForkGuarded&) = delete;
  ForkGuarded& operator=(const ForkGuarded&) = delete;

  /// In the child, on its only thread. Must neither lock nor allocate: another thread may have held
  /// any lock when the process was copied.
  virtual void let_go() noexcept = 0;

 protected:
  ForkGuarded() = default;
  ~ForkGuarded() = default;

  /// On the list, once the object is whole.
  void enter();
  /// Off the list, with a ForkPause, before what let_go() touches is destroyed.
  void leave() noexcept;

 private:
  friend struct ForkList;
  ForkGuarded* before_ = nullptr;
  ForkGuarded* behind_ = nullptr;
};

/// While it lives fork() waits in every thread. Whoever makes, replaces or closes something that
/// let_go() closes holds one, so that no child sees it half done. Short; not nested.
class ForkPause {
 public:
  ForkPause();
  ~ForkPause();
  ForkPause(const ForkPause&) = delete;
  ForkPause& operator=(const ForkPause&) = delete;
};

}  // namespace papert::sandbox
