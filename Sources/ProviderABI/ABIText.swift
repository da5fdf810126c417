package import CProviderABI

extension ack_str {
  /// No text.
  package static var empty: ack_str { unsafe ack_str(ptr: nil, len: 0) }

  /// Bytes that are lent for a call.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let pointer = unsafe UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    unsafe self.init(ptr: pointer, len: UInt64(bytes.count))
  }

  /// Text that lives as long as the process.
  package init(immortal text: StaticString) {
    let pointer = unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    unsafe self.init(ptr: pointer, len: UInt64(text.utf8CodeUnitCount))
  }

  /// The bytes; `nil` when the text has a length and no pointer, or a length that no memory has.
  package var buffer: UnsafeBufferPointer<UInt8>? {
    let length = unsafe len
    guard length > 0 else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    guard let pointer = unsafe ptr, length <= UInt64(Int.max) else { return nil }
    let start = unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self)
    return unsafe UnsafeBufferPointer(start: start, count: Int(length))
  }

  /// The text; `nil` when it is no UTF-8 or longer than allowed.
  package func text(atMost limit: Int = 16 << 10) -> String? {
    guard let bytes = unsafe buffer, bytes.count <= limit else { return nil }
    return unsafe String(validating: bytes, as: UTF8.self)
  }

  /// The text for a message, with what is no UTF-8 replaced and what is too long cut.
  package var lenient: String {
    guard let bytes = unsafe buffer else { return "" }
    return unsafe String(decoding: bytes.prefix(4096), as: UTF8.self)
  }
}
