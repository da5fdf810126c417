import Invariants

@testable import AppControllerInterface
@testable import AppControllerKit

/// Reads bytes as a storyboard or as a description, and checks the result.
@c(LLVMFuzzerTestOneInput)
public func fuzzDocument(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let document = InterfaceDocument(json: bytes)
  checkDiagnostics(document.diagnostics, ofTextOf: count)
  switch document.contents {
  case .description(let description):
    require((try? InterfaceDescription(json: bytes)) == description, "a text is read in two ways")
    let isValid = description.validate().allSatisfy { $0.severity == .warning }
    require(document.isValid == isValid, "a description is valid by itself, and not in its text")
    checkDescription(description)
  case .storyboard(let storyboard):
    require((try? Storyboard(json: bytes)) == (document.isValid ? storyboard : nil), "a text is read in two ways")
    for name in storyboard.interfaceNames {
      guard let interface = storyboard.interface(named: name) else { fatalError("an interface is missing") }
      checkDescription(interface)
    }
  case nil:
    require(!document.diagnostics.isEmpty, "a text has neither a value nor diagnostics")
    require(document.diagnostics.contains { $0.severity == .error }, "a text is refused without an error")
    require((try? InterfaceDescription(json: bytes)) == nil, "a text that is refused is a description")
  }
  return 0
}
