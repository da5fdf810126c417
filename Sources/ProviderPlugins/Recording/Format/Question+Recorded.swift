internal import AppControllerKit

extension ProviderQuestion {
  /// The function of the header's `ack_provider` that the question is a call of.
  var functionName: String {
    switch subject {
    case .isInitiallyLoggedIn: "is_initially_logged_in"
    case .configuration: "configuration"
    case .description, .screen: "describe"
    case .action: "perform"
    case .endOfSession: "session_ended"
    case .event: "notify"
    }
  }
}

extension JSONValue {
  /// A call, with everything that it is made with.
  init(_ question: ProviderQuestion, _ secrets: SecretNumbers) {
    var action: JSONValue?
    var ended: JSONValue?
    var event: JSONValue?
    switch question.subject {
    case .isInitiallyLoggedIn, .configuration, .description, .screen: break
    case .action(let subject): action = JSONValue(subject, secrets)
    case .endOfSession(let session): ended = JSONValue(session, secrets)
    case .event(let subject): event = .string(subject.rawValue)
    }
    self = .members([
      "function": .string(question.functionName), "question": .number(question.sequence),
      "screen": question.screen.isEmpty ? nil : .string(question.screen),
      "state": .string(question.controller.state.rawValue),
      "session": question.controller.session.map { JSONValue($0, secrets) },
      "action": action, "ended": ended, "event": event,
      "traits": JSONValue(question.controller.traits),
    ])
  }

  /// An action; the values of secret inputs are numbers.
  init(_ action: InterfaceAction, _ secrets: SecretNumbers) {
    let values = action.values.sorted { $0.key < $1.key }.map { name, value in
      switch value {
      case .plain(let texts): Member(name, .array(texts.map { .string($0) }))
      case .secret(let secret): Member(name, .members(["secret": .number(secrets.number(of: secret))]))
      }
    }
    self = .members([
      "name": .string(action.name), "node": .string(action.nodeID), "values": .object(values),
      "payload": action.payload.isEmpty ? nil : .strings(action.payload), "revision": .number(action.revision),
      "deadline": .number(action.deadline.components.seconds),
    ])
  }

  /// The surface that is described for.
  init(_ traits: TraitCollection) {
    self = .members([
      "columns": .number(traits.columns), "rows": .number(traits.rows), "idiom": .number(traits.idiom.rawValue),
      "color": .number(traits.color.rawValue), "motion": .number(traits.motion.rawValue),
      "direction": .number(traits.direction.rawValue), "languages": .array(traits.languages.map { .string($0) }),
      "timeZone": .string(traits.timeZone),
    ])
  }
}

extension RecordedObject {
  func action(_ secrets: SecretNumbers) throws(RecordingFault) -> InterfaceAction {
    var values: InputValues = [:]
    for member in try object("values").members() {
      if let texts = member.value.arrayValue {
        values[member.name] = .plain(texts.compactMap(\.stringValue))
      } else {
        values[member.name] = .secret(try RecordedObject(member.value, member.name).secret("secret", secrets))
      }
    }
    return InterfaceAction(
      try text("name"), nodeID: try text("node"), values: values,
      payload: has("payload") ? try strings("payload") : [:], revision: try number("revision"),
      deadline: .seconds(try int("deadline"))
    )
  }

  func traits() throws(RecordingFault) -> TraitCollection {
    var traits = TraitCollection()
    (traits.columns, traits.rows) = (try number("columns"), try number("rows"))
    traits.idiom = .init(rawValue: try number("idiom")) ?? .unspecified
    traits.color = .init(rawValue: try number("color")) ?? .unspecified
    traits.motion = .init(rawValue: try number("motion")) ?? .unspecified
    traits.direction = .init(rawValue: try number("direction")) ?? .unspecified
    traits.languages = try list("languages").compactMap(\.stringValue)
    traits.timeZone = try text("timeZone")
    return traits
  }
}
