internal import AppControllerKit
internal import CSystem
internal import Synchronization

/// What the owner of a child and the thread that watches it share; its files are closed when both have gone.
final class RunningChild: Sendable {
  let identifier: Int32
  let socket: FileDescriptor
  let queue: ChildQueue
  let lastWords = Mutex(LastWords())
  /// The kernel's handle of the process, which never means another one, whatever becomes of the number.
  private let process: FileDescriptor
  private let isReaped = Mutex(false)

  init(_ identifier: Int32, process: consuming FileDescriptor, socket: consuming FileDescriptor) throws(PluginError) {
    self.identifier = identifier
    self.process = process
    self.socket = socket
    queue = try ChildQueue()
    try queue.add(self.process.number, as: .process)
  }

  /// Kills the child's process group, if there is one still.
  func kill() { isReaped.withLock { child_kill(process.number, identifier, $0) } }

  /// Waits for the end of the child and takes it from the kernel.
  func reap() -> ChildExit {
    isReaped.withLock { isReaped in
      var wasKilled = false
      let status = unsafe child_reap(process.number, &wasKilled)
      isReaped = true
      return status < 0 ? .unknown : wasKilled ? .signaled(status) : .exited(status)
    }
  }
}
