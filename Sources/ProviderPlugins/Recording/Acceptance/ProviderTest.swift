internal import AppControllerJSON
package import AppControllerKit

/// Repeats the questions of a recording to another build of the provider, and compares the answers and requests.
///
/// The questions have their recorded order, even where several were open at a time, and their recorded arguments, with
/// three exceptions. The new build or the operator gives the secrets. The times at which sessions end are shifted, so
/// that they are as far away as they were. The operator may replace inputs.
///
/// Isolation: the main actor.
@MainActor
package final class ProviderTest {
  private typealias Finding = ReplyComparison.Finding

  private struct Asked {
    let number: UInt64
    let task: Task<(any Error)?, Never>
  }

  private let questions: RecordedQuestions
  private let provider: PluginProvider
  private let recorder: ProviderRecorder
  /// The time by which a request may be later than the recorded one.
  private let limit: Duration
  private let port: RequestPort
  private let replaced: [String: String]
  private let given = SecretNumbers()
  private var comparison: ReplyComparison
  private var report: ProviderTestReport
  private var asked: [UInt64: Asked] = [:]
  private var lastNumber: UInt64 = 0
  private var requestCount = 0
  private var lastCall: Int64 = 0
  private var death: JSONValue?

  /// The provider has not been asked anything yet, and was loaded with the recorder in memory.
  ///
  /// The texts replace the values of inputs, by the inputs' names; the secret replaces the last one that was typed into
  /// its input.
  package init(
    _ questions: RecordedQuestions, of provider: PluginProvider, _ recorder: ProviderRecorder,
    limit: Duration = .seconds(30), texts: [String: String] = [:], secret: (name: String, secret: Secret)? = nil,
    log: @escaping @MainActor (LogLevel, String) -> Void = { _, _ in }
  ) {
    (self.questions, self.provider, self.recorder, self.limit) = (questions, provider, recorder, limit)
    replaced = texts
    port = RequestPort(log)
    if questions.secretCount > 0 { _ = given.standIn(for: questions.secretCount) }
    if let secret, let number = questions.typed[secret.name]?.last {
      given.assign(secret.secret, to: number)
      // The build may write the secret before a question contains it.
      recorder.secrets.hide(secret.secret)
    }
    comparison = ReplyComparison(
      given: given, count: questions.secretCount, issued: questions.issued, found: recorder.secrets)
    report = ProviderTestReport(
      questionCount: questions.questions.count, isFinished: questions.recording.isFinished)
  }

  /// Runs once, and ends the provider.
  package func run() async -> ProviderTestReport {
    for (index, line) in questions.recording.lines.enumerated() {
      switch line.kind {
      case .call: ask(line, at: index)
      case .return:
        guard let question = question(of: line), question.answer == index else { break }
        await finish(question)
      case .cancel:
        guard let question = question(of: line), question.answer == nil else { break }
        await finish(question)
      case .request: await compareRequest(with: line, at: index)
      default: break
      }
    }
    for question in questions.questions.values.sorted(by: { $0.line < $1.line }) { await finish(question) }
    await provider.finish()
    for line in requests.dropFirst(requestCount) {
      add([.init(recorded: nil, found: line.answer)], line.requestKey)
    }
    return report
  }
}

// MARK: - The questions

extension ProviderTest {
  private func question(of line: RecordedLine) -> RecordedQuestions.Question? {
    (try? line.question()).flatMap { questions.questions[$0] }
  }

  private func ask(_ line: RecordedLine, at index: Int) {
    lastCall = line.time
    // Every line was read before, so this one can be read too.
    guard let call: ProviderCall = try? line.read(secrets: given),
      questions.questions[call.sequence]?.line == index
    else { return }
    let delay = recorder.now - questions.recording.moment(of: line)
    let session = call.controller.session?.expiring(later: delay)
    let controller = ControllerHandle(
      id: 0, state: call.controller.state, purpose: call.controller.purpose, traits: call.controller.traits,
      session: session, port: port)
    let question: ProviderCall.Question =
      switch call.question {
      case .perform(let action): .perform(action.replacing(replaced))
      case .sessionEnded(let session): .sessionEnded(session.expiring(later: delay))
      case .refresh(let session): .refresh(session.expiring(later: delay))
      case .isInitiallyLoggedIn, .configuration, .describe, .notify, .screenChanged, .asset, .credential: call.question
      }
    lastNumber += 1
    asked[call.sequence] = Asked(
      number: lastNumber,
      task: Task.immediate { [provider] in
        do { _ = try await provider.answer(ProviderCall(question, for: controller)) } catch { return error }
        return nil
      })
  }

  /// A question without a recorded answer is cancelled instead.
  private func finish(_ question: RecordedQuestions.Question) async {
    guard let asked = asked.removeValue(forKey: question.number) else { return }
    if question.answer == nil { asked.task.cancel() }
    let error = await asked.task.value
    let (found, time) = answer(to: asked.number, error)
    let end = found["error"]?["code"].flatMap { $0.stringValue?.hasPrefix("ACK22") == true ? $0 : nil }
    guard let index = question.answer else {
      report.uncomparedCount += 1
      if end != nil, death == nil {
        add([.init(recorded: nil, found: found)], question.key, question.number, at: question.line)
      }
      death = death ?? end
      return
    }
    let findings = findings(questions.recording.lines[index], found, at: time)
    // After the provider's end, the difference is only a consequence of that end.
    if end != nil, death == end, !findings.isEmpty {
      report.unansweredCount += 1
    } else {
      add(findings, question.key, question.number, at: index)
    }
    death = death ?? end
  }

  /// Returns the last answer to a question, or the error in its place, and the time of it.
  private func answer(to number: UInt64, _ error: (any Error)?) -> (JSONValue, Timestamp) {
    let last = recorder.lines.last { $0.kind == .return && (try? $0.question()) == number }
    if let last, last.answer["reply"] != .string("pending") || error == nil {
      return (last.answer, recorder.moment(of: last))
    }
    guard let error else { return (.object([]), recorder.now) }
    let content = recorder.secrets.members(["error": recorder.secrets.object(RecordedError(error))])
    return (.object(recorder.secrets.redacted(content)), recorder.now)
  }

  private func findings(_ line: RecordedLine, _ found: JSONValue, at time: Timestamp) -> [Finding] {
    comparison.findings(
      line.answer, at: questions.recording.moment(of: line).secondsSince1970, found, at: time.secondsSince1970)
  }

  private func add(_ findings: [Finding], _ key: String, _ number: UInt64? = nil, at index: Int? = nil) {
    report.differences += findings.map { finding in
      ProviderDifference(
        question: number, kind: key, line: index.map { $0 + 1 }, path: finding.path, recorded: finding.recorded,
        found: finding.found)
    }
  }
}

// MARK: - The requests

extension ProviderTest {
  private var requests: [RecordedLine] { recorder.lines.filter { $0.kind == .request } }

  private func compareRequest(with line: RecordedLine, at index: Int) async {
    let pause = Duration.microseconds(line.time - lastCall)
    if death == nil { await port.request(requestCount + 1, within: limit + pause) }
    guard requests.count > requestCount else {
      return add([.init(recorded: line.answer, found: nil)], line.requestKey, at: index)
    }
    let found = requests[requestCount]
    requestCount += 1
    add(findings(line, found.answer, at: recorder.moment(of: found)), line.requestKey, at: index)
  }
}

// MARK: - The recorded values

extension RecordedLine {
  /// What an answer or a request says.
  fileprivate var answer: JSONValue { .object(content.filter { $0.name != "question" }) }

  /// The kind of a request, such as `request login`.
  fileprivate var requestKey: String { "request \(text("for") ?? "")" }
}

extension ProviderRecorder {
  fileprivate func moment(of line: RecordedLine) -> Timestamp { .moment(line.time, since: startedAt) }
  fileprivate var now: Timestamp { .moment(elapsed.microseconds, since: startedAt) }
}

extension Session {
  fileprivate func expiring(later delay: Duration) -> Session {
    var session = self
    session.expiresAt = expiresAt.map { $0 + delay }
    session.secretExpiresAt = secretExpiresAt.map { $0 + delay }
    return session
  }
}

extension InterfaceAction {
  /// Inputs that are secret keep their values.
  fileprivate func replacing(_ texts: [String: String]) -> InterfaceAction {
    var values = values
    for case (let name, .plain) in values { if let text = texts[name] { values[name] = .text(text) } }
    return InterfaceAction(
      name, nodeID: nodeID, values: values, payload: payload, revision: revision, deadline: deadline)
  }
}
