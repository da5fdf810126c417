internal import AppControllerKit
internal import CSystem
internal import Glibc

/// The files that the server's thread watches (epoll), and the signal from other threads (eventfd).
struct HTTPPoll: ~Copyable, Sendable {
  /// The events of a file: it has bytes to read, has room for bytes, or the client sends nothing more.
  static let input = EPOLLIN.rawValue
  static let output = EPOLLOUT.rawValue
  static let end = EPOLLRDHUP.rawValue
  /// The system always reports this event.
  static let gone = EPOLLHUP.rawValue | EPOLLERR.rawValue

  private static let signalTag = UInt64.max

  private let queue = FileDescriptor(number: epoll_create1(Int32(EPOLL_CLOEXEC)), path: "")
  private let waker = FileDescriptor(number: eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), path: "")

  init() throws(HTTPError) {
    guard add(waker.number, Self.signalTag, Self.input) else { throw HTTPError("wait for connections", errno) }
  }

  /// Returns false when the system cannot watch the file.
  func add(_ file: Int32, _ tag: UInt64, _ events: UInt32) -> Bool { control(EPOLL_CTL_ADD, file, tag, events) }

  func change(_ file: Int32, _ tag: UInt64, _ events: UInt32) { _ = control(EPOLL_CTL_MOD, file, tag, events) }

  private func control(_ operation: Int32, _ file: Int32, _ tag: UInt64, _ events: UInt32) -> Bool {
    var event = unsafe epoll_event(events: events, data: epoll_data_t(u64: tag))
    return unsafe epoll_ctl(queue.number, operation, file, &event) == 0
  }

  func signal() { _ = eventfd_write(waker.number, 1) }

  /// Waits without a limit for a negative number; clears the signal, which is not in the result.
  func wait(_ milliseconds: Int32) -> [(tag: UInt64, events: UInt32)] {
    unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { events in
      let count = unsafe epoll_wait(queue.number, events.baseAddress, 64, milliseconds)
      let ready = unsafe events.prefix(max(0, Int(count))).map { unsafe (tag: $0.data.u64, events: $0.events) }
      guard ready.contains(where: { $0.tag == Self.signalTag }) else { return ready }
      var value: eventfd_t = 0
      _ = unsafe eventfd_read(waker.number, &value)
      return ready.filter { $0.tag != Self.signalTag }
    }
  }
}
