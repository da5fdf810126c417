internal import AppControllerJSON
internal import AppControllerKit

/// Who takes part in a recording: the controller and its provider, as they were.
@MainActor
struct ReplayCast {
  private let recording: Recording
  private let controller: RecordedController

  init(_ recording: Recording) throws(CodingFault) {
    self.recording = recording
    guard let line = recording.lines.first(where: { $0.kind == .controller }) else {
      throw CodingFault("has no controller; nothing was recorded of one")
    }
    controller = try line.read()
  }

  /// A provider that answers as the recorded one did.
  func provider(
    _ script: ReplayScript, _ clock: ReplayClock
  ) throws(CodingFault) -> any AppControllerInterfaceProviding {
    guard let line = recording.lines.first(where: { $0.kind == .provider }) else {
      throw CodingFault("has the app's own provider; give it to Replay(_:provider:)")
    }
    do {
      if line.content.contains(where: { $0.name == "storyboard" }) {
        return try line.read(RecordedStoryboard.self).provider()
      }
      let library: RecordedLibrary = try line.read()
      return try PluginProvider(deadline: library.deadline, clock: clock) { _ in
        RecordedEndpoint(library.identity, script)
      }
    } catch let fault as CodingFault {
      throw fault
    } catch {
      throw CodingFault("has a provider that cannot be had: \((error as? any ExplainedError)?.what ?? "\(error)")")
    }
  }

  /// A controller that is set up as the recorded one was.
  func controller(
    of provider: any AppControllerInterfaceProviding, _ store: ReplayedStore, _ clock: ReplayClock, startedAt: Int64
  ) -> AppController {
    let controller = AppController(
      interfaceProvider: provider, providerID: self.controller.provider, sessionStore: store, clock: clock,
      wallClock: { (startedAt + clock.now.offset.microseconds) / 1_000_000 }
    )
    controller.followsSessionStore = self.controller.followsStore
    controller.providerDeadline = self.controller.providerDeadline
    controller.handlerDeadline = self.controller.handlerDeadline
    return controller
  }
}
