/// The action of a button or an item: a name for the provider, or an action of the host.
public struct Action: Sendable, Equatable, ExpressibleByStringLiteral {
  /// The recipient of an action, which answers it.
  public enum Scope: String, Sendable, Hashable {
    /// The provider; the default.
    case provider
    /// The host, which knows the names of ``HostAction``.
    case host
  }

  /// The question before an action that should not happen by mistake.
  public struct Confirmation: Sendable, Hashable {
    /// The question, such as `Cancel order 1042?`.
    public var title: String
    /// The facts that the user should know before the answer; `nil` for none.
    public var text: String?
    /// The label of the button that confirms; by default the label of the pressed button.
    public var label: String?

    /// Makes a question.
    public init(_ title: String, text: String? = nil, label: String? = nil) {
      self.title = title
      self.text = text
      self.label = label
    }
  }

  /// The action's name.
  public var name: String
  /// The recipient, which answers the action.
  public var scope = Scope.provider
  /// The names of the inputs whose values are sent; no other values leave the host.
  public var sends: [String]
  /// Whether the inputs' rules have to hold first; `false` for a cancel button.
  public var validates: Bool
  /// Fixed values that are sent with the action.
  public var payload: [String: String]
  /// The time limit for the provider in seconds; `nil` for the host's 30.
  public var deadline: Double?
  /// The question that the user answers first; `nil` for none.
  public var confirmation: Confirmation?

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
    self.name = name
    self.sends = sends
    self.validates = validates
    self.payload = payload
    self.deadline = deadline
  }

  /// Makes an action that the provider answers and that sends nothing.
  public init(stringLiteral name: String) { self.init(name) }

  /// Makes an action of the host.
  public static func host(_ name: HostAction, payload: [String: String] = [:]) -> Action {
    var action = Action(name.rawValue, payload: payload)
    action.scope = .host
    return action
  }

  /// Asks the user before the action is carried out.
  ///
  /// An older host does not ask. A description that relies on the question requires revision 2 of the button.
  public func confirmed(_ title: String, text: String? = nil, label: String? = nil) -> Action {
    var action = self
    action.confirmation = Confirmation(title, text: text, label: label)
    return action
  }

  @usableFromInline
  func emit(into emitter: inout InterfaceEmitter) {
    emitter.map(.action) { emitter in
      if let confirmation {
        emitter.map(.confirm) {
          $0.set(.label, confirmation.label)
          $0.set(.text, confirmation.text)
          $0.set(.title, confirmation.title)
        }
      }
      emitter.set(.deadline, deadline)
      emitter.set(.name, name)
      if !payload.isEmpty {
        emitter.builder.open(.map, .payload)
        for (name, value) in payload.sorted(by: { $0.key < $1.key }) {
          emitter.builder.set(key: name.utf8Span.span, string: value.utf8Span.span)
        }
        emitter.builder.close()
      }
      if scope == .host { emitter.set(.scope, scope.rawValue) }
      if !sends.isEmpty { emitter.set(.sends, sends) }
      if !validates { emitter.set(.validates, false) }
    }
  }
}

extension Action {
  package init(arena: Arena, values range: Range<Int>) {
    self.init(arena.word(.name, in: range) ?? "")
    scope = arena.word(.scope, in: range).flatMap(Scope.init(rawValue:)) ?? .provider
    sends = arena.value(.sends, in: range).map(arena.names(in:)) ?? []
    validates = arena.value(.validates, in: range).map { $0.tag != .bool || $0.bool } ?? true
    deadline = arena.number(.deadline, in: range)
    if let map = arena.value(.confirm, in: range), map.tag == .map {
      confirmation = Confirmation(
        arena.string(.title, in: map.elements) ?? "", text: arena.string(.text, in: map.elements),
        label: arena.string(.label, in: map.elements))
    }
    if let map = arena.value(.payload, in: range), map.tag == .map {
      for index in map.elements where arena.values[index].tag == .string {
        payload[arena.keyName(of: arena.values[index])] = arena.string(arena.values[index].text)
      }
    }
  }
}
