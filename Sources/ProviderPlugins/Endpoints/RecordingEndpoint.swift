internal import AppControllerKit

@MainActor
final class RecordingEndpoint: ProviderEndpoint {
  private let endpoint: any ProviderEndpoint
  private let recorder: ProviderRecorder

  init(_ endpoint: any ProviderEndpoint, _ recorder: ProviderRecorder) {
    (self.endpoint, self.recorder) = (endpoint, recorder)
  }

  var identity: ProviderIdentity { endpoint.identity }
  var end: (any ExplainedError)? { endpoint.end }

  func answer(_ call: ProviderCall, within limit: Duration) async throws -> ProviderReply {
    if call.function == .screenChanged { return try await endpoint.answer(call, within: limit) }
    recorder.write(.call, [:], call)
    do {
      let reply = try await endpoint.answer(call, within: limit)
      recorder.write(.return, ["question": .number(call.sequence)], reply)
      return reply
    } catch {
      recorder.write(
        .return, ["question": .number(call.sequence), "error": recorder.secrets.object(RecordedError(error))])
      throw error
    }
  }

  func cancel(_ sequence: UInt64) {
    recorder.write(.cancel, ["question": .number(sequence)])
    endpoint.cancel(sequence)
  }

  func tick() {
    recorder.write(.tick)
    endpoint.tick()
  }

  func end(cancelling open: [UInt64], isBrokenOff: Bool) -> Task<Void, Never>? {
    if !isBrokenOff {
      recorder.write(.destroy)
      for sequence in open { recorder.write(.cancel, ["question": .number(sequence)]) }
    }
    return endpoint.end(cancelling: open, isBrokenOff: isBrokenOff)
  }
}
