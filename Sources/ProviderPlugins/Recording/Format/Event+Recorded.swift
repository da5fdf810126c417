internal import AppControllerKit

extension JSONValue {
  /// An event of the controller, by its number in the recording: what is shown differently is not recorded, because what
  /// the user does in the app's own window is not.
  init(_ event: ControllerEvent, number: Int) {
    self = .members([
      "number": .number(number), "event": .string(event.kind.name),
      "operation": event.operation.map { .number($0) },
      "state": .string(event.state.rawValue), "revision": .number(event.revision),
    ])
    guard case .object(let members) = self else { return }
    self = .object(members + event.kind.members)
  }
}

extension ControllerEvent.Kind {
  /// The event's name in a recording.
  fileprivate var name: String {
    switch self {
    case .snapshot: "snapshot"
    case .launching: "launching"
    case .installed: "installed"
    case .installationFailed: "installation-failed"
    case .requested: "requested"
    case .began: "began"
    case .prepared: "prepared"
    case .exchanged: "exchanged"
    case .sessionUpdated: "session-updated"
    case .sessionExpired: "session-expired"
    case .sessionChangedElsewhere: "session-changed-elsewhere"
    case .completed: "completed"
    case .vetoed: "vetoed"
    case .failed: "failed"
    case .stopped: "stopped"
    case .changed: "changed"
    case .staleAction: "stale-action"
    case .terminated: "terminated"
    }
  }

  /// What else there is to say.
  fileprivate var members: [JSONValue.Member] {
    switch self {
    case .snapshot(let missed): [.init("missed", .number(missed))]
    case .requested(let state), .began(let state): [.init("target", .string(state.rawValue))]
    case .sessionExpired(let subject): [.init("subject", .string(subject))]
    case .sessionChangedElsewhere(let subject): [.init("subject", subject.map { .string($0) } ?? .null)]
    case .completed(let report): [.init("problems", .array(report.problems.map { .string($0) }))]
    case .vetoed(let reason): [.init("reason", .string(reason))]
    case .installationFailed(let error), .failed(let error): [.init("error", JSONValue(error: error))]
    case .staleAction(let nodeID): [.init("node", .string(nodeID))]
    case .launching, .installed, .prepared, .exchanged, .sessionUpdated, .stopped, .changed, .terminated: []
    }
  }
}

// MARK: - What a controller is asked

extension JSONValue {
  /// Something that is asked of the controller, by the number that its answer names.
  init(_ input: ControllerInput, number: Int, _ secrets: SecretNumbers) {
    func members(_ name: String, _ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
      let rest = JSONValue.members(members).objectValue ?? []
      return .object([Member("input", .number(number)), Member("for", .string(name))] + rest)
    }
    func value(_ session: Session?) -> JSONValue? { session.map { JSONValue($0, secrets) } }
    self =
      switch input {
      case .initialState: members("initial-state", [:])
      case .describe(let state, let session):
        members("interface", ["state": .string(state.rawValue), "session": value(session)])
      case .configuration(let state, let session):
        members("configuration", ["state": .string(state.rawValue), "session": value(session)])
      case .install(let traits): members("installation", ["traits": JSONValue(traits)])
      case .login(let session, let rebuilds):
        members("login", ["session": value(session), "rebuilds": .bool(rebuilds)])
      case .logout(let isForced, let rebuilds):
        members("logout", ["isForced": .bool(isForced), "rebuilds": .bool(rebuilds)])
      case .perform(let action, let isHostAction, let screen):
        members(
          "action",
          ["action": JSONValue(action, secrets), "isHostAction": .bool(isHostAction), "screen": .number(screen)])
      case .staleAction(let node, let revision):
        members("stale-action", ["node": .string(node), "revision": .number(revision)])
      case .apply(let response, let screen):
        members("effects", ["effects": JSONValue(response, secrets), "screen": .number(screen)])
      case .request(let request, let chain):
        members("request", ["request": JSONValue(request, secrets), "chain": .number(chain)])
      case .terminate: members("termination", [:])
      }
  }

  /// A call of a function of the app.
  init(_ call: HookCall) {
    self = .members([
      "hooks": .number(call.hooks), "name": .string(call.name.rawValue), "target": .string(call.target.rawValue),
    ])
  }
}

extension RecordedObject {
  func input(_ secrets: SecretNumbers) throws(RecordingFault) -> ControllerInput {
    let name = try text("for")
    switch name {
    case "initial-state": return .initialState
    case "interface": return .describe(try word("state"), try session("session", secrets))
    case "configuration": return .configuration(try word("state"), try session("session", secrets))
    case "installation": return .install(try object("traits").traits())
    case "login": return .login(try session("session", secrets), rebuilds: try flag("rebuilds"))
    case "logout": return .logout(isForced: try flag("isForced"), rebuilds: try flag("rebuilds"))
    case "action":
      return .perform(
        try object("action").action(secrets), isHostAction: try flag("isHostAction"), screen: try number("screen"))
    case "stale-action": return .staleAction(nodeID: try text("node"), revision: try number("revision"))
    case "effects": return .apply(try response("effects", secrets), screen: try number("screen"))
    case "request": return .request(try object("request").request(secrets), chain: try number("chain"))
    case "termination": return .terminate
    default: throw fault("for", name.displayable.debugDescription)
    }
  }

  func hookCall() throws(RecordingFault) -> HookCall {
    HookCall(try number("hooks"), try word("name"), try word("target"))
  }
}
