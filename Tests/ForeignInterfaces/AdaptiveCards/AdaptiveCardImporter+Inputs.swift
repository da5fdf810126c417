import AppControllerKit

// Elements that something is put into.
extension AdaptiveCardImporter {
  mutating func field(
    _ type: String, _ object: inout ForeignObject, depth: Int
  ) throws(ImportFailure) -> [DraftNode]? {
    var input = DraftInput(label: "")
    input.content = fieldContent(type, &object)
    input.placeholder = try context.label(object.string("placeholder"), at: object.place(of: "placeholder"))
    input.rules = try required(&object)
    if let most = object.number("maxLength") {
      if let most = Int(exactly: most), most > 0 {
        input.rules.append(InputRule(.length(min: nil, max: most), message: input.rules.first?.message))
      } else {
        object.omit("maxLength", "it is no number of characters")
      }
    }
    object.omitIfPresent("regex", "the kit has no regular expressions; the provider checks")
    if input.content.hasOrder {
      let bounds = (object.string("min"), object.string("max"))
      input.rules += context.range(of: input.content, min: bounds.0, max: bounds.1, at: object.path)
    }
    if object.flag("isMultiline") == true {
      if input.content == .text { input.lines = 4 } else { object.omit("isMultiline", "a field for this is one line") }
    }
    if input.content.isSecret {
      object.omitIfPresent("value", "a secret has no value in a description")
    } else {
      input.value = try context.value(object.string("value"), at: object.place(of: "value"))
    }
    if input.content.hasOrder, input.content != .number {
      input.value = context.moment(input.value, input.content, "value", at: object.path)
    }
    let id = inputID(&object)
    let label = try inputLabel(&object, instead: input.placeholder, id)
    input.label = label.text
    var made = [DraftNode(.field(input), id: id)]
    made[0].isLabelHidden = label.isHidden
    if let action = object.take("inlineAction") {
      guard let beside = try element(action, object.place(of: "inlineAction"), depth: depth + 1) else { return nil }
      made += beside
    }
    return made
  }

  private func fieldContent(_ type: String, _ object: inout ForeignObject) -> FieldContent {
    if type == "Input.Number" { return .number }
    if type == "Input.Date" { return .date }
    if type == "Input.Time" { return .time }
    guard let style = object.string("style") else { return .text }
    switch style.lowercased() {
    case "password": return .password
    case "email": return .email
    case "url": return .url
    case "text": return .text
    default:
      object.omit("style", "the kit has no field for it; it is one for text")
      return .text
    }
  }

  /// The id, which is also the name of the value.
  private mutating func inputID(_ object: inout ForeignObject) -> String {
    let id = object.string("id")
    if id == nil { context.omit(object.path, "id", "it has none, so it goes by its number") }
    return context.id(id, or: "input", at: object.path)
  }

  /// The label; where none is shown, what comes nearest to one is the accessible name.
  private mutating func inputLabel(
    _ object: inout ForeignObject, instead: String?, _ id: String
  ) throws(ImportFailure) -> (text: String, isHidden: Bool) {
    if let label = try context.label(object.string("label"), at: object.place(of: "label")) { return (label, false) }
    return (instead ?? id, true)
  }

  private mutating func required(_ object: inout ForeignObject) throws(ImportFailure) -> [InputRule] {
    let message = try context.value(object.string("errorMessage"), at: object.place(of: "errorMessage"))
    if object.flag("isRequired") == true { return [InputRule(.required, message: message)] }
    if message != nil {
      context.omit(object.place(of: "errorMessage"), "errorMessage", "no rule has it as its message")
    }
    return []
  }

  mutating func toggle(_ object: inout ForeignObject) throws(ImportFailure) -> [DraftNode] {
    let on = object.string("valueOn") ?? "true"
    let off = object.string("valueOff") ?? "false"
    if on != "true" || off != "false" {
      context.omit(object.path, "valueOn", "a toggle sends true or false, and not \(on) or \(off)")
    }
    let isOn = object.string("value") == on
    let rules = try required(&object)
    let title = try context.label(object.string("title"), at: object.place(of: "title"))
    let id = inputID(&object)
    let label = try context.label(object.string("label"), at: object.place(of: "label"))
    var node = DraftNode(.toggle(DraftInput(label: title ?? label ?? id, rules: rules), isOn: isOn), id: id)
    node.isLabelHidden = title == nil && label == nil
    // The line above the box explains it; what stands beside it is what is on or off.
    if title != nil { node.hint = label }
    return [node]
  }

  mutating func choiceSet(_ object: inout ForeignObject) throws(ImportFailure) -> [DraftNode] {
    let options = try choices(&object)
    let isMultiple = object.flag("isMultiSelect") == true
    let value = object.string("value")
    object.omitIfPresent("choices.data", "options that are asked for later")
    let id = inputID(&object)
    if options.isEmpty {
      context.omit(object.path, "Input.ChoiceSet", "it has no choices")
      return []
    }
    var selected: [String] = []
    var open = Set(options.map(\.value))
    let words = isMultiple ? value?.split(separator: ",").map(\.trimmed) : value.map { [$0] }
    for word in words ?? [] where !word.isEmpty {
      if open.remove(word) != nil {
        selected.append(word)
      } else {
        context.omit(object.place(of: "value"), "value", "\"\(word)\" is none of the choices, or stands twice")
      }
    }
    let placeholder = try context.label(object.string("placeholder"), at: object.place(of: "placeholder"))
    var input = DraftInput(label: "", rules: try required(&object))
    let label = try inputLabel(&object, instead: placeholder, id)
    input.label = label.text
    if let placeholder, input.label != placeholder {
      context.omit(object.place(of: "placeholder"), "placeholder", "a choice shows all its options")
    }
    var node = DraftNode(.choice(input, options, isMultiple: isMultiple, selected: selected), id: id)
    node.isLabelHidden = label.isHidden
    return [node]
  }

  private mutating func choices(_ object: inout ForeignObject) throws(ImportFailure) -> [InputDescription.Option] {
    var options: [InputDescription.Option] = []
    var seen: Set<String> = []
    for (index, value) in object.array("choices").enumerated() {
      let path = "\(object.place(of: "choices"))[\(index)]"
      var choice = ForeignObject(value, path)
      let title = try context.label(choice?.string("title"), at: path)
      guard let sent = try context.label(choice?.string("value"), at: path) ?? title, seen.insert(sent).inserted else {
        context.omit(path, "choice", "it has no value, or one that stands twice")
        continue
      }
      options.append(InputDescription.Option(sent, label: title))
      context.omissions += choice?.finished(looks: Self.looks) ?? []
    }
    return options
  }
}

extension FieldContent {
  /// Whether values have an order, and so bounds.
  fileprivate var hasOrder: Bool { self == .number || self == .date || self == .time }
}

extension Substring {
  fileprivate var trimmed: String { split { $0.isWhitespace }.joined(separator: " ") }
}
