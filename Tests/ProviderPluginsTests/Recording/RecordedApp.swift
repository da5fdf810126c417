import AppControllerJSON
import AppControllerKit
import AppControllerKitTesting
import Foundation
import TestSupport

@testable import ProviderPlugins

/// An app that is recorded, and its recording.
@MainActor
final class RecordedApp {
  /// The time at which every recording of a test begins, in seconds since 1970.
  nonisolated static let start = Timestamp(secondsSince1970: 1_800_000_000)

  let app: LoadedApp
  let clock = ManualClock()
  let path: String
  let recorder: ProviderRecorder
  private let folder: TestFolder

  var controller: AppController { app.controller }

  /// Loads a provider and starts recording it; the clock does not advance.
  init(
    _ library: String, _ mode: LoadingMode = .here, store: any SessionStore = InMemorySessionStore(),
    followsStore: Bool = false
  ) throws {
    folder = try TestFolder()
    path = folder.path(of: "trace.jsonl")
    recorder = try ProviderRecorder(
      path: path, startedAt: Self.start.secondsSince1970 * 1_000_000, now: { [clock] in clock.now.offset })
    var loader = try mode.loader(clock: clock)
    loader.child.homes = folder.path(of: "homes")
    try FileManager.default.createDirectory(atPath: folder.path(of: "homes"), withIntermediateDirectories: true)
    loader.recorder = recorder
    app = try LoadedApp(
      library, loader: loader, store: store, clock: clock,
      wallClock: { [clock] in Self.start + clock.now.offset })
    app.controller.followsSessionStore = followsStore
    recorder.record(app.controller)
  }

  convenience init(misbehaving mode: String, _ loading: LoadingMode = .here) throws {
    try self.init(try FixtureLibrary.misbehaving(mode), loading)
  }

  /// Installs the app in a window without motion.
  func install(motion: TraitCollection.Motion = .none) async throws {
    app.window.traits.motion = motion
    try await app.install()
  }

  /// Ends the recording, and reads it.
  func finish() throws -> Recording {
    try recorder.finish()
    return try Recording(contentsOfFile: path)
  }

  /// Ends the recording, and replays it.
  func replay() async throws -> ReplayReport { try await Replay(finish()).run() }

  /// The text of the recording so far.
  func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}
