import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

@MainActor
@Suite struct `The document of testing` {
  @Test func `has the rules, and what a violation looks like, as they are now`() async throws {
    let rule = try #require(ProviderContract.rule(withID: "named-actions-are-known"))
    let violation = await ProviderContract { MisspelledTea() }.violations(of: rule).first
    let rules = Markdown.table(
      ["rule", "what holds"], ProviderContract.rules.map { [Markdown.code($0.id), $0.statement] })
    try GeneratedDocument("Docs/Testing.md").expect([
      ("violation", Markdown.block("text", try #require(violation).description)), ("rules", rules),
    ])
  }

  @Test func `shows no code but what is compiled and run here, and all of it`() throws {
    let source = try ExampleSource("Tests/AppControllerKitTestingTests/Documents/TestingExamples.swift")
    let names = source.matches(of: /\/\/ example: ([a-z]+)\n/)
    let examples = try names.map { "\(try source.example(String($0)))\n" }
    let document = try GeneratedDocument("Docs/Testing.md").text
    // What comes before the first is of the manifest.
    let blocks = document.split(separator: "```swift\n").dropFirst(2).map { block in
      block.firstRange(of: "```\n").map { String(block[..<$0.lowerBound]) } ?? ""
    }
    #expect(blocks == examples)
    #expect(blocks.count == 8)
  }
}

/// The tea room with a wrong name.
private final class MisspelledTea: AppControllerInterfaceProviding {
  func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription {
    TeaProvider().loggedOutInterface(for: controller)
  }

  func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
    TeaProvider().loggedInInterface(for: controller)
  }

  func perform(_ action: InterfaceAction, for controller: AppController.Handle) async throws -> ActionResponse {
    if action.name == "brew" { throw AppControllerError.unsupported(action.name) }
    return try await TeaProvider().perform(action, for: controller)
  }
}
