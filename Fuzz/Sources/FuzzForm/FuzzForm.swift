import Invariants

@testable import AppControllerInterface
@testable import AppControllerKit

/// Reads bytes as the flat form of a description.
///
/// Either the layout of the bytes is invalid, or they are accepted or refused as a builder accepts or refuses the same
/// calls. An accepted form can be written and read again.
@c(LLVMFuzzerTestOneInput)
public func fuzzFlat(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // The bytes are at the end of their memory, so that the sanitizer detects a read beyond it.
  let form = unsafe UnsafeRawBufferPointer(start: start, count: count)
  let description = unsafe InterfaceDescription(flat: form)
  if description.buildFailure?.code == .badFlatForm {
    require(unsafe !FlatCalls.areWhole(Array(form)), "a layout that is right is refused")
    return 0
  }
  var builder = ArenaBuilder()
  guard unsafe FlatCalls.make(Array(form), to: &builder) else {
    // One node breaks both a rule of the builder and one of the layout.
    require(description.buildFailure != nil, "a layout that is broken is taken")
    return 0
  }
  let called = builder.finish()
  require(called.buildFailure == description.buildFailure, "the calls are refused for another reason")
  if called.buildFailure != nil { return 0 }
  require(description.arena.hasSameBytes(as: called.arena), "the calls make another arena")
  let bytes = written(description)
  let again = unsafe bytes.withUnsafeBytes { unsafe InterfaceDescription(flat: $0) }
  require(again == description, "a description is not what was written")
  require(written(again) == bytes, "a description is written in two ways")
  // The further checks of a description take a hundred times as long.
  if count & 63 == 0 { checkDescription(description) }
  return 0
}

private func written(_ description: InterfaceDescription) -> [UInt8] {
  let writer = FlatWriter(description)
  return unsafe [UInt8](unsafeUninitializedCapacity: writer.size) { buffer, count in
    if let start = buffer.baseAddress { unsafe writer.write(to: UnsafeMutableRawPointer(start)) }
    count = writer.size
  }
}
