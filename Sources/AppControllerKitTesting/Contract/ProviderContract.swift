public import AppControllerKit

/// What an app may rely on from every provider, as rules that a provider's own tests check.
///
/// With Swift Testing each rule is a case of one test:
///
/// ```swift
/// @Test(arguments: ProviderContract.rules)
/// func `keeps the contract`(rule: ProviderContract.Rule) async throws {
///   try await rule.check { TeaProvider() }
/// }
/// ```
///
/// Elsewhere ``violations()`` lists everything at once. No rule needs a library, a file or a wall clock, and each asks
/// providers of its own, so that the order of the rules does not matter. What a rule cannot look at, because another one
/// is broken or the provider does not have it, it passes over.
@MainActor
public struct ProviderContract {
  /// What a user who may log in puts into the inputs, by the inputs' names; others are filled with something that fits.
  ///
  /// With it the rules follow a real login. Without it they do where the provider takes anybody.
  public var values: InputValues = [:]
  /// Whose logged-in interface is looked at.
  public var session: Session = .contract
  /// How many turns of the main actor a cancelled question may take to end.
  public var patience = 1_000_000

  let make: @MainActor () -> any AppControllerInterfaceProviding

  /// Makes a contract about a provider.
  ///
  /// - Parameter make: Makes a provider, a new one at each call.
  public init(_ make: @escaping @MainActor () -> any AppControllerInterfaceProviding) {
    self.make = make
  }

  /// Every rule that the provider breaks, and how.
  public func violations() async -> [Violation] {
    var violations: [Violation] = []
    for rule in Self.rules { violations += await self.violations(of: rule) }
    return violations
  }

  /// How the provider breaks a rule; empty when it keeps it.
  public func violations(of rule: Rule) async -> [Violation] {
    let examination = Examination(of: self, rule: rule)
    await rule.examine(examination)
    return examination.violations
  }
}

extension ProviderContract {
  /// Every rule, from what a provider describes to how it ends.
  public nonisolated static let rules: [Rule] =
    describingRules + transitionRules + answeringRules + secretRules + livingRules

  /// The rule with an id; `nil` when there is none.
  public nonisolated static func rule(withID id: String) -> Rule? { rules.first { $0.id == id } }
}

extension Session {
  /// Somebody with everything that a session may have, unless a test says who.
  fileprivate static let contract = Session(
    subject: "kitty@example.com", displayName: "Kitty", secret: Secret("contract-session-secret-5b1f"),
    attributes: ["plan": "gold"]
  )
}

extension ProviderContract {
  /// One thing that every provider does, or does not.
  public struct Rule: Sendable, Identifiable, CustomStringConvertible {
    /// The rule's name, such as `interfaces-are-valid`; it stays the same across versions.
    public let id: String
    /// What holds, as one sentence.
    public let statement: String
    let examine: @MainActor @Sendable (Examination) async -> Void

    init(_ id: String, _ statement: String, examine: @escaping @MainActor @Sendable (Examination) async -> Void) {
      self.id = id
      self.statement = statement
      self.examine = examine
    }

    /// The name.
    public var description: String { id }

    /// Checks the rule.
    ///
    /// - Parameters:
    ///   - values: What a user who may log in puts into the inputs; see ``ProviderContract/values``.
    ///   - session: Whose logged-in interface is looked at; somebody unless given.
    ///   - make: Makes a provider, a new one at each call.
    /// - Throws: The first ``ProviderContract/Violation`` that is found.
    @MainActor
    public func check(
      values: InputValues = [:], session: Session? = nil,
      _ make: @escaping @MainActor () -> any AppControllerInterfaceProviding
    ) async throws(Violation) {
      var contract = ProviderContract(make)
      contract.values = values
      if let session { contract.session = session }
      if let violation = await contract.violations(of: self).first { throw violation }
    }
  }
}

extension ProviderContract.Rule: Hashable {
  /// Whether two rules are the same one.
  public static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension ProviderContract {
  /// How a provider breaks a rule.
  ///
  /// No text of it holds a secret of the examination, unless the provider has put one into an error or a description.
  public struct Violation: Error, Sendable, Hashable, CustomStringConvertible {
    /// The rule.
    public let rule: Rule
    /// What should have been seen.
    public let expected: String
    /// What was seen.
    public let seen: String
    /// What usually brings it about, and what to look at.
    public let likelyCause: String

    /// The violation in four lines: the rule, what was expected, what was seen, and the likely cause.
    public var description: String {
      """
      \(rule.id): \(rule.statement)
        expected: \(expected)
        seen: \(seen)
        likely cause: \(likelyCause)
      """
    }
  }
}
