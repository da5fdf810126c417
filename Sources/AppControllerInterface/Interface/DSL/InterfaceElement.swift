/// One node of a description, as its author writes it.
public protocol InterfaceElement: InterfaceContent {
  /// The properties that the modifiers have set; empty at first.
  var modifiers: ElementModifiers { get set }
}

/// The properties that any node can have and that were set.
///
/// It is one pointer, and allocates no memory for the many elements without any: elements are copied as they are
/// composed.
public struct ElementModifiers: Sendable {
  enum Modifier {
    case id(String)
    case hint(String)
    case hidden
    case busy
    case live(LiveRegion)
    case enabled(Condition)
    case visible(Condition)
    case weight(Int)
    case labelHidden
    case icon(Icon)
    case fallback(any InterfaceContent)
    case dropped
  }

  var list: [Modifier] = []

  var id: String? {
    for case .id(let id) in list.reversed() { return id }
    return nil
  }

  /// Sets nothing.
  public init() {}
}

extension InterfaceElement {
  /// Gives the node an id, so that it is recognised when the interface changes.
  public func id(_ id: String) -> Self { modified(.id(id)) }

  /// Adds a second line that explains the node.
  public func hint(_ text: String) -> Self { modified(.hint(text)) }

  /// Hides the node; does nothing for `false`.
  public func hidden(_ isHidden: Bool = true) -> Self { isHidden ? modified(.hidden) : self }

  /// Marks the node as waiting for a result; does nothing for `false`.
  public func busy(_ isBusy: Bool = true) -> Self { isBusy ? modified(.busy) : self }

  /// Sets the urgency with which a change of the node is announced.
  public func live(_ region: LiveRegion) -> Self { modified(.live(region)) }

  /// Sets the condition under which the node is enabled.
  public func enabled(when condition: Condition) -> Self { condition == .always ? self : modified(.enabled(condition)) }

  /// Disables the node; does nothing for `false`.
  public func disabled(_ isDisabled: Bool = true) -> Self { isDisabled ? modified(.enabled(.never)) : self }

  /// Sets the condition under which the node is shown; an input that is not shown has no value.
  public func visible(when condition: Condition) -> Self { condition == .always ? self : modified(.visible(condition)) }

  /// Gives the node a share of the width of its row, from 1 to 12, relative to the shares of its siblings.
  ///
  /// A node without a share is as wide as its content.
  public func weight(_ share: Int) -> Self { modified(.weight(share)) }

  /// Sets the content for a host that does not know the node's kind: exactly one element.
  public func fallback<Content: InterfaceContent>(@InterfaceContentBuilder _ content: () -> Content) -> Self {
    modified(.fallback(content()))
  }

  /// Omits the node on a host that does not know its kind.
  public func droppedWhenUnknown() -> Self { modified(.dropped) }

  func modified(_ modifier: ElementModifiers.Modifier) -> Self {
    var copy = self
    copy.modifiers.list.append(modifier)
    return copy
  }
}

/// An element that can have a picture beside its text.
public protocol IconElement: InterfaceElement {}

extension IconElement {
  /// Adds a picture; the text has to give the whole meaning without it.
  public func icon(_ icon: Icon) -> Self { modified(.icon(icon)) }
}

extension Text: IconElement {}
extension Banner: IconElement {}
extension Link: IconElement {}
extension Button: IconElement {}
extension Item: IconElement {}

extension ElementModifiers {
  /// For a modifier that is used twice, the last one counts.
  func emit(into emitter: inout InterfaceEmitter) {
    if list.isEmpty { return }
    for (index, modifier) in list.enumerated() where !list[(index + 1)...].contains(where: modifier.isSameProperty(as:))
    {
      switch modifier {
      case .id: break  // It is written when the node begins.
      case .hint(let text): emitter.set(.hint, text)
      case .hidden: emitter.set(.hidden, true)
      case .busy: emitter.set(.busy, true)
      case .live(let region): emitter.set(.live, region.rawValue)
      case .enabled(let condition): condition.emit(into: &emitter, .enabled)
      case .visible(let condition): condition.emit(into: &emitter, .visible)
      case .weight(let share): emitter.set(.weight, share)
      case .labelHidden: emitter.set(.labelHidden, true)
      case .icon(let icon): emitter.set(.icon, icon.rawValue)
      case .fallback(let content):
        emitter.map(.fallback) { content.emit(into: &$0) }
      case .dropped: emitter.set(.fallback, "drop")
      }
    }
  }
}

extension ElementModifiers.Modifier {
  fileprivate func isSameProperty(as other: Self) -> Bool { property == other.property }

  private var property: PropertyName {
    switch self {
    case .id: .id
    case .hint: .hint
    case .hidden: .hidden
    case .busy: .busy
    case .live: .live
    case .enabled: .enabled
    case .visible: .visible
    case .weight: .weight
    case .labelHidden: .labelHidden
    case .icon: .icon
    case .fallback, .dropped: .fallback
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
