internal import AppControllerJSON
internal import AppControllerKit

/// The lines of a recording, which are marked as done while the host repeats them.
///
/// The host's behaviour consists of several streams, such as its events and its calls of the library. Each stream has
/// to keep its order; the interleaving of two streams may differ, because it has no effect.
///
/// Isolation: the main actor.
@MainActor
final class ReplayScript {
  let recording: Recording
  let secrets = SecretNumbers()
  private(set) var divergence: ReplayReport.Divergence?
  private(set) var eventCount = 0
  /// The number of acts of the host, with or without a line for them.
  private(set) var activity = 0
  private var isClosed = false
  /// The lines of each stream that the host has not repeated yet, the next one last.
  private var expected: [RecordedLine.Stream: [Int]] = [:]
  /// For each line; given when it is done, or at the end of the replay.
  private let completions: [AwaitedAnswer<Void>]
  /// For each line; given when the recording has come to it, or at the end of the replay.
  private let arrivals: [AwaitedAnswer<Void>]

  init(_ recording: Recording) {
    self.recording = recording
    completions = recording.lines.map { _ in AwaitedAnswer() }
    arrivals = recording.lines.map { _ in AwaitedAnswer() }
    for (index, line) in recording.lines.enumerated().reversed() {
      if let stream = line.stream { expected[stream, default: []].append(index) }
    }
  }

  func isDone(_ index: Int) -> Bool { completions[index].given != nil }

  /// The replay waits for such a line.
  func isOutput(_ index: Int) -> Bool { recording.lines[index].stream != nil }
}

extension RecordedLine {
  /// Lines whose order has to stay the same.
  struct Stream: Hashable {
    /// The first of the kinds that it consists of.
    let kind: Kind
    /// Each call of the controller has a stream for its answer.
    var input: Int?
  }

  /// `nil` for a line that tells no act of the host.
  fileprivate var stream: Stream? {
    switch kind {
    case .event, .stored, .changed, .hook: Stream(kind: kind)
    case .call, .cancel: Stream(kind: .call)
    case .load, .replace: Stream(kind: .load)
    case .answered: (try? member("input", .optional(.integer()))).map { Stream(kind: kind, input: $0) }
    case .recording, .provider, .controller, .asked, .withdrawn, .hooked, .return, .wake, .wantsTick, .request, .log,
      .tick, .destroy, .finished:
      nil
    }
  }
}

// MARK: - The host's behaviour

extension ReplayScript {
  @discardableResult
  func match(_ observation: ControllerObservation) -> Int? {
    observation.line(eventNumber: eventCount + 1, secrets).flatMap { match($0.kind, $0.content) }
  }

  /// `nil` when the act differs, or comes after the end of an incomplete recording.
  @discardableResult
  func match(_ kind: RecordedLine.Kind, _ content: [JSONValue.Member]) -> Int? {
    noteActivity()
    let found = RecordedLine(time: 0, kind: kind, content: content)
    guard let stream = found.stream, divergence == nil, !isClosed else { return nil }
    guard let index = expected[stream]?.popLast() else {
      if recording.isFinished { diverge(at: nil, expected: "nothing more of that kind", found: found.comparableText) }
      return nil
    }
    let line = recording.lines[index]
    guard line.kind == kind, line.comparable == found.comparable else {
      diverge(at: index, expected: line.comparableText, found: found.comparableText)
      return nil
    }
    if kind == .event { eventCount += 1 }
    completions[index].give(())
    return index
  }

  func markDone(_ index: Int) {
    completions[index].give(())
    reach(index)
  }

  func reach(_ index: Int) { arrivals[index].give(()) }

  func arrival(at index: Int) async {
    await arrivals[index].value
    noteActivity()
  }

  func noteActivity() { activity += 1 }

  /// Ends also when the host differs from the recording, as it does when the time is over.
  func completion(of index: Int, within limit: Duration, on clock: any Clock<Duration>) async {
    let watch = Task {
      if (try? await clock.pause(for: limit)) != nil, !isDone(index) { reportMissing(index) }
    }
    defer { watch.cancel() }
    await completions[index].value
  }

  /// Only the first difference is kept.
  func diverge(at index: Int?, expected: String, found: String) {
    guard divergence == nil else { return }
    divergence = ReplayReport.Divergence(line: index.map { $0 + 1 }, expected: expected, found: found)
    releaseAll()
  }

  func reportMissing(_ index: Int) {
    diverge(at: index, expected: recording.lines[index].comparableText, found: "nothing")
  }

  /// Waiting tasks continue without an answer.
  func close() {
    isClosed = true
    releaseAll()
  }

  private func releaseAll() { for answer in completions + arrivals { answer.give(()) } }

  /// The line is not done, and has the same values for the members.
  func line(after index: Int, _ kind: RecordedLine.Kind, where members: String...) -> Int? {
    let lines = recording.lines
    let call = JSONValue.object(lines[index].content)
    return lines[(index + 1)...].indices.first { candidate in
      let answer = JSONValue.object(lines[candidate].content)
      return lines[candidate].kind == kind && !isDone(candidate) && members.allSatisfy { answer[$0] == call[$0] }
    }
  }

  func lastRequest(after index: Int) -> Int? {
    let lines = recording.lines
    return lines[(index + 1)...].indices
      .prefix { !isOutput($0) || lines[$0].text("event") == "requested" }
      .last { lines[$0].kind == .asked && lines[$0].text("for") == "request" }
  }
}

extension RecordedLine {
  /// The traits of the surface may differ between machines.
  fileprivate var comparable: JSONValue { .object(content.filter { $0.name != "traits" }) }

  fileprivate var comparableText: String { "\(kind.rawValue) \(comparable.text)" }
}
