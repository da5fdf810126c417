/// Walks a description and collects its accessible elements.
struct AccessibleElementCollector {
  private(set) var elements: [AccessibleElement] = []
  private let arena: Arena
  private let tabs: AccessibleTabs
  private var reading: AccessibleReading
  private var level = 0
  /// Whether the walk is inside a layer, where a screen is not a landmark of the page.
  private var isInLayer = false
  /// The screen whose title names the layer around it, and is not repeated.
  private var titleScreen: Int?

  init(arena: Arena, state: PresentationState, tabs: AccessibleTabs) {
    self.arena = arena
    self.tabs = tabs
    reading = AccessibleReading(arena: arena, state: state)
  }

  mutating func collect(_ index: Int) {
    let node = arena.nodes[index]
    if reading.isHidden(index) { return }
    guard let kind = node.knownKind else { return collectChildren(index) }
    switch kind {
    case .screen: collectScreen(index, node)
    case .tabs: collectTabs(index, node)
    case .navigation: collectNavigation(index)
    case .presented: collectLayer(index, node)
    case .stack: collectChildren(index)
    case .group: collectNamed(reading.groupRole(node), index, node)
    case .list: collectNamed(.list, index, node)
    case .grid: collectNamed(reading.isListOfItems(index) ? .list : .group, index, node)
    case .item: collectItem(index, node)
    case .divider, .spacer: break
    case .text: add(reading.isHeading(node) ? .heading : .paragraph, node, .text)
    case .code: add(.code, node, .label) { $0.value = $1.string(.text, node) ?? "" }
    case .image: collectImage(index, node)
    case .field: collectField(index, node)
    case .toggle: collectToggle(index, node)
    case .choice: collectChoice(index, node)
    case .button: collectUsable(.button, index, node)
    case .link: collectUsable(.link, index, node) { $0.value = $1.string(.url, node) }
    case .progress: collectProgress(index, node)
    case .banner: collectBanner(index, node)
    }
  }

  private mutating func collectChildren(_ index: Int) {
    for child in arena.children(of: index) { collect(child) }
  }

  private mutating func collectInside(_ index: Int) {
    level += 1
    collectChildren(index)
    level -= 1
  }

  /// Adds an element for a node, named by the value of a property.
  private mutating func add(
    _ role: AccessibleRole, _ node: NodeRecord, _ name: PropertyName,
    _ complete: (inout AccessibleElement, AccessibleReading) -> Void = { _, _ in }
  ) {
    var element = AccessibleElement(
      role, id: node.idLength == 0 ? nil : arena.string(node.id), name: reading.string(name, node) ?? "", level: level
    )
    complete(&element, reading)
    elements.append(element)
  }
}

// MARK: - Structure and controllers

extension AccessibleElementCollector {
  private mutating func collectScreen(_ index: Int, _ node: NodeRecord) {
    if index == titleScreen { return collectChildren(index) }
    add(isInLayer ? .region : .main, node, .label) { $0.states = $1.busy(node) }
    collectInside(index)
  }

  private mutating func collectTabs(_ index: Int, _ node: NodeRecord) {
    guard let selected = reading.selectedItem(of: index, node) else { return }
    add(.tabList, node, .label) { if $1.string(.label, node) == nil { $0.name = "Tabs" } }
    level += 1
    for item in arena.children(of: index) where !reading.isHidden(item) {
      let tab = arena.nodes[item]
      add(.tab, tab, .label) {
        $0.badge = $1.string(.badge, tab)
        $0.states = item == selected ? $1.busy(tab).union(.selected) : $1.busy(tab)
      }
    }
    level -= 1
    switch tabs {
    case .selected: collectChildren(selected)
    case .all: for item in arena.children(of: index) where !reading.isHidden(item) { collectChildren(item) }
    }
  }

  private mutating func collectNavigation(_ index: Int) {
    guard let (screen, below) = reading.topScreen(of: index) else { return }
    if below > 0 { elements.append(AccessibleElement(.button, name: "Back", level: level)) }
    collect(screen)
  }

  private mutating func collectLayer(_ index: Int, _ node: NodeRecord) {
    let outer = (isInLayer, titleScreen)
    isInLayer = true
    titleScreen = reading.titleScreen(of: index)
    if let titleScreen {
      add(.dialog, arena.nodes[titleScreen], .label) { [arena] in $0.states = $1.busy(arena.nodes[titleScreen]) }
    } else {
      add(.dialog, node, .label)
    }
    collectInside(index)
    (isInLayer, titleScreen) = outer
  }

  /// Adds a container that has a name, and its contents.
  private mutating func collectNamed(_ role: AccessibleRole?, _ index: Int, _ node: NodeRecord) {
    guard let role, arena.value(.label, in: node.values)?.tag == .string else { return collectChildren(index) }
    add(role, node, .label) {
      $0.hint = $1.string(.hint, node)
      $0.states = $1.busy(node)
    }
    collectInside(index)
  }

  private mutating func collectItem(_ index: Int, _ node: NodeRecord) {
    let isEnabled = reading.isEnabled(index, node)
    let role: AccessibleRole = reading.isListItem(node) ? .listItem : .group
    add(role, node, .label) { [arena] in
      $0.hint = $1.string(.hint, node)
      $0.value = $1.string(.text, node)
      $0.badge = $1.string(.badge, node)
      $0.states = $1.busy(node)
      if arena.value(.action, in: node.values) != nil { $0.states.insert(.pressable) }
      if !isEnabled { $0.states.insert(.disabled) }
    }
    collectInside(index)
  }
}

// MARK: - Leaves

extension AccessibleElementCollector {
  private mutating func collectImage(_ index: Int, _ node: NodeRecord) {
    guard let alternative = InterfaceDescription.Node(arena: arena, index: index).media?.alternative else { return }
    add(.image, node, .label) { element, _ in element.name = alternative }
  }

  private mutating func collectField(_ index: Int, _ node: NodeRecord) {
    guard let input = InterfaceDescription.Node(arena: arena, index: index).input else { return }
    let states = reading.states(of: input, index, node)
    add(AccessibleRole(input.content), node, .label) {
      $0.describe(input, node, states, $1)
      $0.value = $1.value(of: input)
      $0.placeholder = input.placeholder
    }
  }

  private mutating func collectToggle(_ index: Int, _ node: NodeRecord) {
    guard let input = InterfaceDescription.Node(arena: arena, index: index).input else { return }
    let states = reading.states(of: input, index, node)
    add(.checkBox, node, .label) {
      $0.describe(input, node, states, $1)
      if $1.isOn(input) { $0.states.insert(.checked) }
    }
  }

  private mutating func collectChoice(_ index: Int, _ node: NodeRecord) {
    guard let input = InterfaceDescription.Node(arena: arena, index: index).input else { return }
    let states = reading.states(of: input, index, node)
    add(input.isMultiple ? .group : .radioGroup, node, .label) { $0.describe(input, node, states, $1) }
    let chosen = reading.chosen(input)
    for option in input.options {
      var element = AccessibleElement(
        input.isMultiple ? .checkBox : .radioButton, name: option.label, states: states.intersection(.disabled),
        level: level + 1
      )
      if chosen.contains(ExactName(text: option.value)) { element.states.insert(.checked) }
      elements.append(element)
    }
  }

  private mutating func collectUsable(
    _ role: AccessibleRole, _ index: Int, _ node: NodeRecord,
    _ complete: (inout AccessibleElement, AccessibleReading) -> Void = { _, _ in }
  ) {
    let isEnabled = reading.isEnabled(index, node)
    add(role, node, .label) {
      $0.hint = $1.string(.hint, node)
      $0.states = $1.busy(node)
      if !isEnabled { $0.states.insert(.disabled) }
      complete(&$0, $1)
    }
  }

  private mutating func collectProgress(_ index: Int, _ node: NodeRecord) {
    let progress = InterfaceDescription.Node(arena: arena, index: index).progress
    add(.progressIndicator, node, .label) {
      $0.hint = $1.string(.hint, node)
      $0.value = $1.words(for: progress)
      $0.states = $1.busy(node)
    }
  }

  private mutating func collectBanner(_ index: Int, _ node: NodeRecord) {
    let severity = InterfaceDescription.Node(arena: arena, index: index).severity ?? .info
    add(reading.bannerRole(severity), node, .text) { element, _ in element.severity = severity }
  }
}

extension AccessibleElement {
  fileprivate mutating func describe(
    _ input: InputDescription, _ node: NodeRecord, _ states: AccessibleStates, _ reading: AccessibleReading
  ) {
    hint = reading.string(.hint, node)
    error = reading.error(of: input)
    self.states = states
  }
}
