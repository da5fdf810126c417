internal import AppControllerKit

/// An action that an interface offers, with what a user could fill in.
struct DescribedAction {
  let action: ActionDescription
  let nodeID: String
  private let inputs: [(name: String, kind: NodeKind?, input: InputDescription)]

  /// The actions that an interface asks the provider for, in its order; not more than can be tried in a while.
  static func all(in description: InterfaceDescription) -> [DescribedAction] {
    let nodes = Array(description.allNodes)
    let inputs = nodes.compactMap { node in node.input.map { ($0.name, node.kind, $0) } }
    var actions: [DescribedAction] = []
    for node in nodes {
      guard let action = node.action, action.scope == .provider, actions.count < 24 else { continue }
      let isKnown = actions.contains { $0.action == action }
      if !isKnown { actions.append(DescribedAction(action: action, nodeID: node.id ?? "", inputs: inputs)) }
    }
    return actions
  }

  /// What a host would send when nothing is filled in, and when all is.
  ///
  /// What breaks the rules of an input is not sent, as long as the action wants them kept.
  var attempts: [CheckAction] {
    let empty = make { _, kind, _ in [kind == .toggle ? "false" : ""] }
    return action.validates && !action.sends.allSatisfy({ keepsRules($0, of: empty) }) ? [filled] : [empty, filled]
  }

  /// What a host would send when all is filled in.
  var filled: CheckAction { make(Self.plausible) }

  /// What a host would send when texts are filled in as given.
  func filled(with text: () -> String) -> CheckAction {
    make { name, kind, input in kind == .field ? [text()] : Self.plausible(name, kind, input) }
  }

  private func make(_ values: (String, NodeKind?, InputDescription) -> [String]) -> CheckAction {
    var made = CheckAction(name: action.name, nodeID: nodeID)
    for name in action.sends {
      guard let (_, kind, input) = inputs.first(where: { $0.name == name }) else { continue }
      made.values += values(name, kind, input).map { (name, $0) }
    }
    made.payload = action.payload.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return made
  }

  private func keepsRules(_ name: String, of made: CheckAction) -> Bool {
    guard let (_, kind, input) = inputs.first(where: { $0.name == name }) else { return true }
    let values = made.values.filter { $0.name == name && !(kind == .toggle && $0.value == "false") }.map(\.value)
    return input.rules.allSatisfy { rule in
      rule.isSatisfied(by: values, of: input) { other in made.values.first { $0.name == other }?.value }
    }
  }

  /// What a user could fill in.
  private static func plausible(_ name: String, _ kind: NodeKind?, _ input: InputDescription) -> [String] {
    let first = usual(name, kind, input)
    guard kind == .field else { return first }
    let others = ["42", "123456", "ann", "ann@example.com", "4242424242", "a longer text of some words"].map { [$0] }
    return ([first] + others).first { values in
      input.rules.allSatisfy { rule in rule.isSatisfied(by: values, of: input) { _ in values.first } }
    } ?? first
  }

  private static func usual(_ name: String, _ kind: NodeKind?, _ input: InputDescription) -> [String] {
    if kind == .toggle { return ["true"] }
    if kind == .choice { return input.options.prefix(input.isMultiple ? 2 : 1).map(\.value) }
    return switch input.content {
    case .email: ["ann@example.com"]
    case .number: ["42"]
    case .url: ["https://example.com/"]
    case .oneTimeCode: ["123456"]
    case .password, .newPassword: ["correct horse battery"]
    default: ["ann"]
    }
  }
}
