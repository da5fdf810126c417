internal import AppControllerJSON
internal import AppControllerKit

extension JSONValue {
  /// The members of a controller's event, with its number in the recording.
  ///
  /// Presentation state is left out, because the user's actions in the app's own window are not recorded. The members
  /// are only compared, never read.
  static func members(of event: ControllerEvent, number: Int) -> [Member] {
    var members = [Member("number", .number(number)), Member("event", .string(event.kind.name))]
    if let operation = event.operation { members.append(Member("operation", .number(operation))) }
    members.append(Member("state", .string(event.state.rawValue)))
    members.append(Member("revision", .number(event.revision)))
    return members + event.kind.members
  }

  /// Converts an integer of any type; one that is too large becomes the nearest.
  fileprivate static func number(_ value: some BinaryInteger) -> JSONValue { .int(Int64(clamping: value)) }
}

extension ControllerEvent.Kind {
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
    case .providerEnded: "provider-ended"
    case .terminated: "terminated"
    }
  }

  fileprivate var members: [JSONValue.Member] {
    switch self {
    case .snapshot(let missed): [.init("missed", .number(missed))]
    case .requested(let state), .began(let state): [.init("target", .string(state.rawValue))]
    case .sessionExpired(let subject): [.init("subject", .string(subject))]
    case .sessionChangedElsewhere(let subject): [.init("subject", subject.map { .string($0) } ?? .null)]
    case .completed(let report): [.init("problems", .array(report.problems.map { .string($0) }))]
    case .vetoed(let reason): [.init("reason", .string(reason))]
    case .installationFailed(let error), .failed(let error), .providerEnded(let error):
      [.init("error", .object(JSONCodingWriter.members(of: RecordedError(error))))]
    case .staleAction(let nodeID): [.init("node", .string(nodeID))]
    case .sessionUpdated(let update):
      [.init("subject", .string(update.subject)), .init("renewed", .bool(update.isRenewed))]
    case .launching, .installed, .prepared, .exchanged, .stopped, .changed, .terminated: []
    }
  }
}
