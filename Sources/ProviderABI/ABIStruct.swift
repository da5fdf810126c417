package import CProviderABI

/// A struct of the header that begins with its size.
package protocol ABIStruct {
  /// All members zero.
  init()
  /// The size that whoever filled it knew; the name is the header's.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  var struct_size: UInt32 { get set }
}

extension ack_session: ABIStruct {}
extension ack_traits: ABIStruct {}
extension ack_context: ABIStruct {}
extension ack_configuration: ABIStruct {}
extension ack_action: ABIStruct {}
extension ack_query: ABIStruct {}
extension ack_answer: ABIStruct {}
extension ack_provider: ABIStruct {}
extension ack_builder: ABIStruct {}
extension ack_reply: ABIStruct {}
extension ack_host: ABIStruct {}
extension ack_creation: ABIStruct {}

extension ABIStruct {
  /// How large the struct is in version 1.0, the least that may arrive.
  package static var size: UInt32 { UInt32(MemoryLayout<Self>.size) }

  /// A struct whose members are zero and whose size is set.
  package static func sized() -> Self {
    var value = Self()
    value.struct_size = size
    return value
  }

  /// Copies a struct of the other side as far as both know it; `nil` when it is smaller than version 1.0's.
  package static func read(_ pointer: UnsafeRawPointer) -> Self? {
    let theirs = unsafe pointer.loadUnaligned(as: UInt32.self)
    guard theirs >= size else { return nil }
    var value = Self()
    unsafe withUnsafeMutableBytes(of: &value) {
      unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: Int(size)))
    }
    return value
  }
}

/// Puts a value into memory that is never freed.
///
/// Providers may keep pointers to the host's tables, and hosts to a provider's; neither can tell when the other is done.
@unsafe
package func immortal<Value: ~Copyable>(_ value: consuming Value) -> UnsafeMutablePointer<Value> {
  let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  unsafe memory.initialize(to: value)
  return unsafe memory
}
