// The rules inside a node's properties: inputs, images, links, progress.
extension InterfaceValidator {
  mutating func checkInput(_ index: Int, _ node: NodeRecord, _ kind: NodeKind) {
    guard let input = arena.value(.input, in: node.values), input.tag == .map else {
      return error(.missingInput, index, ".input", "a \(kind.name) needs an input")
    }
    let values = input.elements
    guard let name = arena.value(.name, in: values), name.tag == .string, isName(name.text) else {
      return error(.badInputName, index, ".input.name", "an input needs a name; \(IdentifierRule.text)")
    }
    note(input: name.text, of: index)
    checkTypes(index, values)
    if let content = arena.string(.content, in: values) {
      let known = FieldContent(rawValue: content)
      if known == nil {
        warning(.unknownChoice, index, ".input.content", "this host does not know \"\(content)\"; it is taken as text")
      }
      if known?.isSecret == true, arena.value(.value, in: values) != nil {
        error(.secretValue, index, ".input.value", "a secret has no value in a description")
      }
    }
    if kind == .choice { checkOptions(index, values) }
    checkRules(index, values)
  }

  private mutating func checkTypes(_ index: Int, _ values: Range<Int>) {
    let expected: [(PropertyName, ValueRecord.Tag, String)] = [
      (.content, .string, "a text"), (.placeholder, .string, "a text"), (.multiple, .bool, "true or false"),
      (.options, .list, "a list"), (.rules, .list, "a list"),
    ]
    for (name, tag, type) in expected {
      if let value = arena.value(name, in: values), value.tag != tag {
        error(.wrongType, index, ".input.\(name.name)", "it must be \(type)")
      }
    }
  }

  private mutating func checkOptions(_ index: Int, _ values: Range<Int>) {
    let options = elements(.options, in: values)
    if options.isEmpty {
      return error(.badOptions, index, ".input.options", "a choice needs options, each a map with a value and a label")
    }
    var seen: Set<String> = []
    for (position, option) in options.enumerated() {
      let step = ".input.options[\(position)]"
      guard option.tag == .map, let value = arena.string(.value, in: option.elements) else {
        error(.badOptions, index, step, "an option is a map, and needs a value")
        continue
      }
      if !seen.insert(value).inserted {
        error(.badOptions, index, step + ".value", "the value \"\(value)\" stands twice; values are distinct")
      }
    }
  }

  private mutating func checkRules(_ index: Int, _ values: Range<Int>) {
    for (position, rule) in elements(.rules, in: values).enumerated() {
      let step = ".input.rules[\(position)]"
      guard rule.tag == .map else {
        error(.wrongType, index, step, "it must be a map")
        continue
      }
      switch InputRule(arena: arena, values: rule.elements).requirement {
      case .required, .digits, .email, .oneOf: break
      case .length(let min, let max):
        if min == nil && max == nil || (min ?? 0) < 0 || (min ?? 0) > (max ?? .max) {
          error(.badRule, index, step, "a length needs a min, a max or both, with 0 <= min <= max")
        }
      case .sameAs(let name):
        if name.isEmpty { error(.badRule, index, step, "sameAs needs the name of another input") }
      case .unknown(let name):
        if name.isEmpty {
          error(.badRule, index, step, "a rule needs its name under \"rule\"")
        } else {
          warning(
            .unknownChoice, index, step + ".rule",
            "this host does not know the rule \"\(name)\"; the provider must check"
          )
        }
      }
    }
  }

  /// Checks the rules that name another input, once all inputs are known.
  mutating func checkRuleReferences(_ index: Int, _ input: ValueRecord) {
    for (position, rule) in elements(.rules, in: input.elements).enumerated() where rule.tag == .map {
      guard arena.string(.rule, in: rule.elements) == "sameAs", let name = arena.value(.name, in: rule.elements),
        name.tag == .string, name.text.length > 0, self.input(name.text, near: index) == nil
      else { continue }
      missingInput(index, ".input.rules[\(position)].name", name.text, .unknownInput)
    }
  }

  /// The elements of a list under a name.
  private func elements(_ name: PropertyName, in values: Range<Int>) -> ArraySlice<ValueRecord> {
    guard let list = arena.value(name, in: values), list.tag == .list else { return [] }
    return arena.values[list.elements]
  }

  mutating func checkLink(_ index: Int, _ node: NodeRecord) {
    guard let url = arena.value(.url, in: node.values), url.tag == .string else {
      return error(.badLink, index, ".url", "a link needs a URL")
    }
    let text = arena.text
    if !LinkPolicy.allows(text.span.extracting(url.text.bounds)) {
      error(.badLink, index, ".url", LinkPolicy.refusal(of: arena.string(url.text)))
    }
  }

  mutating func checkImage(_ index: Int, _ node: NodeRecord) {
    let media = arena.value(.media, in: node.values).flatMap { $0.tag == .map ? $0.elements : nil } ?? 0..<0
    let alternative = arena.string(.alt, in: media) ?? ""
    if alternative.isEmpty, arena.value(.decorative, in: media)?.bool != true {
      error(.missingAlternative, index, ".media.alt", "an image needs an alt that says what it shows, or decorative")
    }
  }

  mutating func checkProgress(_ index: Int, _ node: NodeRecord) {
    guard let progress = arena.value(.progress, in: node.values), progress.tag == .map else { return }
    let total = arena.number(.total, in: progress.elements) ?? 1
    let deadline = arena.number(.deadline, in: progress.elements) ?? 0
    let value = arena.number(.value, in: progress.elements) ?? 0
    if total <= 0 || deadline < 0 || !(0...max(0, total)).contains(value) {
      error(.badProgress, index, ".progress", "it needs 0 <= value <= total, and no negative deadline")
    }
  }
}
