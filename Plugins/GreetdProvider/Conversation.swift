import ProviderSDK

/// A login with greetd from the name to the started session, as a value: what is said, and what is asked next.
///
/// PAM's modules ask any number of things in any order, and say others in between. What they say is answered at once,
/// and kept for the next screen.
struct Conversation: Sendable, Equatable {
  enum State: Sendable, Equatable {
    /// What may be left of a login before is cancelled.
    case clearing
    case authenticating
    case asking(Question)
    case starting
    /// The session begins when this program has ended.
    case started
    /// A login has failed, which greetd is told.
    case cancelling(Failure)
    case failed(Failure)
  }

  enum Failure: Sendable, Equatable {
    /// PAM has refused the user.
    case refused
    case broken(GreetdError)
  }

  /// The largest answer in bytes, which greetd can hand on.
  static let answerLimit = 8 << 10
  /// The most texts that are shown at a time, and the most messages of a login.
  private static let (maximumNotices, maximumMessages) = (8, 1000)

  let user: String
  let program: LoginProgram
  private(set) var state = State.clearing
  /// What was said since the last answer.
  private(set) var notices: [Notice] = []
  /// The number of questions so far.
  private(set) var questions = 0
  private var messages = 0

  init(user: String, program: LoginProgram) { (self.user, self.program) = (user, program) }

  /// The first request.
  var opening: GreetdRequest { .cancelSession }

  /// Whether nothing happens before the user does something.
  var isResting: Bool {
    switch state {
    case .asking, .started, .failed: true
    case .clearing, .authenticating, .starting, .cancelling: false
    }
  }

  /// Takes greetd's answer to a request.
  ///
  /// - Returns: The next request; `nil` when it rests.
  mutating func receive(_ message: GreetdMessage) -> GreetdRequest? {
    messages += 1
    if messages > Self.maximumMessages { return fail(.wrongAnswer("it sends message after message")) }
    switch (state, message) {
    case (.clearing, .success), (.clearing, .failure):
      state = .authenticating
      return .createSession(user: user)
    case (.authenticating, .question(let question)):
      questions += 1
      state = .asking(question)
      return nil
    case (.authenticating, .notice(let notice)):
      if notices.count < Self.maximumNotices, !notice.lines.isEmpty { notices.append(notice) }
      return .answer(nil)
    case (.authenticating, .success):
      state = .starting
      return .startSession(command: program.command, environment: program.environment)
    case (.authenticating, .failure(let isRefusal)):
      state = .cancelling(isRefusal ? .refused : .broken(.failed("the login could not go on")))
      return .cancelSession
    case (.starting, .success):
      state = .started
      return nil
    case (.starting, .failure):
      state = .cancelling(.broken(.failed("the session could not be started")))
      return .cancelSession
    case (.cancelling(let failure), _):
      // Its answer says nothing: greetd 0.9.0 reports an error where the login has ended by itself.
      state = .failed(failure)
      return nil
    case (.clearing, .question), (.clearing, .notice), (.starting, .question), (.starting, .notice), (.asking, _),
      (.started, _), (.failed, _):
      return fail(.wrongAnswer("it is not one to what was asked"))
    }
  }

  /// Answers the question.
  ///
  /// - Returns: The request; `nil` when nothing is asked.
  mutating func answer(_ answer: Secret) -> GreetdRequest? {
    guard case .asking = state else { return nil }
    (state, notices) = (.authenticating, [])
    return .answer(answer)
  }

  /// Ends with an error; who has logged in stays so.
  @discardableResult
  mutating func fail(_ error: GreetdError) -> GreetdRequest? {
    if case .cancelling(let failure) = state {
      // Whatever becomes of the cancellation.
      state = .failed(failure)
    } else if state != .started {
      state = .failed(.broken(error))
    }
    return nil
  }
}
