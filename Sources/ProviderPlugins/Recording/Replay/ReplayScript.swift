internal import AppControllerJSON
internal import AppControllerKit

/// The lines of a recording, ticked off as the host does again what they say.
///
/// What the host does is of several streams, such as its events and its calls of the library. Each has to come in its
/// order; how two of them interleave may differ, because it does not show.
///
/// Isolation: the main actor.
@MainActor
final class ReplayScript {
  /// What is compared in its order.
  enum Stream: Hashable {
    case events, library, hooks
    /// What the store is asked, and what is heard of it: answers, and that something may have changed.
    case store, storeAnswers, storeChanges
    /// What became of one thing that was asked.
    case answer(Int)

    fileprivate init?(_ line: RecordedLine) {
      switch line.kind {
      case .event: self = .events
      case .call, .cancel: self = .library
      case .load, .replace: self = .store
      case .stored: self = .storeAnswers
      case .changed: self = .storeChanges
      case .hook: self = .hooks
      case .answered:
        guard let number = try? line.read(RecordedNumber.self).input else { return nil }
        self = .answer(number)
      case .recording, .provider, .controller, .asked, .withdrawn, .hooked, .return, .wake, .wantsTick, .request, .log,
        .tick, .destroy, .finished:
        return nil
      }
    }
  }

  let recording: Recording
  let secrets = SecretNumbers()
  private(set) var divergence: ReplayReport.Divergence?
  private(set) var eventCount = 0
  private var isClosed = false
  /// The lines of each stream that the host has not done yet, the next one last.
  private var expected: [Stream: [Int]] = [:]
  private var isDone: [Bool]
  /// The lines that the replay has come to.
  private var isReached: [Bool]
  /// Who waits for the answer that a line has.
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]

  init(_ recording: Recording) {
    self.recording = recording
    isDone = Array(repeating: false, count: recording.lines.count)
    isReached = isDone
    for (index, line) in recording.lines.enumerated().reversed() {
      if let stream = Stream(line) { expected[stream, default: []].append(index) }
    }
  }

  func isDone(_ index: Int) -> Bool { isDone[index] }

  /// Whether a line is something that the host does or hears, and is waited for.
  func isOutput(_ index: Int) -> Bool { Stream(recording.lines[index]) != nil }
}

// MARK: - What the host does

extension ReplayScript {
  /// Takes note of something that the host does, and compares it with what is recorded.
  ///
  /// - Returns: The line; `nil` when it is not what is recorded, or comes after the end of a recording that was cut off.
  @discardableResult
  func take(_ stream: Stream, _ kind: RecordedLine.Kind, _ content: some Coded) -> Int? {
    take(stream, kind, members: secrets.members(of: content))
  }

  /// Takes note of the members of something that the host does, as above.
  @discardableResult
  func take(_ stream: Stream, _ kind: RecordedLine.Kind, members: [JSONValue.Member]) -> Int? {
    let content = JSONValue.object(members)
    if divergence != nil || isClosed { return nil }
    guard let index = expected[stream]?.popLast() else {
      if recording.isFinished { diverge(at: nil, expected: "nothing more of that kind", found: text(kind, content)) }
      return nil
    }
    let line = recording.lines[index]
    let wanted = JSONValue.object(line.content).comparable
    guard line.kind == kind, wanted == content.comparable else {
      diverge(at: index, expected: text(line.kind, .object(line.content)), found: text(kind, content))
      return nil
    }
    isDone[index] = true
    if stream == .events { eventCount += 1 }
    return index
  }

  /// Reads what a line tells.
  func read<Content: Coded>(at index: Int) throws(CodingFault) -> Content {
    try recording.lines[index].read(secrets: secrets)
  }

  /// Ticks off a line that the replay itself has done.
  func tick(off index: Int) {
    isDone[index] = true
    reach(index)
  }

  /// Lets go on whoever waits for the answer that a line has.
  func reach(_ index: Int) {
    isReached[index] = true
    waiters.removeValue(forKey: index)?.resume()
  }

  /// Waits until the replay has come to a line.
  func arrival(at index: Int) async {
    if isReached[index] || divergence != nil || isClosed { return }
    await withCheckedContinuation { waiters[index] = $0 }
  }

  /// Notes that the host does something else than what is recorded.
  func diverge(at index: Int?, expected: String, found: String) {
    guard divergence == nil else { return }
    divergence = ReplayReport.Divergence(line: index.map { $0 + 1 }, expected: expected, found: found)
    releaseAll()
  }

  /// Notes that the host has not done what a line says.
  func miss(_ index: Int) {
    let line = recording.lines[index]
    diverge(at: index, expected: text(line.kind, .object(line.content)), found: "nothing")
  }

  /// Ends the comparison; whoever waits for an answer goes on without.
  func close() {
    isClosed = true
    releaseAll()
  }

  private func releaseAll() {
    let released = waiters.values
    waiters = [:]
    for waiter in released { waiter.resume() }
  }

  /// The first line behind another one that is of a kind and names the same.
  func line(after index: Int, _ kind: RecordedLine.Kind, where members: String...) -> Int? {
    let lines = recording.lines
    let call = JSONValue.object(lines[index].content)
    return lines[(index + 1)...].indices.first { candidate in
      let answer = JSONValue.object(lines[candidate].content)
      return lines[candidate].kind == kind && !isDone[candidate] && members.allSatisfy { answer[$0] == call[$0] }
    }
  }

  private func text(_ kind: RecordedLine.Kind, _ content: JSONValue) -> String {
    var writer = JSONWriter()
    writer.write(content.comparable)
    return "\(kind.rawValue) \(String(decoding: writer.bytes, as: UTF8.self))"
  }
}

extension JSONValue {
  /// Without what may differ from one machine to another: the surface that is shown on.
  fileprivate var comparable: JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.name != "traits" })
  }
}
