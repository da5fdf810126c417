/// One screen.
public struct Screen<Content: InterfaceContent>: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  @usableFromInline let id: String
  @usableFromInline let title: String
  @usableFromInline let initialFocus: String?
  @usableFromInline let primaryAction: String?
  @usableFromInline let content: Content

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - id: Unique in the description; 1 to 64 bytes of `[A-Za-z0-9._-]`.
  ///   - title: The title of the screen.
  ///   - initialFocus: The id of the node that has the focus initially.
  ///   - primaryAction: The id of the button that Return presses.
  ///   - content: The content of the screen.
  @inlinable
  public init(
    _ id: String, title: String, initialFocus: String? = nil, primaryAction: String? = nil,
    @InterfaceContentBuilder content: () -> Content
  ) {
    self.id = id
    self.title = title
    self.initialFocus = initialFocus
    self.primaryAction = primaryAction
    self.content = content()
  }

  /// Writes the screen and its content.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.screen, id: id, modifiers) {
      $0.set(.initialFocus, initialFocus)
      $0.set(.label, title)
      $0.set(.primaryAction, primaryAction)
      content.emit(into: &$0)
    }
  }
}

/// A tab bar.
public struct Tabs<Content: InterfaceContent>: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  @usableFromInline let id: String
  @usableFromInline let label: String?
  @usableFromInline let selected: String?
  @usableFromInline let content: Content

  /// Makes a tab bar; its children are ``Tab``s.
  ///
  /// - Parameters:
  ///   - id: Unique in the description; 1 to 64 bytes of `[A-Za-z0-9._-]`.
  ///   - label: The accessible name of the tab bar.
  ///   - selected: The id of the tab that is selected initially; the first one unless given.
  ///   - content: The tabs.
  @inlinable
  public init(
    _ id: String, label: String? = nil, selected: String? = nil, @InterfaceContentBuilder content: () -> Content
  ) {
    self.id = id
    self.label = label
    self.selected = selected
    self.content = content()
  }

  /// Writes the tab bar and its tabs.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.tabs, id: id, modifiers) {
      $0.set(.label, label)
      $0.set(.selected, selected)
      content.emit(into: &$0)
    }
  }
}

/// One tab of a tab bar, with its single controller.
public struct Tab<Content: InterfaceContent>: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  @usableFromInline let id: String
  @usableFromInline let label: String
  @usableFromInline let badge: String?
  @usableFromInline let content: Content

  /// Makes a tab.
  ///
  /// - Parameters:
  ///   - id: Unique in the description; 1 to 64 bytes of `[A-Za-z0-9._-]`.
  ///   - label: The visible name of the tab.
  ///   - badge: A few characters beside it, such as a count.
  ///   - content: Exactly one screen, navigation stack or tab bar.
  @inlinable
  public init(_ id: String, _ label: String, badge: String? = nil, @InterfaceContentBuilder content: () -> Content) {
    self.id = id
    self.label = label
    self.badge = badge
    self.content = content()
  }

  /// Writes the tab and its controller.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.item, id: id, modifiers) {
      $0.set(.badge, badge)
      $0.set(.label, label)
      content.emit(into: &$0)
    }
  }
}

/// A stack of screens; the last one is on top.
public struct Navigation<Content: InterfaceContent>: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  @usableFromInline let id: String?
  @usableFromInline let label: String?
  @usableFromInline let content: Content

  /// Makes a navigation stack; its children are screens, the root first.
  @inlinable
  public init(_ id: String? = nil, label: String? = nil, @InterfaceContentBuilder content: () -> Content) {
    self.id = id
    self.label = label
    self.content = content()
  }

  /// Writes the stack and its screens.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.navigation, id: id, modifiers) {
      $0.set(.label, label)
      content.emit(into: &$0)
    }
  }
}

/// A layer above the screen that it is written in.
public struct Presented<Content: InterfaceContent>: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  @usableFromInline let label: String?
  @usableFromInline let content: Content

  /// Makes a layer with one screen, tabs or navigation stack.
  @inlinable
  public init(_ label: String? = nil, @InterfaceContentBuilder content: () -> Content) {
    self.label = label
    self.content = content()
  }

  /// Writes the layer and its content.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.presented, modifiers) {
      $0.set(.label, label)
      content.emit(into: &$0)
    }
  }
}
