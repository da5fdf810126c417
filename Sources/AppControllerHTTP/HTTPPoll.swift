internal import AppControllerKit
internal import CSystem
internal import Glibc

/// The files that the server's thread waits for (epoll), and a signal from other threads (eventfd).
struct HTTPPoll: ~Copyable, Sendable {
  /// What a file is ready for, or is watched for.
  struct Readiness: OptionSet, Sendable {
    let rawValue: UInt32
    static let input = Readiness(rawValue: EPOLLIN.rawValue)
    static let output = Readiness(rawValue: EPOLLOUT.rawValue)
    /// The client sends no more.
    static let end = Readiness(rawValue: EPOLLRDHUP.rawValue)
    /// The connection is gone; this is always watched for.
    static let gone = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
  }

  /// The tag of the signal.
  static let signalTag = UInt64.max

  private let queue: FileDescriptor
  private let waker: FileDescriptor

  init() throws(HTTPError) {
    queue = FileDescriptor(number: epoll_create1(Int32(EPOLL_CLOEXEC)), path: "")
    waker = FileDescriptor(number: eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), path: "")
    guard add(waker.number, Self.signalTag, .input) else { throw HTTPError("wait for connections", errno) }
  }

  /// Watches a file; false when the system cannot.
  func add(_ file: Int32, _ tag: UInt64, _ readiness: Readiness) -> Bool {
    control(EPOLL_CTL_ADD, file, tag, readiness)
  }

  /// Watches a file for something else.
  func change(_ file: Int32, _ tag: UInt64, _ readiness: Readiness) {
    _ = control(EPOLL_CTL_MOD, file, tag, readiness)
  }

  private func control(_ operation: Int32, _ file: Int32, _ tag: UInt64, _ readiness: Readiness) -> Bool {
    var event = unsafe epoll_event(events: readiness.rawValue, data: epoll_data_t(u64: tag))
    return unsafe epoll_ctl(queue.number, operation, file, &event) == 0
  }

  /// Wakes the thread.
  func signal() { _ = eventfd_write(waker.number, 1) }

  /// Waits at most some milliseconds, or without limit when negative.
  ///
  /// - Returns: The tags of ready files; the signal is taken and not among them.
  func wait(_ milliseconds: Int32) -> [(tag: UInt64, readiness: Readiness)] {
    unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { events in
      let count = unsafe epoll_wait(queue.number, events.baseAddress, 64, milliseconds)
      var ready: [(tag: UInt64, readiness: Readiness)] = []
      for place in 0..<max(0, Int(count)) {
        let event = unsafe events[place]
        guard unsafe event.data.u64 != Self.signalTag else {
          var value: eventfd_t = 0
          _ = unsafe eventfd_read(waker.number, &value)
          continue
        }
        unsafe ready.append((event.data.u64, Readiness(rawValue: event.events)))
      }
      return ready
    }
  }
}
