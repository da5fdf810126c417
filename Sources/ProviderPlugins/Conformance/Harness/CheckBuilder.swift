internal import AppControllerKit
internal import CProviderABI
import Glibc
internal import ProviderABI
import Synchronization

/// A builder that notes every call, and that can be made to fail at one.
///
/// It hands each on to the builder that a host uses, so that it refuses what a host refuses.
@safe
final class CheckBuilder: @unchecked Sendable {
  /// The bytes of a call, as far as a provider decides them.
  private enum Operation: UInt8 {
    case begin, string, int, double, bool, map, list, close, end
  }

  /// What must not happen, from whatever thread.
  struct Misuse {
    /// Calls after the call that the builder was handed out for.
    var late = 0
    /// Calls on another thread.
    var foreign = 0
  }

  let table: UnsafeMutablePointer<ack_builder>
  private let inner = BuilderTable()
  private let misuse = Mutex(Misuse())
  private let open = Mutex<pthread_t?>(nil)

  /// Every call with its texts, as bytes.
  private(set) var transcript: [UInt8] = []
  /// How many calls there were.
  private(set) var calls = 0
  /// The call that fails, and every one after it; counted from 0.
  var failingCall = Int.max
  /// What it fails with.
  var failure: Int32 = ACK_LIMIT
  /// Whether the texts are noted.
  var isRecording = true

  init(excess: Int = 0) {
    let size = unsafe MemoryLayout<ack_builder>.size + excess
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xAB, count: size)
    unsafe table = memory.bindMemory(to: ack_builder.self, capacity: 1)
    unsafe table.initialize(to: Self.functions)
    unsafe table.pointee.struct_size = UInt32(size)
    unsafe table.pointee.ctx = Unmanaged.passRetained(self).toOpaque()
  }

  var misuses: Misuse { misuse.withLock { $0 } }

  /// Makes the builder empty, and usable on this thread until ``close()``.
  func begin() {
    transcript.removeAll(keepingCapacity: true)
    calls = 0
    inner.open()
    open.withLock { $0 = pthread_self() }
  }

  /// The call has returned.
  func close() {
    open.withLock { $0 = nil }
    inner.close()
  }

  /// What stopped the building.
  var buildFailure: Diagnostic? { inner.failure?.diagnostic }

  /// What was described.
  func finish() -> InterfaceDescription { inner.finish() }

  private func call(
    _ operation: Operation, _ texts: [ack_str] = unsafe [], bits: UInt64 = 0,
    _ body: (UnsafePointer<ack_builder>) -> Int32
  ) -> Int32 {
    guard let thread = open.withLock({ $0 }) else {
      misuse.withLock { $0.late += 1 }
      return ACK_GONE
    }
    guard pthread_equal(thread, pthread_self()) != 0 else {
      misuse.withLock { $0.foreign += 1 }
      return ACK_MISUSE
    }
    calls += 1
    if isRecording, transcript.count < 8 << 20 {
      transcript.append(operation.rawValue)
      unsafe texts.forEach { unsafe note($0) }
      if bits != 0 { transcript += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) } }
    }
    if calls > failingCall { return failure }
    return unsafe body(inner.table)
  }

  private func note(_ text: ack_str) {
    guard let bytes = unsafe text.buffer, bytes.count <= 32 << 10 else {
      transcript += Array("<\(unsafe text.len)>".utf8)
      return
    }
    unsafe transcript.append(contentsOf: bytes)
    transcript.append(0xFF)
  }

  private static var functions: ack_builder {
    unsafe ack_builder(
      struct_size: 0, reserved0: 0, ctx: nil,
      begin: { table, kind, id in
        unsafe builder(table)?.call(.begin, [kind, id]) { unsafe $0.pointee.begin($0, kind, id) } ?? ACK_MISUSE
      },
      set_str: { table, key, value in
        unsafe builder(table)?.call(.string, [key, value]) { unsafe $0.pointee.set_str($0, key, value) } ?? ACK_MISUSE
      },
      set_i64: { table, key, value in
        unsafe builder(table)?.call(.int, [key], bits: UInt64(bitPattern: value)) {
          unsafe $0.pointee.set_i64($0, key, value)
        } ?? ACK_MISUSE
      },
      set_f64: { table, key, value in
        unsafe builder(table)?.call(.double, [key], bits: value.bitPattern) {
          unsafe $0.pointee.set_f64($0, key, value)
        } ?? ACK_MISUSE
      },
      set_bool: { table, key, value in
        unsafe builder(table)?.call(.bool, [key], bits: UInt64(value)) {
          unsafe $0.pointee.set_bool($0, key, value)
        } ?? ACK_MISUSE
      },
      open_map: { table, key in
        unsafe builder(table)?.call(.map, [key]) { unsafe $0.pointee.open_map($0, key) } ?? ACK_MISUSE
      },
      open_list: { table, key in
        unsafe builder(table)?.call(.list, [key]) { unsafe $0.pointee.open_list($0, key) } ?? ACK_MISUSE
      },
      close: { table in unsafe builder(table)?.call(.close) { unsafe $0.pointee.close($0) } ?? ACK_MISUSE },
      end: { table in unsafe builder(table)?.call(.end) { unsafe $0.pointee.end($0) } ?? ACK_MISUSE }
    )
  }
}

private func builder(_ table: UnsafePointer<ack_builder>?) -> CheckBuilder? {
  guard let context = unsafe table?.pointee.ctx else { return nil }
  return unsafe Unmanaged<CheckBuilder>.fromOpaque(context).takeUnretainedValue()
}
