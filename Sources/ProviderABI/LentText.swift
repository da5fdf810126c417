package import CProviderABI
import Glibc

/// Collects texts in one buffer, and lends them for a call as the header's strings.
///
/// The buffer is zeroed when it is left, for a larger one and in the end, because a secret may be among the texts.
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

  /// Lends the texts in the order in which they were added.
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
