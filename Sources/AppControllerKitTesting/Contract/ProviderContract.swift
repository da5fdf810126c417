public import AppControllerKit

/// The rules that an app relies on for every provider, and that a provider's own tests check.
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
/// In other test frameworks, ``violations()`` lists all violations at once. No rule needs a library or a file, and each
/// makes its own providers, so the order of the rules does not matter. A rule skips each part that it cannot examine,
/// because another rule is broken or the provider lacks the part.
@MainActor
public struct ProviderContract {
  /// The inputs of a user who may log in, by the inputs' names; other inputs get a suitable value.
  ///
  /// With these values, the rules examine a real login. Without them, they do so only when the provider accepts any
  /// user.
  public var values: InputValues = [:]
  /// The session whose logged-in interface is examined.
  public var session: Session = .contract
  /// The session that ends in the examination, when ``session`` is to stay valid.
  package var endedSession: Session?
  /// The time that a cancelled question may take to end.
  public var patience = Duration.seconds(30)
  /// The clock that times ``patience``.
  public var clock: any Clock<Duration> = ContinuousClock()

  let make: @MainActor () -> any AppControllerInterfaceProviding

  /// Makes a contract for a provider.
  ///
  /// - Parameter make: Makes a new provider at each call.
  public init(_ make: @escaping @MainActor () -> any AppControllerInterfaceProviding) {
    self.make = make
  }

  /// Returns all violations of all rules.
  public func violations() async -> [Violation] {
    var violations: [Violation] = []
    for rule in Self.rules { violations += await self.violations(of: rule) }
    return violations
  }

  /// Returns the provider's violations of a rule.
  public func violations(of rule: Rule) async -> [Violation] {
    let examination = Examination(of: self, rule: rule)
    await rule.examine(examination)
    return examination.violations
  }
}

extension ProviderContract {
  /// Every rule, from the descriptions of a provider to its end.
  public nonisolated static let rules: [Rule] =
    describingRules + transitionRules + answeringRules + secretRules + livingRules

  /// Returns the rule with an id; `nil` when there is none.
  public nonisolated static func rule(withID id: String) -> Rule? { rules.first { $0.id == id } }
}

extension Session {
  /// A session with every property, used unless a test gives one.
  fileprivate static let contract = Session(
    subject: "kitty@example.com", displayName: "Kitty", secret: Secret("contract-session-secret-5b1f"),
    attributes: ["plan": "gold"]
  )
}

extension ProviderContract {
  /// One rule for every provider.
  public struct Rule: Sendable, Identifiable, CustomStringConvertible {
    /// The rule's name, such as `interfaces-are-valid`; it stays the same across versions.
    public let id: String
    /// The rule as one sentence.
    public let statement: String
    let examine: @MainActor @Sendable (Examination) async -> Void

    init(_ id: String, _ statement: String, examine: @escaping @MainActor @Sendable (Examination) async -> Void) {
      self.id = id
      self.statement = statement
      self.examine = examine
    }

    /// The rule's name.
    public var description: String { id }

    /// Checks the rule.
    ///
    /// - Parameters:
    ///   - values: The inputs of a user who may log in; see ``ProviderContract/values``.
    ///   - session: The session whose logged-in interface is examined; a made-up one unless given.
    ///   - make: Makes a new provider at each call.
    /// - Throws: The first ``ProviderContract/Violation``.
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
  /// Whether two rules have the same name.
  public static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension ProviderContract {
  /// A violation of a rule by a provider.
  ///
  /// None of its texts contains a secret of the examination, unless the provider has put one into an error or a
  /// description.
  public struct Violation: Error, Sendable, Hashable, CustomStringConvertible {
    /// The broken rule.
    public let rule: Rule
    /// The expected behaviour.
    public let expected: String
    /// The actual behaviour.
    public let seen: String
    /// The usual cause, and the place to look at.
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
