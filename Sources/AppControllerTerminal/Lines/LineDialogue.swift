import AppControllerKit

/// The questions of line mode and the meaning of the answers: a value that performs no input or output.
///
/// A screen is written once, with a number at every element that can be chosen. Then one question follows another.
/// Return accepts the suggestion, so that a user fills a form by answering and submits it with Return.
struct LineDialogue {
  /// A question to the user.
  private enum Question: Equatable {
    case choose
    case fill(nodeID: String)
    case pick(nodeID: String)
    case reveal(nodeID: String)
  }

  /// The lines to write, and the intents to carry out.
  struct Turn: Equatable {
    var lines: [String] = []
    var intents: [ScreenIntent] = []
  }

  private var question = Question.choose
  private var picture: ScreenPicture?
  private var entries: [LineEntry] = []
  /// The typed secrets of the screen, by the names of their inputs.
  private(set) var secrets: InputValues = [:]
  /// The lines so far of a field for several.
  private var typedLines: [String] = []
  /// The fields of the screen that the user left unchanged.
  private var passed: Set<String> = []
}

// MARK: - Output

extension LineDialogue {
  /// Updates the dialogue for the picture that is shown now.
  ///
  /// - Returns: The lines to write: all lines of a new screen, and only the changed ones of a screen that was written
  ///   before.
  mutating func show(_ new: ScreenPicture) -> [String] {
    let isSame = new.id == picture?.id
    let before = isSame ? Set(lines) : []
    let errors = isSame ? picture?.state.fieldErrors : nil
    if !isSame { (question, secrets, passed, typedLines) = (.choose, [:], [], []) }
    take(new)
    if case .fill(let id) = question, node(id) == nil { question = .choose }
    if case .pick(let id) = question, node(id) == nil { question = .choose }
    if case .reveal(let id) = question, node(id) == nil { question = .choose }
    // A form with an empty required input begins by asking for it.
    if !isSame, let id = emptyField, node(id)?.input?.isRequired == true { question = .fill(nodeID: id) }
    if new.state.fieldErrors != errors, let id = wrongField { question = .fill(nodeID: id) }
    return lines.filter { !before.contains($0) }
  }

  /// Updates the dialogue when nothing is shown.
  mutating func showNothing() { self = LineDialogue() }

  /// The first field with an error, which is asked for next.
  private var wrongField: String? {
    let wrong = entries.first { $0.element.error != nil && $0.target != nil }?.element.id
    return wrong.flatMap { node($0)?.kind == .field ? $0 : nil }
  }

  private mutating func take(_ new: ScreenPicture) {
    var new = new
    new.add(secrets: secrets)
    entries = LineEntry.all(of: new)
    picture = new
  }

  /// Keeps a typed value; its own line is not written again, but the changes that follow from it are.
  private mutating func keep(_ value: InputValue, in input: String, of nodeID: String) {
    if value.isSecret { secrets[input] = value }
    guard var picture else { return }
    picture.state.values[input] = value
    self.picture = picture
    let typed = LineEntry.all(of: picture).first { $0.element.id == nodeID }
    if let typed, let index = entries.firstIndex(where: { $0.element.id == nodeID }) { entries[index] = typed }
  }

  /// The prompt, and whether the answer must be hidden.
  var prompt: (text: String, isSecret: Bool) {
    switch question {
    case .choose:
      let count = choices.count
      let numbers = count == 0 ? "" : count == 1 ? "1, " : "1 to \(count), "
      let back = choices.contains(.back) || choices.contains(.close) ? "b to go back, " : ""
      let suggested = suggestion.map { " [\(name(of: $0))]" } ?? ""
      return ("\(numbers)\(back)q to leave\(suggested): ", false)
    case .fill(let id):
      let isSecret = node(id)?.input?.content.isSecret == true
      return (node(id)?.linePrompt(isFirst: typedLines.isEmpty) ?? ": ", isSecret)
    case .pick(let id):
      return ("\(node(id)?.label ?? ""), number\(node(id)?.input?.isMultiple == true ? "s" : ""): ", false)
    case .reveal(let id): return ("\(node(id)?.label ?? ""), show to hear it: ", false)
    }
  }

  /// All lines of the screen.
  private var lines: [String] {
    var text = AccessibleText(isSpoken: true)
    var count = 0
    for entry in entries {
      if entry.target != nil { count += 1 }
      text.append(entry.element, number: entry.target == nil ? nil : count)
    }
    return text.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}

// MARK: - Answers

extension LineDialogue {
  /// Handles an answer.
  ///
  /// - Parameter answer: The line; `nil` at the end of the input.
  /// - Returns: The lines to write, and the intents to carry out.
  mutating func take(_ answer: Secret?) -> Turn {
    guard let answer else { return Turn(intents: [.leave]) }
    switch question {
    case .choose: return choose(answer.text)
    case .fill(let id): return fill(id, answer)
    case .pick(let id): return pick(id, answer.text)
    case .reveal(let id): return reveal(id, answer.text)
    }
  }

  private mutating func choose(_ text: String) -> Turn {
    switch text {
    case "q", "quit": return Turn(intents: [.leave])
    case "b", "back":
      if choices.contains(.close) { return begin(.close) }
      return choices.contains(.back) ? begin(.back) : say("There is nothing to go back to.")
    case "": return suggestion.map { begin($0) } ?? Turn(lines: lines)
    default: break
    }
    if let number = Int(text), choices.indices.contains(number - 1) { return begin(choices[number - 1]) }
    let named = choices.filter { name(of: $0).lowercased() == text.lowercased() }
    if named.count == 1 { return begin(named[0]) }
    // The typed text may have been meant for a secret, so it is not repeated.
    return say(Int(text).map { "There is no \($0) here." } ?? "Nothing here is called that.")
  }

  /// Begins with the chosen target.
  private mutating func begin(_ target: TerminalTarget) -> Turn {
    switch target {
    case .back: return Turn(intents: [.goBack])
    case .close: return Turn(intents: [.close])
    case .tab(of: let bar, let item): return Turn(intents: [.select(bar: bar, item: item)])
    case .node(let id), .option(of: let id, _):
      guard let node = node(id) else { return Turn() }
      if node.kind == .secret {
        question = .reveal(nodeID: id)
        return Turn(intents: [.focus(target)])
      }
      guard let input = node.input else {
        forgetErrors()
        return Turn(intents: [.focus(target), .press(nodeID: id)])
      }
      if node.kind == .toggle {
        let isOn = picture?.state.values[input.name] == .text("true")
        return Turn(
          lines: ["\(node.label ?? input.name): \(isOn ? "off" : "on")"],
          intents: [.focus(target), .enter(.text(isOn ? "false" : "true"), input: input.name)])
      }
      if node.kind == .choice {
        question = .pick(nodeID: id)
        return Turn(
          lines: input.options.enumerated().map { "  \($0 + 1). \($1.label)" }, intents: [.focus(target)])
      }
      question = .fill(nodeID: id)
      return Turn(intents: [.focus(target)])
    }
  }

  /// Forgets the errors, so that those after the next attempt are written even when they are the same.
  private mutating func forgetErrors() {
    guard var picture else { return }
    picture.state.fieldErrors = [:]
    take(picture)
  }

  private mutating func fill(_ id: String, _ answer: Secret) -> Turn {
    if let whole = gather(answer, in: id) { return whole.map { fillIn(id, $0) } ?? Turn() }
    return fillIn(id, answer)
  }

  /// Gathers the lines of a field for several, which end with a line `.`.
  ///
  /// - Returns: Nothing for another field; the whole text, or `nil` while more lines are to come.
  private mutating func gather(_ answer: Secret, in id: String) -> Secret?? {
    guard node(id)?.input?.lines != nil, !(typedLines.isEmpty && answer.byteCount == 0) else { return nil }
    if answer.text != "." {
      typedLines.append(answer.text)
      return .some(nil)
    }
    defer { typedLines = [] }
    return Secret(typedLines.joined(separator: "\n"))
  }

  private mutating func fillIn(_ id: String, _ answer: Secret) -> Turn {
    question = .choose
    guard let node = node(id), let input = node.input else { return Turn() }
    passed.insert(id)
    if answer.byteCount == 0 { return next(Turn()) }
    let value: InputValue = input.content.isSecret ? .secret(answer) : .text(answer.text)
    keep(value, in: input.name, of: id)
    return next(Turn(intents: [.enter(value, input: input.name)]))
  }

  private mutating func pick(_ id: String, _ text: String) -> Turn {
    guard let node = node(id), let input = node.input else {
      question = .choose
      return Turn()
    }
    let words = text.split { $0 == "," || $0 == " " }
    let numbers = words.compactMap { Int($0) }.filter { input.options.indices.contains($0 - 1) }
    if text.isEmpty {
      question = .choose
      passed.insert(id)
      return next(Turn())
    }
    guard numbers.count == words.count, input.isMultiple || numbers.count == 1 else {
      return say("Choose \(input.isMultiple ? "some of" : "one of") 1 to \(input.options.count).")
    }
    question = .choose
    passed.insert(id)
    let value = InputValue.plain(numbers.map { input.options[$0 - 1].value })
    keep(value, in: input.name, of: id)
    return next(Turn(intents: [.enter(value, input: input.name)]))
  }

  /// Says a secret, when the user asks for it by the word.
  private mutating func reveal(_ id: String, _ text: String) -> Turn {
    question = .choose
    guard text.lowercased() == "show", let node = node(id), let secret = node.secret else { return Turn() }
    return say("\(node.label ?? ""): \(secret.text)")
  }

  /// Moves to the next empty field, as a user who fills a form does.
  private mutating func next(_ turn: Turn) -> Turn {
    guard let id = emptyField else { return turn }
    question = .fill(nodeID: id)
    return Turn(lines: turn.lines, intents: turn.intents + [.focus(.node(id))])
  }

  private func say(_ line: String) -> Turn { Turn(lines: [line]) }
}

// MARK: - Choices

extension LineDialogue {
  private var choices: [TerminalTarget] { entries.compactMap(\.target) }

  /// The target that Return chooses: the next empty input, else the button that submits the form.
  private var suggestion: TerminalTarget? {
    guard let picture else { return nil }
    let targets = picture.targets
    if let id = emptyField { return .node(id) }
    guard let primary = picture.primaryButton?.node.id, targets.contains(.node(primary)) else { return nil }
    return .node(primary)
  }

  /// The next empty field that the user did not leave unchanged.
  private var emptyField: String? {
    guard let picture else { return nil }
    for case .node(let id) in picture.targets where !passed.contains(id) {
      guard let node = node(id), node.kind == .field, let input = node.input else { continue }
      if picture.state.values[input.name]?.isFilled != true { return id }
    }
    return nil
  }

  private func node(_ id: String) -> InterfaceDescription.Node? { picture?.node(at: .node(id)) }

  private func name(of target: TerminalTarget) -> String {
    entries.first { $0.target == target }?.element.name ?? ""
  }
}

extension InterfaceDescription.Node {
  /// The prompt for the value of a field, with the form and the bounds of the value.
  fileprivate func linePrompt(isFirst: Bool) -> String {
    guard let input else { return ": " }
    if input.lines != nil { return isFirst ? "\(label ?? ""), lines that end with \".\": " : "... " }
    let form = input.content.isMoment ? input.content.form.map { "such as \($0)" } : nil
    return [label ?? "", form, input.range?.words].compactMap(\.self).joined(separator: ", ") + ": "
  }
}

/// One element of a screen in line mode, and the target of its number.
private struct LineEntry {
  let element: AccessibleElement
  /// The target that its number chooses; `nil` for an element that is only read.
  let target: TerminalTarget?

  /// Returns all elements of a screen in order, beginning with the surroundings of the screen.
  static func all(of picture: ScreenPicture) -> [LineEntry] {
    let usable = Set(picture.targets)
    let surroundings = picture.tabBars.flatMap { bar in
      [nil] + bar.items.map { $0.id == bar.selectedID ? nil : TerminalTarget.tab(of: bar.id, $0.id) }
    }
    let leaving: [TerminalTarget?] = (picture.back == nil ? [] : [.back]) + (picture.isLayer ? [.close] : [])
    let elements = picture.accessibleElements
    let targets =
      surroundings + leaving
      + elements.dropFirst(surroundings.count + leaving.count).map { element in
        element.id.map(TerminalTarget.node)
      }
    return zip(elements, targets).map { element, target in
      LineEntry(element: element, target: target.flatMap { usable.contains($0) ? $0 : nil })
    }
  }
}
