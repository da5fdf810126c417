internal import AppControllerKit
internal import CProviderABI
import Glibc
internal import ProviderABI
internal import ProviderPlugins
import Synchronization

/// Records the calls of the tables that an instance receives for its answers, and can make them fail.
final class CallObserver: TableObserver {
  struct Misuse {
    /// Calls after the end of the host's call that lent the table.
    var late = 0
    /// Calls on another thread.
    var foreign = 0
  }

  fileprivate struct State {
    var misuse = Misuse()
    var thread: pthread_t?
    var transcript: [UInt8] = []
    var calls = 0
    var isRecording = true
    var failure: Int32?
  }

  private let state = Mutex(State())

  var misuse: Misuse { state.withLock { $0.misuse } }
  /// Every call since ``begin()`` with its texts.
  var transcript: [UInt8] { state.withLock { $0.transcript } }
  /// Since ``begin()``.
  var calls: Int { state.withLock { $0.calls } }

  /// The recording of texts is off while memory is measured.
  func record(_ isRecording: Bool) { state.withLock { $0.isRecording = isRecording } }

  /// `nil` for no failure.
  func fail(_ status: Int32?) { state.withLock { $0.failure = status } }

  /// The host's call runs on this thread.
  func begin() {
    state.withLock { state in
      state.transcript.removeAll(keepingCapacity: true)
      state.calls = 0
      state.thread = pthread_self()
    }
  }

  func answer(to call: TableCall) -> Int32? {
    state.withLock { state in
      guard call.isOpen, let thread = state.thread else {
        state.misuse.late += 1
        return ACK_GONE
      }
      guard pthread_equal(thread, pthread_self()) != 0 else {
        state.misuse.foreign += 1
        return ACK_MISUSE
      }
      state.calls += 1
      if state.isRecording, state.transcript.count < 8 << 20 { state.note(call) }
      return state.failure
    }
  }
}

extension CallObserver.State {
  fileprivate mutating func note(_ call: TableCall) {
    transcript += "\(call.function)".utf8
    // No description has a part that is larger.
    unsafe call.texts.forEach { unsafe note($0, atMost: 2 << 20) }
    if call.bits != 0 { transcript += (0..<8).map { UInt8(truncatingIfNeeded: call.bits >> (8 * $0)) } }
  }

  private mutating func note(_ text: ack_str, atMost limit: Int) {
    guard let bytes = unsafe text.buffer, bytes.count <= limit else {
      transcript += Array("<\(unsafe text.len)>".utf8)
      return
    }
    unsafe transcript.append(contentsOf: bytes)
    transcript.append(0xFF)
  }
}

struct CallNotes {
  /// Every final status, which is not `ACK_PENDING`.
  var statuses: [(question: String, status: Int32)] = []
  var written: [String] = []
  var unexplained: [String] = []
  var explainedSuccesses: [String] = []
  var pending: [String] = []
  /// Pending questions that were not woken in time.
  var unanswered: [String] = []
  /// Questions that were pending again after each of many wakes.
  var endless: [String] = []
  /// Questions that wrote something before they answered `ACK_PENDING`.
  var wroteBeforePending: [String] = []
  /// Failures that a binding makes of an exception or a panic, each with its question.
  var exceptions: [(question: String, failure: ProviderFailure)] = []
  /// The most requests from the beginning of a question to that of the next one.
  var mostRequests: (question: String, count: Int) = ("", 0)
  var slowest: (question: String, time: Duration) = ("", .zero)
}
