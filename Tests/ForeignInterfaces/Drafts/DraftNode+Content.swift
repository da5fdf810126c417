import AppControllerKit

extension DraftNode: InterfaceContent {
  /// Writes the node with the kit's own elements, so that it comes in by the door of every author.
  func emit(into emitter: inout InterfaceEmitter) {
    switch kind {
    case .stack(.vertical): write(VStack { Drafts(children) }, &emitter)
    case .stack(.horizontal): write(HStack { Drafts(children.withShares) }, &emitter)
    case .group(let label): write(Group(label) { Drafts(children) }, &emitter)
    case .disclosure(let label): write(DisclosureGroup(name, label) { Drafts(children) }, &emitter)
    case .icon: break
    case .list(let label): write(List(label) { Drafts(children) }, &emitter)
    case .item(let label): write(Item(name, label) { Drafts(children) }.pictured(icon), &emitter)
    case .divider: write(Divider(), &emitter)
    case .text(let text, let style): write(Text(text, style: style).pictured(icon), &emitter)
    case .image(let source, let alternative?): write(Image(source, alternative: alternative), &emitter)
    case .image(let source, nil): write(Image(decorative: source), &emitter)
    case .field(let input):
      var field = TextField(
        name, input.label, content: input.content, value: input.value, placeholder: input.placeholder,
        lines: input.lines)
      for rule in input.rules { field = field.rule(rule.requirement, rule.message) }
      write(field.labelHidden(isLabelHidden), &emitter)
    case .toggle(let input, let isOn):
      var toggle = Toggle(name, input.label, isOn: isOn)
      for rule in input.rules where rule.requirement == .required { toggle = toggle.required(rule.message) }
      write(toggle.labelHidden(isLabelHidden), &emitter)
    case .choice(let input, let options, let isMultiple, let selected):
      var choice = Picker(name, input.label, options: options, isMultiple: isMultiple, selection: selected)
      for rule in input.rules where rule.requirement == .required { choice = choice.required(rule.message) }
      write(choice.labelHidden(isLabelHidden), &emitter)
    case .button(let label, let style, let action):
      write(Button(name, label, style: style, action: action.action).pictured(icon), &emitter)
    case .link(let label, let url): write(Link(name, label, url: url).pictured(icon), &emitter)
    case .table(let columns): write(Table(columns: columns) { Drafts(children) }, &emitter)
    case .row: write(Row { Drafts(children) }, &emitter)
    case .chart(let label, let style, let values, let labels):
      write(Chart(label, style: style, values: values, labels: labels), &emitter)
    case .layer(let label):
      write(Sheet { Screen(name, title: label ?? "") { Drafts(children) } }, &emitter)
    case .tabs:
      write(
        TabView(name) {
          for tab in children {
            Tab(tab.name, tab.label) { Screen("\(tab.name).screen", title: tab.label) { Drafts(tab.children) } }
          }
        }, &emitter)
    }
  }

  private var name: String { id ?? "" }

  private var label: String { if case .item(let label) = kind { label } else { "" } }

  private func write(_ element: some InterfaceElement, _ emitter: inout InterfaceEmitter) {
    var element = element
    if let hint { element = element.hint(hint) }
    if let weight { element = element.weight(weight) }
    element.hidden(isHidden).enabled(when: enabled).emit(into: &emitter)
  }
}

/// Drafts one after the other.
struct Drafts: InterfaceContent {
  private let nodes: [DraftNode]

  init(_ nodes: [DraftNode]) { self.nodes = nodes }

  func emit(into emitter: inout InterfaceEmitter) { for node in nodes { node.emit(into: &emitter) } }
}

extension DraftAction {
  /// The action; its inputs are known by now.
  fileprivate var action: Action {
    guard case .bound(let names) = sends else { return Action(name, validates: false, payload: payload) }
    return Action(name, sends: names, payload: payload)
  }
}

extension IconElement {
  fileprivate func pictured(_ icon: Icon?) -> Self { icon.map { self.icon($0) } ?? self }
}

extension [DraftNode] {
  /// The children of a row, with their shares as whole numbers up to 12.
  fileprivate var withShares: [DraftNode] {
    let most = compactMap(\.share).max() ?? 0
    if most <= 0 { return self }
    // Small whole numbers stay as they are.
    let isPlain = allSatisfy { $0.share.map { $0 >= 1 && $0 == $0.rounded() && $0 <= 12 } ?? true }
    let scale = isPlain ? 1 : 12 / most
    return map { node in
      var node = node
      node.weight = node.share.map { Swift.max(1, Int(($0 * scale).rounded())) }
      return node
    }
  }
}
