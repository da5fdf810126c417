/// Children in a column.
public struct VStack<Content: InterfaceContent>: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  @usableFromInline let content: Content

  /// Makes a column.
  @inlinable
  public init(@InterfaceContentBuilder content: () -> Content) { self.content = content() }

  /// Writes the stack and its children.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.stack, modifiers) { content.emit(into: &$0) }
  }
}

/// Children in a row, where there is room.
public struct HStack<Content: InterfaceContent>: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  @usableFromInline let content: Content

  /// Makes a row.
  @inlinable
  public init(@InterfaceContentBuilder content: () -> Content) { self.content = content() }

  /// Writes the stack and its children.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.stack, modifiers) {
      $0.set(.axis, Axis.horizontal.rawValue)
      content.emit(into: &$0)
    }
  }
}

/// Children in columns of equal width.
public struct Grid<Content: InterfaceContent>: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  @usableFromInline let label: String?
  @usableFromInline let columns: Int?
  @usableFromInline let minColumns: Int?
  @usableFromInline let content: Content

  /// Makes a grid.
  ///
  /// - Parameters:
  ///   - label: The accessible name of the grid.
  ///   - columns: The number of columns where there is room; `nil` for as many as fit.
  ///   - minColumns: The smallest number of columns.
  ///   - content: The cells, row by row.
  @inlinable
  public init(
    _ label: String? = nil, columns: Int? = nil, minColumns: Int? = nil, @InterfaceContentBuilder content: () -> Content
  ) {
    self.label = label
    self.columns = columns
    self.minColumns = minColumns
    self.content = content()
  }

  /// Writes the grid and its cells.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.grid, modifiers) {
      $0.set(.columns, columns)
      $0.set(.label, label)
      $0.set(.minColumns, minColumns)
      content.emit(into: &$0)
    }
  }
}

/// Children that belong together under a label.
public struct Group<Content: InterfaceContent>: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  @usableFromInline let label: String?
  @usableFromInline let style: NodeStyle?
  @usableFromInline let content: Content

  /// Makes a group; the styles `form` and `main` make it a landmark.
  @inlinable
  public init(_ label: String? = nil, style: NodeStyle? = nil, @InterfaceContentBuilder content: () -> Content) {
    self.label = label
    self.style = style
    self.content = content()
  }

  /// Writes the group and its children.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.group, modifiers) {
      $0.set(.label, label)
      $0.set(.style, style?.rawValue)
      content.emit(into: &$0)
    }
  }
}

/// Children that belong together under a label, which opens and closes them.
public struct DisclosureGroup<Content: InterfaceContent>: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  @usableFromInline let id: String
  @usableFromInline let label: String
  @usableFromInline let isCollapsed: Bool
  @usableFromInline let content: Content

  /// Makes a group, which is initially closed unless `isCollapsed` is false.
  @inlinable
  public init(
    _ id: String, _ label: String, isCollapsed: Bool = true, @InterfaceContentBuilder content: () -> Content
  ) {
    self.id = id
    self.label = label
    self.isCollapsed = isCollapsed
    self.content = content()
  }

  /// Writes the group and its children.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.group, id: id, modifiers) {
      $0.set(.collapsed, isCollapsed)
      $0.set(.label, label)
      content.emit(into: &$0)
    }
  }
}

/// A list of items.
public struct List<Content: InterfaceContent>: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  @usableFromInline let label: String?
  @usableFromInline let content: Content

  /// Makes a list; its children are ``Item``s.
  @inlinable
  public init(_ label: String? = nil, @InterfaceContentBuilder content: () -> Content) {
    self.label = label
    self.content = content()
  }

  /// Writes the list and its items.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.list, modifiers) {
      $0.set(.label, label)
      content.emit(into: &$0)
    }
  }
}

/// One entry of a list.
public struct Item<Content: InterfaceContent>: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  @usableFromInline let id: String
  @usableFromInline let label: String
  @usableFromInline let text: String?
  @usableFromInline let badge: String?
  @usableFromInline let action: Action?
  @usableFromInline let content: Content

  /// Makes an item.
  ///
  /// - Parameters:
  ///   - id: Unique in the description; 1 to 64 bytes of `[A-Za-z0-9._-]`.
  ///   - label: The visible name of the item.
  ///   - text: A second line.
  ///   - badge: A few characters beside it, such as a count.
  ///   - action: The action of choosing the item; `nil` for none.
  ///   - content: The further content of the item.
  @inlinable
  public init(
    _ id: String, _ label: String, text: String? = nil, badge: String? = nil, action: Action? = nil,
    @InterfaceContentBuilder content: () -> Content
  ) {
    self.id = id
    self.label = label
    self.text = text
    self.badge = badge
    self.action = action
    self.content = content()
  }

  /// Writes the item and its children.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.item, id: id, modifiers) {
      action?.emit(into: &$0)
      $0.set(.badge, badge)
      $0.set(.label, label)
      $0.set(.text, text)
      content.emit(into: &$0)
    }
  }
}

extension Item where Content == EmptyContent {
  /// Makes an item without further content.
  public init(_ id: String, _ label: String, text: String? = nil, badge: String? = nil, action: Action? = nil) {
    self.init(id, label, text: text, badge: badge, action: action) {}
  }
}

/// A line between siblings.
public struct Divider: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()

  /// Makes a divider.
  public init() {}

  /// Writes the divider.
  public func emit(into emitter: inout InterfaceEmitter) { emitter.leaf(.divider, modifiers) }
}

/// Room between siblings.
public struct Spacer: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()

  /// Makes a spacer.
  public init() {}

  /// Writes the spacer.
  public func emit(into emitter: inout InterfaceEmitter) { emitter.leaf(.spacer, modifiers) }
}
