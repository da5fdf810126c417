internal import AppControllerKit
internal import AppControllerKitTesting
internal import ProviderPlugins

/// The rules of ``ProviderContract``, which the tests of an app's own provider check too.
///
/// They examine the library through the host's own half of the interface, as an app does.
enum ContractChecks {
  static let all: [ConformanceCheck] = [
    check("describe-repeatable", "ProviderABI 6", .tree, by: "interfaces-are-repeatable"),
    check("secret-not-shown", "ProviderABI 7", .tree, by: "session-secrets-stay-secret", onlyWarns: false),
    check("typed-secrets-stay-secret", "ProviderABI 7", onlyWarns: false),
    check("every-surface-is-described", "ProviderABI 6"),
    check("interface-is-of-its-session", "ProviderABI 7", onlyWarns: false),
    check("named-pictures-are-given", "ProviderABI 6"),
    check("describing-does-not-invalidate", "ProviderABI 8"),
    check("first-state-is-answered", "ProviderABI 6"),
    check("named-actions-are-known", "ProviderABI 6"),
    check("unknown-actions-are-refused", "ProviderABI 6"),
    check("refused-actions-change-nothing", "ProviderABI 6"),
    check("effects-have-a-place", "ProviderABI 7", onlyWarns: false),
    check("field-errors-name-inputs", "ProviderABI 7"),
    check("events-are-tolerated", "ProviderABI 6"),
    check("logout-restores-the-interface", "ProviderABI 7"),
  ]

  /// The rules of the contract without a check of their own here, each with the checks in the table of functions that
  /// cover it, where more is visible than to an app.
  static let elsewhere: [String: [String]] = [
    "interfaces-are-described": ["describe-answers"],
    "interfaces-are-valid": [
      "form-in-order", "root-single", "text-valid", "values-well-set", "ids-valid", "ids-unique", "labels-present",
      "nodes-placed", "secrets-empty", "inputs-whole", "actions-whole", "references-resolve", "links-allowed",
      "vocabulary-spoken", "splash-valid",
    ],
    "interfaces-are-within-limits": ["within-limits", "reply-well-formed"],
    "splash-is-immediate": ["splash-valid"],
    "configuration-is-valid": ["configuration-valid"],
    "transitions-come-last": ["transition-last"],
    "shown-screens-are-valid": ["shown-screens-valid"],
    "sessions-are-valid": ["sessions-valid"],
    "errors-explain-themselves": ["failures-explained"],
    "cancelled-questions-end": ["cancel-then-again", "cancel-leaves-nothing"],
    "instances-are-independent": ["instances-independent"],
  ]

  /// The rule is named as the check unless another name is given.
  private static func check(
    _ id: String, _ source: String, _ group: ConformanceCheck.Group = .contract, by ruleID: String? = nil,
    onlyWarns: Bool = true
  ) -> ConformanceCheck {
    guard let rule = ProviderContract.rule(withID: ruleID ?? id) else {
      preconditionFailure("there is no rule for \(id)")
    }
    let needs = ConformanceCheck.Group.contract.needs
    return ConformanceCheck(id, group, rule.statement, source, onlyWarns: onlyWarns, needs: needs) {
      try await $0.require(rule)
    }
  }
}

extension CheckRun {
  @MainActor
  fileprivate func require(_ rule: ProviderContract.Rule) async throws(CheckVerdict) {
    let path = try enterSandbox().path
    var loader = ProviderLoader()
    loader.deadline = patience.each
    let clock = ContinuousClock()
    let end = clock.now + timeout / 2
    var isOver = false
    var contract = ProviderContract { [loader] in
      self.step("asking a new instance as an app does, for the rule \(rule.id)")
      if clock.now > end { isOver = true }
      return (isOver ? nil : try? loader.load(path)) ?? SilentProvider()
    }
    contract.session = .checked
    contract.endedSession = .madeUp
    let violations = await contract.violations(of: rule)
    if isOver { throw .untried("Its answers take too long for all that there is to ask.") }
    guard let violation = violations.first else { return }
    throw .broken(
      "Expected was \(violation.expected)", seen: "seen was this: \(violation.seen)",
      cause: violation.likelyCause.prefix(1).uppercased() + violation.likelyCause.dropFirst())
  }
}

/// Replaces the provider when no time is left, or when no instance can be made.
private final class SilentProvider: AppControllerInterfaceProviding {
  func loggedOutInterface(for controller: AppController.Handle) throws -> InterfaceDescription {
    throw CancellationError()
  }

  func loggedInInterface(for controller: AppController.Handle) throws -> InterfaceDescription {
    throw CancellationError()
  }
}

@available(*, unavailable)
extension SilentProvider: Sendable {}
