internal import AppControllerKit
internal import CProviderABI
import Glibc
internal import ProviderABI
import Synchronization

/// A reply that notes every effect, and which rule each breaks.
@safe
final class CheckReply: @unchecked Sendable {
  /// A rule of an answer that was broken.
  enum Fault: Equatable {
    /// A session that no host takes, and why.
    case session(String)
    /// Something after a login or a logout.
    case afterTransition(String)
    /// A word, number or text that does not exist, and which.
    case value(String)
    /// More effects than a host takes.
    case tooMany
  }

  let table: UnsafeMutablePointer<ack_reply>
  /// Describes the screen that is shown.
  let screen = CheckBuilder()
  private let misuse = Mutex(CheckBuilder.Misuse())
  private let open = Mutex<pthread_t?>(nil)
  private var faults: [Fault] = []
  private var effects: [String] = []
  private var screens: [InterfaceDescription] = []
  private var isScreenOpen = false
  private var hasTransition = false

  init(excess: Int = 0) {
    let size = unsafe MemoryLayout<ack_reply>.size + excess
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xAB, count: size)
    unsafe table = memory.bindMemory(to: ack_reply.self, capacity: 1)
    unsafe table.initialize(to: Self.functions)
    unsafe table.pointee.struct_size = UInt32(size)
    unsafe table.pointee.ctx = Unmanaged.passRetained(self).toOpaque()
  }

  var misuses: CheckBuilder.Misuse {
    let (mine, screens) = (misuse.withLock { $0 }, screen.misuses)
    return CheckBuilder.Misuse(late: mine.late + screens.late, foreign: mine.foreign + screens.foreign)
  }

  /// What one call wrote.
  struct Content {
    var effects: [String]
    var faults: [Fault]
    var screens: [InterfaceDescription]
  }

  /// Makes the reply empty, and usable on this thread until ``close()``.
  func begin() {
    (faults, effects, screens) = ([], [], [])
    (isScreenOpen, hasTransition) = (false, false)
    open.withLock { $0 = pthread_self() }
  }

  /// The call has returned.
  func close() -> Content {
    endScreen()
    open.withLock { $0 = nil }
    return Content(effects: effects, faults: faults, screens: screens)
  }

  private func endScreen() {
    guard isScreenOpen else { return }
    isScreenOpen = false
    screens.append(screen.finish())
    screen.close()
  }

  /// Notes an effect, with what is wrong with it.
  private func call(_ effect: String, isTransition: Bool = false, _ fault: () -> Fault? = { nil }) -> Int32 {
    guard let thread = open.withLock({ $0 }) else {
      misuse.withLock { $0.late += 1 }
      return ACK_GONE
    }
    guard pthread_equal(thread, pthread_self()) != 0 else {
      misuse.withLock { $0.foreign += 1 }
      return ACK_MISUSE
    }
    endScreen()
    if !faults.isEmpty { return ACK_MISUSE }
    if hasTransition { faults.append(.afterTransition(effect)) }
    if let fault = fault() { faults.append(fault) }
    if effects.count >= 256 { faults.append(.tooMany) }
    guard faults.isEmpty else { return faults == [.tooMany] ? ACK_LIMIT : ACK_MISUSE }
    effects.append(effect)
    hasTransition = isTransition
    return ACK_OK
  }

  private func show(_ how: ack_str) -> UnsafePointer<ack_builder>? {
    let words = ["push", "present", "replace"]
    let status = call("show") { unsafe Self.fault(how, among: words, "show") }
    guard status == ACK_OK else { return nil }
    isScreenOpen = true
    screen.begin()
    return unsafe UnsafePointer(screen.table)
  }

  private static func fault(_ word: ack_str, among words: [String], _ function: String) -> Fault? {
    let text = unsafe word.lenient
    if words.contains(text) { return nil }
    return .value("\(function) was called with \(text.displayable.debugDescription)")
  }

  private static func fault(_ texts: [ack_str], _ function: String, limit: Int = 16 << 10) -> Fault? {
    let isBad = unsafe texts.contains { unsafe $0.text(atMost: limit) == nil }
    return isBad ? .value("\(function) was called with a text that is no UTF-8, or over \(limit) bytes") : nil
  }

  private static var functions: ack_reply {
    unsafe ack_reply(
      struct_size: 0, reserved0: 0, ctx: nil,
      login: { table, session in
        unsafe reply(table)?.call("login", isTransition: true) {
          guard let session = unsafe session else { return nil }
          do throws(AppControllerError) {
            _ = try unsafe Session(abi: session)
            return nil
          } catch {
            return .session(error.what)
          }
        } ?? ACK_MISUSE
      },
      logout: { table in unsafe reply(table)?.call("logout", isTransition: true) ?? ACK_MISUSE },
      show: { table, how in unsafe reply(table)?.show(how) },
      leave: { table, how in
        unsafe reply(table)?.call("leave") {
          unsafe CheckReply.fault(how, among: ["pop", "pop-to-root", "dismiss"], "leave")
        } ?? ACK_MISUSE
      },
      select: { table, tabs, item in
        unsafe reply(table)?.call("select") { unsafe CheckReply.fault([tabs, item], "select", limit: 64) } ?? ACK_MISUSE
      },
      field_error: { table, input, message in
        unsafe reply(table)?.call("field_error") { unsafe CheckReply.fault([input, message], "field_error") }
          ?? ACK_MISUSE
      },
      message: { table, severity, text in
        unsafe reply(table)?.call("message") {
          if !(ACK_LEVEL_INFO...ACK_LEVEL_ERROR).contains(severity) {
            return .value("message was called with the severity \(severity)")
          }
          return unsafe CheckReply.fault([text], "message")
        } ?? ACK_MISUSE
      }
    )
  }
}

private func reply(_ table: UnsafePointer<ack_reply>?) -> CheckReply? {
  guard let context = unsafe table?.pointee.ctx else { return nil }
  return unsafe Unmanaged<CheckReply>.fromOpaque(context).takeUnretainedValue()
}
