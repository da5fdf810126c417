internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

extension JSONValue {
  /// What a library answered to a call.
  init(_ answer: ProviderAnswer, _ secrets: SecretNumbers) {
    var members = [Member("status", .number(answer.status))]
    if let failure = answer.failure {
      members.append(
        Member(
          "failure",
          .members(["what": .string(failure.what), "why": .string(failure.why), "fix": .string(failure.fix)])))
    }
    switch answer.content {
    case .nothing: break
    case .isLoggedIn(let flag): members.append(Member("isLoggedIn", .bool(flag)))
    case .configuration(let configuration): members.append(Member("configuration", JSONValue(configuration)))
    case .interface(let interface): members.append(Member("interface", JSONValue(interface)))
    case .response(let response): members.append(Member("effects", JSONValue(response, secrets)))
    case .refusedInterface(let diagnostic): members.append(Member("refusedInterface", JSONValue(diagnostic)))
    case .refusedScreen(let diagnostic): members.append(Member("refusedScreen", JSONValue(diagnostic)))
    case .refusedReply(let what): members.append(Member("refusedReply", .string(what)))
    }
    self = .object(members)
  }

  /// A description, as its canonical JSON.
  init(_ interface: InterfaceDescription) {
    let text = JSONRenderer().render(interface)
    let limits = JSONLimits(bytes: .max, depth: .max, values: .max)
    self = (try? JSONReader.read(Array(text.utf8), limits: limits)) ?? .null
  }

  /// The effects of an answer, in order.
  init(_ response: ActionResponse, _ secrets: SecretNumbers) {
    self = .array(
      response.effects.map { effect in
        switch effect {
        case .show(let screen, let placement):
          .members(["effect": .string(placement.rawValue), "screen": JSONValue(screen)])
        case .leave(let departure): .members(["effect": .string(departure.rawValue)])
        case .select(let tabs, let item):
          .members(["effect": .string("select"), "tabs": .string(tabs), "item": .string(item)])
        case .fieldError(let input, let message):
          .members(["effect": .string("field-error"), "input": .string(input), "message": .string(message)])
        case .message(let severity, let text):
          .members([
            "effect": .string("message"), "severity": .string(severity.rawValue), "message": .string(text),
          ])
        case .login(let session):
          .members(["effect": .string("login"), "session": session.map { JSONValue($0, secrets) }])
        case .logout: .members(["effect": .string("logout")])
        }
      })
  }

  private init(_ configuration: ack_configuration) {
    self = .members([
      "duration": .real(configuration.duration), "delay": .real(configuration.delay),
      "style": .number(configuration.style), "dismissesPresented": .number(configuration.dismisses_presented),
    ])
  }

  private init(_ diagnostic: Diagnostic) {
    self = .members([
      "code": .string(diagnostic.code.rawValue), "path": .string(diagnostic.path),
      "message": .string(diagnostic.message),
    ])
  }
}

extension RecordedObject {
  func answer(_ secrets: SecretNumbers) throws(RecordingFault) -> ProviderAnswer {
    var answer = ProviderAnswer(status: try number("status"), content: try content(secrets))
    if has("failure") {
      let failure = try object("failure")
      answer.failure = .init(
        what: try failure.text("what"), why: try failure.text("why"), fix: try failure.text("fix"))
    }
    return answer
  }

  private func content(_ secrets: SecretNumbers) throws(RecordingFault) -> ProviderAnswer.Content {
    if has("isLoggedIn") { return .isLoggedIn(try flag("isLoggedIn")) }
    if has("configuration") { return .configuration(try object("configuration").configuration()) }
    if has("interface") { return .interface(try interface("interface")) }
    if has("effects") { return .response(try response("effects", secrets)) }
    if has("refusedInterface") { return .refusedInterface(try object("refusedInterface").diagnostic()) }
    if has("refusedScreen") { return .refusedScreen(try object("refusedScreen").diagnostic()) }
    if has("refusedReply") { return .refusedReply(try text("refusedReply")) }
    return .nothing
  }

  func interface(_ member: String) throws(RecordingFault) -> InterfaceDescription {
    guard let value = self[member] else { throw fault(member, "missing") }
    var writer = JSONWriter()
    writer.write(value)
    do throws(AppControllerError) {
      return try InterfaceDescription(json: writer.bytes)
    } catch {
      throw fault(member, "read back: \(error.what)")
    }
  }

  func response(_ member: String, _ secrets: SecretNumbers) throws(RecordingFault) -> ActionResponse {
    var effects: [ActionResponse.Effect] = []
    for value in try list(member) { effects.append(try RecordedObject(value, member).effect(secrets)) }
    return ActionResponse(effects: effects)
  }

  private func effect(_ secrets: SecretNumbers) throws(RecordingFault) -> ActionResponse.Effect {
    let name = try text("effect")
    if let placement = ActionResponse.Placement(rawValue: name) { return .show(try interface("screen"), placement) }
    if let departure = ActionResponse.Departure(rawValue: name) { return .leave(departure) }
    switch name {
    case "select": return .select(tabs: try text("tabs"), item: try text("item"))
    case "field-error": return .fieldError(input: try text("input"), message: try text("message"))
    case "message": return .message(try word("severity"), try text("message"))
    case "login": return .login(try session("session", secrets))
    case "logout": return .logout
    default: throw fault("effect", name.displayable.debugDescription)
    }
  }

  private func configuration() throws(RecordingFault) -> ack_configuration {
    var configuration = ack_configuration(.init())
    (configuration.duration, configuration.delay) = (try double("duration"), try double("delay"))
    configuration.style = try number("style")
    configuration.dismisses_presented = try number("dismissesPresented")
    return configuration
  }

  private func diagnostic() throws(RecordingFault) -> Diagnostic {
    Diagnostic(
      .error, Diagnostic.Code(rawValue: try text("code")), path: try text("path"), message: try text("message"))
  }
}
