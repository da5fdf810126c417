internal import AppControllerKit
internal import CProviderABI
import Glibc
internal import ProviderABI
internal import ProviderPlugins
import Synchronization

/// The host that a check hands to a provider: it carries out no request, and records all of them.
@safe
final class CheckHost: HostReceiver, TableObserver {
  struct Call {
    let function: String
    /// The sequence that was woken; 0 for every other function.
    let sequence: UInt64
    /// Whether the call came during a call of the host, on the thread of that call.
    let isInside: Bool
  }

  private struct State {
    var calls: [Call] = []
    var isRecording = true
    var isGone = false
    var thread: pthread_t?
    var woken: Set<UInt64> = []
    var isTickRequested = false
    var isInvalidated = false
    var requests = 0
    var badSessions: [String] = []
    var refusal: Int32?
    var secrets: [String] = []
    var finding: String?
  }

  private static let lines = Mutex<[String]>([])
  private let state = Mutex(State())
  private let bell = Bell()
  /// Set by the initialiser.
  private nonisolated(unsafe) var host: HostTable?
  /// Never freed.
  private(set) nonisolated(unsafe) var table: UnsafePointer<ack_host>?

  /// `excess` is in bytes beyond version 1.0.
  init(excess: Int = 0) {
    let host = HostTable(self, observer: self)
    unsafe (self.host, table) = (host, resized(host.table, by: excess))
  }

  static var logged: [String] { lines.withLock { $0 } }

  var calls: [Call] { state.withLock { $0.calls } }
  var badSessions: [String] { state.withLock { $0.badSessions } }

  /// The number of logins, logouts, updates and refreshes that were asked for.
  var requests: Int { state.withLock { $0.requests } }

  /// The recording is off while memory is measured.
  func record(_ isRecording: Bool) { state.withLock { $0.isRecording = isRecording } }

  /// Only later calls are searched.
  func search(for secrets: [String]) { state.withLock { $0.secrets = secrets } }

  var finding: String? { state.withLock { $0.finding } }

  func found(_ place: String) { state.withLock { $0.finding = $0.finding ?? place } }

  /// All functions but `wake` and `request_tick` then do nothing.
  func refuse(with status: Int32) { state.withLock { $0.refusal = status } }

  /// The call runs on this thread.
  func callBegins() {
    state.withLock { $0.thread = pthread_self() }
    _ = takeFailure()
  }

  /// Returns the arguments of the last call of `fail` during it.
  func callEnds() -> ProviderFailure? {
    state.withLock { $0.thread = nil }
    return takeFailure()
  }

  func reopen() {
    state.withLock { state in
      state.isGone = false
      state.woken = []
      state.isTickRequested = false
    }
  }

  /// Carries out ticks meanwhile, and returns whether the sequence was woken in time.
  func wait(for sequence: UInt64, atMost limit: Duration, tick: () -> Void) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while true {
      // A wake is handled before a tick; a requested tick is left to the next wait.
      if state.withLock({ $0.woken.remove(sequence) != nil }) { return true }
      if takeTickRequest() {
        tick()
      } else {
        let rest = deadline - clock.now
        guard rest > .zero else { return false }
        bell.wait(atMost: rest)
      }
    }
  }

  /// Clears the request.
  func takeTickRequest() -> Bool {
    state.withLock { state in
      defer { state.isTickRequested = false }
      return state.isTickRequested
    }
  }

  /// Clears the request.
  func takeInvalidation() -> Bool {
    state.withLock { state in
      defer { state.isInvalidated = false }
      return state.isInvalidated
    }
  }

  private func takeFailure() -> ProviderFailure? { unsafe host?.takeFailure() }

  func forgetWakes() { state.withLock { $0.woken.removeAll(keepingCapacity: true) } }
}

// MARK: - Calls from the provider, on any thread

extension CheckHost {
  func answer(to call: TableCall) -> Int32? {
    state.withLock { state in
      if state.isRecording, state.calls.count < 10_000 {
        let isInside = state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
        state.calls.append(Call(function: "\(call.function)", sequence: call.bits, isInside: isInside))
      }
      if !state.secrets.isEmpty, state.finding == nil {
        let texts = unsafe call.texts.map { unsafe $0.lenient }
        let isFound = texts.contains { text in state.secrets.contains(where: text.contains) }
        if isFound { state.finding = "a call of \(call.function)" }
      }
      if state.isGone { return ACK_GONE }
      let function = "\(call.function)"
      if function == "invalidate" { state.isInvalidated = true }
      if ["request_login", "request_logout", "update_session", "invalidate"].contains(function) { state.requests += 1 }
      return ["wake", "request_tick", "fail"].contains(function) ? nil : state.refusal
    }
  }

  var isGone: Bool { state.withLock { $0.isGone } }
  func send(_ request: ControllerRequest) -> Bool {
    switch request {
    case .login(let session?), .updateSession(let session):
      if let fault = session.lateness { state.withLock { $0.badSessions.append(fault) } }
    case .login(nil), .logout, .invalidate, .invalidateScreen: break
    }
    return true
  }

  func log(_ level: LogLevel, _ text: String) {
    Self.lines.withLock { $0 = $0.suffix(19) + ["log \(level): \(text.displayable)"] }
  }

  func refuse(_ error: AppControllerError) { state.withLock { $0.badSessions.append(error.what) } }
  func close() { state.withLock { $0.isGone = true } }

  func wake(_ sequence: UInt64) -> Bool {
    state.withLock { if $0.woken.count < 10_000 { $0.woken.insert(sequence) } }
    bell.ring()
    return true
  }

  func requestTick() -> Bool {
    state.withLock { $0.isTickRequested = true }
    bell.ring()
    return true
  }
}

/// Returns a copy that is never freed; `excess` is in bytes beyond version 1.0, negative for a table that is too small.
func resized<Table: ABIStruct>(_ table: UnsafePointer<Table>, by excess: Int) -> UnsafePointer<Table> {
  if excess == 0 { return unsafe table }
  let size = MemoryLayout<Table>.size
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size + max(0, excess), alignment: 16)
  unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xAB)
  unsafe memory.storeBytes(of: table.pointee, as: Table.self)
  unsafe memory.storeBytes(of: UInt32(size + excess), as: UInt32.self)
  guard let start = memory.baseAddress else { preconditionFailure("a table without memory") }
  return unsafe UnsafePointer(start.assumingMemoryBound(to: Table.self))
}
