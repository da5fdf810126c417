import Glibc
import Synchronization

/// Writes down each step as it begins, and ends the process at one of them.
final class Journal: Sendable {
  private struct State {
    var isOpen = false
    var count = 0
  }

  private let lastStep: Int
  private let state = Mutex(State())

  /// Makes a journal for a process that dies at a step; 0 is none.
  init(lastStep: Int) { self.lastStep = lastStep }

  /// What is noted before is no step of the operation.
  func open() { state.withLock { $0.isOpen = true } }

  /// The next step begins.
  ///
  /// The line is written by one call and is in nobody's buffer, so that it is there when the process is not.
  func note(_ step: String) {
    state.withLock { state in
      guard state.isOpen else { return }
      state.count += 1
      let bytes = Array("\(state.count) \(step)\n".utf8)
      let written = unsafe bytes.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if written != bytes.count { exit(74) }
      if state.count == lastStep { kill(getpid(), SIGKILL) }
    }
  }
}
