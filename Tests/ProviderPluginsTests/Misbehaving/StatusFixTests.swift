import AppControllerKit
import CProviderABI
import TestSupport
import Testing

@testable import ProviderPlugins

@Suite struct `The fix of a failure without words` {
  private static let statuses: [Int32] = [
    ACK_PENDING, ACK_FAILED, ACK_UNSUPPORTED, ACK_GONE, ACK_LIMIT, ACK_MISUSE, 7, -77, .max, .min,
  ]

  /// Returns the error for a status of a library.
  private func error(_ status: Int32, of library: String) -> PluginError {
    let identity = ProviderIdentity(
      id: "com.example.kitty", version: "1.0.0", path: library, abi: (1, 0), isIsolated: false)
    return PluginError.failure(.questionFailed, "failed at its task", status, nil, identity)
  }

  @Test(arguments: statuses)
  func `names in other languages than Swift what each has for it`(_ status: Int32) throws {
    let error = error(status, of: try FixtureLibrary.exampleInC())
    let isKnown = ACK_MISUSE...ACK_PENDING ~= status
    #expect(
      error.fix
        == "the provider's author can say what, why and how to fix it, with fail() in C, ack::Failure in C++ and "
        + "failure() in Rust" + (isKnown ? "" : ", and then answer ACK_FAILED in the place of \(status)"))
    #expect(error.what.hasSuffix("it answered status \(status), which \(StatusName.of(status))"))
    #expect(error.why.contains("a number of its own") == !isKnown, "\(error.why)")
  }

  @Test(arguments: statuses)
  func `names in Swift no function and no constant of C`(_ status: Int32) throws {
    let error = error(status, of: try FixtureLibrary.product("ExampleProvider"))
    #expect(
      error.fix == "the provider's author can throw an error that conforms to ExplainedError, with what, why and fix")
  }

  @Test func `is the general one when the library is gone`() {
    #expect(error(7, of: "/nowhere/libKitty.so").fix.contains("fail() in C"))
  }
}
