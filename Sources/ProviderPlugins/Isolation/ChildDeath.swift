internal import AppControllerKit

struct ChildDeath: Sendable {
  enum Phase: Sendable, Equatable {
    case start
    case question(String)
    case cancel
    case tick
    case request
    /// Nothing that the app knows of.
    case rest
  }

  let id: String
  let path: String
  let phase: Phase
  let end: ChildMachine.End
  var lastOutput: String
  let hasGreeted: Bool
  let wasAtRest: Bool
}

extension ChildLink {
  /// Waits until the process has been reaped, and describes its end.
  ///
  /// A process that has not ended is killed, because it took too long.
  func death(
    of identity: ProviderIdentity, during phase: ChildDeath.Phase, limit: Duration
  ) -> ChildDeath {
    // The messages before its end may contain the reason.
    read()
    if !machine({ $0.isClosed }) { kill(.hung(limit)) }
    awaitEnd()
    let lastOutput = lastOutput
    return machine { machine in
      ChildDeath(
        id: identity.id, path: identity.path, phase: phase, end: machine.end ?? .hung(limit), lastOutput: lastOutput,
        hasGreeted: machine.hasGreeted, wasAtRest: machine.hasDiedAtRest
      )
    }
  }
}

extension ChildDeath {
  var error: PluginError {
    let name = "provider \(id)"
    let line = CrashReason.line(of: lastOutput)
    let words = line.map { "it wrote: \(ProviderWords($0, of: id))" } ?? "it wrote nothing before"
    guard hasGreeted else { return notServing(words) }
    switch end {
    case .closed, .exited(.exited(ChildConnection.lostStatus)):
      return PluginError(
        .childClosed, what: "\(name) closed its connection to the app \(phase.text)",
        why: "nothing can be asked of it any more, and its process was killed; \(words)",
        fix: "tell the provider's author not to close files that it has not opened"
      )
    case .exited(.exited(let status)):
      return PluginError(
        .childExited, what: "\(name) ended its process, with the status \(status), \(phase.text)", why: words,
        fix: "the provider's author can answer with an error instead of calling exit()"
      )
    case .exited(let exit):
      return PluginError(
        .childCrashed, what: "\(name) crashed \(phase.text): its process \(exit)", why: words,
        fix: "tell the provider's author, and which calls crash it", command: "appctl validate \(path.displayable)"
      )
    case .hung(let limit):
      return PluginError(
        .childHung, what: "\(name) did not come back within \(limit) \(phase.text), and its process was killed",
        why: "a function of a provider has to return at once, and may answer pending; \(words)",
        fix: "try again, or give it more time with --timeout; the provider's author can answer pending"
      )
    case .broken(let fault):
      return PluginError(
        .childBrokeProtocol, what: "the process of \(name) broke a rule \(phase.text): \(fault)",
        why: "whatever it says after that cannot be trusted, and it was killed; \(words)",
        fix:
          "use the same version of the app and of the executable for its providers; otherwise do not trust the provider"
      )
    case .pretended(let difference):
      return PluginError(
        .childPretends, what: "the process of \(name) says to be somebody else: \(difference)",
        why: "who a provider is stands in its file, and one that says otherwise would get what is somebody else's",
        fix: "do not use \(path.displayable); whoever has made it has meant to deceive"
      )
    case .flooded: return .flooded(name)
    case .unwanted: return .gone(name)
    }
  }

  private func notServing(_ words: String) -> PluginError {
    let exit = if case .exited(let exit) = end { "it \(exit)" } else { "it was killed" }
    return PluginError(
      .childNotServing, what: "the process that was started for \(path.displayable) does not serve providers: \(exit)",
      why: "the executable began something else, as an app does that is not told what it was started for; \(words)",
      fix: "let the app's main function begin with ProviderChild.runIfRequested()"
    )
  }
}

extension ChildDeath.Phase {
  /// The activity, for the end of a sentence.
  var text: String {
    switch self {
    case .start: "while it was loaded"
    case .question(let name): "at its \(name)"
    case .cancel: "when a question was cancelled"
    case .tick: "at a tick"
    case .request: "with its requests"
    case .rest: "while nothing was asked of it"
    }
  }
}

extension PluginError {
  static func unsendable(_ what: String, _ fault: FrameFault) -> PluginError {
    PluginError(
      .questionTooLarge, what: "\(what) cannot be sent to the provider's process: \(fault)",
      why: "what is sent has a bounded size", fix: "send less: shorter values of the inputs"
    )
  }
}
