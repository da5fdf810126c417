import AppControllerKit

extension DraftNode: InterfaceContent {
  /// Writes the node with the kit's own elements, so that it comes in by the door of every author.
  func emit(into emitter: inout InterfaceEmitter) {
    switch kind {
    case .stack(.vertical): write(VStack { Drafts(children) }, &emitter)
    case .stack(.horizontal): write(HStack { Drafts(children) }, &emitter)
    case .group(let label): write(Group(label) { Drafts(children) }, &emitter)
    case .list(let label): write(List(label) { Drafts(children) }, &emitter)
    case .item(let label): write(Item(name, label) { Drafts(children) }, &emitter)
    case .divider: write(Divider(), &emitter)
    case .text(let text, let style): write(Text(text, style: style), &emitter)
    case .image(let source, let alternative?): write(Image(source, alternative: alternative), &emitter)
    case .image(let source, nil): write(Image(decorative: source), &emitter)
    case .field(let input):
      var field = TextField(
        name, input.label, content: input.content, value: input.value, placeholder: input.placeholder)
      for rule in input.rules { field = field.rule(rule.requirement, rule.message) }
      write(field, &emitter)
    case .toggle(let input, let isOn):
      var toggle = Toggle(name, input.label, isOn: isOn)
      for rule in input.rules where rule.requirement == .required { toggle = toggle.required(rule.message) }
      write(toggle, &emitter)
    case .choice(let input, let options, let isMultiple, let selected):
      var choice = Picker(name, input.label, options: options, isMultiple: isMultiple, selection: selected)
      for rule in input.rules where rule.requirement == .required { choice = choice.required(rule.message) }
      write(choice, &emitter)
    case .button(let label, let style, let action):
      write(Button(name, label, style: style, action: action.action), &emitter)
    case .link(let label, let url): write(Link(name, label, url: url), &emitter)
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
