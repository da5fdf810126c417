/// What a button or an item does: a name for the provider, or something that the host does itself.
public struct Action: Sendable, ExpressibleByStringLiteral {
  private var action: ActionDescription

  /// Makes an action that the provider answers.
  ///
  /// - Parameters:
  ///   - name: What the provider calls it; 1 to 64 bytes of `[A-Za-z0-9._-]`.
  ///   - sends: The names of the inputs whose values go with it, and no others.
  ///   - validates: Whether the inputs' rules have to hold first; say no for cancel and back.
  ///   - payload: Fixed values that go with it.
  ///   - deadline: How long the provider may take, in seconds; 30 unless given.
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

  /// Makes an action of the host's.
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
