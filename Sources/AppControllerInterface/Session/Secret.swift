import Glibc

/// Bytes that nothing prints and whose memory is zeroed when the last owner lets go of them.
///
/// A session's token is a secret. Descriptions, reflection and `dump` show `(secret)` and not even the length, and
/// there is no `Codable` conformance. What the type cannot do is zero copies that it did not make: a Swift `String`
/// that it was made from, or that is made from its bytes, stays in memory until that memory is used again.
@safe
public final class Secret: Sendable, Equatable {
  /// Never written between initialisation and deinitialisation, so that every thread may read it.
  private nonisolated(unsafe) let storage: UnsafeMutableRawBufferPointer

  /// Makes a secret from a copy of some bytes.
  ///
  /// - Parameter bytes: The bytes. A session that is stored needs them to be UTF-8.
  public init(_ bytes: Span<UInt8>) {
    unsafe storage = .allocate(byteCount: bytes.count, alignment: 1)
    unsafe bytes.withUnsafeBufferPointer { unsafe storage.copyMemory(from: UnsafeRawBufferPointer($0)) }
  }

  /// Makes a secret from the UTF-8 of a text.
  ///
  /// - Parameter text: The text. Its own memory cannot be zeroed: give bytes where that matters.
  public convenience init(_ text: String) {
    self.init(text.utf8Span.span)
  }

  deinit {
    // Not `memset`, which the optimizer may leave out before the memory is freed.
    if let address = unsafe storage.baseAddress { unsafe explicit_bzero(address, storage.count) }
    unsafe storage.deallocate()
  }

  /// Lends the bytes for the duration of a call.
  ///
  /// - Parameter body: What is done with the bytes; a copy that it makes is its own to zero.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withUTF8Bytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = unsafe UnsafeRawBufferPointer(storage).bindMemory(to: UInt8.self)
    return try withExtendedLifetime(self) { () throws(Failure) -> Result in
      try unsafe body(bytes.span)
    }
  }

  /// The bytes as text: a copy that nobody can zero, for what has to be text.
  package var text: String {
    withUTF8Bytes { bytes in
      unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// How many bytes there are.
  package var byteCount: Int { unsafe storage.count }

  /// Compares two secrets, for equal lengths in a time that does not depend on the bytes.
  public static func == (left: Secret, right: Secret) -> Bool {
    guard left.byteCount == right.byteCount else { return false }
    var difference: UInt8 = 0
    for index in 0..<left.byteCount {
      difference |= unsafe left.storage[index] ^ right.storage[index]
    }
    return difference == 0
  }

  /// Zeroes bytes that held a secret and that nobody else holds, and empties the array.
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
