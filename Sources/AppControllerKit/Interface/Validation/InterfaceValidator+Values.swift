// The rules inside a node's properties: inputs, images, links, progress.
extension InterfaceValidator {
  mutating func checkInput(_ index: Int, _ node: NodeRecord, _ kind: NodeKind) {
    guard let input = arena.value(.input, in: node.values) else {
      return error(.missingInput, index, ".input", "a \(kind.name) needs an input")
    }
    guard input.tag == .map else { return }
    let values = input.elements
    checkPart(.input, index, ".input", values)
    checkInputName(index, arena.value(.name, in: values))
    let content = arena.word(.content, in: values).flatMap(FieldContent.init(rawValue:))
    if content == nil, let unknown = arena.string(.content, in: values) {
      warning(.unknownChoice, index, ".input.content", "this host does not know \"\(unknown)\"; it is taken as text")
    }
    if kind == .choice { checkOptions(index, values) }
    if let value = arena.value(.value, in: values) {
      if content?.isSecret == true {
        error(.secretValue, index, ".input.value", "a secret has no value in a description")
      } else {
        checkInitialValue(index, kind, value, values)
      }
    }
    checkRules(index, values)
  }

  private mutating func checkInputName(_ index: Int, _ name: ValueRecord?) {
    guard let name, name.tag != .string || isName(name.text) else {
      return error(.badInputName, index, ".input.name", "an input needs a name; \(IdentifierRule.text)")
    }
    if name.tag == .string { note(input: name.text, of: index) }
  }

  /// Checks the initial value: a text for a field, a flag for a toggle, and options of its own for a choice.
  private mutating func checkInitialValue(
    _ index: Int, _ kind: NodeKind, _ value: ValueRecord, _ values: Range<Int>
  ) {
    let step = ".input.value"
    guard kind == .choice else {
      let isRight = value.tag == (kind == .toggle ? .bool : .string)
      // A value of a type that no input can have is reported already.
      if !isRight, PartSchema.types(of: .value, in: .input)?.contains(value.tag) == true {
        error(.wrongType, index, step, kind == .toggle ? "it must be true or false" : "it must be a text")
      }
      return
    }
    let chosen = value.tag == .list ? arena.values[value.elements] : [value]
    guard chosen.allSatisfy({ $0.tag == .string }) else {
      return error(.wrongType, index, step, "it must be the value of an option, or a list of such")
    }
    if chosen.count > 1, arena.value(.multiple, in: values)?.bool != true {
      error(.badOptions, index, step, "there are \(chosen.count) values, and only a multiple choice has several")
    }
    let options = Set(
      elements(.options, in: values).compactMap { option -> ArraySlice<UInt8>? in
        guard option.tag == .map, let value = arena.value(.value, in: option.elements), value.tag == .string else {
          return nil
        }
        return arena.bytes(value.text)
      })
    for choice in chosen where !options.contains(arena.bytes(choice.text)) {
      error(.badOptions, index, step, "the value \"\(arena.string(choice.text))\" is none of the options")
    }
  }

  private mutating func checkOptions(_ index: Int, _ values: Range<Int>) {
    if let options = arena.value(.options, in: values), options.tag != .list { return }
    let options = elements(.options, in: values)
    if options.isEmpty {
      return error(.badOptions, index, ".input.options", "a choice needs options, each a map with a value and a label")
    }
    var seen: Set<ArraySlice<UInt8>> = []
    for (position, option) in options.enumerated() {
      let step = ".input.options[\(position)]"
      guard option.tag == .map, let value = arena.value(.value, in: option.elements) else {
        error(.badOptions, index, step, "an option is a map, and needs a value")
        continue
      }
      guard checkPart(.option, index, step, option.elements), value.tag == .string else { continue }
      if !seen.insert(arena.bytes(value.text)).inserted {
        let text = arena.string(value.text)
        error(.badOptions, index, step + ".value", "the value \"\(text)\" stands twice; values are distinct")
      }
    }
  }

  private mutating func checkRules(_ index: Int, _ values: Range<Int>) {
    let rules = elements(.rules, in: values)
    if rules.count > InputRule.most {
      error(.badRule, index, ".input.rules", "there are \(rules.count) rules; an input has at most \(InputRule.most)")
    }
    for (position, rule) in rules.enumerated() {
      let step = ".input.rules[\(position)]"
      guard rule.tag == .map else {
        error(.wrongType, index, step, "it must be a map")
        continue
      }
      guard checkPart(.rule, index, step, rule.elements) else { continue }
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

  /// Checks the rules that refer to another input, once all inputs are known.
  mutating func checkRuleReferences(_ index: Int, _ input: ValueRecord) {
    for (position, rule) in elements(.rules, in: input.elements).enumerated() where rule.tag == .map {
      guard arena.word(.rule, in: rule.elements) == "sameAs", let name = arena.value(.name, in: rule.elements),
        name.tag == .string, name.text.length > 0, self.input(name.text, near: index) == nil
      else { continue }
      missingInput(index, ".input.rules[\(position)].name", name.text, .unknownInput)
    }
  }

  /// The elements of the list with a name.
  private func elements(_ name: PropertyName, in values: Range<Int>) -> ArraySlice<ValueRecord> {
    guard let list = arena.value(name, in: values), list.tag == .list else { return [] }
    return arena.values[list.elements]
  }

  mutating func checkLink(_ index: Int, _ node: NodeRecord) {
    guard let url = arena.value(.url, in: node.values) else {
      return error(.badLink, index, ".url", "a link needs a URL")
    }
    let text = arena.text
    if url.tag == .string, !LinkPolicy.allows(text.span.extracting(url.text.bounds)) {
      error(.badLink, index, ".url", LinkPolicy.refusal(of: arena.string(url.text)))
    }
  }

  mutating func checkImage(_ index: Int, _ node: NodeRecord) {
    let media = arena.value(.media, in: node.values)
    if let media, media.tag != .map { return }
    let values = media?.elements ?? 0..<0
    guard checkPart(.media, index, ".media", values) else { return }
    let alternative = arena.string(.alt, in: values) ?? ""
    if alternative.isEmpty, arena.value(.decorative, in: values)?.bool != true {
      error(.missingAlternative, index, ".media.alt", "an image needs an alt that says what it shows, or decorative")
    }
    if let aspect = arena.number(.aspect, in: values), aspect <= 0 {
      error(.badAspect, index, ".media.aspect", "it is \(aspect); width divided by height is above 0")
    }
  }

  mutating func checkProgress(_ index: Int, _ node: NodeRecord) {
    guard let progress = arena.value(.progress, in: node.values), progress.tag == .map,
      checkPart(.progress, index, ".progress", progress.elements)
    else { return }
    let total = arena.number(.total, in: progress.elements) ?? 1
    let deadline = arena.number(.deadline, in: progress.elements) ?? 0
    let value = arena.number(.value, in: progress.elements) ?? 0
    if total <= 0 || deadline < 0 || !(0...max(0, total)).contains(value) {
      error(.badProgress, index, ".progress", "it needs 0 <= value <= total, and no negative deadline")
    }
  }
}
