package import CProviderABI

/// A struct of the header that begins with its size.
package protocol ABIStruct {
  /// Zero in all members.
  init()
  /// In version 1.0, which is the minimum.
  static var oldestSize: UInt32 { get }
  /// The size for the side that filled the struct; the name is the header's.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  var struct_size: UInt32 { get set }
}

extension ack_session: ABIStruct { package static var oldestSize: UInt32 { 104 } }
extension ack_traits: ABIStruct { package static var oldestSize: UInt32 { 72 } }
extension ack_context: ABIStruct { package static var oldestSize: UInt32 { 64 } }
extension ack_configuration: ABIStruct { package static var oldestSize: UInt32 { 32 } }
extension ack_action: ABIStruct { package static var oldestSize: UInt32 { 72 } }
extension ack_query: ABIStruct { package static var oldestSize: UInt32 { 56 } }
extension ack_answer: ABIStruct { package static var oldestSize: UInt32 { 64 } }
extension ack_provider: ABIStruct { package static var oldestSize: UInt32 { 120 } }
extension ack_description: ABIStruct { package static var oldestSize: UInt32 { 24 } }
extension ack_effect: ABIStruct { package static var oldestSize: UInt32 { 72 } }
extension ack_failure: ABIStruct { package static var oldestSize: UInt32 { 80 } }
extension ack_host_info: ABIStruct { package static var oldestSize: UInt32 { 88 } }
extension ack_fault: ABIStruct { package static var oldestSize: UInt32 { 40 } }
extension ack_form: ABIStruct { package static var oldestSize: UInt32 { 64 } }
extension ack_reply: ABIStruct { package static var oldestSize: UInt32 { 24 } }
extension ack_asset: ABIStruct { package static var oldestSize: UInt32 { 24 } }
extension ack_host: ABIStruct { package static var oldestSize: UInt32 { 96 } }
extension ack_creation: ABIStruct { package static var oldestSize: UInt32 { 64 } }
extension ack_credential_request: ABIStruct { package static var oldestSize: UInt32 { 56 } }
extension ack_credential: ABIStruct { package static var oldestSize: UInt32 { 24 } }
extension ack_credentials: ABIStruct { package static var oldestSize: UInt32 { 16 } }

extension ABIStruct {
  package static var size: UInt32 { UInt32(MemoryLayout<Self>.size) }

  package static func sized() -> Self {
    var value = Self()
    value.struct_size = size
    return value
  }

  package static func isWhole(_ pointer: UnsafeRawPointer) -> Bool {
    unsafe pointer.loadUnaligned(as: UInt32.self) >= oldestSize
  }

  /// Copies the members that both sides know; the size of the other side's struct stays.
  package func copy(to pointer: UnsafeMutableRawPointer) {
    let theirs = unsafe pointer.loadUnaligned(as: UInt32.self)
    unsafe withUnsafeBytes(of: self) {
      let count = Int(min(theirs, Self.size))
      unsafe UnsafeMutableRawBufferPointer(start: pointer, count: count).copyBytes(from: $0.prefix(count))
    }
    unsafe pointer.storeBytes(of: theirs, as: UInt32.self)
  }

  /// Copies the members that both sides know; `nil` when the struct is smaller than in version 1.0.
  package static func read(_ pointer: UnsafeRawPointer) -> Self? {
    let theirs = unsafe pointer.loadUnaligned(as: UInt32.self)
    guard unsafe isWhole(pointer) else { return nil }
    var value = Self()
    unsafe withUnsafeMutableBytes(of: &value) {
      unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: Int(min(theirs, size))))
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
