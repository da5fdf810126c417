/// One node of a description, as its author writes it.
public protocol InterfaceElement: InterfaceContent {
  /// What the modifiers have set; empty at first.
  var modifiers: ElementModifiers { get set }
}

/// The properties that any node can have, as far as they were set.
///
/// One pointer, and no memory for the many elements without any: elements are copied as they are composed.
public struct ElementModifiers: Sendable {
  enum Modifier {
    /// The id, for an element that has none of its own.
    case id(String)
    case hint(String)
    case hidden
    case busy
    case live(LiveRegion)
    case enabled(Condition)
    case fallback(any InterfaceContent)
    case dropped
  }

  var list: [Modifier] = []

  /// The id that was set last.
  var id: String? {
    for case .id(let id) in list.reversed() { return id }
    return nil
  }

  /// Sets nothing.
  public init() {}
}

extension InterfaceElement {
  /// Names the node, so that it is recognised when the interface changes.
  public func id(_ id: String) -> Self { modified(.id(id)) }

  /// Explains the node in a second line.
  public func hint(_ text: String) -> Self { modified(.hint(text)) }

  /// Hides the node, unless told not to.
  public func hidden(_ isHidden: Bool = true) -> Self { isHidden ? modified(.hidden) : self }

  /// Says that the node is waiting for something, unless told not to.
  public func busy(_ isBusy: Bool = true) -> Self { isBusy ? modified(.busy) : self }

  /// Says how urgently a change of the node is told.
  public func live(_ region: LiveRegion) -> Self { modified(.live(region)) }

  /// Says when the node can be used.
  public func enabled(when condition: Condition) -> Self { condition == .always ? self : modified(.enabled(condition)) }

  /// Keeps the node from being used, unless told not to.
  public func disabled(_ isDisabled: Bool = true) -> Self { isDisabled ? modified(.enabled(.never)) : self }

  /// Says what to show on a host that does not know the node's kind: exactly one element.
  public func fallback<Content: InterfaceContent>(@InterfaceContentBuilder _ content: () -> Content) -> Self {
    modified(.fallback(content()))
  }

  /// Leaves the node out on a host that does not know its kind.
  public func droppedWhenUnknown() -> Self { modified(.dropped) }

  private func modified(_ modifier: ElementModifiers.Modifier) -> Self {
    var copy = self
    copy.modifiers.list.append(modifier)
    return copy
  }
}

extension ElementModifiers {
  /// Writes the properties; a modifier that stands twice counts the last time.
  func emit(into emitter: inout InterfaceEmitter) {
    if list.isEmpty { return }
    for (index, modifier) in list.enumerated() where !list[(index + 1)...].contains(where: modifier.isSameProperty(as:))
    {
      switch modifier {
      case .id: break  // It is said when the node begins.
      case .hint(let text): emitter.set(.hint, text)
      case .hidden: emitter.set(.hidden, true)
      case .busy: emitter.set(.busy, true)
      case .live(let region): emitter.set(.live, region.rawValue)
      case .enabled(let condition): condition.emit(into: &emitter, .enabled)
      case .fallback(let content):
        emitter.map(.fallback) { content.emit(into: &$0) }
      case .dropped: emitter.set(.fallback, "drop")
      }
    }
  }
}

extension ElementModifiers.Modifier {
  fileprivate func isSameProperty(as other: Self) -> Bool {
    switch (self, other) {
    case (.id, .id), (.hint, .hint), (.hidden, .hidden), (.busy, .busy), (.live, .live), (.enabled, .enabled),
      (.fallback, .fallback), (.fallback, .dropped), (.dropped, .fallback), (.dropped, .dropped):
      true
    case (.id, _), (.hint, _), (.hidden, _), (.busy, _), (.live, _), (.enabled, _), (.fallback, _), (.dropped, _): false
    }
  }
}

extension Condition {
  func emit(into emitter: inout InterfaceEmitter, _ name: PropertyName) {
    switch self {
    case .always: emitter.set(name, true)
    case .never: emitter.set(name, false)
    case .filled, .valid, .checked, .all, .any, .not: emitter.map(name) { emitBody(into: &$0) }
    }
  }

  private func emitBody(into emitter: inout InterfaceEmitter) {
    switch self {
    case .always: emitter.list(.all) { _ in }
    case .never: emitter.list(.any) { _ in }
    case .filled(let names): emitter.set(.filled, names)
    case .valid(let names): emitter.set(.valid, names)
    case .checked(let name): emitter.set(.checked, name)
    case .all(let conditions): emit(conditions, into: &emitter, .all)
    case .any(let conditions): emit(conditions, into: &emitter, .any)
    case .not(let condition): condition.emit(into: &emitter, .not)
    }
  }

  private func emit(_ conditions: [Condition], into emitter: inout InterfaceEmitter, _ name: PropertyName) {
    emitter.list(name) { emitter in
      for condition in conditions { emitter.mapElement { condition.emitBody(into: &$0) } }
    }
  }
}
