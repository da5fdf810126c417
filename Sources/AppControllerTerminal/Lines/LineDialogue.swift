package import AppControllerKit

/// The questions of line mode and the meaning of the answers: a value that performs no input or output.
///
/// A screen is written once, with a number at every element that can be chosen. Then one question follows another, each
/// beginning with a verb, so that it is not taken for a line of the screen. Return accepts the suggestion, so that a
/// user fills a form by answering and submits it with Return.
package struct LineDialogue {
  private enum Question: Equatable {
    case choose
    case fill(nodeID: String)
    case pick(nodeID: String)
    case reveal(nodeID: String)

    var nodeID: String? {
      switch self {
      case .choose: nil
      case .fill(let id), .pick(let id), .reveal(let id): id
      }
    }
  }

  package struct Turn: Equatable {
    package var lines: [String] = []
    package var intents: [ScreenIntent] = []
  }

  private var question = Question.choose
  private var picture: ScreenPicture?
  private var listing: LineListing
  /// The id of the provider, which marks its lines; nil for an object of the app.
  private let speaker: String?
  private var options = OptionListing(options: [], .english)
  package private(set) var secrets: InputValues = [:]
  private var typedLines: [String] = []
  /// The fields that the user left unchanged.
  private var passed: Set<String> = []

  package init(speaker: String? = nil) {
    self.speaker = speaker
    listing = LineListing(speaker: speaker)
  }
}

// MARK: - Output

extension LineDialogue {
  /// Returns all lines of a new screen, and only the changed ones of a screen that was written before.
  package mutating func show(_ new: ScreenPicture) -> [String] {
    let isSame = new.id == picture?.id
    let errors = isSame ? picture?.state.fieldErrors : nil
    if !isSame {
      (question, listing, secrets, passed, typedLines) = (.choose, LineListing(speaker: speaker), [:], [], [])
    }
    take(new)
    var lines = picture.map { listing.update($0) } ?? []
    if let id = question.nodeID, node(id) == nil { question = .choose }
    // A form with an empty required input begins by asking for it.
    if !isSame, let id = emptyInput, node(id)?.input?.isRequired == true {
      lines += ask(id)
    }
    if new.state.fieldErrors != errors, let id = wrongInput { lines += ask(id) }
    return lines
  }

  mutating func showNothing() { self = LineDialogue(speaker: speaker) }

  private var wrongInput: String? {
    listing.firstInvalidID.flatMap { [.field, .choice].contains(node($0)?.kind) ? $0 : nil }
  }

  private mutating func take(_ new: ScreenPicture) {
    var new = new
    new.add(secrets: secrets)
    picture = new
  }

  /// The input's own line is not written again; other changes that the value causes are.
  private mutating func keep(_ value: InputValue, in input: String, of nodeID: String) {
    if value.isSecret { secrets[input] = value }
    guard var picture else { return }
    picture.state.values[input] = value
    self.picture = picture
    listing.note(picture, changed: nodeID)
  }

  private var words: FaceWords { picture?.words ?? .english }

  private func fillPrompt(_ node: InterfaceDescription.Node?) -> String {
    guard let node, let input = node.input else { return words(.enter(label: nil, remarks: [])) }
    let label = listing.marked(node.label ?? "")
    if input.lines != nil { return typedLines.isEmpty ? words(.enterLines(label: label)) : "... " }
    let form = input.content.isMoment ? input.content.form.map { words(.suchAs($0)) } : nil
    let bounds = words.bounds(min: input.range?.min, max: input.range?.max)
    return words(.enter(label: label, remarks: [form, bounds].compactMap(\.self)))
  }

  package var prompt: (text: String, isSecret: Bool) {
    switch question {
    case .choose:
      let count = listing.choices.count
      let ways: [FaceWord] =
        (count == 0 ? [] : [.numbers(count)])
        + (listing.contains(.back) || listing.contains(.close) ? [.typeToGoBack] : [])
        + (listing.hasMore ? [.typeForMore, .typeToFind] : []) + [.typeToLeave]
      let suggested = suggestion.flatMap { listing.element(of: $0) }.map { listing.marked($0.name) }
      return (words(.choose(ways: ways.map { words($0) }, suggested: suggested)), false)
    case .fill(let id): return (fillPrompt(node(id)), node(id)?.input?.content.isSecret == true)
    case .reveal(let id): return (words(.enterShow(label: node(id)?.label.map(listing.marked))), false)
    case .pick(let id):
      let label = listing.marked(node(id)?.label ?? "")
      let isMultiple = node(id)?.input?.isMultiple == true
      return (words(.pick(label: label, isMultiple: isMultiple, count: options.count)), false)
    }
  }
}

// MARK: - Answers

extension LineDialogue {
  /// The answer is nil at the end of the input.
  package mutating func take(_ answer: Secret?) -> Turn {
    guard let answer else { return Turn(intents: [.leave]) }
    if let lines = help(answer) { return Turn(lines: lines) }
    switch question {
    case .choose: return choose(answer.text)
    case .fill(let id): return fill(id, answer)
    case .pick(let id): return pick(id, answer.text)
    case .reveal(let id): return reveal(id, answer.text)
    }
  }

  /// Nil for an answer that does not ask for help.
  ///
  /// Text of several lines and a secret may be anything.
  private func help(_ answer: Secret) -> [String]? {
    let input = question.nodeID.flatMap { node($0)?.input }
    if !typedLines.isEmpty || input?.content.isSecret == true { return nil }
    guard answer.text == "?" || answer.text == "help" && input == nil else { return nil }
    let said = question.nodeID.map { listing.lines(of: .node($0)) } ?? []
    return switch question {
    case .choose, .reveal: [words(.chooseHelp)]
    case .fill: said + [words(.enterHelp)]
    case .pick: said + [words(.pickHelp)]
    }
  }

  private mutating func choose(_ text: String) -> Turn {
    switch text {
    case "q", "quit": return Turn(intents: [.leave])
    case "b", "back":
      if listing.contains(.close) { return begin(.close) }
      return listing.contains(.back) ? begin(.back) : say(words(.nothingToGoBackTo))
    case "": return suggestion.map { begin($0) } ?? Turn(lines: listing.again())
    case "m", "more": return Turn(lines: listing.more())
    default: break
    }
    if text.hasPrefix("/") { return Turn(lines: listing.find(text.dropFirst().trimmed)) }
    if let number = Int(text), listing.choices.indices.contains(number - 1) {
      let target = listing.choices[number - 1]
      return listing.contains(target) ? begin(target) : say(words(.gone(number)))
    }
    let named = listing.choices(named: text)
    if named.count == 1 { return begin(named[0]) }
    // The typed text may have been meant for a secret, so it is not repeated.
    return say(words(Int(text).map { .noNumber($0) } ?? .noName))
  }

  private mutating func begin(_ target: TerminalTarget) -> Turn {
    switch target {
    case .back: return Turn(intents: [.goBack])
    case .close: return Turn(intents: [.close])
    case .tab(of: let bar, let item): return Turn(intents: [.select(bar: bar, item: item)])
    case .node(let id), .option(of: let id, _):
      guard let node = node(id), let picture else { return Turn() }
      if node.kind == .secret {
        question = .reveal(nodeID: id)
        return Turn(intents: [.focus(target)])
      }
      var status = picture.status
      // For a disabled button, the reply names the missing inputs instead.
      if !status.isUsable(node), node.kind != .button || node.isBusy || picture[id]?.node.action?.scope == .host {
        return say(listing.marked(words(.notUsable(label: node.label))))
      }
      guard let input = node.input else {
        forgetErrors()
        return Turn(intents: [.focus(target), .press(nodeID: id)])
      }
      if node.kind == .toggle {
        let isOn = picture.state.values[input.name] != .text("true")
        keep(.text("\(isOn)"), in: input.name, of: id)
        return Turn(
          lines: [listing.marked("\(node.label ?? input.name): \(words(isOn ? .on : .off))")],
          intents: [.focus(target), .enter(.text("\(isOn)"), input: input.name)])
      }
      return Turn(lines: ask(id), intents: [.focus(target)])
    }
  }

  private mutating func ask(_ id: String) -> [String] {
    guard let node = node(id), node.kind == .choice, let input = node.input else {
      question = .fill(nodeID: id)
      return []
    }
    question = .pick(nodeID: id)
    options = OptionListing(options: input.options.map(\.label), words, speaker: speaker)
    return options.next()
  }

  /// The same errors are then written again after the next attempt.
  private mutating func forgetErrors() {
    guard var picture else { return }
    picture.state.fieldErrors = [:]
    take(picture)
    listing.forgetErrors(picture)
  }

  private mutating func fill(_ id: String, _ answer: Secret) -> Turn {
    if let whole = gather(answer, in: id) { return whole.map { fillIn(id, $0) } ?? Turn() }
    return fillIn(id, answer)
  }

  /// The lines of a field end with a line `.`.
  ///
  /// Returns the outer nil for a field of one line and for an empty first line, the inner nil while more lines follow,
  /// else the whole text.
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
    if let error = error(of: value, in: input.name) {
      question = .fill(nodeID: id)
      return say(listing.marked("  " + words(.errorIn(node.label ?? input.name, error))))
    }
    keep(value, in: input.name, of: id)
    return next(Turn(intents: [.enter(value, input: input.name)]))
  }

  private func error(of value: InputValue, in input: String) -> String? {
    guard let picture else { return nil }
    let values = picture.state.values.merging([input: value]) { $1 }
    return picture.form.violations(in: [input], values).first?.message(words)
  }

  private mutating func pick(_ id: String, _ text: String) -> Turn {
    guard let node = node(id), let input = node.input else {
      question = .choose
      return Turn()
    }
    if text.isEmpty {
      question = .choose
      passed.insert(id)
      return next(Turn())
    }
    if text == "m" || text == "more" { return Turn(lines: options.next()) }
    if text.hasPrefix("/") { return Turn(lines: options.find(text.dropFirst().trimmed)) }
    guard let numbers = options.numbers(in: text), input.isMultiple || numbers.count == 1 else {
      return say(words(.chooseOption(isMultiple: input.isMultiple, count: input.options.count)))
    }
    question = .choose
    passed.insert(id)
    let value = InputValue.plain(numbers.map { input.options[$0 - 1].value })
    keep(value, in: input.name, of: id)
    return next(Turn(intents: [.enter(value, input: input.name)]))
  }

  private mutating func reveal(_ id: String, _ text: String) -> Turn {
    question = .choose
    guard text.lowercased() == "show", let node = node(id), let secret = node.secret else { return Turn() }
    return say(listing.marked("\(node.label ?? ""): \(secret.text)"))
  }

  private mutating func next(_ turn: Turn) -> Turn {
    guard let id = emptyInput else { return turn }
    return Turn(lines: turn.lines + ask(id), intents: turn.intents + [.focus(.node(id))])
  }

  private func say(_ line: String) -> Turn { Turn(lines: [line]) }
}

// MARK: - Choices

extension LineDialogue {
  private var suggestion: TerminalTarget? {
    guard let picture else { return nil }
    if let id = listing.firstInvalidID, node(id)?.kind == .toggle { return .node(id) }
    if let id = emptyInput { return .node(id) }
    guard let primary = picture.primaryButton?.node else { return nil }
    var status = picture.status
    return status.isUsable(primary) ? primary.id.map(TerminalTarget.node) : nil
  }

  /// The next field that is empty, or choice that requires an answer, which the user did not leave unchanged.
  private var emptyInput: String? {
    guard let picture else { return nil }
    var status = picture.status
    return picture.form.entries.first { entry in
      guard let id = entry.node.id, !passed.contains(id), status.isUsable(entry.node) else { return false }
      let isAsked = entry.node.kind == .field || entry.node.kind == .choice && entry.input.isRequired
      let value = picture.state.values[entry.input.name] ?? picture.form.initialValues[entry.input.name]
      return isAsked && value?.isFilled != true && self.node(id) != nil
    }?.node.id
  }

  private func node(_ id: String) -> InterfaceDescription.Node? { picture?.node(at: .node(id)) }
}

private struct OptionListing {
  private static let (long, page) = (21, 20)

  let options: [String]
  private let words: FaceWords
  private let speaker: String?
  private var writtenCount = 0

  init(options: [String], _ words: FaceWords, speaker: String? = nil) {
    (self.options, self.words, self.speaker) = (options, words, speaker)
  }

  var count: Int { options.count }

  mutating func next() -> [String] {
    if writtenCount >= options.count, writtenCount > 0 { return [words(.noMore)] }
    let end = min(options.count, options.count < Self.long ? .max : writtenCount + Self.page)
    let lines = (writtenCount..<end).map(line)
    writtenCount = end
    return end < options.count ? lines + [words(.more(options.count - end, of: options.count))] : lines
  }

  /// At most a page.
  func find(_ word: String) -> [String] {
    let wanted = Folding.fold(word)
    let found = options.indices.filter { Folding.fold(options[$0]).contains(wanted) }
    if found.isEmpty { return [words(.noOptionFound)] }
    let lines = found.prefix(Self.page).map(line)
    return found.count > Self.page ? lines + [words(.moreFound(found.count - Self.page))] : lines
  }

  /// Counted from 1, given by their numbers, or one by its name; nil for any other text.
  func numbers(in text: String) -> [Int]? {
    let words = text.split { $0 == "," || $0 == " " }
    let numbers = words.compactMap { Int($0) }.filter { options.indices.contains($0 - 1) }
    if !words.isEmpty, numbers.count == words.count { return numbers }
    let named = options.indices.filter { options[$0].lowercased() == text.lowercased() }
    return named.count == 1 ? [named[0] + 1] : nil
  }

  private func line(_ index: Int) -> String {
    LineListing.marked("  \(index + 1). \(options[index])", by: speaker)
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
