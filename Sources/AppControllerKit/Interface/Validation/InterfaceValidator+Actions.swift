// The rules of actions and conditions, which refer to inputs of their screen.
extension InterfaceValidator {
  mutating func checkAction(_ index: Int, _ value: ValueRecord) {
    checkPart(.action, index, ".action", value.elements)
    let action = ActionDescription(arena: arena, values: value.elements)
    guard let name = arena.value(.name, in: value.elements), name.tag != .string || isName(name.text) else {
      return error(.badAction, index, ".action.name", "an action needs a name; \(IdentifierRule.text)")
    }
    if let sends = arena.value(.sends, in: value.elements), sends.tag == .list {
      checkInputNames(index, ".action.sends", sends, .unknownInput)
    }
    if let deadline = action.deadline, deadline <= 0 || deadline > 600 {
      error(.badAction, index, ".action.deadline", "it is \(deadline) s; it must be over 0 and at most 600")
    }
    if let payload = arena.value(.payload, in: value.elements), payload.tag == .map {
      for entry in payload.elements.map({ arena.values[$0] }) where entry.tag != .string {
        error(.wrongType, index, ".action.payload.\(arena.keyName(of: entry))", "it must be a text")
      }
    }
    if let scope = arena.value(.scope, in: value.elements), scope.tag == .string,
      arena.word(.scope, in: value.elements).flatMap(ActionDescription.Scope.init(rawValue:)) == nil
    {
      error(.badAction, index, ".action.scope", "it must be \"provider\" or \"host\"")
    }
    guard name.tag == .string else { return }
    if action.scope == .host { checkHostAction(index, action) }
  }

  private mutating func checkHostAction(_ index: Int, _ action: ActionDescription) {
    guard let verb = HostAction(rawValue: action.name) else {
      let known = HostAction.allCases.map(\.rawValue).joined(separator: ", ")
      return error(
        .badHostAction, index, ".action.name", "the host does not know \"\(action.name)\"; it knows \(known)")
    }
    for name in verb.neededPayload where action.payload[name] == nil {
      error(.badHostAction, index, ".action.payload.\(name)", "\(verb.rawValue) needs it")
    }
    if verb == .openURL, let url = action.payload["url"], !LinkPolicy.allows(url) {
      error(.badLink, index, ".action.payload.url", LinkPolicy.refusal(of: url))
    }
  }

  mutating func checkCondition(_ index: Int, _ step: String, _ value: ValueRecord) {
    guard value.tag == .map, value.elements.count == 1 else {
      if value.tag != .bool { conditionError(index, step) }
      return
    }
    let inner = arena.values[value.elements.lowerBound]
    switch (inner.knownName, inner.tag) {
    case (.filled, .list): checkInputNames(index, step + ".filled", inner, .badCondition)
    case (.valid, .list): checkInputNames(index, step + ".valid", inner, .badCondition)
    case (.checked, .string):
      if input(inner.text, near: index) == nil { missingInput(index, step + ".checked", inner.text, .badCondition) }
    case (.all, .list), (.any, .list):
      for (position, element) in inner.elements.enumerated() {
        checkCondition(index, "\(step).\(arena.keyName(of: inner))[\(position)]", arena.values[element])
      }
    case (.not, _): checkCondition(index, step + ".not", inner)
    default: conditionError(index, step)
    }
  }

  private mutating func conditionError(_ index: Int, _ step: String) {
    error(
      .badCondition, index, step, "it must be true, false, or a map with one of filled, valid, checked, all, any, not")
  }

  private mutating func checkInputNames(_ index: Int, _ step: String, _ list: ValueRecord, _ code: Diagnostic.Code) {
    guard list.tag == .list else { return error(.wrongType, index, step, "it must be a list of input names") }
    for (position, element) in list.elements.enumerated() {
      let value = arena.values[element]
      if value.tag != .string {
        error(.wrongType, index, "\(step)[\(position)]", "it must be the name of an input")
      } else if input(value.text, near: index) == nil {
        missingInput(index, "\(step)[\(position)]", value.text, code)
      }
    }
  }

  mutating func missingInput(_ index: Int, _ step: String, _ name: TextRange, _ code: Diagnostic.Code) {
    let name = (range: name, text: arena.string(name))
    if isLost(name.range, near: index) {
      error(.lostInput, index, step, "the input \"\(name.text)\" is left out, because this host does not know its kind")
    } else {
      error(code, index, step, "there is no input \"\(name.text)\" on this screen")
    }
  }
}

extension HostAction {
  /// The payload entries that the host needs for the action.
  var neededPayload: [String] {
    switch self {
    case .login, .logout, .pop, .dismiss: []
    case .push, .present: ["screen"]
    case .select: ["tabs", "item"]
    case .copy: ["text"]
    case .openURL: ["url"]
    }
  }
}
