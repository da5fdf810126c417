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
  enum Stream: Hashable {
    case events, library, hooks
    case store, storeAnswers, storeChanges
    /// The answer to the call of the controller with this number.
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
  /// The number of acts of the host, with or without a line for them.
  private(set) var activity = 0
  private var isClosed = false
  /// The lines of each stream that the host has not repeated yet, the next one last.
  private var expected: [Stream: [Int]] = [:]
  private var isDone: [Bool]
  private var isReached: [Bool]
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private(set) var wakingCount = 0
  private var awaited: (index: Int, isOver: AwaitedAnswer<Void>)?

  init(_ recording: Recording) {
    self.recording = recording
    isDone = Array(repeating: false, count: recording.lines.count)
    isReached = isDone
    for (index, line) in recording.lines.enumerated().reversed() {
      if let stream = Stream(line) { expected[stream, default: []].append(index) }
    }
  }

  func isDone(_ index: Int) -> Bool { isDone[index] }

  /// The replay waits for such a line.
  func isOutput(_ index: Int) -> Bool { Stream(recording.lines[index]) != nil }
}

// MARK: - The host's behaviour

extension ReplayScript {
  /// `nil` when the act differs, or comes after the end of an incomplete recording.
  @discardableResult
  func match(_ stream: Stream, _ kind: RecordedLine.Kind, _ content: some Coded) -> Int? {
    match(stream, kind, members: secrets.members(of: content))
  }

  @discardableResult
  func match(_ stream: Stream, _ kind: RecordedLine.Kind, members: [JSONValue.Member]) -> Int? {
    noteActivity()
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
    if awaited?.index == index { endWait() }
    return index
  }

  func read<Content: Coded>(at index: Int) throws(CodingFault) -> Content {
    try recording.lines[index].read(secrets: secrets)
  }

  func markDone(_ index: Int) {
    isDone[index] = true
    reach(index)
  }

  func reach(_ index: Int) {
    isReached[index] = true
    guard let waiter = waiters.removeValue(forKey: index) else { return }
    wakingCount += 1
    waiter.resume()
  }

  func arrival(at index: Int) async {
    if isReached[index] || divergence != nil || isClosed { return }
    await withCheckedContinuation { waiters[index] = $0 }
    wakingCount -= 1
    noteActivity()
  }

  func noteActivity() { activity += 1 }

  /// Ends also when the host differs from the recording.
  func completion(of index: Int, within limit: Duration, on clock: any Clock<Duration>) async {
    if isDone[index] || divergence != nil { return }
    let isOver = AwaitedAnswer<Void>()
    awaited = (index, isOver)
    let watch = Task {
      try? await clock.pause(for: limit)
      isOver.give(())
    }
    await isOver.value
    watch.cancel()
  }

  private func endWait() {
    awaited?.isOver.give(())
    awaited = nil
  }

  /// Only the first difference is kept.
  func diverge(at index: Int?, expected: String, found: String) {
    guard divergence == nil else { return }
    divergence = ReplayReport.Divergence(line: index.map { $0 + 1 }, expected: expected, found: found)
    endWait()
    releaseAll()
  }

  func reportMissing(_ index: Int) {
    let line = recording.lines[index]
    diverge(at: index, expected: text(line.kind, .object(line.content)), found: "nothing")
  }

  /// Waiting tasks continue without an answer.
  func close() {
    isClosed = true
    releaseAll()
  }

  private func releaseAll() {
    let released = waiters.values
    waiters = [:]
    wakingCount += released.count
    for waiter in released { waiter.resume() }
  }

  /// The line is not done, and has the same values for the members.
  func line(after index: Int, _ kind: RecordedLine.Kind, where members: String...) -> Int? {
    let lines = recording.lines
    let call = JSONValue.object(lines[index].content)
    return lines[(index + 1)...].indices.first { candidate in
      let answer = JSONValue.object(lines[candidate].content)
      return lines[candidate].kind == kind && !isDone[candidate] && members.allSatisfy { answer[$0] == call[$0] }
    }
  }

  func lastRequest(after index: Int) -> Int? {
    let lines = recording.lines
    return lines[(index + 1)...].indices
      .prefix { !isOutput($0) || lines[$0].text("event") == "requested" }
      .last { lines[$0].kind == .asked && lines[$0].text("for") == "request" }
  }

  private func text(_ kind: RecordedLine.Kind, _ content: JSONValue) -> String {
    var writer = JSONWriter()
    writer.write(content.comparable)
    return "\(kind.rawValue) \(String(decoding: writer.bytes, as: UTF8.self))"
  }
}

extension JSONValue {
  /// The traits of the surface may differ between machines.
  fileprivate var comparable: JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.name != "traits" })
  }
}
