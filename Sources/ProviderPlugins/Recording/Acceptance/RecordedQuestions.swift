internal import AppControllerJSON
internal import AppControllerKit

/// The questions in a recording to a provider in a library, and the secrets that are needed to ask them again.
package struct RecordedQuestions: Sendable {
  struct Question: Sendable {
    let number: UInt64
    /// The key of its call, such as `perform sign-in`.
    let key: String
    let line: Int
    /// `nil` when the question was cancelled, or the recording ends before the answer.
    var answer: Int?
  }

  let recording: Recording
  package let provider: (id: String, version: String)
  private(set) var questions: [UInt64: Question] = [:]
  package private(set) var inputs: Set<String> = []
  /// The numbers of the secrets that were typed, by the name of their input and in their order.
  private(set) var typed: [String: [Int]] = [:]
  package var secretInputs: Set<String> { Set(typed.keys) }
  private(set) var issued: Set<Int> = []
  /// Sessions that the provider had issued before the recording, or that the app began.
  private var foreign: Set<Int> = []
  private(set) var secretCount = 0

  /// Throws `ACK2302` for a line that is not valid, or when no library was asked.
  package init(_ recording: Recording) throws(PluginError) {
    self.recording = recording
    guard let library = try? recording.first(.provider)?.library().identity else { throw .asksNothing(recording.name) }
    provider = (library.id, library.version)
    let secrets = SecretNumbers()
    for (index, line) in recording.lines.enumerated() {
      do throws(CodingFault) {
        try take(line, at: index, secrets)
      } catch {
        throw .badRecording("\(recording.name):\(index + 1): \(error)")
      }
    }
    if questions.isEmpty { throw .asksNothing(recording.name) }
  }

  private mutating func take(_ line: RecordedLine, at index: Int, _ secrets: SecretNumbers) throws(CodingFault) {
    func numbers(_ session: Session?) -> [Int] {
      [session?.secret, session?.refreshToken].compactMap { $0.map(secrets.number) }
    }
    switch line.kind {
    case .call:
      let call: ProviderCall = try line.read(secrets: secrets)
      if questions[call.sequence] != nil { break }
      questions[call.sequence] = Question(number: call.sequence, key: call.key, line: index)
      if case .perform(let action) = call.question {
        inputs.formUnion(action.values.keys)
        for case (let name, .secret(let secret)) in action.values {
          let number = secrets.number(of: secret)
          if typed[name]?.contains(number) != true { typed[name, default: []].append(number) }
        }
      }
      foreign.formUnion(numbers(call.controller.session))
      switch call.question {
      case .sessionEnded(let session), .refresh(let session): foreign.formUnion(numbers(session))
      case .isInitiallyLoggedIn, .configuration, .describe, .perform, .notify, .screenChanged, .asset, .credential:
        break
      }
    case .return:
      let (question, answer) = try line.reply(secrets)
      let reply = try? answer.get()
      if case .pending? = reply { break }
      questions[question]?.answer = index
      if case .credential(let credential)? = reply { issued.insert(secrets.number(of: credential.secret)) }
      guard case .response(let response)? = reply else { break }
      for case .login(let session?) in response.effects { issued.formUnion(numbers(session)) }
    case .request:
      switch try line.read(ControllerRequest.self, secrets: secrets) {
      case .login(let session?), .updateSession(let session): issued.formUnion(numbers(session))
      case .login(nil), .logout, .invalidate, .invalidateScreen: break
      }
    default: break
    }
    secretCount = secrets.count
  }

  /// The names are sorted; the secret that was typed last into the input `name` counts as given.
  package func missingInputs(given name: String?) -> [String] {
    typed.filter { $0.value.count > ($0.key == name ? 1 : 0) }.keys.sorted()
  }

  package var hasForeignSession: Bool {
    !foreign.subtracting(issued).subtracting(typed.values.joined()).isEmpty
  }
}

extension PluginError {
  fileprivate static func asksNothing(_ name: String) -> PluginError {
    PluginError(
      .badRecording, what: "\(name) has no question to a provider in a library",
      why: "a provider that the app implements and a storyboard leave no questions in a recording",
      fix: "record a command that uses the provider's library, such as appctl login --provider PATH --trace FILE")
  }
}
