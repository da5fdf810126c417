extension InterfaceDescription {
  /// Reports every rule that the description breaks, and gives its author advice about parts that are allowed but bad
  /// for the users.
  ///
  /// Advice is a warning: it never makes a description invalid, and the controller does not ask for it. Each piece has
  /// a code from `ACK1301` on; most name the criterion of WCAG 2.2 that they follow. Advice covers only visible nodes,
  /// and words are checked only where the language is English or not given.
  ///
  /// Takes time linear in the size of the description.
  ///
  /// - Returns: The diagnostics of ``validate()``, then the advice; at most 100 together, then one that counts the
  ///   rest.
  public func lint() -> [Diagnostic] {
    var diagnostics = brokenRules
    diagnostics.append(contentsOf: advice, below: "$")
    return diagnostics.all
  }

  var advice: DiagnosticList {
    // A description that could not be built, or is shown as its fallback text, gets no advice.
    if arena.failure != nil || needsNewerHost { return DiagnosticList() }
    var advisor = InterfaceAdvisor(arena: arena)
    return advisor.run()
  }
}

/// Checks a description from the point of view of its users: without a mouse, without sight, in a hurry.
///
/// One pass over the nodes gives the advice about each node, and collects the contents of each screen; then the screens
/// are checked as a whole.
struct InterfaceAdvisor {
  let arena: Arena
  private var diagnostics = DiagnosticList()
  /// By the screen's index.
  var surveys: [Int: ScreenSurvey] = [:]
  private var isShown: [Bool]
  /// The screen of each node; -1 outside of all screens.
  private var screens: [Int]
  /// The nearest node around each that distinguishes two equal labels by a label of its own.
  private var contexts: [Int]
  private let isEnglish: Bool
  private var effects: [LabelInContext: Effect] = [:]

  private struct LabelInContext: Hashable {
    let context: Int
    let label: String
  }

  private enum Effect: Equatable {
    case action(name: String, scope: Action.Scope, sends: [String], payload: [String: UTF8Key])
    case link(UTF8Key)

    init(_ action: Action) {
      self = .action(
        name: action.name, scope: action.scope, sends: action.sends,
        payload: action.payload.mapValues { UTF8Key(text: $0) })
    }
  }

  init(arena: Arena) {
    self.arena = arena
    isShown = [Bool](repeating: false, count: arena.nodes.count)
    screens = [Int](repeating: -1, count: arena.nodes.count)
    contexts = screens
    let language = arena.string(.lang, in: arena.documentValues)?.lowercased() ?? "en"
    isEnglish = language == "en" || language.hasPrefix("en-")
  }

  mutating func run() -> DiagnosticList {
    adviseOnLanguage()
    let plan = FallbackPlan(arena)
    var isThere = [Bool](repeating: true, count: arena.nodes.count)
    for index in arena.nodes.indices {
      let record = arena.nodes[index]
      let parent = Int(record.parent)
      let node = InterfaceDescription.Node(arena: arena, index: index)
      isThere[index] = index == 0 || isThere[parent] && !plan.leavesOut(record)
      isShown[index] = isThere[index] && (index == 0 || isShown[parent]) && !node.isHidden
      screens[index] = record.knownKind == .screen ? index : index == 0 ? -1 : screens[parent]
      let isContext =
        record.knownKind == .screen || node.label?.isBlank == false && record.knownKind?.isInteractive != true
      contexts[index] = isContext || index == 0 ? index : contexts[parent]
      guard isThere[index], plan[index] == .node, let kind = record.knownKind else { continue }
      survey(node, kind)
      if isShown[index] { advise(on: node, kind) }
    }
    for (_, survey) in surveys.sorted(by: { $0.key < $1.key }) { advise(on: survey) }
    return diagnostics
  }

  mutating func warn(_ code: Diagnostic.Code, _ index: Int, _ step: String, _ message: String) {
    let path = diagnostics.isFull ? "" : arena.path(of: index) + step
    diagnostics.append(.warning, code, at: path, message)
  }

  private mutating func survey(_ node: InterfaceDescription.Node, _ kind: NodeKind) {
    let screen = screens[node.index]
    if screen < 0 { return }
    surveys[screen, default: ScreenSurvey(index: screen)].note(node, kind, isShown: isShown[node.index])
  }

  private mutating func adviseOnLanguage() {
    let language = arena.string(.lang, in: arena.documentValues)
    if language?.isLanguageTag == true { return }
    let message =
      language.map { "\"\($0)\" is no language tag" } ?? "the description does not say the language of its text"
    diagnostics.append(
      .warning, .missingLanguage, at: "$.lang", message + "; say it as BCP 47 does, such as en or pt-BR")
  }
}

// MARK: - Advice about a node

extension InterfaceAdvisor {
  private mutating func advise(on node: InterfaceDescription.Node, _ kind: NodeKind) {
    if let label = node.label, !label.isEmpty, label.isBlank {
      warn(.blankText, node.index, ".label", "the label has nothing in it that can be seen or heard")
    }
    switch kind {
    case .text, .code, .banner: adviseOnText(node, kind)
    case .image: adviseOnImage(node)
    case .field: adviseOnField(node)
    case .button, .link: adviseOnLabel(node)
    case .stack, .grid, .group, .list, .item, .divider, .spacer, .screen, .tabs, .navigation, .presented, .toggle,
      .choice, .progress, .table, .row, .chart, .secret:
      break
    }
  }

  private mutating func adviseOnText(_ node: InterfaceDescription.Node, _ kind: NodeKind) {
    if let text = node.text, !text.isEmpty, text.isBlank {
      let instead = kind == .text ? "; a spacer makes room" : ""
      warn(.blankText, node.index, ".text", "the \(kind.name) has nothing in it that can be seen or heard\(instead)")
    }
    if node.severity == .error, node.live == .off {
      warn(
        .quietError, node.index, ".live", "nobody is told of an error whose live is off; leave it out, or say polite")
    }
  }

  private mutating func adviseOnImage(_ node: InterfaceDescription.Node) {
    guard let media = node.media, !media.isDecorative, let alternative = media.alternative, !alternative.isEmpty else {
      return
    }
    // A text that is longer than a label is no file name and no phrase, and takes long to compare.
    let isShort = alternative.utf8.count <= InterfaceLimits.standard.label
    if alternative.isBlank || isShort && alternative.isFileName {
      warn(.poorAlternative, node.index, ".media.alt", "\"\(alternative)\" does not say what the image shows")
    } else if isEnglish, isShort, let start = alternative.imagePhrase {
      warn(
        .poorAlternative, node.index, ".media.alt",
        "\"\(start)\" is what every image is called already; say only what it shows")
    }
  }

  private mutating func adviseOnField(_ node: InterfaceDescription.Node) {
    guard let input = node.input else { return }
    if let placeholder = input.placeholder, !placeholder.isEmpty {
      if node.label?.isBlank != false {
        warn(
          .placeholderAsLabel, node.index, ".input.placeholder",
          "a placeholder is gone as soon as something is typed; the field needs a label")
      } else if node.label?.foldedWords == placeholder.foldedWords {
        warn(
          .placeholderAsLabel, node.index, ".input.placeholder",
          "the placeholder says what the label says; give an example, or leave it out")
      }
    }
    // A content type that this host does not know may be the right one.
    if !hasKnownContent(node) { return }
    for (name, isLabel) in [(input.name, false), (node.id ?? "", false), (node.label ?? "", true)] {
      guard let purpose = name.fieldPurpose, !isLabel || purpose == .secret, !purpose.isMet(by: input.content) else {
        continue
      }
      return warn(.unsaidContent, node.index, ".input.content", purpose.advice(name))
    }
  }

  private func hasKnownContent(_ node: InterfaceDescription.Node) -> Bool {
    guard let input = node.value(.input), input.tag == .map else { return false }
    if arena.string(.content, in: input.elements) == nil { return true }
    return arena.word(.content, in: input.elements).flatMap(FieldContent.init(rawValue:)) != nil
  }

  private mutating func adviseOnLabel(_ node: InterfaceDescription.Node) {
    guard let label = node.label, !label.isBlank else { return }
    let isLink = node.kind == .link
    if isLink, label.contains("://") || UTF8Key(text: label.folded) == node.url.map({ UTF8Key(text: $0.folded) }) {
      warn(.vagueLabel, node.index, ".label", "a URL is spelled out letter by letter; say what is there")
    } else if isEnglish, label.isVague(forLink: isLink) {
      let what = isLink ? "where the link leads" : "what the button does"
      warn(.vagueLabel, node.index, ".label", "\"\(label)\" does not say \(what)")
    }
    let effect = isLink ? node.url.map { Effect.link(UTF8Key(text: $0)) } : node.action.map(Effect.init)
    guard let effect, screens[node.index] >= 0 else { return }
    let key = LabelInContext(context: contexts[node.index], label: label.folded)
    if let other = effects.updateValue(effect, forKey: key), other != effect {
      warn(
        .ambiguousLabel, node.index, ".label",
        "another \"\(label)\" does something else; say what is different, or put both into groups with labels")
    }
  }
}

extension InterfaceAdvisor {
  mutating func advise(on survey: ScreenSurvey) {
    let screen = InterfaceDescription.Node(arena: arena, index: survey.index)
    adviseOnDefault(of: screen, survey)
    adviseOnFocus(of: screen, survey)
    adviseOnCancel(survey)
    for title in survey.titles.dropFirst() {
      warn(.secondTitle, title, ".style", "the screen has a title already; a section has a heading")
    }
    // Without an action for the provider, the screen sends no values at all.
    if !survey.asksProvider { return }
    for input in survey.inputs where !survey.usedInputs.contains(input.name) {
      warn(
        .unsentInput, input.index, ".input.name",
        "no action sends \"\(input.name)\", so that nobody learns what is put into it")
    }
  }

  private mutating func adviseOnDefault(of screen: InterfaceDescription.Node, _ survey: ScreenSurvey) {
    guard let id = screen.primaryAction else {
      let usable = survey.buttons.filter(\.isUsable)
      if survey.hasFields, usable.count > 1, usable.contains(where: { $0.action?.sends.isEmpty == false }) {
        warn(
          .missingDefault, survey.index, ".primaryAction",
          "Return presses none of the \(usable.count) buttons; say which by its id")
      }
      return
    }
    guard let chosen = survey.buttons.first(where: { $0.id == id }) else { return }
    if chosen.style == .destructive {
      warn(
        .destructiveDefault, survey.index, ".primaryAction",
        "Return would press \"\(id)\", which destroys something; let it be pressed on purpose")
    } else if chosen.style != .primary,
      let other = survey.buttons.first(where: { $0.style == .primary && $0.isUsable })
    {
      warn(
        .misleadingDefault, survey.index, ".primaryAction",
        "Return presses \"\(id)\", and \"\(other.id ?? "")\" stands out as primary; let them be one")
    }
  }

  private mutating func adviseOnFocus(of screen: InterfaceDescription.Node, _ survey: ScreenSurvey) {
    guard let id = screen.initialFocus, let chosen = survey.buttons.first(where: { $0.id == id }),
      chosen.style == .destructive
    else { return }
    warn(
      .destructiveDefault, survey.index, ".initialFocus",
      "\"\(id)\" destroys something and has the focus at first; put the focus on the way out")
  }

  private mutating func adviseOnCancel(_ survey: ScreenSurvey) {
    let ruled = Set(survey.inputs.filter(\.hasRules).map(\.name))
    for button in survey.buttons where button.style == .cancel {
      if let action = button.action, action.validates, let name = action.sends.first(where: ruled.contains) {
        warn(
          .blockedCancel, button.index, ".action.validates",
          "nobody can leave until \"\(name)\" is right; say that validates is false, or send nothing")
      } else if let name = button.enabled.inputs.first {
        warn(.blockedCancel, button.index, ".enabled", "nobody can leave while it waits for \"\(name)\"")
      }
    }
  }
}

extension String {
  /// The text without differences that do not matter: case, and spaces around it.
  var folded: String {
    let text = drop(while: \.isWhitespace)
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return text[...last].lowercased()
  }

  /// The words of the text, folded and without final punctuation such as an ellipsis, a colon or an arrow.
  var foldedWords: String {
    let text = folded
    guard let last = text.lastIndex(where: { $0.isLetter || $0.isNumber || $0 == ")" }) else { return text }
    return String(text[...last])
  }

  /// Whether no part of the text can be seen or heard.
  var isBlank: Bool {
    unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      // The empty pattern of Braille is drawn as nothing, but is not whitespace to Unicode.
      return properties.isWhitespace || properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
    }
  }

  var isFileName: Bool {
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, !contains(where: \.isWhitespace), let ending = parts.last?.lowercased() else { return false }
    return ["jpg", "jpeg", "png", "gif", "webp", "avif", "heic", "svg", "bmp", "tif", "tiff", "ico"].contains(ending)
  }

  /// The words that only say that it is an image; `nil` without such words.
  var imagePhrase: String? {
    let text = foldedWords
    for word in ["image", "picture", "graphic"] {
      if text == word { return word }
      for article in ["", "an ", "a ", "the "] where text.hasPrefix("\(article)\(word) of ") {
        return "\(article)\(word) of"
      }
    }
    return nil
  }

  func isVague(forLink: Bool) -> Bool {
    switch foldedWords {
    case "here", "click here", "tap here", "press here": true
    case "this", "this link", "this page", "link", "more", "read more": forLink
    default: false
    }
  }

  /// Whether the text has the form of a BCP 47 tag.
  var isLanguageTag: Bool {
    let subtags = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let first = subtags.first, subtags.allSatisfy({ 1...8 ~= $0.count && $0.allSatisfy(\.isLetterOrDigit) })
    else {
      return false
    }
    let isPrivate = subtags.count > 1 && (first.elementsEqual("x".utf8) || first.elementsEqual("i".utf8))
    return isPrivate || 2...3 ~= first.count && !first.contains(where: \.isDigit)
  }
}
