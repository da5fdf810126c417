import Glibc

/// Bytes that are never printed, and whose memory is zeroed when the last owner releases them.
///
/// A session's token is a secret. Descriptions, reflection and `dump` show `(secret)` without the length, and there is
/// no `Codable` conformance. The type cannot zero copies that it did not make: a Swift `String` that it was made from,
/// or that is made from its bytes, stays in memory until that memory is reused.
@safe
public final class Secret: Sendable, Equatable {
  /// Never written between initialisation and deinitialisation, so that every thread may read it.
  private nonisolated(unsafe) let storage: UnsafeMutableRawBufferPointer

  /// Makes a secret from a copy of some bytes.
  ///
  /// - Parameter bytes: The bytes, which must be UTF-8 in a session that is stored.
  public init(_ bytes: Span<UInt8>) {
    unsafe storage = .allocate(byteCount: bytes.count, alignment: 1)
    unsafe bytes.withUnsafeBufferPointer { unsafe storage.copyMemory(from: UnsafeRawBufferPointer($0)) }
  }

  /// Makes a secret from the UTF-8 of a text.
  ///
  /// - Parameter text: The text. Its own memory cannot be zeroed: pass bytes where that matters.
  public convenience init(_ text: String) {
    self.init(text.utf8Span.span)
  }

  deinit {
    // Not `memset`, which the optimizer may remove before the memory is freed.
    if let address = unsafe storage.baseAddress { unsafe explicit_bzero(address, storage.count) }
    unsafe storage.deallocate()
  }

  /// Lends the bytes for the duration of a call.
  ///
  /// - Parameter body: The function that uses the bytes; it must zero the copies that it makes.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public func withUTF8Bytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = unsafe UnsafeRawBufferPointer(storage).bindMemory(to: UInt8.self)
    return try withExtendedLifetime(self) { () throws(Failure) -> Result in
      try unsafe body(bytes.span)
    }
  }

  /// The bytes as text, for functions that need one.
  ///
  /// The text is a copy that cannot be zeroed, and nothing keeps it from being printed: prefer
  /// ``withUTF8Bytes(_:)``. Bytes that are not UTF-8 become U+FFFD.
  public var text: String {
    withUTF8Bytes { bytes in
      unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  package var byteCount: Int { unsafe storage.count }

  /// Compares two secrets; for equal lengths the time does not depend on the bytes.
  public static func == (left: Secret, right: Secret) -> Bool {
    guard left.byteCount == right.byteCount else { return false }
    var difference: UInt8 = 0
    for index in 0..<left.byteCount {
      difference |= unsafe left.storage[index] ^ right.storage[index]
    }
    return difference == 0
  }

  /// The storage must not be shared.
  package static func wipe(_ bytes: inout [UInt8]) {
    unsafe bytes.withUnsafeMutableBytes { buffer in
      if let address = buffer.baseAddress { unsafe explicit_bzero(address, buffer.count) }
    }
    bytes = []
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `(secret)`.
  public var description: String { "(secret)" }

  /// Always `(secret)`.
  public var debugDescription: String { description }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
