extension HTMLPainter {
  mutating func paintField(_ index: Int, _ node: NodeRecord) {
    guard let input = InterfaceDescription.Node(arena: arena, index: index).input else { return }
    let states = reading.states(of: input, index, node)
    writer.literal("<div class=\"field\">\n")
    paintLabel(index, node, states)
    paintDescriptions(index, node)
    if input.lines == nil {
      writer.literal("<input")
      paintContent(input)
    } else {
      writer.literal("<textarea")
    }
    identify(index, node)
    writer.attribute("name", input.name)
    if input.lines == nil, let value = reading.value(of: input) { writer.attribute("value", value) }
    if let placeholder = input.placeholder, !input.content.isMoment { writer.attribute("placeholder", placeholder) }
    paintBounds(input)
    nameHidden(node)
    paintStates(states, index, node)
    direction()
    if let lines = input.lines {
      writer.literal(" rows=\"")
      writer.number(lines)
      // A browser drops the first line feed of the content.
      writer.literal("\">\n")
      writer.text(reading.value(of: input) ?? "")
      writer.literal("</textarea>\n")
    } else {
      writer.literal(">\n")
    }
    paintError(input, index)
    writer.literal("</div>\n")
  }

  private mutating func paintBounds(_ input: InputDescription) {
    guard let range = input.range else { return }
    if let min = range.min { writer.attribute("min", min) }
    if let max = range.max { writer.attribute("max", max) }
    // A browser takes whole numbers only unless it is told otherwise.
    if input.content == .number { writer.attribute("step", range.step ?? "any") }
  }

  private mutating func nameHidden(_ node: NodeRecord) {
    guard reading.flag(.labelHidden, node), let label = reading.string(.label, node) else { return }
    writer.attribute("aria-label", label)
  }

  private mutating func paintContent(_ input: InputDescription) {
    switch input.content {
    case .text: writer.literal(" type=\"text\"")
    case .email: writer.literal(" type=\"email\" autocomplete=\"email\" spellcheck=\"false\"")
    case .username:
      writer.literal(" type=\"text\" autocomplete=\"username\" autocapitalize=\"none\" spellcheck=\"false\"")
    case .password: writer.literal(" type=\"password\" autocomplete=\"current-password\"")
    case .newPassword: writer.literal(" type=\"password\" autocomplete=\"new-password\"")
    case .oneTimeCode: writer.literal(" type=\"password\" autocomplete=\"one-time-code\"")
    // A browser's number field drops text that it cannot parse, such as the comma of another language.
    case .number:
      writer.literal(input.range == nil ? " type=\"text\" class=\"number\"" : " type=\"number\" class=\"number\"")
    case .url: writer.literal(" type=\"url\" autocomplete=\"url\" spellcheck=\"false\"")
    case .search: writer.literal(" type=\"search\"")
    case .date: writer.literal(" type=\"date\"")
    case .time: writer.literal(" type=\"time\"")
    case .dateTime: writer.literal(" type=\"datetime-local\"")
    }
    // With this pattern, phones show their number keys.
    if input.rules.contains(where: { $0.requirement == .digits }) { writer.literal(" pattern=\"[0-9]*\"") }
  }

  mutating func paintToggle(_ index: Int, _ node: NodeRecord) {
    guard let input = InterfaceDescription.Node(arena: arena, index: index).input else { return }
    let states = reading.states(of: input, index, node)
    writer.literal("<div class=\"toggle\">\n<input type=\"checkbox\" value=\"true\"")
    identify(index, node)
    writer.attribute("name", input.name)
    if reading.isOn(input) { writer.literal(" checked") }
    nameHidden(node)
    paintStates(states, index, node)
    writer.literal(">\n")
    paintLabel(index, node, states)
    paintDescriptions(index, node)
    paintError(input, index)
    writer.literal("</div>\n")
  }

  mutating func paintChoice(_ index: Int, _ node: NodeRecord) {
    guard let input = InterfaceDescription.Node(arena: arena, index: index).input else { return }
    let states = reading.states(of: input, index, node)
    writer.literal("<fieldset class=\"choice\"")
    identify(index, node)
    writer.literal(input.isMultiple ? " role=\"group\"" : " role=\"radiogroup\"")
    var parts = descriptions(node) + ["e"]
    if states.contains(.required) {
      // ARIA has no required groups, so that the word describes the group.
      if input.isMultiple { parts.insert("r", at: 0) } else { writer.literal(" aria-required=\"true\"") }
    }
    if states.contains(.invalid) { writer.literal(" aria-invalid=\"true\"") }
    if states.contains(.disabled) { writer.literal(" aria-disabled=\"true\"") }
    describe(index, parts)
    nameHidden(node)
    writer.literal(">\n")
    if !reading.flag(.labelHidden, node) {
      writer.literal("<legend")
      direction()
      writer.literal(">")
      value(.label, node)
      writer.literal("</legend>\n")
    }
    if states.contains(.required) { paintRequired(index, isSaid: input.isMultiple) }
    paintDescriptions(index, node)
    paintOptions(of: input, index, node)
    paintError(input, index)
    writer.literal("</fieldset>\n")
  }

  private mutating func paintOptions(of input: InputDescription, _ index: Int, _ node: NodeRecord) {
    let chosen = reading.chosen(input)
    for (position, option) in input.options.enumerated() {
      writer.literal("<div class=\"toggle\">\n<input type=")
      writer.literal(input.isMultiple ? "\"checkbox\"" : "\"radio\"")
      writer.literal(" id=\"")
      paintOptionID(index, position)
      writer.literal("\"")
      writer.attribute("name", input.name)
      writer.attribute("value", option.value)
      if chosen.contains(UTF8Key(text: option.value)) { writer.literal(" checked") }
      disable(index, node)
      writeFormOwner(index, takesFocus: position == 0)
      writer.literal(">\n<label for=\"")
      paintOptionID(index, position)
      writer.literal("\"")
      direction()
      writer.literal(">")
      writer.text(option.label)
      writer.literal("</label>\n</div>\n")
    }
  }

  private mutating func paintOptionID(_ index: Int, _ position: Int) {
    id(index, "-")
    writer.number(position)
  }

  // MARK: Parts

  private mutating func paintLabel(_ index: Int, _ node: NodeRecord, _ states: AccessibleStates) {
    if !reading.flag(.labelHidden, node) {
      writer.literal("<label for=\"")
      id(index)
      writer.literal("\"")
      direction()
      writer.literal(">")
      value(.label, node)
      writer.literal("</label>\n")
    }
    if states.contains(.required) { paintRequired(index, isSaid: false) }
  }

  /// Screen readers get the word from the control, unless the control cannot have it.
  private mutating func paintRequired(_ index: Int, isSaid: Bool) {
    writer.literal("<span class=\"required\"")
    language()
    if isSaid {
      writer.literal(" id=\"")
      id(index, "r")
      writer.literal("\">")
    } else {
      writer.literal(" aria-hidden=\"true\">")
    }
    writer.text(words(.required))
    writer.literal("</span>\n")
  }

  private mutating func paintStates(_ states: AccessibleStates, _ index: Int, _ node: NodeRecord) {
    if states.contains(.required) { writer.literal(" required") }
    if states.contains(.invalid) {
      writer.literal(" aria-invalid=\"true\"")
    } else if states.contains(.required) {
      // Otherwise browsers call an empty box invalid before the user has touched it.
      writer.literal(" aria-invalid=\"false\"")
    }
    describe(index, descriptions(node) + ["e"])
    disable(index, node)
    writeFormOwner(index)
  }

  /// The element exists before its text, so that screen readers announce a change.
  private mutating func paintError(_ input: InputDescription, _ index: Int) {
    writer.literal("<div class=\"error\" aria-live=\"polite\" id=\"")
    id(index, "e")
    writer.literal("\"")
    direction()
    writer.literal(">")
    if let error = reading.error(of: input) { writer.text(error) }
    writer.literal("</div>\n")
  }
}
