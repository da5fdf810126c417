internal import AppControllerKit

/// Who takes part in a recording: the controller and its provider, as they were.
@MainActor
struct ReplayCast {
  private let recording: Recording
  private let controller: RecordedObject

  init(_ recording: Recording) throws(RecordingFault) {
    self.recording = recording
    guard let line = recording.lines.first(where: { $0.kind == .controller }) else {
      throw RecordingFault(what: "it has no controller; nothing was recorded of one")
    }
    controller = line.object
  }

  /// A provider that answers as the recorded one did.
  func provider(
    _ script: ReplayScript, _ clock: ReplayClock
  ) throws(RecordingFault) -> any AppControllerInterfaceProviding {
    guard let line = recording.lines.first(where: { $0.kind == .provider }) else {
      throw RecordingFault(what: "its provider is the app's own; give it to Replay(_:provider:)")
    }
    let object = line.object
    if object.has("storyboard") { return try object.storyboardProvider() }
    let identity = try object.identity()
    let isIsolated = try object.flag("isIsolated")
    do throws(PluginError) {
      return try PluginProvider(deadline: object.duration("deadline"), clock: clock) { _ in
        .replayed(ReplayedInstance(identity, isIsolated: isIsolated, script))
      }
    } catch {
      throw RecordingFault(what: error.what)
    }
  }

  /// A controller that is set up as the recorded one was.
  func controller(
    of provider: any AppControllerInterfaceProviding, _ store: ReplayedStore, _ clock: ReplayClock, startedAt: Int64
  ) throws(RecordingFault) -> AppController {
    let controller = AppController(
      interfaceProvider: provider, providerID: try self.controller.text("provider"), sessionStore: store, clock: clock,
      wallClock: { (startedAt + clock.now.offset.microseconds) / 1_000_000 }
    )
    controller.followsSessionStore = try self.controller.flag("followsStore")
    controller.providerDeadline = self.controller.duration("providerDeadline")
    controller.handlerDeadline = self.controller.duration("handlerDeadline")
    return controller
  }
}

extension RecordedObject {
  fileprivate func identity() throws(RecordingFault) -> LibraryIdentity {
    let version = try text("abi").split(separator: ".").compactMap { UInt32($0) }
    guard version.count == 2 else { throw fault("abi", try text("abi").displayable.debugDescription) }
    return LibraryIdentity(
      path: try text("path"), id: try text("id"), version: try text("version"), major: version[0], minor: version[1])
  }

  /// A time in microseconds; `nil` when there is none.
  fileprivate func duration(_ member: String) -> Duration? { self[member]?.intValue.map { .microseconds($0) } }
}
