internal import AppControllerKit
internal import CProviderABI
import Glibc
internal import ProviderABI
internal import ProviderPlugins
import Synchronization

/// Notes the calls of the builders and replies that an instance is handed, and can have one fail.
final class CallObserver: TableObserver {
  /// What must not happen, from whatever thread.
  struct Misuse {
    /// Calls after the call that the table was handed out for.
    var late = 0
    /// Calls on another thread.
    var foreign = 0
  }

  fileprivate struct State {
    var misuse = Misuse()
    /// The thread of the host's call that is running.
    var thread: pthread_t?
    var transcript: [UInt8] = []
    var calls = 0
    var isRecording = true
    var failure: (call: Int, status: Int32)?
  }

  private let state = Mutex(State())

  var misuse: Misuse { state.withLock { $0.misuse } }
  /// Every call since ``begin()`` with its texts, as bytes.
  var transcript: [UInt8] { state.withLock { $0.transcript } }
  /// How many calls there were since ``begin()``.
  var calls: Int { state.withLock { $0.calls } }

  /// Whether the texts are noted; where memory is measured, they are not.
  func record(_ isRecording: Bool) { state.withLock { $0.isRecording = isRecording } }

  /// Has a call, counted from 0, and every one after it fail with a status; `nil` for none.
  func fail(_ failure: (call: Int, status: Int32)?) { state.withLock { $0.failure = failure } }

  /// A call of the host begins on this thread.
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
      return state.failure.flatMap { state.calls > $0.call ? $0.status : nil }
    }
  }
}

extension CallObserver.State {
  fileprivate mutating func note(_ call: TableCall) {
    transcript += "\(call.function)".utf8
    // The builder looks at as many bytes, and at no more.
    let limit = call.function.description == "describe_flat" ? 16 << 20 : 32 << 10
    unsafe call.texts.forEach { unsafe note($0, atMost: limit) }
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

/// What was noticed while an instance was asked, besides its answers.
struct CallNotes {
  /// Every status of a question that was not `ACK_PENDING`, with the question.
  var statuses: [(question: String, status: Int32)] = []
  /// Questions in which lent memory was written.
  var written: [String] = []
  /// Questions that failed without a reason.
  var unexplained: [String] = []
  /// Questions with a reason for a failure that was none.
  var explainedSuccesses: [String] = []
  /// Questions that were pending.
  var pending: [String] = []
  /// Pending questions that were not woken in time.
  var unanswered: [String] = []
  /// Questions that were pending again after each of many wakes.
  var endless: [String] = []
  /// Questions that wrote something before they were pending.
  var wroteBeforePending: [String] = []
  /// The call that took longest.
  var slowest: (question: String, time: Duration) = ("", .zero)
}
