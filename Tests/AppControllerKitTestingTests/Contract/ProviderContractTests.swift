import AppControllerKit
import AppControllerKitTesting
import InterfaceGallery
import Testing

@MainActor
@Suite struct `The contract of providers` {
  @Test(arguments: BrokenProvider.table)
  func `is broken by a broken provider in one rule and no other`(_ broken: BrokenProvider) async throws {
    var contract = ProviderContract { broken.make() }
    contract.patience = BrokenProvider.patience
    let clock = ManualClock()
    contract.clock = clock
    let violations = await BrokenProvider.$clock.withValue(clock) { [contract] in await contract.violations() }
    #expect(Set(violations.map { $0.rule.id }) == [broken.rule], "\(violations)")
    #expect(violations.contains { $0.seen.contains(broken.seen) }, "\(violations)")
    for violation in violations {
      #expect(!violation.expected.isEmpty && !violation.seen.isEmpty && !violation.likelyCause.isEmpty)
    }
  }

  @Test func `has a broken provider for each rule`() {
    let broken = Set(BrokenProvider.table.map(\.rule))
    let rules = ProviderContract.rules.map(\.id)
    #expect(broken == Set(rules))
    #expect(Set(rules).count == rules.count)
  }

  @Test func `has rules whose ids are words with hyphens, and whose statements are sentences`() {
    for rule in ProviderContract.rules {
      #expect(rule.id.wholeMatch(of: /[a-z]+(-[a-z]+)+/) != nil, "\(rule.id)")
      #expect(rule.statement.hasSuffix(".") && rule.statement.first?.isUppercase == true, "\(rule.statement)")
      #expect(rule.description == rule.id && ProviderContract.rule(withID: rule.id) == rule)
    }
    #expect(ProviderContract.rule(withID: "be-nice") == nil)
  }

  @Test(arguments: ProviderContract.rules)
  func `is kept by what the broken ones are made of`(rule: ProviderContract.Rule) async throws {
    try await rule.check { SoundProvider() }
  }

  @Test(arguments: ProviderContract.rules)
  func `is kept by the guide's example`(rule: ProviderContract.Rule) async throws {
    try await rule.check { KittyProvider() }
  }

  @Test(arguments: ProviderContract.rules)
  func `is kept by a storyboard`(rule: ProviderContract.Rule) async throws {
    let storyboard = try Storyboard(json: Array(Self.storyboard.utf8))
    let provider = try StoryboardProvider(
      storyboard: storyboard, loggedOutInterfaceID: "welcome", loggedInInterfaceID: "home")
    // A provider without state may be the same every time.
    try await rule.check { provider }
  }

  @Test(arguments: ProviderContract.rules)
  func `is kept by the gallery`(rule: ProviderContract.Rule) async throws {
    try await rule.check(values: ["user": .text("ann")]) { GalleryProvider() }
  }

  @Test(arguments: ProviderContract.rules)
  func `is kept by the recording provider, which lives on the main actor`(rule: ProviderContract.Rule) async throws {
    try await rule.check { GalleryProvider.recording() }
  }

  @Test func `throws the first violation, in four lines`() async throws {
    let broken = try #require(BrokenProvider.table.first { $0.rule == "interfaces-are-described" })
    let rule = try #require(ProviderContract.rule(withID: broken.rule))
    let violation = await #expect(throws: ProviderContract.Violation.self) { try await rule.check { broken.make() } }
    let lines = violation?.description.split(separator: "\n") ?? []
    #expect(lines.first == "interfaces-are-described: Both interfaces are described, for whoever asks.")
    #expect(lines.dropFirst().map { $0.prefix { $0 != ":" } } == ["  expected", "  seen", "  likely cause"])
  }

  @Test func `looks at the session that it is given`() async throws {
    var contract = ProviderContract { Particular() }
    #expect(await contract.violations().map { $0.rule.id } == ["interfaces-are-described"])
    contract.session = Session(subject: "ann")
    #expect(await contract.violations().isEmpty)
  }

  @Test func `types what it is given`() async throws {
    let typed = InputRecorder()
    var contract = ProviderContract { TypedProvider(typed) }
    let rule = try #require(ProviderContract.rule(withID: "sessions-are-valid"))
    _ = await contract.violations(of: rule)
    #expect(typed.values["pin"] == ["", "481516"], "digits, of the length that the rule wants")
    #expect(typed.values["again"] == ["", "481516"], "the same as the other")
    #expect(typed.values["size"] == ["", "pot"] && typed.values["milk"] == ["false", "true"])
    typed.values = [:]
    contract.values = ["pin": .secret(Secret("177300")), "size": .plain(["cup", "pot"])]
    _ = await contract.violations(of: rule)
    #expect(typed.values["pin"] == ["", "177300"] && typed.values["again"] == ["", "177300"])
    #expect(typed.values["size"] == ["", "cup"])
  }

  private static let storyboard = """
    {"id": "com.example.board", "lang": "en", "interfaces": {
      "welcome": {"root": {"kind": "screen", "id": "welcome", "label": "Welcome", "children": [
        {"kind": "button", "id": "enter", "label": "Enter", "action": {"name": "login", "scope": "host"}}]}},
      "home": {"root": {"kind": "screen", "id": "home", "label": "Home", "children": [
        {"kind": "button", "id": "leave", "label": "Leave", "action": {"name": "logout", "scope": "host"}}]}}
    }}
    """
}

/// Describes for nobody but one.
private final class Particular: SoundProvider {
  override func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    guard ["ann", "waffle@example.com"].contains(controller.session?.subject) else { throw Explained() }
    return try await super.loggedInInterface(for: controller)
  }
}
