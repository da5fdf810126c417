package import CProviderABI
import Glibc

/// Collects texts in one buffer, and lends them for a call as the header's strings.
///
/// The buffer is zeroed when it is replaced by a larger one and at the end, because the texts may contain a secret.
package struct LentText: ~Copyable {
  private var bytes: [UInt8] = []
  private var ranges: [Range<Int>] = []

  package init() {}

  package mutating func add(_ text: String) { add(text.utf8Span.span) }

  package mutating func add(_ text: Span<UInt8>) {
    if text.count > bytes.capacity - bytes.count { makeRoom(for: text.count) }
    let start = bytes.count
    unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    ranges.append(start..<bytes.count)
  }

  /// The texts are in the order of their addition.
  package consuming func lend<Result, Failure: Error>(
    _ body: ([ack_str]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { wipe() }
    return try unsafe bytes.withUnsafeBufferPointer { buffer throws(Failure) in
      let strings = unsafe ranges.map { unsafe ack_str(UnsafeBufferPointer(rebasing: buffer[$0])) }
      return try unsafe body(strings)
    }
  }

  private mutating func makeRoom(for count: Int) {
    var larger: [UInt8] = []
    larger.reserveCapacity(max(256, 2 * bytes.count, bytes.count + count))
    larger.append(contentsOf: bytes)
    wipe()
    bytes = larger
  }

  private mutating func wipe() {
    unsafe bytes.withUnsafeMutableBytes { buffer in
      if let address = buffer.baseAddress { unsafe explicit_bzero(address, buffer.count) }
    }
  }
}

extension ack_str {
  package static var empty: ack_str { unsafe ack_str(ptr: nil, len: 0) }

  /// The bytes are lent for a call.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let pointer = unsafe UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    unsafe self.init(ptr: pointer, len: UInt64(bytes.count))
  }

  package init(immortal text: StaticString) {
    let pointer = unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    unsafe self.init(ptr: pointer, len: UInt64(text.utf8CodeUnitCount))
  }

  /// `nil` for a length without a pointer, or a length that exceeds any memory.
  package var buffer: UnsafeBufferPointer<UInt8>? {
    let length = unsafe len
    guard length > 0 else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    guard let pointer = unsafe ptr, length <= UInt64(Int.max) else { return nil }
    let start = unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self)
    return unsafe UnsafeBufferPointer(start: start, count: Int(length))
  }

  /// `nil` when the text is not UTF-8, or longer than the limit in bytes.
  package func text(atMost limit: Int = 16 << 10) -> String? {
    guard let bytes = unsafe buffer, bytes.count <= limit else { return nil }
    return unsafe String(validating: bytes, as: UTF8.self)
  }

  /// For a message: with invalid UTF-8 replaced, limited to 4096 bytes.
  package var lenient: String {
    guard let bytes = unsafe buffer else { return "" }
    return unsafe String(decoding: bytes.prefix(4096), as: UTF8.self)
  }
}
