/// The contents of one screen, as the advisor has collected them.
struct ScreenSurvey {
  /// A visible button.
  struct Button {
    let index: Int
    let id: String?
    let style: NodeStyle?
    let action: Action?
    let enabled: Condition

    /// Whether the button can ever be pressed.
    var isUsable: Bool { enabled != .never }
  }

  /// A visible input.
  struct Input {
    let index: Int
    let name: String
    let hasRules: Bool
  }

  let index: Int
  private(set) var buttons: [Button] = []
  private(set) var inputs: [Input] = []
  private(set) var hasFields = false
  private(set) var titles: [Int] = []
  /// The names of the inputs that are used: they are sent, or a condition or a rule refers to them.
  private(set) var usedInputs: Set<String> = []
  private(set) var asksProvider = false

  init(index: Int) {
    self.index = index
  }

  /// Records a node of the screen; for a hidden one, only its uses of inputs count.
  mutating func note(_ node: InterfaceDescription.Node, _ kind: NodeKind, isShown: Bool) {
    if let action = node.action {
      usedInputs.formUnion(action.sends)
      if action.scope == .provider { asksProvider = true }
    }
    let enabled = node.enabled
    usedInputs.formUnion(enabled.inputs)
    usedInputs.formUnion(node.visible.inputs)
    if let input = node.input {
      for case .sameAs(let name) in input.rules.map(\.requirement) { usedInputs.insert(name) }
    }
    guard isShown else { return }
    if kind.isInput, let input = node.input {
      inputs.append(Input(index: node.index, name: input.name, hasRules: !input.rules.isEmpty))
      if kind == .field { hasFields = true }
    }
    if kind == .button {
      buttons.append(
        Button(index: node.index, id: node.id, style: node.style, action: node.action, enabled: enabled))
    }
    if kind == .text, node.style == .title { titles.append(node.index) }
  }
}
