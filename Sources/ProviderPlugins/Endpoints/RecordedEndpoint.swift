internal import AppControllerKit

/// A replayed library: it answers calls from a recording, and no code of the library runs.
///
/// Isolation: the main actor.
@MainActor
final class RecordedEndpoint: ProviderEndpoint {
  let identity: ProviderIdentity
  private let script: ReplayScript

  init(_ identity: ProviderIdentity, _ script: ReplayScript) { (self.identity, self.script) = (identity, script) }

  /// The answer of a library in the app's process is ready before anything else happens, as when it was recorded; but
  /// for the requests that the host received before it used the answer.
  func answer(_ call: ProviderCall, within limit: Duration) async throws -> ProviderReply {
    if call.function == .screenChanged { return .done }
    guard let line = script.match(.call, script.secrets.members(of: call)),
      let reply = script.line(after: line, .return, where: "question")
    else { return .gone }
    let used = call.isAction || call.function == .asset ? reply : script.lastRequest(after: reply) ?? reply
    if identity.isIsolated || used > reply { await script.arrival(at: used) } else { script.markDone(reply) }
    if script.divergence != nil { return .gone }
    let answer: Result<ProviderReply, any Error>
    do throws(CodingFault) { (_, answer) = try script.recording.lines[reply].reply(script.secrets) } catch {
      script.diverge(at: reply, expected: "an answer", found: "\(error)")
      return .gone
    }
    return try answer.get()
  }

  func cancel(_ sequence: UInt64) {
    script.match(.cancel, script.secrets.members(["question": .number(sequence)]))
  }

  /// The effects of the tick are in the recording.
  func tick() {}

  func end(cancelling open: [UInt64], isBrokenOff: Bool) -> Task<Void, Never>? {
    for sequence in open { cancel(sequence) }
    return nil
  }
}
