import Testing

@testable import ProviderValidator

@Suite struct `The patience of a check` {
  private let patience = Patience(.seconds(8), then: .seconds(1))

  /// Waits, with or without being woken, and returns the limit of the wait.
  private func limit(isWoken: Bool = false) -> Duration {
    var limit = Duration.zero
    #expect(
      patience.wait {
        limit = $0
        return isWoken
      } == isWoken)
    return limit
  }

  @Test func `is spent on two questions that are never woken, and hardly any is left for others`() {
    #expect((0..<4).map { _ in limit() } == [.seconds(8), .seconds(8), .seconds(1), .seconds(1)])
  }

  @Test func `is not spent on questions that are woken`() {
    #expect((0..<4).map { _ in limit(isWoken: true) } == Array(repeating: .seconds(8), count: 4))
    #expect(limit() == .seconds(8))
  }
}
