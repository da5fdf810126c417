import Invariants

@testable import AppControllerInterface
@testable import AppControllerKit
@testable import ProviderPlugins

/// Reads bytes as frames from a provider's process or from its host.
///
/// All bytes are messages or break a rule, and every message can be written again.
@c(LLVMFuzzerTestOneInput)
public func fuzzFrames(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var decoder = FrameDecoder()
  unsafe append(UnsafeRawBufferPointer(start: start, count: count), to: &decoder)
  do throws(FrameFault) {
    while let frame = try decoder.next() {
      if let message = try? FromChild(frame) { repeatMessage { $0.write(message) } }
      if let message = try? ToChild(frame) { repeatMessage { $0.write(message) } }
    }
    try decoder.finish()
  } catch {
    let text = "\(error)"
    require(!text.isEmpty, "a rule has no name")
  }
  return 0
}

/// Checks that a message is the same after it was written and read again.
private func repeatMessage(_ write: (inout FrameWriter) -> Void) {
  let first = bytes(write)
  var decoder = FrameDecoder()
  unsafe first.withUnsafeBytes { unsafe append($0, to: &decoder) }
  guard let frame = try? decoder.next() else { return require(false, "a frame that was written is none") }
  if frame.kind < 100 {
    guard let again = try? FromChild(frame) else { return require(false, "a message cannot be read again") }
    require(bytes { $0.write(again) } == first, "a message changes when it is read again")
  } else {
    guard let again = try? ToChild(frame) else { return require(false, "a message cannot be read again") }
    require(bytes { $0.write(again) } == first, "a message changes when it is read again")
  }
}

/// Appends bytes as reads do.
private func append(_ bytes: UnsafeRawBufferPointer, to decoder: inout FrameDecoder) {
  var rest = unsafe bytes[...]
  while unsafe !rest.isEmpty {
    let count = unsafe decoder.fill { room in
      let count = unsafe min(room.count, rest.count)
      unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
      return count
    }
    unsafe rest = rest.dropFirst(count)
  }
}

private func bytes(_ write: (inout FrameWriter) -> Void) -> [UInt8] {
  var writer = FrameWriter()
  write(&writer)
  guard (try? writer.finish()) != nil else { return [] }
  return writer.bytes
}
