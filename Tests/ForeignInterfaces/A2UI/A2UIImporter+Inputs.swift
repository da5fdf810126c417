import AppControllerJSON
import AppControllerKit

// Components that something is put into, and what is asked of it.
extension A2UIImporter {
  /// The id of an input, which is noted under the place that its value is bound to.
  private mutating func inputID(_ value: JSONValue?, _ part: Part) -> String {
    let id = context.id(part.id, or: "input", at: part.object.path)
    if let place = binding(value, part.scope) { bindings[place, default: []].append(id) }
    return id
  }

  /// The label; where none is shown, what comes nearest to one is the accessible name.
  private mutating func label(_ part: inout Part) throws(ImportFailure) -> String {
    if let label = try context.label(text(&part, "label"), at: part.object.place(of: "label")) { return label }
    part.hidesLabel = true
    if let name = part.takeName() { return name }
    return try context.label(part.id, at: part.object.path) ?? "Input"
  }

  mutating func textField(_ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    var input = DraftInput(label: try label(&part))
    switch part.object.string("variant") ?? part.object.string("textFieldType") ?? part.object.string("type") {
    case "obscured": input.content = .password
    case "number": input.content = .number
    case "shortText", nil: break
    case "longText": input.lines = 4
    case "date": input.content = .date
    case let other?: context.omit(part.object.path, "variant", "the kit has no field for \(other); it is one for text")
    }
    input.placeholder = try context.label(text(&part, "placeholder"), at: part.object.path)
    for name in ["validationRegexp", "regex"] {
      part.object.omitIfPresent(name, "the kit has no regular expressions; the provider checks")
    }
    let value = part.object.take("value") ?? part.object.take("text")
    let place = part.object.place(of: "value")
    if !input.content.isSecret {
      input.value = try context.value(value.flatMap { resolve($0, part.scope)?.text }, at: place)
    } else if value.flatMap({ resolve($0, part.scope)?.text })?.isEmpty == false {
      context.omit(place, "value", "a secret has no value in a description")
    }
    if input.content == .date { input.value = context.moment(input.value, .date, "value", at: place) }
    input.rules = rules(&part)
    if input.content == .text, input.rules.contains(where: { $0.requirement == .email }) {
      (input.content, input.lines) = (.email, nil)
    }
    return [DraftNode(.field(input), id: inputID(value, part))]
  }

  mutating func checkBox(_ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    let input = DraftInput(label: try label(&part), rules: rules(&part))
    let value = part.object.take("value")
    let isOn = value.flatMap { resolve($0, part.scope)?.isTrue } ?? false
    return [DraftNode(.toggle(input, isOn: isOn), id: inputID(value, part))]
  }

  mutating func choice(_ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    let most = part.object.number("maxAllowedSelections")
    let variant = part.object.string("variant")
    // Until 0.8 several can be chosen unless one is the most; since then it is said by the variant.
    let isMultiple = variant.map { $0 == "multipleSelection" } ?? (surface.isEarly && most != 1)
    if let most, most > 1 { part.object.omit("maxAllowedSelections", "the kit counts no choices; the provider checks") }
    part.object.omitIfPresent("filterable", "how one finds an option is the host's")
    var options: [InputDescription.Option] = []
    var open: Set<String> = []
    for (index, option) in part.object.array("options").enumerated() {
      let path = "\(part.object.place(of: "options"))[\(index)]"
      let label = try context.label(text(option["label"], path, part.scope), at: path)
      let value = try context.label(option["value"]?.plainText, at: path) ?? label
      guard let value, open.insert(value).inserted else {
        context.omit(path, "option", "it has no value, or one that stands twice")
        continue
      }
      options.append(InputDescription.Option(value, label: label))
    }
    let input = DraftInput(label: try label(&part), rules: rules(&part))
    let value = part.object.take("value") ?? part.object.take("selections")
    let id = inputID(value, part)
    if options.isEmpty {
      context.omit(part.object.path, "options", "there are none")
      return []
    }
    var selected: [String] = []
    for text in value.flatMap({ resolve($0, part.scope)?.texts }) ?? [] where !text.isEmpty {
      if isMultiple || selected.isEmpty, open.remove(text) != nil {
        selected.append(text)
      } else {
        context.omit(part.object.place(of: "value"), "value", "\"\(text)\" is none of the options, or one too many")
      }
    }
    return [DraftNode(.choice(input, options, isMultiple: isMultiple, selected: selected), id: id)]
  }

  mutating func slider(_ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    var input = DraftInput(label: try label(&part), content: .number)
    let least = part.object.number("min") ?? part.object.number("minValue") ?? 0
    let most = part.object.number("max") ?? part.object.number("maxValue")
    let steps = part.object.number("steps")
    let value = part.object.take("value")
    input.value = try context.value(value.flatMap { resolve($0, part.scope)?.text }, at: part.object.path)
    let step = most.flatMap { most in steps.flatMap { $0 >= 1 && most > least ? (most - least) / $0 : nil } }
    input.rules =
      rules(&part)
      + context.range(
        of: .number, min: least.plainText, max: most?.plainText, step: step?.plainText, at: part.object.path)
    return [DraftNode(.field(input), id: inputID(value, part))]
  }

  mutating func dateTime(_ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    let hasDate = part.object.flag("enableDate") ?? true
    let hasTime = part.object.flag("enableTime") ?? false
    part.object.omitIfPresent("outputFormat", "the value has the form of its content")
    let content: FieldContent = !hasTime ? .date : hasDate ? .dateTime : .time
    let path = part.object.path
    let bounds = (text(&part, "min"), text(&part, "max"))
    let value = part.object.take("value")
    var input = DraftInput(label: try label(&part), content: content)
    input.value = context.moment(value.flatMap { resolve($0, part.scope)?.text }, content, "value", at: path)
    input.rules = rules(&part) + context.range(of: content, min: bounds.0, max: bounds.1, at: path)
    return [DraftNode(.field(input), id: inputID(value, part))]
  }
}

// MARK: - Checks

extension A2UIImporter {
  /// The checks of an input as rules.
  private mutating func rules(_ part: inout Part) -> [InputRule] {
    let path = part.object.place(of: "checks")
    var rules: [InputRule] = []
    let checks = part.object.array("checks")
    if checks.count > 32 { context.omit(path, "checks", "an input has at most 32 rules") }
    for check in checks.prefix(32) {
      let condition = check["condition"] ?? check
      let message = try? context.value(check["message"]?.plainText, at: path)
      if let requirement = requirement(condition) {
        rules.append(InputRule(requirement, message: message))
      } else {
        let call = condition["call"]?.stringValue ?? "condition"
        context.omit(path, call, "the kit has no such rule; the provider checks")
      }
    }
    return rules
  }

  private func requirement(_ condition: JSONValue) -> InputRule.Requirement? {
    switch condition["call"]?.stringValue {
    case "required": return .required
    case "email": return .email
    case "length":
      let (min, max) = (condition["args"]?["min"]?.doubleValue, condition["args"]?["max"]?.doubleValue)
      let (least, most) = (min.flatMap(Int.init(exactly:)), max.flatMap(Int.init(exactly:)))
      if least == nil && most == nil || (least ?? 0) < 0 || (least ?? 0) > (most ?? .max) { return nil }
      return .length(min: least, max: most)
    // A check of a place alone asks for it to be on.
    case nil: return condition["path"] == nil ? nil : .required
    default: return nil
    }
  }

  /// A check of a button as a condition; `nil` when it says nothing that the kit can decide.
  mutating func condition(_ check: JSONValue, _ scope: Scope, _ path: String, depth: Int = 0) -> Condition? {
    if let flag = check.boolValue { return flag ? .always : .never }
    if let place = binding(check, scope) { return .filled([place]) }
    let arguments = check["args"]
    let parts = depth > 4 ? [] : arguments?["values"]?.arrayValue ?? []
    switch check["call"]?.stringValue {
    case "required": if let place = binding(arguments?["value"], scope) { return .filled([place]) }
    case "email", "length": if let place = binding(arguments?["value"], scope) { return .valid([place]) }
    case "and": return .all(parts.compactMap { condition($0, scope, path, depth: depth + 1) })
    case "or":
      let conditions = parts.compactMap { condition($0, scope, path, depth: depth + 1) }
      if conditions.count == parts.count, !parts.isEmpty { return .any(conditions) }
    case "not":
      if depth <= 4, let inner = arguments?["value"],
        let condition = condition(inner, scope, path, depth: depth + 1)
      {
        return .not(condition)
      }
    default: break
    }
    context.omit(path, check["call"]?.stringValue ?? "condition", "the kit has no such condition")
    return nil
  }
}
