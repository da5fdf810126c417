internal import AppControllerJSON
internal import AppControllerKit

extension ControllerObservation {
  /// The line of what was observed: a recorder writes it, and a replay compares it.
  ///
  /// `eventNumber` counts the events of the recording. `nil` for what the controller of a replay repeats by itself.
  func line(
    eventNumber: Int, _ secrets: SecretNumbers
  ) -> (kind: RecordedLine.Kind, content: [JSONValue.Member])? {
    switch self {
    case .requestReceived(let input, let number): (.asked, secrets.members(["input": .number(number)], input))
    case .requestAnswered(let number, let outcome):
      (.answered, secrets.members(["input": .number(number), "outcome": .string(outcome)]))
    case .requestWithdrawn(let number): (.withdrawn, secrets.members(["input": .number(number)]))
    case .eventEmitted(let event): event.members(eventNumber, secrets).map { (.event, $0) }
    case .hookCalled(let hook): (.hook, hook.members(secrets))
    case .hookReturned(let hook, let objection): (.hooked, hook.members(secrets, objection: objection))
    case .store(.called(.load, let number)): (.load, secrets.members(["call": .number(number)]))
    case .store(.called(.replace(let session, let generation), let number)):
      (
        .replace,
        secrets.members([
          "call": .number(number), "session": secrets.object(session), "ifGeneration": .number(generation),
        ])
      )
    case .store(.returned(.success(let record), let number)):
      (.stored, secrets.members(["call": .number(number), "record": secrets.object(record)]))
    case .store(.returned(.failure(let error), let number)):
      (.stored, secrets.members(["call": .number(number), "error": secrets.object(RecordedError(error))]))
    case .store(.hasChanged(let generation)): (.changed, secrets.members(["generation": .number(generation)]))
    case .stepBegan, .operationEnded: nil
    }
  }
}

extension HookCall {
  func members(_ secrets: SecretNumbers, objection: String? = nil) -> [JSONValue.Member] {
    secrets.members([
      "hooks": .number(hooks), "name": .string(name.rawValue), "target": .string(target.rawValue),
      "objection": .text(objection),
    ])
  }
}

extension ControllerEvent {
  /// `nil` for an event that is not recorded.
  ///
  /// The members are only compared, never read.
  fileprivate func members(_ number: Int, _ secrets: SecretNumbers) -> [JSONValue.Member]? {
    guard let (name, detail) = kind.nameAndDetail(secrets) else { return nil }
    return secrets.members([
      "number": .number(number), "event": .string(name), "operation": .number(operation),
      "state": .string(state.rawValue), "revision": .number(revision),
    ]) + secrets.members(detail)
  }
}

extension ControllerEvent.Kind {
  fileprivate func nameAndDetail(_ secrets: SecretNumbers) -> (name: String, detail: KeyValuePairs<String, JSONValue?>)?
  {
    switch self {
    case .snapshot(let missed): ("snapshot", ["missed": .number(missed)])
    case .launching: ("launching", [:])
    case .installed: ("installed", [:])
    case .installationFailed(let error): ("installation-failed", ["error": secrets.object(RecordedError(error))])
    case .requested(let state): ("requested", ["target": .string(state.rawValue)])
    case .began(let state): ("began", ["target": .string(state.rawValue)])
    case .prepared: ("prepared", [:])
    case .exchanged: ("exchanged", [:])
    case .sessionUpdated(let update):
      ("session-updated", ["subject": .string(update.subject), "renewed": .bool(update.isRenewed)])
    case .sessionExpired(let subject): ("session-expired", ["subject": .string(subject)])
    case .sessionChangedElsewhere(let subject): ("session-changed-elsewhere", ["subject": .text(subject) ?? .null])
    case .completed(let report): ("completed", ["problems": .array(report.problems.map { .string($0) })])
    case .vetoed(let reason): ("vetoed", ["reason": .string(reason)])
    case .failed(let error): ("failed", ["error": secrets.object(RecordedError(error))])
    case .stopped: ("stopped", [:])
    case .staleAction(let nodeID): ("stale-action", ["node": .string(nodeID)])
    case .terminated: ("terminated", [:])
    // The user's changes of the live tree bypass the controller, and a replayed provider has no process that could end.
    case .changed, .providerEnded: nil
    }
  }
}
