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
