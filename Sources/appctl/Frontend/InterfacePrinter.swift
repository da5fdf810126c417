package import AppControllerJSON
import AppControllerKit
import AppControllerTerminal
import ProviderPlugins

@MainActor
struct InterfacePrinter {
  let workspace: Workspace

  /// On a terminal, where it meets the lines of the host, each line of the text has the mark of the provider `speaker`.
  func interface(
    _ description: InterfaceDescription, of speaker: String?, assets: [String: AssetImage] = [:],
    color: TraitCollection.Color = .unspecified
  ) {
    let state = PresentationState(assets: assets)
    if workspace.console.isVerbose {
      for diagnostic in description.lint() { workspace.console.warning(diagnostic.text) }
    }
    if workspace.options.format == .html {
      var traits = TraitCollection.ofUser
      traits.color = color
      return workspace.console.result(
        HTMLRenderer().render(description, state: state, traits: traits))
    }
    if workspace.options.format == .svg { return workspace.console.result(picture(of: description, state, color)) }
    if workspace.wantsJSON { return workspace.console.result(JSONRenderer().render(description) + "\n") }
    let text = TextRenderer().render(description, state: state, traits: .text)
    guard let speaker, workspace.console.outputIsTerminal else { return workspace.console.result(text) }
    workspace.console.lines("\(ProviderWords(String(text.dropLast()), of: speaker))\n")
  }

  private func picture(of description: InterfaceDescription, _ state: PresentationState, _ color: TraitCollection.Color)
    -> String
  {
    var traits = TraitCollection.ofUser
    traits.columns = 80
    let state = state.openingGroups(of: description)
    let screen = ScreenPicture(of: description, state: state)
    return SVGRenderer(color).render(
      TerminalRenderer(assets: PNGDecoder.decoder).render(
        description, state: state, traits: traits),
      title: screen?.node.label ?? description.id, language: description.language,
      elements: description.accessibleElements(state: state, traits: traits))
  }

  func transition(
    from old: (InterfaceDescription, PresentationState), to new: (InterfaceDescription, PresentationState),
    _ configuration: AppController.Configuration
  ) {
    workspace.console.result(
      HTMLRenderer().renderTransition(
        from: old, to: new, configuration: configuration, traits: .ofUser))
  }

  /// JSON is the interface alone.
  func outcome(_ line: String, isDone: Bool = true, in controller: AppController, shows: Bool) {
    if !workspace.wantsJSON { isDone ? workspace.console.done(line) : workspace.console.result("\(line)\n") }
    if shows || workspace.wantsJSON { installed(in: controller) }
  }

  func installed(in controller: AppController) {
    if let description = controller.installedInterface {
      interface(
        description, of: controller.speaker,
        assets: controller.assets(of: description, session: controller.session))
    }
  }
}

extension Console {
  /// Prints the problems of a completed transition as warnings.
  func check(_ outcome: TransitionOutcome) throws {
    switch outcome {
    case .completed(let report):
      for problem in report.problems { warning(problem) }
    case .unchanged: break
    case .failed(let error): throw error
    case .vetoed(let reason):
      throw CommandError.refused("the transition was vetoed: \(reason)", "a handler said no", "do what it asks for")
    case .superseded, .cancelled:
      throw CommandError.refused(
        "the transition was overtaken by another one", "the provider asked for something else meanwhile", "try again")
    }
  }
}

extension InterfacePrinter {
  func effects(_ response: ActionResponse, of controller: AppController) {
    if workspace.wantsJSON { return workspace.console.result(json(response)) }
    for effect in response.effects {
      switch effect {
      case .show(let screen, _): interface(screen, of: controller.speaker)
      case .message(let severity, let text):
        workspace.console.lines("\(severity.rawValue): \(controller.words(text))\n")
      case .leave(let departure): workspace.console.result("left: \(departure.rawValue)\n")
      case .select(let tabs, let item): workspace.console.result("selected: \(item) in \(tabs)\n")
      // The command reports a field error as its own error, and prints the interface after a transition.
      case .fieldError, .login, .logout: break
      }
    }
  }

  private func json(_ response: ActionResponse) -> String {
    JSONReport.text { writer in
      writer.key("effects")
      writer.beginArray()
      for effect in response.effects { write(effect, to: &writer) }
      writer.endArray()
    }
  }

  /// Its keys are in order; a session is written as its subject only.
  private func write(_ effect: ActionResponse.Effect, to writer: inout JSONWriter) {
    writer.beginObject()
    switch effect {
    case .show(let screen, let placement):
      writer.members(["effect": "show"])
      writer.key("interface")
      JSONRenderer().write(screen, to: &writer)
      writer.members(["placement": placement.rawValue])
    case .leave(let departure):
      writer.members(["departure": departure.rawValue, "effect": "leave"])
    case .select(let tabs, let item): writer.members(["effect": "select", "item": item, "tabs": tabs])
    case .fieldError(let input, let message):
      writer.members(["effect": "fieldError", "input": input, "message": message])
    case .message(let severity, let text):
      writer.members(["effect": "message", "severity": severity.rawValue, "text": text])
    case .login(let session):
      writer.members(["effect": "login"])
      if let session { writer.members(["subject": session.subject]) }
    case .logout: writer.members(["effect": "logout"])
    }
    writer.endObject()
  }
}

// The printed forms of providers and their errors, the same in every command.
extension PluginError {
  func lines(as heading: String, indentedBy indent: String = "") -> [String] {
    [
      "\(indent)\(heading): \(what.displayable) [\(code.rawValue)]", "\(indent)  why: \(why.displayable)",
      "\(indent)  fix: \(fix.displayable)",
    ]
  }
}

extension PluginError: JSONConvertible {
  package var json: JSONValue {
    ["code": code.rawValue, "fix": command.map { "\(fix); run: \($0)" } ?? fix, "what": what, "why": why]
  }
}

extension ProviderNote: JSONConvertible {
  package var json: JSONValue {
    let (majors, minor) = (abi.majors, abi.minor)
    return [
      "abi": ["majorMax": majors.upperBound, "majorMin": majors.lowerBound, "minor": minor] as JSONValue, "id": id,
      "name": name, "permissions": permissions.map(\.json), "replaces": replaces, "requires": requirements,
      "settings": settings.map(\.json), "vendor": vendor, "version": version,
    ]
  }
}

extension DeclaredPermission {
  func reasonedWords(of id: String) -> String {
    ProviderWords.withoutCodes(words) + (why.isEmpty ? "" : "; \(ProviderWords(why, of: id))")
  }
}

extension ProviderSetting {
  func words(of id: String) -> String {
    var words = "\(name): \(kind.words)"
    if isRequired { words += ", required" }
    if identifies { words += ", identifies" }
    if let defaultValue { words += ", \(defaultValue.isEmpty ? "empty" : defaultValue) unless given" }
    let purpose = ProviderWords("\(label)\(help.isEmpty ? "" : ": \(help)")", of: id)
    return "\(ProviderWords.withoutCodes(words)); \(purpose)"
  }
}

extension ProviderSetting.Kind {
  fileprivate var words: String {
    switch self {
    case .text(0...Int.max), .boolean, .secret, .integer(Int64.min...Int64.max): name
    case .text(let length): "text of \(length.words) characters"
    case .integer(let range): "integer of \(range.words)"
    case .url(let schemes): "url (\(schemes.joined(separator: ", ")))"
    case .choice(let options): "choice (\(options.joined(separator: ", ")))"
    case .unknown(let type): "\(type.displayable), which this version does not know"
    }
  }
}
