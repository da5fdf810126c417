internal import AppControllerKit

/// Forwards everything to another endpoint, and writes the calls and answers to a recording.
@MainActor
final class RecordingEndpoint: ProviderEndpoint {
  private let endpoint: any ProviderEndpoint
  private let recorder: ProviderRecorder

  init(_ endpoint: any ProviderEndpoint, _ recorder: ProviderRecorder) {
    (self.endpoint, self.recorder) = (endpoint, recorder)
  }

  var identity: ProviderIdentity { endpoint.identity }
  var hasEnded: Bool { endpoint.hasEnded }

  func answer(_ call: ProviderCall, within limit: Duration) async throws -> ProviderReply {
    recorder.calls(call)
    do {
      let reply = try await endpoint.answer(call, within: limit)
      recorder.returns(call, reply)
      return reply
    } catch {
      recorder.fails(call, error)
      throw error
    }
  }

  func cancel(_ sequence: UInt64) {
    recorder.tells(.cancel, sequence)
    endpoint.cancel(sequence)
  }

  func tick() {
    recorder.tells(.tick)
    endpoint.tick()
  }

  func end(cancelling open: [UInt64], isBrokenOff: Bool) -> Task<Void, Never>? {
    if !isBrokenOff {
      recorder.tells(.destroy)
      for sequence in open { recorder.tells(.cancel, sequence) }
    }
    return endpoint.end(cancelling: open, isBrokenOff: isBrokenOff)
  }
}
