internal import AppControllerKit
internal import CProviderABI

/// An instance of a library that is not there: calls are answered as a recording says.
///
/// Isolation: the main actor.
@MainActor
final class ReplayedInstance {
  let identity: LibraryIdentity
  let isIsolated: Bool
  private let script: ReplayScript

  init(_ identity: LibraryIdentity, isIsolated: Bool, _ script: ReplayScript) {
    (self.identity, self.isIsolated, self.script) = (identity, isIsolated, script)
  }

  /// Answers a call.
  ///
  /// A library that was in the process answers before anything else happens, as it did.
  ///
  /// - Throws: The ``PluginError`` that is recorded in the place of an answer.
  func answer(_ question: ProviderQuestion) async throws(PluginError) -> ProviderAnswer {
    guard let call = script.take(.library, .call, JSONValue(question, script.secrets)),
      let reply = script.line(after: call, .return, where: "question")
    else { return ProviderAnswer(status: ACK_GONE) }
    if isIsolated { await script.arrival(at: reply) } else { script.tick(off: reply) }
    if script.divergence != nil { return ProviderAnswer(status: ACK_GONE) }
    let line = script.recording.lines[reply].object
    let error: PluginError?
    do throws(RecordingFault) {
      error = line.has("error") ? try line.object("error").error() as? PluginError : nil
      if error == nil { return try line.answer(script.secrets) }
    } catch {
      script.diverge(at: reply, expected: "an answer", found: error.what)
      return ProviderAnswer(status: ACK_GONE)
    }
    if let error { throw error }
    return ProviderAnswer(status: ACK_GONE)
  }

  func cancel(_ sequence: UInt64) {
    script.take(.library, .cancel, .members(["question": .number(sequence)]))
  }

  /// What it did then is recorded.
  func tick() {}

  /// Nothing is there to be ended.
  func end() {}
}
