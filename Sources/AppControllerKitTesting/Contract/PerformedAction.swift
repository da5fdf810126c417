package import AppControllerKit

/// The performance of one action of an interface, or of a screen that an answer shows, by a provider of its own.
@MainActor
struct PerformedAction {
  let provider: any AppControllerInterfaceProviding
  /// Its interface offers the action, or leads to it.
  let state: AppController.State
  let node: InterfaceDescription.Node
  let interface: InterfaceDescription
  /// The answers that lead from the interface to the screen of the action, in their order.
  let precedingSteps: [Step]
  let action: InterfaceAction
  let typed: [String]
  let result: Result<ActionResponse, any Error>

  struct Step {
    let screen: InterfaceDescription.Node
    let response: ActionResponse
  }

  var response: ActionResponse? { try? result.get() }
  var error: (any Error)? {
    if case .failure(let error) = result { error } else { nil }
  }

  var name: String {
    let place =
      precedingSteps.isEmpty
      ? "the interface \"\(interface.id)\"" : "the screen \"\(node.screen.id ?? "")\" that an answer shows"
    return "the action \"\(action.name)\" of \(node.path) in \(place)"
  }
}

extension Examination {
  /// Performs at most four actions of each kind, and one of each further kind on the screens that answers show.
  ///
  /// An action that sends inputs is performed twice, with empty and with filled inputs. Each performance has a provider
  /// of its own, which first performs the actions that lead to the screen.
  func perform(_ body: (PerformedAction) async -> Void) async {
    for state in Self.states {
      guard let interface = await interface(state, of: makeProvider()) else { continue }
      var offers = OfferedAction.all(in: interface).map { (preceding: [Attempt](), offered: $0) }
      var kinds = Set(offers.map(\.offered.kind))
      let limit = offers.count + Self.maximumFollowUpActions
      var position = 0
      while position < offers.count {
        let (preceding, offered) = offers[position]
        position += 1
        for isFilled in offered.described.sends.isEmpty ? [false] : [false, true] {
          let attempt = Attempt(offered: offered, isFilled: isFilled)
          guard let performance = await perform(attempt, after: preceding, in: interface, state) else { continue }
          await body(performance)
          for screen in performance.shownScreens {
            for found in OfferedAction.all(in: screen, repetitions: 1)
            where offers.count < limit && kinds.insert(found.kind).inserted {
              offers.append((preceding + [attempt], found))
            }
          }
        }
      }
    }
  }

  /// Without this limit, a provider could show new screens endlessly.
  private static let maximumFollowUpActions = 32

  private struct Attempt {
    let offered: OfferedAction
    let isFilled: Bool
  }

  /// Returns nil when an action on the way to the screen now fails.
  private func perform(
    _ attempt: Attempt, after preceding: [Attempt], in interface: InterfaceDescription, _ state: AppController.State
  ) async -> PerformedAction? {
    let provider = makeProvider()
    _ = await self.interface(state, of: provider)
    func answer(_ attempt: Attempt) async throws -> ActionResponse {
      let action = attempt.offered.makeAction(isFilled: attempt.isFilled, given: contract.values)
      return try await provider.perform(action, for: handle(state))
    }
    var steps: [PerformedAction.Step] = []
    for attempt in preceding {
      guard let response = try? await answer(attempt) else { return nil }
      steps.append(PerformedAction.Step(screen: attempt.offered.node.screen, response: response))
    }
    let (offered, isFilled) = (attempt.offered, attempt.isFilled)
    let result: Result<ActionResponse, any Error>
    do {
      result = .success(try await answer(attempt))
    } catch {
      result = .failure(error)
    }
    let typed = offered.filling(contract.values).secrets(among: isFilled ? offered.described.sends : [])
    let action = offered.makeAction(isFilled: isFilled, given: contract.values)
    return PerformedAction(
      provider: provider, state: state, node: offered.node, interface: interface, precedingSteps: steps, action: action,
      typed: typed, result: result
    )
  }
}

extension PerformedAction {
  /// None when the answer ends with a transition.
  fileprivate var shownScreens: [InterfaceDescription] {
    let effects = response?.effects ?? []
    if effects.contains(where: \.isTransition) { return [] }
    return effects.compactMap { effect in
      if case .show(let screen, _) = effect, screen.isShowable { screen } else { nil }
    }
  }

  /// The first effect that cannot be applied to the interface; nil when all can be applied.
  var misplaced: (error: AppControllerError, isFieldError: Bool)? {
    get async {
      let effects = response?.effects.filter { !$0.isTransition } ?? []
      guard await refusal(of: effects) != nil else { return nil }
      for (index, effect) in effects.enumerated() {
        // An answer is refused as a whole, so the refused effect is the last one of the shortest refused answer.
        guard let error = await refusal(of: Array(effects[...index])) else { continue }
        if case .fieldError = effect { return (error, true) }
        return (error, false)
      }
      return nil
    }
  }

  /// Returns nil when the host applies the effects.
  private func refusal(of effects: [ActionResponse.Effect]) async -> AppControllerError? {
    if effects.isEmpty { return nil }
    let controller = AppController(interfaceProvider: FixedProvider(interface), clock: ImmediateClock())
    controller.providerDeadline = nil
    let window = InterfaceWindow()
    // Another rule reports an interface that cannot be installed.
    guard (try? await controller.installRootInterface(in: window)) != nil else { return nil }
    func live(_ screen: InterfaceDescription.Node) -> ScreenController? {
      controller.screens.last { $0.node.path == screen.path && $0.node.id == screen.id }
    }
    for step in precedingSteps {
      guard let screen = live(step.screen), (try? await controller.apply(step.response, from: screen)) != nil else {
        return nil
      }
    }
    guard let screen = live(node.screen) else { return nil }
    do throws(AppControllerError) {
      _ = try await controller.apply(ActionResponse(effects: effects), from: screen)
      return nil
    } catch {
      return error
    }
  }
}

private final class FixedProvider: AppControllerInterfaceProviding {
  private let interface: InterfaceDescription

  init(_ interface: InterfaceDescription) { self.interface = interface }

  func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription { interface }
  func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription { interface }
}

@available(*, unavailable)
extension FixedProvider: Sendable {}

package struct OfferedAction {
  package let described: Action
  package let node: InterfaceDescription.Node

  /// The name of an action and the names in its inputs and its payload, without their values.
  package struct Kind: Hashable, Sendable {
    package let name: String
    let sends: [String]
    let payload: [String]

    /// The kind in words, such as `open (id)`.
    package var words: String {
      let names = Set(sends + payload).sorted()
      return names.isEmpty ? name : "\(name) (\(names.joined(separator: ", ")))"
    }
  }

  package var kind: Kind {
    Kind(name: described.name, sends: described.sends.sorted(), payload: described.payload.keys.sorted())
  }

  /// Omits nodes beyond the repetitions with an action of the same kind.
  package static func all(in interface: InterfaceDescription, repetitions: Int = 4) -> [OfferedAction] {
    var counts: [Kind: Int] = [:]
    return interface.allNodes.compactMap { node in
      guard let described = node.action, described.scope == .provider else { return nil }
      let offered = OfferedAction(described: described, node: node)
      counts[offered.kind, default: 0] += 1
      return counts[offered.kind, default: 0] > repetitions ? nil : offered
    }
  }

  fileprivate func filling(_ given: InputValues = [:]) -> Filling { Filling(of: node.screen, given: given) }

  /// The inputs that are not given get a suitable value; the action is of the first revision.
  package func makeAction(isFilled: Bool, given: InputValues = [:]) -> InterfaceAction {
    let filling = filling(given)
    let values = described.sends.map { ($0, filling.value(of: $0, isFilled: isFilled)) }
    return InterfaceAction(
      described.name, nodeID: node.id ?? "", values: Dictionary(values) { first, _ in first },
      payload: described.payload, revision: 1
    )
  }

  /// The actions that a host accepts: with empty inputs, if no rule of an input forbids that, and with filled ones.
  package var attempts: [InterfaceAction] {
    let empty = makeAction(isFilled: false)
    let isRefused =
      described.validates && !Form(of: node.screen).violations(in: described.sends, empty.values).isEmpty
    return (isRefused ? [] : [empty]) + [makeAction(isFilled: true)]
  }
}

struct Filling {
  private let form: Form
  private let given: InputValues

  init(of screen: InterfaceDescription.Node, given: InputValues) {
    form = Form(of: screen)
    self.given = given
  }

  func value(of name: String, isFilled: Bool) -> InputValue {
    let isSecret = form.entry(named: name)?.input.content.isSecret == true
    guard isFilled else {
      if isSecret { return .secret(Secret("")) }
      return .text(form.entry(named: name)?.node.kind == .toggle ? "false" : "")
    }
    let texts = texts(of: name)
    return isSecret ? .secret(Secret(texts.first ?? "")) : .plain(texts)
  }

  /// Returns the secrets that are long enough to be recognized by their text.
  func secrets(among names: [String]) -> [String] {
    names.filter { form.entry(named: $0)?.input.content.isSecret == true }.flatMap { texts(of: $0) }
      .filter { $0.utf8.count >= 8 }
  }

  /// The depth limits how many rules are followed that require the value of another input.
  private func texts(of name: String, depth: Int = 0) -> [String] {
    switch given[name] {
    case .plain(let texts)?: texts
    case .secret(let secret)?: [secret.text]
    case nil: [form.entry(named: name).map { fitting($0, depth: depth) } ?? ""]
    }
  }

  private func fitting(_ entry: Form.Entry, depth: Int) -> String {
    if entry.node.kind == .toggle { return "true" }
    if let option = entry.input.options.first { return option.value }
    var text = Self.sample(entry.input.content)
    for rule in entry.input.rules {
      switch rule.requirement {
      case .digits: text = String("4815162342".prefix(max(1, text.count)))
      case .email: text = "kitty@example.com"
      case .length(let min, let max):
        let least = Swift.min(min ?? 0, 1024)
        if text.count < least { text += String(repeating: "4", count: least - text.count) }
        if let max { text = String(text.prefix(Swift.max(0, max))) }
      case .sameAs(let name):
        if depth < 4 { text = texts(of: name, depth: depth + 1).first ?? "" }
      case .range(let min, let max, _): text = min ?? max ?? text
      case .required, .oneOf, .unknown: break
      }
    }
    return text
  }

  private static func sample(_ content: FieldContent) -> String {
    switch content {
    case .email: "kitty@example.com"
    case .password, .newPassword: "contract-typed-secret-9d3c"
    case .oneTimeCode: "48151623"
    case .number: "42"
    case .url: "https://example.com/"
    case .date: "2026-05-12"
    case .time: "14:30"
    case .dateTime: "2026-05-12T14:30"
    case .text, .username, .search: "Kitty"
    }
  }
}

extension ActionResponse {
  /// The largest number of effects in an answer of a provider that is a library.
  static let contractLimit = 256
}

extension ActionResponse.Effect {
  /// The shown texts of the effect, except those of a screen.
  var texts: [String] {
    switch self {
    case .fieldError(_, let message): [message]
    case .message(_, let text): [text]
    case .show, .leave, .select, .login, .logout: []
    }
  }

  /// All texts of the effect that are shown, logged or stored in the clear.
  var publicTexts: [String] {
    switch self {
    case .show(let screen, _): [JSONRenderer().render(screen)]
    case .login(let session?):
      [session.subject, session.displayName] + session.attributes.flatMap { [$0, $1] }
    case .fieldError, .message: texts
    case .leave, .select, .login(nil), .logout: []
    }
  }
}
