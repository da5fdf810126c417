internal import AppControllerKit
import Synchronization

/// A store that is not there: it answers as a recording says.
final class ReplayedStore: SessionStore {
  private let script: ReplayScript
  private let (changes, continuation) = AsyncStream.makeStream(of: UInt64?.self)

  init(_ script: ReplayScript) { self.script = script }

  func load(for providerID: String) async throws -> SessionRecord { try await answer(.load, []) }

  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    let content = JSONValue(session, ifGeneration: generation, script.secrets)
    return try await answer(.replace, content.objectValue ?? [])
  }

  func changes(for providerID: String) -> AsyncStream<UInt64?>? { changes }

  /// Tells that what is stored may have changed.
  func tell(_ generation: UInt64?) { continuation.yield(generation) }

  @MainActor
  private func answer(_ kind: RecordedLine.Kind, _ content: [JSONValue.Member]) async throws -> SessionRecord {
    calls += 1
    let asked = JSONValue.object([.init("call", .number(calls))] + content)
    guard let call = script.take(.store, kind, asked), let reply = script.line(after: call, .stored, where: "call")
    else { throw CancellationError() }
    await script.arrival(at: reply)
    if script.divergence != nil { throw CancellationError() }
    let line = script.recording.lines[reply].object
    if line.has("error") { throw try line.object("error").error() }
    return try line.object("record").record(script.secrets)
  }

  /// How many calls there were.
  @MainActor private var calls = 0
}
