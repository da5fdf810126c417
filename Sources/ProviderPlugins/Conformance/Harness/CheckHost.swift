internal import AppControllerKit
internal import CProviderABI
import Glibc
internal import ProviderABI
import Synchronization

/// The host that a check hands to a provider: it carries nothing out, and notes everything.
///
/// Its table is never freed, as the ABI wants it.
@safe
final class CheckHost: Sendable {
  /// What the provider has asked for.
  enum Request: Equatable {
    case login
    case logout
    case update
    case invalidate
    case wake(UInt64)
    case tick
    case log
    case fail
    case getExtension
  }

  /// One call of a function of the table.
  struct Call: Equatable {
    let request: Request
    /// Whether it came on the thread of a call of the host, while that was running.
    let isInside: Bool
    /// Whether the instance was gone already.
    let isLate: Bool
  }

  private struct State {
    var calls: [Call] = []
    var isRecording = true
    var isGone = false
    /// The thread whose call into the provider is running.
    var thread: pthread_t?
    var woken: Set<UInt64> = []
    var isTickRequested = false
    /// What was wrong with the sessions that came.
    var badSessions: [String] = []
    var failure: (what: String, why: String, fix: String)?
    /// Answered by every function but `wake` and `request_tick`.
    var refusal: Int32?
  }

  private let state = Mutex(State())
  private let bell: Bell
  nonisolated(unsafe) let table: UnsafeMutablePointer<ack_host>

  /// Makes a host.
  ///
  /// - Parameter excess: How many bytes its table has beyond version 1.0's.
  init(excess: Int = 0) {
    bell = Bell()
    let size = unsafe MemoryLayout<ack_host>.size + excess
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xAB, count: size)
    unsafe table = memory.bindMemory(to: ack_host.self, capacity: 1)
    unsafe table.initialize(to: Self.functions)
    unsafe table.pointee.struct_size = UInt32(size)
    unsafe table.pointee.ctx = Unmanaged.passRetained(self).toOpaque()
  }

  var calls: [Call] { state.withLock { $0.calls } }
  var badSessions: [String] { state.withLock { $0.badSessions } }

  /// Whether calls are noted; where memory is measured, they are not.
  func record(_ isRecording: Bool) { state.withLock { $0.isRecording = isRecording } }

  /// Has every function but `wake` and `request_tick` answer a status, and do nothing.
  func refuse(with status: Int32) { state.withLock { $0.refusal = status } }

  /// A call into the provider begins on this thread.
  func callBegins() {
    state.withLock { state in
      state.thread = pthread_self()
      state.failure = nil
    }
  }

  /// The call has returned.
  ///
  /// - Returns: What `fail` was called with meanwhile.
  func callEnds() -> (what: String, why: String, fix: String)? {
    state.withLock { state in
      state.thread = nil
      return state.failure
    }
  }

  /// The instance is being destroyed: from now on everything answers `ACK_GONE`.
  func end() { state.withLock { $0.isGone = true } }

  /// The table serves another instance.
  func reopen() {
    state.withLock { state in
      state.isGone = false
      state.woken = []
      state.isTickRequested = false
    }
  }

  /// Waits until a sequence is woken, and has ticks carried out meanwhile.
  ///
  /// - Returns: Whether it was woken in time.
  func wait(for sequence: UInt64, atMost limit: Duration, tick: () -> Void) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while true {
      let (isWoken, wantsTick) = state.withLock { state in
        let isWoken = state.woken.remove(sequence) != nil
        // Whoever is woken leaves the tick to the next that waits.
        defer { if !isWoken { state.isTickRequested = false } }
        return (isWoken, state.isTickRequested)
      }
      if isWoken { return true }
      if wantsTick {
        tick()
      } else {
        let rest = deadline - clock.now
        guard rest > .zero else { return false }
        bell.wait(atMost: rest)
      }
    }
  }

  /// Whether the provider wants a tick; asking forgets it.
  func takeTickRequest() -> Bool {
    state.withLock { state in
      defer { state.isTickRequested = false }
      return state.isTickRequested
    }
  }

  /// Forgets which sequences were woken.
  func forgetWakes() { state.withLock { $0.woken.removeAll(keepingCapacity: true) } }

  /// Gives back the descriptors that waiting takes; nobody waits any more.
  func closeBell() { bell.close() }

  private func note(_ request: Request) -> Int32 {
    let status = state.withLock { state -> Int32 in
      if state.isRecording, state.calls.count < 10_000 {
        let isInside = state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
        state.calls.append(Call(request: request, isInside: isInside, isLate: state.isGone))
      }
      if state.isGone { return ACK_GONE }
      switch request {
      case .wake(let sequence):
        if state.woken.count < 10_000 { state.woken.insert(sequence) }
      case .tick: state.isTickRequested = true
      default: return state.refusal ?? ACK_OK
      }
      return ACK_OK
    }
    if status == ACK_OK { bell.ring() }
    return status
  }

  private func note(_ request: Request, session: UnsafePointer<ack_session>) -> Int32 {
    do throws(AppControllerError) {
      _ = try unsafe Session(abi: session)
    } catch {
      state.withLock { $0.badSessions.append(error.what) }
      _ = note(request)
      return ACK_MISUSE
    }
    return note(request)
  }

  // Written outside any actor: providers call them from any thread.
  private static var functions: ack_host {
    unsafe ack_host(
      struct_size: 0, reserved0: 0, ctx: nil,
      request_login: { table, session in
        guard let session = unsafe session else { return unsafe host(table)?.note(.login) ?? ACK_MISUSE }
        return unsafe host(table)?.note(.login, session: session) ?? ACK_MISUSE
      },
      request_logout: { table in unsafe host(table)?.note(.logout) ?? ACK_MISUSE },
      update_session: { table, session in
        guard let session = unsafe session else { return ACK_MISUSE }
        return unsafe host(table)?.note(.update, session: session) ?? ACK_MISUSE
      },
      invalidate: { table, _ in unsafe host(table)?.note(.invalidate) ?? ACK_MISUSE },
      wake: { table, sequence in unsafe host(table)?.note(.wake(sequence)) ?? ACK_MISUSE },
      request_tick: { table in unsafe host(table)?.note(.tick) ?? ACK_MISUSE },
      log: { table, _, _ in _ = unsafe host(table)?.note(.log) },
      fail: { table, what, why, fix in
        guard let host = unsafe host(table) else { return }
        _ = host.note(.fail)
        let failure = unsafe (what.lenient, why.lenient, fix.lenient)
        host.state.withLock { $0.failure = failure }
      },
      get_extension: { table, _ in
        _ = unsafe host(table)?.note(.getExtension)
        return nil
      }
    )
  }
}

private func host(_ table: UnsafePointer<ack_host>?) -> CheckHost? {
  guard let context = unsafe table?.pointee.ctx else { return nil }
  return unsafe Unmanaged<CheckHost>.fromOpaque(context).takeUnretainedValue()
}

/// Wakes one thread that waits, from any other: a pipe.
private final class Bell: Sendable {
  private let ends: (read: Int32, write: Int32)

  init() {
    var pair: [Int32] = [-1, -1]
    _ = unsafe pipe(&pair)
    for end in pair {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    ends = (pair[0], pair[1])
  }

  func ring() {
    var byte: UInt8 = 0
    _ = unsafe write(ends.write, &byte, 1)
  }

  func close() {
    for end in [ends.read, ends.write] { _ = Glibc.close(end) }
  }

  func wait(atMost limit: Duration) {
    let (seconds, attoseconds) = limit.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1
    var polled = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&polled, 1, Int32(clamping: milliseconds))
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(ends.read, &bytes, bytes.count) > 0 {}
  }
}
