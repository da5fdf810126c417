package import CProviderABI

/// A struct of the header that begins with its size.
package protocol ABIStruct {
  /// Makes a struct with zero in all members.
  init()
  /// The size of the struct for the side that filled it; the name is the header's.
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
extension ack_description: ABIStruct {}
extension ack_effect: ABIStruct {}
extension ack_failure: ABIStruct {}
extension ack_host_info: ABIStruct {}
extension ack_fault: ABIStruct {}
extension ack_form: ABIStruct {}
extension ack_reply: ABIStruct {}
extension ack_asset: ABIStruct {}
extension ack_host: ABIStruct {}
extension ack_creation: ABIStruct {}

extension ABIStruct {
  /// The size of the struct in version 1.0, which is the minimum.
  package static var size: UInt32 { UInt32(MemoryLayout<Self>.size) }

  /// Makes a struct with its size set, and zero in all other members.
  package static func sized() -> Self {
    var value = Self()
    value.struct_size = size
    return value
  }

  /// Copies the members that both sides know of a struct of the other side; `nil` when it is smaller than in version
  /// 1.0.
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

/// Moves a value into memory that is never freed.
///
/// Providers may keep pointers to the host's tables, and hosts to a provider's; neither side can tell when the other is
/// done.
@unsafe
package func immortal<Value: ~Copyable>(_ value: consuming Value) -> UnsafeMutablePointer<Value> {
  let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  unsafe memory.initialize(to: value)
  return unsafe memory
}
