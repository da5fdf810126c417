import AppControllerKit

/// A whole interface that is being made: it puts layers and tabs where they can stand, and finds out what is sent.
struct DraftInterface {
  var name: String
  var language = "und"
  var direction = TextDirection.auto
  var fallbackText: String?
  var nodes: [DraftNode]
  /// The inputs that are bound to a place in a data model, by the place; empty where inputs go by their names.
  var bindings: [String: [String]] = [:]

  /// Makes the description.
  ///
  /// - Throws: ``ImportFailure`` when there is nothing to show, or the kit has an error about it.
  consuming func finished(_ context: inout ImportContext) throws(ImportFailure) -> ImportedInterface {
    if nodes.isEmpty { throw ImportFailure(.nothingToShow, "$", "nothing is left that could be shown") }
    var root = DraftNode(.stack(.vertical), nodes)
    root.placeIcons(&context)
    let tabs = root.onlyTabs
    if tabs == nil { root.flattenTabs(&context) }
    let id = context.id("screen", or: "screen", at: "$")
    let description: InterfaceDescription
    if var tabs {
      for index in tabs.children.indices {
        tabs.children[index].flattenTabs(&context)
        settle(&tabs.children[index], &context)
      }
      description = InterfaceDescription(
        "imported", language: language, direction: direction, fallbackText: fallbackText
      ) { Drafts([tabs]) }
    } else {
      let title = root.takeTitle() ?? name
      settle(&root, &context)
      description = InterfaceDescription(
        "imported", language: language, direction: direction, fallbackText: fallbackText
      ) {
        Screen(id, title: title) { Drafts(root.children) }
      }
    }
    if let error = description.validate().first(where: { $0.severity == .error }) {
      throw ImportFailure(error.kind, error.path, "\(error.code.rawValue): \(error.message)")
    }
    return ImportedInterface(description: description, state: .init(), omissions: context.omissions)
  }

  /// Settles what a screen's nodes say about its inputs, and lifts its layers to where they can stand.
  private func settle(_ screen: inout DraftNode, _ context: inout ImportContext) {
    var layers: [DraftNode] = []
    screen.children = screen.children.compactMap { $0.without(&layers) }
    var settling = ScreenSettling(bindings: bindings)
    for child in screen.children { settling.note(child) }
    screen.children = screen.children.map { settling.settle($0) }
    context.omissions += settling.omissions
    for var layer in layers {
      layer.flattenTabs(&context)
      settle(&layer, &context)
      screen.children.append(layer)
    }
  }
}

extension Diagnostic {
  /// What an error of the kit's says about the original: it has reached a limit, or else the importer is wrong.
  fileprivate var kind: ImportFailure.Kind {
    switch code.rawValue {
    case "ACK1121": .tooDeep
    case "ACK1120", "ACK1122", "ACK1123", "ACK1124", "ACK1125", "ACK1126": .tooLarge
    default: .refused
    }
  }
}

extension DraftNode {
  /// The tabs, when there is nothing else.
  fileprivate var onlyTabs: DraftNode? {
    switch kind {
    case .tabs: isHidden ? nil : self
    case .stack: children.count == 1 && !isHidden ? children[0].onlyTabs : nil
    case .group, .disclosure, .icon, .list, .item, .divider, .text, .image, .field, .toggle, .choice, .button, .link,
      .layer, .table, .row, .chart:
      nil
    }
  }

  /// The title, when the first thing that is seen is one; it is said as the screen's, and not a second time.
  fileprivate mutating func takeTitle() -> String? {
    guard let first = children.first, !first.isHidden else { return nil }
    switch first.kind {
    case .text(let text, let style) where style == .title || style == .heading:
      if text.contains("\n") || text.utf8.count > InterfaceLimits.standard.label { return nil }
      children.removeFirst()
      return text
    case .stack: return children[0].takeTitle()
    case .text, .group, .disclosure, .icon, .list, .item, .divider, .image, .field, .toggle, .choice, .button, .link,
      .tabs, .layer, .table, .row, .chart:
      return nil
    }
  }

  /// Makes groups of tabs that stand among other things, where no tab bar can be.
  fileprivate mutating func flattenTabs(_ context: inout ImportContext) {
    if case .tabs = kind {
      context.omit("$", "Tabs", "a tab bar is a screen's surrounding; these are shown one below the other")
      kind = .stack(.vertical)
      children = children.map { tab in
        guard case .item(let label) = tab.kind else { return tab }
        return DraftNode(.group(label), tab.children)
      }
    }
    for index in children.indices { children[index].flattenTabs(&context) }
  }

  /// The node without the layers in it.
  fileprivate consuming func without(_ layers: inout [DraftNode]) -> DraftNode? {
    if case .layer = kind {
      layers.append(self)
      return nil
    }
    if !children.isEmpty { children = children.compactMap { $0.without(&layers) } }
    return self
  }
}

/// Finds out which inputs of its screen an action sends and a condition asks about.
private struct ScreenSettling {
  let bindings: [String: [String]]
  var omissions: [Omission] = []
  private var names: [String] = []
  private var known: Set<String> = []

  init(bindings: [String: [String]]) { self.bindings = bindings }

  mutating func note(_ node: DraftNode) {
    switch node.kind {
    case .field, .toggle, .choice:
      names.append(node.id ?? "")
      known.insert(node.id ?? "")
    case .stack, .group, .disclosure, .icon, .list, .item, .divider, .text, .image, .button, .link, .tabs, .layer,
      .table, .row, .chart:
      break
    }
    for child in node.children { note(child) }
  }

  mutating func settle(_ node: DraftNode) -> DraftNode {
    var node = node
    if case .button(let label, let style, var action) = node.kind {
      switch action.sends {
      case .nothing: break
      case .all: action.sends = .bound(names)
      case .bound(let places): action.sends = .bound(places.flatMap(inputs))
      }
      node.kind = .button(label, style, action)
    }
    node.enabled = settled(node.enabled) ?? .always
    node.children = node.children.map { settle($0) }
    return node
  }

  /// The inputs of this screen that are bound to a place.
  private func inputs(at place: String) -> [String] { (bindings[place] ?? [place]).filter(known.contains) }

  /// A condition about inputs instead of places; `nil` when there are none.
  private mutating func settled(_ condition: Condition) -> Condition? {
    switch condition {
    case .always, .never: return condition
    case .filled(let places): return names(places).map { .filled($0) }
    case .valid(let places): return names(places).map { .valid($0) }
    case .checked(let place): return names([place]).map { .all($0.map { .checked($0) }) }
    case .all(let conditions):
      let settled = conditions.compactMap { self.settled($0) }
      return settled.isEmpty ? nil : settled.count == 1 ? settled[0] : .all(settled)
    case .any(let conditions):
      let settled = conditions.compactMap { self.settled($0) }
      return settled.count < conditions.count ? nil : .any(settled)
    case .not(let condition): return settled(condition).map { .not($0) }
    }
  }

  private mutating func names(_ places: [String]) -> [String]? {
    let names = places.flatMap(inputs)
    if !names.isEmpty { return names }
    omissions.append(Omission(path: places.joined(separator: " "), what: "checks", reason: "no input is bound to it"))
    return nil
  }
}
