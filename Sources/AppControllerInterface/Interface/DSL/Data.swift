/// Rows under columns.
public struct Table<Content: InterfaceContent>: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  @usableFromInline let label: String?
  @usableFromInline let columns: [TableColumn]
  @usableFromInline let content: Content

  /// Makes a table; its children are ``Row``s, at most 1 000.
  ///
  /// - Parameters:
  ///   - label: The accessible name of the table.
  ///   - columns: The columns, 1 to 8.
  ///   - content: The rows.
  @inlinable
  public init(_ label: String? = nil, columns: [TableColumn], @InterfaceContentBuilder content: () -> Content) {
    self.label = label
    self.columns = columns
    self.content = content()
  }

  /// Writes the table and its rows.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.table, modifiers) {
      $0.set(columns)
      $0.set(.label, label)
      content.emit(into: &$0)
    }
  }
}

/// One row of a table.
public struct Row<Content: InterfaceContent>: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  @usableFromInline let id: String?
  @usableFromInline let label: String?
  @usableFromInline let action: Action?
  @usableFromInline let content: Content

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - id: Unique in the description; needed for an action.
  ///   - label: The accessible name of the row; needed for an action.
  ///   - action: The action of choosing the row; `nil` for none.
  ///   - content: The cells, one in each column: texts, images, links and buttons.
  @inlinable
  public init(
    _ id: String? = nil, _ label: String? = nil, action: Action? = nil, @InterfaceContentBuilder content: () -> Content
  ) {
    self.id = id
    self.label = label
    self.action = action
    self.content = content()
  }

  /// Writes the row and its cells.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.row, id: id, modifiers) {
      action?.emit(into: &$0)
      $0.set(.label, label)
      content.emit(into: &$0)
    }
  }
}

/// A few numbers as bars or as a line.
public struct Chart: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  private let label: String
  private let style: NodeStyle
  private let chart: ChartDescription

  /// Makes a chart.
  ///
  /// - Parameters:
  ///   - label: The name and the message of the chart; an older host shows it alone.
  ///   - style: `bar` or `line`.
  ///   - values: The numbers: 1 to 64, all finite.
  ///   - labels: The names of the numbers, one each; none unless given.
  ///   - unit: The unit of the numbers.
  public init(
    _ label: String, style: NodeStyle = .bar, values: [Double], labels: [String] = [], unit: String? = nil
  ) {
    self.label = label
    self.style = style
    chart = ChartDescription(values: values, labels: labels, unit: unit)
  }

  /// Writes the chart.
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.chart, modifiers) {
      $0.set(.label, label)
      if !chart.labels.isEmpty { $0.set(.labels, chart.labels) }
      if style != .bar { $0.set(.style, style.rawValue) }
      $0.set(.unit, chart.unit)
      $0.list(.values) { for value in chart.values { $0.builder.set(key: Span(), .double(value)) } }
    }
  }
}

/// A text that is hidden until the user asks for it, such as a recovery code.
public struct SecretText: InterfaceElement {
  /// The properties that the modifiers have set.
  public var modifiers = ElementModifiers()
  private let id: String
  private let label: String
  private let value: String

  /// Makes a secret.
  ///
  /// - Parameters:
  ///   - id: Unique in the description.
  ///   - label: The visible name of the secret.
  ///   - value: The text, at most 1 024 bytes.
  public init(_ id: String, _ label: String, value: String) {
    self.id = id
    self.label = label
    self.value = value
  }

  /// Writes the secret.
  public func emit(into emitter: inout InterfaceEmitter) {
    emitter.node(.secret, id: id, modifiers) {
      $0.set(.label, label)
      $0.map(.secret) { $0.set(.value, value) }
    }
  }
}

extension InterfaceEmitter {
  @usableFromInline
  mutating func set(_ columns: [TableColumn]) {
    list(.columns) { emitter in
      for column in columns {
        emitter.mapElement {
          if column.alignment != .start { $0.set(.align, column.alignment.rawValue) }
          $0.set(.label, column.label)
          $0.set(.weight, column.weight)
        }
      }
    }
  }
}
