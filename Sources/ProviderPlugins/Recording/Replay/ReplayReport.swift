internal import AppControllerKit

/// What came of a replay.
public struct ReplayReport: Sendable, Equatable {
  /// Where the host did something else than what is recorded.
  public struct Divergence: Sendable, Equatable {
    /// The line of the recording, counting from 1; `nil` when the host did more than what is recorded.
    public let line: Int?
    /// What is recorded.
    public let expected: String
    /// What the host did.
    public let found: String
  }

  /// How many events were the same.
  public let eventCount: Int
  /// How many lines the recording has.
  public let lineCount: Int
  /// Whether the recording goes to its end.
  public let isFinished: Bool
  /// Where the host did something else; `nil` when it did the same.
  public let divergence: Divergence?

  /// Checks that the host did the same.
  ///
  /// - Throws: ``PluginError`` with the code `ACK2304`, the line and both sides.
  public func requireSame() throws(PluginError) {
    guard let divergence else { return }
    let place = divergence.line.map { "at line \($0)" } ?? "after its last line"
    throw PluginError(
      .replayDiffers,
      what: "the host differs from the recording \(place): recorded is \(divergence.expected.displayable), "
        + "and it did \(divergence.found.displayable)",
      why: "the host that was recorded behaved otherwise, or the recording was changed",
      fix: "look at that line of the recording, and at what changed in the host since"
    )
  }
}
