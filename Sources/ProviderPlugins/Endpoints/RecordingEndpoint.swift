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
    recorder.recordCall(call)
    do {
      let reply = try await endpoint.answer(call, within: limit)
      recorder.recordReturn(call, reply)
      return reply
    } catch {
      recorder.recordFailure(call, error)
      throw error
    }
  }

  func cancel(_ sequence: UInt64) {
    recorder.recordNotification(.cancel, sequence)
    endpoint.cancel(sequence)
  }

  func tick() {
    recorder.recordNotification(.tick)
    endpoint.tick()
  }

  func end(cancelling open: [UInt64], isBrokenOff: Bool) -> Task<Void, Never>? {
    if !isBrokenOff {
      recorder.recordNotification(.destroy)
      for sequence in open { recorder.recordNotification(.cancel, sequence) }
    }
    return endpoint.end(cancelling: open, isBrokenOff: isBrokenOff)
  }
}
