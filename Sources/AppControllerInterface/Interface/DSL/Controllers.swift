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
public struct TabView<Content: InterfaceContent>: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  @usableFromInline let id: String
  @usableFromInline let label: String?
  @usableFromInline let selection: String?
  @usableFromInline let content: Content

  /// Makes a tab bar; its children are ``Tab``s.
  ///
  /// - Parameters:
  ///   - id: Unique in the description; 1 to 64 bytes of `[A-Za-z0-9._-]`.
  ///   - label: The accessible name of the tab bar.
  ///   - selection: The id of the tab that is selected initially; the first one unless given.
  ///   - content: The tabs.
  @inlinable
  public init(
    _ id: String, label: String? = nil, selection: String? = nil, @InterfaceContentBuilder content: () -> Content
  ) {
    self.id = id
    self.label = label
    self.selection = selection
    self.content = content()
  }

  /// Writes the tab bar and its tabs.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.tabs, id: id, modifiers) {
      $0.set(.label, label)
      $0.set(.selected, selection)
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
public struct NavigationStack<Content: InterfaceContent>: InterfaceElement {
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

extension Screen {
  /// Presents a layer above the screen, as soon as the screen is shown.
  ///
  /// - Parameters:
  ///   - label: The accessible name of the layer.
  ///   - content: Exactly one screen, navigation stack or tab bar.
  /// - Returns: The screen with the layer.
  public func sheet<Layer: InterfaceContent>(
    _ label: String? = nil, @InterfaceContentBuilder content: () -> Layer
  ) -> Screen<some InterfaceContent> {
    let layer = Sheet(label, content: content)
    var screen = Screen<ContentPair<Content, Sheet<Layer>>>(
      id, title: title, initialFocus: initialFocus, primaryAction: primaryAction
    ) {
      self.content
      layer
    }
    screen.modifiers = modifiers
    return screen
  }

  /// Presents a short message above the screen, with the buttons that answer it.
  ///
  /// - Parameters:
  ///   - id: The id of the alert's screen, unique in the description.
  ///   - title: The title of the alert.
  ///   - message: The text below it.
  ///   - initialFocus: The id of the button that has the focus initially: a harmless one.
  ///   - actions: The buttons, one of which closes the alert.
  /// - Returns: The screen with the alert.
  public func alert<Actions: InterfaceContent>(
    _ id: String, _ title: String, message: String? = nil, initialFocus: String? = nil,
    @InterfaceContentBuilder actions: () -> Actions
  ) -> Screen<some InterfaceContent> {
    let actions = actions()
    return sheet {
      Screen<ContentPair<OptionalContent<Text>, Actions>>(id, title: title, initialFocus: initialFocus) {
        if let message { Text(message) }
        actions
      }
    }
  }
}

package struct Sheet<Content: InterfaceContent>: InterfaceElement {
  package var modifiers = ElementModifiers()
  private let label: String?
  private let content: Content

  package init(_ label: String? = nil, @InterfaceContentBuilder content: () -> Content) {
    self.label = label
    self.content = content()
  }

  package func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.presented, modifiers) {
      $0.set(.label, label)
      content.emit(into: &$0)
    }
  }
}
