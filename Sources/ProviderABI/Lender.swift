package import AppControllerInterface
package import CProviderABI
import Glibc

/// Lends the texts, the arrays and the structs of a call.
package protocol Lender: AnyObject {
  func lend(_ text: Span<UInt8>) -> ack_str
  /// Returns memory that is aligned for every struct of the header.
  func allocate(_ size: Int) -> UnsafeMutableRawBufferPointer
  /// The memory is larger than the size if the struct is to be like that of a later version.
  func allocateStruct(_ size: Int) -> UnsafeMutableRawBufferPointer
}

// Inlined, because what is generic in the lender would make types at each call.
extension Lender {
  package func lend(_ text: String) -> ack_str { unsafe lend(text.utf8Span.span) }

  package func lend(_ secret: Secret) -> ack_str { unsafe secret.withUTF8Bytes { unsafe lend($0) } }

  package func lend(_ name: String, _ value: String) -> ack_pair {
    unsafe ack_pair(name: lend(name), value: lend(value))
  }

  /// `nil` when there are none.
  @inline(__always)
  package func lend<Element>(_ elements: [Element]) -> UnsafePointer<Element>? {
    if elements.isEmpty { return nil }
    let memory = unsafe allocate(elements.count * MemoryLayout<Element>.stride).bindMemory(to: Element.self)
    _ = unsafe memory.initialize(from: elements)
    return unsafe UnsafePointer(memory.baseAddress)
  }

  @inline(__always)
  package func lend<Value: ABIStruct>(_ value: Value) -> UnsafeMutablePointer<Value> {
    let memory = unsafe allocateStruct(MemoryLayout<Value>.size)
    unsafe memory.storeBytes(of: value, as: Value.self)
    unsafe memory.storeBytes(of: UInt32(memory.count), as: UInt32.self)
    // A struct has a size above zero, so its memory has an address.
    guard let start = memory.baseAddress else { preconditionFailure("a struct without memory") }
    return unsafe start.assumingMemoryBound(to: Value.self)
  }
}

/// What the body lends is zeroed when it returns, because it may contain a secret.
package func lending<Result, Failure: Error>(_ body: (any Lender) throws(Failure) -> Result) throws(Failure) -> Result {
  let memory = CallMemory()
  defer { memory.takeBack() }
  return try body(memory)
}

@safe
private final class CallMemory: Lender {
  /// In bytes, which suffice for most calls.
  private static let blockSize = 1 << 10

  private var blocks: [UnsafeMutableRawBufferPointer] = unsafe []
  /// Of the last block.
  private var rest = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

  func lend(_ text: Span<UInt8>) -> ack_str {
    let memory = unsafe allocate(text.count)
    unsafe text.withUnsafeBytes { unsafe memory.copyMemory(from: $0) }
    return unsafe ack_str(UnsafeBufferPointer(memory.bindMemory(to: UInt8.self)))
  }

  func allocate(_ size: Int) -> UnsafeMutableRawBufferPointer {
    let room = (size + 15) & ~15
    if unsafe room > rest.count {
      unsafe rest = .allocate(byteCount: max(room, Self.blockSize), alignment: 16)
      unsafe blocks.append(rest)
    }
    defer { unsafe rest = UnsafeMutableRawBufferPointer(rebasing: rest[room...]) }
    return unsafe UnsafeMutableRawBufferPointer(rebasing: rest[..<size])
  }

  func allocateStruct(_ size: Int) -> UnsafeMutableRawBufferPointer { unsafe allocate(size) }

  func takeBack() {
    unsafe blocks.forEach { block in
      if let start = block.baseAddress { unsafe explicit_bzero(start, block.count) }
      unsafe block.deallocate()
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
