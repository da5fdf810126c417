import AppControllerKit
import CProviderABI
import ProviderABI
import Testing

@testable import ProviderPlugins
@testable import ProviderSDK

/// What a provider says of a failure, from its own table of the host to the host's error.
@Suite struct `A failure of a provider` {
  private let table = HostTable(HostContext { _ in }, services: LocalServices())

  @Test(arguments: [nil] + FailureCategory.allCases.map(Optional.some))
  func `crosses with its category, its time and its code`(_ category: FailureCategory?) {
    var failure = ProviderFailure(what: "no tea", why: "it is out", fix: "buy some")
    (failure.category, failure.retryAfter, failure.code) = (category, 1500, "com.example.tea.out")
    unsafe HostLink(table.table).fail(failure)
    #expect(table.takeFailure() == failure)
  }

  @Test(arguments: ["locked", "com.example.\u{1B}", "a b.c", "." + String(repeating: "x", count: 64)])
  func `has no code that could be AppControllerKit's, or that is no name`(_ code: String) {
    var failure = ProviderFailure(what: "no tea", why: "", fix: "")
    failure.code = code
    unsafe HostLink(table.table).fail(failure)
    #expect(table.takeFailure()?.code == "")
  }

  @Test func `says nothing that the ABI does not have`() {
    var failure = unsafe ack_failure.sized()
    unsafe (failure.category, failure.retry_after) = (5, -1)
    unsafe table.table.pointee.fail(table.table, &failure)
    #expect(table.takeFailure() == ProviderFailure(what: "", why: "", fix: ""))
    unsafe failure.struct_size -= 1
    unsafe table.table.pointee.fail(table.table, &failure)
    unsafe table.table.pointee.fail(table.table, nil)
    #expect(table.takeFailure() == ProviderFailure(what: "", why: "", fix: ""))
  }

  @Test func `is the last of several, and taken once`() {
    let link = unsafe HostLink(table.table)
    for what in ["first", "last"] { link.fail(ProviderFailure(what: what, why: "", fix: "")) }
    #expect(table.takeFailure()?.what == "last")
    #expect(table.takeFailure() == nil)
  }

  /// The process of a provider may send what no table of the ABI would copy.
  @Test func `has no other code or time behind a process`() throws {
    var failure = ProviderFailure(what: "no tea", why: "", fix: "")
    for (code, time) in [("ACK2099", Int64.min), ("a.b\n  fix: run it", -1)] {
      (failure.code, failure.retryAfter) = (code, time)
      var writer = BinaryWriter()
      try failure.code(&writer)
      var reader = BinaryReader(writer.bytes)
      var read = ProviderFailure.blank
      try read.code(&reader)
      #expect(read.code == "" && read.retryAfter == 0)
    }
  }

  @Test(
    arguments: [
      (FailureCategory.input, 0, "correct what was typed"), (.denied, 0, "trying again does not help"),
      (.later, 0, "try again later"), (.later, 1500, "try again in 2 seconds"),
      (.later, .max, "try again in 9223372036854776 seconds"), (.provider, 0, "author can tell more"),
      (nil, 0, "author can tell more"),
    ] as [(FailureCategory?, Int64, String)])
  func `says what to do by what it is due to`(_ category: FailureCategory?, _ time: Int64, _ words: String) {
    var failure = ProviderFailure(what: "no tea", why: "it is out", fix: "")
    (failure.category, failure.retryAfter, failure.code) = (category, time, "com.example.out")
    let identity = ProviderIdentity(
      id: "com.example.tea", version: "1", path: "/tea.so", abi: (1, 0), isIsolated: false)
    let error = PluginError.failure(.questionFailed, "failed", ACK_FAILED, failure, identity)
    #expect(error.fix.contains(words))
    #expect(error.why.contains("its code is com.example.out"))
    #expect(error.category == category && error.providerCode == "com.example.out")
    #expect(error.retryAfter == (time > 0 ? .milliseconds(time) : nil))
    // A face says it, too, unless it is nothing of the user's.
    let failed = AppControllerError(.actionFailed, what: "no tea", why: "", fix: "", underlyingError: error)
    let told = FaceMessage(failed)
    #expect(told.text.contains("; \(words)") == (category != nil && category != .provider))
  }

  @Test func `of a function in Swift has what the error says`() {
    struct Out: ExplainedError {
      enum Code: String { case out = "com.example.out" }
      let code = Code.out
      let what = "no tea"
      let why = "it is out"
      let fix = "buy some"
      let category = FailureCategory?.some(.later)
      let retryAfter = Duration?.some(.seconds(2))
    }
    let failure = ProviderFailure(Out())
    #expect((failure.category, failure.retryAfter, failure.code) == (.later, 2000, "com.example.out"))
  }
}
