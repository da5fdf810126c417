extension HTMLPainter {
  mutating func paintField(_ node: Node) {
    guard let input = node.input else { return }
    let (range, value) = (input.range, reading.value(of: input))
    let states = reading.states(of: input, node.index, arena.nodes[node.index])
    emit("<div class=\"field\">\n")
    emitLabel(of: node, states)
    emit(node, [.descriptions])
    emit(input.lines == nil ? Self.start(of: input.content, hasRange: range != nil) : "<textarea")
    // With this pattern, phones show their number keys.
    let isDigits = input.lines == nil && input.rules.contains { $0.requirement == .digits }
    emit(node, [isDigits ? " pattern=\"[0-9]*\"" : "", .identity, attribute("name", input.name)])
    emit([
      attribute("value", input.lines == nil ? value : nil),
      attribute("placeholder", input.content.isMoment ? nil : input.placeholder), attribute("min", range?.min),
      attribute("max", range?.max),
      // A browser takes whole numbers only unless it is told otherwise.
      attribute("step", input.content == .number ? range.map { $0.step ?? "any" } : nil),
    ])
    emitAttributes(states, of: node)
    emit(direction)
    if let lines = input.lines { emit([attribute("rows", "\(lines)")]) }
    // A browser drops the first line feed of the content.
    emit(">\n")
    if input.lines != nil { emit([escaped(value), "</textarea>\n"]) }
    emitError(of: input, node)
    emit("</div>\n")
  }

  private static func start(of content: FieldContent, hasRange: Bool) -> StaticString {
    switch content {
    case .text: "<input type=\"text\""
    case .email: "<input type=\"email\" autocomplete=\"email\" spellcheck=\"false\""
    case .username: "<input type=\"text\" autocomplete=\"username\" autocapitalize=\"none\" spellcheck=\"false\""
    case .password: "<input type=\"password\" autocomplete=\"current-password\""
    case .newPassword: "<input type=\"password\" autocomplete=\"new-password\""
    case .oneTimeCode: "<input type=\"password\" autocomplete=\"one-time-code\""
    // A browser's number field drops text that it cannot parse, such as the comma of another language.
    case .number: hasRange ? "<input type=\"number\" class=\"number\"" : "<input type=\"text\" class=\"number\""
    case .url: "<input type=\"url\" autocomplete=\"url\" spellcheck=\"false\""
    case .search: "<input type=\"search\""
    case .date: "<input type=\"date\""
    case .time: "<input type=\"time\""
    case .dateTime: "<input type=\"datetime-local\""
    }
  }

  mutating func paintToggle(_ node: Node) {
    guard let input = node.input else { return }
    let states = reading.states(of: input, node.index, arena.nodes[node.index])
    emit(node, ["<div class=\"toggle\">\n<input type=\"checkbox\" value=\"true\"", .identity])
    emit([attribute("name", input.name), reading.isOn(input) ? " checked" : ""])
    emitAttributes(states, of: node)
    emit(">\n")
    emitLabel(of: node, states)
    emit(node, [.descriptions])
    emitError(of: input, node)
    emit("</div>\n")
  }

  mutating func paintChoice(_ node: Node) {
    guard let input = node.input else { return }
    let states = reading.states(of: input, node.index, arena.nodes[node.index])
    // ARIA has no required groups, so that the word describes the group.
    let isSaid = states.contains(.required) && input.isMultiple
    let role = input.isMultiple ? "group" : "radiogroup"
    emit(node, ["<fieldset class=\"choice\"", .identity, attribute("role", role)])
    if states.contains(.required), !isSaid { emit(" aria-required=\"true\"") }
    if states.contains(.invalid) { emit(" aria-invalid=\"true\"") }
    if states.contains(.disabled) { emit(" aria-disabled=\"true\"") }
    describe(node, before: isSaid ? "r" : nil, after: "e")
    emit([attribute("aria-label", node.isLabelHidden ? node.label : nil), ">\n"])
    if !node.isLabelHidden { emit(node, ["<legend", .direction, ">", .text(.label), "</legend>\n"]) }
    emitRequired(states, node, isSaid: isSaid)
    emit(node, [.descriptions])
    let chosen = reading.chosen(input)
    for (position, option) in input.options.enumerated() {
      let number = escaped("\(position)")
      emit(["<div class=\"toggle\">\n<input", attribute("type", input.isMultiple ? "checkbox" : "radio")])
      emit(node, [" id=\"", .id("-"), number, "\"", attribute("name", input.name), attribute("value", option.value)])
      emit(chosen.contains(UTF8Key(text: option.value)) ? " checked" : "")
      emit(node, [.disabled, .formOwner, position == 0 ? .autofocus : "", ">\n<label for=\"", .id("-"), number, "\""])
      emit([.direction, ">", escaped(option.label), "</label>\n</div>\n"])
    }
    emitError(of: input, node)
    emit("</fieldset>\n")
  }

  // MARK: Parts

  private mutating func emitLabel(of node: Node, _ states: AccessibleStates) {
    if !node.isLabelHidden {
      emit(node, ["<label for=\"", .id(""), "\"", .direction, ">", .text(.label), "</label>\n"])
    }
    emitRequired(states, node, isSaid: false)
  }

  /// Screen readers get the word from the control, unless the control cannot have it.
  private mutating func emitRequired(_ states: AccessibleStates, _ node: Node, isSaid: Bool) {
    if !states.contains(.required) { return }
    emit(["<span class=\"required\"", attribute("lang", language)])
    if isSaid { emit(node, [" id=\"", .id("r"), "\""]) } else { emit(" aria-hidden=\"true\"") }
    emit([">", escaped(words(.required)), "</span>\n"])
  }

  private mutating func emitAttributes(_ states: AccessibleStates, of node: Node) {
    let isRequired = states.contains(.required)
    emit([attribute("aria-label", node.isLabelHidden ? node.label : nil), isRequired ? " required" : ""])
    // Otherwise browsers call an empty required box invalid before the user has touched it.
    emit(states.contains(.invalid) ? " aria-invalid=\"true\"" : isRequired ? " aria-invalid=\"false\"" : "")
    describe(node, after: "e")
    emit(node, [.disabled, .formOwner, .autofocus])
  }

  /// The element exists before its text, so that screen readers announce a change.
  private mutating func emitError(of input: InputDescription, _ node: Node) {
    emit(node, ["<div class=\"error\" aria-live=\"polite\" id=\"", .id("e"), "\"", .direction, ">"])
    emit([escaped(reading.error(of: input)), "</div>\n"])
  }
}
