extension HTMLPainter {
  mutating func paintField(_ node: Node) {
    guard let input = node.input else { return }
    let states = reading.states(of: input, node.index, arena.nodes[node.index])
    let value = reading.value(of: input)
    let range = input.range
    emit(
      "<div class=\"field\">\n", label(of: node, states), descriptions(of: node),
      input.lines == nil ? ["<input", content(of: input)] : "<textarea", identity(node),
      .attribute("name", input.name), .attribute("value", input.lines == nil ? value : nil),
      .attribute("placeholder", input.content.isMoment ? nil : input.placeholder), .attribute("min", range?.min),
      .attribute("max", range?.max),
      // A browser takes whole numbers only unless it is told otherwise.
      .attribute("step", input.content == .number ? range.map { $0.step ?? "any" } : nil), hiddenLabel(of: node),
      attributes(states, of: node), direction,
      // A browser drops the first line feed of the content.
      input.lines.map { [.attribute("rows", "\($0)"), ">\n", .text(value), "</textarea>\n"] } ?? ">\n",
      error(of: input, node), "</div>\n")
  }

  private func content(of input: InputDescription) -> HTMLPart {
    let type: HTMLPart =
      switch input.content {
      case .text: " type=\"text\""
      case .email: " type=\"email\" autocomplete=\"email\" spellcheck=\"false\""
      case .username: " type=\"text\" autocomplete=\"username\" autocapitalize=\"none\" spellcheck=\"false\""
      case .password: " type=\"password\" autocomplete=\"current-password\""
      case .newPassword: " type=\"password\" autocomplete=\"new-password\""
      case .oneTimeCode: " type=\"password\" autocomplete=\"one-time-code\""
      // A browser's number field drops text that it cannot parse, such as the comma of another language.
      case .number: input.range == nil ? " type=\"text\" class=\"number\"" : " type=\"number\" class=\"number\""
      case .url: " type=\"url\" autocomplete=\"url\" spellcheck=\"false\""
      case .search: " type=\"search\""
      case .date: " type=\"date\""
      case .time: " type=\"time\""
      case .dateTime: " type=\"datetime-local\""
      }
    // With this pattern, phones show their number keys.
    let isDigits = input.rules.contains { $0.requirement == .digits }
    return [type, isDigits ? " pattern=\"[0-9]*\"" : ""]
  }

  mutating func paintToggle(_ node: Node) {
    guard let input = node.input else { return }
    let states = reading.states(of: input, node.index, arena.nodes[node.index])
    emit(
      "<div class=\"toggle\">\n<input type=\"checkbox\" value=\"true\"", identity(node),
      .attribute("name", input.name), reading.isOn(input) ? " checked" : "", hiddenLabel(of: node),
      attributes(states, of: node), ">\n", label(of: node, states), descriptions(of: node), error(of: input, node),
      "</div>\n")
  }

  mutating func paintChoice(_ node: Node) {
    guard let input = node.input else { return }
    let states = reading.states(of: input, node.index, arena.nodes[node.index])
    // ARIA has no required groups, so that the word describes the group.
    let isSaid = states.contains(.required) && input.isMultiple
    emit(
      "<fieldset class=\"choice\"", identity(node), input.isMultiple ? " role=\"group\"" : " role=\"radiogroup\"",
      states.contains(.required) && !isSaid ? " aria-required=\"true\"" : "",
      states.contains(.invalid) ? " aria-invalid=\"true\"" : "",
      states.contains(.disabled) ? " aria-disabled=\"true\"" : "",
      described(node, before: isSaid ? ["r"] : [], after: ["e"]), hiddenLabel(of: node), ">\n",
      node.isLabelHidden ? "" : ["<legend", direction, ">", .text(node.label), "</legend>\n"],
      required(states, node, isSaid: isSaid), descriptions(of: node))
    let chosen = reading.chosen(input)
    for (position, option) in input.options.enumerated() {
      let optionID: HTMLPart = [id(node, "-"), .text("\(position)")]
      emit(
        "<div class=\"toggle\">\n<input type=", input.isMultiple ? "\"checkbox\"" : "\"radio\"", " id=\"", optionID,
        "\"", .attribute("name", input.name), .attribute("value", option.value),
        chosen.contains(UTF8Key(text: option.value)) ? " checked" : "", disabled(node), formOwner(),
        position == 0 ? autofocus(node) : "", ">\n<label for=\"", optionID, "\"", direction, ">",
        .text(option.label), "</label>\n</div>\n")
    }
    emit(error(of: input, node), "</fieldset>\n")
  }

  // MARK: Parts

  private func label(of node: Node, _ states: AccessibleStates) -> HTMLPart {
    [
      node.isLabelHidden
        ? "" : ["<label for=\"", id(node), "\"", direction, ">", .text(node.label), "</label>\n"],
      required(states, node, isSaid: false),
    ]
  }

  private func hiddenLabel(of node: Node) -> HTMLPart {
    .attribute("aria-label", node.isLabelHidden ? node.label : nil)
  }

  /// Screen readers get the word from the control, unless the control cannot have it.
  private func required(_ states: AccessibleStates, _ node: Node, isSaid: Bool) -> HTMLPart {
    if !states.contains(.required) { return "" }
    return [
      "<span class=\"required\"", language, isSaid ? [" id=\"", id(node, "r"), "\">"] : " aria-hidden=\"true\">",
      .text(words(.required)), "</span>\n",
    ]
  }

  private mutating func attributes(_ states: AccessibleStates, of node: Node) -> HTMLPart {
    let isRequired = states.contains(.required)
    // Otherwise browsers call an empty required box invalid before the user has touched it.
    let validity: HTMLPart =
      states.contains(.invalid) ? " aria-invalid=\"true\"" : isRequired ? " aria-invalid=\"false\"" : ""
    return [isRequired ? " required" : "", validity, described(node, after: ["e"]), control(node)]
  }

  /// The element exists before its text, so that screen readers announce a change.
  private func error(of input: InputDescription, _ node: Node) -> HTMLPart {
    [
      "<div class=\"error\" aria-live=\"polite\" id=\"", id(node, "e"), "\"", direction, ">",
      .text(reading.error(of: input)), "</div>\n",
    ]
  }
}
