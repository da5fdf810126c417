/// The action of a button or an item: a name for the provider, or an action of the host.
public struct Action: Sendable, ExpressibleByStringLiteral {
  private var action: ActionDescription

  /// Makes an action that the provider answers.
  ///
  /// - Parameters:
  ///   - name: The provider's name for it; 1 to 64 bytes of `[A-Za-z0-9._-]`.
  ///   - sends: The names of the inputs whose values are sent; no other values are.
  ///   - validates: Whether the inputs' rules have to hold first; pass `false` for cancel and back.
  ///   - payload: Fixed values that are sent with the action.
  ///   - deadline: The time limit for the provider in seconds; 30 unless given.
  public init(
    _ name: String, sends: [String] = [], validates: Bool = true, payload: [String: String] = [:],
    deadline: Double? = nil
  ) {
    action = ActionDescription(
      name: name, scope: .provider, sends: sends, validates: validates, payload: payload, deadline: deadline
    )
  }

  /// Makes an action that the provider answers and that sends nothing.
  public init(stringLiteral name: String) { self.init(name) }

  /// Makes an action of the host.
  public static func host(_ name: HostAction, payload: [String: String] = [:]) -> Action {
    var made = Action(name.rawValue, payload: payload)
    made.action.scope = .host
    return made
  }

  @usableFromInline
  func emit(into emitter: inout InterfaceEmitter) {
    emitter.map(.action) { emitter in
      emitter.set(.deadline, action.deadline)
      emitter.set(.name, action.name)
      if !action.payload.isEmpty {
        emitter.builder.open(.map, .payload)
        for (name, value) in action.payload.sorted(by: { $0.key < $1.key }) {
          emitter.builder.set(key: name.utf8Span.span, string: value.utf8Span.span)
        }
        emitter.builder.close()
      }
      if action.scope == .host { emitter.set(.scope, action.scope.rawValue) }
      if !action.sends.isEmpty { emitter.set(.sends, action.sends) }
      if !action.validates { emitter.set(.validates, false) }
    }
  }
}
