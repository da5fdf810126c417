/// A result that is made of accessible elements: a list of them, or a text.
protocol AccessibleOutput {
  mutating func append(_ element: AccessibleElement)

  /// Separates the earlier elements from the later ones, at their level: by space, or by a line.
  mutating func separate(_ level: Int, withLine: Bool)
}

extension [AccessibleElement]: AccessibleOutput {
  /// A separation is no element.
  mutating func separate(_ level: Int, withLine: Bool) {}
}

/// The part of a node's subtree that becomes elements.
enum AccessibleExtent {
  case withLayers
  /// A face shows the layers above a screen as screens of their own.
  case withoutLayers
  case node
}

/// Makes the accessible elements of a description's nodes; all text, line and speech output gets its words here.
struct AccessibleWalk<Output: AccessibleOutput> {
  private(set) var output: Output
  private let arena: Arena
  private let tabs: AccessibleTabs
  private let extent: AccessibleExtent
  private let opensGroups: Bool
  private var reading: AccessibleReading
  private var level = 0
  private var table: (index: Int, columns: [TableColumn]) = (-1, [])
  /// In a layer, a screen is not a landmark of the page.
  private var isInLayer = false
  /// The screen whose title names the layer around it, and is not repeated.
  private var titleScreen: Int?

  init(
    _ arena: Arena, _ state: PresentationState, _ words: FaceWords, tabs: AccessibleTabs, into output: Output,
    extent: AccessibleExtent = .withLayers, opensGroups: Bool? = nil
  ) {
    self.output = output
    self.extent = extent
    self.opensGroups = opensGroups ?? (tabs == .all)
    self.arena = arena
    self.tabs = tabs
    reading = AccessibleReading(arena: arena, state: state, words)
  }

  mutating func visit(_ index: Int) {
    let node = arena.nodes[index]
    if reading.isHidden(index) || extent == .node && isInRow(index, node) { return }
    guard let kind = node.knownKind else { return visitChildren(index) }
    switch kind {
    case .screen:
      if index == titleScreen {
        visitChildren(index)
      } else {
        emit(element(isInLayer ? .region : .main, node), around: index)
      }
    case .tabs: visitTabs(index, node)
    case .navigation: visitNavigation(index)
    case .presented: visitLayer(index, node)
    case .stack: visitChildren(index)
    case .group: visitGroup(index, node)
    case .list: visitNamed(.list, index, node)
    case .grid: visitNamed(reading.isListOfItems(index) ? .list : .group, index, node)
    case .item: visitItem(index, node)
    case .divider: output.separate(level, withLine: true)
    case .spacer: output.separate(level, withLine: false)
    case .text:
      let style = reading.style(node)
      let role: AccessibleRole = style == .title || style == .heading ? .heading : .paragraph
      output.append(element(role, node, named: .text, style: style))
    case .code:
      output.append(element(.code, node, value: reading.string(.text, node) ?? ""))
      if let url = reading.string(.qr, node) {
        output.append(
          AccessibleElement(.link, name: reading.words(.qrCode(QRCode.host(of: url))), value: url, level: level + 1))
      }
    case .image: visitImage(index, node)
    case .field, .toggle, .choice: visitInput(kind, index, node)
    case .button:
      let states = reading.disabled(index).union(reading.confirming(node))
      output.append(element(.button, node, style: reading.style(node), states: states))
    case .link:
      let states = reading.disabled(index)
      output.append(element(.link, node, value: reading.string(.url, node), states: states))
    case .progress:
      let progress = InterfaceDescription.Node(arena: arena, index: index).progress
      output.append(element(.progressIndicator, node, value: reading.text(of: progress)))
    case .banner:
      let severity = InterfaceDescription.Node(arena: arena, index: index).severity ?? .info
      output.append(element(severity == .error ? .alert : .status, node, named: .text, severity: severity))
    case .table: visitNamed(.table, index, node)
    case .row: visitRow(index, node)
    case .chart:
      let chart = InterfaceDescription.Node(arena: arena, index: index).chart
      output.append(element(.figure, node, value: chart?.text(reading.words) ?? ""))
    case .secret: output.append(element(.button, node, value: "(\(reading.words(.hidden)))"))
    }
  }

  private mutating func visitChildren(_ index: Int) {
    if extent == .node { return }
    for child in arena.children(of: index) { visit(child) }
  }

  private mutating func emit(_ element: AccessibleElement, around index: Int) {
    output.append(element)
    level += 1
    visitChildren(index)
    level -= 1
  }

  private func element(
    _ role: AccessibleRole, _ node: NodeRecord, named name: PropertyName = .label, value: String? = nil,
    badge: String? = nil, severity: Severity? = nil, style: NodeStyle? = nil, states: AccessibleStates = []
  ) -> AccessibleElement {
    AccessibleElement(
      role, id: node.idSize == 0 ? nil : arena.string(node.id), name: reading.string(name, node) ?? "",
      hint: reading.string(.hint, node), value: value, badge: badge, severity: severity, style: style,
      states: states.union(reading.busy(node)), level: level
    )
  }
}

// MARK: - Structure and controllers

extension AccessibleWalk {
  private mutating func visitTabs(_ index: Int, _ node: NodeRecord) {
    guard let selected = reading.state.selectedItem(of: .init(arena: arena, index: index))?.index else { return }
    var bar = element(.tabList, node)
    if reading.string(.label, node) == nil { bar.name = reading.words(.tabs) }
    output.append(bar)
    let items = arena.children(of: index).filter { [reading] in !reading.isHidden($0) }
    level += 1
    for item in items {
      let tab = arena.nodes[item]
      output.append(
        element(.tab, tab, badge: reading.string(.badge, tab), states: item == selected ? .selected : []))
    }
    level -= 1
    switch tabs {
    case .selected: visitChildren(selected)
    case .all: for item in items { visitChildren(item) }
    }
  }

  private mutating func visitNavigation(_ index: Int) {
    guard let (screen, below) = reading.topScreen(of: index) else { return }
    if below > 0 { output.append(AccessibleElement(.button, name: reading.words(.back), level: level)) }
    visit(screen)
  }

  private mutating func visitLayer(_ index: Int, _ node: NodeRecord) {
    if extent == .withoutLayers { return }
    let outer = (isInLayer, titleScreen)
    (isInLayer, titleScreen) = (true, reading.titleScreen(of: index))
    emit(element(.dialog, titleScreen.map { arena.nodes[$0] } ?? node), around: index)
    (isInLayer, titleScreen) = outer
  }

  private mutating func visitNamed(_ role: AccessibleRole?, _ index: Int, _ node: NodeRecord) {
    guard let role, arena.value(.label, in: node.values)?.tag == .string else { return visitChildren(index) }
    emit(element(role, node), around: index)
  }

  private mutating func visitGroup(_ index: Int, _ node: NodeRecord) {
    guard let isOpen = reading.isOpen(index) else { return visitNamed(reading.groupRole(node), index, node) }
    if isOpen || opensGroups {
      emit(element(.button, node, states: .expanded), around: index)
    } else {
      output.append(element(.button, node, states: .collapsed))
    }
  }

  private mutating func visitItem(_ index: Int, _ node: NodeRecord) {
    let isPressable = arena.value(.action, in: node.values) != nil
    let item = element(
      reading.isListItem(node) ? .listItem : .group, node, value: reading.string(.text, node),
      badge: reading.string(.badge, node),
      states: reading.disabled(index).union(reading.confirming(node)).union(isPressable ? .pressable : [])
    )
    emit(item, around: index)
  }
}

// MARK: - Tables

extension AccessibleWalk {
  private mutating func visitRow(_ index: Int, _ node: NodeRecord) {
    let parent = Int(node.parent)
    guard arena.nodes[parent].knownKind == .table else { return visitChildren(index) }
    if parent != table.index {
      table = (parent, InterfaceDescription.Node(arena: arena, index: parent).tableColumns)
    }
    let isPressable = arena.value(.action, in: node.values) != nil
    let cells = DataWords.row(InterfaceDescription.Node(arena: arena, index: index), table.columns)
    var row = element(
      .row, node, value: cells, states: reading.disabled(index).union(isPressable ? .pressable : []))
    if row.name.isEmpty { (row.name, row.value) = (cells, nil) }
    output.append(row)
    if extent == .node { return }
    level += 1
    for child in arena.children(of: index) where DataWords.isStandalone(arena.nodes[child], in: arena) { visit(child) }
    level -= 1
  }
}

extension AccessibleWalk {
  /// Whether a node is a cell without an element of its own, because its row contains its text.
  private func isInRow(_ index: Int, _ node: NodeRecord) -> Bool {
    let row = arena.nodes[Int(node.parent)]
    return row.knownKind == .row && !node.isPropertyValue && Int(node.parent) != index
      && arena.nodes[Int(row.parent)].knownKind == .table && !DataWords.isStandalone(node, in: arena)
  }
}

// MARK: - Leaves

extension AccessibleWalk {
  private mutating func visitImage(_ index: Int, _ node: NodeRecord) {
    guard let alternative = InterfaceDescription.Node(arena: arena, index: index).media?.alternative else { return }
    var image = element(.image, node)
    image.name = alternative
    output.append(image)
  }

  private mutating func visitInput(_ kind: NodeKind, _ index: Int, _ node: NodeRecord) {
    guard let input = InterfaceDescription.Node(arena: arena, index: index).input else { return }
    let states = reading.states(of: input, index, node)
    var control = element(AccessibleRole(input, of: kind), node, states: states)
    control.error = reading.error(of: input)
    if kind == .field {
      (control.value, control.placeholder) = (reading.value(of: input), input.placeholder)
      (control.minimum, control.maximum) = (input.range?.min, input.range?.max)
    }
    if kind == .toggle, reading.isOn(input) { control.states.insert(.checked) }
    output.append(control)
    if kind != .choice { return }
    let chosen = reading.chosen(input)
    for option in input.options {
      let isChosen = chosen.contains(UTF8Key(text: option.value))
      output.append(
        AccessibleElement(
          input.isMultiple ? .checkBox : .radioButton, name: option.label,
          states: states.intersection(.disabled).union(isChosen ? .checked : []), level: level + 1))
    }
  }
}

extension AccessibleRole {
  fileprivate init(_ input: InputDescription, of kind: NodeKind) {
    self =
      switch (kind, input.content) {
      case (.toggle, _): .checkBox
      case (.choice, _): input.isMultiple ? .group : .radioGroup
      case (_, .text): input.lines == nil ? .textInput : .multilineTextInput
      case (_, .username): .textInput
      case (_, .email): .emailInput
      case (_, .password), (_, .newPassword), (_, .oneTimeCode): .passwordInput
      case (_, .number): input.range == nil ? .numberInput : .spinButton
      case (_, .date): .dateInput
      case (_, .time): .timeInput
      case (_, .dateTime): .dateTimeInput
      case (_, .url): .urlInput
      case (_, .search): .searchInput
      }
  }
}
